/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, sections 3 and 3.4, k items: bounds and schedules of all (L,P,k) of a range,
 * each with its certificate. A schedule is what it is by its messages, and the bound by counting;
 * what the paper says of both is compared with these. A schedule of ours that is too slow, or a
 * bound of ours that is too low, refutes nothing: the point is left open then.
 */
#include "solver/items/construction/buffered_items.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_formula.h"
#include "solver/items/search/items_sat.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

/* What is done for one (L,P,k). */
struct cell {
    struct items_question question;
    int depth; /* B(P-1) */
};

struct walk {
    struct claim_job *job;
    struct items_plans *plans;
    struct claim_stream stream;
    long certificates;
};

typedef enum status try_cell(struct walk *walk, const struct cell *cell, struct failure *failure);

static enum status walk_items(struct walk *walk, struct cell *cell, const struct claim_range *items,
                              try_cell *try, struct failure *failure) {
    enum status status =
        sequence_depth(cell->question.latency, cell->question.processors, &cell->depth, failure);
    for (long k = items->first; k <= items->last && !status; k++) {
        cell->question.items = (int)k;
        status = try(walk, cell, failure);
    }
    return status;
}

/* Ascending by P, then by L, then by k: what is small enough to be checked by hand comes first. */
static enum status walk_cells(struct walk *walk, bool single, try_cell *try,
                              struct failure *failure) {
    struct claim_range latency, all, items;
    struct cell cell = {.question = {.ports = 1, .single = single}};
    enum status status = claim_range(walk->job, "L", 1, 1000, &latency, failure);
    if (!status)
        status = claim_range(walk->job, "P", 2, 100000, &all, failure);
    if (!status)
        status = claim_range(walk->job, "k", 1, 100000, &items, failure);
    for (long P = all.first; !status && P <= all.last; P++)
        for (long L = latency.first; L <= latency.last && !status; L++) {
            cell.question.latency = (int)L;
            cell.question.processors = (int)P - 1;
            status = walk_items(walk, &cell, &items, try, failure);
        }
    return status;
}

static enum status try_cells(struct claim_job *job, bool single, try_cell *try,
                             struct failure *failure) {
    struct walk walk = {.job = job, .plans = items_plans_new()};
    if (!walk.plans)
        return failure_memory(failure, "streams");
    enum status status = claim_stream_open(job, "all.certs", &walk.stream, failure);
    if (!status) {
        status = walk_cells(&walk, single, try, failure);
        if (status)
            claim_stream_drop(&walk.stream);
        else
            status = claim_stream_close(job, &walk.stream, walk.certificates, false, NULL, NULL,
                                        failure);
    }
    items_plans_free(walk.plans);
    return status;
}

static enum status put_bound(struct walk *walk, const struct cell *cell, int *finish,
                             struct failure *failure) {
    enum status status = karp_put_bound(&walk->stream, &cell->question, finish, failure);
    walk->certificates += !status;
    return status;
}

/* The best schedule by construction, if it ends at `latest` or before. *finish is -1 where there is
 * none, and nothing is written then. */
static enum status put_schedule(struct walk *walk, const struct cell *cell, int enough, int latest,
                                int *finish, struct failure *failure) {
    const struct items_construction *by;
    struct items_schedule schedule;
    enum status status = items_construct(walk->plans, &cell->question, enough, &walk->job->limits,
                                         &schedule, &by, failure);
    *finish = -1;
    if (status || !by)
        return status;
    if (schedule.list.finish <= latest) {
        status = karp_put_list(walk->job, &walk->stream, &schedule.list, failure);
        walk->certificates += !status;
        *finish = schedule.list.finish;
    }
    items_schedule_clear(&schedule);
    return status;
}

/* Decisions after which a formula is left open: fewer than a second. */
enum { MOST_DECISIONS = 5000, MOST_LITERALS = 1 << 18 };

/* By formula, if there is a schedule that ends at `time` and is found soon. */
static enum status put_found(struct walk *walk, const struct cell *cell, int time, int *finish,
                             struct failure *failure) {
    struct items_answer answer;
    struct limits limits = walk->job->limits;
    limits.nodes = MOST_DECISIONS;
    *finish = -1;
    if (items_formula_length(&cell->question, time, ITEMS_ORDERED) > MOST_LITERALS)
        return STATUS_OK;
    enum status status = items_sat(&cell->question, time, ITEMS_ORDERED, &limits, &answer, failure);
    if (status)
        return status;
    if (answer.verdict == VERDICT_FEASIBLE) {
        status = karp_put_list(walk->job, &walk->stream, &answer.list, failure);
        walk->certificates += !status;
        *finish = answer.list.finish;
    }
    items_answer_clear(&answer);
    return status;
}

static enum status paper_bound(const struct cell *cell, int *finish, struct failure *failure) {
    mpz_t processors, items, printed;
    mpz_init_set_si(processors, cell->question.processors);
    mpz_init_set_si(items, cell->question.items);
    mpz_init(printed);
    enum status status =
        items_paper_bound(cell->question.latency, processors, items, printed, failure);
    if (!status)
        *finish = (int)mpz_get_si(printed);
    mpz_clears(processors, items, printed, (mpz_ptr)NULL);
    return status;
}

/* What is printed is a bound if counting gives as much, and none if a schedule is faster. */
static enum status compare_bounds(struct walk *walk, const struct cell *cell,
                                  struct failure *failure) {
    const struct items_question *q = &cell->question;
    int printed = 0, counted = 0, finish = -1;
    enum status status = paper_bound(cell, &printed, failure);
    if (!status)
        status = put_bound(walk, cell, &counted, failure);
    if (!status && printed > counted)
        status = put_schedule(walk, cell, counted, counted, &finish, failure);
    if (!status && printed > counted && finish < 0)
        status = put_found(walk, cell, counted, &finish, failure);
    if (status)
        return status;
    enum claim_truth truth = printed <= counted ? CLAIM_HOLDS
                             : finish >= 0      ? CLAIM_FAILS
                                                : CLAIM_OPEN;
    claim_tell(&walk->job->finding, CLAIM_AT("L P k", q->latency, q->processors + 1, q->items),
               truth, CLAIM_HOLDS, "%d steps are enough, the theorem asks for %d",
               finish >= 0 ? finish : counted, printed);
    return STATUS_OK;
}

enum status try_items_bound(struct claim_job *job, struct failure *failure) {
    return try_cells(job, false, compare_bounds, failure);
}

/* B(P-1) + L + k-1. */
static int single_time(const struct cell *cell) {
    return cell->depth + cell->question.latency + cell->question.items - 1;
}

static enum status send_single(struct walk *walk, const struct cell *cell,
                               struct failure *failure) {
    const struct items_question *q = &cell->question;
    int least = single_time(cell), promised = least + q->latency - 1, finish;
    enum status status = put_schedule(walk, cell, least, INT32_MAX, &finish, failure);
    if (!status)
        claim_tell(&walk->job->finding, CLAIM_AT("L P k", q->latency, q->processors + 1, q->items),
                   finish >= 0 && finish <= promised ? CLAIM_HOLDS : CLAIM_OPEN,
                   finish == least ? CLAIM_HOLDS : CLAIM_OPEN, "%d steps, promised are %d", finish,
                   promised);
    return status;
}

enum status try_single_sending(struct claim_job *job, struct failure *failure) {
    return try_cells(job, true, send_single, failure);
}

static enum status bound_single(struct walk *walk, const struct cell *cell,
                                struct failure *failure) {
    const struct items_question *q = &cell->question;
    int least = single_time(cell), counted = 0, finish = -1;
    enum status status = put_bound(walk, cell, &counted, failure);
    if (!status)
        status = put_schedule(walk, cell, least, least, &finish, failure);
    if (!status)
        claim_tell(&walk->job->finding, CLAIM_AT("L P k", q->latency, q->processors + 1, q->items),
                   counted >= least ? CLAIM_HOLDS : CLAIM_OPEN,
                   finish == least ? CLAIM_HOLDS : CLAIM_OPEN, "%d steps", counted);
    return status;
}

enum status try_single_bound(struct claim_job *job, struct failure *failure) {
    return try_cells(job, true, bound_single, failure);
}

/* Corollary 3.1 is about P-1 = P(t) only, t >= L. */
static enum status send_stream(struct walk *walk, const struct cell *cell,
                               struct failure *failure) {
    const struct items_question *q = &cell->question;
    int least = single_time(cell), finish;
    if (cell->depth < q->latency || items_full_depth(q->latency, q->processors) < 0)
        return STATUS_OK;
    enum status status = put_schedule(walk, cell, least, least, &finish, failure);
    if (!status)
        claim_tell(&walk->job->finding, CLAIM_AT("L P k", q->latency, q->processors + 1, q->items),
                   finish >= 0 ? CLAIM_HOLDS : CLAIM_OPEN, CLAIM_MUTE, "nothing was found");
    return status;
}

enum status try_full_trees(struct claim_job *job, struct failure *failure) {
    return try_cells(job, true, send_stream, failure);
}

static enum status send_buffered(struct walk *walk, const struct cell *cell,
                                 struct failure *failure) {
    const struct items_question *q = &cell->question;
    struct items_schedule schedule;
    enum status status = buffered_items(q->latency, q->processors, q->items, &schedule, failure);
    if (status)
        return status;
    status = karp_put_list(walk->job, &walk->stream, &schedule.list, failure);
    walk->certificates += !status;
    bool least = schedule.list.finish == single_time(cell) && schedule.list.single;
    bool small = schedule.list.buffer <= 2;
    if (!status)
        claim_tell(&walk->job->finding, CLAIM_AT("L P k", q->latency, q->processors + 1, q->items),
                   least && small ? CLAIM_HOLDS : CLAIM_OPEN, CLAIM_MUTE, "%d steps, buffers of %d",
                   schedule.list.finish, schedule.list.buffer);
    items_schedule_clear(&schedule);
    return status;
}

enum status try_buffered(struct claim_job *job, struct failure *failure) {
    return try_cells(job, true, send_buffered, failure);
}
