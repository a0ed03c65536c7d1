/* SPDX-License-Identifier: MIT */
/* Questions cut into pieces: whoever answers them, in whatever order, what is joined is what the
 * undivided engine says, and pieces that are damaged, missing or of another question are refused.
 */
#include "tests/solver/certificate_test.h"

#include "solver/decide/backtrack.h"
#include "solver/decide/pieces.h"
#include "solver/decide/sat.h"
#include "solver/stationary/periodic_sat.h"

enum { MOST_PIECES = 512, PROCESSES = 2 };

static const struct limits no_limits;
static const int wanted_numbers[] = {1, 2, 7, 64};
enum { WANTED_NUMBERS = 4 };

/* A cut with the names of its files. */
struct pieces {
    struct pieces_question question;
    int wanted;
    int count;
    char names[MOST_PIECES][TEST_PATH_ROOM];
    const char *paths[MOST_PIECES];
};

static struct pieces pieces;

static void cut(struct pieces_question question, int wanted) {
    struct failure failure;
    pieces.question = question;
    pieces.wanted = wanted;
    assert_ok(pieces_count(&question, wanted, &pieces.count, &failure), failure);
    assert_in_range(pieces.count, 1, MOST_PIECES);
    for (int i = 0; i < pieces.count; i++) {
        char name[40];
        snprintf(name, sizeof name, "piece-%d", i);
        pieces.paths[i] = test_path(pieces.names[i], name);
        unlink(pieces.paths[i]);
    }
}

static enum status answer_piece(int piece, struct piece_answer *answer, struct failure *failure) {
    return pieces_answer(&pieces.question, pieces.wanted, piece, &no_limits, pieces.paths[piece],
                         answer, failure);
}

/* Every PROCESSES-th piece of a random order, from `first` on. */
static int answer_some(const int *order, int first) {
    struct piece_answer answer;
    for (int i = first; i < pieces.count; i += PROCESSES)
        if (answer_piece(order[i], &answer, NULL) || answer.verdict == VERDICT_UNKNOWN)
            return 1;
    return 0;
}

/* All pieces, in random order and in several processes. */
static void answer_all(uint64_t *seed) {
    int order[MOST_PIECES];
    pid_t children[PROCESSES];
    for (int i = 0; i < pieces.count; i++) {
        int j = random_below(seed, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int p = 0; p < PROCESSES; p++) {
        children[p] = fork();
        assert_true(children[p] >= 0);
        if (children[p] == 0)
            _exit(answer_some(order, p));
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status;
        assert_int_equal(waitpid(children[p], &status, 0), children[p]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

static struct answer join(void) {
    struct answer answer;
    struct failure failure;
    assert_ok(pieces_join(&pieces.question, pieces.wanted, pieces.paths, pieces.count, &no_limits,
                          &answer, &failure),
              failure);
    return answer;
}

static void write_answer(const struct answer *answer, const char *path) {
    struct failure failure;
    assert_ok(answer_write(answer, path, true, NULL, &failure), failure);
}

static bool same_bytes(const char *a, const char *b) {
    char command[3 * TEST_PATH_ROOM];
    snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
    return system(command) == 0;
}

static struct answer solve_tree(int latency, int depth, bool no_ball_rule) {
    struct decide_options options = {.no_ball_rule = no_ball_rule};
    struct answer answer;
    struct failure failure;
    assert_ok(backtrack_solve(latency, depth, &options, &no_limits, &answer, &failure), failure);
    return answer;
}

/* steadycheck verifies the file, for this question and this answer. */
static void assert_claim(const char *path, struct pieces_question question, bool exists) {
    char line[1024], begin[64];
    snprintf(begin, sizeof begin, "s VERIFIED L=%d t=%d", question.latency, question.depth);
    assert_int_equal(steadycheck_run(path, line, sizeof line), 0);
    assert_int_equal(strncmp(line, begin, strlen(begin)), 0);
    assert_non_null(strchr(": ", line[strlen(begin)]));
    assert_int_equal(strstr(line, "no block-cyclic") == NULL, exists);
}

/* One cut of the tree against the undivided search; `first`: where the first filling in the order
 * of the tree is kept, which all cuts have to find. */
static void check_tree(const struct answer *whole, struct pieces_question question, int wanted,
                       const char *whole_path, const char *first, uint64_t *seed) {
    char path[TEST_PATH_ROOM];
    test_path(path, "joined.cert");
    cut(question, wanted);
    answer_all(seed);
    struct answer joined = join();
    assert_int_equal(joined.verdict, whole->verdict);
    assert_int_equal(joined.evidence, whole->evidence);
    write_answer(&joined, path);
    if (whole->verdict == VERDICT_INFEASIBLE) {
        assert_int_equal(joined.nodes, whole->nodes);
        assert_true(same_bytes(path, whole_path));
        assert_claim(path, question, false);
    } else {
        assert_claim(path, question, true);
        if (access(first, F_OK) != 0)
            write_answer(&joined, first);
        assert_true(same_bytes(path, first));
    }
    answer_clear(&joined);
}

static void check_tree_point(int latency, int depth, bool no_ball_rule, uint64_t *seed) {
    char whole_path[TEST_PATH_ROOM], first[TEST_PATH_ROOM];
    struct pieces_question question = {
        .kind = PIECES_TREE, .latency = latency, .depth = depth, .no_ball_rule = no_ball_rule};
    struct answer whole = solve_tree(latency, depth, no_ball_rule);
    write_answer(&whole, test_path(whole_path, "whole.cert"));
    unlink(test_path(first, "first.cert"));
    for (int i = 0; i < WANTED_NUMBERS; i++)
        check_tree(&whole, question, wanted_numbers[i], whole_path, first, seed);
    answer_clear(&whole);
}

static void trees_join_to_the_undivided_answer(void **state) {
    (void)state;
    static const int last[] = {[3] = 11, [4] = 12, [5] = 13, [6] = 13};
    uint64_t seed = random_seed();
    for (int latency = 3; latency <= 6; latency++)
        for (int depth = latency - 1; depth <= last[latency]; depth++)
            for (int rule = 0; rule < 2; rule++)
                check_tree_point(latency, depth, rule, &seed);
}

/* One cut of a formula against the verdict of the undivided one. */
static void check_cubes(struct pieces_question question, enum verdict verdict,
                        enum answer_evidence evidence, int wanted, uint64_t *seed) {
    char path[TEST_PATH_ROOM];
    cut(question, wanted);
    answer_all(seed);
    struct answer joined = join();
    assert_int_equal(joined.verdict, verdict);
    assert_int_equal(joined.evidence, evidence);
    write_answer(&joined, test_path(path, "joined.cert"));
    if (question.kind == PIECES_CUBES)
        assert_claim(path, question, verdict == VERDICT_FEASIBLE);
    else
        assert_verified(path, "L=");
    answer_clear(&joined);
}

static void check_formula_point(int latency, int depth, bool words, uint64_t *seed) {
    struct pieces_question question = {
        .kind = PIECES_CUBES, .latency = latency, .depth = depth, .words = words};
    struct decide_options options = {.words = words};
    struct answer whole;
    struct failure failure;
    assert_ok(sat_solve(latency, depth, &options, &no_limits, &whole, &failure), failure);
    for (int i = 0; i < WANTED_NUMBERS; i++)
        check_cubes(question, whole.verdict, whole.evidence, wanted_numbers[i], seed);
    answer_clear(&whole);
}

static void cubes_join_to_the_undivided_verdict(void **state) {
    (void)state;
    static const int last[] = {[3] = 8, [4] = 9, [5] = 10, [6] = 12};
    uint64_t seed = random_seed();
    for (int latency = 3; latency <= 6; latency++)
        for (int depth = latency - 1; depth <= last[latency]; depth++)
            for (int words = 0; words < 2; words++)
                check_formula_point(latency, depth, words, &seed);
}

static void check_period_point(int latency, int depth, int processors, int period,
                               enum schedule_roles roles, uint64_t *seed) {
    struct pieces_question question = {.kind = PIECES_PERIODIC,
                                       .latency = latency,
                                       .depth = depth,
                                       .processors = processors,
                                       .period = period,
                                       .roles = roles};
    struct periodic_answer whole;
    struct failure failure;
    assert_ok(
        periodic_sat_solve(latency, depth, processors, period, roles, &no_limits, &whole, &failure),
        failure);
    enum answer_evidence evidence =
        whole.verdict == VERDICT_FEASIBLE ? EVIDENCE_SCHEDULE : EVIDENCE_PERIODIC;
    for (int i = 0; i < WANTED_NUMBERS; i++)
        check_cubes(question, whole.verdict, evidence, wanted_numbers[i], seed);
    periodic_answer_clear(&whole);
}

static void cubes_of_periods_join_too(void **state) {
    (void)state;
    uint64_t seed = random_seed();
    for (int depth = 2; depth <= 5; depth++)
        for (int processors = 1; processors <= 9; processors += 2)
            check_period_point(2, depth, processors, 1 + depth % 2, ROLES_PERMUTE, &seed);
    check_period_point(2, 5, 8, 1, ROLES_BLOCKS, &seed);
    check_period_point(2, 4, 5, 2, ROLES_KEEP, &seed);
    check_period_point(3, 6, 6, 1, ROLES_BLOCKS, &seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_join_to_the_undivided_answer),
        cmocka_unit_test(cubes_join_to_the_undivided_verdict),
        cmocka_unit_test(cubes_of_periods_join_too),
    };
    return cmocka_run_group_tests_name("pieces", tests, test_folder_make, test_folder_remove);
}
