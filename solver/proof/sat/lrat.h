/* SPDX-License-Identifier: MIT */
/* A refutation as it is kept in memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* LRAT lines, packed: an addition is `id, literals.., 0, hints.., 0`, a deletion `0, ids.., 0`.
 * They end with the empty clause. */
struct lrat {
    int64_t *numbers; /* owned */
    size_t length;
};
