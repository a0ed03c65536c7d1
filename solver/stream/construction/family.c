/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/family.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"
#include "solver/model/port_growth.h"
#include "solver/model/schedule_lines.h"
#include "solver/model/sequence.h"
#include "solver/proof/bound/residues.h"
#include "solver/stream/arithmetic/partition.h"
#include "solver/stream/construction/base_window.h"
#include "solver/stream/construction/port_stream.h"

enum { WINDOW_ATTEMPTS = 400, SINGLE_ATTEMPTS = 20000, LAST_START = 6 };

static enum status search(struct schedule *schedule, const struct partition_question *question,
                          bool *found, struct failure *failure) {
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    TRY(small_instance_init(&instance, schedule->latency, schedule->depth,
                            SMALL_INSTANCE_MAX_LETTERS, failure));
    return partition_find(&instance, question, found, schedule, failure);
}

static void window_free(struct schedule *window, int latency) {
    for (int i = 0; window && i < latency; i++)
        schedule_clear(&window[i]);
    free(window);
}

/* The last instance first: it is the largest and also has to be B-ball. */
static enum status search_window(int latency, int from, int letter, const struct limits *limits,
                                 struct schedule *window, bool *found, struct failure *failure) {
    *found = true;
    for (int i = 0; i < latency; i++)
        schedule_init_blocks(&window[i], latency, from + i);
    for (int i = latency - 1; i >= 0 && *found; i--) {
        struct partition_question question = {.receive_only = letter,
                                              .root_ball = i == latency - 1,
                                              .attempts = WINDOW_ATTEMPTS,
                                              .limits = limits};
        TRY(search(&window[i], &question, found, failure));
    }
    return STATUS_OK;
}

static enum status try_start(struct family *family, int from, int letter,
                             const struct limits *limits, bool *found, struct failure *failure) {
    int latency = family->latency;
    struct schedule *window = memory_new((size_t)latency, sizeof *window);
    TRY(memory_check(window, failure, NULL));
    *found = false;
    enum status status = search_window(latency, from, letter, limits, window, found, failure);
    if (status || !*found) {
        window_free(window, latency);
        return status;
    }
    family->from = from;
    family->receive_only = letter;
    family->window = window;
    return STATUS_OK;
}

enum status family_search(struct family *family, int latency, const struct limits *limits,
                          bool *found, struct failure *failure) {
    struct family result = {.latency = latency, .ports = 1};
    *found = false;
    for (int from = 2 * latency; from <= LAST_START * latency && !*found; from++)
        for (int letter = 0; letter < latency && !*found; letter++)
            TRY(try_start(&result, from, letter, limits, found, failure));
    if (*found)
        *family = result;
    return STATUS_OK;
}

/* Where the search ends for the latencies that have no base window by formula: many questions ask
 * for the same one. */
static const struct {
    int from, letter;
} known_starts[] = {[1] = {2, 0},  [3] = {11, 1}, [4] = {10, 2}, [5] = {11, 1},
                    [6] = {13, 2}, [7] = {15, 1}, [8] = {18, 1}, [9] = {20, 1}};

static enum status find_window(struct family *family, const struct limits *limits, bool *found,
                               struct failure *failure) {
    size_t latency = (size_t)family->latency;
    if (latency < sizeof known_starts / sizeof *known_starts && known_starts[latency].from)
        TRY(try_start(family, known_starts[latency].from, known_starts[latency].letter, limits,
                      found, failure));
    return *found ? STATUS_OK : family_search(family, family->latency, limits, found, failure);
}

enum status family_find(struct family *family, int latency, const struct limits *limits,
                        bool *found, struct failure *failure) {
    if (latency < 1 || latency > SEQUENCE_MAX_LATENCY)
        return failure_input(failure, "latency %d is not in 1..%d", latency, SEQUENCE_MAX_LATENCY);
    struct family result = {.latency = latency, .ports = 1, .from = 2 * latency + 1};
    bool success = false;
    if (latency >= 3)
        TRY(base_find_letter(latency, limits, &success, &result.receive_only, failure));
    if (!success && latency != 2)
        TRY(find_window(&result, limits, &success, failure));
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
    BIG(count);
    for (size_t i = 0; i < from->block_count; i++) {
        const struct block_class *class = &from->blocks[i];
        if (class->head == from->depth && !with_root)
            continue;
        mpz_mul(count, class->count, multiplicity);
        TRY(schedule_add_class(to, from, class, 0, count, failure));
    }
    return STATUS_OK;
}

static void add_loose(struct schedule *schedule, const struct schedule *from,
                      mpz_srcptr multiplicity) {
    for (int v = 0; from->loose && v <= from->depth; v++)
        mpz_addmul(schedule->loose[v], from->loose[v], multiplicity);
}

static enum status start(const struct family *family, int depth, struct schedule *schedule,
                         struct failure *failure) {
    if (family->ports > 1)
        return schedule_init_ports(schedule, family->latency, depth, family->ports, failure);
    schedule_init_blocks(schedule, family->latency, depth);
    return STATUS_OK;
}

static enum status copy_window(const struct family *family, struct schedule *schedule,
                               struct failure *failure) {
    const struct schedule *held = &family->window[schedule->depth - family->from];
    BIG_OF(one, 1);
    add_loose(schedule, held, one);
    schedule->receive_only = held->receive_only;
    return copy_classes(schedule, held, one, true, failure);
}

enum status family_instance(const struct family *family, int depth, bool *found,
                            struct schedule *schedule, struct failure *failure) {
    *found = true;
    *schedule = (struct schedule){0};
    if (depth < family->latency || depth >= family->from + family->latency)
        return failure_input(failure, "t = %d is outside of the family's window", depth);
    if (family->ports > 1 && depth < family->from) {
        BIG(processors);
        TRY(port_capacity(family->latency, family->ports, depth, processors, failure));
        return port_stream(schedule, family->latency, family->ports, processors, NULL, failure);
    }
    TRY(start(family, depth, schedule, failure));
    if (depth >= family->from)
        TRY(family->window ? copy_window(family, schedule, failure)
                           : base_fill(family->receive_only, found, schedule, failure));
    else if (depth <= 2 * family->latency)
        TRY(start_fill(found, schedule, failure));
    else
        TRY(search(schedule,
                   &(struct partition_question){.receive_only = PARTITION_ANY_LETTER,
                                                .attempts = SINGLE_ATTEMPTS},
                   found, failure));
    schedule_sort(schedule);
    return STATUS_OK;
}

struct unrolling {
    const struct family *family;
    struct schedule *schedule;
    mpz_t *f;
    mpz_ptr times, taken; /* how often all roots have taken Y */
};

/* The root of the last window instance, its value and block so much larger, `times` times. */
static enum status add_root(struct unrolling *unrolling, const struct schedule *last, int larger,
                            struct failure *failure) {
    const struct block_class *root = &last->blocks[0];
    const struct family *family = unrolling->family;
    int filled = family->ports * root->size - 1, all = filled + family->ports * larger;
    FREED int *leaves = memory_new((size_t)all, sizeof *leaves);
    TRY(memory_check(leaves, failure, NULL));
    schedule_leaves(last, root, leaves);
    for (int v = 0; v < family->latency; v++)
        for (int i = family_leaves(family, v) * larger; i > 0; i--)
            leaves[filled++] = v;
    assert(filled == all);
    mpz_addmul_ui(unrolling->taken, unrolling->times, (unsigned long)larger);
    return schedule_add_leaves(unrolling->schedule, root->head + larger, root->size + larger,
                               leaves, unrolling->times, failure);
}

/* Of every s from `last` to t-L, and its own. */
static enum status add_roots(struct unrolling *unrolling, const struct schedule *last,
                             struct failure *failure) {
    int depth = unrolling->schedule->depth, latency = last->latency;
    for (int s = last->depth; s <= depth - latency; s++) {
        mpz_mul_si(unrolling->times, unrolling->f[depth - s - latency], unrolling->family->ports);
        TRY(add_root(unrolling, last, s - last->depth, failure));
    }
    mpz_set_ui(unrolling->times, 1);
    return add_root(unrolling, last, depth - last->depth, failure);
}

/* Unrolled: the blocks of I(s) without its root enter I(s+1), I(s+2), .. only for the last s of the
 * window; all of I(s), the root too, enters I(s+L), p times, and is then passed on like f. So I(t)
 * holds p f_{t-s-L} copies of I(s) for T <= s < T+L-1, f_{t-s} copies of the last one's other
 * blocks, p f_{t-s-L} of the root of every s from there to t-L, and its own root. Of loose leaves
 * it has as many copies, less what the roots take. */
static enum status expand_instance(struct unrolling *unrolling, int s, struct failure *failure) {
    const struct family *family = unrolling->family;
    int depth = unrolling->schedule->depth, last = family->from + family->latency - 1;
    bool found;
    CLEANUP(schedule_clear) struct schedule part = {0};
    TRY(family_instance(family, s, &found, &part, failure));
    if (s == last)
        mpz_set(unrolling->times, unrolling->f[depth - s]);
    else if (depth - s - family->latency >= 0)
        mpz_mul_si(unrolling->times, unrolling->f[depth - s - family->latency], family->ports);
    else
        mpz_set_ui(unrolling->times, 0);
    if (mpz_sgn(unrolling->times) > 0)
        TRY(copy_classes(unrolling->schedule, &part, unrolling->times, s < last, failure));
    add_loose(unrolling->schedule, &part, unrolling->times);
    return s == last ? add_roots(unrolling, &part, failure) : STATUS_OK;
}

static enum status expand(struct unrolling *unrolling, struct failure *failure) {
    const struct family *family = unrolling->family;
    struct schedule *schedule = unrolling->schedule;
    for (int s = family->from; s < family->from + family->latency; s++)
        TRY(expand_instance(unrolling, s, failure));
    if (family->ports == 1)
        schedule->receive_only = family->receive_only;
    for (int v = 0; v < family->latency && family->ports > 1; v++)
        mpz_submul_ui(schedule->loose[v], unrolling->taken,
                      (unsigned long)family_leaves(family, v));
    schedule_sort(schedule);
    return STATUS_OK;
}

enum status family_expand(const struct family *family, int depth, struct schedule *schedule,
                          struct failure *failure) {
    int span = depth - family->from;
    *schedule = (struct schedule){0};
    if (span < family->latency)
        return failure_input(failure, "t = %d is inside of the family's window", depth);
    CLEANUP(numbers_clear)
    mpz_t *f = sequence_terms(family->latency, family->ports, (size_t)span + 1);
    BIG(times, taken);
    struct unrolling unrolling = {family, schedule, f, times, taken};
    if (!f)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for t = %d", depth);
    TRY(start(family, depth, schedule, failure));
    return expand(&unrolling, failure);
}

/* An instance without schedule stands in a family only with its proof. */
static enum status print_impossible(struct certificate_output *output, int latency, int depth,
                                    struct failure *failure) {
    CLEANUP(instance_clear) struct instance instance = {0};
    CLEANUP(residue_proof_clear) struct residue_proof proof = {0};
    bool impossible;
    TRY(instance_init(&instance, latency, depth, NULL, failure));
    TRY(residues_refute(&instance, NULL, &impossible, &proof, failure));
    if (!impossible)
        return failure_limit(failure, "no schedule was found for L = %d, t = %d", latency, depth);
    certificate_print(output, "instance %d impossible\n", depth);
    certificate_print_residues(output, &proof);
    return STATUS_OK;
}

static enum status print_instance(struct certificate_output *output, const struct family *family,
                                  int depth, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    bool found;
    TRY(family_instance(family, depth, &found, &schedule, failure));
    if (!found)
        return print_impossible(output, family->latency, depth, failure);
    TRY(family_check_instance(family, &schedule, failure));
    certificate_print(output, "instance %d\n", depth);
    return schedule_lines_print(output, &schedule, failure);
}

/* The claim is for all depths from `first` on. */
static enum status put_depths(const struct family *family, struct certificate_output *output,
                              int first, const struct limits *limits, struct failure *failure) {
    int end = family->from + family->latency;
    certificate_print(output, "latency %d\n", family->latency);
    if (family->ports > 1)
        certificate_print(output, "ports %d\n", family->ports);
    certificate_print(output, "depths %d\nwindow %d receive-only %d\n", first, family->from,
                      family->receive_only);
    for (int depth = first; depth < end; depth++) {
        TRY(limits_check(limits, failure));
        TRY(print_instance(output, family, depth, failure));
    }
    return STATUS_OK;
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
    return root->head == schedule->depth && sum == ((long)letter + 1) * root->size;
}

enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure) {
    TRY(family->ports > 1 ? schedule_check(schedule, failure)
                          : schedule_check_whole(schedule, failure));
    if (schedule->depth < family->from)
        return STATUS_OK;
    if (family->ports == 1 && schedule->receive_only != family->receive_only)
        return failure_internal(failure, "L = %d, t = %d leaves over %d, not %d", schedule->latency,
                                schedule->depth, schedule->receive_only, family->receive_only);
    if (schedule->depth == family->from + family->latency - 1 &&
        !root_is_ball(schedule, family->receive_only))
        return failure_internal(failure, "L = %d, t = %d: the root is not %d-ball",
                                schedule->latency, schedule->depth, family->receive_only);
    return STATUS_OK;
}

enum status family_check_window(const struct family *family, const struct limits *limits,
                                struct failure *failure) {
    for (int i = 0; i < family->latency; i++) {
        bool found;
        TRY(limits_check(limits, failure));
        CLEANUP(schedule_clear) struct schedule schedule = {0};
        TRY(family_instance(family, family->from + i, &found, &schedule, failure));
        if (!found)
            return failure_internal(failure, "L = %d, t = %d is not filled", family->latency,
                                    family->from + i);
        TRY(family_check_instance(family, &schedule, failure));
    }
    return STATUS_OK;
}
