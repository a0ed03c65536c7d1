/* SPDX-License-Identifier: MIT */
#include "solver/question/engines.h"

#include <stdio.h>
#include <string.h>

#include "solver/base/suggestion.h"

/* In the order of the subjects; each list is ended by an engine without name. */
extern const struct engine block_engines[], bound_engines[], count_engines[], items_engines[],
    logp_items_engines[], single_engines[], stream_engines[], stream_capacity_engines[],
    multiport_engines[], allgather_engines[], allreduce_engines[], reduce_engines[],
    network_engines[], formula_engines[], delays_engines[], family_engines[], fraction_engines[],
    claim_engines[];
static const struct engine *const lists[] = {
    block_engines,      bound_engines,     count_engines,     items_engines,
    logp_items_engines, single_engines,    stream_engines,    stream_capacity_engines,
    multiport_engines,  allgather_engines, allreduce_engines, reduce_engines,
    network_engines,    formula_engines,   delays_engines,    family_engines,
    fraction_engines,   claim_engines};
enum { LISTS = sizeof lists / sizeof *lists };

static bool takes(const struct engine *engine, const struct question *question) {
    char room[QUESTION_VALUE_ROOM];
    if (engine->subject != question->subject)
        return false;
    if (!engine->only)
        return true;
    int place = subject_place(question->subject, KEY_SCHEDULE);
    return strcmp(question_value(question, place, room), engine->only) == 0;
}

enum status engine_ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    outcome_init(outcome, engine->name);
    enum status status = engine->answer(engine, question, options, limits, outcome, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}

const struct engine *engine_of(const struct question *question, int i) {
    for (int list = 0; list < LISTS; list++)
        for (const struct engine *engine = lists[list]; engine->name; engine++)
            if (takes(engine, question) && i-- == 0)
                return engine;
    return NULL;
}

const struct engine *engine_find(const struct question *question, const char *name) {
    const struct engine *engine;
    for (int i = 0; (engine = engine_of(question, i)); i++)
        if (strcmp(engine->name, name) == 0)
            return engine;
    return NULL;
}

void engine_names(const struct question *question, char *text, size_t room) {
    const struct engine *engine;
    size_t used = 0;
    *text = 0;
    for (int i = 0; (engine = engine_of(question, i)) && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", engine->name);
}

const char *engine_meant(const struct question *question, const char *word, char *text,
                         size_t room) {
    const struct engine *engine;
    struct suggestion suggestion;
    suggestion_init(&suggestion, word);
    for (int i = 0; (engine = engine_of(question, i)); i++)
        suggestion_offer(&suggestion, engine->name);
    return suggestion_text(&suggestion, text, room);
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
