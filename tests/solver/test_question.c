/* SPDX-License-Identifier: MIT */
/* Questions: what is printed is read as the same question, what is no question is refused, and the
 * engines of each subject agree with each other where they are small. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/question/engines.h"
#include "solver/question/question.h"

static uint64_t seed = 20261122;

static long random_below(long bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (long)((seed >> 33) % (uint64_t)bound);
}

/* A value that the parameter allows, as text. */
static void random_value(const struct parameter *parameter, char text[80]) {
    long range = parameter->most - parameter->least;
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
        snprintf(text, 80, "%ld",
                 parameter->least + random_below(range < 1000000000 ? range + 1 : 1000000000));
        break;
    case PARAMETER_BIG:
        if (random_below(2))
            snprintf(text, 80, "%ld", parameter->least + random_below(1000));
        else
            snprintf(text, 80, "1%018ld%018ld", random_below(1000000000), random_below(1000000000));
        break;
    case PARAMETER_WORD: {
        char words[80], *rest = NULL;
        int count = 1;
        snprintf(words, sizeof words, "%s", parameter->words);
        for (const char *bar = words; (bar = strchr(bar, '|')); bar++)
            count++;
        char *word = strtok_r(words, "|", &rest);
        for (long skip = random_below(count); skip > 0; skip--)
            word = strtok_r(NULL, "|", &rest);
        bool numbered = word[strlen(word) - 1] == ':';
        snprintf(text, 80, numbered ? "%s%ld" : "%s", word, 1 + random_below(50));
        break;
    }
    case PARAMETER_TEXT:
        snprintf(text, 80, "ring:%ld", 3 + random_below(9));
        break;
    }
}

/* What a machine is given as; `network` is one of its own, without latency and processors. */
enum machine_form { BY_KEYS, BY_POSTAL, BY_LOGP, BY_NETWORK, NO_MACHINE };

static enum machine_form random_form(enum subject subject) {
    if (subject_form(subject)->traffic == TRAFFIC_COLLECTIVE) /* of networks alone */
        return BY_NETWORK;
    return !subject_has_machine(subject) ? NO_MACHINE : (enum machine_form)random_below(4);
}

/* Must it be there, 1, may it not, -1, or either, 0? */
static int wanted(enum subject subject, enum machine_form form, long of,
                  const struct parameter *parameter) {
    bool family = subject == SUBJECT_FAMILY, network = form == BY_NETWORK;
    if (form == NO_MACHINE)
        return 0;
    if (parameter->of != OF_ALL && (parameter->of == OF_NETWORKS) != network)
        return -1;
    switch (parameter->key) {
    case KEY_LATENCY:
        return form == BY_KEYS ? 1 : -1;
    case KEY_OVERHEAD:
    case KEY_GAP:
        return form == BY_LOGP ? -1 : 0;
    case KEY_NETWORK:
        return network ? 1 : -1;
    case KEY_UNTIL: /* a sum of one of both */
        return of == OF_ITEMS ? 1 : -1;
    case KEY_OPERANDS:
        return of == OF_ITEMS ? -1 : 1;
    case KEY_ROOT: /* some collectives have one */
        return subject == SUBJECT_FRONTIER || subject == SUBJECT_RATE ? -1 : 0;
    case KEY_RATE: /* in lowest terms with `per` */
    case KEY_PER:
        return -1;
    case KEY_PORTS: /* links have none */
        return network ? -1 : 0;
    case KEY_PROCESSORS:
        return network || (family && of != OF_ITEMS) ? -1 : 1;
    case KEY_OF:
        return family ? 1 : 0;
    default:
        return 0;
    }
}

/* All that must be given, and some of the rest, in any order. */
static void random_text(enum subject subject, char text[800]) {
    const struct subject_form *form = subject_form(subject);
    int start = (int)random_below(form->count);
    enum machine_form machine = random_form(subject);
    long of = random_below(3);
    strcpy(text, form->name);
    if (machine == BY_POSTAL)
        sprintf(text + strlen(text), " postal %ld", 1 + random_below(50));
    if (machine == BY_LOGP)
        sprintf(text + strlen(text), " logp %ld,%ld,%ld", 1 + random_below(50), random_below(5),
                1 + random_below(5));
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[(i + start) % form->count];
        int want = wanted(subject, machine, of, parameter);
        char value[80];
        if (want < 0 || (want == 0 && parameter->implied != NOT_IMPLIED && random_below(2)))
            continue;
        random_value(parameter, value);
        if (parameter->key == KEY_OF && subject == SUBJECT_FAMILY)
            strcpy(value, of == OF_DEPTHS ? "depths" : of == OF_ITEMS ? "items" : "processors");
        if (parameter->key == KEY_SERVED && machine == BY_NETWORK)
            strcpy(value, "7"); /* a number beyond a long is refused there */
        sprintf(text + strlen(text), " %s %s", key_name(parameter->key), value);
    }
}

static struct question parsed(const char *text) {
    struct question question;
    struct failure failure;
    if (question_parse(&question, text, &failure))
        fail_msg("'%s': %s", text, failure.message);
    return question;
}

static void test_round_trip(void **state) {
    (void)state;
    for (int round = 0; round < 4000; round++) {
        char text[800];
        random_text((enum subject)(round % SUBJECTS), text);
        struct question first = parsed(text);
        char *printed = question_print(&first);
        assert_non_null(printed);
        struct question second = parsed(printed);
        char *again = question_print(&second);
        assert_string_equal(printed, again);
        assert_int_equal(question_compare(&first, &second), 0);
        free(printed);
        free(again);
        question_clear(&first);
        question_clear(&second);
    }
}

/* What differs in one value differs, and the order is one. */
static void test_order(void **state) {
    (void)state;
    for (int round = 0; round < 2000; round++) {
        char texts[3][800];
        struct question q[3];
        enum subject subject = (enum subject)(round % SUBJECTS);
        for (int i = 0; i < 3; i++) {
            random_text(subject, texts[i]);
            q[i] = parsed(texts[i]);
        }
        char *a = question_print(&q[0]), *b = question_print(&q[1]);
        assert_int_equal(question_compare(&q[0], &q[1]) == 0, strcmp(a, b) == 0);
        assert_int_equal(question_compare(&q[0], &q[1]), -question_compare(&q[1], &q[0]));
        if (question_compare(&q[0], &q[1]) <= 0 && question_compare(&q[1], &q[2]) <= 0)
            assert_true(question_compare(&q[0], &q[2]) <= 0);
        free(a);
        free(b);
        for (int i = 0; i < 3; i++)
            question_clear(&q[i]);
    }
}

static void test_refused(void **state) {
    static const char *const wrong[] = {
        "",
        "decided latency 3 depth 7",
        "decide",
        "decide latency 3",
        "decide depth 7",
        "decide latency 3 depth",
        "decide latency 3 depth 7 depth 7",
        "decide latency 3 depth 7 served 4",
        "decide latency 0 depth 7",
        "decide latency 3 depth -1",
        "decide latency 3 depth 7x",
        "decide latency 3 depth 99999999999999999999",
        "decide latency 3 depth 100000001",
        "delay latency 3 processors 0",
        "delay latency 3 processors 1e9",
        "delay processors 9",
        "delay latency 3",
        "delays latency 3 processors 1",
        "serve latency 2 depth 5 served 8 schedule periodic:0",
        "serve latency 2 depth 5 served 8 schedule periodic",
        "serve latency 2 depth 5 served 8 schedule any roles some",
        "gossip duplex half",
        /* machines */
        "delay postal processors 9",
        "delay postal 0 processors 9",
        "delay postal 3,0,1 processors 9",
        "delay postal 3 latency 3 processors 9",
        "delay latency 3 postal 3 processors 9",
        "delay postal 3 logp 3,0,1 processors 9",
        "delay logp 3 processors 9",
        "delay logp 3,0 processors 9",
        "delay logp 3,0,1,2 processors 9",
        "delay logp 3,,1 processors 9",
        "delay logp 3,0, processors 9",
        "delay logp 3,-1,1 processors 9",
        "delay logp 3,0,0 processors 9",
        "delay logp 0,0,1 processors 9",
        "delay logp 3,0,1 gap 1 processors 9",
        "delay logp 2147483648,0,1 processors 9",
        "delay latency 3 ports 0 processors 9",
        "delay latency 3 duplex half processors 9",
        "fraction postal 4 of a",
        "formula postal 4 file x",
        /* networks */
        "allgather network ring:5 latency 1",
        "allgather network ring:5 processors 5",
        "allgather network ring:5 postal 1",
        "allgather network ring:5 logp 1,0,1",
        "allgather network \"\"",
        "delay network ring:5 processors 5",
        "delay latency 1 network ring:5",
        "serve network ring:5 depth 3 schedule any served 1000000000000000000000",
        "serve served 1000000000000000000000 network ring:5 depth 3 schedule any",
        /* families */
        "family latency 3 processors 9",
        "family latency 3 of processors processors 9",
        "family latency 3 of items",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct question question = {.subject = SUBJECTS};
        struct failure failure = {0};
        assert_int_equal(question_parse(&question, wrong[i], &failure), STATUS_INPUT);
        assert_int_equal(question.subject, SUBJECTS);
        assert_true(strlen(failure.message) > 10 && !strchr(failure.message, '\n'));
    }
}

/* --- names and forms --- */

static void assert_printed(const char *text, const char *printed) {
    struct question question;
    struct failure failure;
    if (question_parse(&question, text, &failure))
        fail_msg("'%s': %s", text, failure.message);
    char *again = question_print(&question);
    assert_string_equal(again, printed);
    free(again);
    question_clear(&question);
}

/* A machine in one word. */
static void test_machine_forms(void **state) {
    static const char *const forms[][2] = {
        {"delay postal 3 processors 9", "delay latency 3 processors 9"},
        {"delay processors 9 postal 3", "delay latency 3 processors 9"},
        {"delay logp 6,2,4 processors 9", "delay latency 6 overhead 2 gap 4 processors 9"},
        {"delay logp 3,0,1 processors 9", "delay latency 3 processors 9"},
        {"delay logp 3,0,1 capacity none processors 9",
         "delay latency 3 capacity none processors 9"},
        {"delay postal 3 gap 2 processors 9", "delay latency 3 gap 2 processors 9"},
        {"broadcast logp 6,2,4 processors 9", "broadcast latency 6 overhead 2 gap 4 processors 9"},
        {"delay latency 3 overhead 0 gap 1 capacity full ports 1 duplex links processors 9",
         "delay latency 3 processors 9"},
        {"broadcast latency 3 processors 9 items 1 sends any", "broadcast latency 3 processors 9"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        assert_printed(forms[i][0], forms[i][1]);
}

/* What need not be there and is not has no value, and is not printed. */
static void test_absent(void **state) {
    struct question ring = parsed("allgather network ring:5"), family = parsed("family latency 3");
    struct question items = parsed("family latency 3 of items processors 9");
    char room[QUESTION_VALUE_ROOM];
    (void)state;
    assert_false(question_has(&ring, KEY_LATENCY) || question_has(&ring, KEY_PROCESSORS));
    assert_true(question_has(&ring, KEY_NETWORK) && question_has(&ring, KEY_GAP));
    assert_int_equal(question_number(&ring, KEY_LATENCY), 0);
    assert_int_equal(question_number(&ring, KEY_PROCESSORS), 0);
    assert_string_equal(question_value(&ring, subject_place(SUBJECT_ALLGATHER, KEY_LATENCY), room),
                        "");
    assert_string_equal(question_text(&ring, KEY_NETWORK), "ring:5");
    assert_false(question_shows(&ring, subject_place(SUBJECT_ALLGATHER, KEY_LATENCY)));
    assert_true(question_shows(&ring, subject_place(SUBJECT_ALLGATHER, KEY_DUPLEX)));
    assert_false(question_has(&family, KEY_PROCESSORS) || question_has(&family, KEY_NETWORK));
    assert_string_equal(question_text(&family, KEY_NETWORK), "");
    assert_false(question_shows(&family, subject_place(SUBJECT_FAMILY, KEY_DUPLEX)));
    assert_true(question_has(&items, KEY_PROCESSORS));
    assert_int_equal(question_number(&items, KEY_PROCESSORS), 9);
    assert_false(question_has(&family, KEY_FILE));
    assert_true(question_compare(&family, &items) != 0);
    question_clear(&ring);
    question_clear(&family);
    question_clear(&items);
}

/* --- machines --- */

static void test_machines(void **state) {
    static const struct {
        const char *text;
        struct logp_machine logp;
        enum logp_capacity capacity;
        int ports;
        const char *network;
        bool half;
        enum machine_class class;
    } cases[] = {
        {"delay postal 3 processors 9", {3, 0, 1}, CAPACITY_FULL, 1, NULL, false, MACHINE_POSTAL},
        {"delay logp 3,0,1 processors 9", {3, 0, 1}, CAPACITY_FULL, 1, NULL, false, MACHINE_POSTAL},
        {"delay logp 3,1,1 processors 9", {3, 1, 1}, CAPACITY_FULL, 1, NULL, false, MACHINE_LOGP},
        {"delay logp 3,0,2 processors 9", {3, 0, 2}, CAPACITY_FULL, 1, NULL, false, MACHINE_LOGP},
        {"delay postal 3 capacity flight processors 9",
         {3, 0, 1},
         CAPACITY_FLIGHT,
         1,
         NULL,
         false,
         MACHINE_LOGP},
        {"delay postal 3 capacity none processors 9",
         {3, 0, 1},
         CAPACITY_NONE,
         1,
         NULL,
         false,
         MACHINE_LOGP},
        {"broadcast postal 3 ports 2 processors 9",
         {3, 0, 1},
         CAPACITY_FULL,
         2,
         NULL,
         false,
         MACHINE_PORTS},
        {"broadcast logp 3,0,2 ports 2 processors 9",
         {3, 0, 2},
         CAPACITY_FULL,
         2,
         NULL,
         false,
         MACHINE_OTHER},
        {"broadcast postal 3 capacity none ports 2 processors 9",
         {3, 0, 1},
         CAPACITY_NONE,
         2,
         NULL,
         false,
         MACHINE_OTHER},
        {"allgather network ring:5", {1, 0, 1}, CAPACITY_FULL, 1, "ring:5", false, MACHINE_NETWORK},
        {"allgather network ring:5 duplex half",
         {1, 0, 1},
         CAPACITY_FULL,
         1,
         "ring:5",
         true,
         MACHINE_NETWORK},
        {"allgather network ring:5 ports 2",
         {1, 0, 1},
         CAPACITY_FULL,
         2,
         "ring:5",
         false,
         MACHINE_NETWORK},
        {"allgather network ring:5 gap 2",
         {1, 0, 2},
         CAPACITY_FULL,
         1,
         "ring:5",
         false,
         MACHINE_OTHER},
        {"fraction latency 4 of a", {4, 0, 1}, CAPACITY_FULL, 1, NULL, false, MACHINE_POSTAL},
        {"formula file x", {0, 0, 1}, CAPACITY_FULL, 1, NULL, false, MACHINE_POSTAL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct question question = parsed(cases[i].text);
        const struct machine machine = question_machine(&question);
        assert_int_equal(machine.logp.latency, cases[i].logp.latency);
        assert_int_equal(machine.logp.overhead, cases[i].logp.overhead);
        assert_int_equal(machine.logp.gap, cases[i].logp.gap);
        assert_int_equal(machine.capacity, cases[i].capacity);
        assert_int_equal(machine.ports, cases[i].ports);
        assert_int_equal(machine.half, cases[i].half);
        assert_int_equal(machine.network != NULL, cases[i].network != NULL);
        if (machine.network)
            assert_string_equal(machine.network, cases[i].network);
        assert_int_equal(machine_class_of(&machine), cases[i].class);
        assert_int_equal(question_machine_class(&question), cases[i].class);
        question_clear(&question);
    }
}

/* Every machine is of one class, which has a name. */
static void test_classes_of_machines(void **state) {
    int seen = 0;
    char names[80];
    (void)state;
    for (int bits = 0; bits < 64; bits++) {
        const struct machine machine = {.logp = {3, bits & 1, 1 + (bits >> 1 & 1)},
                                        .capacity = (enum logp_capacity)(bits >> 2 & 1),
                                        .ports = 1 + (bits >> 3 & 1),
                                        .network = bits >> 4 & 1 ? "ring:5" : NULL,
                                        .half = bits >> 5 & 1};
        enum machine_class class = machine_class_of(&machine);
        int special = (bits & 7) != 0, ports = bits >> 3 & 1, network = bits >> 4 & 1;
        assert_int_equal(class, special && (ports || network) ? MACHINE_OTHER
                                : special                     ? MACHINE_LOGP
                                : network                     ? MACHINE_NETWORK
                                : ports                       ? MACHINE_PORTS
                                                              : MACHINE_POSTAL);
        assert_true(*machine_class_name(class));
        seen |= (int)class;
    }
    assert_int_equal(seen, (1 << MACHINE_CLASSES) - 1);
    machine_class_names(seen, names, sizeof names);
    assert_string_equal(names, "postal, logp, ports, network or other");
    machine_class_names(MACHINE_POSTAL | MACHINE_NETWORK, names, sizeof names);
    assert_string_equal(names, "postal or network");
    machine_class_names(MACHINE_LOGP, names, sizeof names);
    assert_string_equal(names, "logp");
    machine_class_names(0, names, sizeof names);
    assert_string_equal(names, "");
}

/* A question that nobody answers says for which machines it is answered; all others pass. */
static void test_engine_check(void **state) {
    static const char *const cases[][2] = {
        {"decide logp 3,1,1 depth 7", "no engine answers 'decide' for a machine of class logp; it "
                                      "is answered for postal"},
        {"family network ring:5", "no engine answers 'family' for a machine of class network; it "
                                  "is answered for postal, logp or ports"},
        {"capacity network ring:5 depth 3",
         "no engine answers 'capacity' for a machine of class network; it is answered for postal, "
         "logp or ports"},
        {"broadcast logp 6,2,4 ports 2 processors 9",
         "no engine answers 'broadcast' for a machine of class other; it is answered for postal, "
         "logp, ports or network"},
        {"allgather postal 3 ports 2 processors 9",
         "no engine answers 'allgather' for a machine of class ports; it is answered for postal, "
         "logp or network"},
        {"serve logp 6,2,4 depth 9 served 4 schedule stationary",
         "no engine answers 'serve' for a machine of class logp with these values (see: steadycast "
         "help questions)"},
        {"family logp 9,0,2", "no engine answers 'family' for a machine of class logp with these "
                              "values (see: steadycast help questions)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct question question = parsed(cases[i][0]);
        struct failure failure = {STATUS_OK, ""};
        assert_null(engine_of(&question, 0));
        assert_int_equal(engine_check(&question, &failure), STATUS_INPUT);
        assert_string_equal(failure.message, cases[i][1]);
        question_clear(&question);
    }
    for (int round = 0; round < 2000; round++) {
        char text[800];
        random_text((enum subject)(round % SUBJECTS), text);
        struct question question = parsed(text);
        assert_int_equal(engine_check(&question, NULL) == STATUS_OK,
                         engine_of(&question, 0) != NULL);
        question_clear(&question);
    }
}

/* Each engine of a subject is asked under its name, by questions of its machines alone. */
static void test_rows(void **state) {
    enum { ROWS = 40 };
    bool asked[SUBJECTS][ROWS] = {{false}};
    const struct engine *engine;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        enum subject subject = (enum subject)(round % SUBJECTS);
        char text[800];
        random_text(subject, text);
        struct question question = parsed(text);
        for (int i = 0; (engine = engine_of(&question, i)); i++) {
            int row = 0;
            while (subject_engine(subject, row) != engine)
                row++;
            assert_true(row < ROWS);
            asked[subject][row] = true;
            assert_true(engine->machines & (int)question_machine_class(&question));
            if (engine_find(&question, engine->name) != engine)
                fail_msg("%s: two engines are called %s", text, engine->name);
        }
        question_clear(&question);
    }
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; (engine = subject_engine((enum subject)subject, i)); i++)
            if (!asked[subject][i])
                fail_msg("nothing asks %s of %s", engine->name,
                         subject_form((enum subject)subject)->name);
}

/* Every engine that takes the question is asked; how many have said something that can be held
 * against another. */
static int ask_all(const char *text) {
    const struct limits limits = {.threads = 1, .nodes = 200000};
    struct question question = parsed(text);
    struct outcome outcomes[8];
    const struct engine *engine;
    char why[ENGINES_WHY_ROOM];
    int count = 0, said = 0;
    for (int i = 0; (engine = engine_of(&question, i)) && count < 8; i++) {
        const struct engine_options options = {.plain = false};
        struct failure failure;
        enum status status =
            engine_ask(engine, &question, &options, &limits, &outcomes[count], &failure);
        if (status && status != STATUS_LIMIT && status != STATUS_INPUT)
            fail_msg("%s by %s: %s", text, engine->name, failure.message);
        if (status)
            continue;
        said += outcomes[count].verdict != VERDICT_UNKNOWN;
        count++;
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (outcomes_disagree(&outcomes[i], &outcomes[j], why))
                fail_msg("%s: %s", text, why);
    for (int i = 0; i < count; i++)
        outcome_clear(&outcomes[i]);
    question_clear(&question);
    return said;
}

static void test_engines_agree(void **state) {
    int compared = 0;
    char text[200];
    (void)state;
    for (int round = 0; round < 60; round++) {
        long l = 1 + random_below(4), t = random_below(10), p = 2 + random_below(3);
        long o = random_below(2), g = 1 + random_below(3);
        snprintf(text, sizeof text, "decide latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "capacity latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "count latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "broadcast latency %ld overhead %ld gap %ld processors %ld", l,
                 o, g, p);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "allgather latency %ld overhead %ld gap %ld processors %ld", l,
                 o, g, p < 4 ? p : 3);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text,
                 "reduce latency %ld overhead %ld gap %ld processors %ld until %ld", l, o, g, p,
                 random_below(8));
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "broadcast latency 1 ports %ld processors %ld items %ld", g,
                 p + 3, t + 1);
        compared += ask_all(text) > 1;
    }
    assert_true(compared > 200);
}

/* Answers that contradict each other are seen as such. */
static void test_disagreement(void **state) {
    char low[] = "9", high[] = "10", why[ENGINES_WHY_ROOM];
    struct outcome yes = {.verdict = VERDICT_FEASIBLE, .by = "a"};
    struct outcome no = {.verdict = VERDICT_INFEASIBLE, .by = "b"};
    struct outcome unknown = {.verdict = VERDICT_UNKNOWN, .by = "c"};
    struct outcome nine = {.verdict = VERDICT_SETTLED, .lower = low, .upper = low, .by = "d"};
    struct outcome ten = {.verdict = VERDICT_INTERVAL, .lower = high, .by = "e"};
    (void)state;
    assert_true(outcomes_disagree(&yes, &no, why));
    assert_string_equal(why, "a says feasible, b says infeasible");
    assert_false(outcomes_disagree(&yes, &unknown, why) || outcomes_disagree(&unknown, &no, why));
    assert_true(outcomes_disagree(&nine, &ten, why) && outcomes_disagree(&ten, &nine, why));
    ten.lower = low;
    assert_false(outcomes_disagree(&nine, &ten, why));
}

/* --- files --- */

struct listing {
    int count;
    char text[200]; /* name=path; for each */
};

static enum status list_file(void *context, const char *name, const char *path,
                             struct failure *failure) {
    struct listing *listing = context;
    size_t used = strlen(listing->text);
    snprintf(listing->text + used, sizeof listing->text - used, "%s=%s;", name, path);
    return ++listing->count < 3 ? STATUS_OK
                                : failure_set(failure, STATUS_LIMIT, "three are enough");
}

static void test_files(void **state) {
    (void)state;
    static const struct {
        const char *question, *base, *files;
    } cases[] = {
        {"formula file q.cnf", NULL, "q.cnf=q.cnf;"},
        {"formula file q.cnf", "/a/b", "q.cnf=/a/b/q.cnf;"},
        {"formula file /q.cnf", "/a/b", "/q.cnf=/q.cnf;"},
        {"formula file -", "/a/b", ""},
        {"allgather network ring:5 duplex full", "/a/b", ""},
        {"allgather network file:net duplex full", NULL, "net=net;"},
        {"allgather network ring:5*file:n:2*file:/m duplex full", "a", "n:2=a/n:2;/m=/m;"},
        {"allgather network file:*file:n duplex full", "a", "n=a/n;"},
        {"allgather network files:n*fil duplex full", "a", ""},
        {"claim file x", "a", ""},
        {"decide latency 3 depth 7", "a", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct question question, copy;
        struct failure failure = {0};
        struct listing listing = {0};
        assert_int_equal(question_parse(&question, cases[i].question, &failure), STATUS_OK);
        question.base = cases[i].base;
        assert_int_equal(question_copy(&copy, &question, &failure), STATUS_OK);
        assert_int_equal(question_files(&copy, list_file, &listing, &failure), STATUS_OK);
        assert_string_equal(listing.text, cases[i].files);
        copy.base = "another";
        assert_int_equal(question_compare(&question, &copy), 0);
        question_clear(&copy);
        question_clear(&question);
    }
}

static void test_visit_ends(void **state) {
    (void)state;
    struct question question;
    struct failure failure = {0};
    struct listing listing = {0};
    assert_int_equal(question_parse(&question,
                                    "allgather network file:a*file:b*file:c*file:d duplex full",
                                    NULL),
                     STATUS_OK);
    assert_int_equal(question_files(&question, list_file, &listing, &failure), STATUS_LIMIT);
    assert_int_equal(listing.count, 3);
    question_clear(&question);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_order),
        cmocka_unit_test(test_machine_forms), cmocka_unit_test(test_absent),
        cmocka_unit_test(test_machines),      cmocka_unit_test(test_classes_of_machines),
        cmocka_unit_test(test_engine_check),  cmocka_unit_test(test_rows),
        cmocka_unit_test(test_refused),       cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_disagreement),  cmocka_unit_test(test_files),
        cmocka_unit_test(test_visit_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
