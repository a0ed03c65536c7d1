/* SPDX-License-Identifier: MIT */
/* Subset construction: the states of the result are the sets of states that a word can lead to. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/language.h"
#include "automata/memory.h"
#include "automata/require.h"
#include "automata/tuple_table.h"

struct construction {
    const struct nfa *nfa;
    size_t width;           /* words of 64 bits per subset */
    struct nfa_edge *edges; /* the edges of the automaton, by their first state */
    size_t *first_edge;     /* state_count + 1 entries */
    struct tuple_table subsets;
    uint64_t *current;    /* the subset whose successors are computed */
    uint64_t *next;       /* its successors, one subset per letter */
    size_t *stack;        /* states whose empty moves are still to be followed */
    uint32_t *successors; /* of the result */
};

static bool contains(const uint64_t *subset, size_t state) {
    return (subset[state / 64] >> state % 64 & 1) != 0;
}

static void include(uint64_t *subset, size_t state) {
    subset[state / 64] |= UINT64_C(1) << state % 64;
}

static void construction_clear(struct construction *work) {
    tuple_table_clear(&work->subsets);
    FREE_ALL(work->edges, work->first_edge, work->current, work->next, work->stack,
             work->successors);
    *work = (struct construction){0};
}

static enum status construction_init(struct construction *work, const struct nfa *nfa,
                                     struct failure *failure) {
    *work = (struct construction){.nfa = nfa, .width = nfa->state_count / 64 + 1};
    work->next = memory_new((size_t)nfa->letters, work->width * sizeof *work->next);
    TRY(memory_check(work->next && NEW(nfa->edge_count, work->edges) &&
                         NEW(nfa->state_count + 2, work->first_edge, work->stack) &&
                         NEW(work->width, work->current),
                     failure, "making an automaton deterministic"));
    return tuple_table_init(&work->subsets, work->width, failure);
}

/* Counting sort of the edges by their first state. */
static void order_edges(struct construction *work) {
    const struct nfa *nfa = work->nfa;
    size_t *const place = work->first_edge + 1;
    for (size_t index = 0; index < nfa->edge_count; index++)
        place[nfa->edges[index].from + 1]++;
    for (size_t state = 1; state <= nfa->state_count; state++)
        place[state] += place[state - 1];
    for (size_t index = 0; index < nfa->edge_count; index++)
        work->edges[place[nfa->edges[index].from]++] = nfa->edges[index];
}

/* Adds all states that empty moves lead to. */
static void follow_empty_moves(const struct construction *work, uint64_t *subset) {
    size_t height = 0;
    for (size_t state = 0; state < work->nfa->state_count; state++)
        if (contains(subset, state))
            work->stack[height++] = state;
    while (height > 0) {
        const size_t state = work->stack[--height];
        for (size_t index = work->first_edge[state]; index < work->first_edge[state + 1]; index++) {
            const struct nfa_edge edge = work->edges[index];
            if (edge.letter != NFA_EMPTY_MOVE || contains(subset, edge.to))
                continue;
            include(subset, edge.to);
            work->stack[height++] = edge.to;
        }
    }
}

/* Fills `next` from `current`. */
static void compute_successors(const struct construction *work) {
    const struct nfa *nfa = work->nfa;
    memset(work->next, 0, (size_t)nfa->letters * work->width * sizeof *work->next);
    for (size_t state = 0; state < nfa->state_count; state++) {
        if (!contains(work->current, state))
            continue;
        for (size_t index = work->first_edge[state]; index < work->first_edge[state + 1]; index++)
            if (work->edges[index].letter != NFA_EMPTY_MOVE)
                include(work->next + (size_t)work->edges[index].letter * work->width,
                        work->edges[index].to);
    }
    for (int letter = 0; letter < nfa->letters; letter++)
        follow_empty_moves(work, work->next + (size_t)letter * work->width);
}

static enum status record_successors(struct construction *work, size_t subset,
                                     struct failure *failure) {
    const size_t letters = (size_t)work->nfa->letters;
    if (!memory_make_room(&work->successors, subset, letters * sizeof *work->successors))
        return failure_memory(failure, "making an automaton deterministic");
    for (size_t letter = 0; letter < letters; letter++) {
        size_t number = 0;
        TRY(tuple_table_number(&work->subsets, work->next + letter * work->width, &number,
                               failure));
        work->successors[subset * letters + letter] = (uint32_t)number;
    }
    return STATUS_OK;
}

static enum status explore(struct construction *work, size_t state_limit, struct failure *failure) {
    size_t number = 0;
    for (size_t state = 0; state < work->nfa->state_count; state++)
        if (work->nfa->states[state].starts)
            include(work->current, state);
    follow_empty_moves(work, work->current);
    TRY(tuple_table_number(&work->subsets, work->current, &number, failure));
    for (number = 0; number < work->subsets.count; number++) {
        if (work->subsets.count > state_limit || work->subsets.count >= UINT32_MAX)
            return failure_limit(failure, "the deterministic automaton has more than %zu states",
                                 state_limit);
        memcpy(work->current, tuple_table_at(&work->subsets, number),
               work->width * sizeof *work->current);
        compute_successors(work);
        TRY(record_successors(work, number, failure));
    }
    return STATUS_OK;
}

static bool subset_accepts(const struct construction *work, size_t number) {
    const uint64_t *const subset = tuple_table_at(&work->subsets, number);
    for (size_t state = 0; state < work->nfa->state_count; state++)
        if (work->nfa->states[state].accepts && contains(subset, state))
            return true;
    return false;
}

static enum status finish(const struct construction *work, struct language *result,
                          struct failure *failure) {
    struct language subsets = {.letters = work->nfa->letters,
                               .state_count = work->subsets.count,
                               .successors = work->successors};
    FREED bool *accepting = memory_new(subsets.state_count, sizeof *accepting);
    TRY(memory_check(accepting, failure, "making an automaton deterministic"));
    for (size_t number = 0; number < subsets.state_count; number++)
        accepting[number] = subset_accepts(work, number);
    subsets.accepts = accepting;
    return language_minimise(&subsets, 0, result, failure);
}

enum status language_from_nfa(const struct nfa *nfa, size_t state_limit, struct language *result,
                              struct failure *failure) {
    CLEANUP(construction_clear) struct construction work = {0};
    require(nfa->letters >= 1);
    TRY(construction_init(&work, nfa, failure));
    order_edges(&work);
    TRY(explore(&work, state_limit, failure));
    return finish(&work, result, failure);
}

/* Minimisation by Moore's partition refinement. Two states stay in one class while they have
 * had the same class and successors in the same classes; when no class splits any more, the classes
 * are the states of the minimal automaton.
 *
 * The states are taken in breadth-first order from the start, that is, by their shortlex-least
 * access word; a class gets its number from its first state. So the classes are numbered by their
 * shortlex-least access words too, and equal languages give identical automata. */

struct refinement {
    const struct language *language;
    size_t *order; /* reachable states, breadth first */
    size_t reachable;
    size_t *class; /* of a state */
    size_t *finer; /* the classes of the next round */
    uint64_t *tuple;
    size_t class_count;
};

static void refinement_clear(struct refinement *work) {
    FREE_ALL(work->order, work->class, work->finer, work->tuple);
}

static size_t successor(const struct language *language, size_t state, size_t letter) {
    return language->successors[state * (size_t)language->letters + letter];
}

/* Fills `order`; uses `finer` as marks. */
static void reach(struct refinement *work, size_t start) {
    const struct language *language = work->language;
    memset(work->finer, 0, language->state_count * sizeof *work->finer);
    work->order[0] = start;
    work->finer[start] = 1;
    work->reachable = 1;
    for (size_t index = 0; index < work->reachable; index++)
        for (size_t letter = 0; letter < (size_t)language->letters; letter++) {
            const size_t next = successor(language, work->order[index], letter);
            if (work->finer[next])
                continue;
            work->finer[next] = 1;
            work->order[work->reachable++] = next;
        }
}

static enum status refine_once(struct refinement *work, struct failure *failure) {
    const struct language *language = work->language;
    const size_t letters = (size_t)language->letters;
    CLEANUP(tuple_table_clear) struct tuple_table table = {0};
    size_t *const coarser = work->class;
    TRY(tuple_table_init(&table, letters + 1, failure));
    for (size_t index = 0; index < work->reachable; index++) {
        const size_t state = work->order[index];
        work->tuple[letters] = coarser[state];
        for (size_t letter = 0; letter < letters; letter++)
            work->tuple[letter] = coarser[successor(language, state, letter)];
        TRY(tuple_table_number(&table, work->tuple, &work->finer[state], failure));
    }
    assert(table.count <= work->reachable);
    work->class_count = table.count;
    work->class = work->finer;
    work->finer = coarser;
    return STATUS_OK;
}

static enum status refine(struct refinement *work, struct failure *failure) {
    size_t before = 0;
    for (size_t state = 0; state < work->language->state_count; state++)
        work->class[state] = work->language->accepts[state];
    do {
        before = work->class_count;
        TRY(refine_once(work, failure));
    } while (work->class_count != before);
    return STATUS_OK;
}

/* The automaton of the classes. */
static enum status merge(const struct refinement *work, struct language *result,
                         struct failure *failure) {
    const struct language *language = work->language;
    const size_t letters = (size_t)language->letters;
    CLEANUP(language_clear)
    struct language merged = {.letters = language->letters, .state_count = work->class_count};
    merged.successors = memory_new(merged.state_count, letters * sizeof *merged.successors);
    merged.accepts = memory_new(merged.state_count, sizeof *merged.accepts);
    TRY(memory_check(merged.successors && merged.accepts, failure, "a minimal automaton"));
    for (size_t index = 0; index < work->reachable; index++) {
        const size_t state = work->order[index];
        const size_t class = work->class[state];
        merged.accepts[class] = language->accepts[state];
        for (size_t letter = 0; letter < letters; letter++)
            merged.successors[class * letters + letter] =
                (uint32_t)work->class[successor(language, state, letter)];
    }
    *result = TAKE(merged);
    return STATUS_OK;
}

enum status language_minimise(const struct language *language, size_t start,
                              struct language *result, struct failure *failure) {
    require(start < language->state_count);
    CLEANUP(refinement_clear) struct refinement work = {.language = language};
    TRY(memory_check(NEW(language->state_count, work.order, work.class, work.finer) &&
                         NEW(language->letters + 1, work.tuple),
                     failure, "minimising an automaton"));
    reach(&work, start);
    TRY(refine(&work, failure));
    return merge(&work, result, failure);
}
