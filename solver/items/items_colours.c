/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours.h"

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule_lines.h"

enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               const struct limits *limits, struct failure *failure) {
    struct slot_classes classes;
    CLEANUP(items_colours_clear) struct items_colours made = {.words = TAKE(*words)};
    TRY(slot_classes_init(&classes, &made.words, limits, failure));
    TRY(colour_plan_init(&made.plan, &classes, endgame, failure));
    *colours = TAKE(made);
    return STATUS_OK;
}

enum status items_colours_init_few(struct items_colours *colours, struct slot_classes *classes,
                                   int items, struct failure *failure) {
    *colours = (struct items_colours){0};
    TRY(colour_plan_init(&colours->plan, classes, items, failure));
    schedule_init(&colours->words, colours->plan.classes.latency, colours->plan.classes.depth, 1);
    return STATUS_OK;
}

void items_colours_clear(struct items_colours *colours) {
    colour_plan_clear(&colours->plan);
    schedule_clear(&colours->words);
    *colours = (struct items_colours){0};
}

enum status items_colours_finish(struct items_colours *colours, struct failure *failure) {
    if (!items_colours_are_few(colours))
        TRY(schedule_check(&colours->words, failure));
    return colour_plan_finish(&colours->plan, failure);
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
    BIG(processors);
    (void)limits;
    slot_classes_rows(&colours->plan.classes, processors);
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", colours->words.latency,
                      colours->words.depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nendgame %d\nsends %s\n", colours->plan.colours,
                      colours->plan.single ? "single" : "any");
    if (!items_colours_are_few(colours))
        TRY(schedule_lines_print(output, &colours->words, failure));
    print_source(output, &colours->plan);
    print_deals(output, &colours->plan);
    return STATUS_OK;
}

struct evidence evidence_of_items_colours(const struct items_colours *colours) {
    return evidence_borrowed("items-colours", put_items_colours, colours);
}

struct evidence evidence_of_every_items(const struct every_items *every) {
    return evidence_of_items_colours(&every->colours);
}

static enum status start(const struct items_colours *colours, struct items_family *family,
                         struct failure *failure) {
    BIG(processors);
    schedule_processors(&colours->words, processors);
    TRY(messages_check_processors(processors, failure));
    items_family_init(family, colours->words.latency, colours->words.depth);
    family->processors = (int)mpz_get_si(processors);
    family->endgame = colours->plan.colours;
    family->finish = colours->words.latency + colours->words.depth - 1;
    return schedule_list_words(&colours->words, &family->words, failure);
}

static enum status expand(const struct items_colours *colours, struct items_family *family,
                          const struct limits *limits, struct failure *failure) {
    FREED int *class_of = memory_new((size_t)family->processors, sizeof *class_of);
    TRY(memory_check(class_of, failure, "the endgame of a broadcast"));
    TRY(slot_classes_of_rows(&colours->plan.classes, &family->words, class_of, failure));
    return colour_plan_messages(&colours->plan, class_of, family->processors, &family->messages,
                                limits, failure);
}

/* The same broadcasts, of a stream, message by message: `family`, not initialised before, has its
 * own words. STATUS_LIMIT beyond its limits. O(N t M). */
static enum status items_colours_family(const struct items_colours *colours,
                                        struct items_family *family, const struct limits *limits,
                                        struct failure *failure) {
    CLEANUP(items_family_clear) struct items_family result = {0};
    TRY(start(colours, &result, failure));
    TRY(expand(colours, &result, limits, failure));
    TRY(items_family_finish(&result, limits, failure));
    *family = TAKE(result);
    return STATUS_OK;
}

void every_items_of_colours(struct every_items *every, struct items_colours *colours) {
    *every = (struct every_items){.colours = TAKE(*colours)};
}

void every_items_clear(struct every_items *every) {
    items_colours_clear(&every->colours);
    if (every->by_messages)
        items_family_clear(&every->family);
    *every = (struct every_items){0};
}

struct every_items_time every_items_time(const struct every_items *every) {
    const struct items_colours *colours = &every->colours;
    int finish = colours->words.latency + colours->words.depth - 1;
    return (struct every_items_time){colours->plan.colours, finish - colours->plan.colours,
                                     colours->plan.single};
}

enum status every_items_list(struct every_items *every, int items,
                             struct items_message_source **source, struct message_list *list,
                             const struct limits *limits, struct failure *failure) {
    if (!every->by_messages)
        TRY(items_colours_family(&every->colours, &every->family, limits, failure));
    every->by_messages = true;
    return items_family_list(&every->family, items, source, list, failure);
}
