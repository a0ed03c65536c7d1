/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/asking.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solver/base/suggestion.h"

enum status asking_check_state(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *state = option(arguments, "state");
    if (!state->given || (*state->text && strcmp(state->text, "-") != 0))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "--state: '%s' is no file; a search that was stopped goes on from one",
                       state->text);
}

static int worth(const struct outcome *outcome) {
    bool certified = outcome->schedule.kind || outcome->bound.kind;
    return (outcome->verdict != OUTCOME_UNKNOWN) + 2 * certified +
           4 * !outcome_is_open(outcome->verdict);
}

/* FEASIBLE, or a number, or bounds. */
static void print_answer(const struct outcome *outcome) {
    static const char *const verdicts[] = {"UNKNOWN", "FEASIBLE", "INFEASIBLE"};
    const char *lower = outcome->lower ? outcome->lower : "?";
    const char *upper = outcome->upper ? outcome->upper : "?";
    if (outcome->verdict <= OUTCOME_INFEASIBLE)
        fputs(verdicts[outcome->verdict], stderr);
    else if (outcome->verdict == OUTCOME_SETTLED)
        fputs(lower, stderr);
    else
        fprintf(stderr, "%s..%s", lower, upper);
}

static void remark(const struct asking *asking, const struct outcome *outcome, double before) {
    bool open = outcome_is_open(outcome->verdict) && *outcome->reason;
    if (asking->control->quiet)
        return;
    fprintf(stderr, "%s: ", outcome->by);
    print_answer(outcome);
    fprintf(stderr, "%s%s, %" PRIu64 " nodes, %.3f s\n", open ? ", " : "",
            open ? outcome->reason : "", outcome->nodes, control_elapsed(asking->control) - before);
}

enum status asking_engine(struct asking *asking, const struct engine *engine,
                          struct failure *failure) {
    struct control *control = asking->control;
    struct limits limits = control_limits(control, asking->arguments);
    struct outcome *outcome = &asking->list[asking->count];
    double before = control_elapsed(control);
    enum status status =
        engine_ask(engine, asking->question, &asking->options, &limits, outcome, failure);
    control_end_line(control);
    if (status)
        return status;
    remark(asking, outcome, before);
    if (worth(outcome) > worth(&asking->list[asking->given]))
        asking->given = asking->count;
    asking->engines[asking->count++] = engine;
    return STATUS_OK;
}

enum status asking_compare(const struct asking *asking, struct failure *failure) {
    char why[ENGINES_WHY_ROOM];
    for (int i = 0; i < asking->count; i++)
        for (int j = 0; j < i; j++)
            if (outcomes_disagree(&asking->list[j], &asking->list[i], why))
                return failure_set(failure, STATUS_INTERNAL, "engines disagree: %s", why);
    return STATUS_OK;
}

static enum status ask_all(struct asking *asking, struct failure *failure) {
    const struct engine *engine;
    struct failure refusal = {0}, first = {0};
    for (int i = 0; (engine = engine_of(asking->question, i)) && asking->count < ASKING_MOST; i++) {
        if (!engine->in_all)
            continue;
        enum status status = asking_engine(asking, engine, &refusal);
        if (status && status != STATUS_LIMIT)
            return failure_set(failure, status, "%s", refusal.message);
        if (status)
            fprintf(stderr, "%s: does not apply: %s\n", engine->name, refusal.message);
        if (status && !first.status)
            first = refusal;
    }
    return asking->count ? asking_compare(asking, failure)
                         : failure_set(failure, STATUS_LIMIT, "%s", first.message);
}

enum status asking_chosen(struct asking *asking, struct failure *failure) {
    const struct option_value *chosen = option(asking->arguments, "engine");
    if (chosen->given && strcmp(chosen->text, "all") == 0)
        return ask_all(asking, failure);
    const struct engine *engine = chosen->given ? engine_find(asking->question, chosen->text)
                                                : engine_of(asking->question, 0);
    if (engine)
        return asking_engine(asking, engine, failure);
    char names[160], meant[SUGGESTION_TEXT];
    engine_names(asking->question, names, sizeof names);
    return failure_set(failure, STATUS_INPUT, "--engine: '%.40s' is none of %s, all%s",
                       chosen->text, names,
                       engine_meant(asking->question, chosen->text, meant, sizeof meant));
}

void asking_clear(struct asking *asking) {
    for (int i = 0; i < asking->count; i++)
        outcome_clear(&asking->list[i]);
}
