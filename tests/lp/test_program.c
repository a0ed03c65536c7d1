/* SPDX-License-Identifier: MIT */
/* The program that solves linear programs, pretended by scripts: one that lies, says what can't be
 * read, ends, or never ends gets a message and no answer; one that tells the truth, its answer. */
#include "solver/proof/bound/program.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/sat/sat_test.h"

/* Maximise 3a + 5b - 10c over -a + 2b + c <= 0, a + b + c = 1. Only sign by sign wrong answers can
 * be told for it; for 3a + 0b over -a - 2b <= 0, a + b = 1, one with a negative price. */
struct sample {
    int columns;
    int objectives[3];
    int entries[3][2];
};
static const struct sample sample = {3, {3, 5, -10}, {{-1, 1}, {2, 1}, {1, 1}}};
static const struct sample other = {2, {3, 0}, {{-1, 1}, {-2, 1}}};
#define TRUTH "optimum 11/3\nprices 2/3 11/3\nsolution 2/3 1/3 0\n"

static void write_script(const char *path, const char *script) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(script, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static const char *pretend(const char *script) {
    static char path[TEST_PATH_ROOM];
    strcpy(path, test_path("steadycast-lp"));
    write_script(path, script);
    return path;
}

/* Solves the sample once; the value goes to `value` as text. No assert: threads call it. */
static enum status solve(const char *path, const struct sample *asked, const struct limits *limits,
                         char value[32], struct failure *failure) {
    struct program *program;
    mpq_t best, prices[2];
    enum status status = program_init(&program, path, 2, failure);
    if (status)
        return status;
    mpq_inits(best, prices[0], prices[1], NULL);
    for (int i = 0; i < asked->columns && !status; i++)
        status = program_add(program, asked->entries[i], asked->objectives[i], failure);
    if (!status)
        status = program_solve(program, limits, best, prices, failure);
    if (!status)
        gmp_snprintf(value, 32, "%Qd", best);
    mpq_clears(best, prices[0], prices[1], NULL);
    program_clear(program);
    return status;
}

static void expect_fault(const char *script, const struct sample *asked, const char *text) {
    struct failure failure = {STATUS_OK, ""};
    char value[32];
    enum status status = solve(pretend(script), asked, NULL, value, &failure);
    if (status != STATUS_SYSTEM || !strstr(failure.message, text) ||
        !strstr(failure.message, "steadycast-lp"))
        fail_msg("%s: status %d, '%s' without '%s'", script, (int)status, failure.message, text);
}

static void the_truth_is_taken(void **state) {
    static const char *const scripts[] = {
        "#!/bin/sh\ncat <<.\n" TRUTH ".\n", "#!/bin/sh\nread line\ncat <<.\n" TRUTH ".\nexec cat\n",
        "#!/bin/sh\nwhile read line && [ \"$line\" != solve ]; do :; done\ncat <<.\n" TRUTH ".\n",
        ("#!/bin/sh\nprintf 'optimum 22/6\\npri'\nsleep 0.1\nprintf 'ces 4/6 11/3\\nsolution 2/3 "
         "'\n"
         "sleep 0.1\nprintf '2/6 -0\\n'\n")};
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct failure failure;
        char value[32];
        assert_ok(solve(pretend(scripts[i]), &sample, NULL, value, &failure), failure);
        assert_string_equal(value, "11/3");
    }
}

/* What it hears, and with which arguments, environment and open files. */
static void it_is_told_the_columns(void **state) {
    char script[4 * TEST_PATH_ROOM], heard[TEST_PATH_ROOM], text[512] = "", value[32];
    struct failure failure;
    (void)state;
    strcpy(heard, test_path("heard"));
    snprintf(script, sizeof script,
             "#!/bin/sh\nexec 5>'%s'\necho \"$# ${HOME-none} ${LD_PRELOAD-none}\" >&5\n"
             "while read line; do echo \"$line\" >&5; [ \"$line\" != solve ] || break; done\n"
             "cat <<.\n" TRUTH ".\n",
             heard);
    setenv("LD_PRELOAD", "", 1);
    assert_ok(solve(pretend(script), &sample, NULL, value, &failure), failure);
    unsetenv("LD_PRELOAD");
    FILE *file = fopen(heard, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, "0 none none\nformat 1\nrows 2\ncolumn 3 0 -1 1 1\ncolumn 5 0 2 1 1\n"
                              "column -10 0 1 1 1\nsolve\n");
}

static void lies_are_told(void **state) {
    static const struct {
        const struct sample *asked;
        const char *answer;
        const char *text;
    } lies[] = {
        {&sample, "optimum 3\nprices 0 3\nsolution 1 0 0", "do not pay for a column"},
        {&sample, "optimum 11/3\nprices 2/3 4\nsolution 2/3 1/3 0", "prices have another value"},
        {&sample, "optimum 5\nprices 0 5\nsolution 2/3 1/3 0", "solution has another value"},
        {&sample, "optimum 5\nprices 0 5\nsolution 0 1 0", "violates a row"},
        {&sample, "optimum 22/3\nprices 2/3 22/3\nsolution 4/3 2/3 0", "violates a row"},
        {&sample, "optimum 18\nprices 0 18\nsolution 1 1 -1", "solution is negative"},
        {&other, "optimum 0\nprices -3 0\nsolution 0 1", "price is negative"},
    };
    char script[512];
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        snprintf(script, sizeof script, "#!/bin/sh\ncat <<.\n%s\n.\n", lies[i].answer);
        expect_fault(script, lies[i].asked, lies[i].text);
    }
}

static void nonsense_is_told(void **state) {
    static const char *const answers[][2] = {
        {"fault all is lost", "says: all is lost"},
        {"", "does not answer 'optimum'"},
        {"optimum", "'optimum' and 1 rational"},
        {"optimum 11/0", "'optimum'"},
        {"optimum 11/3 1", "'optimum'"},
        {"optimum 0xb/3", "'optimum'"},
        {"optimum 11/3\nprices 2/3", "'prices' and 2 rational"},
        {"optimum 11/3\nprices 2/3 11/3 0", "'prices'"},
        {"optimum 11/3\nprices 2/3 11/3\nsolution 2/3 1/3", "'solution' and 3 rational"},
        {"optimum 11/3\nprices 2/3 11/3\nprices 2/3 1/3 0", "'solution'"},
        {"optimum 11/3\nprices 2/3 11/3", "ended without an answer, with exit status 0"},
    };
    char script[512];
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        snprintf(script, sizeof script, "#!/bin/sh\ncat <<.\n%s\n.\n", answers[i][0]);
        expect_fault(script, &sample, answers[i][1]);
    }
}

static void broken_programs(void **state) {
    static const char *const scripts[][2] = {
        {"", "exit status 127"},
        {"\177ELF and nothing more", "exit status 127"},
        {"#!/nowhere/sh\n", "exit status 127"},
        {"#!/bin/sh\nexit 3\n", "exit status 3"},
        {"#!/bin/sh\nkill -9 $$\n", "killed by signal 9"},
        {"#!/bin/sh\nkill -SEGV $$\n", "killed by signal 11"},
        {"#!/bin/sh\nprintf 'optimum 11/3'\nkill -9 $$\n", "killed by signal 9"},
        {"#!/bin/sh\nexec <&- >&-\nexec sleep 1000\n", "does not answer any more"},
        {"#!/bin/sh\nprintf 'optimum \\00011/3\\n'\nexec cat\n", "a byte 0"},
        {"#!/bin/sh\nexec tr '\\0' 1 </dev/zero\n", "line too long"},
        {"#!/bin/sh\nexec yes optimum\n", "'optimum'"},
        {"#!/bin/sh\nexec cat\n", "'optimum'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        expect_fault(scripts[i][0], &sample, scripts[i][1]);
}

/* More than fits into a socket, to a program that reads nothing, or has ended. */
static void it_does_not_listen(void **state) {
    static const char *const scripts[] = {"#!/bin/sh\nexit 0\n", "#!/bin/sh\nexec <&-\nexit 0\n"};
    static const int entries[2] = {1, 1};
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct program *program;
        struct failure failure;
        mpq_t best, prices[2];
        mpq_inits(best, prices[0], prices[1], NULL);
        assert_ok(program_init(&program, pretend(scripts[i]), 2, &failure), failure);
        for (int column = 0; column < 100000; column++)
            assert_ok(program_add(program, entries, column, &failure), failure);
        assert_int_equal(program_solve(program, NULL, best, prices, &failure), STATUS_SYSTEM);
        program_clear(program);
        mpq_clears(best, prices[0], prices[1], NULL);
    }
}

static bool is_there(long process) {
    return kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

static long read_process(const char *path) {
    long process = 0;
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%ld;", &process) != 1)
        process = 0;
    if (file)
        fclose(file);
    return process;
}

static bool stop_when_it_runs(void *context) {
    return read_process(context) != 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void a_stop_ends_it(void **state) {
    char script[2 * TEST_PATH_ROOM], pid_file[TEST_PATH_ROOM], value[32];
    struct limits limits = {.stop = stop_when_it_runs, .context = pid_file};
    struct failure failure;
    (void)state;
    strcpy(pid_file, test_path("pid"));
    snprintf(script, sizeof script, "#!/bin/sh\necho \"$$;\" >'%s'\nexec sleep 1000\n", pid_file);
    double start = now();
    assert_int_equal(solve(pretend(script), &sample, &limits, value, &failure), STATUS_LIMIT);
    assert_true(now() - start < 10);
    assert_true(read_process(pid_file) > 1);
    assert_false(is_there(read_process(pid_file)));
}

static bool stop_when_it_is_gone(void *context) {
    long process = read_process(context);
    return process && !is_there(process);
}

/* A signal from the keyboard may end the child before it is seen here. */
static void a_signal_for_both_is_a_stop(void **state) {
    char script[2 * TEST_PATH_ROOM], pid_file[TEST_PATH_ROOM], value[32];
    struct limits limits = {.stop = stop_when_it_is_gone, .context = pid_file};
    struct failure failure;
    (void)state;
    strcpy(pid_file, test_path("signalled"));
    snprintf(script, sizeof script, "#!/bin/sh\necho \"$$;\" >'%s'\nkill -INT $$\n", pid_file);
    assert_int_equal(solve(pretend(script), &sample, &limits, value, &failure), STATUS_LIMIT);
    assert_string_equal(failure.message, LIMITS_STOPPED);
}

/* Two children that wait for each other before they answer. */
struct pair {
    pthread_t thread;
    const char *path;
    enum status status;
    char value[32];
    struct failure failure;
};

static bool stop_after_a_minute(void *context) {
    return now() > *(double *)context;
}

static void *solve_one(void *context) {
    struct pair *one = context;
    double end = now() + 60;
    const struct limits limits = {.stop = stop_after_a_minute, .context = &end};
    one->status = solve(one->path, &sample, &limits, one->value, &one->failure);
    return NULL;
}

static void two_threads_at_once(void **state) {
    char script[4 * TEST_PATH_ROOM], meeting[TEST_PATH_ROOM];
    struct pair pair[2];
    (void)state;
    strcpy(meeting, test_path("meeting"));
    assert_int_equal(mkdir(meeting, 0755), 0);
    snprintf(script, sizeof script,
             "#!/bin/sh\n: >'%s/'$$\nset -- '%s'/*\n"
             "while [ $# -lt 2 ]; do sleep 0.01; set -- '%s'/*; done\ncat <<.\n" TRUTH ".\n",
             meeting, meeting, meeting);
    const char *path = pretend(script);
    for (int i = 0; i < 2; i++) {
        pair[i] = (struct pair){.path = path};
        assert_int_equal(pthread_create(&pair[i].thread, NULL, solve_one, &pair[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(pair[i].thread, NULL);
    for (int i = 0; i < 2; i++) {
        assert_ok(pair[i].status, pair[i].failure);
        assert_string_equal(pair[i].value, "11/3");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_taken),  cmocka_unit_test(it_is_told_the_columns),
        cmocka_unit_test(lies_are_told),       cmocka_unit_test(nonsense_is_told),
        cmocka_unit_test(broken_programs),     cmocka_unit_test(it_does_not_listen),
        cmocka_unit_test(a_stop_ends_it),      cmocka_unit_test(a_signal_for_both_is_a_stop),
        cmocka_unit_test(two_threads_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
