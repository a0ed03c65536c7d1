/* Kind summation: what goes from one processor to another. */
#include "core/memory.h"
#include "rest/summation_work.h"

#include <stdlib.h>

/* --- receptions and sends belong together, and the capacity --- */

static bool check_reception(const struct summation *s, uint32_t p, size_t i, bool *received) {
    const struct work *work = &s->works[i];
    uint32_t from = work->number;
    const struct work *sent = summation_sending(s, from);
    if (!sent || sent->number != p)
        return read_refuted(summation_at_work(s, p, i), "processor %u sends nothing to %u", from,
                            p);
    if (received[from])
        return read_refuted(summation_at_work(s, p, i), "what processor %u sends is received twice",
                            from);
    received[from] = true;
    uint64_t arrives = (uint64_t)sent->time + s->overhead + s->latency;
    if (arrives > work->time)
        return read_refuted(summation_at_work(s, p, i),
                            "what processor %u sends arrives at time %llu only", from,
                            (unsigned long long)arrives);
    return true;
}

/* When messages to one processor enter the network. */
struct entering {
    uint64_t *times;
    size_t count, capacity;
};

static int compare_times(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Receptions stand in the order of time; so those of the messages that have entered by a time and
 * are not received yet are the difference of two counts. */
static bool check_capacity(const struct summation *s, uint32_t p, struct entering *entering) {
    uint64_t most = ((uint64_t)s->latency + s->gap - 1) / s->gap, received = 0;
    size_t next = s->adders[p].first, end = s->adders[p + 1].first;
    qsort(entering->times, entering->count, sizeof *entering->times, compare_times);
    for (size_t i = 0; i < entering->count; i++) {
        uint64_t now = entering->times[i];
        for (; next < end && s->works[next].time <= now; next++)
            received += s->works[next].kind == WORK_RECEIVE;
        if (i + 1 - received > most)
            return read_refuted(summation_at_processor(s, p),
                                "more than %llu messages to processor %u are under way at time "
                                "%llu",
                                (unsigned long long)most, p, (unsigned long long)now);
    }
    return true;
}

static bool check_receiver(const struct summation *s, uint32_t p, bool *received,
                           struct entering *entering) {
    entering->count = 0;
    for (size_t i = s->adders[p].first; i < s->adders[p + 1].first; i++) {
        if (s->works[i].kind != WORK_RECEIVE)
            continue;
        if (!check_reception(s, p, i, received))
            return false;
        entering->times = memory_grow(entering->times, &entering->capacity, entering->count + 1,
                                      sizeof *entering->times);
        entering->times[entering->count++] =
            (uint64_t)summation_sending(s, s->works[i].number)->time + s->overhead;
    }
    return entering->count == 0 || check_capacity(s, p, entering);
}

static bool check_received(const struct summation *s, const bool *received) {
    for (uint32_t p = 0; p < s->processors; p++)
        if (p != s->root && !received[p])
            return read_refuted(summation_at_work(s, p, (size_t)s->adders[p + 1].first - 1),
                                "what processor %u sends is never received", p);
    return true;
}

bool summation_check_messages(struct summation *s) {
    bool *received = memory_zeroed(s->processors, sizeof *received), right = true;
    struct entering entering = {.count = 0};
    for (uint32_t p = 0; right && p < s->processors; p++)
        right = check_receiver(s, p, received, &entering);
    right = right && check_received(s, received);
    free(entering.times);
    free(received);
    return right;
}

/* --- the sums --- */

static bool add_received(const struct summation *s, uint32_t p, size_t i) {
    struct adder *adder = &s->adders[p];
    const struct adder *from = &s->adders[s->works[i].number];
    if (from->highest + 1 == adder->lowest)
        adder->lowest = from->lowest;
    else if (from->lowest == adder->highest + 1)
        adder->highest = from->highest;
    else
        return read_refuted(summation_at_work(s, p, i),
                            "processor %u has the sum of %llu to %llu and receives that of %llu to "
                            "%llu",
                            p, (unsigned long long)adder->lowest,
                            (unsigned long long)adder->highest, (unsigned long long)from->lowest,
                            (unsigned long long)from->highest);
    return true;
}

static bool add_own(const struct summation *s, uint32_t p, size_t i) {
    struct adder *adder = &s->adders[p];
    if (s->works[i].number > s->operands - adder->highest)
        return read_refuted(summation_at_work(s, p, i),
                            "processor %u adds operands up to %llu, and there are %llu", p,
                            (unsigned long long)adder->highest + s->works[i].number,
                            (unsigned long long)s->operands);
    adder->highest += s->works[i].number;
    return true;
}

static bool add_up(const struct summation *s, uint32_t p) {
    for (size_t i = s->adders[p].first; i < s->adders[p + 1].first; i++)
        if ((s->works[i].kind == WORK_ADD && !add_own(s, p, i)) ||
            (s->works[i].kind == WORK_RECEIVE && !add_received(s, p, i)))
            return false;
    return true;
}

/* Those who wait for nothing are on a stack. Each is there once, when the last sum that it needs
 * is known. */
bool summation_check_sums(struct summation *s) {
    uint32_t *ready = memory_zeroed(s->processors, sizeof *ready);
    size_t height = 0;
    bool right = true;
    for (uint32_t p = s->processors; p-- > 0;)
        if (s->adders[p].missing == 0)
            ready[height++] = p;
    while (right && height > 0) {
        uint32_t p = ready[--height];
        right = add_up(s, p);
        const struct work *sending = summation_sending(s, p);
        if (sending && --s->adders[sending->number].missing == 0)
            ready[height++] = sending->number;
    }
    free(ready);
    return right;
}
