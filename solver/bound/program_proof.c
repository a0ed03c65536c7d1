/* SPDX-License-Identifier: MIT */
#include "solver/bound/program_proof.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/bound/rationals.h"

/* sum += number * x */
static void add_times(mpq_ptr sum, int number, mpq_srcptr x, mpq_ptr scratch) {
    mpq_set_si(scratch, number, 1);
    mpq_mul(scratch, scratch, x);
    mpq_add(sum, sum, scratch);
}

/* Is the sum over one row, of all x, what it must be? */
static bool row_holds(int row, int rows, mpq_srcptr sum) {
    return row == rows - 1 ? mpq_cmp_ui(sum, 1, 1) == 0 : mpq_sgn(sum) <= 0;
}

static const char *solution_fault(const struct program_columns *columns, mpq_srcptr value, mpq_t *x,
                                  mpq_t *sums) {
    const char *fault = NULL;
    mpq_t worth, scratch;
    mpq_inits(worth, scratch, NULL);
    for (size_t i = 0; i < columns->count; i++) {
        const struct program_column *column = &columns->list[i];
        const struct program_entry *entries = columns->entries + column->first;
        if (mpq_sgn(x[i]) < 0)
            fault = "the solution is negative";
        if (mpq_sgn(x[i]) == 0)
            continue;
        add_times(worth, column->objective, x[i], scratch);
        for (size_t entry = 0; entry < column->count; entry++)
            add_times(sums[entries[entry].row], entries[entry].number, x[i], scratch);
    }
    for (int row = 0; row < columns->rows; row++)
        if (!row_holds(row, columns->rows, sums[row]))
            fault = "the solution violates a row";
    if (!mpq_equal(worth, value))
        fault = "the solution has another value";
    mpq_clears(worth, scratch, NULL);
    return fault;
}

/* At numbers[row] / denominator for a unit of each row. */
static bool pays(const struct program_columns *columns, const struct program_column *column,
                 mpz_t *numbers, mpz_srcptr denominator, mpz_ptr cost) {
    const struct program_entry *entries = columns->entries + column->first;
    mpz_mul_si(cost, denominator, -(long)column->objective);
    for (size_t entry = 0; entry < column->count; entry++) {
        long number = entries[entry].number;
        if (number > 0)
            mpz_addmul_ui(cost, numbers[entries[entry].row], (unsigned long)number);
        else
            mpz_submul_ui(cost, numbers[entries[entry].row], (unsigned long)-number);
    }
    return mpz_sgn(cost) >= 0;
}

static const char *price_fault(const struct program_columns *columns, mpq_srcptr value,
                               mpq_t *prices, mpz_t *numbers) {
    const char *fault = NULL;
    mpz_t denominator, cost;
    mpz_inits(denominator, cost, NULL);
    rationals_scale(prices, (size_t)columns->rows, numbers, denominator);
    for (int row = 0; row < columns->rows - 1; row++)
        if (mpq_sgn(prices[row]) < 0)
            fault = "a price is negative";
    for (size_t i = 0; i < columns->count && !fault; i++)
        if (!pays(columns, &columns->list[i], numbers, denominator, cost))
            fault = "the prices do not pay for a column";
    if (!mpq_equal(value, prices[columns->rows - 1]))
        fault = "the prices have another value";
    mpz_clears(denominator, cost, NULL);
    return fault;
}

static const char *find_price_fault(const struct program_columns *columns, mpq_srcptr value,
                                    mpq_t *prices, bool *refused) {
    mpz_t *numbers = memory_new((size_t)columns->rows, sizeof *numbers);
    *refused = !numbers;
    if (!numbers)
        return NULL;
    for (int row = 0; row < columns->rows; row++)
        mpz_init(numbers[row]);
    const char *fault = price_fault(columns, value, prices, numbers);
    for (int row = 0; row < columns->rows; row++)
        mpz_clear(numbers[row]);
    free(numbers);
    return fault;
}

enum status program_prove(const struct program_columns *columns, mpq_srcptr value, mpq_t *prices,
                          mpq_t *x, struct failure *failure) {
    bool refused;
    const char *fault = find_price_fault(columns, value, prices, &refused);
    mpq_t *sums = rationals_new((size_t)columns->rows);
    if (!refused && sums && !fault)
        fault = solution_fault(columns, value, x, sums);
    refused = refused || !sums;
    rationals_free(sums, (size_t)columns->rows);
    if (refused)
        return failure_memory(failure, "a linear program");
    return fault ? failure_set(failure, STATUS_SYSTEM, "no optimum: %s", fault) : STATUS_OK;
}
