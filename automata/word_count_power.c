/* SPDX-License-Identifier: MIT */
/*
 * The number of words by powers of the transfer matrix A, where A[i][k] is the number of edges from
 * state i to state k. With E the part of A that belongs to the maximal throw, the number is the
 * trace of E A^(r-1). Only half the exponent is powered up: with r-1 = m + m', m' = m or m+1, the
 * trace needs a few rows of A^m and columns of A^m' and not the whole product.
 */
#include "automata/memory.h"
#include "automata/word_count_methods.h"

#include <stdlib.h>

/* Square matrices of the order `order`, rows one after the other. */
static mpz_t *matrix_new(size_t order) {
    mpz_t *const matrix = memory_new(order * order, sizeof *matrix);
    for (size_t index = 0; matrix != NULL && index < order * order; index++)
        mpz_init(matrix[index]);
    return matrix;
}

static void matrix_free(mpz_t *matrix, size_t order) {
    for (size_t index = 0; matrix != NULL && index < order * order; index++)
        mpz_clear(matrix[index]);
    free(matrix);
}

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

enum status word_count_add_by_powers(const struct juggling_graph *graph, size_t size, mpz_t words,
                                     struct failure *failure) {
    const size_t order = graph->state_count;
    mpz_t *power = matrix_new(order);
    mpz_t *scratch = matrix_new(order);
    if (power == NULL || scratch == NULL) {
        matrix_free(power, order);
        matrix_free(scratch, order);
        return failure_memory(failure, "powers of a transfer matrix");
    }
    power_up(graph, (size - 1) / 2, &power, &scratch);
    if ((size - 1) % 2 != 0) {
        append_edge(graph, power, scratch);
        add_trace(graph, power, scratch, words);
    } else {
        add_trace(graph, power, power, words);
    }
    matrix_free(power, order);
    matrix_free(scratch, order);
    return STATUS_OK;
}
