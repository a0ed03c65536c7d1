/* SPDX-License-Identifier: MIT */
#include "solver/count/fillings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

int ball_part_potential(juggling_state state) {
    int potential = 0;
    for (; state; state &= state - 1)
        potential += __builtin_ctzll(state);
    return potential;
}

/* The place of a state of the part among those of its potential. */
static int ball_part_slot(const struct ball_part *part, juggling_state state) {
    size_t first = part->first[ball_part_potential(state) - part->least], i = first;
    while (part->states[i] != state)
        i++;
    assert(i < part->first[ball_part_potential(state) - part->least + 1]);
    return (int)(i - first);
}

/* Sorts the states by potential, counting. */
static void fill_states(struct ball_part *part) {
    size_t potentials = (size_t)(part->most - part->least) + 1;
    juggling_state state = juggling_first_state(part->balls);
    do
        part->first[ball_part_potential(state) - part->least + 1]++;
    while (juggling_next_state(&state, part->throw));
    for (size_t p = 0; p < potentials; p++) {
        if ((int)part->first[p + 1] > part->slots)
            part->slots = (int)part->first[p + 1];
        part->first[p + 1] += part->first[p];
    }
    assert(part->first[potentials] == part->count);
    state = juggling_first_state(part->balls);
    do /* first[p] runs up to where potential p+1 starts .. */
        part->states[part->first[ball_part_potential(state) - part->least]++] = state;
    while (juggling_next_state(&state, part->throw));
    for (size_t p = potentials; p > 0; p--) /* .. and is set back */
        part->first[p] = part->first[p - 1];
    part->first[0] = 0;
}

/* Before the shift the state was `landed`, which holds the letter thrown; bit h can only be it. */
static void fill_edges(struct ball_part *part, size_t index) {
    juggling_state landed = part->states[index] << 1 | 1;
    juggling_state highest = UINT64_C(1) << part->throw;
    juggling_state letters = landed & highest ? highest : landed;
    struct ball_edge *edges = part->edges + index * ((size_t)part->balls + 1);
    for (; letters; letters &= letters - 1) {
        int letter = __builtin_ctzll(letters);
        juggling_state from = landed & ~(UINT64_C(1) << letter);
        edges[part->edge_count[index]++] = (struct ball_edge){letter, ball_part_slot(part, from)};
    }
}

enum status ball_part_init(struct ball_part *part, int throw, int balls, struct failure *failure) {
    CLEANUP(ball_part_clear) struct ball_part result = {.throw = throw, .balls = balls};
    result.least = balls * (balls - 1) / 2;
    result.most = result.least + balls * (throw -balls);
    result.count = (size_t)juggling_state_count(throw, balls);
    TRY(memory_check(NEW(result.count, result.states, result.edge_count) &&
                         NEW(result.most - result.least + 2, result.first) &&
                         NEW(result.count * ((size_t)balls + 1), result.edges),
                     failure, "states of the juggling graph"));
    fill_states(&result);
    for (size_t i = 0; i < result.count; i++)
        fill_edges(&result, i);
    *part = TAKE(result);
    return STATUS_OK;
}

void ball_part_clear(struct ball_part *part) {
    FREE_ALL(part->states, part->first, part->edge_count, part->edges);
    *part = (struct ball_part){0};
}

/* The walks from one state, after `length` letters behind the head. */
struct front {
    const struct ball_part *part;
    const struct layer *layers; /* layers[p]: of total p */
    int length;
    int potential;   /* reached when the letters' sum is 0: the sum adds to it */
    uint64_t *words; /* of size length+1; NULL if not wanted */
    int home_potential;
    int home_slot;    /* the start state, where walks close */
    uint64_t *before; /* numbers of the layer length-1, part->slots for each cell */
    uint64_t *after;
};

/* Where the numbers of the cells lie that one more letter brings to the cells of a row. */
struct origin {
    int first; /* copies of letter 1 in the row reached: cells first..last have an origin */
    int last;
    const uint64_t *numbers; /* those that lead to the cell `first` */
};

static void find_origins(const struct front *front, size_t row, struct origin *origins) {
    const struct layer *from = &front->layers[front->length - 1];
    const struct lattice *lattice = from->lattice;
    for (int letter = 0; letter <= front->part->throw; letter++) {
        origins[letter] = (struct origin){.first = 1};
        if (letter >= 2 && lattice_digit(lattice, row, letter) == 0)
            continue;
        size_t source = letter >= 2 ? row - lattice->stride[letter] : row;
        int step = letter == 1;
        origins[letter].first = layer_first(from, source) + step;
        origins[letter].last = layer_last(from, source) + step;
        origins[letter].numbers = front->before + from->start[source] * (size_t)front->part->slots;
    }
}

/* The walks to all states of potential part->least + index, for the cell with `ones` letters 1. */
static void fill_cell(const struct ball_part *part, size_t index, int ones,
                      const struct origin *origins, uint64_t *numbers) {
    for (size_t state = part->first[index]; state < part->first[index + 1]; state++, numbers++) {
        const struct ball_edge *edge = part->edges + state * ((size_t)part->balls + 1);
        for (int i = 0; i < part->edge_count[state]; i++, edge++) {
            const struct origin *origin = &origins[edge->letter];
            if (ones >= origin->first && ones <= origin->last)
                *numbers += origin->numbers[(size_t)(ones - origin->first) * (size_t)part->slots +
                                            (size_t)edge->slot];
        }
    }
}

static void fill_row(const struct front *front, size_t row) {
    const struct ball_part *part = front->part;
    const struct layer *layer = &front->layers[front->length];
    int first = layer_first(layer, row), last = layer_last(layer, row);
    struct origin origins[JUGGLING_MAXIMAL_THROW + 1];
    if (first > last)
        return;
    find_origins(front, row, origins);
    uint64_t *numbers = front->after + layer->start[row] * (size_t)part->slots;
    long potential = front->potential + layer->lattice->value[row] + first;
    for (int ones = first; ones <= last; ones++, potential++, numbers += part->slots) {
        memset(numbers, 0, (size_t)part->slots * sizeof *numbers);
        if (potential < part->least || potential > part->most)
            continue;
        fill_cell(part, (size_t)(potential - part->least), ones, origins, numbers);
        if (front->words && potential == front->home_potential)
            front->words[layer->start[row] + (size_t)(ones - first)] += numbers[front->home_slot];
    }
}

static void fill_rows(void *context, size_t first, size_t end) {
    const struct front *front = context;
    for (size_t row = first; row < end; row++)
        fill_row(front, row);
}

/* All walks whose first letter is L-1, thrown in `home`. */
static void walk_from(struct front *front, juggling_state home, int largest, uint64_t **words,
                      size_t rows, struct crew *crew) {
    const struct ball_part *part = front->part;
    juggling_state start = juggling_successor(home, part->throw);
    memset(front->before, 0, (size_t)part->slots * sizeof *front->before);
    front->before[ball_part_slot(part, start)] = 1;
    front->home_potential = ball_part_potential(home);
    front->home_slot = ball_part_slot(part, home);
    front->potential = ball_part_potential(start);
    if (words[1] && start == home)
        words[1][0]++;
    for (int length = 1; length < largest; length++) {
        front->length = length;
        front->potential -= part->balls;
        front->words = words[length + 1];
        uint64_t cost = front->layers[length].cells * (size_t)part->slots;
        crew_run(crew, rows, cost + rows, fill_rows, front);
        uint64_t *done = front->before;
        front->before = front->after;
        front->after = done;
    }
}

static enum status walk_part(const struct layer *layers, int throw, int balls, int largest,
                             size_t cells, uint64_t **words, struct crew *crew,
                             struct budget *budget, struct failure *failure) {
    CLEANUP(ball_part_clear) struct ball_part part = {0};
    TRY(ball_part_init(&part, throw, balls, failure));
    uint64_t bytes = budget_product(cells * (size_t)part.slots, 2 * sizeof(uint64_t));
    TRY(budget_take(budget, bytes, "walks by letters and states", failure));
    FREED uint64_t *before = memory_new(cells * (size_t)part.slots, sizeof *before);
    FREED uint64_t *after = memory_new(cells * (size_t)part.slots, sizeof *after);
    struct front front = {.part = &part, .layers = layers, .before = before, .after = after};
    bool there = before && after;
    for (size_t i = 0; i < part.count && there && !crew->stopped; i++)
        if (juggling_may_throw(part.states[i], throw))
            walk_from(&front, part.states[i], largest, words, layers->lattice->rows, crew);
    budget_give(budget, bytes);
    return memory_check(there, failure, "walks by letters and states");
}

static enum status check_bound(const struct lattice *lattice, int largest,
                               struct failure *failure) {
    BIG(bound);
    bound_multinomial(bound, lattice->most, lattice->letters, largest - 1);
    size_t bits = mpz_sizeinbase(bound, 2);
    if (bits > 64)
        return failure_limit(
            failure, "a block of size %d may have more than 2^64 words with the same letters",
            largest);
    return STATUS_OK;
}

static enum status walk_all(const struct layer *layers, int latency, int largest, uint64_t **words,
                            struct crew *crew, struct budget *budget, struct failure *failure) {
    size_t cells = 0;
    for (int total = 0; total < largest; total++)
        if (layers[total].cells > cells)
            cells = layers[total].cells;
    for (int balls = 1; balls < latency; balls++) /* bit 0 is set when L-1 is thrown */
        TRY(walk_part(layers, latency - 1, balls, largest, cells, words, crew, budget, failure));
    return STATUS_OK;
}

enum status walks_count(const struct lattice *lattice, int latency, int largest, uint64_t **words,
                        struct crew *crew, struct budget *budget, struct failure *failure) {
    uint64_t bytes = budget_product((uint64_t)largest, layer_bytes(lattice));
    TRY(check_bound(lattice, largest, failure));
    TRY(budget_take(budget, bytes, "layers of letter-count vectors", failure));
    FREED struct layer *layers = memory_new((size_t)largest, sizeof *layers);
    enum status status = STATUS_OK;
    if (!layers)
        status = failure_memory(failure, "layers of letter-count vectors");
    for (int total = 0; total < largest && !status && !crew_stops(crew); total++)
        status = layer_init(&layers[total], lattice, total, failure);
    if (!status && !crew->stopped)
        status = walk_all(layers, latency, largest, words, crew, budget, failure);
    for (int total = 0; layers && total < largest; total++)
        layer_clear(&layers[total]);
    budget_give(budget, bytes);
    return status;
}

void fillings_clear(struct fillings *fillings) {
    FREE_ALL(fillings->letters, fillings->words);
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
    CLEANUP(layer_clear) struct layer layer = {0};
    CLEANUP(fillings_clear) struct fillings result = {.size = size};
    TRY(layer_init(&layer, lattice, size - 1, failure));
    if (scan(&layer, latency, words, &result)) {
        size_t letters = result.count * (size_t)lattice->letters;
        TRY(memory_check(NEW(letters, result.letters) && NEW(result.count, result.words), failure,
                         "fillings of blocks"));
        scan(&layer, latency, words, &result);
    } else {
        return failure_internal(failure,
                                "blocks of size %d: the words contradict M. Hall's theorem", size);
    }
    *fillings = TAKE(result);
    return STATUS_OK;
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
        TRY(budget_take(budget, more, "words by their letters", failure));
        *bytes += more;
        words[size] = memory_new(cells, sizeof **words);
        TRY(memory_check(words[size], failure, "words by their letters"));
    }
    return STATUS_OK;
}

enum status fillings_find(struct fillings *fillings, const struct small_instance *instance,
                          const struct lattice *lattice, struct crew *crew, struct budget *budget,
                          struct failure *failure) {
    int largest = instance->root_size;
    uint64_t bytes = 0, **words = memory_new((size_t)largest + 1, sizeof *words);
    TRY(memory_check(words, failure, "words by their letters"));
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
