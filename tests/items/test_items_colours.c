/* SPDX-License-Identifier: MIT */
/* Endgames by classes: slots against their definition, plans that are changed, certificates that
 * are read again, and few items, played message by message. */
#include "solver/base/evidence.h"
#include "solver/items/endgame/colour_search.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/items_bound.h"
#include "solver/items/items_colours_read.h"
#include "solver/items/stream/plain_stream.h"
#include "tests/items/items_test.h"
#include "tests/solver/sealed_file.h"

static void find(int latency, int n, struct items_colours *colours) {
    struct endgame_bound bound;
    struct failure failure;
    struct schedule words;
    bool found = false;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(endgame_bound_find(latency, processors, &bound, &failure), failure);
    mpz_clear(processors);
    const struct plain_question question = {latency, n, bound.most, 0};
    assert_ok(plain_stream_find(&question, NULL, &words, &found, &failure), failure);
    assert_true(found);
    assert_ok(items_colours_init(colours, &words, bound.most, NULL, &failure), failure);
    assert_ok(colour_search(&colours->plan, NULL, &found, &failure), failure);
    assert_true(found);
    assert_ok(items_colours_finish(colours, &failure), failure);
}

/* The slots of the rows of one word at one position, TIME by TIME. */
static bool has_slot(const struct word_class *word, size_t position, int y, int end) {
    return word->values[(position + (size_t)y) % word->length] + y >= end;
}

static bool is_class(const struct slot_class *class, const struct word_class *word, size_t position,
                     int end) {
    int next = 0;
    for (int y = 0; y < end; y++)
        if (has_slot(word, position, y, end))
            if (next == class->slots || class->times[next++] != y)
                return false;
    return next == class->slots;
}

static void slots_are_as_defined(void **state) {
    (void)state;
    for (int latency = 3; latency <= 8; latency++) {
        struct items_colours colours;
        find(latency, 60 + latency, &colours);
        const struct slot_classes *classes = &colours.plan.classes;
        int end = latency + colours.words.depth;
        for (size_t c = 0; c < classes->count; c++) {
            long rows = 0;
            for (size_t w = 0; w < colours.words.word_count; w++)
                for (size_t p = 0; p < colours.words.words[w].length; p++)
                    if (is_class(&classes->classes[c], &colours.words.words[w], p, end))
                        rows += mpz_get_si(colours.words.words[w].count);
            assert_int_equal(rows, mpz_get_si(classes->classes[c].rows));
            assert_int_equal(classes->classes[c].busy, 0); /* it is plain */
        }
        items_colours_clear(&colours);
    }
}

/* Every change of a colour or of what the source sends is a fault, or right by the checker. */
static void changes_are_found(void **state) {
    int faults = 0, right = 0;
    (void)state;
    for (int at = 0; at < 60; at++)
        for (int colour = 0; colour <= 4; colour++) {
            struct items_colours colours;
            struct failure failure;
            char path[TEST_PATH_ROOM];
            find(5, 40, &colours);
            struct colour_plan *plan = &colours.plan;
            struct colour_deal *deal = &plan->deals[(size_t)at % plan->deal_count];
            if (at % 3 == 0)
                plan->source[at % colours.words.depth] = colour;
            else
                deal->colours[at % deal->slots] = colour;
            if (items_colours_finish(&colours, &failure)) {
                assert_int_equal(failure.status, STATUS_INTERNAL);
                faults++;
                items_colours_clear(&colours);
                continue;
            }
            assert_ok(evidence_write(evidence_of_items_colours(&colours),
                                     test_path(path, "changed.cert"), true, NULL, &failure),
                      failure);
            assert_verified(path, "postal L=5 N=40: for every K >= ");
            items_colours_clear(&colours);
            right++;
        }
    assert_in_range(faults, 150, 290);
    assert_in_range(right, 10, 150);
}

static enum status read_file(const char *path, struct items_colours *colours,
                             struct failure *failure) {
    struct certificate_input input;
    assert_ok(certificate_load(&input, path, failure), *failure);
    enum status status = items_colours_read(colours, &input, failure);
    certificate_unload(&input);
    return status;
}

static void assert_read_again(const struct items_colours *colours) {
    char path[TEST_PATH_ROOM], again[TEST_PATH_ROOM], command[2 * TEST_PATH_ROOM + 20];
    struct items_colours read;
    struct failure failure;
    assert_ok(evidence_write(evidence_of_items_colours(colours), test_path(path, "one.cert"), true,
                             NULL, &failure),
              failure);
    assert_ok(read_file(path, &read, &failure), failure);
    assert_ok(evidence_write(evidence_of_items_colours(&read), test_path(again, "two.cert"), true,
                             NULL, &failure),
              failure);
    items_colours_clear(&read);
    snprintf(command, sizeof command, "cmp %s %s", path, again);
    assert_int_equal(system(command), 0);
    assert_verified(path, "postal L=");
}

static void certificates_are_read_again(void **state) {
    (void)state;
    for (int latency = 3; latency <= 7; latency++) {
        struct items_colours colours;
        find(latency, 90, &colours);
        assert_read_again(&colours);
        items_colours_clear(&colours);
    }
}

static void few_items_meet_the_bound(void **state) {
    int cases = 0;
    (void)state;
    for (int latency = 3; latency <= 9; latency++)
        for (int n = 10; n <= 60; n += 5)
            for (int items = 2; items <= 4; items++) {
                struct items_question question = {
                    .latency = latency, .ports = 1, .processors = n, .items = items};
                struct items_schedule schedule;
                struct items_colours few;
                struct failure failure;
                bool found = false;
                int finish;
                assert_ok(items_question_bound(&question, &finish, &failure), failure);
                assert_ok(few_items(latency, n, items, finish, NULL, &few, &found, &failure),
                          failure);
                if (!found)
                    continue;
                assert_read_again(&few);
                assert_ok(few_items_schedule(&few, &schedule, &failure), failure);
                assert_null(naive_messages_fault(&schedule.list));
                assert_int_equal(schedule.list.finish, finish);
                items_schedule_clear(&schedule);
                items_colours_clear(&few);
                cases++;
            }
    assert_in_range(cases, 60, 231);
}

/* Behind the words, which end in line 10, come the lines given. */
static void lines_of_the_classes(void **state) {
    static const char head[] = "steadycast certificate 1\nwriter test 1\nkind items-colours\n"
                               "latency 1\ndepth 1\nprocessors 1\nendgame 1\nsends single\n"
                               "word 1 receive 1 send -\n";
    static const struct {
        const char *lines, *fault;
    } cases[] = {
        {"source 1\nslots 1\ndeal 1 1\n", NULL},
        {"source 1*2\nslots 1\ndeal 1 1\n", ":10: "},
        {"source\nslots 1\ndeal 1 1\n", ":10: "},
        {"source 2\nslots 1\ndeal 1 1\n", ":10: "},
        {"source -\nslots 1\ndeal 1 1\n", "no family"},
        {"slots 1\ndeal 1 1\n", ":10: "},
        {"source 1\nslots 0\ndeal 1 1\n", ":11: "},
        {"source 1\nslots 1 2\ndeal 1 1\n", ":11: "},
        {"source 1\ndeal 1 1\n", ":11: "},
        {"source 1\nslots 1\ndeal 0 1\n", ":12: "},
        {"source 1\nslots 1\ndeal 1 2\n", ":12: "},
        {"source 1\nslots 1\ndeal 1\n", ":12: "},
        {"source 1\nslots 1\ndeal 2 1\n", "no family"},
        {"source 1\nslots 1\ndeal 1 1\nslots 1\ndeal 1 1\n", ":13: "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[TEST_PATH_ROOM], text[1024];
        struct items_colours colours;
        struct failure failure = {STATUS_OK, ""};
        int length = snprintf(text, sizeof text, "%s%s", head, cases[i].lines);
        sealed_file_write(test_path(path, "lines.cert"), text, (size_t)length);
        enum status status = read_file(path, &colours, &failure);
        if (!status)
            items_colours_clear(&colours);
        if (status != (cases[i].fault ? STATUS_INPUT : STATUS_OK) ||
            (status && !strstr(failure.message, cases[i].fault)))
            fail_msg("case %zu: %s", i, failure.message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_as_defined),        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(certificates_are_read_again), cmocka_unit_test(few_items_meet_the_bound),
        cmocka_unit_test(lines_of_the_classes),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
