/* SPDX-License-Identifier: MIT */
#include "solver/model/instance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"

/* letters[j] = f_{t-j-L}, where negative indices give no letter; N = f_t by going on from there. */
static enum status fill_counts(struct instance *instance, const struct limits *limits,
                               struct failure *failure) {
    int latency = instance->latency, depth = instance->depth;
    long first = (long)depth - 2 * latency + 1;
    long start = first > 0 ? first : 0;
    CLEANUP(sequence_clear) struct sequence walk = {0};
    TRY(sequence_init(&walk, latency, failure));
    TRY(sequence_window(walk.recent, latency, start, limits, failure));
    for (long i = start; i < start + latency; i++) {
        long letter = (long)depth - latency - i;
        if (letter >= 0 && letter < latency)
            mpz_set(instance->letters[letter], walk.recent[i - start]);
    }
    /* The recurrence does not care where it starts: go on with indices relative to `start`. */
    for (walk.index = latency - 1; start + walk.index < depth; sequence_next(&walk))
        if (walk.index % 64 == 0)
            TRY(limits_check(limits, failure));
    mpz_set(instance->processors, sequence_value(&walk));
    return STATUS_OK;
}

enum status instance_check_range(int latency, int depth, struct failure *failure) {
    TRY(sequence_check_latency(latency, failure));
    if (depth < 0 || depth > SEQUENCE_MAX_INDEX)
        return failure_input(failure, "depth %d is not in 0..%d", depth, SEQUENCE_MAX_INDEX);
    return STATUS_OK;
}

enum status instance_init(struct instance *instance, int latency, int depth,
                          const struct limits *limits, struct failure *failure) {
    TRY(instance_check_range(latency, depth, failure));
    CLEANUP(instance_clear) struct instance result = {.latency = latency, .depth = depth};
    result.letters = numbers_new((size_t)latency);
    if (!result.letters)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d letters", latency);
    mpz_init_set_ui(result.processors, 1);
    if (depth >= latency) {
        result.root_size = depth - latency + 1;
        result.largest = depth >= 2 * latency ? depth - 2 * latency + 1 : 0;
        TRY(fill_counts(&result, limits, failure));
    }
    *instance = TAKE(result);
    return STATUS_OK;
}

void instance_clear(struct instance *instance) {
    numbers_free(instance->letters);
    mpz_clear(instance->processors);
    *instance = (struct instance){0};
}

/* f_0..f_last as machine integers, each at most `most`; false when one is larger. */
static bool small_sequence(int *f, int latency, int last, int most) {
    for (int i = 0; i <= last; i++) {
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
        if (f[i] > most)
            return false;
    }
    return true;
}

enum status small_instance_init(struct small_instance *instance, int latency, int depth,
                                int most_letters, struct failure *failure) {
    TRY(instance_check_range(latency, depth, failure));
    if (depth < latency)
        return failure_input(failure, "t = %d < L = %d has no blocks", depth, latency);
    if (most_letters > SMALL_INSTANCE_MAX_LETTERS)
        most_letters = SMALL_INSTANCE_MAX_LETTERS;
    CLEANUP(small_instance_clear)
    struct small_instance result = {.latency = latency, .depth = depth};
    int largest = depth >= 2 * latency ? depth - 2 * latency + 1 : 0;
    result.root_size = depth - latency + 1;
    if (result.root_size > most_letters)
        return failure_limit(failure, "L = %d, t = %d has more than %d letters", latency, depth,
                             most_letters);
    FREED int *f = NULL;
    TRY(memory_check(NEW(result.root_size + 1, result.blocks, f) && NEW(latency, result.letters),
                     failure, NULL));
    if (!small_sequence(f, latency, depth - latency, most_letters))
        return failure_limit(failure, "L = %d, t = %d has more than %d letters", latency, depth,
                             most_letters);
    long total = 0;
    for (int j = 0; j < latency && depth - j - latency >= 0; j++) {
        result.letters[j] = f[depth - j - latency];
        total += result.letters[j];
        result.letter_sum += (long)j * result.letters[j];
    }
    if (total > most_letters)
        return failure_limit(failure, "L = %d, t = %d has %ld letters, over %d", latency, depth,
                             total, most_letters);
    for (int r = 1; r <= largest; r++)
        result.blocks[r] = f[largest - r];
    result.blocks[result.root_size] = 1;
    result.letter_total = (int)total;
    *instance = TAKE(result);
    return STATUS_OK;
}

void small_instance_clear(struct small_instance *instance) {
    FREE_ALL(instance->blocks, instance->letters);
    *instance = (struct small_instance){0};
}

static void list_slots(struct slots *slots, const struct small_instance *instance) {
    int next = 0;
    slots->last_block = slots->count;
    for (int size = 2; size <= instance->root_size; size++)
        for (int block = 0; block < instance->blocks[size]; block++) {
            slots->last_block = next;
            for (int position = 1; position < size; position++)
                slots->list[next++] = (struct slot){size, position, block ? size - 1 : 0};
        }
    assert(next == slots->count && slots->last_block <= next);
}

enum status slots_init(struct slots *slots, int latency, int depth, int most_letters,
                       struct failure *failure) {
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    TRY(small_instance_init(&instance, latency, depth, most_letters, failure));
    CLEANUP(slots_clear)
    struct slots result = {.latency = latency,
                           .depth = depth,
                           .count = instance.letter_total - 1,
                           .single = instance.root_size > 1 ? instance.blocks[1] : 1,
                           .letter_sum = instance.letter_sum};
    TRY(memory_check(NEW(instance.letter_total, result.list) && NEW(latency, result.letters),
                     failure, NULL));
    memcpy(result.letters, instance.letters, (size_t)latency * sizeof(int));
    list_slots(&result, &instance);
    *slots = TAKE(result);
    return STATUS_OK;
}

void slots_clear(struct slots *slots) {
    FREE_ALL(slots->list, slots->letters);
    *slots = (struct slots){0};
}

static int letter_left(const struct slots *slots, const int *letters) {
    long sum = slots->letter_sum;
    for (int s = 0; s < slots->count; s++)
        sum -= letters[s];
    return (int)sum;
}

static enum status add_blocks(const struct slots *slots, const int *letters, bool words,
                              struct schedule *schedule, struct failure *failure) {
    BIG_OF(count, slots->single);
    if (slots->single)
        TRY(schedule_add_block_word(schedule, 1, count, letters, failure));
    mpz_set_ui(count, 1);
    for (int s = 0; s < slots->count; s += slots->list[s].size - 1) {
        assert(slots->list[s].position == 1);
        TRY(words ? schedule_add_block_word(schedule, slots->list[s].size, count, letters + s,
                                            failure)
                  : schedule_add_block(schedule, slots->list[s].size, count, letters + s, failure));
    }
    return STATUS_OK;
}

enum status slots_schedule(const struct slots *slots, const int *letters, bool words,
                           struct schedule *schedule, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    schedule_init_blocks(&result, slots->latency, slots->depth);
    result.receive_only = letter_left(slots, letters);
    TRY(add_blocks(slots, letters, words, &result, failure));
    if (!words)
        TRY(schedule_order(&result, failure));
    schedule_sort(&result);
    TRY(schedule_check_whole(&result, failure));
    *schedule = TAKE(result);
    return STATUS_OK;
}

/* Fills the nodes in pre-order: after a node its first child, or else the next sibling of the
 * nearest ancestor that has one. */
static void fill(struct tree *tree) {
    int latency = tree->latency, depth = tree->depth, count = 0, parent = -1, label = 0;
    for (;;) {
        int children = depth - label >= latency ? depth - label - latency + 1 : 0;
        assert(count < tree->count && label <= depth);
        tree->nodes[count] = (struct tree_node){label, parent, children};
        if (children) {
            parent = count++;
            label += latency;
            continue;
        }
        count++;
        while (parent >= 0 && label == depth) { /* the last child of a node has label t */
            label = tree->nodes[parent].label;
            parent = tree->nodes[parent].parent;
        }
        if (parent < 0) {
            assert(count == tree->count);
            return;
        }
        label++;
    }
}

enum status tree_init(struct tree *tree, int latency, int depth, int most_nodes,
                      struct failure *failure) {
    BIG(nodes);
    TRY(sequence_term(nodes, latency, depth, NULL, failure));
    if (mpz_cmp_si(nodes, most_nodes) > 0)
        return failure_limit(failure, "the tree for L = %d, t = %d has over %d nodes", latency,
                             depth, most_nodes);
    int count = (int)mpz_get_si(nodes);
    struct tree result = {latency, depth, count, memory_new((size_t)count, sizeof *result.nodes)};
    if (!result.nodes)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d nodes", count);
    fill(&result);
    *tree = result;
    return STATUS_OK;
}

void tree_clear(struct tree *tree) {
    free(tree->nodes);
    *tree = (struct tree){0};
}
