#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/least.h"
#include "solver/items/search/items_formula.h"

/* The numbers of items_builder.h. As doubles none of their products is too large. */
struct sizes {
    double N, K, p, L;
    double steps, late, copies;
    bool single;
};

static struct sizes sizes_of(const struct items_question *question, int time) {
    int steps = time - question->latency + 1;
    return (struct sizes){.N = question->processors,
                          .K = question->items,
                          .p = question->ports,
                          .L = question->latency,
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

/* Clauses 4 of the ordered encoding for one item: for each time s, when g_s have the item. */
static enum status matches(const struct sizes *q, double *sum, struct failure *failure) {
    int times = (int)q->steps, latency = (int)q->L;
    double *growth = memory_new((size_t)times, sizeof *growth);
    if (!growth)
        return failure_memory(failure, "the size of a formula");
    *sum = 0;
    for (int s = 0; s < times; s++) {
        double next = s < latency ? 1 : growth[s - 1] + q->p * growth[s - latency];
        growth[s] = next < q->N ? next : q->N;
        double m = q->p * growth[s] < q->N ? q->p * growth[s] : q->N;
        double listed = q->copies * (s < latency ? 1 : q->N + 1);
        *sum += 3 * q->N + (q->N - 1) * (7 * m - 1) + listed * (8 * m - 4) + 5 * m;
    }
    free(growth);
    return STATUS_OK;
}

/* Clauses 6, 8 and 9, of one or two literals each, are not counted, and some of the first time. */
static enum status ordered(const struct sizes *q, double *length, struct failure *failure) {
    double rows = q->N * q->steps, sends = q->steps + q->N * q->late;
    double sum = q->N * q->K * (13 * q->steps - 5) + rows * at_most(q->K, q->p);
    sum += 3 * q->K * (sends * (q->copies - 1) + q->N * q->late);
    sum += sends * at_most(q->K * q->copies, q->p);
    sum += rows * (4 * q->K + 2) + (rows - q->steps) * 3;
    sum += q->K * (10 * q->steps - 4) + (q->K - 1) * q->steps * 3;
    if (q->p == 1) {
        sum += (rows - q->N) * (18 * q->K - 2);
        sum += (q->N - 1) * (q->steps - 1) * 2 * q->K * (q->K - 1);
    }
    double each = 0;
    enum status status = matches(q, &each, failure);
    if (!status)
        *length = sum + q->K * each;
    return status;
}

static double plain(const struct sizes *q) {
    double cells = q->N * q->K, first = cells * q->steps, others = cells * (q->N - 1) * q->late;
    double sum = cells * (6 * q->steps - 2) + 4 * first + 7 * others;
    sum += q->steps * at_most(cells, q->p);
    sum += q->N * q->late * at_most(cells - q->K, q->p);
    sum += q->N * (q->steps - q->late) * at_most(q->K, q->p);
    sum += q->N * q->late * at_most(cells, q->p);
    return q->single ? sum + q->K * at_most(q->N * q->steps, 1) : sum;
}

enum status items_formula_least_length(const struct items_question *question, int time,
                                       enum items_encoding encoding, double *length,
                                       struct failure *failure) {
    struct sizes sizes = sizes_of(question, time);
    if (encoding == ITEMS_ORDERED)
        return ordered(&sizes, length, failure);
    *length = plain(&sizes);
    return STATUS_OK;
}
