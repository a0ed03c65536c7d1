/* SPDX-License-Identifier: MIT */
/* Lists in all models: what is played is what the definitions say, for legal lists and for lists in
 * which numbers were changed; and what is told of an illegal one is its first fault. */
#include "solver/model/message_play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "check_naive_messages.h"

static uint64_t random_state = 1993;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

struct copy {
    struct message_list list;
    struct message messages[NAIVE_MESSAGES];
};

static struct message_machine machine_of(const struct naive_list *naive) {
    static const enum message_model models[] = {[NAIVE_POSTAL] = MESSAGE_POSTAL,
                                                [NAIVE_LOGP] = MESSAGE_LOGP,
                                                [NAIVE_BUFFERED] = MESSAGE_BUFFERED,
                                                [NAIVE_PORTS] = MESSAGE_PORTS};
    static const enum logp_capacity capacities[] = {[NAIVE_FULL] = CAPACITY_FULL,
                                                    [NAIVE_FLIGHT] = CAPACITY_FLIGHT,
                                                    [NAIVE_NONE] = CAPACITY_NONE};
    return (struct message_machine){models[naive->model],
                                    (int)naive->L,
                                    (int)naive->o,
                                    (int)naive->g,
                                    naive->model == NAIVE_PORTS ? (int)naive->p : 1,
                                    capacities[naive->capacity]};
}

static int by_sending(const void *left, const void *right) {
    const struct message *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to != b->to ? (a->to < b->to ? -1 : 1) : (a->item > b->item) - (a->item < b->item);
}

static enum status tell(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct copy *copy = source;
    enum status status = STATUS_OK;
    (void)limits;
    for (long i = 0; i < copy->list.count && !status; i++)
        status = take(context, &copy->messages[i], failure);
    return status;
}

static void copy_list(struct copy *copy, const struct naive_list *naive) {
    copy->list = (struct message_list){.machine = machine_of(naive),
                                       .processors = (int)naive->P - 1,
                                       .items = (int)naive->K,
                                       .all = naive->all,
                                       .period = (int)naive->period};
    for (size_t i = 0; i < naive->count; i++) {
        const struct naive_message *m = &naive->messages[i];
        copy->messages[i] =
            (struct message){(int)m->time, (int)m->from, (int)m->to, (int)m->item, (int)m->wait};
    }
    qsort(copy->messages, naive->count, sizeof *copy->messages, by_sending);
    copy->list.count = (long)naive->count;
    copy->list.each = tell;
    copy->list.source = copy;
}

static bool is_before(const struct naive_message *a, const struct message *b) {
    if (a->time != b->time)
        return a->time < b->time;
    if (a->from != b->from)
        return a->from < b->from;
    return a->to != b->to ? a->to < b->to : a->item < b->item;
}

/* What stands before the first fault is a part of a legal list. */
static void check_first(const struct naive_list *naive, const struct message *fault) {
    static struct naive_list prefix;
    prefix = *naive;
    prefix.count = 0;
    for (size_t i = 0; i < naive->count; i++)
        if (is_before(&naive->messages[i], fault))
            prefix.messages[prefix.count++] = naive->messages[i];
    assert_true(naive_list_is_legal(&prefix));
}

/* Returns whether the list is legal. */
static bool agree(struct naive_list *naive) {
    static struct text text;
    static struct copy copy;
    struct message_play play = {0};
    struct message_fault fault;
    struct failure failure;
    naive_list_write(naive, &text); /* for its order of messages */
    copy_list(&copy, naive);
    naive->single = false;
    if (naive_list_is_legal(naive))
        naive_list_state(naive);
    bool holds = naive_list_holds(naive);
    assert_int_equal(message_play(&copy.list, NULL, NULL, &play, &fault, &failure), STATUS_OK);
    if (holds == fault.found)
        fail_msg("%s, but: %s\n%.*s", holds ? "holds" : "does not hold",
                 fault.found ? fault.text : "no fault", (int)text.length, text.bytes);
    if (fault.found && !fault.missing)
        check_first(naive, &fault.message);
    if (fault.found)
        return false;
    assert_int_equal(play.delay, naive->delay);
    assert_int_equal(play.finish, naive->finish);
    if (naive->model == NAIVE_BUFFERED)
        assert_int_equal(play.buffer, naive->B);
    naive->single = true;
    assert_int_equal(play.single, naive_list_holds(naive));
    return true;
}

/* Another number in a message, in its range; or a message less. */
static void change(struct naive_list *naive) {
    size_t place = (size_t)next_random((long)naive->count);
    struct naive_message *m = &naive->messages[place];
    long items = naive_list_items(naive);
    switch (next_random(6)) {
    case 0:
        m->time = m->time + 1 - 2 * (m->time > 0 && next_random(2));
        break;
    case 1:
        m->from = next_random(naive->P);
        break;
    case 2:
        m->to = naive->all ? next_random(naive->P) : 1 + next_random(naive->P - 1);
        break;
    case 3:
        m->item = 1 + next_random(items);
        break;
    case 4:
        m->wait = naive_list_waits(naive) ? next_random(4) : 0;
        break;
    default:
        *m = naive->messages[--naive->count];
    }
    for (size_t i = 0; i < naive->count; i++)
        if (naive->messages[i].from == naive->messages[i].to)
            naive->messages[i].from = (naive->messages[i].to + 1) % naive->P;
}

static void played_is_defined(void **state) {
    enum { LISTS = 1500, CHANGES = 6 };
    static struct naive_list naive, changed;
    int legal[4] = {0}, still = 0, broken = 0;
    (void)state;
    for (int i = 0; i < LISTS; i++) {
        if (!naive_list_random(&naive, i % 2 ? NAIVE_ALL : NAIVE_ONE_SOURCE, next_random))
            continue;
        changed = naive;
        assert_true(agree(&changed));
        legal[naive.model]++;
        for (int k = 0; k < CHANGES; k++) {
            changed = naive;
            change(&changed);
            if (changed.count == 0)
                continue;
            if (agree(&changed))
                still++;
            else
                broken++;
        }
    }
    for (int model = 0; model < 4; model++)
        assert_true(legal[model] > 50);
    assert_true(still > 200 && broken > 1000);
}

/* Numbers at the ends of their ranges. */
static void large_numbers(void **state) {
    struct message_play play;
    struct message_fault fault;
    struct failure failure;
    static struct copy copy = {.messages = {{0, 0, 1, 1, 0}}};
    copy.list = (struct message_list){.machine = message_machine_postal(1),
                                      .processors = INT32_MAX - 1,
                                      .items = INT32_MAX,
                                      .count = 1,
                                      .each = tell,
                                      .source = &copy};
    (void)state;
    assert_int_equal(message_play(&copy.list, NULL, NULL, &play, &fault, &failure), STATUS_OK);
    assert_true(fault.found && fault.missing && fault.processor == 1 && fault.item == 2);
    copy.list.processors = 46339;
    copy.list.items = 46340;
    copy.list.all = true;
    assert_int_equal(message_play(&copy.list, NULL, NULL, &play, &fault, &failure), STATUS_OK);
    assert_true(fault.found && fault.missing && fault.processor == 0 && fault.item == 46341);
    copy.list.count = 0;
    assert_int_equal(message_play(&copy.list, NULL, NULL, &play, &fault, &failure), STATUS_OK);
    assert_true(fault.found && fault.missing);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(played_is_defined),
                                       cmocka_unit_test(large_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
