/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/items/construction/items_latency_two.h"
#include "solver/items/endgame/colour_search.h"
#include "solver/items/endgame/endgame_formula.h"
#include "solver/items/stream/plain_stream.h"
#include "solver/items/stream/rounded_stream.h"
#include "solver/items/stream/three_stream.h"
#include "solver/model/sequence.h"
#include "solver/proof/sat/formula.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/pruned_union.h"

/* What a row holds before its step, t literals, behind the receptions in the formula's
 * numbering. */
static void literals_of_row(const struct periodic_question *question, int row, int *literals) {
    int t = question->depth, values = t - question->latency + 2;
    for (int u = 0; u < t; u++)
        literals[u] = question->processors * values + 2 * row * t + u + 1;
}

static void count_held(const struct stream_question *question, const struct periodic_question *rows,
                       struct formula *formula) {
    int literals[PERIODIC_MAX_DEPTH];
    for (int row = 0; row < rows->processors; row++) {
        literals_of_row(rows, row, literals);
        count_at_least(formula, literals, rows->depth, question->fewest);
        if (question->most >= 0)
            count_at_most(formula, literals, rows->depth, question->most);
    }
}

/* At most n_d items have the label d, the value t-d, at their reception, so all processors together
 * hold no more than the sum of (t-d) n_d = f_0 + .. + f_(t-1), less v for each item of value v that
 * is missing. What this is above `fewest` N bounds how many are. It follows from the rest, but no
 * solver sees it. */
static void count_received(const struct stream_question *question,
                           const struct periodic_question *rows, struct formula *formula) {
    long reached[PERIODIC_MAX_DEPTH + 1], slack = -(long)question->fewest * rows->processors;
    int literals[PERIODIC_MAX_PROCESSORS], L = rows->latency, t = rows->depth;
    for (int i = 0; i < t; i++) {
        reached[i] = i < L ? 1 : reached[i - 1] + reached[i - L];
        slack += reached[i];
        if (slack > (long)t * rows->processors)
            return;
    }
    for (int v = 1; v <= t - L; v++) {
        long fewest = reached[t - v - L] - (slack < 0 ? 0 : slack / v);
        for (int row = 0; row < rows->processors; row++)
            literals[row] = row * (t - L + 2) + v + 1;
        if (fewest > 0)
            count_at_least(formula, literals, rows->processors, (int)fewest);
    }
}

enum status stream_find(const struct stream_question *question, const struct limits *limits,
                        enum verdict *end, struct schedule *words, uint64_t *decisions,
                        struct failure *failure) {
    const struct periodic_question rows = {question->latency, question->depth, question->processors,
                                           1, ROLES_PERMUTE};
    CLEANUP(formula_clear) struct formula formula = {0};
    FREED bool *model = NULL;
    enum verdict found = VERDICT_UNKNOWN;
    TRY(periodic_formula_build(&rows, COUNTERS_WIDE, &formula, failure));
    count_held(question, &rows, &formula);
    count_received(question, &rows, &formula);
    TRY(formula_fault(&formula, failure));
    TRY(find_model(&formula, limits, &found, &model, decisions, failure));
    if (found == VERDICT_FEASIBLE)
        TRY(periodic_formula_decode(&rows, model, words, failure));
    *end = found;
    return STATUS_OK;
}

enum {
    MOST_EXTRA = 2,           /* depths beyond B(N) that are tried */
    MOST_DECISIONS = 2000000, /* of one formula */
    PLAIN_ATTEMPTS = 4,
    LEAST_ROUNDED = 100000, /* processors; below, plain streams are found by search */
    MOST_SEARCHED = 64      /* processors, of formulas of an endgame */
};

struct task {
    int latency;
    mpz_srcptr processors; /* N */
    struct endgame_bound bound;
    const struct limits *limits;
    uint64_t used; /* decisions */
    struct every_items *every;
    bool found;
};

enum status endgame_bound_find(int latency, mpz_srcptr processors, struct endgame_bound *bound,
                               struct failure *failure) {
    int depth;
    TRY(pruned_union_depth(latency, processors, &depth, failure));
    if (depth > ENDGAME_MAX_DEPTH)
        return failure_limit(failure, "endgames are for depths up to %d", ENDGAME_MAX_DEPTH);
    BIG(sum, most);
    if (depth > 0) { /* so L is no more than the depth; the sum is less than t N */
        /* f_0 + .. + f_(t-1) = f_(t+L-1) - 1, as f_i = f_(i+L) - f_(i+L-1) */
        TRY(sequence_term(sum, latency, depth + latency - 1L, NULL, failure));
        mpz_sub_ui(sum, sum, 1);
    }
    mpz_fdiv_qr(most, sum, sum, processors);
    *bound = (struct endgame_bound){depth, (int)mpz_get_si(most),
                                    mpz_cmp_ui(sum, INT_MAX) < 0 ? (int)mpz_get_si(sum) : INT_MAX};
    return STATUS_OK;
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

/* What each row receives in its slots, as chosen. */
static enum status deal_rows(const struct endgame_choice *choice, struct items_colours *colours,
                             struct failure *failure) {
    const struct endgame_rows *rows = choice->rows;
    struct colour_plan *plan = &colours->plan;
    FREED int *class_of = memory_new((size_t)rows->processors, sizeof *class_of);
    FREED int *dealt = memory_new((size_t)rows->finish + 1, sizeof *dealt);
    TRY(class_of && dealt ? slot_classes_of_rows(&plan->classes, &colours->words, class_of, failure)
                          : failure_memory(failure, "an endgame"));
    BIG_OF(one, 1);
    for (int x = 0; x < plan->classes.depth; x++)
        plan->source[x] = choice->sends[x];
    for (int row = 1; row <= rows->processors; row++) {
        size_t class = (size_t)class_of[row - 1];
        for (int i = 0; i < plan->classes.classes[class].slots; i++)
            dealt[i] =
                choice->receives[row * (rows->finish + 1) + plan->classes.classes[class].times[i]];
        TRY(colour_plan_deal(plan, class, dealt, one, failure));
    }
    return STATUS_OK;
}

static enum status deal_model(const struct endgame_formula *endgame, const bool *model,
                              struct items_colours *colours, struct failure *failure) {
    CLEANUP(endgame_choice_clear) struct endgame_choice choice = {0};
    TRY(endgame_choice_init(&choice, endgame->rows, failure));
    endgame_formula_decode(endgame, model, &choice);
    return deal_rows(&choice, colours, failure);
}

static enum status try_formula(struct task *task, const struct endgame_rows *rows,
                               struct items_colours *colours, struct failure *failure) {
    CLEANUP(endgame_formula_clear) struct endgame_formula endgame = {0};
    enum verdict end;
    FREED bool *model = NULL;
    struct limits limits = limits_of_one(task);
    TRY(endgame_formula_init(&endgame, rows, failure));
    endgame_formula_first(&endgame);
    TRY(formula_fault(&endgame.formula, failure));
    TRY(find_model(&endgame.formula, &limits, &end, &model, &task->used, failure));
    task->found = end == VERDICT_FEASIBLE;
    return task->found ? deal_model(&endgame, model, colours, failure) : STATUS_OK;
}

/* A checked endgame, where there is one. */
static enum status end_colours(struct task *task, struct items_colours *colours,
                               struct failure *failure) {
    if (!task->found)
        return STATUS_OK;
    TRY(items_colours_finish(colours, failure));
    every_items_of_colours(task->every, colours);
    return STATUS_OK;
}

/* By formula, with these words, which are taken; |S| >= fewest. */
static enum status try_words(struct task *task, struct schedule *words, int fewest,
                             struct failure *failure) {
    CLEANUP(items_colours_clear) struct items_colours colours = {0};
    CLEANUP(endgame_rows_clear) struct endgame_rows rows = {0};
    TRY(items_colours_init(&colours, words, fewest, task->limits, failure));
    TRY(endgame_rows_init(&rows, &colours.words, fewest, task->latency + colours.words.depth - 1,
                          failure));
    TRY(try_formula(task, &rows, &colours, failure));
    return end_colours(task, &colours, failure);
}

/* |S|, the mean of the values of each word. */
static bool has_slots(const struct schedule *words, int fewest) {
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        long sum = 0;
        for (size_t p = 0; p < class->length; p++)
            sum += class->values[p];
        if (sum < fewest * (long)class->length)
            return false;
    }
    return true;
}

/* Colours for these words, which are taken. */
static enum status try_colours(struct task *task, struct schedule *words, struct failure *failure) {
    CLEANUP(items_colours_clear) struct items_colours colours = {0};
    int fewest = task->bound.most > 0 ? task->bound.most : 1;
    if (!has_slots(words, fewest)) {
        schedule_clear(words);
        return STATUS_OK;
    }
    TRY(items_colours_init(&colours, words, fewest, task->limits, failure));
    TRY(colour_search(&colours.plan, task->limits, &task->found, failure));
    return end_colours(task, &colours, failure);
}

/* L = 2: the words say where the items go. */
static enum status try_two(struct task *task, struct failure *failure) {
    struct items_colours colours;
    if (!two_endgame_has(task->processors))
        return STATUS_OK;
    TRY(two_endgame_colours(&colours, task->processors, task->limits, failure));
    every_items_of_colours(task->every, &colours);
    task->found = true;
    return STATUS_OK;
}

/* L = 3: words in closed form. */
static enum status try_three(struct task *task, struct failure *failure) {
    struct schedule words;
    bool built;
    TRY(three_stream_build(task->processors, &words, &built, failure));
    return built ? try_colours(task, &words, failure) : STATUS_OK;
}

/* Without the program that solves linear programs there is none. */
static enum status try_rounded(struct task *task, struct failure *failure) {
    struct schedule words;
    bool built = false;
    if (task->latency < FRACTION_LEAST_LATENCY || mpz_cmp_ui(task->processors, LEAST_ROUNDED) < 0)
        return STATUS_OK;
    enum status status =
        rounded_stream_find(task->latency, task->processors, task->limits, &words, &built, failure);
    if (status == STATUS_LIMIT)
        return limits_check(task->limits, failure);
    return status || !built ? status : try_colours(task, &words, failure);
}

/* Plain streams by search, one after the other: their colours may fail. */
static enum status try_plain(struct task *task, struct failure *failure) {
    if (task->latency < PLAIN_MIN_LATENCY || task->latency > PLAIN_MAX_LATENCY ||
        mpz_cmp_ui(task->processors, PLAIN_MAX_PROCESSORS) > 0)
        return STATUS_OK;
    struct plain_question question = {task->latency, mpz_get_si(task->processors), task->bound.most,
                                      0};
    for (; question.attempt < PLAIN_ATTEMPTS && !task->found; question.attempt++) {
        struct schedule words;
        bool built = false;
        TRY(plain_stream_find(&question, task->limits, &words, &built, failure));
        if (built)
            TRY(try_colours(task, &words, failure));
    }
    return STATUS_OK;
}

/* The endless stream of this number of processors, as it is. */
static enum status try_endless(struct task *task, struct failure *failure) {
    struct schedule words;
    TRY(best_schedule(&words, task->latency, task->processors, task->limits, failure));
    if (words.period == 1 && words.depth == task->bound.depth)
        return try_colours(task, &words, failure);
    schedule_clear(&words);
    return STATUS_OK;
}

static enum status try_stream(struct task *task, const struct stream_question *question, bool *none,
                              struct failure *failure) {
    struct schedule words;
    struct limits limits = limits_of_one(task);
    enum verdict end;
    TRY(limits_check(task->limits, failure));
    TRY(stream_find(question, &limits, &end, &words, &task->used, failure));
    *none = end == VERDICT_INFEASIBLE && question->most < 0;
    return end == VERDICT_FEASIBLE ? try_words(task, &words, question->fewest, failure) : STATUS_OK;
}

/* Streams with |S| >= M, with |S| in M..M+2, and with |S| = M: the solver finds a few different
 * ones. Where the slack is small |S| can hardly be more, and it is better said first. */
static enum status try_depth(struct task *task, int extra, struct failure *failure) {
    const struct endgame_bound *bound = &task->bound;
    int processors = (int)mpz_get_si(task->processors); /* MOST_SEARCHED or fewer */
    int narrow = bound->slack < 2 ? bound->slack : 2;
    const int any[] = {-1, 2, 0}, few[] = {narrow, -1, 1};
    const int *spreads = extra == 0 && bound->slack < processors / 8 ? few : any;
    struct stream_question question = {task->latency, bound->depth + extra, processors,
                                       bound->most + extra, -1};
    bool none = false;
    for (int i = 0; i < 3 && !none && !task->found && !is_used_up(task); i++) {
        question.most = spreads[i] < 0 ? -1 : question.fewest + spreads[i];
        TRY(try_stream(task, &question, &none, failure));
    }
    return STATUS_OK;
}

/* One processor receives an item a step, and each when the stream would bring the one behind. */
static enum status one_processor(struct task *task, struct failure *failure) {
    const int value = 1;
    CLEANUP(items_colours_clear) struct items_colours colours = {0};
    CLEANUP(schedule_clear) struct schedule words;
    schedule_init(&words, task->latency, 1, 1);
    BIG_OF(one, 1);
    TRY(schedule_add_word(&words, one, &value, NULL, 1, failure));
    TRY(items_colours_init(&colours, &words, 1, NULL, failure));
    colours.plan.source[0] = 1;
    TRY(colour_plan_deal(&colours.plan, 0, &value, one, failure));
    task->found = true;
    return end_colours(task, &colours, failure);
}

enum status endgame_find(int latency, mpz_srcptr processors, const struct limits *limits,
                         struct every_items *every, bool *found, struct failure *failure) {
    struct task task = {
        .latency = latency, .processors = processors, .limits = limits, .every = every};
    TRY(endgame_bound_find(latency, processors, &task.bound, failure));
    if (mpz_cmp_ui(processors, 1) == 0)
        TRY(one_processor(&task, failure));
    else if (latency == 2)
        TRY(try_two(&task, failure));
    else if (latency == 3)
        TRY(try_three(&task, failure));
    if (!task.found)
        TRY(try_rounded(&task, failure));
    if (!task.found)
        TRY(try_plain(&task, failure));
    if (!task.found)
        TRY(try_endless(&task, failure));
    bool searched = mpz_cmp_ui(processors, MOST_SEARCHED) <= 0;
    for (int extra = task.bound.most ? 0 : 1; extra <= MOST_EXTRA && searched && !task.found;
         extra++)
        TRY(try_depth(&task, extra, failure));
    *found = task.found;
    return STATUS_OK;
}
