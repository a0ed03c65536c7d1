/* SPDX-License-Identifier: MIT */
/* What the library answers is what the engines answer, with the same bytes of certificates, for all
 * small questions. */
#include "solver/collective/single/single_tree.h"
#include "solver/count/count.h"
#include "solver/items/items_question.h"
#include "solver/model/sequence.h"
#include "tests/collective/single_search.h"
#include "tests/library/library_test.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

static const struct limits one_thread = {.threads = 1};

/* The whole file, ended by 0; the caller frees. */
static char *file_text(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    rewind(file);
    char *text = calloc((size_t)length + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), (size_t)length);
    fclose(file);
    return text;
}

struct taken {
    char *text;
    size_t used;
    size_t length;
};

static int take(void *context, const char *bytes, size_t count) {
    struct taken *taken = context;
    if (count > taken->length - taken->used)
        return 1;
    memcpy(taken->text + taken->used, bytes, count);
    taken->used += count;
    return 0;
}

/* The certificate of the side is that of the file, in all three ways to have it. */
static void assert_certificate(const steadycast_answer *answer, steadycast_side side,
                               const char *expected) {
    steadycast_error error;
    char path[TEST_PATH_ROOM], *text, *want = file_text(expected);
    size_t length;
    assert_done(steadycast_answer_text(answer, side, NULL, &text, &length, &error), error);
    assert_string_equal(text, want);
    assert_int_equal(length, strlen(want));
    struct taken taken = {text, 0, length};
    memset(text, 0, length);
    assert_done(steadycast_answer_send(answer, side, take, &taken, NULL, &error), error);
    assert_int_equal(taken.used, length);
    assert_string_equal(text, want);
    free(text);
    test_path(path, "own.cert");
    assert_done(steadycast_answer_write(answer, side, path, 1, NULL, &error), error);
    assert_int_equal(steadycast_answer_write(answer, side, path, 0, NULL, &error),
                     STEADYCAST_INPUT);
    text = file_text(path);
    assert_string_equal(text, want);
    free(text);
    free(want);
}

/* Yes, no or unknown, as the engine has it. */
static void assert_same_answer(const steadycast_answer *answer, const struct outcome *want) {
    static const steadycast_verdict verdicts[] = {[VERDICT_UNKNOWN] = STEADYCAST_UNKNOWN,
                                                  [VERDICT_FEASIBLE] = STEADYCAST_FEASIBLE,
                                                  [VERDICT_INFEASIBLE] = STEADYCAST_INFEASIBLE};
    char path[TEST_PATH_ROOM];
    assert_int_equal(steadycast_answer_verdict(answer), verdicts[want->verdict]);
    assert_string_equal(steadycast_answer_engine(answer), want->by);
    assert_string_equal(steadycast_answer_reason(answer), want->reason);
    assert_int_equal(*steadycast_answer_reason(answer) != 0, want->verdict == VERDICT_UNKNOWN);
    if (!has_proof(want)) {
        assert_null(steadycast_answer_kind(answer, STEADYCAST_SCHEDULE));
        assert_null(steadycast_answer_kind(answer, STEADYCAST_PROOF));
        return;
    }
    bool feasible = want->verdict == VERDICT_FEASIBLE;
    assert_null(steadycast_answer_kind(answer, feasible ? STEADYCAST_PROOF : STEADYCAST_SCHEDULE));
    write_proof(want, test_path(path, "want.cert"));
    assert_certificate(answer, feasible ? STEADYCAST_SCHEDULE : STEADYCAST_PROOF, path);
}

static void decide_is_what_engines_say(void **state) {
    int engines = 0;
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (int depth = 0; depth <= 3 * latency + 1; depth++) {
            char text[60];
            snprintf(text, sizeof text, "decide latency %d depth %d", latency, depth);
            struct question question = test_question(text);
            const struct engine *engine;
            for (int i = 0; (engine = engine_of(&question, i)); i++) {
                steadycast_answer *answer = NULL;
                steadycast_error error;
                struct outcome want;
                struct failure failure = {0};
                enum status status =
                    test_ask(&question, engine->name, &one_thread, &want, &failure);
                assert_int_equal(
                    steadycast_decide(latency, depth, engine->name, NULL, &answer, &error),
                    (int)status);
                assert_int_equal(answer != NULL, status == STATUS_OK);
                engines += latency == 1 && depth == 0;
                if (status) {
                    assert_string_equal(error.message, failure.message);
                    continue;
                }
                assert_same_answer(answer, &want);
                assert_int_equal(steadycast_answer_nodes(answer), want.nodes);
                steadycast_answer_free(answer);
                outcome_clear(&want);
            }
            question_clear(&question);
        }
    assert_int_equal(engines, 4);
}

/* What the library says to a question of this class, or to the engine chosen. */
struct serve_case {
    int latency;
    int depth;
    int served;
    steadycast_class schedules;
    int period;
};

static struct question question_of(const struct serve_case *serve) {
    static const char *const classes[] = {"block-cyclic", "stationary", "periodic", "any"};
    char text[120], period[12] = "";
    if (serve->period)
        snprintf(period, sizeof period, ":%d", serve->period);
    snprintf(text, sizeof text, "serve latency %d depth %d served %d schedule %s%s", serve->latency,
             serve->depth, serve->served, classes[serve->schedules], period);
    return test_question(text);
}

/* One engine, or, as nobody is chosen, the first that answers. */
static void check_serve(const struct serve_case *serve, const struct engine *chosen) {
    struct question question = question_of(serve);
    steadycast_answer *answer = NULL;
    steadycast_error error;
    struct outcome want;
    char number[20];
    snprintf(number, sizeof number, "%d", serve->served);
    enum status status = STATUS_LIMIT;
    const struct engine *engine = chosen ? chosen : engine_of(&question, 0);
    for (int i = 0; engine && status == STATUS_LIMIT; engine = engine_of(&question, ++i)) {
        status = test_ask(&question, engine->name, &one_thread, &want, NULL);
        if (!status && want.verdict == VERDICT_UNKNOWN && !chosen && engine_of(&question, i + 1)) {
            outcome_clear(&want);
            status = STATUS_LIMIT;
        }
        if (chosen)
            break;
    }
    assert_int_equal(steadycast_serve(serve->latency, serve->depth, number, serve->schedules,
                                      serve->period, chosen ? chosen->name : NULL, NULL, &answer,
                                      &error),
                     chosen ? (int)status : STEADYCAST_OK);
    if (!status)
        assert_same_answer(answer, &want);
    if (!status)
        outcome_clear(&want);
    steadycast_answer_free(answer);
    question_clear(&question);
}

/* A third of the questions, each by all engines. */
static void serve_is_what_engines_say(void **state) {
    mpz_t tree;
    uint64_t random = random_seed();
    (void)state;
    mpz_init(tree);
    for (int class = STEADYCAST_BLOCKS; class <= STEADYCAST_ANY; class ++)
        for (int latency = 1; latency <= 3; latency++)
            for (int depth = 0; depth <= latency + 2; depth++)
                for (int n = 1; n <= 5; n++) {
                    const struct serve_case serve = {latency, depth, n, (steadycast_class) class,
                                                     class == STEADYCAST_PERIODIC ? 2 : 0};
                    const struct engine *engine;
                    assert_int_equal(sequence_term(tree, latency, depth, NULL, NULL), STATUS_OK);
                    if (class == STEADYCAST_BLOCKS && mpz_cmp_si(tree, n) == 0)
                        continue; /* that is decide */
                    if (!random_takes(&random, 3))
                        continue;
                    struct question question = question_of(&serve);
                    check_serve(&serve, NULL);
                    for (int i = 0; (engine = engine_of(&question, i)); i++)
                        check_serve(&serve, engine);
                    question_clear(&question);
                }
    mpz_clear(tree);
}

/* Blocks for P(t) processors are the question of decide. */
static void blocks_of_the_whole_tree_are_decided(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = 0; depth <= 3 * latency; depth++) {
            steadycast_answer *one = NULL, *other = NULL;
            steadycast_error error;
            char *number;
            assert_done(steadycast_tree_size(latency, depth, &number, &error), error);
            assert_done(steadycast_serve(latency, depth, number, STEADYCAST_BLOCKS, 0, NULL, NULL,
                                         &one, &error),
                        error);
            assert_done(steadycast_decide(latency, depth, NULL, NULL, &other, &error), error);
            assert_int_equal(steadycast_answer_verdict(one), steadycast_answer_verdict(other));
            assert_true(steadycast_answer_verdict(one) != STEADYCAST_UNKNOWN);
            steadycast_answer_free(one);
            steadycast_answer_free(other);
            steadycast_free(number);
        }
}

static void assert_number(const char *text, mpz_srcptr number) {
    char *want = mpz_get_str(NULL, 10, number);
    assert_non_null(text);
    assert_string_equal(text, want);
    free(want);
}

/* The answer is what the engine says to the question of this text. */
static void assert_same_number(const steadycast_answer *answer, const char *text,
                               const char *engine) {
    struct outcome want = test_answer(text, engine, &one_thread);
    struct failure failure;
    char path[TEST_PATH_ROOM];
    const struct evidence *sides[] = {&want.schedule, &want.bound};
    assert_string_equal(steadycast_answer_lower(answer), want.lower);
    assert_string_equal(steadycast_answer_upper(answer), want.upper);
    assert_int_equal(steadycast_answer_nodes(answer), want.nodes);
    assert_int_equal(steadycast_answer_verdict(answer),
                     want.verdict == VERDICT_SETTLED ? STEADYCAST_SETTLED : STEADYCAST_UNKNOWN);
    for (int i = 0; i < 2; i++) {
        steadycast_side side = i == 0 ? STEADYCAST_SCHEDULE : STEADYCAST_PROOF;
        assert_int_equal(steadycast_answer_kind(answer, side) != NULL, sides[i]->kind != NULL);
        if (!sides[i]->kind)
            continue;
        assert_ok(evidence_write(*sides[i], test_path(path, "want.cert"), true, NULL, &failure),
                  failure);
        assert_certificate(answer, side, path);
        assert_verified(path, "");
    }
    outcome_clear(&want);
}

static void check_capacity(int latency, int depth, const char *engine) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    char text[60];
    snprintf(text, sizeof text, "capacity latency %d depth %d", latency, depth);
    assert_done(steadycast_capacity(latency, depth, engine, NULL, &answer, &error), error);
    assert_same_number(answer, text, engine ? engine : "construction");
    steadycast_answer_free(answer);
}

static void capacity_is_what_engines_say(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = 0; depth <= 8 - latency; depth++) {
            check_capacity(latency, depth, NULL);
            if (STEADYCAST_LP_BUILT)
                check_capacity(latency, depth, "search");
        }
    if (!STEADYCAST_LP_BUILT)
        print_message("SKIPPED: steadycast-lp is not built, linear programs are not tried\n");
}

static void check_delay(int latency, int processors, const char *engine) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    char text[60], number[20];
    snprintf(number, sizeof number, "%d", processors);
    snprintf(text, sizeof text, "delay latency %d processors %d", latency, processors);
    assert_done(steadycast_delay(latency, number, engine, NULL, &answer, &error), error);
    assert_same_number(answer, text, engine);
    steadycast_answer_free(answer);
}

static void delay_is_what_engines_say(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (int processors = 2; processors <= 30; processors++) {
            check_delay(latency, processors, "construction");
            if (processors <= 12 && random_takes(&random, 3))
                check_delay(latency, processors, "search");
        }
}

static void check_stream(const struct logp_machine *machine, int capacity, int processors,
                         const char *engine) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    char text[120], number[20];
    snprintf(number, sizeof number, "%d", processors);
    snprintf(text, sizeof text, "delay latency %d overhead %d gap %d capacity %s processors %d",
             machine->latency, machine->overhead, machine->gap, logp_capacity_names[capacity],
             processors);
    assert_done(steadycast_stream(machine->latency, machine->overhead, machine->gap,
                                  (steadycast_under_way)capacity, number, engine, NULL, &answer,
                                  &error),
                error);
    assert_same_number(answer, text, engine ? engine : "construction");
    steadycast_answer_free(answer);
}

static void stream_is_what_engines_say(void **state) {
    uint64_t random = random_seed();
    static const struct logp_machine machines[] = {{6, 2, 4}, {5, 0, 2}, {9, 3, 4}};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int capacity = 0; capacity < 3; capacity++)
            for (int processors = 2; processors <= 14; processors += 4) {
                check_stream(&machines[i], capacity, processors, NULL);
                if (STEADYCAST_LP_BUILT && i < 2 && processors <= 10 && random_takes(&random, 3))
                    check_stream(&machines[i], capacity, processors, "search");
            }
}

/* Upper bounds alone; and bounds of two certificates. */
static void streams_have_other_sides(void **state) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    char *text;
    (void)state;
    assert_done(
        steadycast_stream(9, 1, 5, STEADYCAST_FULL, "101", "rounding", NULL, &answer, &error),
        error);
    assert_string_equal(steadycast_answer_upper(answer), "82");
    assert_null(steadycast_answer_lower(answer));
    assert_null(steadycast_answer_kind(answer, STEADYCAST_PROOF));
    steadycast_answer_free(answer);
    assert_done(steadycast_stream(9, 3, 2, STEADYCAST_NONE, "101", NULL, NULL, &answer, &error),
                error);
    assert_string_equal(steadycast_answer_kind(answer, STEADYCAST_PROOF), "reach");
    assert_done(steadycast_answer_text(answer, STEADYCAST_PROOF, NULL, &text, NULL, &error), error);
    const char *first = strstr(text, "kind reach");
    assert_true(first && strstr(first + 1, "kind reach"));
    char path[TEST_PATH_ROOM], *kept = NULL;
    test_path(path, "two.certs");
    assert_done(steadycast_answer_write(answer, STEADYCAST_PROOF, path, 0, NULL, &error), error);
    assert_int_equal(steadycast_answer_write(answer, STEADYCAST_PROOF, path, 0, NULL, &error),
                     STEADYCAST_INPUT);
    FILE *file = fopen(path, "r");
    size_t room = 0;
    assert_non_null(file);
    assert_int_equal(getdelim(&kept, &room, 0, file), (ssize_t)strlen(text));
    assert_string_equal(kept, text);
    fclose(file);
    free(kept);
    steadycast_free(text);
    steadycast_answer_free(answer);
}

static void check_items(const struct items_question *question, const char *engine) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    char text[120];
    snprintf(text, sizeof text, "broadcast latency %d ports %d sends %s processors %d items %d",
             question->latency, question->ports, question->single ? "single" : "any",
             question->processors + 1, question->items);
    assert_done(steadycast_items(question->latency, question->ports, question->processors + 1,
                                 question->items, question->single ? STEADYCAST_SINGLE_SENDING : 0,
                                 engine, NULL, &answer, &error),
                error);
    assert_same_number(answer, text, engine ? engine : "any");
    steadycast_answer_free(answer);
}

static void items_are_what_engines_say(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int latency = 1; latency <= 3; latency++)
        for (int processors = 1; processors <= 4; processors++)
            for (int items = 1; items <= 3; items++)
                for (int ports = 1; ports <= 2; ports++)
                    for (int single = 0; single <= 1; single++) {
                        struct items_question question = {latency, ports,       processors,
                                                          items,   single == 1, 0};
                        if (random_takes(&random, 2))
                            check_items(&question, NULL);
                        if (items == 2 && random_takes(&random, 2))
                            check_items(&question, "sat");
                    }
}

/* Against the search that knows nothing of trees. */
static void single_is_the_least(void **state) {
    (void)state;
    for (int latency = 1; latency <= 3; latency++)
        for (int overhead = 0; overhead <= 2; overhead++)
            for (int gap = 1; gap <= 3; gap++)
                for (int processors = 1; processors <= 5; processors++) {
                    const struct logp_machine machine = {latency, overhead, gap};
                    struct single_best best;
                    struct failure failure;
                    steadycast_answer *answer = NULL;
                    steadycast_error error;
                    char number[20];
                    mpz_t want;
                    snprintf(number, sizeof number, "%d", processors);
                    assert_ok(single_search(&machine, processors, NULL, &best, &failure), failure);
                    assert_done(
                        steadycast_single(latency, overhead, gap, number, NULL, &answer, &error),
                        error);
                    mpz_init_set_si(want, best.time);
                    assert_number(steadycast_answer_lower(answer), want);
                    assert_number(steadycast_answer_upper(answer), want);
                    mpz_set_si(want, best.sum);
                    assert_number(steadycast_answer_sum(answer), want);
                    mpz_clear(want);
                    assert_int_equal(steadycast_answer_kind(answer, STEADYCAST_SCHEDULE) != NULL,
                                     processors > 1);
                    steadycast_answer_free(answer);
                }
}

static void numbers_are_those_of_the_recurrence(void **state) {
    (void)state;
    for (int latency = 1; latency <= 6; latency++) {
        struct sequence sequence;
        assert_int_equal(sequence_init(&sequence, latency, NULL), STATUS_OK);
        for (int depth = 0; depth <= 200; depth++, sequence_next(&sequence)) {
            char *text;
            steadycast_error error;
            assert_done(steadycast_tree_size(latency, depth, &text, &error), error);
            assert_number(text, sequence_value(&sequence));
            steadycast_free(text);
        }
        sequence_clear(&sequence);
    }
}

static void counts_are_those_of_the_tables(void **state) {
    mpz_t parikh, all;
    (void)state;
    mpz_inits(parikh, all, (mpz_ptr)NULL);
    for (int latency = 1; latency <= 5; latency++)
        for (int depth = 0; depth <= 3 * latency; depth++) {
            char *multisets = NULL, *words = NULL;
            bool finished;
            steadycast_error error;
            struct failure failure;
            assert_ok(
                count_schedules(latency, depth, &one_thread, parikh, all, &finished, &failure),
                failure);
            assert_done(steadycast_count(latency, depth, NULL, &multisets, &words, &error), error);
            assert_number(multisets, parikh);
            assert_number(words, all);
            steadycast_free(multisets);
            steadycast_free(words);
        }
    mpz_clears(parikh, all, (mpz_ptr)NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decide_is_what_engines_say),
        cmocka_unit_test(serve_is_what_engines_say),
        cmocka_unit_test(blocks_of_the_whole_tree_are_decided),
        cmocka_unit_test(capacity_is_what_engines_say),
        cmocka_unit_test(delay_is_what_engines_say),
        cmocka_unit_test(stream_is_what_engines_say),
        cmocka_unit_test(streams_have_other_sides),
        cmocka_unit_test(items_are_what_engines_say),
        cmocka_unit_test(single_is_the_least),
        cmocka_unit_test(numbers_are_those_of_the_recurrence),
        cmocka_unit_test(counts_are_those_of_the_tables),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
