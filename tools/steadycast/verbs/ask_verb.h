/* SPDX-License-Identifier: MIT */
/* A verb that answers a question is a row: how its options make a question, and what it prints
 * besides. All of them read the machine and the other keys, ask, compare, print and write in one
 * way.
 *
 * Of yes or no --output names a file for the one certificate (- is stdout), or a folder, which is
 * there or ends in a slash; of a number, and where an answer has two certificates, a folder for
 * schedule.cert, bound.cert and second.cert; of a range of questions a folder for L<L>.certs, one
 * behind the other. Of a number the lines are `lower N`, `upper N` and, where both meet, the name
 * of the thing with N. */
#pragma once

#include <jansson.h>

#include "solver/question/engines.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"

struct asking;

struct ask_verb {
    enum subject subject; /* where `pose` is NULL */
    /* Initialises the question and sets what no option of a key's name says, with a bit in *given
     * for each place. The question is cleared by the caller, also after a failure. */
    enum status (*pose)(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure);
    const char
        *own; /* options with names of keys that `pose` reads itself, divided by |; or NULL */
    const char *complete; /* options that do not go with a network, divided by |; or NULL */
    /* What the engine needs besides; NULL: nothing. */
    enum status (*prepare)(struct asking *asking, struct failure *failure);
    /* Prints what stands before the lines of the answer. *alone: nothing else is to be printed. */
    enum status (*print)(const struct asking *asking, bool *alone, struct failure *failure);
    json_t *(*more)(const struct asking *asking); /* keys behind the answer's; NULL: none */
    const char *state; /* the default name of a state, a format of two longs, L and t; or NULL */
};

enum { ASKING_MOST = 12, ASKING_STATE_ROOM = 64 };

/* A question, and what the engines say that were asked. */
struct asking {
    const struct arguments *arguments;
    const struct ask_verb *verb;
    struct control *control;
    struct question question;
    struct engine_options options;
    const struct limits *limits; /* of one question of a range; NULL: those of the options */
    char state[ASKING_STATE_ROOM];
    const struct engine *engines[ASKING_MOST]; /* those that have said something, */
    struct outcome list[ASKING_MOST];          /* and what */
    int count;
    int given; /* the one that is worth most: settled, with evidence; of equals the first */
};

/* The outcome that is given; there is one. */
static inline const struct outcome *asking_outcome(const struct asking *asking) {
    return &asking->list[asking->given];
}

/* Runs the verb, or a question that is there already (taken over); the exit status. */
int ask_verb_run(const struct arguments *arguments, const struct ask_verb *verb);
int ask_question_run(const struct arguments *arguments, const struct ask_verb *verb,
                     struct question *question);

/* For verbs that ask in a way of their own: one engine, after which its remark; or the one that
 * --engine names, the first without it, or all of `all`, which must not contradict each other. */
void asking_init(struct asking *asking, const struct arguments *arguments,
                 const struct ask_verb *verb, struct control *control);
enum status asking_engine(struct asking *asking, const struct engine *engine,
                          struct failure *failure);
enum status asking_chosen(struct asking *asking, struct failure *failure);
enum status asking_compare(const struct asking *asking, struct failure *failure);
void asking_clear(struct asking *asking);

/* The engine that --engine names, or the first one. STATUS_INPUT if there is none. */
enum status asking_engine_named(const struct arguments *arguments, const struct question *question,
                                const struct engine **engine, struct failure *failure);

/* Ranges of questions: all values of the options that are ranges, on all threads. For each question
 * a line `latency L processors P .. lower N upper N by WHOM`, equal neighbours as one, or a JSON
 * object; with --output the certificates of each latency in L<L>.certs, one behind the other. What
 * was answered before a run is stopped is printed and kept, up to the first that is not
 * answered. */

/* Asks all; asking->question has the first value of each range. The exit status. */
int ask_range_run(struct asking *asking);
