/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/output_file.h"

static enum status replace(char **text, const char *by, struct failure *failure) {
    char *copy = strdup(by);
    if (!copy)
        return failure_memory(failure, "a result");
    free(*text);
    *text = copy;
    return STATUS_OK;
}

enum status case_say(struct case_result *result, const char *by, const char *reason,
                     struct failure *failure) {
    enum status status = by ? replace(&result->by, by, failure) : STATUS_OK;
    return status || !reason ? status : replace(&result->reason, reason, failure);
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
    if (status)
        return status;
    certificate.file = strdup(file);
    if (!certificate.file)
        return failure_memory(failure, "a result");
    result->certificates[result->certificate_count++] = certificate;
    return STATUS_OK;
}

static enum status write_evidence(const void *context, const char *path,
                                  const struct limits *limits, struct failure *failure) {
    struct locked_file file;
    enum status status = locked_file_open(&file, path, true, failure);
    if (status)
        return status;
    file.lazy = true;
    status = evidence_write_stream(*(const struct evidence *)context, file.stream, limits, failure);
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

enum status case_give_outcome(const struct campaign_case *asked, const struct case_place *place,
                              const struct outcome *outcome, struct case_result *result,
                              struct failure *failure) {
    bool decision = subject_is_decision(subject_form(asked->question.subject));
    bool open = verdict_is_open(outcome->verdict);
    result->nodes = outcome->nodes;
    bool stream = outcome->schedule.stream != NULL;
    enum status status = add_evidence(asked, place,
                                      stream     ? ".certs"
                                      : decision ? ".cert"
                                                 : "-schedule.cert",
                                      SIDE_SCHEDULE, &outcome->schedule, result, failure);
    if (!status)
        status = add_evidence(asked, place,
                              decision                ? ".cert"
                              : outcome->bound.stream ? "-bound.certs"
                                                      : "-bound.cert",
                              SIDE_BOUND, &outcome->bound, result, failure);
    if (!status)
        status = give_bound(outcome->lower, &result->lower, failure);
    if (!status)
        status = give_bound(outcome->upper, &result->upper, failure);
    if (status)
        return status;
    result->verdict = outcome->verdict;
    return open ? case_leave_open(place, outcome->by, outcome->reason, result, failure)
                : case_say(result, outcome->by, NULL, failure);
}
