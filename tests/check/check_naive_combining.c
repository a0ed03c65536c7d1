/* SPDX-License-Identifier: MIT */
#include "check_naive_combining.h"

#include <stdlib.h>
#include <string.h>

static long number_behind(const struct text *text, const char *key) {
    const char *at = strstr(text->bytes, key);
    return at ? atol(at + strlen(key)) : -1;
}

bool naive_combining_read(struct naive_combining *list, const struct text *text) {
    if (!strstr(text->bytes, "\nkind combining\n"))
        return false;
    list->L = number_behind(text, "\nlatency ");
    list->P = number_behind(text, "\nprocessors ");
    list->F = number_behind(text, "\nfinish ");
    list->in_rotation = strstr(text->bytes, "\nrotation\n") != NULL;
    list->count = 0;
    long time = 0;
    for (const char *at = strchr(text->bytes, '\n'); at; at = strchr(at + 1, '\n')) {
        struct naive_sending *m = &list->messages[list->count];
        int end = 0;
        sscanf(at, "\nstep %ld", &time);
        if (list->count + 1 < COMBINING_MESSAGES &&
            sscanf(at, "\nsend %ld %ld%n", &m->from, &m->to, &end) == 2) {
            m->time = time;
            m->others = strncmp(at + end, " others\n", strlen(" others\n")) == 0;
            list->count++;
        }
    }
    return list->P <= COMBINING_OPERANDS && list->count + 1 < COMBINING_MESSAGES;
}

static int compare(const void *a, const void *b) {
    const struct naive_sending *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

void naive_combining_write(struct naive_combining *list, struct text *text) {
    char *at = text->bytes, *end = text->bytes + TEXT_LIMIT;
    qsort(list->messages, list->count, sizeof *list->messages, compare);
    at += snprintf(at, (size_t)(end - at),
                   "steadycast certificate 1\nwriter test 1\nkind combining\n"
                   "model postal\nlatency %ld\nprocessors %ld\n%sfinish %ld\n",
                   list->L, list->P, list->in_rotation ? "rotation\n" : "", list->F);
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_sending *m = &list->messages[i];
        if (i == 0 || m->time != m[-1].time)
            at += snprintf(at, (size_t)(end - at), "step %ld\n", m->time);
        at += snprintf(at, (size_t)(end - at), "send %ld %ld%s\n", m->from, m->to,
                       m->others ? " others" : "");
    }
    text->length = (size_t)(at - text->bytes);
    text_seal(text);
}

void naive_combining_expand(struct naive_combining *list) {
    size_t lines = list->count;
    if (!list->in_rotation || lines * (size_t)list->P > COMBINING_MESSAGES)
        return;
    list->in_rotation = false;
    for (long r = 1; r < list->P; r++)
        for (size_t i = 0; i < lines; i++) {
            struct naive_sending m = list->messages[i];
            list->messages[list->count++] = (struct naive_sending){m.time, (m.from + r) % list->P,
                                                                   (m.to + r) % list->P, m.others};
        }
}

void naive_combining_state(struct naive_combining *list) {
    list->F = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->messages[i].time + list->L > list->F)
            list->F = list->messages[i].time + list->L;
}

struct counts {
    long of[COMBINING_OPERANDS];
};

/* What the processor has at this time, from what the messages carry. */
static struct counts value(const struct naive_combining *list, const struct counts *carried,
                           long processor, long time) {
    struct counts sum = {{0}};
    sum.of[processor] = 1;
    for (size_t i = 0; i < list->count; i++)
        if (list->messages[i].to == processor && list->messages[i].time + list->L <= time)
            for (long x = 0; x < list->P; x++)
                sum.of[x] += carried[i].of[x];
    return sum;
}

/* Messages that are received before others are sent carry what those may send on. */
static void carry(const struct naive_combining *list, struct counts *carried) {
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_sending *m = &list->messages[i];
        carried[i] = value(list, carried, m->from, m->time);
        carried[i].of[m->from] -= m->others;
    }
}

static bool pair_is_legal(const struct naive_sending *a, const struct naive_sending *b) {
    return a->time != b->time || (a->from != b->from && a->to != b->to);
}

static bool messages_are_legal(const struct naive_combining *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_sending *m = &list->messages[i];
        if (m->from == m->to || m->from < 0 || m->from >= list->P || m->to < 0 || m->to >= list->P)
            return false;
        for (size_t j = 0; j < i; j++)
            if (!pair_is_legal(m, &list->messages[j]))
                return false;
    }
    return true;
}

static bool is_empty(const struct naive_combining *list, const struct counts *counts) {
    for (long x = 0; x < list->P; x++)
        if (counts->of[x] > 0)
            return false;
    return true;
}

/* No message is empty, and every operand is with every processor at least, and at most, so many
 * times in the end. */
static bool ends_with(const struct naive_combining *list, long least, long most) {
    static struct counts carried[COMBINING_MESSAGES];
    carry(list, carried);
    for (size_t i = 0; i < list->count; i++)
        if (is_empty(list, &carried[i]))
            return false;
    for (long p = 0; p < list->P; p++) {
        struct counts last = value(list, carried, p, INT32_MAX);
        for (long x = 0; x < list->P; x++)
            if (last.of[x] < least || last.of[x] > most)
                return false;
    }
    return true;
}

/* In order of time, and with all messages. */
static const struct naive_combining *prepared(const struct naive_combining *list) {
    static struct naive_combining all;
    all = *list;
    naive_combining_expand(&all);
    qsort(all.messages, all.count, sizeof *all.messages, compare);
    return &all;
}

static bool is_right(const struct naive_combining *list, long least) {
    for (size_t i = 0; list->in_rotation && i < list->count; i++)
        if (list->messages[i].from != 0 || list->messages[i].to >= list->P)
            return false;
    const struct naive_combining *all = prepared(list);
    return messages_are_legal(all) && ends_with(all, least, 1);
}

bool naive_combining_is_legal(const struct naive_combining *list) {
    return is_right(list, 0);
}

bool naive_combining_holds(const struct naive_combining *list) {
    struct naive_combining *stated = malloc(sizeof *stated);
    if (!stated)
        abort();
    *stated = *list;
    naive_combining_state(stated);
    bool same = stated->F == list->F;
    free(stated);
    return same && is_right(list, 1);
}

bool naive_combining_text_holds(const struct text *text) {
    static struct naive_combining list;
    return naive_combining_read(&list, text) && naive_combining_holds(&list);
}
