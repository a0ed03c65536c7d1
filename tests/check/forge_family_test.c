/* SPDX-License-Identifier: MIT */
/* Kind family, of depths: windows with a hole, with a wrong base, with the bodies of two depths
 * exchanged, with a root that goes on in another way than is claimed, with leaves dealt in another
 * way, which may be as right. Checker and judge must agree: all that is listed is a schedule by
 * check_naive.h, and so is what the union rule makes of it for some more depths; and where there is
 * said to be none, a search finds none. Usage: forge_family_test FOLDER */
#include "check_naive.h"
#include "check_naive_exists.h"
#include "forge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORGERIES = 2500, BLOCKS = 60, LEAVES = 24, INSTANCES = 30, DEPTHS = 60, BEHIND = 4 };

static const char *folder;

struct block {
    long head, size, count;
    bool ordered;
    long leaves[LEAVES];
};

struct instance {
    long t, x;
    bool none; /* impossible */
    long blocks;
    struct block block[BLOCKS];
};

struct family {
    long L, F, U, B;
    long count;
    struct instance instance[INSTANCES];
    char reasons[500]; /* of the impossible one that the sample has */
    long impossible;   /* its depth */
};

/* --- reading and writing --- */

static const char *next_line(const char *line) {
    return strchr(line, '\n') + 1;
}

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* a, a-b, and either with *k. */
static void read_leaves(struct block *block, const char *at, const char *end) {
    long count = 0;
    while (at && at < end) {
        char *behind;
        long first = strtol(at, &behind, 10), last = first, copies = 1;
        if (*behind == '-')
            last = strtol(behind + 1, &behind, 10);
        if (*behind == '*')
            copies = strtol(behind + 1, &behind, 10);
        for (long leaf = first; leaf <= last; leaf++)
            for (long i = 0; i < copies; i++)
                block->leaves[count++] = leaf;
        at = *behind == ' ' ? behind + 1 : NULL;
    }
    assert_int_equal(count, block->size - 1);
}

static void read_block(struct instance *instance, const char *line) {
    struct block *block = &instance->block[instance->blocks++];
    char kind[10] = "";
    int length = 0;
    assert_true(instance->blocks <= BLOCKS);
    sscanf(line, "block %ld %ld %ld %9[a-z] %n", &block->head, &block->size, &block->count, kind,
           &length);
    block->ordered = starts(kind, "word");
    read_leaves(block, length > 0 ? line + length : NULL, strchr(line, '\n'));
}

static void load(struct family *family, const char *name) {
    static struct text text;
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    memset(family, 0, sizeof *family);
    const char *line = strstr(text.bytes, "\nlatency ") + 1;
    sscanf(line, "latency %ld\ndepths %ld\nwindow %ld receive-only %ld", &family->L, &family->F,
           &family->U, &family->B);
    struct instance *instance = NULL;
    for (line = strstr(line, "instance "); !starts(line, "digest"); line = next_line(line)) {
        if (starts(line, "instance ")) {
            instance = &family->instance[family->count++];
            instance->t = atol(line + strlen("instance "));
            instance->none = strstr(line, "impossible\n") == strchr(line, '\n') - 10;
        } else if (starts(line, "receive-only ")) {
            instance->x = atol(line + strlen("receive-only "));
        } else if (starts(line, "letter ")) {
            strncat(family->reasons, line, (size_t)(next_line(line) - line));
            family->impossible = instance->t;
        } else {
            read_block(instance, line);
        }
    }
}

static void put_instance(struct text *text, const struct instance *instance) {
    text_put(text, "receive-only %ld\n", instance->x);
    for (long i = 0; i < instance->blocks; i++) {
        const struct block *block = &instance->block[i];
        text_put(text, "block %ld %ld %ld", block->head, block->size, block->count);
        for (long leaf = 0; leaf < block->size - 1; leaf++)
            text_put(text, "%s %ld",
                     leaf > 0         ? ""
                     : block->ordered ? " word"
                                      : " letters",
                     block->leaves[leaf]);
        text_put(text, "\n");
    }
}

static void put_family(struct text *text, const struct family *family) {
    forge_put_start(text, "family");
    text_put(text, "latency %ld\ndepths %ld\nwindow %ld receive-only %ld\n", family->L, family->F,
             family->U, family->B);
    for (long i = 0; i < family->count; i++) {
        const struct instance *instance = &family->instance[i];
        text_put(text, "instance %ld%s\n", instance->t, instance->none ? " impossible" : "");
        if (instance->none)
            text_put(text, "%s", family->reasons);
        else
            put_instance(text, instance);
    }
}

/* --- the judge --- */

static long f(long L, long i) {
    static long known[8][DEPTHS];
    if (i < L)
        return 1;
    if (known[L][i] == 0)
        known[L][i] = f(L, i - 1) + f(L, i - L);
    return known[L][i];
}

/* Answers that were given already, by a digest of the question. */
enum { ANSWERS = 1 << 16 };

static struct {
    uint64_t hash;
    bool is_schedule;
} answers[ANSWERS];

static bool is_schedule(long L, const struct instance *instance) {
    static struct text text;
    uint64_t hash = 14695981039346656037u;
    assert_true(instance->t < 30);
    if (instance->none)
        return false;
    forge_put_start(&text, "schedule");
    text_put(&text, "latency %ld\ndepth %ld\nprocessors %ld\nperiod 1\n", L, instance->t,
             f(L, instance->t));
    put_instance(&text, instance);
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.bytes[i]) * 1099511628211u;
    size_t place = (size_t)(hash % ANSWERS);
    if (answers[place].hash != hash) {
        text_seal(&text);
        text.bytes[text.length] = '\0';
        answers[place].hash = hash;
        answers[place].is_schedule = naive_schedule_holds(&text);
    }
    return answers[place].is_schedule;
}

static bool are_equal(const struct block *a, const struct block *b) {
    return a->head == b->head && a->size == b->size && a->ordered == b->ordered &&
           memcmp(a->leaves, b->leaves, (size_t)(a->size - 1) * sizeof *a->leaves) == 0;
}

static bool add_block(struct instance *instance, const struct block *block) {
    for (long i = 1; i < instance->blocks; i++)
        if (are_equal(&instance->block[i], block)) {
            instance->block[i].count += block->count;
            return true;
        }
    if (instance->blocks == BLOCKS)
        return false;
    instance->block[instance->blocks++] = *block;
    return true;
}

static int compare_heads(const void *a, const void *b) {
    long one = ((const struct block *)a)->head, other = ((const struct block *)b)->head;
    return (one < other) - (one > other);
}

/* The union of the schedules for t-1 and t-L, whose root block becomes one larger, by the leaf B.
 * What t-1 leaves over is not used any more. False if it has too many lines. */
static bool unite(const struct instance *one, const struct instance *deeper, long B,
                  struct instance *united) {
    *united = (struct instance){.t = deeper->t + 1, .x = one->x, .blocks = 1};
    struct block *root = &united->block[0];
    *root = deeper->block[0];
    if (root->size == LEAVES || root->count != 1)
        return false;
    root->leaves[root->size - 1] = B;
    root->head++;
    root->size++;
    root->ordered = false;
    for (long i = 1; i < deeper->blocks; i++)
        if (!add_block(united, &deeper->block[i]))
            return false;
    for (long i = 0; i < one->blocks; i++)
        if (!add_block(united, &one->block[i]))
            return false;
    qsort(united->block, (size_t)united->blocks, sizeof *united->block, compare_heads);
    return true;
}

/* There was no room to go on. */
static bool gave_up;

/* For some depths behind the window: a root that is not as is claimed fails soon, since its sum
 * would have to be a multiple of its size, of one more, and of one more again. */
static bool goes_on(const struct family *family) {
    static struct instance made[INSTANCES];
    long L = family->L, from = family->count - L;
    if (from < 0)
        return false;
    memcpy(made, family->instance + from, (size_t)L * sizeof *made);
    for (long i = L; i < L + BEHIND; i++) {
        gave_up = !unite(&made[i - L], &made[i - 1], family->B, &made[i]);
        if (gave_up || !is_schedule(L, &made[i]))
            return false;
    }
    return true;
}

static bool family_holds(const struct family *family) {
    long first = family->F < family->U ? family->F : family->U;
    gave_up = false;
    if (family->count != family->U + family->L - first)
        return false;
    for (long i = 0; i < family->count; i++) {
        const struct instance *instance = &family->instance[i];
        if (instance->t != first + i)
            return false;
        if (instance->none && instance->t < family->U) {
            if (instance->t != family->impossible || naive_instance_exists(family->L, instance->t))
                return false;
        } else if (!is_schedule(family->L, instance) ||
                   (instance->t >= family->U && instance->x != family->B)) {
            return false;
        }
    }
    return goes_on(family);
}

static const struct family *judged;

static bool judged_holds(const struct text *text) {
    (void)text;
    return family_holds(judged);
}

/* --- other ways to write it --- */

static bool later_start(struct family *family) {
    if (family->F >= family->U)
        return false;
    family->F++;
    memmove(family->instance, family->instance + 1,
            (size_t)--family->count * sizeof *family->instance);
    return true;
}

/* What the union rule makes next is listed too. */
static bool widen(struct family *family) {
    struct instance *next = &family->instance[family->count];
    if (family->count == INSTANCES || family->U + family->L > 16 || family->F > family->U ||
        !unite(next - family->L, next - 1, family->B, next))
        return false;
    family->count++;
    family->U++;
    return true;
}

static void count_one_by_one(struct instance *instance) {
    for (long i = 0; i < instance->blocks; i++)
        while (instance->block[i].count > 1 && instance->blocks < BLOCKS) {
            instance->block[i].count--;
            instance->block[instance->blocks] = instance->block[i];
            instance->block[instance->blocks++].count = 1;
        }
    qsort(instance->block, (size_t)instance->blocks, sizeof *instance->block, compare_heads);
}

static long bad_sums(const struct instance *instance) {
    long bad = 0;
    for (long i = 0; i < instance->blocks; i++) {
        const struct block *block = &instance->block[i];
        long sum = block->head;
        for (long leaf = 0; leaf < block->size - 1; leaf++)
            sum += block->leaves[leaf];
        bad += sum % block->size != 0;
    }
    return bad;
}

/* A leaf of any block, or once in a while what is left over. */
static long *any_leaf(struct instance *instance, bool left_over) {
    struct block *block;
    if (left_over && forge_once_in(8))
        return &instance->x;
    do
        block = &instance->block[forge_random(instance->blocks)];
    while (block->size == 1 && instance->t > instance->block[0].size);
    return block->size == 1 ? &instance->x : &block->leaves[forge_random(block->size - 1)];
}

static void exchange(long *one, long *other) {
    long kept = *one;
    *one = *other;
    *other = kept;
}

/* Leaves change places until all sums are right again, if they become so. */
static void deal_again(struct instance *instance, bool left_over) {
    if (instance->none || instance->block[0].size == 1)
        return;
    count_one_by_one(instance);
    for (long i = 0; i < instance->blocks; i++)
        instance->block[i].ordered = false;
    for (long step = 0, bad = 0; step < 400; step++) {
        long *one = any_leaf(instance, left_over), *other = any_leaf(instance, left_over);
        exchange(one, other);
        long now = bad_sums(instance);
        if (now > bad && step > 3)
            exchange(one, other);
        else
            bad = now;
        if (bad == 0 && step > 6)
            return;
    }
}

static struct instance *any_instance(struct family *family) {
    return &family->instance[forge_random(family->count)];
}

static struct instance *any_of_window(struct family *family) {
    return &family->instance[family->count - 1 - forge_random(family->L)];
}

static void write_otherwise(struct family *family) {
    switch (forge_random(4)) {
    case 0:
        later_start(family);
        break;
    case 1:
        widen(family);
        break;
    case 2:
        count_one_by_one(any_instance(family));
        break;
    default:
        deal_again(any_instance(family), false);
    }
}

/* --- faults of meaning --- */

static void leave_out(struct family *family, struct instance *instance) {
    long behind = family->count - (instance - family->instance) - 1;
    memmove(instance, instance + 1, (size_t)behind * sizeof *instance);
    family->count--;
}

static void exchange_bodies(struct instance *one, struct instance *other) {
    struct instance kept = *one;
    *one = *other;
    *other = kept;
    exchange(&one->t, &other->t);
}

/* The window is one shorter, so that another root has to go on. */
static void shorten(struct family *family) {
    family->count--;
    family->U--;
}

static void change_block(struct instance *instance) {
    if (instance->none)
        return;
    struct block *block = &instance->block[forge_random(instance->blocks)];
    long *number = forge_once_in(2) ? &block->head : &block->count;
    *number += *number > 1 && forge_once_in(2) ? -1 : 1;
}

static void forge(struct family *family) {
    struct instance *instance = any_instance(family);
    switch (forge_random(12)) {
    case 0:
        leave_out(family, instance);
        break;
    case 1:
        exchange_bodies(instance, any_instance(family));
        break;
    case 2:
        shorten(family);
        break;
    case 3:
        family->B = forge_random(family->L);
        break;
    case 4:
        family->U += forge_once_in(2) ? 1 : -1;
        break;
    case 5:
        family->F += forge_once_in(2) ? 1 : -1;
        break;
    case 6:
        instance->none = !instance->none && instance->blocks > 0;
        break;
    case 7:
        change_block(instance);
        break;
    case 8:
        deal_again(any_of_window(family), true);
        break;
    case 9:
        deal_again(&family->instance[family->count - 1], false);
        break;
    case 10:
        instance->t += forge_once_in(2) ? 1 : -1;
        break;
    default:
        deal_again(instance, true);
    }
}

static const char *const names[] = {"family-l3.cert", "family-l4.cert", "family-l5.cert"};

enum { NAMES = sizeof names / sizeof *names };

static void test_forgeries(void **state) {
    static struct family samples[NAMES], family;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    unsigned long left_open = 0;
    (void)state;
    for (long i = 0; i < NAMES; i++)
        load(&samples[i], names[i]);
    for (long i = 0; i < FORGERIES; i++) {
        family = samples[i % NAMES];
        for (long ways = forge_random(3); ways > 0; ways--)
            write_otherwise(&family);
        if (!forge_once_in(4))
            forge(&family);
        put_family(&text, &family);
        judged = &family;
        family_holds(&family);
        if (gave_up)
            left_open++;
        else
            change_seal_and_compare(&text, judged_holds, &tally);
    }
    printf("%lu were left open by the judge\n", left_open);
    forge_assert_changes("families", &tally, FORGERIES / 10);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forgeries)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_family", tests, forge_start, NULL);
}
