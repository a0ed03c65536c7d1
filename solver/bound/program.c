/* SPDX-License-Identifier: MIT */
#include "solver/bound/program.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/dialogue.h"
#include "solver/bound/program_proof.h"
#include "solver/bound/rationals.h"

/* What is told and answered is in tools/lp/steadycast-lp.1. */
#define NAME "steadycast-lp"
enum { FORMAT = 1, LONGEST_ANSWER = 1 << 26 };

struct program {
    struct dialogue *dialogue;
    struct program_columns columns;
    size_t column_room;
    size_t entry_room;
    mpq_t *x; /* of the last solve; x_count of them */
    size_t x_count;
};

enum status program_find(char *path, size_t room, struct failure *failure) {
    if (child_find_own(NAME, path, room))
        return STATUS_OK;
    return failure_set(failure, STATUS_LIMIT,
                       "linear programs need the program " NAME
                       ", which is not installed (Debian package steadycast-lp)");
}

enum status program_init(struct program **program, const char *path, int rows,
                         struct failure *failure) {
    struct program *result = memory_new(1, sizeof *result);
    if (!result)
        return failure_memory(failure, "a linear program");
    result->columns.rows = rows;
    enum status status = dialogue_open(&result->dialogue, path, NAME, failure);
    if (!status)
        status = dialogue_tell(result->dialogue, failure, "format %d\nrows %d\n", FORMAT, rows);
    if (status)
        program_clear(result);
    else
        *program = result;
    return status;
}

void program_clear(struct program *program) {
    if (!program)
        return;
    dialogue_close(program->dialogue);
    rationals_free(program->x, program->x_count);
    free(program->columns.list);
    free(program->columns.entries);
    free(program);
}

/* Room for one element more. */
static bool grow(void **list, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return true;
    size_t more = 2 * *room + 64;
    void *resized = memory_resize(*list, more, size);
    if (!resized)
        return false;
    *list = resized;
    *room = more;
    return true;
}

static bool keep_entry(struct program *program, int row, int number) {
    struct program_columns *columns = &program->columns;
    void *entries = columns->entries;
    bool good =
        grow(&entries, columns->entry_count, &program->entry_room, sizeof *columns->entries);
    columns->entries = entries;
    if (good)
        columns->entries[columns->entry_count++] = (struct program_entry){row, number};
    return good;
}

static bool keep_column(struct program *program, const int *entries, int objective) {
    struct program_columns *columns = &program->columns;
    size_t first = columns->entry_count;
    void *list = columns->list;
    bool good = grow(&list, columns->count, &program->column_room, sizeof *columns->list);
    columns->list = list;
    for (int row = 0; row < columns->rows && good; row++)
        good = entries[row] == 0 || keep_entry(program, row, entries[row]);
    if (good)
        columns->list[columns->count++] =
            (struct program_column){objective, first, columns->entry_count - first};
    return good;
}

enum status program_add(struct program *program, const int *entries, int objective,
                        struct failure *failure) {
    if (!keep_column(program, entries, objective))
        return failure_memory(failure, "a linear program");
    const struct program_columns *columns = &program->columns;
    const struct program_column *column = &columns->list[columns->count - 1];
    enum status status = dialogue_tell(program->dialogue, failure, "column %d", objective);
    for (size_t i = 0; i < column->count && !status; i++) {
        const struct program_entry *entry = &columns->entries[column->first + i];
        status = dialogue_tell(program->dialogue, failure, " %d %d", entry->row, entry->number);
    }
    return status ? status : dialogue_tell(program->dialogue, failure, "\n");
}

/* One line of the answer: `word` and so many numbers. */
static enum status hear(struct program *program, const struct limits *limits, const char *word,
                        mpq_t *numbers, size_t count, struct failure *failure) {
    char *line;
    size_t length = strlen(word);
    enum status status = dialogue_hear(program->dialogue, LONGEST_ANSWER, limits, &line, failure);
    if (status)
        return status;
    if (strncmp(line, "fault ", 6) == 0)
        return failure_set(failure, STATUS_SYSTEM, "the program " NAME " says: %.200s", line + 6);
    if (strncmp(line, word, length) == 0 && rationals_read(line + length, numbers, count))
        return STATUS_OK;
    return failure_set(failure, STATUS_SYSTEM,
                       "the program " NAME " does not answer '%s' and %zu rational numbers", word,
                       count);
}

static enum status make_x(struct program *program, struct failure *failure) {
    rationals_free(program->x, program->x_count);
    program->x_count = program->columns.count;
    program->x = rationals_new(program->x_count);
    return program->x ? STATUS_OK : failure_memory(failure, "a linear program");
}

enum status program_solve(struct program *program, const struct limits *limits, mpq_ptr value,
                          mpq_t *prices, struct failure *failure) {
    struct failure fault;
    mpq_t best;
    mpq_init(best);
    enum status status = make_x(program, failure);
    if (!status)
        status = dialogue_tell(program->dialogue, failure, "solve\n");
    if (!status)
        status = hear(program, limits, "optimum", &best, 1, failure);
    if (!status)
        status = hear(program, limits, "prices", prices, (size_t)program->columns.rows, failure);
    if (!status)
        status = hear(program, limits, "solution", program->x, program->x_count, failure);
    if (!status) {
        status = program_prove(&program->columns, best, prices, program->x, &fault);
        if (status)
            failure_set(failure, status, "the program " NAME " gives %.300s", fault.message);
    }
    if (!status)
        mpq_set(value, best);
    mpq_clear(best);
    return status;
}

void program_solution(const struct program *program, mpq_t *x) {
    for (size_t i = 0; i < program->x_count; i++)
        mpq_set(x[i], program->x[i]);
}
