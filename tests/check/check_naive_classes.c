/* SPDX-License-Identifier: MIT */
#include "check_naive_classes.h"

#include <stdlib.h>
#include <string.h>

/* Sets of values are masks: bit v for the value v. What a potential has for a value stands at
 * it. */
struct classes {
    long l, g, s, D, R, N;
    long price[NAIVE_CLASSES_DEPTH + 1];
    long single[NAIVE_CLASSES_DEPTH + 1];
    long largest[NAIVE_CLASSES_DEPTH + 1];
    long other[NAIVE_CLASSES_DEPTH + 1];
};

/* The numbers of the n-th line with this key go to first, first + step, ..; false: no such line. */
static bool read_line(const struct text *text, const char *key, long n, long *numbers, long first,
                      long step) {
    char start[40];
    snprintf(start, sizeof start, "\n%s", key);
    const char *at = strstr(text->bytes, start);
    for (; at && n > 0; n--)
        at = strstr(at + 1, start);
    if (!at)
        return false;
    at += strlen(start);
    for (long i = first; *at == ' ' && i <= NAIVE_CLASSES_DEPTH; i += step) {
        char *end;
        numbers[i] = strtol(at + 1, &end, 10);
        at = end;
    }
    return true;
}

static long pay(const struct classes *c, long value) {
    return value <= c->s - c->l ? c->price[value] : c->R;
}

static long best(const struct classes *c, unsigned held) {
    long most = 0;
    for (long u = c->l; u <= c->s; u++)
        if ((held >> u & 1) && c->price[u - c->l] > most)
            most = c->price[u - c->l];
    return most;
}

/* May the value be received by who has this set? Its next set and what that costs beyond D. */
static bool step(const struct classes *c, long offset, unsigned set, long value, unsigned *next,
                 long *cost) {
    unsigned held = set | 1u << value;
    if ((set >> value & 1) || !(held >> offset & 1))
        return false;
    *next = c->g > c->s ? 0 : held >> c->g;
    *cost = pay(c, value) - best(c, held) - c->D;
    return true;
}

static long phi(const struct classes *c, unsigned set) {
    long sum = 0, most = -1, size = 0;
    for (long u = 0; u <= c->s; u++)
        if (set >> u & 1)
            sum += c->other[u], most = u, size++;
    if (size == 0)
        return 0;
    return size == 1 ? -c->single[most] : -c->largest[most] - (sum - c->other[most]);
}

/* Before it receives a processor holds some of these. */
static unsigned values_of(const struct classes *c, long offset) {
    unsigned all = 0;
    for (long u = offset; u <= c->s - c->g; u += c->g)
        all |= 1u << u;
    return all;
}

/* One round of Bellman and Ford, or, with the potential given, whether anything could be better. */
static bool improves(const struct classes *c, long offset, long *found, bool given) {
    unsigned all = values_of(c, offset), next;
    bool changed = false;
    long cost;
    for (unsigned set = all;; set = (set - 1) & all) {
        for (long value = offset; value <= c->s; value += c->g)
            if (step(c, offset, set, value, &next, &cost)) {
                long to = cost + (given ? phi(c, next) : found[next]);
                if (to >= (given ? phi(c, set) : found[set]))
                    continue;
                if (!given)
                    found[set] = to;
                changed = true;
            }
        if (set == 0)
            return changed;
    }
}

static bool class_holds(const struct classes *c, long offset, bool given) {
    static long found[1 << (NAIVE_CLASSES_DEPTH + 1)];
    bool changed = true;
    memset(found, 0, sizeof found);
    for (long round = 0; changed && round <= 1L << (c->s / c->g); round++)
        changed = improves(c, offset, found, given) && !given;
    return given ? !improves(c, offset, found, true) : !changed;
}

static void read_potential(struct classes *c, const struct text *text) {
    for (long offset = 0; offset < c->g && offset <= c->s; offset++) {
        read_line(text, "single", offset, c->single, offset, c->g);
        read_line(text, "largest", offset, c->largest, offset + c->g, c->g);
        read_line(text, "other", offset, c->other, offset, c->g);
    }
}

bool naive_classes_hold(const struct text *text) {
    struct classes c = {.l = 0};
    read_line(text, "gap", 0, &c.g, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "latency", 0, &c.l, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "depth", 0, &c.s, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "denominator", 0, &c.D, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "root", 0, &c.R, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "bound", 0, &c.N, 0, NAIVE_CLASSES_DEPTH + 1);
    read_line(text, "prices", 0, c.price, 0, 1);
    bool given = strstr(text->bytes, "\npotential largest\n");
    if (c.s > NAIVE_CLASSES_DEPTH || c.g < 1)
        abort();
    read_potential(&c, text);
    bool right = c.N == c.R / c.D;
    for (long offset = 0; offset < c.g && offset <= c.s && right; offset++)
        right = class_holds(&c, offset, given);
    return right;
}
