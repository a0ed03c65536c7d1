/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/cadical_run.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/files.h"
#include "solver/proof/sat/dimacs.h"

/* --- reading the answer --- */

enum { EXIT_MODEL = 10, EXIT_REFUTED = 20, LINE_ROOM = 80, LINES_PER_LOOK = 1 << 16 };

struct reading {
    FILE *file;
    const struct formula *formula;
    struct cadical_answer *answer;
    bool said_model; /* by a line of result */
    bool said_refuted;
};

static bool fail(struct reading *reading, const char *fault) {
    reading->answer->fault = fault;
    return false;
}

/* A number and the blanks before it; the byte behind it is taken too and comes out in *behind.
 * False if there is none within +-variables; *behind is then the byte that stands there instead. */
static bool read_literal(struct reading *reading, int *literal, int *behind) {
    int byte = getc(reading->file), sign = 1;
    bool digits = false;
    int64_t number = 0;
    while (byte == ' ')
        byte = getc(reading->file);
    if (byte == '-') {
        sign = -1;
        byte = getc(reading->file);
    }
    for (int room = 12; byte >= '0' && byte <= '9' && room > 0; byte = getc(reading->file)) {
        number = 10 * number + (byte - '0');
        digits = true;
        room--; /* no number of a formula has so many digits */
    }
    *behind = byte;
    *literal = (int)(number <= INT_MAX ? sign * number : 0);
    return digits && number <= reading->formula->variables;
}

/* A clause of the proof, the whole line. */
static bool read_step(struct reading *reading) {
    struct formula *steps = &reading->answer->steps;
    int literal, behind;
    do {
        if (!read_literal(reading, &literal, &behind))
            return fail(reading, "its proof has a literal that is none of the formula's");
        formula_add(steps, literal);
    } while (literal && behind == ' ');
    return literal || behind != '\n' ? fail(reading, "its proof has a line that is no clause")
                                     : true;
}

/* Values of the model, up to the end of the line. */
static bool read_values(struct reading *reading) {
    int literal, behind = getc(reading->file);
    while (behind == ' ') {
        if (!read_literal(reading, &literal, &behind))
            return fail(reading, "its model has a literal that is none of the formula's");
        reading->answer->model[abs(literal)] = literal > 0;
    }
    return behind == '\n' ? true : fail(reading, "its model has a line without numbers");
}

/* The rest of a line; what does not fit is dropped. */
static void read_text(struct reading *reading, char line[LINE_ROOM]) {
    size_t length = 0;
    int byte;
    while ((byte = getc(reading->file)) != '\n' && byte != EOF)
        if (length < LINE_ROOM - 1)
            line[length++] = (char)byte;
    line[length] = '\0';
}

static bool read_line(struct reading *reading, int first) {
    char line[LINE_ROOM];
    switch (first) {
    case 'v':
        return read_values(reading);
    case 'c':
        read_text(reading, line);
        sscanf(line, " decisions: %18" SCNu64, &reading->answer->decisions);
        return true;
    case 's':
        read_text(reading, line);
        reading->said_model |= strcmp(line, " SATISFIABLE") == 0;
        reading->said_refuted |= strcmp(line, " UNSATISFIABLE") == 0;
        return true;
    case 'd':
        read_text(reading, line);
        return true;
    case '\n':
        return true;
    default:
        ungetc(first, reading->file);
        return read_step(reading);
    }
}

/* All lines; false after a fault. *stopped: the limits said so. */
static bool read_lines(struct reading *reading, const struct limits *limits, bool *stopped) {
    size_t lines = 0;
    int first;
    while ((first = getc(reading->file)) != EOF && !reading->answer->steps.fault) {
        *stopped = lines++ % LINES_PER_LOOK == 0 && limits_stop(limits);
        if (*stopped)
            return true;
        if (!read_line(reading, first))
            return false;
    }
    return ferror(reading->file) ? fail(reading, "its output can't be read") : true;
}

/* What the lines, all well formed, and the exit status say together. */
static void conclude(struct reading *reading, int exit_status, const struct limits *limits) {
    struct cadical_answer *answer = reading->answer;
    answer->verdict = CADICAL_RUN_FAILED;
    if (reading->said_model && !reading->said_refuted && exit_status == EXIT_MODEL) {
        if (formula_violated(reading->formula, answer->model) == 0)
            answer->verdict = CADICAL_RUN_MODEL;
        else
            answer->fault = "its model violates a clause";
    } else if (reading->said_refuted && !reading->said_model && exit_status == EXIT_REFUTED) {
        answer->verdict = CADICAL_RUN_REFUTED;
    } else if (exit_status == 0 && limits->nodes) {
        answer->verdict = CADICAL_RUN_UNKNOWN;
        if (answer->decisions == 0)
            answer->decisions = limits->nodes;
    } else {
        answer->fault = "it ended without an answer";
    }
}

/* Keeps what belongs to the verdict. */
static void drop_rest(struct cadical_answer *answer) {
    if (answer->verdict != CADICAL_RUN_MODEL) {
        free(answer->model);
        answer->model = NULL;
    }
    if (answer->verdict != CADICAL_RUN_REFUTED)
        formula_clear(&answer->steps);
}

enum status cadical_read(FILE *out, int exit_status, const struct formula *formula,
                         const struct limits *limits, struct cadical_answer *answer,
                         struct failure *failure) {
    CLEANUP(cadical_answer_clear) struct cadical_answer result = {.verdict = CADICAL_RUN_FAILED};
    struct reading reading = {.file = out, .formula = formula, .answer = &result};
    bool stopped = false;
    formula_init(&result.steps, formula->variables);
    TRY(memory_check(NEW(formula->variables + 1, result.model), failure, "a model"));
    rewind(out);
    bool whole = read_lines(&reading, limits, &stopped);
    if (status_is_resource_failure(result.steps.fault))
        return failure_memory(failure, "a proof");
    if (stopped)
        result.verdict = CADICAL_RUN_UNKNOWN;
    else if (result.steps.fault)
        result.fault = "its proof is too large";
    else if (whole)
        conclude(&reading, exit_status, limits);
    drop_rest(&result);
    *answer = TAKE(result);
    return STATUS_OK;
}

/* --- the run --- */

#define OUTPUT_MOST (INT64_C(1) << 32)

bool cadical_find(char *path, size_t room) {
    return child_find("cadical", path, room);
}

static struct cadical_answer failed(const char *fault) {
    return (struct cadical_answer){.verdict = CADICAL_RUN_FAILED, .fault = fault};
}

/* `-`: the formula from the input, the proof to the output, where the result comes too. */
static enum child_end run(const char *program, enum cadical_aim aim, const struct limits *limits,
                          FILE *in, FILE *out, int *exit_status) {
    const char *arguments[8] = {"CaDiCaL"};
    char decisions[24];
    uint64_t nodes = limits->nodes < INT_MAX ? limits->nodes : INT_MAX - 1;
    int count = 1;
    snprintf(decisions, sizeof decisions, "%" PRIu64, nodes);
    if (nodes) {
        arguments[count++] = "-d";
        arguments[count++] = decisions;
    }
    arguments[count++] = aim == CADICAL_PROOF ? "--no-binary" : "--sat";
    arguments[count++] = aim == CADICAL_PROOF ? "-" : "--phase=0";
    arguments[count++] = "-";
    return child_run(program, arguments, in, out, OUTPUT_MOST, limits, exit_status);
}

static enum status ask(const char *program, const struct formula *formula, enum cadical_aim aim,
                       const struct limits *limits, FILE *in, FILE *out,
                       struct cadical_answer *answer, struct failure *failure) {
    int exit_status = 0;
    dimacs_write(in, formula);
    if (fflush(in) != 0 || ferror(in)) {
        *answer = failed("no room for the formula in a temporary file");
        return STATUS_OK;
    }
    switch (run(program, aim, limits, in, out, &exit_status)) {
    case CHILD_EXITED:
        return cadical_read(out, exit_status, formula, limits, answer, failure);
    case CHILD_STOPPED:
        *answer = (struct cadical_answer){.verdict = CADICAL_RUN_UNKNOWN};
        break;
    case CHILD_TOO_LONG:
        *answer = failed("its proof is too large");
        break;
    case CHILD_FAILED:
        *answer = failed("it could not be run, or was killed");
        break;
    }
    return STATUS_OK;
}

enum status cadical_run(const char *program, const struct formula *formula, enum cadical_aim aim,
                        const struct limits *limits, struct cadical_answer *answer,
                        struct failure *failure) {
    CLEANUP(file_close) FILE *in = temporary_file_open(), *out = temporary_file_open();
    if (in && out)
        return ask(program, formula, aim, limits, in, out, answer, failure);
    *answer = failed("no temporary file");
    return STATUS_OK;
}

void cadical_answer_clear(struct cadical_answer *answer) {
    free(answer->model);
    formula_clear(&answer->steps);
    *answer = (struct cadical_answer){0};
}
