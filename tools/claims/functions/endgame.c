/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.3, the end: eight items in the running example, L = 3, P-1 = 9. The
 * bound of Theorem 3.1 is 15 steps; in the steps 10..15 a processor receives six items, so it needs
 * k* = 2 by time 9. The stream carries the first six items, and the last two come by whatever ways
 * are left: an endgame, which a formula finds (solver/items/endgame). */
#include <stdlib.h>

#include "automata/numbers.h"
#include "solver/items/endgame/endgame_formula.h"
#include "solver/items/items_family.h"
#include "solver/model/certificates.h"
#include "solver/proof/sat/formula.h"
#include "solver/stream/stationary/search.h"
#include "tools/claims/functions/functions.h"

enum { LATENCY = 3, DEPTH = 7, PROCESSORS = 9, ITEMS = 8, STARS = 2, BOUND = 15 };
enum { EARLY = BOUND - ITEMS + STARS }; /* 9 */

/* The last M items in the steps that the rows have free. *found: the messages are added. */
static enum status fill_rows(struct claim_call *call, const struct endgame_rows *rows, bool *found,
                             struct message_array *messages, struct failure *failure) {
    CLEANUP(endgame_formula_clear) struct endgame_formula formula = {0};
    CLEANUP(endgame_choice_clear) struct endgame_choice choice = {0};
    enum verdict end = VERDICT_INFEASIBLE;
    FREED bool *model = NULL;
    uint64_t decisions = 0;
    TRY(endgame_formula_init(&formula, rows, failure));
    TRY(find_model(&formula.formula, &call->job->limits, &end, &model, &decisions, failure));
    *found = end == VERDICT_FEASIBLE;
    if (!*found)
        return STATUS_OK;
    TRY(endgame_choice_init(&choice, rows, failure));
    endgame_formula_decode(&formula, model, &choice);
    return endgame_choice_messages(&choice, messages, failure);
}

/* The stream with these words, all but the last two items of which are kept. */
static enum status begin_family(struct items_family *family, const struct schedule *words,
                                int finish, struct failure *failure) {
    items_family_init(family, LATENCY, DEPTH);
    family->endgame = STARS;
    family->finish = finish - ITEMS + STARS;
    for (size_t i = 0; i < words->word_count; i++)
        TRY(schedule_add_word(&family->words, words->words[i].count, words->words[i].values,
                              words->words[i].sends, words->words[i].length, failure));
    return STATUS_OK;
}

/* *found: `family`, which the caller clears, holds a stream with these words and an endgame with
 * which eight items take `finish` steps, checked; else there is no such endgame. */
static enum status find_family(struct claim_call *call, const struct schedule *words, int finish,
                               struct items_family *family, bool *found, struct failure *failure) {
    CLEANUP(endgame_rows_clear) struct endgame_rows rows = {0};
    *found = false;
    TRY(begin_family(family, words, finish, failure));
    TRY(endgame_rows_init(&rows, &family->words, family->endgame, family->finish, failure));
    TRY(fill_rows(call, &rows, found, &family->messages, failure));
    return *found ? items_family_finish(family, NULL, failure) : STATUS_OK;
}

/* Items that each processor has by time 9. */
static enum status count_early(void *context, const struct message *m, struct failure *failure) {
    int *counts = context;
    (void)failure;
    counts[m->to] += m->time + LATENCY <= EARLY;
    return STATUS_OK;
}

static enum status put_eight(struct claim_call *call, const struct items_family *family,
                             int *counts, struct failure *failure) {
    struct items_message_source *source;
    struct message_list list;
    TRY(items_family_list(family, ITEMS, &source, &list, failure));
    enum status status = claim_call_put(call, evidence_of_messages(&list), failure);
    if (!status)
        status = message_list_each(&list, count_early, counts, NULL, failure);
    items_message_source_free(source);
    return status;
}

/* Rows are 1..5 for H5, 6 and 7 for E2, 8 for D1, and 9, the receive-only processor. */
static enum status end_words(struct claim_call *call, const struct schedule *words, int finish,
                             struct failure *failure) {
    CLEANUP(items_family_clear) struct items_family family = {0};
    int counts[PROCESSORS + 1] = {0};
    bool found;
    TRY(find_family(call, words, finish, &family, &found, failure));
    if (!found)
        return STATUS_OK;
    enum status status = put_eight(call, &family, counts, failure);
    call->give[0] = 1;
    call->give[4] = counts[8];
    call->give[5] = counts[9];
    return status;
}

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

/* All stationary schedules; in each pass those whose longest word has so many letters. */
struct streams {
    struct claim_call *call;
    size_t longest;
    long count; /* so far; the one of the call's number is ended */
    struct failure *failure;
    enum status status;
};

static enum status see_stream(struct streams *streams, const struct schedule *schedule) {
    static const int h[] = {7, 0, 2, 0, 1}, e[] = {4, 0}, always[] = {3};
    struct claim_call *call = streams->call;
    if (++streams->count != call->a[0])
        return STATUS_OK;
    enum status status = end_words(call, schedule, (int)call->a[1], streams->failure);
    describe_words(schedule, call->text, sizeof call->text);
    call->give[1] = has_word(schedule, always, 1);
    call->give[2] = has_word(schedule, h, 5) && has_word(schedule, e, 2);
    return status;
}

static bool take_stream(void *context, const struct schedule *schedule) {
    struct streams *streams = context;
    size_t longest = 0;
    for (size_t i = 0; i < schedule->word_count; i++)
        if (schedule->words[i].length > longest)
            longest = schedule->words[i].length;
    if (longest == streams->longest)
        streams->status = see_stream(streams, schedule);
    return !streams->status;
}

static enum status stream(struct claim_call *call, struct failure *failure) {
    struct streams streams = {.call = call, .failure = failure};
    enum status status = STATUS_OK;
    for (size_t longest = 1; longest <= PROCESSORS && !status; longest++) {
        enum verdict end;
        streams.longest = longest;
        status = stationary_all(LATENCY, DEPTH, PROCESSORS, &call->job->limits, take_stream,
                                &streams, &end, failure);
        status = streams.status ? streams.status : status;
    }
    call->give[3] = streams.count;
    return status;
}

const struct claim_function endgame_functions[] = {
    {"stationary_stream", "i=0..100000 finish=15..20",
     "found always printed count early_always early_only",
     "the i-th of all `count` stationary schedules: can eight items end in so many steps? Does D1 "
     "come to one processor always, has it the printed words; if so, items that the D1 and the "
     "receive-only processor have by time 9. {text}: its words",
     stream, 0},
    {.name = NULL}};
