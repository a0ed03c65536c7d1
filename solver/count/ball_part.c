/* SPDX-License-Identifier: MIT */
#include "solver/count/ball_part.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"

int ball_part_potential(juggling_state state) {
    int potential = 0;
    for (; state; state &= state - 1)
        potential += __builtin_ctzll(state);
    return potential;
}

int ball_part_slot(const struct ball_part *part, juggling_state state) {
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
    struct ball_part result = {.throw = throw, .balls = balls};
    result.least = balls * (balls - 1) / 2;
    result.most = result.least + balls * (throw -balls);
    result.count = (size_t)juggling_state_count(throw, balls);
    result.states = memory_new(result.count, sizeof *result.states);
    result.first = memory_new((size_t)(result.most - result.least) + 2, sizeof *result.first);
    result.edge_count = memory_new(result.count, sizeof *result.edge_count);
    result.edges = memory_new(result.count * ((size_t)balls + 1), sizeof *result.edges);
    if (!result.states || !result.first || !result.edge_count || !result.edges) {
        ball_part_clear(&result);
        return failure_memory(failure, "states of the juggling graph");
    }
    fill_states(&result);
    for (size_t i = 0; i < result.count; i++)
        fill_edges(&result, i);
    *part = result;
    return STATUS_OK;
}

void ball_part_clear(struct ball_part *part) {
    free(part->states);
    free(part->first);
    free(part->edge_count);
    free(part->edges);
    *part = (struct ball_part){0};
}
