/* SPDX-License-Identifier: MIT */
/* For the tests: kind items-colours by the definitions. Each row finds its slots TIME by TIME and
 * is dealt colours; senders are taken one by one; what comes out is a family (check_naive_items.h),
 * which is judged by its messages. */
#pragma once

#include "check_naive_items.h"

/* False if the text is not of this kind, or too large, or no family. It must follow the grammar. */
bool naive_items_colours_hold(const struct text *text);
