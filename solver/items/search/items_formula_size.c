/* SPDX-License-Identifier: MIT */
#include "solver/items/least.h"
#include "solver/items/search/items_formula.h"

/* The numbers of struct items_builder. As doubles none of their products is too large. */
struct sizes {
    double N, K, p;
    double steps, late, copies;
    bool single;
};

static struct sizes sizes_of(const struct items_question *question, int time) {
    int steps = time - question->latency + 1;
    return (struct sizes){.N = question->processors,
                          .K = question->items,
                          .p = question->ports,
                          .steps = steps,
                          .late = most(steps - question->latency, 0),
                          .copies = least(question->ports, question->processors),
                          .single = question->single};
}

/* "At most m of n", whole. */
static double at_most(double n, double m) {
    if (n <= m)
        return 0;
    return m == 1 ? 3 * n * (n - 1) / 2 : 6 * (n - 1) + (n - 2) * (7 * m - 4);
}

/* Clauses 4 for one item and time, where `listed` sends are possible. */
static double match(const struct sizes *q, double listed) {
    double m = listed < q->N ? listed : q->N;
    return 3 * q->N + (q->N - 1) * (7 * m - 1) + listed * (8 * m - 4) + 5 * m;
}

static double plain(const struct sizes *q) {
    double rows = q->N * q->steps, sends = q->steps + q->N * q->late;
    double sum = q->N * q->K * (13 * q->steps - 5) + rows * at_most(q->K, q->p);
    sum += 3 * q->K * (sends * (q->copies - 1) + q->N * q->late);
    sum += sends * at_most(q->K * q->copies, q->p);
    sum += q->K * (q->steps - q->late) * match(q, q->copies);
    sum += q->K * q->late * match(q, q->copies * (q->N + 1));
    return q->single ? sum + q->K * at_most(q->steps * q->copies, 1) : sum;
}

/* Clauses 6 and 7. */
static double order(const struct sizes *q) {
    double rows = q->N * q->steps;
    return rows * (4 * q->K + 2) + (rows - q->steps) * 3 + q->K * (10 * q->steps - 4) +
           (q->K - 1) * q->steps * 3;
}

double items_formula_length(const struct items_question *question, int time,
                            enum items_encoding encoding) {
    struct sizes sizes = sizes_of(question, time);
    return plain(&sizes) + (encoding == ITEMS_ORDERED ? order(&sizes) : 0);
}
