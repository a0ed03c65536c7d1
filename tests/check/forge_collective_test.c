/* SPDX-License-Identifier: MIT */
/* Kinds combining, summation-bound and gossip-product, forged. Combining: lists of
 * the samples and random ones, whose operands are counted message by message. Summation: bounds of
 * machines beside the one that is named, against labels taken one by one from a queue. Gossip:
 * reasons, graphs and factors that do not belong together; a time that is verified is not above the
 * least one, which a search through all states of knowledge finds for four processors or fewer; and
 * products are played. Usage: forge_collective_test FOLDER */
#include "check_naive_combining.h"
#include "check_naive_gossip.h"
#include "forge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 24000, SUMS = 40000, PRODUCTS = 8000 };

static const char *folder;

static void move(long *number) {
    *number += *number > 1 && forge_once_in(2) ? -1 : 1;
}

static void exchange(long *one, long *other) {
    long kept = *one;
    *one = *other;
    *other = kept;
}

/* --- combining --- */

static const char *const names[] = {"combining.cert",
                                    "combining-three.cert",
                                    "combining-others.cert",
                                    "combining-others-six.cert",
                                    "combining-others-rotation.cert",
                                    "combining-rotation.cert",
                                    "combining-one-processor.cert"};

enum { NAMES = sizeof names / sizeof *names };

static struct naive_combining lists[NAMES];

static void load_lists(void) {
    static struct text text;
    for (long i = 0; i < NAMES; i++) {
        if (!text_load(&text, folder, names[i]))
            fail_msg("cannot read %s/%s", folder, names[i]);
        text.bytes[text.length] = '\0';
        naive_combining_read(&lists[i], &text);
    }
}

/* All that they have is sent by all at each time: those of Karp et al. for P = f_T. */
static void make_list(struct naive_combining *list) {
    long f[64], L = 1 + forge_random(4), T = L + forge_random(6);
    for (long i = 0; i <= T; i++)
        f[i] = i < L ? 1 : f[i - 1] + f[i - L];
    *list = (struct naive_combining){.L = L, .P = f[T], .in_rotation = true};
    for (long j = 0; j + L <= T && f[T] <= COMBINING_OPERANDS; j++)
        list->messages[list->count++] = (struct naive_sending){j, 0, f[j + L - 1], false};
    naive_combining_state(list);
}

/* A sample, or one that is made. */
static void begin_list(struct naive_combining *list) {
    *list = lists[forge_random(NAMES)];
    for (long tries = forge_random(2) * 20; tries > 0; tries--) {
        make_list(list);
        if (list->count > 0)
            return;
    }
}

static struct naive_sending *any_sending(struct naive_combining *list) {
    return &list->messages[forge_random((long)list->count)];
}

/* Everybody has another name. */
static void rename_all(struct naive_combining *list) {
    long by = forge_random(list->P), sign = forge_once_in(2) ? 1 : list->P - 1;
    for (size_t i = 0; i < list->count && !list->in_rotation; i++) {
        struct naive_sending *m = &list->messages[i];
        m->from = (sign * m->from + by) % list->P;
        m->to = (sign * m->to + by) % list->P;
    }
}

static void combine_otherwise(struct naive_combining *list) {
    if (list->in_rotation && forge_once_in(2) && list->P < 12)
        naive_combining_expand(list);
    rename_all(list);
    if (forge_once_in(3)) {
        long later = forge_random(4);
        for (size_t i = 0; i < list->count; i++)
            list->messages[i].time += later;
        naive_combining_state(list);
    }
}

/* What two send at one time goes to the other one's receiver; or they send for each other. */
static void cross(struct naive_combining *list) {
    struct naive_sending *one = any_sending(list), *other = any_sending(list);
    long tries = 20;
    while (tries-- > 0 && (one == other || one->time != other->time))
        other = any_sending(list);
    if (forge_once_in(2))
        exchange(&one->to, &other->to);
    else if (!list->in_rotation)
        exchange(&one->from, &other->from);
}

/* Somebody who has received nothing yet sends what others had. */
static void add_early(struct naive_combining *list) {
    long time = forge_random(list->F + 1), from = list->in_rotation ? 0 : forge_random(list->P);
    list->messages[list->count++] = (struct naive_sending){time, from, forge_random(list->P), true};
}

static void forge_list(struct naive_combining *list) {
    struct naive_sending *m = any_sending(list);
    switch (forge_random(8)) {
    case 0:
        cross(list);
        break;
    case 1:
        exchange(&m->time, &any_sending(list)->time);
        break;
    case 2:
        m->others = !m->others;
        if (forge_once_in(2))
            add_early(list);
        break;
    case 3:
        m->to = forge_random(list->P);
        break;
    case 4:
        *m = list->messages[--list->count];
        break;
    case 5: /* once more, to somebody else, at the end or when there is little to send */
        list->messages[list->count] = *m;
        list->messages[list->count].time = forge_once_in(2) ? m->time : list->F - list->L + 1;
        list->messages[list->count].others = forge_once_in(2);
        list->messages[list->count++].to = forge_random(list->P);
        break;
    case 6:
        move(&list->L);
        break;
    default:
        if (list->in_rotation && forge_once_in(2))
            move(&list->P);
        else
            m->time += m->time > 0 && forge_once_in(2) ? -1 : 1;
    }
}

/* Takes the digest line off, which is appended later. */
static void unseal(struct text *text) {
    text->length = text_body(text);
    text->bytes[text->length] = '\0';
}

static void test_combining(void **state) {
    static struct naive_combining list;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(LISTS);
    (void)state;
    load_lists();
    for (long i = 0; i < rounds; i++) {
        begin_list(&list);
        combine_otherwise(&list);
        for (long faults = forge_random(3); faults > 0 && list.count > 0; faults--)
            forge_list(&list);
        if (!forge_once_in(5))
            naive_combining_state(&list);
        naive_combining_write(&list, &text);
        unseal(&text);
        change_seal_and_compare(&text, naive_combining_text_holds, &tally);
    }
    forge_assert_changes("combining", &tally, (unsigned long)rounds / 20);
}

/* --- summation --- */

enum { QUEUE = 4000 };

struct machine {
    long L, o, g, P, T;
};

/* The labels of the next child of each node that is there, the least of which is taken next. */
struct labels {
    long count, next[QUEUE];
};

static long take_least(struct labels *labels, const struct machine *m) {
    long least = 0;
    for (long i = 1; i < labels->count; i++)
        if (labels->next[i] < labels->next[least])
            least = i;
    long label = labels->next[least];
    labels->next[least] += m->g > m->o + 1 ? m->g : m->o + 1;
    labels->next[labels->count++] = label + m->L + 1 + 2 * m->o;
    return label;
}

static long most_operands(const struct machine *m) {
    static struct labels labels;
    long sum = m->T + 1;
    labels.count = 1;
    labels.next[0] = m->L + 1 + 2 * m->o;
    for (long i = 2; i <= m->P && labels.count < QUEUE; i++) {
        long label = take_least(&labels, m);
        if (label >= m->T - m->o)
            break;
        sum += m->T - m->o - label;
    }
    return sum;
}

/* The bound of a machine beside this one, or a number beside its own. */
static long false_bound(const struct machine *m) {
    struct machine beside = *m;
    long *numbers[] = {&beside.L, &beside.o, &beside.g, &beside.P, &beside.T};
    long most = most_operands(m);
    switch (forge_random(4)) {
    case 0:
        return most;
    case 1:
        return most + 1 - 2 * forge_random(most > 0 ? 2 : 1);
    default:
        move(numbers[forge_random(5)]);
        return most_operands(&beside);
    }
}

static void test_summation_bounds(void **state) {
    static struct text text;
    struct forge_tally tally = {0, 0, 0};
    long rounds = forge_rounds(SUMS);
    (void)state;
    for (long i = 0; i < rounds; i++) {
        struct machine m = {1 + forge_random(8), forge_random(5), 1 + forge_random(8),
                            1 + forge_random(forge_once_in(4) ? 500 : 12),
                            forge_random(forge_once_in(3) ? 200 : 40)};
        long operands = false_bound(&m), most = most_operands(&m);
        forge_put_start(&text, "summation-bound");
        text_put(&text, "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\nfinish %ld\n", m.L,
                 m.o, m.g, m.P, m.T);
        text_put(&text, "operands %ld\n", operands);
        assert_true(forge_judge(&text, operands == most, &tally) == (operands == most));
    }
    forge_assert_shares("summation bounds", &tally, (unsigned long)rounds / 20);
}

/* --- products --- */

enum { STOCK = 40 };

/* Factors that are right, half of them of each duplex. */
static struct naive_gossip stock[STOCK];

/* Few enough processors for the judge. */
static bool is_small(const struct naive_product *product) {
    long N = 1;
    for (long i = 0; i < product->count; i++)
        N *= product->factors[i].N;
    return N <= 18;
}

static void begin_product(struct naive_product *product) {
    product->half = forge_once_in(2);
    product->count = 2 + forge_once_in(3);
    do {
        for (long i = 0; i < product->count; i++)
            product->factors[i] = stock[2 * forge_random(STOCK / 2) + product->half];
        naive_product_state(product);
    } while (!is_small(product));
}

static struct gossip_send *any_send(struct naive_gossip *factor) {
    return &factor->sends[forge_random(factor->count)];
}

static void forge_factor(struct naive_gossip *factor, bool half) {
    struct gossip_send *one = any_send(factor), *other = any_send(factor);
    switch (forge_random(8)) {
    case 0:
        exchange(&one->step, &other->step);
        break;
    case 1:
        exchange(&one->item, &other->item);
        break;
    case 2:
        exchange(&one->from, &other->from);
        break;
    case 3:
        exchange(&one->from, &one->to);
        break;
    case 4:
        naive_gossip_change_links(factor, forge_random);
        naive_gossip_ports(factor, half);
        break;
    case 5:
        if (factor->count > 1)
            *one = factor->sends[--factor->count];
        break;
    case 6:
        factor->groups[forge_random(factor->G)].capacity++;
        break;
    default:
        one->step += one->step > 1 && forge_once_in(2) ? -1 : one->step < factor->S;
    }
}

/* As right as before, if N and T are told again. */
static void exchange_factors(struct naive_product *product) {
    static struct naive_gossip kept;
    long a = forge_random(product->count), b = forge_random(product->count);
    kept = product->factors[a];
    product->factors[a] = product->factors[b];
    product->factors[b] = kept;
}

static void forge_product(struct naive_product *product) {
    switch (forge_random(5)) {
    case 0:
        exchange_factors(product);
        break;
    case 1: /* of the other duplex, perhaps */
        product->factors[0] = stock[forge_random(STOCK)];
        if (forge_once_in(2))
            naive_gossip_ports(&product->factors[0], product->half);
        break;
    case 2:
        product->half = !product->half;
        for (long i = 0; i < product->count && forge_once_in(2); i++)
            naive_gossip_ports(&product->factors[i], product->half);
        break;
    default:
        forge_factor(&product->factors[forge_random(product->count)], product->half);
    }
    if (!forge_once_in(4))
        naive_product_state(product);
    else if (forge_once_in(2))
        move(forge_once_in(2) ? &product->N : &product->T);
}

static void test_products(void **state) {
    static struct naive_product product;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(PRODUCTS);
    (void)state;
    for (long i = 0; i < STOCK; i++)
        naive_gossip_random(&stock[i], i % 2, 5, forge_random);
    for (long i = 0; i < rounds; i++) {
        begin_product(&product);
        for (long faults = forge_random(3); faults > 0; faults--)
            forge_product(&product);
        if (!is_small(&product))
            continue;
        naive_product_write(&product, &text);
        unseal(&text);
        change_seal_and_compare(&text, naive_gossip_product_holds, &tally);
    }
    forge_assert_changes("products", &tally, (unsigned long)rounds / 20);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_combining),
                                       cmocka_unit_test(test_summation_bounds),
                                       cmocka_unit_test(test_products)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_collective", tests, forge_start, NULL);
}
