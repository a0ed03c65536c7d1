/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/case_answer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/decide/backtrack.h"
#include "tools/steadycast/sweep/campaign_folder.h"
#include "tools/steadycast/sweep/case_parts.h"

/* A search that was stopped goes on from here at the next attempt. */
static enum status state_path(const struct campaign_case *asked, const struct case_place *place,
                              char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    char name[CAMPAIGN_NAME_ROOM + 8];
    campaign_case_path(asked, name);
    for (char *slash = name; (slash = strchr(slash, '/'));)
        *slash = '-';
    strcat(name, ".state");
    return campaign_folder_path(place->states, name, path, failure);
}

static enum status answer_whole(const struct campaign_case *asked, const struct case_place *place,
                                struct case_result *result, struct failure *failure) {
    char state[CAMPAIGN_PATH_ROOM];
    bool keeps = place->states && asked->engine->heeds & ENGINE_RESUMES;
    enum status status = keeps ? state_path(asked, place, state, failure) : STATUS_OK;
    struct engine_options options = {
        .plain = asked->plain, .record = true, .state = keeps ? state : NULL};
    struct outcome outcome;
    if (!status)
        status =
            engine_ask(asked->engine, &asked->question, &options, place->limits, &outcome, failure);
    if (status == STATUS_INPUT && keeps && access(state, F_OK) == 0) { /* the state was damaged */
        backtrack_forget(state);
        status =
            engine_ask(asked->engine, &asked->question, &options, place->limits, &outcome, failure);
    }
    if (status)
        return status;
    status = case_give_outcome(asked, place, &outcome, result, failure);
    if (!status && result->verdict != OUTCOME_UNKNOWN && outcome.state)
        backtrack_forget(outcome.state);
    outcome_clear(&outcome);
    return status;
}

/* What no engine says: it is too large, the time was over, the memory was not enough, an invariant
 * did not hold. */
static enum status take_limit(const struct campaign_case *asked, const struct case_place *place,
                              enum status status, const struct failure *why,
                              struct case_result *result, struct failure *failure) {
    bool memory = status == STATUS_MEMORY;
    if (status == STATUS_SYSTEM) {
        if (failure)
            *failure = *why;
        return status;
    }
    bool fault = status == STATUS_INTERNAL;
    for (int i = 0; i < result->certificate_count; i++)
        free(result->certificates[i].file);
    result->certificate_count = 0;
    result->verdict = OUTCOME_UNKNOWN;
    status = case_leave_open(place, asked->engine->name, why->message, result, failure);
    if (memory || fault)
        result->cause = memory ? CAUSE_MEMORY : CAUSE_FAULT;
    return status;
}

static enum status ask(const struct campaign_case *asked, enum case_stage stage, int piece,
                       const struct case_place *place, struct case_result *result,
                       struct failure *failure) {
    switch (stage) {
    case STAGE_PIECE:
        return case_answer_piece(asked, piece, place, result, failure);
    case STAGE_JOIN:
        return case_join_pieces(asked, place, result, failure);
    case STAGE_WHOLE:
        break;
    }
    return (place->instead ? place->instead : answer_whole)(asked, place, result, failure);
}

enum status case_answer(const struct campaign_case *asked, enum case_stage stage, int piece,
                        const struct case_place *place, struct case_result *result,
                        struct failure *failure) {
    struct failure why = {0};
    struct case_result found = {.piece = -1};
    enum status status = case_say(&found, asked->engine->name, "", failure);
    if (!status) {
        status = ask(asked, stage, piece, place, &found, &why);
        if (status)
            status = take_limit(asked, place, status, &why, &found, failure);
    }
    if (status)
        case_result_clear(&found);
    else
        *result = found;
    return status;
}
