/* SPDX-License-Identifier: MIT */
#include "check_naive_items.h"

static long at_position(const struct naive_row *row, const long *values, long time) {
    return values[((row->position + time) % row->length + row->length) % row->length];
}

static long item_of(const struct naive_family *family, long value, long time) {
    long item = family->M + family->L + family->t - value - time;
    return item > family->M ? item : 0;
}

/* At this TIME, as item numbers from the end: what a row receives in the stream, and what its word
 * sends; 0 or below for what does not belong to the stream. */
static long received(const struct naive_family *family, long row, long time) {
    const struct naive_row *it = &family->rows[row - 1];
    if (time - family->L >= family->t)
        return 0;
    return item_of(family, at_position(it, it->value, time), time);
}

static long sent_by(const struct naive_family *family, long row, long time) {
    const struct naive_row *it = &family->rows[row - 1];
    long value = at_position(it, it->sent, time);
    return time >= family->t || value == NAIVE_NOTHING ? 0 : item_of(family, value, time);
}

/* The items that the stream brings to somebody at TIME 0 or later are below this. */
static long items_below(const struct naive_family *family) {
    return family->M + family->L + family->t + 1;
}

/* Who sends the item that a row receives at this TIME: the source, or somebody who sends it and has
 * not yet been taken. */
static long sender_of(const struct naive_family *family, long item, long time, bool *taken) {
    if (family->M - item == time - family->L)
        return 0;
    for (long row = 1; row <= family->N; row++)
        if (!taken[row] && sent_by(family, row, time - family->L) == item) {
            taken[row] = true;
            return row;
        }
    return -1;
}

static bool add_message(struct naive_list *list, long time, long from, long to, long item) {
    if (list->count == NAIVE_MESSAGES || time < 0)
        return false;
    list->messages[list->count++] = (struct naive_message){time, from, to, item, 0};
    return true;
}

static bool add_stream(const struct naive_family *family, struct naive_list *list) {
    long K = list->K, zero = K - family->M, L = family->L;
    for (long time = L - zero; time <= L + family->t; time++) {
        bool taken[NAIVE_ROWS + 1] = {false};
        for (long row = 1; row <= family->N; row++) {
            long item = received(family, row, time);
            if (item <= 0 || item > K)
                continue;
            long from = sender_of(family, item, time, taken);
            if (from < 0 || !add_message(list, time - L + zero, from, row, K + 1 - item))
                return false;
        }
    }
    return true;
}

/* Who might send something of the stream to somebody is busy, also where nobody waits for it. */
static bool add_listed(const struct naive_family *family, struct naive_list *list) {
    long K = list->K, zero = K - family->M;
    for (long i = 0; i < family->count; i++) {
        const struct naive_listed *m = &family->listed[i];
        if (m->item > K)
            continue;
        if (m->from > family->N || (m->from == 0 && m->time < 0))
            return false;
        long sent = m->from > 0 ? sent_by(family, m->from, m->time) : 0;
        if ((sent > 0 && sent <= K) ||
            !add_message(list, m->time + zero, m->from, m->to, K + 1 - m->item))
            return false;
    }
    return true;
}

static bool holds_for(const struct naive_family *family, long K) {
    static struct naive_list list;
    list.model = NAIVE_POSTAL;
    list.L = family->L, list.o = 0, list.g = 1;
    list.P = family->N + 1, list.K = K, list.period = 0;
    list.single = family->single;
    list.count = 0;
    if (!add_stream(family, &list) || !add_listed(family, &list) ||
        (long)list.count != family->N * K || !naive_list_is_legal(&list))
        return false;
    naive_list_state(&list);
    return list.finish <= K - family->M + family->F;
}

bool naive_family_holds(const struct naive_family *family) {
    long last = family->M + 12;
    last = last > items_below(family) ? last : items_below(family);
    for (long i = 0; i < family->count; i++)
        if (family->listed[i].item > last)
            return false; /* all had it before TIME 0 */
    for (long K = family->M; K <= last; K++)
        if (!holds_for(family, K))
            return false;
    return true;
}
