/* SPDX-License-Identifier: MIT */
/* Streams on LogP machines: pictures for each machine, of the delay over the number of processors
 * and of what it is above the bound; tables of how far it is from the bound, and of all delays. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/model/logp_machine.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"
#include "tools/steadycast/report/report_page.h"

/* --- rows: what engines say for a number of processors under each capacity, side by side --- */

enum { STREAM_CAPACITIES = CAPACITY_NONE + 1 };

struct stream_row {
    const struct question *question; /* one with these processors; borrowed, as all that follows */
    bool there[STREAM_CAPACITIES];   /* asked under this capacity */
    struct report_group groups[STREAM_CAPACITIES];
    const char *rounding; /* the delay in whole steps, which any capacity takes; NULL: not asked */
    const char *lower;    /* no stream has less, under the weakest capacity that was asked; NULL */
};

/* What a row has a delay of: in whole steps, the least one under each capacity, in the order of
 * enum logp_capacity, and the bound. Pictures draw them in this order, each over those before. */
enum stream_curve {
    STREAM_ROUNDING,
    STREAM_FULL,
    STREAM_FLIGHT,
    STREAM_NONE,
    STREAM_BOUND,
    STREAM_CURVES
};

/* The questions of one machine stand side by side in a report, those of one capacity among them by
 * processors. */
struct stream_rows {
    const struct report *report;
    struct logp_machine machine;
    size_t next[STREAM_CAPACITIES]; /* of by_question */
    size_t end[STREAM_CAPACITIES];
};

static const struct question *question_at(const struct report *report, size_t at) {
    return &report->campaign.cases[report->by_question[at]].question;
}

static bool is_stream(const struct question *question) {
    return question->subject == SUBJECT_DELAY && question_machine_class(question) == MACHINE_LOGP;
}

static bool is_of(const struct question *question, const struct logp_machine *machine) {
    return is_stream(question) && question_number(question, KEY_LATENCY) == machine->latency &&
           question_number(question, KEY_OVERHEAD) == machine->overhead &&
           question_number(question, KEY_GAP) == machine->gap;
}

/* The next machine from by_question[*at] on; *at is then behind it. False: there is none. */
static bool stream_rows_open(struct stream_rows *rows, const struct report *report, size_t *at) {
    while (*at < report->count && !is_stream(question_at(report, *at)))
        ++*at;
    if (*at == report->count)
        return false;
    const struct question *first = question_at(report, *at);
    *rows = (struct stream_rows){.report = report, .machine = question_machine(first).logp};
    for (int capacity = 0; capacity < STREAM_CAPACITIES; capacity++) {
        rows->next[capacity] = *at;
        while (*at < report->count && is_of(question_at(report, *at), &rows->machine) &&
               question_number(question_at(report, *at), KEY_CAPACITY) == capacity)
            ++*at;
        rows->end[capacity] = *at;
    }
    return true;
}

static int compare_processors(const struct question *a, const struct question *b) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    question_big(a, KEY_PROCESSORS, x);
    question_big(b, KEY_PROCESSORS, y);
    int order = mpz_cmp(x, y);
    mpz_clears(x, y, NULL);
    return order;
}

/* What the engine of Theorem F says, if it was asked. */
static const char *rounding_of(const struct report *report, const struct report_group *group) {
    for (size_t i = group->first; i < group->end; i++) {
        size_t number = report->by_question[i];
        const struct case_result *result = report_result(report, number);
        if (result && strcmp(report->campaign.cases[number].engine->name, "rounding") == 0)
            return result->upper;
    }
    return NULL;
}

static void add_group(struct stream_rows *rows, int capacity, struct stream_row *row) {
    struct report_group group = report_group_at(rows->report, rows->next[capacity]);
    const char *rounding = rounding_of(rows->report, &group);
    row->groups[capacity] = group;
    row->there[capacity] = true;
    row->rounding = rounding ? rounding : row->rounding;
    row->lower = group.lower ? group.lower : row->lower;
    rows->next[capacity] = group.end;
}

/* Its rows, by processors, one after the other. False behind the last. */
static bool stream_rows_next(struct stream_rows *rows, struct stream_row *row) {
    *row = (struct stream_row){.question = NULL};
    for (int i = 0; i < STREAM_CAPACITIES; i++) {
        if (rows->next[i] == rows->end[i])
            continue;
        const struct question *question = question_at(rows->report, rows->next[i]);
        if (!row->question || compare_processors(question, row->question) < 0)
            row->question = question;
    }
    for (int i = 0; i < STREAM_CAPACITIES && row->question; i++)
        if (rows->next[i] < rows->end[i] &&
            compare_processors(question_at(rows->report, rows->next[i]), row->question) == 0)
            add_group(rows, i, row);
    return row->question != NULL;
}

/* NULL: nothing; borrowed. */
static const char *stream_row_value(const struct stream_row *row, enum stream_curve curve) {
    if (curve == STREAM_ROUNDING || curve == STREAM_BOUND)
        return curve == STREAM_BOUND ? row->lower : row->rounding;
    int capacity = curve - STREAM_FULL;
    return row->there[capacity] ? row->groups[capacity].upper : NULL;
}

/* --- pictures --- */

enum { WIDTH = 650, HEIGHT = 460, LEFT = 60, RIGHT = 620, TOP = 76, BOTTOM = 400 };
enum { MOST_MACHINES = 24 };

static double across(const struct stream_row *row) {
    long exponent;
    mpz_t processors;
    mpz_init(processors);
    question_big(row->question, KEY_PROCESSORS, processors);
    double mantissa = mpz_get_d_2exp(&exponent, processors);
    mpz_clear(processors);
    return log10(mantissa) + (double)exponent * log10(2);
}

/* Marks that would hide the one below them are left out: a capacity's where a stricter one has the
 * same delay. */
static bool is_hidden(const struct stream_row *row, int curve) {
    const char *value = stream_row_value(row, curve);
    for (int other = STREAM_FULL; other < curve; other++) {
        const char *delay = stream_row_value(row, other);
        if (delay && report_compare_decimals(delay, value) == 0)
            return true;
    }
    return false;
}

/* One picture: the delays themselves, or what they are above the bound. */
struct drawing {
    struct chart chart;
    struct stream_rows rows;
    bool above;
};

/* Where a curve stands in a row; false: nowhere. */
static bool find_height(const struct drawing *drawing, const struct stream_row *row, int curve,
                        double *height) {
    const char *value = stream_row_value(row, curve);
    if (!value || (drawing->above && !row->lower))
        return false;
    *height = strtod(value, NULL) - (drawing->above ? strtod(row->lower, NULL) : 0);
    return true;
}

static void include(struct drawing *drawing) {
    struct stream_rows rows = drawing->rows;
    double height;
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        for (int curve = 0; curve < STREAM_CURVES; curve++)
            if (find_height(drawing, &row, curve, &height)) {
                axis_include(&drawing->chart.x, across(&row));
                axis_include(&drawing->chart.y, height);
            }
}

static void draw_line(const struct drawing *drawing, int curve) {
    const struct chart *chart = &drawing->chart;
    struct stream_rows rows = drawing->rows;
    char class[32];
    double height;
    bool begun = false;
    snprintf(class, sizeof class, curve == STREAM_BOUND ? "bound" : "s%d line", curve);
    picture_path(chart->file);
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        if (find_height(drawing, &row, curve, &height)) {
            fprintf(chart->file, "%c%.1f %.1f", begun ? 'L' : 'M',
                    axis_place(&chart->x, across(&row)), axis_place(&chart->y, height));
            begun = true;
        }
    fputs(begun ? "" : "M0 0", chart->file);
    picture_path_end(chart->file, class);
}

/* The certificates behind a mark of Theorem F are those of the capacity under which it was asked:
 * it has no tip of its own. */
static void draw_mark(const struct drawing *drawing, const struct stream_row *row, int curve,
                      double height, const char *prefix) {
    char tip[REPORT_TIP_ROOM], address[REPORT_LINK_ROOM];
    FILE *file = drawing->chart.file;
    double x = axis_place(&drawing->chart.x, across(row));
    double y = axis_place(&drawing->chart.y, height);
    if (curve == STREAM_ROUNDING) {
        picture_mark(file, x, y, curve);
        return;
    }
    const struct report_group *group = &row->groups[curve - STREAM_FULL];
    const char *link = report_group_link(drawing->rows.report, group, prefix, address);
    report_tip(drawing->rows.report, group, tip);
    picture_tip(file, link, "%s", tip);
    picture_mark(file, x, y, curve);
    picture_tip_end(file, link);
}

static void draw_marks(const struct drawing *drawing, int curve, const char *prefix) {
    struct stream_rows rows = drawing->rows;
    double height;
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        if (find_height(drawing, &row, curve, &height) && !is_hidden(&row, curve))
            draw_mark(drawing, &row, curve, height, prefix);
}

static void draw_legend(FILE *file) {
    static const char *const names[] = {"whole steps (Theorem F)", "capacity full", "flight",
                                        "none"};
    chart_legend(file, 20, 11, WIDTH - 40, names, STREAM_BOUND);
    picture_line(file, 20, 40, 52, 40, "bound");
    picture_label(file, 58, 44, "", "no stream has less");
}

static struct picture picture_of(const struct logp_machine *machine, bool above) {
    struct picture picture = {0};
    snprintf(picture.name, sizeof picture.name, "stream-%sL%d-o%d-g%d", above ? "above-" : "",
             machine->latency, machine->overhead, machine->gap);
    snprintf(picture.title, sizeof picture.title, "%s, LogP machine L = %d, o = %d, g = %d",
             above ? "Streams above the bound" : "Delays of streams", machine->latency,
             machine->overhead, machine->gap);
    snprintf(
        picture.text, sizeof picture.text,
        "%s, in cycles, of an endless stream with an item in max(g,2o) cycles to P processors, "
        "the source included: rounded up to whole steps, and by the best schedule that is "
        "known under each capacity. The broken line is what no stream has less than. A mark "
        "stands for all capacities from its own on that have the same delay. The scale of "
        "processors is logarithmic.",
        above ? "Delay above the bound" : "Delay");
    return picture;
}

static enum status draw_machine(struct report_pictures *pictures, const struct stream_rows *rows,
                                bool above, struct failure *failure) {
    struct picture picture = picture_of(&rows->machine, above);
    struct drawing drawing = {
        .chart = {.x = {true, 1, 0, LEFT, RIGHT, "P, processors with the source"},
                  .y = {false, 1, 0, BOTTOM, TOP,
                        above ? "cycles above the bound" : "delay, cycles"}},
        .rows = *rows,
        .above = above};
    const struct chart *chart = &drawing.chart;
    include(&drawing);
    /* nothing is answered, or nothing is above */
    if (chart->x.first > chart->x.last || (above && chart->y.last <= 0))
        return STATUS_OK;
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    drawing.chart.file = picture.file;
    axis_round(&drawing.chart.x);
    axis_round(&drawing.chart.y);
    chart_frame(chart);
    draw_legend(picture.file);
    for (int curve = 0; curve < STREAM_CURVES; curve++)
        draw_line(&drawing, curve);
    for (int curve = 0; curve < STREAM_BOUND; curve++)
        draw_marks(&drawing, curve, pictures->prefix);
    status = picture_end(&picture, WIDTH, HEIGHT, failure);
    return status ? status : report_pictures_add(pictures, SECTION_STREAM, &picture, failure);
}

enum status draw_streams(struct report_pictures *pictures, const struct report *report,
                         struct failure *failure) {
    struct stream_rows rows;
    enum status status = STATUS_OK;
    int machines = 0;
    for (size_t at = 0; !status && stream_rows_open(&rows, report, &at);) {
        if (machines++ == MOST_MACHINES) {
            report_pictures_remark(pictures, SECTION_STREAM, "The first %d machines are drawn.",
                                   MOST_MACHINES);
            break;
        }
        for (int above = 0; above < 2 && !status; above++)
            status = draw_machine(pictures, &rows, above == 1, failure);
    }
    return status;
}

static void print_machine(FILE *file, const struct stream_rows *rows) {
    fprintf(file, "<tr><td>%d, %d, %d</td>", rows->machine.latency, rows->machine.overhead,
            rows->machine.gap);
}

/* --- a table of how far from the bound --- */

struct distance {
    int numbers, settled; /* of processors */
    double sum, most;     /* cycles above the bound */
};

static struct distance distance_of(struct stream_rows rows, enum stream_curve curve) {
    struct distance distance = {.numbers = 0};
    for (struct stream_row row; stream_rows_next(&rows, &row);) {
        const char *value = stream_row_value(&row, curve);
        if (!value || !row.lower)
            continue;
        double above = strtod(value, NULL) - strtod(row.lower, NULL);
        distance.numbers++;
        distance.settled += above == 0;
        distance.sum += above;
        distance.most = above > distance.most ? above : distance.most;
    }
    return distance;
}

static void print_distances(FILE *file, const struct stream_rows *rows) {
    static const char *const names[] = {
        [STREAM_ROUNDING] = "in whole steps",
        [STREAM_FULL] = "capacity full",
        [STREAM_FLIGHT] = "capacity flight",
        [STREAM_NONE] = "capacity none",
    };
    for (enum stream_curve curve = STREAM_ROUNDING; curve < STREAM_BOUND; curve++) {
        const struct distance distance = distance_of(*rows, curve);
        if (distance.numbers == 0)
            continue;
        print_machine(file, rows);
        fprintf(file,
                "<td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%.2f"
                "</td><td class=\"n\">%.0f</td></tr>\n",
                names[curve], distance.numbers, distance.settled, distance.sum / distance.numbers,
                distance.most);
    }
}

static void print_summary(FILE *file, const struct report *report) {
    struct stream_rows rows;
    fputs("<p>How many cycles the delays are above the bound, whatever the capacity; where both "
          "meet, the delay is the least one, and settled.</p>\n",
          file);
    page_table(file, "distance of streams from the bound",
               "L, o, g|delays|numbers P|settled|above the bound, mean|at most");
    for (size_t at = 0; stream_rows_open(&rows, report, &at);)
        print_distances(file, &rows);
    page_table_end(file);
}

/* --- a table of all of them --- */

static void print_cell(FILE *file, const char *value, bool least) {
    char text[REPORT_NUMBER_ROOM];
    fprintf(file, "<td class=\"n\">%s", least ? "<b>" : "");
    if (value)
        markup_text(file, report_number(text, value));
    fprintf(file, "%s</td>", least ? "</b>" : "");
}

static void print_row(FILE *file, const struct stream_rows *rows, const struct stream_row *row) {
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(SUBJECT_DELAY, KEY_PROCESSORS);
    print_machine(file, rows);
    print_cell(file, question_value(row->question, place, room), false);
    for (enum stream_curve curve = STREAM_ROUNDING; curve < STREAM_CURVES; curve++) {
        const char *value = stream_row_value(row, curve);
        bool least = curve != STREAM_BOUND && value && row->lower && strcmp(value, row->lower) == 0;
        print_cell(file, value, least);
    }
    fputs("</tr>\n", file);
}

void page_stream_tables(FILE *file, const struct report *report) {
    struct stream_rows rows;
    size_t printed = 0;
    if (!stream_rows_open(&rows, report, &(size_t){0}))
        return;
    print_summary(file, report);
    fputs("<details><summary>Table of all delays</summary>\n<p>In cycles. Bold numbers are least "
          "delays: no stream has less.</p>\n",
          file);
    page_table(file, "delays of streams",
               "L, o, g|P|whole steps|capacity full|flight|none|no less than");
    for (size_t at = 0; stream_rows_open(&rows, report, &at);)
        for (struct stream_row row; stream_rows_next(&rows, &row);)
            if (printed < REPORT_MOST_ROWS) {
                print_row(file, &rows, &row);
                printed++;
            }
    page_table_end(file);
    if (printed == REPORT_MOST_ROWS)
        fprintf(file, "<p class=\"remark\">The first %zu rows.</p>\n", printed);
    fputs("</details>\n", file);
}
