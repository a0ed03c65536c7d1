#include "solver/certificate/search_tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/output.h"
#include "solver/certificate/tree_tokens.h"
#include "solver/model/slots.h"
#include "solver/walk/walk.h"

enum { STEPS = 1 << 16 /* between two looks at the limits */ };

/*
 * The tree of the certificate is defined by collisions alone, so that its checker stays simple: no
 * look-ahead for landing times left behind. Hence not the walk of walk.h but a plain one, which
 * also makes it a second opinion.
 */
struct writer {
    struct tree_tokens tokens; /* without output: the tree is only checked */
    const struct slots *slots;
    bool ball_rule;
    const int *end; /* the walk ends before it goes down to this node; NULL: it ends at the root */
    int end_length;
    int depth;    /* slots filled */
    int *letters; /* of the filled slots */
    int *next;    /* next[d]: the next letter to try at slot d */
    int *left;    /* copies left of each letter */
    long sum_left;
    uint64_t nodes;
};

/* Not smaller than the twin's filling, as far as both are known. */
static bool twin_allows(const struct writer *writer, const struct slot *slot, int letter) {
    int first = writer->depth - slot->position + 1;
    for (int s = first; slot->twin && s < writer->depth; s++)
        if (writer->letters[s] != writer->letters[s - slot->twin])
            return true; /* larger there */
    return !slot->twin || letter >= writer->letters[writer->depth - slot->twin];
}

static bool is_open(const struct writer *writer, int letter) {
    const struct slot *slot = &writer->slots->list[writer->depth];
    int size = slot->size, landing = (slot->position + letter) % size;
    if (!writer->left[letter] || landing == (writer->slots->latency - 1) % size)
        return false;
    for (int p = 1; p < slot->position; p++)
        if ((p + writer->letters[writer->depth - slot->position + p]) % size == landing)
            return false;
    return twin_allows(writer, slot, letter);
}

/* At the first slot of the last block: no letter left over makes the rest divisible. */
static bool balls_exclude(const struct writer *writer) {
    const struct slots *slots = writer->slots;
    if (!writer->ball_rule || writer->depth != slots->last_block)
        return false;
    int size = slots->list[writer->depth].size;
    for (int x = 0; x < slots->latency; x++)
        if (writer->left[x] && (writer->sum_left - x + slots->latency - 1) % size == 0)
            return false;
    return true;
}

/* A child of the node where the walk is. */
static void enter(struct writer *writer, int letter) {
    writer->left[letter]--;
    writer->sum_left -= letter;
    writer->letters[writer->depth++] = letter;
    writer->next[writer->depth] = 0;
}

static void down(struct writer *writer, int letter) {
    tree_tokens_letter(&writer->tokens, letter);
    writer->nodes++;
    enter(writer, letter);
}

static void up(struct writer *writer) {
    int letter = writer->letters[--writer->depth];
    writer->left[letter]++;
    writer->sum_left += letter;
}

/* The child with this letter is where the walk has to end. */
static bool is_end(const struct writer *writer, int letter) {
    return writer->end && writer->depth == writer->end_length - 1 &&
           letter == writer->end[writer->depth] &&
           memcmp(writer->letters, writer->end, (size_t)writer->depth * sizeof(int)) == 0;
}

/* Goes to the next node of the walk; false at its end. *filling: all slots are filled. */
static bool step(struct writer *writer, bool *filling) {
    *filling = writer->depth == writer->slots->count;
    if (*filling)
        return false;
    bool cut = writer->next[writer->depth] == 0 && balls_exclude(writer);
    for (int letter = writer->next[writer->depth]; !cut && letter < writer->slots->latency;
         letter++)
        if (is_open(writer, letter)) {
            if (is_end(writer, letter))
                return false;
            writer->next[writer->depth] = letter + 1;
            down(writer, letter);
            return true;
        }
    tree_tokens_mark(&writer->tokens, cut ? '!' : '-');
    if (!writer->depth)
        return false;
    up(writer);
    return true;
}

static enum status walk_tree(struct writer *writer, const struct tree_proof *proof,
                             const struct limits *limits, struct failure *failure) {
    bool filling;
    for (uint64_t steps = 1; step(writer, &filling); steps++)
        if (steps % STEPS == 0) {
            enum status status = limits_check(limits, failure);
            if (status)
                return status;
            if (limits)
                limits_report(limits,
                              &(struct progress){.task = writer->tokens.output ? "writing the tree"
                                                                               : "verification",
                                                 .nodes = writer->nodes});
        }
    if (filling)
        return failure_set(failure, STATUS_INTERNAL,
                           "L = %d, t = %d was called exhausted, but has a schedule",
                           proof->latency, proof->depth);
    return STATUS_OK;
}

static enum status writer_init(struct writer *writer, const struct slots *slots, bool ball_rule,
                               struct failure *failure) {
    *writer =
        (struct writer){.slots = slots, .ball_rule = ball_rule, .sum_left = slots->letter_sum};
    size_t room = (size_t)slots->count + 1;
    writer->letters = memory_new(room, sizeof(int));
    writer->next = memory_new(room, sizeof(int));
    writer->left = memory_new((size_t)slots->latency, sizeof(int));
    if (!writer->letters || !writer->next || !writer->left)
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    memcpy(writer->left, slots->letters, (size_t)slots->latency * sizeof(int));
    return STATUS_OK;
}

static enum status put_tree(struct writer *writer, struct certificate_output *output,
                            const struct tree_proof *proof, const struct limits *limits,
                            struct failure *failure) {
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    tree_tokens_init(&writer->tokens, output);
    enum status status = walk_tree(writer, proof, limits, failure);
    tree_tokens_end(&writer->tokens);
    certificate_print(output, "nodes %" PRIu64 "\n", writer->nodes);
    return status;
}

static void writer_clear(struct writer *writer) {
    free(writer->letters);
    free(writer->next);
    free(writer->left);
}

/* Writes the tree to `output`, or walks it only if that is NULL. */
static enum status walk_or_put(struct certificate_output *output, const struct tree_proof *proof,
                               const struct limits *limits, struct failure *failure) {
    struct slots slots;
    struct writer writer;
    enum status status =
        slots_init(&slots, proof->latency, proof->depth, WALK_MAX_LETTERS, failure);
    if (status)
        return status;
    status = writer_init(&writer, &slots, proof->ball_rule, failure);
    if (!status)
        status = output ? put_tree(&writer, output, proof, limits, failure)
                        : walk_tree(&writer, proof, limits, failure);
    writer_clear(&writer);
    slots_clear(&slots);
    return status;
}

enum status search_tree_write(const char *path, bool overwrite, const struct tree_proof *proof,
                              const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, overwrite, "impossible-search", failure);
    if (status)
        return status;
    return certificate_end(output, walk_or_put(output, proof, limits, failure), failure);
}

enum status search_tree_put(struct certificate_output *output, const struct tree_proof *proof,
                            const struct limits *limits, struct failure *failure) {
    return walk_or_put(output, proof, limits, failure);
}

enum status search_tree_check(const struct tree_proof *proof, const struct limits *limits,
                              struct failure *failure) {
    return walk_or_put(NULL, proof, limits, failure);
}

/* Stands where the walk of the whole tree stands just before it goes down to the stretch's first
 * node. */
static void stand_before(struct writer *writer, const struct tree_stretch *stretch) {
    int above = stretch->from_length - 1;
    for (int i = 0; i < above; i++) {
        writer->next[i] = stretch->from[i] + 1;
        enter(writer, stretch->from[i]);
    }
    if (above >= 0)
        writer->next[above] = stretch->from[above];
}

enum status search_tree_put_stretch(struct certificate_output *output,
                                    const struct tree_proof *proof,
                                    const struct tree_stretch *stretch, const struct limits *limits,
                                    uint64_t *nodes, struct failure *failure) {
    struct slots slots;
    struct writer writer;
    enum status status =
        slots_init(&slots, proof->latency, proof->depth, WALK_MAX_LETTERS, failure);
    if (status)
        return status;
    status = writer_init(&writer, &slots, proof->ball_rule, failure);
    if (!status) {
        tree_tokens_init(&writer.tokens, output);
        writer.end = stretch->to;
        writer.end_length = stretch->to_length;
        stand_before(&writer, stretch);
        status = walk_tree(&writer, proof, limits, failure);
        tree_tokens_end(&writer.tokens);
    }
    if (!status)
        *nodes = writer.nodes;
    writer_clear(&writer);
    slots_clear(&slots);
    return status;
}
