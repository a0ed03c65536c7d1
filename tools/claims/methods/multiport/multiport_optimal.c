/* SPDX-License-Identifier: MIT */
/*
 * How far the rotation algorithm of Bar-Noy and Ho is from the least number of rounds: against the
 * bound by counting, the best chain of boxes that is known, and schedules found by search.
 */
#include "solver/items/items_bound.h"
#include "tools/claims/methods/multiport/multiport_search.h"
#include "tools/claims/methods/multiport/rotation_rounds.h"

/* Of the points where the algorithm is two rounds above counting, those so small that a better
 * schedule is searched for: receptions. */
enum { MOST_SEARCHED = 130, MOST_DECISIONS = 20000 };

/* *rounds: of the best schedule that is found soon. If they are `wanted` or less, its certificate
 * is kept. */
static enum status search(struct claim_job *job, const struct items_question *question, int wanted,
                          int *rounds, struct failure *failure) {
    struct outcome found;
    char name[80];
    snprintf(name, sizeof name, "n%d-k%d-m%d.cert", question->processors + 1, question->ports,
             question->items);
    enum status status = multiport_search(job, question, MOST_DECISIONS, NULL, &found, failure);
    if (status)
        return status;
    *rounds = ((const struct items_time *)found.detail)->upper;
    if (*rounds <= wanted)
        status = multiport_search_write(job, &found.schedule, name, "kind=messages", failure);
    outcome_clear(&found);
    return status;
}

/* One (n,k,m): the least number of rounds is at least what counting says, and at most those of the
 * best schedule that is known. */
static enum status tell_optimal(struct multiport_sweep *sweep, int n, int k, int m, int rotation,
                                int chain, struct failure *failure) {
    struct items_question question = {1, k, n - 1, m, false};
    int lower = 0, best = rotation < chain ? rotation : chain;
    enum status status = items_question_bound(&question, &lower, failure);
    bool right = rotation <= lower + 2 && best <= lower + 1;
    if (!status && rotation > lower + 1 && best > rotation - 2 && (n - 1) * m <= MOST_SEARCHED) {
        int found = best;
        status = search(sweep->job, &question, rotation - 2, &found, failure);
        best = found < best ? found : best;
    }
    if (status)
        return status;
    enum claim_truth missed = rotation > best + 1 ? CLAIM_FAILS : CLAIM_OPEN;
    claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
               rotation <= lower + 1 ? CLAIM_HOLDS : missed, claim_truth_of(right),
               "%d rounds, %d by counting, %d are enough", rotation, lower, best);
    sweep->counts[0]++;
    sweep->counts[1] += rotation == lower;
    sweep->counts[2] += rotation > lower + 1;
    sweep->counts[3] += rotation > best + 1;
    return STATUS_OK;
}

static enum status point_optimal(struct multiport_sweep *sweep, int n, int k,
                                 struct failure *failure) {
    struct rotation_rounds rounds;
    enum status status = rotation_play(sweep, n, k, &rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++)
        status = tell_optimal(sweep, n, k, m, rounds.rotation[m - 1], rounds.best[m - 1], failure);
    return status;
}

enum status try_multiport_optimal(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = rotation_sweep(job, point_optimal, &sweep, failure);
    const long *counts = sweep.counts;
    if (!status)
        fprintf(job->table,
                "%ld triples (n,k,m): %ld optimal for certain, %ld two above counting, %ld two "
                "above a schedule\n",
                counts[0], counts[1], counts[2], counts[3]);
    return status;
}
