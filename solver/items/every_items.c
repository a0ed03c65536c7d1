/* SPDX-License-Identifier: MIT */
#include "solver/items/every_items.h"

void every_items_of_colours(struct every_items *every, struct items_colours *colours) {
    *every = (struct every_items){.by_classes = true, .colours = *colours};
}

void every_items_of_family(struct every_items *every, struct items_family *family) {
    *every = (struct every_items){.by_messages = true, .family = *family};
}

void every_items_clear(struct every_items *every) {
    if (every->by_classes)
        items_colours_clear(&every->colours);
    if (every->by_messages)
        items_family_clear(&every->family);
    *every = (struct every_items){0};
}

struct every_items_time every_items_time(const struct every_items *every) {
    const struct items_family *family = &every->family;
    const struct items_colours *colours = &every->colours;
    if (!every->by_classes)
        return (struct every_items_time){family->endgame, family->finish - family->endgame,
                                         family->single};
    int finish = colours->words.latency + colours->words.depth - 1;
    return (struct every_items_time){colours->plan.colours, finish - colours->plan.colours,
                                     colours->plan.single};
}

enum status every_items_list(struct every_items *every, int items, struct items_telling **told,
                             struct message_list *list, struct failure *failure) {
    enum status status = STATUS_OK;
    if (!every->by_messages) {
        status = items_colours_family(&every->colours, &every->family, failure);
        every->by_messages = !status;
    }
    return status ? status : items_family_list(&every->family, items, told, list, failure);
}
