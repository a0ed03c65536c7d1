/* SPDX-License-Identifier: MIT */
/* Choice between the two methods, and the one by steps. */
#include "automata/word_count.h"
#include "automata/juggling_graph.h"
#include "automata/memory.h"
#include "automata/word_count_methods.h"

#include <math.h>
#include <stdlib.h>

static void step(const struct juggling_graph *graph, mpz_t *from, mpz_t *to) {
    for (size_t index = 0; index < graph->state_count; index++)
        mpz_set_ui(to[index], 0);
    for (size_t index = 0; index < graph->state_count; index++) {
        if (mpz_sgn(from[index]) == 0)
            continue;
        for (size_t edge = graph->first_edge[index]; edge < graph->first_edge[index + 1]; edge++)
            mpz_add(to[graph->successor[edge]], to[graph->successor[edge]], from[index]);
    }
}

/* Adds the number of walks of length r-1 that lead from the end of the first edge back to `start`.
 */
static void add_walks(const struct juggling_graph *graph, size_t start, size_t size, mpz_t words,
                      mpz_t *vectors) {
    const juggling_state state = graph->states[start];
    mpz_t *now = vectors;
    mpz_t *next = vectors + graph->state_count;
    for (size_t index = 0; index < graph->state_count; index++)
        mpz_set_ui(now[index], 0);
    const juggling_state first = juggling_successor(state, graph->maximal_throw);
    mpz_set_ui(now[juggling_graph_find(graph, first)], 1);
    for (size_t length = 1; length < size; length++) {
        mpz_t *const done = now;
        step(graph, now, next);
        now = next;
        next = done;
    }
    mpz_add(words, words, now[start]);
}

enum status word_count_add_by_steps(const struct juggling_graph *graph, size_t size, mpz_t words,
                                    struct failure *failure) {
    const size_t count = 2 * graph->state_count;
    mpz_t *const vectors = memory_new(count, sizeof *vectors);
    if (vectors == NULL)
        return failure_memory(failure, "counting words");
    for (size_t index = 0; index < count; index++)
        mpz_init(vectors[index]);
    for (size_t start = 0; start < graph->state_count; start++)
        if (juggling_may_throw(graph->states[start], graph->maximal_throw))
            add_walks(graph, start, size, words, vectors);
    for (size_t index = 0; index < count; index++)
        mpz_clear(vectors[index]);
    free(vectors);
    return STATUS_OK;
}

/* Estimates in nanoseconds, good to a factor of a few: enough to choose and to refuse. */
struct estimate {
    double steps;
    double powers;
};

static double multiplication(double limbs) {
    return 20 + limbs * fmin(limbs, 8 * log2(limbs + 2));
}

static struct estimate estimate_work(int maximal_throw, int balls, size_t size) {
    const double states = (double)juggling_state_count(maximal_throw, balls);
    const double resting = /* states in which the throw is 0 */
        maximal_throw == 0 ? 1 : (double)juggling_state_count(maximal_throw - 1, balls);
    const double throwing = states - resting;
    const double edges = resting + throwing * (maximal_throw + 1 - balls);
    const double limbs = (double)size * log2(edges / states + 1) / 64;
    return (struct estimate){
        .steps = fmax(throwing, 1) * edges * (double)size * (10 + limbs / 4),
        .powers = pow(states, 3) * (multiplication(limbs / 4) * 1.5 + 50 * log2((double)size + 1)),
    };
}

static enum status check_range(int latency, size_t size, struct failure *failure) {
    if (latency < 1)
        return failure_set(failure, STATUS_INPUT, "latency %d is not positive", latency);
    if (size < 1)
        return failure_set(failure, STATUS_INPUT, "a block of size 0 does not exist");
    if (latency > WORD_COUNT_LATENCY)
        return failure_set(failure, STATUS_LIMIT, "counting words: latency %d is above %d", latency,
                           WORD_COUNT_LATENCY);
    return STATUS_OK;
}

static enum status check_work(int latency, size_t size, struct failure *failure) {
    double work = 0;
    for (int balls = 0; balls < latency; balls++) {
        const struct estimate estimate = estimate_work(latency - 1, balls, size);
        work += fmin(estimate.steps, estimate.powers);
    }
    if (work > WORD_COUNT_WORK)
        return failure_set(failure, STATUS_LIMIT,
                           "counting the words for latency %d and block size %zu would take about "
                           "%.0f seconds, more than %.0f",
                           latency, size, work / 1e9, WORD_COUNT_WORK / 1e9);
    return STATUS_OK;
}

/* Adds the numbers of all parts of the graph; a null method means the cheaper one for each. */
static enum status add_parts(int latency, size_t size, word_count_method *method, mpz_t words,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    for (int balls = 0; balls < latency && status == STATUS_OK; balls++) {
        const struct estimate estimate = estimate_work(latency - 1, balls, size);
        word_count_method *const cheaper =
            estimate.steps <= estimate.powers ? word_count_add_by_steps : word_count_add_by_powers;
        struct juggling_graph graph;
        status = juggling_graph_init(&graph, latency - 1, balls, failure);
        if (status != STATUS_OK)
            break;
        status = (method != NULL ? method : cheaper)(&graph, size, words, failure);
        juggling_graph_clear(&graph);
    }
    return status;
}

static enum status count_words(int latency, size_t size, word_count_method *method, mpz_t words,
                               struct failure *failure) {
    mpz_t sum;
    enum status status = check_range(latency, size, failure);
    if (status != STATUS_OK)
        return status;
    mpz_init(sum);
    status = add_parts(latency, size, method, sum, failure);
    if (status == STATUS_OK)
        mpz_swap(words, sum);
    mpz_clear(sum);
    return status;
}

enum status word_count_words(int latency, size_t size, mpz_t words, struct failure *failure) {
    enum status status = check_range(latency, size, failure);
    if (status == STATUS_OK)
        status = check_work(latency, size, failure);
    return status == STATUS_OK ? count_words(latency, size, NULL, words, failure) : status;
}

enum status word_count_words_by_steps(int latency, size_t size, mpz_t words,
                                      struct failure *failure) {
    return count_words(latency, size, word_count_add_by_steps, words, failure);
}

enum status word_count_words_by_powers(int latency, size_t size, mpz_t words,
                                       struct failure *failure) {
    return count_words(latency, size, word_count_add_by_powers, words, failure);
}
