/* SPDX-License-Identifier: MIT */
#include "solver/count/lattice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

static uint64_t count_rows(const struct small_instance *instance) {
    uint64_t rows = 1;
    for (int j = 2; j < instance->latency && rows <= LATTICE_MAX_ROWS; j++)
        rows *= (uint64_t)instance->letters[j] + 1;
    return rows;
}

/* Bits and distances of the letters in a row. */
static void place_letters(struct lattice *lattice) {
    size_t stride = 1;
    int place = 0;
    for (int j = 2; j < lattice->letters; j++) {
        lattice->stride[j] = stride;
        lattice->place[j] = place;
        stride *= (size_t)lattice->most[j] + 1;
        if (lattice->most[j] == 0)
            continue;
        place += 32 - __builtin_clz((unsigned)lattice->most[j]);
        assert(place < 64);
        lattice->guard |= UINT64_C(1) << place++;
    }
}

/* Each row is made from the one with a letter less. */
static void fill_rows(struct lattice *lattice) {
    size_t done = 1;
    for (int j = 2; j < lattice->letters; j++) {
        size_t stride = lattice->stride[j], end = stride * ((size_t)lattice->most[j] + 1);
        for (; done < end; done++) {
            lattice->packed[done] =
                lattice->packed[done - stride] + (UINT64_C(1) << lattice->place[j]);
            lattice->sum[done] = lattice->sum[done - stride] + 1;
            lattice->value[done] = lattice->value[done - stride] + j;
        }
    }
    assert(done == lattice->rows);
}

enum status lattice_init(struct lattice *lattice, const struct small_instance *instance,
                         struct budget *budget, struct failure *failure) {
    CLEANUP(lattice_clear)
    struct lattice result = {.letters = instance->latency > 2 ? instance->latency : 2};
    uint64_t rows = count_rows(instance);
    uint64_t row_bytes = sizeof *result.packed + sizeof *result.sum + sizeof *result.value;
    result.bytes = budget_product(rows, row_bytes);
    TRY(budget_take(budget, result.bytes, "letter-count vectors", failure));
    if (rows > LATTICE_MAX_ROWS) {
        budget_give(budget, result.bytes);
        return failure_limit(failure, "counting takes at most 2^32 rows of vectors");
    }
    result.rows = (size_t)rows;
    if (!NEW(result.letters, result.most, result.stride, result.place) ||
        !NEW(result.rows, result.packed, result.sum, result.value)) {
        budget_give(budget, result.bytes);
        return failure_memory(failure, "letter-count vectors");
    }
    memcpy(result.most, instance->letters, (size_t)instance->latency * sizeof *result.most);
    place_letters(&result);
    fill_rows(&result);
    *lattice = TAKE(result);
    return STATUS_OK;
}

void lattice_clear(struct lattice *lattice) {
    FREE_ALL(lattice->most, lattice->stride, lattice->place, lattice->packed, lattice->sum,
             lattice->value);
    *lattice = (struct lattice){0};
}

static size_t row_cells(const struct layer *layer, size_t row) {
    int first = layer_first(layer, row), last = layer_last(layer, row);
    return first <= last ? (size_t)(last - first) + 1 : 0;
}

size_t layer_cells(const struct lattice *lattice, int total) {
    struct layer layer = {.lattice = lattice, .total = total};
    size_t cells = 0;
    for (size_t row = 0; row < lattice->rows; row++)
        cells += row_cells(&layer, row);
    return cells;
}

enum status layer_init(struct layer *layer, const struct lattice *lattice, int total,
                       struct failure *failure) {
    struct layer result = {.lattice = lattice, .total = total};
    TRY(memory_check(NEW(lattice->rows, result.start), failure, "a layer of letter-count vectors"));
    for (size_t row = 0; row < lattice->rows; row++) {
        result.start[row] = result.cells;
        result.cells += row_cells(&result, row);
    }
    *layer = result;
    return STATUS_OK;
}

void layer_clear(struct layer *layer) {
    free(layer->start);
    *layer = (struct layer){0};
}

size_t layer_cell(const struct layer *layer, const int *letters) {
    const struct lattice *lattice = layer->lattice;
    size_t row = 0;
    for (int j = 2; j < lattice->letters; j++)
        row += lattice->stride[j] * (size_t)letters[j];
    require(row < lattice->rows);
    require(letters[1] >= layer_first(layer, row) && letters[1] <= layer_last(layer, row));
    return layer->start[row] + (size_t)(letters[1] - layer_first(layer, row));
}

/* Entries are raised in rounds, every one that has room once a round, which keeps the raised one a
 * smallest of those with room. */
void bound_multinomial(mpz_t bound, const int *most, int kinds, int total) {
    mpz_set_ui(bound, 1);
    int reached = 0;
    for (int height = 1; reached < total; height++)
        for (int j = 0; j < kinds && reached < total; j++)
            if (most[j] >= height) {
                mpz_mul_ui(bound, bound, (unsigned long)++reached);
                mpz_divexact_ui(bound, bound, (unsigned long)height);
            }
}

void bound_multisets(mpz_t bound, mpz_srcptr kinds, int count) {
    if (mpz_sgn(kinds) == 0) {
        mpz_set_ui(bound, count == 0);
        return;
    }
    mpz_add_ui(bound, kinds, (unsigned long)count);
    mpz_sub_ui(bound, bound, 1);
    mpz_bin_ui(bound, bound, (unsigned long)count);
}
