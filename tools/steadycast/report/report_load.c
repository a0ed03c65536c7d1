/* SPDX-License-Identifier: MIT */
/* Reading the folder: cases, answers, and whether its certificates are those of the answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/report/report.h"
#include "tools/steadycast/sweep/certificate_files.h"

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
    struct sorted *sorted = memory_new(count, sizeof *sorted);
    report->by_question = memory_new(count, sizeof *report->by_question);
    if (!sorted || !report->by_question) {
        free(sorted);
        return failure_memory(failure, "the cases");
    }
    qsort(report->written, count, sizeof *report->written, by_number);
    for (size_t i = 0; i < count; i++)
        sorted[i] =
            (struct sorted){&report->campaign.cases[report->written[i]], report->written[i]};
    qsort(sorted, count, sizeof *sorted, by_question);
    for (size_t i = 0; i < count; i++)
        report->by_question[i] = sorted[i].number;
    free(sorted);
    return STATUS_OK;
}

/* The first certificate of the case that is not as it should be, told in `failure`. */
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

static void tell_changed(struct report *report) {
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
    if (!report->suspect)
        return failure_memory(failure, "the cases");
    for (size_t i = 0; i < report->count; i++)
        report->suspect[report->written[i]] = true;
    if (mark(report, &report->answers) == 0)
        return STATUS_OK;
    struct answers later;
    struct campaign campaign;
    struct campaign_shard shard;
    enum status status = answers_load(report->folder, report->answers.put_away, &campaign, &shard,
                                      &later, NULL, NULL, failure);
    if (status)
        return status;
    if (campaign.count == report->campaign.count)
        mark(report, &later);
    answers_clear(&later);
    campaign_clear(&campaign);
    tell_changed(report);
    return STATUS_OK;
}

enum status report_load(struct report *report, const char *folder, bool results,
                        struct failure *failure) {
    *report = (struct report){.folder = folder};
    enum status status = answers_load(folder, results, &report->campaign, &report->shard,
                                      &report->answers, add_fault, report, failure);
    if (status)
        return status;
    status = campaign_order_cases(&report->campaign, &report->shard, &report->written,
                                  &report->count, failure);
    if (!status)
        status = sort_cases(report, failure);
    if (!status)
        status = check_certificates(report, failure);
    if (status)
        report_clear(report);
    return status;
}
