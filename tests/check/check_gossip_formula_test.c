/* SPDX-License-Identifier: MIT */
/* The formula of multinode broadcasting: it must have a model if and only if an exhausted search
 * over all schedules finds one; it must be the one of the grammar, clause by clause, as it is
 * written down here once more with the numbers of variables looked up in lists; and that where it
 * is short enough to be written out by hand. */
#include "check_naive_least.h"
#include "check_picosat.h"
#include "rest/cnf_gossip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct gossip_cnf question_of(const struct naive_network *graph, bool half, long steps) {
    return (struct gossip_cnf){.processors = (uint32_t)graph->P,
                               .edges = (uint32_t)graph->E,
                               .steps = (uint32_t)steps,
                               .half_duplex = half,
                               .ends = graph->ends};
}

/* The edges whose bits are set, among 0-1, 0-2, .., 1-2, .. */
static struct naive_network graph_of(long P, unsigned bits) {
    struct naive_network graph = {.P = P};
    for (uint32_t a = 0; a < P; a++)
        for (uint32_t b = a + 1; b < P; b++, bits >>= 1)
            if (bits & 1) {
                graph.ends[2 * graph.E] = a;
                graph.ends[2 * graph.E + 1] = b;
                graph.E++;
            }
    return graph;
}

static bool has_model(const struct gossip_cnf *question) {
    struct picosat_formula built;
    picosat_build(&built, &(struct formula){.question = question, .build = gossip_cnf_build});
    bool model = picosat_has_model(&built);
    clauses_clear(&built.clauses);
    return model;
}

/* From some steps before the least time to some behind, or as many as P^2 if there is none. */
static void compare(const struct naive_network *graph, bool half, unsigned long tally[2]) {
    long least = naive_gossip_least(graph, half);
    long middle = least == NAIVE_NEVER ? graph->P * graph->P : least;
    for (long steps = middle > 2 ? middle - 2 : 1; steps <= middle + 1; steps++) {
        struct gossip_cnf question = question_of(graph, half, steps);
        if (has_model(&question) != (steps >= least))
            fail_msg("P=%ld E=%ld duplex %s: least time %ld, but T=%ld", graph->P, graph->E,
                     half ? "half" : "full", least, steps);
        tally[steps >= least]++;
    }
}

static void test_least_times(void **state) {
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (long P = 2; P <= 4; P++)
        for (unsigned bits = 1; bits < 1u << P * (P - 1) / 2; bits++) {
            struct naive_network graph = graph_of(P, bits);
            compare(&graph, false, tally);
            compare(&graph, true, tally);
        }
    printf("%lu formulas with a model, %lu without\n", tally[1], tally[0]);
    assert_true(tally[1] > 100 && tally[0] > 200);
}

/* A path, a star and a cycle of five. */
static void test_five(void **state) {
    static const struct naive_network graphs[] = {{5, 4, {0, 1, 1, 2, 2, 3, 3, 4}},
                                                  {5, 4, {0, 1, 0, 2, 0, 3, 0, 4}},
                                                  {5, 5, {0, 1, 0, 4, 1, 2, 2, 3, 3, 4}}};
    (void)state;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        for (int half = 0; half < 2; half++) {
            long least = naive_gossip_least(&graphs[i], half);
            printf("five processors, graph %zu, %s: %ld\n", i, half ? "half" : "full", least);
            struct gossip_cnf question = question_of(&graphs[i], half, least);
            assert_true(has_model(&question));
            question.steps--;
            assert_false(has_model(&question));
        }
}

/* --- the grammar once more --- */

/* Variables are looked up by their names, which are listed in the order of their numbers. */
struct book {
    const struct gossip_cnf *question;
    long P, E, T;
    char *clauses; /* " / literals" for each */
    size_t length, capacity;
    long numbers[5][2 * NAIVE_NETWORK_EDGES][20][20]; /* of kind and three indices */
    long last;
};

enum kind { RECEIVES, HAS, SENDS, MESSAGE, COUNTED };

static void name(struct book *book, enum kind kind, long a, long b, long c) {
    book->numbers[kind][a][b][c] = ++book->last;
}

static void name_all(struct book *book) {
    for (enum kind kind = RECEIVES; kind <= SENDS; kind++)
        for (long v = 0; v < book->P; v++)
            for (long i = 0; i < book->P; i++)
                for (long s = kind == HAS ? 0 : 1; s <= book->T; s++)
                    name(book, kind, v, i, s);
    for (long a = 0; a < 2 * book->E; a++)
        for (long s = 1; s <= book->T; s++)
            name(book, MESSAGE, a, s, 0);
    for (long v = 0; v < book->P; v++)
        for (long s = 0; s <= book->T; s++)
            for (long j = 1; j < book->P; j++)
                name(book, COUNTED, v, s, j);
}

static void write_text(struct book *book, const char *format, long number) {
    if (book->length + 40 > book->capacity) {
        book->capacity = 2 * book->capacity + 100;
        book->clauses = realloc(book->clauses, book->capacity);
        assert_non_null(book->clauses);
    }
    book->length += (size_t)sprintf(book->clauses + book->length, format, number);
}

/* A literal; sign is 1 or -1. */
static void put(struct book *book, int sign, enum kind kind, long a, long b, long c) {
    assert_true(book->numbers[kind][a][b][c] > 0);
    write_text(book, " %ld", sign * book->numbers[kind][a][b][c]);
}

static void begin(struct book *book) {
    write_text(book, " /", 0);
}

static void pair(struct book *book, int sign, enum kind kind, long a, long b, long c, int sign2,
                 enum kind kind2, long a2, long b2, long c2) {
    begin(book);
    put(book, sign, kind, a, b, c);
    put(book, sign2, kind2, a2, b2, c2);
}

static void write_part_1(struct book *book) {
    for (long v = 0; v < book->P; v++)
        for (long i = 0; i < book->P; i++) {
            begin(book);
            put(book, i == v ? 1 : -1, HAS, v, i, 0);
            for (long s = 1; s <= book->T; s++) {
                pair(book, -1, HAS, v, i, s - 1, 1, HAS, v, i, s);
                pair(book, -1, RECEIVES, v, i, s, 1, HAS, v, i, s);
                pair(book, -1, HAS, v, i, s, 1, HAS, v, i, s - 1);
                put(book, 1, RECEIVES, v, i, s);
                pair(book, -1, RECEIVES, v, i, s, -1, HAS, v, i, s - 1);
            }
            begin(book);
            put(book, 1, HAS, v, i, book->T);
        }
}

static void write_part_2(struct book *book) {
    for (long v = 0; v < book->P; v++)
        for (long s = 1; s <= book->T; s++) {
            for (enum kind kind = RECEIVES; kind <= SENDS; kind += 2)
                for (long i = 0; i < book->P; i++)
                    for (long j = i + 1; j < book->P; j++)
                        pair(book, -1, kind, v, i, s, -1, kind, v, j, s);
            for (long i = 0; i < book->P; i++)
                pair(book, -1, SENDS, v, i, s, 1, HAS, v, i, s - 1);
        }
}

static long begins_at(const struct book *book, long a) {
    return book->question->ends[a];
}

static long ends_at(const struct book *book, long a) {
    return book->question->ends[a % 2 == 0 ? a + 1 : a - 1];
}

static void write_part_3(struct book *book) {
    for (long v = 0; v < book->P; v++)
        for (long s = 1; s <= book->T; s++) {
            for (long a = 0; a < 2 * book->E; a++)
                for (long b = a + 1; b < 2 * book->E; b++)
                    if (begins_at(book, a) == v && begins_at(book, b) == v)
                        pair(book, -1, MESSAGE, a, s, 0, -1, MESSAGE, b, s, 0);
            for (long a = 0; a < 2 * book->E; a++)
                for (long b = a + 1; b < 2 * book->E; b++)
                    if (ends_at(book, a) == v && ends_at(book, b) == v)
                        pair(book, -1, MESSAGE, a, s, 0, -1, MESSAGE, b, s, 0);
            for (long a = 0; a < 2 * book->E && book->question->half_duplex; a++)
                for (long b = 0; b < 2 * book->E; b++)
                    if (begins_at(book, a) == v && ends_at(book, b) == v)
                        pair(book, -1, MESSAGE, a, s, 0, -1, MESSAGE, b, s, 0);
        }
}

static void write_part_4(struct book *book) {
    for (long a = 0; a < 2 * book->E; a++)
        for (long s = 1; s <= book->T; s++) {
            long u = begins_at(book, a), v = ends_at(book, a);
            for (long i = 0; i < book->P; i++) {
                pair(book, -1, MESSAGE, a, s, 0, -1, SENDS, u, i, s);
                put(book, 1, RECEIVES, v, i, s);
                pair(book, -1, MESSAGE, a, s, 0, -1, RECEIVES, v, i, s);
                put(book, 1, SENDS, u, i, s);
            }
            begin(book);
            put(book, -1, MESSAGE, a, s, 0);
            for (long i = 0; i < book->P; i++)
                put(book, 1, SENDS, u, i, s);
        }
}

static void write_part_5(struct book *book) {
    for (long v = 0; v < book->P; v++)
        for (long i = 0; i < book->P; i++)
            for (long s = 1; s <= book->T; s++) {
                begin(book);
                put(book, -1, RECEIVES, v, i, s);
                for (long a = 0; a < 2 * book->E; a++)
                    if (ends_at(book, a) == v)
                        put(book, 1, MESSAGE, a, s, 0);
            }
}

static void write_count(struct book *book, long v, long s, long j) {
    pair(book, -1, COUNTED, v, s - 1, j, 1, COUNTED, v, s, j);
    if (j > 1)
        pair(book, -1, COUNTED, v, s, j, 1, COUNTED, v, s - 1, j - 1);
    for (long i = 0; i < book->P; i++) {
        begin(book);
        put(book, -1, RECEIVES, v, i, s);
        if (j > 1)
            put(book, -1, COUNTED, v, s - 1, j - 1);
        put(book, 1, COUNTED, v, s, j);
    }
    pair(book, 1, COUNTED, v, s - 1, j, -1, COUNTED, v, s, j);
    for (long i = 0; i < book->P; i++)
        put(book, 1, RECEIVES, v, i, s);
}

static void write_part_6(struct book *book) {
    for (long v = 0; v < book->P; v++) {
        for (long j = 1; j < book->P; j++) {
            begin(book);
            put(book, -1, COUNTED, v, 0, j);
        }
        for (long s = 1; s <= book->T; s++)
            for (long j = 1; j < book->P; j++)
                write_count(book, v, s, j);
        begin(book);
        put(book, 1, COUNTED, v, book->T, book->P - 1);
    }
}

/* The number of variables and the clauses; the caller frees it. */
static char *written_once_more(const struct gossip_cnf *question) {
    static struct book book;
    memset(&book, 0, sizeof book);
    book.question = question;
    book.P = question->processors, book.E = question->edges, book.T = question->steps;
    name_all(&book);
    write_text(&book, "%ld", book.last);
    write_part_1(&book);
    write_part_2(&book);
    write_part_3(&book);
    write_part_4(&book);
    write_part_5(&book);
    write_part_6(&book);
    return book.clauses;
}

static char *text_of(const struct gossip_cnf *question) {
    static struct book book;
    struct picosat_formula built;
    memset(&book, 0, sizeof book);
    picosat_build(&built, &(struct formula){.question = question, .build = gossip_cnf_build});
    write_text(&book, "%ld", (long)built.variables);
    for (uint32_t id = 1; id <= built.count; id++) {
        const int32_t *clause = clauses_find(&built.clauses, id);
        begin(&book);
        for (; *clause; clause++)
            write_text(&book, " %ld", *clause);
    }
    clauses_clear(&built.clauses);
    return book.clauses;
}

static void test_clause_by_clause(void **state) {
    unsigned long compared = 0;
    (void)state;
    for (long P = 2; P <= NAIVE_NETWORK_PROCESSORS; P++)
        for (unsigned bits = 1; bits < 1u << P * (P - 1) / 2; bits += P < 5 ? 1 : 37)
            for (long steps = 1; steps <= 6; steps++) {
                struct naive_network graph = graph_of(P, bits);
                struct gossip_cnf question = question_of(&graph, (bits + steps) % 2, steps);
                char *found = text_of(&question), *expected = written_once_more(&question);
                assert_true(strcmp(found, expected) == 0);
                free(found);
                free(expected);
                compared++;
            }
    printf("%lu formulas compared\n", compared);
    assert_true(compared > 500);
}

/* --- written out by hand --- */

static void test_written_out(void **state) {
    static const char possession[] =
        "22 / 5 / -5 6 / -1 6 / -6 5 1 / -1 -5 / 6 / -7 / -7 8 / -2 8 / -8 7 2 / -2 -7 / 8"
        " / -9 / -9 10 / -3 10 / -10 9 3 / -3 -9 / 10 / 11 / -11 12 / -4 12 / -12 11 4 / -4 -11"
        " / 12 / -1 -2 / -13 -14 / -13 5 / -14 7 / -3 -4 / -15 -16 / -15 9 / -16 11";
    static const char half[] = " / -17 -18 / -18 -17";
    static const char rest[] = " / -17 -13 3 / -17 -3 13 / -17 -14 4 / -17 -4 14 / -17 13 14"
                               " / -18 -15 1 / -18 -1 15 / -18 -16 2 / -18 -2 16 / -18 15 16"
                               " / -1 18 / -2 18 / -3 17 / -4 17"
                               " / -19 / -19 20 / -1 20 / -2 20 / 19 -20 1 2 / 20"
                               " / -21 / -21 22 / -3 22 / -4 22 / 21 -22 3 4 / 22";
    struct naive_network graph = graph_of(2, 1);
    (void)state;
    for (int is_half = 0; is_half < 2; is_half++) {
        char expected[2000];
        struct gossip_cnf question = question_of(&graph, is_half, 1);
        snprintf(expected, sizeof expected, "%s%s%s", possession, is_half ? half : "", rest);
        char *found = text_of(&question);
        assert_string_equal(found, expected);
        free(found);
    }
}

static enum cnf_full built_within(const struct formula *formula, uint32_t variables, uint32_t most,
                                  uint32_t *made) {
    struct clause_set clauses;
    clauses_init(&clauses);
    struct cnf_builder builder = {.clauses = &clauses, .variables = variables, .most = most};
    formula_build(formula, &builder);
    *made = clauses.last;
    clauses_clear(&clauses);
    return builder.full;
}

/* Beyond the numbers of clauses and variables that are allowed nothing is built. */
static void test_limits(void **state) {
    struct naive_network graph = graph_of(4, 63);
    struct gossip_cnf question = question_of(&graph, true, 4);
    const struct formula formula = {.question = &question, .build = gossip_cnf_build};
    struct picosat_formula built;
    uint32_t made;
    (void)state;
    picosat_build(&built, &formula);
    clauses_clear(&built.clauses);
    assert_int_equal(built_within(&formula, built.variables, built.count, &made), CNF_NOT_FULL);
    assert_int_equal(made, built.count);
    assert_int_equal(built_within(&formula, built.variables, built.count - 1, &made), CNF_CLAUSES);
    assert_int_equal(made, built.count - 1);
    assert_int_equal(built_within(&formula, built.variables - 1, built.count, &made),
                     CNF_VARIABLES);
    assert_true(made < built.count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least_times), cmocka_unit_test(test_five),
        cmocka_unit_test(test_clause_by_clause), cmocka_unit_test(test_written_out),
        cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests_name("check_gossip_formula", tests, NULL, NULL);
}
