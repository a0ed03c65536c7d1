#include "check_naive_summation.h"

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

static bool read_work(struct sum *sum, struct adder *adder, const char *line) {
    struct work *work = &adder->works[adder->count];
    char key[20];
    if (adder->count == WORKS || sscanf(line, "%19s %ld %ld", key, &work->time, &work->number) != 3)
        return false;
    work->kind = key[0];
    work->end = work->time + (key[0] == 'a' ? work->number : sum->o + (key[0] == 'r'));
    adder->count++;
    return work->end < LATEST;
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
    long p = -1, number;
    for (at += length; strncmp(at, "digest ", 7) != 0; at = strchr(at, '\n') + 1) {
        if (strncmp(at, "processor ", 10) != 0) {
            if (p < 0 || !read_work(sum, &sum->adders[p], at))
                return false;
            continue;
        }
        if (++p == sum->P ||
            sscanf(at, "processor %ld begins %ld", &number, &sum->adders[p].begins) != 2)
            return false;
        sum->adders[p].sent = -1;
        sum->adders[p].lowest = sum->adders[p].highest = sum->adders[p].begins;
    }
    return p + 1 == sum->P;
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
