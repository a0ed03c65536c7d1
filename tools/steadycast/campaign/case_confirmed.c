/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_answer.h"

/* What is only unknown has nothing to be confirmed. */
static bool has_answer(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    if (asked->question.subject == SUBJECT_DELAYS) /* one file confirms both sides */
        return result->verdict == VERDICT_SETTLED;
    if (!subject_is_decision(subject_form(asked->question.subject)))
        return result->verdict == VERDICT_SETTLED || result->verdict == VERDICT_INTERVAL;
    return result->verdict == (side == SIDE_SCHEDULE ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
}

const char *case_bound(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    bool upper =
        (side == SIDE_SCHEDULE) != subject_shows_lower(subject_form(asked->question.subject));
    return upper ? result->upper : result->lower;
}

enum status case_confirmation_open(const struct campaign_case *asked,
                                   const struct case_result *result, int i,
                                   struct confirmation *confirmation, struct failure *failure) {
    enum case_side side = result->certificates[i].side;
    const char *bound = case_bound(asked, result, side);
    bool number = !subject_is_decision(subject_form(asked->question.subject));
    enum status status = confirmation_open(confirmation, &asked->question, side == SIDE_SCHEDULE,
                                           number ? bound : NULL, failure);
    if (!status)
        confirmation->wrong =
            side == SIDE_NONE || !has_answer(asked, result, side) || (number && !bound);
    return status;
}
