/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/union_window.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/base_window.h"

enum { ROWS = 256 /* between two looks at the limits */ };

void union_window_clear(struct union_window *window) {
    for (int i = 0; i < window->latency && window->instances; i++)
        schedule_clear(&window->instances[i]);
    FREE_ALL(window->instances, window->root, window->letters);
    family_clear(&window->family);
}

enum status union_window_init(struct union_window *window, int latency, const struct limits *limits,
                              struct failure *failure) {
    CLEANUP(union_window_clear) struct union_window result = {.latency = latency};
    bool found = true;
    TRY(family_find(&result.family, latency, limits, &found, failure));
    if (!found)
        return failure_limit(failure, "no family was found for L = %d", latency);
    result.from = result.family.from;
    result.last = result.from + latency - 1;
    TRY(memory_check(NEW(latency, result.instances, result.root, result.letters), failure,
                     "a family"));
    *window = TAKE(result);
    return STATUS_OK;
}

static enum status check_found(bool found, const struct schedule *filled, struct failure *failure) {
    return found ? STATUS_OK
                 : failure_internal(failure, "no schedule for L = %d, t = %d", filled->latency,
                                    filled->depth);
}

enum status union_window_whole(const struct union_window *window, int depth,
                               struct schedule *schedule, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule filled = {0};
    bool found = true;
    TRY(family_instance(&window->family, depth, &found, &filled, failure));
    TRY(check_found(found, &filled, failure));
    *schedule = TAKE(filled);
    return STATUS_OK;
}

enum status union_first_depths(int latency, int depth, struct schedule *schedule,
                               struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule filled = {0};
    bool found = true;
    schedule_init_blocks(&filled, latency, depth);
    TRY(start_fill(&found, &filled, failure));
    TRY(check_found(found, &filled, failure));
    *schedule = TAKE(filled);
    return STATUS_OK;
}

/* Instance of depth T <= t <= T+L-1, kept. */
static enum status instance(struct union_window *window, int depth, const struct schedule **found,
                            struct failure *failure) {
    struct schedule *kept = &window->instances[depth - window->from];
    *found = kept;
    return kept->block_count ? STATUS_OK : union_window_whole(window, depth, kept, failure);
}

static enum status add_class(struct schedule *pruned, const struct schedule *piece,
                             const struct block_class *class, int raised, mpz_srcptr times,
                             struct failure *failure) {
    BIG(count);
    mpz_mul(count, class->count, times);
    return schedule_add_class(pruned, piece, class, raised, count, failure);
}

enum status union_add_piece(struct schedule *pruned, const struct schedule *piece, int raised,
                            mpz_srcptr times, struct failure *failure) {
    for (size_t i = 0; i < piece->block_count; i++)
        TRY(add_class(pruned, piece, &piece->blocks[i], raised, times, failure));
    return STATUS_OK;
}

/* By the rule S(t) is S(t-1), its root sending once more and taking B, and S(t-L). Unrolled from
 * S(last), the last of the window: its root with the values of S(t)'s, its other blocks, and S(v)
 * for v = T..t-L. A part with a larger root lacks S(t+1-L) of S(t+1). So the copies of S(v),
 *
 *     c(v) = [is a part]
 *            + (copies of S(u), u > last, u >= v+L)
 *            + (parts with larger root, t >= v+L),
 *
 * come from above. Here for all parts with the same raise. */
struct copies {
    int raised;
    int from; /* T */
    int last; /* T+L-1 */
    int top;  /* the largest depth of a part */
    /* c(v) for v = T..top+1, at v-T */
    mpz_t *whole;
    /* c(v) + c(v+1) + .. for v > last, and the larger roots of depths >= v; at v-T */
    mpz_t *beyond;
    /* is there one with larger root of depth v? at v-T */
    char *larger;
};

static size_t copies_room(const struct copies *copies) {
    return (size_t)(copies->top - copies->from) + 3;
}

static void copies_clear(struct copies *copies) {
    numbers_free(copies->whole);
    numbers_free(copies->beyond);
    free(copies->larger);
}

static enum status copies_init(struct copies *copies, const struct union_window *window,
                               const struct union_part *parts, size_t part_count,
                               struct failure *failure) {
    *copies = (struct copies){.raised = parts[0].raised,
                              .from = window->from,
                              .last = window->last,
                              .top = parts[part_count - 1].depth};
    size_t room = copies_room(copies);
    copies->whole = numbers_new(room);
    copies->beyond = numbers_new(room);
    TRY(memory_check(copies->whole && copies->beyond && NEW(room, copies->larger), failure,
                     "a schedule"));
    for (size_t i = 0; i < part_count; i++) {
        int at = parts[i].depth - window->from;
        copies->larger[at] = parts[i].larger_root;
        mpz_set_ui(copies->whole[at], !parts[i].larger_root);
    }
    return STATUS_OK;
}

/* c(v) for all v, from the top. */
static void count_copies(struct copies *copies, int latency) {
    for (int v = copies->top; v >= copies->from; v--) {
        int at = v - copies->from, above = v + latency;
        mpz_ptr beyond = copies->beyond[at], whole = copies->whole[at];
        if (above <= copies->top)
            mpz_add(whole, whole, copies->beyond[above - copies->from]);
        mpz_set(beyond, copies->beyond[at + 1]);
        if (v > copies->last)
            mpz_add(beyond, beyond, whole);
        mpz_add_ui(beyond, beyond, (unsigned long)copies->larger[at]);
    }
}

/* The letters of the root of depth v > last: those of S(last), and B v - last times more. */
static size_t root_letters(struct union_window *window, int depth) {
    int B = window->family.receive_only, more = depth - window->last;
    size_t count = 0;
    window->letters[B] += more;
    for (int letter = 0; letter < window->latency; letter++) {
        int copies = window->letters[letter];
        struct leaf_range *before = count ? &window->root[count - 1] : NULL;
        if (before && before->last == letter - 1 && before->copies == copies)
            before->last = letter;
        else if (copies)
            window->root[count++] = (struct leaf_range){letter, letter, copies};
    }
    window->letters[B] -= more;
    return count;
}

/* The root is the only class of the largest head. */
static const struct block_class *root_of(const struct schedule *pruned) {
    for (size_t i = 0; i < pruned->block_count; i++)
        if (pruned->blocks[i].head == pruned->depth)
            return &pruned->blocks[i];
    return NULL;
}

static void take_letters(struct union_window *window, const struct schedule *last) {
    const struct block_class *root = root_of(last);
    memset(window->letters, 0, (size_t)window->latency * sizeof *window->letters);
    for (size_t i = root->first; i < root->range_end; i++)
        for (int letter = last->ranges[i].first; letter <= last->ranges[i].last; letter++)
            window->letters[letter] += last->ranges[i].copies;
}

/* Roots of the depths above `last`, also larger ones, which are those of the next depth. */
static enum status add_roots(struct union_window *window, const struct copies *copies,
                             const struct limits *limits, struct schedule *pruned,
                             struct failure *failure) {
    BIG(count);
    for (int v = copies->last + 1; v <= copies->top + 1; v++) {
        int at = v - copies->from, L = window->latency;
        mpz_add_ui(count, copies->whole[at], (unsigned long)copies->larger[at - 1]);
        if (mpz_sgn(count) > 0)
            TRY(schedule_add_ranges(pruned, v, v - L + 1, window->root, root_letters(window, v),
                                    copies->raised, count, failure));
        if (v % ROWS == 0)
            TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

/* S(last): its root as often as it is there itself, the other blocks under all larger roots too. */
static enum status add_last(const struct schedule *last, const struct copies *copies,
                            struct schedule *pruned, struct failure *failure) {
    const struct block_class *root = root_of(last);
    int at = copies->last - copies->from;
    BIG(others);
    mpz_add(others, copies->whole[at], copies->beyond[at]);
    for (size_t i = 0; i < last->block_count; i++) {
        const struct block_class *class = &last->blocks[i];
        mpz_srcptr times = class == root ? copies->whole[at] : others;
        if (mpz_sgn(times) > 0)
            TRY(add_class(pruned, last, class, copies->raised, times, failure));
    }
    return STATUS_OK;
}

static enum status add_copies(struct union_window *window, const struct copies *copies,
                              const struct limits *limits, struct schedule *pruned,
                              struct failure *failure) {
    const struct schedule *piece;
    for (int v = copies->from; v < copies->last && v <= copies->top; v++) {
        mpz_srcptr times = copies->whole[v - copies->from];
        TRY(limits_check(limits, failure));
        if (mpz_sgn(times) == 0)
            continue;
        TRY(instance(window, v, &piece, failure));
        TRY(union_add_piece(pruned, piece, copies->raised, times, failure));
    }
    TRY(instance(window, window->last, &piece, failure));
    take_letters(window, piece);
    TRY(add_last(piece, copies, pruned, failure));
    return add_roots(window, copies, limits, pruned, failure);
}

static int compare_parts(const void *a, const void *b) {
    const struct union_part *x = a, *y = b;
    if (x->raised != y->raised)
        return x->raised < y->raised ? -1 : 1;
    return (x->depth > y->depth) - (x->depth < y->depth);
}

enum status union_parts_add(struct union_window *window, struct union_part *parts,
                            size_t part_count, const struct limits *limits, struct schedule *pruned,
                            struct failure *failure) {
    if (part_count)
        qsort(parts, part_count, sizeof *parts, compare_parts);
    for (size_t i = 0, end; i < part_count; i = end) {
        CLEANUP(copies_clear) struct copies copies = {0};
        for (end = i; end < part_count && parts[end].raised == parts[i].raised; end++)
            ;
        TRY(copies_init(&copies, window, parts + i, end - i, failure));
        count_copies(&copies, window->latency);
        TRY(add_copies(window, &copies, limits, pruned, failure));
    }
    return STATUS_OK;
}
