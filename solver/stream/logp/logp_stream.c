/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/logp_stream.h"

#include <assert.h>
#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/logp/annealed_stream.h"
#include "solver/stream/logp/breakout_stream.h"
#include "solver/stream/logp/heads.h"
#include "solver/stream/logp/leaves.h"

static int64_t wait_of(const struct logp_machine *machine) {
    int64_t step = logp_machine_step(machine), overhead = machine->overhead;
    int64_t offset = (machine->latency + overhead) % step;
    return offset < overhead          ? overhead - offset
           : offset > step - overhead ? step - offset + overhead
                                      : 0;
}

enum status logp_reduce(const struct logp_machine *machine, struct logp_steps *steps,
                        struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    int64_t step = logp_machine_step(machine);
    int64_t latency = (logp_machine_transfer(machine) + step - 1) / step;
    if (step > INT_MAX || latency > INT_MAX)
        return failure_limit(failure, "a step or the latency is beyond %d", INT_MAX);
    *steps = (struct logp_steps){(int)step, (int)latency, (int)wait_of(machine)};
    return STATUS_OK;
}

int64_t logp_delay(const struct logp_machine *machine, const struct logp_steps *steps, int depth) {
    return (int64_t)steps->length * depth + logp_machine_transfer(machine) + steps->wait;
}

static enum status copy_words(const struct schedule *from, struct schedule *to,
                              struct failure *failure) {
    to->receive_only = from->receive_only;
    for (size_t i = 0; i < from->block_count; i++)
        TRY(schedule_add_class(to, from, &from->blocks[i], 0, from->blocks[i].count, failure));
    for (size_t i = 0; i < from->word_count; i++) {
        const struct word_class *word = &from->words[i];
        TRY(schedule_add_word(to, word->count, word->values, word->sends, word->length, failure));
    }
    return STATUS_OK;
}

static enum status fill(struct logp_schedule *schedule, const struct logp_steps *steps,
                        const struct schedule *postal, struct failure *failure) {
    int64_t transfer = logp_machine_transfer(&schedule->machine);
    int late = (int)((int64_t)steps->latency * steps->length - transfer - steps->wait);
    struct logp_part *part = logp_schedule_part(schedule, 0, late, 0);
    TRY(memory_check(part, failure, "a class of processors"));
    return copy_words(postal, &part->steps, failure);
}

enum status whole_steps_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                               enum logp_capacity capacity, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure) {
    struct logp_steps steps;
    CLEANUP(schedule_clear) struct schedule postal = {0};
    TRY(logp_reduce(machine, &steps, failure));
    TRY(best_form(&postal, steps.latency, processors, limits, failure));
    int64_t transfer = logp_machine_transfer(machine);
    int64_t depth = logp_delay(machine, &steps, postal.depth) - transfer;
    if (depth > LOGP_MAX_DEPTH || depth + steps.length + transfer > INT_MAX)
        return failure_limit(
            failure, "the delay is more than %d cycles above L+2o: take a larger unit of time",
            LOGP_MAX_DEPTH);
    logp_schedule_init(schedule, machine, capacity, (int)depth, postal.period);
    return logp_schedule_end(schedule, fill(schedule, &steps, &postal, failure), processors,
                             failure);
}

struct search {
    const struct logp_machine *machine;
    mpz_srcptr processors;
    const struct limits *limits;
    int64_t least; /* no schedule of this form has a smaller depth */
};

/* Keeps the better one in `best`, which is empty if there was none. */
static void keep_better(struct logp_schedule *best, struct logp_schedule *other) {
    if (best->count == 0 || other->depth < best->depth) {
        struct logp_schedule worse = *best;
        *best = *other;
        *other = worse;
    }
    logp_schedule_clear(other);
}

/* The tree of one item; -1 beyond the limits of heads.h. */
static enum status find_least(struct search *search, struct failure *failure) {
    int64_t unit = logp_machine_unit(search->machine);
    int64_t latency = logp_machine_transfer(search->machine) / unit;
    int64_t gap = logp_machine_step(search->machine) / unit;
    int least;
    search->least = -1;
    if (latency > HEADS_MAX_DEPTH || gap > HEADS_MAX_DEPTH)
        return STATUS_OK;
    enum status status =
        heads_least_depth((int)latency, (int)gap, search->processors, &least, failure);
    if (!status)
        search->least = least * unit;
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Each capacity allows all that those before it do. Where there is no limit at the receiver, what
 * waits for B at least and what does not are alike. */
static enum status relax(const struct search *search, struct logp_schedule *schedule,
                         enum logp_capacity capacity, struct failure *failure) {
    schedule->capacity = capacity;
    for (size_t i = 0; i < schedule->count && capacity == CAPACITY_NONE; i++)
        schedule->parts[i].wait = 0;
    return logp_schedule_finish(schedule, search->processors, failure);
}

/* Flight differs from full by blocks that wait, which breakout does not know. */
static enum status improve(const struct search *search, struct logp_schedule *best,
                           struct failure *failure) {
    if (best->depth > search->least && best->capacity != CAPACITY_FLIGHT)
        TRY(breakout_improve(best, search->limits, failure));
    if (best->depth > search->least)
        TRY(annealed_improve(best, search->limits, failure));
    return STATUS_OK;
}

/* From whole steps on, under one capacity after the other up to `last`. */
static enum status improve_in_turn(const struct search *search, enum logp_capacity last,
                                   struct logp_schedule *best, struct logp_schedule *waiting,
                                   struct failure *failure) {
    TRY(improve(search, best, failure));
    for (int capacity = CAPACITY_FULL + 1; capacity <= (int)last; capacity++) {
        TRY(relax(search, best, (enum logp_capacity)capacity, failure));
        if (capacity == CAPACITY_NONE && waiting->count > 0)
            keep_better(best, waiting);
        TRY(improve(search, best, failure));
    }
    return STATUS_OK;
}

/* `waiting` is empty, or a stream without a limit at the receiver. */
static enum status find(const struct search *search, enum logp_capacity capacity,
                        struct logp_schedule *best, struct logp_schedule *waiting,
                        struct failure *failure) {
    if (waiting->count > 0 && waiting->depth <= search->least) {
        keep_better(best, waiting);
        return STATUS_OK;
    }
    enum status status = whole_steps_stream(best, search->machine, CAPACITY_FULL,
                                            search->processors, search->limits, failure);
    if (!status)
        return improve_in_turn(search, capacity, best, waiting, failure);
    if (status != STATUS_LIMIT || waiting->count == 0)
        return status;
    keep_better(best, waiting);
    return improve(search, best, failure);
}

enum status logp_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure) {
    struct search search = {machine, processors, limits, -1};
    CLEANUP(logp_schedule_clear) struct logp_schedule best = {.count = 0}, waiting = {.count = 0};
    enum status status = logp_machine_check(machine, failure);
    if (!status)
        status = find_least(&search, failure);
    if (!status && capacity == CAPACITY_NONE)
        status = waiting_stream(&waiting, machine, processors, limits, failure);
    if (!status || status == STATUS_LIMIT)
        status = find(&search, capacity, &best, &waiting, failure);
    if (!status)
        *schedule = TAKE(best);
    return status;
}

/* Measured for every 37th N <= 10,000 on four machines, 1084 questions: 6 rounds lose a depth in 13
 * of them, 30 gain one in 5. */
enum { ROUNDS = 12 };

/* Beyond these, in units, only the raised tree is taken: the search would take minutes. */
enum { MOST_CLASSES = 200, MOST_SEARCHED_DEPTH = 20000 };

static const double rise = 0.6; /* of the price where most room is missing, in a round */

struct waiting_search {
    const struct logp_machine *machine;
    mpz_srcptr processors;
    const struct limits *limits;
    int unit;         /* d = gcd(l,G) cycles */
    int latency, gap; /* l/d and G/d */
    int top;          /* of the prices */
    double *weight;   /* [z], 1 .. top: of room(z) */
    double *price;    /* [value]: the sum of the weights up to the value */
};

static enum status search_open(struct waiting_search *search, const struct logp_machine *machine,
                               mpz_srcptr processors, const struct limits *limits,
                               struct failure *failure) {
    int64_t l = logp_machine_transfer(machine), G = logp_machine_step(machine);
    if (l > HEADS_MAX_DEPTH || G > HEADS_MAX_DEPTH)
        return failure_limit(failure, "L+2o or max(g,2o) is more than %d cycles", HEADS_MAX_DEPTH);
    int unit = (int)logp_machine_unit(machine);
    *search = (struct waiting_search){.machine = machine,
                                      .processors = processors,
                                      .limits = limits,
                                      .unit = unit,
                                      .latency = (int)l / unit,
                                      .gap = (int)G / unit,
                                      .top = (int)(l + 3 * G) / unit};
    return memory_check(NEW(search->top + 1, search->weight, search->price), failure, "prices");
}

static void search_close(struct waiting_search *search) {
    FREE_ALL(search->weight, search->price);
}

/* --- prices --- */

static void add_up_prices(struct waiting_search *search) {
    for (int value = 1; value <= search->top; value++)
        search->price[value] = search->price[value - 1] + search->weight[value];
}

static void equal_prices(struct waiting_search *search) {
    for (int z = 1; z <= search->top; z++)
        search->weight[z] = 1;
    add_up_prices(search);
}

/* a/b, below or equal 1 in absolute value, for numbers of any size. */
static double share(mpz_srcptr a, mpz_srcptr b) {
    long exponent_a, exponent_b;
    double x = mpz_get_d_2exp(&exponent_a, a), y = mpz_get_d_2exp(&exponent_b, b);
    long shift = exponent_b - exponent_a;
    for (long i = 0; i < shift && x != 0; i++)
        x /= 2;
    return x / y;
}

/* Room that is missing becomes dearer, in proportion. */
static void raise_prices(struct waiting_search *search, const struct leaves *leaves) {
    int worst = 1;
    double sum = 0;
    for (int z = 2; z <= search->top; z++)
        if (mpz_cmp(leaves->room[z], leaves->room[worst]) < 0)
            worst = z;
    for (int z = 1; z <= search->top; z++) {
        if (mpz_sgn(leaves->room[z]) < 0)
            search->weight[z] *= 1 + rise * share(leaves->room[z], leaves->room[worst]);
        sum += search->weight[z];
    }
    for (int z = 1; z <= search->top; z++)
        search->weight[z] *= search->top / sum;
    add_up_prices(search);
}

/* --- one depth --- */

/* Deals out the leaves of `heads`; the processor without a block takes the message that is left
 * over, with the value 0. Prices rise if that is not possible. */
static enum status deal(struct waiting_search *search, struct heads *heads,
                        struct logp_schedule *schedule, bool *found, struct failure *failure) {
    CLEANUP(leaves_clear) struct leaves leaves = {0};
    TRY(leaves_deal(&leaves, heads, 0, search->limits, found, failure));
    if (*found)
        TRY(leaves_schedule(&leaves, search->machine, search->processors, schedule, failure));
    else
        raise_prices(search, &leaves);
    return STATUS_OK;
}

static enum status try_depth(struct waiting_search *search, int depth,
                             struct logp_schedule *schedule, bool *found, struct failure *failure) {
    const struct leaf_prices prices = {search->top, search->price};
    bool possible = true;
    *found = false;
    equal_prices(search);
    for (int round = 0; round < ROUNDS && !*found; round++) {
        CLEANUP(heads_clear) struct heads heads = {0};
        TRY(heads_choose(&heads, search->latency, search->gap, depth, search->processors, &prices,
                         &possible, failure));
        if (!possible)
            break;
        TRY(deal(search, &heads, schedule, found, failure));
    }
    return STATUS_OK;
}

/* Theorem M. */
static enum status take_raised(struct waiting_search *search, int depth,
                               struct logp_schedule *schedule, struct failure *failure) {
    CLEANUP(heads_clear) struct heads heads = {0};
    bool found = false;
    TRY(heads_raised(&heads, search->latency, search->gap, depth, search->processors, failure));
    search->limits = NULL;
    enum status status = deal(search, &heads, schedule, &found, failure);
    assert(status || found);
    return status;
}

static enum status try_depths(struct waiting_search *search, struct logp_schedule *schedule,
                              struct failure *failure) {
    int least;
    bool found = false;
    TRY(heads_least_depth(search->latency, search->gap, search->processors, &least, failure));
    int last = least + 2 * search->gap - 1;
    bool fine = search->gap <= MOST_CLASSES && least <= MOST_SEARCHED_DEPTH;
    if ((int64_t)last * search->unit > LOGP_MAX_DEPTH)
        return failure_limit(
            failure, "the delay is more than %d cycles above L+2o: take a larger unit of time",
            LOGP_MAX_DEPTH);
    enum status status = STATUS_OK;
    for (int depth = fine ? least : last; depth < last && !found && !status; depth++)
        status = try_depth(search, depth, schedule, &found, failure);
    if (status == STATUS_LIMIT && search->limits && limits_stop(search->limits))
        status = STATUS_OK;
    if (!status && !found)
        status = take_raised(search, last, schedule, failure);
    return status;
}

enum status waiting_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                           mpz_srcptr processors, const struct limits *limits,
                           struct failure *failure) {
    CLEANUP(search_close) struct waiting_search search = {.weight = NULL};
    require(mpz_sgn(processors) > 0);
    TRY(logp_machine_check(machine, failure));
    TRY(search_open(&search, machine, processors, limits, failure));
    return try_depths(&search, schedule, failure);
}
