/* SPDX-License-Identifier: MIT */
/* Statements of results/THEOREMS.md, tried over ranges: a program for each subject, which is a
 * test. */
#pragma once

#include "automata/status.h"

struct theorem {
    const char *name;
    const char *says; /* with the range over which it is tried */
    /* STATUS_INTERNAL, with the first counter-example, if it fails there. */
    enum status (*holds)(struct failure *failure);
};

/* The main of each program: tries all of `theorems`, which one without name ends; with the argument
 * `whole` those of `whole`, of which the first are a part. Says what came of each. What main
 * returns. */
int theorems_try(int argc, char **argv, const struct theorem *theorems,
                 const struct theorem *whole);
