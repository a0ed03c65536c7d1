/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours.h"

enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               struct failure *failure) {
    struct slot_classes classes;
    *colours = (struct items_colours){.words = *words};
    enum status status = slot_classes_init(&classes, &colours->words, failure);
    if (!status)
        status = colour_plan_init(&colours->plan, &classes, endgame, failure);
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
    enum status status = schedule_check(&colours->words, failure);
    if (!status)
        status = colour_plan_finish(&colours->plan, failure);
    if (status)
        items_colours_clear(colours);
    return status;
}
