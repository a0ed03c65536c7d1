/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.3, the end: eight items in the running example, L = 3, P-1 = 9. The
 * bound of Theorem 3.1 is 15 steps; in the steps 10..15 a processor receives six items, so it needs
 * k* = 2 by time 9. The stream carries the first six items, and the last two come by whatever ways
 * are left: an endgame, which a formula finds (solver/items/endgame).
 */
#include <stdlib.h>

#include "solver/items/endgame/endgame_formula.h"
#include "solver/sat/find_model.h"
#include "solver/stationary/search.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

enum { LATENCY = 3, DEPTH = 7, PROCESSORS = 9, ITEMS = 8, STARS = 2, BOUND = 15 };
enum { EARLY = BOUND - ITEMS + STARS }; /* 9 */

static enum status add_word(struct schedule *words, const int *values, size_t length,
                            struct failure *failure) {
    mpz_t one;
    mpz_init_set_ui(one, 1);
    enum status status = schedule_add_word(words, one, values, NULL, length, failure);
    mpz_clear(one);
    return status;
}

/* H5 acab, E2 a, D1, and b for the receive-only processor. */
static enum status printed_words(struct schedule *words, struct failure *failure) {
    static const int h[] = {7, 0, 2, 0, 1}, e[] = {4, 0}, d[] = {3}, b[] = {1};
    schedule_init(words, LATENCY, DEPTH, 1);
    enum status status = add_word(words, h, 5, failure);
    if (!status)
        status = add_word(words, e, 2, failure);
    if (!status)
        status = add_word(words, d, 1, failure);
    if (!status)
        status = add_word(words, b, 1, failure);
    if (status)
        schedule_clear(words);
    return status;
}

/* The last M items in the steps that the rows have free. *found: the messages are added. */
static enum status fill_rows(struct claim_job *job, const struct endgame_rows *rows, bool *found,
                             struct message_array *messages, struct failure *failure) {
    struct endgame_formula formula;
    struct endgame_choice choice;
    enum model_end end = MODEL_NONE;
    bool *model = NULL;
    uint64_t decisions = 0;
    enum status status = endgame_formula_init(&formula, rows, failure);
    if (status)
        return status;
    status = find_model(&formula.formula, &job->limits, &end, &model, &decisions, failure);
    *found = !status && end == MODEL_FOUND;
    if (*found)
        status = endgame_choice_init(&choice, rows, failure);
    if (*found && !status) {
        endgame_formula_decode(&formula, model, &choice);
        status = endgame_choice_tell(&choice, messages, failure);
        endgame_choice_clear(&choice);
    }
    endgame_formula_clear(&formula);
    free(model);
    return status;
}

/* The stream with these words, all but the last two items of which are kept. */
static enum status begin_family(struct items_family *family, const struct schedule *words,
                                int finish, struct failure *failure) {
    enum status status = STATUS_OK;
    items_family_init(family, LATENCY, DEPTH);
    family->endgame = STARS;
    family->finish = finish - ITEMS + STARS;
    for (size_t i = 0; i < words->word_count && !status; i++)
        status = schedule_add_word(&family->words, words->words[i].count, words->words[i].values,
                                   words->words[i].sends, words->words[i].length, failure);
    return status;
}

/* *found: `family` holds a stream with these words and an endgame with which eight items take
 * `finish` steps, checked; else there is no such endgame. */
static enum status find_family(struct claim_job *job, const struct schedule *words, int finish,
                               struct items_family *family, bool *found, struct failure *failure) {
    struct endgame_rows rows;
    *found = false;
    enum status status = begin_family(family, words, finish, failure);
    if (!status)
        status = endgame_rows_init(&rows, family, failure);
    if (!status) {
        status = fill_rows(job, &rows, found, &family->messages, failure);
        endgame_rows_clear(&rows);
    }
    if (status || !*found)
        items_family_clear(family);
    else
        status = items_family_finish(family, NULL, failure); /* clears on failure */
    *found = *found && !status;
    return status;
}

/* Items that each processor has by time 9. */
static enum status count_early(void *context, const struct message *m, struct failure *failure) {
    int *counts = context;
    (void)failure;
    counts[m->to] += m->time + LATENCY <= EARLY;
    return STATUS_OK;
}

/* The list of eight items, kept and verified. */
static enum status keep_eight(struct claim_job *job, const struct items_family *family,
                              const char *name, int finish, int *counts, struct failure *failure) {
    char fields[40];
    struct items_telling *told;
    struct message_list list;
    enum status status = items_family_list(family, ITEMS, &told, &list, failure);
    if (status)
        return status;
    snprintf(fields, sizeof fields, "end=%d", finish);
    status = karp_keep_list(job, name, &list, fields, failure);
    if (!status)
        status = message_list_each(&list, count_early, counts, NULL, failure);
    items_telling_free(told);
    return status;
}

/* Rows are 1..5 for H5, 6 and 7 for E2, 8 for D1, and 9, the receive-only processor. */
static enum status try_one_more(struct claim_job *job, const struct schedule *words,
                                struct failure *failure) {
    struct items_family family;
    int counts[PROCESSORS + 1] = {0};
    bool found;
    enum status status = find_family(job, words, BOUND, &family, &found, failure);
    if (status)
        return status;
    if (found)
        items_family_clear(&family);
    claim_tell(&job->finding, NULL, found ? CLAIM_FAILS : CLAIM_HOLDS, CLAIM_MUTE,
               "this stream can be ended in %d steps", BOUND);
    status = find_family(job, words, BOUND + 1, &family, &found, failure);
    if (status)
        return status;
    if (found) {
        status = keep_eight(job, &family, "figure-2-items.cert", BOUND + 1, counts, failure);
        items_family_clear(&family);
    }
    claim_tell(&job->finding, NULL, found ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
               "it can't in %d steps", BOUND + 1);
    fprintf(job->table, "by time %d: D1 processor %d items, receive-only processor %d\n", EARLY,
            counts[8], counts[9]);
    claim_tell(&job->finding, NULL, counts[8] == 3 && counts[9] == 1 ? CLAIM_HOLDS : CLAIM_FAILS,
               CLAIM_MUTE, "by time %d the D1 processor has %d items, the receive-only one %d",
               EARLY, counts[8], counts[9]);
    return status;
}

enum status try_eight_items(struct claim_job *job, struct failure *failure) {
    struct schedule words;
    enum status status = printed_words(&words, failure);
    if (status)
        return status;
    status = try_one_more(job, &words, failure);
    schedule_clear(&words);
    return status;
}

/* All stationary schedules; in each pass those whose longest word has so many letters. */
struct remark {
    struct claim_job *job;
    size_t longest;
    int met;
    struct failure *failure;
    enum status status;
};

/* Whether one of the words has just these values. */
static bool has_word(const struct schedule *schedule, const int *values, size_t length) {
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *word = &schedule->words[i];
        bool equal = word->length == length;
        for (size_t p = 0; equal && p < length; p++)
            equal = word->values[p] == values[p];
        if (equal)
            return true;
    }
    return false;
}

static void describe_words(const struct schedule *schedule, char *text, size_t room) {
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < schedule->word_count; i++)
        for (size_t p = 0; p < schedule->words[i].length; p++) {
            int value = schedule->words[i].values[p];
            used += (size_t)snprintf(text + used, room - used, "%s%c", p || !i ? "" : ", ",
                                     (value < LATENCY ? 'a' : 'A') + value);
            if (value >= LATENCY)
                used += (size_t)snprintf(text + used, room - used, "%d", value - LATENCY + 1);
        }
}

static enum status try_stream(struct remark *remark, const struct schedule *schedule,
                              struct failure *failure) {
    static const int h[] = {7, 0, 2, 0, 1}, e[] = {4, 0}, always[] = {3};
    struct claim_job *job = remark->job;
    struct items_family family;
    char name[40], text[120];
    int counts[PROCESSORS + 1] = {0};
    bool found;
    enum status status = find_family(job, schedule, BOUND, &family, &found, failure);
    if (status)
        return status;
    if (found) {
        snprintf(name, sizeof name, "stream-%d.cert", ++remark->met);
        status = keep_eight(job, &family, name, BOUND, counts, failure);
        items_family_clear(&family);
    }
    describe_words(schedule, text, sizeof text);
    fprintf(job->table, "%-26s %s\n", text, found ? "ends with the bound" : "has no such end");
    bool one = has_word(schedule, always, 1);
    bool printed = has_word(schedule, h, 5) && has_word(schedule, e, 2);
    enum claim_truth truth = found == !one ? CLAIM_HOLDS : CLAIM_FAILS;
    claim_tell(&job->finding, NULL, printed ? truth : CLAIM_MUTE, truth,
               "the words %s: eight items in %d steps", text, BOUND);
    return status;
}

static bool take_stream(void *context, const struct schedule *schedule) {
    struct remark *remark = context;
    size_t longest = 0;
    for (size_t i = 0; i < schedule->word_count; i++)
        if (schedule->words[i].length > longest)
            longest = schedule->words[i].length;
    if (longest == remark->longest)
        remark->status = try_stream(remark, schedule, remark->failure);
    return !remark->status;
}

enum status try_endgame_remark(struct claim_job *job, struct failure *failure) {
    struct remark remark = {.job = job, .failure = failure};
    enum status status = STATUS_OK;
    for (size_t longest = 1; longest <= PROCESSORS && !status; longest++) {
        enum stationary_end end;
        remark.longest = longest;
        status = stationary_all(LATENCY, DEPTH, PROCESSORS, &job->limits, take_stream, &remark,
                                &end, failure);
        if (remark.status)
            return remark.status;
    }
    return status;
}
