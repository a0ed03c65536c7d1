/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction_price.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/juggling.h"
#include "automata/memory.h"

/* The cheapest `count` leaves with sum `sum`: [count*width + sum]. */
struct leaves {
    const struct fraction_costs *costs;
    int most; /* of leaves */
    int width;
    int64_t *cost;
    int *last; /* one of them */
};

int64_t fraction_cost(const struct fraction_costs *costs, int value, enum fraction_role role) {
    const struct fraction_problem *problem = costs->problem;
    int64_t cost = costs->row[fraction_row(problem, value, role)];
    return role == FRACTION_HEAD_A ? cost + costs->row[fraction_row_of_a(problem)] : cost;
}

static int64_t fraction_cost_of_slack(const struct fraction_costs *costs, int mean) {
    const struct fraction_problem *problem = costs->problem;
    return fraction_slack_use(problem, mean) * costs->row[fraction_row_of_slack(problem)];
}

static size_t place_of(const struct leaves *leaves, int count, int sum) {
    return (size_t)count * (size_t)leaves->width + (size_t)sum;
}

static void fill_place(const struct leaves *leaves, int count, int sum) {
    const struct fraction_problem *problem = leaves->costs->problem;
    size_t at = place_of(leaves, count, sum);
    leaves->cost[at] = FRACTION_NO_WORD;
    for (int w = fraction_least_leaf(problem); w <= fraction_most_leaf(problem) && w <= sum; w++) {
        int64_t rest = leaves->cost[place_of(leaves, count - 1, sum - w)];
        int64_t cost = rest + fraction_cost(leaves->costs, w, FRACTION_LEAF);
        if (rest < FRACTION_NO_WORD && cost < leaves->cost[at]) {
            leaves->cost[at] = cost;
            leaves->last[at] = w;
        }
    }
}

static enum status leaves_init(struct leaves *leaves, const struct fraction_costs *costs,
                               struct failure *failure) {
    const struct fraction_problem *problem = costs->problem;
    int most = problem->tail - problem->latency, width = most * problem->latency + 1;
    size_t room = (size_t)(most + 1) * (size_t)width;
    *leaves = (struct leaves){.costs = costs, .most = most, .width = width};
    TRY(memory_check(NEW(room, leaves->cost, leaves->last), failure, "words"));
    for (int sum = 1; sum < width; sum++)
        leaves->cost[sum] = FRACTION_NO_WORD;
    for (int count = 1; count <= most; count++)
        for (int sum = 0; sum < width; sum++)
            fill_place(leaves, count, sum);
    return STATUS_OK;
}

static int compare_values(const void *a, const void *b) {
    const struct fraction_place *left = a, *right = b;
    return (left->value > right->value) - (left->value < right->value);
}

static enum status add_leaf_word(const struct leaves *leaves, struct fraction_place head, int count,
                                 int sum, struct fraction_words *words, struct failure *failure) {
    size_t place;
    FREED struct fraction_place *places = memory_new((size_t)count + 1, sizeof *places);
    TRY(memory_check(places, failure, "words"));
    places[0] = head;
    for (int left = count; left > 0; left--) {
        int w = leaves->last[place_of(leaves, left, sum)];
        places[left] = (struct fraction_place){w, FRACTION_LEAF};
        sum -= w;
    }
    qsort(places + 1, (size_t)count, sizeof *places, compare_values);
    return fraction_words_add(words, places, count + 1, &place, failure);
}

/* |S| from the least one on that the point allows, to the greatest. */
static enum status add_of_head(const struct leaves *leaves, struct fraction_place head,
                               struct fraction_words *words, struct failure *failure) {
    const struct fraction_problem *problem = leaves->costs->problem;
    int count = fraction_leaves(problem->latency, head.value, head.role);
    bool exact = problem->point == FRACTION_POINT_B || head.value == problem->tail;
    int least = problem->mean - (!exact && problem->point == FRACTION_POINT_C);
    for (int mean = least; count >= 0 && (mean == least || !exact); mean++) {
        int sum = mean * (count + 1) - head.value;
        if (sum > count * problem->latency)
            break;
        int64_t cost = sum < 0 ? FRACTION_NO_WORD : leaves->cost[place_of(leaves, count, sum)];
        int64_t rest = fraction_cost(leaves->costs, head.value, head.role) +
                       (count + 1) * fraction_cost_of_slack(leaves->costs, mean);
        if (cost < FRACTION_NO_WORD && cost + rest < FRACTION_LEAST_GAIN)
            TRY(add_leaf_word(leaves, head, count, sum, words, failure));
    }
    return STATUS_OK;
}

static void leaves_clear(struct leaves *leaves) {
    FREE_ALL(leaves->cost, leaves->last);
}

enum status fraction_price_single(const struct fraction_costs *costs, struct fraction_words *words,
                                  struct failure *failure) {
    const struct fraction_problem *problem = costs->problem;
    CLEANUP(leaves_clear) struct leaves leaves;
    TRY(leaves_init(&leaves, costs, failure));
    for (int value = problem->latency; value <= problem->tail; value++)
        for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B; role++)
            if (fraction_may_head(problem, role))
                TRY(add_of_head(&leaves, (struct fraction_place){value, role}, words, failure));
    return STATUS_OK;
}

enum { HEADS = 3, TYPES = 2 }; /* A, then B */

/* Cheapest walks. A block is a head and the leaves behind it; `h` blocks are over.
 *  ends[h][type][s]       from the ground state to s, the h-th head of that type; h = 0 stands for
 *                         the last head, which was before the word begins
 *  fronts[h][type][k][s]  the next head has arrived, and k leaves behind it; its own cost is not in
 *  backs[k][s]            from s, by k leaves, to the ground state */
struct fraction_walks {
    const struct fraction_problem *problem;
    int mean;        /* |S| */
    int most_leaves; /* of all heads but the last */
    int most_last;   /* value of the last */
    int last_leaves; /* behind it */
    size_t states;
    juggling_state *state; /* in ascending order; the first is the ground state */
    uint32_t *index;       /* of a state */
    int64_t *ends, *fronts, *backs;
    int64_t *joined; /* of each state: with h blocks and the arrival of the last head */
    const struct fraction_costs *costs;
    int64_t slack;               /* that each place costs */
    struct fraction_place *word; /* scratch */
};

static enum fraction_role role_of(int type) {
    return type == 0 ? FRACTION_HEAD_A : FRACTION_HEAD_B;
}

static int64_t *ends_of(const struct fraction_walks *walks, int h, int type) {
    return walks->ends + (size_t)(h * TYPES + type) * walks->states;
}

static int64_t *fronts_of(const struct fraction_walks *walks, int h, int type, int k) {
    size_t layer = (size_t)((h * TYPES + type) * (walks->most_leaves + 1) + k);
    return walks->fronts + layer * walks->states;
}

static int64_t *backs_of(const struct fraction_walks *walks, int k) {
    return walks->backs + (size_t)k * walks->states;
}

void fraction_walks_free(struct fraction_walks *walks) {
    if (!walks)
        return;
    FREE_ALL(walks->state, walks->index, walks->ends, walks->fronts, walks->backs, walks->joined,
             walks->word, walks);
}

static bool walks_make_room(struct fraction_walks *walks) {
    size_t S = walks->states, first = (size_t)walks->most_leaves + 1;
    size_t last = (size_t)walks->last_leaves + 1;
    return NEW(S, walks->state, walks->joined) &&
           NEW((size_t)1 << walks->problem->latency, walks->index) &&
           NEW(HEADS * TYPES * S, walks->ends) &&
           NEW((HEADS - 1) * TYPES * first * S, walks->fronts) && NEW(last * S, walks->backs) &&
           NEW((HEADS - 1) * first + last, walks->word);
}

enum status fraction_walks_init(struct fraction_walks **walks,
                                const struct fraction_problem *problem, int mean, int most_leaves,
                                struct failure *failure) {
    int most_last = problem->tail - (mean != problem->mean), last = most_last - problem->latency;
    struct fraction_walks *made = memory_new(1, sizeof *made);
    TRY(memory_check(made, failure, "words"));
    made->problem = problem;
    made->mean = mean;
    made->most_leaves = most_leaves < last ? most_leaves : last;
    made->most_last = most_last;
    made->last_leaves = last;
    made->states = juggling_state_count(problem->latency, mean - 1);
    if (!walks_make_room(made)) {
        fraction_walks_free(made);
        return failure_memory(failure, "words");
    }
    juggling_state state = juggling_first_state(mean - 1);
    for (size_t i = 0; i < made->states; i++) {
        made->state[i] = state;
        made->index[state] = (uint32_t)i;
        juggling_next_state(&state, problem->latency);
    }
    *walks = made;
    return STATUS_OK;
}

/* --- the cheapest walks --- */

static void forget(int64_t *costs, size_t count) {
    for (size_t i = 0; i < count; i++)
        costs[i] = FRACTION_NO_WORD;
}

static int64_t cost_of(const struct fraction_walks *walks, int value, enum fraction_role role) {
    return fraction_cost(walks->costs, value, role) + walks->slack;
}

static int64_t cost_of_leaf(const struct fraction_walks *walks, int w) {
    return cost_of(walks, w, FRACTION_LEAF);
}

/* The letters that may be leaves here, as bits. */
static uint64_t leaves_at(const struct fraction_walks *walks, juggling_state state) {
    const struct fraction_problem *problem = walks->problem;
    uint64_t allowed = (UINT64_C(2) << fraction_most_leaf(problem)) -
                       (UINT64_C(1) << fraction_least_leaf(problem));
    return juggling_letters(state, problem->latency) & allowed;
}

static uint32_t after(const struct fraction_walks *walks, juggling_state state, int letter) {
    return walks->index[juggling_successor(state, letter)];
}

static void go_back(struct fraction_walks *walks, int k) {
    const int64_t *rest = backs_of(walks, k - 1);
    int64_t *costs = backs_of(walks, k);
    forget(costs, walks->states);
    for (size_t i = 0; i < walks->states; i++)
        for (uint64_t left = leaves_at(walks, walks->state[i]); left; left &= left - 1) {
            int w = __builtin_ctzll(left);
            int64_t cost = rest[after(walks, walks->state[i], w)] + cost_of_leaf(walks, w);
            costs[i] = cost < costs[i] ? cost : costs[i];
        }
}

static void go_on(struct fraction_walks *walks, const int64_t *before, int64_t *costs) {
    forget(costs, walks->states);
    for (size_t i = 0; i < walks->states; i++) {
        if (before[i] >= FRACTION_NO_WORD / 2)
            continue;
        for (uint64_t left = leaves_at(walks, walks->state[i]); left; left &= left - 1) {
            int w = __builtin_ctzll(left);
            int64_t *to = &costs[after(walks, walks->state[i], w)];
            int64_t cost = before[i] + cost_of_leaf(walks, w);
            *to = cost < *to ? cost : *to;
        }
    }
}

/* The head before, of that type, joins the balls: each state comes from one at most. */
static void arrive(const struct fraction_walks *walks, int type, const int64_t *before,
                   int64_t *costs) {
    int letter = walks->problem->latency - 1 + type;
    for (size_t i = 0; i < walks->states; i++) {
        if (before[i] >= FRACTION_NO_WORD / 2 || !juggling_may_throw(walks->state[i], letter))
            continue;
        int64_t *to = &costs[after(walks, walks->state[i], letter)];
        *to = before[i] < *to ? before[i] : *to;
    }
}

static void walk_block(struct fraction_walks *walks, int h, int type) {
    forget(fronts_of(walks, h, type, 0), walks->states);
    arrive(walks, type, ends_of(walks, h, type), fronts_of(walks, h, type, 0));
    for (int k = 1; k <= walks->most_leaves; k++)
        go_on(walks, fronts_of(walks, h, type, k - 1), fronts_of(walks, h, type, k));
}

/* The head that has k leaves, and the cost of one; FRACTION_NO_WORD: there is none below the
 * tail. */
static int64_t cost_of_head(const struct fraction_walks *walks, int type, int k, int *value) {
    *value = walks->problem->latency + type + k;
    if (*value >= walks->problem->tail || !fraction_may_head(walks->problem, role_of(type)))
        return FRACTION_NO_WORD;
    return cost_of(walks, *value, role_of(type));
}

/* ends[h+1][type] out of fronts[h]. */
static void end_block(struct fraction_walks *walks, int h, int type) {
    int64_t *costs = ends_of(walks, h + 1, type);
    int value;
    forget(costs, walks->states);
    for (int k = 0; k <= walks->most_leaves; k++) {
        int64_t head = cost_of_head(walks, type, k, &value);
        for (int before = 0; before < TYPES && head < FRACTION_NO_WORD; before++) {
            const int64_t *front = fronts_of(walks, h, before, k);
            for (size_t i = 0; i < walks->states; i++)
                costs[i] = front[i] + head < costs[i] ? front[i] + head : costs[i];
        }
    }
}

/* All that depends on the type of the last head alone. */
static void walk(struct fraction_walks *walks, int last_type) {
    for (int type = 0; type < TYPES; type++)
        forget(ends_of(walks, 0, type), walks->states);
    ends_of(walks, 0, last_type)[0] = 0;
    for (int h = 0; h + 1 < HEADS; h++) {
        for (int type = 0; type < TYPES; type++)
            walk_block(walks, h, type);
        for (int type = 0; type < TYPES; type++)
            end_block(walks, h, type);
    }
}

/* --- the words, found again from their costs --- */

/* Steps back over a leaf behind the head. */
static int step_back(const struct fraction_walks *walks, const int64_t *before, int64_t cost,
                     juggling_state *state) {
    juggling_state all = *state << 1 | 1, out = UINT64_C(1) << walks->problem->latency;
    for (int w = fraction_least_leaf(walks->problem); w <= fraction_most_leaf(walks->problem);
         w++) {
        juggling_state from = all & ~(UINT64_C(1) << w);
        if (from == all || from >= out || !juggling_may_throw(from, w) ||
            before[walks->index[from]] + cost_of_leaf(walks, w) != cost)
            continue;
        *state = from;
        return w;
    }
    assert(false);
    return 0;
}

/* Which head, and which type of the one before, gave ends[h+1][type] here. */
static int find_head(const struct fraction_walks *walks, int h, int type, size_t at, int *before,
                     int *leaves) {
    int value;
    for (*leaves = 0; *leaves <= walks->most_leaves; ++*leaves)
        for (*before = 0; *before < TYPES; ++*before) {
            int64_t head = cost_of_head(walks, type, *leaves, &value);
            if (head < FRACTION_NO_WORD &&
                fronts_of(walks, h, *before, *leaves)[at] + head == ends_of(walks, h + 1, type)[at])
                return value;
        }
    assert(false);
    return 0;
}

/* The blocks that end here, into the scratch word; its length. */
static int recover_blocks(struct fraction_walks *walks, int blocks, int type,
                          juggling_state state) {
    struct fraction_place *word = walks->word;
    int length = 0;
    for (int h = blocks - 1; h >= 0; h--) {
        int before, leaves;
        int value = find_head(walks, h, type, walks->index[state], &before, &leaves);
        for (int k = leaves; k > 0; k--) {
            int64_t cost = fronts_of(walks, h, before, k)[walks->index[state]];
            int w = step_back(walks, fronts_of(walks, h, before, k - 1), cost, &state);
            word[length++] = (struct fraction_place){w, FRACTION_LEAF};
        }
        word[length++] = (struct fraction_place){value, role_of(type)};
        state = (state << 1 | 1) & ~(UINT64_C(1) << (walks->problem->latency - 1 + before));
        type = before;
    }
    for (int p = 0; p < length / 2; p++) {
        struct fraction_place other = word[p];
        word[p] = word[length - 1 - p];
        word[length - 1 - p] = other;
    }
    return length;
}

static int recover_last(struct fraction_walks *walks, int length, struct fraction_place head,
                        int leaves, juggling_state state) {
    walks->word[length++] = head;
    for (int k = leaves; k > 0; k--) {
        int64_t cost = backs_of(walks, k)[walks->index[state]];
        uint64_t left = leaves_at(walks, state);
        int w = __builtin_ctzll(left);
        while (backs_of(walks, k - 1)[after(walks, state, w)] + cost_of_leaf(walks, w) != cost) {
            left &= left - 1;
            assert(left);
            w = __builtin_ctzll(left);
        }
        walks->word[length++] = (struct fraction_place){w, FRACTION_LEAF};
        state = juggling_successor(state, w);
    }
    return length;
}

/* Behind h blocks the last head arrives, and the walk is in the state `at`. */
static enum status add_word(struct fraction_walks *walks, int h, struct fraction_place head,
                            int leaves, size_t at, struct fraction_words *words,
                            struct failure *failure) {
    juggling_state all = walks->state[at] << 1 | 1;
    size_t place;
    for (int type = 0; type < TYPES; type++) {
        juggling_state thrown = UINT64_C(1) << (walks->problem->latency - 1 + type);
        juggling_state from = all & ~thrown;
        bool right = from != all && from >> walks->problem->latency == 0 &&
                     ends_of(walks, h, type)[walks->index[from]] == walks->joined[at];
        if (!right)
            continue;
        int length = recover_blocks(walks, h, type, from);
        length = recover_last(walks, length, head, leaves, walks->state[at]);
        return fraction_words_add(words, walks->word, length, &place, failure);
    }
    return failure_internal(failure, "the walk of a joined word is lost");
}

/* The cheapest word with h heads before this one. */
static enum status price_last(struct fraction_walks *walks, int h, struct fraction_place head,
                              struct fraction_words *words, struct failure *failure) {
    int leaves = fraction_leaves(walks->problem->latency, head.value, head.role);
    int64_t least = FRACTION_NO_WORD;
    size_t at = 0;
    if (leaves < 0)
        return STATUS_OK;
    const int64_t *back = backs_of(walks, leaves);
    for (size_t i = 0; i < walks->states; i++)
        if (walks->joined[i] < FRACTION_NO_WORD / 2 && walks->joined[i] + back[i] < least) {
            least = walks->joined[i] + back[i];
            at = i;
        }
    bool wanted = least < FRACTION_NO_WORD / 2 &&
                  least + cost_of(walks, head.value, head.role) < FRACTION_LEAST_GAIN;
    return wanted ? add_word(walks, h, head, leaves, at, words, failure) : STATUS_OK;
}

static enum status price_of_type(struct fraction_walks *walks, int last_type,
                                 struct fraction_words *words, struct failure *failure) {
    walk(walks, last_type);
    for (int h = 1; h < HEADS; h++) {
        forget(walks->joined, walks->states);
        for (int type = 0; type < TYPES; type++)
            arrive(walks, type, ends_of(walks, h, type), walks->joined);
        for (int v = walks->problem->latency; v <= walks->most_last; v++)
            TRY(price_last(walks, h, (struct fraction_place){v, role_of(last_type)}, words,
                           failure));
    }
    return STATUS_OK;
}

enum status fraction_price_joined(struct fraction_walks *walks, const struct fraction_costs *costs,
                                  struct fraction_words *words, struct failure *failure) {
    walks->costs = costs;
    walks->slack = fraction_cost_of_slack(costs, walks->mean);
    forget(backs_of(walks, 0), walks->states);
    backs_of(walks, 0)[0] = 0;
    for (int k = 1; k <= walks->last_leaves; k++)
        go_back(walks, k);
    for (int type = 0; type < TYPES; type++)
        if (fraction_may_head(walks->problem, role_of(type)))
            TRY(price_of_type(walks, type, words, failure));
    return STATUS_OK;
}
