/* SPDX-License-Identifier: MIT */
/* The beginning of the page: what was asked, how far it is, what is wrong. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"

enum { MOST_TEXT = 20000, MOST_VERSIONS = 8, MOST_FAULTS_SHOWN = 100, NAME_ROOM = 120 };

void page_count(const struct report *report, size_t counts[REPORT_STATES]) {
    for (int state = 0; state < REPORT_STATES; state++)
        counts[state] = 0;
    for (size_t i = 0; i < report->count; i++)
        counts[report_state_of(report, report->written[i])]++;
}

static void print_tiles(FILE *file, const struct report *report) {
    static const char *const names[REPORT_STATES] = {"answered", "open", "failed", "not tried yet"};
    size_t counts[REPORT_STATES];
    page_count(report, counts);
    fprintf(file, "<ul class=\"tiles\"><li><b>%zu</b>asked</li>\n", report->count);
    for (int state = 0; state < REPORT_STATES; state++)
        fprintf(file, "<li class=\"t%d\"><b>%zu</b>%s</li>\n", state, counts[state], names[state]);
    fputs("</ul>\n", file);
}

static void print_faults(FILE *file, const struct report *report) {
    if (!report->fault_count)
        return;
    fprintf(file,
            "<div class=\"warn\" role=\"alert\" id=\"faults\"><p><strong>%zu fault%s in this "
            "folder.</strong> Damaged attempts and changed certificates are not used: "
            "what they said is neither counted nor drawn. The same <code>sweep</code> asks "
            "again.</p>\n<ul>\n",
            report->fault_count, report->fault_count == 1 ? "" : "s");
    for (size_t i = 0; i < report->faults_listed && i < MOST_FAULTS_SHOWN; i++)
        markup_print(file, "<li>%s</li>\n", report->faults[i]);
    if (report->fault_count > MOST_FAULTS_SHOWN)
        fprintf(file, "<li>and %zu more</li>\n", report->fault_count - MOST_FAULTS_SHOWN);
    fputs("</ul></div>\n", file);
}

/* When a file of the folder was last written. */
static void print_time(FILE *file, const struct report *report, const char *name,
                       const char *what) {
    char path[CAMPAIGN_PATH_ROOM], text[64];
    struct stat state;
    struct tm moment;
    if (campaign_folder_path(report->folder, name, path, NULL) || stat(path, &state) != 0 ||
        !gmtime_r(&state.st_mtime, &moment) ||
        !strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &moment))
        return;
    fprintf(file, "<dt>%s</dt><dd>%s</dd>\n", what, text);
}

/* Those that the answers name, in the order in which they come. */
static void print_versions(FILE *file, const struct report *report) {
    const char *versions[MOST_VERSIONS];
    int count = 0;
    fputs("<dt>answered by version</dt><dd>", file);
    for (size_t i = 0; i < report->count && count < MOST_VERSIONS; i++) {
        const struct case_result *result = report_result(report, report->written[i]);
        bool known = !result;
        for (int j = 0; j < count && !known; j++)
            known = strcmp(versions[j], result->version) == 0;
        if (known)
            continue;
        markup_print(file, "%s%s", count ? ", " : "", result->version);
        versions[count++] = result->version;
    }
    fputs(count ? "</dd>\n" : "none yet</dd>\n", file);
}

/* How many cases of each kind. */
static void print_subjects(FILE *file, const struct report *report) {
    size_t counts[SUBJECTS] = {0};
    const char *before = "<dt>asked</dt><dd>";
    for (size_t i = 0; i < report->count; i++)
        counts[report->campaign.cases[report->written[i]].question.subject]++;
    for (int subject = 0; subject < SUBJECTS; subject++)
        if (counts[subject]) {
            const struct subject_form *form = subject_form((enum subject)subject);
            fprintf(file, "%s%zu %s (%s)", before, counts[subject], form->name, form->asks);
            before = ", ";
        }
    fputs(*before == ',' ? "</dd>\n" : "<dt>asked</dt><dd>nothing</dd>\n", file);
}

static void print_attempts(FILE *file, const struct report *report) {
    print_versions(file, report);
    print_time(file, report, "campaign", "begun");
    fprintf(file,
            "<dt>time of all attempts</dt><dd>%.1f s (%.2f h), summed over processes</dd>\n"
            "<dt>attempts</dt><dd>%ld</dd>\n",
            report->answers.seconds, report->answers.seconds / 3600,
            report->answers.attempts - report->answers.damaged);
}

static void print_facts(FILE *file, const struct report *report) {
    fputs("<dl>\n", file);
    print_subjects(file, report);
    if (report->shard.count > 1)
        fprintf(file, "<dt>shard</dt><dd>%d of %d: this folder holds a part of the campaign</dd>\n",
                report->shard.number, report->shard.count);
    if (!report->answers.put_away)
        print_attempts(file, report);
    fprintf(file, "<dt>campaign, SHA-256</dt><dd><code>%s</code></dd>\n</dl>\n",
            report->campaign.digest);
}

/* The same wherever the folder is. */
static void print_commands(FILE *file) {
    fputs("<h3>Run it again, in this folder</h3>\n<pre>steadycast sweep campaign -o .\n"
          "steadycast status .\nsteadycast audit .\nsteadycast report .</pre>\n"
          "<p class=\"lead\"><code>sweep</code> goes on where it was stopped and asks what "
          "has no answer; <code>status</code> tells how far it is; <code>audit</code> lets the "
          "independent program steadycheck verify every certificate again; <code>report</code> "
          "makes this page.</p>\n",
          file);
}

/* What its first line says, if that is a remark, up to the end of a sentence or to a colon. */
static void name_campaign(const struct report *report, char name[NAME_ROOM]) {
    const char *text = report->campaign.text;
    size_t length = *text == '#' ? strcspn(text, "\n") : 0, end = 0;
    while (end < length && !strchr(":;", text[end]) &&
           !(text[end] == '.' && strchr(" \n", text[end + 1])))
        end++;
    size_t blank = end ? 1 + strspn(text + 1, " ") : 0;
    snprintf(name, NAME_ROOM, "%.*s", (int)(end - blank), end > blank ? text + blank : "");
    if (!*name)
        snprintf(name, NAME_ROOM, "Campaign");
}

static void print_campaign(FILE *file, const struct report *report) {
    char *text = memory_new(MOST_TEXT + 1, 1);
    fputs("<details><summary>What was asked: the campaign</summary>\n<pre>", file);
    if (text)
        snprintf(text, MOST_TEXT + 1, "%s", report->campaign.text);
    markup_text(file, text ? text : "");
    fputs(report->campaign.size > MOST_TEXT ? "\n..</pre></details>\n" : "</pre></details>\n",
          file);
    free(text);
}

void page_head(FILE *file, const struct report_page *page) {
    const struct report *report = page->report;
    char name[NAME_ROOM];
    name_campaign(report, name);
    markup_print(file,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n<meta "
                 "name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<link "
                 "rel=\"icon\" href=\"data:,\" />\n<title>Steadycast: %s</title>\n",
                 name);
    page_style(file);
    markup_print(file, "</head>\n<body>\n<header>\n<h1>%s", name);
    fputs(
        "</h1>\n<p class=\"lead\">A campaign is a list of questions about continuous broadcast, "
        "each put to an engine under limits of time and memory. Yes and no have a certificate that "
        "another program can verify, and so have the bounds of a number; counts, models of "
        "formulas and searches that others are compared with have none. <em>Open</em> means that a "
        "limit was "
        "reached, or that the engine has no way to answer; it never means impossible.</p>\n",
        file);
    print_tiles(file, report);
    print_faults(file, report);
    print_facts(file, report);
    print_commands(file);
    print_campaign(file, report);
    fputs("</header>\n", file);
}
