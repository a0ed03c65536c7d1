/*
 * What the verb solve is made of: the answers of the engines that were asked, how they are printed,
 * and the questions of solver/question/serve.h.
 */
#ifndef STEADYCAST_TOOLS_SOLVE_H
#define STEADYCAST_TOOLS_SOLVE_H

#include "solver/decide/answer.h"
#include "solver/question/serve.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/options.h"

enum { SOLVE_MOST_ENGINES = 8 };

/* The answers of the engines that were asked, and which one is given. */
struct answers {
    struct answer list[SOLVE_MOST_ENGINES];
    int count;
    const struct answer *given;
    bool general;   /* they come from the engines of serve.h */
    char state[64]; /* the file's name, unless another is chosen */
};

const char *solve_verdict_name(enum verdict verdict);

/* One line on stderr about an engine's answer, unless --quiet. */
void solve_remark(const struct control *control, const char *engine, const struct answer *answer,
                  double seconds);

/* Says on stderr that an engine does not take the question; STATUS_OK. */
enum status solve_does_not_apply(const char *engine, const struct failure *failure);

/* What an answer rests on, in a few lines on stdout. */
void solve_print_reason(const struct answer *answer);

/* What the search met and pruned, in a few lines on stdout. */
void solve_print_statistics(const struct answer *answer);

/*
 * One JSON object on stdout, with the statistics if they were asked for; the exit status of the
 * verdict. `path` of the certificate, or NULL. A `general` question adds how many processors it is
 * about, the class that was asked, and which depth and period the schedule has that was found.
 */
int solve_print_json(const struct arguments *arguments, const struct answer *answer, bool general,
                     const char *path, double seconds);

/* Reads block-cyclic, stationary, periodic:T or any into `question`: its class and period.
 * STATUS_INPUT for another text. */
enum status solve_parse_class(const char *text, struct serve_question *question,
                              struct failure *failure);

/* -N, or P(t) without it, into `processors`, which is initialised. */
enum status solve_parse_processors(const struct arguments *arguments, mpz_ptr processors,
                                   struct failure *failure);

/* Is the question about other than block-cyclic schedules for P(t) processors? STATUS_INPUT if the
 * options do not fit together. */
enum status solve_is_general(const struct arguments *arguments, bool *general,
                             struct failure *failure);

/* Asks the engines of solver/question/serve.h: the one chosen, all, or one after the other until
 * one answers.
 */
enum status solve_ask_general(const struct arguments *arguments, struct control *control,
                              struct answers *answers, struct failure *failure);

#endif
