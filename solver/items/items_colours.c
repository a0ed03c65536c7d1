/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours.h"

#include "solver/certificate/schedule_lines.h"
#include "solver/items/every_items.h"

enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               const struct limits *limits, struct failure *failure) {
    struct slot_classes classes;
    *colours = (struct items_colours){.words = *words};
    enum status status = slot_classes_init(&classes, &colours->words, limits, failure);
    if (!status)
        status = colour_plan_init(&colours->plan, &classes, endgame, failure);
    if (status)
        schedule_clear(&colours->words);
    return status;
}

enum status items_colours_init_few(struct items_colours *colours, struct slot_classes *classes,
                                   int items, struct failure *failure) {
    *colours = (struct items_colours){0};
    schedule_init(&colours->words, classes->latency, classes->depth, 1);
    enum status status = colour_plan_init(&colours->plan, classes, items, failure);
    if (status)
        schedule_clear(&colours->words);
    return status;
}

void items_colours_clear(struct items_colours *colours) {
    colour_plan_clear(&colours->plan);
    schedule_clear(&colours->words);
    *colours = (struct items_colours){0};
}

enum status items_colours_finish(struct items_colours *colours, struct failure *failure) {
    enum status status = STATUS_OK;
    if (!items_colours_are_few(colours))
        status = schedule_check(&colours->words, failure);
    if (!status)
        status = colour_plan_finish(&colours->plan, failure);
    if (status)
        items_colours_clear(colours);
    return status;
}

static void print_colour(struct certificate_output *output, int colour) {
    if (colour)
        certificate_print(output, " %d", colour);
    else
        certificate_print(output, " -");
}

static void print_source(struct certificate_output *output, const struct colour_plan *plan) {
    int depth = plan->classes.depth;
    certificate_print(output, "source");
    for (int x = 0, next; x < depth; x = next) {
        for (next = x + 1; next < depth && plan->source[next] == plan->source[x];)
            next++;
        print_colour(output, plan->source[x]);
        if (next - x > 1)
            certificate_print(output, "*%d", next - x);
    }
    certificate_print(output, "\n");
}

static void print_slots(struct certificate_output *output, const struct slot_class *class) {
    certificate_print(output, "slots");
    for (int i = 0; i < class->slots; i++)
        certificate_print(output, " %d", class->times[i]);
    certificate_print(output, "\n");
}

static void print_deals(struct certificate_output *output, const struct colour_plan *plan) {
    for (size_t i = 0; i < plan->deal_count; i++) {
        const struct colour_deal *deal = &plan->deals[i];
        if (i == 0 || deal->class != deal[-1].class)
            print_slots(output, &plan->classes.classes[deal->class]);
        certificate_print(output, "deal ");
        certificate_print_big(output, deal->rows);
        for (int s = 0; s < deal->slots; s++)
            print_colour(output, deal->colours[s]);
        certificate_print(output, "\n");
    }
}

static enum status put_items_colours(const void *body, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure) {
    const struct items_colours *colours = body;
    mpz_t processors;
    (void)limits;
    mpz_init(processors);
    slot_classes_rows(&colours->plan.classes, processors);
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", colours->words.latency,
                      colours->words.depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nendgame %d\nsends %s\n", colours->plan.colours,
                      colours->plan.single ? "single" : "any");
    mpz_clear(processors);
    enum status status = STATUS_OK;
    if (!items_colours_are_few(colours))
        status = schedule_lines_print(output, &colours->words, failure);
    if (!status) {
        print_source(output, &colours->plan);
        print_deals(output, &colours->plan);
    }
    return status;
}

struct evidence evidence_of_items_colours(const struct items_colours *colours) {
    return evidence_borrowed("items-colours", put_items_colours, colours);
}

struct evidence evidence_of_every_items(const struct every_items *every) {
    return evidence_of_items_colours(&every->colours);
}
