/* SPDX-License-Identifier: MIT */
#include "tests/naive_ports.h"

#include <limits.h>
#include <stdlib.h>

int naive_ports_depth(int L, int p, long n, bool *excluded) {
    long f[200];
    int t = 0;
    for (;; t++) {
        f[t] = t < L ? 1 : f[t - 1] + p * f[t - L];
        if (f[t] >= n)
            break;
    }
    long d = f[t] - n, j = p - d;
    *excluded = t >= L && d >= 1 && d < p && p > (j + 1) * (p / j);
    return t + *excluded;
}

struct judge {
    int L, p, processors, items, last; /* a message is received at `last` at the latest */
    int *has;                          /* [processor][item - 1]: since when, INT_MAX: never */
    int *sent, *received;              /* [processor][time]: messages */
};

static int released(const struct judge *judge, int item) {
    return (item - 1) / judge->p;
}

static int *has(const struct judge *judge, int processor, int item) {
    return &judge->has[(size_t)processor * (size_t)judge->items + (size_t)item - 1];
}

static bool one_more(const struct judge *judge, int *table, int processor, int time) {
    return ++table[(size_t)processor * (size_t)(judge->last + 1) + (size_t)time] <= judge->p;
}

static const char *reception_fault(const struct judge *judge, const struct message *m) {
    if (m->from < 0 || m->from > judge->processors || m->to < 1 || m->to > judge->processors ||
        m->item < 1 || m->item > judge->items || m->time < 0 || m->wait != 0 ||
        m->time + judge->L > judge->last)
        return "a number is out of range";
    if (*has(judge, m->to, m->item) != INT_MAX)
        return "an item is received twice";
    *has(judge, m->to, m->item) = m->time + judge->L;
    if (!one_more(judge, judge->sent, m->from, m->time) ||
        !one_more(judge, judge->received, m->to, m->time + judge->L))
        return "more messages than ports";
    return NULL;
}

static const char *all_faults(const struct judge *judge, const struct message *messages, long count,
                              int delay) {
    const char *fault = NULL;
    long by_source = 0;
    for (int item = 1; item <= judge->items; item++)
        for (int r = 0; r <= judge->processors; r++)
            *has(judge, r, item) = r ? INT_MAX : released(judge, item);
    for (long i = 0; i < count && !fault; i++)
        fault = reception_fault(judge, &messages[i]);
    for (long i = 0; i < count && !fault; i++)
        if (*has(judge, messages[i].from, messages[i].item) > messages[i].time)
            fault = "a sender does not have the item";
    for (long i = 0; i < count; i++)
        by_source += messages[i].from == 0;
    for (int item = 1; item <= judge->items && !fault; item++)
        for (int r = 1; r <= judge->processors && !fault; r++)
            if (*has(judge, r, item) == INT_MAX)
                fault = "an item is not received";
            else if (*has(judge, r, item) > released(judge, item) + delay)
                fault = "an item is late";
    /* each item is sent by the source, as others have it from somebody who has it */
    return fault ? fault : by_source != judge->items ? "the source sends an item twice" : NULL;
}

const char *naive_ports_fault(const struct message *messages, long count, int L, int p,
                              int processors, int items, int delay) {
    struct judge judge = {L, p, processors, items, (items - 1) / p + delay, NULL, NULL, NULL};
    size_t rows = (size_t)processors + 1, times = (size_t)judge.last + 1;
    judge.has = malloc(rows * (size_t)items * sizeof *judge.has);
    judge.sent = calloc(rows * times, sizeof *judge.sent);
    judge.received = calloc(rows * times, sizeof *judge.received);
    if (!judge.has || !judge.sent || !judge.received)
        abort();
    const char *fault = all_faults(&judge, messages, count, delay);
    free(judge.has);
    free(judge.sent);
    free(judge.received);
    return fault;
}
