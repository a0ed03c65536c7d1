/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/searched_stream.h"

#include <assert.h>
#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "automata/word.h"
#include "solver/proof/bound/program.h"
#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/formula.h"

/* Whether a LogP machine has a periodic stream (logp_schedule.h) for N processors with depth s, as
 * a formula: for finding one. It is no proof that there is none: words that send late, or that wait
 * at the receiver for longer than others do, are left out.
 *
 * In outline: rows of a table are processors, one column for each step of a period. A row has a
 * class, and as the formula for the postal model (solver/proof/sat/periodic_formula.h) the states
 * of the window automaton before each step, receptions and sends, all by their values in cycles;
 * rows that continue each other after a period stand one below the other. What is new is that
 * messages may wait, so that counters compare, for each value z and phase of an item, the
 * receptions D(z) due at z or more with the messages S(z) that could be received at z or more:
 *
 *     S(z+X) <= D(z) <= S(z)       (results/THEOREMS.md, Lemma 8; the left side unless X is
 * endless)
 *
 * Times are counted in units (circulation.h). The size is O(N^2 T^2 s). */

/* The variables, in their order, for the rows p = 0..N-1 and the steps i = 0..T-1; values are in
 * units:
 *  k(p,e)    row p is of class e = 0..G-1
 *  r(p,i,x)  row p receives the value x = 0..s
 *  h(p,i,u)  before step i = 0..T, row p holds an item with the value u = 0..s-G
 *  y(p,i,u)  row p sends an item that has the value u = least..s then
 *  b(p)      row p >= 1 is the first of its word
 *  z(p,u)    the first row of p's word holds u before step 0
 *  then, for each phase f of an item and each z, what is received and what comes at z or more in
 *  each cell (p,i), and counters of both */
struct builder {
    struct formula *formula;
    int l, G, s, N, T, slack, least; /* as in struct stream_units */
    int k, r, h, y, b, z, next;      /* variables before the first of each sort */
    int held;                        /* s-G+1 values, or 0 */
    int most[STREAM_MAX_DEPTH + 1];  /* receptions of z or more of one item */
};

static int k(const struct builder *q, int p, int e) {
    return q->k + p * q->G + e + 1;
}

static int r(const struct builder *q, int p, int i, int x) {
    assert(x >= 0 && x <= q->s);
    return q->r + (p * q->T + i) * (q->s + 1) + x + 1;
}

static int h(const struct builder *q, int p, int i, int u) {
    assert(u >= 0 && u < q->held);
    return q->h + (p * (q->T + 1) + i) * q->held + u + 1;
}

static int y(const struct builder *q, int p, int i, int u) {
    assert(u >= q->least && u <= q->s);
    return q->y + (p * q->T + i) * (q->s + 1) + u + 1;
}

static int b(const struct builder *q, int p) {
    assert(p >= 1);
    return q->b + p;
}

static int z(const struct builder *q, int p, int u) {
    return q->z + p * q->held + u + 1;
}

/* first = second, where `condition` (a literal, or 0 for always) is false. */
static void equal_unless(struct builder *q, int condition, int first, int second) {
    formula_clause(q->formula, first, -second, condition);
    formula_clause(q->formula, -first, second, condition);
}

/* At most one of the literals from..from+count-1. */
static void at_most_one(struct builder *q, int from, int count) {
    for (int x = 0; x < count; x++)
        for (int w = x + 1; w < count; w++)
            formula_clause(q->formula, -(from + x), -(from + w));
}

static void at_least_one(struct builder *q, int from, int count) {
    for (int x = 0; x < count; x++)
        formula_add(q->formula, from + x);
    formula_add(q->formula, 0);
}

/* One class, that of what the row holds and receives; classes do not descend from row to row. */
static void one_class(struct builder *q, int p) {
    at_least_one(q, k(q, p, 0), q->G);
    at_most_one(q, k(q, p, 0), q->G);
    for (int u = 0; u < q->held; u++)
        formula_clause(q->formula, -h(q, p, 0, u), k(q, p, u % q->G));
    for (int e = 0; e < q->G && p > 0; e++) {
        equal_unless(q, b(q, p), k(q, p, e), k(q, p - 1, e));
        for (int w = e + 1; w < q->G; w++)
            formula_clause(q->formula, -k(q, p, e), -k(q, p - 1, w));
    }
}

/* Exactly one reception; what ends its time in this step is held or received, not both. */
static void one_reception(struct builder *q, int p, int i) {
    at_least_one(q, r(q, p, i, 0), q->s + 1);
    at_most_one(q, r(q, p, i, 0), q->s + 1);
    for (int x = 0; x <= q->s; x++) {
        int held = x < q->held ? h(q, p, i, x) : 0;
        formula_clause(q->formula, -r(q, p, i, x), k(q, p, x % q->G));
        if (held)
            formula_clause(q->formula, -r(q, p, i, x), -held);
        if (x < q->G)
            formula_clause(q->formula, -k(q, p, x), r(q, p, i, x), held);
    }
    for (int e = q->s + 1; e < q->G; e++)
        formula_clause(q->formula, -k(q, p, e));
}

static void next_state(struct builder *q, int p, int i) {
    for (int u = 0; u < q->held; u++) {
        int after = h(q, p, i + 1, u), received = r(q, p, i, u + q->G);
        int held = u + q->G < q->held ? h(q, p, i, u + q->G) : 0;
        formula_clause(q->formula, -received, after);
        if (held)
            formula_clause(q->formula, -held, after);
        formula_clause(q->formula, -after, received, held);
    }
}

/* At most one send, of an item that is held once the step's one is received. */
static void one_send(struct builder *q, int p, int i) {
    if (q->least > q->s)
        return;
    at_most_one(q, y(q, p, i, q->least), q->s - q->least + 1);
    for (int u = q->least; u <= q->s; u++)
        formula_clause(q->formula, -y(q, p, i, u), r(q, p, i, u), u < q->held ? h(q, p, i, u) : 0);
}

/* After a period comes the next row, or behind the last of its word the first one. */
static void repeat(struct builder *q, int p, int u) {
    int after = h(q, p, q->T, u);
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

static int new_variable(struct builder *q) {
    q->formula->variables = ++q->next;
    return q->next;
}

/* The counter up to `most` (now + j: at least j+1) behind the cell `here`, where `before` was the
 * counter of the cells before it. */
static void count_cell(struct builder *q, int here, int before, int now, int most) {
    for (int j = 0; j < most; j++) {
        formula_clause(q->formula, -(before + j), now + j);
        formula_clause(q->formula, -here, now + j, j ? -(before + j - 1) : 0);
        formula_clause(q->formula, -(now + j), before + j, here);
        if (j)
            formula_clause(q->formula, -(now + j), before + j, before + j - 1);
    }
}

/* Counts the literals of all cells, those of one row after the other; more than `most` are as many
 * as `most`. Returns the first variable of the total. */
static int count_cells(struct builder *q, int first, int most) {
    int now = new_variable(q);
    equal_unless(q, 0, first, now);
    for (int j = 1; j < most; j++)
        formula_clause(q->formula, -new_variable(q));
    for (int cell = 1; cell < q->N * q->T; cell++) {
        int before = now;
        now = new_variable(q);
        for (int j = 1; j < most; j++)
            new_variable(q);
        count_cell(q, first + cell, before, now, most);
    }
    return now;
}

/* The variables, one for each cell, for: an item of phase f is received (sent) so that it has
 * (is received first with) the value z or more. `higher` are those of z+1, 0 if there are none. */
static int at_least(struct builder *q, bool sent, int f, int value, int higher) {
    int first = q->next + 1, x = sent ? value + q->l : value;
    for (int p = 0; p < q->N; p++)
        for (int i = 0; i < q->T; i++) {
            int now = new_variable(q), above = higher ? higher + p * q->T + i : 0;
            bool here = x <= q->s && x >= (sent ? q->least : 0) && (i + x / q->G) % q->T == f;
            int literal = !here ? 0 : sent ? y(q, p, i, x) : r(q, p, i, x);
            if (literal)
                formula_clause(q->formula, -literal, now);
            if (above)
                formula_clause(q->formula, -above, now);
            formula_clause(q->formula, -now, literal ? literal : above, literal ? above : 0);
        }
    return first;
}

/* The source sends one message more, at the value s. */
static void compare(struct builder *q, const int *received, const int *sent) {
    if (q->slack < q->s)
        formula_clause(q->formula, received[q->s - q->slack]);
    for (int value = 0; value <= q->s; value++) {
        int late = value > q->slack ? value - q->slack : 0;
        for (int j = 1; j < q->most[value]; j++)
            formula_clause(q->formula, -(received[value] + j), sent[value] + j - 1);
        for (int j = 1; j <= q->most[value] && q->slack < q->s; j++)
            formula_clause(q->formula, -(sent[value] + j - 1),
                           j < q->most[late] ? received[late] + j : 0);
    }
}

static void balance(struct builder *q, int f) {
    int received[STREAM_MAX_DEPTH + 1], sent[STREAM_MAX_DEPTH + 1];
    for (int value = q->s, due = 0, come = 0; value >= 0 && !q->formula->fault; value--) {
        due = at_least(q, false, f, value, due);
        come = at_least(q, true, f, value, come);
        received[value] = count_cells(q, due, q->most[value] + 1);
        formula_clause(q->formula, -(received[value] + q->most[value]));
        sent[value] = count_cells(q, come, q->most[value]);
    }
    if (!q->formula->fault)
        compare(q, received, sent);
}

/* No more can have an item with the value z or more than the tree has nodes there. */
static void set_most(struct builder *q) {
    for (int value = q->s; value >= 0; value--) {
        int label = q->s - value;
        int sum =
            label < q->l ? 1 : q->most[value + q->l] + (label < q->G ? 1 : q->most[value + q->G]);
        q->most[value] = sum < q->N ? sum : q->N;
    }
}

static struct builder start(const struct stream_question *question, struct formula *formula) {
    const struct stream_units units = stream_units(question);
    struct builder q = {.formula = formula,
                        .l = units.l,
                        .G = units.G,
                        .s = units.s,
                        .N = question->processors,
                        .T = question->period,
                        .slack = units.slack,
                        .least = units.least};
    q.held = q.s >= q.G ? q.s - q.G + 1 : 0;
    q.r = q.N * q.G;
    q.h = q.r + q.N * q.T * (q.s + 1);
    q.y = q.h + q.N * (q.T + 1) * q.held;
    q.b = q.y + q.N * q.T * (q.s + 1);
    q.z = q.b + q.N;
    q.next = q.z + q.N * q.held;
    formula->variables = q.next;
    return q;
}

static void add_clauses(struct builder *q) {
    set_most(q);
    for (int p = 0; p < q->N; p++) {
        one_class(q, p);
        for (int i = 0; i < q->T; i++) {
            one_reception(q, p, i);
            next_state(q, p, i);
            one_send(q, p, i);
        }
        for (int u = 0; u < q->held; u++)
            repeat(q, p, u);
    }
    for (int f = 0; f < q->T && !q->formula->fault; f++)
        balance(q, f);
}

static enum status check(const struct stream_question *question, struct failure *failure) {
    const struct logp_machine *machine = &question->machine;
    require(logp_machine_check(machine, NULL) == STATUS_OK);
    require(question->depth >= 0 && question->processors >= 1 && question->period >= 1);
    const struct stream_units units = stream_units(question);
    if (stream_question_fits(question) && units.s <= STREAM_MAX_DEPTH &&
        units.l <= STREAM_MAX_DEPTH && units.G <= STREAM_MAX_DEPTH &&
        question->processors <= STREAM_MAX_PROCESSORS && question->period <= STREAM_MAX_PERIOD)
        return STATUS_OK;
    return failure_limit(
        failure, "formulas of LogP streams end at depth, L+2o and G = %d, N = %d, period %d",
        STREAM_MAX_DEPTH, STREAM_MAX_PROCESSORS, STREAM_MAX_PERIOD);
}

/* Contract: a machine that logp_machine_check takes, depth, N - 1 and T - 1 from 0 on. STATUS_LIMIT
 * beyond the limits above and those of formulas. */
static enum status stream_formula_build(const struct stream_question *question,
                                        struct formula *formula, struct failure *failure) {
    CLEANUP(formula_clear) struct formula result = {0};
    TRY(check(question, failure));
    formula_init(&result, 0);
    struct builder builder = start(question, &result);
    add_clauses(&builder);
    TRY(formula_fault(&result, failure));
    *formula = TAKE(result);
    return STATUS_OK;
}

/* The value in steps for which `first` (of the value 0) or a literal behind it is true, or -1. */
static int true_value(const struct builder *q, const bool *model, int first, int from) {
    for (int x = from; x <= q->s; x++)
        if (model[first + x])
            return x / q->G;
    return CLOSED_WORD_SILENT;
}

/* Adds the rows from..end-1 as one word. */
static enum status add_word(const struct builder *q, const struct stream_question *question,
                            const bool *model, int from, int end, struct logp_schedule *schedule,
                            struct failure *failure) {
    size_t length = (size_t)(end - from) * (size_t)q->T;
    FREED int *values = memory_new(2 * length, sizeof *values);
    int class = 0;
    TRY(memory_check(values, failure, "a word"));
    int *sends = values + length;
    while (!model[k(q, from, class)])
        class ++;
    for (int cell = 0; cell < (int)length; cell++) {
        int p = from + cell / q->T, i = cell % q->T;
        values[cell] = true_value(q, model, r(q, p, i, 0), 0);
        sends[cell] = true_value(q, model, q->y + (p * q->T + i) * (q->s + 1) + 1, q->least);
    }
    return stream_question_add(question, class, 1, values, sends, length, schedule, failure);
}

/* The schedule that a model gives (model[v]: variable v is true), checked; its depth is a whole
 * number of units. STATUS_INTERNAL if it is none. */
static enum status stream_formula_decode(const struct stream_question *question, const bool *model,
                                         struct logp_schedule *schedule, struct failure *failure) {
    struct formula none = {0};
    const struct builder q = start(question, &none);
    CLEANUP(logp_schedule_clear) struct logp_schedule made = {.count = 0};
    stream_question_init(question, &made);
    for (int from = 0, end; from < q.N; from = end) {
        for (end = from + 1; end < q.N && !model[b(&q, end)];)
            end++;
        TRY(add_word(&q, question, model, from, end, &made, failure));
    }
    TRY(stream_question_finish(question, &made, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status program_stream(const struct stream_question *question, const struct limits *limits,
                           bool *found, struct logp_schedule *schedule, struct failure *failure) {
    struct limits nodes = limits ? *limits : (struct limits){0};
    char path[PATH_MAX];
    *found = false;
    TRY(program_find(path, sizeof path, failure));
    if (nodes.nodes)
        nodes.nodes = 1 + nodes.nodes / DECISIONS_OF_NODE;
    return circulation_stream(question, path, &nodes, found, schedule, failure);
}

enum status formula_stream(const struct stream_question *question, const struct limits *limits,
                           bool *found, struct logp_schedule *schedule, struct failure *failure) {
    static const struct limits endless = {0};
    CLEANUP(formula_clear) struct formula formula = {0};
    CLEANUP(sat_decision_clear) struct sat_decision decision = {0};
    *found = false;
    TRY(stream_formula_build(question, &formula, failure));
    TRY(sat_decide(&formula, SAT_WITHOUT_PROOF, limits ? limits : &endless, &decision, failure));
    if (decision.verdict == VERDICT_FEASIBLE)
        TRY(stream_formula_decode(question, decision.model, schedule, failure));
    *found = decision.verdict == VERDICT_FEASIBLE;
    return STATUS_OK;
}

enum status searched_stream(const struct stream_question *question, const struct limits *limits,
                            bool *found, struct logp_schedule *schedule, struct failure *failure) {
    enum status status = program_stream(question, limits, found, schedule, failure);
    return status == STATUS_LIMIT ? formula_stream(question, limits, found, schedule, failure)
                                  : status;
}

enum status searched_stream_periods(stream_search *search, const struct logp_machine *machine,
                                    enum logp_capacity capacity, int depth, mpz_srcptr processors,
                                    const struct limits *limits, bool *found,
                                    struct logp_schedule *schedule, struct failure *failure) {
    struct limits each = limits ? *limits : (struct limits){0};
    enum status status = STATUS_OK;
    *found = false;
    if (!mpz_fits_sint_p(processors))
        return STATUS_OK;
    if (!each.nodes)
        each.nodes = SEARCHED_NODES;
    for (int period = 1; period <= SEARCHED_PERIODS && !*found && !status; period++) {
        const struct stream_question question = {.machine = *machine,
                                                 .capacity = capacity,
                                                 .depth = depth,
                                                 .processors = (int)mpz_get_si(processors),
                                                 .period = period};
        status = search(&question, &each, found, schedule, failure);
    }
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
