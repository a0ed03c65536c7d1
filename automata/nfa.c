/* SPDX-License-Identifier: MIT */
#include "automata/nfa.h"

#include "automata/memory.h"
#include "automata/require.h"

#include <stdlib.h>

void nfa_init(struct nfa *nfa, int letters) {
    require(letters >= 1);
    *nfa = (struct nfa){.letters = letters};
}

void nfa_clear(struct nfa *nfa) {
    free(nfa->states);
    free(nfa->edges);
    *nfa = (struct nfa){0};
}

/* Makes room for one more object; NULL when there is no memory, else the array. */
static void *make_room(void *array, size_t count, size_t *capacity, size_t size) {
    const size_t wanted = count < 16 ? 16 : 2 * count;
    if (count < *capacity)
        return array;
    array = memory_resize(array, wanted, size);
    if (array != NULL)
        *capacity = wanted;
    return array;
}

enum status nfa_add_state(struct nfa *nfa, size_t *state, struct failure *failure) {
    struct nfa_state *const states =
        make_room(nfa->states, nfa->state_count, &nfa->state_capacity, sizeof *states);
    if (states == NULL)
        return failure_memory(failure, "the states of an automaton");
    nfa->states = states;
    states[nfa->state_count] = (struct nfa_state){false, false};
    *state = nfa->state_count++;
    return STATUS_OK;
}

enum status nfa_add_edge(struct nfa *nfa, size_t from, int letter, size_t to,
                         struct failure *failure) {
    require(from < nfa->state_count && to < nfa->state_count);
    require(letter >= NFA_EMPTY_MOVE && letter < nfa->letters);
    struct nfa_edge *const edges =
        make_room(nfa->edges, nfa->edge_count, &nfa->edge_capacity, sizeof *edges);
    if (edges == NULL)
        return failure_memory(failure, "the edges of an automaton");
    nfa->edges = edges;
    edges[nfa->edge_count++] = (struct nfa_edge){from, letter, to};
    return STATUS_OK;
}
