/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/folder.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/case_answer.h"
#include "tools/steadycast/sweep/journal_writer.h"

/* --- which campaign it is --- */

static enum status write_text(FILE *file, const void *context, struct failure *failure) {
    const struct campaign *campaign = context;
    (void)failure;
    fwrite(campaign->text, 1, campaign->size, file);
    return STATUS_OK;
}

static enum status write_shard(FILE *file, const void *context, struct failure *failure) {
    const struct campaign_shard *shard = context;
    (void)failure;
    fprintf(file, "%d/%d\n", shard->number, shard->count);
    return STATUS_OK;
}

static enum status note_campaign(const char *path, const struct campaign *campaign,
                                 const struct campaign_shard *shard, struct failure *failure) {
    char file[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(path, "shard", file, failure);
    if (!status && shard->count > 1)
        status = output_file_write(file, true, write_shard, shard, failure);
    else if (!status && unlink(file) != 0 && errno != ENOENT) /* of a run killed right here */
        status = failure_set(failure, status_of_errno(errno), "%s: %s", file, strerror(errno));
    if (!status)
        status = campaign_folder_path(path, "campaign", file, failure);
    return status ? status : output_file_write(file, true, write_text, campaign, failure);
}

/* What a run that was killed at its very beginning leaves. */
static bool is_of_beginning(const char *name) {
    static const char *const names[] = {
        ".", "..", ".run", ".run.lock", "shard", "shard.partial", "campaign.partial"};
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
            status = failure_set(failure, STATUS_INPUT,
                                 "%.200s holds '%.100s', and no file 'campaign' that says of which "
                                 "campaign it is: name a new folder",
                                 path, entry->d_name);
    closedir(folder);
    return status;
}

static enum status check_same(const char *path, const struct campaign *old,
                              const struct campaign_shard *old_shard,
                              const struct campaign *campaign,
                              const struct sweep_folder_options *options, struct failure *failure) {
    if (old_shard->number != options->shard.number || old_shard->count != options->shard.count)
        return failure_set(failure, STATUS_INPUT, "%s holds shard %d/%d, not %d/%d", path,
                           old_shard->number, old_shard->count, options->shard.number,
                           options->shard.count);
    if (strcmp(old->digest, campaign->digest) != 0 && !options->change)
        return failure_set(failure, STATUS_INPUT,
                           "%s holds another campaign: line %ld is another one (--change takes "
                           "over its answers)",
                           path, campaign_first_difference(old, campaign));
    return STATUS_OK;
}

/* *changed: the folder held another campaign. */
static enum status take_campaign(const char *path, const struct campaign *campaign,
                                 const struct sweep_folder_options *options, bool *changed,
                                 struct failure *failure) {
    char file[CAMPAIGN_PATH_ROOM];
    struct campaign old;
    struct campaign_shard shard;
    enum status status = campaign_folder_path(path, "campaign", file, failure);
    *changed = false;
    if (status)
        return status;
    if (access(file, F_OK) != 0) {
        status = check_new(path, failure);
        return status ? status : note_campaign(path, campaign, &options->shard, failure);
    }
    status = campaign_folder_load(path, &old, &shard, failure);
    if (status)
        return status;
    status = check_same(path, &old, &shard, campaign, options, failure);
    *changed = strcmp(old.digest, campaign->digest) != 0;
    campaign_clear(&old);
    return status;
}

/* --- repairs --- */

struct damage {
    const struct sweep_folder_options *options;
    long faults;
    size_t count, room;
    long *lines;
    bool no_memory;
};

static void tell(struct damage *damage, long line, const char *what) {
    damage->faults++;
    if (damage->options->fault)
        damage->options->fault(damage->options->context, line, what);
}

static void note_line(void *context, long line, const char *what) {
    struct damage *damage = context;
    if (damage->count == damage->room) {
        size_t room = 2 * damage->room + 16;
        long *lines = memory_resize(damage->lines, room, sizeof *lines);
        damage->no_memory |= !lines;
        if (!lines)
            return;
        damage->lines = lines;
        damage->room = room;
    }
    damage->lines[damage->count++] = line;
    tell(damage, line, what);
}

/* An answer without its certificate is none. What waits for another attempt needs none. */
static void check_certificates(struct journal *journal, const char *path, size_t index,
                               struct case_result *result, struct damage *damage) {
    struct failure wrong;
    bool good = true;
    if (!result->name || !case_result_is_final(result, &journal->campaign->cases[index]))
        return;
    for (int i = 0; i < result->certificate_count && good; i++)
        good = journal_check_certificate(path, result, i, &wrong) == STATUS_OK;
    if (good)
        return;
    tell(damage, 0, wrong.message);
    case_result_clear(result);
}

/* What a piece said is forgotten, and its file goes, unless the file fits the case as it is cut
 * now: it may be of another cut, or of another version of the program, and would spoil the rest
 * when all are put together. So would one that no line of the journal knows. */
static void check_piece(struct journal *journal, const char *path, size_t index, int piece,
                        struct case_result *result, struct damage *damage) {
    char name[CAMPAIGN_PATH_ROOM], file[CAMPAIGN_PATH_ROOM];
    struct failure wrong;
    if (result)
        check_certificates(journal, path, index, result, damage);
    strcpy(name, "certificates/");
    case_piece_path(&journal->campaign->cases[index], piece, name + strlen(name));
    if (campaign_folder_path(path, name, file, NULL) || access(file, F_OK) != 0)
        return;
    bool known = result && result->name && result->certificate_count > 0;
    if (known && !case_piece_read(&journal->campaign->cases[index], piece, file, &wrong))
        return;
    unlink(file);
    if (!known)
        return;
    tell(damage, 0, wrong.message);
    case_result_clear(result);
}

/* Those of a case that is not answered. */
static void check_pieces(struct journal *journal, const char *path, size_t index,
                         struct damage *damage) {
    const struct journal_pieces *pieces = &journal->pieces[index];
    int count = 1;
    if (journal->campaign->cases[index].pieces <= 1 ||
        case_pieces(&journal->campaign->cases[index], &count, NULL) || count <= 1)
        return;
    for (int i = 0; i < count; i++)
        check_piece(journal, path, index, i, pieces->count == count ? &pieces->last[i] : NULL,
                    damage);
}

static void check_all(struct journal *journal, const char *path, struct damage *damage) {
    for (size_t i = 0; i < journal->campaign->count; i++) {
        check_certificates(journal, path, i, &journal->last[i], damage);
        if (!journal_is_final(journal, i))
            check_pieces(journal, path, i, damage);
    }
}

/* The shard of a case is told by its number, which a change of the campaign may move. */
static enum status check_shard(const struct journal *journal, const char *path,
                               const struct campaign_shard *shard, struct failure *failure) {
    for (size_t i = 0; i < journal->campaign->count; i++)
        if (journal_has(journal, i) && i % (size_t)shard->count != (size_t)shard->number - 1)
            return failure_set(failure, STATUS_INPUT,
                               "%s has an answer to '%s', which is not of shard %d/%d of this "
                               "campaign",
                               path, journal->last[i].name, shard->number, shard->count);
    return STATUS_OK;
}

static enum status read_journal(struct sweep_folder *folder, const struct campaign *campaign,
                                const struct sweep_folder_options *options, bool changed,
                                struct failure *failure) {
    struct damage damage = {.options = options};
    enum status status =
        journal_read(&folder->journal, folder->path, campaign, note_line, &damage, failure);
    if (status) {
        free(damage.lines);
        return status;
    }
    if (damage.no_memory)
        status = failure_memory(failure, "a journal");
    else if (options->others)
        status = STATUS_OK;
    else if (damage.count && changed)
        status = failure_set(failure, STATUS_INPUT,
                             "%s has answers, see above, that this campaign does not ask for",
                             folder->path);
    else if (changed)
        status = check_shard(&folder->journal, folder->path, &options->shard, failure);
    else if (damage.count)
        status = journal_set_aside(folder->path, damage.lines, damage.count, failure);
    free(damage.lines);
    if (!status)
        check_all(&folder->journal, folder->path, &damage);
    folder->faults = damage.faults;
    if (status)
        journal_clear(&folder->journal);
    return status;
}

/* --- the whole --- */

static enum status make_folders(const char *path, struct failure *failure) {
    char file[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(path, "certificates", file, failure);
    if (!status)
        status = output_folder_make(file, failure);
    if (!status)
        status = campaign_folder_path(path, ".run", file, failure);
    return status ? status : output_folder_make(file, failure);
}

/* A lock of flock, unlike that of fcntl, goes over to forked processes, and ends with the last of
 * them. */
static enum status wait_for_workers(const char *path, int *descriptor, struct failure *failure) {
    enum { TURNS = 3000 };
    char file[CAMPAIGN_PATH_ROOM];
    struct timespec pause = {.tv_nsec = 10000000};
    enum status status = campaign_folder_path(path, ".run/workers.lock", file, failure);
    if (status)
        return status;
    *descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return failure_set(failure, status_of_errno(errno), "%s: %s", file, strerror(errno));
    for (int i = 0; i < TURNS && flock(*descriptor, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return STATUS_OK; /* a file system without such locks */
        if (i == TURNS - 1)
            status = failure_set(failure, STATUS_SYSTEM,
                                 "workers of an earlier run are still at work in %s", path);
        nanosleep(&pause, NULL);
    }
    if (status)
        close(*descriptor);
    return status;
}

static enum status open_locked(struct sweep_folder *folder, const struct campaign *campaign,
                               const struct sweep_folder_options *options,
                               struct failure *failure) {
    bool changed;
    enum status status = take_campaign(folder->path, campaign, options, &changed, failure);
    if (!status)
        status = make_folders(folder->path, failure);
    if (!status)
        status = wait_for_workers(folder->path, &folder->workers, failure);
    if (status)
        return status;
    status = read_journal(folder, campaign, options, changed, failure);
    if (!status && changed) {
        status = note_campaign(folder->path, campaign, &options->shard, failure);
        if (status)
            journal_clear(&folder->journal);
    }
    if (status)
        close(folder->workers);
    return status;
}

enum status sweep_folder_open(struct sweep_folder *folder, const char *path,
                              const struct campaign *campaign,
                              const struct sweep_folder_options *options, struct failure *failure) {
    char lock[CAMPAIGN_PATH_ROOM];
    struct sweep_folder result = {.path = path};
    enum status status = output_folder_make(path, failure);
    if (!status)
        status = campaign_folder_path(path, ".run", lock, failure);
    if (!status)
        status = lock_file_take(&result.lock, lock, failure);
    if (status)
        return status;
    status = open_locked(&result, campaign, options, failure);
    if (status)
        lock_file_release(&result.lock);
    else
        *folder = result;
    return status;
}

void sweep_folder_close(struct sweep_folder *folder, bool done) {
    char run[CAMPAIGN_PATH_ROOM], state[CAMPAIGN_PATH_ROOM];
    if (campaign_folder_path(folder->path, ".run", run, NULL) == STATUS_OK &&
        campaign_folder_path(folder->path, ".run/now.json", state, NULL) == STATUS_OK) {
        unlink(state);
        if (done)
            folder_remove(run);
    }
    journal_clear(&folder->journal);
    close(folder->workers);
    lock_file_release(&folder->lock);
}
