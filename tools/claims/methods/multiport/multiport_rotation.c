/* SPDX-License-Identifier: MIT */
/*
 * The rotation algorithm of Bar-Noy and Ho for all n, k and m, beside the best chain of boxes that
 * is known, against the number of rounds that Theorem 10 promises.
 */
#include <unistd.h>

#include "tools/claims/methods/multiport/multiport_search.h"
#include "tools/claims/methods/multiport/rotation_rounds.h"

static int time_of(const struct multiport_sweep *sweep, const int *rounds, int k) {
    int time = 0;
    for (int m = 1; m <= sweep->m.last; m++) {
        int after = rounds[m - 1] - multiport_batches(m, k);
        time = after > time ? after : time;
    }
    return time;
}

enum status rotation_play(const struct multiport_sweep *sweep, int n, int k,
                          struct rotation_rounds *rounds, struct failure *failure) {
    struct multiport_chain rotation, best;
    enum status status = multiport_chain_make(MULTIPORT_BY_ROTATION, k, n, &rotation, failure);
    if (!status)
        status = multiport_chain_make(MULTIPORT_BY_BEST, k, n, &best, failure);
    if (!status)
        status = multiport_rounds(sweep, &rotation, rounds->rotation, failure);
    if (!status)
        status = multiport_rounds(sweep, &best, rounds->best, failure);
    if (!status) {
        rounds->time = time_of(sweep, rounds->rotation, k);
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

/* The first number of messages with which one of them is so late. */
static int first_late(const struct multiport_sweep *sweep, const int *rounds, int k, int time) {
    int m = 1;
    while (m < sweep->m.last && rounds[m - 1] - multiport_batches(m, k) < time)
        m++;
    return m;
}

static enum status point_time(struct multiport_sweep *sweep, int n, int k,
                              struct failure *failure) {
    struct rotation_rounds rounds;
    int depth = multiport_log(k, n);
    enum status status = rotation_play(sweep, n, k, &rounds, failure);
    if (status)
        return status;
    bool hopeless = is_hopeless(n, k, depth) && sweep->m.last >= k; /* fewer leave ports unused */
    bool corrected = rounds.time <= depth + 1 && rounds.best_time <= rounds.time &&
                     (rounds.best_time > depth || !hopeless);
    claim_tell(&sweep->job->finding,
               CLAIM_AT("n k m", n, k, first_late(sweep, rounds.rotation, k, rounds.time)),
               claim_truth_of(rounds.time <= depth), claim_truth_of(corrected),
               "%d rounds after it is sent, not %d", rounds.time, depth);
    sweep->counts[0]++;
    sweep->counts[1] += rounds.time > depth;
    sweep->counts[2] += rounds.best_time > depth;
    sweep->counts[3] += is_hopeless(n, k, depth);
    return STATUS_OK;
}

/* Of the points where no chain is fast enough, those so small that they are decided by search:
 * receptions. */
enum { MOST_SEARCHED = 80 };

/* The certificate of one side, verified and not kept. */
static enum status confirm(struct claim_job *job, const struct evidence *evidence,
                           const char *fields, struct failure *failure) {
    static const char name[] = "searched.cert";
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = multiport_search_write(job, evidence, name, fields, failure);
    if (!status)
        unlink(path);
    return status;
}

/* Whether any schedule at all has no more rounds than promised. */
static enum status search(struct claim_job *job, const struct items_question *question,
                          int promised, enum claim_truth *truth, struct failure *failure) {
    struct outcome found;
    enum status status = multiport_search(job, question, 0, NULL, &found, failure);
    if (status)
        return status;
    const struct items_time *time = found.detail;
    *truth = CLAIM_OPEN;
    if (time->upper <= promised) {
        *truth = CLAIM_HOLDS;
        status = confirm(job, &found.schedule, "kind=messages", failure);
    } else if (time->lower > promised) {
        *truth = CLAIM_IMPOSSIBLE;
        status = confirm(job, &found.bound, "before=*", failure);
    }
    outcome_clear(&found);
    return status;
}

/* Any schedule that is known, as the claim is that there is one. */
static enum status point_exists(struct multiport_sweep *sweep, int n, int k,
                                struct failure *failure) {
    struct rotation_rounds rounds;
    int depth = multiport_log(k, n);
    enum status status = rotation_play(sweep, n, k, &rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        int promised = multiport_batches(m, k) + depth, rotation = rounds.rotation[m - 1];
        int known = rotation < rounds.best[m - 1] ? rotation : rounds.best[m - 1];
        enum claim_truth truth = known <= promised ? CLAIM_HOLDS : CLAIM_OPEN;
        bool searched = truth == CLAIM_OPEN && (n - 1) * m <= MOST_SEARCHED;
        if (searched) {
            struct items_question question = {1, k, n - 1, m, false};
            status = search(sweep->job, &question, promised, &truth, failure);
        }
        if (status)
            return status;
        claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m), truth, CLAIM_MUTE,
                   "%d rounds are enough, %d are promised", known, promised);
        sweep->counts[0]++;
        sweep->counts[1] += rotation > promised;
        sweep->counts[2] += known > promised;
        sweep->counts[3] += searched && truth == CLAIM_HOLDS;
    }
    return status;
}

static enum status point_rotation(struct multiport_sweep *sweep, int n, int k,
                                  struct failure *failure) {
    struct rotation_rounds rounds;
    int depth = multiport_log(k, n);
    enum status status = rotation_play(sweep, n, k, &rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        int promised = multiport_batches(m, k) + depth, rotation = rounds.rotation[m - 1];
        int most = promised + (k > 4);
        claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
                   rotation <= promised ? CLAIM_HOLDS : CLAIM_FAILS,
                   rotation <= most && rounds.best[m - 1] <= most ? CLAIM_HOLDS : CLAIM_FAILS,
                   "%d rounds, not %d", rotation, promised);
        sweep->counts[0]++;
        sweep->counts[1] += rotation > promised;
        sweep->counts[2] += rounds.best[m - 1] > promised;
    }
    return status;
}

enum status rotation_sweep(struct claim_job *job, multiport_point *point,
                           struct multiport_sweep *sweep, struct failure *failure) {
    enum status status = multiport_sweep_run(sweep, job, point, failure);
    if (!status)
        fprintf(job->table, "n %ld..%ld, k %ld..%ld, m <= %ld\n", sweep->n.first, sweep->n.last,
                sweep->k.first, sweep->k.last, sweep->m.last);
    return status;
}

/* For n <= k+1 the hopeless ones can be seen in one round: k messages, sent once each, are not with
 * all a round later, by a refuted formula for small n and k. */
static enum status refute_single(struct claim_job *job, int n, int k, struct failure *failure) {
    struct items_question question = {1, k, n - 1, k, true};
    struct outcome found;
    char name[80];
    snprintf(name, sizeof name, "single-n%d-k%d.cert", n, k);
    enum status status = multiport_search(job, &question, 0, NULL, &found, failure);
    if (status)
        return status;
    const struct items_time *time = found.detail;
    if (time->lower != 3)
        status = failure_set(failure, STATUS_INTERNAL, "n=%d, k=%d: %d rounds, not 3", n, k,
                             time->lower);
    if (!status)
        status = multiport_search_write(job, &found.bound, name,
                                        "kind=impossible-items sends=single before=3", failure);
    outcome_clear(&found);
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
    enum status status = rotation_sweep(job, point_time, &sweep, failure);
    const long *counts = sweep.counts;
    if (!status)
        fprintf(
            job->table,
            "%ld pairs (n,k); a round more: as reconstructed %ld, the best chain %ld, any %ld\n",
            counts[0], counts[1], counts[2], counts[3]);
    return status ? status : refute_all(&sweep, failure);
}

enum status try_multiport_rotation(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = rotation_sweep(job, point_rotation, &sweep, failure);
    const long *counts = sweep.counts;
    if (!status)
        fprintf(job->table,
                "%ld triples (n,k,m); a round more: as reconstructed %ld, the best chain %ld\n",
                counts[0], counts[1], counts[2]);
    if (!status)
        status = multiport_certify(&sweep, MULTIPORT_BY_ROTATION, failure);
    return status ? status : multiport_certify(&sweep, MULTIPORT_BY_BEST, failure);
}

enum status try_multiport_exists(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = rotation_sweep(job, point_exists, &sweep, failure);
    const long *counts = sweep.counts;
    if (!status)
        fprintf(
            job->table,
            "%ld triples (n,k,m); a round more: as reconstructed %ld, with the best chain %ld, of "
            "which search mends %ld\n",
            counts[0], counts[1], counts[2], counts[3]);
    return status ? status : multiport_certify(&sweep, MULTIPORT_BY_BEST, failure);
}
