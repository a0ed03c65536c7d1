/* SPDX-License-Identifier: MIT */
/*
 * Chains of broadcasting boxes of Bar-Noy and Ho: the boxes one by one, chains of any of them, the
 * representation of Proposition 8, and what happens when the broadcaster stops (Lemma 5).
 */
#include <stdlib.h>

#include "solver/collective/multiport/multiport_bound.h"
#include "solver/model/message_play.h"
#include "tools/claims/methods/multiport/multiport_sweep.h"

/* Each message, b = its batch, is with all when it should: after round b + 1 + `time` at the
 * latest, and in one message exactly then. */
static enum status play_chain(const struct multiport_sweep *sweep, struct multiport_chain *chain,
                              int time, bool *in_time, bool *exact, int *last,
                              struct failure *failure) {
    struct items_schedule schedule;
    int done[MULTIPORT_MOST_M], items = (int)sweep->m.last;
    chain->processors = 1;
    for (int box = 0; box < chain->count; box++)
        chain->processors += chain->boxes[box].processors;
    enum status status =
        multiport_schedule_chain(chain, items, MULTIPORT_ANY_ORDER, &schedule, failure);
    if (status)
        return status;
    status = message_verify(&schedule.list, done, &sweep->job->limits, failure);
    items_schedule_clear(&schedule);
    *in_time = true;
    *exact = false;
    *last = 0;
    for (int item = 0; item < items && !status; item++) {
        int after = done[item] - 1 - item / chain->ports;
        *in_time = *in_time && after <= time;
        *exact = *exact || after == time;
        *last = done[item] > *last ? done[item] : *last;
    }
    return status;
}

/* A box alone, and then with a nice box behind it which takes what it sends out; its last
 * processors have a message `delay` and their own time later. */
static enum status tell_box(struct multiport_sweep *sweep, int k, struct multiport_box box,
                            struct failure *failure) {
    struct multiport_chain alone = {.ports = k, .count = 1, .boxes = {box}};
    struct multiport_chain both = {
        .ports = k, .count = 2, .boxes = {box, multiport_box_nice(k, box.depth)}};
    bool in_time, exact, second_in_time, second_exact;
    int last;
    enum status status = play_chain(sweep, &alone, box.time, &in_time, &exact, &last, failure);
    if (!status)
        status = play_chain(sweep, &both, box.delay + box.depth, &second_in_time, &second_exact,
                            &last, failure);
    if (status)
        return status;
    claim_tell(&sweep->job->finding,
               CLAIM_AT("n k d a", box.processors + 1, k, box.depth, box.factor),
               in_time && second_in_time ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
               "not in %d rounds, or not sent on after %d", box.time, box.delay);
    sweep->counts[0]++;
    sweep->counts[1] += exact && second_exact;
    return STATUS_OK;
}

static enum status point_nice(struct multiport_sweep *sweep, int n, int k,
                              struct failure *failure) {
    return multiport_try_nice(sweep, n, k, tell_box, failure);
}

static enum status point_special(struct multiport_sweep *sweep, int n, int k,
                                 struct failure *failure) {
    return multiport_try_special(sweep, n, k, tell_box, failure);
}

/* n - 1 < 2k by the k-tree algorithm, as the last box; the corrected statement is the exact time:
 * 0, 1 if n - 2 divides k, else 2. */
static enum status point_small(struct multiport_sweep *sweep, int n, int k,
                               struct failure *failure) {
    struct multiport_chain trees = {
        .ports = k, .count = 1, .boxes = {multiport_box_k_tree(k, n - 1)}};
    bool in_time, exact;
    int last, time = n == 2 ? 0 : n - 2 <= k && k % (n - 2) == 0 ? 1 : 2;
    if (n - 1 >= 2 * k)
        return STATUS_OK;
    enum status status = play_chain(sweep, &trees, 2, &in_time, &exact, &last, failure);
    bool exactly = in_time;
    if (!status)
        status = play_chain(sweep, &trees, time, &exactly, &exact, &last, failure);
    if (status)
        return status;
    claim_tell(&sweep->job->finding, CLAIM_AT("n k", n, k), claim_truth_of(in_time),
               claim_truth_of(exactly && (exact || sweep->m.last < k)), "not in %d rounds", time);
    sweep->counts[0]++;
    sweep->counts[1] += time == 2 && multiport_star_fits(k, n);
    return STATUS_OK;
}

static enum status run(struct claim_job *job, multiport_point *point, const char *format,
                       struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = multiport_sweep_run(&sweep, job, point, failure);
    if (!status)
        fprintf(job->table, "n %ld..%ld, k %ld..%ld, m <= %ld: %ld tried; %s: %ld\n", sweep.n.first,
                sweep.n.last, sweep.k.first, sweep.k.last, sweep.m.last, sweep.counts[0], format,
                sweep.counts[1]);
    return status;
}

enum status try_multiport_nice(struct claim_job *job, struct failure *failure) {
    return run(job, point_nice, "time and delay exactly as promised", failure);
}

enum status try_multiport_special(struct claim_job *job, struct failure *failure) {
    return run(job, point_special, "time and delay exactly as promised", failure);
}

enum status try_multiport_small(struct claim_job *job, struct failure *failure) {
    return run(job, point_small, "one round less by trees of height 2", failure);
}

/* A chain of rotating boxes, and behind each of them trees or nothing. */
struct chains {
    struct multiport_sweep *sweep;
    struct multiport_chain chain;
    int most; /* boxes */
};

static enum status tell_chain(struct chains *chains, struct failure *failure) {
    struct multiport_chain *chain = &chains->chain;
    bool in_time, exact;
    int last, time = multiport_chain_time(chain), m = (int)chains->sweep->m.last;
    enum status status = play_chain(chains->sweep, chain, time, &in_time, &exact, &last, failure);
    if (status)
        return status;
    claim_tell(&chains->sweep->job->finding, CLAIM_AT("n k m", chain->processors, chain->ports, m),
               in_time && last <= multiport_batches(m, chain->ports) + time ? CLAIM_HOLDS
                                                                            : CLAIM_FAILS,
               CLAIM_MUTE, "%d boxes take %d rounds", chain->count, last);
    chains->sweep->counts[0]++;
    chains->sweep->counts[1] += exact;
    return STATUS_OK;
}

static enum status each_chain(struct chains *chains, int left, struct failure *failure);

static enum status extend(struct chains *chains, struct multiport_box box, int left,
                          struct failure *failure) {
    if (box.processors > left)
        return STATUS_OK;
    chains->chain.boxes[chains->chain.count++] = box;
    enum status status = each_chain(chains, left - box.processors, failure);
    chains->chain.count--;
    return status;
}

/* All chains that fill what is left. */
static enum status each_chain(struct chains *chains, int left, struct failure *failure) {
    struct multiport_chain *chain = &chains->chain;
    enum status status = STATUS_OK;
    int k = chain->ports;
    if (left == 0)
        return tell_chain(chains, failure);
    chain->boxes[chain->count++] = multiport_box_k_tree(k, left);
    status = tell_chain(chains, failure);
    chain->count--;
    if (chain->count == chains->most)
        return status;
    for (int depth = 1; multiport_nice_size(k, depth) <= left && !status; depth++)
        status = extend(chains, multiport_box_nice(k, depth), left, failure);
    for (int depth = 2; multiport_special_size(k, depth, 1) <= left; depth++)
        for (int factor = 1; factor <= k && !status; factor++)
            if (multiport_special_size(k, depth, factor) <= left)
                status = extend(chains, multiport_box_special(k, depth, factor), left, failure);
    return status;
}

static enum status point_chains(struct multiport_sweep *sweep, int n, int k,
                                struct failure *failure) {
    struct chains chains = {.sweep = sweep, .chain = {.ports = k}, .most = 2};
    return each_chain(&chains, n - 1, failure);
}

enum status try_multiport_chains(struct claim_job *job, struct failure *failure) {
    return run(job, point_chains, "exactly as promised", failure);
}

/* The three properties, with all boxes counted and the logarithm and one for their number;
 * counts[1] those with fewer boxes than the logarithm. */
static enum status point_representation(struct multiport_sweep *sweep, int n, int k,
                                        struct failure *failure) {
    struct multiport_chain chain;
    enum status status = multiport_chain_make(MULTIPORT_BY_ROTATION, k, n, &chain, failure);
    int sum = 0, depth = multiport_log(k, n), least = depth + 1;
    bool right = true;
    for (int i = 0; i < chain.count && !status; i++) {
        const struct multiport_box *box = &chain.boxes[i];
        bool last = i == chain.count - 1;
        sum += box->processors;
        if (box->kind == MULTIPORT_SPECIAL) {
            long size =
                box->factor * (multiport_nice_size(k, box->depth - 1) + 1) + k - box->factor;
            right = right && size == box->processors && box->depth < least && box->depth >= 2;
            least = box->depth;
        } else if (box->kind == MULTIPORT_NICE) {
            right = right && last && box->depth < least;
            right = right && multiport_nice_size(k, box->depth) == box->processors;
        } else {
            right = right && last && box->processors < 2 * k;
        }
    }
    right = right && sum == n - 1;
    if (status)
        return status;
    claim_tell(&sweep->job->finding, CLAIM_AT("n k", n, k),
               claim_truth_of(right && chain.count < depth + 1), CLAIM_MUTE,
               "l = %d, and the logarithm is %d", chain.count, depth);
    sweep->counts[0]++;
    sweep->counts[1] += chain.count < depth;
    return STATUS_OK;
}

enum status try_multiport_representation(struct claim_job *job, struct failure *failure) {
    return run(job, point_representation, "fewer boxes than the logarithm", failure);
}

/* Rounds when only m messages are made, in a run of their own. */
static enum status rounds_of(const struct multiport_sweep *sweep,
                             const struct multiport_chain *chain, int m, int *rounds,
                             struct failure *failure) {
    struct items_schedule schedule;
    int done[MULTIPORT_MOST_M];
    enum status status =
        multiport_schedule_chain(chain, m, MULTIPORT_ANY_ORDER, &schedule, failure);
    if (status)
        return status;
    status = message_verify(&schedule.list, done, &sweep->job->limits, failure);
    items_schedule_clear(&schedule);
    *rounds = 0;
    for (int item = 0; item < m && !status; item++)
        *rounds = done[item] > *rounds ? done[item] : *rounds;
    return status;
}

static enum status tell_stopping(struct multiport_sweep *sweep, const struct multiport_chain *chain,
                                 const char *name, struct failure *failure) {
    int k = chain->ports, n = chain->processors, time = 0, all[MULTIPORT_MOST_M], rounds;
    enum status status = multiport_rounds(sweep, chain, all, failure);
    for (int item = 0; item < sweep->m.last && !status; item++)
        time = all[item] - item / k > time ? all[item] - item / k : time;
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        status = rounds_of(sweep, chain, m, &rounds, failure);
        if (status)
            break;
        bool in_time = rounds == all[m - 1] && rounds <= multiport_batches(m, k) - 1 + time;
        bool near = rounds - multiport_bound_simple(k, n, m) <= time - multiport_log(k, n);
        claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
                   in_time && near ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "%s takes %d rounds",
                   name, rounds);
        sweep->counts[0]++;
        sweep->counts[1] += rounds == multiport_batches(m, k) - 1 + time;
    }
    return status;
}

static enum status point_stopping(struct multiport_sweep *sweep, int n, int k,
                                  struct failure *failure) {
    enum status status = STATUS_OK;
    for (int algorithm = 0; algorithm <= MULTIPORT_BY_BEST && !status; algorithm++) {
        struct multiport_chain chain;
        enum multiport_algorithm by = (enum multiport_algorithm)algorithm;
        status = multiport_chain_make(by, k, n, &chain, failure);
        if (!status)
            status = tell_stopping(sweep, &chain, multiport_algorithm_name(by), failure);
    }
    return status;
}

enum status try_multiport_stopping(struct claim_job *job, struct failure *failure) {
    return run(job, point_stopping, "all that the lemma allows", failure);
}
