/* SPDX-License-Identifier: MIT */
/* Kind impossible-search: trees that a search of our own walks, of instances without a schedule
 * and, with the branches left out that lead to one, of others; and trees with branches left out,
 * moved, put twice, ended by `!`. The judge knows the letters from the root to a node, and looks at
 * all of them again for each token. No tree is verified of an instance for which trying all orders
 * of the letters finds a schedule (check_naive_exists.h). Usage: forge_search_test FOLDER */
#include "check_naive_exists.h"
#include "forge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { FORGERIES = 10000, TOKENS = 10000, SLOTS = 40, LATENCY = 6, BACK = -1, SUM = -2 };

struct instance {
    long L, t;
    long copies[LATENCY];
    long letters, slots;
    long size[SLOTS], position[SLOTS]; /* of the block of a slot, in it */
};

struct tree {
    struct instance instance;
    long nodes, count, token[TOKENS];
};

/* --- instances --- */

static long f(long L, long i) {
    return i < 0 ? 0 : i < L ? 1 : f(L, i - 1) + f(L, i - L);
}

/* Nodes of the broadcast tree with this label. */
static long labels(long L, long d) {
    return d == 0 ? 1 : d < L ? 0 : f(L, d - L);
}

static void add_block(struct instance *instance, long size) {
    for (long p = 1; p < size && instance->slots < SLOTS; p++) {
        instance->size[instance->slots] = size;
        instance->position[instance->slots++] = p;
    }
}

/* False if it is too large. */
static bool lay_out(struct instance *instance, long L, long t) {
    *instance = (struct instance){.L = L, .t = t};
    if (L < 1 || L >= LATENCY || t < L || t > 14)
        return false;
    for (long j = 0; j < L; j++)
        instance->letters += instance->copies[j] = labels(L, t - j);
    for (long r = 2; r <= t - 2 * L + 1; r++)
        for (long i = f(L, t - 2 * L + 1 - r); i > 0; i--)
            add_block(instance, r);
    add_block(instance, t - L + 1);
    return instance->slots < SLOTS && instance->slots == instance->letters - 1;
}

/* Is the letter open at this slot, behind the letters before? All by the definition. */
static bool is_open(const struct instance *instance, const long *before, long slot, long letter) {
    long size = instance->size[slot], position = instance->position[slot], used = 0;
    const long *word = before + slot - (position - 1), *twin = word - (size - 1);
    for (long i = 0; i < slot; i++)
        used += before[i] == letter;
    if (used >= instance->copies[letter] || (position + letter - instance->L + 1) % size == 0)
        return false;
    for (long q = 1; q < position; q++)
        if ((position + letter - q - word[q - 1]) % size == 0)
            return false;
    if (slot - (position - 1) - (size - 1) < 0 || instance->size[slot - position] != size)
        return true;
    for (long q = 1; q < position; q++)
        if (word[q - 1] != twin[q - 1])
            return true; /* it is larger there */
    return letter >= twin[position - 1];
}

/* Can no letter be the one that is received only? */
static bool sum_excludes(const struct instance *instance, const long *before, long slot) {
    long last = instance->slots - instance->size[instance->slots - 1] + 1;
    long size = instance->size[instance->slots - 1], sum = instance->L - 1;
    long left[LATENCY];
    if (slot < last)
        return false;
    memcpy(left, instance->copies, sizeof left);
    for (long i = 0; i < slot; i++) {
        left[before[i]]--;
        sum += i >= last ? before[i] : 0;
    }
    for (long j = 0; j < instance->L; j++)
        sum += j * left[j];
    for (long x = 0; x < instance->L; x++)
        if (left[x] > 0 && (sum - x) % size == 0)
            return false;
    return true;
}

/* --- the search --- */

/* Walks the tree; what would be a schedule is left out. False if there is no room. */
static bool search(struct tree *tree, long *before, long slot) {
    const struct instance *instance = &tree->instance;
    if (tree->count + SLOTS + LATENCY >= TOKENS)
        return false;
    if (forge_once_in(2) && sum_excludes(instance, before, slot)) {
        tree->token[tree->count++] = SUM;
        return true;
    }
    for (long letter = 0; letter < instance->L; letter++) {
        if (!is_open(instance, before, slot, letter) || slot + 1 == instance->slots)
            continue;
        tree->token[tree->count++] = letter;
        before[slot] = letter;
        if (!search(tree, before, slot + 1))
            return false;
    }
    tree->token[tree->count++] = BACK;
    return true;
}

static void count_nodes(struct tree *tree) {
    tree->nodes = 0;
    for (long i = 0; i < tree->count; i++)
        tree->nodes += tree->token[i] >= 0;
}

static bool begin(struct tree *tree) {
    long before[SLOTS], L = 1 + forge_random(LATENCY - 1);
    tree->count = 0;
    bool right = lay_out(&tree->instance, L, L + forge_random(10)) && tree->instance.slots > 0 &&
                 search(tree, before, 0);
    count_nodes(tree);
    return right;
}

/* --- the judge --- */

/* Letters from `next` up to `end` that were to be gone down to. */
static bool skips(const struct instance *instance, const long *before, long slot, long next,
                  long end) {
    for (long letter = next; letter < end; letter++)
        if (is_open(instance, before, slot, letter))
            return true;
    return false;
}

static bool tree_holds(const struct tree *tree) {
    const struct instance *instance = &tree->instance;
    long before[SLOTS], next[SLOTS + 1] = {0}, slot = 0, nodes = 0;
    for (long i = 0; i < tree->count; i++) {
        long token = tree->token[i];
        if (slot < 0 || token >= instance->L || instance->slots == 0)
            return false;
        if (token >= 0) {
            if (token < next[slot] || skips(instance, before, slot, next[slot], token) ||
                !is_open(instance, before, slot, token) || slot + 1 == instance->slots)
                return false;
            before[slot] = token;
            next[slot++] = token + 1;
            next[slot] = 0;
            nodes++;
        } else if (token == BACK ? skips(instance, before, slot, next[slot], instance->L)
                                 : !sum_excludes(instance, before, slot)) {
            return false;
        } else {
            slot--;
        }
    }
    return slot < 0 && nodes == tree->nodes;
}

static bool has_schedule(const struct instance *instance) {
    static signed char known[LATENCY][20];
    signed char *answer = &known[instance->L][instance->t];
    if (instance->slots > 12)
        return false; /* not tried */
    if (*answer == 0)
        *answer = naive_instance_exists(instance->L, instance->t) ? 1 : -1;
    return *answer > 0;
}

static const struct tree *judged;

static bool holds(const struct text *text) {
    (void)text;
    bool right = tree_holds(judged);
    if (right && has_schedule(&judged->instance))
        fail_msg("L=%ld t=%ld has a schedule", judged->instance.L, judged->instance.t);
    return right;
}

static void put(struct text *text, const struct tree *tree) {
    long line = 20 + forge_random(40);
    forge_put_start(text, "impossible-search");
    text_put(text, "latency %ld\ndepth %ld", tree->instance.L, tree->instance.t);
    for (long i = 0; i < tree->count; i++) {
        text_put(text, i % line == 0 ? "\ntree" : "%s", "");
        if (tree->token[i] >= 0)
            text_put(text, " %ld", tree->token[i]);
        else
            text_put(text, tree->token[i] == BACK ? " -" : " !");
    }
    text_put(text, "\nnodes %ld\n", tree->nodes);
}

/* --- faults of meaning --- */

/* Behind the branch that begins with this letter. */
static long end_of(const struct tree *tree, long at) {
    long open = 0;
    do
        open += tree->token[at] >= 0 ? 1 : -1;
    while (++at < tree->count && open > 0);
    return at;
}

static long any_letter(const struct tree *tree) {
    for (long i = 0; i < 30; i++) {
        long at = forge_random(tree->count);
        if (tree->token[at] >= 0)
            return at;
    }
    return -1;
}

/* `with` comes in the place of the tokens from..end-1. */
static void replace(struct tree *tree, long from, long end, const long *with, long count) {
    if (tree->count - (end - from) + count > TOKENS)
        return;
    memmove(tree->token + from + count, tree->token + end,
            (size_t)(tree->count - end) * sizeof *tree->token);
    memcpy(tree->token + from, with, (size_t)count * sizeof *tree->token);
    tree->count += count - (end - from);
}

/* The branch and the one behind it change places. */
static void exchange_branches(struct tree *tree, long at) {
    static long both[TOKENS];
    long middle = end_of(tree, at), end;
    if (middle >= tree->count || tree->token[middle] < 0)
        return;
    end = end_of(tree, middle);
    memcpy(both, tree->token + middle, (size_t)(end - middle) * sizeof *both);
    memcpy(both + end - middle, tree->token + at, (size_t)(middle - at) * sizeof *both);
    replace(tree, at, end, both, end - at);
}

static void forge_branch(struct tree *tree, long at) {
    static const long ends[] = {BACK, SUM};
    static long kept[TOKENS];
    long end = end_of(tree, at);
    memcpy(kept, tree->token + at, (size_t)(end - at) * sizeof *kept);
    switch (forge_random(5)) {
    case 0:
        replace(tree, at, end, kept, 0);
        break;
    case 1: /* nothing below it */
        replace(tree, at + 1, end, &ends[forge_random(2)], 1);
        break;
    case 2: /* twice */
        replace(tree, end, end, kept, end - at);
        break;
    case 3:
        exchange_branches(tree, at);
        break;
    default: /* somewhere else */
        replace(tree, at, end, kept, 0);
        long to = forge_random(tree->count + 1);
        replace(tree, to, to, kept, end - at);
    }
}

static void forge_token(struct tree *tree) {
    long at = forge_random(tree->count), *token = &tree->token[at];
    switch (forge_random(4)) {
    case 0:
        *token = forge_random(tree->instance.L + 2) - 2;
        break;
    case 1:
        replace(tree, at, at + 1, token, 0);
        break;
    case 2:
        *token = *token == BACK ? SUM : *token == SUM ? BACK : *token;
        break;
    default:
        tree->count = at + 1;
    }
}

/* The same tree for another instance. */
static void forge_instance(struct tree *tree) {
    struct instance other;
    long by = forge_once_in(2) ? 1 : -1;
    bool latency = forge_once_in(2);
    if (lay_out(&other, tree->instance.L + (latency ? by : 0),
                tree->instance.t + (latency ? 0 : by)))
        tree->instance = other;
}

static void forge(struct tree *tree) {
    long at = any_letter(tree);
    if (forge_once_in(10))
        forge_instance(tree);
    else if (at >= 0 && !forge_once_in(3))
        forge_branch(tree, at);
    else if (tree->count > 0)
        forge_token(tree);
    count_nodes(tree);
    if (forge_once_in(20))
        tree->nodes += tree->nodes > 0 && forge_once_in(2) ? -1 : 1;
}

static void test_forgeries(void **state) {
    static struct tree tree;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(FORGERIES);
    unsigned long of_none = 0;
    (void)state;
    judged = &tree;
    for (long i = 0; i < rounds; i++) {
        while (!begin(&tree) || (has_schedule(&tree.instance) && !forge_once_in(6)))
            continue;
        of_none += !has_schedule(&tree.instance);
        for (long faults = forge_random(3); faults > 0 && tree.count > 0; faults--)
            forge(&tree);
        put(&text, &tree);
        change_seal_and_compare(&text, holds, &tally);
    }
    printf("%lu trees began with instances without a schedule\n", of_none);
    forge_assert_changes("trees", &tally, (unsigned long)rounds / 20);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forgeries)};
    (void)arguments;
    return count != 2 ? 1 : cmocka_run_group_tests_name("forge_search", tests, forge_start, NULL);
}
