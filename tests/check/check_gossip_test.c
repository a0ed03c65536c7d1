/* SPDX-License-Identifier: MIT */
/* Kind gossip-product against its definition: products of random schedules, right and changed; what
 * is verified is written out, message by message, and verified as kind messages. */
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

static void random_factor(struct naive_list *factor, bool half) {
    do
        while (!naive_list_random(factor, NAIVE_ALL, next_random))
            ;
    while (factor->model != NAIVE_GRAPH || factor->K != 1 || factor->half != half);
    factor->single = false;
}

static void state_product(struct naive_product *product) {
    product->N = 1;
    product->T = 0;
    for (long i = 0; i < product->count; i++) {
        product->T = product->T * product->factors[i].P + product->factors[i].finish;
        product->N *= product->factors[i].P;
    }
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

static void change_message(struct naive_list *factor) {
    struct naive_message *m = &factor->messages[next_random((long)factor->count)];
    switch (next_random(5)) {
    case 0:
        m->to = next_random(factor->P);
        break;
    case 1:
        m->item = 1 + next_random(factor->P);
        break;
    case 2:
        m->time = next_random(factor->finish + 2);
        break;
    case 3:
        m->from = next_random(factor->P);
        break;
    default:
        if (factor->count > 1)
            *m = factor->messages[--factor->count];
    }
    naive_list_state(factor);
}

static void change(struct naive_product *product) {
    struct naive_list *factor = &product->factors[next_random(product->count)];
    switch (next_random(8)) {
    case 0:
        product->N += next_random(3) - 1;
        return;
    case 1:
        product->T += next_random(3) - 1;
        return;
    case 2:
        factor->delay = factor->finish += 1 - 2 * next_random(factor->finish > 1 ? 2 : 1);
        break;
    case 3:
        naive_list_change_edges(factor, next_random);
        break;
    case 4:
        product->half = !product->half;
        for (long i = 0; i < product->count; i++)
            product->factors[i].half = product->half;
        break;
    default:
        change_message(factor);
    }
    state_product(product);
}

/* The theorem itself: all messages of the product, as kind messages. */
static void assert_expanded(const struct naive_product *product) {
    static struct naive_list list;
    static struct text text;
    assert_true(naive_product_expand(product, &list));
    naive_list_write(&list, &text);
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
                random_factor(&product.factors[f], product.half);
            state_product(&product);
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
