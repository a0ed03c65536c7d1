#include "solver/items/endgame.h"

#include <stdlib.h>

#include "solver/items/endgame_formula.h"
#include "solver/items/endgame_stream.h"

enum {
    MOST_EXTRA = 2,          /* depths beyond B(N) that are tried */
    MOST_DECISIONS = 2000000 /* of one formula */
};

struct task {
    int latency, processors;
    struct endgame_bound bound;
    const struct limits *limits;
    uint64_t used; /* decisions */
    struct items_family *family;
    bool found;
};

enum status endgame_bound_find(int latency, int processors, struct endgame_bound *bound,
                               struct failure *failure) {
    long reached[ENDGAME_MAX_DEPTH + 1], sum = 0;
    if (latency < 1 || processors < 1)
        return failure_set(failure, STATUS_INPUT, "latency %d, %d processors: both start at 1",
                           latency, processors);
    for (int t = 0; t <= ENDGAME_MAX_DEPTH; t++) {
        reached[t] = t < latency ? 1 : reached[t - 1] + reached[t - latency];
        if (reached[t] >= processors) {
            *bound = (struct endgame_bound){t, (int)(sum / processors), (int)(sum % processors)};
            return STATUS_OK;
        }
        sum += reached[t];
    }
    return failure_set(failure, STATUS_LIMIT, "endgames are for depths up to %d",
                       ENDGAME_MAX_DEPTH);
}

static bool is_used_up(const struct task *task) {
    return task->limits && task->limits->nodes && task->used >= task->limits->nodes;
}

/* The limits of one formula. */
static struct limits limits_of_one(const struct task *task) {
    struct limits limits = task->limits ? *task->limits : (struct limits){0};
    uint64_t left = limits.nodes - task->used;
    limits.nodes = limits.nodes && left < MOST_DECISIONS ? left : MOST_DECISIONS;
    return limits;
}

/* The endgame behind these words, with M and F. */
static enum status try_words(struct task *task, struct items_family *family,
                             struct failure *failure) {
    struct endgame_rows rows;
    struct endgame_formula endgame;
    enum model_end end;
    bool *model = NULL;
    struct limits limits = limits_of_one(task);
    enum status status = endgame_rows_init(&rows, family, failure);
    if (status)
        return status;
    status = endgame_formula_init(&endgame, &rows, failure);
    if (!status) {
        status = find_model(&endgame.formula, &limits, &end, &model, &task->used, failure);
        task->found = !status && end == MODEL_FOUND;
        if (task->found)
            endgame_formula_decode(&endgame, model, &family->messages);
        endgame_formula_clear(&endgame);
    }
    free(model);
    endgame_rows_clear(&rows);
    return status;
}

static enum status try_stream(struct task *task, const struct stream_question *question, bool *none,
                              struct failure *failure) {
    struct items_family family;
    struct periodic words;
    struct limits limits = limits_of_one(task);
    enum model_end end;
    enum status status = limits_check(task->limits, failure);
    if (!status)
        status = stream_find(question, &limits, &end, &words, &task->used, failure);
    if (status)
        return status;
    *none = end == MODEL_NONE && question->most < 0;
    if (end != MODEL_FOUND)
        return STATUS_OK;
    items_family_init(&family, task->latency, question->depth);
    periodic_clear(&family.words);
    family.words = words;
    family.endgame = question->fewest > 0 ? question->fewest : 1;
    family.finish = task->latency + task->bound.depth - 1 + family.endgame - task->bound.most;
    family.stream = question->depth;
    status = try_words(task, &family, failure);
    if (!status && task->found) {
        status = items_family_finish(&family, failure); /* clears on failure */
        if (!status)
            *task->family = family;
        return status;
    }
    items_family_clear(&family);
    return status;
}

/*
 * Streams with |S| >= M, with |S| in M..M+2, and with |S| = M: the solver finds a few different
 * ones. Where the slack is small |S| can hardly be more, and it is better said first.
 */
static enum status try_depth(struct task *task, int extra, struct failure *failure) {
    const struct endgame_bound *bound = &task->bound;
    int narrow = bound->slack < 2 ? bound->slack : 2;
    const int any[] = {-1, 2, 0}, few[] = {narrow, -1, 1};
    const int *spreads = extra == 0 && bound->slack < task->processors / 8 ? few : any;
    struct stream_question question = {task->latency, bound->depth + extra, task->processors,
                                       bound->most + extra, -1};
    enum status status = STATUS_OK;
    bool none = false;
    for (int i = 0; i < 3 && !status && !none && !task->found && !is_used_up(task); i++) {
        question.most = spreads[i] < 0 ? -1 : question.fewest + spreads[i];
        status = try_stream(task, &question, &none, failure);
    }
    return status;
}

/* One processor receives an item a step. */
static enum status one_processor(struct task *task, struct failure *failure) {
    const int zero = 0;
    const struct message message = {0, 0, 1, 1, 0};
    struct items_family family;
    mpz_t one;
    items_family_init(&family, task->latency, 0);
    family.endgame = 1;
    family.finish = task->latency;
    mpz_init_set_ui(one, 1);
    enum status status = periodic_add(&family.words, one, &zero, NULL, 1, failure);
    mpz_clear(one);
    if (status) {
        items_family_clear(&family);
        return status;
    }
    message_array_add(&family.messages, &message);
    status = items_family_finish(&family, failure);
    if (status)
        return status;
    task->found = true;
    *task->family = family;
    return STATUS_OK;
}

enum status endgame_find(int latency, int processors, const struct limits *limits,
                         struct items_family *family, bool *found, struct failure *failure) {
    struct task task = {
        .latency = latency, .processors = processors, .limits = limits, .family = family};
    enum status status = endgame_bound_find(latency, processors, &task.bound, failure);
    if (status)
        return status;
    if (processors == 1)
        status = one_processor(&task, failure);
    for (int extra = 0; extra <= MOST_EXTRA && !status && !task.found; extra++)
        status = try_depth(&task, extra, failure);
    if (!status)
        *found = task.found;
    return status;
}
