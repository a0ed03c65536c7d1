/* SPDX-License-Identifier: MIT */
/* The parallel search: what it visits, finds and counts depends neither on threads nor on
 * interruptions, and a naive recursion visits the same. */
#include "tests/automata/naive.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include "solver/base/certificate_output.h"
#include "solver/base/locked_file.h"
#include "solver/question/decide/backtrack.h"
#include "solver/question/decide/search_state.h"
#include "solver/stream/walk/search_frontier.h"

enum { FOREVER = -1 };

static char state_path[TEST_PATH_ROOM];

static bool count_calls(void *context) {
    ++*(long *)context;
    return false;
}

/* Stops when it was asked `left` times; FOREVER never. */
static bool stop_after(void *context) {
    long *left = context;
    return *left != FOREVER && (*left)-- <= 0;
}

static struct backtrack_question question_of(int latency, int depth, enum walk_mode mode,
                                             bool count) {
    return (struct backtrack_question){
        .latency = latency, .depth = depth, .mode = mode, .count = count, .ball_rule = true};
}

static struct backtrack_question decide_question(const int point[2]) {
    struct backtrack_question question = question_of(point[0], point[1], WALK_WORDS, false);
    question.ball_rule = false;
    return question;
}

static struct backtrack_result run(const struct backtrack_question *question, int threads) {
    struct limits limits = {.threads = threads};
    struct backtrack_result result;
    struct failure failure;
    assert_ok(backtrack_run(question, &limits, &result, &failure), failure);
    assert_true(result.finished);
    return result;
}

static void assert_same(const struct backtrack_question *question, const struct backtrack_result *a,
                        const struct backtrack_result *b) {
    struct slots slots;
    struct failure failure;
    assert_int_equal(a->finished, b->finished);
    assert_int_equal(a->solutions, b->solutions);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->letters != NULL, b->letters != NULL);
    assert_ok(slots_init(&slots, question->latency, question->depth, WALK_MAX_LETTERS, &failure),
              failure);
    if (a->letters)
        assert_memory_equal(a->letters, b->letters, (size_t)slots.count * sizeof(int));
    slots_clear(&slots);
}

/* All fillings by the plainest recursion: slot by slot, every letter of which a copy is left; words
 * are looked at pair by pair. What the tree looks ahead for is left out here. */
struct naive {
    struct slots slots;
    enum walk_mode mode;
    int letters[200];
    uint64_t fillings;
};

static bool naive_allows(const struct naive *naive, int slot) {
    const struct slot *here = &naive->slots.list[slot];
    int first = slot - here->position + 1, head = naive->slots.latency - 1, size = here->size;
    const int *word = naive->letters + first;
    long sum = head;
    for (int p = 0; p < here->position; p++) {
        sum += word[p];
        int landing = (p + 1 + word[p]) % size;
        if (naive->mode == WALK_WORDS && landing == head % size)
            return false;
        for (int q = 0; q < p; q++) {
            if (naive->mode == WALK_WORDS && (q + 1 + word[q]) % size == landing)
                return false;
            if (naive->mode == WALK_MULTISETS && word[q] > word[p])
                return false;
        }
    }
    if (naive->mode == WALK_MULTISETS && here->position == size - 1 && sum % size)
        return false;
    for (int p = 0; here->twin && p < here->position; p++)
        if (word[p] != word[p - here->twin])
            return word[p] > word[p - here->twin];
    return true;
}

static void naive_fill(struct naive *naive, int slot) {
    if (slot == naive->slots.count) {
        naive->fillings++;
        return;
    }
    for (int letter = 0; letter < naive->slots.latency; letter++) {
        if (!naive->slots.letters[letter])
            continue;
        naive->slots.letters[letter]--;
        naive->letters[slot] = letter;
        if (naive_allows(naive, slot))
            naive_fill(naive, slot + 1);
        naive->slots.letters[letter]++;
    }
}

static uint64_t naive_count(int latency, int depth, enum walk_mode mode) {
    struct naive naive = {.mode = mode};
    struct failure failure;
    assert_ok(slots_init(&naive.slots, latency, depth, 200, &failure), failure);
    naive_fill(&naive, 0);
    slots_clear(&naive.slots);
    return naive.fillings;
}

/* One walk through the whole tree, without parts. */
static uint64_t walk_all(const struct backtrack_question *question, uint64_t quantum,
                         uint64_t *nodes) {
    struct walk_plan plan;
    struct walk walk;
    struct failure failure;
    uint64_t solutions = 0;
    assert_ok(walk_plan_init(&plan, question->latency, question->depth, question->mode,
                             question->ball_rule, &failure),
              failure);
    assert_ok(walk_init(&walk, &plan, &failure), failure);
    assert_ok(walk_resume(&walk, NULL, 0, 0, true, &failure), failure);
    for (enum walk_event event = WALK_QUANTUM; event != WALK_DONE;) {
        event = walk_run(&walk, quantum);
        solutions += event == WALK_SOLUTION;
    }
    *nodes = walk.nodes;
    walk_clear(&walk);
    walk_plan_clear(&plan);
    return solutions;
}

static const int small_points[][2] = {{1, 3}, {1, 5},  {2, 2},  {2, 3},  {2, 5},  {2, 7},
                                      {3, 4}, {3, 7},  {3, 9},  {3, 10}, {4, 6},  {4, 8},
                                      {4, 9}, {4, 11}, {5, 10}, {5, 11}, {6, 12}, {6, 13}};
enum { SMALL_POINTS = sizeof small_points / sizeof *small_points };

static void walks_match_a_naive_recursion(void **state) {
    (void)state;
    for (int i = 0; i < SMALL_POINTS; i++)
        for (int mode = WALK_WORDS; mode <= WALK_MULTISETS; mode++) {
            int latency = small_points[i][0], depth = small_points[i][1];
            uint64_t want = naive_count(latency, depth, (enum walk_mode)mode), nodes, again;
            struct backtrack_question question =
                question_of(latency, depth, (enum walk_mode)mode, true);
            for (int balls = 0; balls < 2; balls++) {
                question.ball_rule = balls;
                /* An instance without slots has one filling, but no walk. */
                bool empty = latency == 2 && depth == 2;
                assert_int_equal(walk_all(&question, UINT64_C(1) << 40, &nodes), want - empty);
                assert_int_equal(walk_all(&question, 3, &again), want - empty);
                assert_int_equal(nodes, again);
                struct backtrack_result result = run(&question, 1);
                assert_int_equal(result.solutions, want);
                assert_int_equal(result.nodes, nodes);
            }
        }
}

static void known_counts_on_any_number_of_threads(void **state) {
    static const int threads[] = {1, 2, 7};
    (void)state;
    for (int mode = WALK_WORDS; mode <= WALK_MULTISETS; mode++) {
        struct backtrack_question question = question_of(5, 15, (enum walk_mode)mode, true);
        uint64_t nodes;
        uint64_t want = walk_all(&question, UINT64_C(1) << 40, &nodes);
        assert_int_equal(want, mode == WALK_WORDS ? 1385815 : 5349);
        for (int i = 0; i < 3; i++) {
            struct backtrack_result result = run(&question, threads[i]);
            assert_int_equal(result.solutions, want);
            assert_int_equal(result.nodes, nodes);
            assert_null(result.letters);
        }
    }
}

/* Searches for one filling, feasible at once or after some work, or impossible; without the rule of
 * balls, which would leave hardly any work. */
static const int decide_points[][2] = {{4, 13}, {4, 15}, {4, 19}, {4, 21},  {5, 15}, {5, 22},
                                       {6, 12}, {8, 16}, {8, 19}, {10, 20}, {12, 24}};
enum { DECIDE_POINTS = sizeof decide_points / sizeof *decide_points };

static void finds_do_not_depend_on_threads(void **state) {
    int long_ones = 0;
    (void)state;
    for (int i = 0; i < DECIDE_POINTS; i++) {
        int latency = decide_points[i][0], depth = decide_points[i][1];
        struct backtrack_question question = decide_question(decide_points[i]);
        struct backtrack_result one = run(&question, 1);
        assert_int_equal(one.letters == NULL, depth == 2 * latency && latency % 2 == 0);
        for (int threads = 2; threads <= 7; threads += 5) {
            struct backtrack_result other = run(&question, threads);
            assert_same(&question, &one, &other);
            free(other.letters);
        }
        long_ones += one.nodes > 20000;
        free(one.letters);
    }
    assert_true(long_ones >= 2);
}

/* How often an undisturbed search asks whether it is to stop. */
static long calls_of(const struct backtrack_question *question) {
    long calls = 0;
    struct limits limits = {.threads = 1, .stop = count_calls, .context = &calls};
    struct backtrack_result result;
    struct failure failure;
    assert_ok(backtrack_run(question, &limits, &result, &failure), failure);
    free(result.letters);
    return calls;
}

/* Runs until it is finished, stopped again and again, about `wanted` times. Returns the number of
 * interruptions. */
static int run_in_pieces(struct backtrack_question question, uint64_t *random, int wanted,
                         struct backtrack_result *result) {
    int pieces = 0, most_calls = 2 + (int)(2 * calls_of(&question) / wanted);
    question.state = state_path;
    for (;; pieces++) {
        long calls = random_below(random, most_calls);
        struct limits limits = {
            .threads = 1 + random_below(random, 3), .stop = stop_after, .context = &calls};
        struct failure failure;
        assert_ok(backtrack_run(&question, &limits, result, &failure), failure);
        if (result->finished)
            break;
        assert_null(result->letters);
        assert_non_null(result->reason);
        assert_int_equal(access(state_path, F_OK), 0);
    }
    assert_int_equal(result->kept, access(state_path, F_OK) == 0); /* until the answer is safe */
    assert_int_equal(result->resumed, pieces > 0);
    backtrack_forget(state_path);
    assert_int_not_equal(access(state_path, F_OK), 0);
    return pieces;
}

static void interrupted_searches_end_like_undisturbed_ones(void **state) {
    uint64_t random = random_seed();
    int pieces = 0;
    (void)state;
    for (int i = 0; i < DECIDE_POINTS; i++)
        for (int round = 0; round < 4; round++) {
            struct backtrack_question question = decide_question(decide_points[i]);
            struct backtrack_result whole = run(&question, 1), frontier;
            pieces += run_in_pieces(question, &random, 4 + 3 * round, &frontier);
            assert_same(&question, &whole, &frontier);
            free(whole.letters);
            free(frontier.letters);
        }
    fprintf(stderr, "%d interruptions\n", pieces);
    assert_true(pieces > 50);
}

static void interrupted_counts_of_l5_t15(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int mode = WALK_WORDS; mode <= WALK_MULTISETS; mode++) {
        struct backtrack_question question = question_of(5, 15, (enum walk_mode)mode, true);
        struct backtrack_result whole = run(&question, 1), frontier;
        assert_true(run_in_pieces(question, &random, 12, &frontier) > 1);
        assert_same(&question, &whole, &frontier);
        assert_int_equal(frontier.solutions, mode == WALK_WORDS ? 1385815 : 5349);
    }
}

/* Raising the limit of nodes step by step. */
static void limited_searches_end_like_undisturbed_ones(void **state) {
    uint64_t random = random_seed();
    int unknown = 0;
    (void)state;
    for (int i = 0; i < DECIDE_POINTS + 1; i++) {
        bool count = i == DECIDE_POINTS;
        struct backtrack_question question =
            count ? question_of(4, 13, WALK_WORDS, true) : decide_question(decide_points[i]);
        struct backtrack_result whole = run(&question, 2), frontier;
        question.state = state_path;
        for (uint64_t limit = 1;; limit += 1 + limit / 2 + random_next(&random) % limit) {
            struct limits limits = {.threads = 2, .nodes = limit};
            struct failure failure;
            assert_ok(backtrack_run(&question, &limits, &frontier, &failure), failure);
            if (frontier.finished)
                break;
            assert_in_range(frontier.nodes, 0, limit);
            assert_null(frontier.letters);
            assert_string_equal(frontier.reason, "the limit of nodes was reached");
            unknown++;
        }
        backtrack_forget(state_path);
        assert_same(&question, &whole, &frontier);
        free(whole.letters);
        free(frontier.letters);
    }
    assert_true(unknown > 40);
}

static void limits_give_the_same_on_any_number_of_threads(void **state) {
    (void)state;
    struct backtrack_question question = decide_question(decide_points[5]);
    for (uint64_t limit = 1; limit < 2000000; limit *= 7) {
        struct backtrack_result results[2];
        struct failure failure;
        for (int i = 0; i < 2; i++) {
            struct limits limits = {.threads = 1 + 2 * i, .nodes = limit};
            assert_ok(backtrack_run(&question, &limits, &results[i], &failure), failure);
        }
        assert_same(&question, &results[0], &results[1]);
        free(results[0].letters);
        free(results[1].letters);
    }
}

static void a_limit_is_unknown_never_impossible(void **state) {
    const struct backtrack_question question = {.latency = 12, .depth = 24};
    struct limits limits = {.threads = 2, .nodes = 1000};
    struct outcome outcome;
    struct failure failure;
    (void)state;
    assert_ok(backtrack_solve(&question, &limits, &outcome, &failure), failure);
    assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
    assert_false(has_proof(&outcome));
    assert_null(backtrack_tree(&outcome));
    assert_in_range(outcome.nodes, 0, 1000);
    outcome_clear(&outcome);
    long calls = 0;
    limits = (struct limits){.threads = 1, .stop = stop_after, .context = &calls};
    assert_ok(backtrack_solve(&question, &limits, &outcome, &failure), failure);
    assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
    outcome_clear(&outcome);
    static const int large[][2] = {{65, 130}, {3, 67}};
    for (size_t i = 0; i < 2; i++) {
        const struct backtrack_question beyond = {.latency = large[i][0], .depth = large[i][1]};
        assert_int_equal(backtrack_solve(&beyond, &limits, &outcome, &failure), STATUS_LIMIT);
    }
}

/* Leaves a state of the search behind, stopped in the middle. */
static void leave_state(const struct backtrack_question *question) {
    struct limits limits = {.threads = 1, .nodes = 30000};
    struct backtrack_result result;
    struct failure failure;
    assert_ok(backtrack_run(question, &limits, &result, &failure), failure);
    assert_false(result.finished);
}

static void assert_refused(const struct backtrack_question *question, const char *message) {
    struct limits limits = {.threads = 1};
    struct backtrack_result result;
    struct failure failure = {STATUS_OK, ""};
    assert_int_equal(backtrack_run(question, &limits, &result, &failure), STATUS_INPUT);
    if (!strstr(failure.message, message))
        fail_msg("'%s' does not contain '%s'", failure.message, message);
}

static void states_of_other_searches_are_refused(void **state) {
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    (void)state;
    question.state = state_path;
    leave_state(&question);
    for (int change = 0; change < 5; change++) {
        struct backtrack_question other = question;
        other.latency += change == 0 ? 1 : 0;
        other.depth += change == 1 ? 1 : 0;
        other.mode = change == 2 ? WALK_MULTISETS : WALK_WORDS;
        other.count = change != 3;
        other.ball_rule = change != 4;
        assert_refused(&other, "holds the state of another search");
    }
    struct backtrack_result whole, resumed;
    resumed = run(&question, 2); /* still usable after all these */
    assert_true(resumed.resumed && resumed.kept);
    backtrack_forget(state_path);
    question.state = NULL;
    whole = run(&question, 2);
    assert_same(&question, &whole, &resumed);
}

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 22);
    assert_non_null(file);
    assert_non_null(text);
    *length = fread(text, 1, 1 << 22, file);
    assert_true(*length < 1 << 22);
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void damaged_states_are_refused(void **state) {
    uint64_t random = random_seed();
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    size_t length;
    (void)state;
    question.state = state_path;
    leave_state(&question);
    char *text = read_file(state_path, &length);
    for (int round = 0; round < 300; round++) {
        size_t place = random_next(&random) % length;
        if (round % 2) {
            write_file(state_path, text, place);
        } else {
            char old = text[place];
            text[place] = (char)(old ^ (1 + random_below(&random, 255)));
            write_file(state_path, text, length);
            text[place] = old;
        }
        assert_refused(&question, "digest");
    }
    free(text);
    unlink(state_path);
}

/* States in a right frame, whose body is no state of this search. */
static void wrong_bodies_are_refused(void **state) {
    static const char head[] = "latency 3\ndepth 7\nvariant 6\n";
    static const char counts[] = "nodes 3\nsolutions 0\nquantum 8\nstatistics 0 0 0 0 0 0 0 0 0\n";
    static const char *const bodies[][3] = {
        {"", "", "'latency NUMBER'"},
        {head, "", "'nodes NUMBER'"},
        {head, "nodes -1\n", "a number in 0"},
        {head, "nodes 1x\n", "a number in 0"},
        {head, "nodes 99999999999999999999\n", "a number in 0"},
        {head, "nodes  1\n", "'nodes NUMBER'"},
        {counts, "parts 1\npart 0 1 0 0\n", "right"},
        {head, "nodes 3\nsolutions 0\nquantum 8\nstatistics 0\n", "'statistics NUMBER ...'"},
        {head, "nodes 3\nsolutions 0\nquantum 8\nstatistics 0 0 0 0 0 0 0 0 x\n", "a number in 0"},
        {counts, "", "'parts NUMBER'"},
        {counts, "part 0 1 0\n", "'parts NUMBER'"},
        {counts, "parts 0\n", "a number in 1"},
        {counts, "parts 1\n", "1 parts are announced, 0 are there"},
        {counts, "parts 2\npart 0 1 0\n", "2 parts are announced, 1 are there"},
        {counts, "parts 1\npart 0 2 0\n", "nothing is left to search"},
        {counts, "parts 2\npart 0 1 0\npart 0 1 0\n", "not in the order"},
        {counts, "parts 2\npart 1 1 0 1\npart 1 1 0 0\n", "not in the order"},
        {counts, "parts 2\npart 1 1 0 0\npart 2 1 0 0 1\n", "not in the order"},
        {counts, "parts 2\npart 1 1 0 0\npart 0 1 0 0\n", "not in the order"},
        {counts, "parts 1\npart 0 1\n", "part BASE"},
        {counts, "parts 1\npart 1 1 0\n", "a number in 0..0"},
        {counts, "parts 1\npart 0 3 0\n", "a number in 0..2"},
        {counts, "parts 1\npart 0 1 0 64\n", "a number in 0..63"},
        {counts, "parts 1\npart 0 1 0 1\n", "does not belong"},
        {counts, "parts 1\npart 0 1 0 0 0 0 0 0 0 0 0 0\n", "does not belong"},
        {counts, "parts 1\npath 0 1 0\n", "part BASE"},
        {counts, "parts 2\npart 0 1 0\npart", "digest"}};
    struct backtrack_question question = question_of(3, 7, WALK_WORDS, true);
    (void)state;
    question.state = state_path;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct certificate_output *output;
        struct failure failure;
        bool with_head = bodies[i][0] == counts;
        assert_ok(certificate_open(&output, state_path, true, "search-state", &failure), failure);
        certificate_print(output, "%s%s%s", with_head ? head : "", bodies[i][0], bodies[i][1]);
        assert_ok(certificate_close(output, &failure), failure);
        if (i == 6) { /* a word of the tree: the one body that is right */
            struct backtrack_result result = run(&question, 1);
            assert_true(result.finished);
            continue;
        }
        assert_refused(&question, bodies[i][2]);
    }
    struct failure failure;
    struct certificate_output *output;
    assert_ok(certificate_open(&output, state_path, true, "block-cyclic", &failure), failure);
    certificate_print(output, "%s%s", head, counts);
    assert_ok(certificate_close(output, &failure), failure);
    assert_refused(&question, "'kind search-state'");
    unlink(state_path);
}

/* Replaces the first `old` in the state and mends the digest. */
static void forge(const char *old, const char *new) {
    size_t length;
    char *text = read_file(state_path, &length), command[2 * TEST_PATH_ROOM + 100];
    text[length - 79] = 0; /* without the digest */
    char *place = strstr(text, old);
    assert_non_null(place);
    FILE *file = fopen(state_path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(place - text), text, new, place + strlen(old));
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command,
             "printf 'digest sha256 %%s\\n' $(sha256sum <%s | cut -c1-64) >>%s", state_path,
             state_path);
    free(text);
    if (system(command))
        fail_msg("%s", command);
}

static void states_of_other_versions_are_refused(void **state) {
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    (void)state;
    question.state = state_path;
    leave_state(&question);
    forge("writer steadycast ", "writer steadycast 9");
    assert_refused(&question, "was written by version 9");
    unlink(state_path);
}

static void a_part_that_is_missing_is_noticed(void **state) {
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    (void)state;
    question.state = state_path;
    leave_state(&question);
    forge("\nparts ", "\nparts 1");
    assert_refused(&question, "are announced");
    unlink(state_path);
}

/* Between the probe at the start and the stop something takes the place of the partial file. */
static bool block_the_state(void *context) {
    mkdir(context, 0777);
    return true;
}

static void a_state_that_cannot_be_saved_does_not_end_the_search(void **state) {
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    char partial[TEST_PATH_ROOM + 10];
    struct limits limits = {.threads = 1, .stop = block_the_state, .context = partial};
    struct backtrack_result result;
    struct failure failure;
    (void)state;
    question.state = state_path;
    snprintf(partial, sizeof partial, "%s.partial", state_path);
    assert_ok(backtrack_run(&question, &limits, &result, &failure), failure);
    assert_false(result.finished || result.kept || result.resumed);
    assert_int_not_equal(result.unsaved.status, STATUS_OK);
    assert_non_null(strstr(result.unsaved.message, "can't be written: Is a directory"));
    assert_refused(&question, "can't be written: Is a directory"); /* now at the start */
    assert_int_equal(rmdir(partial), 0);
    question.state = "/nowhere/x.state";
    assert_refused(&question, "/nowhere/x.state can't be written: No such file");
}

static void one_run_at_a_time_works_on_a_state(void **state) {
    struct backtrack_question question = question_of(5, 15, WALK_WORDS, true);
    struct limits limits = {.threads = 1, .nodes = 10};
    struct backtrack_result result;
    struct lock_file lock;
    struct failure failure;
    (void)state;
    question.state = state_path;
    assert_ok(lock_file_take(&lock, state_path, &failure), failure);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(backtrack_run(&question, &limits, &result, &failure) == STATUS_INPUT &&
                      strstr(failure.message, "another run is working on")
                  ? 0
                  : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    lock_file_release(&lock);
    assert_ok(backtrack_run(&question, &limits, &result, &failure), failure);
    backtrack_forget(state_path);
}

/* Walks every part to its end; the letters of all fillings, in the order of the parts. */
static uint64_t walk_parts(const struct walk_plan *plan, const struct frontier *frontier,
                           int *letters, uint64_t *nodes) {
    struct walk walk;
    struct failure failure;
    uint64_t found = 0;
    assert_ok(walk_init(&walk, plan, &failure), failure);
    for (size_t i = 0; i < frontier->count; i++) {
        const struct part *part = &frontier->list[i];
        assert_ok(walk_resume(&walk, part->path, part->length, part->base, part->entered, &failure),
                  failure);
        while (walk_run(&walk, UINT64_C(1) << 40) == WALK_SOLUTION) {
            size_t bytes = (size_t)plan->slots.count * sizeof(int);
            memcpy(letters + found++ * (uint64_t)plan->slots.count, walk.letters, bytes);
        }
    }
    *nodes += walk.nodes;
    walk_clear(&walk);
    return found;
}

/* Lets the first part go on for some nodes, as a round does; the fillings that it meets stand
 * before all that is left. */
static uint64_t advance(const struct walk_plan *plan, struct part *part, int *letters,
                        uint64_t *nodes, uint64_t *random) {
    struct walk walk;
    struct failure failure;
    uint64_t found = 0, quantum = random_next(random) % 60;
    size_t bytes = (size_t)plan->slots.count * sizeof(int);
    enum walk_event event;
    assert_ok(walk_init(&walk, plan, &failure), failure);
    assert_ok(walk_resume(&walk, part->path, part->length, part->base, part->entered, &failure),
              failure);
    while ((event = walk_run(&walk, quantum - walk.nodes)) == WALK_SOLUTION)
        memcpy(letters + found++ * (uint64_t)plan->slots.count, walk.letters, bytes);
    part->path = realloc(part->path, bytes);
    assert_non_null(part->path);
    part_leave(part, &walk);
    part->done = event == WALK_DONE;
    *nodes += walk.nodes;
    walk_clear(&walk);
    return found;
}

static void renewed_parts_keep_order_and_lose_nothing(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 60; round++) {
        const int *point = small_points[round % SMALL_POINTS];
        struct walk_plan plan;
        struct frontier frontier;
        struct failure failure;
        assert_ok(walk_plan_init(&plan, point[0], point[1], round % 2 ? WALK_WORDS : WALK_MULTISETS,
                                 round % 3, &failure),
                  failure);
        if (plan.slots.count == 0) {
            walk_plan_clear(&plan);
            continue;
        }
        size_t room = 20000 * (size_t)plan.slots.count;
        int *whole = malloc(room * sizeof *whole), *pieces = malloc(room * sizeof *pieces);
        assert_non_null(whole);
        assert_non_null(pieces);
        assert_ok(frontier_init(&frontier, &failure), failure);
        uint64_t nodes = 0, nodes_again = 0, found = 0;
        uint64_t want = walk_parts(&plan, &frontier, whole, &nodes);
        for (int renewal = 0; renewal < 8 && frontier.count; renewal++) {
            size_t wanted = (size_t)random_below(&random, 200);
            assert_ok(frontier_renew(&frontier, &plan, wanted, &nodes_again, NULL, &failure),
                      failure);
            if (frontier.count)
                found +=
                    advance(&plan, &frontier.list[0], pieces + found * (uint64_t)plan.slots.count,
                            &nodes_again, &random);
        }
        assert_ok(frontier_renew(&frontier, &plan, 0, &nodes_again, NULL, &failure), failure);
        found +=
            walk_parts(&plan, &frontier, pieces + found * (uint64_t)plan.slots.count, &nodes_again);
        assert_int_equal(found, want);
        assert_memory_equal(whole, pieces, found * (uint64_t)plan.slots.count * sizeof(int));
        assert_int_equal(nodes, nodes_again);
        free(whole);
        free(pieces);
        frontier_clear(&frontier);
        walk_plan_clear(&plan);
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
        cmocka_unit_test(walks_match_a_naive_recursion),
        cmocka_unit_test(known_counts_on_any_number_of_threads),
        cmocka_unit_test(finds_do_not_depend_on_threads),
        cmocka_unit_test(interrupted_searches_end_like_undisturbed_ones),
        cmocka_unit_test(interrupted_counts_of_l5_t15),
        cmocka_unit_test(limited_searches_end_like_undisturbed_ones),
        cmocka_unit_test(limits_give_the_same_on_any_number_of_threads),
        cmocka_unit_test(a_limit_is_unknown_never_impossible),
        cmocka_unit_test(states_of_other_searches_are_refused),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(wrong_bodies_are_refused),
        cmocka_unit_test(states_of_other_versions_are_refused),
        cmocka_unit_test(a_part_that_is_missing_is_noticed),
        cmocka_unit_test(a_state_that_cannot_be_saved_does_not_end_the_search),
        cmocka_unit_test(one_run_at_a_time_works_on_a_state),
        cmocka_unit_test(renewed_parts_keep_order_and_lose_nothing),
    };
    return cmocka_run_group_tests(tests, setup, test_folder_remove);
}
