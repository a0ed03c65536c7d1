/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed.h"
#include "tools/steadycast/sweep/case_answer.h"

/* What is only unknown has nothing to be confirmed. */
static bool has_answer(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side) {
    if (!subject_form(asked->question.subject)->is_decision)
        return result->verdict == OUTCOME_SETTLED || result->verdict == OUTCOME_INTERVAL;
    return result->verdict == (side == SIDE_SCHEDULE ? OUTCOME_FEASIBLE : OUTCOME_INFEASIBLE);
}

bool case_confirmed(const struct campaign_case *asked, const struct case_result *result, int i,
                    const char *fields) {
    if (i < 0 || i >= result->certificate_count)
        return false;
    const struct subject_form *form = subject_form(asked->question.subject);
    enum case_side side = result->certificates[i].side;
    bool schedule = side == SIDE_SCHEDULE;
    const char *bound = schedule != form->upper_by_bound ? result->upper : result->lower;
    if (side == SIDE_NONE || !has_answer(asked, result, side) || (!form->is_decision && !bound))
        return false;
    return schedule ? confirmed_schedule(fields, &asked->question, bound)
                    : confirmed_bound(fields, &asked->question, bound);
}
