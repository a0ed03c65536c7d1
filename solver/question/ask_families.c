/* SPDX-License-Identifier: MIT */
/* One certificate for infinitely many questions: all depths, all numbers of processors, all numbers
 * of items. That no family is found proves nothing. */
#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/question/decide/paper.h"
#include "solver/question/details.h"
#include "solver/question/engines.h"
#include "solver/stream/construction/port_family.h"
#include "solver/stream/construction/pruned_family.h"
#include "solver/stream/logp/logp_family.h"

enum { PAPER_NODES = 2000000, PAPER_FACTOR = 5 /* windows from T = L to this times L */ };

static const char no_family[] = "no family was found";

static int number(const struct question *question, enum key key) {
    return (int)question_number(question, key);
}

/* The answer is yes, by a family that is taken over. */
static enum status report_family(struct outcome *outcome, struct evidence family, size_t size,
                                 void (*clear)(void *), struct failure *failure) {
    outcome->verdict = VERDICT_FEASIBLE;
    outcome->schedule = family;
    return evidence_keep(&outcome->schedule, size, clear, failure);
}

EVIDENCE_CLEAR(clear_depths, family_clear)
EVIDENCE_CLEAR(clear_processors, pruned_family_clear)
EVIDENCE_CLEAR(clear_streams, logp_family_clear)

static enum status give_depths(struct outcome *outcome, const struct family *family,
                               struct failure *failure) {
    int from = family->from, receive_only = family->receive_only;
    TRY(report_family(outcome, evidence_of_family(family), sizeof *family, clear_depths, failure));
    TRY(outcome_add_number(outcome, "from", from, failure));
    return outcome_add_number(outcome, "receive-only", receive_only, failure);
}

static enum status find_depths(int latency, int ports, const struct limits *limits,
                               struct outcome *outcome, struct failure *failure) {
    struct family family;
    bool found;
    TRY(ports > 1 ? port_family_find(&family, latency, ports, limits, &found, failure)
                  : family_find(&family, latency, limits, &found, failure));
    if (found)
        return give_depths(outcome, &family, failure);
    outcome_leave_open(outcome, no_family);
    return STATUS_OK;
}

static enum status find_processors(int latency, const struct limits *limits,
                                   struct outcome *outcome, struct failure *failure) {
    struct pruned_family family;
    TRY(pruned_family_find(&family, latency, limits, failure));
    TRY(report_family(outcome, evidence_of_pruned_family(&family), sizeof family, clear_processors,
                      failure));
    return outcome_add_number(outcome, "from", family.from, failure);
}

static enum status ask_construction(const struct engine_call *call, struct failure *failure) {
    int latency = number(call->question, KEY_LATENCY),
        ports = question_machine(call->question).ports;
    long of = question_number(call->question, KEY_OF);
    if (latency == 2 && ports == 1) {
        outcome_leave_open(call->outcome, "L = 2 has no block-cyclic schedule for t >= 4");
        return STATUS_OK;
    }
    if (of == OF_PROCESSORS)
        return find_processors(latency, call->limits, call->outcome, failure);
    return find_depths(latency, ports, call->limits, call->outcome, failure);
}

/* --- with nothing but the words of the paper's Lemma 3.1, and the letter b left over --- */

static enum status find_base_case(struct family *family, int depth, bool root_ball,
                                  struct schedule *schedule, struct outcome *outcome, bool *found,
                                  struct failure *failure) {
    struct paper_result result;
    struct paper_question question = {.latency = family->latency,
                                      .depth = depth,
                                      .receive_only = family->receive_only,
                                      .root_ball = root_ball,
                                      .most_nodes = PAPER_NODES};
    schedule_init_blocks(schedule, family->latency, depth);
    TRY(paper_find(&question, &result, schedule, failure));
    *found = result.found;
    outcome->nodes += result.nodes;
    if (!*found)
        schedule_clear(schedule);
    return STATUS_OK;
}

/* The instances from..from+L-1, where the one before `from` has none; the last one's root is to be
 * a ball. *next: where to go on if one is missing; 0: none is. */
static enum status find_window(struct family *family, const struct limits *limits,
                               struct outcome *outcome, int *next, struct failure *failure) {
    bool found = true;
    for (int i = 0; i < family->latency && found; i++) {
        *next = family->from + (i < family->latency - 1 ? i : 0) + 1;
        TRY(limits_check(limits, failure));
        TRY(find_base_case(family, family->from + i, i == family->latency - 1, &family->window[i],
                           outcome, &found, failure));
    }
    if (found)
        *next = 0;
    return STATUS_OK;
}

static void drop_window(struct family *family) {
    for (int i = 0; i < family->latency; i++) {
        schedule_clear(&family->window[i]);
        schedule_init_blocks(&family->window[i], family->latency, 0);
    }
}

static enum status ask_paper(const struct engine_call *call, struct failure *failure) {
    int latency = number(call->question, KEY_LATENCY), next = latency;
    if (latency < 3 || question_number(call->question, KEY_OF) != OF_DEPTHS)
        return failure_limit(failure, "the paper's base cases are for L > 2 and all depths");
    CLEANUP(family_clear)
    struct family family = {.latency = latency,
                            .ports = 1,
                            .receive_only = 1,
                            .window = memory_new((size_t)latency, sizeof *family.window)};
    TRY(memory_check(family.window, failure, "a family"));
    while (next && next <= PAPER_FACTOR * latency) {
        drop_window(&family);
        family.from = next;
        TRY(find_window(&family, call->limits, call->outcome, &next, failure));
    }
    if (!next) {
        const struct family found = TAKE(family);
        return give_depths(call->outcome, &found, failure);
    }
    outcome_leave_open(call->outcome, "the words of Lemma 3.1 are not all words");
    return STATUS_OK;
}

/* --- on a LogP machine --- */

static enum status ask_streams(const struct engine_call *call, struct failure *failure) {
    const struct machine machine = question_machine(call->question);
    struct logp_family family;
    bool found;
    TRY(logp_family_find(&family, &machine.logp, call->limits, &found, failure));
    if (!found) {
        outcome_leave_open(call->outcome, no_family);
        return STATUS_OK;
    }
    TRY(report_family(call->outcome, evidence_of_logp_family(&family), sizeof family, clear_streams,
                      failure));
    TRY(outcome_add_number(call->outcome, "from", family.from, failure));
    return outcome_add_number(call->outcome, "window", family.window, failure);
}

/* --- all numbers of items --- */

static void items_endgame_clear(void *detail) {
    items_plans_free(((struct items_endgame *)detail)->plans);
}

static enum status ask_endgame(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    CLEANUP(items_endgame_clear) struct items_endgame found = {.plans = items_plans_new()};
    TRY(memory_check(found.plans, failure, "plans"));
    BIG(processors);
    question_big(call->question, KEY_PROCESSORS, processors);
    mpz_sub_ui(processors, processors, 1);
    TRY(items_plans_endgame(found.plans, number(call->question, KEY_LATENCY), processors,
                            call->limits, &found.every, failure));
    if (!found.every) {
        outcome_leave_open(outcome, no_family);
        return STATUS_OK;
    }
    outcome->verdict = VERDICT_FEASIBLE;
    outcome->schedule = evidence_of_every_items(found.every);
    const struct every_items_time time = every_items_time(found.every);
    const struct items_endgame kept = TAKE(found);
    TRY(outcome_give_detail(outcome, &kept, sizeof kept, items_endgame_clear, failure));
    TRY(outcome_add_number(outcome, "from", time.first, failure));
    TRY(outcome_add_number(outcome, "late", time.late, failure));
    return outcome_add_text(outcome, "sends", time.single ? "single" : "any", failure);
}

static bool is_of_items(const struct question *question) {
    return question_number(question, KEY_OF) == OF_ITEMS;
}

static bool is_of_streams(const struct question *question) {
    return !is_of_items(question);
}

static bool is_of_depths(const struct question *question) {
    return question_number(question, KEY_OF) == OF_DEPTHS;
}

/* Their messages may wait as long as they like. */
static bool is_of_free_streams(const struct question *question) {
    return is_of_depths(question) && question_number(question, KEY_CAPACITY) == CAPACITY_NONE;
}

const struct engine family_engines[] = {
    {MACHINE_POSTAL, "construction", ENGINE_SAYS_YES, 0, ask_construction, 0, NULL, is_of_streams,
     "a base window and the union rule"},
    {MACHINE_PORTS, "construction", ENGINE_SAYS_YES, 0, ask_construction, 0, NULL, is_of_depths,
     "a window of whole trees whose roots take the same leaves from one depth to the next"},
    {MACHINE_POSTAL, "paper", ENGINE_SAYS_YES, ENGINE_SINGLE_OUT, ask_paper, 0, NULL, is_of_depths,
     "a window by the base-case algorithm of 1993, with the words of its Lemma 3.1"},
    {MACHINE_LOGP, "construction", ENGINE_SAYS_YES, 0, ask_streams, 0, NULL, is_of_free_streams,
     "blocks on whole trees of so many depths that a rule continues them; capacity none"},
    {MACHINE_POSTAL, "construction", ENGINE_SAYS_YES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES,
     ask_endgame, 0, NULL, is_of_items,
     "the endless stream and, by formulas, an endgame of its last items"},
    {.name = NULL}};
