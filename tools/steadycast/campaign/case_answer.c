/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_answer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/decide/backtrack.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/campaign/case_inputs.h"
#include "tools/steadycast/campaign/case_parts.h"

/* A search that was stopped goes on from here at the next attempt. */
static enum status state_path(const struct campaign_case *asked, const struct case_place *place,
                              char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    char digest[DIGEST_ROOM], name[DIGEST_ROOM + 8];
    digest_bytes(asked->name, strlen(asked->name), digest);
    snprintf(name, sizeof name, "%s.state", digest);
    return campaign_folder_path(place->states, name, path, failure);
}

static enum status answer_by_engine(const struct campaign_case *asked,
                                    const struct case_place *place, struct case_result *result,
                                    struct failure *failure) {
    char state[CAMPAIGN_PATH_ROOM];
    bool keeps = place->states && asked->engine->heeds & ENGINE_RESUMES;
    enum status status = keeps ? state_path(asked, place, state, failure) : STATUS_OK;
    struct engine_options options = {.plain = asked->plain, .state = keeps ? state : NULL};
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
    if (!status && result->verdict != VERDICT_UNKNOWN && outcome.state)
        backtrack_forget(outcome.state);
    outcome_clear(&outcome);
    return status;
}

/* Is there room for more than the least that is written there? */
static bool takes_files(const char *folder) {
    static const char bytes[4096];
    enum { PROBE = 64 * 1024 };
    char path[CAMPAIGN_PATH_ROOM], name[40];
    snprintf(name, sizeof name, ".probe-%ld", (long)getpid());
    if (campaign_folder_path(folder, name, path, NULL))
        return false;
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    for (size_t written = 0; good && written < PROBE; written += sizeof bytes)
        good = fwrite(bytes, sizeof bytes, 1, file) == 1;
    if (file && fclose(file) != 0)
        good = false;
    if (file)
        remove(path);
    return good;
}

/* The certificates that were written meanwhile prove nothing. */
static void drop_certificates(const struct case_place *place, struct case_result *result) {
    char path[CAMPAIGN_PATH_ROOM];
    for (int i = 0; i < result->certificate_count; i++) {
        char *file = result->certificates[i].file;
        if (campaign_folder_path(place->certificates, file, path, NULL) == STATUS_OK)
            remove(path);
        free(file);
    }
    result->certificate_count = 0;
}

static enum case_cause cause_of(const struct case_result *result, enum status status) {
    switch (status) {
    case STATUS_MEMORY:
        return CAUSE_MEMORY;
    case STATUS_INTERNAL:
        return CAUSE_FAULT;
    case STATUS_SYSTEM:
        return CAUSE_SYSTEM;
    case STATUS_INPUT:
        return result->input_count ? CAUSE_INPUT : CAUSE_NONE;
    default:
        return CAUSE_NONE;
    }
}

/* What no engine says: it is too large, the time was over, the memory was not enough, an invariant
 * did not hold, a file is wrong, the machine refused something. Where it refuses to write in the
 * campaign's own folder, nothing can go on. */
static enum status take_limit(const struct campaign_case *asked, const struct case_place *place,
                              enum status status, const struct failure *why,
                              struct case_result *result, struct failure *failure) {
    if (status == STATUS_SYSTEM &&
        !takes_files(place->states ? place->states : place->certificates)) {
        if (failure)
            *failure = *why;
        return status;
    }
    enum case_cause cause = cause_of(result, status);
    drop_certificates(place, result);
    result->verdict = VERDICT_UNKNOWN;
    status = case_leave_open(place, asked->engine->name, why->message, result, failure);
    if (cause != CAUSE_NONE)
        result->cause = cause;
    return status;
}

/* An answer is about what the files hold: nothing is asked about one that can't be read, and no
 * answer stands where it was another one behind it. */
static enum status leave_to_file(const struct campaign_case *asked, const struct case_place *place,
                                 const struct failure *why, struct case_result *result,
                                 struct failure *failure) {
    drop_certificates(place, result);
    free(result->lower);
    free(result->upper);
    result->lower = result->upper = NULL;
    result->verdict = VERDICT_UNKNOWN;
    result->cause = CAUSE_INPUT;
    return case_say(result, asked->engine->name, why->message, failure);
}

/* Between two looks at the files. */
static enum status ask_engine(const struct campaign_case *asked, const struct case_place *place,
                              struct case_result *result, struct failure *failure) {
    struct failure why = {0};
    bool unread;
    case_try *ask = place->instead ? place->instead : answer_by_engine;
    enum status status = ask(asked, place, result, &why);
    if (status)
        status = take_limit(asked, place, status, &why, result, failure);
    if (status || !result->input_count)
        return status;
    status = case_inputs_compare(&asked->question, result, &unread, &why);
    if (status == STATUS_INPUT)
        return leave_to_file(asked, place, &why, result, failure);
    return status ? take_limit(asked, place, status, &why, result, failure) : STATUS_OK;
}

enum status case_answer(const struct campaign_case *asked, const struct case_place *place,
                        struct case_result *result, struct failure *failure) {
    struct failure why = {0};
    struct case_result found = {0};
    enum status status = case_say(&found, asked->engine->name, "", failure);
    if (!status) {
        status = case_inputs_read(&asked->question, &found, &why);
        if (!status)
            status = ask_engine(asked, place, &found, failure);
        else if (status == STATUS_INPUT)
            status = leave_to_file(asked, place, &why, &found, failure);
        else
            status = take_limit(asked, place, status, &why, &found, failure);
    }
    if (status)
        case_result_clear(&found);
    else
        *result = found;
    return status;
}
