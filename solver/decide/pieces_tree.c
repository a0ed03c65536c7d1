#include "solver/decide/pieces_tree.h"

#include <inttypes.h>

#include "solver/certificate/search_tree.h"
#include "solver/walk/parts.h"

enum { CHUNK = 1 << 17 /* nodes between two looks at the limits */ };

/* A tree and the sub-trees that it is cut into; what lies between them holds no filling. */
struct cut {
    struct walk_plan plan;
    struct parts parts;
    uint64_t nodes; /* that were placed to cut */
};

static void cut_clear(struct cut *cut) {
    parts_clear(&cut->parts);
    walk_plan_clear(&cut->plan);
}

/* Marks the parts below which the walk has no letter to place; one part is left in any case. */
static enum status mark_dead(struct cut *cut, struct walk *walk, struct failure *failure) {
    size_t left = cut->parts.count;
    for (size_t i = 0; i < cut->parts.count && left > 1; i++) {
        struct part *part = &cut->parts.list[i];
        enum status status =
            walk_resume(walk, part->path, part->length, part->base, part->entered, failure);
        if (status)
            return status;
        part->done = part->length < cut->plan.slots.count && !walk->levels[part->length].open;
        left -= part->done;
    }
    return STATUS_OK;
}

/* One level deeper where it goes deeper; *deeper: it did somewhere. */
static enum status cut_once(struct cut *cut, struct walk *walk, size_t wanted, bool *deeper,
                            struct failure *failure) {
    uint64_t before = cut->nodes;
    enum status status = parts_renew(&cut->parts, &cut->plan, wanted, &cut->nodes, failure);
    if (!status)
        status = mark_dead(cut, walk, failure);
    if (!status) /* the dead ones go, and nothing is cut */
        status = parts_renew(&cut->parts, &cut->plan, 0, &cut->nodes, failure);
    *deeper = cut->nodes > before;
    return status;
}

/* Parts are fresh sub-trees all the time, so their paths say all. */
static enum status cut_init(struct cut *cut, const struct pieces_question *question, int wanted,
                            struct failure *failure) {
    struct cut result = {.nodes = 0};
    struct walk walk;
    enum status status = walk_plan_init(&result.plan, question->latency, question->depth,
                                        WALK_WORDS, !question->no_ball_rule, failure);
    if (status)
        return status;
    status = walk_init(&walk, &result.plan, failure);
    if (status) {
        walk_plan_clear(&result.plan);
        return status;
    }
    status = parts_init(&result.parts, failure);
    bool deeper = result.plan.slots.count > 0;
    while (!status && deeper && result.parts.count < (size_t)wanted)
        status = cut_once(&result, &walk, (size_t)wanted, &deeper, failure);
    walk_clear(&walk);
    if (status)
        cut_clear(&result);
    else
        *cut = result;
    return status;
}

enum status pieces_tree_count(const struct pieces_question *question, int wanted, int *count,
                              struct failure *failure) {
    struct cut cut;
    enum status status = cut_init(&cut, question, wanted, failure);
    if (status)
        return status;
    *count = (int)cut.parts.count;
    cut_clear(&cut);
    return STATUS_OK;
}

static void give_up(struct piece_answer *answer, const char *reason) {
    answer->verdict = VERDICT_UNKNOWN;
    answer->reason = reason;
}

/* Why the walk has to stop; NULL while it may go on. */
static const char *reason_to_stop(const struct walk *walk, const struct limits *limits) {
    if (limits_stop(limits))
        return LIMITS_STOPPED;
    return limits->nodes && walk->nodes >= limits->nodes ? "the limit of nodes was reached" : NULL;
}

/* Walks the part to its end, its first filling or a limit. */
static void run_walk(struct walk *walk, const struct limits *limits, struct piece_answer *answer) {
    enum walk_event event = WALK_QUANTUM;
    const char *reason = NULL;
    while (event == WALK_QUANTUM && !reason) {
        uint64_t quantum = CHUNK;
        if (limits->nodes && limits->nodes - walk->nodes < quantum)
            quantum = limits->nodes - walk->nodes;
        event = walk_run(walk, quantum);
        limits_report(limits, &(struct progress){.task = "search", .nodes = walk->nodes});
        reason = reason_to_stop(walk, limits);
    }
    answer->nodes = walk->nodes;
    if (event == WALK_QUANTUM)
        give_up(answer, reason);
    else
        answer->verdict = event == WALK_SOLUTION ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE;
}

/* The stretch of the certificate from this part to the next. */
static enum status put_stretch(struct certificate_output *output, const struct piece_place *place,
                               const struct cut *cut, const struct limits *limits,
                               struct failure *failure) {
    const struct pieces_question *question = place->question;
    const struct part *part = &cut->parts.list[place->piece], *next = part + 1;
    struct tree_proof proof = {question->latency, question->depth, !question->no_ball_rule};
    struct tree_stretch stretch = {0};
    uint64_t nodes;
    if (place->piece > 0) {
        stretch.from = part->path;
        stretch.from_length = part->length;
    }
    if (place->piece + 1 < place->count) {
        stretch.to = next->path;
        stretch.to_length = next->length;
    }
    enum status status = search_tree_put_stretch(output, &proof, &stretch, limits, &nodes, failure);
    if (!status)
        certificate_print(output, "tree-nodes %" PRIu64 "\n", nodes);
    return status;
}

/* A piece that was stopped while it writes its stretch is unknown, like one that was stopped
 * before. */
static enum status write_piece(const struct piece_place *place, const struct cut *cut,
                               const struct walk *walk, const struct limits *limits,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure) {
    struct certificate_output *output;
    enum status status = piece_file_open(&output, path, place, answer, failure);
    if (status)
        return status;
    if (answer->verdict == VERDICT_FEASIBLE)
        piece_file_put_numbers(output, "letters", walk->letters, cut->plan.slots.count);
    else if (!place->question->no_proof)
        status = put_stretch(output, place, cut, limits, failure);
    status = certificate_end(output, status, failure);
    if (status == STATUS_LIMIT) {
        give_up(answer, LIMITS_STOPPED);
        status = STATUS_OK;
    }
    return status;
}

static enum status answer_part(const struct piece_place *place, const struct cut *cut,
                               struct walk *walk, const struct limits *limits, const char *path,
                               struct piece_answer *answer, struct failure *failure) {
    const struct part *part = &cut->parts.list[place->piece];
    if (cut->plan.slots.count == 0) { /* one filling, the empty one */
        answer->verdict = VERDICT_FEASIBLE;
    } else {
        enum status status =
            walk_resume(walk, part->path, part->length, part->base, part->entered, failure);
        if (status)
            return status;
        run_walk(walk, limits, answer);
    }
    if (answer->verdict == VERDICT_UNKNOWN)
        return STATUS_OK;
    answer->nodes += place->piece ? 0 : cut->nodes;
    return write_piece(place, cut, walk, limits, path, answer, failure);
}

enum status pieces_tree_answer(const struct piece_place *place, const struct limits *limits,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure) {
    struct cut cut;
    struct walk walk;
    struct piece_answer result = {VERDICT_UNKNOWN, NULL, 0};
    enum status status = cut_init(&cut, place->question, place->wanted, failure);
    if (status)
        return status;
    status = walk_init(&walk, &cut.plan, failure);
    if (!status) {
        status = answer_part(place, &cut, &walk, limits, path, &result, failure);
        walk_clear(&walk);
    }
    cut_clear(&cut);
    if (!status)
        *answer = result;
    return status;
}

enum status pieces_tree_check(struct certificate_input *input,
                              const struct pieces_question *question, struct failure *failure) {
    uint64_t nodes;
    if (!question->no_proof)
        return tree_stretch_read(input, question->latency, NULL, &nodes, failure);
    if (certificate_next(input))
        return certificate_expected(input, "the end of the piece", failure);
    return STATUS_OK;
}

enum status pieces_tree_close(const struct pieces_question *question, const char *const *paths,
                              int count, struct answer *answer, struct failure *failure) {
    if (!question->no_proof) {
        enum status status = tree_stretches_init(&answer->stretches, paths, (size_t)count, failure);
        if (status)
            return status;
    }
    answer->verdict = VERDICT_INFEASIBLE;
    answer->evidence = EVIDENCE_TREE;
    answer->tree = (struct tree_proof){question->latency, question->depth, !question->no_ball_rule};
    answer->resumed = true;
    return STATUS_OK;
}
