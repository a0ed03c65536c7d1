/* SPDX-License-Identifier: MIT */
/* ask("QUESTION engine NAME nodes N"): the words of campaigns; `engine all` are those that there
 * are, one after the other, until one decides. */
#include <stdlib.h>
#include <string.h>

#include "solver/question/constructions.h"
#include "tools/claims/functions/functions.h"
#include "tools/steadycast/campaign/campaign.h"

/* The last answers, as expressions ask for them again. */
enum { KEPT = 8 };
static struct {
    char *text;
    struct outcome outcome;
    bool none; /* no engine had anything to say */
} kept[KEPT];
static int next;
static struct items_plans *plans;

static void forget(int i) {
    if (kept[i].text && !kept[i].none)
        outcome_clear(&kept[i].outcome);
    free(kept[i].text);
    kept[i].text = NULL;
}

void ask_clear(void) {
    for (int i = 0; i < KEPT; i++)
        forget(i);
    items_plans_free(plans);
    plans = NULL;
}

/* The engines that the line names, one after the other, until one decides. */
static enum status answer(const struct claim_call *call, int place, struct failure *failure) {
    const struct engine_options options = {.plans = plans};
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct outcome *outcome = &kept[place].outcome;
    enum status status =
        campaign_parse(&campaign, "a question", call->word, strlen(call->word), failure);
    kept[place].none = true;
    if (status)
        return status;
    for (size_t i = 0; !status && i < campaign.count; i++) {
        const struct campaign_case *asked = &campaign.cases[i];
        struct limits limits = call->job->limits;
        limits.nodes = asked->limits.nodes;
        if (!kept[place].none)
            outcome_clear(outcome);
        status = engine_ask(asked->engine, &asked->question, &options, &limits, outcome, failure);
        kept[place].none = status != STATUS_OK;
        if (!status && outcome->verdict != VERDICT_UNKNOWN)
            break;
        if (status == STATUS_LIMIT) /* too large for this one */
            status = STATUS_OK;
    }
    return status;
}

static long number(const char *text) {
    return text ? strtol(text, NULL, 10) : -1;
}

enum { LOWER, UPPER, YES, NO, SCHEDULE, BOUND, COUNTED, NODES };

static enum status ask(struct claim_call *call, struct failure *failure) {
    static const char *const facts[] = {[COUNTED] = "counted", [NODES] = "processors"};
    int place = 0;
    while (place < KEPT && (!kept[place].text || strcmp(kept[place].text, call->word) != 0))
        place++;
    if (!plans)
        plans = items_plans_new();
    TRY(memory_check(plans, failure, "plans"));
    if (place == KEPT) {
        place = next;
        forget(place);
        TRY(answer(call, place, failure));
        kept[place].text = strdup(call->word);
        TRY(memory_check(kept[place].text, failure, "a question"));
        next = (next + 1) % KEPT;
    }
    const struct outcome *outcome = &kept[place].outcome;
    call->give[LOWER] = call->give[UPPER] = call->give[COUNTED] = call->give[NODES] = -1;
    if (kept[place].none)
        return STATUS_OK;
    call->give[LOWER] = number(outcome->lower);
    call->give[UPPER] = number(outcome->upper);
    call->give[YES] = outcome->verdict == VERDICT_FEASIBLE;
    call->give[NO] = outcome->verdict == VERDICT_INFEASIBLE;
    call->give[SCHEDULE] = outcome->schedule.kind != NULL;
    call->give[BOUND] = outcome->bound.kind != NULL;
    for (int i = 0; i < outcome->fact_count; i++)
        for (int key = COUNTED; key <= NODES; key++)
            if (strcmp(outcome->facts[i].name, facts[key]) == 0)
                call->give[key] = number(outcome->facts[i].value);
    return claim_call_put(call, call->field == SCHEDULE ? outcome->schedule : outcome->bound,
                          failure);
}

const struct claim_function ask_functions[] = {
    {"ask", "TEXT", "lower upper yes no schedule bound counted nodes",
     "a question as in campaigns; -1: no such number is known; `certify` with .schedule or .bound",
     ask, 0},
    {.name = NULL}};
