/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/integer_program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/files.h"

#define NAME "steadycast-lp"
enum { LONGEST_ANSWER = 1 << 26, LARGEST_VALUE = 1000000000, MOST_NODES = 999999999 };

static enum status take_line(const struct integer_program *program, char *line,
                             struct failure *failure) {
    char *blank = strchr(line, ' '), *end = blank;
    long value = blank ? strtol(blank, &end, 10) : 0;
    if (!blank || strcmp(end, "\n") != 0 || value < 0 || value > LARGEST_VALUE)
        return failure_system(
            failure, "the program " NAME " answers no variable and its value: %.100s", line);
    *blank = '\0';
    return program->take(program->context, line, value, failure);
}

static enum status read_answer(const struct integer_program *program, FILE *out, int exit_status,
                               bool *found, struct failure *failure) {
    FREED char *line = NULL;
    size_t room = 0;
    rewind(out);
    if (getline(&line, &room, out) < 0)
        return failure_system(failure, "the program " NAME " answers nothing");
    if (strncmp(line, "optimum ", 8) == 0 || strncmp(line, "found ", 6) == 0)
        *found = true;
    else if (strcmp(line, "infeasible\n") != 0 && strcmp(line, "unknown\n") != 0)
        return failure_system(failure, "the program " NAME " answers: %.200s", line);
    while (*found && getline(&line, &room, out) > 0)
        TRY(take_line(program, line, failure));
    if (exit_status != 0)
        return failure_system(failure, "the program " NAME " ended with exit status %d",
                              exit_status);
    return STATUS_OK;
}

static enum status ask(const struct integer_program *program, const char *path,
                       const struct limits *limits, FILE *in, FILE *out, bool *found,
                       struct failure *failure) {
    char nodes[24];
    const char *const arguments[] = {NAME, "--integer", nodes, NULL};
    int exit_status = 0;
    snprintf(nodes, sizeof nodes, "%" PRIu64,
             limits->nodes < MOST_NODES ? limits->nodes : MOST_NODES);
    program->write(program->context, in);
    if (fflush(in) != 0 || ferror(in))
        return failure_system(failure, "no room for an integer program in a temporary file");
    switch (child_run(path, arguments, in, out, LONGEST_ANSWER, limits, &exit_status)) {
    case CHILD_EXITED:
        return read_answer(program, out, exit_status, found, failure);
    case CHILD_STOPPED:
        return STATUS_OK;
    case CHILD_TOO_LONG:
    case CHILD_FAILED:
        break;
    }
    return failure_system(failure,
                          "the program " NAME " could not be run, was killed, or answers too much");
}

enum status integer_program_solve(const struct integer_program *program, const char *path,
                                  const struct limits *limits, bool *found,
                                  struct failure *failure) {
    static const struct limits endless = {0};
    CLEANUP(file_close) FILE *in = temporary_file_open(), *out = temporary_file_open();
    *found = false;
    if (!in || !out)
        return failure_set(failure, status_of_errno(errno),
                           "no temporary file for an integer program: %s", strerror(errno));
    enum status status = ask(program, path, limits ? limits : &endless, in, out, found, failure);
    *found = *found && !status;
    return status;
}
