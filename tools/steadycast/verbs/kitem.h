/* SPDX-License-Identifier: MIT */
/* The parts of the verb kitem: one question, ranges of them, and one on a LogP machine. */
#ifndef STEADYCAST_TOOLS_KITEM_H
#define STEADYCAST_TOOLS_KITEM_H

#include "solver/question/engines.h"
#include "solver/question/items_time.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"

/* As the options say; L, P and K are the first of their ranges. */
struct question kitem_question(const struct arguments *arguments);

/* Asks the engine of the options; `plans` as in engine_options. */
enum status kitem_ask(const struct arguments *arguments, const struct question *question,
                      struct items_plans *plans, const struct limits *limits,
                      struct outcome *outcome, struct failure *failure);

/* What is kept of an answer. */
struct kitem_entry {
    int counted; /* as in struct items_time */
    int lower;
    int upper;
    const char *by; /* who found the schedule; static; NULL: nobody */
    uint64_t nodes;
    char reason[96]; /* where lower < upper; else "" */
    double seconds;
};
struct kitem_entry kitem_entry_of(const struct outcome *outcome, double seconds);

/* One answer: a line of a range, or a JSON object. */
enum status kitem_print_line(const struct question *question, const struct kitem_entry *entry,
                             bool json, struct failure *failure);

/* All questions of the ranges of --latency, --processors and --items: a line for each, and
 * L<L>.certs in the folder. *settled: all of them are. */
enum status kitem_range(const struct arguments *arguments, struct control *control, bool *settled,
                        struct failure *failure);

/* One certificate for every K from some M on, --every. STATUS_LIMIT if none is found. */
enum status kitem_every(const struct arguments *arguments, struct control *control, bool *settled,
                        struct failure *failure);

/* The same for ranges of --latency and --processors, a line for each, with few items; L<L>.certs in
 * the folder. *settled: K(k) = C(k) for every k in all of them. */
enum status kitem_every_range(const struct arguments *arguments, struct control *control,
                              bool *settled, struct failure *failure);

/* K items on the machine of --logp; the certificates in the folder. *settled: both bounds meet. */
enum status kitem_logp(const struct arguments *arguments, struct control *control, bool *settled,
                       struct failure *failure);

#endif
