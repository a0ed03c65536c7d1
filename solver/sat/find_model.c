#include "solver/sat/find_model.h"

#include <limits.h>
#include <stdlib.h>

#include "solver/sat/cadical_run.h"
#include "solver/sat/picosat_run.h"

/* What PicoSAT may take before CaDiCaL is asked: about a second. */
enum { PICOSAT_DECISIONS = 30000 };

struct task {
    const struct formula *formula;
    const struct limits *limits;
    enum model_end end;
    bool *model;
    uint64_t used; /* decisions so far */
    bool open;     /* nothing is known yet, and a limit was not reached */
};

/* The limits for one program that may take `nodes` decisions (0: as many as are left). False when
 * it is time to stop. */
static bool limits_left(struct task *task, uint64_t nodes, struct limits *left) {
    *left = *task->limits;
    if (limits_stop(left) || (left->nodes && task->used >= left->nodes)) {
        task->open = false;
        return false;
    }
    if (left->nodes)
        left->nodes -= task->used;
    if (nodes && (!left->nodes || nodes < left->nodes))
        left->nodes = nodes;
    return true;
}

static enum status ask_picosat(struct task *task, uint64_t nodes, struct failure *failure) {
    struct picosat_answer found;
    struct limits limits;
    if (!limits_left(task, nodes, &limits))
        return STATUS_OK;
    enum status status = picosat_run(task->formula, &limits, &found, failure);
    if (status)
        return status;
    task->used += found.decisions;
    task->open = found.verdict == PICOSAT_RUN_UNKNOWN && nodes;
    if (found.verdict == PICOSAT_RUN_MODEL) {
        task->end = MODEL_FOUND;
        task->model = found.model;
        found.model = NULL;
    } else if (found.verdict == PICOSAT_RUN_REFUTED) {
        task->end = MODEL_NONE;
    }
    picosat_answer_clear(&found);
    return STATUS_OK;
}

static enum status ask_cadical(struct task *task, const char *program, struct failure *failure) {
    struct cadical_answer found;
    struct limits limits;
    if (!limits_left(task, 0, &limits))
        return STATUS_OK;
    enum status status = cadical_run(program, task->formula, &limits, &found, failure);
    if (status)
        return status;
    task->used += found.decisions;
    task->open = found.verdict == CADICAL_RUN_FAILED;
    if (found.verdict == CADICAL_RUN_MODEL) {
        task->end = MODEL_FOUND;
        task->model = found.model;
        found.model = NULL;
    } else if (found.verdict == CADICAL_RUN_REFUTED) {
        task->end = MODEL_NONE;
    }
    cadical_answer_clear(&found);
    return STATUS_OK;
}

enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum model_end *end, bool **model, uint64_t *decisions,
                       struct failure *failure) {
    struct task task = {.formula = formula, .limits = limits, .end = MODEL_STOPPED, .open = true};
    char program[PATH_MAX];
    bool both = cadical_find(program, sizeof program);
    enum status status = ask_picosat(&task, both ? PICOSAT_DECISIONS : 0, failure);
    if (!status && task.open)
        status = ask_cadical(&task, program, failure);
    if (!status && task.open)
        status = ask_picosat(&task, 0, failure);
    if (status)
        return status;
    *end = task.end;
    *model = task.model;
    *decisions += task.used;
    return STATUS_OK;
}
