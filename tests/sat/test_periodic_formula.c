/* SPDX-License-Identifier: MIT */
/* The formula of periodic schedules against its text: every table of tiny questions satisfies it if
 * and only if it is a schedule, written in the order that the text asks for. */
#include "automata/word.h"
#include "solver/proof/sat/dimacs.h"
#include "solver/proof/sat/export.h"
#include "solver/proof/sat/periodic_formula.h"
#include "tests/sat/sat_test.h"

enum { MOST_CELLS = 8, MOST_DEPTH = 8 };

/* A table: what row p receives and sends at step s, at [p * T + s], and where words begin. */
struct table {
    struct periodic_question q;
    int receive[MOST_CELLS];
    int send[MOST_CELLS];
    bool begins[MOST_CELLS];
};

/* The first row of the word of row p, and its number of rows. */
static int first_row(const struct table *table, int p) {
    while (!table->begins[p])
        p--;
    return p;
}

static int word_rows(const struct table *table, int p) {
    int end = first_row(table, p) + 1;
    while (end < table->q.processors && !table->begins[end])
        end++;
    return end - first_row(table, p);
}

/* Values in cells of the word of row p, `steps` steps after the beginning of row p's period. */
static int cell_after(const struct table *table, int p, int steps) {
    int first = first_row(table, p) * table->q.period,
        length = word_rows(table, p) * table->q.period;
    int at = (p * table->q.period - first + steps) % length;
    return first + (at + length) % length;
}

/* Before step s (up to T), an item with deadline u steps later has come. */
static bool holds(const struct table *table, int p, int s, int u) {
    for (int j = 1; u + j <= table->q.depth; j++)
        if (table->receive[cell_after(table, p, s - j)] == u + j)
            return true;
    return false;
}

static bool words_are_legal(const struct table *table) {
    int cells = table->q.processors * table->q.period;
    for (int a = 0; a < cells; a++)
        for (int b = 0; b < a; b++) {
            int p = a / table->q.period, length = word_rows(table, p) * table->q.period;
            if (first_row(table, p) == first_row(table, b / table->q.period) &&
                (a + table->receive[a] - b - table->receive[b]) % length == 0)
                return false;
        }
    return true;
}

static bool sends_are_held(const struct table *table) {
    for (int p = 0; p < table->q.processors; p++)
        for (int s = 0; s < table->q.period; s++) {
            int cell = p * table->q.period + s, u = table->send[cell];
            if (u != CLOSED_WORD_SILENT && !holds(table, p, s, u) && table->receive[cell] != u)
                return false;
        }
    return true;
}

static int count_at(const struct table *table, const int *cells, int s, int value) {
    int count = 0;
    for (int p = 0; p < table->q.processors; p++)
        count += cells[p * table->q.period + s] == value;
    return count;
}

/* t once, silence once, all else as often as it was sent. */
static bool is_balanced(const struct table *table) {
    int L = table->q.latency, t = table->q.depth, T = table->q.period;
    for (int s = 0; s < T; s++) {
        if (count_at(table, table->receive, s, t) != 1 ||
            count_at(table, table->send, s, CLOSED_WORD_SILENT) != 1)
            return false;
        for (int w = 0; w <= t - L; w++)
            if (count_at(table, table->receive, (s + L) % T, w) !=
                count_at(table, table->send, s, w + L))
                return false;
    }
    return true;
}

static int first_value(const struct table *table, int p) {
    return table->receive[p * table->q.period];
}

static bool is_in_order(const struct table *table) {
    for (int p = 0; p < table->q.processors; p++) {
        int first = first_row(table, p);
        if (table->q.roles != ROLES_BLOCKS && first_value(table, p) > first_value(table, first))
            return false;
        if (first > 0 &&
            first_value(table, first) > first_value(table, first_row(table, first - 1)))
            return false;
    }
    return true;
}

/* Every word a block: its first row sends what it receives, the others what is left of it; or one
 * row that is silent. */
static bool are_blocks(const struct table *table) {
    for (int p = 0; p < table->q.processors; p++) {
        int first = first_row(table, p), head = first_value(table, first);
        bool silent = table->send[p] == CLOSED_WORD_SILENT;
        if (silent ? word_rows(table, p) > 1 : table->send[p] != head - (p - first))
            return false;
    }
    return true;
}

/* The variables, in the order of the text. */
struct assignment {
    bool *model;
    int next;
};

static void assign(struct assignment *a, bool value) {
    a->model[++a->next] = value;
}

static void assign_rows(struct assignment *a, const struct table *table) {
    const struct periodic_question *q = &table->q;
    int cells = q->processors * q->period;
    for (int cell = 0; cell < cells; cell++)
        for (int v = 0; v <= q->depth; v++)
            if (v <= q->depth - q->latency || v == q->depth)
                assign(a, table->receive[cell] == v);
    for (int p = 0; p < q->processors; p++)
        for (int s = 0; s <= q->period; s++)
            for (int u = 0; u < q->depth; u++)
                assign(a, holds(table, p, s, u));
    for (int cell = 0; cell < cells; cell++)
        for (int u = q->latency; u <= q->depth; u++)
            assign(a, table->send[cell] == u);
    for (int cell = 0; cell < cells; cell++)
        assign(a, table->send[cell] == CLOSED_WORD_SILENT);
}

static void assign_words(struct assignment *a, const struct table *table) {
    const struct periodic_question *q = &table->q;
    for (int p = 1; q->roles != ROLES_KEEP && p < q->processors; p++)
        assign(a, table->begins[p]);
    for (int p = 0; q->roles != ROLES_KEEP && p < q->processors; p++)
        for (int u = 0; u < q->depth; u++)
            assign(a, holds(table, first_row(table, p), 0, u));
}

static void assign_order(struct assignment *a, const struct table *table) {
    const struct periodic_question *q = &table->q;
    for (int p = 0; p < q->processors; p++)
        for (int v = 1; v <= q->depth; v++)
            if (v <= q->depth - q->latency || v == q->depth)
                assign(a, first_value(table, first_row(table, p)) >= v);
}

/* f_d, or `most` if that is less. */
static int term(int latency, int d, int most) {
    int f = d < latency ? 1 : term(latency, d - 1, most) + term(latency, d - latency, most);
    return f < most ? f : most;
}

/* How far receptions of w and sends of w + L are counted. */
static int width(const struct periodic_question *q, enum periodic_counters counters, int w) {
    return counters == COUNTERS_WIDE ? q->processors
                                     : term(q->latency, q->depth - w - q->latency, q->processors);
}

static void assign_counter(struct assignment *a, const struct table *table, const int *cells, int s,
                           int value, int most) {
    for (int p = 0, count = 0; p < table->q.processors; p++) {
        count += cells[p * table->q.period + s] == value;
        for (int k = 1; k <= most; k++)
            assign(a, count >= k);
    }
}

static void assign_all(struct assignment *a, const struct table *table,
                       enum periodic_counters counters) {
    const struct periodic_question *q = &table->q;
    a->next = 0;
    assign_rows(a, table);
    assign_words(a, table);
    for (int s = 0; s < q->period; s++)
        for (int w = 0; w <= q->depth - q->latency; w++) {
            int sent_at = ((s - q->latency) % q->period + q->period) % q->period;
            int most = width(q, counters, w);
            assign_counter(a, table, table->receive, s, w, most);
            assign_counter(a, table, table->send, sent_at, w + q->latency, most);
        }
    assign_order(a, table);
}

static bool next_in(int *cell, int least, int L, int t, bool sends) {
    int v = *cell + 1;
    if (sends && v < L)
        v = L;
    else if (!sends && v > t - L && v < t)
        v = t;
    *cell = v <= t ? v : least;
    return v <= t;
}

/* The next table; false after the last. */
static bool next_table(struct table *table) {
    int cells = table->q.processors * table->q.period, L = table->q.latency, t = table->q.depth;
    for (int i = 0; i < cells; i++)
        if (next_in(&table->receive[i], 0, L, t, false))
            return true;
    for (int i = 0; i < cells; i++)
        if (next_in(&table->send[i], CLOSED_WORD_SILENT, L, t, true))
            return true;
    for (int p = 1; table->q.roles != ROLES_KEEP && p < table->q.processors; p++) {
        table->begins[p] = !table->begins[p];
        if (table->begins[p])
            return true;
    }
    return false;
}

static void first_table(struct table *table, const struct periodic_question *q) {
    *table = (struct table){.q = *q, .begins = {true}};
    for (int i = 0; i < q->processors * q->period; i++)
        table->send[i] = CLOSED_WORD_SILENT;
    for (int p = 1; p < q->processors; p++)
        table->begins[p] = q->roles == ROLES_KEEP;
}

/* What a model is decoded to; has been checked by its definition there. */
static void decode(const struct periodic_question *q, const bool *model) {
    struct schedule schedule;
    struct failure failure;
    mpz_t processors;
    assert_ok(periodic_formula_decode(q, model, &schedule, &failure), failure);
    mpz_init(processors);
    schedule_processors(&schedule, processors);
    assert_int_equal(mpz_get_si(processors), q->processors);
    mpz_clear(processors);
    schedule_clear(&schedule);
}

static const char *const roles[] = {"keep", "permute", "blocks"};

/* Goes through all tables; returns how many are schedules. */
static long compare_all(const struct periodic_question *q) {
    struct failure failure;
    struct formula formula, narrow;
    struct table table;
    long schedules = 0;
    assert_ok(periodic_formula_build(q, COUNTERS_WIDE, &formula, &failure), failure);
    assert_ok(periodic_formula_build(q, COUNTERS_NARROW, &narrow, &failure), failure);
    struct formula plain = formula_plain(&formula);
    assert_true(plain.clauses < formula.clauses && plain.variables < formula.variables);
    struct assignment a = {.model = calloc((size_t)formula.variables + 1, sizeof(bool))};
    assert_non_null(a.model);
    first_table(&table, q);
    do {
        bool good = is_balanced(&table) && words_are_legal(&table) && sends_are_held(&table) &&
                    (q->roles != ROLES_BLOCKS || are_blocks(&table));
        assign_all(&a, &table, COUNTERS_WIDE);
        assert_int_equal(a.next, formula.variables);
        if (good != (formula_violated(&plain, a.model) == 0) ||
            (good && is_in_order(&table)) != (formula_violated(&formula, a.model) == 0))
            fail_msg("L=%d t=%d N=%d T=%d %s: clause %zu", q->latency, q->depth, q->processors,
                     q->period, roles[q->roles], formula_violated(&formula, a.model));
        if (good)
            decode(q, a.model);
        assign_all(&a, &table, COUNTERS_NARROW);
        assert_int_equal(a.next, narrow.variables);
        assert_int_equal(good && is_in_order(&table), formula_violated(&narrow, a.model) == 0);
        if (good)
            decode(q, a.model);
        schedules += good;
    } while (next_table(&table));
    free(a.model);
    formula_clear(&narrow);
    formula_clear(&formula);
    return schedules;
}

static void tables_are_models_if_they_are_schedules(void **state) {
    static const struct periodic_question questions[] = {
        {1, 1, 1, 1, true},         {1, 1, 2, 2, true},         {1, 1, 2, 3, false},
        {1, 1, 3, 1, true},         {1, 1, 3, 2, true},         {1, 2, 3, 1, true},
        {1, 2, 2, 2, true},         {1, 2, 4, 1, true},         {1, 2, 3, 2, false},
        {1, 3, 3, 1, true},         {2, 2, 1, 3, false},        {2, 2, 2, 3, true},
        {2, 2, 3, 2, true},         {2, 3, 2, 2, true},         {2, 3, 3, 2, false},
        {2, 3, 4, 1, true},         {2, 4, 2, 2, true},         {2, 4, 4, 1, true},
        {2, 4, 4, 1, false},        {3, 3, 2, 2, true},         {3, 4, 2, 2, false},
        {3, 4, 3, 1, true},         {3, 5, 4, 1, true},         {4, 4, 2, 3, true},
        {4, 5, 2, 2, true},         {5, 6, 2, 1, true},         {1, 1, 1, 1, ROLES_BLOCKS},
        {1, 1, 2, 1, ROLES_BLOCKS}, {1, 1, 3, 1, ROLES_BLOCKS}, {1, 2, 3, 1, ROLES_BLOCKS},
        {1, 2, 4, 1, ROLES_BLOCKS}, {1, 3, 3, 1, ROLES_BLOCKS}, {1, 3, 4, 1, ROLES_BLOCKS},
        {2, 3, 3, 1, ROLES_BLOCKS}, {2, 3, 4, 1, ROLES_BLOCKS}, {2, 4, 4, 1, ROLES_BLOCKS},
        {3, 4, 3, 1, ROLES_BLOCKS}};
    long schedules = 0;
    int feasible = 0, count = sizeof questions / sizeof *questions;
    (void)state;
    for (int i = 0; i < count; i++) {
        long found = compare_all(&questions[i]);
        schedules += found;
        feasible += found > 0;
    }
    printf("%d questions, %d feasible, %ld schedules\n", count, feasible, schedules);
    assert_in_range(feasible, 5, count - 5);
    assert_true(schedules > 50);
}

/* Numbers of clauses, counted from the text. */
static size_t expected_clauses(const struct periodic_question *q) {
    long N = q->processors, T = q->period, t = q->depth, below = t - q->latency + 1;
    long pairs = (below + 1) * below / 2;
    long clauses = N * T * (1 + pairs + 2); /* receptions */
    for (long u = 1; u <= t; u++) {
        bool held = u < t, received = u < below || u == t;
        clauses += N * T * (held + received + 1 + (held && received));
    }
    clauses += N * T * (2 * below + below * (below - 1) / 2 + 1); /* sends */
    clauses += T * (N * (N - 1) + 2);
    clauses += q->roles != ROLES_KEEP ? t * (2 + 4 * (N - 1) + 4 * (N - 1) + 2) : 2 * t * N;
    clauses += N * (3 * below - 1) + (N - 1) * below * (q->roles != ROLES_KEEP ? 2 : 1);
    if (q->roles == ROLES_BLOCKS)
        clauses += below * (2 * N - 1) + N - 1;
    clauses += below * T * (2 * (2 + (N - 1) + (N - 1) * 4 * N) + 2 * N);
    return (size_t)clauses;
}

static void sizes_are_those_of_the_text(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= MOST_DEPTH; depth++)
            for (int processors = 1; processors <= 9; processors += 2)
                for (int period = 1; period <= 5; period++)
                    for (int asked = 0; asked < (period == 1 ? 3 : 2); asked++) {
                        const struct periodic_question q = {latency, depth, processors, period,
                                                            (enum schedule_roles)asked};
                        struct failure failure;
                        struct formula formula;
                        assert_ok(periodic_formula_build(&q, COUNTERS_WIDE, &formula, &failure),
                                  failure);
                        assert_int_equal(formula.clauses, expected_clauses(&q));
                        assert_int_equal(formula.literals[formula.length - 1], 0);
                        formula_clear(&formula);
                    }
}

/* What is exported is the formula with narrow counters, behind comments. */
static void export_is_the_formula(void **state) {
    const struct periodic_question q = {2, 4, 5, 2, true};
    struct failure failure;
    struct formula formula, read;
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    assert_ok(export_periodic_dimacs(file, &q, &failure), failure);
    rewind(file);
    assert_int_equal(getc(file), 'c');
    rewind(file);
    assert_ok(dimacs_read(file, "export", &read, &failure), failure);
    fclose(file);
    assert_ok(periodic_formula_build(&q, COUNTERS_NARROW, &formula, &failure), failure);
    assert_int_equal(read.variables, formula.variables);
    assert_int_equal(read.length, formula.length);
    assert_memory_equal(read.literals, formula.literals, formula.length * sizeof(int));
    formula_clear(&formula);
    formula_clear(&read);
}

static enum status build_roles(int latency, int depth, int processors, int period,
                               enum schedule_roles asked) {
    const struct periodic_question q = {latency, depth, processors, period, asked};
    struct failure failure = {0};
    struct formula formula;
    enum status status = periodic_formula_build(&q, COUNTERS_WIDE, &formula, &failure);
    assert_int_equal(failure.status, status);
    if (!status)
        formula_clear(&formula);
    return status;
}

static enum status build(int latency, int depth, int processors, int period) {
    return build_roles(latency, depth, processors, period, ROLES_PERMUTE);
}

static void ranges_are_refused(void **state) {
    (void)state;
    assert_int_equal(build(0, 3, 3, 1), STATUS_INPUT);
    assert_int_equal(build(3, 2, 1, 1), STATUS_INPUT);
    assert_int_equal(build(2, 3, 0, 1), STATUS_INPUT);
    assert_int_equal(build(2, 3, 3, 0), STATUS_INPUT);
    assert_int_equal(build_roles(2, 3, 3, 2, ROLES_BLOCKS), STATUS_INPUT);
    assert_int_equal(build(2, 65, 3, 1), STATUS_LIMIT);
    assert_int_equal(build(2, 3, 129, 1), STATUS_LIMIT);
    assert_int_equal(build(2, 3, 3, 65), STATUS_LIMIT);
    assert_int_equal(build(64, 64, 2, 64), STATUS_OK);
    assert_int_equal(build(2, 3, 128, 1), STATUS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_models_if_they_are_schedules),
        cmocka_unit_test(sizes_are_those_of_the_text),
        cmocka_unit_test(export_is_the_formula),
        cmocka_unit_test(ranges_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
