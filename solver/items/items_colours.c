/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours.h"

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
