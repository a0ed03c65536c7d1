/* SPDX-License-Identifier: MIT */
#include "solver/sat/cube_proof.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

/* A growing proof. */
struct output {
    struct lrat lrat;
    size_t room;
    bool refused; /* memory */
};

static void put(struct output *output, int64_t number) {
    if (output->lrat.length == output->room && !output->refused) {
        size_t room = output->room ? 2 * output->room : 4096;
        int64_t *numbers = memory_resize(output->lrat.numbers, room, sizeof *numbers);
        output->refused = !numbers;
        if (numbers) {
            output->lrat.numbers = numbers;
            output->room = room;
        }
    }
    if (!output->refused)
        output->lrat.numbers[output->lrat.length++] = number;
}

/* Which literals of the cube, as bits. */
typedef uint32_t level_set;

static level_set level_of(const int *literals, int depth, int64_t literal) {
    assert(literal != 0);
    for (int i = 0; i < depth; i++)
        if (literals[i] == literal)
            return (level_set)1 << i;
    return 0;
}

struct lifter {
    const int64_t *from;
    const int64_t *end;
    int64_t clauses;
    const int *literals;
    int depth;
    level_set *rests; /* of each new clause: the literals of the cube that it rests on */
    struct output output;
};

static bool is_unit(const struct lifter *lifter, int64_t id) {
    return id > lifter->clauses && id <= lifter->clauses + lifter->depth;
}

/* The number of a clause when there are no units. */
static int64_t renumber(const struct lifter *lifter, int64_t id) {
    return id > lifter->clauses ? id - lifter->depth : id;
}

static level_set *rests_of(const struct lifter *lifter, int64_t id) {
    assert(id > lifter->clauses + lifter->depth); /* a new clause */
    return &lifter->rests[id - lifter->clauses - lifter->depth - 1];
}

/* What a clause rests on by its hints, which end in 0. */
static level_set rests_by(const struct lifter *lifter, const int64_t *hints) {
    level_set rests = 0;
    for (; *hints; hints++) {
        if (is_unit(lifter, *hints))
            rests |= (level_set)1 << (*hints - lifter->clauses - 1);
        else if (*hints > lifter->clauses)
            rests |= *rests_of(lifter, *hints);
    }
    return rests;
}

static void lift_hints(struct lifter *lifter) {
    for (; *lifter->from; lifter->from++)
        if (!is_unit(lifter, *lifter->from))
            put(&lifter->output, renumber(lifter, *lifter->from));
    put(&lifter->output, *lifter->from++);
}

/* False if the clause holds a literal of the cube. */
static bool lift_clause(struct lifter *lifter) {
    int64_t id = *lifter->from++;
    const int64_t *hints = lifter->from;
    while (*hints)
        hints++;
    level_set rests = rests_by(lifter, hints + 1);
    put(&lifter->output, renumber(lifter, id));
    for (; *lifter->from; lifter->from++) {
        if (level_of(lifter->literals, lifter->depth, *lifter->from))
            return false;
        /* Negated literals of the cube are added behind, all of them once. */
        level_set held = level_of(lifter->literals, lifter->depth, -*lifter->from);
        rests |= held;
        if (!held)
            put(&lifter->output, *lifter->from);
    }
    for (int i = 0; i < lifter->depth; i++)
        if (rests >> i & 1)
            put(&lifter->output, -lifter->literals[i]);
    put(&lifter->output, *lifter->from++);
    assert(lifter->from < lifter->end); /* its hints follow */
    *rests_of(lifter, id) = rests;
    lift_hints(lifter);
    return true;
}

/* Elaborated proofs delete no clause of the question, hence no unit. */
static bool lift_lines(struct lifter *lifter) {
    bool right = true;
    while (lifter->from < lifter->end && right) {
        if (*lifter->from) {
            right = lift_clause(lifter);
        } else {
            put(&lifter->output, *lifter->from++);
            lift_hints(lifter);
        }
    }
    assert(lifter->from == lifter->end || !right);
    return right;
}

enum status cube_proof_lift(const struct lrat *lrat, size_t clauses, const int *literals, int depth,
                            struct lrat *lifted, struct failure *failure) {
    require(depth >= 0 && depth <= CUBES_MAX_DEPTH);
    struct lifter lifter = {.from = lrat->numbers,
                            .end = lrat->numbers + lrat->length,
                            .clauses = (int64_t)clauses,
                            .literals = literals,
                            .depth = depth};
    lifter.rests = memory_new(lrat->length, sizeof *lifter.rests); /* at least as many as clauses */
    if (!lifter.rests)
        return failure_memory(failure, "a proof");
    bool right = lift_lines(&lifter);
    free(lifter.rests);
    if (right && !lifter.output.refused) {
        *lifted = lifter.output.lrat;
        return STATUS_OK;
    }
    free(lifter.output.lrat.numbers);
    return right ? failure_memory(failure, "a proof")
                 : failure_set(failure, STATUS_INTERNAL,
                               "a proof under a cube derives what the cube says");
}

/* Reads a list of numbers up to its 0; false if there is none. */
static bool read_list(const int64_t **from, const int64_t *end, size_t *length) {
    const int64_t *start = *from;
    while (*from < end && **from)
        ++*from;
    if (*from == end)
        return false;
    *length = (size_t)(*from - start);
    ++*from;
    return true;
}

static bool all_within(const int64_t *list, size_t length, int64_t least, int64_t most) {
    for (size_t i = 0; i < length; i++)
        if (list[i] < least || list[i] > most)
            return false;
    return true;
}

/* The literals of the last clause: only of the cube, negated. */
static bool ends_right(const struct cube_refutation *refutation, int depth, const int64_t *clause,
                       size_t length) {
    level_set met = 0;
    for (size_t i = 0; i < length; i++) {
        level_set level = level_of(refutation->literals, depth, -clause[i]);
        if (!level || met & level)
            return false;
        met |= level;
    }
    return true;
}

bool cube_proof_check(const struct cube_refutation *refutation, size_t clauses, int depth,
                      int variables) {
    const int64_t *from = refutation->lrat.numbers, *end = from + refutation->lrat.length;
    const int64_t *clause = NULL;
    int64_t id = (int64_t)clauses;
    size_t size = 0, length;
    while (from < end) {
        bool addition = *from != 0;
        if (addition && *from != ++id)
            return false;
        const int64_t *list = ++from;
        if (!read_list(&from, end, &length))
            return false;
        if (!addition && (!length || !all_within(list, length, (int64_t)clauses + 1, id)))
            return false;
        if (!addition)
            continue;
        clause = list;
        size = length;
        if (!all_within(clause, size, -variables, variables))
            return false;
        list = from;
        if (!read_list(&from, end, &length) || !length || !all_within(list, length, 1, id - 1))
            return false;
    }
    return clause && ends_right(refutation, depth, clause, size);
}

/* The clause of a node: its number, and which of the literals on the path to it are negated in it.
 */
struct node_clause {
    int64_t id;
    level_set negated;
};

struct composer {
    int64_t clauses;
    int depth;
    cube_proof_load *load;
    void *context;
    int64_t last;                  /* number of the last clause */
    int literals[CUBES_MAX_DEPTH]; /* on the path to the leaf that was loaded last */
    int loaded;                    /* leaves so far */
    struct output output;
};

static void put_list(struct output *output, const int64_t **from, int64_t above, int64_t shift) {
    for (; **from; ++*from)
        put(output, **from > above ? **from + shift : **from);
    put(output, *(*from)++);
}

/* Puts the lines of a leaf behind the others; its clauses follow the last one. */
static struct node_clause put_leaf(struct composer *composer, const struct cube_refutation *leaf) {
    const int64_t *from = leaf->lrat.numbers, *end = from + leaf->lrat.length;
    int64_t shift = composer->last - composer->clauses;
    struct node_clause clause = {0};
    while (from < end) {
        if (!*from) {
            put(&composer->output, *from++);
            put_list(&composer->output, &from, composer->clauses, shift);
            continue;
        }
        clause = (struct node_clause){*from++ + shift, 0};
        put(&composer->output, clause.id);
        for (const int64_t *literal = from; *literal; literal++)
            clause.negated |= level_of(leaf->literals, composer->depth, -*literal);
        put_list(&composer->output, &from, INT64_MAX, 0);
        put_list(&composer->output, &from, composer->clauses, shift);
    }
    composer->last = clause.id;
    return clause;
}

/* The levels at which the cube of this index has the same literals as the one loaded before. */
static bool fits(const struct composer *composer, int index, const int *literals) {
    int before = composer->loaded - 1, common = 0;
    if (!composer->loaded)
        return true;
    while (common < composer->depth &&
           index >> (composer->depth - 1 - common) == before >> (composer->depth - 1 - common))
        common++;
    for (int i = 0; i < common; i++)
        if (literals[i] != composer->literals[i])
            return false;
    return common == composer->depth || literals[common] == -composer->literals[common];
}

static enum status compose_leaf(struct composer *composer, int index, struct node_clause *clause,
                                struct failure *failure) {
    struct cube_refutation leaf;
    enum status status = composer->load(composer->context, index, &leaf, failure);
    if (status)
        return status;
    if (fits(composer, index, leaf.literals)) {
        *clause = put_leaf(composer, &leaf);
        memcpy(composer->literals, leaf.literals, sizeof composer->literals);
        composer->loaded = index + 1;
    } else {
        status =
            failure_set(failure, STATUS_INPUT, "the cube of piece %d does not fit that of piece %d",
                        index, composer->loaded - 1);
    }
    free(leaf.lrat.numbers);
    return status;
}

/* The node's literals are those of the leaf loaded last, but for the one of this level. */
static struct node_clause resolve(struct composer *composer, struct node_clause left,
                                  struct node_clause right, int level) {
    struct node_clause clause = {++composer->last,
                                 (left.negated | right.negated) & ~((level_set)1 << level)};
    struct output *output = &composer->output;
    assert((left.negated & right.negated) >> level & 1); /* it is what they are resolved on */
    assert(left.id < right.id && right.id < clause.id);
    assert(clause.negated >> level == 0);
    put(output, clause.id);
    for (int i = 0; i < level; i++)
        if (clause.negated >> i & 1)
            put(output, -composer->literals[i]);
    put(output, 0);
    put(output, left.id);
    put(output, right.id);
    put(output, 0);
    return clause;
}

/* The node at this level whose first leaf is `index`; the recursion is CUBES_MAX_DEPTH deep. */
static enum status compose(struct composer *composer, int level, int index,
                           struct node_clause *clause, struct failure *failure) {
    if (level == composer->depth)
        return compose_leaf(composer, index, clause, failure);
    level_set bit = (level_set)1 << level;
    assert(level < composer->depth && index >> composer->depth == 0);
    struct node_clause left, right;
    enum status status = compose(composer, level + 1, index, &left, failure);
    if (status)
        return status;
    if (!(left.negated & bit)) {
        *clause = left;
        return STATUS_OK;
    }
    status =
        compose(composer, level + 1, index + (1 << (composer->depth - 1 - level)), &right, failure);
    if (!status)
        *clause = right.negated & bit ? resolve(composer, left, right, level) : right;
    return status;
}

enum status cube_proof_compose(size_t clauses, int depth, cube_proof_load *load, void *context,
                               struct lrat *whole, struct failure *failure) {
    require(depth >= 0 && depth <= CUBES_MAX_DEPTH);
    struct composer composer = {.clauses = (int64_t)clauses,
                                .depth = depth,
                                .load = load,
                                .context = context,
                                .last = (int64_t)clauses};
    struct node_clause root;
    enum status status = compose(&composer, 0, 0, &root, failure);
    assert(status || root.negated == 0); /* it is the empty clause */
    if (!status && composer.output.refused)
        status = failure_memory(failure, "a proof");
    if (status)
        free(composer.output.lrat.numbers);
    else
        *whole = composer.output.lrat;
    return status;
}
