/*
 * The rotation algorithm of Bar-Noy and Ho for all n, k and m, beside the best chain of boxes that
 * is known, and how far both are from the least number of rounds.
 */
#include <stdlib.h>

#include "solver/engine/items_time.h"
#include "solver/items/items_bound.h"
#include "tools/steadycast/claims/methods/multiport/multiport_sweep.h"

struct rounds {
    int printed[MULTIPORT_MOST_M]; /* [m-1]: by the rotation algorithm as it is printed */
    int best[MULTIPORT_MOST_M];
    int time; /* of any message, after it was sent: printed */
    int best_time;
};

static int time_of(const struct multiport_sweep *sweep, const int *rounds, int k) {
    int time = 0;
    for (int m = 1; m <= sweep->m.last; m++) {
        int after = rounds[m - 1] - multiport_batches(m, k);
        time = after > time ? after : time;
    }
    return time;
}

static enum status play(const struct multiport_sweep *sweep, int n, int k, struct rounds *rounds,
                        struct failure *failure) {
    struct multiport_chain printed, best;
    enum status status = multiport_chain_make(MULTIPORT_BY_ROTATION, k, n, &printed, failure);
    if (!status)
        status = multiport_chain_make(MULTIPORT_BY_BEST, k, n, &best, failure);
    if (!status)
        status = multiport_rounds(sweep, &printed, rounds->printed, failure);
    if (!status)
        status = multiport_rounds(sweep, &best, rounds->best, failure);
    if (!status) {
        rounds->time = time_of(sweep, rounds->printed, k);
        rounds->best_time = time_of(sweep, rounds->best, k);
    }
    return status;
}

/* No algorithm in which the broadcaster sends k messages in every round, each once, has all within
 * `depth` rounds more: results/THEOREMS.md section 17.4. */
static bool is_hopeless(int n, int k, int depth) {
    long gap = multiport_nice_size(k, depth) + 1 - n;
    return depth == 1 ? !multiport_star_fits(k, n) : gap >= 1 && 2 * gap < k - 2;
}

static enum status point_time(const struct multiport_sweep *sweep, int n, int k,
                              struct multiport_part *part, struct failure *failure) {
    struct rounds rounds;
    int depth = multiport_log(k, n);
    enum status status = play(sweep, n, k, &rounds, failure);
    if (status)
        return status;
    bool corrected = rounds.time <= depth + 1 && rounds.best_time <= rounds.time &&
                     (rounds.best_time > depth || !is_hopeless(n, k, depth));
    claim_tell(&part->finding, rounds.time <= depth ? CLAIM_HOLDS : CLAIM_FAILS,
               corrected ? CLAIM_HOLDS : CLAIM_FAILS,
               "n=%d, k=%d: %d rounds after it is sent, not %d", n, k, rounds.time, depth);
    part->counts[0]++;
    part->counts[1] += rounds.time > depth;
    part->counts[2] += rounds.best_time > depth;
    part->counts[3] += is_hopeless(n, k, depth);
    return STATUS_OK;
}

static enum status point_rotation(const struct multiport_sweep *sweep, int n, int k,
                                  struct multiport_part *part, struct failure *failure) {
    struct rounds rounds;
    int depth = multiport_log(k, n);
    enum status status = play(sweep, n, k, &rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        int promised = multiport_batches(m, k) + depth, printed = rounds.printed[m - 1];
        int most = promised + (k > 4);
        claim_tell(&part->finding, printed <= promised ? CLAIM_HOLDS : CLAIM_FAILS,
                   printed <= most && rounds.best[m - 1] <= most ? CLAIM_HOLDS : CLAIM_FAILS,
                   "n=%d, k=%d, m=%d: %d rounds, not %d", n, k, m, printed, promised);
        part->counts[0]++;
        part->counts[1] += printed > promised;
        part->counts[2] += rounds.best[m - 1] > promised;
    }
    return status;
}

/* Of the points that stay open, those so small that they are decided by search: receptions. */
enum { MOST_SEARCHED = 30 };

/* A schedule of at most `wanted` rounds by search, kept as a certificate; *found says whether. */
static enum status search(struct claim_job *job, const struct items_question *question, int wanted,
                          bool *found, int *rounds, struct failure *failure) {
    struct limits limits = claim_limits(job);
    struct items_time time;
    char name[80], path[CLAIM_PATH_ROOM];
    struct items_plans *plans = items_plans_new();
    *found = false;
    if (!plans)
        return failure_memory(failure, "plans");
    snprintf(name, sizeof name, "n%d-k%d-m%d.cert", question->processors + 1, question->ports,
             question->items);
    enum status status =
        items_time_find(plans, question, ITEMS_ANY, ITEMS_ORDERED, &limits, &time, failure);
    if (!status) {
        *found = time.upper <= wanted;
        *rounds = time.upper;
        if (*found)
            status = claim_path(job, name, path, failure);
        if (*found && !status)
            status = items_time_write(&time, ITEMS_UPPER, path, NULL, &limits, failure);
        if (*found && !status)
            status = claim_verify(job, path, "the last at time ", failure);
        items_time_clear(&time);
    }
    items_plans_free(plans);
    return status;
}

/* One (n,k,m): the least number of rounds is at least what counting says, and at most those of the
 * best schedule that is known. */
static enum status tell_optimal(const struct multiport_sweep *sweep, int n, int k, int m,
                                int printed, int best, struct multiport_part *part,
                                struct failure *failure) {
    struct items_question question = {1, k, n - 1, m, false};
    bool found = false;
    int lower = 0;
    enum status status = items_question_bound(&question, &lower, failure);
    best = printed < best ? printed : best;
    part->counts[0]++;
    part->counts[1] += printed == lower;
    part->counts[2] += best == lower;
    part->counts[3] += printed > lower + 1;
    if (!status && printed > lower + 1 && best >= printed - 1 && (n - 1) * m <= MOST_SEARCHED) {
#pragma omp critical(multiport_search)
        status = search(sweep->job, &question, printed - 2, &found, &best, failure);
    }
    if (status)
        return status;
    claim_tell(&part->finding,
               printed <= lower + 1          ? CLAIM_HOLDS
               : found || printed > best + 1 ? CLAIM_FAILS
                                             : CLAIM_OPEN,
               printed <= lower + 2 && best <= lower + 1 ? CLAIM_HOLDS : CLAIM_FAILS,
               "n=%d, k=%d, m=%d: %d rounds, and %d are enough", n, k, m, printed, best);
    return STATUS_OK;
}

static enum status point_optimal(const struct multiport_sweep *sweep, int n, int k,
                                 struct multiport_part *part, struct failure *failure) {
    struct rounds rounds;
    enum status status = play(sweep, n, k, &rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++)
        status =
            tell_optimal(sweep, n, k, m, rounds.printed[m - 1], rounds.best[m - 1], part, failure);
    return status;
}

static enum status sweep_all(struct claim_job *job, multiport_point *point,
                             struct multiport_sweep *sweep, struct failure *failure) {
    enum status status = multiport_sweep_init(sweep, job, failure);
    if (!status)
        status = multiport_sweep_run(sweep, point, failure);
    if (!status)
        fprintf(job->table, "n %ld..%ld, k %ld..%ld, m <= %ld\n", sweep->n.first, sweep->n.last,
                sweep->k.first, sweep->k.last, sweep->m.last);
    return status;
}

/* For n <= k+1 the hopeless ones can be seen in one round: k messages, sent once each, are not with
 * all a round later, by a refuted formula for small n and k. */
static enum status refute_single(struct claim_job *job, int n, int k, struct failure *failure) {
    struct items_question question = {1, k, n - 1, k, true};
    struct limits limits = claim_limits(job);
    struct items_time time;
    char name[80], path[CLAIM_PATH_ROOM];
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    snprintf(name, sizeof name, "single-n%d-k%d.cert", n, k);
    enum status status = claim_path(job, name, path, failure);
    if (!status)
        status =
            items_time_find(plans, &question, ITEMS_ANY, ITEMS_ORDERED, &limits, &time, failure);
    if (!status) {
        if (time.lower != 3)
            status = failure_set(failure, STATUS_INTERNAL, "n=%d, k=%d: %d rounds, not 3", n, k,
                                 time.lower);
        if (!status)
            status = items_time_write(&time, ITEMS_LOWER, path, NULL, &limits, failure);
        if (!status)
            status = claim_verify(job, path, "by time 2 if it sends each item once", failure);
        items_time_clear(&time);
    }
    items_plans_free(plans);
    return status;
}

enum { MOST_REFUTED = 50 }; /* n k; a second for the largest */

static enum status refute_all(const struct multiport_sweep *sweep, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int k = (int)sweep->k.first; k <= sweep->k.last; k++)
        for (int n = (int)sweep->n.first; n <= k && n * k <= MOST_REFUTED && !status; n++)
            if (n <= sweep->n.last && is_hopeless(n, k, 1))
                status = refute_single(sweep->job, n, k, failure);
    return status;
}

enum status try_multiport_time(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = sweep_all(job, point_time, &sweep, failure);
    const long *counts = sweep.total.counts;
    if (!status)
        fprintf(job->table,
                "%ld pairs (n,k); a round more: the printed chain %ld, the best one %ld, any %ld\n",
                counts[0], counts[1], counts[2], counts[3]);
    return status ? status : refute_all(&sweep, failure);
}

enum status try_multiport_rotation(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = sweep_all(job, point_rotation, &sweep, failure);
    const long *counts = sweep.total.counts;
    if (!status)
        fprintf(job->table, "%ld triples (n,k,m); a round more: printed %ld, best chain %ld\n",
                counts[0], counts[1], counts[2]);
    if (!status)
        status = multiport_certify(&sweep, MULTIPORT_BY_ROTATION, failure);
    return status ? status : multiport_certify(&sweep, MULTIPORT_BY_BEST, failure);
}

enum status try_multiport_optimal(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = sweep_all(job, point_optimal, &sweep, failure);
    const long *counts = sweep.total.counts;
    if (!status)
        fprintf(
            job->table,
            "%ld triples (n,k,m); optimal for certain: printed %ld, best chain %ld; printed two "
            "above counting %ld\n",
            counts[0], counts[1], counts[2], counts[3]);
    return status;
}
