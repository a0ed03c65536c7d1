/* SPDX-License-Identifier: MIT */
/* Capacities over t, and least delays over the number of processors, with what bounds them. */
#include <math.h>
#include <stdlib.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/report/report_picture.h"

enum { WIDTH = 650, HEIGHT = 460, LEFT = 60, RIGHT = 620, TOP = 96, BOTTOM = 400, TOGETHER = 6 };
enum { MOST_CURVES = 24, MOST_DEPTH = 5000 };

/* Latencies of one picture, each a series, and where its questions are. */
struct curves {
    enum subject subject;
    int count;
    int latencies[TOGETHER];
    size_t first; /* of by_question */
    size_t end;
    struct chart chart;
};

static bool on_curve(const struct report *report, const struct report_group *group,
                     const struct curves *curves) {
    const struct question *question = &report_asked(report, group)->question;
    return question->subject == curves->subject &&
           question_machine_class(question) == MACHINE_POSTAL;
}

/* Where a question stands on the x axis: t, or log P. */
static double across(const struct curves *curves, const struct campaign_case *asked) {
    return curves->subject == SUBJECT_CAPACITY
               ? (int)campaign_number(asked, KEY_DEPTH)
               : log10((double)campaign_number(asked, KEY_PROCESSORS));
}

static double upward(const struct curves *curves, const char *decimal) {
    return curves->subject == SUBJECT_CAPACITY ? decimal_log(decimal) : strtod(decimal, NULL);
}

/* The next few latencies from *at on; leaves *at behind them. */
static void gather(struct curves *curves, const struct report *report, size_t *at) {
    curves->count = 0;
    curves->first = curves->end = *at;
    for (struct report_group group; *at < report->count; *at = curves->end = group.end) {
        group = report_group_at(report, *at);
        const struct campaign_case *asked = report_asked(report, &group);
        if (!on_curve(report, &group, curves))
            continue;
        if (!curves->count ||
            curves->latencies[curves->count - 1] != (int)campaign_number(asked, KEY_LATENCY)) {
            if (curves->count == TOGETHER)
                return;
            curves->latencies[curves->count++] = (int)campaign_number(asked, KEY_LATENCY);
        }
        axis_include(&curves->chart.x, across(curves, asked));
        if (group.lower)
            axis_include(&curves->chart.y, upward(curves, group.lower));
        if (group.upper)
            axis_include(&curves->chart.y, upward(curves, group.upper));
    }
}

/* An interval: a line with ends; without an upper end an arrow. */
static void draw_interval(FILE *file, double x, double low, double high, bool open, int series) {
    char class[32];
    snprintf(class, sizeof class, "s%d line", series);
    picture_path(file);
    fprintf(file, "M%.1f %.1fh8M%.1f %.1fV%.1f%s", x - 4, low, x, low, high,
            open ? "m-4 6l4 -6l4 6" : "m-4 0h8");
    picture_path_end(file, class);
}

static void draw_point(const struct curves *curves, const struct report *report,
                       const struct report_group *group, int series, const char *prefix) {
    char tip[REPORT_TIP_ROOM], address[REPORT_LINK_ROOM];
    const struct axis *y = &curves->chart.y;
    FILE *file = curves->chart.file;
    if (!group->lower && !group->upper)
        return;
    double x = axis_place(&curves->chart.x, across(curves, report_asked(report, group)));
    double low =
        group->lower ? axis_place(y, upward(curves, group->lower)) : axis_place(y, y->first);
    double high =
        group->upper ? axis_place(y, upward(curves, group->upper)) : axis_place(y, y->last);
    const char *link = report_group_link(report, group, prefix, address);
    report_tip(report, group, tip);
    picture_tip(file, link, "%s", tip);
    if (group->lower && group->upper && report_compare_decimals(group->lower, group->upper) == 0)
        picture_mark(file, x, low, series);
    else
        draw_interval(file, x, low, high, !group->upper, series);
    picture_tip_end(file, link);
}

/* A point for each question; of those that fall on the same place only the first. */
static void draw_points(const struct curves *curves, const struct report *report,
                        const char *prefix) {
    int series = -1, latency = 0, place = -1;
    for (size_t at = curves->first; at < curves->end;) {
        struct report_group group = report_group_at(report, at);
        const struct campaign_case *asked = report_asked(report, &group);
        at = group.end;
        if (!on_curve(report, &group, curves))
            continue;
        if (series < 0 || (int)campaign_number(asked, KEY_LATENCY) != latency) {
            series++;
            place = -1;
        }
        latency = (int)campaign_number(asked, KEY_LATENCY);
        int here = (int)(axis_place(&curves->chart.x, across(curves, asked)) / 2);
        if (here == place && group.settled && !group.contradiction)
            continue;
        place = here;
        draw_point(curves, report, &group, series, prefix);
    }
}

static double log_of(mpz_srcptr number) {
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, number);
    return log10(mantissa) + (double)exponent * log10(2);
}

/* P(t) from the left end of the x axis to the right one. */
static enum status draw_tree_sizes(const struct curves *curves, int latency,
                                   struct failure *failure) {
    struct sequence f;
    const struct axis *x = &curves->chart.x, *y = &curves->chart.y;
    bool begun = false;
    enum status status = sequence_init(&f, latency, failure);
    if (status)
        return status;
    picture_path(curves->chart.file);
    for (int t = 0; t <= x->last && t <= MOST_DEPTH; t++, sequence_next(&f)) {
        double value = log_of(sequence_value(&f));
        if (t < x->first || value > y->last || value < y->first)
            continue;
        fprintf(curves->chart.file, "%c%.1f %.1f", begun ? 'L' : 'M', axis_place(x, t),
                axis_place(y, value));
        begun = true;
    }
    fputs(begun ? "" : "M0 0", curves->chart.file);
    picture_path_end(curves->chart.file, "bound");
    sequence_clear(&f);
    return STATUS_OK;
}

/* L + B(P-1) as stairs: it rises at P = P(t-1) + 2. */
static enum status draw_least_delays(const struct curves *curves, int latency,
                                     struct failure *failure) {
    struct sequence f;
    const struct axis *x = &curves->chart.x, *y = &curves->chart.y;
    enum status status = sequence_init(&f, latency, failure);
    if (status)
        return status;
    double before = -1;
    bool begun = false;
    picture_path(curves->chart.file);
    for (int t = 0; before < x->last && latency + t <= y->last && t <= MOST_DEPTH;
         t++, sequence_next(&f)) {
        double rises = before < 0 ? 0 : before;
        before = log10(mpz_get_d(sequence_value(&f)) + 2);
        if (before < x->first || latency + t < y->first)
            continue;
        double left = rises < x->first ? x->first : rises;
        double right = before > x->last ? x->last : before;
        fprintf(curves->chart.file, "%s%.1f %.1fH%.1f", begun ? "L" : "M", axis_place(x, left),
                axis_place(y, latency + t), axis_place(x, right));
        begun = true;
    }
    fputs(begun ? "" : "M0 0", curves->chart.file);
    picture_path_end(curves->chart.file, "bound");
    sequence_clear(&f);
    return STATUS_OK;
}

static void draw_legend(const struct curves *curves, const char *bound) {
    char texts[TOGETHER][32];
    const char *names[TOGETHER];
    FILE *file = curves->chart.file;
    for (int i = 0; i < curves->count; i++) {
        snprintf(texts[i], sizeof texts[i], "L = %d", curves->latencies[i]);
        names[i] = texts[i];
    }
    chart_legend(file, 20, 11, WIDTH - 40, names, curves->count);
    picture_line(file, 20, 40, 52, 40, "bound");
    picture_label(file, 58, 44, "", "%s", bound);
    draw_interval(file, 424, 33, 47, false, 0);
    picture_label(file, 434, 44, "", "an interval, still open");
}

static enum status draw_curves(struct curves *curves, const struct report *report,
                               struct report_pictures *pictures, struct picture *picture,
                               struct failure *failure) {
    bool capacity = curves->subject == SUBJECT_CAPACITY;
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    curves->chart.file = picture->file;
    axis_round(&curves->chart.x);
    axis_round(&curves->chart.y);
    chart_frame(&curves->chart);
    draw_legend(curves, capacity ? "P(t), the size of the broadcast tree, for each L"
                                 : "the bound L + B(P-1) of the broadcast tree, for each L");
    for (int i = 0; i < curves->count && !status; i++)
        status = capacity ? draw_tree_sizes(curves, curves->latencies[i], failure)
                          : draw_least_delays(curves, curves->latencies[i], failure);
    draw_points(curves, report, pictures->prefix);
    if (status) {
        picture_clear(picture);
        return status;
    }
    status = picture_end(picture, WIDTH, HEIGHT, failure);
    return status ? status
                  : report_pictures_add(pictures, capacity ? SECTION_CAPACITY : SECTION_DELAY,
                                        picture, failure);
}

static struct picture picture_of(const struct curves *curves, int number) {
    struct picture picture = {0};
    bool capacity = curves->subject == SUBJECT_CAPACITY;
    snprintf(picture.name, sizeof picture.name, "%s-%d", capacity ? "capacities" : "delays",
             number);
    char last[32] = "";
    if (curves->count > 1)
        snprintf(last, sizeof last, "..%d", curves->latencies[curves->count - 1]);
    snprintf(picture.title, sizeof picture.title, "%s, L = %d%s",
             capacity ? "Capacities over t" : "Least delays over the number of processors",
             curves->latencies[0], last);
    snprintf(picture.text, sizeof picture.text, "%s",
             capacity ? "Each mark is the largest number of processors that an endless stream can "
                        "be served to with delay L+t; the broken lines are P(t), which no schedule "
                        "exceeds. The scale of processors is logarithmic."
                      : "Each mark is the least delay, in steps, of an endless stream to P "
                        "processors, the source included; the broken lines are the bound of the "
                        "broadcast tree. The scale of processors is logarithmic.");
    return picture;
}

static enum status draw_all(enum subject subject, struct report_pictures *pictures,
                            const struct report *report, struct failure *failure) {
    bool capacity = subject == SUBJECT_CAPACITY;
    enum status status = STATUS_OK;
    int number = 0;
    for (size_t at = 0; at < report->count && !status;) {
        struct curves curves = {.subject = subject};
        curves.chart.x = (struct axis){
            !capacity, 1,     0,
            LEFT,      RIGHT, capacity ? "t: delay L+t" : "P, processors with the source"};
        curves.chart.y = (struct axis){
            capacity, 1,   0,
            BOTTOM,   TOP, capacity ? "processors, without the source" : "delay, steps"};
        gather(&curves, report, &at);
        if (!curves.count)
            break;
        struct picture picture = picture_of(&curves, ++number);
        if (number * TOGETHER > MOST_CURVES) {
            report_pictures_remark(pictures, capacity ? SECTION_CAPACITY : SECTION_DELAY,
                                   "The first %d latencies are drawn.", MOST_CURVES);
            break;
        }
        status = draw_curves(&curves, report, pictures, &picture, failure);
    }
    return status;
}

enum status draw_capacities(struct report_pictures *pictures, const struct report *report,
                            struct failure *failure) {
    return draw_all(SUBJECT_CAPACITY, pictures, report, failure);
}

enum status draw_delays(struct report_pictures *pictures, const struct report *report,
                        struct failure *failure) {
    return draw_all(SUBJECT_DELAY, pictures, report, failure);
}
