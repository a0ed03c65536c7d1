/* SPDX-License-Identifier: MIT */
/* Sections 8 and 9.1, 9.2 of results/THEOREMS.md: what holds for all schedules. */
#include <stdint.h>
#include <stdlib.h>

#include "automata/juggling.h"
#include "automata/memory.h"
#include "solver/model/sequence.h"
#include "solver/proof/bound/prices.h"
#include "tests/theorems/theorem.h"

enum {
    DEPTH = 22,         /* states of 22 values, 2^22 of them */
    HALF = DEPTH / 2,   /* sums of `other` are looked up by halves */
    TREE_LATENCY = 5,   /* prices of the broadcast tree */
    TREE_DEPTH = 16,    /* for all latencies up to TREE_LATENCY */
    IDLE_DEPTH = 200,   /* Theorem C: zeros against idle steps */
    GROWTH_DEPTH = 2000 /* Theorem C: f_{t-2} > t-1 */
};

/* Prices and potentials in closed form as plain numbers. */
struct closed {
    struct window window;
    int64_t single[DEPTH];
    int64_t largest[DEPTH];
    int64_t other[2][1 << HALF]; /* sums over the values 0..HALF-1, and HALF..2*HALF-1 */
};

static void fill_closed(struct closed *closed, const struct prices *prices) {
    for (int u = 0; u < prices->depth; u++) {
        closed->single[u] = mpz_get_si(prices->single[u]);
        closed->largest[u] = mpz_get_si(prices->largest[u]);
    }
    for (int half = 0; half < 2; half++)
        for (uint32_t set = 1; set < 1U << HALF; set++) {
            int u = half * HALF + __builtin_ctz(set);
            closed->other[half][set] = closed->other[half][set & (set - 1)] +
                                       (u < prices->depth ? mpz_get_si(prices->other[u]) : 0);
        }
}

static int64_t potential(const struct closed *closed, uint64_t state) {
    if (state == 0)
        return 0;
    int max = 63 - __builtin_clzll(state);
    uint64_t rest = state & ~(UINT64_C(1) << max);
    if (rest == 0)
        return -closed->single[max];
    return -closed->largest[max] - closed->other[0][rest & ((1U << HALF) - 1)] -
           closed->other[1][rest >> HALF];
}

/* What is left over of (**), in units of the window; the best is found by trying all. */
static int64_t slack(const struct closed *closed, uint64_t state, int value) {
    const struct window *window = &closed->window;
    int64_t best = 0;
    for (uint64_t held = (state | UINT64_C(1) << value) >> window->latency; held;
         held &= held - 1) {
        int64_t price = window->price[__builtin_ctzll(held)];
        best = price > best ? price : best;
    }
    return window->price[value] + potential(closed, juggling_successor(state, value)) -
           potential(closed, state) - best - window->unit;
}

/* What the theorem says that it is. */
typedef int64_t slack_formula(const struct closed *closed, uint64_t state, int value);

/* Twice the slack: the table of section 9.2. */
static int64_t slack_of_two(const struct closed *closed, uint64_t state, int value) {
    int depth = closed->window.depth, balls = juggling_balls(state), root = value == depth;
    if (balls == 0)
        return depth - 3;
    int max = 63 - __builtin_clzll(state), less = value < max ? value : max;
    if (balls == 1 && max > 0)
        return 0;
    if (balls == 1)
        return value == 1 ? depth - 2 : depth - 1 - value + root;
    int64_t f = 1, next = 1; /* f_0, f_1 */
    for (int i = 0; i <= less; i++) {
        int64_t sum = f + next;
        f = next;
        next = sum;
    }
    return f - 1 - less + balls - 2 + root;
}

/* Section 8.4: what all values held could earn, less the best of them. */
static int64_t slack_of_tree(const struct closed *closed, uint64_t state, int value) {
    int64_t sum = 0, best = 0;
    for (uint64_t held = (state | UINT64_C(1) << value) >> closed->window.latency; held;
         held &= held - 1) {
        int64_t f = closed->window.price[__builtin_ctzll(held)];
        sum += f;
        best = f > best ? f : best;
    }
    return sum - best;
}

/* Whether all transitions from this state are as they should be. */
static bool state_is_right(const struct closed *closed, slack_formula *formula, uint64_t state) {
    const struct window *window = &closed->window;
    uint64_t values = window_values(window->latency, window->depth);
    bool right = true;
    for (uint64_t left = state & 1 ? ~state & values : 1; left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        int64_t found = slack(closed, state, value);
        right = right && found >= 0 && found == formula(closed, state, value);
    }
    return right;
}

static enum status check_states(const struct closed *closed, slack_formula *formula,
                                struct failure *failure) {
    int64_t states = INT64_C(1) << closed->window.depth, wrong = states;
#pragma omp parallel for schedule(static, 4096) reduction(min : wrong)
    for (int64_t state = 0; state < states; state++)
        if (state < wrong && !state_is_right(closed, formula, (uint64_t)state))
            wrong = state;
    if (wrong < states)
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d, state %lld",
                           closed->window.latency, closed->window.depth, (long long)wrong);
    return STATUS_OK;
}

/* Takes the prices. */
static enum status check_prices(struct prices *prices, slack_formula *formula,
                                struct failure *failure) {
    struct closed *closed = memory_new(1, sizeof *closed);
    enum status status = closed ? prices_window(prices, &closed->window, failure)
                                : failure_memory(failure, "prices");
    if (!status) {
        fill_closed(closed, prices);
        status = check_states(closed, formula, failure);
    }
    free(closed);
    prices_clear(prices);
    return status;
}

static enum status try_potential(struct failure *failure) {
    struct prices prices;
    enum status status = STATUS_OK;
    for (int depth = 3; depth <= DEPTH && !status; depth++) {
        status = prices_two(&prices, depth, failure);
        if (!status)
            status = check_prices(&prices, slack_of_two, failure);
    }
    for (int latency = 1; latency <= TREE_LATENCY; latency++)
        for (int depth = latency; depth <= TREE_DEPTH && !status; depth++) {
            status = prices_tree(&prices, latency, 0, depth, failure);
            if (!status)
                status = check_prices(&prices, slack_of_tree, failure);
        }
    return status;
}

/* A state of section 9.1, where at most one value >= 2 is held: 0 or not, and one x >= 1 or none (x
 * = 0). */
struct lean_state {
    bool zero;
    int x;
};

/* Receives the value; false if it may not. *idle: nothing can be sent. */
static bool lean_step(struct lean_state *state, int value, bool *idle) {
    bool taken = value == 0 ? state->zero : value == state->x;
    int large = value >= 2 ? value : state->x >= 2 ? state->x : 0;
    if (taken || (!state->zero && value != 0) || (value >= 2 && state->x >= 2))
        return false;
    state->zero = value == 1 || state->x == 1;
    state->x = large ? large - 1 : 0;
    *idle = large == 0;
    return true;
}

/* Longest paths with the weight (zeros) - (t-1) (idle steps): do they settle? */
static bool zeros_are_few(int depth) {
    int64_t longest[2 * IDLE_DEPTH] = {0}; /* [2 x + zero] */
    bool changed = true;
    for (int pass = 0; changed && pass <= 2 * depth; pass++) {
        changed = false;
        for (int from = 0; from < 2 * depth; from++)
            for (int value = 0; value <= depth; value++) {
                struct lean_state state = {from % 2 == 1, from / 2};
                bool idle;
                if (value == depth - 1 || !lean_step(&state, value, &idle))
                    continue;
                int64_t length = longest[from] + (value == 0) - (idle ? depth - 1 : 0);
                int to = 2 * state.x + state.zero;
                changed = changed || length > longest[to];
                longest[to] = length > longest[to] ? length : longest[to];
            }
    }
    return !changed;
}

/* t 0^{t-1} is closed and has t-1 zeros and one idle step. */
static bool root_is_extreme(int depth) {
    struct lean_state state = {true, 0};
    int idle_steps = 0;
    bool right = true;
    for (int p = 0; p < depth && right; p++) {
        bool idle;
        right = lean_step(&state, p == 0 ? depth : 0, &idle);
        idle_steps += right && idle;
    }
    return right && idle_steps == 1 && state.zero && state.x == 0;
}

static enum status try_theorem_c(struct failure *failure) {
    struct sequence f;
    for (int depth = 3; depth <= IDLE_DEPTH; depth++)
        if (!zeros_are_few(depth) || !root_is_extreme(depth))
            return failure_set(failure, STATUS_INTERNAL, "zeros and idle steps at t = %d", depth);
    enum status status = sequence_init(&f, 2, failure);
    if (status)
        return status;
    for (int depth = 2; depth <= GROWTH_DEPTH && !status; depth++, sequence_next(&f))
        if ((mpz_cmp_si(sequence_value(&f), depth - 1) > 0) != (depth >= 7))
            status = failure_set(failure, STATUS_INTERNAL, "f_{t-2} at t = %d", depth);
    sequence_clear(&f);
    return status;
}

static const struct theorem theorems[] = {
    {"potential",
     "the slack of every transition: L = 2, t = 3..22, and tree prices, L <= 5, t <= 16",
     try_potential},
    {"theorem-c", "f_{t-2} > t-1 from t = 7 on, t <= 2000; zeros per idle step <= t-1: t = 3..200",
     try_theorem_c},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
