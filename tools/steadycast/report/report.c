/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/report.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/sweep/sweep_folder.h"

void report_clear(struct report *report) {
    for (size_t i = 0; i < report->faults_listed; i++)
        free(report->faults[i]);
    FREE_ALL(report->faults, report->written, report->by_question, report->suspect);
    answers_clear(&report->answers);
    campaign_clear(&report->campaign);
}

const struct case_result *report_result(const struct report *report, size_t number) {
    return answers_has(&report->answers, number) ? &report->answers.last[number] : NULL;
}

enum status report_certificate_load(const struct report *report, size_t number,
                                    struct certificate_input *input, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    const char *file = report_result(report, number)->certificates[0].file;
    TRY(campaign_folder_certificate(report->folder, file, path, failure));
    return certificate_load(input, path, failure);
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

/* Does the first result say more on the side that a schedule shows? */
static bool shows_more(const struct question *question, const struct case_result *a,
                       const struct case_result *b) {
    bool lower = question_shows_lower(question);
    const char *one = lower ? a->lower : a->upper, *other = lower ? b->lower : b->upper;
    if (!one || !other)
        return one && !other;
    int order = report_compare_decimals(one, other);
    return lower ? order > 0 : order < 0;
}

/* The best one, and the first of equals: a case that has a schedule names it first. */
static void choose_shown(const struct report *report, struct report_group *group, size_t number) {
    const struct case_result *result = report_result(report, number);
    if (!result->certificate_count || report->suspect[number])
        return;
    if (group->shown == REPORT_NONE || shows_more(&report->campaign.cases[number].question, result,
                                                  report_result(report, group->shown)))
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
        return failure_input(failure, "%s: %s", from, strerror(errno));
    if (!realpath(folder, target))
        return failure_input(failure, "%s: %s", folder, strerror(errno));
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
        return failure_input(failure, "the name of %s is too long", folder);
    markup_address(path, prefix);
    return STATUS_OK;
}

/* Reading the folder: cases, answers, and whether its certificates are those of the answers. */

/* Counts all, keeps the first ones. Without memory a fault is counted only. */
static void add_fault(void *context, const char *what) {
    struct report *report = context;
    report->fault_count++;
    if (report->faults_listed == REPORT_MOST_FAULTS)
        return;
    if (!report->faults)
        report->faults = memory_new(REPORT_MOST_FAULTS, sizeof *report->faults);
    char *copy = strdup(what);
    if (!report->faults || !copy)
        free(copy);
    else
        report->faults[report->faults_listed++] = copy;
}

static int by_number(const void *left, const void *right) {
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return (a > b) - (a < b);
}

struct sorted {
    const struct campaign_case *asked;
    size_t number;
};

static int by_question(const void *left, const void *right) {
    const struct sorted *a = left, *b = right;
    int order = question_compare(&a->asked->question, &b->asked->question);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static enum status sort_cases(struct report *report, struct failure *failure) {
    size_t count = report->count;
    FREED struct sorted *sorted = memory_new(count, sizeof *sorted);
    report->by_question = memory_new(count, sizeof *report->by_question);
    TRY(memory_check(sorted && report->by_question, failure, "the cases"));
    qsort(report->written, count, sizeof *report->written, by_number);
    for (size_t i = 0; i < count; i++)
        sorted[i] =
            (struct sorted){&report->campaign.cases[report->written[i]], report->written[i]};
    qsort(sorted, count, sizeof *sorted, by_question);
    for (size_t i = 0; i < count; i++)
        report->by_question[i] = sorted[i].number;
    return STATUS_OK;
}

/* The first certificate of the case that is not as it should be, reported in `failure`. */
static bool is_changed(const struct report *report, const struct answers *answers, size_t number,
                       struct failure *failure) {
    if (!answers_has(answers, number))
        return false;
    for (int i = 0; i < answers->last[number].certificate_count; i++)
        if (!answers->last[number].certificates[i].dropped &&
            certificate_file_check(report->folder, &answers->last[number], i, failure))
            return true;
    return false;
}

/* Marks those whose certificates are not as `answers` say, of those that are marked already. */
static size_t mark(struct report *report, const struct answers *answers) {
    size_t marked = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : marked)
    for (size_t i = 0; i < report->count; i++) {
        size_t number = report->written[i];
        struct failure why;
        report->suspect[number] =
            report->suspect[number] && is_changed(report, answers, number, &why);
        marked += report->suspect[number];
    }
    return marked;
}

static void remark_changed(struct report *report) {
    for (size_t i = 0; i < report->count; i++) {
        struct failure why = {0};
        if (!report->suspect[report->written[i]])
            continue;
        if (!is_changed(report, &report->answers, report->written[i], &why))
            snprintf(why.message, sizeof why.message, "%s",
                     report->answers.last[report->written[i]].name);
        add_fault(report, why.message);
    }
}

static enum status check_certificates(struct report *report, struct failure *failure) {
    report->suspect = memory_new(report->campaign.count, sizeof *report->suspect);
    TRY(memory_check(report->suspect, failure, "the cases"));
    for (size_t i = 0; i < report->count; i++)
        report->suspect[report->written[i]] = true;
    if (mark(report, &report->answers) == 0)
        return STATUS_OK;
    struct answers later;
    CLEANUP(campaign_clear) struct campaign campaign = {0};
    struct campaign_shard shard;
    TRY(answers_load(report->folder, report->answers.put_away, &campaign, &shard, &later, NULL,
                     NULL, failure));
    if (campaign.count == report->campaign.count)
        mark(report, &later);
    answers_clear(&later);
    remark_changed(report);
    return STATUS_OK;
}

enum status report_load(struct report *report, const char *folder, bool results,
                        struct failure *failure) {
    *report = (struct report){.folder = folder};
    TRY(answers_load(folder, results, &report->campaign, &report->shard, &report->answers,
                     add_fault, report, failure));
    TRY(campaign_order_cases(&report->campaign, &report->shard, &report->written, &report->count,
                             failure));
    TRY(sort_cases(report, failure));
    return check_certificates(report, failure);
}
