/* SPDX-License-Identifier: MIT */
#include "tools/lp/problem.h"

#include <stdlib.h>

/* The headers of QSopt_ex are written for the GNU dialect. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

struct problem {
    mpq_QSprob problem;
    int rows;
    int columns;
    mpq_t *values; /* of one column; then of the prices */
    mpq_t *x;
    int room; /* of x */
    mpq_t zero;
    mpq_t infinite;
};

static void silence(const char *message, void *context) {
    (void)message;
    (void)context;
}

void problem_start(void) {
    QSexactStart();
    QSlog_set_handler(silence, NULL);
}

/* Initialised numbers; `old` of them are there. NULL without memory, and then `numbers` is as it
 * was. */
static mpq_t *resize(mpq_t *numbers, int old, int count) {
    mpq_t *result = realloc(numbers, (size_t)count * sizeof *result);
    for (int i = old; result && i < count; i++)
        mpq_init(result[i]);
    return result;
}

static void release(mpq_t *numbers, int count) {
    for (int i = 0; numbers && i < count; i++)
        mpq_clear(numbers[i]);
    free(numbers);
}

static bool add_rows(struct problem *problem) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool good = true;
    for (int row = 0; row < problem->rows && good; row++) {
        bool last = row == problem->rows - 1;
        good = mpq_QSnew_row(problem->problem, last ? one : problem->zero, last ? 'E' : 'L',
                             NULL) == 0;
    }
    mpq_clear(one);
    return good;
}

struct problem *problem_new(int rows) {
    struct problem *result = calloc(1, sizeof *result);
    if (!result)
        return NULL;
    result->rows = rows;
    result->values = resize(NULL, 0, rows);
    mpq_init(result->zero);
    mpq_init(result->infinite);
    mpq_set(result->infinite, mpq_ILL_MAXDOUBLE);
    result->problem = mpq_QScreate_prob("bound", QS_MAX);
    if (result->values && result->problem && add_rows(result))
        return result;
    problem_free(result);
    return NULL;
}

void problem_free(struct problem *problem) {
    if (!problem)
        return;
    if (problem->problem)
        mpq_QSfree_prob(problem->problem);
    release(problem->values, problem->rows);
    release(problem->x, problem->room);
    mpq_clear(problem->zero);
    mpq_clear(problem->infinite);
    free(problem);
}

bool problem_add(struct problem *problem, int count, int *rows, const int *numbers, int objective) {
    mpq_t earned;
    for (int i = 0; i < count; i++)
        mpq_set_si(problem->values[i], numbers[i], 1);
    mpq_init(earned);
    mpq_set_si(earned, objective, 1);
    bool good = mpq_QSadd_col(problem->problem, count, rows, problem->values, earned, problem->zero,
                              problem->infinite, NULL) == 0;
    mpq_clear(earned);
    problem->columns += good;
    return good;
}

bool problem_solve(struct problem *problem) {
    int state = 0;
    return mpq_QSopt_primal(problem->problem, &state) == 0 && state == QS_LP_OPTIMAL;
}

bool problem_value(struct problem *problem, mpq_ptr value) {
    mpq_t best;
    mpq_init(best);
    bool good = mpq_QSget_objval(problem->problem, &best) == 0;
    if (good)
        mpq_set(value, best);
    mpq_clear(best);
    return good;
}

mpq_t *problem_prices(struct problem *problem) {
    return mpq_QSget_pi_array(problem->problem, problem->values) ? NULL : problem->values;
}

mpq_t *problem_solution(struct problem *problem) {
    if (problem->room < problem->columns) {
        mpq_t *x = resize(problem->x, problem->room, 2 * problem->columns);
        if (!x)
            return NULL;
        problem->x = x;
        problem->room = 2 * problem->columns;
    }
    return mpq_QSget_x_array(problem->problem, problem->x) ? NULL : problem->x;
}

int problem_rows(const struct problem *problem) {
    return problem->rows;
}

int problem_columns(const struct problem *problem) {
    return problem->columns;
}
