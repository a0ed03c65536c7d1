#include "rest/messages_rotation.h"

#include "core/memory.h"

#include <stdlib.h>

void rotation_init(struct rotation *rotation, uint32_t each, uint32_t count) {
    *rotation = (struct rotation){.each = each, .count = count, .missing = count - each};
    rotation->marks = memory_zeroed(count / 64 + 1, sizeof *rotation->marks);
}

void rotation_clear(struct rotation *rotation) {
    free(rotation->marks);
}

static bool is_marked(const struct rotation *rotation, uint32_t item) {
    return rotation->marks[item / 64] >> item % 64 & 1;
}

bool rotation_is_own(const struct rotation *rotation, uint32_t item) {
    return item <= rotation->each;
}

bool rotation_has(const struct rotation *rotation, uint32_t item) {
    return rotation_is_own(rotation, item) || is_marked(rotation, item);
}

bool rotation_mark(struct rotation *rotation, uint32_t item) {
    if (is_marked(rotation, item))
        return false;
    rotation->marks[item / 64] |= UINT64_C(1) << item % 64;
    rotation->missing -= !rotation_is_own(rotation, item);
    return true;
}

/* It comes from -to, who sends what processor 0 does, with all numbers turned by -to. */
uint32_t rotation_arriving(const struct rotation *rotation, uint32_t to, uint32_t item) {
    uint64_t turned = (uint64_t)to * rotation->each, count = rotation->count;
    return (uint32_t)((item - 1 + count - turned) % count) + 1;
}

uint32_t rotation_missing(const struct rotation *rotation) {
    uint32_t item = rotation->each + 1;
    while (is_marked(rotation, item))
        item++;
    return item;
}
