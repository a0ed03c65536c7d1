/* SPDX-License-Identifier: MIT */
#include "automata/legal_language.h"

#include "automata/juggling.h"
#include "automata/language.h"

/* A copy of the graph whose closed walks through its state `start` are to be accepted. */
static enum status add_walks_from(struct nfa *nfa, const struct juggling_graph *graph, size_t start,
                                  struct failure *failure) {
    const size_t base = nfa->state_count;
    const juggling_state first = juggling_successor(graph->states[start], graph->maximal_throw);
    enum status status = STATUS_OK;
    size_t added = 0;
    for (size_t index = 0; index < graph->state_count && status == STATUS_OK; index++)
        status = nfa_add_state(nfa, &added, failure);
    for (size_t index = 0; index < graph->state_count; index++)
        for (size_t edge = graph->first_edge[index];
             edge < graph->first_edge[index + 1] && status == STATUS_OK; edge++)
            status = nfa_add_edge(nfa, base + index, graph->letters[edge],
                                  base + graph->successor[edge], failure);
    if (status != STATUS_OK)
        return status;
    nfa->states[base + juggling_graph_find(graph, first)].starts = true;
    nfa->states[base + start].accepts = true;
    return STATUS_OK;
}

static enum status add_part(struct nfa *nfa, int maximal_throw, int balls,
                            struct failure *failure) {
    CLEANUP(juggling_graph_clear) struct juggling_graph graph = {0};
    TRY(juggling_graph_init(&graph, maximal_throw, balls, failure));
    for (size_t start = 0; start < graph.state_count; start++)
        if (juggling_may_throw(graph.states[start], maximal_throw))
            TRY(add_walks_from(nfa, &graph, start, failure));
    return STATUS_OK;
}

enum status legal_language(int latency, size_t state_limit, struct language *result,
                           struct failure *failure) {
    CLEANUP(nfa_clear) struct nfa nfa = {0};
    if (latency < 1)
        return failure_input(failure, "latency %d is not positive", latency);
    if (latency > LEGAL_LANGUAGE_LATENCY)
        return failure_limit(failure, "the language of the legal words: latency %d is above %d",
                             latency, LEGAL_LANGUAGE_LATENCY);
    nfa_init(&nfa, latency);
    for (int balls = 0; balls < latency; balls++)
        TRY(add_part(&nfa, latency - 1, balls, failure));
    return language_from_nfa(&nfa, state_limit, result, failure);
}

/* The words w for which c w start is in the pattern. */
static enum status words_of_pattern(const char *pattern, const int start[2],
                                    struct language *result, struct failure *failure) {
    CLEANUP(language_clear) struct language whole = {0};
    CLEANUP(language_clear) struct language rest = {0};
    TRY(regular_expression_parse(pattern, 3, &whole, failure));
    TRY(language_after_prefix(&whole, start, 1, &rest, failure));
    return language_before_suffix(&rest, start, 2, result, failure);
}

enum status legal_language_figure_2(struct language *result, struct failure *failure) {
    const int ca[2] = {2, 0};
    const int cc[2] = {2, 2};
    CLEANUP(language_clear) struct language left = {0};
    CLEANUP(language_clear) struct language right = {0};
    TRY(words_of_pattern("ca((ca)*(bb*ca)*)*", ca, &left, failure));
    TRY(words_of_pattern("cc*", cc, &right, failure));
    return language_union(&left, &right, result, failure);
}

enum status legal_language_compare_figure_2(bool *equal, int **word, size_t *count,
                                            struct failure *failure) {
    CLEANUP(language_clear) struct language printed = {0};
    CLEANUP(language_clear) struct language legal = {0};
    TRY(legal_language_figure_2(&printed, failure));
    TRY(legal_language(3, 1000, &legal, failure));
    return language_separate(&printed, &legal, equal, word, count, failure);
}
