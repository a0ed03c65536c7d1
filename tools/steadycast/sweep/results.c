/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/results.h"

#include <stdio.h>

#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/campaign/case_row.h"
#include "tools/steadycast/frame/output_file.h"

struct results {
    const struct answers *answers;
    bool put_away;
    const char *table; /* path */
    FILE *lines;
};

/* Whether the list has a row for the case. */
static bool has_row(const struct answers *answers, size_t i) {
    return campaign_shard_has(&answers->shard, i) && answers_has(answers, i) &&
           (answers_is_final(answers, i) || case_result_is_failed(&answers->last[i]));
}

static enum status print_row(FILE *lines, FILE *table, const json_t *row, struct failure *failure) {
    if (json_dumpf(row, lines, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6)) &&
        !ferror(lines))
        return failure_memory(failure, "results");
    fputc('\n', lines);
    return case_row_print(table, row, failure);
}

/* Each row is made once, for both. */
static enum status print_table(FILE *table, const void *context, struct failure *failure) {
    const struct results *results = context;
    const struct answers *answers = results->answers;
    enum status status = case_row_print(table, NULL, failure);
    for (size_t i = 0; i < answers->campaign->count && !status; i++) {
        if (!has_row(answers, i))
            continue;
        json_t *row = case_row(&answers->last[i], &answers->campaign->cases[i], results->put_away);
        status = row ? print_row(results->lines, table, row, failure)
                     : failure_memory(failure, "results");
        json_decref(row);
    }
    return status;
}

static enum status print_lines(FILE *lines, const void *context, struct failure *failure) {
    struct results results = *(const struct results *)context;
    results.lines = lines;
    return output_file_write(results.table, true, print_table, &results, failure);
}

enum status results_write(const struct answers *answers, const char *folder, bool put_away,
                          struct failure *failure) {
    char lines[CAMPAIGN_PATH_ROOM], table[CAMPAIGN_PATH_ROOM];
    const struct results results = {answers, put_away, table, NULL};
    enum status status = campaign_folder_path(folder, "results.jsonl", lines, failure);
    if (!status)
        status = campaign_folder_path(folder, "results.csv", table, failure);
    return status ? status : output_file_write(lines, true, print_lines, &results, failure);
}
