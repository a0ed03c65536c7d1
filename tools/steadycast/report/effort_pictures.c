/* SPDX-License-Identifier: MIT */
/* What answers cost: seconds and nodes over the size of the question, a series for each engine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/report/report.h"

enum { WIDTH = 650, HEIGHT = 470, LEFT = 60, RIGHT = 620, TOP = 74, BOTTOM = 410 };
enum { MOST_ENGINES = 7, EXACT_DEPTH = 2000, TILE = 4 };

static const double LEAST_SECONDS = 1e-4, NO_SIZE = -1;

/* Points that fall on the same tile of a series are drawn as one. */
struct point {
    double x;
    double y;
    int series;
    int column; /* of the tile */
    int row;
    size_t number; /* the case */
    size_t together;
};

struct cloud {
    const char *engines[MOST_ENGINES];
    int engine_count;
    size_t count;
    size_t left_out;      /* cases without a size */
    struct point *points; /* owned */
    struct chart chart;
};

/* log10 of a lower bound of P(t), t >= L: (t-L+1) log10 x for the root x of x^L = x^(L-1) + 1. */
static double log_of_large_tree(int latency, int depth) {
    double low = 1, high = 2;
    for (int i = 0; i < 60; i++) {
        double x = (low + high) / 2;
        if ((latency - 1) * log(x) + log(x - 1) < 0)
            low = x;
        else
            high = x;
    }
    return (depth - latency + 1.0) * log10(low);
}

/* log10 P(t), by ratios of doubles beyond EXACT_DEPTH, where they no longer change. */
static double log_of_tree(int latency, int depth) {
    enum { KEPT = 64 };
    double recent[KEPT], scale = 0;
    if (depth < latency)
        return 0;
    if (latency > KEPT)
        return log_of_large_tree(latency, depth);
    for (int i = 0; i < latency; i++)
        recent[i] = 1;
    int last = depth < EXACT_DEPTH ? depth : EXACT_DEPTH;
    double before = 1, now = 1;
    for (int t = latency; t <= last; t++) {
        before = now;
        now = recent[t % latency] += before;
        if (now < 1e200)
            continue;
        for (int i = 0; i < latency; i++)
            recent[i] *= 1e-200;
        before *= 1e-200;
        now *= 1e-200;
        scale += 200;
    }
    return log10(now) + scale + (double)(depth - last) * log10(now / before);
}

static int steps_of(const struct campaign_case *asked, long cycles) {
    long gap = campaign_number(asked, KEY_GAP);
    return (int)((cycles + gap - 1) / gap);
}

/* log10 of the number of processors, times that of items; NO_SIZE where none is asked for. */
static double size_of(const struct campaign_case *asked) {
    long processors = campaign_number(asked, KEY_PROCESSORS);
    long items = campaign_number(asked, KEY_ITEMS);
    switch (asked->question.subject) {
    case SUBJECT_DECIDE:
    case SUBJECT_COUNT:
    case SUBJECT_CAPACITY: /* in whole steps of g cycles */
        return log_of_tree(steps_of(asked, campaign_number(asked, KEY_LATENCY) +
                                               2 * campaign_number(asked, KEY_OVERHEAD)),
                           steps_of(asked, campaign_number(asked, KEY_DEPTH)));
    case SUBJECT_SERVE:
        return log10((double)campaign_number(asked, KEY_SERVED));
    default:
        return processors < 1 ? NO_SIZE
                              : log10((double)processors) + (items < 1 ? 0 : log10((double)items));
    }
}

/* The series of an engine; those beyond the last share it. */
static int series_of(struct cloud *cloud, const char *engine) {
    for (int i = 0; i < cloud->engine_count; i++)
        if (strcmp(cloud->engines[i], engine) == 0)
            return i;
    if (cloud->engine_count == MOST_ENGINES)
        return MOST_ENGINES - 1;
    cloud->engines[cloud->engine_count] = engine;
    return cloud->engine_count++;
}

static void add_point(struct cloud *cloud, struct point point) {
    if (point.x == NO_SIZE) {
        cloud->left_out++;
        return;
    }
    axis_include(&cloud->chart.x, point.x);
    axis_include(&cloud->chart.y, point.y);
    cloud->points[cloud->count++] = point;
}

static void collect(struct cloud *cloud, const struct report *report, bool nodes) {
    for (size_t i = 0; i < report->count; i++) {
        size_t number = report->written[i];
        const struct case_result *result = report_result(report, number);
        if (!result)
            continue;
        const struct campaign_case *asked = &report->campaign.cases[number];
        int series = series_of(cloud, asked->engine->name); /* the same in both pictures */
        if (nodes && result->nodes == 0)
            continue;
        double value = nodes ? (double)result->nodes
                             : (result->seconds > LEAST_SECONDS ? result->seconds : LEAST_SECONDS);
        add_point(cloud, (struct point){.x = size_of(asked),
                                        .y = log10(value),
                                        .series = series,
                                        .number = number,
                                        .together = 1});
    }
}

/* Says how many cases are not drawn. */
static void tell_left_out(const struct cloud *cloud, struct picture *picture) {
    size_t used = strlen(picture->text);
    if (cloud->left_out)
        snprintf(picture->text + used, sizeof picture->text - used,
                 " Without a mark: %zu case%s about no number of processors.", cloud->left_out,
                 cloud->left_out == 1 ? "" : "s");
}

static int by_tile(const void *left, const void *right) {
    const struct point *a = left, *b = right;
    if (a->series != b->series)
        return a->series - b->series;
    if (a->column != b->column)
        return a->column - b->column;
    if (a->row != b->row)
        return a->row - b->row;
    return (a->number > b->number) - (a->number < b->number);
}

static void merge(struct cloud *cloud) {
    size_t kept = 0;
    for (size_t i = 0; i < cloud->count; i++) {
        cloud->points[i].column = (int)axis_place(&cloud->chart.x, cloud->points[i].x) / TILE;
        cloud->points[i].row = (int)axis_place(&cloud->chart.y, cloud->points[i].y) / TILE;
    }
    qsort(cloud->points, cloud->count, sizeof *cloud->points, by_tile);
    for (size_t i = 0; i < cloud->count; i++) {
        struct point *last = kept ? &cloud->points[kept - 1] : NULL, *at = &cloud->points[i];
        if (last && last->series == at->series && last->column == at->column &&
            last->row == at->row)
            last->together++;
        else
            cloud->points[kept++] = *at;
    }
    cloud->count = kept;
}

static void draw_point(const struct cloud *cloud, const struct report *report,
                       const struct point *point) {
    char others[48] = "";
    const struct case_result *result = report_result(report, point->number);
    if (point->together > 1)
        snprintf(others, sizeof others, "\nand %zu more here", point->together - 1);
    picture_tip(cloud->chart.file, NULL, "%s\n%.3g s, %llu nodes, attempt %d%s",
                report->campaign.cases[point->number].name, result->seconds,
                (unsigned long long)result->nodes, result->attempt, others);
    picture_mark(cloud->chart.file, axis_place(&cloud->chart.x, point->x),
                 axis_place(&cloud->chart.y, point->y), point->series);
    picture_tip_end(cloud->chart.file, NULL);
}

static enum status draw_cloud(struct cloud *cloud, const struct report *report,
                              struct picture *picture, struct failure *failure) {
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    cloud->chart.file = picture->file;
    axis_round(&cloud->chart.x);
    axis_round(&cloud->chart.y);
    merge(cloud);
    chart_legend(picture->file, 20, 11, WIDTH - 40, cloud->engines, cloud->engine_count);
    chart_frame(&cloud->chart);
    for (size_t i = 0; i < cloud->count; i++)
        draw_point(cloud, report, &cloud->points[i]);
    return picture_end(picture, WIDTH, HEIGHT, failure);
}

static enum status draw_effort(struct report_pictures *pictures, const struct report *report,
                               bool nodes, struct picture *picture, struct failure *failure) {
    struct cloud cloud = {0};
    if (report->answers.put_away)
        return STATUS_OK;
    cloud.points = memory_new(report->count, sizeof *cloud.points);
    if (!cloud.points)
        return failure_memory(failure, "a picture");
    cloud.chart.x = (struct axis){
        true, 1, 0, LEFT, RIGHT, "size of the question: processors, times items (logarithmic)"};
    cloud.chart.y = (struct axis){
        true, 1, 0, BOTTOM, TOP, nodes ? "nodes visited (logarithmic)" : "seconds (logarithmic)"};
    collect(&cloud, report, nodes);
    enum status status = STATUS_OK;
    if (cloud.count) {
        tell_left_out(&cloud, picture);
        status = draw_cloud(&cloud, report, picture, failure);
        if (!status)
            status = report_pictures_add(pictures, SECTION_EFFORT, picture, failure);
    }
    free(cloud.points);
    return status;
}

enum status draw_seconds(struct report_pictures *pictures, const struct report *report,
                         struct failure *failure) {
    struct picture picture = {
        .name = "seconds",
        .title = "Seconds that each case took",
        .text = "Each mark is the last attempt at a case, certificates included; what took less "
                "than 0.1 ms is drawn there. Both scales are logarithmic."};
    return draw_effort(pictures, report, false, &picture, failure);
}

enum status draw_nodes(struct report_pictures *pictures, const struct report *report,
                       struct failure *failure) {
    struct picture picture = {.name = "nodes",
                              .title = "Nodes that each search visited",
                              .text =
                                  "Each mark is a case that was searched; those answered without "
                                  "a search visit none. Nodes do not depend on the machine. Both "
                                  "scales are logarithmic."};
    return draw_effort(pictures, report, true, &picture, failure);
}
