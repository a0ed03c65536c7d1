/* SPDX-License-Identifier: MIT */
/* Time that a process saw: not that in which it was stopped; all of it where it computes or looks
 * often. No bound depends on how fast the machine is. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/steadycast/frame/clock.h"

static double processor_time(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void nap(long milliseconds) {
    struct timespec left = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0)
        continue;
}

/* What it saw of being stopped goes into the pipe. */
static _Noreturn void be_stopped(int out) {
    struct seen_clock clock;
    seen_clock_start(&clock);
    double before = seen_clock_look(&clock);
    raise(SIGSTOP);
    double seen = seen_clock_look(&clock) - before;
    _exit(write(out, &seen, sizeof seen) == (ssize_t)sizeof seen ? 0 : 1);
}

static void test_stopped(void **state) {
    (void)state;
    int ends[2], wait_status;
    double seen = -1;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        be_stopped(ends[1]);
    assert_int_equal(waitpid(child, &wait_status, WUNTRACED), child);
    assert_true(WIFSTOPPED(wait_status));
    nap(3500);
    kill(child, SIGCONT);
    assert_int_equal(read(ends[0], &seen, sizeof seen), sizeof seen);
    assert_int_equal(waitpid(child, &wait_status, 0), child);
    close(ends[0]);
    close(ends[1]);
    assert_true(seen >= 0 && seen < 2);
}

/* Nobody looks meanwhile. */
static void test_computing(void **state) {
    (void)state;
    struct seen_clock clock;
    seen_clock_start(&clock);
    for (double start = processor_time(); processor_time() - start < 2;)
        continue;
    assert_true(seen_clock_look(&clock) >= 1.99);
}

static void test_looking_often(void **state) {
    (void)state;
    struct seen_clock clock;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    seen_clock_start(&clock);
    double seen = 0;
    for (int i = 0; i < 30; i++) {
        nap(50);
        double now = seen_clock_look(&clock);
        assert_true(now >= seen);
        seen = now;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_true(seen >= 30 * 0.05);
    assert_true(seen <= (double)(end.tv_sec - start.tv_sec) + 1);
}

static void test_waiting_counts_a_second(void **state) {
    (void)state;
    struct seen_clock clock;
    seen_clock_start(&clock);
    nap(2500);
    double seen = seen_clock_look(&clock);
    assert_true(seen >= 1 && seen < 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_computing),
        cmocka_unit_test(test_looking_often),
        cmocka_unit_test(test_waiting_counts_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
