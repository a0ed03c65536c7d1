/* SPDX-License-Identifier: MIT */
#include "solver/question/engines.h"

#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "solver/base/words.h"

static bool takes(const struct engine *engine, const struct question *question) {
    return engine->machines & (int)question_machine_class(question) &&
           (!engine->takes || engine->takes(question));
}

static bool is_alone(const struct question *question) {
    return (question->subject == SUBJECT_DELAY || question->subject == SUBJECT_BROADCAST) &&
           question_number(question, KEY_PROCESSORS) == 1;
}

/* The source has nothing to wait for. */
static enum status answer_alone(const struct question *question, struct outcome *outcome,
                                struct failure *failure) {
    enum status status = outcome_give_range(outcome, 0, 0, failure);
    return status || question_number(question, KEY_ITEMS) != 1
               ? status
               : outcome_add_number(outcome, "sum", 0, failure);
}

/* What form the schedule of a stream has; blocks repeat after one step, up to who is who. */
static enum status add_form(const struct question *question, struct outcome *outcome,
                            struct failure *failure) {
    const struct schedule *words = outcome_schedule(outcome);
    const struct logp_schedule *stream = outcome_stream(outcome);
    if (!words && !stream && !outcome_window(outcome))
        return STATUS_OK;
    long depth = words    ? words->depth
                 : stream ? stream->depth
                          : question_number(question, KEY_DEPTH);
    TRY(outcome_add_number(outcome, "depth", depth, failure));
    return outcome_add_number(outcome, "period",
                              words    ? words->period
                              : stream ? stream->period
                                       : 1,
                              failure);
}

enum status engine_ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    require(takes(engine, question));
    *outcome = (struct outcome){.by = engine->name};
    if (is_alone(question))
        return answer_alone(question, outcome, failure);
    const struct engine_call call = {engine, question, options, limits, outcome};
    enum status status = engine->answer(&call, failure);
    if (!status)
        status = add_form(question, outcome, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}

const struct engine *subject_engine(enum subject subject, int i) {
    const struct subject_form *form = subject_form(subject);
    for (int list = 0; list < MOST_ENGINE_LISTS && form->engines[list]; list++)
        for (const struct engine *engine = form->engines[list]; engine->name; engine++)
            if (i-- == 0)
                return engine;
    return NULL;
}

const struct engine *engine_of(const struct question *question, int i) {
    const struct engine *engine;
    for (int row = 0; (engine = subject_engine(question->subject, row)); row++)
        if (takes(engine, question) && i-- == 0)
            return engine;
    return NULL;
}

enum status engine_check(const struct question *question, struct failure *failure) {
    const struct engine *engine;
    char names[80];
    int classes = 0;
    if (engine_of(question, 0))
        return STATUS_OK;
    for (int row = 0; (engine = subject_engine(question->subject, row)); row++)
        classes |= engine->machines;
    enum machine_class class = question_machine_class(question);
    if (classes & (int)class)
        return failure_input(failure,
                             "no engine answers '%s' for a machine of class %s with these values "
                             "(see: steadycast help questions)",
                             subject_form(question->subject)->name, machine_class_name(class));
    machine_class_names(classes, names, sizeof names);
    return failure_input(failure,
                         "no engine answers '%s' for a machine of class %s; it is answered for %s",
                         subject_form(question->subject)->name, machine_class_name(class), names);
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
    if (a->verdict != VERDICT_UNKNOWN && b->verdict != VERDICT_UNKNOWN &&
        a->verdict <= VERDICT_INFEASIBLE && b->verdict <= VERDICT_INFEASIBLE &&
        a->verdict != b->verdict) {
        snprintf(why, ENGINES_WHY_ROOM, "%s says %s, %s says %s", a->by, verdict_name(a->verdict),
                 b->by, verdict_name(b->verdict));
        return true;
    }
    if (!is_above(a->lower, b->upper) && !is_above(b->lower, a->upper))
        return false;
    snprintf(why, ENGINES_WHY_ROOM, "%s says %.60s..%.60s, %s says %.60s..%.60s", a->by,
             shown(a->lower), shown(a->upper), b->by, shown(b->lower), shown(b->upper));
    return true;
}
