/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/report.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"

void report_clear(struct report *report) {
    for (size_t i = 0; i < report->faults_listed; i++)
        free(report->faults[i]);
    free(report->faults);
    free(report->written);
    free(report->by_question);
    free(report->suspect);
    answers_clear(&report->answers);
    campaign_clear(&report->campaign);
}

const struct case_result *report_result(const struct report *report, size_t number) {
    return answers_has(&report->answers, number) ? &report->answers.last[number] : NULL;
}

enum report_state report_state_of(const struct report *report, size_t number) {
    const struct case_result *result = report_result(report, number);
    if (!result)
        return REPORT_UNTRIED;
    if (!verdict_is_open(result->verdict))
        return REPORT_ANSWERED;
    return case_result_is_failed(result) ? REPORT_FAILED : REPORT_OPEN;
}

int report_compare_decimals(const char *a, const char *b) {
    size_t left = strlen(a), right = strlen(b);
    if (left != right)
        return left < right ? -1 : 1;
    int order = strcmp(a, b);
    return (order > 0) - (order < 0);
}

const char *report_number(char text[REPORT_NUMBER_ROOM], const char *decimal) {
    size_t length = decimal ? strlen(decimal) : 0;
    if (!decimal)
        snprintf(text, REPORT_NUMBER_ROOM, "?");
    else if (length <= 24)
        snprintf(text, REPORT_NUMBER_ROOM, "%s", decimal);
    else
        snprintf(text, REPORT_NUMBER_ROOM, "%.10s.. (%zu digits)", decimal, length);
    return text;
}

const char *report_bounds(char text[2 * REPORT_NUMBER_ROOM], const char *lower, const char *upper) {
    char low[REPORT_NUMBER_ROOM], high[REPORT_NUMBER_ROOM];
    report_number(low, lower);
    report_number(high, upper);
    if (lower && upper && strcmp(lower, upper) == 0)
        snprintf(text, 2 * REPORT_NUMBER_ROOM, "%s", low);
    else
        snprintf(text, 2 * REPORT_NUMBER_ROOM, "%.50s .. %.50s", low, high);
    return text;
}

const struct campaign_case *report_asked(const struct report *report,
                                         const struct report_group *group) {
    return &report->campaign.cases[report->by_question[group->first]];
}

static void add_bounds(struct report_group *group, const struct case_result *result) {
    if (result->lower &&
        (!group->lower || report_compare_decimals(result->lower, group->lower) > 0))
        group->lower = result->lower;
    if (result->upper &&
        (!group->upper || report_compare_decimals(result->upper, group->upper) < 0))
        group->upper = result->upper;
}

/* The first one, which is as good as any: a case that has a schedule names it first. */
static void choose_shown(const struct report *report, struct report_group *group, size_t number) {
    const struct case_result *result = report_result(report, number);
    if (!result->certificate_count || report->suspect[number])
        return;
    if (group->shown == REPORT_NONE)
        group->shown = number;
}

static void add_case(const struct report *report, struct report_group *group, size_t number) {
    const struct case_result *result = report_result(report, number);
    if (!result) {
        group->untried++;
        return;
    }
    group->feasible += result->verdict == VERDICT_FEASIBLE;
    group->infeasible += result->verdict == VERDICT_INFEASIBLE;
    group->settled += result->verdict == VERDICT_SETTLED;
    group->unknown += verdict_is_open(result->verdict);
    add_bounds(group, result);
    choose_shown(report, group, number);
}

struct report_group report_group_at(const struct report *report, size_t first) {
    struct report_group group = {.first = first, .end = first, .shown = REPORT_NONE};
    const struct campaign_case *asked = report_asked(report, &group);
    while (group.end < report->count &&
           question_compare(&asked->question,
                            &report->campaign.cases[report->by_question[group.end]].question) == 0)
        add_case(report, &group, report->by_question[group.end++]);
    group.contradiction =
        (group.feasible && group.infeasible) ||
        (group.lower && group.upper && report_compare_decimals(group.lower, group.upper) > 0);
    return group;
}

void report_certificate_link(const char *prefix, const struct case_result *result, int i,
                             char link[REPORT_LINK_ROOM]) {
    const char *file = result->certificates[i].file;
    *link = 0;
    if (strlen(file) > CAMPAIGN_PATH_ROOM)
        return;
    int length = snprintf(link, REPORT_LINK_ROOM, "%scertificates/", prefix);
    if (length < 0 || (size_t)length + 3 * strlen(file) + 1 > REPORT_LINK_ROOM)
        *link = 0;
    else
        markup_address(file, link + length);
}

enum status report_prefix(const char *from, const char *folder, char prefix[REPORT_LINK_ROOM],
                          struct failure *failure) {
    char start[PATH_MAX], target[PATH_MAX], path[3 * PATH_MAX];
    size_t common = 0, length = 0;
    if (!realpath(from, start))
        return failure_set(failure, STATUS_INPUT, "%s: %s", from, strerror(errno));
    if (!realpath(folder, target))
        return failure_set(failure, STATUS_INPUT, "%s: %s", folder, strerror(errno));
    /* What both begin with, up to a slash or the end of both. */
    for (size_t i = 0;; i++) {
        bool ends = !start[i] || start[i] == '/', same = !target[i] || target[i] == '/';
        if (ends && same)
            common = i;
        if (start[i] != target[i] || !start[i])
            break;
    }
    for (const char *at = start + common; *at; at++)
        if (*at == '/' && at[1])
            length += (size_t)snprintf(path + length, sizeof path - length, "../");
    const char *rest = target + common;
    rest += *rest == '/';
    snprintf(path + length, sizeof path - length, "%s%s", rest, *rest ? "/" : "");
    if (3 * strlen(path) + 1 > REPORT_LINK_ROOM)
        return failure_set(failure, STATUS_INPUT, "the name of %s is too long", folder);
    markup_address(path, prefix);
    return STATUS_OK;
}
