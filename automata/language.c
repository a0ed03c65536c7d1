/* SPDX-License-Identifier: MIT */
/* What can be asked of a language, and its drawing. */
#include "automata/language.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "automata/word.h"

void language_clear(struct language *language) {
    free(language->successors);
    free(language->accepts);
    *language = (struct language){0};
}

size_t language_state_after(const struct language *language, const int *word, size_t count) {
    size_t state = 0;
    for (size_t index = 0; index < count; index++) {
        require(word[index] >= 0 && word[index] < language->letters);
        state = language->successors[state * (size_t)language->letters + (size_t)word[index]];
    }
    return state;
}

bool language_contains(const struct language *language, const int *word, size_t count) {
    return language->accepts[language_state_after(language, word, count)];
}

/* after[k] = number of words that lead to state k, one letter longer than `before` has them. */
static void lengthen(const struct language *language, mpz_t *before, mpz_t *after) {
    const size_t letters = (size_t)language->letters;
    for (size_t state = 0; state < language->state_count; state++)
        mpz_set_ui(after[state], 0);
    for (size_t state = 0; state < language->state_count; state++)
        for (size_t letter = 0; letter < letters; letter++) {
            mpz_ptr sum = after[language->successors[state * letters + letter]];
            mpz_add(sum, sum, before[state]);
        }
}

enum status language_count(const struct language *language, size_t length, mpz_t words,
                           struct failure *failure) {
    const size_t count = language->state_count;
    mpz_t *const vectors = numbers_new(2 * count);
    mpz_t *now = vectors;
    if (vectors == NULL)
        return failure_memory(failure, "counting the words of a language");
    mpz_set_ui(now[0], 1);
    for (size_t step = 0; step < length; step++) {
        mpz_t *const next = now == vectors ? vectors + count : vectors;
        lengthen(language, now, next);
        now = next;
    }
    mpz_set_ui(words, 0);
    for (size_t state = 0; state < count; state++)
        if (language->accepts[state])
            mpz_add(words, words, now[state]);
    numbers_free(vectors, 2 * count);
    return STATUS_OK;
}

/* In a minimal automaton this is the only state from which nothing is accepted. */
static bool is_hopeless(const struct language *language, size_t state) {
    const size_t letters = (size_t)language->letters;
    for (size_t letter = 0; letter < letters; letter++)
        if (language->successors[state * letters + letter] != state)
            return false;
    return !language->accepts[state];
}

static void write_edges(FILE *file, const struct language *language, size_t state) {
    char name[LETTER_NAME_SIZE];
    for (int letter = 0; letter < language->letters; letter++) {
        const size_t next =
            language->successors[state * (size_t)language->letters + (size_t)letter];
        if (!is_hopeless(language, next))
            fprintf(file, "  s%zu -> s%zu [label=\"%s\"];\n", state, next,
                    letter_name(name, letter, language->letters));
    }
}

enum status language_write_dot(FILE *file, const struct language *language,
                               struct failure *failure) {
    fprintf(file, "digraph language {\n  rankdir=LR;\n  node [shape=circle];\n"
                  "  start [shape=point];\n  start -> s0;\n");
    for (size_t state = 0; state < language->state_count; state++) {
        if (is_hopeless(language, state) && state != 0)
            continue;
        fprintf(file, "  s%zu [label=\"\"%s];\n", state,
                language->accepts[state] ? ", shape=doublecircle" : "");
        write_edges(file, language, state);
    }
    fputs("}\n", file);
    if (ferror(file))
        return failure_set(failure, STATUS_SYSTEM, "writing the drawing of a language failed");
    return STATUS_OK;
}

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
