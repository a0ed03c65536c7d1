/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/locked_file.h"
#include "tools/steadycast/campaign/case_answer.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/answers.h"
#include "tools/steadycast/sweep/results.h"
#include "tools/steadycast/sweep/sweep_folder.h"

/* Putting the folders of shards together to that of their campaign. */
struct work {
    const struct arguments *arguments; /* the operands are folders of shards, in any order */
    const char *output;                /* the folder of the campaign; must not be there */
    struct control control;
    struct campaign campaign; /* that all shards have in common */
    int shards;               /* in how many it was divided */
    const char **folders;     /* of shard 1, 2, ..; NULL: missing; names borrowed, list owned */
    char *base;               /* of the first one; owned */
    long *newest;             /* of each shard: the last attempt that was read; owned */
    struct answers answers;
    bool *wanted; /* for each case: its attempts and certificates are taken over; owned */
    struct store store;
    size_t answered; /* cases that need no further attempt */
    size_t attempts; /* of them all */
    size_t files;    /* certificates */
    long faults;     /* reported */
    long contradictions;
};

static void work_clear(struct work *work) {
    answers_clear(&work->answers);
    campaign_clear(&work->campaign);
    FREE_ALL(work->folders, work->newest, work->wanted, work->base);
}

/* What is wrong with shards goes to stderr, quiet or not. */
static void report(void *context, const char *what) {
    struct work *work = context;
    control_end_line(&work->control);
    fprintf(stderr, "%s\n", what);
    work->faults++;
}

static int shard_of(const struct work *work, size_t index) {
    return (int)(index % (size_t)work->shards);
}

static enum status stop(const struct work *work, struct failure *failure) {
    return control_stopped(&work->control) ? failure_limit(failure, LIMITS_STOPPED) : STATUS_OK;
}

/* --- what is there --- */

static enum status check_same(const struct work *work, const char *folder,
                              const struct campaign *campaign, const struct campaign_shard *shard,
                              struct failure *failure) {
    const char *first = work->arguments->operands[0];
    if (strcmp(work->campaign.digest, campaign->digest) != 0)
        return failure_input(failure,
                             "%.90s holds another campaign than %.90s: line %ld is another one; "
                             "campaigns are joined by a file with the lines of both and `sweep "
                             "FILE -o %.90s --change` (see: steadycast help sweep)",
                             folder, first, campaign_first_difference(&work->campaign, campaign),
                             first);
    if (shard->count != work->shards)
        return failure_input(failure, "%s holds shard %d/%d, %s one of %d", folder, shard->number,
                             shard->count, first, work->shards);
    const char **place = &work->folders[shard->number - 1];
    if (*place)
        return failure_input(failure, "%s and %s are both shard %d/%d", *place, folder,
                             shard->number, shard->count);
    *place = folder;
    return STATUS_OK;
}

/* The first one says of which campaign all are. */
static enum status begin(struct work *work, struct campaign *campaign,
                         const struct campaign_shard *shard, struct failure *failure) {
    work->campaign = TAKE(*campaign);
    work->shards = shard->count;
    work->folders = memory_new((size_t)shard->count, sizeof *work->folders);
    work->newest = memory_new((size_t)shard->count, sizeof *work->newest);
    work->wanted = memory_new(work->campaign.count, sizeof *work->wanted);
    TRY(memory_check(work->folders && work->newest && work->wanted, failure, "a campaign"));
    TRY(campaign_set_base(&work->campaign, work->base, failure));
    return answers_init(&work->answers, &work->campaign, failure);
}

static enum status take_shard(struct work *work, const char *folder, struct store *store,
                              struct campaign *campaign, struct failure *failure) {
    struct campaign_shard shard;
    char *base = NULL;
    bool first = !work->folders;
    TRY(store_about(store, &shard, &base, failure));
    if (first)
        work->base = base;
    else
        free(base);
    if (first)
        TRY(begin(work, campaign, &shard, failure));
    TRY(check_same(work, folder, first ? &work->campaign : campaign, &shard, failure));
    work->answers.shard = shard;
    TRY(answers_read(&work->answers, store, folder, report, work, failure));
    work->newest[shard.number - 1] = work->answers.newest;
    return STATUS_OK;
}

static enum status read_shard(struct work *work, const char *folder, struct failure *failure) {
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    CLEANUP(store_close) struct store store = {0};
    TRY(campaign_folder_campaign(folder, &campaign, failure));
    TRY(store_open_reading(&store, folder, false, report, work, failure));
    return take_shard(work, folder, &store, &campaign, failure);
}

static void report_missing(struct work *work) {
    char text[80];
    for (int i = 0; i < work->shards; i++)
        if (!work->folders[i]) {
            snprintf(text, sizeof text, "shard %d/%d is missing", i + 1, work->shards);
            report(work, text);
        }
}

/* How many cases of each shard that is there have no answer. */
static enum status report_unfinished(struct work *work, struct failure *failure) {
    char text[CAMPAIGN_PATH_ROOM + 100];
    FREED size_t *lacking = memory_new((size_t)work->shards, sizeof *lacking);
    TRY(memory_check(lacking, failure, "the list of shards"));
    for (size_t i = 0; i < work->campaign.count; i++)
        lacking[shard_of(work, i)] += !answers_is_final(&work->answers, i);
    for (int i = 0; i < work->shards; i++) {
        if (!work->folders[i] || !lacking[i])
            continue;
        snprintf(text, sizeof text,
                 "shard %d/%d is not finished: %zu case%s of %s lack%s an answer", i + 1,
                 work->shards, lacking[i], lacking[i] == 1 ? "" : "s", work->folders[i],
                 lacking[i] == 1 ? "s" : "");
        report(work, text);
    }
    return STATUS_OK;
}

/* A case whose certificates are not what they were, or whose input files are other ones now, is one
 * without answer. */
static void check_result(struct work *work, size_t index, const struct case_result *result) {
    struct failure wrong = {0};
    const char *folder = work->folders[shard_of(work, index)];
    bool unread,
        good = !result->input_count ||
               !case_inputs_compare(&work->campaign.cases[index].question, result, &unread, &wrong);
    if (!good)
        report(work, wrong.message);
    for (int i = 0; i < result->certificate_count; i++)
        if (certificate_file_check(folder, result, i, &wrong)) {
            report(work, wrong.message);
            good = false;
        }
    work->wanted[index] &= good;
}

static enum status check_cases(struct work *work, struct failure *failure) {
    struct progress progress = {.task = "comparing certificates", .total = work->campaign.count};
    for (size_t i = 0; i < work->campaign.count; i++) {
        work->wanted[i] = work->folders[shard_of(work, i)] != NULL;
        if (answers_has(&work->answers, i))
            check_result(work, i, &work->answers.last[i]);
        work->answered += work->wanted[i] && answers_is_final(&work->answers, i);
        progress.done++;
        control_report(&work->control, &progress);
        TRY(stop(work, failure));
    }
    return STATUS_OK;
}

static enum status look(struct work *work, struct failure *failure) {
    for (int i = 0; i < work->arguments->operand_count; i++)
        TRY(read_shard(work, work->arguments->operands[i], failure));
    work->answers.shard = (struct campaign_shard){1, 1};
    report_missing(work);
    TRY(report_unfinished(work, failure));
    TRY(check_cases(work, failure));
    if (work->faults && !option(work->arguments, "partial")->given)
        return failure_input(
            failure,
            "nothing is merged, since %ld thing%s missing or wrong; `sweep` in the folder of a "
            "shard finishes and repairs it (--partial: without them)",
            work->faults, work->faults == 1 ? " is" : "s are");
    return STATUS_OK;
}

/* --- what is written --- */

/* Another file system, or one without links. */
static enum status copy_file(const char *from, const char *to, struct failure *failure) {
    char bytes[1 << 14];
    struct locked_file file;
    FILE *source = fopen(from, "rb");
    if (!source)
        return failure_input(failure, "%s: %s", from, strerror(errno));
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
    char from[CAMPAIGN_PATH_ROOM], to[CAMPAIGN_PATH_ROOM];
    const char *folder = work->folders[shard_of(work, index)];
    TRY(campaign_folder_certificate(folder, name, from, failure));
    TRY(campaign_folder_certificate(work->output, name, to, failure));
    TRY(output_folders_make_above(to, strlen(work->output) + 1, failure));
    if (link(from, to) != 0)
        TRY(copy_file(from, to, failure));
    work->files++;
    return STATUS_OK;
}

static enum status take_files(struct work *work, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(work->output, "certificates", path, failure));
    TRY(output_folder_make(path, failure));
    for (size_t i = 0; i < work->campaign.count; i++) {
        const struct case_result *last = &work->answers.last[i];
        for (int j = 0; j < last->certificate_count && work->wanted[i]; j++)
            TRY(take_file(work, i, last->certificates[j].file, failure));
        TRY(stop(work, failure));
    }
    return STATUS_OK;
}

/* For SQL: the case of a line that is as it was written, else null. */
static void case_of_line(sqlite3_context *context, int count, sqlite3_value **values) {
    struct case_result result;
    const char *line = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (!line || case_result_parse(&result, line, NULL))
        return;
    sqlite3_result_text(context, result.name, -1, SQLITE_TRANSIENT);
    case_result_clear(&result);
}

static enum status list_wanted(struct work *work, struct failure *failure) {
    struct store *store = &work->store;
    TRY(store_do(store, failure, "create temp table wanted (name text primary key, shard)", ""));
    TRY(store_do(store, failure, "create temp table taken (name, id, line)", ""));
    for (size_t i = 0; i < work->campaign.count; i++)
        if (work->wanted[i])
            TRY(store_do(store, failure, "insert into temp.wanted values (?1, ?2)", "ti",
                         work->campaign.cases[i].name, (long)shard_of(work, i)));
    if (sqlite3_create_function(store->db, "case_of", 1, SQLITE_UTF8, NULL, case_of_line, NULL,
                                NULL) != SQLITE_OK)
        return store_failed(store, failure);
    return store_commit(store, failure);
}

/* The attempts of a shard at those of its cases that are wanted. It may be running: what has come
 * since it was read has no certificates here. */
static enum status take_attempts(struct work *work, int shard, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM], name[STORE_NAME_ROOM];
    struct store *store = &work->store;
    TRY(campaign_folder_path(work->folders[shard], "answers.sqlite", path, failure));
    if (access(path, F_OK) != 0)
        return STATUS_OK; /* it has not begun */
    store_name(path, "mode=ro", name);
    TRY(store_do(store, failure, "attach ?1 as shard", "t", name));
    TRY(store_do(
        store, failure,
        "insert into temp.taken select name, id, line from (select "
        "case_of(line) as name, id, line from shard.attempts where id <= ?2 and " STORE_WHOLE
        ") join temp.wanted using (name) where shard = ?1",
        "ii", (long)shard, work->newest[shard]));
    TRY(store_commit(store, failure));
    return store_do(store, failure, "detach shard", "");
}

static enum status write_store(struct work *work, struct failure *failure) {
    struct store *store = &work->store;
    const struct campaign_shard all = {1, 1};
    TRY(store_open(store, work->output, &all, NULL, NULL, failure));
    TRY(list_wanted(work, failure));
    for (int i = 0; i < work->shards; i++)
        if (work->folders[i])
            TRY(take_attempts(work, i, failure));
    TRY(store_do(store, failure, "update folder set base = ?1", "t", work->base));
    TRY(answers_note_cases(&work->answers, store, failure));
    TRY(store_do(store, failure,
                 "insert into attempts (line) select taken.line from temp.taken join "
                 "cases using (name) order by number, taken.id",
                 ""));
    work->attempts = (size_t)sqlite3_changes(store->db);
    return store_settle(store, failure);
}

static enum status write_all(struct work *work, struct failure *failure) {
    TRY(take_files(work, failure));
    enum status status = write_store(work, failure);
    store_close(&work->store);
    TRY(status);
    if (work->answered == work->campaign.count)
        TRY(results_write(&work->answers, work->output, false, failure));
    return campaign_folder_note(work->output, &work->campaign, failure);
}

/* --- under its name --- */

/* What a merge that was killed, or failed, has made. */
static void clear_output(const char *output) {
    static const char *const names[] = {
        "certificates",           "answers.sqlite",  "answers.sqlite-wal",  "answers.sqlite-shm",
        "answers.sqlite-journal", "results.csv",     "results.csv.partial", "results.jsonl",
        "results.jsonl.partial",  "campaign.partial"};
    char path[CAMPAIGN_PATH_ROOM];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!campaign_folder_path(output, names[i], path, NULL))
            folder_remove(path);
}

static enum status write_output(struct work *work, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct lock_file lock = {0};
    const char *output = work->output;
    TRY(campaign_folder_path(output, ".run", path, failure));
    TRY(output_folder_make(output, failure));
    TRY(lock_file_take(&lock, path, failure));
    clear_output(output);
    enum status status = write_all(work, failure);
    if (status)
        clear_output(output);
    lock_file_release(&lock);
    if (status)
        rmdir(output);
    return status;
}

static void report_contradiction(void *context, const struct case_result *a,
                                 const struct case_result *b) {
    control_end_line(context);
    fprintf(stderr, "'%.500s' is %s, '%.500s' is %s\n", a->name, verdict_name(a->verdict), b->name,
            verdict_name(b->verdict));
}

/* A merge that was killed has left its lock. */
static bool is_foreign(const char *output) {
    char path[CAMPAIGN_PATH_ROOM];
    bool foreign = false;
    DIR *folder = opendir(output);
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        foreign |= strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (folder)
        closedir(folder);
    return foreign && (campaign_folder_path(output, ".run.lock", path, NULL) != STATUS_OK ||
                       access(path, F_OK) != 0);
}

/* Before all shards are read: what is refused is refused at once. */
static enum status check_output(const char *output, struct failure *failure) {
    struct stat info;
    char path[CAMPAIGN_PATH_ROOM];
    size_t length = strlen(output);
    if (length == 0 || output[length - 1] == '/')
        return failure_input(failure, "--output: '%.80s' is no name for a folder", output);
    TRY(campaign_folder_path(output, "campaign", path, failure));
    if (lstat(path, &info) == 0 || is_foreign(output) ||
        (lstat(output, &info) == 0 && !S_ISDIR(info.st_mode)))
        return failure_input(failure, "--output: %s is there already, and a new folder is needed",
                             output);
    return STATUS_OK;
}

/* Writes certificates/, each file compared with its digest in the store of its shard, as hard links
 * where that is possible; answers.sqlite, in one transaction, with the attempts of all shards in
 * the order of the cases; if no case lacks an answer, results.jsonl and results.csv, the bytes that
 * an undivided run writes; and last of all `campaign`, without which `output` is no folder of a
 * campaign, and is taken for what a killed merge has left.
 *
 * STATUS_INPUT if the folders do not belong together, if `output` is there or another run works on
 * it, and, unless `partial`, if anything is missing or damaged; STATUS_LIMIT when stopped;
 * STATUS_SYSTEM when it can't be written. Shards are only read. Takes as much memory as a sweep of
 * the whole campaign. */
static enum status merge_folders(struct work *work, struct failure *failure) {
    TRY(check_output(work->output, failure));
    TRY(look(work, failure));
    TRY(write_output(work, failure));
    return sweep_compare(&work->answers, report_contradiction, &work->control,
                         &work->contradictions, failure);
}

static const struct option_spec specs[] = {
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0, "of the whole campaign; must not be there"},
    {"partial", 0, OPTION_FLAG, false, "", 0, 0,
     "take what is there, though shards or answers are missing or damaged"},
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static enum status print(const struct work *work, struct failure *failure) {
    size_t cases = work->campaign.count;
    if (option(work->arguments, "json")->given)
        return json_line(json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "cases", (json_int_t)cases,
                                   "answered", (json_int_t)work->answered, "attempts",
                                   (json_int_t)work->attempts, "certificates",
                                   (json_int_t)work->files, "faults", (json_int_t)work->faults,
                                   "contradictions", (json_int_t)work->contradictions),
                         failure);
    if (work->answered == cases)
        printf("s MERGED %zu cases, %zu certificates\n", cases, work->files);
    else
        printf("s MERGED %zu of %zu cases, %zu certificates\n", work->answered, cases, work->files);
    return STATUS_OK;
}

static int run_merge(const struct arguments *arguments) {
    struct failure failure = {0};
    CLEANUP(work_clear)
    struct work work = {.arguments = arguments, .output = option(arguments, "output")->text};
    control_init(&work.control, arguments);
    enum status status = merge_folders(&work, &failure);
    control_end_line(&work.control);
    if (!status)
        status = print(&work, &failure);
    if (!status && work.contradictions)
        status =
            failure_internal(&failure, "engines disagree on %ld questions", work.contradictions);
    return status ? verb_failed(&failure) : EXIT_DONE;
}

VERB(merge, "Joins the folders of the shards of a campaign to that of the whole", "FOLDER...",
     .counted = {1, INT_MAX, "needs the folders of shards"}, .run = run_merge);
