/* SPDX-License-Identifier: MIT */
#include "solver/decide/pieces_cubes.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/sat/cube_proof.h"
#include "solver/sat/cubes.h"
#include "solver/sat/decide.h"
#include "solver/sat/periodic_formula.h"

static struct periodic_question periodic_of(const struct pieces_question *question) {
    return (struct periodic_question){question->latency, question->depth, question->processors,
                                      question->period, question->roles};
}

/* The variables that say what is received, which come first in each of the formulas. */
static enum status core_of(const struct pieces_question *question, int *core,
                           struct failure *failure) {
    if (question->kind == PIECES_PERIODIC) {
        struct periodic_question periodic = periodic_of(question);
        enum status status = periodic_question_check(&periodic, failure);
        if (!status)
            *core = periodic.processors * periodic.period * (periodic.depth - periodic.latency + 2);
        return status;
    }
    struct slots slots;
    enum status status =
        slots_init(&slots, question->latency, question->depth, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    *core = (slots.count + 1) * question->latency;
    slots_clear(&slots);
    return STATUS_OK;
}

enum status pieces_cubes_count(const struct pieces_question *question, int wanted, int *count,
                               struct failure *failure) {
    int core;
    enum status status = core_of(question, &core, failure);
    if (!status)
        *count = 1 << cubes_depth(wanted, core);
    return status;
}

/* The number of levels of a tree with `count` cubes. */
static int levels(int count) {
    int depth = 0;
    while (1 << depth < count)
        depth++;
    return depth;
}

static enum status build(const struct pieces_question *question, struct formula *formula,
                         struct failure *failure) {
    if (question->kind == PIECES_PERIODIC) {
        struct periodic_question periodic = periodic_of(question);
        enum status status = periodic_formula_build(&periodic, COUNTERS_WIDE, formula, failure);
        if (!status) /* literals of cubes come behind the order, and all pieces are of one formula
                      */
            formula->plain = (struct formula_size){0};
        return status;
    }
    struct slots slots;
    enum status status =
        slots_init(&slots, question->latency, question->depth, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    status = formula_build(&slots, question->words, formula, failure);
    slots_clear(&slots);
    return status;
}

enum status pieces_cubes_variables(const struct pieces_question *question, int *variables,
                                   struct failure *failure) {
    struct formula formula;
    enum status status = build(question, &formula, failure);
    if (status)
        return status;
    *variables = formula.variables;
    formula_clear(&formula);
    return STATUS_OK;
}

/*
 * The variables to split on. Measured, as the share of the hardest of 64 pieces: 0.08 with all
 * variables instead of 0.29 with those of the core for L = 10, t = 20 by words, but 0.64 instead of
 * 0.36 for the period 1 of L = 2, t = 7, N = 21.
 */
static int splitting_variables(const struct pieces_question *question,
                               const struct formula *formula, int core) {
    return question->kind == PIECES_PERIODIC ? core : formula->variables;
}

/* A piece under way. */
struct cube {
    const struct piece_place *place;
    struct formula formula; /* with the literals of the cube as its last clauses */
    size_t clauses;         /* without them */
    int depth;
    int literals[CUBES_MAX_DEPTH];
    struct sat_decision decision;
};

static enum status put_letters(const struct cube *cube, struct certificate_output *output,
                               struct failure *failure) {
    const struct pieces_question *question = cube->place->question;
    struct slots slots;
    enum status status =
        slots_init(&slots, question->latency, question->depth, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    int *letters = memory_new((size_t)slots.count, sizeof *letters);
    status = letters ? formula_decode(&slots, cube->decision.model, letters, failure)
                     : failure_memory(failure, "a schedule");
    if (!status)
        piece_file_put_numbers(output, "letters", letters, slots.count);
    free(letters);
    slots_clear(&slots);
    return status;
}

static enum status put_model(const struct cube *cube, struct certificate_output *output,
                             struct failure *failure) {
    int variables = cube->formula.variables;
    int *values = memory_new((size_t)variables, sizeof *values);
    if (!values)
        return failure_memory(failure, "a model");
    for (int v = 1; v <= variables; v++)
        values[v - 1] = cube->decision.model[v];
    piece_file_put_numbers(output, "model", values, variables);
    free(values);
    return STATUS_OK;
}

static enum status put_refutation(const struct cube *cube, struct certificate_output *output,
                                  struct failure *failure) {
    struct lrat lifted;
    enum status status = cube_proof_lift(&cube->decision.lrat, cube->clauses, cube->literals,
                                         cube->depth, &lifted, failure);
    if (status)
        return status;
    certificate_print(output, "variables %d\nclauses %zu\ncube", cube->formula.variables,
                      cube->clauses);
    for (int i = 0; i < cube->depth; i++)
        certificate_print(output, " %d", cube->literals[i]);
    certificate_print(output, "\n");
    certificate_print_lrat(output, &lifted);
    free(lifted.numbers);
    return STATUS_OK;
}

static enum status write_cube(const struct cube *cube, const char *path,
                              const struct piece_answer *answer, struct failure *failure) {
    struct certificate_output *output;
    enum status status = piece_file_open(&output, path, cube->place, answer, failure);
    if (status)
        return status;
    if (answer->verdict == VERDICT_INFEASIBLE)
        status = put_refutation(cube, output, failure);
    else if (cube->place->question->kind == PIECES_PERIODIC)
        status = put_model(cube, output, failure);
    else
        status = put_letters(cube, output, failure);
    return certificate_end(output, status, failure);
}

static enum status decide_cube(struct cube *cube, const struct limits *limits, const char *path,
                               struct piece_answer *answer, struct failure *failure) {
    enum status status =
        sat_decide(&cube->formula, SAT_WITH_PROOF, limits, &cube->decision, failure);
    if (status)
        return status;
    struct piece_answer result = {cube->decision.verdict, cube->decision.reason,
                                  cube->decision.nodes};
    if (result.verdict != VERDICT_UNKNOWN)
        status = write_cube(cube, path, &result, failure);
    sat_decision_clear(&cube->decision);
    if (!status)
        *answer = result;
    return status;
}

enum status pieces_cubes_answer(const struct piece_place *place, const struct limits *limits,
                                const char *path, struct piece_answer *answer,
                                struct failure *failure) {
    int core;
    struct cube cube = {.place = place, .depth = levels(place->count)};
    enum status status = core_of(place->question, &core, failure);
    if (!status)
        status = build(place->question, &cube.formula, failure);
    if (status)
        return status;
    cube.clauses = cube.formula.clauses;
    core = splitting_variables(place->question, &cube.formula, core);
    status = cubes_literals(&cube.formula, core, cube.depth, place->piece, cube.literals, failure);
    for (int i = 0; i < cube.depth && !status; i++) {
        formula_add(&cube.formula, cube.literals[i]);
        formula_add(&cube.formula, 0);
    }
    if (!status)
        status = formula_fault(&cube.formula, failure);
    if (!status)
        status = decide_cube(&cube, limits, path, answer, failure);
    formula_clear(&cube.formula);
    return status;
}

/* A word as a number of at most 18 digits, perhaps negative. */
static bool read_number(const char *word, int64_t *number) {
    bool negative = *word == '-';
    int64_t value = 0;
    int digits = 0;
    for (word += negative; *word >= '0' && *word <= '9' && digits < 18; word++, digits++)
        value = 10 * value + (*word - '0');
    *number = negative ? -value : value;
    return digits && !*word;
}

/* What a file says of its formula. */
struct told {
    int variables;
    size_t clauses;
};

static enum status read_cube(struct certificate_input *input, int depth, struct told *told,
                             struct cube_refutation *refutation, struct failure *failure) {
    long variables, clauses;
    int64_t literal;
    enum status status = certificate_field(input, "variables", 0, INT_MAX, &variables, failure);
    if (!status)
        status = certificate_field(input, "clauses", 0, INT_MAX, &clauses, failure);
    if (status)
        return status;
    bool right = certificate_next(input) && strcmp(input->words[0], "cube") == 0 &&
                 input->word_count == depth + 1;
    for (int i = 0; i < depth && right; i++) {
        right = read_number(input->words[i + 1], &literal) && literal != 0 &&
                literal >= -variables && literal <= variables;
        refutation->literals[i] = right ? (int)literal : 0;
        for (int j = 0; j < i && right; j++)
            right = abs(refutation->literals[j]) != abs(refutation->literals[i]);
    }
    if (!right)
        return certificate_expected(input, "'cube LITERAL ...', one for each level", failure);
    *told = (struct told){(int)variables, (size_t)clauses};
    return STATUS_OK;
}

/* The numbers of a line `lrat` (two lists) or `delete` (one), as struct lrat holds them. */
static bool read_line(const struct certificate_input *input, struct lrat *lrat) {
    bool addition = strcmp(input->words[0], "lrat") == 0;
    int lists = addition ? 2 : 1, ended = 0;
    if (!addition && strcmp(input->words[0], "delete") != 0)
        return false;
    if (!addition)
        lrat->numbers[lrat->length++] = 0;
    for (int i = 1; i < input->word_count; i++) {
        int64_t number;
        if (ended == lists || !read_number(input->words[i], &number))
            return false;
        if (number == 0 && (addition && i == 1))
            return false;
        ended += number == 0;
        lrat->numbers[lrat->length++] = number;
    }
    return ended == lists;
}

static enum status read_lines(struct certificate_input *input, struct lrat *lrat,
                              struct failure *failure) {
    size_t room = 0;
    while (certificate_next(input)) {
        if (lrat->length + (size_t)input->word_count > room) {
            room = 2 * (lrat->length + (size_t)input->word_count) + 1024;
            int64_t *numbers = memory_resize(lrat->numbers, room, sizeof *numbers);
            if (!numbers)
                return failure_memory(failure, "a proof");
            lrat->numbers = numbers;
        }
        if (!read_line(input, lrat))
            return certificate_expected(input, "a line 'lrat' or 'delete'", failure);
    }
    return input->refused ? failure_memory(failure, input->path) : STATUS_OK;
}

/* The rest of a refuted piece; the caller frees refutation->lrat.numbers. */
static enum status read_refutation(struct certificate_input *input, int depth, struct told *told,
                                   struct cube_refutation *refutation, struct failure *failure) {
    struct cube_refutation result = {.lrat = {0}};
    enum status status = read_cube(input, depth, told, &result, failure);
    if (!status)
        status = read_lines(input, &result.lrat, failure);
    if (!status && !cube_proof_check(&result, told->clauses, depth, told->variables))
        status =
            failure_set(failure, STATUS_INPUT,
                        "%s: these lines do not refute a formula under this cube", input->path);
    if (status)
        free(result.lrat.numbers);
    else
        *refutation = result;
    return status;
}

enum status pieces_cubes_check(struct certificate_input *input, const struct piece_place *place,
                               struct failure *failure) {
    struct cube_refutation refutation;
    struct told told;
    enum status status = read_refutation(input, levels(place->count), &told, &refutation, failure);
    if (!status)
        free(refutation.lrat.numbers);
    return status;
}

/* The files that are composed, and the formula that they have to belong to. */
struct files {
    const struct pieces_question *question;
    int wanted;
    int count;
    const char *const *paths;
    struct told formula;
};

static enum status load_refutation(void *context, int index, struct cube_refutation *refutation,
                                   struct failure *failure) {
    const struct files *files = context;
    struct piece_place place = {files->question, files->wanted, index, files->count};
    struct certificate_input input;
    struct piece_answer answer;
    struct told told;
    enum status status = piece_file_load(&input, files->paths[index], &place, &answer, failure);
    if (status)
        return status;
    status = read_refutation(&input, levels(files->count), &told, refutation, failure);
    certificate_unload(&input);
    if (!status &&
        (told.variables != files->formula.variables || told.clauses != files->formula.clauses)) {
        free(refutation->lrat.numbers);
        status = failure_set(failure, STATUS_INPUT, "%s: a piece of another formula; remove it",
                             files->paths[index]);
    }
    return status;
}

/* The evidence goes over to the answer. */
static void give_proof(const struct files *files, const struct lrat *lrat, struct answer *answer) {
    const struct pieces_question *question = files->question;
    answer->verdict = VERDICT_INFEASIBLE;
    answer->resumed = true;
    if (question->kind == PIECES_PERIODIC) {
        answer->evidence = EVIDENCE_PERIODIC;
        answer->periodic = (struct periodic_proof){.latency = question->latency,
                                                   .depth = question->depth,
                                                   .processors = question->processors,
                                                   .period = question->period,
                                                   .roles = question->roles,
                                                   .variables = files->formula.variables,
                                                   .clauses = files->formula.clauses,
                                                   .lrat = *lrat};
        return;
    }
    answer->evidence = EVIDENCE_CNF;
    answer->cnf = (struct cnf_proof){.latency = question->latency,
                                     .depth = question->depth,
                                     .sums = !question->words,
                                     .variables = files->formula.variables,
                                     .clauses = files->formula.clauses,
                                     .lrat = *lrat};
}

enum status pieces_cubes_close(const struct pieces_question *question, int wanted,
                               const char *const *paths, int count, struct answer *answer,
                               struct failure *failure) {
    struct formula formula;
    struct lrat lrat;
    enum status status = build(question, &formula, failure);
    if (status)
        return status;
    struct files files = {question, wanted, count, paths, {formula.variables, formula.clauses}};
    formula_clear(&formula);
    status = cube_proof_compose(files.formula.clauses, levels(count), load_refutation, &files,
                                &lrat, failure);
    if (!status)
        give_proof(&files, &lrat, answer);
    return status;
}
