/* The least delays over the number of processors, with the bound that the broadcast tree gives. */
#include <math.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { WIDTH = 900, HEIGHT = 640 };

static double x_of(const struct chart *chart, double processors) {
    return axis_place(&chart->x, log10(processors));
}

static struct chart chart_of(const struct reproduction *reproduction, FILE *file) {
    struct chart chart = {.file = file,
                          .x = {.log = true,
                                .from = 60,
                                .to = WIDTH - 70,
                                .label = "processors P, the source included"},
                          .y = {.from = HEIGHT - 50, .to = 92, .label = "delay"}};
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_DELAYS)
            continue;
        axis_include(&chart.x, log10((double)job->question.last));
        axis_include(&chart.y, job->delays[job->question.last - job->question.first]);
    }
    axis_round(&chart.x);
    axis_round(&chart.y);
    return chart;
}

/* A staircase: the delay for P from P-1/2 to P+1/2. */
static void draw_delays(const struct chart *chart, const struct job *job, int series) {
    long first = job->question.first, last = job->question.last;
    char class[32];
    FILE *file = chart->file;
    picture_path(file);
    fprintf(file, "M%.1f %.1f", x_of(chart, (double)first), axis_place(&chart->y, job->delays[0]));
    for (long i = 1; i <= last - first; i++)
        if (job->delays[i] != job->delays[i - 1])
            fprintf(file, "H%.1fV%.1f", x_of(chart, (double)(first + i) - 0.5),
                    axis_place(&chart->y, job->delays[i]));
    fprintf(file, "H%.1f", x_of(chart, (double)last));
    snprintf(class, sizeof class, "s%d line", series % PICTURE_SERIES);
    picture_path_end(file, class);
    picture_label(file, x_of(chart, (double)last) + 6,
                  axis_place(&chart->y, job->delays[last - first]) + 4, "", "L = %d",
                  job->question.latency);
}

/* L + B(P-1), a dot at each P where it rises. */
static enum status draw_bound(const struct chart *chart, const struct job *job,
                              struct failure *failure) {
    struct sequence f;
    enum status status = sequence_init(&f, job->question.latency, failure);
    if (status)
        return status;
    mpz_t before;
    mpz_init_set_ui(before, 0);
    for (int t = 0; mpz_cmp_si(before, job->question.last - 1) < 0; t++, sequence_next(&f)) {
        long rises = mpz_get_si(before) + 2; /* P - 1 = P(t-1) + 1 */
        if (mpz_cmp(sequence_value(&f), before) > 0 && rises >= job->question.first)
            picture_circle(chart->file, x_of(chart, (double)rises),
                           axis_place(&chart->y, job->question.latency + t), 2, "dot");
        mpz_set(before, sequence_value(&f));
    }
    mpz_clear(before);
    sequence_clear(&f);
    return STATUS_OK;
}

enum status reproduction_delay_picture(FILE *file, const void *context, struct failure *failure) {
    const struct reproduction *reproduction = context;
    struct picture picture = {
        .title = "Least delay of continuous broadcast to every number of processors",
        .text = "Lines: schedules, each verified; dots: the bound L + B(P-1) of the broadcast tree "
                "where it rises.\nThey part for L = 2 only, where the line is proved to be the "
                "least as well."};
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    struct chart chart = chart_of(reproduction, picture.file);
    int number = 0;
    picture_head(&picture);
    chart_frame(&chart);
    for (size_t i = 0; i < reproduction->count && !status; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_DELAYS)
            continue;
        draw_delays(&chart, job, number++);
        status = draw_bound(&chart, job, failure);
    }
    if (!status)
        return picture_file(&picture, file, WIDTH, HEIGHT, failure);
    picture_clear(&picture);
    return status;
}
