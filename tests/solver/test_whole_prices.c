/* SPDX-License-Identifier: MIT */
/* Items in whole numbers: the dearest one against brute force over all receptions and sendings, and
 * the prices that exclude numbers of processors in classes against streams that have such
 * classes. */
#include "solver/proof/bound/whole_prices.h"

#include "solver/proof/bound/class_prices.h"
#include "solver/stream/logp/searched_stream.h"
#include "tests/lp/lp_test.h"

enum { MOST_CLASSES = 4, MOST_VALUES = 24 };

static uint64_t random_state = 1997;

/* splitmix64 (Steele, Lea, Flood 2014) */
static int next_random(int below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (uint64_t)below);
}

/* All items, value by value from above; what has come is looked at from the definition. */
struct brute {
    struct whole_question question;
    int64_t pay[MOST_VALUES], earn[MOST_VALUES];
    int received[MOST_VALUES], sent[MOST_VALUES];
    bool exists;
    int64_t best;
};

static int held(const struct brute *brute, int z) {
    int sum = 0;
    for (int v = z; v <= brute->question.depth; v += brute->question.gap)
        sum += brute->received[v];
    return sum;
}

static bool is_in_time(const struct brute *brute, int z) {
    int messages = 1, received = 0;
    for (int v = z; v <= brute->question.depth; v++) {
        received += brute->received[v];
        messages += v + brute->question.latency <= brute->question.depth
                        ? brute->sent[v + brute->question.latency]
                        : 0;
    }
    return received <= messages;
}

static void take(struct brute *brute) {
    int64_t sum = 0;
    for (int e = 0; e < brute->question.gap && e <= brute->question.depth; e++)
        if (held(brute, e) != brute->question.processors[e])
            return;
    for (int z = 0; z <= brute->question.depth; z++)
        sum += brute->pay[z] * brute->received[z] - brute->earn[z] * brute->sent[z];
    if (!brute->exists || sum > brute->best)
        brute->best = sum;
    brute->exists = true;
}

static void try_all(struct brute *brute, int z) {
    if (z < 0) {
        take(brute);
        return;
    }
    int most = brute->question.processors[z % brute->question.gap];
    for (int h = 0; h <= most; h++) {
        brute->received[z] = h;
        if (held(brute, z) > most || !is_in_time(brute, z))
            break;
        for (int sent = 0; sent <= (z < brute->question.latency ? 0 : held(brute, z)); sent++) {
            brute->sent[z] = sent;
            try_all(brute, z - 1);
        }
        brute->sent[z] = 0;
    }
    brute->received[z] = 0;
}

/* The item itself is one, and costs what is said. */
static void assert_is_item(struct brute *brute, const struct whole_item *item) {
    for (int z = 0; z <= brute->question.depth; z++) {
        brute->received[z] = item->received[z];
        brute->sent[z] = item->sent[z];
    }
    for (int z = 0; z <= brute->question.depth; z++) {
        assert_true(is_in_time(brute, z));
        assert_true(item->sent[z] <= (z < brute->question.latency ? 0 : held(brute, z)));
    }
    brute->exists = false;
    take(brute);
    assert_true(brute->exists);
    assert_true(brute->best == item->cost);
}

static void items_are_those_of_brute_force(void **state) {
    int exist = 0;
    (void)state;
    for (int trial = 0; trial < 400; trial++) {
        int processors[MOST_CLASSES] = {0}, received[MOST_VALUES], sent[MOST_VALUES];
        struct brute brute = {
            .question = {1 + next_random(4), 1 + next_random(3), next_random(8), processors}};
        struct whole_item item = {.received = received, .sent = sent};
        struct failure failure;
        for (int i = next_random(5); i > 0; i--)
            processors[next_random(brute.question.gap)]++;
        for (int z = 0; z <= brute.question.depth; z++) {
            brute.pay[z] = next_random(10);
            brute.earn[z] = next_random(6);
        }
        try_all(&brute, brute.question.depth);
        assert_ok(whole_item_find(&brute.question, brute.pay, brute.earn, NULL, &item, &failure),
                  failure);
        if (item.exists != brute.exists || (item.exists && item.cost != brute.best))
            fail_msg("l=%d g=%d s=%d T=%d %d %d: %d %lld for %d %lld", brute.question.latency,
                     brute.question.gap, brute.question.depth, processors[0], processors[1],
                     processors[2], item.exists, (long long)item.cost, brute.exists,
                     (long long)brute.best);
        exist += item.exists;
        if (item.exists)
            assert_is_item(&brute, &item);
    }
    assert_true(exist > 100 && exist < 350);
}

static void limits_of_items_hold(void **state) {
    int many[2] = {WHOLE_MOST_PROCESSORS, 1}, received[3], sent[3];
    const int64_t none[3] = {0};
    struct whole_question question = {1, 2, 2, many};
    struct whole_item item = {.received = received, .sent = sent};
    struct failure failure;
    (void)state;
    assert_int_equal(whole_item_find(&question, none, none, NULL, &item, &failure), STATUS_LIMIT);
    many[0] = 1;
    assert_ok(whole_item_find(&question, none, none, NULL, &item, &failure), failure);
    question.latency = WHOLE_MOST_WIDTH - 2;
    assert_int_equal(whole_item_find(&question, none, none, NULL, &item, &failure), STATUS_LIMIT);
}

/* What a stream has is not excluded; both answers must occur. */
static void streams_are_not_excluded(void **state) {
    int tried = 0;
    (void)state;
    need_program();
    for (int trial = 0; trial < 150; trial++) {
        int gap = 2 + next_random(2), latency = gap + next_random(4),
            processors[MOST_CLASSES] = {0};
        const struct stream_question question = {{latency, 0, gap},
                                                 CAPACITY_NONE,
                                                 latency + next_random(8),
                                                 2 + next_random(4),
                                                 1 + next_random(2)};
        struct logp_schedule schedule;
        struct prices prices;
        struct failure failure;
        bool found;
        if (logp_machine_unit(&question.machine) != 1)
            continue;
        assert_ok(program_stream(&question, NULL, &found, &schedule, &failure), failure);
        if (!found)
            continue;
        for (size_t i = 0; i < schedule.count; i++) {
            mpz_t count;
            mpz_init(count);
            schedule_processors(&schedule.parts[i].steps, count);
            processors[schedule.parts[i].offset] += (int)mpz_get_si(count);
            mpz_clear(count);
        }
        logp_schedule_clear(&schedule);
        assert_ok(whole_prices_find(latency, gap, question.depth, processors, NULL, &found, &prices,
                                    &failure),
                  failure);
        if (found)
            fail_msg("l=%d g=%d s=%d N=%d is served", latency, gap, question.depth,
                     question.processors);
        tried++;
    }
    assert_true(tried > 15);
}

/* Of the classes that the bound in fractions leaves (results/SEARCHES.md, 11.5); and with one
 * processor less they are served. */
static void fractions_are_excluded(void **state) {
    static const int two[] = {2, 2, 2}, one[] = {2, 2, 1};
    struct prices prices;
    struct failure failure;
    bool found;
    mpz_t bound;
    (void)state;
    need_program();
    assert_ok(whole_prices_find(5, 3, 13, two, NULL, &found, &prices, &failure), failure);
    assert_true(found);
    mpz_init_set_ui(bound, 7);
    prices_bound(&prices, bound);
    assert_int_equal(mpz_get_si(bound), 0);
    prices_clear(&prices);
    assert_ok(whole_prices_find(5, 3, 13, one, NULL, &found, &prices, &failure), failure);
    assert_false(found);
    mpz_set_ui(bound, 6);
    assert_ok(class_prices_below(5, 3, 13, bound, NULL, &found, &prices, &failure), failure);
    assert_true(found);
    prices_bound(&prices, bound);
    assert_int_equal(mpz_get_si(bound), 5);
    prices_clear(&prices);
    mpz_clear(bound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_those_of_brute_force),
        cmocka_unit_test(limits_of_items_hold),
        cmocka_unit_test(streams_are_not_excluded),
        cmocka_unit_test(fractions_are_excluded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
