#include "solver/build/every.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/build/every_base.h"
#include "solver/build/exception.h"
#include "solver/build/family.h"
#include "solver/build/pruned.h"
#include "solver/model/numbers.h"
#include "solver/model/sequence.h"
#include "solver/search/partition.h"

enum { MOST_DEPTH = 1000000, BALL_ATTEMPTS = 2000 };

struct builder {
    int latency;
    int depth;       /* B(N) of the whole */
    mpz_t *f;        /* f_0 .. f_depth */
    bool has_family; /* found when it is needed first */
    struct family family;
    const struct limits *limits;
    struct pruned pruned;
    mpz_t rest; /* processors still to be served */
    int raised; /* what is added to the values of the piece at hand */
};

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

static void builder_clear(struct builder *builder) {
    numbers_free(builder->f, (size_t)builder->depth + 1);
    if (builder->has_family)
        family_clear(&builder->family);
    pruned_clear(&builder->pruned);
    mpz_clear(builder->rest);
}

static enum status builder_init(struct builder *builder, int latency, mpz_srcptr processors,
                                int depth, const struct limits *limits, struct failure *failure) {
    *builder = (struct builder){.latency = latency, .depth = depth, .limits = limits};
    builder->f = numbers_new((size_t)depth + 1);
    mpz_init_set(builder->rest, processors);
    pruned_init(&builder->pruned);
    for (int i = 0; i <= depth && builder->f; i++)
        if (i < latency)
            mpz_set_ui(builder->f[i], 1);
        else
            mpz_add(builder->f[i], builder->f[i - 1], builder->f[i - latency]);
    enum status status = builder->f ? STATUS_OK : failure_memory(failure, "a schedule");
    if (status)
        builder_clear(builder);
    return status;
}

static enum status find_family(struct builder *builder, struct failure *failure) {
    bool found = true;
    if (builder->has_family)
        return STATUS_OK;
    enum status status =
        family_find(&builder->family, builder->latency, builder->limits, &found, failure);
    builder->has_family = !status && found;
    if (!status && !found)
        status =
            failure_set(failure, STATUS_LIMIT, "no family was found for L = %d", builder->latency);
    return status;
}

/* The whole tree of this depth, from the family; the root is a B-ball from T+L-1 on. */
static enum status whole_tree(struct builder *builder, int depth, struct schedule *schedule,
                              struct failure *failure) {
    bool found = true;
    int last = builder->family.from + builder->latency - 1;
    schedule_init(schedule, builder->latency, depth);
    if ((size_t)depth * (size_t)depth / 2 + builder->pruned.places > EVERY_MAX_PLACES)
        return failure_set(failure, STATUS_LIMIT, "the schedule would have more than %d letters",
                           EVERY_MAX_PLACES);
    enum status status = limits_check(builder->limits, failure);
    if (!status)
        status = depth <= last ? family_instance(&builder->family, &found, schedule, failure)
                               : family_expand(&builder->family, schedule, failure);
    if (!status && !found)
        status = failure_set(failure, STATUS_INTERNAL, "no schedule for L = %d, t = %d",
                             builder->latency, depth);
    return status;
}

/* Below T+L-1: a schedule whose root is a ball of the letter left over, for any letter. */
static enum status small_ball(const struct builder *builder, struct schedule *schedule, bool *found,
                              struct failure *failure) {
    struct small_instance instance;
    enum status status = small_instance_init(&instance, builder->latency, schedule->depth,
                                             SMALL_INSTANCE_MAX_LETTERS, failure);
    if (status)
        return status;
    *found = false;
    /* for L > 1 no root is a ball of 0 */
    for (int letter = builder->latency > 1; letter < builder->latency && !*found && !status;
         letter++) {
        struct partition_question question = {.receive_only = letter,
                                              .root_ball = true,
                                              .attempts = BALL_ATTEMPTS,
                                              .seed = 1,
                                              .limits = builder->limits};
        status = partition_find(&instance, &question, found, schedule, failure);
    }
    small_instance_clear(&instance);
    return status;
}

/* The left part of the union rule: its root sends once more, and takes the letter left over. */
static enum status add_with_larger_root(struct builder *builder, const struct schedule *schedule,
                                        struct failure *failure) {
    int root = schedule->depth - builder->latency + 1;
    int *leaves = memory_new((size_t)root + 1, sizeof *leaves);
    enum status status = leaves ? STATUS_OK : failure_memory(failure, "a schedule");
    for (size_t i = 0; i < schedule->class_count && !status; i++) {
        const struct block_class *class = &schedule->classes[i];
        bool larger = class->size == root;
        memcpy(leaves, class->letters, ((size_t) class->size - 1) * sizeof *leaves);
        leaves[class->size - 1] = schedule->receive_only;
        int size = class->size + larger;
        status = pruned_add(&builder->pruned, size + builder->latency - 1, size, leaves,
                            builder->raised, class->count, failure);
    }
    free(leaves);
    return status;
}

/* P(d) processors at depth d >= 3L, or one less, with a larger root; *taken is how many. */
static enum status add_left(struct builder *builder, int depth, mpz_ptr taken,
                            struct failure *failure) {
    struct schedule schedule;
    bool found = true;
    enum status status = find_family(builder, failure);
    if (status)
        return status;
    mpz_set(taken, builder->f[depth]);
    if (depth < builder->family.from + builder->latency - 1) {
        schedule_init(&schedule, builder->latency, depth);
        status = small_ball(builder, &schedule, &found, failure);
    } else {
        status = whole_tree(builder, depth, &schedule, failure);
    }
    if (!status && found)
        status = add_with_larger_root(builder, &schedule, failure);
    else if (!status) {
        mpz_sub_ui(taken, taken, 1); /* the whole tree has none */
        status = every_base_listed(&builder->pruned, builder->latency, depth, taken, true,
                                   builder->raised, failure);
    }
    schedule_clear(&schedule);
    return status;
}

/* P(t) processors, also one, as the last piece. */
static enum status add_whole(struct builder *builder, int depth, struct failure *failure) {
    struct schedule schedule;
    enum status status = STATUS_OK;
    if (depth < builder->latency) {
        builder->pruned.receive_only = depth + builder->raised;
        return STATUS_OK;
    }
    status = find_family(builder, failure);
    if (status)
        return status;
    status = whole_tree(builder, depth, &schedule, failure);
    if (!status) {
        builder->pruned.receive_only = schedule.receive_only + builder->raised;
        status = pruned_add_schedule(&builder->pruned, &schedule, builder->raised, failure);
    }
    schedule_clear(&schedule);
    return status;
}

static int depth_of(const struct builder *builder, mpz_srcptr processors) {
    int t = 0;
    while (mpz_cmp(builder->f[t], processors) < 0)
        t++;
    return t;
}

/* The next piece, in a tree of depth `available`; *done after the last one. */
static enum status add_piece(struct builder *builder, int *available, bool *done,
                             struct failure *failure) {
    int L = builder->latency, t = depth_of(builder, builder->rest);
    mpz_t taken;
    *done = true;
    /* f_{2L}, L even, has no schedule in block form; as a piece it has one level more at least */
    if (L % 2 == 0 && mpz_cmp_ui(builder->rest, (unsigned long)L + 3) == 0)
        return every_base_star(&builder->pruned, L, *available, builder->raised, failure);
    builder->raised += *available - t;
    if (mpz_cmp(builder->rest, builder->f[t]) == 0)
        return add_whole(builder, t, failure);
    if (L > 1 && t <= 3 * L)
        return every_base_add(&builder->pruned, L, t, (int)mpz_get_si(builder->rest),
                              builder->raised, failure);
    *done = false;
    *available = t - L;
    mpz_init(taken);
    enum status status = add_left(builder, t - 1, taken, failure);
    mpz_sub(builder->rest, builder->rest, taken);
    mpz_clear(taken);
    return status;
}

static enum status build(struct periodic *periodic, int latency, mpz_srcptr processors, int depth,
                         const struct limits *limits, struct failure *failure) {
    struct builder builder;
    bool done = false;
    int available = depth;
    enum status status = builder_init(&builder, latency, processors, depth, limits, failure);
    if (status)
        return status;
    while (!status && !done)
        status = add_piece(&builder, &available, &done, failure);
    if (!status)
        status = pruned_words(&builder.pruned, latency, depth, periodic, failure);
    builder_clear(&builder);
    return status;
}

enum status every_schedule(struct periodic *periodic, int latency, mpz_srcptr processors,
                           const struct limits *limits, struct failure *failure) {
    struct periodic result;
    int depth = 0;
    if (latency < 1 || latency == 2)
        return failure_set(failure, STATUS_INPUT, "this construction is for L = 1 and L >= 3");
    enum status status = every_depth(latency, processors, &depth, failure);
    if (status)
        return status;
    if (depth > 3 * (long)latency && (long)depth * depth / 2 > EVERY_MAX_PLACES)
        return failure_set(failure, STATUS_LIMIT, "the schedule would have more than %d letters",
                           EVERY_MAX_PLACES);
    bool exception = latency % 2 == 0 && mpz_cmp_ui(processors, (unsigned long)latency + 3) == 0;
    status = exception ? exception_schedule(&result, latency, failure)
                       : build(&result, latency, processors, depth, limits, failure);
    if (!status)
        status = periodic_finish(&result, processors, failure);
    if (!status)
        *periodic = result;
    return status;
}
