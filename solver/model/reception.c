#include "solver/model/reception.h"

#include <limits.h>

/* Rows that the class fills, at most LONG_MAX / 4. */
static long rows_of(const struct block_class *class) {
    mpz_t rows;
    mpz_init(rows);
    mpz_mul_si(rows, class->count, class->size);
    long count = mpz_cmp_si(rows, LONG_MAX / 4) > 0 ? LONG_MAX / 4 : mpz_get_si(rows);
    mpz_clear(rows);
    return count;
}

int receivers_list(const struct schedule *schedule, long first, int room,
                   struct receiver *receivers) {
    int count = 0;
    long start = 0; /* the row at which the class begins */
    for (size_t i = schedule->class_count; i-- > 0 && count < room;) {
        const struct block_class *class = &schedule->classes[i];
        long rows = rows_of(class), row = first > start ? first : start;
        for (; row < start + rows && count < room; row++) {
            int offset = (int)((row - start) % class->size);
            receivers[count++] = (struct receiver){class, offset, offset == 0};
        }
        start += rows;
        if (start > LONG_MAX / 4)
            return count;
    }
    if (count < room && first <= start)
        receivers[count++] = (struct receiver){NULL, 0, true};
    return count;
}

struct reception receiver_receives(const struct schedule *schedule, const struct receiver *receiver,
                                   long time) {
    long latency = schedule->latency, depth = schedule->depth;
    long value = schedule->receive_only;
    bool head = false;
    if (receiver->block) {
        long size = receiver->block->size;
        long phase = (time - (depth + 1 - size) - receiver->offset) % size;
        if (phase < 0)
            phase += size;
        head = phase == 0;
        value = head ? size + latency - 1 : receiver->block->letters[phase - 1];
    }
    long item = time + value - (latency + depth) + 1;
    return item >= 1 ? (struct reception){item, head} : (struct reception){0, false};
}
