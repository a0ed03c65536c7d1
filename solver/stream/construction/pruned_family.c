/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/pruned_family.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule_lines.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/union_pieces.h"

/* Left parts from the depth U+L-1 down, as far as they are found; `from` is the first depth without
 * one. They stand at the end of `left`, which has room for the depths 2L+1..U+L-1. */
static enum status find_left(struct pruned_family *family, const struct limits *limits,
                             struct schedule *left, struct failure *failure) {
    int least = 2 * family->latency + 1;
    bool found = true;
    for (family->from = family->window->last; family->from >= least; family->from--) {
        TRY(limits_check(limits, failure));
        TRY(left_part_find(family->latency, family->from, limits, &found,
                           &left[family->from - least], failure));
        if (!found)
            break;
    }
    return STATUS_OK;
}

/* Only those that were found are kept. */
static enum status keep_left(struct pruned_family *family, const struct limits *limits,
                             struct failure *failure) {
    int least = 2 * family->latency + 1, room = family->window->last - least + 1;
    struct schedule *left = memory_new((size_t)(room > 0 ? room : 0) + 1, sizeof *left);
    TRY(memory_check(left, failure, "a family"));
    enum status status = find_left(family, limits, left, failure);
    int count = family->window->last - family->from;
    for (int i = 0; i < count; i++)
        left[i] = left[room - count + i];
    family->left = left;
    return status;
}

enum status pruned_family_find(struct pruned_family *family, int latency,
                               const struct limits *limits, struct failure *failure) {
    CLEANUP(pruned_family_clear) struct pruned_family result = {.latency = latency};
    TRY(pruned_union_new(&result.unions, latency, failure));
    TRY(pruned_union_window(result.unions, limits, &result.window, failure));
    TRY(keep_left(&result, limits, failure));
    *family = TAKE(result);
    return STATUS_OK;
}

void pruned_family_clear(struct pruned_family *family) {
    for (int i = 0; family->left && i < family->window->last - family->from; i++)
        schedule_clear(&family->left[i]);
    free(family->left);
    pruned_union_free(family->unions);
}

struct writing {
    struct certificate_output *output;
    const struct pruned_family *family;
    const struct limits *limits;
};

static enum status print_serve(const struct writing *writing, mpz_srcptr processors,
                               const struct schedule *pruned, struct failure *failure) {
    certificate_print(writing->output, "serve ");
    certificate_print_big(writing->output, processors);
    certificate_print(writing->output, " depth %d\n", pruned->depth);
    return schedule_lines_print(writing->output, pruned, failure);
}

/* Two nodes in one word, and the star that all others with more depth use. */
static enum status serve_exception(const struct writing *writing, mpz_srcptr processors,
                                   struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule periodic = {0}, star = {0};
    int latency = writing->family->latency;
    TRY(exception_schedule(&periodic, latency, failure));
    certificate_print(writing->output, "serve ");
    certificate_print_big(writing->output, processors);
    certificate_print(writing->output, " depth %d\n", 2 * latency);
    TRY(schedule_lines_print(writing->output, &periodic, failure));
    TRY(union_star(&star, latency, 2 * latency + 1, failure));
    TRY(schedule_finish(&star, processors, failure));
    return print_serve(writing, processors, &star, failure);
}

static enum status serve(const struct writing *writing, mpz_srcptr processors,
                         struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule pruned = {0};
    if (pruned_union_is_exception(writing->family->latency, processors))
        return serve_exception(writing, processors, failure);
    TRY(pruned_union_schedule(writing->family->unions, processors, NULL, &pruned, failure));
    return print_serve(writing, processors, &pruned, failure);
}

/* Every N up to P(T), and P(t) for T < t < U. */
static enum status print_served(struct writing *writing, struct failure *failure) {
    const struct pruned_family *family = writing->family;
    BIG(last);
    BIG_OF(processors, 1);
    for (int t = 0; t <= family->from || t < family->window->from; t++) {
        TRY(sequence_term(last, family->latency, t, NULL, failure));
        if (t > family->from)
            mpz_set(processors, last);
        TRY(limits_check(writing->limits, failure));
        for (; mpz_cmp(processors, last) <= 0; mpz_add_ui(processors, processors, 1))
            TRY(serve(writing, processors, failure));
    }
    return STATUS_OK;
}

/* In a left part no leaf is left over: who takes the first message of the root stands for that. */
static enum status print_blocks(const struct writing *writing, const struct schedule *left,
                                struct failure *failure) {
    struct schedule blocks = *left; /* borrowed */
    blocks.receive_only = SCHEDULE_NOBODY;
    return schedule_lines_print(writing->output, &blocks, failure);
}

static enum status print_left(struct writing *writing, struct failure *failure) {
    const struct pruned_family *family = writing->family;
    BIG(processors);
    for (int t = family->from + 1; t <= family->window->last; t++) {
        const struct schedule *left = &family->left[t - family->from - 1];
        schedule_processors(left, processors);
        mpz_sub_ui(processors, processors, 1); /* the first child of the root */
        certificate_print(writing->output, "left %d processors ", t);
        certificate_print_big(writing->output, processors);
        certificate_print(writing->output, "\n");
        TRY(print_blocks(writing, left, failure));
        TRY(limits_check(writing->limits, failure));
    }
    return STATUS_OK;
}

static enum status print_window(struct writing *writing, struct failure *failure) {
    const struct union_window *window = writing->family->window;
    BIG(processors);
    for (int t = window->from; t <= window->last; t++) {
        CLEANUP(schedule_clear) struct schedule pruned = {0};
        TRY(sequence_term(processors, window->latency, t, NULL, failure));
        TRY(union_window_whole(window, t, &pruned, failure));
        TRY(schedule_finish(&pruned, processors, failure));
        certificate_print(writing->output, "instance %d\n", t);
        TRY(schedule_lines_print(writing->output, &pruned, failure));
        TRY(limits_check(writing->limits, failure));
    }
    return STATUS_OK;
}

static enum status put_pruned_family(const void *body, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure) {
    const struct pruned_family *family = body;
    const struct union_window *window = family->window;
    struct writing writing = {output, family, limits};
    certificate_print(output, "latency %d\nnumbers %d\nwindow %d receive-only %d\n",
                      family->latency, family->from, window->from, window->family.receive_only);
    TRY(print_served(&writing, failure));
    TRY(print_left(&writing, failure));
    return print_window(&writing, failure);
}

struct evidence evidence_of_pruned_family(const struct pruned_family *family) {
    return evidence_borrowed("family", put_pruned_family, family);
}
