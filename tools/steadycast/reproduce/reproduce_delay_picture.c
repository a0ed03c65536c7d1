/* The least delays over the number of processors, with the bound that the broadcast tree gives. */
#include <math.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { WIDTH = 900, HEIGHT = 640, LEFT = 60, RIGHT = 70, TOP = 92, BOTTOM = 50, COLOURS = 8 };

static const char *const colours[COLOURS] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                             "#ff7f0e", "#17becf", "#8c564b", "#e377c2"};

struct scale {
    double last; /* P at the right end */
    double most; /* delay at the top */
};

static double x_of(const struct scale *scale, double processors) {
    return LEFT + log2(processors) / log2(scale->last) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct scale *scale, double delay) {
    return HEIGHT - BOTTOM - delay / scale->most * (HEIGHT - TOP - BOTTOM);
}

static struct scale measure(const struct reproduction *reproduction) {
    struct scale scale = {4, 1};
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_DELAYS)
            continue;
        int most = job->delays[job->question.last - job->question.first];
        scale.last =
            (double)job->question.last > scale.last ? (double)job->question.last : scale.last;
        scale.most = most > scale.most ? most : scale.most;
    }
    return scale;
}

static void draw_axes(FILE *file, const struct scale *scale) {
    for (long processors = 1; (double)processors <= scale->last; processors *= 10) {
        double x = x_of(scale, (double)processors);
        fprintf(file,
                "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%ld</text>\n",
                x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 18, processors);
    }
    for (int delay = 0; delay <= scale->most; delay += 10) {
        double y = y_of(scale, delay);
        fprintf(file,
                "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%d</text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4, delay);
    }
    fprintf(file,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">processors P, the source "
            "included</text>\n<text x=\"14\" y=\"%d\">delay</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 10, TOP - 10);
}

/* A staircase: the delay for P from P-1/2 to P+1/2. */
static void draw_delays(FILE *file, const struct scale *scale, const struct job *job,
                        const char *colour) {
    long first = job->question.first, last = job->question.last;
    fprintf(file, "<path d=\"M%.1f %.1f", x_of(scale, (double)first), y_of(scale, job->delays[0]));
    for (long i = 1; i <= last - first; i++)
        if (job->delays[i] != job->delays[i - 1])
            fprintf(file, "H%.1fV%.1f", x_of(scale, (double)(first + i) - 0.5),
                    y_of(scale, job->delays[i]));
    fprintf(file, "H%.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>\n",
            x_of(scale, (double)last), colour);
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">L = %d</text>\n",
            x_of(scale, (double)last) + 6, y_of(scale, job->delays[last - first]) + 4, colour,
            job->question.latency);
}

/* L + B(P-1), a dot at each P where it rises. */
static enum status draw_bound(FILE *file, const struct scale *scale, const struct job *job,
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
            fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#222\"/>\n",
                    x_of(scale, (double)rises), y_of(scale, job->question.latency + t));
        mpz_set(before, sequence_value(&f));
    }
    mpz_clear(before);
    sequence_clear(&f);
    return STATUS_OK;
}

enum status reproduction_delay_picture(FILE *file, const void *context, struct failure *failure) {
    const struct reproduction *reproduction = context;
    struct scale scale = measure(reproduction);
    enum status status = STATUS_OK;
    int number = 0;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<style>text{font:12px sans-serif}"
            ".title{font:bold 16px sans-serif}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"10\" y=\"26\" class=\"title\">Least delay of continuous broadcast to every "
            "number of processors</text>\n"
            "<text x=\"10\" y=\"46\">lines: schedules, each verified; dots: the bound L + B(P-1) "
            "of the broadcast tree where it rises.</text>\n"
            "<text x=\"10\" y=\"62\">They part for L = 2 only, where the line is proved to be the "
            "least as well.</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_axes(file, &scale);
    for (size_t i = 0; i < reproduction->count && !status; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_DELAYS)
            continue;
        draw_delays(file, &scale, job, colours[number++ % COLOURS]);
        status = draw_bound(file, &scale, job, failure);
    }
    fprintf(file, "</svg>\n");
    return status;
}
