/* SPDX-License-Identifier: MIT */
#include "check_naive_colours.h"

#include <stdlib.h>
#include <string.h>

enum { TIMES = 80, LINE = 400, DEALS = 200 };

struct slots {
    long count, times[TIMES];
};

/* A line `deal`. */
struct deal {
    long rows;  /* not given yet */
    long lines; /* with the same slots, before that of its class */
    struct slots slots;
    long colours[TIMES];
};

struct colours {
    struct naive_family family;
    long source[TIMES], source_count;
    struct slots rows[NAIVE_ROWS]; /* of row q at [q-1] */
    struct slots busy[NAIVE_ROWS]; /* the TIMEs behind the first slot at which it is not free */
    long dealt[NAIVE_ROWS][TIMES]; /* [q-1][slot] */
    long deal_count;
    struct deal deals[DEALS];
};

static long number_behind(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s ", key);
    const char *at = strstr(text->bytes, start);
    return at ? atol(at + strlen(start)) : -1;
}

/* The entries of a line, - for 0, each once for *k; -1 if there are too many. */
static long read_entries(const char *at, long *entries) {
    long count = 0, copies;
    while (*at == ' ') {
        char *end = (char *)at + 2;
        long value = at[1] == '-' ? 0 : strtol(at + 1, &end, 10);
        copies = *end == '*' ? strtol(end + 1, &end, 10) : 1;
        for (; copies > 0; copies--) {
            if (count == TIMES)
                return -1;
            entries[count++] = value;
        }
        at = end;
    }
    return count;
}

/* --- the rows --- */

static bool is_free(const struct naive_family *f, long q, long time) {
    const struct naive_row *row = &f->rows[q];
    long value = row->sent[(row->position + time) % row->length];
    return value == NAIVE_NOTHING || value + time >= f->L + f->t;
}

static void find_slots(struct colours *c) {
    const struct naive_family *f = &c->family;
    for (long q = 0; q < f->N; q++) {
        const struct naive_row *row = &f->rows[q];
        struct slots *slots = &c->rows[q], *busy = &c->busy[q];
        slots->count = busy->count = 0;
        for (long y = 0; y < f->L + f->t; y++) {
            if (row->value[(row->position + y) % row->length] + y >= f->L + f->t)
                slots->times[slots->count++] = y;
            if (slots->count > 0 && y < f->t && !is_free(f, q, y))
                busy->times[busy->count++] = y;
        }
    }
}

/* Below 0, 0 or above, in the lexicographic order. */
static long compare(const struct slots *a, const struct slots *b) {
    long i = 0;
    while (i < a->count && i < b->count && a->times[i] == b->times[i])
        i++;
    return i < a->count && i < b->count ? a->times[i] - b->times[i] : a->count - b->count;
}

/* How many classes have the same slots as this row, and are before its own. */
static long classes_before(const struct colours *c, long q) {
    long count = 0;
    for (long other = 0; other < c->family.N; other++) {
        bool counts =
            compare(&c->rows[other], &c->rows[q]) == 0 && compare(&c->busy[other], &c->busy[q]) < 0;
        for (long twin = 0; twin < other; twin++)
            counts = counts && (compare(&c->rows[twin], &c->rows[other]) != 0 ||
                                compare(&c->busy[twin], &c->busy[other]) != 0);
        count += counts;
    }
    return count;
}

/* --- the lines --- */

static bool read_lines(struct colours *c, const struct text *text) {
    struct slots slots = {.count = -1}, before = slots;
    long lines = 0;
    c->deal_count = 0;
    c->source_count = -1;
    for (const char *at = strchr(text->bytes, '\n'); at; at = strchr(at + 1, '\n')) {
        if (strncmp(at, "\nsource", 7) == 0)
            c->source_count = read_entries(at + 7, c->source);
        else if (strncmp(at, "\nslots", 6) == 0) {
            before = slots;
            slots.count = read_entries(at + 6, slots.times);
            lines = compare(&slots, &before) == 0 ? lines + 1 : 0;
        }
        if (strncmp(at, "\ndeal ", 6) != 0)
            continue;
        if (c->deal_count == DEALS || slots.count < 0)
            return false;
        struct deal *deal = &c->deals[c->deal_count++];
        char *rest;
        deal->slots = slots;
        deal->lines = lines;
        deal->rows = strtol(at + 6, &rest, 10);
        if (read_entries(rest, deal->colours) != slots.count)
            return false;
    }
    return c->source_count == c->family.t;
}

/* Each row takes from the first deal of its class that has rows left; none is left over. */
static bool deal_rows(struct colours *c) {
    for (long q = 0; q < c->family.N; q++) {
        long i = 0, lines = classes_before(c, q);
        while (i < c->deal_count && (c->deals[i].rows == 0 || c->deals[i].lines != lines ||
                                     compare(&c->deals[i].slots, &c->rows[q]) != 0))
            i++;
        if (i == c->deal_count)
            return false;
        c->deals[i].rows--;
        memcpy(c->dealt[q], c->deals[i].colours, sizeof c->dealt[q]);
    }
    for (long i = 0; i < c->deal_count; i++)
        if (c->deals[i].rows > 0)
            return false;
    return true;
}

/* --- messages --- */

/* Does row q send this colour at this TIME? It was its first one, and the row is free. */
static bool sends(const struct colours *c, long q, long colour, long time) {
    const struct slots *slots = &c->rows[q];
    long i = 0;
    while (i < slots->count && c->dealt[q][i] == 0)
        i++;
    if (i == slots->count || c->dealt[q][i] != colour || slots->times[i] > time)
        return false;
    return is_free(&c->family, q, time);
}

static bool tell(struct colours *c, long time, long to, long colour, bool *taken) {
    struct naive_family *f = &c->family;
    long from = -1;
    if (!taken[0] && time >= 0 && time < f->t && c->source[time] == colour)
        from = 0;
    for (long q = 0; q < f->N && from < 0; q++)
        if (!taken[q + 1] && time >= 0 && time < f->t && sends(c, q, colour, time))
            from = q + 1;
    if (from < 0 || f->count == NAIVE_LISTED)
        return false;
    taken[from] = true;
    f->listed[f->count++] = (struct naive_listed){time, from, to, colour};
    return true;
}

static bool tell_all(struct colours *c) {
    struct naive_family *f = &c->family;
    f->count = 0;
    for (long y = 0; y < f->L + f->t; y++) {
        bool taken[NAIVE_ROWS + 1] = {false};
        for (long q = 0; q < f->N; q++)
            for (long i = 0; i < c->rows[q].count; i++)
                if (c->rows[q].times[i] == y && c->dealt[q][i] > 0 &&
                    !tell(c, y - f->L, q + 1, c->dealt[q][i], taken))
                    return false;
    }
    return true;
}

/* The source sends no colour again. */
static bool is_single(const struct colours *c) {
    for (long x = 0; x < c->source_count; x++)
        for (long y = 0; y < x; y++)
            if (c->source[x] > 0 && c->source[x] == c->source[y])
                return false;
    return true;
}

bool naive_items_colours_hold(const struct text *text) {
    static struct colours c;
    struct naive_family *f = &c.family;
    if (!strstr(text->bytes, "\nkind items-colours\n") || !naive_schedule_holds(text))
        return false;
    f->L = number_behind(text, "latency");
    f->t = number_behind(text, "depth");
    f->N = number_behind(text, "processors");
    f->M = number_behind(text, "endgame");
    f->F = f->L + f->t - 1;
    f->single = strstr(text->bytes, "\nsends single\n") != NULL;
    if (f->L + f->t >= TIMES || f->N > NAIVE_ROWS || naive_rows(text, f->rows, NAIVE_ROWS) != f->N)
        return false;
    find_slots(&c);
    return read_lines(&c, text) && (!f->single || is_single(&c)) && deal_rows(&c) && tell_all(&c) &&
           naive_family_holds(f);
}
