/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/results.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/campaign/case_result.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"

/* --- a row: a key or column for each parameter (results/results.schema.json) --- */

/* What a time or a memory says that was not measured, or is not to be written. */
static json_t *measured(json_t *value, bool known) {
    if (known)
        return value;
    json_decref(value);
    return json_null();
}

/* Behind the certificates, only where there are any. NULL without memory. */
static json_t *with_inputs(json_t *answer, const struct case_result *result) {
    if (!answer || !result->input_count)
        return answer;
    json_auto_t *given = answer, *row = json_object();
    json_t *value;
    const char *key;
    int error = 0;
    json_object_foreach(given, key, value) {
        error |= json_object_set(row, key, value);
        if (strcmp(key, "certificates") == 0)
            error |= json_object_set_new(row, "inputs", case_result_inputs(result));
    }
    return error ? NULL : json_incref(row);
}

static json_t *answer_of(const struct case_result *result, bool put_away) {
    bool settled = !verdict_is_open(result->verdict);
    bool known = !put_away && result->seconds >= 0, counted = !put_away && result->memory;
    uint64_t nodes;
    bool repeats = case_result_nodes(result, &nodes);
    return json_pack("{s:s, s:b, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "status",
                     verdict_name(result->verdict), "settled", (int)settled, "lower",
                     json_number(result->lower), "upper", json_number(result->upper), "by",
                     result->by, "cause", case_cause_name(result->cause), "reason",
                     json_any_text(*result->reason ? result->reason : NULL), "nodes",
                     measured(json_integer((json_int_t)nodes), repeats), "certificates",
                     case_result_certificates(result), "seconds",
                     measured(json_real(result->seconds), known), "memory",
                     measured(json_integer((json_int_t)result->memory), counted));
}

/* The object of a line of results.jsonl. `put_away`: without seconds and memory, which differ from
 * run to run. NULL without memory. */
static json_t *case_row(const struct case_result *result, const struct campaign_case *asked,
                        bool put_away) {
    json_auto_t *row = json_pack("{s:s}", "case", result->name);
    json_auto_t *question = json_question(&asked->question);
    json_auto_t *engine = json_pack("{s:s, s:s?}", "engine", asked->engine->name, "encoding",
                                    asked->plain ? campaign_case_encoding(asked) : NULL);
    json_auto_t *answer = with_inputs(answer_of(result, put_away), result);
    bool good = !json_object_update(row, question) && !json_object_update(row, engine) &&
                !json_object_update(row, answer);
    return good ? json_incref(row) : NULL;
}

/* --- the table --- */

/* A field is quoted where it has to be. */
static void print_text(FILE *file, const char *text) {
    if (!strpbrk(text, "\",\r\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static enum status print_value(FILE *file, const json_t *value, struct failure *failure) {
    if (json_is_string(value))
        print_text(file, json_string_value(value));
    if (!value || json_is_null(value) || json_is_string(value))
        return STATUS_OK;
    FREED char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    TRY(memory_check(text, failure, "results"));
    fputs(text, file);
    return STATUS_OK;
}

static enum status print_column(FILE *file, const json_t *row, const char *name,
                                struct failure *failure) {
    fputc(',', file);
    if (row)
        return print_value(file, json_object_get(row, name), failure);
    fputs(name, file);
    return STATUS_OK;
}

static void print_certificates(FILE *file, const json_t *row) {
    static const char *const names[CASE_MOST_CERTIFICATES] = {"certificate", "second_certificate"};
    const json_t *list = row ? json_object_get(row, "certificates") : NULL;
    for (size_t i = 0; i < CASE_MOST_CERTIFICATES; i++) {
        const json_t *entry = json_array_get(list, i);
        fputc(',', file);
        print_text(file, !row    ? names[i]
                         : entry ? json_string_value(json_object_get(entry, "file"))
                                 : "");
    }
}

/* Prints a line of results.csv (RFC 4180); NULL: the names of its columns. Rounds have one where
 * they are asked about, so that tables of before are what they were. STATUS_MEMORY for refused
 * memory. */
static enum status case_row_print(FILE *file, const json_t *row, bool rounds,
                                  struct failure *failure) {
    static const char *const before[] = {"engine", "encoding", "status", "settled", "lower",
                                         "upper",  "by",       "cause",  "reason",  "nodes"};
    static const char *const behind[] = {"seconds", "memory"};
    print_text(file, row ? json_string_value(json_object_get(row, "case")) : "case");
    TRY(print_column(file, row, "subject", failure));
    for (int key = 0; key < KEYS; key++)
        if (key != KEY_ROUNDS || rounds)
            TRY(print_column(file, row, key_column((enum key)key), failure));
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        TRY(print_column(file, row, before[i], failure));
    print_certificates(file, row);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        TRY(print_column(file, row, behind[i], failure));
    fputs("\r\n", file);
    return STATUS_OK;
}

static bool has_rounds(const struct campaign *campaign) {
    for (size_t i = 0; i < campaign->count; i++)
        if (question_has(&campaign->cases[i].question, KEY_ROUNDS))
            return true;
    return false;
}

/* Whether the list has a row for the case. */
static bool has_row(const struct answers *answers, size_t i) {
    return campaign_shard_has(&answers->shard, i) && answers_has(answers, i) &&
           (answers_is_final(answers, i) || case_result_is_failed(&answers->last[i]));
}

/* Each row is made once, for both. */
static enum status print_rows(const struct answers *answers, bool put_away, FILE *lines,
                              FILE *table, struct failure *failure) {
    bool rounds = has_rounds(answers->campaign);
    TRY(case_row_print(table, NULL, rounds, failure));
    for (size_t i = 0; i < answers->campaign->count; i++) {
        if (!has_row(answers, i))
            continue;
        json_auto_t *row = case_row(&answers->last[i], &answers->campaign->cases[i], put_away);
        TRY(memory_check(row, failure, "results"));
        if (json_dumpf(row, lines, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6)) &&
            !ferror(lines))
            return failure_memory(failure, "results");
        fputc('\n', lines);
        TRY(case_row_print(table, row, rounds, failure));
    }
    return STATUS_OK;
}

enum status results_write(const struct answers *answers, const char *folder, bool put_away,
                          struct failure *failure) {
    char lines[CAMPAIGN_PATH_ROOM], table[CAMPAIGN_PATH_ROOM];
    struct output_file line_file, table_file;
    TRY(campaign_folder_path(folder, "results.jsonl", lines, failure));
    TRY(campaign_folder_path(folder, "results.csv", table, failure));
    TRY(output_file_open(&line_file, lines, true, failure));
    enum status status = output_file_open(&table_file, table, true, failure);
    if (!status)
        status = output_file_close(
            &table_file,
            print_rows(answers, put_away, line_file.stream, table_file.stream, failure), failure);
    return output_file_close(&line_file, status, failure);
}

struct entry {
    const struct question *question;
    const struct case_result *result;
};

static int by_question(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int order = question_compare(x->question, y->question);
    return order ? order : strcmp(x->result->name, y->result->name);
}

static bool contradict(const struct case_result *a, const struct case_result *b) {
    struct outcome left = {
        .verdict = a->verdict, .lower = a->lower, .upper = a->upper, .by = a->by};
    struct outcome right = {
        .verdict = b->verdict, .lower = b->lower, .upper = b->upper, .by = b->by};
    char why[ENGINES_WHY_ROOM];
    return outcomes_disagree(&left, &right, why);
}

enum status sweep_compare(const struct answers *answers, sweep_contradiction *report, void *context,
                          long *count, struct failure *failure) {
    const struct campaign *campaign = answers->campaign;
    FREED struct entry *entries = memory_new(campaign->count, sizeof *entries);
    size_t used = 0;
    TRY(memory_check(entries, failure, "the comparison of engines"));
    for (size_t i = 0; i < campaign->count; i++)
        if (answers_has(answers, i))
            entries[used++] = (struct entry){&campaign->cases[i].question, &answers->last[i]};
    qsort(entries, used, sizeof *entries, by_question);
    *count = 0;
    for (size_t first = 0, i = 0; i < used; i++) {
        if (question_compare(entries[first].question, entries[i].question) != 0)
            first = i;
        for (size_t j = first; j < i; j++)
            if (contradict(entries[j].result, entries[i].result)) {
                ++*count;
                report(context, entries[j].result, entries[i].result);
            }
    }
    return STATUS_OK;
}
