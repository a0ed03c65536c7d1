/* SPDX-License-Identifier: MIT */
/* What answers cost: seconds and nodes over the size of the question, a series for each engine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/report/report.h"

enum { WIDTH = 650, HEIGHT = 470, LEFT = 60, RIGHT = 620, TOP = 74, BOTTOM = 410 };
enum { MOST_ENGINES = 7, EXACT_DEPTH = 2000, EXACT_LATENCY = 64, TILE = 4 };

static const double LEAST_SECONDS = 1e-4, NO_SIZE = -1;

/* Points that fall on the same tile of a series are drawn as one. */
enum { ACROSS = WIDTH / TILE + 1, UPWARD = HEIGHT / TILE + 1 };

struct cloud {
    bool nodes; /* else seconds */
    const char *engines[MOST_ENGINES];
    int engine_count;
    size_t count;
    size_t left_out; /* cases without a size */
    size_t *tiles;   /* owned; how many points are on each, before it is drawn */
    struct chart chart;
};

struct point {
    double x, y;
    int series;
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

/* log10 P(t); beyond EXACT_DEPTH it grows as it did there. */
static double log_of_tree(int latency, int depth) {
    struct failure why;
    double before = 0, now = 0;
    if (depth < latency)
        return 0;
    if (latency > EXACT_LATENCY)
        return log_of_large_tree(latency, depth);
    int last = depth < EXACT_DEPTH ? depth : EXACT_DEPTH;
    CLEANUP(sequence_clear) struct sequence f = {0};
    if (sequence_init(&f, latency, &why))
        return 0;
    for (int t = 0; t < last; t++)
        sequence_next(&f);
    now = number_log(sequence_value(&f));
    if (last < depth) {
        sequence_next(&f);
        before = now;
        now = number_log(sequence_value(&f));
    }
    return now + (double)(depth - last - 1) * (last < depth ? now - before : 0);
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

/* Is there a point for a case? */
static bool find_point(struct cloud *cloud, const struct report *report, size_t number,
                       struct point *point) {
    const struct case_result *result = report_result(report, number);
    const struct campaign_case *asked = &report->campaign.cases[number];
    if (!result)
        return false;
    point->series = series_of(cloud, asked->engine->name); /* the same in both pictures */
    point->x = size_of(asked);
    point->y = log10(cloud->nodes                      ? (double)result->nodes
                     : result->seconds > LEAST_SECONDS ? result->seconds
                                                       : LEAST_SECONDS);
    return !cloud->nodes || result->nodes > 0;
}

static size_t *tile_of(const struct cloud *cloud, const struct point *point) {
    int x = (int)axis_place(&cloud->chart.x, point->x) / TILE;
    int y = (int)axis_place(&cloud->chart.y, point->y) / TILE;
    return &cloud->tiles[(point->series * ACROSS + x) * UPWARD + y];
}

static void include(struct cloud *cloud, const struct report *report) {
    struct point point;
    for (size_t i = 0; i < report->count; i++) {
        if (!find_point(cloud, report, report->written[i], &point))
            continue;
        cloud->left_out += point.x == NO_SIZE;
        if (point.x == NO_SIZE)
            continue;
        cloud->count++;
        axis_include(&cloud->chart.x, point.x);
        axis_include(&cloud->chart.y, point.y);
    }
    axis_round(&cloud->chart.x);
    axis_round(&cloud->chart.y);
}

static void draw_point(const struct cloud *cloud, const struct report *report, size_t number,
                       const struct point *point, size_t together) {
    char others[48] = "";
    const struct case_result *result = report_result(report, number);
    if (together > 1)
        snprintf(others, sizeof others, "\nand %zu more here", together - 1);
    picture_tip(cloud->chart.file, NULL, "%s\n%.3g s, %llu nodes, attempt %d%s",
                report->campaign.cases[number].name, result->seconds,
                (unsigned long long)result->nodes, result->attempt, others);
    picture_mark(cloud->chart.file, axis_place(&cloud->chart.x, point->x),
                 axis_place(&cloud->chart.y, point->y), point->series);
    picture_tip_end(cloud->chart.file, NULL);
}

/* Counted first, then the first one of each tile is drawn. */
static void draw_points(struct cloud *cloud, const struct report *report, bool drawing) {
    struct point point;
    for (size_t i = 0; i < report->count; i++) {
        if (!find_point(cloud, report, report->written[i], &point) || point.x == NO_SIZE)
            continue;
        size_t *tile = tile_of(cloud, &point);
        if (drawing && *tile)
            draw_point(cloud, report, report->written[i], &point, *tile);
        *tile = drawing ? 0 : *tile + 1;
    }
}

static enum status draw_cloud(struct cloud *cloud, const struct report *report,
                              struct picture *picture, struct failure *failure) {
    TRY(picture_begin(picture, failure));
    if (cloud->left_out)
        picture_add_text(picture, " Without a mark: %zu case%s about no number of processors.",
                         cloud->left_out, cloud->left_out == 1 ? "" : "s");
    cloud->chart.file = picture->file;
    chart_legend(picture->file, 20, 11, WIDTH - 40, cloud->engines, cloud->engine_count);
    chart_frame(&cloud->chart);
    draw_points(cloud, report, false);
    draw_points(cloud, report, true);
    return picture_end(picture, WIDTH, HEIGHT, failure);
}

enum status draw_effort(struct report_pictures *pictures, const struct report *report, int kind,
                        struct failure *failure) {
    static const struct {
        const char *name, *title, *text, *upward;
    } looks[] = {
        [EFFORT_SECONDS] =
            {"seconds", "Seconds that each case took",
             "Each mark is the last attempt at a case, certificates included; what took less than "
             "0.1 ms is drawn there. Both scales are logarithmic.",
             "seconds (logarithmic)"},
        [EFFORT_NODES] = {"nodes", "Nodes that each search visited",
                          "Each mark is a case that was searched; those answered without a search "
                          "visit none. Nodes do not depend on the machine. Both scales are "
                          "logarithmic.",
                          "nodes visited (logarithmic)"}};
    struct cloud cloud = {.nodes = kind == EFFORT_NODES};
    CLEANUP(picture_clear) struct picture picture = {0};
    if (report->answers.put_away)
        return STATUS_OK;
    FREED size_t *tiles = cloud.tiles =
        memory_new((size_t)MOST_ENGINES * ACROSS * UPWARD, sizeof *tiles);
    TRY(memory_check(tiles, failure, "a picture"));
    cloud.chart.x = (struct axis){
        true, 1, 0, LEFT, RIGHT, "size of the question: processors, times items (logarithmic)",
        NULL};
    cloud.chart.y = (struct axis){true, 1, 0, BOTTOM, TOP, looks[kind].upward, NULL};
    include(&cloud, report);
    if (!cloud.count)
        return STATUS_OK;
    snprintf(picture.name, sizeof picture.name, "%s", looks[kind].name);
    snprintf(picture.title, sizeof picture.title, "%s", looks[kind].title);
    snprintf(picture.text, sizeof picture.text, "%s", looks[kind].text);
    TRY(draw_cloud(&cloud, report, &picture, failure));
    return report_pictures_add(pictures, SECTION_EFFORT, &picture, failure);
}
