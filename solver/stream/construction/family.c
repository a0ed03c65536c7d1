/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/family.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"
#include "solver/model/schedule_lines.h"
#include "solver/model/sequence.h"
#include "solver/proof/bound/residues.h"
#include "solver/stream/arithmetic/partition.h"
#include "solver/stream/construction/base_window.h"

enum { WINDOW_ATTEMPTS = 400, SINGLE_ATTEMPTS = 20000, LAST_START = 6 };

static enum status search(struct schedule *schedule, const struct partition_question *question,
                          bool *found, struct failure *failure) {
    struct small_instance instance;
    enum status status = small_instance_init(&instance, schedule->latency, schedule->depth,
                                             SMALL_INSTANCE_MAX_LETTERS, failure);
    if (status)
        return status;
    status = partition_find(&instance, question, found, schedule, failure);
    small_instance_clear(&instance);
    return status;
}

static void window_free(struct schedule *window, int latency) {
    for (int i = 0; window && i < latency; i++)
        schedule_clear(&window[i]);
    free(window);
}

/* The last instance first: it is the largest and also has to be B-ball. */
static enum status search_window(int latency, int from, int letter, const struct limits *limits,
                                 struct schedule *window, bool *found, struct failure *failure) {
    enum status status = STATUS_OK;
    *found = true;
    for (int i = 0; i < latency; i++)
        schedule_init_blocks(&window[i], latency, from + i);
    for (int i = latency - 1; i >= 0 && *found && !status; i--) {
        struct partition_question question = {.receive_only = letter,
                                              .root_ball = i == latency - 1,
                                              .attempts = WINDOW_ATTEMPTS,
                                              .limits = limits};
        status = search(&window[i], &question, found, failure);
    }
    return status;
}

static enum status find_window(struct family *family, const struct limits *limits, bool *found,
                               struct failure *failure) {
    int latency = family->latency;
    struct schedule *window = memory_new((size_t)latency, sizeof *window);
    if (!window)
        return failure_memory(failure, NULL);
    for (int from = 2 * latency; from <= LAST_START * latency; from++)
        for (int letter = 0; letter < latency; letter++) {
            enum status status =
                search_window(latency, from, letter, limits, window, found, failure);
            if (!status && *found) {
                family->from = from;
                family->receive_only = letter;
                family->window = window;
                return STATUS_OK;
            }
            for (int i = 0; i < latency; i++)
                schedule_clear(&window[i]);
            if (status) {
                free(window);
                return status;
            }
        }
    free(window);
    return STATUS_OK;
}

enum status family_find(struct family *family, int latency, const struct limits *limits,
                        bool *found, struct failure *failure) {
    if (latency < 1 || latency > SEQUENCE_MAX_LATENCY)
        return failure_set(failure, STATUS_INPUT, "latency %d is not in 1..%d", latency,
                           SEQUENCE_MAX_LATENCY);
    struct family result = {.latency = latency, .from = 2 * latency + 1};
    bool success = false;
    enum status status = STATUS_OK;
    if (latency >= 3)
        status = base_find_letter(latency, limits, &success, &result.receive_only, failure);
    if (!status && !success && latency != 2)
        status = find_window(&result, limits, &success, failure);
    if (status)
        return status;
    if (success)
        *family = result;
    *found = success;
    return STATUS_OK;
}

void family_clear(struct family *family) {
    window_free(family->window, family->latency);
    *family = (struct family){0};
}

static enum status copy_classes(struct schedule *to, const struct schedule *from,
                                mpz_srcptr multiplicity, bool with_root, struct failure *failure) {
    mpz_t count;
    mpz_init(count);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < from->block_count && !status; i++) {
        const struct block_class *class = &from->blocks[i];
        if (class->head == from->depth && !with_root)
            continue;
        mpz_mul(count, class->count, multiplicity);
        status = schedule_add_class(to, from, class, 0, count, failure);
    }
    mpz_clear(count);
    return status;
}

static enum status copy_window(const struct family *family, struct schedule *schedule,
                               struct failure *failure) {
    const struct schedule *held = &family->window[schedule->depth - family->from];
    mpz_t one;
    mpz_init_set_ui(one, 1);
    enum status status = copy_classes(schedule, held, one, true, failure);
    mpz_clear(one);
    schedule->receive_only = held->receive_only;
    return status;
}

enum status family_instance(const struct family *family, bool *found, struct schedule *schedule,
                            struct failure *failure) {
    int depth = schedule->depth;
    enum status status;
    *found = true;
    if (depth < family->latency || depth >= family->from + family->latency)
        return failure_set(failure, STATUS_INPUT, "t = %d is outside of the family's window",
                           depth);
    if (depth >= family->from)
        status = family->window ? copy_window(family, schedule, failure)
                                : base_fill(family->receive_only, found, schedule, failure);
    else if (depth <= 2 * family->latency)
        status = start_fill(found, schedule, failure);
    else
        status = search(schedule,
                        &(struct partition_question){.receive_only = PARTITION_ANY_LETTER,
                                                     .attempts = SINGLE_ATTEMPTS},
                        found, failure);
    if (!status)
        schedule_sort(schedule);
    return status;
}

/* The root of the last window instance and the letters that are appended to it. */
static enum status add_roots(const struct family *family, const struct schedule *last,
                             struct schedule *schedule, mpz_t *f, struct failure *failure) {
    const struct block_class *root = &last->blocks[0];
    int latency = family->latency, depth = schedule->depth;
    int *letters = memory_new((size_t)(depth - latency + 1), sizeof(int));
    if (!letters)
        return failure_memory(failure, NULL);
    assert(root->size <= depth - latency + 1);
    schedule_leaves(last, root, letters);
    for (int i = root->size - 1; i < depth - latency + 1; i++)
        letters[i] = family->receive_only;
    enum status status = STATUS_OK;
    for (int s = last->depth; s <= depth - latency && !status; s++)
        status =
            schedule_add_block(schedule, s - latency + 1, f[depth - s - latency], letters, failure);
    if (!status)
        status = schedule_add_block(schedule, depth - latency + 1, f[0], letters, failure);
    free(letters);
    return status;
}

/* Unrolled: the blocks of I(s) without its root enter I(s+1), I(s+2), .. only for the last s of the
 * window; all of I(s), the root too, enters I(s+L) and is then passed on like f. So I(t) holds
 * f_{t-s-L} copies of I(s) for T <= s < T+L-1, f_{t-s} copies of the last one's other blocks,
 * f_{t-s-L} of the root of every s from there to t-L, and its own root. */
static enum status expand(const struct family *family, struct schedule *schedule, mpz_t *f,
                          struct failure *failure) {
    int latency = family->latency, depth = schedule->depth;
    int last_depth = family->from + latency - 1;
    enum status status = STATUS_OK;
    for (int s = family->from; s <= last_depth && !status; s++) {
        struct schedule part;
        bool found;
        schedule_init_blocks(&part, latency, s);
        status = family_instance(family, &found, &part, failure);
        if (!status && s < last_depth && depth - s - latency >= 0)
            status = copy_classes(schedule, &part, f[depth - s - latency], true, failure);
        if (!status && s == last_depth)
            status = copy_classes(schedule, &part, f[depth - s], false, failure);
        if (!status && s == last_depth)
            status = add_roots(family, &part, schedule, f, failure);
        schedule_clear(&part);
    }
    schedule->receive_only = family->receive_only;
    schedule_sort(schedule);
    return status;
}

enum status family_expand(const struct family *family, struct schedule *schedule,
                          struct failure *failure) {
    int span = schedule->depth - family->from;
    if (span < family->latency)
        return failure_set(failure, STATUS_INPUT, "t = %d is inside of the family's window",
                           schedule->depth);
    struct sequence walk;
    enum status status = sequence_init(&walk, family->latency, failure);
    if (status)
        return status;
    mpz_t *f = numbers_new((size_t)span + 1);
    for (int i = 0; f && i <= span; i++, sequence_next(&walk))
        mpz_set(f[i], sequence_value(&walk));
    sequence_clear(&walk);
    if (!f)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for t = %d", schedule->depth);
    status = expand(family, schedule, f, failure);
    numbers_free(f, (size_t)span + 1);
    return status;
}

/* An instance without schedule stands in a family only with its proof. */
static enum status print_impossible(struct certificate_output *output, int latency, int depth,
                                    struct failure *failure) {
    struct instance instance;
    struct residue_proof proof;
    bool impossible;
    enum status status = instance_init(&instance, latency, depth, NULL, failure);
    if (status)
        return status;
    status = residues_refute(&instance, NULL, &impossible, &proof, failure);
    instance_clear(&instance);
    if (status)
        return status;
    if (!impossible)
        return failure_set(failure, STATUS_LIMIT, "no schedule was found for L = %d, t = %d",
                           latency, depth);
    certificate_print(output, "instance %d impossible\n", depth);
    certificate_print_residues(output, &proof);
    residue_proof_clear(&proof);
    return STATUS_OK;
}

static enum status print_instance(struct certificate_output *output, const struct family *family,
                                  int depth, struct failure *failure) {
    struct schedule schedule;
    bool found;
    schedule_init_blocks(&schedule, family->latency, depth);
    enum status status = family_instance(family, &found, &schedule, failure);
    if (!status && !found)
        status = print_impossible(output, family->latency, depth, failure);
    else if (!status)
        status = family_check_instance(family, &schedule, failure);
    if (!status && found) {
        certificate_print(output, "instance %d\n", depth);
        status = schedule_lines_print(output, &schedule, failure);
    }
    schedule_clear(&schedule);
    return status;
}

/* The claim is for all depths from `first` on. */
static enum status put_depths(const struct family *family, struct certificate_output *output,
                              int first, const struct limits *limits, struct failure *failure) {
    int end = family->from + family->latency;
    enum status status = STATUS_OK;
    certificate_print(output, "latency %d\ndepths %d\nwindow %d receive-only %d\n", family->latency,
                      first, family->from, family->receive_only);
    for (int depth = first; depth < end && !status; depth++) {
        status = limits_check(limits, failure);
        if (!status)
            status = print_instance(output, family, depth, failure);
    }
    return status;
}

static enum status put_family(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct family *family = body;
    return put_depths(family, output, family->latency, limits, failure);
}

struct evidence evidence_of_family(const struct family *family) {
    return evidence_borrowed("family", put_family, family);
}

static enum status put_window(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct family *family = body;
    return put_depths(family, output, family->from, limits, failure);
}

struct evidence evidence_of_window(const struct family *family) {
    return evidence_borrowed("family", put_window, family);
}

/* Head + (sum of the root's leaves) = (B+1) * (its size). The root is the first class. */
static bool root_is_ball(const struct schedule *schedule, int letter) {
    const struct block_class *root = &schedule->blocks[0];
    long sum = root->head;
    for (size_t i = root->first; i < root->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        long different = (long)range->last - range->first + 1;
        sum += ((long)range->first + range->last) * different / 2 * range->copies;
    }
    return sum == ((long)letter + 1) * root->size;
}

enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure) {
    enum status status = schedule_check_whole(schedule, failure);
    if (status || schedule->depth < family->from)
        return status;
    if (schedule->receive_only != family->receive_only)
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d leaves over %d, not %d",
                           schedule->latency, schedule->depth, schedule->receive_only,
                           family->receive_only);
    if (schedule->depth == family->from + family->latency - 1 &&
        !root_is_ball(schedule, family->receive_only))
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d: the root is not %d-ball",
                           schedule->latency, schedule->depth, family->receive_only);
    return STATUS_OK;
}

enum status family_check_window(const struct family *family, const struct limits *limits,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < family->latency && !status; i++) {
        struct schedule schedule;
        bool found;
        schedule_init_blocks(&schedule, family->latency, family->from + i);
        status = limits_check(limits, failure);
        if (!status)
            status = family_instance(family, &found, &schedule, failure);
        if (!status && !found)
            status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d is not filled",
                                 family->latency, family->from + i);
        if (!status)
            status = family_check_instance(family, &schedule, failure);
        schedule_clear(&schedule);
    }
    return status;
}
