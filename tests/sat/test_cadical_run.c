/* SPDX-License-Identifier: MIT */
/* CaDiCaL as a child process: its verdicts are PicoSAT's, its proofs are verified by the checker;
 * and programs of that name that do anything else, or nothing, do no harm. Where CaDiCaL is not
 * installed only the latter is tested. */
#include "solver/proof/sat/cadical_run.h"
#include "solver/proof/sat/decide.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "solver/base/child.h"
#include "solver/proof/sat/elaborate.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/proof/sat/picosat_run.h"
#include "solver/stream/stationary/periodic_sat.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

static const struct limits no_limits;
static char installed[PATH_MAX]; /* empty: it is not */
static char *own_path;           /* PATH before the tests */

static void need_cadical(void) {
    if (!*installed)
        skip();
}

static void ask(const char *program, const struct formula *formula, const struct limits *limits,
                struct cadical_answer *answer) {
    struct failure failure;
    assert_ok(formula_fault(formula, &failure), failure);
    assert_ok(cadical_run(program, formula, CADICAL_PROOF, limits, answer, &failure), failure);
    assert_int_equal(answer->verdict == CADICAL_RUN_MODEL, answer->model != NULL);
    assert_int_equal(answer->verdict == CADICAL_RUN_FAILED, answer->fault != NULL);
}

static void judge(const struct formula *formula, const struct formula *steps) {
    const char *path = test_path("proof.cert");
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length};
    struct failure failure;
    assert_ok(elaborate(formula, steps, &no_limits, &proof.lrat, &failure), failure);
    assert_ok(evidence_write(evidence_of_formula(&proof), path, true, NULL, &failure), failure);
    assert_int_equal(test_check(path), 0);
    free(proof.lrat.numbers);
}

/* The verdict of both, and of CaDiCaL where a model alone is wanted; a refutation is verified. */
static bool is_refuted(const struct formula *formula) {
    struct failure failure;
    struct cadical_answer answer, model;
    struct picosat_answer other;
    ask(installed, formula, &no_limits, &answer);
    assert_ok(cadical_run(installed, formula, CADICAL_MODEL, &no_limits, &model, &failure),
              failure);
    assert_int_equal(model.verdict, answer.verdict);
    assert_int_equal(model.steps.clauses, 0);
    cadical_answer_clear(&model);
    assert_ok(picosat_run(formula, &no_limits, &other, &failure), failure);
    bool refuted = answer.verdict == CADICAL_RUN_REFUTED;
    if (refuted)
        judge(formula, &answer.steps);
    else
        assert_int_equal(formula_violated(formula, answer.model), 0);
    assert_int_equal(other.verdict, refuted ? PICOSAT_RUN_REFUTED : PICOSAT_RUN_MODEL);
    picosat_answer_clear(&other);
    cadical_answer_clear(&answer);
    return refuted;
}

static void random_formulas(void **state) {
    uint64_t random = random_seed();
    int refuted = 0;
    (void)state;
    need_cadical();
    for (int round = 0; round < 120; round++) {
        struct formula formula;
        int variables = 4 + round;
        cnf_random(&formula, variables, (random_below(&random, 3) + 8) * variables / 2, &random);
        refuted += is_refuted(&formula);
        formula_clear(&formula);
    }
    assert_in_range(refuted, 20, 110);
}

/* Who decided it, with the proof verified, or the model checked. */
static const char *decider(const struct formula *formula, enum sat_proof proof,
                           enum verdict verdict) {
    struct failure failure;
    struct sat_decision found;
    assert_ok(sat_decide_by_size(formula, proof, &no_limits, &found, &failure), failure);
    assert_int_equal(found.verdict, verdict);
    assert_int_equal(found.lrat.length > 0, verdict == VERDICT_INFEASIBLE && proof);
    if (found.model)
        assert_int_equal(formula_violated(formula, found.model), 0);
    const char *solver = found.solver;
    sat_decision_clear(&found);
    return solver;
}

static void large_formulas_are_decided_at_once(void **state) {
    uint64_t random = random_seed();
    (void)state;
    need_cadical();
    for (int clauses = SAT_FEW_CLAUSES - 1; clauses <= SAT_FEW_CLAUSES + 1; clauses += 2) {
        const char *solver = clauses > SAT_FEW_CLAUSES ? "CaDiCaL" : "PicoSAT";
        struct formula formula;
        cnf_random(&formula, clauses, clauses - 1, &random);
        cnf_clause(&formula, (int[]){1}, 1);
        for (int proof = SAT_WITHOUT_PROOF; proof <= SAT_WITH_PROOF; proof++)
            assert_string_equal(decider(&formula, proof, VERDICT_FEASIBLE), solver);
        formula_clear(&formula);
        cnf_random(&formula, clauses, clauses - 2, &random);
        cnf_clause(&formula, (int[]){1}, 1);
        cnf_clause(&formula, (int[]){-1}, 1);
        for (int proof = SAT_WITHOUT_PROOF; proof <= SAT_WITH_PROOF; proof++)
            assert_string_equal(decider(&formula, proof, VERDICT_INFEASIBLE), solver);
        formula_clear(&formula);
    }
}

static void well_known_formulas(void **state) {
    struct formula formula;
    (void)state;
    need_cadical();
    formula_init(&formula, 0);
    assert_false(is_refuted(&formula));
    formula_add(&formula, 0);
    assert_true(is_refuted(&formula));
    formula_clear(&formula);
    formula_init(&formula, 5);
    cnf_clause(&formula, (int[]){2, 2, -2}, 3);
    assert_false(is_refuted(&formula));
    cnf_clause(&formula, (int[]){4, 4}, 2);
    cnf_clause(&formula, (int[]){-4, -4, -4}, 3);
    assert_true(is_refuted(&formula));
    formula_clear(&formula);
    cnf_pigeonhole(&formula, 7);
    assert_true(is_refuted(&formula));
    formula_clear(&formula);
    cnf_ladder(&formula, 12);
    assert_true(is_refuted(&formula));
    formula_clear(&formula);
}

static void periodic_formulas(void **state) {
    static const struct periodic_question questions[] = {
        {2, 4, 5, 1, true},  {2, 4, 5, 2, true},  {2, 4, 5, 3, false}, {2, 4, 5, 4, false},
        {2, 5, 8, 4, false}, {2, 6, 14, 1, true}, {2, 6, 13, 1, true}, {2, 7, 21, 1, true},
        {3, 9, 20, 1, true}, {3, 9, 19, 1, true}, {1, 4, 17, 1, true}};
    int refuted = 0;
    (void)state;
    need_cadical();
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct failure failure;
        struct formula formula;
        assert_ok(periodic_formula_build(&questions[i], COUNTERS_WIDE, &formula, &failure),
                  failure);
        refuted += is_refuted(&formula);
        formula_clear(&formula);
    }
    assert_int_equal(refuted, 7);
}

static void nodes_are_limited(void **state) {
    const struct limits few = {.nodes = 1000};
    struct formula formula;
    struct cadical_answer first, second;
    (void)state;
    need_cadical();
    cnf_pigeonhole(&formula, 11);
    ask(installed, &formula, &few, &first);
    assert_int_equal(first.verdict, CADICAL_RUN_UNKNOWN);
    assert_in_range(first.decisions, 1, 1001);
    formula_clear(&formula);
    cnf_pigeonhole(&formula, 6);
    ask(installed, &formula, &no_limits, &first);
    ask(installed, &formula, &no_limits, &second);
    assert_int_equal(first.decisions, second.decisions);
    assert_int_equal(first.steps.length, second.steps.length);
    assert_memory_equal(first.steps.literals, second.steps.literals,
                        first.steps.length * sizeof(int));
    cadical_answer_clear(&first);
    cadical_answer_clear(&second);
    formula_clear(&formula);
}

/* What is read of such an output, for the formula x1 or x2, with 3 variables. */
static enum cadical_verdict read_output(const char *text, size_t length, int exit_status,
                                        uint64_t nodes, size_t *steps) {
    const struct limits limits = {.nodes = nodes};
    struct failure failure;
    struct formula formula;
    struct cadical_answer answer;
    FILE *file = tmpfile();
    formula_init(&formula, 3);
    cnf_pair(&formula, 1, 2);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_ok(cadical_read(file, exit_status, &formula, &limits, &answer, &failure), failure);
    enum cadical_verdict verdict = answer.verdict;
    assert_int_equal(verdict == CADICAL_RUN_FAILED, answer.fault != NULL);
    assert_true(verdict != CADICAL_RUN_MODEL || formula_violated(&formula, answer.model) == 0);
    for (size_t i = 0; i < answer.steps.length; i++)
        assert_in_range(answer.steps.literals[i] + 3, 0, 6);
    *steps = answer.steps.clauses;
    cadical_answer_clear(&answer);
    formula_clear(&formula);
    fclose(file);
    return verdict;
}

static void outputs(void **state) {
    static const struct {
        const char *text;
        int exit_status;
        uint64_t nodes;
        enum cadical_verdict verdict;
        size_t steps;
    } cases[] = {
        {"s SATISFIABLE\nv 1 -2 3 0\n", 10, 0, CADICAL_RUN_MODEL, 0},
        {"c x\ns SATISFIABLE\nv -1\nv 2\nv 0\nc decisions: 7 x\n", 10, 0, CADICAL_RUN_MODEL, 0},
        {"1 -2 0\nd 1 2 0\n2 0\n0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_REFUTED, 3},
        {"s UNSATISFIABLE\n", 20, 0, CADICAL_RUN_REFUTED, 0},
        {"c UNKNOWN\n", 0, 9, CADICAL_RUN_UNKNOWN, 0},
        {"c UNKNOWN\n", 0, 0, CADICAL_RUN_FAILED, 0},
        {"", 0, 0, CADICAL_RUN_FAILED, 0},
        {"", 10, 0, CADICAL_RUN_FAILED, 0},
        {"", 20, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv -1 -2 3 0\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 -2 3 0\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 4 0\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 x 0\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv\n", 10, 0, CADICAL_RUN_FAILED, 0},
        {"s SATISFIABLE\nv 1 2", 10, 0, CADICAL_RUN_FAILED, 0},
        {"1 -4 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 99999999999999999999 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 -2147483648 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 -4294967295 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 -2\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 0 2 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"- 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"a\x01\x02 0\ns UNSATISFIABLE\n", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 2 0\n1", 20, 0, CADICAL_RUN_FAILED, 0},
        {"1 2 0\ns UNSATISFIABLE AFTER ALL\n", 20, 0, CADICAL_RUN_FAILED, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t steps, length = strlen(cases[i].text);
        enum cadical_verdict verdict =
            read_output(cases[i].text, length, cases[i].exit_status, cases[i].nodes, &steps);
        if (verdict != cases[i].verdict || steps != cases[i].steps)
            fail_msg("%s: verdict %d with %zu steps", cases[i].text, verdict, steps);
    }
}

static void damaged_outputs(void **state) {
    static const char right[] = "c decisions: 12 a\n1 -2 0\nd 1 2 0\n-3 0\ns SATISFIABLE\n"
                                "v 1 -2 3\nv 0\n\ns UNSATISFIABLE\n0\n";
    static const char bytes[] = "0123456789- \nvsdcx\0\xff";
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[sizeof right];
        size_t steps;
        memcpy(text, right, sizeof right);
        for (int i = random_below(&random, 4); i >= 0; i--)
            text[random_below(&random, (int)sizeof right - 1)] =
                bytes[random_below(&random, (int)sizeof bytes - 1)];
        read_output(text, (size_t)random_below(&random, (int)sizeof right),
                    10 * random_below(&random, 3), (uint64_t)random_below(&random, 2), &steps);
    }
}

/* A program called cadical in the folder of the test, which is all of PATH afterwards. */
static const char *pretend(const char *script) {
    static char path[TEST_PATH_ROOM];
    strcpy(path, test_path("cadical"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s", script);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
    setenv("PATH", test_folder, 1);
    return path;
}

static void it_is_found_in_the_path(void **state) {
    char path[PATH_MAX], list[2 * TEST_PATH_ROOM], small[8];
    const char *program = pretend("");
    (void)state;
    assert_true(cadical_find(path, sizeof path));
    assert_string_equal(path, program);
    assert_false(cadical_find(small, sizeof small));
    snprintf(list, sizeof list, ":/nowhere::.:%s:/bin", test_folder);
    setenv("PATH", list, 1);
    assert_true(cadical_find(path, sizeof path));
    assert_string_equal(path, program);
    chmod(program, 0644);
    setenv("PATH", test_folder, 1);
    assert_false(cadical_find(path, sizeof path));
    for (int i = 0; i < 3; i++) {
        const char *const nothing[] = {"", ".", ":"};
        setenv("PATH", nothing[i], 1);
        assert_false(cadical_find(path, sizeof path));
    }
    unsetenv("PATH");
    assert_false(cadical_find(path, sizeof path));
}

static void broken_programs(void **state) {
    static const char *const scripts[] = {
        "",
        "\177ELF and nothing more",
        "#!/nowhere/sh\n",
        "#!/bin/sh\nkill -9 $$\n",
        "#!/bin/sh\nkill -SEGV $$\n",
        "#!/bin/sh\nexit 20\n",
        "#!/bin/sh\necho 's UNSATISFIABLE'\nkill -9 $$\n",
        "#!/bin/sh\necho 's SATISFIABLE'\nexit 10\n",
        "#!/bin/sh\ncat\nexit 20\n",
        "#!/bin/sh\nhead -c 100000 /dev/urandom\nexit 10\n",
        "#!/bin/sh\nexec >&- <&-\nexit 10\n",
    };
    struct formula formula;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct cadical_answer answer;
        ask(pretend(scripts[i]), &formula, &no_limits, &answer);
        assert_int_equal(answer.verdict, CADICAL_RUN_FAILED);
        cadical_answer_clear(&answer);
    }
    formula_clear(&formula);
}

static bool is_there(pid_t process) {
    return kill(process, 0) == 0 || errno != ESRCH;
}

/* Waits for the number that the pretended program writes; 0 if it never does. */
static pid_t read_process(const char *path) {
    long process = 0;
    for (int round = 0; round < 500 && process == 0; round++) {
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%ld;", &process) != 1)
            process = 0;
        if (file)
            fclose(file);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return (pid_t)process;
}

static const char *pretend_endless(char pid_file[TEST_PATH_ROOM]) {
    char script[2 * TEST_PATH_ROOM];
    strcpy(pid_file, test_path("pid"));
    unlink(pid_file);
    snprintf(script, sizeof script, "#!/bin/sh\necho \"$$;\" >'%s'\nexec sleep 1000\n", pid_file);
    return pretend(script);
}

static bool stop_when_it_runs(void *context) {
    return read_process(context) != 0;
}

static void a_stop_ends_it(void **state) {
    char pid_file[TEST_PATH_ROOM];
    const char *program = pretend_endless(pid_file);
    struct limits limits = {.context = pid_file};
    struct formula formula;
    struct cadical_answer answer;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    limits.stop = stop_when_it_runs;
    ask(program, &formula, &limits, &answer);
    assert_int_equal(answer.verdict, CADICAL_RUN_UNKNOWN);
    pid_t process = read_process(pid_file);
    assert_true(process > 1);
    assert_false(is_there(process));
    formula_clear(&formula);
}

/* Gone, or waiting for init to bury it. */
static bool soon_gone(pid_t process) {
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    for (int round = 0; round < 500; round++) {
        FILE *file = fopen(path, "r");
        bool read = file && fgets(text, sizeof text, file);
        if (file)
            fclose(file);
        if (!read || strstr(text, ") Z"))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/* It does not outlive us, however we end. */
static void it_dies_with_its_parent(void **state) {
    char pid_file[TEST_PATH_ROOM];
    const char *program = pretend_endless(pid_file);
    struct formula formula;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    pid_t parent = fork();
    if (parent == 0) {
        struct cadical_answer answer;
        struct failure failure;
        cadical_run(program, &formula, CADICAL_PROOF, &no_limits, &answer, &failure);
        _exit(0);
    }
    pid_t process = read_process(pid_file);
    assert_true(process > 1);
    assert_int_equal(kill(parent, SIGKILL), 0);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    assert_true(soon_gone(process));
    formula_clear(&formula);
}

/* A wrapper, as systems of modules make them: the solver proper is a child of the program. */
static const char *pretend_wrapper(char pid_file[TEST_PATH_ROOM], const char *end) {
    char script[4 * TEST_PATH_ROOM];
    strcpy(pid_file, test_path("pid"));
    unlink(pid_file);
    snprintf(script, sizeof script, "#!/bin/sh\nsh -c 'echo \"$$;\" >\"%s\"; exec sleep 1000' %s\n",
             pid_file, end);
    return pretend(script);
}

static void a_stop_ends_what_it_started(void **state) {
    char pid_file[TEST_PATH_ROOM];
    const char *program = pretend_wrapper(pid_file, "\nexit 20");
    struct limits limits = {.context = pid_file, .stop = stop_when_it_runs};
    struct formula formula;
    struct cadical_answer answer;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    ask(program, &formula, &limits, &answer);
    assert_int_equal(answer.verdict, CADICAL_RUN_UNKNOWN);
    assert_true(soon_gone(read_process(pid_file)));
    formula_clear(&formula);
}

static void its_end_ends_what_it_started(void **state) {
    char pid_file[TEST_PATH_ROOM], end[2 * TEST_PATH_ROOM];
    struct formula formula;
    struct cadical_answer answer;
    (void)state;
    strcpy(pid_file, test_path("pid"));
    snprintf(end, sizeof end, "&\nwhile [ ! -s '%s' ]; do sleep 0.01; done\nexit 0", pid_file);
    const char *program = pretend_wrapper(pid_file, end);
    cnf_pigeonhole(&formula, 4);
    ask(program, &formula, &no_limits, &answer);
    assert_true(soon_gone(read_process(pid_file)));
    cadical_answer_clear(&answer);
    formula_clear(&formula);
}

static void what_it_started_dies_with_its_parent(void **state) {
    char pid_file[TEST_PATH_ROOM];
    const char *program = pretend_wrapper(pid_file, "\nexit 20");
    struct formula formula;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    pid_t parent = fork();
    if (parent == 0) {
        struct cadical_answer answer;
        struct failure failure;
        cadical_run(program, &formula, CADICAL_PROOF, &no_limits, &answer, &failure);
        _exit(0);
    }
    pid_t process = read_process(pid_file);
    assert_true(process > 1);
    assert_int_equal(kill(parent, SIGKILL), 0);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    assert_true(soon_gone(process));
    formula_clear(&formula);
}

static bool stop_late(void *context) {
    return ++*(int *)context > 6;
}

static void its_output_is_bounded(void **state) {
    const char *program = pretend("#!/bin/sh\nexec yes c\n");
    const char *const arguments[] = {"yes", NULL};
    FILE *in = tmpfile(), *out = tmpfile();
    int exit_status, asked = 0;
    const struct limits limits = {.stop = stop_late, .context = &asked};
    (void)state;
    assert_int_equal(child_run(program, arguments, in, out, 100000, &no_limits, &exit_status),
                     CHILD_TOO_LONG);
    assert_int_equal(child_run(program, arguments, in, out, INT64_MAX, &limits, &exit_status),
                     CHILD_STOPPED);
    fclose(in);
    fclose(out);
}

/* Questions that are too hard for PicoSAT's first part. */
static void expect_answer(const struct periodic_question *q, bool found, const char *solver) {
    struct failure failure;
    struct periodic_answer answer;
    assert_ok(periodic_sat_solve(q->latency, q->depth, q->processors, q->period, q->roles,
                                 &no_limits, &answer, &failure),
              failure);
    assert_int_equal(answer.verdict, found ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
    assert_string_equal(answer.solver, solver);
    if (!found) {
        const char *path = test_path("periodic.cert");
        assert_ok(evidence_write(evidence_of_impossible_periodic(&answer.proof), path, true, NULL,
                                 &failure),
                  failure);
        assert_int_equal(test_check(path), 0);
    }
    periodic_answer_clear(&answer);
}

static const struct periodic_question hard_none = {2, 7, 21, 1, true};
static const struct periodic_question hard_found = {3, 11, 41, 1, true};

static void picosat_answers_where_it_fails(void **state) {
    static const char lie[] = "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n";
    (void)state;
    pretend("#!/bin/sh\nkill -9 $$\n");
    expect_answer(&hard_none, false, "PicoSAT");
    pretend(lie);
    expect_answer(&hard_found, true, "PicoSAT");
    setenv("PATH", "/nowhere", 1);
    expect_answer(&hard_found, true, "PicoSAT");
}

static void cadical_answers_where_it_can(void **state) {
    (void)state;
    need_cadical();
    setenv("PATH", own_path, 1);
    expect_answer(&hard_found, true, "CaDiCaL");
}

static void nodes_of_both_are_limited(void **state) {
    const struct limits limits = {.nodes = 33000};
    struct failure failure;
    struct periodic_answer answer;
    (void)state;
    need_cadical();
    setenv("PATH", own_path, 1);
    assert_ok(periodic_sat_solve(2, 8, 34, 1, true, &limits, &answer, &failure), failure);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_string_equal(answer.solver, "CaDiCaL");
    assert_non_null(answer.reason);
    assert_in_range(answer.nodes, 33000, 33002);
    periodic_answer_clear(&answer);
}

static int clean_up(void **state) {
    setenv("PATH", own_path, 1);
    free(own_path);
    return test_remove_folder(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_formulas),
        cmocka_unit_test(well_known_formulas),
        cmocka_unit_test(large_formulas_are_decided_at_once),
        cmocka_unit_test(periodic_formulas),
        cmocka_unit_test(nodes_are_limited),
        cmocka_unit_test(outputs),
        cmocka_unit_test(damaged_outputs),
        cmocka_unit_test(it_is_found_in_the_path),
        cmocka_unit_test(broken_programs),
        cmocka_unit_test(a_stop_ends_it),
        cmocka_unit_test(it_dies_with_its_parent),
        cmocka_unit_test(a_stop_ends_what_it_started),
        cmocka_unit_test(its_end_ends_what_it_started),
        cmocka_unit_test(what_it_started_dies_with_its_parent),
        cmocka_unit_test(its_output_is_bounded),
        cmocka_unit_test(picosat_answers_where_it_fails),
        cmocka_unit_test(cadical_answers_where_it_can),
        cmocka_unit_test(nodes_of_both_are_limited),
    };
    if (!cadical_find(installed, sizeof installed))
        *installed = '\0';
    const char *path = getenv("PATH");
    own_path = strdup(path ? path : "/bin");
    return cmocka_run_group_tests(tests, NULL, clean_up);
}
