/* SPDX-License-Identifier: MIT */
#include "tests/collective/summation_search.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum {
    MOST_PROCESSORS = SUMMATION_SEARCH_PROCESSORS,
    MOST_AGE = SUMMATION_SEARCH_OVERHEAD + SUMMATION_SEARCH_LATENCY,
    FIRST_ROOM = 1 << 12,
    MOST_STATES = 1 << 24,
    STOP_STATES = 1 << 16
};

/* One processor: fields add up to a number that states are sorted by. */
struct agent {
    unsigned char values;   /* held; operands of its own are there without number */
    unsigned char busy;     /* cycles left of a sending or reception */
    unsigned char incoming; /* that is a reception, which gives a value at its end */
    unsigned char no_send;  /* cycles until the next may begin */
    unsigned char no_receive;
};

struct state {
    struct agent agents[MOST_PROCESSORS]; /* descending by their numbers */
    unsigned char flight[MOST_AGE + 1];   /* messages that arrive in so many cycles; [0]: waiting */
    unsigned char additions;              /* made so far: not part of the key */
};

/* An open hash table of the states of one time. */
struct layer {
    size_t count;
    size_t room; /* a power of 2 */
    struct state *states;
    bool *used;
};

struct search {
    struct logp_machine machine;
    int processors;
    int left;     /* cycles until the end */
    int operands; /* that are asked for */
    struct layer *next;
    struct failure *failure;
};

/* --- tables of states --- */

enum { KEY_BYTES = offsetof(struct state, additions) };

static uint64_t hash(const struct state *state) {
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t sum = 14695981039346656037U; /* FNV-1a */
    for (size_t i = 0; i < KEY_BYTES; i++)
        sum = (sum ^ bytes[i]) * 1099511628211U;
    return sum ^ sum >> 29;
}

static enum status layer_open(struct layer *layer, size_t room, struct failure *failure) {
    *layer = (struct layer){0, room, memory_new(room, sizeof *layer->states),
                            memory_new(room, sizeof *layer->used)};
    if (layer->states && layer->used)
        return STATUS_OK;
    free(layer->states);
    free(layer->used);
    *layer = (struct layer){0};
    return failure_memory(failure, "the states of a search");
}

static void layer_close(struct layer *layer) {
    free(layer->states);
    free(layer->used);
}

static void place(struct layer *layer, const struct state *state) {
    size_t at = hash(state) & (layer->room - 1);
    while (layer->used[at] && memcmp(&layer->states[at], state, KEY_BYTES) != 0)
        at = (at + 1) & (layer->room - 1);
    if (!layer->used[at]) {
        layer->used[at] = true;
        layer->states[at] = *state;
        layer->count++;
    } else if (layer->states[at].additions < state->additions) {
        layer->states[at].additions = state->additions;
    }
}

static enum status layer_add(struct layer *layer, const struct state *state,
                             struct failure *failure) {
    if (2 * layer->count >= layer->room) {
        struct layer wider;
        if (layer->count >= MOST_STATES)
            return failure_set(failure, STATUS_LIMIT, "the search has more than %d states",
                               MOST_STATES);
        enum status status = layer_open(&wider, 2 * layer->room, failure);
        if (status)
            return status;
        for (size_t i = 0; i < layer->room; i++)
            if (layer->used[i])
                place(&wider, &layer->states[i]);
        layer_close(layer);
        *layer = wider;
    }
    place(layer, state);
    return STATUS_OK;
}

/* --- one cycle --- */

/* Values everywhere, also those under way and those that are being received. */
static int values_of(const struct search *search, const struct state *state) {
    int values = 0;
    for (int i = 0; i < search->processors; i++)
        values += state->agents[i].values + state->agents[i].incoming;
    for (int age = 0; age <= MOST_AGE; age++)
        values += state->flight[age];
    return values;
}

static void agent_passes(struct agent *agent) {
    if (agent->busy && --agent->busy == 0 && agent->incoming) {
        agent->incoming = 0;
        agent->values++;
    }
    agent->no_send -= agent->no_send > 0;
    agent->no_receive -= agent->no_receive > 0;
}

static void sort_agents(struct state *state, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i;
             j > 0 && memcmp(&state->agents[j], &state->agents[j - 1], sizeof *state->agents) > 0;
             j--) {
            struct agent other = state->agents[j];
            state->agents[j] = state->agents[j - 1];
            state->agents[j - 1] = other;
        }
}

/* No more additions than this are made from now on, with `left` cycles to go. */
static int most_additions(const struct search *search, const struct state *state, int left) {
    int overhead = search->machine.overhead, apart = logp_machine_apart(&search->machine);
    int transfer = (int)logp_machine_transfer(&search->machine), sum = left, holders = 0;
    int useful = left - transfer - 1, step = apart < transfer ? apart : transfer;
    for (int i = 0; i < search->processors; i++)
        holders += state->agents[i].values + state->agents[i].incoming > 0;
    for (int i = 1; i < search->processors; i++) {
        useful -= i == 2 ? step : 0;
        int gain = (useful > 0 ? useful : 0) - overhead;
        sum += gain > 0 || i < holders ? gain : 0;
    }
    for (int age = 0; age <= MOST_AGE; age++)
        sum -= overhead * state->flight[age];
    return sum;
}

/* A cycle goes by; the state is kept if all values can still become one, of enough operands. */
static enum status pass(struct search *search, struct state state) {
    int left = search->left - 1;
    for (int i = 0; i < search->processors; i++)
        agent_passes(&state.agents[i]);
    state.flight[0] = (unsigned char)(state.flight[0] + state.flight[1]);
    for (int age = 1; age < MOST_AGE; age++)
        state.flight[age] = state.flight[age + 1];
    state.flight[MOST_AGE] = 0;
    int more = most_additions(search, &state, left);
    if (values_of(search, &state) - 1 > more || state.additions + more + 1 < search->operands)
        return STATUS_OK;
    sort_agents(&state, search->processors);
    return layer_add(search->next, &state, search->failure);
}

static enum status choose(struct search *search, const struct state *state, int i);

/* An addition: of two values, of one and an operand of its own, or of two of these. */
static enum status choose_addition(struct search *search, const struct state *state, int i) {
    struct state after = *state;
    int values = state->agents[i].values;
    after.agents[i].values = (unsigned char)(values > 1 ? values - 1 : 1);
    after.additions++;
    enum status status = choose(search, &after, i + 1);
    return status || values > 0 ? status : choose(search, state, i + 1);
}

static bool may_receive(const struct state *state, int i) {
    return state->flight[0] > 0 && state->agents[i].no_receive == 0;
}

static void begin_reception(const struct search *search, struct state *state, int i) {
    struct agent *agent = &state->agents[i];
    state->flight[0]--;
    agent->no_receive = (unsigned char)search->machine.gap;
    agent->busy = (unsigned char)search->machine.overhead;
    agent->incoming = search->machine.overhead > 0;
    agent->values += search->machine.overhead == 0;
}

/* Of a value, or else of an operand of its own. */
static void begin_sending(const struct search *search, struct state *state, int i) {
    struct agent *agent = &state->agents[i];
    state->flight[search->machine.overhead + search->machine.latency]++;
    agent->no_send = (unsigned char)search->machine.gap;
    agent->busy = (unsigned char)search->machine.overhead;
    agent->values -= agent->values > 0;
}

/* Without overhead, a processor may receive, send and add in one cycle. */
static enum status choose_without_overhead(struct search *search, const struct state *state, int i,
                                           bool received) {
    enum status status = choose_addition(search, state, i);
    if (!status && !received && may_receive(state, i)) {
        struct state after = *state;
        begin_reception(search, &after, i);
        status = choose_without_overhead(search, &after, i, true);
    }
    if (!status && state->agents[i].no_send == 0) {
        struct state after = *state;
        begin_sending(search, &after, i);
        status = choose_addition(search, &after, i);
    }
    return status;
}

static enum status choose_with_overhead(struct search *search, const struct state *state, int i) {
    enum status status = choose_addition(search, state, i);
    if (!status && may_receive(state, i)) {
        struct state after = *state;
        begin_reception(search, &after, i);
        status = choose(search, &after, i + 1);
    }
    if (!status && state->agents[i].no_send == 0) {
        struct state after = *state;
        begin_sending(search, &after, i);
        status = choose(search, &after, i + 1);
    }
    return status;
}

/* What processor i does, and those behind it. */
static enum status choose(struct search *search, const struct state *state, int i) {
    if (i == search->processors)
        return pass(search, *state);
    if (state->agents[i].busy)
        return choose(search, state, i + 1);
    return search->machine.overhead == 0 ? choose_without_overhead(search, state, i, false)
                                         : choose_with_overhead(search, state, i);
}

/* One value is left, and held, and has operands enough. */
static bool found(const struct search *search, const struct layer *layer) {
    for (size_t i = 0; i < layer->room; i++) {
        const struct state *state = &layer->states[i];
        if (!layer->used[i] || values_of(search, state) != 1 ||
            state->additions + 1 < search->operands)
            continue;
        for (int p = 0; p < search->processors; p++)
            if (state->agents[p].values)
                return true;
    }
    return search->operands <= 1;
}

static enum status search_cycle(struct search *search, const struct layer *layer,
                                const struct limits *limits) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < layer->room && !status; i++) {
        if (i % STOP_STATES == 0)
            status = limits_check(limits, search->failure);
        if (!status && layer->used[i])
            status = choose(search, &layer->states[i], 0);
    }
    return status;
}

static enum status search_all(struct search *search, int time, bool *possible,
                              const struct limits *limits) {
    struct layer layer = {0}, next = {0};
    struct state start;
    memset(&start, 0, sizeof start);
    enum status status = layer_open(&layer, FIRST_ROOM, search->failure);
    if (!status)
        status = layer_add(&layer, &start, search->failure);
    for (int t = 0; t < time && !status; t++) {
        status = layer_open(&next, FIRST_ROOM, search->failure);
        if (status)
            break;
        search->left = time - t;
        search->next = &next;
        status = search_cycle(search, &layer, limits);
        layer_close(&layer);
        layer = next;
    }
    if (!status)
        *possible = found(search, &layer);
    layer_close(&layer);
    return status;
}

enum status summation_search(const struct logp_machine *machine, int processors, int time,
                             int operands, bool *possible, const struct limits *limits,
                             struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    if (machine->latency > SUMMATION_SEARCH_LATENCY ||
        machine->overhead > SUMMATION_SEARCH_OVERHEAD || machine->gap > SUMMATION_SEARCH_GAP ||
        processors < 1 || processors > MOST_PROCESSORS || time < 0 || time > SUMMATION_SEARCH_TIME)
        return failure_set(failure, STATUS_INPUT,
                           "the search takes L <= %d, o <= %d, g <= %d, P = 1..%d, t = 0..%d",
                           SUMMATION_SEARCH_LATENCY, SUMMATION_SEARCH_OVERHEAD,
                           SUMMATION_SEARCH_GAP, MOST_PROCESSORS, SUMMATION_SEARCH_TIME);
    struct search search = {
        .machine = *machine, .processors = processors, .operands = operands, .failure = failure};
    return search_all(&search, time, possible, limits);
}
