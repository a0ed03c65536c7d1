/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, sections 1, 3.1 and 6: how far broadcasts of k items that send each item once
 * are from the best, at most. No schedule ends before C(k), the bound by counting messages
 * (results/THEOREMS.md, 12.1), which is counted here step by step: at time L+i no more than
 * min(f_i, P-1) messages are received.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/construction/two.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

enum {
    MOST_LATENCY = 200,
    MOST_PROCESSORS = 100000,
    MOST_ITEMS = 1000,
    MOST_WRITTEN = 200,
    MOST_MORE = 512
};

struct within {
    struct claim_job *job;
    bool stream; /* optimal continuous broadcast, L steps; else B(P-1) + 2L + k-2, 2L-1 steps */
    struct claim_range latency, all, items, written;
    struct claim_stream certificates;
    long count;
    struct items_plans *plans;
    int farthest; /* of one latency */
};

/* f_i for one latency, up to the first that is as large as any number of processors; f_(2L+j) is
 * j^2/2 or more. */
struct reached {
    int count;
    long *f;
};

static enum status count_reached(struct reached *reached, long latency, long most,
                                 struct failure *failure) {
    int room = (int)(2 * latency) + MOST_MORE;
    reached->f = memory_new((size_t)room, sizeof *reached->f);
    reached->count = 0;
    if (!reached->f)
        return failure_memory(failure, "numbers");
    do {
        int i = reached->count++;
        if (i == room - 1) {
            free(reached->f);
            return failure_set(failure, STATUS_LIMIT, "L = %ld: too many steps", latency);
        }
        reached->f[i] = i < latency ? 1 : reached->f[i - 1] + reached->f[i - latency];
    } while (reached->f[reached->count - 1] < most);
    return STATUS_OK;
}

/* When k (P-1) messages may have been received: goes on from the counting for k-1 items. */
struct counting {
    int time; /* the last step that is counted, from L on; -1: none */
    long received;
};

static void count_on(struct counting *counting, const struct reached *reached, long N, long k) {
    while (counting->received < k * N) {
        int i = ++counting->time;
        counting->received += i < reached->count && reached->f[i] < N ? reached->f[i] : N;
    }
}

/* L + the least delay of a stream, less L: B(P-1), and one more for L = 2 where even a stream of
 * the best kind has to take it (section 9). */
static enum status stream_depth(long latency, long N, int *depth, struct failure *failure) {
    mpz_t processors;
    if (latency != 2)
        return sequence_depth((int)latency, N, depth, failure);
    mpz_init_set_si(processors, N);
    enum status status = two_depth(processors, depth, failure);
    mpz_clear(processors);
    return status;
}

/* A schedule that takes no more than `time`, and the bound, which is the same as counted here. */
static enum status certify(struct within *within, const struct items_question *question, int time,
                           int counted, enum claim_truth *truth, struct failure *failure) {
    struct items_question once = *question;
    const struct items_construction *by;
    struct items_schedule schedule;
    int bound;
    once.single = true;
    enum status status = karp_put_bound(&within->certificates, question, &bound, failure);
    within->count += !status;
    if (!status)
        status = items_construct(within->plans, &once, time, &within->job->limits, &schedule, &by,
                                 failure);
    if (status)
        return status;
    *truth = CLAIM_OPEN;
    if (by) {
        bool enough = schedule.list.finish <= time && bound == counted;
        *truth = enough ? CLAIM_HOLDS : CLAIM_OPEN;
        status = karp_put_list(within->job, &within->certificates, &schedule.list, failure);
        within->count += !status;
        items_schedule_clear(&schedule);
    }
    return status;
}

static enum status try_point(struct within *within, long L, long P, long k, int time, int counted,
                             struct failure *failure) {
    int apart = time - counted, most = within->stream ? (int)L : 2 * (int)L - 1;
    enum claim_truth truth = CLAIM_HOLDS;
    enum status status = STATUS_OK;
    if (P >= within->written.first && P <= within->written.last) {
        struct items_question question = {
            .latency = (int)L, .ports = 1, .processors = (int)P - 1, .items = (int)k};
        status = certify(within, &question, time, counted, &truth, failure);
    }
    /* the bound need not be reached: a distance to it that is too large refutes nothing */
    if (apart > most)
        truth = CLAIM_OPEN;
    if (k > 1 && apart > within->farthest)
        within->farthest = apart;
    if (!status)
        claim_tell(&within->job->finding, CLAIM_AT("L P k", L, P, k), truth, CLAIM_MUTE,
                   "%d steps, and the bound is %d", time, counted);
    return status;
}

static enum status try_processors(struct within *within, const struct reached *reached, long L,
                                  long P, struct failure *failure) {
    struct counting counting = {.time = -1};
    int depth;
    enum status status = within->stream ? stream_depth(L, P - 1, &depth, failure)
                                        : sequence_depth((int)L, P - 1, &depth, failure);
    for (long k = 1; k <= within->items.last && !status; k++) {
        int time = depth + (int)(L + k) - 1 + (within->stream ? 0 : (int)L - 1);
        count_on(&counting, reached, P - 1, k);
        if (k >= within->items.first)
            status = try_point(within, L, P, k, time, (int)L + counting.time, failure);
    }
    return status;
}

static enum status try_latency(struct within *within, long L, struct failure *failure) {
    struct reached reached;
    enum status status = count_reached(&reached, L, within->all.last, failure);
    if (status)
        return status;
    within->farthest = 0;
    for (long P = within->all.first; P <= within->all.last && !status; P++)
        status = try_processors(within, &reached, L, P, failure);
    free(reached.f);
    fprintf(within->job->table, "L=%-3ld k > 1: no more than %d steps above the bound\n", L,
            within->farthest);
    return status;
}

static enum status read_ranges(struct within *within, struct failure *failure) {
    enum status status = claim_range(within->job, "L", 1, MOST_LATENCY, &within->latency, failure);
    if (!status)
        status = claim_range(within->job, "P", 2, MOST_PROCESSORS, &within->all, failure);
    if (!status)
        status = claim_range(within->job, "k", 1, MOST_ITEMS, &within->items, failure);
    if (!status)
        status = claim_range(within->job, "written", 2, MOST_WRITTEN, &within->written, failure);
    return status;
}

static enum status try_within(struct claim_job *job, bool stream, struct failure *failure) {
    struct within within = {.job = job, .stream = stream, .plans = items_plans_new()};
    if (!within.plans)
        return failure_memory(failure, "streams");
    enum status status = read_ranges(&within, failure);
    if (!status)
        status = claim_stream_open(job, "all.certs", &within.certificates, failure);
    if (status) {
        items_plans_free(within.plans);
        return status;
    }
    for (long L = within.latency.first; L <= within.latency.last && !status; L++)
        status = try_latency(&within, L, failure);
    if (status)
        claim_stream_drop(&within.certificates);
    else
        status =
            claim_stream_close(job, &within.certificates, within.count, false, NULL, NULL, failure);
    items_plans_free(within.plans);
    return status;
}

enum status try_within_l(struct claim_job *job, struct failure *failure) {
    return try_within(job, true, failure);
}

enum status try_within_2l_1(struct claim_job *job, struct failure *failure) {
    return try_within(job, false, failure);
}
