/* SPDX-License-Identifier: MIT */
/* What an engine leaves behind when something is refused to it, whichever engine of the table it
 * is: memory, a process, a pair of sockets, the answer of a program that has died, or any more
 * time; at every one of the first places, then at some, as many as TEST_ROUNDS says. It has to end
 * with the status of what was refused, or with an answer that does not contradict the one that it
 * has undisturbed. The program is linked with the address sanitizer where there is one: what is
 * freed twice, or by nobody, ends it. */
#include <stdlib.h>
#include <string.h>

#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

#include "tests/refusals.h"

enum { FIRST_PLACES = 2, MORE_PLACES = 2 };

static bool no_more_time(void *context) {
    (void)context;
    asked[TIME]++;
    return what == TIME && place > 0 && asked[TIME] >= place;
}

/* Each engine of the table has a question here, large enough for all that it does. */
static const struct {
    const char *engine, *question;
} cases[] = {
    {"arithmetic", "decide latency 3 depth 9"},
    {"backtrack", "decide latency 4 depth 9"},
    {"sat", "decide latency 3 depth 7"},
    {"paper", "decide latency 4 depth 13"},
    {"construction", "serve latency 3 schedule block-cyclic depth 7 served 8"},
    {"deal", "serve latency 3 schedule block-cyclic depth 7 served 8"},
    {"search", "serve latency 3 schedule stationary depth 6 served 6"},
    {"sat", "serve latency 2 schedule periodic:2 depth 4 served 5"},
    {"sat", "serve latency 2 schedule stationary depth 4 served 6"},
    {"construction", "serve latency 3 overhead 1 gap 2 schedule any depth 6 served 3"},
    {"logp-construction", "serve latency 3 schedule any depth 6 served 5"},
    {"search", "serve latency 3 gap 2 capacity none schedule any depth 5 served 9"},
    {"logp-search", "serve latency 3 schedule any depth 5 served 9"},
    {"circulation", "serve latency 3 schedule any depth 5 served 4"},
    {"sat", "serve latency 3 gap 2 schedule any depth 5 served 3"},
    {"logp-sat", "serve latency 3 schedule any depth 5 served 4"},
    {"construction", "serve latency 2 ports 2 schedule any depth 4 served 9"},
    {"sat", "serve latency 1 ports 2 schedule any depth 1 served 4"},
    {"construction", "capacity latency 2 depth 6"},
    {"search", "capacity latency 2 depth 5"},
    {"construction", "capacity latency 3 gap 2 depth 6"},
    {"search", "capacity latency 3 gap 2 depth 5"},
    {"logp-construction", "capacity latency 3 depth 6"},
    {"logp-search", "capacity latency 3 depth 5"},
    {"construction", "capacity latency 2 depth 4 ports 2"},
    {"construction", "delay latency 3 processors 12"},
    {"search", "delay latency 2 processors 9"},
    {"construction", "delay latency 3 overhead 2 gap 1 processors 5"},
    {"search", "delay latency 3 gap 2 processors 6"},
    {"rounding", "delay latency 6 overhead 2 gap 4 processors 8"},
    {"logp-construction", "delay latency 3 processors 8"},
    {"logp-search", "delay latency 3 processors 6"},
    {"construction", "delay latency 2 processors 11 ports 2"},
    {"search", "delay network path:3"},
    {"closed", "delay network ring:5 duplex full"},
    {"closed", "delay network petersen duplex full"},
    {"formulas", "delay network bipartite:3x2 duplex full"},
    {"search", "delay network ring:4 duplex half"},
    {"search", "delay network ring:5 rate 2"},
    {"search", "delay network ring:5 rate 7"},
    {"search", "delay network hypercube:2@2 rate 3 per 2"},
    {"construction", "delays latency 3 processors 12"},
    {"dynamic", "count latency 3 depth 7 of words"},
    {"backtrack", "count latency 3 depth 7 of words"},
    {"dynamic", "count latency 2 depth 4 of parikh ports 2"},
    {"construction", "family latency 3"},
    {"construction", "family latency 2 ports 3"},
    {"paper", "family latency 3"},
    {"construction", "family latency 5 gap 2 capacity none"},
    {"construction", "family latency 4 of items processors 8"},
    {"columns", "fraction latency 4 of a"},
    {"any", "broadcast latency 3 processors 6 items 3"},
    {"construction", "broadcast latency 3 processors 9 items 5"},
    {"construction", "broadcast latency 1 processors 7 items 3 ports 2"},
    {"sat", "broadcast latency 2 processors 5 items 2"},
    {"backtrack", "broadcast latency 2 processors 4 items 2"},
    {"tree", "broadcast latency 2 processors 8 ports 2"},
    {"star", "broadcast latency 9 processors 3 items 2"},
    {"stream", "broadcast latency 3 processors 9 items 5 sends single"},
    {"stream", "broadcast latency 2 processors 9 items 5 ports 2"},
    {"single", "broadcast latency 2 processors 22 items 5 sends single"},
    {"endgame", "broadcast latency 2 processors 10 items 5"},
    {"few", "broadcast latency 5 processors 40 items 2"},
    {"bundle", "broadcast latency 2 processors 10 items 5 ports 2"},
    {"boxes", "broadcast latency 1 processors 16 items 7 ports 2"},
    {"paper", "broadcast latency 3 processors 42 items 3"},
    {"buffered", "broadcast latency 3 capacity none processors 14 items 14"},
    {"tree", "broadcast latency 3 gap 2 processors 9 items 1"},
    {"construction", "broadcast latency 3 gap 2 processors 6 items 3"},
    {"logp-construction", "broadcast latency 3 processors 6 items 3"},
    {"rotation", "allgather latency 3 gap 2 processors 5 items 2"},
    {"any", "allgather network path:2*ring:3"},
    {"ring", "allgather network torus:3x3 duplex half"},
    {"product", "allgather network path:2*ring:3"},
    {"orbits", "allgather network torus:3x3"},
    {"sat", "allgather network ring:5"},
    {"greedy", "allgather network star:5"},
    {"window", "allreduce latency 3 processors 9"},
    {"any", "broadcast network ring:5 items 4 steps 4"},
    {"any", "reduce network ring:4 items 3"},
    {"any", "scatter network hub:4 items 2 steps 3"},
    {"any", "gather network path:3@2 root 1 items 2 steps 4"},
    {"any", "allgather network ring:4 items 2 steps 2"},
    {"any", "allgather network petersen duplex half"},
    {"any", "alltoall network torus:3x3"},
    {"any", "reduce-scatter network bowtie duplex full"},
    {"any", "allgather network ring:4 rounds 3 items 2"},
    {"any", "gather network path:3 steps 2 rounds 2 items 2"},
    {"composition", "allreduce network bowtie items 5"},
    {"composition", "allreduce network ring:4 duplex half"},
    {"composition", "allreduce network ring:4 items 4 steps 4"},
    {"composition", "allreduce network path:3 items 3 rounds 5"},
    {"search", "frontier network ring:4 collective broadcast"},
    {"search", "frontier network hub:4 collective allgather"},
    {"search", "frontier network path:3 collective scatter steps 3"},
    {"search", "rate network hub:4 collective allgather"},
    {"search", "rate network torus:3x3 collective alltoall"},
    {"search", "frontier network ring:15 collective broadcast steps 7"},
    {"tree", "reduce latency 5 overhead 2 gap 4 processors 8 until 28"},
    {"tree", "reduce latency 5 overhead 2 gap 4 processors 7 operands 40"},
    {"sat", "formula file pigeons.cnf"},
};
enum { CASES = sizeof cases / sizeof *cases };

/* These take as long as all others together, and are tried one time in four each. */
static const char *const seldom[] = {"allgather network petersen duplex half",
                                     "alltoall network torus:3x3", "fraction latency 4 of a",
                                     "frontier network ring:4 collective broadcast",
                                     "frontier network ring:15 collective broadcast steps 7"};

static bool is_left_out(const char *question, uint64_t *seed) {
    for (size_t i = 0; i < sizeof seldom / sizeof *seldom; i++)
        if (strcmp(question, seldom[i]) == 0)
            return !random_takes(seed, 4);
    return false;
}

/* Who renames a question has to rename it there, too. */
static void each_seldom_question_is_one(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof seldom / sizeof *seldom; i++) {
        int k = 0;
        while (k < CASES && strcmp(cases[k].question, seldom[i]) != 0)
            k++;
        if (k == CASES)
            fail_msg("no case asks '%s'", seldom[i]);
    }
}

static enum status write_evidence(struct evidence evidence, const struct limits *limits,
                                  struct failure *failure) {
    if (!evidence.kind)
        return STATUS_OK;
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    enum status status = evidence_write_stream(evidence, nowhere, limits, failure);
    fclose(nowhere);
    return status;
}

/* From the text of the question to its certificates. */
static enum status use(int i, struct outcome *outcome, struct failure *failure) {
    struct limits limits = {.threads = 1, .stop = no_more_time};
    struct question question;
    memset(asked, 0, sizeof asked);
    TRY(question_parse(&question, cases[i].question, failure));
    enum status status = test_ask(&question, cases[i].engine, &limits, outcome, failure);
    question_clear(&question);
    if (status)
        return status;
    status = write_evidence(outcome->schedule, &limits, failure);
    if (!status)
        status = write_evidence(outcome->bound, &limits, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}

static bool is_right(enum refused thing, enum status status) {
    if (thing == MEMORY)
        return status == STATUS_MEMORY;
    return status == STATUS_LIMIT || (thing != TIME && status == STATUS_SYSTEM);
}

static void refuse(int i, enum refused thing, long at, const struct outcome *undisturbed) {
    struct outcome outcome;
    struct failure failure = {0};
    char why[ENGINES_WHY_ROOM];
    what = thing, place = at;
    enum status status = use(i, &outcome, &failure);
    place = 0;
    if (status && !is_right(thing, status))
        fail_msg("%s, engine %s, %s refused the %ld. time: %s", cases[i].question, cases[i].engine,
                 names[thing], at, failure.message);
    if (!status && outcomes_disagree(&outcome, undisturbed, why))
        fail_msg("%s, engine %s, %s refused the %ld. time: %s", cases[i].question, cases[i].engine,
                 names[thing], at, why);
    if (!status)
        outcome_clear(&outcome);
}

static void refuse_everywhere(int i, enum refused thing, long times,
                              const struct outcome *undisturbed, long more, uint64_t *seed) {
    for (long at = 1; at <= times && at <= FIRST_PLACES; at++)
        refuse(i, thing, at, undisturbed);
    long rest = times - FIRST_PLACES;
    more = more < rest ? more : rest;
    for (long k = 0; k < more; k++) { /* one in each of as many stretches */
        long from = k * rest / more, end = (k + 1) * rest / more;
        refuse(i, thing, FIRST_PLACES + 1 + from + random_below(seed, (int)(end - from)),
               undisturbed);
    }
}

static void every_engine_fails_well(void **state) {
    (void)state;
    long more = MORE_PLACES * random_rounds();
    uint64_t seed = random_seed();
    for (int i = 0; i < CASES; i++) {
        struct outcome outcome;
        struct failure failure;
        long times[THINGS];
        if (is_left_out(cases[i].question, &seed))
            continue;
        assert_ok(use(i, &outcome, &failure), failure);
        memcpy(times, asked, sizeof times);
        assert_true(times[MEMORY] > 0);
        for (int thing = 0; thing < THINGS; thing++)
            refuse_everywhere(i, (enum refused)thing, times[thing], &outcome, more, &seed);
        outcome_clear(&outcome);
        if (getenv("TEST_TIMES"))
            print_message("%s %s: %ld %ld %ld %ld %ld\n", cases[i].engine, cases[i].question,
                          times[0], times[1], times[2], times[3], times[4]);
    }
}

static bool is_asked(const struct engine *engine) {
    for (int i = 0; i < CASES; i++) {
        struct question question = test_question(cases[i].question);
        bool same = engine_find(&question, cases[i].engine) == engine;
        question_clear(&question);
        if (same)
            return true;
    }
    return false;
}

/* Claims are tried by a verb, not by an engine that stands here. */
static void no_engine_is_left_out(void **state) {
    const struct engine *engine;
    (void)state;
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; (engine = subject_engine((enum subject)subject, i)); i++)
            if (subject != SUBJECT_CLAIM && !is_asked(engine))
                fail_msg("no case asks the engine %s (%s) of %s", engine->name, engine->summary,
                         subject_form((enum subject)subject)->name);
}

/* Three pigeons in two holes, for the engine of formulas. */
static int make_files(void **state) {
    if (test_folder_make(state) || chdir(test_folder))
        return -1;
    FILE *formula = fopen("pigeons.cnf", "w");
    if (!formula)
        return -1;
    fputs("p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n",
          formula);
    return fclose(formula);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_engine_is_left_out),
                                       cmocka_unit_test(each_seldom_question_is_one),
                                       cmocka_unit_test(every_engine_fails_well)};
    return cmocka_run_group_tests(tests, make_files, test_folder_remove);
}
