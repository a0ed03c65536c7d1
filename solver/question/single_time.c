/* SPDX-License-Identifier: MIT */
#include "solver/question/details.h"

#include <inttypes.h>

#include "automata/numbers.h"
#include "solver/collective/single/single_tree.h"
#include "solver/model/certificates.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/engines.h"
#include "solver/question/logp_items_time.h"

/* The tree must say what the bound says: it is counted in another way. */
static enum status find_tree(struct single_time *single, struct failure *failure) {
    TRY(single_tree_build(&single->machine, (int)mpz_get_ui(single->processors), &single->tree,
                          failure));
    single->has_tree = true;
    if (single_tree_time(&single->tree) != single->time ||
        mpz_cmp_si(single->sum, single_tree_sum(&single->tree)) != 0)
        return failure_internal(failure, "the tree ends at %d, and not at %" PRId64 " as the bound",
                                single_tree_time(&single->tree), single->time);
    return STATUS_OK;
}

static void single_time_clear(void *detail) {
    struct single_time *single = detail;
    single_tree_clear(&single->tree);
    mpz_clears(single->processors, single->sum, NULL);
}

/* Fills `single` (not initialised before); P = processors >= 1. Errors as reach_time
 * (bound/reach.h). */
static enum status single_time_find(const struct logp_machine *machine, mpz_srcptr processors,
                                    struct single_time *single, struct failure *failure) {
    CLEANUP(single_time_clear) struct single_time found = {.machine = *machine};
    mpz_init_set(found.processors, processors);
    mpz_init(found.sum);
    TRY(reach_time(machine, processors, &found.time, found.sum, failure));
    if (mpz_cmp_ui(processors, MESSAGES_MOST_PROCESSORS + 1) <= 0)
        TRY(find_tree(&found, failure));
    *single = TAKE(found);
    return STATUS_OK;
}

/* --- as engines --- */

/* At time T-1 fewer than P can know it. */
static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct single_time *single = body;
    (void)limits;
    return certificate_put_reach(output, &single->machine, single->time - 1, failure);
}

static enum status ask_tree(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    const struct machine machine = question_machine(call->question);
    CLEANUP(single_time_clear) struct single_time made = {0};
    BIG(processors);
    question_big(call->question, KEY_PROCESSORS, processors);
    TRY(single_time_find(&machine.logp, processors, &made, failure));
    if (!made.has_tree) { /* its schedule is that of a stream */
        TRY(logp_items_answer(call->question, false, call->limits, outcome, failure));
        return outcome_add_big(outcome, "sum", made.sum, failure);
    }
    const struct single_time found = TAKE(made);
    TRY(outcome_give_detail(outcome, &found, sizeof found, single_time_clear, failure));
    struct single_time *kept = outcome->detail;
    kept->list = single_tree_list(&kept->tree);
    outcome_give_messages(outcome, &kept->list);
    outcome->bound = outcome_evidence(outcome, "reach", put_bound);
    TRY(outcome_give_range(outcome, found.time, found.time, failure));
    return outcome_add_big(outcome, "sum", found.sum, failure);
}

/* Which the source sends as often as it likes. */
static bool is_one_item(const struct question *question) {
    return question_number(question, KEY_ITEMS) == 1 && question_number(question, KEY_SENDS) == 0;
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_LOGP };

const struct engine single_engines[] = {{MACHINES, "tree", ENGINE_DECIDES, 0, ask_tree, 0, NULL,
                                         is_one_item, "one item by the tree of the least labels"},
                                        {.name = NULL}};
