/* SPDX-License-Identifier: MIT */
/* Streams with an endgame: families made of any stationary schedule, by calling its own last
 * messages an endgame, are checked, changed, and told for several numbers of items. */
#include "solver/stream/construction/best_schedule.h"
#include "tests/items/items_test.h"

static bool is_stationary(int latency, int n) {
    return latency != 2 || (n != 5 && n != 8);
}

static void build_words(struct schedule *words, int latency, int n) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(best_schedule(words, latency, processors, NULL, &failure), failure);
    mpz_clear(processors);
}

/* Where the rows of a stream (solver/model/messages.h) are at `time`: their row in a family. */
static int *rows_at(const struct schedule *words, int n, int time) {
    int *rows = calloc((size_t)n + 1, sizeof *rows), first = 1;
    assert_non_null(rows);
    for (size_t w = 0; w < words->word_count; w++) {
        int length = (int)words->words[w].length, copies = (int)mpz_get_si(words->words[w].count);
        for (int i = 0; i < copies; i++)
            for (int turn = 0; turn < length; turn++) {
                int place = ((time - turn) % length + length) % length;
                rows[first + i * length + turn] = first + place * copies + i;
            }
        first += length * copies;
    }
    return rows;
}

/* M, and of a stream of so many items that more change nothing, the messages of the last M. */
static void make_family(struct items_family *family, int latency, int n, int endgame) {
    struct message_run run = message_run_postal(latency);
    struct schedule words;
    struct messages messages;
    struct failure failure;
    build_words(&words, latency, n);
    items_family_init(family, latency, words.depth);
    schedule_clear(&family->words);
    family->words = words;
    family->endgame = endgame;
    family->finish = endgame - 1 + latency + words.depth;
    int items = endgame + latency + words.depth + 3, zero = items - endgame;
    assert_ok(messages_of_schedule(&messages, &words, &run, items, true, &failure), failure);
    struct message_list list = messages_list(&messages);
    struct message *heard = naive_messages_hear(&list);
    int *rows = rows_at(&words, n, zero);
    for (int i = 0; i < list.count; i++) {
        const struct message *m = &heard[i];
        struct message listed = {m->time - zero, rows[m->from], rows[m->to], items + 1 - m->item,
                                 0};
        if (listed.item <= endgame)
            message_array_add(&family->messages, &listed);
    }
    free(rows);
    free(heard);
    messages_clear(&messages);
}

static void streams_are_families(void **state) {
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (int n = 1; n <= 14; n++)
            for (int endgame = 1; endgame <= 3 && is_stationary(latency, n); endgame++) {
                struct items_family family;
                struct failure failure;
                make_family(&family, latency, n, endgame);
                int late = family.words.depth + latency;
                assert_ok(items_family_finish(&family, NULL, &failure), failure);
                assert_int_equal(family.processors, n);
                assert_true(family.single);
                for (int items = endgame; items <= endgame + 6; items++)
                    assert_items_played(&family, items, items - 1 + late);
                items_family_clear(&family);
            }
}

/* Any change of a message is found: all of them are needed, and none fits elsewhere, but an item
 * that somebody holds who is free. So what is still called right is played. */
static void changes_are_found(void **state) {
    uint64_t random = random_seed();
    int found = 0;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct items_family family;
        struct failure failure;
        int latency = 1 + i % 4, n = 2 + random_below(&random, 9);
        if (!is_stationary(latency, n))
            continue;
        int endgame = 1 + i % 2;
        make_family(&family, latency, n, endgame);
        struct message *m =
            &family.messages.messages[random_below(&random, (int)family.messages.count)];
        int *parts[] = {&m->time, &m->from, &m->to, &m->item}, part = random_below(&random, 4);
        *parts[part] += random_below(&random, 2) ? 1 : -1;
        if (items_family_finish(&family, NULL, &failure)) {
            found++;
            continue;
        }
        for (int items = endgame; items <= endgame + latency + 4; items++) {
            struct items_message_source *told;
            struct message_list list;
            assert_ok(items_family_list(&family, items, &told, &list, &failure), failure);
            assert_null(naive_messages_fault(&list));
            assert_true(list.finish <= items - endgame + family.finish);
            items_message_source_free(told);
        }
        items_family_clear(&family);
    }
    assert_in_range(found, 1000, 1999);
}

/* Words and numbers: each fault has its own. */
static void faults_are_named(void **state) {
    struct items_family family;
    struct failure failure;
    (void)state;
    make_family(&family, 3, 9, 1);
    family.finish--;
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "late"));
    make_family(&family, 3, 9, 1);
    family.messages.count--;
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "never receives"));
    make_family(&family, 3, 9, 1);
    message_array_add(&family.messages, &family.messages.messages[3]);
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "a second time"));
    make_family(&family, 3, 9, 1);
    family.endgame = 0;
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_INTERNAL);
    make_family(&family, 3, 9, 1);
    family.finish = ITEMS_FAMILY_MOST + 1;
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_LIMIT);
    make_family(&family, 3, 9, 1);
    mpz_add_ui(family.words.words[0].count, family.words.words[0].count, 1);
    assert_int_equal(items_family_finish(&family, NULL, &failure), STATUS_INTERNAL);
}

static void what_is_not_told(void **state) {
    struct items_family family;
    struct items_message_source *told;
    struct message_list list;
    struct failure failure;
    (void)state;
    make_family(&family, 3, 9, 2);
    assert_ok(items_family_finish(&family, NULL, &failure), failure);
    assert_int_equal(items_family_list(&family, 1, &told, &list, NULL), STATUS_INPUT);
    assert_int_equal(items_family_list(&family, INT32_MAX, &told, &list, NULL), STATUS_LIMIT);
    items_family_clear(&family);
}

/* The source sends an item again, in place of another who has it: the family is still right, but no
 * longer with single sending. */
static void an_item_sent_twice_is_not_single(void **state) {
    int cases = 0;
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int endgame = 1; endgame <= 4; endgame++) {
            struct items_family family;
            struct failure failure;
            make_family(&family, latency, 9, endgame);
            struct message *again = NULL;
            for (size_t i = 0; i < family.messages.count; i++) {
                struct message *m = &family.messages.messages[i];
                if (m->time >= endgame && m->from > 0)
                    again = m;
            }
            if (again) {
                again->from = 0;
                cases++;
            }
            assert_ok(items_family_finish(&family, NULL, &failure), failure);
            assert_int_equal(family.single, again == NULL);
            items_family_clear(&family);
        }
    assert_in_range(cases, 10, 16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_families),
        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(what_is_not_told),
        cmocka_unit_test(an_item_sent_twice_is_not_single),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
