#include "tests/messages.h"

#include <limits.h>
#include <stdlib.h>

/* When processor p has the item; INT_MAX: never. */
static int time_of(const struct telling *t, int p, int item) {
    if (p == 0)
        return (item - 1) * t->period;
    for (int i = 0; i < t->count; i++)
        if (t->messages[i].to == p && t->messages[i].item == item)
            return t->messages[i].time + 2 * t->overhead + t->latency + t->messages[i].wait;
    return INT_MAX;
}

static bool order_is_right(const struct told *a, const struct told *b) {
    return a->time < b->time || (a->time == b->time && a->from < b->from);
}

static const char *message_fault(const struct telling *t, int i) {
    const struct told *m = &t->messages[i];
    if (i && !order_is_right(m - 1, m))
        return "not in the order of time and sender";
    if (m->time < 0 || m->wait < 0 || m->item < 1 || m->item > t->items || m->from < 0 ||
        m->from >= t->processors || m->to < 1 || m->to >= t->processors || m->from == m->to)
        return "a number is out of range";
    if (time_of(t, m->from, m->item) > m->time)
        return "a sender does not have the item";
    for (int j = 0; j < i; j++)
        if (t->messages[j].to == m->to && t->messages[j].item == m->item)
            return "an item is received twice";
    return NULL;
}

/* When the message begins to be received. */
static int arrival(const struct telling *t, const struct told *m) {
    return m->time + t->overhead + t->latency + m->wait;
}

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

/* What two messages do to one processor. */
static const char *pair_fault(const struct telling *t, const struct told *a, const struct told *b) {
    if (a->from == b->from && distance(a->time, b->time) < t->gap)
        return "sends follow too closely";
    if (a->to == b->to && distance(arrival(t, a), arrival(t, b)) < t->gap)
        return "receptions follow too closely";
    if ((a->from == b->from && distance(a->time, b->time) < t->overhead) ||
        (a->to == b->to && distance(arrival(t, a), arrival(t, b)) < t->overhead) ||
        (a->from == b->to && distance(a->time, arrival(t, b)) < t->overhead) ||
        (a->to == b->from && distance(arrival(t, a), b->time) < t->overhead))
        return "a processor is busy with two things";
    return NULL;
}

/* Messages of the same end as `m` that are under way when it leaves, with itself. */
static const char *capacity_fault(const struct telling *t, const struct told *m) {
    int leaves = m->time + t->overhead, sent = 0, expected = 0;
    int most = (t->latency + t->gap - 1) / t->gap;
    for (int i = 0; i < t->count; i++) {
        const struct told *other = &t->messages[i];
        if (other->time + t->overhead > leaves || arrival(t, other) <= leaves)
            continue;
        sent += other->from == m->from;
        expected += other->to == m->to;
    }
    return sent > most || expected > most ? "too many messages are under way" : NULL;
}

static const char *all_faults(const struct telling *t) {
    const char *fault = NULL;
    for (int i = 0; i < t->count && !fault; i++) {
        fault = message_fault(t, i);
        for (int j = 0; j < i && !fault; j++)
            fault = pair_fault(t, &t->messages[j], &t->messages[i]);
        if (!fault)
            fault = capacity_fault(t, &t->messages[i]);
    }
    return fault;
}

static bool source_sends_once(const struct telling *t) {
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < i; j++)
            if (t->messages[i].from == 0 && t->messages[j].from == 0 &&
                t->messages[i].item == t->messages[j].item)
                return false;
    return true;
}

const char *messages_fault(const struct telling *t, int *delay, int *finish, bool *single) {
    const char *fault = all_faults(t);
    if (fault)
        return fault;
    *delay = *finish = 0;
    *single = source_sends_once(t);
    for (int item = 1; item <= t->items; item++)
        for (int p = 1; p < t->processors; p++) {
            int time = time_of(t, p, item), late = time - (item - 1) * t->period;
            if (time == INT_MAX)
                return "an item is not received";
            *delay = late > *delay ? late : *delay;
            *finish = time > *finish ? time : *finish;
        }
    return NULL;
}
