/* SPDX-License-Identifier: MIT */
/* Kind pruned against the definition (check_naive.h): the samples with their words changed, random
 * trees with the leaves dealt at random, as they are and with words changed; and its limit of work.
 * Usage: check_pruned_test FOLDER */
#include "check_change.h"
#include "check_fields.h"
#include "check_naive.h"
#include "core/memory.h"
#include "core/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static uint64_t random_state = 1993;

static long next_random(long below) {
    return change_random(&random_state, below);
}

static const char *const others[] = {"",        "0",   "1",   "2",     "3",          "4",
                                     "5",       "6",   "7",   "8",     "9",          "0*2",
                                     "1*2",     "0-1", "1-2", "0-2*2", "2147483647", "word",
                                     "letters", "2 0", "1 1", "0 2",   "block",      "3 1 1"};

enum { OTHERS = sizeof others / sizeof *others };

static void test_samples(void **state) {
    static const char *const names[] = {"pruned-l3-t8-n10.cert", "pruned-l3-t9-n18.cert",
                                        "pruned-l2-t5-n7-words.cert", "pruned-l5-t9-n5.cert",
                                        "pruned-l1-t4-n12.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all(folder, names[i], others, OTHERS, fields_schedule_holds, 4000, &random_state);
}

enum { NODES = 24 };

struct block {
    long head, size;
    long leaves[NODES];
};

struct tree {
    long L, t, N;
    struct block blocks[NODES];
    long count;
    long leaves[NODES]; /* all of them */
    long leaf_count;
};

/* Nodes in the order in which they are found; each sends a random number of times. */
static void grow(struct tree *tree) {
    long value[NODES], depth = tree->t;
    value[0] = depth;
    tree->N = 1;
    tree->count = tree->leaf_count = 0;
    for (long i = 0; i < tree->N; i++) {
        long most = value[i] - tree->L + 1, sends = most > 0 ? next_random(most + 1) : 0;
        if (i == 0 && most > 0 && sends < 2)
            sends = most < 2 ? most : 2;
        if (sends > NODES - tree->N)
            sends = NODES - tree->N;
        for (long r = 0; r < sends; r++)
            value[tree->N++] = value[i] - r - tree->L;
        if (sends > 0)
            tree->blocks[tree->count++] = (struct block){.head = value[i], .size = sends};
        else
            tree->leaves[tree->leaf_count++] = value[i];
    }
}

static void shuffle(long *array, long count) {
    for (long i = count - 1; i > 0; i--) {
        long j = next_random(i + 1), kept = array[i];
        array[i] = array[j];
        array[j] = kept;
    }
}

/* Deals the leaves; the last one is left over. Is every block divisible? */
static bool deal(struct tree *tree) {
    bool right = true;
    long next = 0;
    shuffle(tree->leaves, tree->leaf_count);
    for (long b = 0; b < tree->count; b++) {
        struct block *block = &tree->blocks[b];
        long sum = block->head;
        for (long p = 0; p + 1 < block->size; p++)
            sum += block->leaves[p] = tree->leaves[next++];
        right &= sum % block->size == 0;
    }
    assert_int_equal(next, tree->leaf_count - 1);
    return right;
}

static int compare_blocks(const void *a, const void *b) {
    const struct block *one = a, *other = b;
    return (one->head < other->head) - (one->head > other->head);
}

static int compare_leaves(const void *a, const void *b) {
    long one = *(const long *)a, other = *(const long *)b;
    return (one > other) - (one < other);
}

/* The leaf at p may be the last one of a range that begins with it. */
static long range_end(const long *leaves, long count, long p) {
    long end = p;
    while (end + 1 < count && leaves[end + 1] == leaves[end] + 1 &&
           (end + 2 == count || leaves[end + 2] != leaves[end + 1]) && next_random(4))
        end++;
    return end;
}

static void put_items(struct text *text, const long *leaves, long count) {
    for (long p = 0; p < count;) {
        long copies = 1;
        while (p + copies < count && leaves[p + copies] == leaves[p])
            copies++;
        long end = copies == 1 ? range_end(leaves, count, p) : p;
        text_put(text, " %ld", leaves[p]);
        if (end > p)
            text_put(text, "-%ld", leaves[end]);
        if (copies > 1)
            text_put(text, "*%ld", copies);
        p = copies > 1 ? p + copies : end + 1;
    }
}

/* Puts the leaves into the order of a legal word, the p-th first; false if there is none. */
static bool arrange(struct block *block, long p) {
    if (p == block->size)
        return true;
    for (long i = p - 1; i + 1 < block->size; i++) {
        long leaf = block->leaves[i];
        bool meets = (leaf + p - block->head) % block->size == 0;
        for (long q = 1; q < p; q++)
            meets |= (leaf + p - block->leaves[q - 1] - q) % block->size == 0;
        if (meets)
            continue;
        block->leaves[i] = block->leaves[p - 1];
        block->leaves[p - 1] = leaf;
        if (arrange(block, p + 1))
            return true;
        block->leaves[p - 1] = block->leaves[i];
        block->leaves[i] = leaf;
    }
    return false;
}

static void put_block(struct text *text, struct block *block, long copies) {
    text_put(text, "block %ld %ld %ld", block->head, block->size, copies);
    if (block->size > 1 && block->size < 8 && next_random(2) && arrange(block, 1)) {
        text_put(text, " word");
        for (long p = 1; p < block->size; p++)
            text_put(text, " %ld", block->leaves[p - 1]);
    } else if (block->size > 1) {
        text_put(text, " letters");
        qsort(block->leaves, (size_t)block->size - 1, sizeof(long), compare_leaves);
        put_items(text, block->leaves, block->size - 1);
    }
    text_put(text, "\n");
}

static bool is_same(const struct block *a, const struct block *b) {
    return a->head == b->head && a->size == b->size &&
           memcmp(a->leaves, b->leaves, (size_t)(a->size - 1) * sizeof(long)) == 0;
}

static void put_tree(struct text *text, struct tree *tree) {
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind schedule\n");
    text_put(text, "latency %ld\ndepth %ld\nprocessors %ld\nperiod 1\nreceive-only %ld\n", tree->L,
             tree->t, tree->N, tree->leaves[tree->leaf_count - 1]);
    qsort(tree->blocks, (size_t)tree->count, sizeof *tree->blocks, compare_blocks);
    for (long b = 0, copies; b < tree->count; b += copies) {
        for (copies = 1; b + copies < tree->count; copies++)
            if (!is_same(&tree->blocks[b], &tree->blocks[b + copies]))
                break;
        put_block(text, &tree->blocks[b], copies);
    }
}

/* The tree as it is, and with a few words changed. */
static void compare_tree(struct tree *tree, struct change_tally *as_is,
                         struct change_tally *changed) {
    static struct text text, copy;
    put_tree(&text, tree);
    size_t words = change_words(&text);
    for (long i = 0; i < 6; i++) {
        copy = text;
        for (long changes = 1 + next_random(2); changes > 0; changes--)
            change_word(&copy, (size_t)next_random((long)words), others[next_random(OTHERS)]);
        change_seal_and_compare(&copy, fields_schedule_holds, changed);
    }
    change_seal_and_compare(&text, fields_schedule_holds, as_is);
}

static void test_random_trees(void **state) {
    struct change_tally as_is = {0, 0, 0}, changed = {0, 0, 0};
    (void)state;
    for (long i = 0; i < 2500; i++) {
        struct tree tree = {.L = 1 + next_random(4)};
        tree.t = next_random(tree.L + 7);
        grow(&tree);
        unsigned long before = as_is.verified;
        bool right = false;
        for (long tries = 0; tries < 200 && !right; tries++)
            right = deal(&tree);
        compare_tree(&tree, &as_is, &changed);
        assert_int_equal(as_is.verified > before, right);
    }
    printf("%lu verified, %lu refuted; changed: %lu malformed, %lu refuted, %lu verified\n",
           as_is.verified, as_is.refuted, changed.malformed, changed.refuted, changed.verified);
    assert_int_equal(as_is.malformed, 0);
    assert_true(as_is.verified > 1000 && as_is.refuted > 100);
    assert_true(changed.malformed > 1000 && changed.refuted > 1000 && changed.verified > 100);
}

static uint64_t work_before;

static void check_lines(struct reader *reader) {
    struct schedule schedule;
    mpz_ptr most = memory_number();
    mpz_setbit(most, 65);
    schedule_init(&schedule, reader);
    read_next_line(reader);
    schedule_start(&schedule, 3, 5, 1, most);
    reader->work = work_before;
    schedule_check(&schedule);
}

/* Lines of a tree of depth 5, L = 3, after so much work: is `expected` said of them? */
static void assert_said(const char *lines, uint64_t before, const char *expected) {
    struct verdict verdict;
    struct reader reader;
    char copy[200];
    snprintf(copy, sizeof copy, "%s", lines);
    FILE *in = fmemopen(copy, strlen(copy), "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "file", &verdict);
    work_before = before;
    assert_false(read_passes(&reader, check_lines));
    if (!strstr(verdict.claim.bytes, expected))
        fail_msg("expected '%s', found '%s'", expected, verdict.claim.bytes);
    memory_release(0);
    fclose(in);
}

/* The line, of 48 bytes, and a head that is not the root: behind its count, of two limbs, room for
 * 8 words of two bytes, and 8 more. */
static void test_work(void **state) {
    static const char line[] = "block 2 1 36893488147419103232 letters 0-1 0 0\n";
    const uint64_t left = READ_WORK_LIMIT + READ_WORK_OF_BYTE * 47 - (8 + 8) * 3;
    (void)state;
    assert_said(line, left, "a head of value 2 can't send 1 times");
    assert_said(line, left + 1, "beyond the limit of work");
}

/* 2^65 blocks for 2^65 processors may be; one more may not, whatever it is. */
static void test_count(void **state) {
    (void)state;
    assert_said("block 5 1 36893488147419103232\nend\n", 0, "value 5 is to be");
    assert_said("block 5 1 36893488147419103233\nend\n", 0,
                "count, not above that of processors: expected 36893488147419103232");
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples),
                                       cmocka_unit_test(test_random_trees),
                                       cmocka_unit_test(test_work), cmocka_unit_test(test_count)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_pruned", tests, NULL, NULL);
}
