/* SPDX-License-Identifier: MIT */
/* Why the formula has a model if there is a schedule with these classes, T_e processors of class e.
 *
 * Take J items that follow each other so late that for all items from some time before them on what
 * prices_classes.c says is true: each processor receives each item once, with a value of its class
 * e, e + g x, 0 <= e + g x <= s, at most one item a step; in each step it sends at most one item,
 * which it holds then; the source sends each item once. Item i has the level x of class e in step
 * i - x, so steps are compared by differences, and what is before the first of the J items and
 * behind the last one may be whatever it is: nothing is said of it. Put
 *
 *   h(p,i,x)  p receives the i-th of them with the level x or more,
 *   y(p,i,u)  p sends it when it has the level u, in class e the value e + g u.
 *
 *  1. h(p,i,0); what has the level x or more has x-1 or more; no value is above s; what is sent at
 *     the level u was received with u or more.
 *  2. Two items are not received in one step, and not sent in one step.
 *  3. Each reception of an item has a message of its own: one from the source, or one that was sent
 *     with l more at least. So for each z the receptions with z or more are at most 1 and the
 *     sendings with z + l or more. This is said for each z that somebody can receive, by counters:
 *     a(j,k) is true if k of the first j receptions are, b(j,k) is true only if k of the first j
 *     messages are, so both have values by their definitions.
 *
 * Every clause is true of every schedule. */
#include "rest/cnf_classes.h"

#include "core/memory.h"

static int64_t received(const struct classes_formula *f, int64_t p, int64_t i, int64_t x) {
    return (p * f->J + i) * (f->K + 1) + x + 1;
}

static int64_t sent(const struct classes_formula *f, int64_t p, int64_t i, int64_t u) {
    return f->N * f->J * (f->K + 1) + (p * f->J + i) * f->K + u + 1;
}

static void one_item(const struct classes_formula *f, int64_t p, int64_t i) {
    cnf_clause1(f->builder, received(f, p, i, 0));
    for (int64_t x = 1; x <= f->K; x++) {
        cnf_clause2(f->builder, -received(f, p, i, x), received(f, p, i, x - 1));
        if (f->class[p] + f->g * x > f->s)
            cnf_clause1(f->builder, -received(f, p, i, x));
    }
    for (int64_t u = 0; u < f->K; u++)
        cnf_clause2(f->builder, -sent(f, p, i, u), received(f, p, i, u));
}

/* Items i < j at the levels x and x + j - i: the same step. */
static void two_items(const struct classes_formula *f, int64_t p, int64_t i, int64_t j) {
    for (int64_t x = 0; x + j - i < f->K; x++) {
        int64_t y = x + j - i;
        cnf_put(f->builder, -received(f, p, i, x));
        cnf_clause3(f->builder, received(f, p, i, x + 1), -received(f, p, j, y),
                    received(f, p, j, y + 1));
        cnf_clause2(f->builder, -sent(f, p, i, x), -sent(f, p, j, y));
    }
}

/* a(j,k), k <= most, is the variable `before` + (j-1) most + k; more than `most` are refused. */
static void count_receptions(const struct classes_formula *f, int64_t n, int64_t most) {
    for (int64_t j = 1, now = f->last; j <= n && !f->builder->full; j++, now += most)
        for (int64_t k = 1; k <= most + 1; k++) {
            if (j > 1 && k <= most)
                cnf_clause2(f->builder, -(now - most + k), now + k);
            if (k > j)
                continue;
            cnf_clause3(f->builder, -f->receptions[j - 1], k > 1 ? -(now - most + k - 1) : 0,
                        k <= most ? now + k : 0);
        }
}

/* b(j,k), numbered in the same way. */
static void count_messages(const struct classes_formula *f, int64_t m, int64_t most) {
    for (int64_t j = 1, now = f->last; j <= m && !f->builder->full; j++, now += most)
        for (int64_t k = 1; k <= most; k++) {
            int64_t before = j > 1 ? now - most + k : 0;
            cnf_clause3(f->builder, -(now + k), before, f->messages[j - 1]);
            if (k > 1)
                cnf_clause3(f->builder, -(now + k), before, before ? before - 1 : 0);
        }
}

static void balance(struct classes_formula *f, int64_t i, int64_t z) {
    int64_t n = 0, m = 0;
    f->messages[m++] = received(f, 0, i, 0); /* always true: the source's */
    for (int64_t p = 0; p < f->N; p++)
        for (int64_t x = 0, value = f->class[p]; value <= f->s; x++, value += f->g) {
            if (value >= z && value - f->g < z)
                f->receptions[n++] = received(f, p, i, x);
            if (value >= z + f->l)
                f->messages[m++] = sent(f, p, i, x);
        }
    int64_t most = n < m ? n : m;
    count_receptions(f, n, most);
    int64_t a = f->last += n * most;
    count_messages(f, m, most);
    int64_t b = f->last += m * most;
    for (int64_t k = 1; k <= most; k++)
        cnf_clause2(f->builder, -(a - most + k), b - most + k);
}

int64_t classes_build(struct cnf_builder *builder, const void *question) {
    struct classes_formula f = *(const struct classes_formula *)question;
    f.builder = builder;
    f.last = f.N * f.J * (2 * f.K + 1);
    f.receptions = memory_zeroed((size_t)f.N, sizeof *f.receptions);
    f.messages = memory_zeroed((size_t)(f.N * f.K + 1), sizeof *f.messages);
    for (int64_t p = 0; p < f.N; p++) {
        for (int64_t i = 0; i < f.J && !builder->full; i++)
            one_item(&f, p, i);
        for (int64_t i = 0; i < f.J; i++)
            for (int64_t j = i + 1; j < f.J && !builder->full; j++)
                two_items(&f, p, i, j);
    }
    for (int64_t i = 0; i < f.J; i++)
        for (int64_t z = 0; z <= f.s && !builder->full; z++)
            if (f.processors[z % f.g] > 0)
                balance(&f, i, z);
    return f.last;
}

void classes_refuted(struct reader *reader, uint32_t l, uint32_t g, uint32_t s,
                     const uint32_t *processors) {
    struct classes_formula f = {.l = l, .g = g, .s = s, .K = s / g + 1, .processors = processors};
    if (s < l || s < g || s > CLASSES_DEPTH_LIMIT)
        read_malformed(reader, "a formula of classes is for s from l and g to %d",
                       CLASSES_DEPTH_LIMIT);
    for (uint32_t e = 0; e < g; e++)
        for (uint32_t k = 0; k < processors[e]; k++) {
            if (f.N == CLASSES_PROCESSORS_LIMIT)
                read_malformed(reader, "a formula of classes is for %d processors at most",
                               CLASSES_PROCESSORS_LIMIT);
            f.class[f.N++] = e;
        }
    if (f.N == 0)
        read_malformed(reader, "a formula of classes without processors");
    uint32_t items = read_number_line(reader, "items", 1, READ_LATENCY_LIMIT);
    read_charge(reader, 4 * (uint64_t)items * (s + 1) * (uint64_t)(f.N * f.K));
    f.J = items;
    formula_refuted(reader,
                    &(struct formula){.question = &f, .build = classes_build, .part = true});
}
