/* SPDX-License-Identifier: MIT */
#include "solver/decide/piece_file.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { NUMBERS_PER_LINE = 64, OPTION_NO_BALL_RULE = 1, FIELDS = 9 };

static const char *cut_name(const struct pieces_question *question) {
    if (question->kind == PIECES_TREE)
        return "tree";
    if (question->kind == PIECES_PERIODIC)
        return "periodic";
    return question->words ? "words" : "sums";
}

static const char *verdict_name(enum verdict verdict) {
    return verdict == VERDICT_FEASIBLE ? "feasible" : "infeasible";
}

/* The numbers that make cuts and their pieces differ, in the order of the file. */
static void fields_of(const struct piece_place *place, const char *keys[FIELDS],
                      long values[FIELDS]) {
    const struct pieces_question *question = place->question;
    static const char *const names[FIELDS] = {"latency",    "depth",  "options",
                                              "processors", "period", "roles",
                                              "wanted",     "piece",  "pieces"};
    bool tree = question->kind == PIECES_TREE, periodic = question->kind == PIECES_PERIODIC;
    int options = tree && question->no_ball_rule ? OPTION_NO_BALL_RULE : 0;
    const long numbers[FIELDS] = {question->latency,
                                  question->depth,
                                  options,
                                  periodic ? question->processors : 0,
                                  periodic ? question->period : 0,
                                  periodic ? (long)question->roles : 0,
                                  place->wanted,
                                  place->piece,
                                  place->count};
    memcpy(keys, names, sizeof names);
    memcpy(values, numbers, sizeof numbers);
}

enum status piece_file_open(struct certificate_output **output, const char *path,
                            const struct piece_place *place, const struct piece_answer *answer,
                            struct failure *failure) {
    const char *keys[FIELDS];
    long values[FIELDS];
    enum status status = certificate_open(output, path, true, "piece", failure);
    if (status)
        return status;
    certificate_be_lazy(*output);
    fields_of(place, keys, values);
    certificate_print(*output, "cut %s\n", cut_name(place->question));
    for (int i = 0; i < FIELDS; i++)
        certificate_print(*output, "%s %ld\n", keys[i], values[i]);
    certificate_print(*output, "verdict %s\nnodes %" PRIu64 "\n", verdict_name(answer->verdict),
                      answer->nodes);
    return STATUS_OK;
}

/* The next line must be `key word`. */
static bool next_is(struct certificate_input *input, const char *key, const char *word) {
    return certificate_next(input) && input->word_count == 2 && strcmp(input->words[0], key) == 0 &&
           (!word || strcmp(input->words[1], word) == 0);
}

static enum status refuse(const char *path, const char *why, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s: %s; remove it", path, why);
}

static enum status read_head(struct certificate_input *input, const struct piece_place *place,
                             struct piece_answer *answer, struct failure *failure) {
    const char *keys[FIELDS];
    long values[FIELDS], number;
    if (strcmp(input->kind, "piece") != 0)
        return certificate_expected(input, "'kind piece'", failure);
    if (strcmp(input->writer, STEADYCAST_VERSION) != 0)
        return refuse(input->path, "a piece that another version wrote", failure);
    if (!next_is(input, "cut", cut_name(place->question)))
        return input->refused ? failure_memory(failure, input->path)
                              : refuse(input->path, "a piece of another kind of cut", failure);
    fields_of(place, keys, values);
    for (int i = 0; i < FIELDS; i++) {
        enum status status = certificate_field(input, keys[i], 0, INT_MAX, &number, failure);
        if (status)
            return status;
        if (number != values[i])
            return failure_set(failure, STATUS_INPUT,
                               "%s: %s %ld, not %ld: a piece of another question or cut; remove it",
                               input->path, keys[i], number, values[i]);
    }
    if (!next_is(input, "verdict", NULL))
        return certificate_expected(input, "'verdict feasible' or 'verdict infeasible'", failure);
    struct piece_answer result = {VERDICT_FEASIBLE, NULL, 0};
    if (strcmp(input->words[1], verdict_name(VERDICT_INFEASIBLE)) == 0)
        result.verdict = VERDICT_INFEASIBLE;
    else if (strcmp(input->words[1], verdict_name(VERDICT_FEASIBLE)) != 0)
        return certificate_expected(input, "'verdict feasible' or 'verdict infeasible'", failure);
    enum status status = certificate_field(input, "nodes", 0, LONG_MAX, &number, failure);
    result.nodes = status ? 0 : (uint64_t)number;
    if (!status)
        *answer = result;
    return status;
}

enum status piece_file_load(struct certificate_input *input, const char *path,
                            const struct piece_place *place, struct piece_answer *answer,
                            struct failure *failure) {
    struct certificate_input result;
    enum status status = certificate_load(&result, path, failure);
    if (status)
        return status;
    status = read_head(&result, place, answer, failure);
    if (status)
        certificate_unload(&result);
    else
        *input = result;
    return status;
}

void piece_file_put_numbers(struct certificate_output *output, const char *key, const int *numbers,
                            int count) {
    for (int i = 0; i < count; i++) {
        if (i % NUMBERS_PER_LINE == 0)
            certificate_print(output, "%s%s", i ? "\n" : "", key);
        certificate_print(output, " %d", numbers[i]);
    }
    if (count)
        certificate_print(output, "\n");
}

enum status piece_file_numbers(struct certificate_input *input, const char *key, int most,
                               int *numbers, int count, struct failure *failure) {
    int met = 0;
    while (certificate_next(input)) {
        if (strcmp(input->words[0], key) != 0 || input->word_count - 1 > count - met)
            return certificate_expected(input, "the numbers of a filling and no more", failure);
        for (int i = 1; i < input->word_count; i++) {
            long number;
            enum status status = certificate_number(input, i, 0, most, &number, failure);
            if (status)
                return status;
            numbers[met++] = (int)number;
        }
    }
    if (input->refused)
        return failure_memory(failure, input->path);
    if (met < count)
        return failure_set(failure, STATUS_INPUT, "%s: %d numbers instead of %d", input->path, met,
                           count);
    return STATUS_OK;
}
