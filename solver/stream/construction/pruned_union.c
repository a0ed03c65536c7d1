/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/pruned_union.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/union_pieces.h"
#include "solver/stream/construction/union_window.h"

enum { MOST_DEPTH = 1000000, MOST_LATENCY = 2000 /* beyond depth 3L */ };

/* What all counts of a schedule may take. */
static const double most_bytes = 8e9;

struct pruned_union {
    int latency;
    mpz_t *f; /* f_0 .. f_{room-1} */
    int room;
    bool has_window; /* found when it is needed first */
    struct union_window window;
    struct schedule *left; /* left parts of the depths first_left .. T+L-1; class_count 0: not there
                            yet */
};

/* A schedule while it is put together. */
struct builder {
    struct pruned_union *unions;
    const struct limits *limits;
    struct schedule pruned;
    mpz_ptr rest;             /* processors still to be served, */
    int value;                /* below a node of this value */
    struct union_part *parts; /* pieces that are added at the end */
    size_t part_count;
};

/* The base reaches to depth 3L, for L = 1 to 1. */
static int first_left(const struct pruned_union *unions) {
    return unions->latency > 1 ? 3 * unions->latency + 1 : 2;
}

enum status pruned_union_new(struct pruned_union **unions, int latency, struct failure *failure) {
    if (latency < 1 || latency == 2)
        return failure_input(failure, "this construction is for L = 1 and L >= 3");
    struct pruned_union *result = memory_new(1, sizeof *result);
    TRY(memory_check(result, failure, "schedules"));
    *result = (struct pruned_union){.latency = latency};
    *unions = result;
    return STATUS_OK;
}

void pruned_union_free(struct pruned_union *unions) {
    if (!unions)
        return;
    numbers_free(unions->f);
    for (int i = 0; unions->left && i <= unions->window.last - first_left(unions); i++)
        schedule_clear(&unions->left[i]);
    free(unions->left);
    if (unions->has_window)
        union_window_clear(&unions->window);
    free(unions);
}

enum status pruned_union_depth(int latency, mpz_srcptr processors, int *depth,
                               struct failure *failure) {
    if (mpz_sgn(processors) < 1)
        return failure_input(failure, "there is at least one processor");
    CLEANUP(sequence_clear) struct sequence f = {0};
    TRY(sequence_init(&f, latency, failure));
    int t = 0;
    for (; t <= MOST_DEPTH && mpz_cmp(sequence_value(&f), processors) < 0; t++)
        sequence_next(&f);
    if (t > MOST_DEPTH)
        return failure_limit(failure, "more than P(%d) processors", MOST_DEPTH);
    *depth = t;
    return STATUS_OK;
}

bool pruned_union_is_exception(int latency, mpz_srcptr processors) {
    return latency % 2 == 0 && mpz_cmp_ui(processors, (unsigned long)latency + 3) == 0;
}

/* f_0 .. f_depth, kept. */
static enum status need_sequence(struct pruned_union *unions, int depth, struct failure *failure) {
    if (depth < unions->room)
        return STATUS_OK;
    int room = depth + 64;
    mpz_t *f = sequence_terms(unions->latency, 1, (size_t)room);
    TRY(memory_check(f, failure, "a schedule"));
    numbers_free(unions->f);
    unions->f = f;
    unions->room = room;
    return STATUS_OK;
}

static enum status need_window(struct pruned_union *unions, const struct limits *limits,
                               struct failure *failure) {
    if (unions->has_window)
        return STATUS_OK;
    TRY(union_window_init(&unions->window, unions->latency, limits, failure));
    int gap = unions->window.last - first_left(unions) + 1;
    unions->left = memory_new(gap > 0 ? (size_t)gap : 1, sizeof *unions->left);
    unions->has_window = unions->left != NULL;
    if (!unions->left) {
        union_window_clear(&unions->window);
        return failure_memory(failure, "schedules");
    }
    return STATUS_OK;
}

static enum status check_latency(const struct pruned_union *unions, struct failure *failure) {
    return unions->latency > MOST_LATENCY
               ? failure_limit(failure, "no family is made for L > %d", MOST_LATENCY)
               : STATUS_OK;
}

enum status pruned_union_window(struct pruned_union *unions, const struct limits *limits,
                                struct union_window **window, struct failure *failure) {
    TRY(check_latency(unions, failure));
    TRY(need_window(unions, limits, failure));
    *window = &unions->window;
    return STATUS_OK;
}

/* The left part of depth first_left <= t <= T+L-1, kept. */
static enum status small_left(struct pruned_union *unions, int depth, const struct limits *limits,
                              const struct schedule **left, struct failure *failure) {
    assert(depth >= first_left(unions) && depth <= unions->window.last);
    struct schedule *kept = &unions->left[depth - first_left(unions)];
    bool found = true;
    enum status status = STATUS_OK;
    if (!kept->block_count)
        status = left_part_find(unions->latency, depth, limits, &found, kept, failure);
    if (!status && !found)
        status =
            failure_internal(failure, "no left part for L = %d, t = %d", unions->latency, depth);
    *left = kept;
    return status;
}

static enum status add_part(struct builder *builder, struct union_part part,
                            struct failure *failure) {
    return memory_check(APPEND(builder->parts, builder->part_count, part), failure, "a schedule");
}

/* A piece, once, with all values raised; it is cleared. */
static enum status add_piece(struct builder *builder, struct schedule *piece, int raised,
                             struct failure *failure) {
    BIG_OF(once, 1);
    builder->pruned.receive_only = piece->receive_only + raised;
    enum status status = union_add_piece(&builder->pruned, piece, raised, once, failure);
    schedule_clear(piece);
    return status;
}

/* A node that sends once. */
static enum status add_chain(struct builder *builder, struct failure *failure) {
    assert(mpz_sgn(builder->rest) > 0 && builder->value >= builder->unions->latency);
    BIG_OF(once, 1);
    enum status status =
        schedule_add_ranges(&builder->pruned, builder->value, 1, NULL, 0, 0, once, failure);
    mpz_sub_ui(builder->rest, builder->rest, 1);
    builder->value -= builder->unions->latency;
    return status;
}

/* The left part of depth t, P(t-1) processors or one less. */
static enum status add_left(struct builder *builder, int depth, struct failure *failure) {
    struct pruned_union *unions = builder->unions;
    const struct schedule *left;
    int raised = builder->value - depth;
    builder->value -= unions->latency;
    if (depth > unions->window.last) {
        mpz_sub(builder->rest, builder->rest, unions->f[depth - 1]);
        assert(raised >= 0 && mpz_sgn(builder->rest) > 0);
        return add_part(builder, (struct union_part){raised, depth - 1, true}, failure);
    }
    TRY(small_left(unions, depth, builder->limits, &left, failure));
    BIG(number);
    schedule_processors(left, number);
    mpz_sub(builder->rest, builder->rest, number);
    mpz_add_ui(builder->rest, builder->rest, 1); /* nobody is left over */
    mpz_set_ui(number, 1);
    return union_add_piece(&builder->pruned, left, raised, number, failure);
}

/* P(t) processors, t >= L, as the last piece. */
static enum status add_whole(struct builder *builder, int depth, struct failure *failure) {
    struct pruned_union *unions = builder->unions;
    struct schedule piece;
    int raised = builder->value - depth;
    assert(raised >= 0 && raised < unions->latency && depth >= unions->latency);
    bool start = depth <= 2 * unions->latency;
    if (!start && depth > unions->window.last) {
        builder->pruned.receive_only = unions->window.family.receive_only + raised;
        return add_part(builder, (struct union_part){raised, depth, false}, failure);
    }
    TRY(start ? union_first_depths(unions->latency, depth, &piece, failure)
              : union_window_whole(&unions->window, depth, &piece, failure));
    return add_piece(builder, &piece, raised, failure);
}

/* N at depth t <= 3L, as the last piece. */
static enum status add_base(struct builder *builder, int depth, struct failure *failure) {
    struct schedule piece;
    assert(mpz_fits_sint_p(builder->rest));
    TRY(union_scheme(&piece, builder->unions->latency, depth, (int)mpz_get_si(builder->rest),
                     failure));
    return add_piece(builder, &piece, builder->value - depth, failure);
}

/* Beyond the base a family is needed; how much memory its blocks may take. */
static enum status prepare(struct builder *builder, int depth, struct failure *failure) {
    struct pruned_union *unions = builder->unions;
    double bits = 0.7 * depth; /* f_t < 1.47^t for L >= 3, 2^t for L = 1 */
    TRY(check_latency(unions, failure));
    if ((double)unions->latency * depth * (bits / 8 + 64) > most_bytes)
        return failure_limit(failure, "the schedule of depth %d is too large", depth);
    return need_window(unions, builder->limits, failure);
}

/* The next piece; *done after the last one. */
static enum status next_piece(struct builder *builder, bool *done, struct failure *failure) {
    struct schedule star;
    struct pruned_union *unions = builder->unions;
    int L = unions->latency, t = 0;
    while (mpz_cmp(unions->f[t], builder->rest) < 0)
        t++;
    assert(t < unions->room && t <= builder->value);
    *done = true;
    /* as a piece it has one level more at least than in the tree without block form */
    if (pruned_union_is_exception(L, builder->rest)) {
        TRY(union_star(&star, L, builder->value, failure));
        return add_piece(builder, &star, 0, failure);
    }
    if (t < L) {
        builder->pruned.receive_only = builder->value;
        return STATUS_OK;
    }
    *done = false;
    if (builder->value - t >= L)
        return add_chain(builder, failure);
    bool whole = mpz_cmp(builder->rest, unions->f[t]) == 0;
    *done = whole || t < first_left(unions);
    if (*done && !whole)
        return add_base(builder, t, failure);
    TRY(whole && t <= 2 * L ? STATUS_OK : prepare(builder, t, failure));
    return whole ? add_whole(builder, t, failure) : add_left(builder, t, failure);
}

static enum status build(struct builder *builder, struct failure *failure) {
    bool done = false;
    while (!done) {
        TRY(limits_check(builder->limits, failure));
        TRY(next_piece(builder, &done, failure));
    }
    if (builder->part_count)
        TRY(union_parts_add(&builder->unions->window, builder->parts, builder->part_count,
                            builder->limits, &builder->pruned, failure));
    return STATUS_OK;
}

enum status pruned_union_schedule(struct pruned_union *unions, mpz_srcptr processors,
                                  const struct limits *limits, struct schedule *pruned,
                                  struct failure *failure) {
    BIG(rest);
    struct builder builder = {.unions = unions, .limits = limits, .rest = rest};
    TRY(pruned_union_depth(unions->latency, processors, &builder.value, failure));
    if (pruned_union_is_exception(unions->latency, processors))
        return failure_input(failure, "no block-cyclic schedule has depth %d", builder.value);
    TRY(need_sequence(unions, builder.value, failure));
    schedule_init_blocks(&builder.pruned, unions->latency, builder.value);
    mpz_set(rest, processors);
    enum status status = build(&builder, failure);
    free(builder.parts);
    TRY(schedule_end(&builder.pruned, status, processors, failure));
    *pruned = builder.pruned;
    return STATUS_OK;
}
