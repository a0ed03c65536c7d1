/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/campaign_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/case_row.h"

enum status campaign_folder_path(const char *folder, const char *name,
                                 char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    if (length + strlen(name) + 2 > CAMPAIGN_PATH_ROOM)
        return failure_set(failure, STATUS_INPUT, "the name of the folder %.80s is too long",
                           folder);
    strcpy(path, folder);
    strcat(path, slash);
    strcat(path, name);
    return STATUS_OK;
}

/* FOLDER/shard holds `i/n`; without it the folder is for all of the campaign. */
static enum status read_shard(const char *path, struct campaign_shard *shard,
                              struct failure *failure) {
    char end;
    FILE *file = fopen(path, "r");
    *shard = (struct campaign_shard){1, 1};
    if (!file && errno == ENOENT)
        return STATUS_OK;
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    bool good = fscanf(file, "%d/%d%c", &shard->number, &shard->count, &end) == 3 && end == '\n' &&
                shard->number >= 1 && shard->number <= shard->count &&
                shard->count <= CAMPAIGN_MOST_SHARDS;
    fclose(file);
    return good ? STATUS_OK
                : failure_set(failure, STATUS_INPUT, "%s does not hold a shard i/n", path);
}

enum status campaign_folder_load(const char *folder, struct campaign *campaign,
                                 struct campaign_shard *shard, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct campaign_shard read;
    enum status status = campaign_folder_path(folder, "campaign", path, failure);
    if (!status && access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return failure_set(failure, STATUS_INPUT,
                           "%.200s is not the folder of a campaign: there is no %.300s",
                           *folder ? folder : "''", path);
    if (!status)
        status = campaign_folder_path(folder, "shard", path, failure);
    if (!status)
        status = read_shard(path, &read, failure);
    if (!status)
        status = campaign_folder_path(folder, "campaign", path, failure);
    if (!status)
        status = campaign_read(campaign, path, failure);
    if (!status)
        *shard = read;
    return status;
}

long campaign_first_difference(const struct campaign *a, const struct campaign *b) {
    long line = 1;
    const char *x = a->text, *y = b->text;
    for (; *x && *x == *y; x++, y++)
        line += *x == '\n';
    return line;
}

/* --- order --- */

struct place {
    double cost;
    size_t index;
};

static int cheap_first(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int dear_first(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    return x->cost != y->cost ? cheap_first(b, a) : cheap_first(a, b);
}

enum status campaign_order_cases(const struct campaign *campaign,
                                 const struct campaign_shard *shard, size_t **numbers,
                                 size_t *count, struct failure *failure) {
    struct place *places = memory_new(campaign->count, sizeof *places);
    size_t *result = memory_new(campaign->count, sizeof *result), used = 0;
    if (!places || !result) {
        free(places);
        free(result);
        return failure_memory(failure, "the order of the cases");
    }
    for (size_t i = 0; i < campaign->count; i++)
        if (i % (size_t)shard->count == (size_t)shard->number - 1)
            places[used++] = (struct place){campaign_case_cost(&campaign->cases[i]), i};
    if (campaign->order != CAMPAIGN_AS_WRITTEN)
        qsort(places, used, sizeof *places,
              campaign->order == CAMPAIGN_DEAR_FIRST ? dear_first : cheap_first);
    for (size_t i = 0; i < used; i++)
        result[i] = places[i].index;
    free(places);
    *numbers = result;
    *count = used;
    return STATUS_OK;
}

/* --- results --- */

struct results {
    const struct campaign *campaign;
    const struct campaign_shard *shard;
    const struct journal *journal;
    bool put_away;
};

static bool is_told(const struct results *results, size_t i) {
    return i % (size_t)results->shard->count == (size_t)results->shard->number - 1 &&
           journal_is_final(results->journal, i);
}

static enum status print_row(FILE *file, const json_t *row, bool table, struct failure *failure) {
    if (table)
        return case_row_print(file, row, failure);
    if (json_dumpf(row, file, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6)))
        return ferror(file) ? STATUS_OK : failure_memory(failure, "results");
    fputc('\n', file);
    return STATUS_OK;
}

static enum status print_rows(FILE *file, const struct results *results, bool table,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < results->campaign->count && !status; i++) {
        if (!is_told(results, i))
            continue;
        json_t *row =
            case_row(&results->journal->last[i], &results->campaign->cases[i], results->put_away);
        status = row ? print_row(file, row, table, failure) : failure_memory(failure, "results");
        json_decref(row);
    }
    return status;
}

static enum status print_lines(FILE *file, const void *context, struct failure *failure) {
    return print_rows(file, context, false, failure);
}

static enum status print_table(FILE *file, const void *context, struct failure *failure) {
    enum status status = case_row_print(file, NULL, failure);
    return status ? status : print_rows(file, context, true, failure);
}

enum status campaign_folder_write_results(const char *folder, const struct campaign *campaign,
                                          const struct campaign_shard *shard,
                                          const struct journal *journal, bool put_away,
                                          struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct results results = {campaign, shard, journal, put_away};
    enum status status = campaign_folder_path(folder, "results.jsonl", path, failure);
    if (!status)
        status = output_file_write(path, true, print_lines, &results, failure);
    if (!status)
        status = campaign_folder_path(folder, "results.csv", path, failure);
    if (!status)
        status = output_file_write(path, true, print_table, &results, failure);
    return status;
}
