#include "solver/question/engines.h"

#include <stdio.h>
#include <string.h>

#include "solver/question/ask.h"

enum {
    NODES = ENGINE_HEEDS_NODES,
    THREADS = ENGINE_HEEDS_THREADS,
    RESUMES = ENGINE_RESUMES,
    FORMULA = ENGINE_MAKES_FORMULA,
    WORD = ENGINE_UNCERTIFIED,
    YES = ENGINE_SAYS_YES,
    NO = ENGINE_SAYS_NO,
    BOTH = ENGINE_DECIDES
};

static const struct engine engines[] = {
    {SUBJECT_DECIDE, "arithmetic", BOTH, 0, true, NULL, ask_decide_arithmetic,
     "congruences by M. Hall's theorem, any t"},
    {SUBJECT_DECIDE, "backtrack", BOTH, NODES | THREADS | RESUMES, true, NULL, ask_decide_backtrack,
     "exhaustive search of words, in parallel"},
    {SUBJECT_DECIDE, "sat", BOTH, NODES | FORMULA, true, NULL, ask_decide_sat,
     "a formula; impossible comes with a refutation"},
    {SUBJECT_DECIDE, "paper", YES, NODES, false, NULL, ask_decide_paper,
     "the base-case algorithm of 1993, with the words of its Lemma 3.1"},
    {SUBJECT_SERVE, "construction", BOTH, 0, true, NULL, ask_serve_construction,
     "unions of known schedules, words in closed form, and prices"},
    {SUBJECT_SERVE, "deal", BOTH, NODES, true, "block-cyclic", ask_serve_deal,
     "local search, then all trees and all ways to deal their leaves, by sums"},
    {SUBJECT_SERVE, "search", BOTH, NODES | THREADS, true, NULL, ask_serve_search,
     "backtracking over words in their order"},
    {SUBJECT_SERVE, "sat", BOTH, NODES, true, NULL, ask_serve_sat,
     "a formula for one period; impossible comes with a refutation"},
    {SUBJECT_CAPACITY, "construction", BOTH, 0, true, NULL, ask_capacity_construction,
     "words and prices in closed form"},
    {SUBJECT_CAPACITY, "search", BOTH, NODES | THREADS, true, NULL, ask_capacity_search,
     "the linear program over the window automaton, backtracking and formulas"},
    {SUBJECT_DELAY, "construction", BOTH, 0, true, NULL, ask_delay_construction,
     "unions of known schedules, and prices"},
    {SUBJECT_DELAY, "search", BOTH, NODES | THREADS, true, NULL, ask_delay_search,
     "local search for blocks, backtracking and formulas, and prices"},
    {SUBJECT_COUNT, "dynamic", BOTH, THREADS | WORD, true, NULL, ask_count_dynamic,
     "generating functions over letter counts; needs memory"},
    {SUBJECT_COUNT, "backtrack", BOTH, NODES | THREADS | RESUMES | WORD, true, NULL,
     ask_count_backtrack, "exhaustive search, one by one"},
    {SUBJECT_ITEMS, "any", BOTH, NODES | FORMULA, false, NULL, ask_items_any,
     "constructions, then formulas for what they leave open"},
    {SUBJECT_ITEMS, "construction", BOTH, 0, true, NULL, ask_items_construction,
     "one item's tree, pieces of the endless stream, endgames"},
    {SUBJECT_ITEMS, "sat", BOTH, NODES | FORMULA, true, NULL, ask_items_sat,
     "a formula for each time from the counting bound on"},
    {SUBJECT_ITEMS, "backtrack", BOTH, NODES | FORMULA, true, NULL, ask_items_backtrack,
     "the same by exhaustive search"},
    {SUBJECT_SINGLE, "tree", BOTH, 0, true, NULL, ask_single_tree, "the tree of the least labels"},
    {SUBJECT_SINGLE, "search", BOTH, NODES | WORD, true, NULL, ask_single_search,
     "all ways to send, up to 10 processors"},
    {SUBJECT_MULTIPORT, "best", BOTH, 0, true, NULL, ask_multiport_best,
     "boxes in the best order, or one of the others if that is better"},
    {SUBJECT_MULTIPORT, "k-tree", BOTH, 0, true, NULL, ask_multiport_tree, "a tree for each port"},
    {SUBJECT_MULTIPORT, "rotation", BOTH, 0, true, NULL, ask_multiport_rotation,
     "a chain of boxes, as Bar-Noy and Ho have it"},
    {SUBJECT_ALL_TO_ALL, "rotation", BOTH, 0, true, NULL, ask_all_to_all_rotation,
     "each item to i+1, i+2, .., i+P-1"},
    {SUBJECT_ALL_TO_ALL, "search", BOTH, NODES | WORD, true, NULL, ask_all_to_all_search,
     "all schedules, up to 4 processors"},
    {SUBJECT_COMBINE, "window", BOTH, 0, true, NULL, ask_combine_window,
     "windows of operands that grow as the tree does"},
    {SUBJECT_SUM, "tree", BOTH, 0, true, NULL, ask_sum_tree, "the tree of the least labels"},
    {SUBJECT_SUM, "search", BOTH, NODES | WORD, true, NULL, ask_sum_search,
     "all schedules, up to 5 processors"},
    {SUBJECT_SUM_TIME, "tree", BOTH, 0, true, NULL, ask_sum_time_tree,
     "the tree of the least labels"},
    {SUBJECT_GOSSIP, "any", BOTH, NODES, false, NULL, ask_gossip_any,
     "ring, product, then formulas for up to 16 nodes"},
    {SUBJECT_GOSSIP, "ring", BOTH, NODES, true, NULL, ask_gossip_ring, "along a hamiltonian cycle"},
    {SUBJECT_GOSSIP, "product", BOTH, NODES, true, NULL, ask_gossip_product,
     "from the best schedules of the factors"},
    {SUBJECT_GOSSIP, "sat", BOTH, NODES, true, NULL, ask_gossip_sat,
     "a formula for each number of steps from the lower bound on"},
    {SUBJECT_FORMULA, "sat", BOTH, NODES, true, NULL, ask_formula_sat,
     "PicoSAT, then CaDiCaL where it is installed"},
};
enum { COUNT = sizeof engines / sizeof *engines };

static bool takes(const struct engine *engine, const struct question *question) {
    char class[64];
    if (engine->subject != question->subject)
        return false;
    if (!engine->only)
        return true;
    question_value_text(question, subject_place(question->subject, KEY_SCHEDULE), class,
                        sizeof class);
    return strcmp(class, engine->only) == 0;
}

const struct engine *engine_of(const struct question *question, int i) {
    for (int e = 0; e < COUNT; e++)
        if (takes(&engines[e], question) && i-- == 0)
            return &engines[e];
    return NULL;
}

const struct engine *engine_find(const struct question *question, const char *name) {
    for (int e = 0; e < COUNT; e++)
        if (takes(&engines[e], question) && strcmp(engines[e].name, name) == 0)
            return &engines[e];
    return NULL;
}

void engine_names(const struct question *question, char *text, size_t room) {
    const struct engine *engine;
    size_t used = 0;
    *text = 0;
    for (int i = 0; (engine = engine_of(question, i)) && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", engine->name);
}

static bool is_above(const char *lower, const char *upper) {
    size_t a = lower ? strlen(lower) : 0, b = upper ? strlen(upper) : 0;
    return a && b && (a != b ? a > b : strcmp(lower, upper) > 0);
}

static const char *shown(const char *bound) {
    return bound ? bound : "?";
}

bool outcomes_disagree(const struct outcome *a, const struct outcome *b,
                       char why[ENGINES_WHY_ROOM]) {
    static const char *const names[] = {"unknown", "feasible", "infeasible"};
    if (a->verdict != OUTCOME_UNKNOWN && b->verdict != OUTCOME_UNKNOWN &&
        a->verdict <= OUTCOME_INFEASIBLE && b->verdict <= OUTCOME_INFEASIBLE &&
        a->verdict != b->verdict) {
        snprintf(why, ENGINES_WHY_ROOM, "%s says %s, %s says %s", a->by, names[a->verdict], b->by,
                 names[b->verdict]);
        return true;
    }
    if (!is_above(a->lower, b->upper) && !is_above(b->lower, a->upper))
        return false;
    snprintf(why, ENGINES_WHY_ROOM, "%s says %.60s..%.60s, %s says %.60s..%.60s", a->by,
             shown(a->lower), shown(a->upper), b->by, shown(b->lower), shown(b->upper));
    return true;
}
