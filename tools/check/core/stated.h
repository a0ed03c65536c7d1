/* SPDX-License-Identifier: MIT */
/* Numbers that a certificate states in front of its evidence, as what comes out of it. */
#ifndef STEADYCHECK_STATED_H
#define STEADYCHECK_STATED_H

#include "core/read.h"

struct stated {
    uint32_t number;
    uint64_t line;
};

/* The line `key NUMBER`, not less than `least`. */
bool stated_read(struct stated *stated, struct reader *reader, const char *key, uint32_t least);

/* False, and refuted at that line, if something else came out. */
bool stated_check(const struct stated *stated, struct reader *reader, const char *key,
                  uint64_t found);

#endif
