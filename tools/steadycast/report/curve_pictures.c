/* SPDX-License-Identifier: MIT */
/* Numbers over numbers, with what bounds them: capacities over t, and least delays over the number
 * of processors, a series for each latency; delays of streams on LogP machines, a picture for each
 * machine and one of what they are above the bound, a series for each capacity. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/report/report.h"

enum {
    WIDTH = 650,
    HEIGHT = 460,
    LEFT = 60,
    RIGHT = 620,
    TOP = 96,
    STREAM_TOP = 76,
    BOTTOM = 400,
    TOGETHER = 6
};
enum { MOST_PICTURES = 24, MOST_DEPTH = 5000 };

static const struct look {
    enum subject subject;
    enum machine_class machines;
    enum key across;
    enum report_section section;
    const char *name, *title, *text, *x, *y, *bound;
} looks[CURVES] = {
    {SUBJECT_CAPACITY, MACHINE_POSTAL, KEY_DEPTH, SECTION_CAPACITY, "capacities",
     "Capacities over t",
     "Each mark is the largest number of processors that an endless stream can be served to with "
     "delay L+t; the broken lines are P(t), which no schedule exceeds. The scale of processors is "
     "logarithmic.",
     "t: delay L+t", "processors, without the source",
     "P(t), the size of the broadcast tree, for each L"},
    {SUBJECT_DELAY, MACHINE_POSTAL, KEY_PROCESSORS, SECTION_DELAY, "delays",
     "Least delays over the number of processors",
     "Each mark is the least delay, in steps, of an endless stream to P processors, the source "
     "included; the broken lines are the bound of the broadcast tree. The scale of processors is "
     "logarithmic.",
     "P, processors with the source", "delay, steps",
     "the bound L + B(P-1) of the broadcast tree, for each L"},
#define STREAM_TEXT                                                                                \
    ", in cycles, of an endless stream with an item in max(g,2o) cycles to P processors, the "     \
    "source included: rounded up to whole steps, and by the best schedule that is known under "    \
    "each capacity. The broken line is what no stream has less than. A mark stands for all "       \
    "capacities from its own on that have the same delay. The scale of processors is logarithmic."
    {SUBJECT_DELAY, MACHINE_LOGP, KEY_PROCESSORS, SECTION_STREAM, "stream", "Delays of streams",
     "Delay" STREAM_TEXT, "P, processors with the source", "delay, cycles", "no stream has less"},
    {SUBJECT_DELAY, MACHINE_LOGP, KEY_PROCESSORS, SECTION_STREAM, "stream-above",
     "Streams above the bound", "Delay above the bound" STREAM_TEXT,
     "P, processors with the source", "cycles above the bound", "no stream has less"}};

/* Series of streams: in whole steps (Theorem F), which any capacity takes, then the best one under
 * each capacity, in the order of enum logp_capacity. */
enum { STREAM_ROUNDING, STREAM_FULL, STREAM_SERIES = STREAM_FULL + CAPACITY_NONE + 1 };
static const char *const stream_names[STREAM_SERIES] = {"whole steps (Theorem F)", "capacity full",
                                                        "flight", "none"};

struct point {
    const struct question *question; /* borrowed, as all numbers are */
    struct report_group group;
    double x;
    int series;
    const char *low, *high; /* NULL: not known; of streams high only */
    const char *bound;      /* of streams: no one to so many processors has less */
    bool hidden;            /* a stricter capacity has the same delay */
};

/* What stands in one picture. */
struct curves {
    int kind;
    int count; /* of series */
    int latencies[TOGETHER];
    struct logp_machine machine;
    size_t point_count;
    struct point *points; /* owned; room for all */
    struct chart chart;
};

static bool is_stream(const struct curves *curves) {
    return looks[curves->kind].machines == MACHINE_LOGP;
}

static bool is_of(const struct curves *curves, const struct question *question) {
    const struct look *look = &looks[curves->kind];
    return question->subject == look->subject && question_machine_class(question) == look->machines;
}

/* --- the points --- */

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

static void add_point(struct curves *curves, const struct report *report,
                      const struct report_group *group, int series) {
    const struct question *question = &report_asked(report, group)->question;
    char room[QUESTION_VALUE_ROOM];
    enum key key = looks[curves->kind].across;
    const char *value = question_value(question, subject_place(question->subject, key), room);
    struct point point = {
        question,     *group,       key == KEY_DEPTH ? strtod(value, NULL) : decimal_log(value),
        series,       group->lower, group->upper,
        group->lower, false};
    if (is_stream(curves)) {
        point.low = NULL;
        point.series = STREAM_FULL + (int)question_number(question, KEY_CAPACITY);
        curves->points[curves->point_count++] = point;
        point.series = STREAM_ROUNDING;
        point.high = rounding_of(report, group);
        point.bound = NULL;
    }
    if (point.high || point.low)
        curves->points[curves->point_count++] = point;
}

/* Does a question stand in this picture? Then its latency, or its machine, has a series. */
static bool takes(struct curves *curves, const struct question *question) {
    int latency = (int)question_number(question, KEY_LATENCY);
    if (is_stream(curves)) {
        const struct logp_machine machine = question_machine(question).logp;
        if (!curves->count) {
            curves->machine = machine;
            curves->count = STREAM_SERIES;
        }
        return machine.latency == curves->machine.latency &&
               machine.overhead == curves->machine.overhead && machine.gap == curves->machine.gap;
    }
    if (curves->count && curves->latencies[curves->count - 1] == latency)
        return true;
    if (curves->count == TOGETHER)
        return false;
    curves->latencies[curves->count++] = latency;
    return true;
}

static int by_place(const void *left, const void *right) {
    const struct point *a = left, *b = right;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->series - b->series;
}

/* Of streams to so many processors: the bound is that under the weakest capacity asked. */
static void finish_row(struct point *row, size_t count) {
    const char *bound = NULL;
    for (size_t i = 0; i < count; i++)
        bound = row[i].bound ? row[i].bound : bound;
    for (size_t i = 0; i < count; i++) {
        row[i].bound = bound;
        for (size_t j = 0; j < i && row[i].high; j++)
            if (row[j].series >= STREAM_FULL && row[j].high &&
                report_compare_decimals(row[i].high, row[j].high) == 0)
                row[i].hidden = true;
        if (i && row[i].series == row[i - 1].series) /* asked under several capacities */
            row[i].high = NULL;
    }
}

/* The next picture's from *at on; leaves *at behind them. False: there are no more. */
static bool gather(struct curves *curves, const struct report *report, size_t *at) {
    curves->count = 0;
    curves->point_count = 0;
    for (struct report_group group; *at < report->count; *at = group.end) {
        group = report_group_at(report, *at);
        const struct question *question = &report_asked(report, &group)->question;
        if (!is_of(curves, question))
            continue;
        if (!takes(curves, question))
            break;
        add_point(curves, report, &group, curves->count - 1);
    }
    if (is_stream(curves)) {
        qsort(curves->points, curves->point_count, sizeof *curves->points, by_place);
        for (size_t i = 0, end; i < curves->point_count; i = end) {
            for (end = i;
                 end < curves->point_count && curves->points[end].x == curves->points[i].x;)
                end++;
            finish_row(curves->points + i, end - i);
        }
    }
    return curves->count > 0;
}

/* Where a number of a point stands; false: it has none. */
static bool find_height(const struct curves *curves, const struct point *point, const char *number,
                        double *height) {
    if (!number || (curves->kind == CURVE_ABOVE && !point->bound))
        return false;
    *height = curves->kind == CURVE_CAPACITY ? decimal_log(number) : strtod(number, NULL);
    if (curves->kind == CURVE_ABOVE)
        *height -= strtod(point->bound, NULL);
    return true;
}

/* --- the bounds --- */

/* P(t) over t; or over P the bound L + B(P-1) as stairs, which rise at P = P(t-1) + 2. */
static enum status draw_bound(const struct curves *curves, int latency, struct failure *failure) {
    CLEANUP(sequence_clear) struct sequence f = {0};
    const struct axis *x = &curves->chart.x, *y = &curves->chart.y;
    bool stairs = curves->kind == CURVE_DELAY, begun = false;
    double before = stairs ? 0 : -1, across = 0, upward = 0;
    TRY(sequence_init(&f, latency, failure));
    picture_path(curves->chart.file);
    for (int t = 0; before < x->last && upward <= y->last && t <= MOST_DEPTH;
         t++, sequence_next(&f), before = across) {
        across = stairs ? log10(mpz_get_d(sequence_value(&f)) + 2) : t;
        upward = stairs ? latency + t : number_log(sequence_value(&f));
        if (across < x->first || upward < y->first || upward > y->last ||
            (!stairs && across > x->last))
            continue;
        fprintf(curves->chart.file, "%c%.1f %.1f", begun ? 'L' : 'M',
                axis_place(x, stairs ? fmax(before, x->first) : across), axis_place(y, upward));
        if (stairs)
            fprintf(curves->chart.file, "H%.1f", axis_place(x, fmin(across, x->last)));
        begun = true;
    }
    fputs(begun ? "" : "M0 0", curves->chart.file);
    picture_path_end(curves->chart.file, "bound");
    return STATUS_OK;
}

/* Through all points of a series of streams; STREAM_SERIES: the bound. */
static void draw_line(const struct curves *curves, int series) {
    const struct chart *chart = &curves->chart;
    char class[32];
    double height;
    bool begun = false;
    snprintf(class, sizeof class, series == STREAM_SERIES ? "bound" : "s%d line", series);
    picture_path(chart->file);
    for (size_t i = 0; i < curves->point_count; i++) {
        const struct point *at = &curves->points[i];
        bool bound = series == STREAM_SERIES && (i == 0 || at->x != at[-1].x);
        if ((bound || at->series == series) &&
            find_height(curves, at, bound ? at->bound : at->high, &height)) {
            fprintf(chart->file, "%c%.1f %.1f", begun ? 'L' : 'M', axis_place(&chart->x, at->x),
                    axis_place(&chart->y, height));
            begun = true;
        }
    }
    fputs(begun ? "" : "M0 0", chart->file);
    picture_path_end(chart->file, class);
}

static enum status draw_lines(const struct curves *curves, struct failure *failure) {
    for (int i = 0; i < curves->count && !is_stream(curves); i++)
        TRY(draw_bound(curves, curves->latencies[i], failure));
    for (int series = 0; series <= STREAM_SERIES && is_stream(curves); series++)
        draw_line(curves, series);
    return STATUS_OK;
}

/* --- the marks --- */

/* An interval: a line with ends; without an upper end an arrow. */
static void draw_interval(FILE *file, double x, double low, double high, bool open, int series) {
    char class[32];
    snprintf(class, sizeof class, "s%d line", series);
    picture_path(file);
    fprintf(file, "M%.1f %.1fh8M%.1f %.1fV%.1f%s", x - 4, low, x, low, high,
            open ? "m-4 6l4 -6l4 6" : "m-4 0h8");
    picture_path_end(file, class);
}

/* The certificates behind a mark of Theorem F are those of the capacity under which it was asked:
 * it has no tip of its own. */
static void draw_point(const struct curves *curves, const struct report *report,
                       const struct point *point, const char *prefix) {
    char tip[REPORT_TIP_ROOM], address[REPORT_LINK_ROOM];
    const struct axis *axis = &curves->chart.y;
    FILE *file = curves->chart.file;
    double low = axis->first, high = axis->last, x = axis_place(&curves->chart.x, point->x);
    bool plain = is_stream(curves) && point->series == STREAM_ROUNDING;
    bool there = find_height(curves, point, point->high, &high);
    if (point->hidden || (is_stream(curves) && !there))
        return;
    find_height(curves, point, point->low, &low);
    const char *link = report_group_link(report, &point->group, prefix, address);
    report_tip(report, &point->group, tip);
    if (!plain)
        picture_tip(file, link, "%s", tip);
    if (is_stream(curves) ||
        (point->low && point->high && report_compare_decimals(point->low, point->high) == 0))
        picture_mark(file, x, axis_place(axis, high), point->series);
    else
        draw_interval(file, x, axis_place(axis, low), axis_place(axis, high), !point->high,
                      point->series);
    if (!plain)
        picture_tip_end(file, link);
}

/* Series upon series; of those that are settled and fall on the same place only the first. */
static void draw_points(const struct curves *curves, const struct report *report,
                        const char *prefix) {
    for (int series = 0; series < curves->count; series++) {
        int place = -1;
        for (size_t i = 0; i < curves->point_count; i++) {
            const struct point *at = &curves->points[i];
            int here = (int)(axis_place(&curves->chart.x, at->x) / 2);
            if (at->series != series || (here == place && at->group.settled &&
                                         !at->group.contradiction && !is_stream(curves)))
                continue;
            place = here;
            draw_point(curves, report, at, prefix);
        }
    }
}

/* --- the pictures --- */

static void draw_legend(const struct curves *curves) {
    char texts[TOGETHER][32];
    const char *names[TOGETHER];
    FILE *file = curves->chart.file;
    for (int i = 0; i < curves->count; i++) {
        snprintf(texts[i], sizeof texts[i], "L = %d", curves->latencies[i]);
        names[i] = is_stream(curves) ? stream_names[i] : texts[i];
    }
    chart_legend(file, 20, 11, WIDTH - 40, names, curves->count);
    picture_line(file, 20, 40, 52, 40, "bound");
    picture_label(file, 58, 44, "", "%s", looks[curves->kind].bound);
    if (is_stream(curves))
        return;
    draw_interval(file, 424, 33, 47, false, 0);
    picture_label(file, 434, 44, "", "an interval, still open");
}

static struct picture picture_of(const struct curves *curves, int number) {
    struct picture picture = {0};
    const struct look *look = &looks[curves->kind];
    const struct logp_machine *machine = &curves->machine;
    char last[32] = "";
    snprintf(picture.text, sizeof picture.text, "%s", look->text);
    if (is_stream(curves)) {
        snprintf(picture.name, sizeof picture.name, "%s-L%d-o%d-g%d", look->name, machine->latency,
                 machine->overhead, machine->gap);
        snprintf(picture.title, sizeof picture.title, "%s, LogP machine L = %d, o = %d, g = %d",
                 look->title, machine->latency, machine->overhead, machine->gap);
        return picture;
    }
    if (curves->count > 1)
        snprintf(last, sizeof last, "..%d", curves->latencies[curves->count - 1]);
    snprintf(picture.name, sizeof picture.name, "%s-%d", look->name, number);
    snprintf(picture.title, sizeof picture.title, "%s, L = %d%s", look->title, curves->latencies[0],
             last);
    return picture;
}

static void set_axes(struct curves *curves) {
    const struct look *look = &looks[curves->kind];
    struct axis *x = &curves->chart.x, *y = &curves->chart.y;
    double height;
    *x = (struct axis){look->across != KEY_DEPTH, 1, 0, LEFT, RIGHT, look->x, NULL};
    *y = (struct axis){curves->kind == CURVE_CAPACITY,       1,       0,   BOTTOM,
                       is_stream(curves) ? STREAM_TOP : TOP, look->y, NULL};
    for (size_t i = 0; i < curves->point_count; i++) {
        const struct point *at = &curves->points[i];
        const char *const numbers[] = {at->low, at->high, is_stream(curves) ? at->bound : NULL};
        for (int j = 0; j < 3; j++)
            if (find_height(curves, at, numbers[j], &height)) {
                axis_include(x, at->x);
                axis_include(y, height);
            }
    }
}

static enum status draw_one(struct curves *curves, const struct report *report, int number,
                            struct report_pictures *pictures, struct failure *failure) {
    CLEANUP(picture_clear) struct picture picture = picture_of(curves, number);
    set_axes(curves);
    /* nothing is answered, or nothing is above */
    if (is_stream(curves) && (curves->chart.x.first > curves->chart.x.last ||
                              (curves->kind == CURVE_ABOVE && curves->chart.y.last <= 0)))
        return STATUS_OK;
    TRY(picture_begin(&picture, failure));
    curves->chart.file = picture.file;
    axis_round(&curves->chart.x);
    axis_round(&curves->chart.y);
    chart_frame(&curves->chart);
    draw_legend(curves);
    TRY(draw_lines(curves, failure));
    draw_points(curves, report, pictures->prefix);
    TRY(picture_end(&picture, WIDTH, HEIGHT, failure));
    return report_pictures_add(pictures, looks[curves->kind].section, &picture, failure);
}

static void curves_clear(struct curves *curves) {
    free(curves->points);
}

static enum status curves_init(struct curves *curves, const struct report *report, int kind,
                               struct failure *failure) {
    *curves = (struct curves){.kind = kind,
                              .points = memory_new(2 * report->count + 1, sizeof *curves->points)};
    return curves->points ? STATUS_OK : failure_memory(failure, "a picture");
}

enum status draw_curves(struct report_pictures *pictures, const struct report *report, int kind,
                        struct failure *failure) {
    CLEANUP(curves_clear) struct curves curves = {0};
    TRY(curves_init(&curves, report, kind, failure));
    int number = 0;
    for (size_t at = 0; gather(&curves, report, &at);) {
        if (number++ == (kind < CURVE_STREAM ? MOST_PICTURES / TOGETHER : MOST_PICTURES)) {
            report_pictures_remark(pictures, looks[kind].section, "The first %d %s are drawn.",
                                   MOST_PICTURES, kind < CURVE_STREAM ? "latencies" : "machines");
            break;
        }
        TRY(draw_one(&curves, report, number, pictures, failure));
        for (curves.kind = kind + 1; curves.kind == CURVE_ABOVE; curves.kind++)
            TRY(draw_one(&curves, report, number, pictures, failure));
        curves.kind = kind;
    }
    return STATUS_OK;
}

/* --- how far streams are from the bound --- */

static void print_distance(FILE *file, const struct curves *curves, int series) {
    static const char *const names[STREAM_SERIES] = {"in whole steps", "capacity full",
                                                     "capacity flight", "capacity none"};
    int numbers = 0, settled = 0;
    double sum = 0, most = 0;
    for (size_t i = 0; i < curves->point_count; i++) {
        const struct point *at = &curves->points[i];
        if (at->series != series || !at->high || !at->bound)
            continue;
        double above = strtod(at->high, NULL) - strtod(at->bound, NULL);
        numbers++;
        settled += above == 0;
        sum += above;
        most = above > most ? above : most;
    }
    if (numbers)
        fprintf(file,
                "<tr><td>%d, %d, %d</td><td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                "<td class=\"n\">%.2f</td><td class=\"n\">%.0f</td></tr>\n",
                curves->machine.latency, curves->machine.overhead, curves->machine.gap,
                names[series], numbers, settled, sum / numbers, most);
}

enum status page_stream_distances(FILE *file, const struct report *report,
                                  struct failure *failure) {
    CLEANUP(curves_clear) struct curves curves = {0};
    bool begun = false;
    TRY(curves_init(&curves, report, CURVE_STREAM, failure));
    for (size_t at = 0; gather(&curves, report, &at); begun = true) {
        if (!begun) {
            fputs("<p>How many cycles the delays are above the bound, whatever the capacity; where "
                  "both meet, the delay is the least one, and settled.</p>\n",
                  file);
            page_table(file, "distance of streams from the bound",
                       "L, o, g|delays|numbers P|settled|above the bound, mean|at most");
        }
        for (int series = 0; series < STREAM_SERIES; series++)
            print_distance(file, &curves, series);
    }
    if (begun)
        page_table_end(file);
    return STATUS_OK;
}
