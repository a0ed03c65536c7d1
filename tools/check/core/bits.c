#include "core/bits.h"

#include "core/memory.h"

#include <stdlib.h>

enum { PARTS = 64 }; /* of a node, and words of a leaf */

/* 2^12, 2^18, 2^24 and 2^30. */
struct bits_shape bits_shape_of(uint32_t bound) {
    struct bits_shape shape = {bound, 0};
    while (shape.levels < 3 && (bound - 1) >> (12 + 6 * shape.levels) > 0)
        shape.levels++;
    return shape;
}

static void *new_part(const struct bits_shape *shape, int level) {
    if (level > 0)
        return memory_zeroed(PARTS, sizeof(void *));
    return memory_zeroed(shape->levels > 0 ? PARTS : shape->bound / 64 + 1, sizeof(uint64_t));
}

static void free_part(void *part, int level) {
    for (int i = 0; part && level > 0 && i < PARTS; i++)
        free_part(((void **)part)[i], level - 1);
    free(part);
}

void *bits_new(const struct bits_shape *shape) {
    return new_part(shape, shape->levels);
}

void bits_free(const struct bits_shape *shape, void *bits) {
    free_part(bits, shape->levels);
}

uint64_t *bits_make(const struct bits_shape *shape, void *bits, uint32_t number) {
    for (int level = shape->levels; level > 0; level--) {
        void **part = &((void **)bits)[number >> (6 + 6 * level) & 63];
        if (!*part)
            *part = new_part(shape, level - 1);
        bits = *part;
    }
    return (uint64_t *)bits + (number / 64 & 63);
}
