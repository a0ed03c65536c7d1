/* SPDX-License-Identifier: MIT */
/* The tables of the page: contradictions, what was slow, and all cases. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"

enum { MOST_SLOW = 10, MOST_RETRIED = 20, MOST_ENGINES = 16 };

void page_table(FILE *file, const char *label, const char *heads) {
    markup_print(
        file, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<tr>",
        label);
    while (*heads) {
        size_t length = strcspn(heads, "|");
        fprintf(file, "<th>%.*s</th>", (int)length, heads);
        heads += length + (heads[length] == '|');
    }
    fputs("</tr>\n", file);
}

void page_table_end(FILE *file) {
    fputs("</table></div>\n", file);
}

static void print_links(FILE *file, const struct report_page *page, size_t number) {
    char link[REPORT_LINK_ROOM];
    const struct case_result *result = report_result(page->report, number);
    if (page->report->suspect[number]) {
        fputs("changed, not linked", file);
        return;
    }
    for (int i = 0; i < result->certificate_count; i++) {
        if (result->certificates[i].dropped) {
            fprintf(file, "%stoo large to be kept", i ? ", " : "");
            continue;
        }
        report_certificate_link(page->prefix, result, i, link);
        fprintf(file, "%s<a href=\"%s\">%s</a>", i ? ", " : "", link,
                result->certificates[i].side == SIDE_SCHEDULE ? "schedule" : "proof");
    }
}

static void page_case_answer(FILE *file, const struct case_result *result) {
    char bounds[2 * REPORT_NUMBER_ROOM];
    if (result->lower || result->upper)
        markup_text(file, report_bounds(bounds, result->lower, result->upper));
    else
        markup_text(file, verdict_name(result->verdict));
}

static void page_case_name(FILE *file, const struct report *report, size_t number) {
    markup_print(file, "<tr><td class=\"name\">%s</td><td>", report->campaign.cases[number].name);
}

/* Without seconds and attempts where the folder is put away. */
static void page_case_effort(FILE *file, const struct case_result *result) {
    const char *cell = "</td><td class=\"n\">";
    fputs(cell, file);
    if (result->version)
        fprintf(file, "%.3f", result->seconds);
    fprintf(file, "%s%" PRIu64 "%s", cell, result->nodes, cell);
    if (result->version)
        fprintf(file, "%d", result->attempt);
}

static void print_case(FILE *file, const struct report_page *page, size_t number) {
    const struct case_result *result = report_result(page->report, number);
    page_case_name(file, page->report, number);
    if (!result) {
        fputs("not tried yet</td><td></td><td></td><td></td><td></td><td></td></tr>\n", file);
        return;
    }
    page_case_answer(file, result);
    markup_print(file, "</td><td>%s", result->by);
    page_case_effort(file, result);
    fputs("</td><td>", file);
    print_links(file, page, number);
    fputs("</td></tr>\n", file);
}

static const char case_heads[] =
    "case|answer|found by|seconds|nodes|attempt|evidence (certificates)";

/* --- contradictions --- */

bool page_has_contradictions(const struct report *report) {
    for (struct report_group group = {0}; group.end < report->count;) {
        group = report_group_at(report, group.end);
        if (group.contradiction)
            return true;
    }
    return false;
}

static void print_cases(FILE *file, const struct report_page *page, const char *label,
                        const size_t *numbers, size_t count) {
    page_table(file, label, case_heads);
    for (size_t i = 0; i < count; i++)
        print_case(file, page, numbers[i]);
    page_table_end(file);
}

/* Questions on which engines disagree: one of them is wrong. */
static void print_contradictions(FILE *file, const struct report_page *page, size_t *numbers) {
    const struct report *report = page->report;
    size_t count = 0;
    for (struct report_group group = {0}; group.end < report->count && count < REPORT_MOST_OPEN;) {
        group = report_group_at(report, group.end);
        for (size_t i = group.first; group.contradiction && i < group.end; i++)
            numbers[count++] = report->by_question[i];
    }
    if (!count)
        return;
    fputs("<section id=\"contradictions\">\n<h2>Contradictions</h2>\n"
          "<div class=\"warn\" role=\"alert\"><p><strong>Engines disagree.</strong> One of them is "
          "wrong; <code>audit</code> shows which certificate does not hold.</p></div>\n",
          file);
    print_cases(file, page, "contradictions", numbers, count);
    fputs("</section>\n", file);
}

/* --- all cases --- */

static bool is_there(const struct report *report, const char *name) {
    char path[CAMPAIGN_PATH_ROOM];
    struct stat state;
    return campaign_folder_path(report->folder, name, path, NULL) == STATUS_OK &&
           stat(path, &state) == 0;
}

static void link_file(FILE *file, const struct report_page *page, const char *name,
                      const char *what) {
    if (is_there(page->report, name))
        fprintf(file, "<li><a href=\"%s%s\">%s</a>: %s</li>\n", page->prefix, name, name, what);
}

static void print_all(FILE *file, const struct report_page *page) {
    const struct report *report = page->report;
    size_t rows = report->count < REPORT_MOST_ROWS ? report->count : REPORT_MOST_ROWS;
    fputs("<section id=\"all\">\n<h2>All cases</h2>\n<ul>\n", file);
    link_file(file, page, "results.csv", "the answers, for spreadsheets");
    link_file(file, page, "results.jsonl", "the same, a JSON object a line");
    if (!report->answers.put_away)
        link_file(file, page, "answers.sqlite", "every attempt, in the order in which they ended");
    link_file(file, page, "campaign", "the questions");
    fputs("</ul>\n", file);
    if (rows < report->count)
        fprintf(file,
                "<p class=\"remark\">The first %zu of %zu cases; all of them are in %s.</p>\n",
                rows, report->count,
                is_there(report, "results.csv") ? "results.csv" : "answers.sqlite");
    if (report->answers.put_away)
        fputs("<p class=\"remark\">This folder was put away without answers.sqlite, which has the "
              "seconds and attempts: it is the same for whoever reproduces it.</p>\n",
              file);
    fprintf(file, "<details><summary>Table of %zu cases</summary>\n", rows);
    print_cases(file, page, "all cases", report->written, rows);
    fputs("</details>\n</section>\n", file);
}

enum status page_case_tables(FILE *file, const struct report_page *page, struct failure *failure) {
    TRY(page_open_cases(file, page->report, failure));
    FREED size_t *numbers = memory_new(page->report->count + 1, sizeof *numbers);
    TRY(memory_check(numbers, failure, "the cases"));
    print_contradictions(file, page, numbers);
    print_all(file, page);
    return STATUS_OK;
}

/* --- effort --- */

struct engine_sum {
    const char *name;
    size_t cases, answered;
    double seconds, nodes;
};

static int add_engine(struct engine_sum *sums, int count, const struct report *report,
                      size_t number) {
    const struct case_result *result = report_result(report, number);
    const char *engine = report->campaign.cases[number].engine->name;
    int at = 0;
    while (at < count && strcmp(sums[at].name, engine) != 0)
        at++;
    if (at == MOST_ENGINES)
        return count;
    if (at == count)
        sums[count++] = (struct engine_sum){.name = engine};
    sums[at].cases++;
    sums[at].answered += report_state_of(report, number) == REPORT_ANSWERED;
    sums[at].seconds += result && result->seconds > 0 ? result->seconds : 0;
    sums[at].nodes += result ? (double)result->nodes : 0;
    return count;
}

static void print_engines(FILE *file, const struct report *report) {
    struct engine_sum sums[MOST_ENGINES];
    int count = 0;
    for (size_t i = 0; i < report->count; i++)
        count = add_engine(sums, count, report, report->written[i]);
    fputs("<h3>By engine</h3>\n", file);
    page_table(file, "effort by engine",
               "engine|cases|answered|seconds, last attempts|nodes, last attempts");
    for (int i = 0; i < count; i++)
        fprintf(file,
                "<tr><td>%s</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td><td "
                "class=\"n\">%.3f</td><td class=\"n\">%.0f</td></tr>\n",
                sums[i].name, sums[i].cases, sums[i].answered, sums[i].seconds, sums[i].nodes);
    page_table_end(file);
}

/* The slowest so far, in order; `slow` holds `count` of at most MOST_SLOW. */
static int insert(size_t slow[MOST_SLOW], int count, const struct report *report, size_t number) {
    double seconds = report_result(report, number)->seconds;
    int at = count;
    while (at > 0 && report_result(report, slow[at - 1])->seconds < seconds)
        at--;
    if (at == MOST_SLOW)
        return count;
    count += count < MOST_SLOW;
    memmove(slow + at + 1, slow + at, (size_t)(count - 1 - at) * sizeof *slow);
    slow[at] = number;
    return count;
}

static void print_slowest(FILE *file, const struct report_page *page) {
    size_t slow[MOST_SLOW];
    int count = 0;
    for (size_t i = 0; i < page->report->count; i++)
        if (report_result(page->report, page->report->written[i]))
            count = insert(slow, count, page->report, page->report->written[i]);
    if (!count)
        return;
    fputs("<h3>The slowest cases</h3>\n", file);
    print_cases(file, page, "slowest cases", slow, (size_t)count);
}

static void print_retried(FILE *file, const struct report_page *page) {
    const struct report *report = page->report;
    size_t found = 0, numbers[MOST_RETRIED];
    for (size_t i = 0; i < report->count; i++) {
        const struct case_result *result = report_result(report, report->written[i]);
        if (result && result->attempt >= 2 && found++ < MOST_RETRIED)
            numbers[found - 1] = report->written[i];
    }
    if (!found)
        return;
    fputs("<h3>Tried more than once</h3>\n", file);
    print_cases(file, page, "tried more than once", numbers,
                found < MOST_RETRIED ? found : MOST_RETRIED);
    if (found > MOST_RETRIED)
        fprintf(file, "<p class=\"remark\">The first %d of %zu.</p>\n", MOST_RETRIED, found);
}

bool page_has_effort(const struct report *report) {
    for (size_t i = 0; i < report->count; i++)
        if (report_result(report, report->written[i]))
            return !report->answers.put_away; /* without a store there are no seconds */
    return false;
}

void page_effort_tables(FILE *file, const struct report_page *page) {
    print_engines(file, page->report);
    print_slowest(file, page);
    print_retried(file, page);
}

/* Cases that ended without a full answer, by why they did: each reason once, its cases below it. */

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
             i++, printed++) {
            page_case_name(file, report, cases[at + i].number);
            page_case_answer(file, cases[at + i].result);
            page_case_effort(file, cases[at + i].result);
            fputs("</td></tr>\n", file);
        }
    }
    page_table_end(file);
    if (printed < count)
        fprintf(file, "<p class=\"remark\">%zu of %zu cases are listed.</p>\n", printed, count);
}

enum status page_open_cases(FILE *file, const struct report *report, struct failure *failure) {
    if (!page_has_open(report))
        return STATUS_OK;
    FREED struct open_case *cases = memory_new(report->count, sizeof *cases);
    TRY(memory_check(cases, failure, "the open cases"));
    fputs(
        "<section id=\"open\">\n<h2>Open cases</h2>\n<p>Cases that ended without a full answer, "
        "and why: a limit of time, memory or nodes, an engine that does not take the question or "
        "found nothing and proved nothing, or a process that ended (crash) or found a fault of its "
        "own (fault). Larger limits may answer them.</p>\n",
        file);
    page_table(file, "open cases", "case|known|seconds|nodes|attempt");
    print_groups(file, report, cases, gather(cases, report));
    fputs("</section>\n", file);
    return STATUS_OK;
}
