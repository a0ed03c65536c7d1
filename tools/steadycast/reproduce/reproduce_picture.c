#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { CELL = 6, LEFT = 60, TOP = 110, PAST_WINDOW = 12 };

static const char DECIDED[] = "s2 flat", INSTANCE[] = "s2 half flat", RULE[] = "s2 pale flat",
                  IMPOSSIBLE[] = "s1 flat";

/* Depths a..b of a row in one colour. */
static void bar(FILE *file, int row, int a, int b, const char *class) {
    picture_box(file, LEFT + a * CELL, TOP + row * CELL, (b - a + 1) * CELL, CELL - 1, "paper");
    picture_box(file, LEFT + a * CELL, TOP + row * CELL, (b - a + 1) * CELL, CELL - 1, class);
}

static void legend(FILE *file, int x, const char *class, const char *text) {
    picture_box(file, x, 62, 12, 12, class);
    picture_label(file, x + 18, 72, "", "%s", text);
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
            job->verdict == VERDICT_FEASIBLE ? DECIDED : IMPOSSIBLE);
    if (job->question.kind != CASE_FAMILY)
        return;
    bar(file, row, latency, job->from + latency - 1, INSTANCE);
    bar(file, row, job->from + latency, extent->most_depth, RULE);
    if (latency % 2 == 0)
        bar(file, row, 2 * latency, 2 * latency, IMPOSSIBLE);
}

static void draw_axes(FILE *file, const struct extent *extent) {
    for (int depth = 0; depth <= extent->most_depth; depth += 20)
        picture_label(file, LEFT + (depth + .5) * CELL, TOP - 6, "soft mid", "%d", depth);
    picture_label(file, LEFT + extent->most_depth * CELL + 10, TOP - 6, "", "t");
    for (int latency = extent->least_latency; latency <= extent->most_latency; latency++)
        if (latency % 5 == 0 || (latency == extent->least_latency && latency % 5 < 4))
            picture_label(file, LEFT - 8, TOP + (latency - extent->least_latency + 1) * CELL,
                          "soft end", "L = %d", latency);
}

enum status reproduction_picture(FILE *file, const void *context, struct failure *failure) {
    const struct reproduction *reproduction = context;
    struct extent extent = measure(reproduction);
    int width = LEFT + (extent.most_depth + 4) * CELL + 20;
    struct picture picture = {
        .title = "Block-cyclic schedules with delay L+t on P(t) processors",
        .text = "Every coloured cell is a pair (L,t); each answer has a verified certificate"};
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    picture_head(&picture);
    legend(picture.file, 10, DECIDED, "decided by every engine");
    legend(picture.file, 200, INSTANCE, "instance of a family");
    legend(picture.file, 360, RULE, "by the family's rule, for ever to the right");
    legend(picture.file, 650, IMPOSSIBLE, "impossible");
    for (int kind = CASE_FAMILY; kind >= CASE_DECIDE; kind--)
        for (size_t i = 0; i < reproduction->count; i++)
            if ((int)reproduction->jobs[i].question.kind == kind)
                draw_job(picture.file, &reproduction->jobs[i], &extent);
    draw_axes(picture.file, &extent);
    return picture_file(&picture, file, width < 760 ? 760 : width,
                        TOP + (extent.most_latency - extent.least_latency + 3) * CELL, failure);
}
