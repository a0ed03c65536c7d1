#include "solver/engine/pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/engine/backtrack.h"
#include "solver/engine/pieces_tree.h"

/* t < L: one processor, and nothing to search. */
static bool is_single(const struct pieces_question *question) {
    return question->depth < question->latency;
}

static enum status count_pieces(const struct pieces_question *question, int wanted, int *count,
                                struct failure *failure) {
    if (is_single(question)) {
        *count = 1;
        return STATUS_OK;
    }
    return pieces_tree_count(question, wanted, count, failure);
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
    return pieces_tree_answer(&place, limits, path, answer, failure);
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

/* Letters of all slots; 0 for t < L. */
static enum status slots_of(const struct pieces_question *question, struct slots *slots,
                            struct failure *failure) {
    if (!is_single(question))
        return slots_init(slots, question->latency, question->depth, WALK_MAX_LETTERS, failure);
    *slots = (struct slots){.latency = question->latency, .depth = question->depth};
    return STATUS_OK;
}

/* The filling in a piece that is loaded; the caller frees *letters. */
static enum status read_filling(struct certificate_input *input, const struct slots *slots,
                                int **letters, struct failure *failure) {
    int *result = memory_new((size_t)slots->count, sizeof *result);
    if (!result)
        return failure_memory(failure, "a schedule");
    enum status status =
        piece_file_numbers(input, "letters", slots->latency - 1, result, slots->count, failure);
    if (status)
        free(result);
    else
        *letters = result;
    return status;
}

/* The whole file; *letters (not NULL: wanted) receives a filling. */
static enum status read_piece(const struct piece_place *place, const char *path,
                              const struct slots *slots, struct piece_answer *answer, int **letters,
                              struct failure *failure) {
    struct certificate_input input;
    struct piece_answer found;
    int *filling = NULL;
    enum status status = piece_file_load(&input, path, place, &found, failure);
    if (status)
        return status;
    if (found.verdict == VERDICT_FEASIBLE)
        status = read_filling(&input, slots, &filling, failure);
    else
        status = pieces_tree_check(&input, place->question, failure);
    certificate_unload(&input);
    if (!status)
        *answer = found;
    if (!status && letters && filling)
        *letters = filling;
    else
        free(filling);
    return status;
}

enum status pieces_read(const struct pieces_question *question, int wanted, int piece,
                        const char *path, struct piece_answer *answer, struct failure *failure) {
    struct piece_place place;
    struct slots slots;
    enum status status = place_init(&place, question, wanted, piece, failure);
    if (!status)
        status = slots_of(question, &slots, failure);
    if (status)
        return status;
    status = read_piece(&place, path, &slots, answer, NULL, failure);
    slots_clear(&slots);
    return status;
}

/* Pieces on their way to one answer. */
struct join {
    const struct pieces_question *question;
    int wanted;
    const char *const *paths;
    int count;
    const struct limits *limits;
    struct slots slots;
    enum verdict *verdicts;
    uint64_t nodes;      /* of the pieces up to the first that is feasible */
    int *letters;        /* the filling of that one */
    const char *filling; /* its file */
};

/* Reads every file that is given. */
static enum status read_all(struct join *join, struct failure *failure) {
    for (int i = 0; i < join->count; i++) {
        struct piece_place place = {join->question, join->wanted, i, join->count};
        struct piece_answer piece;
        enum status status = limits_check(join->limits, failure);
        if (!status && join->paths[i])
            status = read_piece(&place, join->paths[i], &join->slots, &piece,
                                join->filling ? NULL : &join->letters, failure);
        if (status)
            return status;
        if (!join->paths[i])
            continue;
        join->verdicts[i] = piece.verdict;
        join->nodes += join->filling ? 0 : piece.nodes;
        if (!join->filling && piece.verdict == VERDICT_FEASIBLE)
            join->filling = join->paths[i];
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

/* A filling that is none is the file's fault. */
static enum status give_schedule(const struct join *join, struct answer *answer,
                                 struct failure *failure) {
    struct failure why = {STATUS_OK, ""};
    enum status status = slots_schedule(&join->slots, join->letters, true, &answer->schedule, &why);
    if (status == STATUS_SYSTEM)
        return failure_memory(failure, "a schedule");
    if (status)
        return failure_set(failure, STATUS_INPUT, "%s: %.300s", join->filling, why.message);
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_SCHEDULE;
    return STATUS_OK;
}

static enum status conclude(const struct join *join, struct answer *answer,
                            struct failure *failure) {
    struct answer result;
    enum status status = STATUS_OK;
    int needed = pieces_needed(join->verdicts, join->count, NULL);
    answer_init(&result, "backtrack", join->question->latency, join->question->depth);
    result.nodes = join->nodes;
    if (needed)
        name_needed(join, needed, &result);
    else if (join->filling)
        status = give_schedule(join, &result, failure);
    else
        status = pieces_tree_close(join->question, join->paths, join->count, &result, failure);
    if (!status)
        *answer = result;
    return status;
}

static enum status join_pieces(struct join *join, struct answer *answer, struct failure *failure) {
    enum status status = slots_of(join->question, &join->slots, failure);
    if (status)
        return status;
    join->verdicts = memory_new((size_t)join->count, sizeof *join->verdicts);
    if (!join->verdicts)
        status = failure_memory(failure, "verdicts");
    if (!status)
        status = read_all(join, failure);
    if (!status && join->filling && is_single(join->question))
        status = backtrack_solve(join->question->latency, join->question->depth,
                                 &(struct engine_options){0}, join->limits, answer, failure);
    else if (!status)
        status = conclude(join, answer, failure);
    free(join->verdicts);
    free(join->letters);
    slots_clear(&join->slots);
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
