/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_compare.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

struct entry {
    const struct question *question;
    const struct case_result *result;
};

static int by_question(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int order = question_compare(x->question, y->question);
    return order ? order : strcmp(x->result->name, y->result->name);
}

static bool contradict(const struct case_result *a, const struct case_result *b) {
    struct outcome left = {
        .verdict = a->verdict, .lower = a->lower, .upper = a->upper, .by = a->by};
    struct outcome right = {
        .verdict = b->verdict, .lower = b->lower, .upper = b->upper, .by = b->by};
    char why[ENGINES_WHY_ROOM];
    return outcomes_disagree(&left, &right, why);
}

enum status sweep_compare(const struct answers *answers, sweep_contradiction *tell, void *context,
                          long *count, struct failure *failure) {
    const struct campaign *campaign = answers->campaign;
    struct entry *entries = memory_new(campaign->count, sizeof *entries);
    size_t used = 0;
    if (!entries)
        return failure_memory(failure, "the comparison of engines");
    for (size_t i = 0; i < campaign->count; i++)
        if (answers_has(answers, i)) {
            entries[used++] = (struct entry){&campaign->cases[i].question, &answers->last[i]};
        }
    qsort(entries, used, sizeof *entries, by_question);
    *count = 0;
    for (size_t first = 0, i = 0; i < used; i++) {
        if (question_compare(entries[first].question, entries[i].question) != 0)
            first = i;
        for (size_t j = first; j < i; j++)
            if (contradict(entries[j].result, entries[i].result)) {
                ++*count;
                tell(context, entries[j].result, entries[i].result);
            }
    }
    free(entries);
    return STATUS_OK;
}
