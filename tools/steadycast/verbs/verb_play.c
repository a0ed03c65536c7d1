/* SPDX-License-Identifier: MIT */
/* Certificates of kind network-schedule on a clock. */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/network/network_read.h"
#include "solver/network/network_schedule.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/quantities.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_PLAYED = 8, SHOWN_GROUPS = 5, DRAWN_GROUPS = 40, DRAWN_SPANS = 20000 };

static const struct option_spec specs[] = {
    {"message", 0, OPTION_TEXT, true, "BYTES", 0, 0,
     "bytes of a commodity, as 64MB: C chunks together"},
    {"alpha", 0, OPTION_TEXT, true, "TIME", 0, 0, "what a step of latency takes besides, as 2us"},
    {"bandwidth", 0, OPTION_TEXT, true, "RATE", 0, 0, "of a capacity of 1, as 25GB/s"},
    {"point", 0, OPTION_NUMBER, false, "S", 1, 1000000,
     "of a frontier: the point of S steps (default: the only one)"},
    {"picture", 0, OPTION_NAME, false, "FILE", 0, 0, "draw when which links are busy (SVG)"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* Files one behind the other, as of an allreduce. */
struct played {
    int count;
    double bytes, alpha, beta;
    struct network_read read[MOST_PLAYED];
    struct network_clock clock[MOST_PLAYED];
};

static void played_clear(struct played *played) {
    for (int i = 0; i < played->count; i++) {
        network_clock_clear(&played->clock[i]);
        network_read_clear(&played->read[i]);
    }
    played->count = 0;
}

static enum status play_file(struct played *played, const char *path, int point,
                             const struct limits *limits, struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    if (!network_read_takes(input.kind))
        return failure_input(failure, "%s: kind %s is not of networks, as network-schedule is",
                             path, input.kind);
    struct network_read *read = &played->read[played->count];
    struct network_clock *clock = &played->clock[played->count];
    TRY(network_read_all(read, &input, point, failure));
    *clock = (struct network_clock){.alpha = played->alpha, .beta = played->beta};
    played->count++;
    if (read->stream || !read->has_schedule)
        return failure_input(failure, "%s: a stream, or no schedule, is not played", path);
    clock->chunk = played->bytes / read->schedule.task.chunks;
    return network_clock_run(clock, &read->schedule, limits, failure);
}

static enum status read_options(const struct arguments *arguments, struct played *played,
                                struct failure *failure) {
    double to, rate;
    TRY(quantity_read_sizes(option(arguments, "message")->text, &played->bytes, &to, failure));
    TRY(quantity_read_seconds(option(arguments, "alpha")->text, &played->alpha, failure));
    TRY(quantity_read_rate(option(arguments, "bandwidth")->text, &rate, failure));
    played->beta = 1 / rate;
    if (to > played->bytes)
        return failure_input(failure, "--message: one size is played");
    if (arguments->operand_count < 1 || arguments->operand_count > MOST_PLAYED)
        return failure_input(failure, "play takes 1 to %d files", MOST_PLAYED);
    return STATUS_OK;
}

/* --- the busiest groups --- */

struct busy {
    int group;
    double seconds;
};

static int by_seconds(const void *left, const void *right) {
    const struct busy *a = left, *b = right;
    return a->seconds != b->seconds ? (a->seconds < b->seconds) - (a->seconds > b->seconds)
                                    : (a->group > b->group) - (a->group < b->group);
}

/* All groups of a file, the busiest first; owned by the caller. NULL without memory. */
static struct busy *find_busiest(const struct played *played, int file) {
    int groups = played->read[file].network.group_count;
    struct busy *list = memory_new((size_t)groups, sizeof *list);
    for (int g = 0; g < groups && list; g++)
        list[g] = (struct busy){g, played->clock[file].busy[g]};
    if (list)
        qsort(list, (size_t)groups, sizeof *list, by_seconds);
    return list;
}

/* `0>1`, or of several arcs the first and how many more. */
static void name_group(const struct network *network, int g, char name[80]) {
    const struct network_group *group = &network->groups[g];
    const struct network_arc *arc = &network->arcs[network->members[group->first]];
    if (group->count == 1)
        snprintf(name, 80, "%d>%d", arc->from, arc->to);
    else
        snprintf(name, 80, "%d>%d and %d more", arc->from, arc->to, group->count - 1);
}

static json_t *list_busiest(const struct played *played, int file, const struct busy *busy) {
    const struct network *network = &played->read[file].network;
    json_t *list = json_array();
    for (int i = 0; i < network->group_count && i < SHOWN_GROUPS; i++) {
        char name[80];
        int g = busy[i].group;
        name_group(network, g, name);
        json_array_append_new(list, json_pack("{s:s, s:i, s:I, s:f, s:f}", "arcs", name, "capacity",
                                              network->groups[g].capacity, "messages",
                                              (json_int_t)played->clock[file].messages[g],
                                              "seconds", busy[i].seconds, "busy",
                                              busy[i].seconds / played->clock[file].flowing));
    }
    return list;
}

static void print_file(const struct played *played, int file, const struct busy *busy) {
    const struct network_read *read = &played->read[file];
    const struct network_clock *clock = &played->clock[file];
    printf("%s %d chunks %d steps %lld messages\n", collective_name(read->problem.collective),
           read->schedule.task.chunks, read->schedule.task.steps, (long long)read->schedule.count);
    printf("in_steps %.6g us\nwithout_steps %.6g us\n", 1e6 * clock->stepped, 1e6 * clock->flowing);
    for (int i = 0; i < read->network.group_count && i < SHOWN_GROUPS; i++) {
        char name[80];
        name_group(&read->network, busy[i].group, name);
        printf("busy %s %lld messages %.1f %%\n", name, (long long)clock->messages[busy[i].group],
               100 * busy[i].seconds / clock->flowing);
    }
}

/* --- the picture --- */

/* Of each of the busiest groups a row with the messages that go through it. */
static void draw_rows(FILE *file, const struct played *played, const struct busy *busy,
                      const struct axis *axis, int rows) {
    const struct network_schedule *schedule = &played->read[0].schedule;
    const struct network_problem *problem = &played->read[0].problem;
    for (int row = 0; row < rows; row++) {
        char name[80];
        double y = 30 + 18 * row;
        name_group(problem->network, busy[row].group, name);
        picture_label(file, 112, y + 12, "end", "%.18s", name);
        for (int64_t i = 0; i < schedule->count && i < DRAWN_SPANS; i++) {
            const struct network_span *span = &played->clock[0].spans[i];
            int arc = schedule->sends[i].arc;
            for (int j = problem->groups_first[arc]; j < problem->groups_first[arc + 1]; j++) {
                double left = axis_place(axis, 1e6 * span->start);
                double wide = axis_place(axis, 1e6 * span->end) - left;
                char class[16];
                if (problem->groups[j] != busy[row].group)
                    continue;
                snprintf(class, sizeof class, "s%d", schedule->sends[i].chunk % PICTURE_SERIES);
                picture_box(file, left, y, wide > 1 ? wide - .5 : wide, 14, class);
            }
        }
    }
}

static enum status draw(const struct played *played, const struct busy *busy, const char *path,
                        bool overwrite, struct failure *failure) {
    CLEANUP(picture_clear) struct picture picture = {.width = 0};
    int groups = played->read[0].network.group_count;
    int rows = groups < DRAWN_GROUPS ? groups : DRAWN_GROUPS;
    snprintf(picture.title, sizeof picture.title, "%s on a network of %d nodes",
             collective_name(played->read[0].problem.collective), played->read[0].network.nodes);
    snprintf(picture.text, sizeof picture.text,
             "When the busiest links carry something, without steps, in microseconds; colours tell "
             "chunks apart.");
    TRY(picture_begin(&picture, failure));
    double bottom = 34 + 18 * rows;
    struct chart chart = {.file = picture.file, .x = {false, 0, 0, 120, 700, "microseconds", NULL}};
    axis_include(&chart.x, 1e6 * played->clock[0].flowing);
    chart.x.first = 0;
    axis_round(&chart.x);
    draw_rows(picture.file, played, busy, &chart.x, rows);
    picture_line(picture.file, 120, bottom, 700, bottom, "rule");
    picture_label(picture.file, 120, bottom + 16, "soft mid", "0");
    picture_label(picture.file, 700, bottom + 16, "soft mid", "%.6g us", chart.x.last);
    TRY(picture_end(&picture, 740, bottom + 30, failure));
    return output_file_write(path, overwrite, picture_svg, &picture, failure);
}

/* --- all --- */

static enum status tell(const struct arguments *arguments, const struct played *played,
                        struct failure *failure) {
    double stepped = 0, flowing = 0;
    bool json = option(arguments, "json")->given;
    json_auto_t *files = json_array();
    for (int i = 0; i < played->count; i++) {
        FREED struct busy *busy = find_busiest(played, i);
        const struct network_clock *clock = &played->clock[i];
        TRY(memory_check(busy, failure, "times"));
        stepped += clock->stepped;
        flowing += clock->flowing;
        json_array_append_new(files, json_pack("{s:o, s:f, s:f, s:o}", "file",
                                               json_any_text(arguments->operands[i]), "in_steps",
                                               clock->stepped, "without_steps", clock->flowing,
                                               "busiest", list_busiest(played, i, busy)));
        if (!json)
            print_file(played, i, busy);
        if (i == 0 && option_is_given(arguments, "picture"))
            TRY(draw(played, busy, option(arguments, "picture")->text,
                     option(arguments, "force")->given, failure));
    }
    if (json)
        return json_line(json_pack("{s:O, s:f, s:f}", "files", files, "in_steps", stepped,
                                   "without_steps", flowing),
                         failure);
    if (played->count > 1)
        printf("together_in_steps %.6g us\ntogether_without_steps %.6g us\n", 1e6 * stepped,
               1e6 * flowing);
    return STATUS_OK;
}

static int run(const struct arguments *arguments) {
    CLEANUP(played_clear) struct played played = {.count = 0};
    struct control control;
    struct failure failure = {0};
    control_init(&control, arguments);
    const struct limits limits = control_limits(&control, arguments);
    int point = option_is_given(arguments, "point") ? (int)option(arguments, "point")->number
                                                    : NETWORK_READ_ONLY;
    enum status status = read_options(arguments, &played, &failure);
    for (int i = 0; i < arguments->operand_count && !status; i++)
        status = play_file(&played, arguments->operands[i], point, &limits, &failure);
    control_end_line(&control);
    if (!status)
        status = tell(arguments, &played, &failure);
    return status ? verb_unanswered(arguments, &failure) : 0;
}

VERB(play, "Plays a schedule on a network with bytes and seconds, link by link", "FILE ..",
     .run = run);
