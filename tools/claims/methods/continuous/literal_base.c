/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.3: the algorithm for the base cases with each word on "the smallest
 * unused block", whatever is left of its letter then (solver/decide/paper.h). What it solves is
 * written as certificates; asked is for L base cases in a row, each with a b left over, the last of
 * them with the root that the induction wants.
 *
 * Depths up to 5L are enough: the highest letter, L-1, takes one copy on a block of size 2 and two
 * on one of size 3, and what the former leave over is even at L depths t >= 3L in a row only if L+1
 * numbers f_i in a row are equally odd; then all later ones are even, and all before, but f_0 = 1.
 */
#include "solver/certificate/write.h"
#include "solver/decide/paper.h"
#include "tools/claims/methods/methods.h"

/* Depths up to five times the latency; a letter b is left over. */
enum { MOST_LATENCY = 12, MULTIPLE = 5, MOST_NODES = 50000, LETTER_B = 1 };

enum solved { STUCK, UNKNOWN, SOLVED, SOLVED_WITH_ROOT };

struct literal {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
    enum solved solved[MULTIPLE * MOST_LATENCY + 1]; /* by depth */
};

static enum status put_schedule(struct literal *all, const struct schedule *schedule,
                                struct failure *failure) {
    all->certificates++;
    return evidence_write_stream(evidence_of_schedule(schedule), all->stream.file, NULL, failure);
}

/* By the letter of the text, with or without the root of the induction. Where it fails only with
 * the last three letters, the many ways to use them up may not all have been tried. */
static enum status run_literally(struct literal *all, int latency, int depth, bool root,
                                 enum solved *solved, struct failure *failure) {
    struct paper_question question = {.latency = latency,
                                      .depth = depth,
                                      .receive_only = LETTER_B,
                                      .root_ball = root,
                                      .most_nodes = MOST_NODES};
    struct paper_result result;
    struct schedule schedule;
    schedule_init_blocks(&schedule, latency, depth);
    enum status status = paper_find(&question, &result, &schedule, failure);
    if (!status && result.found && result.literal) {
        *solved = root ? SOLVED_WITH_ROOT : SOLVED;
        status = put_schedule(all, &schedule, failure);
    } else if (!status) {
        *solved = result.stuck_letter < 0 && result.gave_up ? UNKNOWN : STUCK;
    }
    schedule_clear(&schedule);
    return status;
}

static enum status try_depth(struct literal *all, int latency, int depth, struct failure *failure) {
    enum status status = run_literally(all, latency, depth, true, &all->solved[depth], failure);
    if (!status && all->solved[depth] != SOLVED_WITH_ROOT)
        status = run_literally(all, latency, depth, false, &all->solved[depth], failure);
    return status;
}

/* The first of L depths in a row that are all solved or may be, the last with the root; -1: none.
 */
static int find_window(const struct literal *all, int latency, bool surely) {
    int row = 0;
    for (int t = latency; t <= MULTIPLE * latency; t++) {
        bool last = all->solved[t] == SOLVED_WITH_ROOT || (!surely && all->solved[t] == UNKNOWN);
        if (last && row + 1 >= latency)
            return t - latency + 1;
        row = all->solved[t] >= (surely ? SOLVED : UNKNOWN) ? row + 1 : 0;
    }
    return -1;
}

static void tell(struct literal *all, int latency) {
    int surely = find_window(all, latency, true), perhaps = find_window(all, latency, false);
    int longest = 0, row = 0;
    fprintf(all->job->table, "L=%-2d solved: t =", latency);
    for (int t = latency; t <= MULTIPLE * latency; t++) {
        row = all->solved[t] >= SOLVED ? row + 1 : 0;
        longest = row > longest ? row : longest;
        if (row)
            fprintf(all->job->table, " %d", t);
    }
    fprintf(all->job->table, "\n");
    enum claim_truth truth = surely >= 0 ? CLAIM_HOLDS : perhaps >= 0 ? CLAIM_OPEN : CLAIM_FAILS;
    claim_tell(&all->job->finding, CLAIM_AT("L", latency), truth, CLAIM_MUTE,
               "of t=%d..%d no more than %d in a row are solved", latency, MULTIPLE * latency,
               longest);
}

static enum status try_latency(struct literal *all, int latency, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int t = latency; t <= MULTIPLE * latency && !status; t++)
        status = try_depth(all, latency, t, failure);
    if (!status)
        tell(all, latency);
    return status;
}

enum status try_base_cases_literal(struct claim_job *job, struct failure *failure) {
    struct literal all = {.job = job};
    struct claim_range latency;
    enum status status = claim_range(job, "L", 3, MOST_LATENCY, &latency, failure);
    if (!status)
        status = claim_stream_open(job, "literal.certs", &all.stream, failure);
    if (status)
        return status;
    for (long L = latency.first; L <= latency.last && !status; L++)
        status = try_latency(&all, (int)L, failure);
    if (status)
        claim_stream_drop(&all.stream);
    else
        status = claim_stream_close(job, &all.stream, all.certificates, true, NULL, NULL, failure);
    return status;
}
