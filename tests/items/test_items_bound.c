/* SPDX-License-Identifier: MIT */
/* The bound for K items: against its definition term by term, by hand, and at its limits. */
#include <limits.h>

#include "solver/items/items_bound.h"
#include "tests/solver/certificate_test.h"

enum { TERMS = 4000 };

/* The definition, for small numbers; terms are cut where they no longer count. */
static void make_terms(int latency, int ports, long terms[TERMS]) {
    for (int i = 0; i < TERMS; i++) {
        terms[i] = i < latency ? 1 : terms[i - 1] + ports * terms[i - latency];
        if (terms[i] > 1000000)
            terms[i] = 1000000;
    }
}

static int plain_bound(const struct items_question *q) {
    long terms[TERMS], sum = 0, wanted = (long)q->items * q->processors;
    int j = 0, reached = 0;
    make_terms(q->latency, q->ports, terms);
    for (;; j++) {
        sum += q->ports * (terms[j] < q->processors ? terms[j] : q->processors);
        if (sum >= wanted)
            break;
    }
    while (terms[reached] < q->processors)
        reached++;
    int late = (q->items + q->ports - 1) / q->ports - 1 + reached;
    return q->latency + (q->single && late > j ? late : j);
}

static void follows_the_definition(void **state) {
    struct failure failure;
    int finish, cells = 0;
    (void)state;
    for (int latency = 1; latency <= 7; latency++)
        for (int ports = 1; ports <= 5; ports++)
            for (int processors = 1; processors <= 40; processors++)
                for (int items = 1; items <= 25; items++)
                    for (int single = 0; single < 2; single++) {
                        struct items_question q = {latency, ports, processors, items, single, 0};
                        assert_ok(items_question_bound(&q, &finish, &failure), failure);
                        if (finish != plain_bound(&q))
                            fail_msg("L=%d p=%d N=%d K=%d: %d", latency, ports, processors, items,
                                     finish);
                        cells++;
                    }
    assert_int_equal(cells, 7 * 5 * 40 * 25 * 2);
}

/* L = 1, N = 2^m: g_i = 2^i, so sum over i < m is N - 1, and after that N at a time. */
static void numbers_of_any_size(void **state) {
    struct failure failure;
    mpz_t processors, items, finish, want;
    (void)state;
    mpz_inits(processors, items, finish, want, (mpz_ptr)NULL);
    mpz_ui_pow_ui(processors, 2, 500);
    mpz_ui_pow_ui(items, 10, 100);
    assert_ok(items_bound(1, 1, processors, items, false, finish, &failure), failure);
    mpz_add_ui(want, items, 500);
    assert_int_equal(mpz_cmp(finish, want), 0);
    assert_ok(items_bound(1, 1, processors, items, true, finish, &failure), failure);
    assert_int_equal(mpz_cmp(finish, want), 0);
    mpz_set_ui(processors, 3);
    assert_int_equal(items_bound(INT_MAX, 3, processors, items, false, finish, &failure),
                     STATUS_LIMIT);
    mpz_set_ui(items, 7); /* 21 messages by the first 7 steps of three */
    assert_ok(items_bound(INT_MAX, 3, processors, items, false, finish, &failure), failure);
    assert_int_equal(mpz_get_si(finish), INT_MAX + 6L);
    mpz_clears(processors, items, finish, want, (mpz_ptr)NULL);
}

static void limits_and_bad_input(void **state) {
    static const struct items_question bad[] = {{0, 1, 1, 1, false, 0},
                                                {1, 0, 1, 1, false, 0},
                                                {1, 1, 0, 1, true, 0},
                                                {1, 1, 1, 0, true, 0}};
    static const struct items_question large[] = {{INT_MAX, 1, 2, 2, false, 0},
                                                  {20000000, 1, INT_MAX, INT_MAX, false, 0}};
    struct failure failure;
    int finish = -7;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(items_question_bound(&bad[i], &finish, &failure), STATUS_INPUT);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        assert_int_equal(items_question_bound(&large[i], &finish, &failure), STATUS_LIMIT);
    assert_int_equal(finish, -7);
}

static void the_certificate(void **state) {
    char path[TEST_PATH_ROOM], text[1024];
    struct failure failure;
    mpz_t processors, items;
    (void)state;
    mpz_init_set_si(processors, 9);
    mpz_init_set_si(items, 8);
    test_path(path, "bound.cert");
    struct certificate_output *output;
    assert_ok(certificate_open(&output, path, true, "items-bound", &failure), failure);
    assert_ok(certificate_end(
                  output,
                  certificate_put_items_bound(output, 3, 1, processors, items, false, &failure),
                  &failure),
              failure);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_non_null(strstr(text, "kind items-bound\nlatency 3\nports 1\nprocessors 10\nitems 8\n"
                                 "sends any\nfinish 15\ndigest sha256 "));
    mpz_clears(processors, items, (mpz_ptr)NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_definition),
        cmocka_unit_test(numbers_of_any_size),
        cmocka_unit_test(limits_and_bad_input),
        cmocka_unit_test(the_certificate),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
