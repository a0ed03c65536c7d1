/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/periodic_formula.h"

#include <assert.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "automata/word.h"

/* The variables, in their order, for the rows p = 0..N-1 and the steps s = 0..T-1:
 *  r(p,s,v)   row p receives the value v = 0..t-L, t
 *  h(p,s,u)   before step s = 0..T, row p holds an item with the value u = 0..t-1
 *  y(p,s,u)   row p sends an item that has the value u = L..t then
 *  idle(p,s)  row p sends nothing
 *  b(p)       row p >= 1 is the first of its word         (not if they keep their roles)
 *  z(p,u)     the first row of p's word holds u before step 0                 (likewise)
 *  c(..)      counters: at least k of the rows 0..p receive, or send, a value
 *  g(p,v)     the first row of p's word receives at least v > 0 at step 0: for the order of
 * words */
struct builder {
    struct formula *formula;
    int L, t, N, T;
    enum schedule_roles roles;
    int values;                       /* received: 0..t-L and t */
    int most[PERIODIC_MAX_DEPTH + 1]; /* how far receptions of w = 0..t-L are counted */
    int h, y, idle, b, z, c, g;       /* variables before the first of each sort */
};

static int value(const struct builder *q, int index) {
    assert(index >= 0 && index < q->values);
    return index == q->values - 1 ? q->t : index;
}

static bool is_value(const struct builder *q, int v) {
    return v <= q->t - q->L || v == q->t;
}

static int index_of(const struct builder *q, int v) {
    assert(v >= 0 && is_value(q, v));
    return v == q->t ? q->values - 1 : v;
}

static int r(const struct builder *q, int p, int s, int v) {
    assert(p >= 0 && p < q->N && s >= 0 && s < q->T);
    return (p * q->T + s) * q->values + index_of(q, v) + 1;
}

static int h(const struct builder *q, int p, int s, int u) {
    assert(p >= 0 && p < q->N && s >= 0 && s <= q->T);
    assert(u >= 0 && u < q->t);
    return q->h + (p * (q->T + 1) + s) * q->t + u + 1;
}

static int y(const struct builder *q, int p, int s, int u) {
    assert(p >= 0 && p < q->N && s >= 0 && s < q->T);
    assert(u >= q->L && u <= q->t);
    return q->y + (p * q->T + s) * (q->t - q->L + 1) + u - q->L + 1;
}

static int idle(const struct builder *q, int p, int s) {
    assert(p >= 0 && p < q->N && s >= 0 && s < q->T);
    return q->idle + p * q->T + s + 1;
}

static int b(const struct builder *q, int p) {
    assert(p >= 1 && p < q->N && q->roles != ROLES_KEEP);
    return q->b + p;
}

static int z(const struct builder *q, int p, int u) {
    assert(p >= 0 && p < q->N && u >= 0 && u < q->t && q->roles != ROLES_KEEP);
    return q->z + p * q->t + u + 1;
}

static int g(const struct builder *q, int p, int v) {
    assert(p >= 0 && p < q->N && v > 0);
    return q->g + p * (q->values - 1) + index_of(q, v);
}

static void add_literal(struct builder *q, int literal) {
    formula_add(q->formula, literal);
}

/* first = second, where `condition` (a literal, or 0 for always) is false. */
static void equal_unless(struct builder *q, int condition, int first, int second) {
    assert(first > 0 && second > 0);
    for (int sign = -1; sign <= 1; sign += 2) {
        if (condition)
            add_literal(q, condition);
        formula_clause(q->formula, sign * first, -sign * second);
    }
}

/* Clauses 1, receptions: exactly one; the values held before and after the step. */
static void one_reception(struct builder *q, int p, int s) {
    for (int v = 0; v < q->values; v++)
        add_literal(q, r(q, p, s, value(q, v)));
    add_literal(q, 0);
    for (int v = 0; v < q->values; v++)
        for (int w = v + 1; w < q->values; w++)
            formula_clause(q->formula, -r(q, p, s, value(q, v)), -r(q, p, s, value(q, w)));
}

static void next_state(struct builder *q, int p, int s) {
    formula_clause(q->formula, r(q, p, s, 0), h(q, p, s, 0));
    formula_clause(q->formula, -r(q, p, s, 0), -h(q, p, s, 0));
    for (int u = 1; u <= q->t; u++) {
        int held = u < q->t ? h(q, p, s, u) : 0, after = h(q, p, s + 1, u - 1);
        int received = is_value(q, u) ? r(q, p, s, u) : 0;
        if (held)
            formula_clause(q->formula, -held, after);
        if (received)
            formula_clause(q->formula, -received, after);
        formula_clause(q->formula, -after, held ? held : received, held ? received : 0);
        if (held && received)
            formula_clause(q->formula, -held, -received);
    }
}

/* Clauses 1, sends: at most one, of a value held. */
static void one_send(struct builder *q, int p, int s) {
    for (int u = q->L; u <= q->t; u++) {
        formula_clause(q->formula, -y(q, p, s, u), h(q, p, s + 1, u - 1));
        formula_clause(q->formula, -y(q, p, s, u), -idle(q, p, s));
        for (int w = u + 1; w <= q->t; w++)
            formula_clause(q->formula, -y(q, p, s, u), -y(q, p, s, w));
    }
    add_literal(q, idle(q, p, s));
    for (int u = q->L; u <= q->t; u++)
        add_literal(q, y(q, p, s, u));
    add_literal(q, 0);
}

/* Clauses 2: one row receives t, one sends nothing. */
static void one_of_all(struct builder *q, int s) {
    for (int p = 0; p < q->N; p++)
        for (int other = p + 1; other < q->N; other++) {
            formula_clause(q->formula, -r(q, p, s, q->t), -r(q, other, s, q->t));
            formula_clause(q->formula, -idle(q, p, s), -idle(q, other, s));
        }
    for (int p = 0; p < q->N; p++)
        add_literal(q, r(q, p, s, q->t));
    add_literal(q, 0);
    for (int p = 0; p < q->N; p++)
        add_literal(q, idle(q, p, s));
    add_literal(q, 0);
}

/* Clauses 3: after a period comes the next row, or behind the last of its word the first one. */
static void repeat(struct builder *q, int p, int u) {
    int after = h(q, p, q->T, u);
    if (q->roles == ROLES_KEEP) {
        equal_unless(q, 0, after, h(q, p, 0, u));
        return;
    }
    if (p == 0) {
        equal_unless(q, 0, z(q, 0, u), h(q, 0, 0, u));
    } else {
        equal_unless(q, -b(q, p), z(q, p, u), h(q, p, 0, u));
        equal_unless(q, b(q, p), z(q, p, u), z(q, p - 1, u));
    }
    if (p == q->N - 1) {
        equal_unless(q, 0, after, z(q, p, u));
    } else {
        equal_unless(q, -b(q, p + 1), after, z(q, p, u));
        equal_unless(q, b(q, p + 1), after, h(q, p + 1, 0, u));
    }
}

/* Clauses 6: words begin with the row that receives most at step 0 (blocks: with their head), and
 * descend in that. */
static void sort_words(struct builder *q, int p, int index) {
    int v = value(q, index), now = g(q, p, v), before = p ? g(q, p - 1, v) : 0;
    if (index > 1)
        formula_clause(q->formula, -now, g(q, p, value(q, index - 1)));
    if (before && q->roles == ROLES_BLOCKS)
        add_literal(q, -b(q, p));
    formula_clause(q->formula, -r(q, p, 0, v), now);
    if (before)
        formula_clause(q->formula, -now, before);
    if (before && q->roles != ROLES_KEEP) {
        formula_clause(q->formula, b(q, p), -before, now);
        add_literal(q, -b(q, p));
    }
    add_literal(q, -now);
    for (int w = index; w < q->values; w++)
        add_literal(q, r(q, p, 0, value(q, w)));
    add_literal(q, 0);
}

/* Clauses 5: the first row of a word sends what it receives, or nothing and is alone; each further
 * one sends the same item. */
static void send_head(struct builder *q, int p) {
    for (int u = q->L; u <= q->t; u++) {
        int sent = y(q, p, 0, u), received = is_value(q, u) ? r(q, p, 0, u) : 0;
        if (!p) {
            formula_clause(q->formula, -sent, received);
            continue;
        }
        formula_clause(q->formula, -b(q, p), -sent, received);
        formula_clause(q->formula, b(q, p), -sent, u < q->t ? y(q, p - 1, 0, u + 1) : 0);
    }
    if (p)
        formula_clause(q->formula, b(q, p), -idle(q, p, 0));
}

/* How row p with the literal `here` continues the counter up to `most` whose variables for the row
 * before are from `before` on, those for this row behind them. */
static void count_row(struct builder *q, int here, int before, int most) {
    int now = before + most;
    for (int k = 0; k < most; k++) {
        formula_clause(q->formula, -(before + k), now + k);
        formula_clause(q->formula, -here, k ? -(before + k - 1) : now, k ? now + k : 0);
        formula_clause(q->formula, -(now + k), before + k, here);
        if (k > 0)
            formula_clause(q->formula, -(now + k), before + k, before + k - 1);
    }
    formula_clause(q->formula, -here, -(before + most - 1));
}

/* Counts the literals first, first + step, .. of all rows, at most `most` of which are true, and
 * returns the first variable of the total. */
static int count_rows(struct builder *q, int first, int step, int most) {
    int now = q->c + 1;
    equal_unless(q, 0, first, now);
    for (int k = 1; k < most; k++)
        formula_clause(q->formula, -(now + k));
    for (int p = 1; p < q->N; p++, now += most)
        count_row(q, first + p * step, now, most);
    q->c = now + most - 1;
    assert(q->c <= q->formula->variables);
    return now;
}

/* Clauses 4: the value w is received at step s as often as it was sent L steps before. */
static void balance(struct builder *q, int s, int w) {
    int sent_at = (s + q->T - q->L % q->T) % q->T, last = q->N > 1 ? 1 : 0;
    assert(sent_at >= 0 && sent_at < q->T);
    int received = count_rows(q, r(q, 0, s, w), r(q, last, s, w) - r(q, 0, s, w), q->most[w]);
    int sent = count_rows(q, y(q, 0, sent_at, w + q->L),
                          y(q, last, sent_at, w + q->L) - y(q, 0, sent_at, w + q->L), q->most[w]);
    for (int k = 0; k < q->most[w]; k++)
        equal_unless(q, 0, received + k, sent + k);
}

static enum status number_variables(struct builder *q) {
    long rows = q->N, cells = rows * q->T, next = cells * q->values;
    q->h = (int)next;
    next += (cells + rows) * q->t;
    q->y = (int)next;
    next += cells * (q->t - q->L + 1);
    q->idle = (int)next;
    next += cells;
    q->b = (int)next;
    next += q->roles != ROLES_KEEP ? rows - 1 : 0;
    q->z = (int)next;
    next += q->roles != ROLES_KEEP ? rows * q->t : 0;
    q->c = (int)next;
    for (int w = 0; w <= q->t - q->L; w++)
        next += 2 * cells * q->most[w];
    q->g = (int)next;
    if (next + rows * (q->values - 1) > FORMULA_MAX_VARIABLES)
        return STATUS_LIMIT;
    assert(next > 0 && q->c <= next);
    q->formula->variables = (int)next;
    return STATUS_OK;
}

static void add_clauses(struct builder *q) {
    for (int p = 0; p < q->N; p++)
        for (int s = 0; s < q->T; s++) {
            one_reception(q, p, s);
            next_state(q, p, s);
            one_send(q, p, s);
        }
    for (int s = 0; s < q->T; s++)
        one_of_all(q, s);
    for (int p = 0; p < q->N; p++)
        for (int u = 0; u < q->t; u++)
            repeat(q, p, u);
    for (int s = 0; s < q->T; s++)
        for (int w = 0; w <= q->t - q->L && !q->formula->fault; w++)
            balance(q, s, w);
    assert(q->c == q->formula->variables || q->formula->fault); /* as many as were foretold */
    for (int p = 0; p < q->N && q->roles == ROLES_BLOCKS; p++)
        send_head(q, p);
    formula_order(q->formula);
    q->formula->variables += q->N * (q->values - 1);
    for (int p = 0; p < q->N; p++)
        for (int index = 1; index < q->values; index++)
            sort_words(q, p, index);
    assert(formula_is_closed(q->formula) || q->formula->fault);
}

enum status periodic_question_check(const struct periodic_question *question,
                                    struct failure *failure) {
    if (question->latency < 1 || question->depth < question->latency || question->processors < 1 ||
        question->period < 1)
        return failure_input(failure,
                             "a periodic schedule has L >= 1, t >= L, N >= 1 and T >= 1, not L = "
                             "%d, t = %d, N = %d, T = %d",
                             question->latency, question->depth, question->processors,
                             question->period);
    if (question->roles == ROLES_BLOCKS && question->period != 1)
        return failure_input(failure, "blocks have the period 1, not %d", question->period);
    if (question->depth > PERIODIC_MAX_DEPTH || question->processors > PERIODIC_MAX_PROCESSORS ||
        question->period > PERIODIC_MAX_PERIOD)
        return failure_limit(failure,
                             "formulas of periodic schedules end at t = %d, N = %d, T = %d",
                             PERIODIC_MAX_DEPTH, PERIODIC_MAX_PROCESSORS, PERIODIC_MAX_PERIOD);
    return STATUS_OK;
}

/* Wide: all rows are counted. Narrow: no more than can have an item by then receive w at a step,
 * f_{t-w-L}. */
static void set_widths(struct builder *q, enum periodic_counters counters) {
    for (int w = q->t - q->L; w >= 0; w--) {
        int d = q->t - q->L - w; /* the term f_d */
        int sum = d < q->L ? 1 : q->most[w + 1] + q->most[w + q->L];
        q->most[w] = counters == COUNTERS_NARROW && sum < q->N ? sum : q->N;
        assert(q->most[w] >= 1);
    }
}

/* The variables are not yet numbered. */
static struct builder start(const struct periodic_question *question,
                            enum periodic_counters counters, struct formula *formula) {
    struct builder builder = {.formula = formula,
                              .L = question->latency,
                              .t = question->depth,
                              .N = question->processors,
                              .T = question->period,
                              .roles = question->roles,
                              .values = question->depth - question->latency + 2};
    set_widths(&builder, counters);
    formula_init(formula, 0);
    return builder;
}

enum status periodic_formula_build(const struct periodic_question *question,
                                   enum periodic_counters counters, struct formula *formula,
                                   struct failure *failure) {
    TRY(periodic_question_check(question, failure));
    CLEANUP(formula_clear) struct formula result = {0};
    struct builder builder = start(question, counters, &result);
    result.fault = number_variables(&builder);
    if (!result.fault)
        add_clauses(&builder);
    TRY(formula_fault(&result, failure));
    *formula = TAKE(result);
    return STATUS_OK;
}

struct periodic_layout periodic_formula_layout(const struct periodic_question *question,
                                               enum periodic_counters counters) {
    struct formula none;
    struct builder builder = start(question, counters, &none);
    struct periodic_layout layout;
    number_variables(&builder);
    layout.counters = builder.c;
    layout.order = builder.g;
    layout.variables = builder.g + builder.N * (builder.values - 1);
    memcpy(layout.most, builder.most, sizeof layout.most);
    return layout;
}

static int received_value(const struct builder *q, const bool *model, int p, int s) {
    for (int index = 0; index < q->values; index++)
        if (model[r(q, p, s, value(q, index))])
            return value(q, index);
    return -1;
}

static int sent_value(const struct builder *q, const bool *model, int p, int s) {
    for (int u = q->L; u <= q->t; u++)
        if (model[y(q, p, s, u)])
            return u;
    return CLOSED_WORD_SILENT;
}

/* Adds the rows from..end-1 as one word. */
static enum status add_word(const struct builder *q, const int *values, const int *sends, int from,
                            int end, struct schedule *schedule, struct failure *failure) {
    assert(from < end && end <= q->N);
    BIG_OF(one, 1);
    return schedule_add_word(schedule, one, values + from * q->T, sends + from * q->T,
                             (size_t)(end - from) * (size_t)q->T, failure);
}

static enum status read_words(const struct builder *q, const bool *model, int *values, int *sends,
                              struct schedule *schedule, struct failure *failure) {
    for (int p = 0; p < q->N; p++)
        for (int s = 0; s < q->T; s++) {
            values[p * q->T + s] = received_value(q, model, p, s);
            sends[p * q->T + s] = sent_value(q, model, p, s);
        }
    for (int from = 0, end; from < q->N; from = end) {
        for (end = from + 1; end < q->N && q->roles != ROLES_KEEP && !model[b(q, end)];)
            end++;
        TRY(add_word(q, values, sends, from, end, schedule, failure));
    }
    return STATUS_OK;
}

enum status periodic_formula_decode(const struct periodic_question *question, const bool *model,
                                    struct schedule *schedule, struct failure *failure) {
    require(periodic_question_check(question, NULL) == STATUS_OK);
    CLEANUP(schedule_clear) struct schedule result;
    struct formula numbers;
    struct builder builder = start(question, COUNTERS_WIDE, &numbers);
    size_t cells = (size_t)question->processors * (size_t)question->period;
    FREED int *values = NULL, *sends = NULL;
    number_variables(&builder);
    schedule_init(&result, question->latency, question->depth, question->period);
    TRY(memory_check(NEW(cells, values, sends), failure, "a periodic schedule"));
    TRY(read_words(&builder, model, values, sends, &result, failure));
    schedule_sort(&result);
    TRY(schedule_check(&result, failure));
    *schedule = TAKE(result);
    return STATUS_OK;
}
