/* SPDX-License-Identifier: MIT */
#include "solver/collective/exchange/allreduce.h"

#include <stdlib.h>

#include "automata/memory.h"

/* f_0, f_1, .., up to the first that is >= limit: one number behind the last. */
static int64_t *terms_from(int latency, int64_t limit, int *count) {
    FREED int64_t *terms = NULL;
    for (*count = 0;; ++*count) {
        int i = *count;
        if (!memory_make_room(&terms, (size_t)i, sizeof *terms))
            return NULL;
        terms[i] = i < latency ? 1 : terms[i - 1] + terms[i - latency];
        if (terms[i] >= limit) {
            ++*count;
            break;
        }
    }
    return TAKE(terms);
}

/* The b_t: the sum of b_t f_{T-t} over t = L..T is `rest`. Taking the largest first, what is left
 * never exceeds the sum of those to come. */
static void choose(const int64_t *terms, int latency, int finish, int64_t rest, bool *chosen) {
    for (int t = latency; t <= finish; t++) {
        chosen[t] = terms[finish - t] <= rest;
        if (chosen[t])
            rest -= terms[finish - t];
    }
}

/* The windows r_t, and the messages that make them. */
static void make_messages(struct allreduce *schedule, const bool *chosen, int64_t *window) {
    int latency = schedule->latency;
    schedule->plain = true;
    for (int t = 0; t <= schedule->finish; t++) {
        if (t < latency) {
            window[t] = 0;
            continue;
        }
        int64_t sent = window[t - latency] + chosen[t];
        window[t] = window[t - 1] + sent;
        if (sent > 0)
            schedule->messages[schedule->count++] = (struct allreduce_message){
                t - latency, (int)(window[t - 1] + chosen[t]), chosen[t]};
        if (sent > 0 && !chosen[t])
            schedule->plain = false;
    }
}

static enum status make(struct allreduce *schedule, const int64_t *terms, struct failure *failure) {
    size_t times = (size_t)schedule->finish + 1;
    FREED bool *chosen = memory_new(times, sizeof *chosen);
    FREED int64_t *window = memory_new(times, sizeof *window);
    TRY(memory_check(chosen && window && NEW(times, schedule->messages), failure,
                     "a schedule with combining"));
    choose(terms, schedule->latency, schedule->finish, schedule->processors - 1, chosen);
    make_messages(schedule, chosen, window);
    return STATUS_OK;
}

enum status allreduce_build(struct allreduce *schedule, int latency, int processors,
                            struct failure *failure) {
    int count;
    if (latency < 1 || latency > ALLREDUCE_MOST_LATENCY)
        return failure_input(failure, "a latency of %d is not within 1..%d", latency,
                             ALLREDUCE_MOST_LATENCY);
    if (processors < 1 || processors > ALLREDUCE_MOST_PROCESSORS)
        return failure_input(failure, "%d processors are not within 1..%d", processors,
                             ALLREDUCE_MOST_PROCESSORS);
    FREED int64_t *terms = terms_from(latency, processors, &count);
    TRY(memory_check(terms, failure, "a schedule with combining"));
    struct allreduce made = {.latency = latency, .processors = processors, .finish = count - 1};
    TRY(make(&made, terms, failure));
    *schedule = made;
    return STATUS_OK;
}

void allreduce_clear(struct allreduce *schedule) {
    free(schedule->messages);
    *schedule = (struct allreduce){0};
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct allreduce *schedule = source;
    TRY(limits_check(limits, failure));
    for (int i = 0; i < schedule->count; i++) {
        const struct allreduce_message *m = &schedule->messages[i];
        TRY(take(context,
                 &(struct message){.time = m->time, .from = 0, .to = m->to, .item = m->own},
                 failure));
    }
    return STATUS_OK;
}

struct message_list allreduce_list(const struct allreduce *schedule) {
    return (struct message_list){.machine = message_machine_postal(schedule->latency),
                                 .operands = true,
                                 .processors = schedule->processors - 1,
                                 .items = 1,
                                 .all = true,
                                 .rotation = true,
                                 .count = schedule->count,
                                 .delay = schedule->finish,
                                 .finish = schedule->finish,
                                 .each = each,
                                 .source = schedule};
}

enum status certificate_put_combining(struct certificate_output *output,
                                      const struct allreduce *schedule, bool expanded,
                                      const struct limits *limits, struct failure *failure) {
    enum { ASKED = 1 << 14 }; /* lines between two questions whether to go on */
    certificate_print(output, "model postal\nlatency %d\nprocessors %d\n%sfinish %d\n",
                      schedule->latency, schedule->processors, expanded ? "" : "rotation\n",
                      schedule->finish);
    int senders = expanded ? schedule->processors : 1;
    for (int i = 0; i < schedule->count; i++) {
        const struct allreduce_message *message = &schedule->messages[i];
        certificate_print(output, "step %d\n", message->time);
        for (int from = 0; from < senders; from++) {
            if ((i + from) % ASKED == 0)
                TRY(limits_check(limits, failure));
            certificate_print(output, "send %d %d%s\n", from,
                              (from + message->to) % schedule->processors,
                              message->own ? "" : " others");
        }
    }
    return STATUS_OK;
}
