/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/annealed_stream.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/logp/balance.h"
#include "solver/stream/logp/depths.h"
#include "solver/stream/logp/heads.h"

/* Tried for seven machines and eight N of 30 to 900, full and without a limit at the receiver; sum
 * of all cycles above the bounds: 344; for a weight of 5: 355, of 1 (heads as leaves): 468; from l
 * on, not l+G: 349. Five times as many changes of few blocks, or heads that change without their
 * leaves, gain next to nothing. For N = 1000 hotter starts end with more messages missing. */
enum {
    LEVELS = 24,
    CHANGES = 400000,
    MANY = 100, /* blocks; fewer get more starts */
    CHANGES_OF_BLOCK = 4000,
    STARTS = 8,
    STARTS_OF_MANY = 3,
    CHANGES_BETWEEN_CHECKS = 4096,
    WEIGHT_OF_HEADS = 20
};
/* Temperatures, in messages that leaves lack, at the beginning of each start, and at its end. */
static const double hot[STARTS] = {0.05, 0.05, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3}, cold = 0.02;

/* A block, or a node that sends nothing: size 0. In units, as all below. */
struct element {
    int value, size, late, wait;
    int levels[LEVELS]; /* its leaves */
};

struct annealing {
    const struct logp_schedule *known; /* machine and capacity */
    int unit, latency, gap, depth;
    int slack;     /* X */
    int most_late; /* G-2o */
    int rest;      /* value of the processor without a block */
    bool waits;    /* B may be more than 0 */
    struct balance balance;
    struct balance_change change;
    size_t count;
    struct element *elements;
    uint64_t random;
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static unsigned next_random(struct annealing *annealing, unsigned below) {
    uint64_t z = annealing->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)(((z ^ z >> 31) >> 32) * below >> 32);
}

static bool chance(struct annealing *annealing, double probability) {
    return next_random(annealing, 1u << 30) < probability * (1u << 30);
}

/* --- the state --- */

static int most_size(const struct annealing *annealing, int value, int late) {
    int left = value - late - annealing->latency;
    return left < 0 ? 0 : left / annealing->gap + 1;
}

/* As equal as can be, with the least sum. */
static void level_leaves(const struct annealing *annealing, struct element *element) {
    memset(element->levels, 0, sizeof element->levels);
    if (element->size == 0)
        return;
    const struct even_leaves even =
        heads_even_leaves(annealing->gap, element->value, element->size);
    element->levels[even.low] = even.of_low;
    element->levels[even.low + 1] = even.of_next;
}

/* A reception that is due above s never gets a message: it is kept at s+1. */
static void receive(struct annealing *annealing, int value, int many) {
    int most = annealing->depth + 1;
    balance_change_receive(&annealing->change, value < most ? value : most, many);
}

static void send(struct annealing *annealing, int value, int many) {
    balance_change_send(&annealing->balance, &annealing->change, value, many);
}

/* Records the change that an element comes, or goes: sign -1. */
static void account(struct annealing *annealing, const struct element *element, int sign) {
    int gap = annealing->gap, class = element->value % gap;
    if (element->size == 0)
        return;
    receive(annealing, element->value + element->wait, sign);
    for (int i = 0; i < element->size; i++)
        send(annealing, element->value - element->late - i * gap - annealing->latency, sign);
    for (int j = 0; j < LEVELS; j++)
        if (element->levels[j])
            receive(annealing, class + gap * j + element->wait, sign * element->levels[j]);
}

/* --- changes --- */

/* The level of one of the block's leaves. */
static int random_level(struct annealing *annealing, const struct element *element) {
    int leaf = (int)next_random(annealing, (unsigned)element->size - 1), level = 0;
    for (; leaf >= element->levels[level]; level++)
        leaf -= element->levels[level];
    return level;
}

static bool move_leaves(struct annealing *annealing, struct element *element) {
    if (element->size < 2)
        return false;
    int first = random_level(annealing, element), to = first + 1;
    int second = random_level(annealing, element);
    bool alone = element->size == 2 || next_random(annealing, 6) == 0;
    if (alone)
        to = next_random(annealing, 2) ? first + element->size : first - element->size;
    if (to < 0 || to >= LEVELS || (!alone && (second < 1 || second == to)) ||
        (!alone && first == second && element->levels[first] < 2))
        return false;
    element->levels[first]--, element->levels[to]++;
    if (!alone)
        element->levels[second]--, element->levels[second - 1]++;
    return true;
}

static bool move_head(struct annealing *annealing, struct element *element) {
    int by = 1 + (int)next_random(annealing, 2 * (unsigned)annealing->gap - 1);
    int value = element->value, late = element->late, wait = element->wait;
    unsigned what = next_random(annealing, 3);
    if (what == 1 && annealing->most_late > 0)
        late = (int)next_random(annealing, (unsigned)annealing->most_late + 1);
    else if (what == 2 && annealing->waits)
        wait = (int)next_random(annealing, (unsigned)annealing->gap);
    else
        value += next_random(annealing, 2) ? by : -by;
    if (element->size == 0 || value + wait > annealing->depth ||
        most_size(annealing, value, late) < element->size)
        return false;
    bool moved = value != element->value;
    element->value = value, element->late = late, element->wait = wait;
    if (moved)
        level_leaves(annealing, element);
    return true;
}

static bool change_size(const struct annealing *annealing, struct element *element, int by) {
    int size = element->size + by;
    if (size < 0 || size > most_size(annealing, element->value, element->late))
        return false;
    element->size = size;
    level_leaves(annealing, element);
    return true;
}

/* What a change makes of at most two elements, and of the processor without a block. */
struct proposal {
    size_t places[2]; /* of elements; count: none */
    struct element after[2];
    int rest;
};

/* False if the random change is not possible. */
static bool propose(struct annealing *annealing, struct proposal *proposal) {
    unsigned kind = next_random(annealing, 20), count = (unsigned)annealing->count;
    size_t none = annealing->count, first = next_random(annealing, count);
    *proposal = (struct proposal){.places = {first, none}, .rest = annealing->rest};
    struct element *after = proposal->after;
    after[0] = annealing->elements[first];
    if (kind == 0) {
        proposal->places[0] = none;
        proposal->rest = (int)next_random(annealing, (unsigned)annealing->depth + 1);
        return true;
    }
    if (kind < 13)
        return move_leaves(annealing, &after[0]);
    if (kind < 17)
        return move_head(annealing, &after[0]);
    size_t second = proposal->places[1] = next_random(annealing, count);
    after[1] = annealing->elements[second];
    return second != first && change_size(annealing, &after[0], -1) &&
           change_size(annealing, &after[1], 1);
}

/* The weighed messages that are missing less. */
static double saved_by(struct annealing *annealing, const struct proposal *proposal) {
    balance_change_begin(&annealing->change);
    for (int i = 0; i < 2 && proposal->places[i] < annealing->count; i++) {
        account(annealing, &annealing->elements[proposal->places[i]], -1);
        account(annealing, &proposal->after[i], 1);
    }
    if (proposal->rest != annealing->rest) {
        receive(annealing, annealing->rest, -1);
        receive(annealing, proposal->rest, 1);
    }
    balance_change_end(&annealing->change);
    return balance_saved(&annealing->balance, &annealing->change);
}

static void make(struct annealing *annealing, const struct proposal *proposal) {
    balance_make(&annealing->balance, &annealing->change, 1);
    for (int i = 0; i < 2 && proposal->places[i] < annealing->count; i++)
        annealing->elements[proposal->places[i]] = proposal->after[i];
    annealing->rest = proposal->rest;
}

/* --- one depth --- */

/* Which leaves are left out is decided by kinds of heads; here by chance, a leaf of one head for
 * one of another. */
static void mix(struct annealing *annealing) {
    for (size_t i = 0; i < annealing->count; i++) {
        struct element *first = &annealing->elements[i];
        size_t other = next_random(annealing, (unsigned)annealing->count);
        struct element *second = &annealing->elements[other];
        int last = first->value - (first->size - 1) * annealing->gap - annealing->latency;
        if (first == second || last >= annealing->gap ||
            second->size >= most_size(annealing, second->value, 0) || first->size < 1)
            continue;
        change_size(annealing, first, -1);
        change_size(annealing, second, 1);
    }
}

static enum status add_elements(struct annealing *annealing, const struct heads *heads,
                                struct failure *failure) {
    enum { SPARE = 4 };
    size_t room = SPARE;
    for (size_t i = 0; i < heads->count; i++)
        room += mpz_get_ui(heads->list[i].count);
    TRY(memory_check(NEW(room, annealing->elements), failure, "the blocks of a schedule"));
    for (size_t i = 0; i < heads->count; i++)
        for (unsigned long k = 0; k < mpz_get_ui(heads->list[i].count); k++) {
            struct element *element = &annealing->elements[annealing->count++];
            int value = heads->list[i].value + annealing->depth - heads->depth;
            *element = (struct element){value, heads->list[i].size, 0, 0, {0}};
            level_leaves(annealing, element);
        }
    while (annealing->count < room)
        annealing->elements[annealing->count++] =
            (struct element){.value = annealing->latency, .size = 0};
    return STATUS_OK;
}

/* Leaves take up what their neighbours lack by moving a level; a head that lacks its message can
 * only become another one, which changes all that it sends. */
static void weigh_heads(struct annealing *annealing) {
    for (int z = annealing->latency + annealing->gap; z <= annealing->depth; z++)
        annealing->balance.weight[z] = WEIGHT_OF_HEADS;
}

/* All that is sent and received at first. */
static void account_all(struct annealing *annealing) {
    balance_change_begin(&annealing->change);
    send(annealing, annealing->depth, 1);
    receive(annealing, annealing->rest, 1);
    for (size_t i = 0; i < annealing->count; i++)
        account(annealing, &annealing->elements[i], 1);
    balance_change_end(&annealing->change);
    balance_make(&annealing->balance, &annealing->change, 1);
}

/* The tree with the leaves left out whose loss is least where all values cost alike; a large depth
 * is that of one that is raised. */
static enum status start(struct annealing *annealing, int least, mpz_srcptr processors,
                         bool *possible, struct failure *failure) {
    int depth =
        annealing->depth < least + annealing->gap ? annealing->depth : least + annealing->gap;
    const struct leaf_prices prices = {annealing->latency + annealing->gap, NULL};
    CLEANUP(heads_clear) struct heads heads = {0};
    TRY(heads_choose(&heads, annealing->latency, annealing->gap, depth, processors, &prices,
                     possible, failure));
    if (!*possible)
        return STATUS_OK;
    TRY(balance_init(&annealing->balance, annealing->depth + 1, annealing->slack, failure));
    TRY(balance_change_init(&annealing->change, &annealing->balance, failure));
    TRY(add_elements(annealing, &heads, failure));
    weigh_heads(annealing);
    mix(annealing);
    account_all(annealing);
    return STATUS_OK;
}

static void clear(struct annealing *annealing) {
    balance_clear(&annealing->balance);
    balance_change_clear(&annealing->change);
    free(annealing->elements);
}

static enum status anneal(struct annealing *annealing, double temperature,
                          const struct limits *limits, bool *found, struct failure *failure) {
    struct proposal proposal;
    double missing = balance_weighed_faults(&annealing->balance);
    int changes = annealing->count < MANY ? (int)annealing->count * CHANGES_OF_BLOCK : CHANGES;
    for (int i = 0; i < changes && missing > 0; i++) {
        double warmth = temperature * (changes - i) / changes + cold;
        if (i % CHANGES_BETWEEN_CHECKS == 0)
            TRY(limits_check(limits, failure));
        if (!propose(annealing, &proposal))
            continue;
        double saved = saved_by(annealing, &proposal);
        if (saved >= 0 || chance(annealing, exp(saved / warmth))) {
            make(annealing, &proposal);
            missing -= saved;
        }
    }
    *found = missing == 0;
    return STATUS_OK;
}

/* --- the schedule --- */

static enum status add_parts(struct logp_schedule *schedule, const struct annealing *annealing,
                             struct failure *failure) {
    int unit = annealing->unit;
    BIG_OF(once, 1);
    struct logp_part *rest =
        logp_schedule_part(schedule, annealing->rest % annealing->gap * unit, 0, 0);
    TRY(memory_check(rest, failure, "a class of processors"));
    rest->steps.receive_only = annealing->rest / annealing->gap;
    for (size_t i = 0; i < annealing->count; i++) {
        const struct element *element = &annealing->elements[i];
        const struct logp_block block = {.offset = element->value % annealing->gap * unit,
                                         .late = element->late * unit,
                                         .wait = element->wait * unit,
                                         .head = element->value / annealing->gap,
                                         .size = element->size,
                                         .levels = element->levels,
                                         .level_count = LEVELS};
        if (element->size > 0)
            TRY(logp_schedule_add_block(schedule, &block, once, failure));
    }
    return STATUS_OK;
}

static enum status write(struct logp_schedule *schedule, const struct annealing *annealing,
                         mpz_srcptr processors, struct failure *failure) {
    logp_schedule_init(schedule, &annealing->known->machine, annealing->known->capacity,
                       annealing->depth * annealing->unit, 1);
    return logp_schedule_end(schedule, add_parts(schedule, annealing, failure), processors,
                             failure);
}

static enum status try_depth(const struct annealing *question, int least, mpz_srcptr processors,
                             const struct limits *limits, struct logp_schedule *schedule,
                             bool *found, struct failure *failure) {
    CLEANUP(clear) struct annealing annealing = *question;
    bool possible = true;
    *found = false;
    TRY(start(&annealing, least, processors, &possible, failure));
    annealing.waits = annealing.known->capacity == CAPACITY_FLIGHT;
    int starts = annealing.count < MANY ? STARTS : STARTS_OF_MANY;
    for (int i = annealing.waits ? starts - 1 : 0; i < starts && possible && !*found; i++)
        TRY(anneal(&annealing, hot[i], limits, found, failure));
    return *found ? write(schedule, &annealing, processors, failure) : STATUS_OK;
}

static struct annealing annealing_of(const struct logp_schedule *known, int unit, int depth) {
    const struct logp_machine *machine = &known->machine;
    int step = (int)logp_machine_step(machine);
    return (struct annealing){.known = known,
                              .unit = unit,
                              .latency = (int)logp_machine_transfer(machine) / unit,
                              .gap = step / unit,
                              .depth = depth,
                              .slack = logp_schedule_slack(known) / unit,
                              .most_late = (step - 2 * machine->overhead) / unit};
}

static enum status improve(struct logp_schedule *schedule, mpz_srcptr processors,
                           const struct limits *limits, struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int unit = (int)logp_machine_unit(machine), step = (int)logp_machine_step(machine), least;
    int transfer = (int)logp_machine_transfer(machine), most = (schedule->depth + unit - 1) / unit;
    struct depths depths;
    if (most > ANNEALED_MOST_DEPTH || transfer / step + 4 >= LEVELS)
        return STATUS_OK;
    TRY(heads_least_depth(transfer / unit, step / unit, processors, &least, failure));
    depths_begin(&depths, least, most);
    while (depths_next(&depths)) {
        struct annealing annealing = annealing_of(schedule, unit, depths.depth);
        struct logp_schedule better;
        bool found;
        TRY(try_depth(&annealing, least, processors, limits, &better, &found, failure));
        depths_record(&depths, found);
        if (found) {
            logp_schedule_clear(schedule);
            *schedule = better;
        }
    }
    return STATUS_OK;
}

enum status annealed_improve(struct logp_schedule *schedule, const struct limits *limits,
                             struct failure *failure) {
    BIG(processors);
    logp_schedule_processors(schedule, processors);
    enum status status = STATUS_OK;
    if (mpz_cmp_ui(processors, ANNEALED_MOST_PROCESSORS) <= 0)
        status = improve(schedule, processors, limits, failure);
    bool stopped = status == STATUS_LIMIT && limits && limits_stop(limits);
    return stopped ? STATUS_OK : status;
}
