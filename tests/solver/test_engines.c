/* SPDX-License-Identifier: MIT */
/* All engines and a brute force written here answer the same questions; every answer's certificate
 * is verified by the program steadycheck. */
#include "tests/automata/naive.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

#include "solver/model/instance.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/question/engines.h"

enum { MOST_LATENCY = 7, MOST_WORDS = 300000, MOST_STEPS = 2000000, UNDECIDED = -1 };

/* The letter multisets of all legal words of one block size, found by looking at every word. */
struct fillings {
    int count;
    int room;
    int *letters; /* letters[i * latency + j] copies of j in filling i */
};

struct brute {
    int latency;
    struct small_instance instance;
    struct fillings *fillings; /* by size */
    int *left;
    long steps;
};

/* Stops when it was asked `left` times. */
static bool stop_after(void *context) {
    return (*(long *)context)-- <= 0;
}

static void arithmetic_stops_everywhere(void **state) {
    static const int points[][2] = {{4, 8}, {3, 15}, {12, 30}, {12, 40}, {12, 5000}, {3, 5000}};
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        enum verdict verdict = VERDICT_UNKNOWN;
        for (long asked = 0; verdict == VERDICT_UNKNOWN; asked += 1 + asked / 8) {
            long left = asked;
            struct limits limits = {.stop = stop_after, .context = &left};
            struct outcome outcome;
            struct failure failure;
            assert_ok(arithmetic_solve(points[i][0], points[i][1], &limits, &outcome, &failure),
                      failure);
            verdict = outcome.verdict;
            assert_int_equal(*outcome.reason != 0, verdict == VERDICT_UNKNOWN);
            assert_int_equal(!has_proof(&outcome), verdict == VERDICT_UNKNOWN);
            if (verdict != VERDICT_UNKNOWN)
                assert_true(left >= 0);
            outcome_clear(&outcome);
        }
        assert_int_equal(verdict, i ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
    }
    long left = 5;
    struct limits limits = {.stop = stop_after, .context = &left};
    struct family family;
    bool found;
    assert_int_equal(family_find(&family, 100, &limits, &found, NULL), STATUS_LIMIT);
}

static void add_filling(struct fillings *fillings, int latency, const int *word, int count) {
    int *copies = calloc((size_t)latency, sizeof *copies);
    assert_non_null(copies);
    for (int p = 0; p < count; p++)
        copies[word[p]]++;
    size_t bytes = (size_t)latency * sizeof *copies;
    bool known = false;
    for (int i = 0; i < fillings->count && !known; i++)
        known = memcmp(fillings->letters + i * latency, copies, bytes) == 0;
    if (!known && fillings->count == fillings->room) {
        fillings->room = 2 * fillings->room + 64;
        fillings->letters = realloc(fillings->letters, (size_t)fillings->room * bytes);
        assert_non_null(fillings->letters);
    }
    if (!known)
        memcpy(fillings->letters + fillings->count++ * latency, copies, bytes);
    free(copies);
}

static bool few_words(int latency, int size) {
    double words = 1;
    for (int p = 1; p < size; p++)
        words *= latency;
    return words <= MOST_WORDS;
}

/* The sum condition is not used to choose words, only to skip the slow look at all pairs where it
 * excludes the word anyway; sizes up to 5 go without. */
static void list_fillings(struct fillings *fillings, int latency, int size) {
    int word[64] = {0};
    do {
        long sum = latency - 1;
        for (int p = 0; p < size - 1; p++)
            sum += word[p];
        if (size > 5 && sum % size)
            continue;
        if (naive_word_is_legal(latency - 1, word, (size_t)size - 1))
            add_filling(fillings, latency, word, size - 1);
    } while (naive_next_word(word, (size_t)size - 1, latency));
}

static bool take(int *left, const int *copies, int latency, int sign) {
    bool enough = true;
    for (int j = 0; j < latency; j++) {
        left[j] -= sign * copies[j];
        enough = enough && left[j] >= 0;
    }
    return enough;
}

/* Fills block `block` of this size and all later ones; 1 possible, 0 not, UNDECIDED out of
 * steps. */
static int fill_from(struct brute *brute, int size, int block, int first) {
    while (size <= brute->instance.root_size && block == brute->instance.blocks[size]) {
        size++;
        block = first = 0;
    }
    if (size > brute->instance.root_size)
        return 1;
    const struct fillings *fillings = &brute->fillings[size];
    for (int i = first; i < fillings->count; i++) {
        const int *copies = fillings->letters + i * brute->latency;
        int answer = 0;
        if (++brute->steps > MOST_STEPS)
            return UNDECIDED;
        if (take(brute->left, copies, brute->latency, 1))
            answer = fill_from(brute, size, block + 1, i);
        take(brute->left, copies, brute->latency, -1);
        if (answer)
            return answer;
    }
    return 0;
}

static int brute_force(int latency, int depth) {
    struct brute brute = {.latency = latency};
    struct failure failure;
    if (depth < latency)
        return 1;
    assert_ok(small_instance_init(&brute.instance, latency, depth, 100000, &failure), failure);
    int largest = brute.instance.root_size, answer = UNDECIDED;
    if (largest < 60 && few_words(latency, largest)) {
        brute.fillings = calloc((size_t)largest + 1, sizeof *brute.fillings);
        assert_non_null(brute.fillings);
        for (int size = 1; size <= largest; size++)
            if (brute.instance.blocks[size])
                list_fillings(&brute.fillings[size], latency, size);
        brute.left = brute.instance.letters;
        answer = fill_from(&brute, 1, 0, 0);
        for (int size = 1; size <= largest; size++)
            free(brute.fillings[size].letters);
        free(brute.fillings);
    }
    small_instance_clear(&brute.instance);
    return answer;
}

static void verify(const struct outcome *outcome, int latency, int depth) {
    char path[TEST_PATH_ROOM], claim[200];
    write_proof(outcome, test_path(path, "answer.cert"));
    if (outcome->verdict == VERDICT_INFEASIBLE)
        snprintf(claim, sizeof claim,
                 "L=%d t=%d: no block-cyclic schedule with delay L+t on P(t) processors exists",
                 latency, depth);
    else
        snprintf(claim, sizeof claim, "L=%d t=%d N=", latency, depth);
    assert_verified(path, claim);
}

static struct question question_at(int latency, int depth) {
    struct question question;
    question_init(&question, SUBJECT_DECIDE);
    question_set(&question, KEY_LATENCY, latency);
    question_set(&question, KEY_DEPTH, depth);
    return question;
}

/* What a schedule says of itself. */
static void assert_at(const struct outcome *outcome, int latency, int depth) {
    const struct schedule *schedule = outcome_schedule(outcome);
    if (!schedule)
        return;
    assert_int_equal(schedule->latency, latency);
    assert_int_equal(schedule->depth, depth);
}

/* The engine's verdict, its certificate verified; UNDECIDED where it does not apply or stops. */
static int ask(const char *name, bool no_ball_rule, int latency, int depth) {
    struct engine_options options = {.no_ball_rule = no_ball_rule};
    struct limits limits = {.threads = 1, .nodes = 300000};
    const struct question question = question_at(latency, depth);
    struct outcome outcome;
    struct failure failure = {STATUS_OK, ""};
    enum status status =
        engine_ask(engine_find(&question, name), &question, &options, &limits, &outcome, &failure);
    if (status == STATUS_LIMIT)
        return UNDECIDED;
    assert_ok(status, failure);
    assert_string_equal(outcome.by, name);
    assert_at(&outcome, latency, depth);
    int verdict =
        outcome.verdict == VERDICT_UNKNOWN ? UNDECIDED : outcome.verdict == VERDICT_FEASIBLE;
    assert_int_equal(!has_proof(&outcome), verdict == UNDECIDED);
    assert_int_equal(*outcome.reason != 0, verdict == UNDECIDED);
    if (verdict != UNDECIDED)
        verify(&outcome, latency, depth);
    outcome_clear(&outcome);
    return verdict;
}

/* Engines and the theorem: feasible but for L = 2, t >= 4 and for t = 2L, L even. */
static int expected(int latency, int depth) {
    return latency == 2 ? depth < 4 : !(depth == 2 * latency && latency % 2 == 0);
}

static void engines_agree_with_brute_force(void **state) {
    enum { BRUTE, ARITHMETIC, BALLS, NO_BALLS, PAPER, OPINIONS };
    int decided[OPINIONS] = {0}, refuted[OPINIONS] = {0};
    (void)state;
    for (int latency = 1; latency <= MOST_LATENCY; latency++)
        for (int depth = 0; depth <= 3 * latency + 3; depth++) {
            const int opinions[OPINIONS] = {
                brute_force(latency, depth), ask("arithmetic", false, latency, depth),
                ask("backtrack", false, latency, depth), ask("backtrack", true, latency, depth),
                ask("paper", false, latency, depth)};
            assert_int_not_equal(opinions[ARITHMETIC], UNDECIDED);
            for (int i = 0; i < OPINIONS; i++) {
                if (opinions[i] == UNDECIDED)
                    continue;
                if (opinions[i] != expected(latency, depth))
                    fail_msg("L = %d, t = %d: opinion %d is %d", latency, depth, i, opinions[i]);
                decided[i]++;
                refuted[i] += !opinions[i];
            }
        }
    fprintf(stderr, "decided by brute force %d (impossible %d), backtrack %d, paper %d\n",
            decided[BRUTE], refuted[BRUTE], decided[BALLS], decided[PAPER]);
    assert_true(decided[BRUTE] >= 60 && refuted[BRUTE] >= 8);
    assert_true(decided[BALLS] >= 100 && refuted[BALLS] >= 8);
    assert_true(decided[NO_BALLS] >= 100 && refuted[NO_BALLS] >= 8);
    assert_true(decided[PAPER] >= 10 && refuted[PAPER] == 0);
}

/* L = 2: t = 0..3 feasible, everything beyond impossible, by residues however large. */
static void latency_two_ends_at_three(void **state) {
    (void)state;
    for (int depth = 0; depth <= 60; depth++)
        assert_int_equal(ask("arithmetic", false, 2, depth), depth <= 3);
    for (int depth = 100; depth <= 5000; depth = 2 * depth + 1)
        assert_int_equal(ask("arithmetic", false, 2, depth), 0);
}

static void twice_an_even_latency_is_refuted_by_residues(void **state) {
    struct failure failure;
    (void)state;
    for (int latency = 2; latency <= 40; latency++) {
        struct outcome outcome;
        assert_ok(arithmetic_solve(latency, 2 * latency, NULL, &outcome, &failure), failure);
        assert_int_equal(outcome_schedule(&outcome) != NULL, latency % 2);
        if (latency % 2 == 0)
            assert_proof(&outcome, "impossible-residues");
        verify(&outcome, latency, 2 * latency);
        outcome_clear(&outcome);
    }
}

/* A proof by residues exists for no instance that has a schedule. */
static void residues_never_refute_the_feasible(void **state) {
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= 40; latency++)
        for (int depth = latency; depth <= 4 * latency + 20; depth++) {
            struct instance instance;
            struct residue_proof proof;
            bool impossible;
            assert_ok(instance_init(&instance, latency, depth, NULL, &failure), failure);
            assert_ok(residues_refute(&instance, NULL, &impossible, &proof, &failure), failure);
            assert_int_equal(impossible, !expected(latency, depth));
            if (impossible)
                residue_proof_clear(&proof);
            instance_clear(&instance);
        }
}

/* Large depths: unrolled as long as words can be written, by induction beyond. */
static void large_depths_are_answered_by_the_rule(void **state) {
    static const int points[][2] = {{1, 40}, {3, 120}, {5, 1500}, {34, 700}};
    struct failure failure;
    char path[TEST_PATH_ROOM];
    struct outcome outcome;
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        assert_int_equal(ask("arithmetic", false, points[i][0], points[i][1]), 1);
    assert_ok(arithmetic_solve(3, 20000, NULL, &outcome, &failure), failure);
    assert_non_null(outcome_window(&outcome));
    write_proof(&outcome, test_path(path, "induction.cert"));
    assert_verified(path, "L=3: for every t >= 11 a block-cyclic schedule");
    outcome_clear(&outcome);
}

static void wrong_questions_are_refused(void **state) {
    static const int wrong[][2] = {{0, 3}, {-1, 3}, {3, -1}, {1000001, 3}, {3, 100000001}};
    const struct question right = question_at(3, 7);
    struct limits limits = {.threads = 1};
    const struct engine *engine;
    int engines = 0;
    (void)state;
    for (; (engine = engine_of(&right, engines)); engines++)
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            const struct question question = question_at(wrong[i][0], wrong[i][1]);
            struct outcome outcome;
            struct failure failure = {STATUS_OK, ""};
            assert_int_equal(engine_ask(engine, &question, &(struct engine_options){0}, &limits,
                                        &outcome, &failure),
                             STATUS_INPUT);
            assert_true(*failure.message);
        }
    assert_int_equal(engines, 4);
    assert_null(engine_find(&right, "oracle"));
    assert_null(engine_find(&right, ""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_stops_everywhere),
        cmocka_unit_test(engines_agree_with_brute_force),
        cmocka_unit_test(latency_two_ends_at_three),
        cmocka_unit_test(twice_an_even_latency_is_refuted_by_residues),
        cmocka_unit_test(residues_never_refute_the_feasible),
        cmocka_unit_test(large_depths_are_answered_by_the_rule),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
