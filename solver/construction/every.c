/* SPDX-License-Identifier: MIT */
#include "solver/construction/every.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/construction/every_base.h"
#include "solver/construction/every_parts.h"
#include "solver/construction/left_part.h"
#include "solver/model/sequence.h"

enum { MOST_DEPTH = 1000000, MOST_LATENCY = 2000 /* beyond depth 3L */ };

/* What all counts of a schedule may take. */
static const double most_bytes = 8e9;

struct every {
    int latency;
    mpz_t *f; /* f_0 .. f_{room-1} */
    int room;
    bool has_window; /* found when it is needed first */
    struct every_window window;
    struct schedule *left; /* left parts of the depths first_left .. T+L-1; class_count 0: not there
                            yet */
};

/* A schedule while it is put together. */
struct builder {
    struct every *every;
    const struct limits *limits;
    struct schedule pruned;
    mpz_t rest;               /* processors still to be served, */
    int value;                /* below a node of this value */
    struct every_part *parts; /* pieces that are added at the end */
    size_t part_count;
    size_t part_room;
};

/* The base reaches to depth 3L, for L = 1 to 1. */
static int first_left(const struct every *every) {
    return every->latency > 1 ? 3 * every->latency + 1 : 2;
}

enum status every_new(struct every **every, int latency, struct failure *failure) {
    if (latency < 1 || latency == 2)
        return failure_set(failure, STATUS_INPUT, "this construction is for L = 1 and L >= 3");
    struct every *result = memory_new(1, sizeof *result);
    if (!result)
        return failure_memory(failure, "schedules");
    *result = (struct every){.latency = latency};
    *every = result;
    return STATUS_OK;
}

void every_free(struct every *every) {
    if (!every)
        return;
    numbers_free(every->f, (size_t)every->room);
    for (int i = 0; every->left && i <= every->window.last - first_left(every); i++)
        schedule_clear(&every->left[i]);
    free(every->left);
    if (every->has_window)
        every_window_clear(&every->window);
    free(every);
}

enum status every_depth(int latency, mpz_srcptr processors, int *depth, struct failure *failure) {
    struct sequence f;
    if (mpz_sgn(processors) < 1)
        return failure_set(failure, STATUS_INPUT, "there is at least one processor");
    enum status status = sequence_init(&f, latency, failure);
    if (status)
        return status;
    int t = 0;
    for (; t <= MOST_DEPTH && mpz_cmp(sequence_value(&f), processors) < 0; t++)
        sequence_next(&f);
    sequence_clear(&f);
    if (t > MOST_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "more than P(%d) processors", MOST_DEPTH);
    *depth = t;
    return STATUS_OK;
}

bool every_is_exception(int latency, mpz_srcptr processors) {
    return latency % 2 == 0 && mpz_cmp_ui(processors, (unsigned long)latency + 3) == 0;
}

/* f_0 .. f_depth, kept. */
static enum status need_sequence(struct every *every, int depth, struct failure *failure) {
    if (depth < every->room)
        return STATUS_OK;
    int room = depth + 64;
    mpz_t *f = numbers_new((size_t)room);
    if (!f)
        return failure_memory(failure, "a schedule");
    for (int i = 0; i < room; i++)
        if (i < every->latency)
            mpz_set_ui(f[i], 1);
        else
            mpz_add(f[i], f[i - 1], f[i - every->latency]);
    numbers_free(every->f, (size_t)every->room);
    every->f = f;
    every->room = room;
    return STATUS_OK;
}

static enum status need_window(struct every *every, const struct limits *limits,
                               struct failure *failure) {
    if (every->has_window)
        return STATUS_OK;
    enum status status = every_window_init(&every->window, every->latency, limits, failure);
    if (status)
        return status;
    int gap = every->window.last - first_left(every) + 1;
    every->left = memory_new(gap > 0 ? (size_t)gap : 1, sizeof *every->left);
    every->has_window = every->left != NULL;
    if (!every->left) {
        every_window_clear(&every->window);
        return failure_memory(failure, "schedules");
    }
    return STATUS_OK;
}

static enum status check_latency(const struct every *every, struct failure *failure) {
    return every->latency > MOST_LATENCY
               ? failure_set(failure, STATUS_LIMIT, "no family is made for L > %d", MOST_LATENCY)
               : STATUS_OK;
}

enum status every_find_window(struct every *every, const struct limits *limits,
                              struct every_window **window, struct failure *failure) {
    enum status status = check_latency(every, failure);
    if (!status)
        status = need_window(every, limits, failure);
    if (!status)
        *window = &every->window;
    return status;
}

/* The left part of depth first_left <= t <= T+L-1, kept. */
static enum status small_left(struct every *every, int depth, const struct limits *limits,
                              const struct schedule **left, struct failure *failure) {
    assert(depth >= first_left(every) && depth <= every->window.last);
    struct schedule *kept = &every->left[depth - first_left(every)];
    bool found = true;
    enum status status = STATUS_OK;
    if (!kept->block_count)
        status = left_part_find(every->latency, depth, limits, &found, kept, failure);
    if (!status && !found)
        status = failure_set(failure, STATUS_INTERNAL, "no left part for L = %d, t = %d",
                             every->latency, depth);
    *left = kept;
    return status;
}

static enum status add_part(struct builder *builder, struct every_part part,
                            struct failure *failure) {
    if (builder->part_count == builder->part_room) {
        size_t room = 2 * builder->part_room + 16;
        struct every_part *parts = memory_resize(builder->parts, room, sizeof *parts);
        if (!parts)
            return failure_memory(failure, "a schedule");
        builder->parts = parts;
        builder->part_room = room;
    }
    builder->parts[builder->part_count++] = part;
    return STATUS_OK;
}

/* A piece, once, with all values raised; it is cleared. */
static enum status add_piece(struct builder *builder, struct schedule *piece, int raised,
                             struct failure *failure) {
    mpz_t once;
    mpz_init_set_ui(once, 1);
    builder->pruned.receive_only = piece->receive_only + raised;
    enum status status = every_add_piece(&builder->pruned, piece, raised, once, failure);
    mpz_clear(once);
    schedule_clear(piece);
    return status;
}

/* A node that sends once. */
static enum status add_chain(struct builder *builder, struct failure *failure) {
    mpz_t once;
    assert(mpz_sgn(builder->rest) > 0 && builder->value >= builder->every->latency);
    mpz_init_set_ui(once, 1);
    enum status status =
        schedule_add_ranges(&builder->pruned, builder->value, 1, NULL, 0, 0, once, failure);
    mpz_clear(once);
    mpz_sub_ui(builder->rest, builder->rest, 1);
    builder->value -= builder->every->latency;
    return status;
}

/* The left part of depth t, P(t-1) processors or one less. */
static enum status add_left(struct builder *builder, int depth, struct failure *failure) {
    struct every *every = builder->every;
    const struct schedule *left;
    int raised = builder->value - depth;
    builder->value -= every->latency;
    if (depth > every->window.last) {
        mpz_sub(builder->rest, builder->rest, every->f[depth - 1]);
        assert(raised >= 0 && mpz_sgn(builder->rest) > 0);
        return add_part(builder, (struct every_part){raised, depth - 1, true}, failure);
    }
    enum status status = small_left(every, depth, builder->limits, &left, failure);
    if (status)
        return status;
    mpz_t number;
    mpz_init(number);
    schedule_processors(left, number);
    mpz_sub(builder->rest, builder->rest, number);
    mpz_add_ui(builder->rest, builder->rest, 1); /* nobody is left over */
    mpz_set_ui(number, 1);
    status = every_add_piece(&builder->pruned, left, raised, number, failure);
    mpz_clear(number);
    return status;
}

/* P(t) processors, t >= L, as the last piece. */
static enum status add_whole(struct builder *builder, int depth, struct failure *failure) {
    struct every *every = builder->every;
    struct schedule piece;
    int raised = builder->value - depth;
    assert(raised >= 0 && raised < every->latency && depth >= every->latency);
    bool start = depth <= 2 * every->latency;
    if (!start && depth > every->window.last) {
        builder->pruned.receive_only = every->window.family.receive_only + raised;
        return add_part(builder, (struct every_part){raised, depth, false}, failure);
    }
    enum status status = start ? every_start(every->latency, depth, &piece, failure)
                               : every_window_whole(&every->window, depth, &piece, failure);
    return status ? status : add_piece(builder, &piece, raised, failure);
}

/* N at depth t <= 3L, as the last piece. */
static enum status add_base(struct builder *builder, int depth, struct failure *failure) {
    struct schedule piece;
    assert(mpz_fits_sint_p(builder->rest));
    enum status status = every_base_scheme(&piece, builder->every->latency, depth,
                                           (int)mpz_get_si(builder->rest), failure);
    return status ? status : add_piece(builder, &piece, builder->value - depth, failure);
}

/* Beyond the base a family is needed; how much memory its blocks may take. */
static enum status prepare(struct builder *builder, int depth, struct failure *failure) {
    struct every *every = builder->every;
    double bits = 0.7 * depth; /* f_t < 1.47^t for L >= 3, 2^t for L = 1 */
    enum status status = check_latency(every, failure);
    if (status)
        return status;
    if ((double)every->latency * depth * (bits / 8 + 64) > most_bytes)
        return failure_set(failure, STATUS_LIMIT, "the schedule of depth %d is too large", depth);
    return need_window(every, builder->limits, failure);
}

/* The next piece; *done after the last one. */
static enum status next_piece(struct builder *builder, bool *done, struct failure *failure) {
    struct schedule star;
    struct every *every = builder->every;
    int L = every->latency, t = 0;
    while (mpz_cmp(every->f[t], builder->rest) < 0)
        t++;
    assert(t < every->room && t <= builder->value);
    *done = true;
    /* as a piece it has one level more at least than in the tree without block form */
    if (every_is_exception(L, builder->rest)) {
        enum status status = every_base_star(&star, L, builder->value, failure);
        return status ? status : add_piece(builder, &star, 0, failure);
    }
    if (t < L) {
        builder->pruned.receive_only = builder->value;
        return STATUS_OK;
    }
    *done = false;
    if (builder->value - t >= L)
        return add_chain(builder, failure);
    bool whole = mpz_cmp(builder->rest, every->f[t]) == 0;
    *done = whole || t < first_left(every);
    if (*done && !whole)
        return add_base(builder, t, failure);
    enum status status = whole && t <= 2 * L ? STATUS_OK : prepare(builder, t, failure);
    if (status)
        return status;
    return whole ? add_whole(builder, t, failure) : add_left(builder, t, failure);
}

static enum status build(struct builder *builder, struct failure *failure) {
    bool done = false;
    enum status status = STATUS_OK;
    while (!status && !done) {
        status = limits_check(builder->limits, failure);
        if (!status)
            status = next_piece(builder, &done, failure);
    }
    if (!status && builder->part_count)
        status = every_parts_add(&builder->every->window, builder->parts, builder->part_count,
                                 builder->limits, &builder->pruned, failure);
    return status;
}

enum status every_pruned(struct every *every, mpz_srcptr processors, const struct limits *limits,
                         struct schedule *pruned, struct failure *failure) {
    struct builder builder = {.every = every, .limits = limits};
    enum status status = every_depth(every->latency, processors, &builder.value, failure);
    if (!status && every_is_exception(every->latency, processors))
        status = failure_set(failure, STATUS_INPUT, "no block-cyclic schedule has depth %d",
                             builder.value);
    if (!status)
        status = need_sequence(every, builder.value, failure);
    if (status)
        return status;
    schedule_init_blocks(&builder.pruned, every->latency, builder.value);
    mpz_init_set(builder.rest, processors);
    status = build(&builder, failure);
    mpz_clear(builder.rest);
    free(builder.parts);
    if (status) {
        schedule_clear(&builder.pruned);
        return status;
    }
    status = schedule_finish(&builder.pruned, processors, failure);
    if (!status)
        *pruned = builder.pruned;
    return status;
}
