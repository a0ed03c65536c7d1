/* SPDX-License-Identifier: MIT */
/* Kind gossip-product against its definition: products of random schedules, right and changed; what
 * is verified is written out, message by message, and verified as kind network-schedule. */
#include "check_naive_gossip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static uint64_t random_state = 1999;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

static void assert_status(const struct text *text, bool holds) {
    struct verdict verdict;
    text_check(text, &verdict);
    if (verdict.status != (holds ? VERDICT_VERIFIED : VERDICT_REFUTED))
        fail_msg("%s but %s:\n%.*s", holds ? "holds" : "does not hold", verdict.claim.bytes,
                 (int)text->length, text->bytes);
    verdict_clear(&verdict);
}

static bool agree(struct naive_product *product) {
    static struct text text;
    naive_product_write(product, &text);
    bool holds = naive_product_holds(product);
    assert_status(&text, holds);
    text.bytes[text.length] = '\0';
    assert_true(naive_gossip_product_holds(&text) == holds);
    return holds;
}

/* Within the grammar: a node, an item and a step that there are. */
static void change_send(struct naive_gossip *factor) {
    struct gossip_send *send = &factor->sends[next_random(factor->count)];
    switch (next_random(5)) {
    case 0:
        send->to = next_random(factor->N);
        break;
    case 1:
        send->item = 1 + next_random(factor->N);
        break;
    case 2:
        send->step = 1 + next_random(factor->S);
        break;
    case 3:
        send->from = next_random(factor->N);
        break;
    default:
        if (factor->count > 1)
            *send = factor->sends[--factor->count];
    }
}

static void change_network(struct naive_gossip *factor, bool half) {
    struct gossip_group *group = &factor->groups[next_random(factor->G)];
    switch (next_random(3)) {
    case 0:
        naive_gossip_change_links(factor, next_random);
        naive_gossip_ports(factor, half);
        break;
    case 1:
        group->capacity = 2;
        break;
    default: /* a port is parted into two groups */
        if (group->count > 1) {
            factor->groups[factor->G] = (struct gossip_group){1, 1, {group->arcs[--group->count]}};
            factor->G++;
        }
    }
}

static void change_steps(struct naive_gossip *factor) {
    long step = 1 + next_random(factor->S);
    if (next_random(2) == 0)
        factor->rounds[step] = next_random(3);
    else
        factor->rounds[++factor->S] = next_random(2);
}

static void change(struct naive_product *product) {
    struct naive_gossip *factor = &product->factors[next_random(product->count)];
    switch (next_random(8)) {
    case 0:
        product->N += next_random(3) - 1;
        return;
    case 1:
        product->T += next_random(3) - 1;
        return;
    case 2:
        change_steps(factor);
        break;
    case 3:
        change_network(factor, product->half);
        break;
    case 4:
        product->half = !product->half;
        for (long i = 0; i < product->count && next_random(2) == 0; i++)
            naive_gossip_ports(&product->factors[i], product->half);
        break;
    default:
        change_send(factor);
    }
    naive_product_state(product);
}

/* The theorem itself: all messages of the product. */
static void assert_expanded(const struct naive_product *product) {
    static struct naive_gossip whole;
    static struct text text;
    assert_true(naive_product_expand(product, &whole));
    naive_gossip_write(&whole, &text);
    assert_status(&text, true);
}

static void test_products(void **state) {
    static struct naive_product product, changed;
    unsigned long holding = 0, others = 0;
    (void)state;
    for (int i = 0; i < 40; i++) {
        product.half = i % 2;
        product.count = 2 + i % 5 / 3;
        do {
            for (long f = 0; f < product.count; f++)
                naive_gossip_random(&product.factors[f], product.half, 5, next_random);
            naive_product_state(&product);
        } while (product.N > 18);
        assert_true(agree(&product));
        assert_expanded(&product);
        for (int j = 0; j < 25; j++) {
            changed = product;
            change(&changed);
            ++*(agree(&changed) ? &holding : &others);
        }
    }
    printf("changed: %lu hold, %lu do not\n", holding, others);
    assert_true(holding > 100 && others > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products)};
    return cmocka_run_group_tests_name("check_gossip", tests, NULL, NULL);
}
