/* SPDX-License-Identifier: MIT */
#include "solver/count/fillings.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/count/walks.h"

void fillings_clear(struct fillings *fillings) {
    free(fillings->letters);
    free(fillings->words);
    *fillings = (struct fillings){0};
}

static void write_letters(const struct layer *layer, size_t row, int ones, int *letters) {
    const struct lattice *lattice = layer->lattice;
    for (int j = 2; j < lattice->letters; j++)
        letters[j] = lattice_digit(lattice, row, j);
    letters[1] = ones;
    letters[0] = layer->total - lattice->sum[row] - ones;
}

/* Goes through the layer; with `fillings->letters` it notes the fillings, else it counts them.
 * False if Hall's condition and the words disagree. */
static bool scan(const struct layer *layer, int latency, const uint64_t *words,
                 struct fillings *fillings) {
    const struct lattice *lattice = layer->lattice;
    size_t cell = 0;
    fillings->count = 0;
    for (size_t row = 0; row < lattice->rows; row++)
        for (int ones = layer_first(layer, row); ones <= layer_last(layer, row); ones++, cell++) {
            bool divisible = (latency - 1 + lattice->value[row] + ones) % fillings->size == 0;
            if (divisible != (words[cell] > 0))
                return false;
            if (!divisible)
                continue;
            if (fillings->letters) {
                size_t place = fillings->count * (size_t)lattice->letters;
                write_letters(layer, row, ones, fillings->letters + place);
                fillings->words[fillings->count] = words[cell];
            }
            fillings->count++;
        }
    return true;
}

static enum status list(struct fillings *fillings, int size, const struct lattice *lattice,
                        int latency, const uint64_t *words, struct failure *failure) {
    struct layer layer;
    struct fillings result = {.size = size};
    enum status status = layer_init(&layer, lattice, size - 1, failure);
    if (status)
        return status;
    if (scan(&layer, latency, words, &result)) {
        size_t letters = result.count * (size_t)lattice->letters;
        result.letters = memory_new(letters, sizeof *result.letters);
        result.words = memory_new(result.count, sizeof *result.words);
        if (!result.letters || !result.words)
            status = failure_memory(failure, "fillings of blocks");
        else
            scan(&layer, latency, words, &result);
    } else {
        status = failure_set(failure, STATUS_INTERNAL,
                             "blocks of size %d: the words contradict M. Hall's theorem", size);
    }
    layer_clear(&layer);
    if (status)
        fillings_clear(&result);
    else
        *fillings = result;
    return status;
}

/* One number for each cell, for the sizes that occur. */
static enum status make_tables(uint64_t **words, const struct small_instance *instance,
                               const struct lattice *lattice, struct budget *budget,
                               uint64_t *bytes, struct failure *failure) {
    for (int size = 1; size <= instance->root_size; size++) {
        if (instance->blocks[size] == 0)
            continue;
        size_t cells = layer_cells(lattice, size - 1);
        uint64_t more = budget_product(cells, sizeof **words);
        enum status status = budget_take(budget, more, "words by their letters", failure);
        if (status)
            return status;
        *bytes += more;
        words[size] = memory_new(cells, sizeof **words);
        if (!words[size])
            return failure_memory(failure, "words by their letters");
    }
    return STATUS_OK;
}

enum status fillings_find(struct fillings *fillings, const struct small_instance *instance,
                          const struct lattice *lattice, struct crew *crew, struct budget *budget,
                          struct failure *failure) {
    int largest = instance->root_size;
    uint64_t bytes = 0, **words = memory_new((size_t)largest + 1, sizeof *words);
    if (!words)
        return failure_memory(failure, "words by their letters");
    enum status status = make_tables(words, instance, lattice, budget, &bytes, failure);
    if (!status)
        status = walks_count(lattice, instance->latency, largest, words, crew, budget, failure);
    for (int size = 1; size <= largest && !status && !crew->stopped; size++)
        if (words[size])
            status = list(&fillings[size], size, lattice, instance->latency, words[size], failure);
    for (int size = 1; size <= largest; size++)
        free(words[size]);
    free(words);
    budget_give(budget, bytes);
    if (status)
        for (int size = 1; size <= largest; size++)
            fillings_clear(&fillings[size]);
    return status;
}
