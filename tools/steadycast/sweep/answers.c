/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/answers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_folder.h"

void answers_log_fault(void *context, const char *what) {
    (void)context;
    fprintf(stderr, "%s\n", what);
}

enum status answers_init(struct answers *answers, const struct campaign *campaign,
                         struct failure *failure) {
    *answers = (struct answers){.campaign = campaign,
                                .last = memory_new(campaign->count, sizeof *answers->last),
                                .ids = memory_new(campaign->count, sizeof *answers->ids)};
    if (answers->last && answers->ids)
        return STATUS_OK;
    answers_clear(answers);
    return failure_memory(failure, "the answers of a campaign");
}

void answers_clear(struct answers *answers) {
    for (size_t i = 0; answers->last && i < answers->campaign->count; i++)
        case_result_clear(&answers->last[i]);
    FREE_ALL(answers->last, answers->ids);
    *answers = (struct answers){0};
}

bool answers_has(const struct answers *answers, size_t index) {
    return answers->last[index].name != NULL;
}

bool answers_is_final(const struct answers *answers, size_t index) {
    return answers_has(answers, index) &&
           case_result_is_final(&answers->last[index], &answers->campaign->cases[index]);
}

const char *answers_state(const struct answers *answers, size_t index) {
    const struct case_result *last = &answers->last[index];
    if (answers_is_final(answers, index))
        return verdict_is_open(last->verdict) ? "open" : "answered";
    return answers_has(answers, index) && case_result_is_failed(last) ? "failed" : "waiting";
}

enum status answers_take(struct answers *answers, struct case_result *result,
                         struct failure *failure) {
    size_t index = campaign_find(answers->campaign, result->name);
    if (index == answers->campaign->count)
        return failure_input(failure, "'%.200s' is no case of the campaign", result->name);
    const struct campaign_shard *shard = &answers->shard;
    if (shard->count > 0 && !campaign_shard_has(shard, index))
        return failure_input(failure, "'%.200s' is of shard %zu/%d, not of this one", result->name,
                             index % (size_t)shard->count + 1, shard->count);
    struct case_result *last = &answers->last[index];
    answers->seconds += result->seconds > 0 ? result->seconds : 0;
    case_result_clear(last);
    *last = TAKE(*result);
    return STATUS_OK;
}

/* --- the store --- */

static enum status take_line(struct answers *answers, const char *line, struct failure *failure) {
    CLEANUP(case_result_clear) struct case_result result = {0};
    TRY(case_result_parse(&result, line, failure));
    result.id = answers->newest;
    return answers_take(answers, &result, failure);
}

static enum status take_row(struct answers *answers, struct store *store, sqlite3_stmt *row,
                            const char *where, store_fault *fault, void *context,
                            struct failure *failure) {
    char text[CAMPAIGN_PATH_ROOM + 700];
    struct failure wrong = {0};
    long id = (long)sqlite3_column_int64(row, 0);
    const char *line = (const char *)sqlite3_column_text(row, 1);
    answers->attempts++;
    answers->newest = id;
    enum status status = take_line(answers, line ? line : "", &wrong);
    if (status_is_resource_failure(status))
        return failure_set(failure, status, "%s", wrong.message);
    if (!status)
        return STATUS_OK;
    answers->damaged++;
    snprintf(text, sizeof text, "%s%sanswers.sqlite attempt %ld: %s", where ? where : "",
             where ? "/" : "", id, wrong.message);
    if (fault)
        fault(context, text);
    return store->writes ? store_do(store, failure, "insert into temp.bad values (?1, ?2)", "it",
                                    id, wrong.message)
                         : STATUS_OK;
}

enum status answers_read(struct answers *answers, struct store *store, const char *where,
                         store_fault *fault, void *context, struct failure *failure) {
    enum status status = STATUS_OK;
    answers->put_away = store->put_away;
    if (store->writes)
        TRY(store_do(store, failure, "create temp table if not exists bad (id integer, why)", ""));
    struct failure wrong = {0};
    sqlite3_stmt *rows = store_find(
        store, &wrong, "select id, line from attempts where " STORE_WHOLE " order by id", "");
    if (wrong.status && (store->writes || !store_is_damage(sqlite3_errcode(store->db))))
        status = failure_set(failure, wrong.status, "%s", wrong.message);
    for (int code = SQLITE_ROW; rows && !status && code == SQLITE_ROW;) {
        status = take_row(answers, store, rows, where, fault, context, failure);
        code = sqlite3_step(rows);
        if (code != SQLITE_ROW && code != SQLITE_DONE && !status && store->writes)
            status = store_failed(store, failure);
    }
    sqlite3_reset(rows);
    return status;
}

/* Of those that are too large to be kept: `all`, or those that are not there. */
static void mark_dropped(struct answers *answers, const char *folder, bool all) {
    char path[CAMPAIGN_PATH_ROOM];
    for (size_t i = 0; i < answers->campaign->count; i++)
        for (int j = 0; j < answers->last[i].certificate_count; j++) {
            struct case_certificate *certificate = &answers->last[i].certificates[j];
            certificate->dropped =
                certificate->size > CAMPAIGN_KEPT_BYTES &&
                (all || campaign_folder_certificate(folder, certificate->file, path, NULL) ||
                 access(path, F_OK) != 0);
        }
}

/* Others ask the view `answers`: it shows each case that has its answer with the attempt that is
 * taken here, and with its state. */
static enum status check_view(struct answers *answers, struct store *store, store_fault *fault,
                              void *context, struct failure *failure) {
    const struct campaign *campaign = answers->campaign;
    char text[CAMPAIGN_PATH_ROOM];
    struct failure wrong = {0};
    sqlite3_stmt *row = store_find(store, &wrong,
                                   "select coalesce(name, ''), coalesce(state, ''), "
                                   "coalesce(number, -1), id from answers",
                                   "");
    for (; row; row = store_next(row)) {
        size_t i = campaign_find(campaign, (const char *)sqlite3_column_text(row, 0));
        long id = (long)sqlite3_column_int64(row, 3);
        if (i < campaign->count && id == answers->last[i].id &&
            strcmp((const char *)sqlite3_column_text(row, 1), answers_state(answers, i)) == 0 &&
            (size_t)sqlite3_column_int64(row, 2) == i)
            answers->ids[i] = 1;
    }
    if (wrong.status)
        return store_is_damage(sqlite3_errcode(store->db)) ? STATUS_OK
                                                           : store_failed(store, failure);
    for (size_t i = 0; i < campaign->count; i++)
        if (!answers->ids[i] && answers_is_final(answers, i)) {
            snprintf(text, sizeof text,
                     "answers.sqlite: the view answers says otherwise of case %zu than the "
                     "attempts, '%.400s'",
                     i, campaign->cases[i].name);
            fault(context, text);
        }
    return STATUS_OK;
}

/* A run may go on meanwhile: all is read as it stands at one moment. */
static enum status load(const char *folder, bool results, struct store *store,
                        struct campaign *campaign, struct campaign_shard *shard,
                        struct answers *answers, store_fault *fault, void *context,
                        struct failure *failure) {
    FREED char *base = NULL;
    TRY(store_do(store, failure, "begin", ""));
    TRY(store_about(store, shard, &base, failure));
    TRY(campaign_set_base(campaign, base, failure));
    TRY(answers_init(answers, campaign, failure));
    answers->shard = *shard;
    TRY(answers_read(answers, store, NULL, fault, context, failure));
    if (fault && !store->in_memory)
        TRY(check_view(answers, store, fault, context, failure));
    if (store->put_away)
        mark_dropped(answers, folder, results);
    return STATUS_OK;
}

enum status answers_load(const char *folder, bool results, struct campaign *campaign,
                         struct campaign_shard *shard, struct answers *answers, store_fault *fault,
                         void *context, struct failure *failure) {
    CLEANUP(store_close) struct store store = {0};
    CLEANUP(campaign_clear) struct campaign read = {0};
    CLEANUP(answers_clear) struct answers found = {0};
    TRY(campaign_folder_campaign(folder, &read, failure));
    TRY(store_open_reading(&store, folder, results, fault, context, failure));
    TRY(load(folder, results, &store, &read, shard, &found, fault, context, failure));
    found.campaign = campaign;
    *campaign = TAKE(read);
    *answers = TAKE(found);
    return STATUS_OK;
}

enum status answers_set_damaged_aside(const struct answers *answers, struct store *store,
                                      struct failure *failure) {
    if (!answers->damaged)
        return STATUS_OK;
    TRY(store_do(store, failure,
                 "insert into damaged select id, line, why from attempts join "
                 "temp.bad using (id)",
                 ""));
    return store_do(store, failure, "delete from attempts where id in (select id from temp.bad)",
                    "");
}

/* The rows of cases that are as they should be are known by their ids then. *other: there are rows
 * of another campaign. */
static enum status find_cases(struct answers *answers, struct store *store, bool *other,
                              struct failure *failure) {
    struct failure wrong = {0};
    sqlite3_stmt *row = store_find(
        store, &wrong, "select id, number, line, state, name from cases where number not null", "");
    for (; row; row = store_next(row)) {
        size_t i = (size_t)sqlite3_column_int64(row, 1);
        const struct campaign_case *asked =
            i < answers->campaign->count ? &answers->campaign->cases[i] : NULL;
        bool same = asked && asked->line == sqlite3_column_int(row, 2) &&
                    strcmp(asked->name, (const char *)sqlite3_column_text(row, 4)) == 0;
        *other |= !same;
        if (same &&
            strcmp(answers_state(answers, i), (const char *)sqlite3_column_text(row, 3)) == 0)
            answers->ids[i] = (long)sqlite3_column_int64(row, 0);
    }
    return wrong.status ? failure_set(failure, wrong.status, "%s", wrong.message) : STATUS_OK;
}

static enum status note_case(struct answers *answers, struct store *store, size_t i,
                             struct failure *failure) {
    const struct campaign_case *asked = &answers->campaign->cases[i];
    sqlite3_stmt *row =
        store_find(store, failure,
                   "insert into cases (name, number, line, state) values (?1, ?2, ?3, ?4) on "
                   "conflict (name) do update set number = ?2, line = ?3, state = ?4, since = null "
                   "returning id",
                   "tiit", asked->name, (long)i, (long)asked->line, answers_state(answers, i));
    if (!row)
        return failure->status;
    answers->ids[i] = (long)sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return STATUS_OK;
}

/* In the order in which they will be answered, so that answers that come one after the other change
 * rows that stand side by side. */
static enum status note_others(struct answers *answers, struct store *store,
                               struct failure *failure) {
    const struct campaign_shard all = {1, 1};
    FREED size_t *order = NULL;
    size_t count;
    TRY(campaign_order_cases(answers->campaign, &all, &order, &count, failure));
    for (size_t i = 0; i < count; i++)
        if (!answers->ids[order[i]])
            TRY(note_case(answers, store, order[i], failure));
    return STATUS_OK;
}

enum status answers_note_cases(struct answers *answers, struct store *store,
                               struct failure *failure) {
    bool other = false;
    TRY(store_do(store, failure, "delete from workers", ""));
    TRY(store_do(store, failure, "delete from run", ""));
    TRY(find_cases(answers, store, &other, failure));
    if (other) {
        TRY(store_do(store, failure, "update cases set number = null, line = null", ""));
        memset(answers->ids, 0, answers->campaign->count * sizeof *answers->ids);
    }
    return note_others(answers, store, failure);
}
