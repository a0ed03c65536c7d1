#include "tools/steadycast/sweep/sweep_compare.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

struct entry {
    char question[CAMPAIGN_NAME_ROOM];
    const struct case_result *result;
};

static int by_question(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int order = strcmp(x->question, y->question);
    return order ? order : strcmp(x->result->name, y->result->name);
}

/* Is a > b? Both decimal. */
static bool is_more(const char *a, const char *b) {
    mpz_t x, y;
    bool good = mpz_init_set_str(x, a, 10) == 0;
    good = mpz_init_set_str(y, b, 10) == 0 && good;
    bool more = good && mpz_cmp(x, y) > 0;
    mpz_clear(x);
    mpz_clear(y);
    return more;
}

static bool is_above(const struct case_result *a, const struct case_result *b) {
    return a->lower && b->upper && is_more(a->lower, b->upper);
}

static bool contradict(const struct case_result *a, const struct case_result *b) {
    bool opposite = (a->verdict == CASE_FEASIBLE && b->verdict == CASE_INFEASIBLE) ||
                    (a->verdict == CASE_INFEASIBLE && b->verdict == CASE_FEASIBLE);
    return opposite || is_above(a, b) || is_above(b, a);
}

enum status sweep_compare(const struct journal *journal, sweep_contradiction *tell, void *context,
                          long *count, struct failure *failure) {
    const struct campaign *campaign = journal->campaign;
    struct entry *entries = memory_new(campaign->count, sizeof *entries);
    size_t used = 0;
    if (!entries)
        return failure_memory(failure, "the comparison of engines");
    for (size_t i = 0; i < campaign->count; i++)
        if (journal_has(journal, i)) {
            campaign_case_question(&campaign->cases[i], entries[used].question);
            entries[used++].result = &journal->last[i];
        }
    qsort(entries, used, sizeof *entries, by_question);
    *count = 0;
    for (size_t first = 0, i = 0; i < used; i++) {
        if (strcmp(entries[first].question, entries[i].question) != 0)
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
