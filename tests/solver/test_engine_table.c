/* SPDX-License-Identifier: MIT */
/* What each engine is for: the question that it answers better than any other engine does which
 * takes it, with ten times the time. Where there is none its line says what it is kept for, and the
 * test that it agrees with the others. An engine without a line is refused. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

/* What it is kept for. */
enum role {
    BEST,     /* no other answers this so well */
    WHOLE,    /* it asks others in turn: none of them answers better */
    SECOND,   /* to contradict the others, by another way: it settles what the first one settles */
    PUBLISHED /* it is what a paper prints: a schedule of that, no better than those of others */
};

/* `wholes`: engines that ask this one as well, and others; they are left out, and so are, of the
 * postal model, the engines of any LogP machine, which ask those of the postal model. */
static const struct line {
    const char *engine, *question;
    enum role role;
    const char *wholes; /* with | between */
} lines[] = {
    {"arithmetic", "decide latency 8 depth 60", BEST, NULL},
    {"backtrack", "decide latency 5 depth 16", SECOND, NULL},
    {"sat", "decide latency 4 depth 10", SECOND, NULL},
    {"paper", "decide latency 5 depth 16", PUBLISHED, NULL},
    {"construction", "serve latency 3 schedule any depth 40 served 2000000", BEST, NULL},
    {"deal", "serve latency 2 schedule block-cyclic depth 12 served 120", BEST, NULL},
    {"search", "serve latency 2 schedule stationary depth 6 served 8", SECOND, NULL},
    {"sat", "serve latency 2 schedule periodic:2 roles keep depth 5 served 7", BEST, NULL},
    {"logp-construction", "serve latency 3 schedule any depth 6 served 6", SECOND, NULL},
    {"logp-search", "serve latency 3 schedule any depth 5 served 9", SECOND, NULL},
    {"circulation", "serve latency 3 schedule any depth 5 served 4", SECOND, NULL},
    {"logp-sat", "serve latency 3 schedule any depth 5 served 4", SECOND, NULL},
    {"construction", "serve latency 6 overhead 1 gap 2 schedule any depth 60 served 900", BEST,
     NULL},
    {"search", "serve latency 3 gap 2 schedule any depth 9 served 10", BEST, NULL},
    {"sat", "serve latency 5 gap 3 schedule any depth 14 served 6", SECOND, NULL},
    {"construction", "serve latency 5 ports 4 schedule any depth 3 served 12", BEST, NULL},
    {"sat", "serve latency 2 ports 2 schedule any depth 3 served 8", SECOND, NULL},
    {"construction", "capacity latency 2 depth 40", BEST, NULL},
    {"search", "capacity latency 2 depth 7", SECOND, NULL},
    {"logp-construction", "capacity latency 7 depth 10", SECOND, NULL},
    {"logp-search", "capacity latency 3 depth 5", SECOND, NULL},
    {"construction", "capacity latency 5 gap 2 depth 10", SECOND, NULL},
    {"search", "capacity latency 2 overhead 2 gap 4 depth 17", BEST, NULL},
    {"construction", "capacity latency 2 depth 4 ports 2", BEST, NULL},
    {"construction", "delay latency 2 processors 123456789", BEST, NULL},
    {"search", "delay latency 2 processors 9", SECOND, NULL},
    {"logp-construction", "delay latency 3 processors 8", SECOND, NULL},
    {"logp-search", "delay latency 3 processors 6", SECOND, NULL},
    {"rounding", "delay latency 6 overhead 2 gap 4 processors 8", PUBLISHED, NULL},
    {"construction", "delay latency 6 overhead 2 gap 1 processors 50", BEST, NULL},
    {"search", "delay latency 6 overhead 2 gap 4 processors 5000", BEST, NULL},
    {"construction", "delay latency 2 processors 11 ports 2", BEST, NULL},
    {"closed", "delay network hypercube:7 duplex full", BEST, "search"},
    {"formulas", "delay network dgx1 rate 3", BEST, "search"},
    {"search", "delay network mesh:3x3", WHOLE, NULL},
    {"construction", "delays latency 3 processors 12", BEST, NULL},
    {"dynamic", "count latency 4 depth 17 of words", BEST, NULL},
    {"backtrack", "count latency 3 depth 11 of words", SECOND, NULL},
    {"dynamic", "count latency 2 depth 4 of parikh ports 2", BEST, NULL},
    {"construction", "family latency 30", BEST, NULL},
    {"paper", "family latency 3", PUBLISHED, NULL},
    {"construction", "family latency 2 ports 3", BEST, NULL},
    {"construction", "family latency 7 overhead 1 gap 3 capacity none", BEST, NULL},
    {"construction", "family latency 4 of items processors 8", BEST, NULL},
    {"columns", "fraction latency 4 of a", BEST, NULL},
    {"any", "broadcast latency 3 ports 2 processors 9 items 4", WHOLE, NULL},
    {"construction", "broadcast latency 4 processors 600 items 3000", WHOLE, NULL},
    {"sat", "broadcast latency 3 ports 2 processors 9 items 4", BEST, "any"},
    {"backtrack", "broadcast latency 3 processors 6 items 4", SECOND, NULL},
    {"tree", "broadcast latency 5 processors 90000 ports 2", BEST, "any|construction"},
    {"star", "broadcast latency 60 ports 3 processors 90 items 2", BEST, "any|construction"},
    {"stream", "broadcast latency 8 sends single processors 3800 items 9", BEST,
     "any|construction"},
    {"single", "broadcast latency 2 sends single processors 234 items 5", BEST, "any|construction"},
    {"endgame", "broadcast latency 4 processors 60 items 300", BEST, "any|construction"},
    {"few", "broadcast latency 7 processors 200 items 3", BEST, "any|construction"},
    {"bundle", "broadcast latency 6 ports 2 processors 31 items 5", BEST, "any|construction"},
    {"boxes", "broadcast latency 1 ports 5 sends single processors 35 items 11", BEST,
     "any|construction"},
    {"paper", "broadcast latency 3 processors 42 items 3", PUBLISHED, NULL},
    {"buffered", "broadcast latency 3 capacity none processors 14 items 14", PUBLISHED, NULL},
    {"tree", "broadcast latency 9 overhead 2 gap 2 processors 25", SECOND, NULL},
    {"construction", "broadcast latency 3 gap 2 processors 6 items 3", BEST, NULL},
    {"logp-construction", "broadcast latency 3 processors 6 items 3", SECOND, NULL},
    {"rotation", "allgather latency 3 gap 2 processors 5 items 2", BEST, NULL},
    {"ring", "allgather network mesh:6x7 duplex half", BEST, "any"},
    {"product", "allgather network path:40*star:40 duplex full", BEST, "any"},
    {"orbits", "allgather network torus:16x16", BEST, "any"},
    {"sat", "broadcast network bowtie items 3 duplex half", BEST, "any"},
    {"greedy", "allgather network star:5*path:3 duplex full", BEST, "any"},
    {"any", "allgather network debruijn:3*path:5 duplex full", WHOLE, NULL},
    {"window", "allreduce latency 3 processors 9", BEST, NULL},
    {"composition", "allreduce network bowtie items 5", BEST, NULL},
    {"search", "frontier network ring:4 collective broadcast", BEST, NULL},
    {"search", "rate network torus:3x3 collective alltoall", BEST, NULL},
    {"tree", "reduce latency 5 overhead 2 gap 4 processors 7 operands 40", BEST, NULL},
    {"sat", "formula file pigeons.cnf", BEST, NULL},
};
enum { LINES = sizeof lines / sizeof *lines, TIMES = 10 };
#define LEAST_SECONDS 0.1 /* of the others */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool is_over(void *context) {
    return now() > *(const double *)context;
}

/* What an engine says within so many seconds; of one that refuses or is stopped nothing is known.
 */
static struct outcome answer_of(const struct question *question, const struct engine *engine,
                                double seconds) {
    double end = now() + seconds;
    const struct limits limits = {.threads = 1, .stop = is_over, .context = &end};
    struct outcome outcome;
    struct failure failure;
    enum status status =
        engine_ask(engine, question, &(struct engine_options){0}, &limits, &outcome, &failure);
    if (status == STATUS_LIMIT || status == STATUS_INPUT) /* too large, or no product */
        outcome = (struct outcome){.by = engine->name};
    else
        assert_ok(status, failure);
    return outcome;
}

static bool is_above(const char *one, const char *other) {
    size_t a = strlen(one), b = strlen(other);
    return a != b ? a > b : strcmp(one, other) > 0;
}

/* It settles what the other one leaves open, or one of its bounds is closer. */
static bool is_better(const struct outcome *one, const struct outcome *other) {
    bool open = verdict_is_open(one->verdict);
    if (open != verdict_is_open(other->verdict))
        return !open;
    return (one->lower && (!other->lower || is_above(one->lower, other->lower))) ||
           (one->upper && (!other->upper || is_above(other->upper, one->upper)));
}

static int faults;

#define FAULT(...) (faults++, print_error(__VA_ARGS__))

static void compare(const struct line *line, const struct outcome *own,
                    const struct outcome *other) {
    char why[ENGINES_WHY_ROOM];
    if (outcomes_disagree(own, other, why))
        FAULT("%s: %s\n", line->question, why);
    if ((line->role == BEST && !is_better(own, other)) ||
        (line->role == WHOLE && is_better(other, own)))
        FAULT("%s: engine %s says %s %s..%s, and %s %s %s..%s: another question, or it goes\n",
              line->question, line->engine, verdict_name(own->verdict), own->lower, own->upper,
              other->by, verdict_name(other->verdict), other->lower, other->upper);
}

static bool is_whole(const struct line *line, const char *name) {
    size_t length = strlen(name);
    for (const char *at = line->wholes; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == '|'))
            return true;
    }
    return false;
}

static void try_line(const struct line *line) {
    struct question question = test_question(line->question);
    const struct engine *own = engine_find(&question, line->engine), *engine;
    int settled = 0;
    if (!own)
        fail_msg("%s: no engine %s takes it", line->question, line->engine);
    double start = now();
    struct outcome outcome = answer_of(&question, own, 600);
    double seconds = TIMES * (now() - start);
    bool open = verdict_is_open(outcome.verdict);
    if (open && (line->role == SECOND || !outcome.upper))
        FAULT("%s: engine %s leaves it open: %s\n", line->question, own->name, outcome.reason);
    for (int i = 0; (engine = engine_of(&question, i)); i++) {
        bool twin = line->role == BEST && strncmp(engine->name, "logp-", 5) == 0;
        if (engine == own || twin || is_whole(line, engine->name))
            continue;
        struct outcome other =
            answer_of(&question, engine, seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS);
        compare(line, &outcome, &other);
        settled += !verdict_is_open(other.verdict);
        outcome_clear(&other);
    }
    if (getenv("TEST_TIMES"))
        print_message("%s %s: %.2f\n", line->engine, line->question, now() - start);
    if (line->role == SECOND && settled == 0)
        FAULT("%s: engine %s is a second one, and no other settles it\n", line->question,
              line->engine);
    outcome_clear(&outcome);
    question_clear(&question);
}

static void each_engine_is_for_something(void **state) {
    const char *only = getenv("TEST_ENGINE");
    (void)state;
    for (int i = 0; i < LINES; i++)
        if (!only || strcmp(only, lines[i].engine) == 0)
            try_line(&lines[i]);
    assert_int_equal(faults, 0);
}

static bool has_line(const struct engine *engine) {
    for (int i = 0; i < LINES; i++) {
        struct question question = test_question(lines[i].question);
        bool same = engine_find(&question, lines[i].engine) == engine;
        question_clear(&question);
        if (same)
            return true;
    }
    return false;
}

/* Claims are tried by a verb, not by an engine that stands here. */
static void each_engine_has_a_line(void **state) {
    const struct engine *engine;
    (void)state;
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; (engine = subject_engine((enum subject)subject, i)); i++)
            if (subject != SUBJECT_CLAIM && !has_line(engine))
                fail_msg("no line says what engine %s of %s is for", engine->name,
                         subject_form((enum subject)subject)->name);
}

static int make_files(void **state) {
    if (test_folder_make(state) || chdir(test_folder))
        return -1;
    FILE *file = fopen("pigeons.cnf", "w");
    return file && fputs("p cnf 2 2\n1 2 0\n-1 -2 0\n", file) >= 0 ? fclose(file) : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_engine_has_a_line),
                                       cmocka_unit_test(each_engine_is_for_something)};
    return cmocka_run_group_tests(tests, make_files, test_folder_remove);
}
