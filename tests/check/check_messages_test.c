/* SPDX-License-Identifier: MIT */
/* Lists of messages and the bound for one item. Random legal lists are verified; with anything in
 * them changed, checker and definitions must agree. Every fault is told at its line. The bound is
 * compared with the best of all ways to send. */
#include "check_naive_messages.h"
#include "core/memory.h"
#include "core/messages.h"
#include "core/messages_play.h"
#include "core/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 1996;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

static enum verdict_status status_of(const struct text *text, char *why, size_t size) {
    struct verdict verdict;
    text_check(text, &verdict);
    enum verdict_status status = verdict.status;
    snprintf(why, size, "%s", verdict.claim.bytes);
    verdict_clear(&verdict);
    return status;
}

/* Is verified if and only if it holds, and refuted, not malformed, otherwise. */
static bool agree(struct naive_list *list) {
    static struct text text;
    char why[300];
    naive_list_write(list, &text);
    enum verdict_status status = status_of(&text, why, sizeof why);
    bool holds = naive_list_holds(list);
    if (status != (holds ? VERDICT_VERIFIED : VERDICT_REFUTED))
        fail_msg("%s but %s:\n%.*s", holds ? "holds" : "does not hold", why, (int)text.length,
                 text.bytes);
    return holds;
}

static void shift(long *number, long least, long most) {
    long changed = *number + (next_random(2) ? 1 : -1) * (1 + next_random(2));
    if (changed >= least && changed <= most)
        *number = changed;
}

static void change_model(struct naive_list *list) {
    bool logp = list->model == NAIVE_LOGP;
    switch (list->model) {
    case NAIVE_BUFFERED:
        shift(&list->B, 1, 1000);
        break;
    case NAIVE_PORTS:
        shift(&list->p, 1, 1000);
        break;
    default:
        if (logp && next_random(3) == 0)
            list->capacity = (enum naive_capacity)next_random(3);
        shift(&list->o, logp ? 0 : list->o, logp ? 9 : list->o);
        shift(&list->g, 1, logp ? 9 : 1);
    }
}

static void change_parameter(struct naive_list *list) {
    switch (next_random(9)) {
    case 0:
        shift(&list->delay, 1, 1000);
        break;
    case 1:
        shift(&list->finish, 1, 1000);
        break;
    case 2:
        shift(&list->L, 1, 1000);
        break;
    case 3:
        shift(&list->period, 0, list->all ? 0 : 1000);
        break;
    case 4:
        list->single = !list->single;
        break;
    case 5:
        list->K += next_random(2); /* fewer would be malformed */
        break;
    case 6:
        list->in_rotation = list->in_rotation && next_random(4) > 0;
        break;
    default:
        change_model(list);
    }
}

static void change_message(struct naive_list *list) {
    struct naive_message *m = &list->messages[next_random((long)list->count)];
    struct naive_message *other = &list->messages[next_random((long)list->count)];
    struct naive_message copy = *m;
    switch (next_random(11)) {
    case 0:
        shift(&m->time, 0, 1000);
        break;
    case 1:
        shift(&m->wait, 0, naive_list_waits(list) ? 1000 : 0);
        break;
    case 2:
        m->from = list->in_rotation ? 0 : next_random(list->P);
        break;
    case 3:
        m->to = next_random(list->P);
        break;
    case 4:
        m->item = 1 + next_random(naive_list_items(list));
        break;
    case 5:
        *m = list->messages[--list->count];
        break;
    case 6:
        list->messages[list->count++] = copy;
        shift(&m->time, 0, 1000);
        break;
    case 7:
        m->item = other->item;
        other->item = copy.item;
        break;
    case 8:
    case 9:
        m->time = other->time; /* and perhaps sent, or received, by the same one */
        break;
    default:
        m->to = other->to;
        other->to = copy.to;
    }
}

/* A change and what is then stated rightly, so that only the rules can refuse it. */
static void change(struct naive_list *list) {
    if (next_random(5) == 0) {
        change_parameter(list);
    } else if (list->count > 1) {
        change_message(list);
        naive_list_state(list);
    }
    if (next_random(3) == 0)
        naive_list_state(list);
}

/* Of each model. */
struct outcomes {
    unsigned long lists, holding, others;
};

static void count_changed(const struct naive_list *list, struct outcomes *of) {
    static struct naive_list changed;
    for (int i = 0; i < 6; i++) {
        changed = *list;
        for (long changes = 1 + next_random(2); changes > 0; changes--)
            change(&changed);
        ++*(agree(&changed) ? &of->holding : &of->others);
    }
}

static void compare_random_lists(enum naive_sources sources, int wanted, unsigned long least) {
    static struct naive_list list;
    struct outcomes outcomes[NAIVE_PORTS + 1] = {{0, 0, 0}};
    for (int lists = 0; lists < wanted;) {
        if (!naive_list_random(&list, sources, next_random))
            continue;
        assert_true(agree(&list));
        count_changed(&list, &outcomes[list.model]);
        outcomes[list.model].lists++;
        lists++;
    }
    for (int model = NAIVE_POSTAL; model <= NAIVE_PORTS; model++) {
        const struct outcomes *of = &outcomes[model];
        printf("model %d: %lu lists, changed: %lu hold, %lu do not\n", model, of->lists,
               of->holding, of->others);
        assert_true(of->lists > 3 * least && of->holding > 2 * least && of->others > 10 * least);
    }
}

static void test_random_lists(void **state) {
    (void)state;
    compare_random_lists(NAIVE_ONE_SOURCE, 3000, 100);
}

static void test_random_lists_of_all(void **state) {
    (void)state;
    compare_random_lists(NAIVE_ALL, 1500, 50);
}

static void test_random_lists_in_rotation(void **state) {
    (void)state;
    compare_random_lists(NAIVE_ROTATION, 1500, 50);
}

/* P processors in a row, each item handed from one to the next: long lists in short texts. */
static void row_of(struct naive_list *list, long P, long K) {
    *list = (struct naive_list){.L = 1, .g = 1, .P = P, .K = K, .period = 1, .single = true};
    for (long item = 1; item <= K; item++)
        for (long p = 1; p < P; p++)
            list->messages[list->count++] = (struct naive_message){item + p - 2, p - 1, p, item, 0};
    naive_list_state(list);
}

/* The line of this message in the text. */
static unsigned long line_of(const struct naive_list *list, size_t message) {
    unsigned long line = 11; /* that of finish */
    for (size_t i = 0; i <= message; i++)
        line += 1 + (i == 0 || list->messages[i].time != list->messages[i - 1].time);
    return line;
}

static void assert_fault(const struct text *text, unsigned long line, const char *expected) {
    char why[300], place[40];
    snprintf(place, sizeof place, "text:%lu: ", line);
    assert_int_equal(status_of(text, why, sizeof why), VERDICT_REFUTED);
    if (strncmp(why, place, strlen(place)) != 0 || !strstr(why, expected))
        fail_msg("expected %s%s, found %s", place, expected, why);
}

/* The text is longer than the buffer of the reader, so lines lie across its ends too. */
static void test_faults_are_told_at_their_lines(void **state) {
    static struct naive_list list;
    static struct text text;
    (void)state;
    row_of(&list, 73, 40);
    assert_true(agree(&list));
    for (size_t i = 0; i < list.count; i += 7) {
        struct naive_message kept = list.messages[i];
        list.messages[i].to = 0;
        naive_list_write(&list, &text);
        assert_true(text.length > READ_BLOCK);
        assert_fault(&text, line_of(&list, i), "is sent to the source");
        list.messages[i] = kept;
        if (kept.to == 1)
            continue;
        list.messages[i].to = 1;
        naive_list_write(&list, &text);
        assert_fault(&text, line_of(&list, i), "processor 1 receives");
        list.messages[i] = kept;
    }
}

/* Items are kept in pages; the first and last of a page, and those of none. */
static void test_missing_items(void **state) {
    static struct naive_list list;
    static struct text text;
    static const long items[] = {1, 2, 63, 64, 65, 66, 1399, 1400};
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        char expected[80];
        row_of(&list, 2, 1400);
        if (i == 0)
            assert_true(agree(&list));
        list.messages[items[i] - 1] = list.messages[--list.count];
        naive_list_write(&list, &text);
        snprintf(expected, sizeof expected, "processor 1 never receives item %ld", items[i]);
        assert_fault(&text, line_of(&list, list.count - 1) + 1, expected);
    }
    row_of(&list, 2, 1400); /* a page that is finished, and an item of it again */
    list.messages[list.count++] = (struct naive_message){2000, 0, 1, 5, 0};
    list.single = false;
    naive_list_write(&list, &text);
    assert_fault(&text, line_of(&list, list.count - 1), "processor 1 receives item 5 at time 2001");
}

/* --- kind reach --- */

/* Who knows the item, by the time from which each may send. */
struct crowd {
    long apart, transfer, time;
    long count;
    long free[12];
};

/* The most that know it at `time`, over all ways to send from `now` on: at every time any number of
 * those who may send now do so, no matter who of them. */
static long most_by(const struct crowd *crowd, long now) {
    if (now + crowd->transfer > crowd->time)
        return crowd->count;
    struct crowd sent = *crowd;
    long best = most_by(crowd, now + 1);
    for (long i = 0; i < crowd->count && sent.count < 12; i++) {
        if (crowd->free[i] > now)
            continue;
        sent.free[i] = now + crowd->apart;
        sent.free[sent.count++] = now + crowd->transfer;
        long found = most_by(&sent, now + 1);
        best = found > best ? found : best;
    }
    return best;
}

static void write_reach(struct text *text, long L, long o, long g, long T, const char *R) {
    text->length = (size_t)snprintf(text->bytes, TEXT_LIMIT,
                                    "steadycast certificate 1\nwriter test 1\nkind reach\n"
                                    "latency %ld\noverhead %ld\ngap %ld\ntime %ld\nprocessors %s\n",
                                    L, o, g, T, R);
    text_seal(text);
}

static enum verdict_status reach_status(long L, long o, long g, long T, const char *R, char *why) {
    static struct text text;
    write_reach(&text, L, o, g, T, R);
    return status_of(&text, why, 300);
}

static void test_reach(void **state) {
    char why[300], number[24];
    unsigned long compared = 0;
    (void)state;
    for (long L = 1; L <= 5; L++)
        for (long o = 0; o <= 2; o++)
            for (long g = 1; g <= 12; g++)
                for (long T = 0; T <= 11; T++) {
                    struct crowd crowd = {.apart = g > o ? g : o, .transfer = L + 2 * o};
                    crowd.time = T;
                    crowd.count = 1;
                    long most = most_by(&crowd, 0);
                    if (most >= 12)
                        break;
                    for (long R = most > 1 ? most - 1 : 1; R <= most + 1; R++) {
                        snprintf(number, sizeof number, "%ld", R);
                        if (reach_status(L, o, g, T, number, why) !=
                            (R == most ? VERDICT_VERIFIED : VERDICT_REFUTED))
                            fail_msg("L=%ld o=%ld g=%ld T=%ld, %ld at most: %s", L, o, g, T, most,
                                     why);
                        compared++;
                    }
                }
    printf("%lu bounds compared\n", compared);
    assert_true(compared > 3000);
}

static void test_reach_large(void **state) {
    char why[300];
    (void)state;
    /* 2^100, 2^100 - 1, and the same in units of a million */
    static const char *const power = "1267650600228229401496703205376";
    assert_int_equal(reach_status(1, 0, 1, 100, power, why), VERDICT_VERIFIED);
    assert_string_equal(why, "LogP L=1 o=0 g=1: no more than 1267650600228229401496703205376 "
                             "processors know an item at time 100 that one of them has at time 0");
    assert_int_equal(reach_status(1, 0, 1, 100, "1267650600228229401496703205375", why),
                     VERDICT_REFUTED);
    assert_int_equal(reach_status(1000000, 0, 1000000, 100999999, power, why), VERDICT_VERIFIED);
    assert_int_equal(reach_status(2147483647, 2147483647, 2147483647, 2147483647, "1", why),
                     VERDICT_VERIFIED);
    assert_int_equal(reach_status(1, 0, 1, 10000000, "3", why), VERDICT_MALFORMED);
    assert_non_null(strstr(why, "beyond the limit of work"));
}

static void test_items_begin_and_end(void **state) {
    struct items items;
    (void)state;
    items_init(&items, 2, 1000, 1000);
    assert_false(items_begin(&items, 1));
    assert_true(items_begin(&items, 1));
    assert_false(items_begin(&items, 1000));
    assert_int_equal(items_give(&items, 1, 1), ITEMS_NEW_TO_THE_LAST);
    assert_true(items_has(&items, 1, 1));
    assert_int_equal(items_give(&items, 1, 1), ITEMS_TWICE);
    assert_true(items_begin(&items, 1));
    assert_false(items_begin(&items, 3));
    memory_release(0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_lists),
                                       cmocka_unit_test(test_random_lists_of_all),
                                       cmocka_unit_test(test_random_lists_in_rotation),
                                       cmocka_unit_test(test_faults_are_told_at_their_lines),
                                       cmocka_unit_test(test_missing_items),
                                       cmocka_unit_test(test_reach),
                                       cmocka_unit_test(test_reach_large),
                                       cmocka_unit_test(test_items_begin_and_end)};
    return cmocka_run_group_tests_name("check_messages", tests, NULL, NULL);
}
