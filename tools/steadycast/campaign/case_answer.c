/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/locked_file.h"
#include "solver/question/decide/backtrack.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/output_file.h"

static enum status replace(char **text, const char *by, struct failure *failure) {
    char *copy = strdup(by);
    TRY(memory_check(copy, failure, "a result"));
    free(*text);
    *text = copy;
    return STATUS_OK;
}

enum status case_say(struct case_result *result, const char *by, const char *reason,
                     struct failure *failure) {
    if (by)
        TRY(replace(&result->by, by, failure));
    return reason ? replace(&result->reason, reason, failure) : STATUS_OK;
}

enum status case_leave_open(const struct case_place *place, const char *by, const char *reason,
                            struct case_result *result, struct failure *failure) {
    const struct limits *limits = place->limits;
    if (limits_stop(limits))
        result->cause = CAUSE_TIME;
    else if (limits->nodes && (result->nodes >= limits->nodes || strstr(reason, "limit")))
        result->cause = CAUSE_NODES;
    else
        result->cause = CAUSE_ENGINE;
    return case_say(result, by, reason, failure);
}

enum status case_add_file(const struct campaign_case *asked, const struct case_place *place,
                          const char *ending, enum case_side side, case_write *write,
                          const void *context, struct case_result *result,
                          struct failure *failure) {
    char file[CAMPAIGN_FILE_ROOM + 32], path[CAMPAIGN_PATH_ROOM];
    struct case_certificate certificate = {.side = side};
    campaign_case_path(asked, file);
    strcat(file, ending);
    enum status status = campaign_folder_path(place->certificates, file, path, failure);
    if (!status)
        status = output_folders_make_above(path, strlen(path) - strlen(file), failure);
    if (!status)
        status = write(context, path, place->limits, failure);
    if (!status)
        status = digest_file(path, certificate.digest, &certificate.size, failure);
    if (status == STATUS_INPUT && failure) /* nothing that was asked is wrong: the place is */
        status = failure->status = STATUS_SYSTEM;
    TRY(status);
    certificate.file = strdup(file);
    TRY(memory_check(certificate.file, failure, "a result"));
    result->certificates[result->certificate_count++] = certificate;
    return STATUS_OK;
}

static enum status write_evidence(const void *context, const char *path,
                                  const struct limits *limits, struct failure *failure) {
    struct locked_file file;
    TRY(locked_file_open(&file, path, true, failure));
    file.lazy = true;
    enum status status =
        evidence_write_stream(*(const struct evidence *)context, file.stream, limits, failure);
    if (!status)
        return locked_file_close(&file, 0, failure);
    locked_file_discard(&file);
    return status;
}

static enum status add_evidence(const struct campaign_case *asked, const struct case_place *place,
                                const char *ending, enum case_side side,
                                const struct evidence *evidence, struct case_result *result,
                                struct failure *failure) {
    return evidence->kind ? case_add_file(asked, place, ending, side, write_evidence, evidence,
                                          result, failure)
                          : STATUS_OK;
}

static enum status give_bound(const char *bound, char **text, struct failure *failure) {
    return bound ? replace(text, bound, failure) : STATUS_OK;
}

/* All that the outcome says, with its certificates. */
static enum status case_give_outcome(const struct campaign_case *asked,
                                     const struct case_place *place, const struct outcome *outcome,
                                     struct case_result *result, struct failure *failure) {
    bool decision = question_is_decision(&asked->question);
    bool open = verdict_is_open(outcome->verdict);
    result->nodes = outcome->nodes;
    bool stream = outcome->schedule.stream != NULL;
    TRY(add_evidence(asked, place,
                     stream     ? ".certs"
                     : decision ? ".cert"
                                : "-schedule.cert",
                     SIDE_SCHEDULE, &outcome->schedule, result, failure));
    TRY(add_evidence(asked, place,
                     decision                ? ".cert"
                     : outcome->bound.stream ? "-bound.certs"
                                             : "-bound.cert",
                     SIDE_BOUND, &outcome->bound, result, failure));
    TRY(give_bound(outcome->lower, &result->lower, failure));
    TRY(give_bound(outcome->upper, &result->upper, failure));
    result->verdict = outcome->verdict;
    return open ? case_leave_open(place, outcome->by, outcome->reason, result, failure)
                : case_say(result, outcome->by, NULL, failure);
}

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
    if (keeps)
        TRY(state_path(asked, place, state, failure));
    struct engine_options options = {.plain = asked->plain, .state = keeps ? state : NULL};
    CLEANUP(outcome_clear) struct outcome outcome = {0};
    enum status status =
        engine_ask(asked->engine, &asked->question, &options, place->limits, &outcome, failure);
    if (status == STATUS_INPUT && keeps && access(state, F_OK) == 0) { /* the state was damaged */
        backtrack_forget(state);
        status =
            engine_ask(asked->engine, &asked->question, &options, place->limits, &outcome, failure);
    }
    TRY(status);
    TRY(case_give_outcome(asked, place, &outcome, result, failure));
    if (result->verdict != VERDICT_UNKNOWN && outcome.state)
        backtrack_forget(outcome.state);
    return STATUS_OK;
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

/* It is unknown: bounds and certificates that were written meanwhile prove nothing. */
static void drop_answer(const struct case_place *place, struct case_result *result) {
    char path[CAMPAIGN_PATH_ROOM];
    for (int i = 0; i < result->certificate_count; i++) {
        char *file = result->certificates[i].file;
        if (campaign_folder_path(place->certificates, file, path, NULL) == STATUS_OK)
            remove(path);
        free(file);
    }
    result->certificate_count = 0;
    FREE_ALL(result->lower, result->upper);
    result->lower = result->upper = NULL;
    result->verdict = VERDICT_UNKNOWN;
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
    drop_answer(place, result);
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
    drop_answer(place, result);
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
    CLEANUP(case_result_clear) struct case_result found = {0};
    TRY(case_say(&found, asked->engine->name, "", failure));
    enum status status = case_inputs_read(&asked->question, &found, &why);
    TRY(!status                  ? ask_engine(asked, place, &found, failure)
        : status == STATUS_INPUT ? leave_to_file(asked, place, &why, &found, failure)
                                 : take_limit(asked, place, status, &why, &found, failure));
    *result = TAKE(found);
    return STATUS_OK;
}

/* What is only unknown has nothing to be confirmed. */
static bool has_answer(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    if (asked->question.subject == SUBJECT_DELAYS) /* one file confirms both sides */
        return result->verdict == VERDICT_SETTLED;
    if (!question_is_decision(&asked->question) && result->verdict != VERDICT_INFEASIBLE)
        return result->verdict == VERDICT_SETTLED || result->verdict == VERDICT_INTERVAL;
    return result->verdict == (side == SIDE_SCHEDULE ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
}

const char *case_bound(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    bool upper = (side == SIDE_SCHEDULE) != question_shows_lower(&asked->question);
    return upper ? result->upper : result->lower;
}

enum status case_confirmation_open(const struct campaign_case *asked,
                                   const struct case_result *result, int i,
                                   struct confirmation *confirmation, struct failure *failure) {
    enum case_side side = result->certificates[i].side;
    const char *bound = case_bound(asked, result, side);
    bool number = !question_is_decision(&asked->question);
    TRY(confirmation_open(confirmation, &asked->question, side == SIDE_SCHEDULE,
                          number ? bound : NULL, failure));
    confirmation->wrong = side == SIDE_NONE || !has_answer(asked, result, side) ||
                          (number && !bound && result->verdict != VERDICT_INFEASIBLE);
    return STATUS_OK;
}
