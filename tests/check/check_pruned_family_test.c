/* SPDX-License-Identifier: MIT */
/* Families of numbers: the schedules that a family promises are put together from its parts, for
 * every number of processors up to some, and checked as certificates of kind schedule; and with
 * words of it changed, checker and definitions (check_naive.h) must agree. Usage:
 * check_pruned_family_test FOLDER */
#include "check_change.h"
#include "check_naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static const char *const families[] = {"pruned-family-l1.cert",        "pruned-family-l3.cert",
                                       "pruned-family-l4.cert",        "pruned-family-l6.cert",
                                       "pruned-family-l1-from-3.cert", "pruned-family-l5.cert"};

enum { PARTS = 200, BLOCKS = 700, LEAVES = 60, DEPTHS = 60 };

enum part_kind { SERVED, STATIONARY, LEFT, INSTANCE };

struct part {
    enum part_kind kind;
    long N, t, x;      /* x: the leaf left over */
    const char *lines; /* block or word */
    size_t length;
};

struct family {
    long L, T, U, B;
    struct part parts[PARTS];
    long count;
    long f[DEPTHS];
};

static long number_behind(const char *line, const char *key) {
    const char *at = strstr(line, key), *end = strchr(line, '\n');
    return at && at < end ? atol(at + strlen(key)) : -1;
}

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* Other words than blocks and one receive-only processor. */
static bool is_stationary(const struct part *part) {
    for (const char *at = part->lines; at < part->lines + part->length; at = strchr(at, '\n') + 1)
        if (starts(at, "word "))
            return true;
    return part->x < 0;
}

static bool add_part(struct family *family, const char *line) {
    struct part *part = &family->parts[family->count++];
    bool left = starts(line, "left "), instance = starts(line, "instance ");
    if (family->count > PARTS || !(left || instance || starts(line, "serve ")))
        return false;
    part->t = number_behind(line, left ? "left " : instance ? "instance " : " depth ");
    part->N = number_behind(line, left ? " processors " : "serve "); /* -1 for instances */
    part->lines = strchr(line, '\n') + 1;
    part->x = number_behind(part->lines, "receive-only ");
    if (starts(part->lines, "receive-only "))
        part->lines = strchr(part->lines, '\n') + 1;
    const char *end = part->lines;
    while (starts(end, "block ") || starts(end, "word "))
        end = strchr(end, '\n') + 1;
    part->length = (size_t)(end - part->lines);
    part->kind = left ? LEFT : instance ? INSTANCE : is_stationary(part) ? STATIONARY : SERVED;
    return true;
}

/* False if it does not look like one. */
static bool read_family(struct family *family, const struct text *text) {
    const char *line = strstr(text->bytes, "\nlatency ");
    *family = (struct family){.count = 0};
    if (!line)
        return false;
    family->L = number_behind(++line, "latency ");
    line = strchr(line, '\n') + 1;
    family->T = number_behind(line, "numbers ");
    line = strchr(line, '\n') + 1;
    family->U = number_behind(line, "window ");
    family->B = number_behind(line, " receive-only ");
    if (family->L < 1 || family->U + 2 * family->L >= DEPTHS || family->T >= DEPTHS)
        return false;
    for (long i = 0; i < DEPTHS; i++) {
        family->f[i] = i < family->L ? 1 : family->f[i - 1] + family->f[i - family->L];
        family->f[i] = family->f[i] > 1L << 40 ? 1L << 40 : family->f[i];
    }
    line = strchr(line, '\n') + 1;
    while (!starts(line, "digest ")) {
        if (!add_part(family, line))
            return false;
        const struct part *part = &family->parts[family->count - 1];
        line = part->lines + part->length;
    }
    return true;
}

static void put_start(struct text *text, long L, long t, long N) {
    text->length = 0;
    text_put(text,
             "steadycast certificate 1\nwriter test 1\nkind schedule\nlatency %ld\ndepth %ld\n", L,
             t);
    text_put(text, "processors %ld\nperiod 1\n", N);
}

/* Parts that were found to hold; their lines are in the text. */
static struct {
    struct family family;
    struct text text;
} known;

static bool is_known(const struct family *family, const struct part *part) {
    for (long i = 0; family->L == known.family.L && i < known.family.count; i++) {
        const struct part *other = &known.family.parts[i];
        if (other->kind == part->kind && other->t == part->t && other->N == part->N &&
            other->x == part->x && other->length == part->length &&
            memcmp(other->lines, part->lines, part->length) == 0)
            return true;
    }
    return false;
}

/* A part for N processors as a certificate of its own: to a left part belongs one more processor,
 * for the first message of the root. */
static bool part_holds(const struct family *family, const struct part *part, long N) {
    static struct text text;
    bool left = part->kind == LEFT;
    if (is_known(family, part))
        return true;
    put_start(&text, family->L, part->t, N + left);
    if (left || part->x >= 0)
        text_put(&text, "receive-only %ld\n", left ? part->t - family->L : part->x);
    text_put(&text, "%.*s", (int)part->length, part->lines);
    text_seal(&text);
    text.bytes[text.length] = '\0';
    return naive_schedule_holds(&text);
}

static long least_depth(const struct family *family, long N) {
    long t = 0;
    while (family->f[t] < N)
        t++;
    return t;
}

/* Parts as they have to come; *next is the one that comes next. */
static bool take(const struct family *family, long *next, enum part_kind kind, long t, long N) {
    if (*next == family->count)
        return false;
    const struct part *part = &family->parts[(*next)++];
    return part->kind == kind && part->t == t && (kind == INSTANCE || part->N == N) &&
           part_holds(family, part, N);
}

static bool take_served(const struct family *family, long *next, long N) {
    long t = least_depth(family, N);
    if (*next == family->count || family->parts[*next].kind != STATIONARY)
        return take(family, next, SERVED, t, N);
    return N == family->f[t] && take(family, next, STATIONARY, t, N) &&
           take(family, next, SERVED, t + 1, N);
}

/* Is there a stationary schedule for f_s processors, s = t-L? */
static bool needs_full(const struct family *family, long t) {
    for (long i = 0; i < family->count; i++)
        if (family->parts[i].kind == STATIONARY && family->parts[i].t == t - family->L)
            return true;
    return false;
}

static bool take_left(const struct family *family, long *next, long t) {
    long N = *next < family->count ? family->parts[*next].N : -1;
    return (N == family->f[t - 1] || (N == family->f[t - 1] - 1 && !needs_full(family, t))) &&
           take(family, next, LEFT, t, N);
}

static bool is_ball(const struct family *family, const struct part *part) {
    long size = 0, head = 0, at = 0, sum = 0;
    char leaf[40];
    if (sscanf(part->lines, "block %ld %ld %*d letters%ln", &head, &size, &at) != 2)
        return false;
    for (const char *item = part->lines + at; sscanf(item, " %39[^ \n]", leaf) == 1 && *item == ' ';
         item += 1 + strlen(leaf)) {
        long first = atol(leaf), last = strchr(leaf, '-') ? atol(strchr(leaf, '-') + 1) : first;
        long copies = strchr(leaf, '*') ? atol(strchr(leaf, '*') + 1) : 1;
        sum += copies * (first + last) * (last - first + 1) / 2;
    }
    return head + sum == (family->B + 1) * size;
}

static bool naive_family_holds(const struct text *text) {
    static struct family family;
    long next = 0;
    if (!read_family(&family, text) || family.T < family.L || family.U < 2 * family.L)
        return false;
    for (long N = 1; N <= family.f[family.T]; N++)
        if (!take_served(&family, &next, N))
            return false;
    for (long t = family.T + 1; t < family.U; t++)
        if (!take_served(&family, &next, family.f[t]))
            return false;
    for (long t = family.T + 1; t < family.U + family.L; t++)
        if (!take_left(&family, &next, t))
            return false;
    for (long t = family.U; t < family.U + family.L; t++)
        if (!take(&family, &next, INSTANCE, t, family.f[t]) || family.parts[next - 1].x != family.B)
            return false;
    return next == family.count && is_ball(&family, &family.parts[next - 1]);
}

static const char *const others[] = {
    "",     "0",   "1",   "2",   "3",     "4",          "5",    "6",     "7",
    "8",    "9",   "10",  "0*2", "1*2",   "0-1",        "1-2",  "0-2*2", "2147483647",
    "word", "2 0", "1 1", "0 2", "block", "stationary", "left", "11",    "13"};

enum { OTHERS = sizeof others / sizeof *others, CHANGES = 2 };

static void load(struct text *text, const char *name) {
    if (!text_load(text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text->bytes[text->length] = '\0';
}

/* The family holds; the parts of all that come after it are known if they are its own. */
static void load_known(const char *name) {
    known.family.count = 0;
    load(&known.text, name);
    assert_true(naive_family_holds(&known.text));
    assert_true(read_family(&known.family, &known.text));
}

/* Each word by some of the others, and one in ten together with any other word. */
static void change_each(uint64_t *random_state, struct change_tally *tally) {
    static struct text body, changed;
    body = known.text;
    body.length = text_body(&body);
    body.bytes[body.length] = '\0';
    long words = (long)change_words(&body);
    for (long word = 0; word < words; word++)
        for (long i = 0; i < CHANGES; i++) {
            changed = body;
            change_word(&changed, (size_t)word, others[change_random(random_state, OTHERS)]);
            if (change_random(random_state, 10) == 0)
                change_word(&changed, (size_t)change_random(random_state, words),
                            others[change_random(random_state, OTHERS)]);
            change_seal_and_compare(&changed, naive_family_holds, tally);
        }
}

static void test_changes(void **state) {
    uint64_t random_state = 1993;
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct change_tally tally = {0, 0, 0};
        load_known(families[i]);
        change_each(&random_state, &tally);
        printf("%s: %lu malformed, %lu refuted, %lu verified\n", families[i], tally.malformed,
               tally.refuted, tally.verified);
        assert_true(tally.malformed > 0 && tally.refuted > 0 && tally.verified > 0);
    }
}

/* A part removed or taken twice is one too few or too many. */
static void test_parts(void **state) {
    static struct text text, changed;
    static struct family family;
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct change_tally tally = {0, 0, 0};
        load_known(families[i]);
        text = known.text;
        assert_true(read_family(&family, &text));
        size_t body = text_body(&text);
        for (long p = 0; p < family.count; p++)
            for (int copies = 0; copies <= 2; copies += 2) {
                size_t end = (size_t)(family.parts[p].lines - text.bytes) + family.parts[p].length;
                size_t start = p == 0 ? (size_t)(strstr(text.bytes, "\nserve ") + 1 - text.bytes)
                                      : (size_t)(family.parts[p - 1].lines - text.bytes) +
                                            family.parts[p - 1].length;
                size_t kept = copies == 0 ? start : end;
                memcpy(changed.bytes, text.bytes, kept);
                memcpy(changed.bytes + kept, text.bytes + (copies == 0 ? end : start),
                       body - (copies == 0 ? end : start));
                changed.length = kept + body - (copies == 0 ? end : start);
                change_seal_and_compare(&changed, naive_family_holds, &tally);
            }
        assert_int_equal(tally.verified, 0);
    }
}

struct block {
    long head, size, count;
    long leaves[LEAVES];
};

struct schedule {
    long N, x;
    struct block blocks[BLOCKS];
    long count;
};

static void read_leaves(struct block *block, const char *at) {
    long leaves = 0;
    while (*at == ' ') {
        long first = strtol(at + 1, (char **)(size_t)&at, 10), last = first, copies = 1;
        if (*at == '-')
            last = strtol(at + 1, (char **)(size_t)&at, 10);
        if (*at == '*')
            copies = strtol(at + 1, (char **)(size_t)&at, 10);
        for (long leaf = first; leaf <= last; leaf++)
            for (long i = 0; i < copies; i++) {
                assert_in_range(leaves, 0, LEAVES - 1);
                block->leaves[leaves++] = leaf;
            }
    }
    assert_int_equal(leaves, block->size - 1);
}

/* The blocks of the part are added. */
static void add_blocks(struct schedule *schedule, const struct part *part) {
    for (const char *at = part->lines; at < part->lines + part->length; at = strchr(at, '\n') + 1) {
        struct block *block = &schedule->blocks[schedule->count++];
        long length = 0;
        assert_in_range(schedule->count, 1, BLOCKS);
        assert_int_equal(
            sscanf(at, "block %ld %ld %ld%ln", &block->head, &block->size, &block->count, &length),
            3);
        at += length;
        if (block->size > 1)
            read_leaves(block, at + strlen(" letters"));
        schedule->N += block->size * block->count;
    }
}

static const struct part *find_part(const struct family *family, enum part_kind kind, long t,
                                    long N) {
    for (long i = 0; i < family->count; i++) {
        const struct part *part = &family->parts[i];
        if (part->kind == kind && (t < 0 || part->t == t) && (N < 0 || part->N == N))
            return part;
    }
    return NULL;
}

static void add_whole(const struct family *family, struct schedule *schedule, long t);

static void add_left(const struct family *family, struct schedule *schedule, long t) {
    const struct part *part = find_part(family, LEFT, t, -1);
    if (part) {
        add_blocks(schedule, part);
        return;
    }
    struct block *root = &schedule->blocks[schedule->count];
    add_whole(family, schedule, t - 1);
    assert_true(root->head == t - 1 && root->count == 1 && schedule->x == family->B);
    root->head++;
    assert_in_range(root->size, 1, LEAVES - 1);
    root->leaves[root->size++ - 1] = schedule->x;
}

/* All nodes of depth t, which is >= U. */
static void add_whole(const struct family *family, struct schedule *schedule, long t) {
    const struct part *part = find_part(family, INSTANCE, t, -1);
    if (!part) {
        add_left(family, schedule, t);
        add_whole(family, schedule, t - family->L);
        return;
    }
    add_blocks(schedule, part);
    schedule->x = part->x;
    schedule->N++;
}

static void shift(struct schedule *schedule, long first, long by) {
    for (long b = first; b < schedule->count; b++) {
        schedule->blocks[b].head += by;
        for (long p = 0; p + 1 < schedule->blocks[b].size; p++)
            schedule->blocks[b].leaves[p] += by;
    }
    schedule->x += by;
}

/* Adds blocks for N processors, with all values as for depth t. */
static void add_all(const struct family *family, struct schedule *schedule, long N, long t) {
    long depth = least_depth(family, N), first = schedule->count;
    const struct part *part = find_part(family, SERVED, -1, N);
    if (part) {
        add_blocks(schedule, part);
        schedule->x = part->x;
        schedule->N++;
        depth = part->t;
    } else if (N == family->f[depth]) {
        add_whole(family, schedule, depth);
    } else {
        long before = schedule->N;
        add_left(family, schedule, depth);
        add_all(family, schedule, N - (schedule->N - before), depth - family->L);
    }
    assert_in_range(depth, 0, t);
    shift(schedule, first, t - depth);
}

static int compare_blocks(const void *a, const void *b) {
    const struct block *one = a, *other = b;
    return (one->head < other->head) - (one->head > other->head);
}

static int compare_leaves(const void *a, const void *b) {
    long one = *(const long *)a, other = *(const long *)b;
    return (one > other) - (one < other);
}

static void put_leaves(struct text *text, struct block *block) {
    long leaves = block->size - 1;
    qsort(block->leaves, (size_t)leaves, sizeof(long), compare_leaves);
    for (long p = 0, copies; p < leaves; p += copies) {
        for (copies = 1; p + copies < leaves && block->leaves[p + copies] == block->leaves[p];)
            copies++;
        text_put(text, " %ld", block->leaves[p]);
        if (copies > 1)
            text_put(text, "*%ld", copies);
    }
}

static void put_blocks(struct text *text, struct schedule *schedule) {
    for (long b = 0; b < schedule->count; b++) {
        struct block *block = &schedule->blocks[b];
        text_put(text, "block %ld %ld %ld%s", block->head, block->size, block->count,
                 block->size > 1 ? " letters" : "");
        put_leaves(text, block);
        text_put(text, "\n");
    }
}

static void check_schedule(const struct family *family, long N) {
    static struct schedule schedule;
    static struct text text;
    struct verdict verdict;
    long t = least_depth(family, N);
    if (find_part(family, STATIONARY, -1, N))
        t++;
    schedule = (struct schedule){.N = 0};
    add_all(family, &schedule, N, t);
    assert_int_equal(schedule.N, N);
    qsort(schedule.blocks, (size_t)schedule.count, sizeof *schedule.blocks, compare_blocks);
    put_start(&text, family->L, t, N);
    text_put(&text, "receive-only %ld\n", schedule.x);
    put_blocks(&text, &schedule);
    text_seal(&text);
    text_check(&text, &verdict);
    if (verdict.status != VERDICT_VERIFIED)
        fail_msg("N = %ld: %s\n%.*s", N, verdict.claim.bytes, (int)text.length, text.bytes);
    verdict_clear(&verdict);
}

static void test_every_number(void **state) {
    static struct text text;
    static struct family family;
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        load(&text, families[i]);
        assert_true(read_family(&family, &text));
        for (long N = 1; N <= 700; N++)
            check_schedule(&family, N);
    }
}

/* The receive-only processor is told as a word, so that the part is one of other words, and the
 * same one deeper stands behind it. */
static void tell_otherwise(const struct text *text, const struct family *family, long p,
                           bool deeper, struct text *told) {
    static struct schedule schedule;
    const struct part *part = &family->parts[p];
    size_t end = (size_t)(part->lines - text->bytes) + part->length, body = text_body(text);
    const char *start = p == 0 ? strstr(text->bytes, "\nserve ") + 1
                               : family->parts[p - 1].lines + family->parts[p - 1].length;
    schedule = (struct schedule){.x = part->x};
    add_blocks(&schedule, part);
    told->length = 0;
    text_put(told, "%.*s", (int)(start - text->bytes), text->bytes);
    text_put(told, "serve %ld depth %ld\n", part->N, part->t);
    put_blocks(told, &schedule);
    text_put(told, "word 1 receive %ld send -\n", part->x);
    if (deeper) {
        shift(&schedule, 0, 1);
        text_put(told, "serve %ld depth %ld\nreceive-only %ld\n", part->N, part->t + 1, schedule.x);
        put_blocks(told, &schedule);
    }
    text_put(told, "%.*s", (int)(body - end), text->bytes + end);
}

/* Other words may stand for f_s only, and only if the left part of depth s+L is whole. */
static void test_other_words(void **state) {
    static struct text text, told;
    static struct family family;
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        load_known(families[i]);
        text = known.text;
        assert_true(read_family(&family, &text));
        for (long p = 0; p < family.count; p++)
            for (int deeper = 0; deeper < 2 && family.parts[p].kind == SERVED; deeper++) {
                tell_otherwise(&text, &family, p, deeper, &told);
                change_seal_and_compare(&told, naive_family_holds, &tally);
            }
    }
    printf("other words: %lu malformed, %lu refuted, %lu verified\n", tally.malformed,
           tally.refuted, tally.verified);
    assert_true(tally.refuted > 50 && tally.verified > 10);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_changes), cmocka_unit_test(test_parts),
                                       cmocka_unit_test(test_every_number),
                                       cmocka_unit_test(test_other_words)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_pruned_family", tests, NULL, NULL);
}
