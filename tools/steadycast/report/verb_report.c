/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/report/report.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_OUTPUT("where the page goes (default: FOLDER/report.html, which is renewed)"),
    {"pictures", 0, OPTION_NAME, false, "FOLDER", 0, 0,
     "write the pictures (not the tables) as files too"},
    {"format", 'f', OPTION_CHOICE, false, "svg|png|both", 0, 0,
     "of these files (default: svg); png takes the program rsvg-convert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static enum status write_pictures(const struct arguments *arguments, const struct report *report,
                                  struct failure *failure) {
    const struct option_value *folder = option(arguments, "pictures");
    const struct option_value *format = option(arguments, "format");
    bool without_png = false;
    TRY(folder->given
            ? report_write_pictures(report, folder->text,
                                    format->given ? (enum report_format)format->number : REPORT_SVG,
                                    option(arguments, "force")->given, &without_png, failure)
            : STATUS_OK);
    if (without_png)
        fprintf(stderr, "steadycast: " PICTURE_CONVERTER " is not installed: the pictures are SVG "
                        "files only\n");
    return STATUS_OK;
}

static enum status print_result(const struct arguments *arguments, const struct report *report,
                                const char *path, size_t pictures, struct failure *failure) {
    size_t counts[REPORT_STATES];
    page_count(report, counts);
    if (option(arguments, "json")->given)
        return json_line(
            json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "page", json_any_text(path),
                      "cases", (json_int_t)report->count, "answered",
                      (json_int_t)counts[REPORT_ANSWERED], "open", (json_int_t)counts[REPORT_OPEN],
                      "failed", (json_int_t)counts[REPORT_FAILED], "untried",
                      (json_int_t)counts[REPORT_UNTRIED], "faults", (json_int_t)report->fault_count,
                      "pictures", (json_int_t)pictures),
            failure);
    if (strcmp(path, "-") != 0)
        printf("%s: %zu cases, %zu answered, %zu open, %zu failed, %zu not tried; %zu pictures\n",
               path, report->count, counts[REPORT_ANSWERED], counts[REPORT_OPEN],
               counts[REPORT_FAILED], counts[REPORT_UNTRIED], pictures);
    if (report->fault_count && !option(arguments, "quiet")->given)
        fprintf(stderr, "steadycast: %zu faults in %s; the page names them\n", report->fault_count,
                report->folder);
    return STATUS_OK;
}

static enum status write_all(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    char own[CAMPAIGN_PATH_ROOM];
    const char *path = output->given ? output->text : own;
    size_t pictures = 0;
    CLEANUP(report_clear) struct report report = {0};
    if (option(arguments, "format")->given && !option(arguments, "pictures")->given)
        return failure_input(failure, "--format is for --pictures FOLDER");
    if (option(arguments, "json")->given && output->given && strcmp(output->text, "-") == 0)
        return failure_input(failure, "--json and the page can't both go to stdout");
    TRY(campaign_folder_path(arguments->operands[0], "report.html", own, failure));
    TRY(report_load(&report, arguments->operands[0], false, failure));
    TRY(report_write_page(&report, path, !output->given || option(arguments, "force")->given,
                          &pictures, failure));
    TRY(write_pictures(arguments, &report, failure));
    return print_result(arguments, &report, path, pictures, failure);
}

VERB(report, "Makes a page with pictures of what a campaign found", "FOLDER",
     .counted = {1, 1, "takes one folder of a campaign"}, .act = write_all);
