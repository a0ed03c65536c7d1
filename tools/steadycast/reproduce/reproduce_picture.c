#include "tools/steadycast/reproduce/reproduce.h"

enum { CELL = 6, LEFT = 60, TOP = 110, PAST_WINDOW = 12 };

static const char GREEN[] = "#2e8b57", MIDDLE[] = "#66bb8a", LIGHT[] = "#c8e6d4", RED[] = "#c62828";

/* Depths a..b of a row in one colour. */
static void bar(FILE *file, int row, int a, int b, const char *colour) {
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
            LEFT + a * CELL, TOP + row * CELL, (b - a + 1) * CELL, CELL - 1, colour);
}

static void label(FILE *file, int x, int y, const char *text) {
    fprintf(file, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, text);
}

static void legend(FILE *file, int x, const char *colour, const char *text) {
    fprintf(file, "<rect x=\"%d\" y=\"62\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x, colour);
    label(file, x + 18, 72, text);
}

struct extent {
    int least_latency;
    int most_latency;
    int most_depth;
};

static struct extent measure(const struct reproduction *reproduction) {
    struct extent extent = {1 << 30, 0, 0};
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        int latency = job->question.latency;
        int depth = job->question.kind == CASE_FAMILY ? job->from + latency - 1 + PAST_WINDOW
                                                      : job->question.depth;
        if (job->question.kind == CASE_PAPER)
            continue;
        extent.least_latency = latency < extent.least_latency ? latency : extent.least_latency;
        extent.most_latency = latency > extent.most_latency ? latency : extent.most_latency;
        extent.most_depth = depth > extent.most_depth ? depth : extent.most_depth;
    }
    return extent;
}

static void draw_job(FILE *file, const struct job *job, const struct extent *extent) {
    int latency = job->question.latency, row = latency - extent->least_latency;
    if (job->question.kind == CASE_DECIDE)
        bar(file, row, job->question.depth, job->question.depth,
            job->verdict == VERDICT_FEASIBLE ? GREEN : RED);
    if (job->question.kind != CASE_FAMILY)
        return;
    bar(file, row, latency, job->from + latency - 1, MIDDLE);
    bar(file, row, job->from + latency, extent->most_depth, LIGHT);
    if (latency % 2 == 0)
        bar(file, row, 2 * latency, 2 * latency, RED);
}

static void draw_axes(FILE *file, const struct extent *extent) {
    char text[32];
    for (int depth = 0; depth <= extent->most_depth; depth += 20) {
        snprintf(text, sizeof text, "%d", depth);
        label(file, LEFT + depth * CELL, TOP - 6, text);
    }
    label(file, LEFT + extent->most_depth * CELL + 10, TOP - 6, "t");
    for (int latency = extent->least_latency; latency <= extent->most_latency; latency++)
        if (latency == extent->least_latency || latency % 5 == 0) {
            snprintf(text, sizeof text, "L = %d", latency);
            label(file, 8, TOP + (latency - extent->least_latency) * CELL + CELL, text);
        }
}

enum status reproduction_picture(FILE *file, const void *context, struct failure *failure) {
    const struct reproduction *reproduction = context;
    struct extent extent = measure(reproduction);
    int width = LEFT + (extent.most_depth + 4) * CELL + 20;
    int height = TOP + (extent.most_latency - extent.least_latency + 3) * CELL;
    (void)failure;
    if (width < 760)
        width = 760;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<style>text{font:11px sans-serif;fill:#222}"
            ".title{font:bold 16px sans-serif}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"10\" y=\"26\" class=\"title\">Block-cyclic schedules with delay L+t on P(t) "
            "processors</text>\n",
            width, height, width, height);
    label(file, 10, 46,
          "every coloured cell is a pair (L,t); each answer has a verified certificate");
    legend(file, 10, GREEN, "decided by every engine");
    legend(file, 180, MIDDLE, "instance of a family");
    legend(file, 330, LIGHT, "by the family's rule, for ever to the right");
    legend(file, 590, RED, "impossible");
    for (int kind = CASE_FAMILY; kind >= CASE_DECIDE; kind--)
        for (size_t i = 0; i < reproduction->count; i++)
            if ((int)reproduction->jobs[i].question.kind == kind)
                draw_job(file, &reproduction->jobs[i], &extent);
    draw_axes(file, &extent);
    fprintf(file, "</svg>\n");
    return STATUS_OK;
}
