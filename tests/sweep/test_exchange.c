/* SPDX-License-Identifier: MIT */
/* Certificates of all kinds against questions of all subjects: the real checker reads the samples,
 * and what it says of each is held against random questions, on both sides, with every number that
 * it names as the answer. Whatever is taken is judged by who knows nothing of the table of
 * confirmation: all engines together must not know better, and the machine must be the same.
 *
 *     test_exchange STEADYCHECK SAMPLES [ROUNDS]     TEST_ROUNDS times as many, if it is set */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <gmp.h>

#include "solver/question/confirmed.h"
#include "solver/question/engines.h"
#include "solver/question/fields.h"
#include "tests/automata/random.h"
#include "tools/steadycast/frame/checker.h"

enum { MOST_CLAIMS = 1000, MOST_NUMBERS = 24, NUMBER_LIMIT = 60, NODES = 3000, TEXT_ROOM = 300 };

static struct {
    const char *checker;
    const char *samples;
    long rounds;
    uint64_t random;
    int count;
    char *claims[MOST_CLAIMS]; /* their fields */
    long taken, judged;
} test = {.rounds = 500};

static uint64_t draw(uint64_t below) { /* xorshift */
    test.random ^= test.random << 13;
    test.random ^= test.random >> 7;
    test.random ^= test.random << 17;
    return test.random % below;
}

/* --- what the checker says of the samples --- */

static int read_claims(void **state) {
    char pattern[TEXT_ROOM];
    glob_t found;
    struct checker_verdict said;
    struct failure failure;
    (void)state;
    snprintf(pattern, sizeof pattern, "%s/*.cert", test.samples);
    if (glob(pattern, 0, NULL, &found) != 0)
        return -1;
    for (size_t i = 0; i < found.gl_pathc && test.count < MOST_CLAIMS; i++) {
        if (checker_run(test.checker, found.gl_pathv[i], NULL, &said, &failure))
            return -1;
        if (said.verified)
            test.claims[test.count++] = strdup(said.fields);
    }
    globfree(&found);
    return test.count > 150 ? 0 : -1;
}

static int free_claims(void **state) {
    (void)state;
    while (test.count > 0)
        free(test.claims[--test.count]);
    return 0;
}

/* The small numbers of a claim. */
static int numbers_of(const char *claim, long numbers[MOST_NUMBERS]) {
    int count = 0;
    for (const char *at = claim; (at = strchr(at, '=')) && count < MOST_NUMBERS; at++) {
        char *end;
        long number = strtol(at + 1, &end, 10);
        if (end > at + 1 && (*end == ' ' || !*end) && number < NUMBER_LIMIT)
            numbers[count++] = number;
    }
    return count;
}

/* --- a question --- */

/* The fields whose number such a parameter probably has. */
static const char *fields_of(enum key key) {
    switch (key) {
    case KEY_LATENCY:
        return "L";
    case KEY_OVERHEAD:
        return "o";
    case KEY_GAP:
        return "g";
    case KEY_DEPTH:
        return draw(2) ? "t" : "s";
    case KEY_SERVED:
        return draw(2) ? "N" : "most";
    case KEY_PROCESSORS:
        return draw(3) ? "P" : "N";
    case KEY_ITEMS:
        return "K";
    case KEY_PORTS:
        return "ports";
    case KEY_UNTIL:
        return "end";
    case KEY_OPERANDS:
        return "operands";
    default:
        return "most";
    }
}

static long draw_number(const struct parameter *parameter, const char *claim, const long *numbers,
                        int count) {
    const char *field = fields_of(parameter->key);
    long number = fields_number(claim, field);
    bool source = parameter->key == KEY_PROCESSORS && strcmp(field, "N") == 0;
    if (number < 0 && parameter->implied >= 0 && draw(4))
        return parameter->implied;
    if (number < 0 || number >= NUMBER_LIMIT || draw(12) == 0)
        number = count ? numbers[draw((uint64_t)count)] : 1;
    number += source + (draw(12) == 0) - (draw(12) == 0);
    return number < parameter->least ? parameter->least : number;
}

static void draw_word(const struct parameter *parameter, const char *claim, char text[40]) {
    static const char *const networks[] = {"path:2", "path:3", "ring:3",       "path:4",
                                           "star:4", "ring:5", "path:2*path:3"};
    static const char *const classes[] = {"block-cyclic", "stationary", "any",
                                          "periodic:1",   "periodic:2", "periodic:4"};
    if (parameter->key == KEY_NETWORK)
        snprintf(text, 40, "%s", networks[draw(7)]);
    else if (parameter->key == KEY_SCHEDULE)
        snprintf(text, 40, "%s", classes[draw(6)]);
    else if (parameter->key == KEY_CAPACITY && !fields_find(claim, "o").length && draw(8))
        snprintf(text, 40, "full"); /* mostly the postal model, where the claim is of it */
    else {
        const char *word = parameter->words;
        for (uint64_t skip = draw(3); skip > 0 && strchr(word, '|'); skip--)
            word = strchr(word, '|') + 1;
        snprintf(text, 40, "%.*s", (int)strcspn(word, "|"), word);
    }
}

/* A network has its own latency and processors, and what is not one has no duplex. */
static bool is_left_out(const struct question *question, const struct parameter *parameter,
                        bool network) {
    bool family = question->subject == SUBJECT_FAMILY;
    enum key key = parameter->key;
    bool items = question_number(question, KEY_OF) == OF_ITEMS;
    if (!subject_has_machine(question->subject))
        return false;
    if (key == KEY_ROOT || key == KEY_RATE || key == KEY_PER || key == KEY_STEPS ||
        key == KEY_ROUNDS || (parameter->of == OF_NETWORKS && !network) ||
        (parameter->of == OF_COMPLETE && network))
        return true;
    if (key == KEY_UNTIL || key == KEY_OPERANDS) /* one of both */
        return key == KEY_UNTIL ? draw(2) : question_has(question, KEY_UNTIL);
    if (key == KEY_PROCESSORS)
        return network || (family && !items);
    return network ? key == KEY_LATENCY || key == KEY_PORTS
                   : key == KEY_NETWORK || key == KEY_DUPLEX;
}

/* Mostly one that has to do with such certificates. */
static enum subject draw_subject(const char *claim) {
    uint64_t rows = 0;
    while (confirmed_rows[rows].template)
        rows++;
    for (int i = 0; i < 300 && draw(200); i++) {
        const struct confirmed_row *row = &confirmed_rows[draw(rows)];
        char kind[40];
        snprintf(kind, sizeof kind, "%.*s", (int)strcspn(row->template, " "), row->template);
        if (fields_say(claim, "kind", kind))
            return row->subject == CONFIRMED_COLLECTIVES
                       ? (enum subject)(SUBJECT_SCATTER + draw(SUBJECT_FRONTIER - SUBJECT_SCATTER))
                       : row->subject;
    }
    return (enum subject)draw(SUBJECTS);
}

/* Of a subject that engines answer for small numbers; false: no such question. */
static bool draw_question(const char *claim, const long *numbers, int count,
                          struct question *question) {
    static const enum subject without[] = {SUBJECT_COUNT, SUBJECT_FORMULA, SUBJECT_DELAYS,
                                           SUBJECT_CLAIM};
    struct failure failure;
    enum subject subject = draw_subject(claim);
    const struct subject_form *form = subject_form(subject);
    for (int i = 0; i < 4; i++)
        if (subject == without[i])
            return false;
    bool network = form->traffic == TRAFFIC_COLLECTIVE ||
                   (subject_has_machine(subject) &&
                    (fields_find(claim, "network").length ? draw(8) != 0 : draw(30) == 0));
    int given = 0;
    question_init(question, subject);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        char text[40];
        if (is_left_out(question, parameter, network))
            continue;
        given |= 1 << i;
        if (parameter->kind == PARAMETER_WORD || parameter->kind == PARAMETER_TEXT)
            draw_word(parameter, claim, text);
        else
            snprintf(text, sizeof text, "%ld", draw_number(parameter, claim, numbers, count));
        if (question_read_value(question, parameter->key, text, &failure)) {
            question_clear(question);
            return false;
        }
    }
    if (question_check(question, given, &failure))
        fail_msg("%s", failure.message);
    return true;
}

/* --- the oracle --- */

/* What all engines know of a question. */
struct truth {
    bool yes, no;
    mpz_t lower, upper; /* -1: none is known */
};

static void learn_bound(mpz_ptr best, const char *text, bool larger) {
    mpz_t bound;
    if (!text)
        return;
    mpz_init_set_str(bound, text, 10);
    if (mpz_sgn(best) < 0 || (mpz_cmp(bound, best) > 0) == larger)
        mpz_set(best, bound);
    mpz_clear(bound);
}

/* An engine that is stopped knows nothing: no number of nodes is the same work for all. */
static bool is_late(void *context) {
    return time(NULL) > *(const time_t *)context + 1;
}

static void learn(const struct question *question, struct truth *truth) {
    time_t began = time(NULL);
    const struct limits limits = {.threads = 1, .nodes = NODES, .stop = is_late, .context = &began};
    const struct engine *engine;
    struct engine_options options = {0};
    for (int i = 0; (engine = engine_of(question, i)); i++) {
        struct outcome outcome;
        struct failure failure;
        if (engine_ask(engine, question, &options, &limits, &outcome, &failure))
            continue;
        truth->yes |= outcome.verdict == VERDICT_FEASIBLE;
        truth->no |= outcome.verdict == VERDICT_INFEASIBLE;
        learn_bound(truth->lower, outcome.lower, true);
        learn_bound(truth->upper, outcome.upper, false);
        outcome_clear(&outcome);
    }
}

/* Is `number` on this side of the answer excluded by what is known; is it known at all? */
static bool is_false(const struct truth *truth, const struct question *question, bool schedule,
                     mpz_srcptr number, bool *known) {
    bool upper =
        schedule != question_shows_lower(question); /* it is said that the answer is at most this */
    mpz_srcptr other = upper ? truth->lower : truth->upper;
    if (question_is_decision(question)) {
        *known = truth->yes || truth->no;
        return schedule ? truth->no : truth->yes;
    }
    *known = mpz_sgn(other) >= 0;
    return *known && (upper ? mpz_cmp(number, other) < 0 : mpz_cmp(number, other) > 0);
}

/* L, o and g of a claim are those of the question; l = L+2o. */
static bool is_same_machine(const char *claim, const struct question *question) {
    long latency = question_number(question, KEY_LATENCY);
    long overhead = question_number(question, KEY_OVERHEAD),
         gap = question_number(question, KEY_GAP);
    bool machine = subject_has_machine(question->subject);
    if (!question_has(question, KEY_LATENCY))
        return true;
    if (fields_find(claim, "l").length)
        return fields_number(claim, "l") == latency + 2 * overhead &&
               fields_number(claim, "g") == gap;
    return fields_number(claim, "L") == latency &&
           (!machine || !fields_find(claim, "o").length || fields_number(claim, "o") == overhead) &&
           (!machine || !fields_find(claim, "g").length || fields_number(claim, "g") == gap);
}

static void judge(const char *claim, const struct question *question, bool schedule,
                  const char *bound, struct truth *truth) {
    char *text = question_print(question);
    bool known;
    mpz_t number;
    mpz_init_set_str(number, bound ? bound : "0", 10);
    if (is_false(truth, question, schedule, number, &known) || !is_same_machine(claim, question))
        fail_msg("%s, %s %s: taken is %s", text, schedule ? "schedule" : "bound",
                 bound ? bound : "", claim);
    test.taken++;
    test.judged += known;
    mpz_clear(number);
    free(text);
}

static bool is_taken(const char *claim, const struct question *question, bool schedule,
                     const char *bound) {
    struct confirmation confirmation;
    struct failure failure;
    if (confirmation_open(&confirmation, question, schedule, bound, &failure))
        fail_msg("%s", failure.message);
    confirmation_take(&confirmation, claim);
    bool taken = confirmation_holds(&confirmation);
    confirmation_close(&confirmation);
    return taken;
}

static void exchange(const char *claim, const struct question *question, const long *numbers,
                     int count) {
    struct truth truth = {0};
    bool learned = false;
    bool decision = question_is_decision(question);
    mpz_init_set_si(truth.lower, -1);
    mpz_init_set_si(truth.upper, -1);
    for (int i = 0; i < (decision ? 1 : 3 * count); i++)
        for (int schedule = 0; schedule < 2; schedule++) {
            char bound[24];
            snprintf(bound, sizeof bound, "%ld", decision ? 0 : numbers[i / 3] + i % 3 - 1);
            if (*bound == '-' || !is_taken(claim, question, schedule, decision ? NULL : bound))
                continue;
            if (!learned)
                learn(question, &truth);
            learned = true;
            judge(claim, question, schedule, decision ? NULL : bound, &truth);
        }
    mpz_clears(truth.lower, truth.upper, NULL);
}

static void test_exchange(void **state) {
    (void)state;
    printf("%ld questions of %d claims\n", test.rounds, test.count);
    for (long i = 0; i < test.rounds; i++) {
        struct question question;
        long numbers[MOST_NUMBERS];
        const char *claim = test.claims[draw((uint64_t)test.count)];
        int count = numbers_of(claim, numbers);
        if (!draw_question(claim, numbers, count, &question))
            continue;
        exchange(claim, &question, numbers, count);
        question_clear(&question);
    }
    printf("%ld were taken, %ld of them judged\n", test.taken, test.judged);
    assert_true(test.judged >= test.rounds / 20);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exchange)};
    if (argc < 3)
        return 1;
    test.checker = argv[1];
    test.samples = argv[2];
    test.rounds = argc > 3 ? atol(argv[3]) : test.rounds;
    test.rounds *= random_rounds();
    test.random = random_seed() | 1;
    return cmocka_run_group_tests(tests, read_claims, free_claims);
}
