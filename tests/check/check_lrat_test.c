/* SPDX-License-Identifier: MIT */
/* Refutations that are made to take long: each must be told, one way or the other, soon. Seconds of
 * the processor are measured, and are few for the checker without sanitizers; with them the limits
 * are wide enough. Good lines are read in two ways, by themselves and ahead of the reader's line,
 * and both must do the same. */
#include "core/certificate.h"
#include "core/lrat.h"
#include "core/memory.h"
#include "core/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 20 };

struct made {
    FILE *file;
    char *text;
    size_t length;
};

static void begin_kind(struct made *made, const char *kind) {
    made->file = open_memstream(&made->text, &made->length);
    assert_non_null(made->file);
    fprintf(made->file, "steadycast certificate 1\nwriter test 1\nkind %s\n", kind);
}

static void begin(struct made *made, unsigned variables, unsigned clauses) {
    begin_kind(made, "cnf");
    fprintf(made->file, "variables %u\nclauses %u\n", variables, clauses);
}

/* Ends the certificate and checks it; returns the seconds that it took. */
static double check(struct made *made, struct verdict *verdict) {
    struct digest digest;
    char hex[DIGEST_HEX_SIZE];
    assert_int_equal(fflush(made->file), 0);
    digest_init(&digest);
    digest_update(&digest, made->text, made->length);
    digest_hex(&digest, hex);
    fprintf(made->file, "digest sha256 %s\n", hex);
    assert_int_equal(fclose(made->file), 0);
    FILE *in = fmemopen(made->text, made->length, "r");
    assert_non_null(in);
    clock_t start = clock();
    certificate_check(in, "file", verdict);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fclose(in);
    free(made->text);
    return seconds;
}

static void assert_soon(struct made *made, enum verdict_status status, const char *expected) {
    struct verdict verdict;
    double seconds = check(made, &verdict);
    printf("%zu bytes in %.2f s: %.80s\n", made->length, seconds, verdict.claim.bytes);
    assert_int_equal(verdict.status, status);
    assert_non_null(strstr(verdict.claim.bytes, expected));
    assert_true(seconds < SECONDS);
    verdict_clear(&verdict);
}

/* A clause is looked at in whole for each hint of two bytes. */
static void test_repeated_literals(void **state) {
    struct made made;
    begin(&made, 2, 2);
    (void)state;
    fprintf(made.file, "clause");
    for (int i = 0; i < 1000000; i++)
        fprintf(made.file, " 1");
    fprintf(made.file, " 0\nclause -1 2 0\n");
    for (unsigned id = 3; id < 300000; id++)
        fprintf(made.file, "lrat %u 2 0 1 2 0\n", id);
    assert_soon(&made, VERDICT_MALFORMED, "beyond the limit of work");
}

/* The same in a new clause: there they are dropped. */
static void test_repeated_in_new_clause(void **state) {
    struct made made;
    begin(&made, 2, 2);
    (void)state;
    fprintf(made.file, "clause 1 0\nclause -1 0\nlrat 3");
    for (int i = 0; i < 1000000; i++)
        fprintf(made.file, " 1");
    fprintf(made.file, " 0 1 0\n");
    unsigned id = 4;
    for (; id < 300000; id++)
        fprintf(made.file, "lrat %u 1 0 3 0\n", id);
    fprintf(made.file, "lrat %u 0 3 2 0\n", id);
    assert_soon(&made, VERDICT_VERIFIED, "clauses on 2 variables");
}

/* Clauses as long as there are of them, each looked at in whole in every line: as much as a file of
 * its size can ask for without repeated literals. */
static void test_square(void **state) {
    enum { SIDE = 1000, LINES = 700 };
    struct made made;
    begin(&made, 2 * SIDE + 2, 2 * SIDE + 1);
    (void)state;
    for (int i = 1; i <= SIDE; i++) /* from the first variable follow those up to 1 + SIDE */
        fprintf(made.file, "clause -1 %d 0\n", 1 + i);
    for (int i = 1; i <= SIDE; i++) { /* from those, one by one, what comes behind */
        fprintf(made.file, "clause %d", 1 + SIDE + i);
        for (int j = 1; j <= SIDE; j++)
            fprintf(made.file, " %d", -(1 + j));
        fprintf(made.file, " 0\n");
    }
    fprintf(made.file, "clause -1 %d 0\n", -(1 + 2 * SIDE));
    for (unsigned line = 0, id = 2 * SIDE + 2; line < LINES; line++, id++) {
        fprintf(made.file, "lrat %u -1 0", id);
        for (int hint = 1; hint <= 2 * SIDE + 1; hint++)
            fprintf(made.file, " %d", hint);
        fprintf(made.file, " 0\n");
    }
    assert_soon(&made, VERDICT_REFUTED, "before the empty clause");
}

/* Few clauses are there at a time: the room of those that are gone is used again. */
static void test_many_deletions(void **state) {
    struct made made;
    unsigned id = 3;
    begin(&made, 2, 2);
    (void)state;
    fprintf(made.file, "clause 1 0\nclause -1 0\n");
    for (; id < 400000; id++) {
        fprintf(made.file, "lrat %u 1 2 0 1 0\n", id);
        if (id > 3)
            fprintf(made.file, "delete %u 0\n", id - 1);
    }
    fprintf(made.file, "lrat %u 0 1 2 0\n", id);
    assert_soon(&made, VERDICT_VERIFIED, "clauses on 2 variables");
}

static void test_closes_up(void **state) {
    static const int32_t literals[] = {1, -2, 3};
    struct clause_set set = {.last = 0};
    (void)state;
    for (uint32_t id = 1; id <= 100000; id++) {
        clauses_add(&set, literals, id % 4);
        assert_true(id < 10 || id % 1000 == 0 || clauses_remove(&set, id - 5));
    }
    assert_true(set.used < 5000);
    for (uint32_t id = 1; id <= set.last; id++) {
        const int32_t *clause = clauses_find(&set, id);
        uint32_t size = 0;
        while (clause && clause[size])
            size++;
        assert_true(!clause || size == id % 4);
        assert_true(!clause || memcmp(clause, literals, size * sizeof *clause) == 0);
    }
    assert_null(clauses_find(&set, 0));
    assert_null(clauses_find(&set, set.last + 1));
    assert_false(clauses_remove(&set, 6));
    memory_release(0);
}

/* The fault stands in a line of its own number wherever the buffer of the reader ends. */
static void test_every_place(void **state) {
    (void)state;
    for (unsigned before = 0; before < 3000; before += 7) {
        struct made made;
        struct verdict verdict;
        char expected[80];
        unsigned id = 3;
        begin(&made, 2, 2);
        fprintf(made.file, "clause 1 0\nclause -1 0\n");
        for (; id < 3 + before; id++)
            fprintf(made.file, "lrat %u 1 0 1 0\n", id);
        fprintf(made.file, "lrat %u 0 1 %u 0\nlrat %u 0 1 2 0\n", id, id, id + 1);
        snprintf(expected, sizeof expected, "file:%u: there is no clause %u", 5 + id, id);
        check(&made, &verdict);
        assert_string_equal(verdict.claim.bytes, expected);
        verdict_clear(&verdict);
    }
}

/* In a search the letters before the one that is gone down to are looked at: half of them here. */
static void test_long_search(void **state) {
    enum { L = 60000 };
    struct made made;
    (void)state;
    begin_kind(&made, "impossible-search");
    fprintf(made.file, "latency %d\ndepth %d", L, 2 * L - 1);
    for (int letter = 0; letter < L / 2 - 1; letter++)
        fprintf(made.file, "%s %d", letter % 64 ? "" : "\ntree", letter);
    fprintf(made.file, "\nnodes 1\n");
    assert_soon(&made, VERDICT_MALFORMED, "beyond the limit of work");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repeated_literals),
                                       cmocka_unit_test(test_repeated_in_new_clause),
                                       cmocka_unit_test(test_square),
                                       cmocka_unit_test(test_many_deletions),
                                       cmocka_unit_test(test_closes_up),
                                       cmocka_unit_test(test_every_place),
                                       cmocka_unit_test(test_long_search)};
    return cmocka_run_group_tests_name("check_lrat", tests, NULL, NULL);
}
