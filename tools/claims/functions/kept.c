/* SPDX-License-Identifier: MIT */
/* kept("FILE says FIELDS gives KEY KEY"): what steadycheck confirms of a certificate that is kept
 * below the folder of results. */
#include <string.h>
#include <unistd.h>

#include "solver/question/fields.h"
#include "tools/claims/functions/functions.h"

enum { NUMBER, OTHER, THERE, RIGHT };

static long number(const char *fields, const char *key, mpz_ptr value) {
    return key && fields_take(fields, key, value) ? mpz_get_si(value) : -1;
}

static enum status kept(struct claim_call *call, struct failure *failure) {
    char path[CLAIM_PATH_ROOM], text[CLAIM_TEXT_ROOM];
    struct checker_verdict said;
    snprintf(text, sizeof text, "%s", call->word);
    char *says = strstr(text, " says "), *gives = strstr(text, " gives ");
    if (!says || !gives)
        return failure_input(failure, "expected FILE says FIELDS gives KEY, not '%.80s'", text);
    *says = *gives = 0;
    TRY(campaign_folder_path(call->job->results, text, path, failure));
    if (access(path, R_OK) != 0)
        return STATUS_OK;
    TRY(checker_run(call->job->checker, path, &call->job->limits, &said, failure));
    if (!said.verified)
        return failure_internal(failure, "%s: steadycheck says '%.200s'", path, said.line);
    call->job->finding.certificates++;
    char *second = strchr(gives + 7, ' ');
    if (second)
        *second++ = 0;
    call->give[THERE] = 1;
    call->give[RIGHT] = fields_include(said.fields, says + 6);
    call->give[OTHER] = number(said.fields, second, call->whole);
    call->is_whole = fields_take(said.fields, gives + 7, call->whole);
    call->give[NUMBER] = -1;
    snprintf(call->text, sizeof call->text, "%.*s", CLAIM_TEXT_ROOM - 1, said.line);
    return STATUS_OK;
}

const struct claim_function kept_functions[] = {
    {"kept", "TEXT", "number other there right",
     "\"FILE says FIELDS gives KEY KEY\": what steadycheck confirms of a certificate below the "
     "folder of results; the numbers -1: no such key",
     kept, 0},
    {.name = NULL}};
