/* SPDX-License-Identifier: MIT */
#include "rest/prices_states.h"

#include "core/memory.h"

#include <stdlib.h>

enum { ON_PATH = 0x40, SETTLED = 0x80, NO_CHOICE = 0x3f, VALUE = 0x3f };

struct graph {
    uint32_t depth;
    uint32_t received; /* bit v: value v may be received; v = 0 stays out */
    bool zero;         /* value 0 may be received */
    int64_t step[PRICES_STATES_DEPTH_LIMIT + 1]; /* [v]: pay(v) - D */
    int64_t earn[PRICES_STATES_DEPTH_LIMIT + 1];
    uint32_t half;       /* bits in a half of a state */
    int64_t *low, *high; /* best of a half */
    int64_t *potential;  /* [S] */
    unsigned char
        *choice; /* [S]: value of the last improvement; flags while circles are looked for */
};

static uint32_t number_bits(const struct prices *prices) {
    return 60 - prices->depth;
}

static bool fits(const struct prices *prices, mpz_srcptr number) {
    return mpz_sizeinbase(number, 2) <= number_bits(prices);
}

static bool set_numbers(struct graph *graph, const struct prices *prices) {
    bool right = fits(prices, prices->denominator);
    for (uint32_t v = 0; v <= prices->depth; v++) {
        right = right && fits(prices, prices->pay[v]) && fits(prices, prices->earn[v]);
        if (!right)
            return false;
        graph->step[v] =
            (int64_t)mpz_get_ui(prices->pay[v]) - (int64_t)mpz_get_ui(prices->denominator);
        graph->earn[v] = (int64_t)mpz_get_ui(prices->earn[v]);
        if (v > 0 && prices_is_received(prices, v))
            graph->received |= (uint32_t)1 << v;
    }
    graph->zero = prices_is_received(prices, 0);
    return true;
}

/* best[set]: the most that one of these values, counted from `first`, earns. */
static int64_t *best_table(const struct graph *graph, uint32_t first, uint32_t bits) {
    int64_t *best = memory_zeroed((size_t)1 << bits, sizeof *best);
    best[0] = graph->earn[0]; /* 0 is always held, in the state or received */
    for (uint32_t bit = 0; bit < bits; bit++)
        for (uint32_t set = 0; set < (uint32_t)1 << bit; set++) {
            int64_t earn = graph->earn[first + bit];
            best[set | (uint32_t)1 << bit] = earn > best[set] ? earn : best[set];
        }
    return best;
}

static int64_t best_of(const struct graph *graph, uint32_t state) {
    int64_t low = graph->low[state & (((uint32_t)1 << graph->half) - 1)];
    int64_t high = graph->high[state >> graph->half];
    return low > high ? low : high;
}

static uint32_t next_state(uint32_t state, uint32_t value) {
    return (state | (uint32_t)1 << value) >> 1;
}

/* Tries all values in this state; was phi improved? */
static inline bool improve(struct graph *graph, uint32_t state) {
    int64_t best = best_of(graph, state), least = graph->potential[state];
    uint32_t choice = NO_CHOICE;
    if (!(state & 1)) {
        int64_t found = graph->step[0] - best + graph->potential[state >> 1];
        if (!graph->zero || found >= least)
            return false;
        least = found, choice = 0;
    } else {
        for (uint32_t left = graph->received & ~state; left; left &= left - 1) {
            uint32_t v = (uint32_t)__builtin_ctz(left);
            int64_t earn = graph->earn[v];
            int64_t found = graph->step[v] - (best > earn ? best : earn) +
                            graph->potential[next_state(state, v)];
            if (found < least)
                least = found, choice = v;
        }
        if (choice == NO_CHOICE)
            return false;
    }
    graph->potential[state] = least;
    graph->choice[state] = (unsigned char)choice;
    return true;
}

/* The next larger set of the same size (Gosper). */
static uint32_t next_set(uint32_t set) {
    uint32_t lowest = set & (0 - set), carry = set + lowest;
    return set == 0 ? UINT32_MAX : ((set ^ carry) / lowest >> 2) | carry;
}

static uint32_t first_set(uint32_t size) {
    return ((uint32_t)1 << size) - 1;
}

static bool pass(struct graph *graph, uint32_t size) {
    uint32_t end = (uint32_t)1 << graph->depth;
    bool improved = false;
    for (uint32_t state = first_set(size); state < end; state = next_set(state))
        improved |= improve(graph, state);
    return improved;
}

/* Follows the choices from this state to one that is settled or has none; is it a circle? */
static bool leads_to_circle(struct graph *graph, uint32_t start, uint32_t *circle) {
    uint32_t state = start;
    while (graph->choice[state] < ON_PATH && graph->choice[state] != NO_CHOICE) {
        uint32_t value = graph->choice[state];
        graph->choice[state] |= ON_PATH;
        state = next_state(state, value);
    }
    *circle = state;
    if (graph->choice[state] & ON_PATH)
        return true;
    for (state = start; graph->choice[state] & ON_PATH;) {
        graph->choice[state] ^= ON_PATH | SETTLED;
        state = next_state(state, graph->choice[state] & VALUE);
    }
    return false;
}

static bool find_circle(struct graph *graph, uint32_t size, uint32_t *circle) {
    uint32_t end = (uint32_t)1 << graph->depth;
    bool found = false;
    for (uint32_t state = first_set(size); !found && state < end; state = next_set(state))
        found = leads_to_circle(graph, state, circle);
    for (uint32_t state = first_set(size); state < end; state = next_set(state))
        graph->choice[state] &= VALUE;
    return found;
}

/* Adds the circle up again, from the prices alone. */
static _Noreturn void refuted_by(const struct graph *graph, struct reader *reader,
                                 uint32_t circle) {
    char word[200] = "";
    size_t used = 0;
    uint32_t state = circle, length = 0;
    int64_t sum = 0;
    do {
        uint32_t value = graph->choice[state];
        if (used + 12 < sizeof word)
            used += (size_t)snprintf(word + used, sizeof word - used, " %u", value);
        else
            used = sizeof word;
        int64_t best = best_of(graph, state), earn = graph->earn[value];
        sum += graph->step[value] - (best > earn ? best : earn);
        length++;
        state = next_state(state, value);
    } while (state != circle);
    if (sum >= 0)
        abort();
    read_refuted(reader,
                 "the prices are too low: the closed word%s%s of length %u pays %lld less "
                 "than D a step",
                 word, used == sizeof word ? " ..." : "", length, (long long)-sum);
}

/* A state takes t/4 steps in the mean, of two units each, and circles are looked for. */
static void charge_pass(const struct graph *graph, struct reader *reader, uint64_t sets) {
    read_charge(reader, sets * (8 + graph->depth / 2));
}

/* `sets` is the number of states of this size. */
static void check_size(struct graph *graph, struct reader *reader, uint32_t size, uint64_t sets) {
    uint32_t circle;
    charge_pass(graph, reader, sets);
    while (pass(graph, size)) {
        if (find_circle(graph, size, &circle))
            refuted_by(graph, reader, circle);
        charge_pass(graph, reader, sets);
    }
}

void prices_states_check(const struct prices *prices, struct reader *reader) {
    struct graph graph = {.depth = prices->depth};
    if (prices->depth > PRICES_STATES_DEPTH_LIMIT)
        read_malformed(reader, "a potential is recomputed for depths up to %d only",
                       PRICES_STATES_DEPTH_LIMIT);
    if (!set_numbers(&graph, prices))
        read_malformed(reader, "for this depth a potential is recomputed for numbers below 2^%u",
                       number_bits(prices));
    size_t states = (size_t)1 << graph.depth;
    read_charge(reader, states);
    graph.half = graph.depth / 2;
    graph.low = best_table(&graph, 0, graph.half);
    graph.high = best_table(&graph, graph.half, graph.depth - graph.half);
    graph.potential = memory_zeroed(states, sizeof *graph.potential);
    graph.choice = memory_zeroed(states, 1);
    for (size_t state = 0; state < states; state++)
        graph.choice[state] = NO_CHOICE;
    uint64_t sets = 1;
    for (uint32_t size = 0; size <= graph.depth; size++) {
        check_size(&graph, reader, size, sets);
        sets = sets * (graph.depth - size) / (size + 1);
    }
}
