/* What steadycheck says is held against the case that was asked: true lines are taken, those of
 * neighbouring questions and lines with another number are not. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "tools/steadycast/sweep/case_answer.h"

enum { LINE_ROOM = 400 };

/* A line and what it is about; `upper` and `lower` as in a result. */
struct example {
    struct campaign_case asked;
    enum case_verdict verdict;
    const char *lower, *upper;
    int certificate, certificates;
    const char *line;
    int stronger; /* numbers of the line that may be one more or less, as that says more */
};

#define DECIDE(l, t)                                                                               \
    { .subject = CAMPAIGN_DECIDE, .latency = (l), .depth = (t) }
#define SERVE(l, t, n, c, p)                                                                       \
    {                                                                                              \
        .subject = CAMPAIGN_SERVE, .latency = (l), .depth = (t), .served = (n), .class = (c),      \
        .period = (p)                                                                              \
    }
#define CAPACITY(l, t)                                                                             \
    { .subject = CAMPAIGN_CAPACITY, .latency = (l), .depth = (t) }
#define DELAY(l, p)                                                                                \
    { .subject = CAMPAIGN_DELAY, .latency = (l), .processors = (p) }
#define ITEMS(l, p, k, r, s)                                                                       \
    {                                                                                              \
        .subject = CAMPAIGN_ITEMS, .latency = (l), .processors = (p), .items = (k), .ports = (r),  \
        .single = (s)                                                                              \
    }
#define ON(what) what " on N processors exists"

static const struct example examples[] = {
    {DECIDE(3, 7), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=3 t=7 N=9: a block-cyclic schedule" ON(" with delay L+t = 10"), 0},
    {DECIDE(3, 30), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=3 t=30: a block-cyclic schedule with delay L+t on P(t) processors exists, by induction "
     "from T=12",
     2},
    {DECIDE(4, 8), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=4 t=8: no block-cyclic schedule with delay L+t on P(t) processors exists, by residues", 0},
    {DECIDE(4, 8), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=4 t=8: no block-cyclic schedule with delay L+t on P(t) processors exists, by exhausted "
     "search with 5 nodes",
     2},
    {DECIDE(4, 8), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=4 t=8: no block-cyclic schedule with delay L+t on P(t) processors exists, by refuted "
     "formula in encoding sums with 65 variables and 214 clauses",
     4},
    {DECIDE(2, 7), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=7: no schedule with delay L+t = 9 reaches more than 20 processors", 1},
    {SERVE(2, 7, 20, SERVE_PERIODIC, 2), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=7 N=20: a stationary schedule" ON(" with delay L+t = 9"), 0},
    {SERVE(2, 6, 12, SERVE_PERIODIC, 6), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=6 N=12: a schedule of period T=2" ON(" with delay L+t = 8") ", in which processors "
                                                                        "change roles after a "
                                                                        "period",
     2},
    {SERVE(2, 5, 8, SERVE_ANY, 0), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=5 N=8: a schedule of period T=2" ON(" with delay L+t = 7") ", in which every "
                                                                       "processor keeps its role",
     2},
    {SERVE(3, 20, 999, SERVE_BLOCKS, 0), CASE_FEASIBLE, NULL, NULL, 0, 1,
     "L=3 t=20 N=999: a block-cyclic schedule on a pruned tree" ON(" with delay L+t = 23"), 0},
    {SERVE(2, 5, 8, SERVE_STATIONARY, 0), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=5 N=8: no stationary schedule" ON(" with delay L+t = 7") ", by refuted formula with "
                                                                     "351 variables and 1282 "
                                                                     "clauses",
     4},
    {SERVE(2, 5, 8, SERVE_PERIODIC, 1), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=5 N=8: no schedule of period T=3" ON(" with delay L+t = 7") ", whether or not "
                                                                        "processors change roles "
                                                                        "after a period, by "
                                                                        "refuted formula with 9 "
                                                                        "variables and 8 clauses",
     6},
    {SERVE(2, 6, 13, SERVE_BLOCKS, 0), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=6 N=13: no block-cyclic schedule on a pruned tree" ON(
         " with delay L+t = 8") ", by refuted formula with 351 variables and 1282 clauses",
     4},
    {SERVE(2, 5, 9, SERVE_ANY, 0), CASE_INFEASIBLE, NULL, NULL, 0, 1,
     "L=2 t=5: no schedule with delay L+t = 7 reaches more than 8 processors", 1},
    {CAPACITY(2, 5), CASE_SETTLED, "8", "8", 0, 2,
     "L=2 t=5 N=8: a schedule of period T=2" ON(" with delay L+t = 7") ", in which processors "
                                                                       "change roles after a "
                                                                       "period",
     2},
    {CAPACITY(2, 5), CASE_SETTLED, "8", "8", 1, 2,
     "L=2 t=5: no schedule with delay L+t = 7 reaches more than 8 processors", 0},
    {DELAY(3, 1000), CASE_SETTLED, "23", "23", 0, 2,
     "L=3 t=20 N=999: a block-cyclic schedule on a pruned tree" ON(" with delay L+t = 23"), 0},
    {DELAY(3, 874), CASE_SETTLED, "23", "23", 1, 2,
     "L=3 t=19: no schedule with delay L+t = 22 reaches more than 872 processors", 2},
    {ITEMS(3, 5, 2, 1, false), CASE_SETTLED, "7", "7", 0, 2,
     "postal L=3 P=5 K=2 period 0: the source brings every item to all others, delay 7, the last "
     "at time 7",
     0},
    {ITEMS(2, 5, 2, 1, true), CASE_SETTLED, "7", "7", 0, 2,
     "postal L=2 P=5 K=2 period 0: the source, sending each item once, brings every item to all "
     "others, delay 7, the last at time 7",
     0},
    {ITEMS(1, 5, 2, 2, false), CASE_INTERVAL, "2", "3", 0, 2,
     "ports L=1 p=2 P=5 K=2 period 0: the source brings every item to all others, delay 3, the "
     "last at time 3",
     0},
    {ITEMS(3, 5, 2, 1, false), CASE_SETTLED, "7", "7", 1, 2,
     "postal L=3 p=1 P=5 K=2: nobody brings all items from the source, which has them at time 0, "
     "to all others before time 7",
     0},
    {ITEMS(2, 5, 2, 1, true), CASE_INTERVAL, "7", NULL, 0, 1,
     "postal L=2 p=1 P=5 K=2: nobody brings all items from the source, which has them at time 0 "
     "and sends each once, to all others before time 7",
     0},
    {ITEMS(3, 6, 2, 1, false), CASE_SETTLED, "9", "9", 1, 2,
     "postal L=3 p=1 P=6 K=2: the source, which has all items at time 0, cannot bring every item "
     "to all others by time 8, by refuted formula in encoding ordered with 77 variables and 99 "
     "clauses",
     4},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static bool confirmed(const struct example *example, const struct campaign_case *asked,
                      const char *claim) {
    char line[LINE_ROOM], lower[20], upper[20];
    struct case_result result = {
        .verdict = example->verdict, .piece = -1, .certificate_count = example->certificates};
    snprintf(line, sizeof line, "s VERIFIED %s", claim);
    if (example->lower)
        result.lower = strcpy(lower, example->lower);
    if (example->upper)
        result.upper = strcpy(upper, example->upper);
    return case_confirmed(asked, &result, example->certificate, line);
}

static void test_true_lines(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++)
        if (!confirmed(&examples[i], &examples[i].asked, examples[i].line))
            fail_msg("not taken: %s", examples[i].line);
}

/* Lines end where they end, and nothing but VERIFIED confirms. */
static void test_other_words(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const struct example *example = &examples[i];
        struct case_result result = {.verdict = example->verdict,
                                     .certificate_count = example->certificates};
        char line[LINE_ROOM];
        snprintf(line, sizeof line, "%s!", example->line);
        assert_false(confirmed(example, &example->asked, line));
        snprintf(line, sizeof line, "%.*s", (int)strlen(example->line) - 1, example->line);
        if (line[strlen(line) - 1] < '0' || line[strlen(line) - 1] > '9')
            assert_false(confirmed(example, &example->asked, line));
        snprintf(line, sizeof line, "s REFUTED %s", example->line);
        assert_false(case_confirmed(&example->asked, &result, example->certificate, line));
        struct example other = *example;
        for (other.certificate = -1; other.certificate <= other.certificates;
             other.certificate += other.certificates + 1)
            assert_false(confirmed(&other, &other.asked, other.line));
    }
}

/* The place of the n-th number of a text, or NULL. */
static const char *number(const char *text, int n) {
    for (const char *at = text; *at; at++)
        if (*at >= '0' && *at <= '9' && (at == text || at[-1] < '0' || at[-1] > '9') && n-- == 0)
            return at;
    return NULL;
}

/* The claim with its n-th number changed, or with a zero in front of it (step 0). */
static bool change(const char *claim, int n, long step, char line[LINE_ROOM]) {
    char *end;
    const char *place = number(claim, n);
    if (!place)
        return false;
    long value = strtol(place, &end, 10);
    if (value + step < 0)
        return change(claim, n, 1000, line);
    snprintf(line, LINE_ROOM, "%.*s%s%ld%s", (int)(place - claim), claim, step ? "" : "0",
             value + step, end);
    return true;
}

/* A changed number is a claim about something else; only those that say more, or how, pass. */
static void test_changed_numbers(void **state) {
    static const long steps[] = {1, -1, 1000000000, 0};
    char line[LINE_ROOM];
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        int taken = 0;
        for (int n = 0; number(examples[i].line, n); n++)
            for (int s = 0; s < 4; s++) {
                assert_true(change(examples[i].line, n, steps[s], line));
                bool right = confirmed(&examples[i], &examples[i].asked, line);
                assert_false(right && steps[s] == 0);
                taken += right && s < 2;
            }
        if (taken > examples[i].stronger)
            fail_msg("%d changed numbers are taken in: %s", taken, examples[i].line);
    }
}

/* No line confirms the answer to a neighbouring question, but that of a smaller delay. */
static void test_neighbours(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++)
        for (int change = 0; change < 12; change++) {
            struct campaign_case asked = examples[i].asked;
            int step = change % 2 ? 1 : -1;
            asked.latency += change / 2 == 0 ? step : 0;
            asked.depth += change / 2 == 1 && asked.depth ? step : 0;
            asked.served += change / 2 == 2 && asked.served ? step : 0;
            asked.processors += change / 2 == 3 && asked.processors ? step : 0;
            asked.items += change / 2 == 4 && asked.items ? step : 0;
            asked.ports += change / 2 == 5 && asked.ports ? 1 : 0;
            if (memcmp(&asked, &examples[i].asked, sizeof asked) == 0)
                continue;
            bool schedule = examples[i].certificate == 0 && asked.depth > examples[i].asked.depth &&
                            asked.subject != CAMPAIGN_DECIDE;
            bool prices = strstr(examples[i].line, "reaches more than") != NULL &&
                          (change == 5 || change == 7); /* one more than too many */
            if (!schedule && !prices && confirmed(&examples[i], &asked, examples[i].line))
                fail_msg("change %d: taken for another question: %s", change, examples[i].line);
        }
}

/* Each line belongs to one kind of question and to one side of it. */
static void test_sides(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        struct example other = examples[i];
        other.verdict = CASE_UNKNOWN;
        assert_false(confirmed(&other, &other.asked, other.line));
        if (other.asked.subject <= CAMPAIGN_SERVE)
            other.verdict = examples[i].verdict == CASE_FEASIBLE ? CASE_INFEASIBLE : CASE_FEASIBLE;
        else if (other.certificates == 2) {
            other.verdict = examples[i].verdict;
            other.certificate = 1 - other.certificate;
        }
        assert_false(confirmed(&other, &other.asked, other.line));
    }
}

static bool serves(enum serve_class class, int period, int depth, const char *line) {
    struct example example = {
        SERVE(2, depth, 8, class, period), CASE_FEASIBLE, NULL, NULL, 0, 1, line, 0};
    return confirmed(&example, &example.asked, line);
}

static bool excludes(enum serve_class class, int period, const char *line) {
    struct example example = {
        SERVE(2, 5, 8, class, period), CASE_INFEASIBLE, NULL, NULL, 0, 1, line, 0};
    return confirmed(&example, &example.asked, line);
}

static void test_classes(void **state) {
    static const char blocks[] =
        "L=2 t=5 N=8: a block-cyclic schedule on a pruned tree" ON(" with delay L+t = 7");
    static const char stationary[] = "L=2 t=5 N=8: a stationary schedule" ON(" with delay L+t = 7");
    static const char two[] = "L=2 t=5 N=8: a schedule of period T=2" ON(
        " with delay L+t = 7") ", in which every processor keeps its role";
    static const char keeping[] = "L=2 t=5 N=8: no schedule of period T=2" ON(
        " with delay L+t = 7") " in which every "
                               "processor keeps its role, by refuted formula with 1 variables and "
                               "1 clauses";
    static const char roles[] = "L=2 t=5 N=8: no schedule of period T=2" ON(
        " with delay L+t = 7") ", whether or not "
                               "processors change roles after a period, by refuted formula with 1 "
                               "variables and 1 clauses";
    static const char never[] = "L=2 t=5: no schedule with delay L+t = 7 reaches more than 7 "
                                "processors";
    (void)state;
    assert_true(serves(SERVE_BLOCKS, 0, 5, blocks) && serves(SERVE_STATIONARY, 0, 5, blocks));
    assert_true(serves(SERVE_PERIODIC, 3, 5, blocks) && serves(SERVE_ANY, 0, 6, blocks));
    assert_false(serves(SERVE_BLOCKS, 0, 4, blocks));
    assert_true(serves(SERVE_STATIONARY, 0, 5, stationary));
    assert_false(serves(SERVE_BLOCKS, 0, 5, stationary));
    assert_true(serves(SERVE_PERIODIC, 4, 5, two) && serves(SERVE_ANY, 0, 5, two));
    assert_false(serves(SERVE_PERIODIC, 3, 5, two) || serves(SERVE_STATIONARY, 0, 5, two));
    assert_false(serves(SERVE_BLOCKS, 0, 5, two));
    for (enum serve_class class = SERVE_STATIONARY; class <= SERVE_BLOCKS; class ++) {
        assert_false(excludes(class, 2, keeping));
        assert_true(excludes(class, 2, never));
        assert_int_equal(excludes(class, 2, roles), class != SERVE_ANY);
    }
    assert_false(excludes(SERVE_PERIODIC, 4, roles));
}

/* A bound for sources that send as often as they like holds for those that send once, not the
 * other way round. */
static void test_single_sending(void **state) {
    static const char any[] = "postal L=2 p=1 P=5 K=2: nobody brings all items from the source, "
                              "which has them at time 0, to all others before time 7";
    static const char once[] = "postal L=2 p=1 P=5 K=2: nobody brings all items from the source, "
                               "which has them at time 0 and sends each once, to all others "
                               "before time 7";
    (void)state;
    for (int single = 0; single < 2; single++) {
        struct example example = {
            ITEMS(2, 5, 2, 1, single), CASE_INTERVAL, "7", NULL, 0, 1, any, 0};
        assert_true(confirmed(&example, &example.asked, any));
        assert_int_equal(confirmed(&example, &example.asked, once), single);
    }
}

/* What is near the question, and not enough for it. */
static void test_too_little(void **state) {
    static const char any[] = "postal L=2 P=5 K=2 period 0: the source brings every item to all "
                              "others, delay 7, the last at time 7";
    static const char late[] = "postal L=2 p=1 P=5 K=2: the source, which has all items at time 0, "
                               "cannot bring every item to all others by time 6 if it sends each "
                               "item once, by refuted formula in encoding plain with 7 variables "
                               "and 9 clauses";
    static const char early[] =
        "L=3 t=19 N=872: a block-cyclic schedule on a pruned tree" ON(" with delay L+t = 22");
    static const char pruned[] =
        "L=3 t=7 N=9: a block-cyclic schedule on a pruned tree" ON(" with delay L+t = 10");
    (void)state;
    for (int single = 0; single < 2; single++) {
        struct example both = {ITEMS(2, 5, 2, 1, single), CASE_SETTLED, "7", "7", 0, 2, any, 0};
        assert_int_equal(confirmed(&both, &both.asked, any), !single);
        both.certificate = 1;
        assert_int_equal(confirmed(&both, &both.asked, late), single);
    }
    struct example delay = {DELAY(3, 873), CASE_INTERVAL, "22", "23", 0, 2, early, 0};
    assert_false(confirmed(&delay, &delay.asked, early)); /* the journal says 23 */
    delay.upper = "22";
    assert_true(confirmed(&delay, &delay.asked, early));
    struct example decide = {DECIDE(3, 7), CASE_FEASIBLE, NULL, NULL, 0, 1, pruned, 0};
    assert_false(confirmed(&decide, &decide.asked, pruned)); /* not the blocks of the whole tree */
    struct example serve = {
        SERVE(3, 7, 9, SERVE_BLOCKS, 0), CASE_FEASIBLE, NULL, NULL, 0, 1, pruned, 0};
    assert_true(confirmed(&serve, &serve.asked, pruned));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_true_lines),      cmocka_unit_test(test_other_words),
        cmocka_unit_test(test_changed_numbers), cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_sides),           cmocka_unit_test(test_classes),
        cmocka_unit_test(test_single_sending),  cmocka_unit_test(test_too_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
