/* SPDX-License-Identifier: MIT */
/* Which numbers of processors take more than the broadcast tree, for many latencies and ports. */
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/report/report.h"

enum { MOST = 16, MOST_PROCESSORS = 400 };
enum { LEFT = 96, WIDTH = 600, RIGHT = 24, ROW = 13, BETWEEN = 8, AXIS = 24 };

enum { EVEN, ODD, ONE_MORE, MORE, LOOKS };
static const char *const names[LOOKS] = {"L + B(N), even", "odd", "one more", "two or more"};
static const char *const classes[LOOKS] = {"i0 flat", "i5 flat", "s1 flat", "s3 flat"};

struct cell {
    int ports, latency, processors, delay, look; /* processors: N */
};

/* L + B(N); before depth L there is one processor. */
static int tree_delay(int latency, int ports, int processors) {
    int f[MOST_PROCESSORS + 1] = {1}, step = 0;
    for (; f[step] < processors; step++)
        f[step + 1] = f[step] + ports * (step + 1 > latency ? f[step + 1 - latency] : 1);
    return step ? 2 * latency - 1 + step : latency;
}

static int compare_rows(const struct cell *a, const struct cell *b) {
    return a->ports == b->ports ? a->latency - b->latency : a->ports - b->ports;
}

static int by_place(const void *left, const void *right) {
    const struct cell *a = left, *b = right;
    return compare_rows(a, b) ? compare_rows(a, b) : a->processors - b->processors;
}

/* None where one port is all that is asked: of that there are curves. */
static size_t gather(const struct report *report, struct cell *cells) {
    size_t count = 0;
    for (struct report_group group = {0}; group.end < report->count;) {
        group = report_group_at(report, group.end);
        const struct question *question = &report_asked(report, &group)->question;
        int ports = (int)question_number(question, KEY_PORTS);
        int latency = (int)question_number(question, KEY_LATENCY);
        long processors = question_number(question, KEY_PROCESSORS) - 1;
        if (question->subject != SUBJECT_DELAY || !group.settled || group.contradiction ||
            ports > MOST || latency > MOST || processors < 1 || processors > MOST_PROCESSORS ||
            !(question_machine_class(question) & (MACHINE_POSTAL | MACHINE_PORTS)))
            continue;
        int delay = atoi(group.upper), more = delay - tree_delay(latency, ports, (int)processors);
        int look = more > 1 ? MORE : more ? ONE_MORE : delay % 2 ? ODD : EVEN;
        cells[count++] = (struct cell){ports, latency, (int)processors, delay, look};
    }
    qsort(cells, count, sizeof *cells, by_place);
    return count && cells[count - 1].ports > 1 ? count : 0;
}

/* Numbers side by side that are alike are one box. Returns where the next row begins. */
static const struct cell *draw_row(FILE *file, const struct cell *at, const struct cell *end,
                                   double y, double wide) {
    const struct cell *row = at;
    picture_label(file, LEFT - 6, y + 10, "end small", "p = %d, L = %d", row->ports, row->latency);
    while (at < end && compare_rows(row, at) == 0) {
        const struct cell *begin = at++;
        while (at < end && compare_rows(row, at) == 0 && at->delay == begin->delay &&
               at->look == begin->look && at->processors == at[-1].processors + 1)
            at++;
        picture_tip(file, NULL, "p = %d, L = %d, N = %d..%d: delay %d", row->ports, row->latency,
                    begin->processors, at[-1].processors, begin->delay);
        picture_box(file, LEFT + wide * (begin->processors - 1), y, wide * (double)(at - begin),
                    ROW - 2, classes[begin->look]);
        picture_tip_end(file, NULL);
    }
    return at;
}

static enum status draw(struct picture *picture, const struct cell *at, const struct cell *end,
                        struct failure *failure) {
    int last = 1, ports = at->ports;
    for (const struct cell *cell = at; cell < end; cell++)
        last = cell->processors > last ? cell->processors : last;
    TRY(picture_begin(picture, failure));
    FILE *file = picture->file;
    struct legend legend = legend_begin(file, 16, 10, LEFT + WIDTH);
    for (int i = 0; i < LOOKS; i++) {
        double left, top;
        legend_add(&legend, names[i], &left, &top);
        picture_box(file, left, top, LEGEND_SAMPLE, ROW - 2, classes[i]);
    }
    double y = legend_end(&legend) + 4, wide = (double)WIDTH / last;
    for (; at < end; y += ROW) {
        y += at->ports > ports ? BETWEEN : 0;
        ports = at->ports;
        at = draw_row(file, at, end, y, wide);
    }
    for (int n = 50; n <= last; n += 50)
        picture_label(file, LEFT + wide * (n - .5), y + 14, "mid small", "N = %d", n);
    return picture_end(picture, LEFT + WIDTH + RIGHT, y + AXIS, failure);
}

enum status draw_gaps(struct report_pictures *pictures, const struct report *report, int kind,
                      struct failure *failure) {
    (void)kind;
    CLEANUP(picture_clear)
    struct picture picture = {
        .name = "gaps",
        .title = "Which numbers of processors take more than the broadcast tree",
        .text =
            "A row for each latency L and number p of ports, up to 16; from left to right N, the "
            "numbers of processors beside the source, up to 400. The least delay is L + B(N), "
            "that of the broadcast tree, but for the numbers in other colours; blank is open."};
    FREED struct cell *cells = memory_new(report->count + 1, sizeof *cells);
    TRY(memory_check(cells, failure, "a picture"));
    size_t count = gather(report, cells);
    if (!count)
        return STATUS_OK;
    TRY(draw(&picture, cells, cells + count, failure));
    return report_pictures_add(pictures, SECTION_DELAY, &picture, failure);
}
