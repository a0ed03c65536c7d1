/* SPDX-License-Identifier: MIT */
/* Tables of times and numbers that have no picture of their own. */
#include <ctype.h>

#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/number_table.h"
#include "tools/steadycast/report/question_words.h"
#include "tools/steadycast/report/report_page.h"

enum { MOST_ROWS = 200 };

static const enum subject subjects[] = {SUBJECT_SINGLE,     SUBJECT_MULTIPORT, SUBJECT_ALLGATHER,
                                        SUBJECT_GOSSIP,     SUBJECT_ALLREDUCE, SUBJECT_REDUCE,
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
    const char *words = subject_words(table->subject);
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
    for (int i = 0; i < TABLES; i++) {
        enum status status = number_table_init(&table, page->report, subjects[i], failure);
        if (status)
            return status;
        if (table.count)
            print_table(file, page, &table);
        number_table_clear(&table);
    }
    fputs("</div>\n", file);
    return STATUS_OK;
}
