/* SPDX-License-Identifier: MIT */
#include "check_naive_summation.h"

#include <stdlib.h>
#include <string.h>

enum { ADDERS = 12, WORKS = 40, LATEST = 3000 };

struct work {
    char kind; /* first letter of its key */
    long time, number, end;
};

struct adder {
    long lowest, highest, begins;
    long sent_lowest, sent_highest, sent; /* sent: at this time, or -1 */
    long count;
    struct work works[WORKS];
};

struct sum {
    long L, o, g, P, N, T;
    struct adder adders[ADDERS];
};

/* --- reading --- */

static bool put_work(struct sum *sum, long p, char kind, long time, long number) {
    if (p < 0 || p >= sum->P || sum->adders[p].count == WORKS)
        return false;
    struct work *work = &sum->adders[p].works[sum->adders[p].count++];
    *work = (struct work){kind, time, number, time};
    work->end += kind == 'a' ? number : sum->o + (kind == 'r');
    return work->end < LATEST;
}

/* A message is two works, of its sender and of its receiver. */
static bool read_line(struct sum *sum, const char *line, long *time) {
    long p, number, wait = 0;
    if (sscanf(line, "step %ld", time) == 1)
        return true;
    if (sscanf(line, "add %ld %ld", &p, &number) == 2)
        return put_work(sum, p, 'a', *time, number);
    if (sscanf(line, "send %ld %ld wait %ld", &p, &number, &wait) < 2)
        return false;
    return put_work(sum, p, 's', *time, number) &&
           put_work(sum, number, 'r', *time + sum->o + sum->L + wait, p);
}

static int compare_works(const void *a, const void *b) {
    const struct work *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static bool read_begins(struct sum *sum, const char **at) {
    for (long p = 0; p < sum->P; p++) {
        int length = 0;
        struct adder *adder = &sum->adders[p];
        if (sscanf(*at, "begins %ld\n%n", &adder->begins, &length) != 1)
            return false;
        *at += length;
        adder->sent = -1;
        adder->lowest = adder->highest = adder->begins;
    }
    return true;
}

static bool read_sum(struct sum *sum, const char *text) {
    memset(sum, 0, sizeof *sum);
    const char *at = strstr(text, "\nlatency ");
    int length = 0;
    if (!at ||
        sscanf(at, " latency %ld overhead %ld gap %ld processors %ld operands %ld finish %ld\n%n",
               &sum->L, &sum->o, &sum->g, &sum->P, &sum->N, &sum->T, &length) != 6 ||
        sum->P > ADDERS)
        return false;
    long time = 0;
    at += length;
    if (!read_begins(sum, &at))
        return false;
    for (; strncmp(at, "digest ", 7) != 0; at = strchr(at, '\n') + 1)
        if (!read_line(sum, at, &time))
            return false;
    for (long p = 0; p < sum->P; p++)
        qsort(sum->adders[p].works, (size_t)sum->adders[p].count, sizeof(struct work),
              compare_works);
    return true;
}

/* --- what can be said of a processor alone --- */

static bool is_alone_right(const struct sum *sum, const struct adder *adder) {
    for (long i = 0; i < adder->count; i++)
        for (long j = 0; j < i; j++) {
            const struct work *now = &adder->works[i], *before = &adder->works[j];
            if (before->end > now->time || before->kind == 's')
                return false;
            if (before->kind == 'r' && now->kind == 'r' && now->time - before->time < sum->g)
                return false;
        }
    return true;
}

/* --- the cycles --- */

/* What is received at the beginning of this work; false if there is nothing. */
static bool takes(const struct sum *sum, long p, const struct work *work,
                  const struct adder **from) {
    *from = &sum->adders[work->number];
    const struct adder *sender = *from;
    for (long i = 0; i < sender->count; i++)
        if (sender->works[i].kind == 's' && sender->works[i].number == p)
            return sender->sent >= 0 && sender->sent + sum->o + sum->L <= work->time;
    return false;
}

/* The additions that are over at this time. */
static bool finish_cycle(struct sum *sum, long p, long time) {
    struct adder *adder = &sum->adders[p];
    for (long i = 0; i < adder->count; i++) {
        const struct work *work = &adder->works[i];
        if (work->kind == 'a' && work->time < time && time <= work->end)
            adder->highest++;
        if (work->kind == 'r' && time == work->end) {
            const struct adder *from = &sum->adders[work->number];
            if (from->sent_highest == adder->lowest - 1)
                adder->lowest = from->sent_lowest;
            else if (from->sent_lowest == adder->highest + 1)
                adder->highest = from->sent_highest;
            else
                return false;
        }
    }
    return adder->highest <= sum->N;
}

static bool begin_works(struct sum *sum, long p, long time) {
    struct adder *adder = &sum->adders[p];
    for (long i = 0; i < adder->count; i++) {
        const struct work *work = &adder->works[i];
        const struct adder *from;
        if (work->time != time)
            continue;
        if (work->kind == 's') {
            adder->sent = time;
            adder->sent_lowest = adder->lowest;
            adder->sent_highest = adder->highest;
        }
        if (work->kind == 'r' && !takes(sum, p, work, &from))
            return false;
    }
    return true;
}

/* When processor p begins to receive what `from` sends, or -1; -2 if it does so twice. */
static long received(const struct sum *sum, long p, long from) {
    long time = -1;
    for (long i = 0; i < sum->adders[p].count; i++) {
        const struct work *work = &sum->adders[p].works[i];
        if (work->kind == 'r' && work->number == from)
            time = time == -1 ? work->time : -2;
    }
    return time;
}

static bool has_room(const struct sum *sum, long time) {
    long under_way[ADDERS] = {0};
    for (long from = 0; from < sum->P; from++) {
        const struct adder *sender = &sum->adders[from];
        if (sender->sent < 0 || sender->sent + sum->o > time)
            continue;
        const struct work *last = &sender->works[sender->count - 1];
        if (received(sum, last->number, from) > time)
            under_way[last->number]++;
    }
    for (long p = 0; p < sum->P; p++)
        if (under_way[p] > (sum->L + sum->g - 1) / sum->g)
            return false;
    return true;
}

static bool run(struct sum *sum) {
    for (long time = 0; time < LATEST; time++) {
        for (long p = 0; p < sum->P; p++)
            if (!finish_cycle(sum, p, time))
                return false;
        for (long p = 0; p < sum->P; p++)
            if (!begin_works(sum, p, time))
                return false;
        if (!has_room(sum, time))
            return false;
    }
    return true;
}

static bool is_added_up(const struct sum *sum) {
    long roots = 0;
    for (long p = 0; p < sum->P; p++) {
        const struct adder *adder = &sum->adders[p];
        const struct work *last = adder->count > 0 ? &adder->works[adder->count - 1] : NULL;
        if (last && last->kind == 's') {
            if (received(sum, last->number, p) < 0)
                return false;
            continue;
        }
        roots++;
        if ((last ? last->end : 0) != sum->T || adder->lowest != 1 || adder->highest != sum->N)
            return false;
    }
    return roots == 1;
}

bool naive_summation_holds(const struct text *text) {
    static struct text copy;
    static struct sum sum;
    copy = *text;
    copy.bytes[copy.length < TEXT_LIMIT ? copy.length : TEXT_LIMIT - 1] = '\0';
    if (!strstr(copy.bytes, "\nkind summation\n") || !strstr(copy.bytes, "\ndigest ") ||
        !read_sum(&sum, copy.bytes))
        return false;
    for (long p = 0; p < sum.P; p++) {
        if (sum.adders[p].begins < 1 || sum.adders[p].begins > sum.N ||
            !is_alone_right(&sum, &sum.adders[p]))
            return false;
        for (long i = 0; i < sum.adders[p].count; i++)
            if (sum.adders[p].works[i].kind != 'a' && sum.adders[p].works[i].number >= sum.P)
                return false;
    }
    return run(&sum) && is_added_up(&sum);
}
