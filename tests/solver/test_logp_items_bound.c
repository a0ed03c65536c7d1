/* SPDX-License-Identifier: MIT */
/* The bound for K items on LogP machines against its definition, and against the postal one. */
#include <stdlib.h>

#include "solver/items/items_bound.h"
#include "solver/proof/bound/reach.h"
#include "tests/solver/logp_items_brute.h"
#include "tests/solver/solver_test.h"

static long known_at(const struct logp_machine *machine, long s) {
    long l = logp_machine_transfer(machine), h = logp_machine_apart(machine);
    return s < l ? 1 : known_at(machine, s - h) + known_at(machine, s - l);
}

/* The first time at which pieces of work of o cycles are enough, counted processor by processor. */
static bool is_work_enough(const struct logp_items_question *q, long time) {
    long l = logp_machine_transfer(&q->machine), o = q->machine.overhead, label = 0;
    long pieces = o + time - l;
    for (int i = 1; i <= receivers_of(q); i++) {
        while (known_at(&q->machine, label) <= i)
            label++;
        pieces += o + time - label;
    }
    return pieces >= 2 * o * receivers_of(q) * q->items;
}

static void follows_the_definition(void **state) {
    struct failure failure;
    (void)state;
    for (int i = 0; i < 6 * 4 * 5 * 8 * 6; i++) {
        const struct logp_machine machine = {1 + i % 6 * 2, i / 6 % 4, 1 + i / 24 % 5};
        struct logp_items_question q =
            question_of(machine, CAPACITY_FULL, 1 + i / 120 % 8, 1 + i / 960, i % 7 == 0);
        struct logp_items_bound bound;
        mpz_t items;
        mpz_init_set_si(items, q.items);
        assert_ok(logp_items_bound(&machine, q.processors, items, q.single, &bound, &failure),
                  failure);
        assert_true(is_counting_enough(&q, mpz_get_si(bound.counting)));
        assert_false(is_counting_enough(&q, mpz_get_si(bound.counting) - 1));
        assert_true(is_work_enough(&q, mpz_get_si(bound.work)));
        assert_false(is_work_enough(&q, mpz_get_si(bound.work) - 1));
        assert_int_equal(mpz_sgn(bound.single) > 0, q.single);
        mpz_clears(q.processors, items, (mpz_ptr)NULL);
        logp_items_bound_clear(&bound);
    }
}

static void is_the_postal_bound(void **state) {
    struct failure failure;
    (void)state;
    for (int i = 0; i < 6 * 30 * 12; i++) {
        const struct items_question postal = {1 + i % 6,   1,          1 + i / 6 % 30,
                                              1 + i / 180, i % 5 == 0, 0};
        struct logp_items_bound bound;
        mpz_t processors, items;
        int finish;
        mpz_init_set_si(processors, postal.processors);
        mpz_init_set_si(items, postal.items);
        assert_ok(items_question_bound(&postal, &finish, &failure), failure);
        assert_ok(logp_items_bound(&(struct logp_machine){postal.latency, 0, 1}, processors, items,
                                   postal.single, &bound, &failure),
                  failure);
        assert_int_equal(mpz_get_si(logp_items_bound_finish(&bound)), finish);
        mpz_clears(processors, items, (mpz_ptr)NULL);
        logp_items_bound_clear(&bound);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_definition),
        cmocka_unit_test(is_the_postal_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
