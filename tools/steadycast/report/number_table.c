/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/number_table.h"

#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"

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

/* The fewest columns, and of what gives as many the last one, but not the number of items. */
static void choose_rows(struct number_table *table) {
    const struct subject_form *form = subject_form(table->subject);
    size_t fewest = SIZE_MAX;
    int best = 0;
    for (int place = 0; place < form->count; place++) {
        const struct parameter *parameter = &form->parameters[place];
        if (parameter->kind == PARAMETER_WORD)
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
        if (question->subject == table->subject)
            table->cells[table->count++] =
                (struct number_cell){.question = question, .group = group};
    }
}

enum status number_table_init(struct number_table *table, const struct report *report,
                              enum subject subject, struct failure *failure) {
    *table = (struct number_table){.subject = subject};
    table->cells = memory_new(report->count, sizeof *table->cells);
    if (!table->cells)
        return failure_memory(failure, "a table");
    gather(table, report);
    if (table->count)
        choose_rows(table);
    return STATUS_OK;
}

void number_table_clear(struct number_table *table) {
    free(table->cells);
}

const struct question *number_table_row(const struct number_table *table) {
    const struct question *least = NULL;
    for (size_t i = 0; i < table->drawn; i++)
        if (table->next[i] < table->end[i]) {
            const struct question *first = table->cells[table->next[i]].question;
            least = least && compare_rows(first, least, table->place) >= 0 ? least : first;
        }
    return least;
}

const struct report_group *number_table_take(struct number_table *table, size_t column,
                                             const struct question *row) {
    const struct number_cell *cell = &table->cells[table->next[column]];
    if (table->next[column] == table->end[column] ||
        compare_rows(cell->question, row, table->place) != 0)
        return NULL;
    table->next[column]++;
    return &cell->group;
}
