/* SPDX-License-Identifier: MIT */
/* Section 10 of results/THEOREMS.md, message by message: the schedules with the least delay are
 * played by the definition of continuous broadcast. What it knows of a schedule are its messages
 * (time, from, to, item); trees, words and values it knows nothing of. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/model/messages.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/theorems/play.h"
#include "tests/theorems/theorem.h"

/* N = step, 2 step, .. up to `most`. */
struct range {
    int first_latency;
    int last_latency;
    int step;
    int most;
    int shares; /* parts of a latency's numbers, of about the same work; each finds the family
                   of the latency anew */
};

static const struct range sample[] = {{1, 16, 1, 60, 1}, {3, 10, 100, 2000, 1}, {0}};
static const struct range whole[] = {
    {1, 2, 1, 500, 4}, {3, 10, 1, 2000, 16}, {11, 16, 50, 2000, 2}, {0}};

/* The least t such that N processors can be served with delay L + t, from f_i = f_{i-1} + f_{i-L}
 * alone: N <= f_t; for L = 2, t > 0 it is N <= (f_{t+1} + t-1) / 2. */
static int least_depth(int latency, int processors) {
    long recent[64] = {0}; /* f_i at i modulo 64 > L */
    for (int t = 0;; t++) {
        recent[t % 64] = t < latency ? 1 : recent[(t - 1) % 64] + recent[(t - latency) % 64];
        long next = t + 1 < latency ? 1 : recent[t % 64] + recent[(t + 1 - latency) % 64];
        long most = latency == 2 && t > 0 ? (next + t - 1) / 2 : recent[t % 64];
        if (processors <= most)
            return t;
    }
}

static enum status play_all(const struct messages *messages, int depth, struct failure *failure) {
    struct play play = {.latency = messages->latency,
                        .processors = messages->processors,
                        .items = messages->items,
                        .stream = true};
    int delay = 0, finish = 0, least = play.latency + depth, last = play.items - 1 + least;
    enum status status = play_new(&play, failure);
    if (!status)
        status = messages_each(messages, play_message, &play, NULL, failure);
    if (!status)
        status = play_end(&play, &delay, &finish, failure);
    if (!status && (delay != least || finish != last || messages->delay != least ||
                    messages->finish != last || play.count != messages->count))
        status = failure_set(failure, STATUS_INTERNAL,
                             "delay %d, stated %d, least %d; finish %d, stated %d, wanted %d",
                             delay, messages->delay, least, finish, messages->finish, last);
    play_free(&play);
    return status;
}

/* Sets *count to the messages played. */
static enum status check_number(struct pruned_union *unions, int latency, mpz_srcptr processors,
                                long *count, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule made = {0};
    struct schedule periodic;
    struct messages messages;
    struct message_run machine = message_run_postal(latency);
    int depth = least_depth(latency, (int)mpz_get_si(processors)), items = 2 * (latency + depth);
    TRY(best_form_of(unions, latency, processors, NULL, &made, failure));
    TRY(schedule_words(&made, &periodic, failure));
    enum status status =
        messages_of_schedule(&messages, &periodic, &machine, items, false, failure);
    schedule_clear(&periodic);
    if (status)
        return status;
    if (mpz_cmp_si(processors, messages.processors) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "%d processors", messages.processors);
    if (!status)
        status = play_all(&messages, depth, failure);
    *count = messages.count;
    messages_clear(&messages);
    return status;
}

/* What all threads work on; touched inside `critical (theorem_messages)` only. */
struct work {
    enum status status;
    struct failure failure;
    long schedules, all_schedules;
    long messages;
};

/* False: one thread has found a fault. */
static bool work_goes_on(const struct work *work) {
    bool goes_on;
#pragma omp critical(theorem_messages)
    goes_on = !work->status;
    return goes_on;
}

static void work_done(struct work *work, long messages) {
#pragma omp critical(theorem_messages)
    {
        work->schedules++;
        work->messages += messages;
    }
}

static void work_failed(struct work *work, enum status status, int latency, mpz_srcptr processors,
                        const struct failure *failure) {
#pragma omp critical(theorem_messages)
    if (!work->status)
        work->status = failure_set(&work->failure, status, "L = %d, N = %ld: %.400s", latency,
                                   mpz_get_si(processors), failure->message);
}

/* The numbers share+1, share+1 + shares, .. times the step. */
static void check_share(struct work *work, const struct range *range, int latency, int share) {
    struct pruned_union *unions = NULL;
    struct failure failure = {0};
    mpz_t processors;
    mpz_init_set_si(processors, (long)(share + 1) * range->step);
    enum status status = latency == 2 ? STATUS_OK : pruned_union_new(&unions, latency, &failure);
    while (!status && mpz_cmp_si(processors, range->most) <= 0 && work_goes_on(work)) {
        long count = 0;
        status = check_number(unions, latency, processors, &count, &failure);
        if (!status) {
            work_done(work, count);
            mpz_add_ui(processors, processors, (unsigned long)(range->shares * range->step));
        }
    }
    if (status)
        work_failed(work, status, latency, processors, &failure);
    mpz_clear(processors);
    pruned_union_free(unions);
}

static long schedules_of(const struct range *ranges) {
    long count = 0;
    for (; ranges->most; ranges++)
        count += (long)(ranges->last_latency - ranges->first_latency + 1) *
                 (ranges->most / ranges->step);
    return count;
}

static enum status check(const struct range *ranges, struct failure *failure) {
    struct work work = {.all_schedules = schedules_of(ranges)};
    for (; ranges->most; ranges++) {
        int latencies = ranges->last_latency - ranges->first_latency + 1, shares = ranges->shares;
#pragma omp parallel for schedule(dynamic, 1)
        for (int i = latencies * shares - 1; i >= 0; i--)
            check_share(&work, ranges, ranges->first_latency + i / shares, i % shares);
    }
    if (!work.status && work.schedules != work.all_schedules)
        work.status = failure_set(&work.failure, STATUS_INTERNAL, "%ld of %ld schedules",
                                  work.schedules, work.all_schedules);
    if (work.status)
        return failure_set(failure, work.status, "%s", work.failure.message);
    printf("%ld schedules, %ld messages\n", work.schedules, work.messages);
    return STATUS_OK;
}

static enum status try_messages(struct failure *failure) {
    return check(sample, failure);
}

static enum status try_messages_whole(struct failure *failure) {
    return check(whole, failure);
}

static const struct theorem theorems[] = {
    {"messages",
     "all messages played, K = 2(L+t) items, delay L + B(N): L = 1..16, N <= 60, some to 2000",
     try_messages},
    {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"messages",
     "all messages played, K = 2(L+t) items, delay L + B(N): every N <= 2000, L = 3..10, every N "
     "<= 500, L = 1, 2, every 50th N <= 2000, L = 11..16",
     try_messages_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
