/* SPDX-License-Identifier: MIT */
/* Cases that ended without a full answer, by why they did: each reason once, its cases below it. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"

struct open_case {
    size_t place; /* among the cases as they are written */
    size_t number;
    const struct case_result *result;
};

bool page_has_open(const struct report *report) {
    size_t counts[REPORT_STATES];
    page_count(report, counts);
    return counts[REPORT_OPEN] + counts[REPORT_FAILED] > 0;
}

static int compare_reasons(const struct open_case *a, const struct open_case *b) {
    if (a->result->cause != b->result->cause)
        return a->result->cause < b->result->cause ? -1 : 1;
    return strcmp(a->result->reason, b->result->reason);
}

static int by_reason(const void *left, const void *right) {
    const struct open_case *a = left, *b = right;
    int order = compare_reasons(a, b);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static size_t gather(struct open_case *cases, const struct report *report) {
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        enum report_state state = report_state_of(report, report->written[i]);
        if (state == REPORT_OPEN || state == REPORT_FAILED)
            cases[count++] = (struct open_case){i, report->written[i],
                                                report_result(report, report->written[i])};
    }
    qsort(cases, count, sizeof *cases, by_reason);
    return count;
}

/* One row, over all columns; `count` cases have it. */
static void print_reason(FILE *file, const struct case_result *result, size_t count) {
    markup_print(file, "<tr class=\"group\"><th colspan=\"5\"><b>%s</b>%s%s (%zu case%s",
                 case_cause_name(result->cause), *result->reason ? ": " : "", result->reason, count,
                 count == 1 ? "" : "s");
    if (count > REPORT_MOST_OF_A_REASON)
        fprintf(file, ", the first %d", REPORT_MOST_OF_A_REASON);
    fputs(")</th></tr>\n", file);
}

static void print_open_case(FILE *file, const struct report *report, const struct open_case *open) {
    page_case_name(file, report, open->number);
    page_case_answer(file, open->result);
    page_case_effort(file, open->result);
    fputs("</td></tr>\n", file);
}

/* How many cases have the reason of the first one. */
static size_t group_size(const struct open_case *cases, size_t count) {
    size_t size = 1;
    while (size < count && compare_reasons(cases, cases + size) == 0)
        size++;
    return size;
}

static void print_groups(FILE *file, const struct report *report, const struct open_case *cases,
                         size_t count) {
    size_t printed = 0;
    for (size_t at = 0, size; at < count && printed < REPORT_MOST_OPEN; at += size) {
        size = group_size(cases + at, count - at);
        print_reason(file, cases[at].result, size);
        for (size_t i = 0; i < size && i < REPORT_MOST_OF_A_REASON && printed < REPORT_MOST_OPEN;
             i++, printed++)
            print_open_case(file, report, &cases[at + i]);
    }
    page_table_end(file);
    if (printed < count)
        fprintf(file, "<p class=\"remark\">%zu of %zu cases are listed.</p>\n", printed, count);
}

enum status page_open_cases(FILE *file, const struct report *report, struct failure *failure) {
    if (!page_has_open(report))
        return STATUS_OK;
    struct open_case *cases = memory_new(report->count, sizeof *cases);
    if (!cases)
        return failure_memory(failure, "the open cases");
    fputs(
        "<section id=\"open\">\n<h2>Open cases</h2>\n<p>Cases that ended without a full answer, "
        "and why: a limit of time, memory or nodes, an engine that does not take the question or "
        "found nothing and proved nothing, or a process that ended (crash) or found a fault of its "
        "own (fault). Larger limits may answer them.</p>\n",
        file);
    page_table(file, "open cases", "case|known|seconds|nodes|attempt");
    print_groups(file, report, cases, gather(cases, report));
    fputs("</section>\n", file);
    free(cases);
    return STATUS_OK;
}
