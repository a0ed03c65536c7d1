/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction.h"

#include <limits.h>

#include "automata/juggling.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/fraction/fraction_price.h"
#include "solver/items/fraction/fraction_problem.h"
#include "solver/proof/bound/program.h"

/* --- the linear program over words --- */

/* As many heads as possible, where no more is used of each row than there is, in whole numbers near
 * to the true ones. Words are added as long as they pay. */

enum {
    SUPPLY_BITS = 29, /* the largest supply has so many */
    MANY_STATES = 8000,
    FEW_LEAVES = 6 /* behind all heads but the last, where there are many states */
};

/* Columns: one of all supplies, which is taken once, then the words. */
struct master {
    const struct fraction_problem *problem;
    struct program *program;
    struct fraction_walks *walks[2]; /* for |S| = M, and at c for M-1 */
    struct fraction_words words;
    int *supply;  /* of each row */
    long due;     /* sum of those that are due */
    int *entries; /* scratch */
    int64_t *costs;
    mpq_t *prices; /* of each row, and of the supplies */
    mpq_t value;
};

static void master_clear(struct master *master) {
    program_clear(master->program);
    for (int i = 0; i < 2; i++)
        fraction_walks_free(master->walks[i]);
    fraction_words_clear(&master->words);
    FREE_ALL(master->supply, master->entries, master->costs);
    rationals_free(master->prices);
    mpq_clear(master->value);
}

/* Rounds the supplies; false if there is less than nothing of one. */
static bool fill_supply(struct master *master) {
    const struct fraction_problem *problem = master->problem;
    size_t L = (size_t)problem->latency, most = 0;
    BIG(scaled);
    bool enough = true;
    for (int row = 0; row < problem->rows; row++) {
        fraction_scaled(&problem->field, problem->supply + (size_t)row * L, 0, scaled);
        size_t bits = mpz_sizeinbase(scaled, 2);
        most = bits > most ? bits : most;
    }
    for (int row = 0; row < problem->rows; row++) {
        fraction_scaled(&problem->field, problem->supply + (size_t)row * L, 2 * SUPPLY_BITS,
                        scaled);
        mpz_fdiv_q_2exp(scaled, scaled, SUPPLY_BITS + most);
        enough = enough && mpz_sgn(scaled) >= 0;
        master->supply[row] = (int)mpz_get_si(scaled);
        master->due += fraction_row_is_due(problem, row) ? master->supply[row] : 0;
    }
    return enough;
}

static enum status add_supplies(struct master *master, struct failure *failure) {
    const struct fraction_problem *problem = master->problem;
    for (int row = 0; row < problem->rows; row++)
        master->entries[row] = -master->supply[row];
    master->entries[problem->rows] = 1;
    return program_add(master->program, master->entries, 0, failure);
}

static enum status add_word(struct master *master, const struct fraction_word *word,
                            struct failure *failure) {
    const struct fraction_problem *problem = master->problem;
    int objective = 0;
    fraction_word_use(problem, word, master->entries);
    master->entries[problem->rows] = 0;
    for (int row = 0; row < problem->rows; row++)
        objective += fraction_row_is_due(problem, row) ? master->entries[row] : 0;
    return program_add(master->program, master->entries, objective, failure);
}

static enum status master_init(struct master *master, const struct fraction_problem *problem,
                               struct failure *failure) {
    char path[PATH_MAX];
    size_t rows = (size_t)problem->rows;
    *master = (struct master){.problem = problem, .prices = rationals_new(rows + 1)};
    mpq_init(master->value);
    TRY(program_find(path, sizeof path, failure));
    TRY(memory_check(master->prices && NEW(rows, master->supply, master->costs) &&
                         NEW(rows + 1, master->entries),
                     failure, "a linear program"));
    return program_init(&master->program, path, problem->rows + 1, failure);
}

/* What a use costs by the prices, less what it earns. */
static enum status take_costs(struct master *master, struct failure *failure) {
    const struct fraction_problem *problem = master->problem;
    BIG(cost);
    bool fits = true;
    for (int row = 0; row < problem->rows; row++) {
        mpz_mul_2exp(cost, mpq_numref(master->prices[row]), FRACTION_PRICE_BITS);
        mpz_fdiv_q(cost, cost, mpq_denref(master->prices[row]));
        fits = fits && mpz_sizeinbase(cost, 2) <= FRACTION_PRICE_BITS + 11;
        master->costs[row] = mpz_get_si(cost);
        if (fraction_row_is_due(problem, row))
            master->costs[row] -= (int64_t)1 << FRACTION_PRICE_BITS;
        else if (!fraction_row_counts(problem, row))
            master->costs[row] = 0;
    }
    return fits ? STATUS_OK : failure_limit(failure, "the prices of leaves are too large");
}

/* One round. *done: all is used, or no word pays. */
static enum status improve(struct master *master, const struct limits *limits, bool *done,
                           struct failure *failure) {
    struct fraction_costs costs = {master->problem, master->costs};
    size_t known = master->words.count;
    TRY(program_solve(master->program, limits, master->value, master->prices, failure));
    *done = mpq_cmp_si(master->value, master->due, 1) == 0;
    if (*done)
        return STATUS_OK;
    TRY(take_costs(master, failure));
    TRY(fraction_price_single(&costs, &master->words, failure));
    for (int i = 0; i < 2; i++)
        if (master->walks[i])
            TRY(fraction_price_joined(master->walks[i], &costs, &master->words, failure));
    *done = master->words.count == known;
    for (size_t i = known; i < master->words.count; i++)
        TRY(add_word(master, &master->words.list[i], failure));
    return STATUS_OK;
}

/* The words that the solution has, and the rows that they use up. */
static enum status take_words(struct master *master, struct fraction_words *words, bool *is_used_up,
                              struct failure *failure) {
    const struct fraction_problem *problem = master->problem;
    size_t columns = master->words.count + 1, place;
    CLEANUP(rationals_clear)
    mpq_t *x = rationals_new(columns), *left = rationals_new((size_t)problem->rows);
    RATIONAL(use);
    TRY(memory_check(x && left, failure, "a linear program"));
    program_solution(master->program, x);
    for (int row = 0; row < problem->rows; row++)
        mpq_set_si(left[row], master->supply[row], 1);
    for (size_t i = 0; i + 1 < columns; i++) {
        const struct fraction_word *word = &master->words.list[i];
        if (mpq_sgn(x[i + 1]) == 0)
            continue;
        TRY(fraction_words_add(words, word->places, word->length, &place, failure));
        fraction_word_use(problem, word, master->entries);
        for (int row = 0; row < problem->rows; row++) {
            mpq_set_si(use, master->entries[row], 1);
            mpq_mul(use, use, x[i + 1]);
            mpq_sub(left[row], left[row], use);
        }
    }
    for (int row = 0; row < problem->rows; row++)
        is_used_up[row] = mpq_sgn(left[row]) == 0 && fraction_row_counts(problem, row);
    return STATUS_OK;
}

static enum status make_walks(struct master *master, struct failure *failure) {
    const struct fraction_problem *problem = master->problem;
    uint64_t states = juggling_state_count(problem->latency, problem->mean - 1);
    int leaves = states > MANY_STATES ? FEW_LEAVES : problem->tail;
    TRY(fraction_walks_init(&master->walks[0], problem, problem->mean, leaves, failure));
    if (problem->point == FRACTION_POINT_C)
        TRY(fraction_walks_init(&master->walks[1], problem, problem->mean - 1, leaves, failure));
    return STATUS_OK;
}

static enum status solve(struct master *master, const struct limits *limits, bool *found,
                         struct failure *failure) {
    bool done = false;
    uint64_t rounds = 0;
    *found = false;
    if (!fill_supply(master))
        return STATUS_OK;
    TRY(add_supplies(master, failure));
    TRY(make_walks(master, failure));
    while (!done) {
        struct progress progress = {"rounds of column generation", rounds++, 0,
                                    master->words.count};
        if (limits)
            limits_report(limits, &progress);
        TRY(limits_check(limits, failure));
        TRY(improve(master, limits, &done, failure));
    }
    *found = mpq_cmp_si(master->value, master->due, 1) == 0;
    return STATUS_OK;
}

/* *found: all that is due is used. Then `words` (empty before) has the words of a basic solution,
 * and is_used_up[row] says of which rows nothing is left. STATUS_LIMIT when stopped, and without
 * the program that solves linear programs. */
static enum status fraction_master_solve(const struct fraction_problem *problem,
                                         const struct limits *limits, struct fraction_words *words,
                                         bool *is_used_up, bool *found, struct failure *failure) {
    CLEANUP(master_clear) struct master master;
    TRY(master_init(&master, problem, failure));
    TRY(solve(&master, limits, found, failure));
    return *found ? take_words(&master, words, is_used_up, failure) : STATUS_OK;
}

/* --- the stream --- */

enum { MOST_TAIL = 5 /* times L */ };

void fraction_stream_clear(struct fraction_stream *stream) {
    rationals_free(stream->times);
    rationals_free(stream->fill);
    fraction_words_clear(&stream->words);
}

/* The words and numbers move over. */
static enum status read_stream(struct fraction_problem *problem, struct fraction_stream *stream,
                               struct failure *failure) {
    size_t count = problem->words.count * (size_t)problem->latency;
    mpq_t *times = rationals_new(count);
    TRY(memory_check(times, failure, "a fractional stream"));
    for (size_t i = 0; i < count; i++)
        mpq_swap(times[i], problem->times[i]);
    *stream = (struct fraction_stream){.latency = problem->latency,
                                       .point = problem->point,
                                       .tail = problem->tail,
                                       .mean = problem->mean,
                                       .words = problem->words,
                                       .times = times,
                                       .fill = problem->fill};
    problem->words = (struct fraction_words){0};
    problem->fill = NULL;
    return STATUS_OK;
}

static enum status find(struct fraction_problem *problem, const struct limits *limits,
                        struct fraction_stream *stream, bool *found, struct failure *failure) {
    CLEANUP(fraction_words_clear) struct fraction_words words = {0};
    FREED bool *is_used_up = memory_new((size_t)problem->rows, sizeof *is_used_up);
    TRY(memory_check(is_used_up, failure, "a fractional stream"));
    TRY(fraction_master_solve(problem, limits, &words, is_used_up, found, failure));
    if (*found)
        TRY(fraction_solve_exactly(problem, &words, is_used_up, found, failure));
    return *found ? read_stream(problem, stream, failure) : STATUS_OK;
}

struct wanted {
    int latency;
    int depth; /* 0: at the limit */
    int tail;
};

static enum status find_at(const struct wanted *wanted, enum fraction_point point,
                           const struct limits *limits, struct fraction_stream *stream, bool *found,
                           struct failure *failure) {
    CLEANUP(fraction_problem_clear) struct fraction_problem problem = {.latency = 0};
    TRY(fraction_problem_init(&problem, wanted->latency, point, wanted->tail, found, failure));
    if (!*found)
        return STATUS_OK;
    if (wanted->depth)
        TRY(fraction_field_set_depth(&problem.field, wanted->depth, failure));
    return find(&problem, limits, stream, found, failure);
}

/* With this tail. c demands most of the tails. */
static enum status find_with(const struct wanted *wanted, const struct limits *limits,
                             struct fraction_stream *streams, bool *found,
                             struct failure *failure) {
    *found = true;
    for (int point = FRACTION_POINTS - 1; point >= 0 && *found; point--)
        TRY(find_at(wanted, (enum fraction_point)point, limits, &streams[point], found, failure));
    return STATUS_OK;
}

static void streams_clear(struct fraction_stream (*streams)[FRACTION_POINTS]) {
    for (int point = 0; point < FRACTION_POINTS; point++)
        fraction_stream_clear(&(*streams)[point]);
}

enum status fraction_find_all(int latency, int depth, const struct limits *limits,
                              struct fraction_stream *streams, bool *found,
                              struct failure *failure) {
    struct wanted wanted = {latency, depth, 2 * latency + 1};
    int most = MOST_TAIL * latency;
    require(latency >= FRACTION_LEAST_LATENCY && latency <= FRACTION_MOST_LATENCY);
    if (depth && depth - latency + 1 < most)
        most = depth - latency + 1;
    *found = false;
    for (; wanted.tail <= most && !*found; wanted.tail++) {
        CLEANUP(streams_clear) struct fraction_stream made[FRACTION_POINTS] = {{.latency = 0}};
        TRY(find_with(&wanted, limits, made, found, failure));
        for (int point = 0; point < FRACTION_POINTS && *found; point++)
            streams[point] = TAKE(made[point]);
    }
    return STATUS_OK;
}

enum status fraction_find(int latency, enum fraction_point point, const struct limits *limits,
                          struct fraction_stream *stream, bool *found, struct failure *failure) {
    struct fraction_stream streams[FRACTION_POINTS];
    TRY(fraction_find_all(latency, 0, limits, streams, found, failure));
    if (!*found)
        return STATUS_OK;
    for (int other = 0; other < FRACTION_POINTS; other++)
        if (other == (int)point)
            *stream = streams[other];
        else
            fraction_stream_clear(&streams[other]);
    return STATUS_OK;
}

/* Places that are equal stand together as w*k. */
static void print_places(struct certificate_output *output, const struct fraction_word *word) {
    static const char *const marks[] = {
        [FRACTION_LEAF] = "", [FRACTION_HEAD_A] = "A", [FRACTION_HEAD_B] = "B"};
    for (int p = 0, next; p < word->length; p = next) {
        const struct fraction_place *place = &word->places[p];
        next = p + 1;
        while (place->role == FRACTION_LEAF && next < word->length &&
               word->places[next].role == FRACTION_LEAF && word->places[next].value == place->value)
            next++;
        certificate_print(output, " %s%d", marks[place->role], place->value);
        if (next > p + 1)
            certificate_print(output, "*%d", next - p);
    }
}

/* The numbers over the common denominator. */
static void print_times(struct certificate_output *output, int latency, mpq_t *number,
                        mpz_srcptr denominator) {
    BIG(coefficient);
    certificate_print(output, " times");
    for (int j = 0; j < latency; j++) {
        mpz_divexact(coefficient, denominator, mpq_denref(number[j]));
        mpz_mul(coefficient, coefficient, mpq_numref(number[j]));
        certificate_print(output, " ");
        certificate_print_big(output, coefficient);
    }
    certificate_print(output, "\n");
}

static void add_denominators(mpq_t *numbers, size_t count, mpz_ptr denominator) {
    for (size_t i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(numbers[i]));
}

static bool is_zero(mpq_t *number, int latency) {
    bool zero = true;
    for (int j = 0; j < latency; j++)
        zero = zero && mpq_sgn(number[j]) == 0;
    return zero;
}

static enum status put_fraction(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct fraction_stream *stream = body;
    size_t L = (size_t)stream->latency;
    (void)limits, (void)failure;
    BIG_OF(denominator, 1);
    add_denominators(stream->times, stream->words.count * L, denominator);
    add_denominators(stream->fill, (L + 1) * L, denominator);
    certificate_print(output, "latency %d\npoint %c\ntail %d\ndenominator ", stream->latency,
                      "abc"[stream->point], stream -> tail);
    certificate_print_big(output, denominator);
    certificate_print(output, "\n");
    for (size_t i = 0; i < stream->words.count; i++) {
        certificate_print(output, "word");
        print_places(output, &stream->words.list[i]);
        print_times(output, stream->latency, stream->times + i * L, denominator);
    }
    for (size_t w = 0; w <= L; w++) {
        if (is_zero(stream->fill + w * L, stream->latency))
            continue;
        certificate_print(output, "fill %zu", w);
        print_times(output, stream->latency, stream->fill + w * L, denominator);
    }
    return STATUS_OK;
}

struct evidence evidence_of_fraction(const struct fraction_stream *stream) {
    return evidence_borrowed("fractional-stream", put_fraction, stream);
}
