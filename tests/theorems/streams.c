/* SPDX-License-Identifier: MIT */
/* Section 11.6 of results/THEOREMS.md: streams on LogP machines at different offsets. */
#include "solver/model/message_play.h"
#include "solver/proof/bound/reach.h"
#include "solver/stream/logp/heads.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/theorems/theorem.h"

enum {
    SEED = 1993,
    LATENCY = 24, /* L, o and g up to these */
    OVERHEAD = 4,
    GAP = 12,
    ITEMS = 6
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static int next_random(uint64_t *state, int below) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (uint64_t)below);
}

static enum status wrong(const struct logp_schedule *schedule, mpz_srcptr processors,
                         const char *what, struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    return failure_set(failure, STATUS_INTERNAL, "L = %d, o = %d, g = %d, capacity %s, N = %ld: %s",
                       machine->latency, machine->overhead, machine->gap,
                       logp_capacity_names[schedule->capacity], mpz_get_si(processors), what);
}

/* Every message of the first items by the rules of the machine, with waits and capacity. */
static enum status play(const struct logp_schedule *schedule, mpz_srcptr processors,
                        struct failure *failure) {
    struct message_array array;
    struct message_list list;
    enum status status = logp_messages(&array, &list, schedule, ITEMS, false, failure);
    if (status)
        return status;
    status = message_verify(&list, NULL, NULL, failure);
    if (!status && list.count != ITEMS * mpz_get_si(processors))
        status = wrong(schedule, processors, "not each item to each processor once", failure);
    if (!status && list.delay > logp_schedule_delay(schedule))
        status = wrong(schedule, processors, "an item comes later than the schedule says", failure);
    message_array_clear(&array);
    return status;
}

/* l + S + 2G - d, S being that of 11.3 for h = G, N >= 2. */
static enum status check_theorem_m(const struct logp_schedule *schedule, mpz_srcptr processors,
                                   struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int64_t step = logp_machine_step(machine), unit = logp_machine_unit(machine);
    int64_t transfer = logp_machine_transfer(machine);
    int depth;
    enum status status =
        heads_least_depth((int)(transfer / unit), (int)(step / unit), processors, &depth, failure);
    if (status || mpz_cmp_ui(processors, 1) == 0)
        return status;
    return logp_schedule_delay(schedule) <= transfer + depth * unit + 2 * step - unit
               ? STATUS_OK
               : wrong(schedule, processors, "later than Theorem M", failure);
}

static enum status check_stream(const struct logp_schedule *schedule, mpz_srcptr processors,
                                struct failure *failure) {
    struct reach_bound bound;
    struct logp_schedule whole;
    enum status status =
        whole_steps_stream(&whole, &schedule->machine, CAPACITY_FULL, processors, NULL, failure);
    if (status)
        return status;
    if (schedule->depth > whole.depth)
        status = wrong(schedule, processors, "later than Theorem F", failure);
    logp_schedule_clear(&whole);
    if (!status)
        status = reach_lower(&schedule->machine, processors, &bound, failure);
    if (!status && logp_schedule_delay(schedule) < bound.delay)
        status = wrong(schedule, processors, "the schedule is better than the bound", failure);
    if (!status && schedule->capacity == CAPACITY_NONE)
        status = check_theorem_m(schedule, processors, failure);
    return status ? status : play(schedule, processors, failure);
}

/* Every tenth machine has up to `most` processors beside the source, the others up to `few`. */
static enum status check(int machines, int few, int most, struct failure *failure) {
    uint64_t state = SEED;
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init(processors);
    for (int trial = 0; trial < machines && !status; trial++) {
        const struct logp_machine machine = {1 + next_random(&state, LATENCY),
                                             next_random(&state, OVERHEAD + 1),
                                             1 + next_random(&state, GAP)};
        mpz_set_si(processors, 1 + next_random(&state, trial % 10 ? few : most));
        for (int capacity = 0; capacity <= CAPACITY_NONE && !status; capacity++) {
            struct logp_schedule schedule;
            status = logp_stream(&schedule, &machine, (enum logp_capacity)capacity, processors,
                                 NULL, failure);
            if (status)
                break;
            status = check_stream(&schedule, processors, failure);
            logp_schedule_clear(&schedule);
        }
    }
    mpz_clear(processors);
    return status;
}

static enum status try_streams(struct failure *failure) {
    return check(8, 8, 12, failure);
}

static enum status try_streams_whole(struct failure *failure) {
    return check(600, 16, 100, failure);
}

static const struct theorem theorems[] = {
    {"logp-streams",
     "LogP: streams at different offsets, all messages of 6 items played: 8 random machines (seed "
     "1993), L <= 24, o <= 4, g <= 12, N <= 20",
     try_streams},
    {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"logp-streams",
     "LogP: streams at different offsets, all messages of 6 items played: 600 random machines "
     "(seed 1993), L <= 24, o <= 4, g <= 12, N <= 100",
     try_streams_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
