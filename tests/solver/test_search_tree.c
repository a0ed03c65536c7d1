/* SPDX-License-Identifier: MIT */
/* The stream of events of the exhaustive search, and what hangs on it: the certificate, the
 * statistics, the share that is done, and the state. */
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

#include "solver/question/decide/backtrack.h"
#include "solver/question/decide/search_state.h"
#include "solver/stream/walk/search_tree.h"

static char state_path[TEST_PATH_ROOM];

/* Without a schedule; all but L = 2 without the rule of balls, which leaves hardly any work. */
static const int empty_points[][2] = {{2, 4}, {2, 7},  {2, 9},  {2, 10},
                                      {4, 8}, {6, 12}, {8, 16}, {10, 20}};
enum { EMPTY_POINTS = sizeof empty_points / sizeof *empty_points };

/* With schedules, many of them. */
static const int full_points[][2] = {{3, 7}, {3, 9}, {3, 10}, {4, 11}, {5, 11}, {4, 12}};
enum { FULL_POINTS = sizeof full_points / sizeof *full_points };

/* --- a naive tree --- */

/* The tree of the certificate by its definition (results/README.md), and what the rules prune when
 * they are asked one after the other. */
struct naive {
    struct slots slots;
    bool balls;      /* the rule of balls */
    bool look_ahead; /* the search's tree and not that of the certificate */
    int letters[100];
    char *text; /* tokens with a space before each */
    size_t length;
    struct walk_statistics statistics;
};

static bool naive_balls(const struct naive *naive, int slot) {
    int size = naive->slots.list[slot].size;
    long sum = naive->slots.latency - 1;
    for (int j = 0; j < naive->slots.latency; j++)
        sum += (long)j * naive->slots.letters[j];
    for (int x = 0; x < naive->slots.latency; x++)
        if (naive->slots.letters[x] && (sum - x) % size == 0)
            return true;
    return false;
}

/* Position p of the slot's block lands at this time, p = 0 being the head. */
static int naive_landing(const struct naive *naive, int first, int p) {
    int size = naive->slots.list[first].size;
    return (p ? p + naive->letters[first + p - 1] : naive->slots.latency - 1) % size;
}

static enum walk_rule naive_rule(const struct naive *naive, int slot, int letter) {
    const struct slot *here = &naive->slots.list[slot];
    int first = slot - here->position + 1, time = (here->position + letter) % here->size;
    bool own = false;
    if (!naive->slots.letters[letter])
        return WALK_RULE_COPIES;
    for (int p = 0; p < here->position; p++) {
        if (naive_landing(naive, first, p) == time)
            return WALK_RULE_COLLISION;
        own |= naive_landing(naive, first, p) == here->position;
    }
    if (naive->look_ahead && here->position >= naive->slots.latency - 1 && !own && letter != 0)
        return WALK_RULE_AHEAD;
    for (int p = 0; here->twin && p <= here->position - 1; p++) {
        int mine = p == here->position - 1 ? letter : naive->letters[first + p];
        int other = naive->letters[first + p - here->twin];
        if (mine != other)
            return mine > other ? WALK_RULES : WALK_RULE_TWINS;
    }
    return WALK_RULES;
}

static void naive_put(struct naive *naive, const char *format, int letter) {
    naive->length += (size_t)sprintf(naive->text + naive->length, format, letter);
}

static void naive_walk(struct naive *naive, int slot) {
    struct walk_statistics *statistics = &naive->statistics;
    if (slot == naive->slots.count) {
        statistics->solutions++;
        naive_put(naive, " -", 0);
        return;
    }
    statistics->inner++;
    bool cut = naive->balls && slot == naive->slots.last_block && !naive_balls(naive, slot);
    uint64_t before = statistics->placed, open = 0;
    for (int letter = 0; letter < naive->slots.latency; letter++) {
        enum walk_rule rule = naive_rule(naive, slot, letter);
        if (cut && rule != WALK_RULE_COPIES)
            rule = WALK_RULE_BALLS;
        bool different = false; /* a letter of the instance */
        for (int s = 0; s < slot; s++)
            different |= naive->letters[s] == letter;
        different |= naive->slots.letters[letter] > 0;
        if (rule < WALK_RULES) {
            statistics->pruned[rule] += different;
            continue;
        }
        open++;
        statistics->placed++;
        naive_put(naive, " %d", letter);
        naive->letters[slot] = letter;
        naive->slots.letters[letter]--;
        naive_walk(naive, slot + 1);
        naive->slots.letters[letter]++;
    }
    statistics->leaves += !open;
    assert_true(statistics->placed >= before + open);
    naive_put(naive, cut ? " !" : " -", 0);
}

static struct naive naive_tree(const int point[2], bool balls, bool look_ahead) {
    struct naive naive = {.balls = balls, .look_ahead = look_ahead};
    struct failure failure;
    assert_ok(slots_init(&naive.slots, point[0], point[1], 100, &failure), failure);
    naive.text = malloc(1 << 23);
    assert_non_null(naive.text);
    naive_walk(&naive, 0);
    assert_true(naive.length < 1 << 23);
    slots_clear(&naive.slots);
    return naive;
}

/* --- certificates and statistics --- */

/* The question about this point; the rest of it is in `options`. */
static struct backtrack_question question_at(const int point[2],
                                             const struct backtrack_question *options) {
    struct backtrack_question question = *options;
    question.latency = point[0];
    question.depth = point[1];
    return question;
}

static struct outcome solve(const int point[2], const struct backtrack_question *options,
                            int threads) {
    const struct backtrack_question question = question_at(point, options);
    struct limits limits = {.threads = threads};
    struct outcome outcome;
    struct failure failure;
    assert_ok(backtrack_solve(&question, &limits, &outcome, &failure), failure);
    return outcome;
}

static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 24);
    assert_non_null(file);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 24) - 1, file);
    assert_true(length < (1 << 24) - 1);
    text[length] = 0;
    fclose(file);
    return text;
}

/* The lines `tree` hold these tokens, 64 a line. */
static void assert_tree(const char *path, const char *tokens) {
    char *text = file_text(path);
    const char *at = strstr(text, "\ntree ") + 1;
    for (int on_line = 0; *tokens; on_line = (on_line + 1) % 64) {
        if (!on_line) {
            assert_int_equal(strncmp(at, "tree", 4), 0);
            at += 4;
        }
        do
            assert_int_equal(*at++, *tokens++);
        while (*tokens && *tokens != ' ');
        if (on_line == 63 || !*tokens)
            assert_int_equal(*at++, '\n');
    }
    assert_int_equal(strncmp(at, "nodes ", 6), 0);
    free(text);
}

static void assert_same_file(const char *a, const char *b) {
    char command[3 * TEST_PATH_ROOM];
    snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
    assert_int_equal(system(command), 0);
}

static void write_tree(const struct outcome *outcome, const char *path) {
    assert_int_equal(outcome->verdict, VERDICT_INFEASIBLE);
    assert_proof(outcome, "impossible-search");
    write_proof(outcome, path);
}

static void certificates_are_those_of_a_naive_tree(void **state) {
    char path[TEST_PATH_ROOM];
    (void)state;
    test_path(path, "tree.cert");
    for (int i = 0; i < EMPTY_POINTS - 1; i++)
        for (int balls = 0; balls < 2; balls++) {
            struct naive naive = naive_tree(empty_points[i], balls, false);
            struct backtrack_question options = {.ball_rule = balls};
            struct outcome outcome = solve(empty_points[i], &options, 2);
            write_tree(&outcome, path);
            assert_tree(path, naive.text);
            assert_verified(path, "L=");
            outcome_clear(&outcome);
            free(naive.text);
        }
}

static void assert_statistics(const struct walk_statistics *a, const struct walk_statistics *b) {
    assert_int_equal(a->inner, b->inner);
    assert_int_equal(a->leaves, b->leaves);
    assert_int_equal(a->placed, b->placed);
    assert_int_equal(a->solutions, b->solutions);
    for (int rule = 0; rule < WALK_RULES; rule++)
        assert_int_equal(a->pruned[rule], b->pruned[rule]);
}

static struct backtrack_result run(const struct backtrack_question *question,
                                   const struct limits *limits) {
    struct backtrack_result result;
    struct failure failure;
    assert_ok(backtrack_run(question, limits, &result, &failure), failure);
    return result;
}

/* All fillings counted, so that the whole tree is met, on several threads. */
static void statistics_are_those_of_a_naive_tree(void **state) {
    uint64_t seen[WALK_RULES] = {0};
    (void)state;
    for (int i = 0; i < EMPTY_POINTS - 1 + FULL_POINTS; i++)
        for (int balls = 0; balls < 2; balls++) {
            const int *point = i < FULL_POINTS ? full_points[i] : empty_points[i - FULL_POINTS];
            struct naive naive = naive_tree(point, balls, true);
            struct backtrack_question question = {.latency = point[0],
                                                  .depth = point[1],
                                                  .mode = WALK_WORDS,
                                                  .count = true,
                                                  .ball_rule = balls,
                                                  .statistics = true};
            struct limits limits = {.threads = 1 + i % 3};
            struct backtrack_result result = run(&question, &limits);
            assert_statistics(&result.statistics, &naive.statistics);
            assert_int_equal(result.statistics.placed, result.nodes);
            assert_int_equal(result.statistics.inner,
                             1 + result.nodes - result.statistics.solutions);
            for (int rule = 0; rule < WALK_RULES; rule++)
                seen[rule] += result.statistics.pruned[rule];
            free(naive.text);
        }
    for (int rule = 0; rule < WALK_RULES; rule++)
        assert_true(seen[rule] > 0);
}

/* A search without statistics is the same search. */
static void counting_changes_nothing(void **state) {
    static const int points[][2] = {{4, 13}, {4, 19}, {5, 22}, {6, 17}, {8, 19}, {10, 20}};
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct backtrack_question question = {
            .latency = points[i][0], .depth = points[i][1], .mode = WALK_WORDS};
        struct limits limits = {.threads = 2};
        struct backtrack_result plain = run(&question, &limits);
        question.statistics = true;
        struct backtrack_result counted = run(&question, &limits);
        assert_int_equal(counted.nodes, plain.nodes);
        assert_int_equal(counted.letters != NULL, plain.letters != NULL);
        assert_int_equal(counted.statistics.placed, counted.nodes);
        free(plain.letters);
        free(counted.letters);
    }
}

/* A tree that is called exhausted and is not has no certificate. */
static void fillings_are_found_out(void **state) {
    char path[TEST_PATH_ROOM];
    (void)state;
    test_path(path, "full.cert");
    for (int i = 0; i < FULL_POINTS; i++) {
        const struct tree_proof proof = {.latency = full_points[i][0], .depth = full_points[i][1]};
        struct failure failure;
        assert_int_equal(
            evidence_write(evidence_borrowed("impossible-search", search_tree_put, &proof), path,
                           true, NULL, &failure),
            STATUS_INTERNAL);
        assert_non_null(strstr(failure.message, "was called exhausted, but has a schedule"));
        assert_int_not_equal(access(path, F_OK), 0);
        assert_int_equal(backtrack_verify(&proof, NULL, &failure), STATUS_INTERNAL);
    }
    for (int i = 0; i < EMPTY_POINTS; i++) {
        const struct tree_proof proof = {.latency = empty_points[i][0],
                                         .depth = empty_points[i][1]};
        struct failure failure;
        assert_ok(backtrack_verify(&proof, NULL, &failure), failure);
    }
}

/* --- the share that is done --- */

struct shares {
    uint64_t last;
    int reports;
};

static void note_share(void *context, const struct progress *progress) {
    struct shares *shares = context;
    assert_int_equal(progress->total, PROGRESS_WHOLE);
    assert_in_range(progress->done, shares->last, PROGRESS_WHOLE);
    shares->last = progress->done;
    shares->reports++;
}

static void the_share_rises_to_the_whole(void **state) {
    static const int points[][2] = {{10, 20}, {12, 24}, {4, 8}, {2, 12}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct backtrack_question question = {
            .latency = points[i][0], .depth = points[i][1], .mode = WALK_WORDS};
        struct shares shares = {0, 0};
        struct limits limits = {.threads = 2, .report = note_share, .context = &shares};
        struct backtrack_result result = run(&question, &limits);
        assert_true(result.finished && !result.letters);
        assert_int_equal(shares.last, PROGRESS_WHOLE);
        assert_true(shares.reports > (i < 2 ? 3 : 0));
    }
}

/* While the certificate is written as well: by the same measure, so that what is left is foreseen.
 */
static void the_share_that_is_written_rises(void **state) {
    const struct tree_proof proof = {.latency = 12, .depth = 24};
    struct shares shares = {0, 0};
    const struct limits limits = {.threads = 1, .report = note_share, .context = &shares};
    struct failure failure;
    char path[TEST_PATH_ROOM];
    (void)state;
    assert_ok(evidence_write(evidence_borrowed("impossible-search", search_tree_put, &proof),
                             test_path(path, "share.cert"), true, &limits, &failure),
              failure);
    assert_true(shares.reports >= 2);
    assert_in_range(shares.last, PROGRESS_WHOLE / 2, PROGRESS_WHOLE);
}

/* --- states --- */

/* Stopped again and again by limits of nodes; the certificate and the statistics of a search that
 * nobody disturbed. */
static void interrupted_searches_are_like_others(void **state) {
    char whole_path[TEST_PATH_ROOM], path[TEST_PATH_ROOM];
    (void)state;
    test_path(whole_path, "whole.cert");
    test_path(path, "resumed.cert");
    for (int i = EMPTY_POINTS - 3; i < EMPTY_POINTS; i++) {
        struct backtrack_question options = {.statistics = true};
        struct outcome whole = solve(empty_points[i], &options, 2), outcome;
        write_tree(&whole, whole_path);
        options.state = state_path;
        int stops = 0;
        for (uint64_t limit = 5;; limit += limit / 2) {
            struct limits limits = {.threads = 1 + stops % 3, .nodes = limit};
            struct failure failure;
            const struct backtrack_question question = question_at(empty_points[i], &options);
            assert_ok(backtrack_solve(&question, &limits, &outcome, &failure), failure);
            if (outcome.verdict != VERDICT_UNKNOWN)
                break;
            outcome_clear(&outcome);
            stops++;
        }
        assert_true(stops > 3);
        assert_true(outcome.resumed);
        assert_statistics(&outcome.statistics, &whole.statistics);
        write_tree(&outcome, path);
        assert_same_file(path, whole_path);
        assert_verified(path, "L=");
        outcome_clear(&outcome);
        outcome_clear(&whole);
        backtrack_forget(state_path);
        assert_int_not_equal(access(state_path, F_OK), 0);
    }
}

static int setup(void **state) {
    if (test_folder_make(state))
        return -1;
    test_path(state_path, "search.state");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates_are_those_of_a_naive_tree),
        cmocka_unit_test(statistics_are_those_of_a_naive_tree),
        cmocka_unit_test(counting_changes_nothing),
        cmocka_unit_test(fillings_are_found_out),
        cmocka_unit_test(the_share_rises_to_the_whole),
        cmocka_unit_test(the_share_that_is_written_rises),
        cmocka_unit_test(interrupted_searches_are_like_others),
    };
    return cmocka_run_group_tests_name("search tree", tests, setup, test_folder_remove);
}
