/* SPDX-License-Identifier: MIT */
/* From a certificate of kind items-colours back to the broadcasts. */
#pragma once

#include "solver/base/certificate_read.h"
#include "solver/items/items_colours.h"

/* The rest of `input`, which stands at its kind, into `colours`, checked by items_colours_finish.
 * STATUS_INPUT, with file and line, for what is not of the grammar; with the reason for what is no
 * such family. STATUS_LIMIT as for schedules. */
enum status items_colours_read(struct items_colours *colours, struct certificate_input *input,
                               struct failure *failure);
