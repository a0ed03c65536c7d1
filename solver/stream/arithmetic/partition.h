/* SPDX-License-Identifier: MIT */
/* Arithmetic engine, found side: fill the blocks of an instance with multisets of letters. By M.
 * Hall's theorem a block of size r can hold r-1 letters if and only if L-1 + (their sum) is
 * divisible by r, so words don't matter.
 *
 * A local search: every block but the root is filled so that its congruence holds; then letters are
 * exchanged with the root, without breaking a congruence, until the root's condition holds too. It
 * only ever finds; that there is nothing to find is what `residues.h` and the other engines say. */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/model/instance.h"
#include "solver/model/schedule.h"

enum { PARTITION_ANY_LETTER = -1 };

struct partition_question {
    int receive_only; /* the letter that must be left over, or PARTITION_ANY_LETTER */
    bool root_ball;   /* ask for L-1 + (sum of the root's letters) = receive_only * (its size),
                         exactly */
    int attempts;     /* random restarts before giving up */
    uint64_t seed;    /* equal seeds give equal answers */
    const struct limits *limits; /* asked between attempts: STATUS_LIMIT; NULL: none */
};

/* Sets *found; when true, `schedule` (initialised for the same L and t, empty) receives the blocks
 * as multisets. Cost per attempt about (number of letters) + (blocks * L). */
enum status partition_find(const struct small_instance *instance,
                           const struct partition_question *question, bool *found,
                           struct schedule *schedule, struct failure *failure);
