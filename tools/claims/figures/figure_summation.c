/* SPDX-License-Identifier: MIT */
/* Figure 6: the computation schedule and the communication tree of a summation. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/read.h"
#include "tools/claims/figures/activity_chart.h"
#include "tools/claims/figures/figures.h"
#include "tools/claims/figures/label_tree.h"

enum { MOST_PROCESSORS = 200, MOST_CYCLES = 400 };

struct summation {
    long latency, overhead, gap, processors, operands, finish;
    struct activity_chart chart;
    struct label_node *nodes; /* the label is when it sends; the root's, the end */
    long time;                /* of the step */
};

static enum status read_head(struct certificate_input *input, struct summation *sum,
                             struct failure *failure) {
    if (!certificate_next(input) || strcmp(input->words[0], "model") != 0)
        return certificate_expected(input, "'model logp'", failure);
    enum status status =
        certificate_field(input, "latency", 1, MOST_CYCLES, &sum->latency, failure);
    if (!status)
        status = certificate_field(input, "overhead", 0, MOST_CYCLES, &sum->overhead, failure);
    if (!status)
        status = certificate_field(input, "gap", 1, MOST_CYCLES, &sum->gap, failure);
    if (!status)
        status =
            certificate_field(input, "processors", 1, MOST_PROCESSORS, &sum->processors, failure);
    if (!status)
        status = certificate_field(input, "operands", 1, 1000000, &sum->operands, failure);
    if (!status)
        status = certificate_field(input, "finish", 0, MOST_CYCLES, &sum->finish, failure);
    return status;
}

static enum status add(struct summation *sum, int row, long from, long cycles,
                       enum activity activity, struct failure *failure) {
    struct activity_interval interval = {row, (int)from, (int)(from + cycles), activity};
    return activity_chart_add(&sum->chart, interval, failure);
}

/* The overhead, and the addition behind it. */
static enum status add_reception(struct summation *sum, int row, long time,
                                 struct failure *failure) {
    enum status status = add(sum, row, time, sum->overhead, ACTIVITY_RECEIVE, failure);
    return status ? status : add(sum, row, time + sum->overhead, 1, ACTIVITY_ADD_RECEIVED, failure);
}

/* `send FROM TO`, perhaps `wait W` */
static enum status take_send(struct certificate_input *input, struct summation *sum, int from,
                             int to, struct failure *failure) {
    long time = sum->time, arrival = time + sum->overhead + sum->latency, wait = 0;
    enum status status = STATUS_OK;
    if (input->word_count == 5)
        status = certificate_number(input, 4, 1, MOST_CYCLES, &wait, failure);
    if (!status)
        status = add(sum, from, time, sum->overhead, ACTIVITY_SEND, failure);
    if (!status)
        status = add_reception(sum, to, arrival + wait, failure);
    sum->nodes[from] = (struct label_node){to, (int)time, (int)time};
    struct activity_line line = {from, (int)(time + sum->overhead), to, (int)arrival};
    return status ? status : activity_chart_join(&sum->chart, line, failure);
}

static enum status take_line(struct certificate_input *input, struct summation *sum,
                             struct failure *failure) {
    const char *key = input->words[0];
    long row, number;
    if (strcmp(key, "step") == 0)
        return certificate_number(input, 1, 0, MOST_CYCLES, &sum->time, failure);
    bool sends = strcmp(key, "send") == 0;
    if (!sends && strcmp(key, "add") != 0)
        return certificate_expected(input, "'step', 'add' or 'send'", failure);
    enum status status = certificate_number(input, 1, 0, sum->processors - 1, &row, failure);
    if (!status)
        status = certificate_number(input, 2, 0, sends ? sum->processors - 1 : MOST_CYCLES, &number,
                                    failure);
    if (status)
        return status;
    return sends ? take_send(input, sum, (int)row, (int)number, failure)
                 : add(sum, (int)row, sum->time, number, ACTIVITY_ADD, failure);
}

static enum status read_body(struct certificate_input *input, struct summation *sum,
                             struct failure *failure) {
    long operand;
    enum status status = read_head(input, sum, failure);
    if (status)
        return status;
    sum->nodes = memory_new((size_t)sum->processors, sizeof *sum->nodes);
    if (!sum->nodes)
        return failure_memory(failure, "a picture");
    sum->chart.rows = (int)sum->processors;
    sum->chart.cycles = (int)(sum->finish + sum->overhead);
    for (long row = 0; row < sum->processors && !status; row++) {
        sum->nodes[row] = (struct label_node){-1, (int)sum->finish, (int)sum->finish};
        status = certificate_field(input, "begins", 1, 1000000, &operand, failure);
    }
    while (!status && certificate_next(input))
        status = take_line(input, sum, failure);
    return status;
}

enum status draw_summation(FILE *file, const char *folder, struct failure *failure) {
    char path[4096];
    struct certificate_input input;
    struct summation sum = {0};
    snprintf(path, sizeof path, "%s/figure-6.cert", folder);
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = strcmp(input.kind, "summation") == 0
                 ? read_body(&input, &sum, failure)
                 : certificate_expected(&input, "'kind summation'", failure);
    certificate_unload(&input);
    if (!status) {
        fprintf(file,
                "<p>%ld operands in %ld cycles on %ld processors, L = %ld, o = %ld, g = %ld. "
                "In the tree: when each processor begins to send.</p>\n",
                sum.operands, sum.finish, sum.processors, sum.latency, sum.overhead, sum.gap);
        status = activity_chart_draw(file, &sum.chart, failure);
        status = label_tree_draw(file, sum.nodes, (int)sum.processors, failure);
    }
    activity_chart_clear(&sum.chart);
    free(sum.nodes);
    return status;
}
