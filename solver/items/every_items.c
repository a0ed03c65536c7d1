/* SPDX-License-Identifier: MIT */
#include "solver/items/every_items.h"

void every_items_of_colours(struct every_items *every, struct items_colours *colours) {
    *every = (struct every_items){.colours = *colours};
}

enum status every_items_of_family(struct every_items *every, struct items_family *family,
                                  struct failure *failure) {
    struct items_colours colours;
    enum status status = items_colours_of_family(&colours, family, failure);
    items_family_clear(family);
    if (!status)
        every_items_of_colours(every, &colours);
    return status;
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
    enum status status = STATUS_OK;
    if (!every->by_messages) {
        status = items_colours_family(&every->colours, &every->family, limits, failure);
        every->by_messages = !status;
    }
    return status ? status : items_family_list(&every->family, items, source, list, failure);
}
