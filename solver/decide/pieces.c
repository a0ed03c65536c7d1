/* SPDX-License-Identifier: MIT */
#include "solver/decide/pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/decide/backtrack.h"
#include "solver/decide/pieces_cubes.h"
#include "solver/decide/pieces_tree.h"
#include "solver/decide/sat.h"
#include "solver/sat/periodic_formula.h"

/* t < L: one processor, and nothing to search. (No period is asked for there.) */
static bool is_single(const struct pieces_question *question) {
    return question->kind != PIECES_PERIODIC && question->depth < question->latency;
}

static enum status count_pieces(const struct pieces_question *question, int wanted, int *count,
                                struct failure *failure) {
    if (is_single(question)) {
        *count = 1;
        return STATUS_OK;
    }
    return question->kind == PIECES_TREE ? pieces_tree_count(question, wanted, count, failure)
                                         : pieces_cubes_count(question, wanted, count, failure);
}

enum status pieces_count(const struct pieces_question *question, int wanted, int *count,
                         struct failure *failure) {
    if (wanted < 1 || wanted > PIECES_MOST_WANTED)
        return failure_set(failure, STATUS_INPUT, "%d pieces are wanted, not 1..%d", wanted,
                           PIECES_MOST_WANTED);
    enum status status = instance_check_range(question->latency, question->depth, failure);
    return status ? status : count_pieces(question, wanted, count, failure);
}

static enum status place_init(struct piece_place *place, const struct pieces_question *question,
                              int wanted, int piece, struct failure *failure) {
    int count;
    enum status status = pieces_count(question, wanted, &count, failure);
    if (status)
        return status;
    if (piece < 0 || piece >= count)
        return failure_set(failure, STATUS_INPUT, "there is no piece %d: they are 0..%d", piece,
                           count - 1);
    *place = (struct piece_place){question, wanted, piece, count};
    return STATUS_OK;
}

static enum status answer_single(const struct piece_place *place, const char *path,
                                 struct piece_answer *answer, struct failure *failure) {
    struct certificate_output *output;
    struct piece_answer result = {VERDICT_FEASIBLE, NULL, 0};
    enum status status = piece_file_open(&output, path, place, &result, failure);
    if (!status)
        status = certificate_close(output, failure);
    if (!status)
        *answer = result;
    return status;
}

enum status pieces_answer(const struct pieces_question *question, int wanted, int piece,
                          const struct limits *limits, const char *path,
                          struct piece_answer *answer, struct failure *failure) {
    struct piece_place place;
    enum status status = place_init(&place, question, wanted, piece, failure);
    if (status)
        return status;
    if (is_single(question))
        return answer_single(&place, path, answer, failure);
    return question->kind == PIECES_TREE
               ? pieces_tree_answer(&place, limits, path, answer, failure)
               : pieces_cubes_answer(&place, limits, path, answer, failure);
}

int pieces_needed(const enum verdict *verdicts, int count, bool *needed) {
    int number = 0;
    bool found = false;
    for (int i = 0; i < count; i++) {
        bool open = !found && verdicts[i] == VERDICT_UNKNOWN;
        found |= verdicts[i] == VERDICT_FEASIBLE;
        number += open;
        if (needed)
            needed[i] = open;
    }
    return number;
}

/* What a feasible piece holds: so many numbers, none above `most`. */
struct shape {
    const char *key;
    int count;
    int most;
};

static enum status shape_of(const struct pieces_question *question, struct shape *shape,
                            struct failure *failure) {
    struct shape result = {"letters", 0, question->latency - 1};
    struct slots slots;
    enum status status = STATUS_OK;
    if (question->kind == PIECES_PERIODIC) {
        result = (struct shape){"model", 0, 1};
        status = pieces_cubes_variables(question, &result.count, failure);
    } else if (!is_single(question)) {
        status = slots_init(&slots, question->latency, question->depth, WALK_MAX_LETTERS, failure);
        result.count = status ? 0 : slots.count;
        if (!status)
            slots_clear(&slots);
    }
    if (!status)
        *shape = result;
    return status;
}

/* The numbers of a feasible piece that is loaded; the caller frees *values. */
static enum status read_values(struct certificate_input *input, const struct shape *shape,
                               int **values, struct failure *failure) {
    int *result = memory_new((size_t)shape->count, sizeof *result);
    if (!result)
        return failure_memory(failure, "a schedule");
    enum status status =
        piece_file_numbers(input, shape->key, shape->most, result, shape->count, failure);
    if (status)
        free(result);
    else
        *values = result;
    return status;
}

/* Of an exhausted tree, in the order of the pieces. */
struct tokens {
    struct walk_record *record; /* NULL: they are only checked */
    struct walk_stretch stretch;
};

/* The whole file; *values (NULL: only checked) receives the numbers of a feasible one, *tokens the
 * tokens of another one. */
static enum status read_piece(const struct piece_place *place, const char *path,
                              const struct shape *shape, struct piece_answer *answer, int **values,
                              struct tokens *tokens, struct failure *failure) {
    struct certificate_input input;
    struct piece_answer found;
    int *met = NULL;
    enum status status = piece_file_load(&input, path, place, &found, failure);
    if (status)
        return status;
    if (found.verdict == VERDICT_FEASIBLE)
        status = read_values(&input, shape, &met, failure);
    else if (is_single(place->question))
        status = certificate_expected(&input, "a feasible piece", failure);
    else if (place->question->kind == PIECES_TREE)
        status =
            pieces_tree_read(&input, place->question, tokens->record, &tokens->stretch, failure);
    else
        status = pieces_cubes_check(&input, place, failure);
    certificate_unload(&input);
    if (!status)
        *answer = found;
    if (!status && values && met)
        *values = met;
    else
        free(met);
    return status;
}

enum status pieces_read(const struct pieces_question *question, int wanted, int piece,
                        const char *path, struct piece_answer *answer, struct failure *failure) {
    struct piece_place place;
    struct shape shape;
    struct tokens none = {NULL, {NULL, NULL}};
    enum status status = place_init(&place, question, wanted, piece, failure);
    if (!status)
        status = shape_of(question, &shape, failure);
    return status ? status : read_piece(&place, path, &shape, answer, NULL, &none, failure);
}

/* Pieces on their way to one answer. */
struct join {
    const struct pieces_question *question;
    int wanted;
    const char *const *paths;
    int count;
    const struct limits *limits;
    struct shape shape;
    enum verdict *verdicts;
    uint64_t nodes;       /* of the pieces up to the first that is feasible */
    int *values;          /* what that one holds */
    const char *found;    /* its file */
    struct tokens tokens; /* trees: of all pieces, while none is feasible or missing */
};

/* There will be no exhausted tree. */
static void forget_tokens(struct join *join) {
    walk_record_free(join->tokens.record);
    join->tokens = (struct tokens){.record = NULL};
}

/* Reads every file that is given. */
static enum status read_all(struct join *join, struct failure *failure) {
    for (int i = 0; i < join->count; i++) {
        struct piece_place place = {join->question, join->wanted, i, join->count};
        struct piece_answer piece;
        enum status status = limits_check(join->limits, failure);
        if (!status && join->paths[i])
            status = read_piece(&place, join->paths[i], &join->shape, &piece,
                                join->found ? NULL : &join->values, &join->tokens, failure);
        if (status)
            return status;
        if (!join->paths[i] || piece.verdict == VERDICT_FEASIBLE)
            forget_tokens(join);
        if (!join->paths[i])
            continue;
        join->verdicts[i] = piece.verdict;
        join->nodes += join->found ? 0 : piece.nodes;
        if (!join->found && piece.verdict == VERDICT_FEASIBLE)
            join->found = join->paths[i];
    }
    return STATUS_OK;
}

static void name_needed(const struct join *join, int needed, struct answer *answer) {
    int first = 0;
    while (join->verdicts[first] != VERDICT_UNKNOWN)
        first++;
    answer->reason = "pieces are missing";
    if (needed == 1)
        snprintf(answer->note, sizeof answer->note, "piece %d of %d is needed", first, join->count);
    else
        snprintf(answer->note, sizeof answer->note, "%d of %d pieces are needed, %d is the first",
                 needed, join->count, first);
}

static enum status fill_slots(const struct join *join, struct schedule *schedule,
                              struct failure *failure) {
    const struct pieces_question *question = join->question;
    struct slots slots;
    enum status status =
        slots_init(&slots, question->latency, question->depth, WALK_MAX_LETTERS, failure);
    if (status)
        return status;
    status = slots_schedule(&slots, join->values, question->kind == PIECES_TREE || question->words,
                            schedule, failure);
    slots_clear(&slots);
    return status;
}

static enum status decode_model(const struct join *join, struct schedule *words,
                                struct failure *failure) {
    const struct pieces_question *question = join->question;
    const struct periodic_question periodic = {question->latency, question->depth,
                                               question->processors, question->period,
                                               question->roles};
    bool *model = memory_new((size_t)join->shape.count + 1, sizeof *model);
    if (!model)
        return failure_memory(failure, "a model");
    for (int v = 1; v <= join->shape.count; v++)
        model[v] = join->values[v - 1];
    enum status status = periodic_formula_decode(&periodic, model, words, failure);
    free(model);
    return status;
}

/* A schedule that is none is the file's fault. */
static enum status give_schedule(const struct join *join, struct answer *answer,
                                 struct failure *failure) {
    struct failure why = {STATUS_OK, ""};
    bool periodic = join->question->kind == PIECES_PERIODIC;
    enum status status = periodic ? decode_model(join, &answer->schedule, &why)
                                  : fill_slots(join, &answer->schedule, &why);
    if (status)
        return failure_set(failure, status_is_of_machine(status) ? status : STATUS_INPUT,
                           "%s: %.300s", join->found, why.message);
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_SCHEDULE;
    return STATUS_OK;
}

static void give_tree(struct join *join, struct answer *answer) {
    pieces_tree_close(join->question, join->tokens.record, join->tokens.stretch, answer);
    join->tokens = (struct tokens){.record = NULL};
}

static enum status conclude(struct join *join, struct answer *answer, struct failure *failure) {
    struct answer result;
    enum status status = STATUS_OK;
    int needed = pieces_needed(join->verdicts, join->count, NULL);
    answer_init(&result, join->question->kind == PIECES_TREE ? "backtrack" : "sat",
                join->question->latency, join->question->depth);
    result.nodes = join->nodes;
    if (needed)
        name_needed(join, needed, &result);
    else if (join->found)
        status = give_schedule(join, &result, failure);
    else if (join->question->kind == PIECES_TREE)
        give_tree(join, &result);
    else
        status = pieces_cubes_close(join->question, join->wanted, join->paths, join->count, &result,
                                    failure);
    if (!status)
        *answer = result;
    return status;
}

/* The engines answer it without a search. */
static enum status answer_of_single(const struct join *join, struct answer *answer,
                                    struct failure *failure) {
    const struct pieces_question *question = join->question;
    decide_solve *solve = question->kind == PIECES_TREE ? backtrack_solve : sat_solve;
    return solve(question->latency, question->depth, &(struct decide_options){0}, join->limits,
                 answer, failure);
}

static enum status join_pieces(struct join *join, struct answer *answer, struct failure *failure) {
    enum status status = shape_of(join->question, &join->shape, failure);
    if (status)
        return status;
    join->verdicts = memory_new((size_t)join->count, sizeof *join->verdicts);
    if (!join->verdicts)
        status = failure_memory(failure, "verdicts");
    if (!status && join->question->kind == PIECES_TREE)
        status = walk_record_new(&join->tokens.record, NULL, failure);
    if (!status)
        status = read_all(join, failure);
    if (!status && join->found && is_single(join->question))
        status = answer_of_single(join, answer, failure);
    else if (!status)
        status = conclude(join, answer, failure);
    forget_tokens(join);
    free(join->verdicts);
    free(join->values);
    return status;
}

enum status pieces_join(const struct pieces_question *question, int wanted,
                        const char *const *paths, int count, const struct limits *limits,
                        struct answer *answer, struct failure *failure) {
    int right;
    enum status status = pieces_count(question, wanted, &right, failure);
    if (status)
        return status;
    if (count != right)
        return failure_set(failure, STATUS_INPUT, "%d pieces are to be joined, not %d", count,
                           right);
    struct join join = {
        .question = question, .wanted = wanted, .paths = paths, .count = count, .limits = limits};
    return join_pieces(&join, answer, failure);
}
