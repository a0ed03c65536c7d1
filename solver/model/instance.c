/* SPDX-License-Identifier: MIT */
#include "solver/model/instance.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"

/* letters[j] = f_{t-j-L}, where negative indices give no letter; N = f_t by going on from there. */
static enum status fill_counts(struct instance *instance, const struct limits *limits,
                               struct failure *failure) {
    int latency = instance->latency, depth = instance->depth;
    long first = (long)depth - 2 * latency + 1;
    long start = first > 0 ? first : 0;
    struct sequence walk;
    enum status status = sequence_init(&walk, latency, failure);
    if (status)
        return status;
    status = sequence_window(walk.recent, latency, start, limits, failure);
    if (!status) {
        for (long i = start; i < start + latency; i++) {
            long letter = (long)depth - latency - i;
            if (letter >= 0 && letter < latency)
                mpz_set(instance->letters[letter], walk.recent[i - start]);
        }
        /* The recurrence does not care where it starts: go on with indices relative to `start`. */
        for (walk.index = latency - 1; start + walk.index < depth && !status;) {
            if (walk.index % 64 == 0)
                status = limits_check(limits, failure);
            sequence_next(&walk);
        }
        mpz_set(instance->processors, sequence_value(&walk));
    }
    sequence_clear(&walk);
    return status;
}

enum status instance_check_range(int latency, int depth, struct failure *failure) {
    if (latency < 1 || latency > SEQUENCE_MAX_LATENCY)
        return failure_set(failure, STATUS_INPUT, "latency %d is not in 1..%d", latency,
                           SEQUENCE_MAX_LATENCY);
    if (depth < 0 || depth > SEQUENCE_MAX_INDEX)
        return failure_set(failure, STATUS_INPUT, "depth %d is not in 0..%d", depth,
                           SEQUENCE_MAX_INDEX);
    return STATUS_OK;
}

enum status instance_init(struct instance *instance, int latency, int depth,
                          const struct limits *limits, struct failure *failure) {
    enum status range = instance_check_range(latency, depth, failure);
    if (range)
        return range;
    struct instance result = {.latency = latency, .depth = depth};
    result.letters = numbers_new((size_t)latency);
    if (!result.letters)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d letters", latency);
    mpz_init_set_ui(result.processors, 1);
    if (depth >= latency) {
        result.root_size = depth - latency + 1;
        result.largest = depth >= 2 * latency ? depth - 2 * latency + 1 : 0;
        enum status status = fill_counts(&result, limits, failure);
        if (status) {
            instance_clear(&result);
            return status;
        }
    }
    *instance = result;
    return STATUS_OK;
}

void instance_clear(struct instance *instance) {
    numbers_free(instance->letters, (size_t)instance->latency);
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
    enum status range = instance_check_range(latency, depth, failure);
    if (range)
        return range;
    if (depth < latency)
        return failure_set(failure, STATUS_INPUT, "t = %d < L = %d has no blocks", depth, latency);
    if (most_letters > SMALL_INSTANCE_MAX_LETTERS)
        most_letters = SMALL_INSTANCE_MAX_LETTERS;
    struct small_instance result = {.latency = latency, .depth = depth};
    int largest = depth >= 2 * latency ? depth - 2 * latency + 1 : 0;
    result.root_size = depth - latency + 1;
    if (result.root_size > most_letters)
        return failure_set(failure, STATUS_LIMIT, "L = %d, t = %d has more than %d letters",
                           latency, depth, most_letters);
    result.blocks = memory_new((size_t)result.root_size + 1, sizeof(int));
    result.letters = memory_new((size_t)latency, sizeof(int));
    int *f = memory_new((size_t)result.root_size, sizeof(int));
    enum status status = STATUS_OK;
    if (!result.blocks || !result.letters || !f)
        status = failure_memory(failure, NULL);
    else if (!small_sequence(f, latency, depth - latency, most_letters))
        status = failure_set(failure, STATUS_LIMIT, "L = %d, t = %d has more than %d letters",
                             latency, depth, most_letters);
    long total = 0;
    for (int j = 0; !status && j < latency && depth - j - latency >= 0; j++) {
        result.letters[j] = f[depth - j - latency];
        total += result.letters[j];
        result.letter_sum += (long)j * result.letters[j];
    }
    if (!status && total > most_letters)
        status = failure_set(failure, STATUS_LIMIT, "L = %d, t = %d has %ld letters, over %d",
                             latency, depth, total, most_letters);
    for (int r = 1; !status && r <= largest; r++)
        result.blocks[r] = f[largest - r];
    free(f);
    if (status) {
        small_instance_clear(&result);
        return status;
    }
    result.blocks[result.root_size] = 1;
    result.letter_total = (int)total;
    *instance = result;
    return STATUS_OK;
}

void small_instance_clear(struct small_instance *instance) {
    free(instance->blocks);
    free(instance->letters);
    *instance = (struct small_instance){0};
}
