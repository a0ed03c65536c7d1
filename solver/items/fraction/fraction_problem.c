/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction_problem.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/proof/bound/program.h"

/* What is set aside: of each leaf as fill alpha^-tail / (FILL_SHARE L); of each kind of plain tail
 * alpha^-tail / TAIL_SHARE; of the head tail-1, in each of two words, all there is / TAIL_SHARE. */
enum { FILL_SHARE = 4, TAIL_SHARE = 10, MOST_RESERVED = 4 };

/* floor(alpha^(L-1)) + 1. */
static int fraction_mean(int latency) {
    /* alpha^(L-1) = 1/(alpha-1) < M where alpha > 1 + 1/M, that is, (M+1)^(L-1) < M^L */
    BIG(left, right);
    int mean = 0;
    do {
        mean++;
        mpz_ui_pow_ui(left, (unsigned long)mean + 1, (unsigned long)latency - 1);
        mpz_ui_pow_ui(right, (unsigned long)mean, (unsigned long)latency);
    } while (mpz_cmp(left, right) >= 0);
    return mean;
}

int fraction_least_leaf(const struct fraction_problem *problem) {
    return problem->point == FRACTION_POINT_A ? 1 : 0;
}

int fraction_most_leaf(const struct fraction_problem *problem) {
    return problem->latency - (problem->point == FRACTION_POINT_C);
}

bool fraction_may_head(const struct fraction_problem *problem, enum fraction_role role) {
    return problem->point != (role == FRACTION_HEAD_A ? FRACTION_POINT_A : FRACTION_POINT_C);
}

int fraction_row_of_a(const struct fraction_problem *problem) {
    return problem->tail - problem->latency + 1;
}

int fraction_row_of_slack(const struct fraction_problem *problem) {
    return problem->rows - 1;
}

int fraction_slack_use(const struct fraction_problem *problem, int mean) {
    return problem->point == FRACTION_POINT_C ? problem->mean - mean : mean - problem->mean;
}

int fraction_row(const struct fraction_problem *problem, int value, enum fraction_role role) {
    bool small = role == FRACTION_LEAF && value < problem->latency;
    return small ? fraction_row_of_a(problem) + 1 + value : value - problem->latency;
}

bool fraction_row_counts(const struct fraction_problem *problem, int row) {
    if (row == fraction_row_of_a(problem))
        return problem->point == FRACTION_POINT_B;
    if (row == fraction_row_of_slack(problem))
        return problem->point != FRACTION_POINT_B;
    return row != fraction_row(problem, 0, FRACTION_LEAF) || problem->point != FRACTION_POINT_A;
}

bool fraction_row_is_due(const struct fraction_problem *problem, int row) {
    bool leaf = row == 0 ? problem->point != FRACTION_POINT_C
                         : row > fraction_row_of_a(problem) && row < fraction_row_of_slack(problem);
    return !leaf && fraction_row_counts(problem, row);
}

void fraction_word_use(const struct fraction_problem *problem, const struct fraction_word *word,
                       int *entries) {
    memset(entries, 0, (size_t)problem->rows * sizeof *entries);
    for (int p = 0; p < word->length; p++) {
        const struct fraction_place *place = &word->places[p];
        entries[fraction_row(problem, place->value, place->role)]++;
        entries[fraction_row_of_a(problem)] += place->role == FRACTION_HEAD_A;
    }
    entries[fraction_row_of_slack(problem)] =
        fraction_slack_use(problem, fraction_word_sum(word) / word->length) * word->length;
    for (int row = 0; row < problem->rows; row++)
        entries[row] = fraction_row_counts(problem, row) ? entries[row] : 0;
}

/* --- what there is --- */

static mpq_t *number_of_row(const struct fraction_problem *problem, int row) {
    return problem->supply + (size_t)row * (size_t)problem->latency;
}

static void add_power(const struct fraction_problem *problem, mpq_t *number, int exponent,
                      long numerator, unsigned long denominator) {
    RATIONAL(factor);
    mpq_set_si(factor, numerator, denominator);
    mpq_canonicalize(factor);
    fraction_add_power(&problem->field, number, exponent, factor);
}

/* z */
static void add_zeros(const struct fraction_problem *problem, mpq_t *number) {
    int L = problem->latency;
    if (problem->point == FRACTION_POINT_C)
        add_power(problem, number, -L, 1, 1);
    if (problem->point == FRACTION_POINT_B) {
        add_power(problem, number, L - 1, 1, (unsigned long)problem->mean);
        add_power(problem, number, -1, -1, 1);
    }
}

/* V - M N at a, M N - V at c; V = alpha^(L-1), N = 1/alpha or 1. */
static void add_slack(const struct fraction_problem *problem, mpq_t *number) {
    int sign = problem->point == FRACTION_POINT_C ? -1 : 1;
    int exponent = problem->point == FRACTION_POINT_A ? -1 : 0;
    add_power(problem, number, problem->latency - 1, sign, 1);
    add_power(problem, number, exponent, -sign * problem->mean, 1);
}

static void fill_supply(const struct fraction_problem *problem) {
    int L = problem->latency;
    for (int v = L; v < problem->tail; v++)
        add_power(problem, number_of_row(problem, v - L), -L - v, 1, 1);
    add_power(problem, number_of_row(problem, problem->tail - L), -problem->tail, 1, 1);
    add_zeros(problem, number_of_row(problem, fraction_row_of_a(problem)));
    for (int v = 1; v < L; v++)
        add_power(problem, number_of_row(problem, fraction_row(problem, v, FRACTION_LEAF)), -L - v,
                  1, 1);
    add_zeros(problem, number_of_row(problem, fraction_row(problem, 0, FRACTION_LEAF)));
    if (fraction_row_counts(problem, fraction_row_of_slack(problem)))
        add_slack(problem, number_of_row(problem, fraction_row_of_slack(problem)));
}

/* --- what is set aside --- */

static void reserve_fill(const struct fraction_problem *problem) {
    int L = problem->latency, tail = problem->tail;
    for (int w = fraction_least_leaf(problem); w <= fraction_most_leaf(problem); w++) {
        mpq_t *fill = problem->fill + (size_t)w * (size_t)L;
        add_power(problem, fill, -tail, 1, (unsigned long)(FILL_SHARE * L));
        if (w == problem->mean - 1) {
            add_power(problem, fill, L - 1 - tail, 1, 1);
            add_power(problem, fill, -tail, -1, 1);
        }
        fraction_add(&problem->field,
                     number_of_row(problem, fraction_row(problem, w, FRACTION_LEAF)), fill, -1);
    }
}

/* alpha^exponent / TAIL_SHARE of a word that is not there yet. */
static enum status reserve_word(struct fraction_problem *problem,
                                const struct fraction_place *places, int length, int exponent,
                                struct failure *failure) {
    size_t place, L = (size_t)problem->latency;
    FREED int *entries = memory_new((size_t)problem->rows, sizeof *entries);
    TRY(memory_check(entries, failure, "words"));
    TRY(fraction_words_add(&problem->words, places, length, &place, failure));
    mpq_t *times = problem->times + place * L;
    add_power(problem, times, exponent, 1, TAIL_SHARE);
    fraction_word_use(problem, &problem->words.list[place], entries);
    for (int row = 0; row < problem->rows; row++)
        fraction_add(&problem->field, number_of_row(problem, row), times, -entries[row]);
    return STATUS_OK;
}

/* A head and its leaves: `low` so many times, and one more otherwise. */
struct even {
    struct fraction_place head;
    int low, of_low, leaves, exponent;
};

static bool is_possible(const struct fraction_problem *problem, const struct even *even) {
    int high = even->low + (even->of_low < even->leaves);
    return even->of_low >= 0 && even->of_low <= even->leaves &&
           even->low >= fraction_least_leaf(problem) && high <= fraction_most_leaf(problem);
}

static enum status reserve_even(struct fraction_problem *problem, const struct even *even,
                                struct failure *failure) {
    FREED struct fraction_place *places = memory_new((size_t)even->leaves + 1, sizeof *places);
    TRY(memory_check(places, failure, "words"));
    places[0] = even->head;
    for (int i = 1; i <= even->leaves; i++)
        places[i] = (struct fraction_place){even->low + (i > even->of_low), FRACTION_LEAF};
    return reserve_word(problem, places, even->leaves + 1, even->exponent, failure);
}

static struct even plain_tail(const struct fraction_problem *problem, enum fraction_role role) {
    return (struct even){.head = {problem->tail, role},
                         .low = problem->mean - 2,
                         .of_low = problem->latency - problem->mean + (role == FRACTION_HEAD_B),
                         .leaves = fraction_leaves(problem->latency, problem->tail, role),
                         .exponent = -problem->tail};
}

/* The head tail-1 with |S| = mean. */
static struct even last_head(const struct fraction_problem *problem, int mean) {
    enum fraction_role role =
        problem->point == FRACTION_POINT_A ? FRACTION_HEAD_B : FRACTION_HEAD_A;
    int head = problem->tail - 1, leaves = fraction_leaves(problem->latency, head, role);
    int sum = mean * (leaves + 1) - head, low = leaves > 0 ? sum / leaves : 0;
    return (struct even){.head = {head, role},
                         .low = low,
                         .of_low = (low + 1) * leaves - sum,
                         .leaves = leaves,
                         .exponent = -problem->latency - head};
}

/* Which words that are, MOST_RESERVED at most; their number. */
static int list_reserved(const struct fraction_problem *problem, struct even *list) {
    int count = 0, mean = problem->mean;
    for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B; role++)
        if (fraction_may_head(problem, (enum fraction_role)role))
            list[count++] = plain_tail(problem, (enum fraction_role)role);
    if (problem->point != FRACTION_POINT_B) {
        list[count++] = last_head(problem, mean);
        list[count++] =
            last_head(problem, problem->point == FRACTION_POINT_A ? mean + 1 : mean - 1);
    }
    return count;
}

static enum status reserve(struct fraction_problem *problem, bool *possible,
                           struct failure *failure) {
    struct even list[MOST_RESERVED];
    int count = list_reserved(problem, list);
    *possible = true;
    for (int i = 0; i < count; i++)
        *possible = *possible && is_possible(problem, &list[i]);
    if (*possible)
        reserve_fill(problem);
    for (int i = 0; i < count && *possible; i++)
        TRY(reserve_even(problem, &list[i], failure));
    return STATUS_OK;
}

enum status fraction_problem_init(struct fraction_problem *problem, int latency,
                                  enum fraction_point point, int tail, bool *possible,
                                  struct failure *failure) {
    CLEANUP(fraction_problem_clear)
    struct fraction_problem made = {
        .latency = latency, .point = point, .tail = tail, .mean = fraction_mean(latency)};
    size_t L = (size_t)latency;
    made.rows = tail + 3;
    made.times_room = MOST_RESERVED + (size_t)made.rows;
    *possible = false;
    TRY(fraction_field_init(&made.field, latency, tail, failure));
    made.supply = rationals_new((size_t)made.rows * L);
    made.times = rationals_new(made.times_room * L);
    made.fill = rationals_new((L + 1) * L);
    TRY(memory_check(made.supply && made.times && made.fill, failure, "a fractional stream"));
    fill_supply(&made);
    TRY(reserve(&made, possible, failure));
    if (*possible)
        *problem = TAKE(made);
    return STATUS_OK;
}

void fraction_problem_clear(struct fraction_problem *problem) {
    fraction_field_clear(&problem->field);
    rationals_free(problem->supply);
    rationals_free(problem->times);
    rationals_free(problem->fill);
    fraction_words_clear(&problem->words);
}

/* An equation a line: the uses of the words, then the L coefficients of what there is. */
struct equations {
    const struct fraction_problem *problem;
    size_t words, width;
    mpq_t *entries;
    mpq_t scratch;
};

static mpq_t *line_of(const struct equations *equations, size_t line) {
    return equations->entries + line * equations->width;
}

static enum status equations_init(struct equations *equations, const struct fraction_words *words,
                                  const bool *is_used_up, struct failure *failure) {
    const struct fraction_problem *problem = equations->problem;
    size_t n = words->count, L = (size_t)problem->latency, line = 0;
    FREED int *uses = memory_new((size_t)problem->rows, sizeof *uses);
    equations->words = n, equations->width = n + L;
    equations->entries = rationals_new(n * (n + L));
    TRY(memory_check(uses && equations->entries, failure, "equations"));
    for (size_t word = 0; word < n; word++) {
        fraction_word_use(problem, &words->list[word], uses);
        line = 0;
        for (int row = 0; row < problem->rows; row++)
            if (is_used_up[row])
                mpq_set_si(line_of(equations, line++)[word], uses[row], 1);
    }
    line = 0;
    for (int row = 0; row < problem->rows; row++)
        if (is_used_up[row])
            fraction_add(&problem->field, line_of(equations, line++) + n,
                         problem->supply + (size_t)row * L, 1);
    return STATUS_OK;
}

static void equations_clear(struct equations *equations) {
    rationals_free(equations->entries);
    mpq_clear(equations->scratch);
}

/* line -= factor pivot, from `first` on. */
static void reduce(struct equations *equations, size_t line, size_t pivot, size_t first) {
    mpq_t *to = line_of(equations, line), *from = line_of(equations, pivot);
    if (mpq_sgn(to[first]) == 0)
        return;
    RATIONAL(factor);
    mpq_set(factor, to[first]);
    for (size_t i = first; i < equations->width; i++) {
        if (mpq_sgn(from[i]) == 0)
            continue;
        mpq_mul(equations->scratch, factor, from[i]);
        mpq_sub(to[i], to[i], equations->scratch);
    }
}

/* Gauss and Jordan; false if the words depend on each other. */
static bool eliminate(struct equations *equations) {
    for (size_t word = 0; word < equations->words; word++) {
        size_t pivot = word;
        while (pivot < equations->words && mpq_sgn(line_of(equations, pivot)[word]) == 0)
            pivot++;
        if (pivot == equations->words)
            return false;
        mpq_t *line = line_of(equations, word), *other = line_of(equations, pivot);
        for (size_t i = 0; i < equations->width && pivot != word; i++)
            mpq_swap(line[i], other[i]);
        for (size_t i = equations->width; i-- > word;)
            mpq_div(line[i], line[i], line[word]);
        for (size_t i = 0; i < equations->words; i++)
            if (i != word)
                reduce(equations, i, word, word);
    }
    return true;
}

/* The words with their times go to what was set aside, and their leaves are taken off what there
 * is. */
static enum status take_times(struct fraction_problem *problem, const struct equations *equations,
                              const struct fraction_words *words, struct failure *failure) {
    size_t L = (size_t)problem->latency, place;
    FREED int *uses = memory_new((size_t)problem->rows, sizeof *uses);
    TRY(memory_check(uses, failure, "words"));
    for (size_t i = 0; i < words->count; i++) {
        const struct fraction_word *word = &words->list[i];
        mpq_t *times = line_of(equations, i) + words->count;
        TRY(fraction_words_add(&problem->words, word->places, word->length, &place, failure));
        fraction_add(&problem->field, problem->times + place * L, times, 1);
        fraction_word_use(problem, word, uses);
        for (int row = 0; row < problem->rows; row++)
            if (uses[row])
                fraction_add(&problem->field, problem->supply + (size_t)row * L, times, -uses[row]);
    }
    return STATUS_OK;
}

/* What is left of the leaves is fill. */
static bool take_fill(struct fraction_problem *problem) {
    size_t L = (size_t)problem->latency;
    bool positive = true;
    for (int w = fraction_least_leaf(problem); w <= fraction_most_leaf(problem); w++) {
        int row = fraction_row(problem, w, FRACTION_LEAF);
        mpq_t *fill = problem->fill + (size_t)w * L;
        fraction_add(&problem->field, fill, problem->supply + (size_t)row * L, 1);
        positive = positive && fraction_is_positive(&problem->field, fill);
    }
    return positive;
}

enum status fraction_solve_exactly(struct fraction_problem *problem,
                                   const struct fraction_words *words, const bool *is_used_up,
                                   bool *found, struct failure *failure) {
    CLEANUP(equations_clear) struct equations equations = {.problem = problem};
    mpq_init(equations.scratch);
    size_t lines = 0, L = (size_t)problem->latency;
    for (int row = 0; row < problem->rows; row++)
        lines += is_used_up[row];
    *found = lines == words->count;
    if (!*found)
        return STATUS_OK;
    TRY(equations_init(&equations, words, is_used_up, failure));
    *found = eliminate(&equations);
    if (*found)
        TRY(take_times(problem, &equations, words, failure));
    *found = *found && take_fill(problem);
    for (size_t i = 0; i < problem->words.count && *found; i++)
        *found = fraction_is_positive(&problem->field, problem->times + i * L);
    return STATUS_OK;
}
