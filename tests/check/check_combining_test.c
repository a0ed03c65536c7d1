/* SPDX-License-Identifier: MIT */
/* Kind combining against its definition: random lists, the ones of the paper for P = f_T and those
 * for any P, which exist in rotation and otherwise, and lists with changes. Both must agree. */
#include "check_naive_combining.h"
#include "rest/combining.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static uint64_t random_state = 1992;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

/* Is verified if and only if it holds, and refuted, not malformed, otherwise. */
static bool agree(struct naive_combining *list) {
    static struct text text;
    struct verdict verdict;
    naive_combining_write(list, &text);
    text_check(&text, &verdict);
    bool holds = naive_combining_holds(list);
    if (verdict.status != (holds ? VERDICT_VERIFIED : VERDICT_REFUTED))
        fail_msg("%s but %s:\n%.*s", holds ? "holds" : "does not hold", verdict.claim.bytes,
                 (int)text.length, text.bytes);
    verdict_clear(&verdict);
    return holds;
}

static void change(struct naive_combining *list) {
    struct naive_sending *m = &list->messages[next_random((long)list->count)];
    struct naive_sending *other = &list->messages[next_random((long)list->count)];
    struct naive_sending copy = *m;
    switch (next_random(9)) {
    case 0:
        m->time += m->time > 0 ? next_random(3) - 1 : 1;
        break;
    case 1:
        m->from = list->in_rotation ? 0 : next_random(list->P);
        break;
    case 2:
        m->to = next_random(list->P);
        break;
    case 3:
        *m = list->messages[--list->count];
        break;
    case 4:
        copy.time += next_random(3);
        list->messages[list->count++] = copy;
        break;
    case 5:
        m->to = other->to;
        other->to = copy.to;
        break;
    case 6:
        m->time = other->time;
        other->time = copy.time;
        break;
    case 7:
        m->others = !m->others;
        break;
    default:
        list->L += list->L > 1 ? next_random(3) - 1 : next_random(2);
    }
    if (next_random(4) > 0)
        naive_combining_state(list);
}

struct outcomes {
    unsigned long holding, others;
};

static void count_changed(const struct naive_combining *list, long times, struct outcomes *of) {
    static struct naive_combining changed;
    for (; list->count > 1 && times > 0; times--) {
        changed = *list;
        for (long changes = 1 + next_random(2); changes > 0 && changed.count > 0; changes--)
            change(&changed);
        ++*(agree(&changed) ? &of->holding : &of->others);
    }
}

/* Of other names. */
static void permute(struct naive_combining *list) {
    long names[COMBINING_OPERANDS];
    for (long p = 0; p < list->P; p++) {
        long at = next_random(p + 1);
        names[p] = names[at];
        names[at] = p;
    }
    for (size_t i = 0; i < list->count; i++) {
        list->messages[i].from = names[list->messages[i].from];
        list->messages[i].to = names[list->messages[i].to];
    }
}

/* At time j everybody sends what it has, f_j operands, as far as f_(j+L-1). */
static void paper_list(struct naive_combining *list, long L, long T) {
    long f[64];
    for (long i = 0; i <= T; i++)
        f[i] = i < L ? 1 : f[i - 1] + f[i - L];
    *list = (struct naive_combining){.L = L, .P = f[T], .in_rotation = true};
    for (long j = 0; j + L <= T; j++)
        list->messages[list->count++] = (struct naive_sending){j, 0, f[j + L - 1], false};
    naive_combining_state(list);
}

/* The processor has operands -1, .., -had of others at time t, and those that come next follow:
 * from -had - 1 with its operand, or from -had without. Both bring as many as this one had at t - L
 * (one more, or not), and P - 1 in all by the largest f_(T-t) that fit: THEOREMS.md 18.3. */
static void list_for(struct naive_combining *list, long L, long P) {
    long f[64], had[64] = {0}, T = 0, rest = P - 1;
    for (f[0] = 1; f[T] < P; f[T] = T < L ? 1 : f[T - 1] + f[T - L])
        T++;
    *list = (struct naive_combining){.L = L, .P = P, .in_rotation = true};
    for (long t = L; t <= T; t++) {
        bool others = f[T - t] > rest;
        rest -= others ? 0 : f[T - t];
        had[t] = had[t - 1] + had[t - L] + !others;
        if (had[t] > had[t - 1])
            list->messages[list->count++] =
                (struct naive_sending){t - L, 0, had[t - 1] + !others, others};
    }
    naive_combining_state(list);
    assert_int_equal(list->F, T);
}

/* In rotation, then with all messages and other names; and with changes. */
static bool both_forms_hold(struct naive_combining *list, struct outcomes *turned,
                            struct outcomes *all) {
    if (list->P * (long)list->count >= COMBINING_MESSAGES || list->P > COMBINING_OPERANDS)
        return false;
    assert_true(agree(list));
    count_changed(list, 60, turned);
    naive_combining_expand(list);
    permute(list);
    assert_true(agree(list));
    count_changed(list, 60, all);
    return true;
}

static void test_lists_of_the_paper(void **state) {
    static struct naive_combining list;
    struct outcomes turned = {0, 0}, all = {0, 0};
    (void)state;
    for (long L = 1; L <= 5; L++)
        for (long T = 0; T <= 16; T++) {
            paper_list(&list, L, T);
            assert_int_equal(list.F, T < L ? 0 : T);
            if (!both_forms_hold(&list, &turned, &all))
                break;
        }
    printf("changed: in rotation %lu hold, %lu do not; others %lu, %lu\n", turned.holding,
           turned.others, all.holding, all.others);
    assert_true(turned.holding > 50 && turned.others > 1000);
    assert_true(all.holding > 50 && all.others > 1000);
}

static void test_lists_for_every_number(void **state) {
    static struct naive_combining list;
    struct outcomes turned = {0, 0}, all = {0, 0};
    int without = 0;
    (void)state;
    for (long L = 1; L <= 4; L++)
        for (long P = 1; P <= 24; P++) {
            list_for(&list, L, P);
            for (size_t i = 0; i < list.count; i++)
                without += list.messages[i].others;
            assert_true(both_forms_hold(&list, &turned, &all));
        }
    printf("%d lines others; changed: in rotation %lu hold, %lu do not; others %lu, %lu\n", without,
           turned.holding, turned.others, all.holding, all.others);
    assert_true(without > 50);
    assert_true(turned.holding > 50 && turned.others > 1000);
    assert_true(all.holding > 50 && all.others > 1000);
}

/* Messages that break no rule, until there is nobody to be told more, or no luck. */
static void random_list(struct naive_combining *list) {
    *list = (struct naive_combining){.L = 1 + next_random(4), .P = 1 + next_random(6)};
    list->in_rotation = next_random(2);
    for (long time = 0; time < 8; time++)
        for (long trial = 2 * list->P; trial > 0; trial--) {
            list->messages[list->count++] =
                (struct naive_sending){time, list->in_rotation ? 0 : next_random(list->P),
                                       next_random(list->P), next_random(3) == 0};
            if (!naive_combining_is_legal(list))
                list->count--;
        }
    naive_combining_state(list);
}

static void test_random_lists(void **state) {
    static struct naive_combining list;
    struct outcomes outcomes = {0, 0}, changed = {0, 0};
    (void)state;
    for (int i = 0; i < 3000; i++) {
        random_list(&list);
        ++*(agree(&list) ? &outcomes.holding : &outcomes.others);
        count_changed(&list, 2, &changed);
    }
    printf("%lu hold, %lu do not; changed: %lu, %lu\n", outcomes.holding, outcomes.others,
           changed.holding, changed.others);
    assert_true(outcomes.holding > 500 && outcomes.others > 500);
    assert_true(changed.holding > 100 && changed.others > 1000);
}

/* What several hold is kept once, and changes for one alone. */
static void test_sets(void **state) {
    struct operand_sets sets = {.operands = 130};
    uint32_t twice;
    (void)state;
    struct operand_set *one = operand_set_new(&sets, 129), *other = operand_set_new(&sets, 0);
    struct operand_set *held = operand_set_hold(one);
    assert_true(operand_set_combine(&sets, &one, other, 0, &twice));
    assert_ptr_not_equal(one, held);
    assert_int_equal(mpz_popcount(one->bits), 2);
    assert_int_equal(mpz_popcount(held->bits), 1);
    assert_false(operand_set_combine(&sets, &other, one, 0, &twice));
    assert_int_equal(twice, 0);
    assert_false(operand_set_combine(&sets, &one, other, 129, &twice));
    assert_int_equal(twice, 129);
    assert_true(operand_set_combine(&sets, &one, held, 2, &twice)); /* 129 + 2 = 1 */
    assert_int_equal(mpz_popcount(one->bits), 3);
    assert_int_equal(mpz_scan0(one->bits, 0), 2);
    struct operand_set *two = operand_set_without(&sets, one, 129);
    assert_int_equal(mpz_popcount(two->bits), 2);
    assert_int_equal(mpz_popcount(one->bits), 3);
    assert_false(operand_set_combine(&sets, &two, other, 0, &twice));
    assert_true(operand_set_combine(&sets, &two, held, 0, &twice));
    operand_set_drop(two);
    operand_set_drop(held);
    operand_set_drop(other);
    operand_set_drop(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_of_the_paper), cmocka_unit_test(test_lists_for_every_number),
        cmocka_unit_test(test_random_lists), cmocka_unit_test(test_sets)};
    return cmocka_run_group_tests_name("check_combining", tests, NULL, NULL);
}
