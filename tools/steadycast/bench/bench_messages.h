/*
 * Lists of messages as something to be measured.
 */
#ifndef STEADYCAST_TOOLS_BENCH_MESSAGES_H
#define STEADYCAST_TOOLS_BENCH_MESSAGES_H

#include "solver/model/messages.h"
#include "tools/steadycast/bench/bench.h"

struct bench_list {
    const struct bench_options *options;
    const struct message_list *list;
};

/* Tells all messages of the list and adds their items up. The context is a struct bench_list. */
enum status bench_tell_work(void *context, struct failure *failure);

/* The messages of the best schedule for `served` processors beside the source, L = 3. */
enum status bench_best_messages(struct messages *messages, int served, int items,
                                const struct bench_options *options, struct failure *failure);

/* A record of messages a second against the memory: the limit is a list that is read from there. */
struct bench_record bench_told(const struct bench_options *options, const struct message_list *list,
                               double seconds);

#endif
