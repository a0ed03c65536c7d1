/* SPDX-License-Identifier: MIT */
/* Tables of times and numbers that have no picture of their own. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/question_words.h"
#include "tools/steadycast/report/report_page.h"

/* --- a table of numbers --- */

/*
 * Of questions of one subject, about networks or about others: a row for each value of the
 * parameter that varies most, a column for what else is asked. For subjects whose answer is a
 * number.
 */

/* Columns beyond these are left out. */
enum { NUMBER_TABLE_COLUMNS = 12 };

struct number_cell {
    const struct question *question; /* borrowed */
    int place;                       /* of the parameter of the rows */
    struct report_group group;
};

struct number_table {
    enum subject subject;
    bool networks;
    int place;
    size_t count;
    struct number_cell *cells; /* owned; column by column, in each by rows */
    size_t column_count;
    size_t drawn;                      /* columns, at most NUMBER_TABLE_COLUMNS */
    size_t next[NUMBER_TABLE_COLUMNS]; /* the first cell of a column that is not printed */
    size_t end[NUMBER_TABLE_COLUMNS];
};

/* A text, if there is one, belongs to the one parameter that is no small number. */
static struct question with_row(const struct question *question, const struct question *row,
                                int place) {
    struct question changed = *question;
    changed.values[place] = row->values[place];
    if (subject_form(row->subject)->parameters[place].kind != PARAMETER_NUMBER)
        changed.text = row->text;
    return changed;
}

static int compare_rows(const struct question *a, const struct question *b, int place) {
    struct question changed = with_row(a, b, place);
    return question_compare(a, &changed);
}

static int compare_columns(const struct question *a, const struct question *b, int place) {
    struct question changed = with_row(a, b, place);
    return question_compare(&changed, b);
}

static int by_column(const void *left, const void *right) {
    const struct number_cell *a = left, *b = right;
    int order = compare_columns(a->question, b->question, a->place);
    return order ? order : compare_rows(a->question, b->question, a->place);
}

/* Sorts the cells with this parameter for the rows. */
static void arrange(struct number_table *table, int place) {
    table->place = place;
    table->column_count = table->drawn = 0;
    for (size_t i = 0; i < table->count; i++)
        table->cells[i].place = place;
    qsort(table->cells, table->count, sizeof *table->cells, by_column);
    for (size_t i = 0; i < table->count; i++) {
        if (i == 0 ||
            compare_columns(table->cells[i - 1].question, table->cells[i].question, place) != 0) {
            if (table->column_count++ < NUMBER_TABLE_COLUMNS)
                table->next[table->drawn++] = i;
        }
        if (table->column_count <= NUMBER_TABLE_COLUMNS)
            table->end[table->drawn - 1] = i + 1;
    }
}

static bool is_left_out(const struct number_table *table, int place) {
    for (size_t i = 0; i < table->count; i++)
        if (question_shows(table->cells[i].question, place))
            return false;
    return true;
}

/* The fewest columns, and of what gives as many the last one, but not the number of items. */
static void choose_rows(struct number_table *table) {
    const struct subject_form *form = subject_form(table->subject);
    size_t fewest = SIZE_MAX;
    int best = 0;
    for (int place = 0; place < form->count; place++) {
        const struct parameter *parameter = &form->parameters[place];
        if (parameter->kind == PARAMETER_WORD || is_left_out(table, place))
            continue;
        arrange(table, place);
        if (table->column_count > fewest ||
            (table->column_count == fewest && parameter->key == KEY_ITEMS))
            continue;
        fewest = table->column_count;
        best = place;
    }
    arrange(table, best);
}

static void gather(struct number_table *table, const struct report *report) {
    for (size_t at = 0; at < report->count;) {
        struct report_group group = report_group_at(report, at);
        const struct question *question = &report_asked(report, &group)->question;
        at = group.end;
        bool network = question_machine_class(question) == MACHINE_NETWORK;
        if (question->subject == table->subject && network == table->networks)
            table->cells[table->count++] =
                (struct number_cell){.question = question, .group = group};
    }
}

/* count 0: nothing of this subject is asked. Clear after success. */
static enum status number_table_init(struct number_table *table, const struct report *report,
                                     enum subject subject, bool networks, struct failure *failure) {
    *table = (struct number_table){.subject = subject, .networks = networks};
    table->cells = memory_new(report->count, sizeof *table->cells);
    if (!table->cells)
        return failure_memory(failure, "a table");
    gather(table, report);
    if (table->count)
        choose_rows(table);
    return STATUS_OK;
}

static void number_table_clear(struct number_table *table) {
    free(table->cells);
}

/* A question of the next row, in order; NULL behind the last. */
static const struct question *number_table_row(const struct number_table *table) {
    const struct question *least = NULL;
    for (size_t i = 0; i < table->drawn; i++)
        if (table->next[i] < table->end[i]) {
            const struct question *first = table->cells[table->next[i]].question;
            least = least && compare_rows(first, least, table->place) >= 0 ? least : first;
        }
    return least;
}

/* What stands there in a column, and goes on in it; NULL: nothing was asked. */
static const struct report_group *number_table_take(struct number_table *table, size_t column,
                                                    const struct question *row) {
    const struct number_cell *cell = &table->cells[table->next[column]];
    if (table->next[column] == table->end[column] ||
        compare_rows(cell->question, row, table->place) != 0)
        return NULL;
    table->next[column]++;
    return &cell->group;
}

/* --- the tables --- */

enum { MOST_ROWS = 200 };

static const enum subject subjects[] = {SUBJECT_ALLGATHER, SUBJECT_ALLREDUCE, SUBJECT_REDUCE,
                                        SUBJECT_REDUCE_TIME};
enum { TABLES = sizeof subjects / sizeof *subjects };

/* A bold number where it is settled; `9-11`, `9-?`; `?` where nothing is known. */
static void print_cell(FILE *file, const struct report_page *page,
                       const struct report_group *group) {
    char low[REPORT_NUMBER_ROOM], high[REPORT_NUMBER_ROOM], link[REPORT_LINK_ROOM];
    bool settled = group->settled && !group->contradiction;
    bool linked = report_group_link(page->report, group, page->prefix, link) != NULL;
    if (!group->lower && !group->upper) {
        fputs("?", file);
        return;
    }
    if (linked)
        fprintf(file, "<a href=\"%s\">", link);
    report_number(low, group->lower);
    report_number(high, group->upper);
    if (settled)
        fprintf(file, "<b>%s</b>", low);
    else
        fprintf(file, "%s-%s", low, high);
    fputs(linked ? "</a>" : "", file);
}

static void print_row(FILE *file, const struct report_page *page, struct number_table *table,
                      const struct question *row) {
    char room[QUESTION_VALUE_ROOM];
    const char *value = question_value(row, table->place, room);
    bool text = subject_form(row->subject)->parameters[table->place].kind == PARAMETER_TEXT;
    fputs(text ? "<tr><td>" : "<tr><td class=\"n\">", file);
    markup_text(file, value);
    for (size_t i = 0; i < table->drawn; i++) {
        const struct report_group *group = number_table_take(table, i, row);
        fputs("</td><td class=\"n\">", file);
        if (group)
            print_cell(file, page, group);
    }
    fputs("</td></tr>\n", file);
}

static void print_heads(FILE *file, const struct number_table *table) {
    char heads[(NUMBER_TABLE_COLUMNS + 1) * (QUESTION_WORDS_ROOM + 1)], rest[QUESTION_WORDS_ROOM];
    char words[QUESTION_WORDS_ROOM];
    snprintf(words, sizeof words, "%s%s", subject_words(table->subject),
             table->networks ? ", networks" : "");
    enum key key = subject_form(table->subject)->parameters[table->place].key;
    size_t used = (size_t)snprintf(heads, sizeof heads, "%s", key_column(key));
    for (size_t i = 0; i < table->drawn; i++) {
        question_rest_words(table->cells[table->next[i]].question, table->place, rest);
        used += (size_t)snprintf(heads + used, sizeof heads - used, "|%s", rest);
    }
    fprintf(file, "<div>\n<h3>%c%s</h3>\n", toupper((unsigned char)*words), words + 1);
    page_table(file, words, heads);
}

static void print_table(FILE *file, const struct report_page *page, struct number_table *table) {
    size_t rows = 0;
    const struct question *row;
    print_heads(file, table);
    for (; (row = number_table_row(table)) != NULL && rows < MOST_ROWS; rows++)
        print_row(file, page, table, row);
    page_table_end(file);
    if (row)
        fprintf(file, "<p class=\"remark\">The first %d rows.</p>\n", MOST_ROWS);
    if (table->drawn < table->column_count)
        fprintf(file, "<p class=\"remark\">The first %d of %zu columns.</p>\n",
                NUMBER_TABLE_COLUMNS, table->column_count);
    fputs("</div>\n", file);
}

bool page_has_collectives(const struct report *report) {
    for (size_t i = 0; i < report->count; i++)
        for (int j = 0; j < TABLES; j++)
            if (report->campaign.cases[report->written[i]].question.subject == subjects[j] &&
                report_result(report, report->written[i]))
                return true;
    return false;
}

enum status page_collective_tables(FILE *file, const struct report_page *page,
                                   struct failure *failure) {
    struct number_table table;
    fputs("<div class=\"pictures\">\n", file);
    for (int i = 0; i < 2 * TABLES; i++) {
        enum status status =
            number_table_init(&table, page->report, subjects[i / 2], i % 2, failure);
        if (status)
            return status;
        if (table.count)
            print_table(file, page, &table);
        number_table_clear(&table);
    }
    fputs("</div>\n", file);
    return STATUS_OK;
}
