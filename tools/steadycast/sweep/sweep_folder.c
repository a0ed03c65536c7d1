/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* types of names in folders */
#include "tools/steadycast/sweep/sweep_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "tools/steadycast/campaign/case_answer.h"
#include "tools/steadycast/frame/output_file.h"

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted; the list is the caller's, what it has is borrowed. */
static enum status list_names(const struct answers *answers, const char ***names, size_t *count,
                              struct failure *failure) {
    const char **list = memory_new(CASE_MOST_CERTIFICATES * answers->campaign->count, sizeof *list);
    TRY(memory_check(list, failure, "the names of certificates"));
    *names = list;
    *count = 0;
    for (size_t i = 0; i < answers->campaign->count; i++)
        for (int j = 0; j < answers->last[i].certificate_count; j++)
            list[(*count)++] = answers->last[i].certificates[j].file;
    qsort(list, *count, sizeof *list, compare_names);
    return STATUS_OK;
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

enum status certificate_files_visit(const char *folder, const struct answers *answers,
                                    certificate_stranger *visit, void *context,
                                    struct failure *failure) {
    FREED const char **names = NULL;
    size_t count;
    char top[CAMPAIGN_PATH_ROOM], *const tops[] = {top, NULL}, below[CAMPAIGN_PATH_ROOM];
    TRY(list_names(answers, &names, &count, failure));
    TRY(campaign_folder_path(folder, "certificates", top, failure));
    FTS *walk = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    TRY(memory_check(walk, failure, "the names of certificates"));
    enum status status = STATUS_OK;
    for (const FTSENT *entry; !status && (entry = fts_read(walk));) {
        const char *name = entry->fts_path + strlen(top) + (entry->fts_level > 0);
        bool top_lost = entry->fts_level == 0 && entry->fts_info == FTS_NS;
        bool unread = entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
                      (top_lost && entry->fts_errno != ENOENT);
        bool file = entry->fts_info == FTS_F;
        bool other =
            entry->fts_level > 0 && !file && entry->fts_info != FTS_D && entry->fts_info != FTS_DP;
        bool known = file && count && bsearch(&name, names, count, sizeof *names, compare_names);
        snprintf(below, sizeof below, "%s%s", name, *name ? "/" : "");
        if (unread)
            status = visit(context, below, entry->fts_errno, failure);
        else if (other || (file && !known))
            status = visit(context, name, 0, failure);
    }
    fts_close(walk);
    return status;
}

enum status certificate_file_check(const char *folder, const struct case_result *result, int i,
                                   struct failure *failure) {
    const struct case_certificate *certificate = &result->certificates[i];
    char path[CAMPAIGN_PATH_ROOM], digest[DIGEST_ROOM];
    uint64_t size;
    struct stat state;
    TRY(campaign_folder_certificate(folder, certificate->file, path, failure));
    if (stat(path, &state) != 0)
        return failure_input(failure, "%s of '%s' is missing: %s", path, result->name,
                             strerror(errno));
    if (!S_ISREG(state.st_mode)) /* a pipe would be waited for */
        return failure_input(failure, "%s of '%s' is no file", path, result->name);
    TRY(digest_file(path, digest, &size, failure));
    if (size != certificate->size || strcmp(digest, certificate->digest) != 0)
        return failure_input(failure,
                             "%s of '%s' was changed: its bytes are not those of the store", path,
                             result->name);
    return STATUS_OK;
}

/* --- which campaign it is --- */

/* What a run that was killed at its very beginning leaves. */
static bool is_of_beginning(const char *name) {
    static const char *const names[] = {".", "..", ".run", ".run.lock", "campaign.partial"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A folder in which something else stands is not taken for one of a campaign. */
static enum status check_new(const char *path, struct failure *failure) {
    DIR *folder = opendir(path);
    if (!folder)
        return failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    enum status status = STATUS_OK;
    for (const struct dirent *entry; !status && (entry = readdir(folder));)
        if (!is_of_beginning(entry->d_name))
            status = failure_input(failure,
                                   "%.200s holds '%.100s', and no file 'campaign' that says of "
                                   "which campaign it is: name a new folder",
                                   path, entry->d_name);
    closedir(folder);
    return status;
}

enum status sweep_folder_compare(const char *path, const struct campaign *campaign, bool change,
                                 bool *there, bool *changed, struct failure *failure) {
    char file[CAMPAIGN_PATH_ROOM];
    *there = *changed = false;
    TRY(campaign_folder_path(path, "campaign", file, failure));
    *there = access(file, F_OK) == 0;
    if (!*there)
        return STATUS_OK;
    CLEANUP(campaign_clear) struct campaign old = {0};
    TRY(campaign_read(&old, file, failure));
    *changed = strcmp(old.digest, campaign->digest) != 0;
    if (!*changed || change)
        return STATUS_OK;
    return failure_input(
        failure,
        "%s holds another campaign: line %ld is another one (--change takes over its answers)",
        path, campaign_first_difference(&old, campaign));
}

/* *changed: the folder held another campaign. */
static enum status take_campaign(const char *path, const struct campaign *campaign,
                                 const struct sweep_folder_options *options, bool *changed,
                                 struct failure *failure) {
    bool there;
    TRY(sweep_folder_compare(path, campaign, options->change, &there, changed, failure));
    if (there)
        return STATUS_OK;
    TRY(check_new(path, failure));
    return campaign_folder_note(path, campaign, failure);
}

/* --- repairs --- */

struct repair {
    const struct sweep_folder *folder;
    const struct sweep_folder_options *options;
    bool changed; /* the folder held another campaign: its lines are not wrong */
};

static void report(const struct repair *repair, const char *what, const char *then) {
    char text[CAMPAIGN_PATH_ROOM + 700];
    snprintf(text, sizeof text, "%.4600s: %s", what, then);
    if (repair->options->fault)
        repair->options->fault(repair->options->context, text);
}

static void report_line(void *context, const char *what) {
    const struct repair *repair = context;
    report(repair, what, repair->changed ? "not asked for" : "set aside");
}

/* An answer without its certificate, or about other bytes than its files hold now, is none. What
 * waits for another attempt needs none; files that can't be read now don't matter to it. */
static void check_result(const struct repair *repair, size_t index, struct case_result *result) {
    const struct campaign_case *asked = &repair->folder->answers.campaign->cases[index];
    struct failure wrong;
    bool good = true, unread;
    if (!result->name || !case_result_is_final(result, asked))
        return;
    for (int i = 0; i < result->certificate_count && good; i++)
        good = certificate_file_check(repair->folder->path, result, i, &wrong) == STATUS_OK;
    if (good && case_inputs_compare(&asked->question, result, &unread, &wrong)) {
        good = unread;
        if (unread)
            report(repair, wrong.message, "its answer is kept");
    }
    if (good)
        return;
    report(repair, wrong.message, "it is done anew");
    case_result_clear(result);
}

static enum status read_answers(struct sweep_folder *folder,
                                const struct sweep_folder_options *options, bool changed,
                                struct failure *failure) {
    struct repair repair = {folder, options, changed};
    struct answers *answers = &folder->answers;
    answers->shard = options->shard;
    TRY(answers_read(answers, &folder->store, folder->path, report_line, &repair, failure));
    if (!options->others && answers->damaged && changed)
        return failure_input(
            failure,
            "%s has answers, see above, that this campaign does not ask for, or in another shard",
            folder->path);
    if (!options->others)
        TRY(answers_set_damaged_aside(answers, &folder->store, failure));
    for (size_t i = 0; i < answers->campaign->count; i++)
        check_result(&repair, i, &answers->last[i]);
    return STATUS_OK;
}

/* --- leavings --- */

/* What has the name of a certificate goes, with the folders that are empty then; what somebody else
 * has put there stays. */
static enum status remove_leaving(void *context, const char *name, int error,
                                  struct failure *failure) {
    const struct sweep_folder *folder = context;
    char subject[32], path[CAMPAIGN_PATH_ROOM];
    (void)failure;
    snprintf(subject, sizeof subject, "%.*s", (int)strcspn(name, "-"), name);
    if (error || subject_find(subject) == SUBJECTS ||
        campaign_folder_certificate(folder->path, name, path, NULL))
        return STATUS_OK;
    unlink(path);
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        *strrchr(path, '/') = 0;
        rmdir(path); /* unless something is in it */
    }
    return STATUS_OK;
}

/* A run may have been killed when it had removed what was in them, and an answer that was asked
 * anew may have no certificate any more. */
static void remove_empty_folders(const struct sweep_folder *folder) {
    const struct answers *answers = &folder->answers;
    char name[CAMPAIGN_FILE_ROOM], path[CAMPAIGN_PATH_ROOM];
    for (size_t i = 0; i < answers->campaign->count; i++) {
        const struct campaign_case *asked = &answers->campaign->cases[i];
        if (answers->last[i].certificate_count > 0)
            continue;
        campaign_case_path(asked, name);
        if (campaign_folder_certificate(folder->path, name, path, NULL))
            continue;
        *strrchr(path, '/') = 0;
        rmdir(path); /* unless something is in it */
    }
}

void sweep_folder_tidy(struct sweep_folder *folder) {
    if (folder->others) /* whose files are not in these answers */
        return;
    certificate_files_visit(folder->path, &folder->answers, remove_leaving, folder, NULL);
    remove_empty_folders(folder);
}

/* --- the whole --- */

static enum status make_folders(const char *path, struct failure *failure) {
    char file[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(path, "certificates", file, failure));
    TRY(output_folder_make(file, failure));
    TRY(campaign_folder_path(path, ".run", file, failure));
    return output_folder_make(file, failure);
}

/* A lock of flock, unlike that of fcntl, goes over to forked processes, and ends with the last of
 * them. */
static enum status wait_for_workers(const char *path, int *descriptor, struct failure *failure) {
    enum { TURNS = 3000 };
    char file[CAMPAIGN_PATH_ROOM];
    struct timespec pause = {.tv_nsec = 10000000};
    TRY(campaign_folder_path(path, ".run/workers.lock", file, failure));
    *descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return failure_set(failure, status_of_errno(errno), "%s: %s", file, strerror(errno));
    enum status status = STATUS_OK;
    for (int i = 0; i < TURNS && flock(*descriptor, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return STATUS_OK; /* a file system without such locks */
        if (i == TURNS - 1)
            status =
                failure_system(failure, "workers of an earlier run are still at work in %s", path);
        nanosleep(&pause, NULL);
    }
    return status;
}

/* Names of files stand below the folder from which the campaign was begun, for as long as there is
 * one. */
static enum status take_base(struct store *store, char *base, struct campaign *campaign,
                             struct failure *failure) {
    char here[CAMPAIGN_PATH_ROOM];
    struct stat state;
    enum status status = STATUS_OK;
    const char *now = base && stat(base, &state) == 0 && S_ISDIR(state.st_mode)
                          ? base
                          : getcwd(here, sizeof here);
    if (now != base)
        status = store_do(store, failure, "update folder set base = ?1", "t", now);
    if (!status)
        status = campaign_set_base(campaign, now, failure);
    free(base);
    return status;
}

static enum status take_store(struct sweep_folder *folder, struct campaign *campaign,
                              const struct sweep_folder_options *options, struct failure *failure) {
    struct repair repair = {folder, options, false};
    struct campaign_shard shard;
    char *base;
    TRY(store_open(&folder->store, folder->path, &options->shard, report_line, &repair, failure));
    TRY(store_about(&folder->store, &shard, &base, failure));
    TRY(take_base(&folder->store, base, campaign, failure));
    if (shard.number != options->shard.number || shard.count != options->shard.count)
        return failure_input(failure, "%s holds shard %d/%d, not %d/%d", folder->path, shard.number,
                             shard.count, options->shard.number, options->shard.count);
    return STATUS_OK;
}

static enum status open_locked(struct sweep_folder *folder, struct campaign *campaign,
                               const struct sweep_folder_options *options,
                               struct failure *failure) {
    bool changed;
    TRY(take_campaign(folder->path, campaign, options, &changed, failure));
    TRY(make_folders(folder->path, failure));
    TRY(wait_for_workers(folder->path, &folder->workers, failure));
    TRY(take_store(folder, campaign, options, failure));
    TRY(answers_init(&folder->answers, campaign, failure));
    TRY(read_answers(folder, options, changed, failure));
    TRY(answers_note_cases(&folder->answers, &folder->store, failure));
    TRY(store_settle(&folder->store, failure));
    return changed ? campaign_folder_note(folder->path, campaign, failure) : STATUS_OK;
}

enum status sweep_folder_open(struct sweep_folder *folder, const char *path,
                              struct campaign *campaign, const struct sweep_folder_options *options,
                              struct failure *failure) {
    char lock[CAMPAIGN_PATH_ROOM];
    struct sweep_folder result = {.path = path, .workers = -1, .others = options->others};
    enum status status = output_folder_make(path, failure);
    if (!status)
        status = campaign_folder_path(path, ".run", lock, failure);
    if (!status)
        status = lock_file_take(&result.lock, lock, failure);
    if (!status)
        status = open_locked(&result, campaign, options, failure);
    if (status)
        sweep_folder_close(&result, false);
    else
        *folder = result;
    return status;
}

void sweep_folder_close(struct sweep_folder *folder, bool done) {
    char run[CAMPAIGN_PATH_ROOM];
    answers_clear(&folder->answers);
    store_close(&folder->store);
    if (done && campaign_folder_path(folder->path, ".run", run, NULL) == STATUS_OK)
        folder_remove(run);
    if (folder->workers >= 0)
        close(folder->workers);
    lock_file_release(&folder->lock);
}

enum status sweep_folder_running(const char *folder, long *process, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    TRY(campaign_folder_path(folder, ".run.lock", path, failure));
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    *process = 0;
    if (descriptor < 0 && errno == ENOENT)
        return STATUS_OK;
    if (descriptor < 0)
        return failure_input(failure, "%s: %s", path, strerror(errno));
    enum status status = STATUS_OK;
    if (fcntl(descriptor, F_GETLK, &lock) != 0)
        status = failure_input(failure, "%s: %s", path, strerror(errno));
    else if (lock.l_type != F_UNLCK) /* 0: in another namespace of processes */
        *process = lock.l_pid > 0 ? (long)lock.l_pid : -1;
    close(descriptor);
    return status;
}
