/* SPDX-License-Identifier: MIT */
/* What stands in every page: how it looks, and what its sections mean. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report.h"

static void page_style(FILE *file) {
    fputs("<style>\n"
          ":root{color-scheme:light dark;--line:#8886;--back:#fff;--ink:#1c1c1c;--soft:#555;"
          "--box:#f4f4f2;--warn:#fff3cd;--warnline:#b58100;--link:#00558c;--shade:#0006}\n"
          "@media(prefers-color-scheme:dark){:root{--back:#181a1b;--ink:#e6e6e6;--soft:#b5b5b5;"
          "--box:#222527;--warn:#3d3210;--warnline:#e69f00;--link:#7cc4f5;--shade:#fff6}}\n"
          "body{font:16px/1.5 system-ui,sans-serif;max-width:86rem;margin:0 auto;padding:1rem;"
          "background:var(--back);color:var(--ink);overflow-wrap:anywhere}\n"
          "a{color:var(--link)}h1{font-size:1.6rem;margin:.3rem 0}h2{margin-top:2.2rem;"
          "border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.2rem 0 .3rem}\n"
          "p.lead,section>p{max-width:60rem}nav a{display:inline-block;margin:0 .9rem .3rem 0}\n"
          /* A shadow at the side where there is more, which goes away at the end. */
          ".wide{overflow-x:auto;max-width:100%;background:"
          "linear-gradient(to right,var(--back) 40%,transparent) left/3rem 100% no-repeat local,"
          "linear-gradient(to left,var(--back) 40%,transparent) right/3rem 100% no-repeat local,"
          "linear-gradient(to right,var(--shade),transparent) left/1rem 100% no-repeat scroll,"
          "linear-gradient(to left,var(--shade),transparent) right/1rem 100% no-repeat scroll}"
          ".wide svg{display:block}\n"
          ".pictures{display:flex;flex-wrap:wrap;gap:0 "
          "2rem}.pictures>div{min-width:0;max-width:100%}figure{margin:1rem 0;max-width:100%;"
          "min-width:0;display:flex;flex-direction:column}\n"
          "figcaption{color:var(--soft);font-size:.88rem;max-width:46rem;width:0;"
          "min-width:100%}\n"
          "table{border-collapse:collapse;font-size:.88rem;overflow-wrap:normal}\n"
          "td,th{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left;"
          "vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}\n"
          ".cells td,.cells th{border:1px solid var(--back);padding:.1rem .4rem;text-align:center;"
          "vertical-align:middle}.cells th{font-weight:normal;color:var(--soft);max-width:14rem}"
          ".cells a{color:inherit;text-decoration:none}.legend b{padding:.1rem .4rem}"
          ".yes{background:#0072b2;color:#fff}.no{background:#d55e00;color:#111}"
          ".open{background:#7773}.left{color:var(--soft)}.alarm{background:#f0e442;color:#111}\n"
          "@media(prefers-color-scheme:dark){.yes{background:#3d9bdc;color:#000}"
          ".no{background:#f0843c}}\n"
          "td.name{min-width:13rem;overflow-wrap:anywhere}tr.group "
          "th{font-weight:normal;padding-top:.8rem}\n"
          "dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.2rem 1rem;"
          "margin:.8rem 0}dt{color:var(--soft)}dd{margin:0;min-width:0}\n"
          "pre{background:var(--box);padding:.6rem;overflow-x:auto;font-size:.85rem}\n"
          "code{font-size:.92em}summary{cursor:pointer;font-weight:600;margin:.6rem 0}\n"
          ".warn{background:var(--warn);border-left:4px solid var(--warnline);padding:.5rem .9rem;"
          "margin:1rem 0}.remark{color:var(--soft);font-size:.88rem}\n"
          ".tiles{display:flex;flex-wrap:wrap;gap:.6rem;margin:.8rem 0;padding:0;list-style:none}"
          ".tiles li{background:var(--box);border-left:5px solid var(--line);padding:.4rem .9rem;"
          "min-width:6.5rem}.tiles b{display:block;font-size:1.5rem}\n"
          ".tiles .t0{border-color:#0072b2}.tiles .t1{border-color:#999}"
          ".tiles .t2{border-color:#d55e00}\n"
          "@media(max-width:480px){body{padding:.6rem}dl{grid-template-columns:1fr}"
          "dd{margin-bottom:.4rem}}\n",
          file);
    fputs(picture_style, file);
    /* The page is their paper: shadows of .wide are behind them. */
    fputs(".wide svg>.paper:first-child{fill:none}\n</style>\n", file);
}

const struct page_section page_sections[REPORT_SECTIONS] = {
    {"spectrum", "Which schedules exist",
     "<p>A source emits a new item at every time step, and every processor is to receive each of "
     "them. A message takes L steps, the <em>latency</em>. A processor sends one message and "
     "receives one message a step at most. The <em>delay</em> is the time from when an item is "
     "emitted until the last processor has it. Within L+t steps an item that the source sends once "
     "can "
     "reach P(t) processors, along a <em>broadcast tree</em> of depth t. The question is whether a "
     "whole "
     "stream of items can be as fast. It is asked here for <em>block-cyclic</em> schedules, in "
     "which processors form blocks that take turns, and where N is given, for other classes "
     "too.</p>"},
    {"capacities", "How many processors can be served",
     "<p>The <em>capacity</em> for L and t is the largest number of processors to which the stream "
     "can be sent with delay L+t by any schedule. A schedule shows that it is at least so large, a "
     "bound that it is no larger. Where both meet there is one mark, where they do not, a line "
     "between them. No schedule serves more than P(t); for L = 2 even P(t) is out of reach from "
     "t = 7 on.</p>"},
    {"delays", "The least delays",
     "<p>The same the other way round: how late does the last of P processors receive an item, at "
     "best? The bound of the broadcast tree is L + B(P-1), where B(N) is the least t with N not "
     "more than P(t). A mark on the broken line meets it.</p>"},
    {"streams", "Streams on LogP machines and on networks",
     "<p>On a LogP machine sending and receiving keep a processor busy for o cycles each, two "
     "sendings of one processor, or two receptions, begin at least g cycles apart, and a message "
     "is under way for L cycles. The source has an item in each G = max(g,2o) cycles. In "
     "<em>whole steps</em> of G cycles all processors receive at the same offset, as in the "
     "postal model, and L+2o is rounded up to a multiple of G. At different offsets less is "
     "lost. At most ceil(L/g) messages to a processor may be under way; the <em>capacity</em> "
     "says whether those count that wait there (full), those in flight alone (flight), or "
     "none. Delays are least for a number of processors; the other way round, numbers of "
     "processors are largest for a delay. On a network links have capacities and latencies, and "
     "the delay is counted in steps, from the birth of an item until all nodes have it.</p>"},
    {"items", "The least times for K items",
     "<p>Now the source has K items at the beginning, and there are no others. When can "
     "everybody have all of them? Numbers are steps, on LogP machines cycles. Two numbers, as in "
     "9-11, are an interval: "
     "there is a schedule for the second one, it is proved that nothing ends before the first one, "
     "and what lies between them is open.</p>"},
    {"collectives", "Other collective operations",
     "<p>The least times, in cycles, steps or rounds, in which one item, everybody's items or a "
     "sum "
     "come to all who are to have them, and the most operands that are added up by a time T.</p>"},
    {"effort", "What it cost",
     "<p>How long answers took, and how many <em>nodes</em> (partial solutions) the searches "
     "visited. An <em>engine</em> is a way to answer: arithmetic and constructions need no search, "
     "backtracking tries all possibilities, sat and search hand them to a solver.</p>"},
    {"schedules", "Who receives what when",
     "<p>A few schedules of this campaign, read from their certificates; small ones, so that they "
     "can be looked at. In the first columns the table is still filling: items before the first "
     "one do not exist. "
     "Each row gets every item exactly once. Of networks rows are nodes; of a frontier there are "
     "the "
     "rounds that a chunk takes, by the number of steps.</p>"},
    {"trees", "How an item spreads",
     "<p>The way of one item. In a broadcast tree the root gets the item from the source and "
     "sends it on at every step; so do all who receive it early enough. Of a list of messages it "
     "is the first item whose way is shown, from the source.</p>"},
    {"automata", "What one processor may receive",
     "<p>In block-cyclic schedules a processor repeats a <em>word</em>. A letter says how many "
     "steps before its deadline an item comes: a for none, b for one. A word is <em>legal</em> if "
     "every item comes exactly once. These words are the closed walks in this graph, which is "
     "known "
     "from juggling: letters are throws.</p>"},
};

/* The beginning of the page: what was asked, how far it is, what is wrong. */

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
          "has no answer; <code>status</code> says how far it is; <code>audit</code> lets the "
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
    FREED char *text = memory_new(MOST_TEXT + 1, 1);
    fputs("<details><summary>What was asked: the campaign</summary>\n<pre>", file);
    if (text)
        snprintf(text, MOST_TEXT + 1, "%s", report->campaign.text);
    markup_text(file, text ? text : "");
    fputs(report->campaign.size > MOST_TEXT ? "\n..</pre></details>\n" : "</pre></details>\n",
          file);
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
