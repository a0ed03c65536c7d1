/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/fraction/fraction_price.h"

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

int64_t fraction_cost_of_slack(const struct fraction_costs *costs, int mean) {
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
    *leaves = (struct leaves){costs, most, width, memory_new(room, sizeof *leaves->cost),
                              memory_new(room, sizeof *leaves->last)};
    if (!leaves->cost || !leaves->last) {
        free(leaves->cost);
        free(leaves->last);
        return failure_memory(failure, "words");
    }
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

static enum status add_word(const struct leaves *leaves, struct fraction_place head, int count,
                            int sum, struct fraction_words *words, struct failure *failure) {
    size_t place;
    struct fraction_place *places = memory_new((size_t)count + 1, sizeof *places);
    if (!places)
        return failure_memory(failure, "words");
    places[0] = head;
    for (int left = count; left > 0; left--) {
        int w = leaves->last[place_of(leaves, left, sum)];
        places[left] = (struct fraction_place){w, FRACTION_LEAF};
        sum -= w;
    }
    qsort(places + 1, (size_t)count, sizeof *places, compare_values);
    enum status status = fraction_words_add(words, places, count + 1, &place, failure);
    free(places);
    return status;
}

/* |S| from the least one on that the point allows, to the greatest. */
static enum status add_of_head(const struct leaves *leaves, struct fraction_place head,
                               struct fraction_words *words, struct failure *failure) {
    const struct fraction_problem *problem = leaves->costs->problem;
    int count = fraction_leaves(problem->latency, head.value, head.role);
    bool exact = problem->point == FRACTION_POINT_B || head.value == problem->tail;
    int least = problem->mean - (!exact && problem->point == FRACTION_POINT_C);
    enum status status = STATUS_OK;
    for (int mean = least; count >= 0 && !status && (mean == least || !exact); mean++) {
        int sum = mean * (count + 1) - head.value;
        if (sum > count * problem->latency)
            break;
        int64_t cost = sum < 0 ? FRACTION_NO_WORD : leaves->cost[place_of(leaves, count, sum)];
        int64_t rest = fraction_cost(leaves->costs, head.value, head.role) +
                       (count + 1) * fraction_cost_of_slack(leaves->costs, mean);
        if (cost < FRACTION_NO_WORD && cost + rest < FRACTION_LEAST_GAIN)
            status = add_word(leaves, head, count, sum, words, failure);
    }
    return status;
}

enum status fraction_price_single(const struct fraction_costs *costs, struct fraction_words *words,
                                  struct failure *failure) {
    const struct fraction_problem *problem = costs->problem;
    struct leaves leaves;
    enum status status = leaves_init(&leaves, costs, failure);
    if (status)
        return status;
    for (int value = problem->latency; value <= problem->tail; value++)
        for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B && !status; role++)
            if (fraction_may_head(problem, role))
                status = add_of_head(&leaves, (struct fraction_place){value, role}, words, failure);
    free(leaves.cost);
    free(leaves.last);
    return status;
}
