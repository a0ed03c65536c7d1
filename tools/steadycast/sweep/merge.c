/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "tools/steadycast/frame/folder.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/merge_lines.h"
#include "tools/steadycast/sweep/sweep_compare.h"

struct work {
    const struct merge *merge;
    struct merge_shards shards;
    struct journal journal;
    struct merge_lines lines;
    bool *wanted; /* for each case: its lines and certificates are taken over */
    char partial[CAMPAIGN_PATH_ROOM];
    struct merge_tally tally;
};

static void tell(struct work *work, const char *what) {
    work->merge->fault(work->merge->context, what);
    work->tally.faults++;
}

static int shard_of(const struct work *work, size_t index) {
    return (int)(index % (size_t)work->shards.count);
}

/* --- what is there --- */

/* A case whose certificates are not what they were is one without answer. */
static void check_result(struct work *work, size_t index, const struct case_result *result) {
    struct failure wrong;
    const char *folder = work->shards.folders[shard_of(work, index)];
    for (int i = 0; i < result->certificate_count; i++) {
        if (!journal_check_certificate(folder, result, i, &wrong))
            continue;
        tell(work, wrong.message);
        work->wanted[index] = false;
    }
}

static void check_case(struct work *work, size_t index) {
    const struct journal_pieces *pieces = &work->journal.pieces[index];
    work->wanted[index] = true;
    if (journal_has(&work->journal, index))
        check_result(work, index, &work->journal.last[index]);
    if (journal_is_final(&work->journal, index))
        return;
    for (int i = 0; i < pieces->count; i++)
        check_result(work, index, &pieces->last[i]);
}

static enum status check_cases(struct work *work, struct failure *failure) {
    struct control *control = work->merge->control;
    struct progress progress = {.task = "comparing certificates",
                                .total = work->shards.campaign.count};
    for (size_t i = 0; i < work->shards.campaign.count; i++) {
        if (control_stopped(control))
            return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
        check_case(work, i);
        work->tally.answered += work->wanted[i] && journal_is_final(&work->journal, i);
        progress.done++;
        control_report(control, &progress);
    }
    return STATUS_OK;
}

/* How many cases of each shard that is there have no answer. */
static enum status tell_unfinished(struct work *work, struct failure *failure) {
    char text[CAMPAIGN_PATH_ROOM + 100];
    size_t *lacking = memory_new((size_t)work->shards.count, sizeof *lacking);
    if (!lacking)
        return failure_memory(failure, "the list of shards");
    for (size_t i = 0; i < work->shards.campaign.count; i++)
        lacking[shard_of(work, i)] += !journal_is_final(&work->journal, i);
    for (int i = 0; i < work->shards.count; i++) {
        if (!work->shards.folders[i] || !lacking[i])
            continue;
        snprintf(text, sizeof text,
                 "shard %d/%d is not finished: %zu case%s of %s lack%s an answer", i + 1,
                 work->shards.count, lacking[i], lacking[i] == 1 ? "" : "s",
                 work->shards.folders[i], lacking[i] == 1 ? "s" : "");
        tell(work, text);
    }
    free(lacking);
    return STATUS_OK;
}

static enum status look(struct work *work, struct failure *failure) {
    const struct merge *merge = work->merge;
    size_t cases = work->shards.campaign.count;
    long damaged = 0;
    enum status status = merge_lines_read(&work->lines, &work->journal, &work->shards, merge->fault,
                                          merge->context, &damaged, failure);
    if (status)
        return status;
    work->tally.cases = cases;
    work->tally.faults += damaged;
    work->wanted = memory_new(cases, sizeof *work->wanted);
    status = work->wanted ? tell_unfinished(work, failure) : failure_memory(failure, "a campaign");
    if (!status)
        status = check_cases(work, failure);
    if (!status && work->tally.faults && !merge->partial)
        status =
            failure_set(failure, STATUS_INPUT,
                        "nothing is merged, since %ld thing%s missing or wrong; `sweep` in the "
                        "folder of a shard finishes and repairs it (--partial: without them)",
                        work->tally.faults, work->tally.faults == 1 ? " is" : "s are");
    return status;
}

/* --- what is written --- */

/* Another file system, or one without links. */
static enum status copy_file(const char *from, const char *to, struct failure *failure) {
    char bytes[1 << 14];
    struct locked_file file;
    FILE *source = fopen(from, "rb");
    if (!source)
        return failure_set(failure, STATUS_INPUT, "%s: %s", from, strerror(errno));
    enum status status = locked_file_open(&file, to, true, failure);
    if (status) {
        fclose(source);
        return status;
    }
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, source)) > 0;)
        fwrite(bytes, 1, count, file.stream);
    int error = ferror(source) ? EIO : 0;
    fclose(source);
    return locked_file_close(&file, error, failure);
}

static enum status take_file(struct work *work, size_t index, const char *name,
                             struct failure *failure) {
    char below[CAMPAIGN_PATH_ROOM], from[CAMPAIGN_PATH_ROOM], to[CAMPAIGN_PATH_ROOM];
    const char *folder = work->shards.folders[shard_of(work, index)];
    snprintf(below, sizeof below, "certificates/%s", name);
    enum status status = campaign_folder_path(folder, below, from, failure);
    if (!status)
        status = campaign_folder_path(work->partial, below, to, failure);
    if (!status)
        status = output_folders_make_above(to, strlen(work->partial) + 1, failure);
    if (!status && link(from, to) != 0)
        status = copy_file(from, to, failure);
    work->tally.files += !status;
    return status;
}

static enum status take_files(struct work *work, size_t index, const struct case_result *result,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < result->certificate_count && !status; i++)
        status = take_file(work, index, result->certificates[i].file, failure);
    return status;
}

static enum status take_case(struct work *work, size_t index, struct failure *failure) {
    const struct journal_pieces *pieces = &work->journal.pieces[index];
    if (!work->wanted[index])
        return STATUS_OK;
    enum status status = take_files(work, index, &work->journal.last[index], failure);
    bool whole = journal_is_final(&work->journal, index);
    for (int i = 0; i < pieces->count && !whole && !status; i++)
        status = take_files(work, index, &pieces->last[i], failure);
    return status;
}

static enum status take_cases(struct work *work, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(work->partial, "certificates", path, failure);
    if (!status)
        status = output_folder_make(path, failure);
    for (size_t i = 0; i < work->shards.campaign.count && !status; i++) {
        status = take_case(work, i, failure);
        if (!status && control_stopped(work->merge->control))
            status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    }
    return status;
}

static enum status write_journal(FILE *file, const void *context, struct failure *failure) {
    const struct work *work = context;
    return merge_lines_write(&work->lines, &work->shards, work->wanted, file, failure);
}

static enum status write_campaign(FILE *file, const void *context, struct failure *failure) {
    const struct work *work = context;
    (void)failure;
    fwrite(work->shards.campaign.text, 1, work->shards.campaign.size, file);
    return STATUS_OK;
}

static enum status write_file(const struct work *work, const char *name, output_file_body *body,
                              struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(work->partial, name, path, failure);
    return status ? status : output_file_write(path, true, body, work, failure);
}

static enum status write_all(struct work *work, struct failure *failure) {
    const struct campaign_shard all = {1, 1};
    enum status status = write_file(work, "campaign", write_campaign, failure);
    if (!status)
        status = take_cases(work, failure);
    if (!status)
        status = write_file(work, "journal.jsonl", write_journal, failure);
    if (!status && work->tally.answered == work->tally.cases)
        status = campaign_folder_write_results(work->partial, &work->shards.campaign, &all,
                                               &work->journal, false, failure);
    for (size_t i = 0; i < work->lines.count; i++)
        work->tally.lines += work->wanted[work->lines.list[i].index];
    return status;
}

/* --- under its name --- */

static enum status check_output(const char *output, struct failure *failure) {
    struct stat info;
    if (lstat(output, &info) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--output: %s is there already, and a new folder is needed", output);
    return STATUS_OK;
}

/* What a killed merge has left goes; nothing else has the first file of one in it. */
static enum status make_partial(struct work *work, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(work->partial, "merge", path, failure);
    if (status)
        return status;
    if (access(path, F_OK) == 0)
        folder_remove(work->partial);
    if (mkdir(work->partial, 0777) != 0)
        return failure_set(failure, STATUS_INPUT, "folder %s can't be made: %s", work->partial,
                           strerror(errno));
    FILE *file = fopen(path, "w");
    if (!file || fclose(file) != 0)
        return failure_set(failure, status_of_errno(errno), "%s can't be written: %s", path,
                           strerror(errno));
    return STATUS_OK;
}

static enum status give_name(struct work *work, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(work->partial, "merge", path, failure);
    if (status)
        return status;
    if (unlink(path) != 0 || rename(work->partial, work->merge->output) != 0)
        return failure_set(failure, status_of_errno(errno), "%s can't be renamed to %s: %s",
                           work->partial, work->merge->output, strerror(errno));
    return STATUS_OK;
}

static enum status write_locked(struct work *work, struct failure *failure) {
    enum status status = check_output(work->merge->output, failure);
    if (!status)
        status = make_partial(work, failure);
    if (status)
        return status;
    status = write_all(work, failure);
    if (!status)
        status = give_name(work, failure);
    if (status)
        folder_remove(work->partial);
    return status;
}

static enum status write_output(struct work *work, struct failure *failure) {
    struct lock_file lock;
    enum status status = lock_file_take(&lock, work->merge->output, failure);
    if (status)
        return status;
    status = write_locked(work, failure);
    lock_file_release(&lock);
    return status;
}

static void tell_contradiction(void *context, const struct case_result *a,
                               const struct case_result *b) {
    struct work *work = context;
    char text[2 * CAMPAIGN_NAME_ROOM + 60];
    snprintf(text, sizeof text, "'%s' is %s, '%s' is %s", a->name, outcome_name(a->verdict),
             b->name, outcome_name(b->verdict));
    work->merge->fault(work->merge->context, text);
}

static enum status run(struct work *work, struct failure *failure) {
    const struct merge *merge = work->merge;
    int missing = 0;
    size_t length = strlen(merge->output);
    if (length == 0 || merge->output[length - 1] == '/' || length + 9 > CAMPAIGN_PATH_ROOM)
        return failure_set(failure, STATUS_INPUT, "--output: '%.80s' is no name for a folder",
                           merge->output);
    sprintf(work->partial, "%s.partial", merge->output);
    enum status status = check_output(merge->output, failure);
    if (!status)
        status = merge_shards_load(&work->shards, merge->folders, merge->count, merge->fault,
                                   merge->context, &missing, failure);
    if (status)
        return status;
    work->tally.faults = missing;
    status = look(work, failure);
    if (!status)
        status = write_output(work, failure);
    return status ? status
                  : sweep_compare(&work->journal, tell_contradiction, work,
                                  &work->tally.contradictions, failure);
}

enum status merge_folders(const struct merge *merge, struct merge_tally *tally,
                          struct failure *failure) {
    struct work work = {.merge = merge};
    enum status status = run(&work, failure);
    if (work.journal.last)
        journal_clear(&work.journal);
    merge_lines_clear(&work.lines);
    merge_shards_clear(&work.shards);
    free(work.wanted);
    if (!status)
        *tally = work.tally;
    return status;
}
