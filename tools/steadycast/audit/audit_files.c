/* SPDX-License-Identifier: MIT */
/* Files that nobody asked for, those that questions name, and the lists of results. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/temporary_file.h"
#include "tools/steadycast/audit/audit.h"
#include "tools/steadycast/campaign/case_inputs.h"
#include "tools/steadycast/sweep/certificate_files.h"
#include "tools/steadycast/sweep/results.h"

enum { PATH_ROOM = CAMPAIGN_PATH_ROOM };

/* --- strangers --- */

/* Cases that have no answer yet: the files that an attempt writes come before it. */
struct unfinished {
    struct audit *audit;
    size_t count;
    char **paths; /* sorted; owned */
};

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status list_unfinished(struct unfinished *unfinished, struct failure *failure) {
    const struct campaign *campaign = &unfinished->audit->campaign;
    unfinished->paths = memory_new(campaign->count, sizeof *unfinished->paths);
    if (!unfinished->paths)
        return failure_memory(failure, "the names of certificates");
    for (size_t i = 0; i < campaign->count; i++) {
        char path[CAMPAIGN_FILE_ROOM];
        if (answers_is_final(&unfinished->audit->answers, i))
            continue;
        campaign_case_path(&campaign->cases[i], path);
        char *copy = strdup(path);
        if (!copy)
            return failure_memory(failure, "the names of certificates");
        unfinished->paths[unfinished->count++] = copy;
    }
    qsort(unfinished->paths, unfinished->count, sizeof *unfinished->paths, compare_paths);
    return STATUS_OK;
}

/* Is it of one of these? Behind the path of a case comes one of .- in the names of its files. */
static bool is_of_attempt(const struct unfinished *unfinished, const char *name) {
    char path[PATH_ROOM], *key = path;
    snprintf(path, sizeof path, "%.*s", PATH_ROOM - 1, name);
    for (size_t i = strlen(path); i-- > 0;) {
        if (!strchr(".-", path[i]))
            continue;
        path[i] = 0;
        if (unfinished->count &&
            bsearch(&key, unfinished->paths, unfinished->count, sizeof key, compare_paths))
            return true;
    }
    return false;
}

static enum status report_stranger(void *context, const char *name, int error,
                                   struct failure *failure) {
    const struct unfinished *unfinished = context;
    if (error)
        return audit_say(unfinished->audit, AUDIT_FAULT, failure, "certificates/%.500s: %s", name,
                         strerror(error));
    if (!is_of_attempt(unfinished, name))
        return audit_say(unfinished->audit, AUDIT_FAULT, failure,
                         "certificates/%.500s: no answer names this file", name);
    return audit_say(unfinished->audit, AUDIT_MISSING, failure,
                     "the attempt that certificates/%.500s is of", name);
}

enum status audit_strangers(struct audit *audit, struct failure *failure) {
    struct unfinished unfinished = {.audit = audit};
    enum status status = list_unfinished(&unfinished, failure);
    if (!status)
        status = certificate_files_visit(audit->folder, &audit->answers, report_stranger,
                                         &unfinished, failure);
    for (size_t i = 0; i < unfinished.count; i++)
        free(unfinished.paths[i]);
    free(unfinished.paths);
    return status;
}

/* --- inputs --- */

enum status audit_inputs(struct audit *audit, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < audit->campaign.count && !status; i++) {
        const struct case_result *last = &audit->answers.last[i];
        struct failure why = {0};
        bool unread;
        if (!last->input_count || !answers_is_final(&audit->answers, i))
            continue;
        status = case_inputs_compare(&audit->campaign.cases[i].question, last, &unread, &why);
        if (status == STATUS_INPUT)
            status = audit_say(audit, unread ? AUDIT_MISSING : AUDIT_FAULT, failure, "'%.400s': %s",
                               last->name, why.message);
        else if (status)
            failure_set(failure, status, "%s", why.message);
    }
    return status;
}

/* --- results --- */

/* The line, from 1, in which two files differ; 0: none. */
static long first_difference(FILE *a, FILE *b) {
    long line = 1;
    for (;;) {
        int x = getc(a), y = getc(b);
        if (x != y)
            return line;
        if (x == EOF)
            return 0;
        line += x == '\n';
    }
}

/* *line: that differs, or 0. */
static enum status compare(struct audit *audit, const char *expected, const char *name, long *line,
                           struct failure *failure) {
    char paths[2][PATH_ROOM];
    enum status status = campaign_folder_path(audit->folder, name, paths[0], failure);
    if (!status)
        status = campaign_folder_path(expected, name, paths[1], failure);
    if (status)
        return status;
    FILE *found = fopen(paths[0], "rb"), *right = fopen(paths[1], "rb");
    if (!found)
        status = errno == ENOENT
                     ? audit_say(audit, AUDIT_MISSING, failure,
                                 "%s, though all is answered: sweep writes it again", name)
                     : audit_say(audit, AUDIT_FAULT, failure, "%s: %s", name, strerror(errno));
    if (!right)
        status = failure_set(failure, status_of_errno(errno), "%s: %s", paths[1], strerror(errno));
    *line = found && right ? first_difference(found, right) : 0;
    if (found)
        fclose(found);
    if (right)
        fclose(right);
    return status;
}

/* What the store says is written once more into this folder, elsewhere. */
static enum status compare_both(struct audit *audit, const char *folder, struct failure *failure) {
    static const char *const names[] = {"results.jsonl", "results.csv"};
    long lines[2], other;
    enum status status = results_write(&audit->answers, folder, false, failure);
    for (int i = 0; i < 2 && !status; i++)
        status = compare(audit, folder, names[i], &lines[i], failure);
    if (status || (!lines[0] && !lines[1]))
        return status;
    /* or a run was killed that was putting them away */
    status = results_write(&audit->answers, folder, true, failure);
    for (int i = 0; i < 2 && !status; i++) {
        other = 0;
        if (lines[i])
            status = compare(audit, folder, names[i], &other, failure);
        if (!status && other)
            status = audit_say(audit, AUDIT_FAULT, failure,
                               "%s line %ld is not what the store says", names[i], lines[i]);
    }
    return status;
}

enum status audit_results(struct audit *audit, struct failure *failure) {
    static const char *const names[] = {"results.jsonl", "results.csv"};
    char folder[PATH_ROOM], path[PATH_ROOM];
    enum status status =
        campaign_folder_path(temporary_folder(), "steadycast-audit-XXXXXX", folder, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, status_of_errno(errno), "%s: %s", folder, strerror(errno));
    status = compare_both(audit, folder, failure);
    for (int i = 0; i < 2; i++)
        if (!campaign_folder_path(folder, names[i], path, NULL))
            unlink(path);
    rmdir(folder);
    return status;
}
