/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/letter.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/solve.h"

enum { SHOWN_CLASSES = 12, SHOWN_LETTERS = 60 };

/* Equal neighbours as one item, as in certificates. */
static void print_closed_word(const struct word_class *class, int period) {
    int shown = 0;
    gmp_printf("%Zd x", class->count);
    for (size_t p = 0, end; p < class->length; p = end) {
        for (end = p; end < class->length && class->values[end] == class->values[p]; end++)
            ;
        if (++shown > SHOWN_LETTERS) {
            printf(" ...");
            break;
        }
        printf(end - p > 1 ? " %d*%zu" : " %d", class->values[p], end - p);
    }
    size_t servers = class->length / (size_t)period;
    if (period > 1)
        printf("   (%zu processor%s)", servers, servers == 1 ? "" : "s");
    putchar('\n');
}

static void print_words(const struct schedule *schedule) {
    size_t shown = 0;
    if (schedule->period == 1)
        printf("stationary schedule");
    else
        printf("schedule of period %d", schedule->period);
    printf(", delay %d: values received, in turn\n", schedule->latency + schedule->depth);
    for (; shown < schedule->word_count && shown < SHOWN_CLASSES; shown++)
        print_closed_word(&schedule->words[shown], schedule->period);
    if (shown < schedule->word_count)
        printf("... and %zu more words (-o FILE holds them all)\n", schedule->word_count - shown);
}

static void print_block(const struct schedule *schedule, const struct block_class *class) {
    gmp_printf("%Zd x head %d, size %d", class->count, class->head, class->size);
    if (class->size > 1)
        printf(", leaves");
    int shown = 0;
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        if (++shown > SHOWN_LETTERS) {
            printf(" ...");
            break;
        }
        printf(range->last > range->first ? " %d-%d" : " %d", range->first, range->last);
        if (range->copies > 1)
            printf("*%d", range->copies);
    }
    putchar('\n');
}

static void print_blocks(const struct schedule *schedule) {
    size_t shown = 0;
    printf("block-cyclic schedule, delay %d: values of heads and leaves\n",
           schedule->latency + schedule->depth);
    for (; shown < schedule->block_count && shown < SHOWN_CLASSES; shown++)
        print_block(schedule, &schedule->blocks[shown]);
    if (shown < schedule->block_count)
        printf("... and %zu more kinds of blocks (-o FILE holds them all)\n",
               schedule->block_count - shown);
    printf("receive-only %d\n", schedule->receive_only);
}

static void print_bound(const struct prices *prices) {
    mpz_t bound;
    mpz_init(bound);
    prices_bound(prices, bound);
    gmp_printf("no schedule reaches more than %Zd processors\n", bound);
    mpz_clear(bound);
}

void solve_print_reason(const struct answer *answer) {
    char name[LETTER_NAME_SIZE];
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        (answer->schedule.word_count ? print_words : print_blocks)(&answer->schedule);
        break;
    case EVIDENCE_INDUCTION:
        letter_name(name, answer->family.receive_only, answer->latency);
        printf("by induction from t = %d..%d, receive-only %s\n", answer->family.from,
               answer->family.from + answer->family.latency - 1, name);
        break;
    case EVIDENCE_RESIDUES:
        printf("no letter can be left over: the sums of the letters do not fit the blocks\n");
        break;
    case EVIDENCE_TREE:
        printf("search exhausted\n");
        break;
    case EVIDENCE_CNF:
        printf("formula refuted\n");
        break;
    case EVIDENCE_PRICES:
        print_bound(&answer->prices);
        break;
    case EVIDENCE_PERIODIC:
        if (answer->periodic.roles == ROLES_BLOCKS)
            printf("formula for blocks on pruned trees refuted\n");
        else
            printf("formula for the period %d refuted\n", answer->periodic.period);
        break;
    case EVIDENCE_NONE:
        break;
    }
}

void solve_print_statistics(const struct answer *answer) {
    const struct walk_statistics *statistics = &answer->statistics;
    if (!statistics->inner) {
        printf("no statistics: the engine %s keeps none of this question\n", answer->engine);
        return;
    }
    if (statistics->placed != answer->nodes)
        printf("counted since the search was taken up: %" PRIu64 " of %" PRIu64 " nodes\n",
               statistics->placed, answer->nodes);
    printf("nodes with a slot to fill %" PRIu64 ", without an open letter %" PRIu64
           "\nletters placed %" PRIu64 ", fillings %" PRIu64 "\nletters pruned:",
           statistics->inner, statistics->leaves, statistics->placed, statistics->solutions);
    for (int rule = 0; rule < WALK_RULES; rule++)
        printf("%s %s %" PRIu64, rule ? "," : "", walk_rule_names[rule], statistics->pruned[rule]);
    printf("\n");
}

static void add_statistics(const struct answer *answer, json_t *object) {
    const struct walk_statistics *statistics = &answer->statistics;
    json_t *pruned = json_object();
    for (int rule = 0; rule < WALK_RULES && pruned; rule++)
        json_object_set_new(pruned, walk_rule_names[rule],
                            json_integer((json_int_t)statistics->pruned[rule]));
    json_object_set_new(
        object, "statistics",
        json_pack("{s:I, s:I, s:I, s:I, s:o}", "inner", (json_int_t)statistics->inner, "leaves",
                  (json_int_t)statistics->leaves, "placed", (json_int_t)statistics->placed,
                  "fillings", (json_int_t)statistics->solutions, "pruned", pruned));
}

/* As blocks repeat after one step, up to who is who, their period is 1. */
static void find_depth_and_period(const struct answer *answer, json_t **depth, json_t **period) {
    bool schedule = answer->evidence == EVIDENCE_SCHEDULE;
    bool blocks = answer->evidence == EVIDENCE_INDUCTION;
    *depth = schedule ? json_integer(answer->schedule.depth)
             : blocks ? json_integer(answer->depth)
                      : json_null();
    *period = schedule ? json_integer(answer->schedule.period)
              : blocks ? json_integer(1)
                       : json_null();
}

int solve_print_json(const struct arguments *arguments, const struct question *question,
                     const struct answer *answer, const char *path, double seconds) {
    static const enum outcome_verdict verdicts[] = {OUTCOME_UNKNOWN, OUTCOME_FEASIBLE,
                                                    OUTCOME_INFEASIBLE};
    const struct json_answer told = {.question = json_question(question),
                                     .verdict = verdicts[answer->verdict],
                                     .by = answer->engine,
                                     .reason = answer->reason,
                                     .nodes = answer->nodes,
                                     .seconds = seconds};
    json_t *depth, *period;
    find_depth_and_period(answer, &depth, &period);
    json_t *more = json_pack("{s:o, s:o, s:o}", "certificate",
                             json_any_text(answer->evidence == EVIDENCE_NONE ? NULL : path),
                             "found_depth", depth, "found_period", period);
    if (more && option(arguments, "statistics")->given)
        add_statistics(answer, more);
    return json_answer_print(&told, more, NULL) ? EXIT_INTERNAL : verb_exit_status(told.verdict);
}
