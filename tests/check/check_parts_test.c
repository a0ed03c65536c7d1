/* SPDX-License-Identifier: MIT */
/* The parts of the checker that have an answer of their own: digest, sequence, work, and the
 * formula, which must hold for exactly the assignments of letters that are schedules. */
#include "core/big.h"
#include "core/growth.h"
#include "core/memory.h"
#include "core/read.h"
#include "rest/cnf_blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void assert_digest(const char *bytes, size_t length, size_t piece, const char *expected) {
    struct digest digest;
    char hex[DIGEST_HEX_SIZE];
    digest_init(&digest);
    for (size_t at = 0; at < length; at += piece)
        digest_update(&digest, bytes + at, length - at < piece ? length - at : piece);
    digest_hex(&digest, hex);
    assert_string_equal(hex, expected);
}

static void test_digest(void **state) {
    static char as[1000000];
    static const char *const of_as[] = {
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
        "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
        "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"};
    static const size_t lengths[] = {55, 56, 63, 64, 65};
    (void)state;
    memset(as, 'a', sizeof as);
    assert_digest("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_digest("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (size_t piece = 1; piece < 200; piece += 33)
        assert_digest(as, sizeof as, piece,
                      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    for (size_t i = 0; i < 5; i++)
        for (size_t piece = 1; piece < 70; piece++)
            assert_digest(as, lengths[i], piece, of_as[i]);
}

/* A reader of nothing, whose account of work is open. */
static void open_account(struct reader *reader, struct verdict *verdict) {
    verdict_init(verdict);
    read_open(reader, stdin, "file", verdict);
}

static void close_account(void) {
    memory_release(0);
}

/* Against the definition, in any order of access. */
static void test_sequence(void **state) {
    enum { TERMS = 60 };
    struct verdict verdict;
    struct reader reader;
    (void)state;
    open_account(&reader, &verdict);
    for (uint32_t L = 1, p = 1; L <= 12; L += p == 2, p = 3 - p) {
        unsigned long long f[TERMS]; /* modulo 2^64 */
        for (uint32_t i = 0; i < TERMS; i++)
            f[i] = i < L ? 1 : f[i - 1] + p * f[i - L];
        struct big_sequence sequence;
        big_sequence_init(&sequence, L, p);
        for (uint32_t top = 0; top < TERMS; top += 7) {
            big_sequence_reach(&sequence, &reader, top);
            for (uint32_t i = top + 1; i-- > 0;)
                assert_true(mpz_get_ui(big_sequence_at(&sequence, i)) == f[i]);
        }
    }
    close_account();
}

/* Is f_t this number, for every t and every number up to f_t + 1? */
static void test_sequence_is(void **state) {
    struct verdict verdict;
    struct reader reader;
    mpz_t number;
    (void)state;
    mpz_init(number);
    open_account(&reader, &verdict);
    for (uint32_t L = 1; L <= 6; L++)
        for (uint32_t t = 0; t < 20; t++) {
            unsigned long f[20];
            for (uint32_t i = 0; i <= t; i++)
                f[i] = i < L ? 1 : f[i - 1] + f[i - L];
            for (unsigned long n = 0; n <= (f[t] < 500 ? f[t] + 1 : 500); n++) {
                mpz_set_ui(number, n);
                assert_int_equal(big_sequence_is(&reader, L, t, number), n == f[t]);
            }
        }
    close_account();
    mpz_clear(number);
}

static void reach_far(struct reader *reader) {
    struct big_sequence sequence;
    big_sequence_init(&sequence, 1, 1);
    big_sequence_reach(&sequence, reader, 10000000);
}

static void test_sequence_refuses_hours(void **state) {
    struct verdict verdict;
    struct reader reader;
    (void)state;
    open_account(&reader, &verdict);
    assert_false(read_passes(&reader, reach_far));
    assert_non_null(strstr(verdict.claim.bytes, "beyond the limit of work"));
    close_account();
}

/* Terms below 2^63, from index -30 on. */
static void compare_growth(uint32_t near, uint32_t far, uint32_t factor) {
    enum { BEFORE = 30, TERMS = 50 };
    uint64_t a[BEFORE + TERMS];
    struct growth growth;
    struct verdict verdict;
    struct reader reader;
    open_account(&reader, &verdict);
    growth_init(&growth, &reader, near, far, factor);
    for (uint32_t s = 0; s < BEFORE + TERMS; s++) {
        bool first = s < BEFORE + far;
        a[s] = first ? 1 : a[s - near] + factor * a[s - far];
        if (a[s] >> 40)
            break;
        if (!first)
            assert_int_equal(mpz_cmp_ui(growth_next(&growth), a[s]), 0);
    }
    close_account();
}

static void test_growth(void **state) {
    (void)state;
    for (uint32_t near = 1; near <= 12; near++)
        for (uint32_t far = 1; far <= 12; far++)
            for (uint32_t factor = 1; factor <= 3; factor++)
                compare_growth(near, far, factor);
}

static uint64_t far_steps;

/* Numbers that get long, and ever more of them. */
static void grow_for_hours(struct reader *reader) {
    struct growth growth;
    growth_init(&growth, reader, 1, far_steps, 1);
    for (;;)
        growth_next(&growth);
}

static void test_growth_refuses_hours(void **state) {
    const uint64_t steps[] = {1, 10000, (uint64_t)1 << 40};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct verdict verdict;
        struct reader reader;
        open_account(&reader, &verdict);
        far_steps = steps[i];
        assert_false(read_passes(&reader, grow_for_hours));
        assert_non_null(strstr(verdict.claim.bytes, "beyond the limit of "));
        close_account();
    }
}

struct instance {
    struct blocks_question question;
    struct clause_set clauses;
    uint32_t count, variables;
    signed char *value; /* of the variables */
    uint32_t *letter;   /* of a slot */
};

static void instance_init(struct instance *instance, uint32_t L, uint32_t t, bool sums) {
    char lines[60];
    struct verdict verdict;
    struct reader reader;
    snprintf(lines, sizeof lines, "latency %u\ndepth %u\nend\n", (unsigned)L, (unsigned)t);
    FILE *in = fmemopen(lines, strlen(lines), "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "instance", &verdict);
    read_next_line(&reader);
    slots_read(&instance->question.slots, &reader);
    fclose(in);
    instance->clauses = (struct clause_set){.last = 0};
    instance->question.sums = sums;
    struct cnf_builder builder = {
        .clauses = &instance->clauses, .variables = INT32_MAX, .most = 1 << 20};
    instance->variables = (uint32_t)cnf_blocks_build(&builder, &instance->question);
    instance->count = instance->clauses.last;
    assert_int_equal(builder.full, CNF_NOT_FULL);
    instance->value = calloc(instance->variables + 1, 1);
    instance->letter = calloc(instance->question.slots.letters, sizeof(uint32_t));
    assert_true(instance->value && instance->letter);
}

static void instance_clear(struct instance *instance) {
    memory_release(0);
    free(instance->value);
    free(instance->letter);
}

/* Sets the only open literal of the clause, if it has just one and is not satisfied. 1: did so, 0:
 * nothing to do, -1: all literals are false. */
static int propagate_clause(struct instance *instance, const int32_t *clause) {
    int32_t open = 0;
    for (; *clause; clause++) {
        int32_t literal = *clause;
        int value = instance->value[abs(literal)] * (literal > 0 ? 1 : -1);
        if (value > 0 || (value == 0 && open != 0))
            return 0;
        if (value == 0)
            open = literal;
    }
    if (open == 0)
        return -1;
    instance->value[abs(open)] = open > 0 ? 1 : -1;
    return 1;
}

/* With all slots given, propagation decides: the other variables are functions of the slots. */
static bool formula_holds(struct instance *instance) {
    uint32_t L = instance->question.slots.latency;
    memset(instance->value, 0, instance->variables + 1);
    for (uint32_t s = 0; s < instance->question.slots.letters; s++)
        for (uint32_t j = 0; j < L; j++)
            instance->value[s * L + j + 1] = instance->letter[s] == j ? 1 : -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 1; id <= instance->count; id++) {
            int result = propagate_clause(instance, clauses_find(&instance->clauses, id));
            if (result < 0)
                return false;
            changed |= result > 0;
        }
    }
    return true;
}

static bool block_is_right(const uint32_t *letters, uint32_t L, uint32_t r, bool sums) {
    uint32_t sum = L - 1;
    for (uint32_t p = 1; p < r; p++) {
        sum += letters[p - 1];
        if (sums && p > 1 && letters[p - 1] < letters[p - 2])
            return false;
        if (!sums && (p + letters[p - 1]) % r == (L - 1) % r)
            return false;
        for (uint32_t q = 1; !sums && q < p; q++)
            if ((p + letters[p - 1]) % r == (q + letters[q - 1]) % r)
                return false;
    }
    return sum % r == 0;
}

static bool is_schedule(const struct instance *instance) {
    const struct slots *slots = &instance->question.slots;
    for (uint32_t j = 0; j < slots->latency; j++) {
        uint32_t copies = 0;
        for (uint32_t s = 0; s < slots->letters; s++)
            copies += instance->letter[s] == j;
        if (copies != slots->copies[j])
            return false;
    }
    for (uint32_t b = 0; b < slots->blocks; b++) {
        const uint32_t *word = instance->letter + slots->first[b];
        if (!block_is_right(word, slots->latency, slots->size[b], instance->question.sums))
            return false;
    }
    return true;
}

/* The next assignment of letters, counting in base L. False after the last. */
static bool next_assignment(struct instance *instance) {
    for (uint32_t s = 0; s < instance->question.slots.letters; s++) {
        if (++instance->letter[s] < instance->question.slots.latency)
            return true;
        instance->letter[s] = 0;
    }
    return false;
}

static unsigned long count_schedules(uint32_t L, uint32_t t, bool sums) {
    struct instance instance;
    unsigned long schedules = 0;
    instance_init(&instance, L, t, sums);
    do {
        bool right = is_schedule(&instance);
        assert_int_equal(formula_holds(&instance), right);
        schedules += right;
    } while (next_assignment(&instance));
    instance_clear(&instance);
    return schedules;
}

static void test_formula(void **state) {
    static const struct {
        uint32_t L, t;
        bool feasible;
    } cases[] = {{1, 1, true},  {1, 4, true},  {2, 2, true},  {2, 3, true},
                 {2, 4, false}, {2, 5, false}, {2, 6, false}, {3, 3, true},
                 {3, 5, true},  {3, 6, true},  {3, 7, true},  {4, 7, true},
                 {4, 8, false}, {5, 5, true},  {5, 8, true},  {4, 9, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int sums = 0; sums <= 1; sums++)
            assert_int_equal(count_schedules(cases[i].L, cases[i].t, sums) > 0, cases[i].feasible);
}

/* Numbers from a script that was written from the grammar alone; clauses that follow from others
 * are missed by test_formula, but not by their number. */
static void test_formula_size(void **state) {
    static const struct {
        uint32_t L, t, variables[2], clauses[2];
    } cases[] = {{4, 9, {77, 109}, {267, 366}},
                 {3, 13, {3780, 4130}, {14677, 15518}},
                 {5, 15, {806, 986}, {3153, 3912}},
                 {2, 9, {1224, 1382}, {4660, 4897}},
                 {4, 12, {437, 549}, {1636, 2000}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int sums = 0; sums <= 1; sums++) {
            struct instance instance;
            instance_init(&instance, cases[i].L, cases[i].t, sums);
            assert_int_equal(instance.variables, cases[i].variables[sums]);
            assert_int_equal(instance.count, cases[i].clauses[sums]);
            instance_clear(&instance);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digest),      cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_sequence_is), cmocka_unit_test(test_sequence_refuses_hours),
        cmocka_unit_test(test_growth),      cmocka_unit_test(test_growth_refuses_hours),
        cmocka_unit_test(test_formula),     cmocka_unit_test(test_formula_size)};
    return cmocka_run_group_tests_name("check_parts", tests, NULL, NULL);
}
