#include "tools/steadycast/sweep/case_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/locked_file.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/campaign_folder.h"
#include "tools/steadycast/sweep/journal.h"

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
                          const char *ending, case_write *write, const void *context,
                          struct case_result *result, struct failure *failure) {
    char file[CAMPAIGN_NAME_ROOM + 32], path[CAMPAIGN_PATH_ROOM];
    struct case_certificate certificate;
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

static enum status write_text(const void *context, const char *path, const struct limits *limits,
                              struct failure *failure) {
    const struct case_text *text = context;
    struct certificate_output *output;
    struct locked_file file;
    enum status status = locked_file_open(&file, path, true, failure);
    if (status)
        return status;
    file.lazy = true;
    status = certificate_open_stream(&output, file.stream, text->kind, failure);
    if (!status) {
        status = text->put(text->context, output, limits, failure);
        status = certificate_end(output, status, failure);
    }
    if (!status)
        return locked_file_close(&file, 0, failure);
    locked_file_discard(&file);
    return status;
}

enum status case_add_certificate(const struct campaign_case *asked, const struct case_place *place,
                                 const char *ending, const struct case_text *text,
                                 struct case_result *result, struct failure *failure) {
    return case_add_file(asked, place, ending, write_text, text, result, failure);
}

static enum status put_answer(const void *context, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    return answer_put(context, output, limits, failure);
}

struct case_text case_answer_text(const struct answer *answer) {
    return (struct case_text){answer_kind(answer), put_answer, answer};
}

static enum status give_number(mpz_srcptr number, char **text, struct failure *failure) {
    char *digits = mpz_get_str(NULL, 10, number);
    enum status status = replace(text, digits, failure);
    free(digits);
    return status;
}

enum status case_give_bounds(mpz_srcptr lower, mpz_srcptr upper, struct case_result *result,
                             struct failure *failure) {
    enum status status = lower ? give_number(lower, &result->lower, failure) : STATUS_OK;
    if (upper && !status)
        status = give_number(upper, &result->upper, failure);
    bool both = lower && upper && mpz_cmp(lower, upper) == 0;
    result->verdict = both ? CASE_SETTLED : CASE_INTERVAL;
    return status;
}

enum status case_give_answer(const struct campaign_case *asked, const struct case_place *place,
                             const struct answer *answer, struct case_result *result,
                             struct failure *failure) {
    static const enum case_verdict verdicts[] = {CASE_UNKNOWN, CASE_FEASIBLE, CASE_INFEASIBLE};
    result->nodes = answer->nodes;
    if (answer->verdict == VERDICT_UNKNOWN)
        return case_leave_open(place, answer->engine,
                               answer->reason  ? answer->reason
                               : *answer->note ? answer->note
                                               : "nothing was found",
                               result, failure);
    struct case_text text = case_answer_text(answer);
    enum status status = case_add_certificate(asked, place, ".cert", &text, result, failure);
    if (!status)
        result->verdict = verdicts[answer->verdict];
    return status ? status : case_say(result, answer->engine, NULL, failure);
}
