/* SPDX-License-Identifier: MIT */
#include "automata/juggling.h"

#include <assert.h>

#include "automata/memory.h"
#include "automata/word.h"

enum { DRAWN_MAXIMAL_THROW = 12 };

size_t juggling_graph_find(const struct juggling_graph *graph, juggling_state state) {
    size_t low = 0;
    size_t high = graph->state_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (graph->states[middle] <= state)
            low = middle;
        else
            high = middle;
    }
    assert(graph->states[low] == state);
    return low;
}

static void list_states(struct juggling_graph *graph) {
    juggling_state state = juggling_first_state(graph->balls);
    size_t count = 0;
    graph->first_edge[0] = 0;
    do {
        const uint64_t letters = juggling_letters(state, graph->maximal_throw);
        graph->states[count] = state;
        graph->first_edge[count + 1] =
            graph->first_edge[count] + (size_t)__builtin_popcountll(letters);
        count++;
    } while (juggling_next_state(&state, graph->maximal_throw));
    assert(count == graph->state_count);
    graph->edge_count = graph->first_edge[count];
}

static void list_edges(struct juggling_graph *graph) {
    size_t edge = 0;
    for (size_t index = 0; index < graph->state_count; index++) {
        const juggling_state state = graph->states[index];
        uint64_t letters = juggling_letters(state, graph->maximal_throw);
        for (; letters != 0; letters &= letters - 1, edge++) {
            const int letter = __builtin_ctzll(letters);
            const juggling_state next = juggling_successor(state, letter);
            graph->letters[edge] = (uint8_t)letter;
            graph->successor[edge] = (uint32_t)juggling_graph_find(graph, next);
        }
    }
    assert(edge == graph->edge_count);
}

static enum status check_range(int maximal_throw, int balls, struct failure *failure) {
    if (maximal_throw < 0 || maximal_throw > JUGGLING_MAXIMAL_THROW)
        return failure_input(failure, "maximal throw %d is not in 0..%d", maximal_throw,
                             JUGGLING_MAXIMAL_THROW);
    if (balls < 0 || balls > maximal_throw)
        return failure_input(failure, "number of balls %d is not in 0..%d", balls, maximal_throw);
    return STATUS_OK;
}

enum status juggling_graph_init(struct juggling_graph *graph, int maximal_throw, int balls,
                                struct failure *failure) {
    CLEANUP(juggling_graph_clear)
    struct juggling_graph built = {.maximal_throw = maximal_throw, .balls = balls};
    TRY(check_range(maximal_throw, balls, failure));
    const uint64_t count = juggling_state_count(maximal_throw, balls);
    if (count > JUGGLING_GRAPH_STATES)
        return failure_limit(
            failure,
            "the juggling graph with throws up to %d and %d balls has %llu states, more than %d",
            maximal_throw, balls, (unsigned long long)count, JUGGLING_GRAPH_STATES);
    built.state_count = (size_t)count;
    TRY(memory_check(NEW(count, built.states) && NEW(count + 1, built.first_edge), failure,
                     "a juggling graph"));
    list_states(&built);
    TRY(memory_check(NEW(built.edge_count, built.letters, built.successor), failure,
                     "a juggling graph"));
    list_edges(&built);
    *graph = TAKE(built);
    return STATUS_OK;
}

void juggling_graph_clear(struct juggling_graph *graph) {
    FREE_ALL(graph->states, graph->first_edge, graph->letters, graph->successor);
    *graph = (struct juggling_graph){0};
}

static void write_state(FILE *file, const struct juggling_graph *graph, size_t index) {
    const juggling_state state = graph->states[index];
    const bool starts = juggling_may_throw(state, graph->maximal_throw);
    fprintf(file, "    s%d_%zu [label=\"", graph->balls, index);
    for (int bit = 0; bit < graph->maximal_throw; bit++)
        fputc('0' + (int)(state >> bit & 1), file);
    fprintf(file, "\"%s];\n", starts ? ", shape=doublecircle" : "");
}

static void write_cluster(FILE *file, const struct juggling_graph *graph) {
    char name[LETTER_NAME_SIZE];
    fprintf(file, "  subgraph cluster_%d {\n    label=\"average letter %d\";\n", graph->balls,
            graph->balls);
    for (size_t index = 0; index < graph->state_count; index++)
        write_state(file, graph, index);
    for (size_t index = 0; index < graph->state_count; index++)
        for (size_t edge = graph->first_edge[index]; edge < graph->first_edge[index + 1]; edge++)
            fprintf(file, "    s%d_%zu -> s%d_%lu [label=\"%s\"];\n", graph->balls, index,
                    graph->balls, (unsigned long)graph->successor[edge],
                    letter_name(name, graph->letters[edge], graph->maximal_throw + 1));
    fputs("  }\n", file);
}

enum status juggling_write_dot(FILE *file, int maximal_throw, int balls_from, int balls_to,
                               struct failure *failure) {
    if (maximal_throw > DRAWN_MAXIMAL_THROW)
        return failure_limit(failure, "throws up to %d can't be drawn, at most up to %d",
                             maximal_throw, DRAWN_MAXIMAL_THROW);
    TRY(check_range(maximal_throw, balls_from, failure));
    TRY(check_range(maximal_throw, balls_to, failure));
    fprintf(file, "digraph juggling {\n  rankdir=LR;\n  node [shape=circle];\n");
    for (int balls = balls_from; balls <= balls_to; balls++) {
        CLEANUP(juggling_graph_clear) struct juggling_graph graph = {0};
        TRY(juggling_graph_init(&graph, maximal_throw, balls, failure));
        write_cluster(file, &graph);
    }
    fputs("}\n", file);
    if (ferror(file))
        return failure_system(failure, "writing the drawing of an automaton failed");
    return STATUS_OK;
}
