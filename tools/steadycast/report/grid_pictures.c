/* SPDX-License-Identifier: MIT */
/* Which questions stand in which table: (L,t), numbers of processors over t, capacities of LogP
 * machines over t, least times of items. */
#include <limits.h>

#include "tools/steadycast/report/grid.h"

enum { MOST_TABLES = 12 };

enum status draw_spectrum(struct report_pictures *pictures, const struct report *report,
                          struct failure *failure) {
    struct grid grid = {.rows = "L", .columns = "t, depth of the broadcast tree: delay L+t"};
    enum status status = STATUS_OK;
    for (size_t at = 0; at < report->count && !status;) {
        struct report_group group = report_group_at(report, at);
        const struct campaign_case *asked = report_asked(report, &group);
        if (asked->question.subject == SUBJECT_DECIDE)
            status = grid_add(&grid,
                              (struct grid_cell){campaign_number(asked, KEY_LATENCY),
                                                 campaign_number(asked, KEY_DEPTH), group},
                              failure);
        at = group.end;
    }
    struct picture picture = {
        .name = "spectrum",
        .title = "Block-cyclic schedules for every pair (L,t) that was asked",
        .text = "A row for each latency L, a column for each t. F: there is a schedule with delay "
                "L+t for P(t) processors, I: there is none, ?: open; a number behind the letter: "
                "so many engines agree. A click leads to the certificate."};
    if (!status && grid.count)
        status = grid_draw(&grid, report, pictures, SECTION_SPECTRUM, &picture, failure);
    grid_clear(&grid);
    return status;
}

/* The class of schedules, as it is asked for: `periodic:3`. */
enum { CLASS_ROOM = QUESTION_VALUE_ROOM + 16 };
static void class_name(const struct campaign_case *asked, char text[CLASS_ROOM]) {
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(SUBJECT_SERVE, KEY_SCHEDULE);
    snprintf(text, CLASS_ROOM, "%s%s", question_value(&asked->question, place, room),
             campaign_number(asked, KEY_ROLES) == 1 ? ", roles kept" : "");
}

static bool same_numbers(const struct campaign_case *a, const struct campaign_case *b,
                         const enum key *keys, int count) {
    for (int i = 0; i < count; i++)
        if (campaign_number(a, keys[i]) != campaign_number(b, keys[i]))
            return false;
    return true;
}

static bool same_served(const struct campaign_case *a, const struct campaign_case *b) {
    return same_numbers(a, b, (enum key[]){KEY_LATENCY, KEY_SCHEDULE, KEY_ROLES}, 3);
}

static enum status draw_served_table(struct grid *grid, const struct campaign_case *asked,
                                     const struct report *report, struct report_pictures *pictures,
                                     struct failure *failure) {
    struct picture picture = {.text = "A row for each number N of processors, a column for each t. "
                                      "F: there is a schedule of this class, I: there is none, ?: "
                                      "open; a number behind the letter: so many engines agree."};
    char class[CLASS_ROOM];
    class_name(asked, class);
    snprintf(picture.name, sizeof picture.name, "serve-L%ld-%ld-%ld",
             campaign_number(asked, KEY_LATENCY), campaign_number(asked, KEY_SCHEDULE),
             campaign_number(asked, KEY_ROLES));
    snprintf(picture.title, sizeof picture.title, "N processors served, L = %ld, schedules: %s",
             campaign_number(asked, KEY_LATENCY), class);
    grid->rows = "N";
    grid->columns = "t: delay L+t";
    return grid_draw(grid, report, pictures, SECTION_SPECTRUM, &picture, failure);
}

static bool same_items(const struct campaign_case *a, const struct campaign_case *b) {
    return same_numbers(a, b, (enum key[]){KEY_LATENCY, KEY_PORTS, KEY_SENDS}, 3);
}

static enum status draw_items_table(struct grid *grid, const struct campaign_case *asked,
                                    const struct report *report, struct report_pictures *pictures,
                                    struct failure *failure) {
    struct picture picture = {
        .text = "A row for each number P of processors, the source included, a column for each "
                "number K of items. The number is the least time in steps; two numbers are an "
                "interval in which it lies, ? without a schedule."};
    long latency = campaign_number(asked, KEY_LATENCY), ports = campaign_number(asked, KEY_PORTS);
    bool single = campaign_number(asked, KEY_SENDS) == 1;
    snprintf(picture.name, sizeof picture.name, "items-L%ld-ports%ld%s", latency, ports,
             single ? "-single" : "");
    snprintf(picture.title, sizeof picture.title, "Least times for K items, L = %ld, %ld port%s%s",
             latency, ports, ports == 1 ? "" : "s",
             single ? ", each item sent once by the source" : "");
    grid->rows = "P";
    grid->columns = "K, items";
    grid->numbers = true;
    return grid_draw(grid, report, pictures, SECTION_ITEMS, &picture, failure);
}

/* --- on LogP machines --- */

/* Subjects without `sends` have the number 0 of it. */
static bool same_machine(const struct campaign_case *a, const struct campaign_case *b) {
    return same_numbers(
        a, b, (enum key[]){KEY_LATENCY, KEY_OVERHEAD, KEY_GAP, KEY_CAPACITY, KEY_SENDS}, 5);
}

/* The name of the picture, and its title behind `what`. */
static void name_machine(struct picture *picture, const char *name, const char *what,
                         const struct campaign_case *asked) {
    const struct logp_machine machine = question_machine(&asked->question).logp;
    const char *capacity = logp_capacity_names[campaign_number(asked, KEY_CAPACITY)];
    bool single = campaign_number(asked, KEY_SENDS) == 1;
    snprintf(picture->name, sizeof picture->name, "%s-L%d-o%d-g%d-%s%s", name, machine.latency,
             machine.overhead, machine.gap, capacity, single ? "-single" : "");
    snprintf(picture->title, sizeof picture->title, "%s, L = %d, o = %d, g = %d, capacity %s%s",
             what, machine.latency, machine.overhead, machine.gap, capacity,
             single ? ", each item sent once by the source" : "");
}

static enum status draw_capacity_table(struct grid *grid, const struct campaign_case *asked,
                                       const struct report *report,
                                       struct report_pictures *pictures, struct failure *failure) {
    struct picture picture = {
        .text = "A column for each t, in cycles. The number is the largest number of processors, "
                "without the source, to which a stream can be sent with delay L+2o+t; two numbers "
                "are an interval in which it lies."};
    name_machine(&picture, "stream-capacity", "Most processors of a stream", asked);
    grid->rows = "L";
    grid->columns = "t: delay L+2o+t";
    grid->numbers = true;
    return grid_draw(grid, report, pictures, SECTION_STREAM, &picture, failure);
}

static enum status draw_cycles_table(struct grid *grid, const struct campaign_case *asked,
                                     const struct report *report, struct report_pictures *pictures,
                                     struct failure *failure) {
    struct picture picture = {
        .text = "A row for each number P of processors, the source included, a column for each "
                "number K of items. The number is the least time in cycles; two numbers are an "
                "interval in which it lies, ? without a schedule."};
    name_machine(&picture, "logp-items", "Least times for K items", asked);
    grid->rows = "P";
    grid->columns = "K, items";
    grid->numbers = true;
    return grid_draw(grid, report, pictures, SECTION_ITEMS, &picture, failure);
}

/* The questions of one subject in tables: a new one where `same` says so. */
struct tables {
    enum subject subject;
    int machines; /* classes */
    enum report_section section;
    bool (*same)(const struct campaign_case *a, const struct campaign_case *b);
    struct grid_cell (*cell)(const struct campaign_case *asked);
    enum status (*draw)(struct grid *grid, const struct campaign_case *asked,
                        const struct report *report, struct report_pictures *pictures,
                        struct failure *failure);
};

static enum status end_table(const struct tables *tables, struct grid *grid, int number,
                             const struct report *report, struct report_pictures *pictures,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    if (grid->count && number < MOST_TABLES)
        status = tables->draw(grid, report_asked(report, &grid->cells[0].group), report, pictures,
                              failure);
    if (grid->count && number == MOST_TABLES)
        report_pictures_remark(pictures, tables->section, "Only %d tables are drawn.", MOST_TABLES);
    grid_clear(grid);
    return status;
}

static enum status draw_tables(const struct tables *tables, const struct report *report,
                               struct report_pictures *pictures, struct failure *failure) {
    struct grid grid = {0};
    enum status status = STATUS_OK;
    int number = 0, beyond = 0;
    for (size_t at = 0; at < report->count && !status;) {
        struct report_group group = report_group_at(report, at);
        const struct campaign_case *asked = report_asked(report, &group);
        at = group.end;
        if (asked->question.subject != tables->subject ||
            !(tables->machines & (int)question_machine_class(&asked->question)))
            continue;
        struct grid_cell cell = tables->cell(asked);
        if (cell.row == LONG_MAX) { /* and more: numbers that are not told apart */
            beyond++;
            continue;
        }
        if (grid.count && !tables->same(report_asked(report, &grid.cells[0].group), asked))
            status = end_table(tables, &grid, number++, report, pictures, failure);
        cell.group = group;
        if (!status)
            status = grid_add(&grid, cell, failure);
    }
    if (!status)
        status = end_table(tables, &grid, number, report, pictures, failure);
    if (beyond)
        report_pictures_remark(pictures, tables->section,
                               "%d questions about 2^63-1 processors and more are in the table of "
                               "all cases only.",
                               beyond);
    grid_clear(&grid);
    return status;
}

static struct grid_cell served_cell(const struct campaign_case *asked) {
    return (struct grid_cell){.row = campaign_number(asked, KEY_SERVED),
                              .column = (int)campaign_number(asked, KEY_DEPTH)};
}

static struct grid_cell items_cell(const struct campaign_case *asked) {
    return (struct grid_cell){.row = campaign_number(asked, KEY_PROCESSORS),
                              .column = campaign_number(asked, KEY_ITEMS)};
}

enum status draw_served(struct report_pictures *pictures, const struct report *report,
                        struct failure *failure) {
    static const struct tables tables = {SUBJECT_SERVE, MACHINE_POSTAL, SECTION_SPECTRUM,
                                         same_served,   served_cell,    draw_served_table};
    return draw_tables(&tables, report, pictures, failure);
}

enum status draw_items(struct report_pictures *pictures, const struct report *report,
                       struct failure *failure) {
    static const struct tables tables = {SUBJECT_BROADCAST, MACHINE_POSTAL | MACHINE_PORTS,
                                         SECTION_ITEMS,     same_items,
                                         items_cell,        draw_items_table};
    return draw_tables(&tables, report, pictures, failure);
}

static struct grid_cell capacity_cell(const struct campaign_case *asked) {
    return (struct grid_cell){.row = campaign_number(asked, KEY_LATENCY),
                              .column = campaign_number(asked, KEY_DEPTH)};
}

enum status draw_stream_capacities(struct report_pictures *pictures, const struct report *report,
                                   struct failure *failure) {
    static const struct tables tables = {SUBJECT_CAPACITY, MACHINE_LOGP,  SECTION_STREAM,
                                         same_machine,     capacity_cell, draw_capacity_table};
    return draw_tables(&tables, report, pictures, failure);
}

enum status draw_logp_items(struct report_pictures *pictures, const struct report *report,
                            struct failure *failure) {
    static const struct tables tables = {SUBJECT_BROADCAST, MACHINE_LOGP, SECTION_ITEMS,
                                         same_machine,      items_cell,   draw_cycles_table};
    return draw_tables(&tables, report, pictures, failure);
}
