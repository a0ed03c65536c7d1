/* SPDX-License-Identifier: MIT */
/*
 * A question and what the engines say that were asked, by a verb: one of them, or all, which must
 * not contradict each other. Each is remarked on stderr, unless --quiet.
 */
#ifndef STEADYCAST_TOOLS_ASKING_H
#define STEADYCAST_TOOLS_ASKING_H

#include "solver/question/engines.h"
#include "tools/steadycast/frame/control.h"

enum { ASKING_MOST = 8 };

struct asking {
    const struct arguments *arguments;
    struct control *control;
    const struct question *question;
    struct engine_options options;
    const struct engine *engines[ASKING_MOST]; /* those that have said something, */
    struct outcome list[ASKING_MOST];          /* and what */
    int count;
    int given; /* the one that is worth most: settled, with evidence; of equals the first */
};

/* STATUS_INPUT if --state names no file: what is kept is read again. */
enum status asking_check_state(const struct arguments *arguments, struct failure *failure);

/* Adds what this engine says. */
enum status asking_engine(struct asking *asking, const struct engine *engine,
                          struct failure *failure);

/*
 * The engine that --engine names, the first one without it, or all of `all`. Of all, those that do
 * not take the question, or are stopped, are left out, which is said; STATUS_LIMIT, as the first of
 * them has it, if that leaves none; STATUS_INTERNAL if two disagree.
 */
enum status asking_chosen(struct asking *asking, struct failure *failure);

/* STATUS_INTERNAL if two of those that were asked disagree. */
enum status asking_compare(const struct asking *asking, struct failure *failure);

/* Has to be called also after a failure. */
void asking_clear(struct asking *asking);

#endif
