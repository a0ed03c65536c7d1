/* SPDX-License-Identifier: MIT */
/* Linear programs in several threads at once have the values, prices and words that they have
 * alone. */
#include <pthread.h>

#include "tests/lp/lp_test.h"

enum { THREADS = 4, LEAST = 4, MOST = 9 };

static const struct limits one_thread = {.threads = 1};
static struct lp_solution alone[MOST + 1];

struct worker {
    pthread_t thread;
    const char *fault;
    struct failure failure;
};

static const char *differ(const struct lp_solution *a, const struct lp_solution *b) {
    if (!mpq_equal(a->value, b->value) || mpz_cmp(a->prices.root, b->prices.root))
        return "another value";
    if (a->word_count != b->word_count)
        return "other words";
    for (size_t i = 0; i < a->word_count; i++)
        if (!mpq_equal(a->words[i].count, b->words[i].count))
            return "another solution";
    return NULL;
}

static void *work(void *context) {
    struct worker *worker = context;
    for (int depth = LEAST; depth <= MOST && !worker->fault; depth++) {
        struct lp_solution solution;
        if (lp_solve(2, depth, &one_thread, &solution, &worker->failure)) {
            worker->fault = worker->failure.message;
            break;
        }
        worker->fault = differ(&solution, &alone[depth]);
        lp_clear(&solution);
    }
    return NULL;
}

static void threads_do_not_meet(void **state) {
    static struct worker workers[THREADS];
    struct failure failure;
    (void)state;
    for (int depth = LEAST; depth <= MOST; depth++)
        assert_ok(lp_solve(2, depth, &one_thread, &alone[depth], &failure), failure);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].fault)
            fail_msg("thread %d: %s", i, workers[i].fault);
    for (int depth = LEAST; depth <= MOST; depth++)
        lp_clear(&alone[depth]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_meet)};
    need_program();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
