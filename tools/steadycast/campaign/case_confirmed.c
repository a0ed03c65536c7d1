/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_answer.h"

/* What is only unknown has nothing to be confirmed. */
static bool has_answer(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    if (asked->question.subject == SUBJECT_DELAYS) /* one file confirms both sides */
        return result->verdict == OUTCOME_SETTLED;
    if (!subject_form(asked->question.subject)->is_decision)
        return result->verdict == OUTCOME_SETTLED || result->verdict == OUTCOME_INTERVAL;
    return result->verdict == (side == SIDE_SCHEDULE ? OUTCOME_FEASIBLE : OUTCOME_INFEASIBLE);
}

const char *case_bound(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    bool upper = (side == SIDE_SCHEDULE) != subject_form(asked->question.subject)->upper_by_bound;
    return upper ? result->upper : result->lower;
}

enum status case_confirmation_open(const struct campaign_case *asked,
                                   const struct case_result *result, int i,
                                   struct confirmation *confirmation, struct failure *failure) {
    enum case_side side = result->certificates[i].side;
    const char *bound = case_bound(asked, result, side);
    bool number = !subject_form(asked->question.subject)->is_decision;
    enum status status = confirmation_open(confirmation, &asked->question, side == SIDE_SCHEDULE,
                                           number ? bound : NULL, failure);
    if (!status)
        confirmation->wrong =
            side == SIDE_NONE || !has_answer(asked, result, side) || (number && !bound);
    return status;
}
