/* SPDX-License-Identifier: MIT */
/* Section 12 of results/THEOREMS.md: the bound for k items by counting, and schedules that meet it,
 * played message by message. */
#include <stdio.h>
#include <stdlib.h>

#include "solver/items/construction/items_latency_two.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/items_bound.h"
#include "solver/question/constructions.h"
#include "tests/theorems/play.h"
#include "tests/theorems/theorem.h"

/* f_0, f_1, .. of one latency, and the sums over min(f_i, N), from the definitions alone. */
enum { TERMS = 4096 };

static void fill_sequence(int latency, long f[TERMS]) {
    for (int i = 0; i < TERMS; i++) {
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
        if (f[i] > 1000000000)
            f[i] = 1000000000; /* larger than all that it is compared with */
    }
}

static int counted(int latency, const long f[TERMS], long processors, long items) {
    long sum = 0;
    for (int j = 0;; j++) {
        long term = j < TERMS && f[j] < processors ? f[j] : processors;
        sum += term;
        if (sum >= processors * items)
            return latency + j;
    }
}

/* --- Propositions 12 and 13 --- */

struct tally {
    long questions;
    long failures; /* of Theorem 3.1, k > 1: its number is above C(k) */
};

static enum status compare_with_library(int latency, long processors, long items, int expected,
                                        struct failure *failure) {
    struct items_question question = {latency, 1, (int)processors, (int)items, false, 0};
    int finish = 0;
    enum status status = items_question_bound(&question, &finish, failure);
    if (!status && finish != expected)
        status = failure_set(failure, STATUS_INTERNAL,
                             "L = %d, N = %ld, k = %ld: bound %d, by its definition %d", latency,
                             processors, items, finish, expected);
    return status;
}

/* C(k) and the number of Theorem 3.1 for all k <= k* + 3 of one N. */
static enum status check_bounds(int latency, const long f[TERMS], long processors,
                                struct tally *tally, struct failure *failure) {
    int n = -1; /* f_n < N <= f_{n+1} */
    long sum = 0;
    while (f[n + 1] < processors)
        sum += f[++n];
    long most = sum / processors, first = 0;
    if (most > latency)
        return failure_set(failure, STATUS_INTERNAL, "L = %d, N = %ld: k* = %ld", latency,
                           processors, most);
    for (long k = 1; k <= most + 3; k++) {
        int bound = counted(latency, f, processors, k), printed = (int)(latency + n + k - most);
        bool holds = bound >= printed;
        bool rule = k > most || f[latency + n + k - most - 1] <= k * processors;
        if (holds != rule || bound > printed || (first && !holds))
            return failure_set(failure, STATUS_INTERNAL,
                               "L = %d, N = %ld, k = %ld: C(k) = %d, Theorem 3.1 says %d", latency,
                               processors, k, bound, printed);
        first = holds && !first ? k : first;
        tally->questions++;
        tally->failures += !holds && k > 1;
        if (processors % 16 == 0) {
            enum status status = compare_with_library(latency, processors, k, bound, failure);
            if (status)
                return status;
        }
    }
    return STATUS_OK;
}

static enum status try_items_bound(struct failure *failure) {
    struct tally tally = {0, 0};
    enum status status = STATUS_OK;
    long f[TERMS];
    for (int latency = 1; latency <= 12; latency++) {
        fill_sequence(latency, f);
        for (long processors = 1; processors <= 3000 && !status; processors++)
            status = check_bounds(latency, f, processors, &tally, failure);
    }
    if (!status)
        printf("%ld times C(k), %ld of them, k > 1, below Theorem 3.1\n", tally.questions,
               tally.failures);
    return status;
}

/* --- schedules --- */

/* Plays the list; it must end at `least`. */
static enum status play_list(const struct message_list *list, int least, struct failure *failure) {
    struct play play = {
        .latency = list->machine.latency, .processors = list->processors, .items = list->items};
    int delay = 0, finish = 0;
    enum status status = play_new(&play, failure);
    if (!status)
        status = message_list_each(list, play_message, &play, NULL, failure);
    if (!status)
        status = play_end(&play, &delay, &finish, failure);
    if (!status && (finish != least || list->finish != least))
        status = failure_set(failure, STATUS_INTERNAL, "ends at %d, stated %d, least %d", finish,
                             list->finish, least);
    play_free(&play);
    return status;
}

static enum status play_every(struct every_items *every, int items, int least,
                              struct failure *failure) {
    struct items_message_source *told;
    struct message_list list;
    enum status status = every_items_list(every, items, &told, &list, NULL, failure);
    if (status)
        return status;
    status = play_list(&list, least, failure);
    items_message_source_free(told);
    return status;
}

static enum status name_case(enum status status, int latency, int processors, int items,
                             struct failure *failure) {
    struct failure what = *failure;
    return status ? failure_set(failure, status, "L = %d, N = %d, k = %d: %.300s", latency,
                                processors, items, what.message)
                  : STATUS_OK;
}

/* Every N <= most, k = 2, 2 + step, ..: the bound is met, so Corollary 3.2 of the paper is
 * false. */
static enum status check_two(int most, int most_items, int step, struct failure *failure) {
    long f[TERMS], messages = 0;
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init(processors);
    fill_sequence(2, f);
    for (int n = 1; n <= most && !status; n++) {
        struct every_items every;
        bool found = false;
        mpz_set_si(processors, n);
        status = endgame_find(2, processors, NULL, &every, &found, failure);
        if (!status && !found)
            status = failure_set(failure, STATUS_INTERNAL, "no endgame is found");
        if (status)
            status = name_case(status, 2, n, 0, failure);
        for (int k = 2; k <= most_items && !status; k += step) {
            status = play_every(&every, k, counted(2, f, n, k), failure);
            status = name_case(status, 2, n, k, failure);
            messages += (long)n * k;
        }
        if (found)
            every_items_clear(&every);
    }
    mpz_clear(processors);
    if (!status)
        printf("%d numbers of processors, %ld messages\n", most, messages);
    return status;
}

static enum status try_items_two(struct failure *failure) {
    return check_two(100, 22, 5, failure);
}

static enum status try_items_two_whole(struct failure *failure) {
    return check_two(400, 64, 1, failure);
}

/* L = 2, each item sent once, where the stream is a step slower. */
static enum status check_single(int most, struct failure *failure) {
    long f[TERMS], cases = 0;
    enum status status = STATUS_OK;
    mpz_t processors;
    fill_sequence(2, f);
    mpz_init(processors);
    for (int n = 1, depth = 0; n <= most && !status; n++) {
        struct items_colours colours;
        struct every_items every;
        bool needed = false;
        while (f[depth] < n)
            depth++;
        mpz_set_si(processors, n);
        status = two_single_needed(processors, &needed, failure);
        if (status || !needed)
            continue;
        status =
            name_case(two_single_colours(&colours, processors, NULL, failure), 2, n, 0, failure);
        if (status)
            break;
        every_items_of_colours(&every, &colours);
        if (!every_items_time(&every).single)
            status = failure_set(failure, STATUS_INTERNAL, "N = %d: not single-sending", n);
        for (int k = 1; k <= 13 && !status; k += 4)
            status = name_case(play_every(&every, k, 2 + depth + k - 1, failure), 2, n, k, failure);
        every_items_clear(&every);
        cases++;
    }
    mpz_clear(processors);
    if (!status)
        printf("%ld numbers of processors\n", cases);
    return status;
}

static enum status try_items_single(struct failure *failure) {
    return check_single(400, failure);
}

static enum status try_items_single_whole(struct failure *failure) {
    return check_single(4000, failure);
}

/* L = 1. */
static enum status check_one(int most, int most_items, int step, struct failure *failure) {
    static const struct limits endless = {.threads = 1};
    struct items_plans *plans = items_plans_new();
    const struct items_construction *by;
    long f[TERMS], messages = 0;
    enum status status = plans ? STATUS_OK : failure_memory(failure, "plans");
    fill_sequence(1, f);
    for (int n = 1; n <= most && !status; n++)
        for (int k = 1; k <= most_items && !status; k += step) {
            struct items_schedule schedule;
            const struct items_question question = {1, 1, n, k, false, 0};
            status = name_case(items_construct(plans, &question, counted(1, f, n, k), &endless,
                                               &schedule, &by, failure),
                               1, n, k, failure);
            if (status)
                break;
            status = name_case(play_list(&schedule.list, counted(1, f, n, k), failure), 1, n, k,
                               failure);
            messages += schedule.list.count;
            items_schedule_clear(&schedule);
        }
    items_plans_free(plans);
    if (!status)
        printf("%d numbers of processors, %ld messages\n", most, messages);
    return status;
}

static enum status try_items_one(struct failure *failure) {
    return check_one(150, 21, 5, failure);
}

static enum status try_items_one_whole(struct failure *failure) {
    return check_one(1000, 33, 4, failure);
}

/* L >= 3, every step-th N of first..last: an endgame is found, and meets the bound. */
struct endgame_range {
    int latency;
    int first;
    int last;
    int step;
};

static enum status check_endgame(const long f[TERMS], int latency, int n, struct failure *failure) {
    struct every_items every;
    bool found = false;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    enum status status = endgame_find(latency, processors, NULL, &every, &found, failure);
    mpz_clear(processors);
    if (!status && !found)
        status = failure_set(failure, STATUS_INTERNAL, "no endgame is found");
    if (status)
        return status;
    struct every_items_time time = every_items_time(&every);
    for (int more = 0; more <= 9 && !status; more = more ? 3 * more : 1)
        status = play_every(&every, time.first + more, time.first + more + time.late, failure);
    int many = time.first + 9; /* more than k* */
    if (!status && counted(latency, f, n, many) != many + time.late)
        status = failure_set(failure, STATUS_INTERNAL, "the bound is not met");
    every_items_clear(&every);
    return status;
}

static enum status check_endgames(const struct endgame_range *range, struct failure *failure) {
    long f[TERMS], cases = 0;
    enum status status = STATUS_OK;
    for (; range->latency && !status; range++) {
        fill_sequence(range->latency, f);
        for (int n = range->first; n <= range->last && !status; n += range->step) {
            status = check_endgame(f, range->latency, n, failure);
            status = name_case(status, range->latency, n, 0, failure);
            cases += !status;
        }
    }
    if (!status)
        printf("%ld numbers of processors\n", cases);
    return status;
}

static enum status try_items_endgame(struct failure *failure) {
    static const struct endgame_range sample[] = {{3, 46, 500, 29},
                                                  {4, 10, 300, 29},
                                                  {5, 10, 300, 41},
                                                  {6, 10, 300, 41},
                                                  {8, 14, 300, 41},
                                                  {12, 16, 200, 41},
                                                  {0}};
    return check_endgames(sample, failure);
}

static enum status try_items_endgame_whole(struct failure *failure) {
    static const struct endgame_range whole[] = {{3, 2, 2500, 1},
                                                 {4, 2, 1000, 1},
                                                 {5, 2, 400, 1},
                                                 {6, 2, 400, 1},
                                                 {7, 2, 400, 1},
                                                 {8, 2, 400, 1},
                                                 {9, 2, 300, 1},
                                                 {3, 2501, 20000, 1993},
                                                 {10, 16, 300, 7},
                                                 {11, 16, 300, 7},
                                                 {12, 16, 300, 7},
                                                 {4, 1001, 8500, 293},
                                                 {0}};
    return check_endgames(whole, failure);
}

static const struct theorem theorems[] = {
    {"items-bound",
     "k items: C(k) by counting and Theorem 3.1 of the paper: L <= 12, N <= 3000, k <= k* + 3",
     try_items_bound},
    {"items-two", "k items, L = 2: all messages of C(k) steps played: N <= 100, k <= 22",
     try_items_two},
    {"items-single",
     "L = 2, each item sent once, 2 + B(N) + k-1 steps where a stream takes one more: N <= 400",
     try_items_single},
    {"items-one", "k items, L = 1: all messages of C(k) steps played: N <= 150, k <= 21",
     try_items_one},
    {"items-endgame",
     "k items: endgames that meet C(k), all messages for four k: some N <= 500, L = 3..12",
     try_items_endgame},
    {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"items-two", "k items, L = 2: all messages of C(k) steps played: every N <= 400, k <= 64",
     try_items_two_whole},
    {"items-single",
     "L = 2, each item sent once, 2 + B(N) + k-1 steps where a stream takes one more: N <= 4000",
     try_items_single_whole},
    {"items-one", "k items, L = 1: all messages of C(k) steps played: N <= 1000, k <= 33",
     try_items_one_whole},
    {"items-endgame",
     "k items: endgames that meet C(k), all messages for four k: every N, L = 3, N <= 2500, L = 4, "
     "N <= 1000, L = 5..8, N <= 400, L = 9, N <= 300, and some others, L = 3..12",
     try_items_endgame_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
