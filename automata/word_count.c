/* SPDX-License-Identifier: MIT */
#include "automata/word_count.h"

#include <assert.h>
#include <math.h>

#include "automata/juggling.h"
#include "automata/numbers.h"

/* A method adds to `words` the number of closed walks of length `size` whose first edge is the
 * maximal throw, in one part of the juggling state graph. */
typedef enum status word_count_method(const struct juggling_graph *graph, size_t size, mpz_t words,
                                      struct failure *failure);

/* --- by powers of the transfer matrix --- */

/* The transfer matrix A: A[i][k] is the number of edges from state i to state k. With E the part of
 * A that belongs to the maximal throw, the number is the trace of E A^(r-1). Only half the exponent
 * is powered up: with r-1 = m + m', m' = m or m+1, the trace needs a few rows of A^m and columns of
 * A^m' and not the whole product. */

/* Square matrices of the order `order`, rows one after the other. */
static void square(size_t order, mpz_t *matrix, mpz_t *result) {
    for (size_t row = 0; row < order; row++)
        for (size_t column = 0; column < order; column++) {
            mpz_ptr entry = result[row * order + column];
            mpz_set_ui(entry, 0);
            for (size_t k = 0; k < order; k++)
                mpz_addmul(entry, matrix[row * order + k], matrix[k * order + column]);
        }
}

/* result = matrix * A, edge by edge. */
static void append_edge(const struct juggling_graph *graph, mpz_t *matrix, mpz_t *result) {
    const size_t order = graph->state_count;
    for (size_t index = 0; index < order * order; index++)
        mpz_set_ui(result[index], 0);
    for (size_t state = 0; state < order; state++)
        for (size_t edge = graph->first_edge[state]; edge < graph->first_edge[state + 1]; edge++)
            for (size_t row = 0; row < order; row++) {
                mpz_ptr entry = result[row * order + graph->successor[edge]];
                mpz_add(entry, entry, matrix[row * order + state]);
            }
}

static void exchange(mpz_t **left, mpz_t **right) {
    mpz_t *const kept = *left;
    *left = *right;
    *right = kept;
}

/* *power = A^exponent; *scratch is overwritten. */
static void power_up(const struct juggling_graph *graph, size_t exponent, mpz_t **power,
                     mpz_t **scratch) {
    const size_t order = graph->state_count;
    size_t bit = 1;
    while (bit <= exponent / 2)
        bit *= 2;
    for (size_t row = 0; row < order; row++)
        mpz_set_ui((*power)[row * order + row], 1);
    for (; exponent > 0 && bit > 0; bit /= 2) {
        square(order, *power, *scratch);
        exchange(power, scratch);
        if ((exponent & bit) != 0) {
            append_edge(graph, *power, *scratch);
            exchange(power, scratch);
        }
    }
}

/* Adds the trace of E * left * right. */
static void add_trace(const struct juggling_graph *graph, mpz_t *left, mpz_t *right, mpz_t words) {
    const size_t order = graph->state_count;
    for (size_t start = 0; start < order; start++) {
        const juggling_state state = graph->states[start];
        if (!juggling_may_throw(state, graph->maximal_throw))
            continue;
        const size_t first =
            juggling_graph_find(graph, juggling_successor(state, graph->maximal_throw));
        for (size_t k = 0; k < order; k++)
            mpz_addmul(words, left[first * order + k], right[k * order + start]);
    }
}

static enum status word_count_add_by_powers(const struct juggling_graph *graph, size_t size,
                                            mpz_t words, struct failure *failure) {
    const size_t order = graph->state_count;
    CLEANUP(numbers_clear) mpz_t *power = numbers_new(order * order);
    CLEANUP(numbers_clear) mpz_t *scratch = numbers_new(order * order);
    TRY(memory_check(power && scratch, failure, "powers of a transfer matrix"));
    power_up(graph, (size - 1) / 2, &power, &scratch);
    if ((size - 1) % 2 != 0) {
        append_edge(graph, power, scratch);
        add_trace(graph, power, scratch, words);
    } else {
        add_trace(graph, power, power, words);
    }
    return STATUS_OK;
}

/* --- by steps --- */

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

/* Adds the number of walks of length r-1 that lead from the end of the first edge back to
 * `start`. */
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

static enum status word_count_add_by_steps(const struct juggling_graph *graph, size_t size,
                                           mpz_t words, struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *vectors = numbers_new(2 * graph->state_count);
    TRY(memory_check(vectors, failure, "counting words"));
    for (size_t start = 0; start < graph->state_count; start++)
        if (juggling_may_throw(graph->states[start], graph->maximal_throw))
            add_walks(graph, start, size, words, vectors);
    return STATUS_OK;
}

/* Estimates in nanoseconds, good to a factor of a few: enough to choose and to refuse. */
struct estimate {
    double steps, powers;
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

static enum status check_sizes(int latency, size_t size, struct failure *failure) {
    if (latency < 1)
        return failure_input(failure, "latency %d is not positive", latency);
    if (size < 1)
        return failure_input(failure, "a block of size 0 does not exist");
    return STATUS_OK;
}

static enum status check_range(int latency, size_t size, struct failure *failure) {
    TRY(check_sizes(latency, size, failure));
    if (latency > WORD_COUNT_LATENCY)
        return failure_limit(failure, "counting words: latency %d is above %d", latency,
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
        return failure_limit(failure,
                             "counting the words for latency %d and block size %zu would take "
                             "about %.0f seconds, more than %.0f",
                             latency, size, work / 1e9, WORD_COUNT_WORK / 1e9);
    return STATUS_OK;
}

/* Adds the numbers of all parts of the graph; a null method means the cheaper one for each. */
static enum status add_parts(int latency, size_t size, word_count_method *method, mpz_t words,
                             struct failure *failure) {
    for (int balls = 0; balls < latency; balls++) {
        const struct estimate estimate = estimate_work(latency - 1, balls, size);
        word_count_method *const cheaper =
            estimate.steps <= estimate.powers ? word_count_add_by_steps : word_count_add_by_powers;
        CLEANUP(juggling_graph_clear) struct juggling_graph graph = {0};
        TRY(juggling_graph_init(&graph, latency - 1, balls, failure));
        TRY((method != NULL ? method : cheaper)(&graph, size, words, failure));
    }
    return STATUS_OK;
}

static enum status count_words(int latency, size_t size, word_count_method *method, mpz_t words,
                               struct failure *failure) {
    TRY(check_range(latency, size, failure));
    BIG(sum);
    TRY(add_parts(latency, size, method, sum, failure));
    mpz_swap(words, sum);
    return STATUS_OK;
}

enum status word_count_words(int latency, size_t size, mpz_t words, struct failure *failure) {
    TRY(check_range(latency, size, failure));
    TRY(check_work(latency, size, failure));
    return count_words(latency, size, NULL, words, failure);
}

enum status word_count_words_by_steps(int latency, size_t size, mpz_t words,
                                      struct failure *failure) {
    return count_words(latency, size, word_count_add_by_steps, words, failure);
}

enum status word_count_words_by_powers(int latency, size_t size, mpz_t words,
                                       struct failure *failure) {
    return count_words(latency, size, word_count_add_by_powers, words, failure);
}

/* Numbers of letter multisets that have a legal order; see word_count.h for the formula. */

static const size_t binomial_limit = 10 * 1000 * 1000;
static const size_t size_limit = (size_t)1000 * 1000 * 1000 * 1000;

/* Euler's function: how many of 1..number are prime to it. */
static size_t totient(size_t number) {
    size_t result = number;
    for (size_t factor = 2; factor <= number / factor; factor++) {
        if (number % factor != 0)
            continue;
        while (number % factor == 0)
            number /= factor;
        result -= result / factor;
    }
    return number > 1 ? result - result / number : result;
}

/* Adds phi(d) * binomial((r+k)/d - 1, k/d), k = L-1. */
static void add_necklaces(mpz_t sum, size_t size, size_t other, size_t divisor, mpz_t scratch) {
    const size_t upper = (size + other) / divisor - 1;
    const size_t lower = other / divisor;
    mpz_bin_uiui(scratch, upper, lower < upper - lower ? lower : upper - lower);
    mpz_addmul_ui(sum, scratch, totient(divisor));
}

enum status word_count_multisets(int latency, size_t size, mpz_t multisets,
                                 struct failure *failure) {
    TRY(check_sizes(latency, size, failure));
    const size_t other = (size_t)latency - 1;
    if ((other < size ? other : size) > binomial_limit || size > size_limit)
        return failure_limit(
            failure,
            "multisets for latency %d and block size %zu: both exceed %zu, or the block size %zu",
            latency, size, binomial_limit, size_limit);
    const size_t common = (size_t)greatest_divisor((int64_t)size, (int64_t)other);
    BIG(sum, scratch);
    for (size_t low = 1; low <= common / low; low++) {
        if (common % low != 0)
            continue;
        add_necklaces(sum, size, other, low, scratch);
        if (low != common / low)
            add_necklaces(sum, size, other, common / low, scratch);
    }
    assert(mpz_divisible_ui_p(sum, size));
    mpz_divexact_ui(multisets, sum, size);
    return STATUS_OK;
}
