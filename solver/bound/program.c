/* SPDX-License-Identifier: MIT */
#include "solver/bound/program.h"

#include <stdlib.h>

/* The headers of QSopt_ex are written for the GNU dialect. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

#include "automata/memory.h"

struct program {
    mpq_QSprob problem;
    int rows;
    int columns;
    int *indices;  /* scratch of one column */
    mpq_t *values; /* the same */
    mpq_t zero;
    mpq_t infinite;
};

static enum status fail(struct failure *failure, const char *where) {
    return failure_set(failure, STATUS_INTERNAL, "the linear program library failed: %s", where);
}

static void silence(const char *message, void *context) {
    (void)message;
    (void)context;
}

/*
 * The library makes GMP use an allocator of its own, which can't free the numbers that exist, nor
 * serve several threads. Only its constants need that allocator; so they are made once, when the
 * program is loaded and has no other thread, and GMP gets its usual allocator back.
 */
__attribute__((constructor)) static void start_library(void) {
    void *(*allocate)(size_t);
    void *(*reallocate)(void *, size_t, size_t);
    void (*release)(void *, size_t);
    mp_get_memory_functions(&allocate, &reallocate, &release);
    QSexactStart();
    mp_set_memory_functions(allocate, reallocate, release);
    QSlog_set_handler(silence, NULL);
}

static bool add_rows(struct program *program) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool good = true;
    for (int row = 0; row < program->rows && good; row++) {
        bool last = row == program->rows - 1;
        good = mpq_QSnew_row(program->problem, last ? one : program->zero, last ? 'E' : 'L',
                             NULL) == 0;
    }
    mpq_clear(one);
    return good;
}

enum status program_init(struct program **program, int rows, struct failure *failure) {
    struct program *result = memory_new(1, sizeof *result);
    if (!result)
        return failure_memory(failure, "a linear program");
    result->rows = rows;
    result->indices = memory_new((size_t)rows, sizeof *result->indices);
    result->values = memory_new((size_t)rows, sizeof *result->values);
    mpq_init(result->zero);
    mpq_init(result->infinite);
    mpq_set(result->infinite, mpq_ILL_MAXDOUBLE);
    for (int row = 0; row < rows && result->values; row++)
        mpq_init(result->values[row]);
    result->problem = mpq_QScreate_prob("bound", QS_MAX);
    if (!result->indices || !result->values || !result->problem || !add_rows(result)) {
        program_clear(result);
        return failure_memory(failure, "a linear program");
    }
    *program = result;
    return STATUS_OK;
}

void program_clear(struct program *program) {
    if (!program)
        return;
    if (program->problem)
        mpq_QSfree_prob(program->problem);
    for (int row = 0; row < program->rows && program->values; row++)
        mpq_clear(program->values[row]);
    free(program->values);
    free(program->indices);
    mpq_clear(program->zero);
    mpq_clear(program->infinite);
    free(program);
}

enum status program_add(struct program *program, const int *entries, int objective,
                        struct failure *failure) {
    int count = 0;
    mpq_t earned;
    for (int row = 0; row < program->rows; row++)
        if (entries[row]) {
            program->indices[count] = row;
            mpq_set_si(program->values[count++], entries[row], 1);
        }
    mpq_init(earned);
    mpq_set_si(earned, objective, 1);
    int result = mpq_QSadd_col(program->problem, count, program->indices, program->values, earned,
                               program->zero, program->infinite, NULL);
    mpq_clear(earned);
    if (result)
        return fail(failure, "no column could be added");
    program->columns++;
    return STATUS_OK;
}

enum status program_solve(struct program *program, mpq_ptr value, mpq_t *prices,
                          struct failure *failure) {
    int state = 0;
    if (mpq_QSopt_primal(program->problem, &state) || state != QS_LP_OPTIMAL)
        return fail(failure, "no optimum");
    mpq_t best;
    mpq_init(best);
    bool good = mpq_QSget_objval(program->problem, &best) == 0 &&
                mpq_QSget_pi_array(program->problem, prices) == 0;
    if (good)
        mpq_set(value, best);
    mpq_clear(best);
    return good ? STATUS_OK : fail(failure, "no prices");
}

enum status program_solution(struct program *program, mpq_t *x, struct failure *failure) {
    return mpq_QSget_x_array(program->problem, x) ? fail(failure, "no solution") : STATUS_OK;
}
