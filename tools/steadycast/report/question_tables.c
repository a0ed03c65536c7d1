/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "solver/network/network_read.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"

static bool is_number(const struct parameter *parameter) {
    return parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
}

/* `L = 6`, `duplex half`, `network ring:8`. */
static size_t add(const struct question *question, int place, char *text, size_t room) {
    enum { SHOWN = 100 };
    char value_room[QUESTION_VALUE_ROOM], number[REPORT_NUMBER_ROOM];
    char start[SHOWN + 1], word[QUOTED_WORD_ROOM(SHOWN)];
    const struct parameter *parameter = &subject_form(question->subject)->parameters[place];
    const char *value = question_value(question, place, value_room);
    size_t shown = quoted_word_cut(value, SHOWN);
    snprintf(start, sizeof start, "%.*s", (int)shown, value);
    quoted_word_put(start, word);
    int length = is_number(parameter) ? snprintf(text, room, "%s = %s", key_column(parameter->key),
                                                 report_number(number, value))
                                      : snprintf(text, room, "%s %s%s", key_name(parameter->key),
                                                 word, value[shown] ? ".." : "");
    return length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static void add_all(const struct question *question, int but, int nor, bool implied, char *text,
                    size_t used) {
    const struct subject_form *form = subject_form(question->subject);
    for (int i = 0; i < form->count && used + 3 < QUESTION_WORDS_ROOM; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (i == but || i == nor || !question_shows(question, i) ||
            (!implied && !is_number(parameter) && parameter->implied == question->values[i]))
            continue;
        if (used)
            used += (size_t)snprintf(text + used, QUESTION_WORDS_ROOM - used, ", ");
        used += add(question, i, text + used, QUESTION_WORDS_ROOM - used);
    }
}

void question_words(const struct question *question, char text[QUESTION_WORDS_ROOM]) {
    size_t used =
        (size_t)snprintf(text, QUESTION_WORDS_ROOM, "%s", subject_form(question->subject)->words);
    add_all(question, -1, -1, false, text, used);
}

/* Its parameters but those at two places (-1: none), implied words too. */
static void question_rest_words(const struct question *question, int but, int nor,
                                char text[QUESTION_WORDS_ROOM]) {
    *text = 0;
    add_all(question, but, nor, true, text, 0);
}

/* Tables of questions of one subject: a row for each value of one parameter, a column for each of
 * another one, and a table for each of the others; or a column for all that is asked besides. In a
 * cell stands what is known, in a colour and with a letter or a number, and where it is pointed at
 * what each engine says. */

enum { MOST_ROWS = 200, MOST_TABLES = 12, MOST_VALUES = 500, MOST_COLUMNS = 12, NOWHERE = -1 };
enum { ONE_NODE = MACHINE_POSTAL | MACHINE_PORTS | MACHINE_LOGP };

static const struct form {
    enum report_section section;
    enum subject subject;
    int machines; /* classes */
    enum key row;
    enum key column;   /* KEYS: all that is asked besides */
    const char *title; /* before what is the same in a table */
    const char *text;
} forms[] = {
#define OVER_NETWORKS(subject, title)                                                              \
    {                                                                                              \
        SECTION_COLLECTIVE, SUBJECT_##subject, MACHINE_NETWORK, KEY_NETWORK, KEY_ITEMS,            \
            title " over networks",                                                                \
            "A row for each network, a column for each number K of chunks. The number is the "     \
            "least time; of the steps that are named the least rounds; of rounds, the least "      \
            "steps."                                                                               \
    }
    {SECTION_SPECTRUM, SUBJECT_DECIDE, MACHINE_POSTAL, KEY_LATENCY, KEY_DEPTH,
     "Block-cyclic schedules for every pair (L,t) that was asked",
     "A row for each latency L, a column for each t, the depth of the broadcast tree. F: there is "
     "a schedule with delay L+t for P(t) processors, I: there is none."},
    {SECTION_SPECTRUM, SUBJECT_SERVE, MACHINE_POSTAL, KEY_SERVED, KEY_DEPTH, "N processors served",
     "A row for each number N of processors, a column for each t: delay L+t. F: there is a "
     "schedule of this class, I: there is none."},
    {SECTION_STREAM, SUBJECT_CAPACITY, MACHINE_LOGP, KEY_LATENCY, KEY_DEPTH,
     "Most processors of a stream",
     "A row for each latency L, a column for each t, in cycles. The number is the largest number "
     "of processors, without the source, to which a stream can be sent with delay L+2o+t."},
    {SECTION_STREAM, SUBJECT_DELAY, MACHINE_LOGP, KEY_PROCESSORS, KEY_CAPACITY,
     "Least delays of streams",
     "A row for each number P of processors, the source included, a column for each capacity. The "
     "number is the least delay, in cycles; what is known in whole steps is shown where a cell is "
     "pointed at."},
    {SECTION_STREAM, SUBJECT_DELAY, MACHINE_NETWORK, KEY_NETWORK, KEY_RATE,
     "Least delays of streams on networks",
     "A row for each network, a column for each rate: so many items a step, or in so many steps as "
     "the title says. The number is the least delay, in steps."},
    {SECTION_ITEMS, SUBJECT_BROADCAST, ONE_NODE, KEY_PROCESSORS, KEY_ITEMS,
     "Least times for K items",
     "A row for each number P of processors, the source included, a column for each number K of "
     "items. The number is the least time."},
    {SECTION_COLLECTIVE, SUBJECT_ALLGATHER, ONE_NODE, KEY_PROCESSORS, KEYS, "Allgather", ""},
    OVER_NETWORKS(BROADCAST, "Broadcast"),
    OVER_NETWORKS(ALLGATHER, "Allgather"),
    OVER_NETWORKS(REDUCE, "Reduce"),
    OVER_NETWORKS(SCATTER, "Scatter"),
    OVER_NETWORKS(GATHER, "Gather"),
    OVER_NETWORKS(ALLTOALL, "All-to-all"),
    OVER_NETWORKS(REDUCE_SCATTER, "Reduce-scatter"),
    {SECTION_COLLECTIVE, SUBJECT_FRONTIER, MACHINE_NETWORK, KEY_NETWORK, KEY_COLLECTIVE,
     "Frontiers of collectives on networks",
     "A row for each network, a column for each collective. S: R/C says that S steps take R rounds "
     "for C chunks at least, and some C takes no more; steps that are not there gain nothing."},
    {SECTION_COLLECTIVE, SUBJECT_ALLREDUCE, ONE_NODE, KEY_PROCESSORS, KEYS, "Allreduce", ""},
    {SECTION_COLLECTIVE, SUBJECT_REDUCE, ONE_NODE, KEY_UNTIL, KEYS, "Most operands of a sum", ""},
    {SECTION_COLLECTIVE, SUBJECT_REDUCE, ONE_NODE, KEY_OPERANDS, KEYS, "Least time of a sum", ""},
};
enum { FORMS = sizeof forms / sizeof *forms };

struct cell {
    const struct question *question; /* borrowed */
    struct report_group group;
    int row; /* places of the parameters; column: NOWHERE where it is all the others */
    int column;
};

static bool is_of(const struct form *form, const struct question *question) {
    return question->subject == form->subject && question_has(question, form->row) &&
           (form->machines & (int)question_machine_class(question));
}

bool page_has_tables(const struct report *report, enum report_section section) {
    for (size_t i = 0; i < report->count; i++)
        for (int j = 0; j < FORMS; j++)
            if (forms[j].section == section &&
                is_of(&forms[j], &report->campaign.cases[report->written[i]].question))
                return true;
    return false;
}

/* --- order --- */

/* A text, if there is one, belongs to the one parameter that is a text or a large number. */
static struct question with_value(const struct question *question, const struct question *other,
                                  int place) {
    struct question changed = *question;
    if (place == NOWHERE)
        return changed;
    changed.values[place] = other->values[place];
    enum parameter_kind kind = subject_form(other->subject)->parameters[place].kind;
    if (kind == PARAMETER_TEXT || kind == PARAMETER_BIG)
        changed.text = other->text;
    return changed;
}

static int compare_at(const struct question *a, const struct question *b, int place) {
    struct question changed = with_value(a, b, place);
    return question_compare(a, &changed);
}

static int compare_columns(const struct cell *a, const struct cell *b) {
    if (a->column != NOWHERE)
        return compare_at(a->question, b->question, a->column);
    struct question changed = with_value(a->question, b->question, a->row);
    return question_compare(&changed, b->question);
}

static int compare_tables(const struct cell *a, const struct cell *b) {
    if (a->column == NOWHERE)
        return 0;
    struct question changed = with_value(a->question, b->question, a->row);
    changed = with_value(&changed, b->question, a->column);
    return question_compare(&changed, b->question);
}

static int by_column(const void *left, const void *right) {
    return compare_columns(left, right);
}

static int by_place(const void *left, const void *right) {
    const struct cell *a = left, *b = right;
    int order = compare_tables(a, b);
    order = order ? order : compare_at(a->question, b->question, a->row);
    return order ? order : compare_columns(a, b);
}

/* The first cell of each column, in `columns`; returns how many there are. */
static size_t find_columns(const struct cell *cells, size_t count, struct cell *columns) {
    size_t kept = 0;
    memcpy(columns, cells, count * sizeof *cells);
    qsort(columns, count, sizeof *columns, by_column);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_columns(&columns[kept - 1], &columns[i]) != 0)
            columns[kept++] = columns[i];
    return kept;
}

static size_t gather(const struct form *form, const struct report *report, struct cell *cells) {
    size_t count = 0;
    int row = subject_place(form->subject, form->row);
    int column = form->column == KEYS ? NOWHERE : subject_place(form->subject, form->column);
    for (struct report_group group = {0}; group.end < report->count;) {
        group = report_group_at(report, group.end);
        const struct question *question = &report_asked(report, &group)->question;
        if (is_of(form, question))
            cells[count++] = (struct cell){question, group, row, column};
    }
    qsort(cells, count, sizeof *cells, by_place);
    return count;
}

/* --- cells --- */

/* Class; letter and what it means; the same where cells have numbers. */
static const struct {
    const char *class, *letter, *means, *number, *says;
} looks[] = {{"yes", "F", "feasible", "7", "settled"},
             {"no", "I", "infeasible", "none", "impossible"},
             {"open", "?", "open", "7-9", "an interval, ? no bound"},
             {"left", "-", "not tried yet", "-", "not tried yet"},
             {"alarm", "!", "contradiction", "!", "contradiction"}};
enum { LOOK_YES, LOOK_NO, LOOK_OPEN, LOOK_UNTRIED, LOOK_CONTRADICTION, LOOKS };

static bool has_letters(const struct form *form) {
    return form->section == SECTION_SPECTRUM;
}

static void print_legend(FILE *file, const struct form *form) {
    fputs("<p class=\"legend\">", file);
    for (int i = 0; i < LOOKS; i++)
        fprintf(file, "<b class=\"%s\">%s</b> %s ", looks[i].class,
                has_letters(form) ? looks[i].letter : looks[i].number,
                has_letters(form) ? looks[i].means : looks[i].says);
    fputs(has_letters(form) ? "; a number behind the letter: so many engines agree</p>\n"
                            : "</p>\n",
          file);
}

static int look_of(const struct report_group *group) {
    if (group->contradiction)
        return LOOK_CONTRADICTION;
    if (group->feasible || group->settled)
        return LOOK_YES;
    if (group->infeasible)
        return LOOK_NO;
    return group->unknown ? LOOK_OPEN : LOOK_UNTRIED;
}

/* The points of a frontier, as its certificate has them; false if it can't be read. */
static bool print_points(FILE *file, const struct report *report, size_t number) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    struct network_read read;
    struct failure why;
    if (number == REPORT_NONE || report_certificate_load(report, number, &input, &why))
        return false;
    bool good = !network_read_all(&read, &input, NETWORK_READ_NONE, &why);
    for (int i = 0; good && i < read.point_count; i++) {
        fprintf(file, "%s%d: %d", i ? ", " : "", read.points[i].steps, read.points[i].p);
        if (read.points[i].q > 1)
            fprintf(file, "/%d", read.points[i].q);
    }
    if (good)
        network_read_clear(&read);
    return good;
}

/* The letter with the number of engines that say so, if there are several; or the bounds. */
static void print_words(FILE *file, const struct report_page *page, const struct form *form,
                        const struct report_group *group, int look) {
    char low[REPORT_NUMBER_ROOM], high[REPORT_NUMBER_ROOM];
    int agreeing = look == LOOK_NO ? group->infeasible : group->feasible;
    bool numbers = !has_letters(form) && (group->lower || group->upper);
    if (form->subject == SUBJECT_FRONTIER && print_points(file, page->report, group->shown))
        return;
    if (numbers && group->settled && look == LOOK_YES)
        fputs(report_number(low, group->lower), file);
    else if (numbers && look != LOOK_CONTRADICTION)
        fprintf(file, "%s-%s", report_number(low, group->lower), report_number(high, group->upper));
    else if (agreeing > 1 && look <= LOOK_NO && has_letters(form))
        fprintf(file, "%s%d", looks[look].letter, agreeing);
    else
        fputs(look == LOOK_NO && !has_letters(form) ? looks[look].number : looks[look].letter,
              file);
}

static void print_cell(FILE *file, const struct report_page *page, const struct form *form,
                       const struct report_group *group) {
    char tip[REPORT_TIP_ROOM], link[REPORT_LINK_ROOM];
    bool linked = report_group_link(page->report, group, page->prefix, link) != NULL;
    int look = look_of(group);
    report_tip(page->report, group, tip);
    markup_print(file, "<td class=\"%s\" title=\"%s\">", looks[look].class, tip);
    if (linked)
        fprintf(file, "<a href=\"%s\">", link);
    print_words(file, page, form, group, look);
    fputs(linked ? "</a></td>" : "</td>", file);
}

/* --- the tables --- */

static void print_heads(FILE *file, const struct form *form, const struct cell *first,
                        const struct cell *columns, size_t shown, bool explained) {
    char title[2 * QUESTION_WORDS_ROOM], rest[QUESTION_WORDS_ROOM] = "";
    char room[QUESTION_VALUE_ROOM];
    const struct parameter *parameters = subject_form(form->subject)->parameters;
    if (first->column != NOWHERE)
        question_rest_words(first->question, first->row, first->column, rest);
    snprintf(title, sizeof title, "%s%s%s", form->title, *rest ? ", " : "", rest);
    markup_print(file, "<div>\n<h3>%s</h3>\n", title);
    if (!explained && *form->text)
        fprintf(file, "<p class=\"remark\">%s</p>\n", form->text);
    markup_print(file,
                 "<div class=\"wide cells\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"%s\"><table>\n<tr><th>%s",
                 title, key_column(parameters[first->row].key));
    if (first->column != NOWHERE)
        fprintf(file, ", %s", key_column(parameters[first->column].key));
    for (size_t i = 0; i < shown; i++) {
        fputs("</th><th>", file);
        if (first->column == NOWHERE)
            question_rest_words(columns[i].question, first->row, NOWHERE, rest);
        markup_text(file, first->column == NOWHERE
                              ? rest
                              : question_value(columns[i].question, first->column, room));
    }
    fputs("</th></tr>\n", file);
}

/* Returns where the next row begins. */
static const struct cell *print_row(FILE *file, const struct report_page *page,
                                    const struct form *form, const struct cell *at,
                                    const struct cell *end, const struct cell *columns,
                                    size_t shown) {
    const struct cell *first = at;
    char room[QUESTION_VALUE_ROOM], number[REPORT_NUMBER_ROOM];
    const char *value = question_value(first->question, first->row, room);
    bool text = subject_form(form->subject)->parameters[first->row].kind == PARAMETER_TEXT;
    markup_print(file, "<tr><th>%s</th>", text ? value : report_number(number, value));
    for (size_t i = 0; i < shown; i++)
        if (at < end && compare_at(first->question, at->question, first->row) == 0 &&
            compare_columns(at, &columns[i]) == 0)
            print_cell(file, page, form, &at++->group);
        else
            fputs("<td></td>", file);
    fputs("</tr>\n", file);
    while (at < end && compare_at(first->question, at->question, first->row) == 0)
        at++;
    return at;
}

static void print_table(FILE *file, const struct report_page *page, const struct form *form,
                        const struct cell *cells, size_t count, struct cell *columns,
                        bool explained) {
    const struct cell *at = cells, *end = cells + count;
    size_t found = find_columns(cells, count, columns);
    size_t most = cells->column == NOWHERE ? MOST_COLUMNS : MOST_VALUES;
    size_t shown = found < most ? found : most, rows = 0;
    print_heads(file, form, cells, columns, shown, explained);
    while (at < end && rows++ < MOST_ROWS)
        at = print_row(file, page, form, at, end, columns, shown);
    page_table_end(file);
    if (at < end)
        fprintf(file, "<p class=\"remark\">The first %d rows.</p>\n", MOST_ROWS);
    if (shown < found)
        fprintf(file, "<p class=\"remark\">The first %zu of %zu columns.</p>\n", shown, found);
    fputs("</div>\n", file);
}

static void print_form(FILE *file, const struct report_page *page, const struct form *form,
                       struct cell *cells, struct cell *room, bool *legend) {
    size_t count = gather(form, page->report, cells), end;
    int tables = 0;
    if (count && !*legend)
        print_legend(file, form);
    *legend = *legend || count;
    bool folded = form->section == SECTION_STREAM;
    if (count && folded)
        fprintf(file, "<details><summary>%s</summary>\n", form->title);
    if (count)
        fputs("<div class=\"pictures\">\n", file);
    for (size_t at = 0; at < count && tables < MOST_TABLES; at = end, tables++) {
        for (end = at + 1; end < count && compare_tables(&cells[at], &cells[end]) == 0;)
            end++;
        print_table(file, page, form, cells + at, end - at, room, at > 0);
        if (tables + 1 == MOST_TABLES && end < count)
            fprintf(file, "<p class=\"remark\">Only %d tables are here.</p>\n", MOST_TABLES);
    }
    fputs(count ? "</div>\n" : "", file);
    fputs(count && folded ? "</details>\n" : "", file);
}

enum status page_question_tables(FILE *file, const struct report_page *page,
                                 enum report_section section, struct failure *failure) {
    if (!page_has_tables(page->report, section))
        return STATUS_OK;
    FREED struct cell *cells = memory_new(page->report->count + 1, sizeof *cells);
    FREED struct cell *room = memory_new(page->report->count + 1, sizeof *room);
    bool legend = false;
    for (int i = 0; i < FORMS && cells && room; i++)
        if (forms[i].section == section)
            print_form(file, page, &forms[i], cells, room, &legend);
    return cells && room ? STATUS_OK : failure_memory(failure, "a table");
}
