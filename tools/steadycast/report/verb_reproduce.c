/* SPDX-License-Identifier: MIT */
/* A campaign from the first question to the folder that may be kept for others. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/steadycast/frame/folder.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/report/report_write.h"
#include "tools/steadycast/sweep/audit.h"
#include "tools/steadycast/sweep/sweep.h"

static const struct option_spec specs[] = {
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0,
     "what is found; the same command goes on in it, or does all of it again"},
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print events as JSON, an object a line"},
    OPTION_SPEC_QUIET,
};

static enum status remove_file(const char *folder, const char *name, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder, name, path, failure);
    if (!status && unlink(path) != 0 && errno != ENOENT)
        status = failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    return status;
}

static enum status drop_large(const struct audit *audit, struct failure *failure) {
    char name[CAMPAIGN_PATH_ROOM];
    enum status status = STATUS_OK;
    for (size_t i = 0; i < audit->campaign.count; i++)
        for (int j = 0; j < audit->journal.last[i].certificate_count && !status; j++) {
            const struct case_certificate *certificate = &audit->journal.last[i].certificates[j];
            snprintf(name, sizeof name, "certificates/%s", certificate->file);
            if (certificate->size > CAMPAIGN_KEPT_BYTES)
                status = remove_file(audit->folder, name, failure);
        }
    return status;
}

/* The journal goes last: without it nothing is known of the large ones. */
static enum status put_away(const struct audit *audit, struct failure *failure) {
    enum status status = drop_large(audit, failure);
    if (!status)
        status = campaign_folder_write_results(audit->folder, &audit->campaign, &audit->shard,
                                               &audit->journal, true, failure);
    if (!status)
        status = remove_file(audit->folder, "journal.damaged", failure);
    return status ? status : remove_file(audit->folder, "journal.jsonl", failure);
}

static enum status draw(const char *folder, struct failure *failure) {
    char page[CAMPAIGN_PATH_ROOM], pictures[CAMPAIGN_PATH_ROOM];
    struct report report;
    size_t drawn;
    bool without_png;
    enum status status = campaign_folder_path(folder, "report.html", page, failure);
    if (!status)
        status = campaign_folder_path(folder, "pictures", pictures, failure);
    if (!status)
        status = report_load(&report, folder, failure);
    if (status)
        return status;
    folder_remove(pictures); /* of what was asked before */
    status = report_write_page(&report, page, true, &drawn, failure);
    if (!status)
        status = report_write_pictures(&report, pictures, REPORT_SVG, true, &without_png, failure);
    report_clear(&report);
    return status;
}

static void report_remarks(const struct audit *audit, bool quiet) {
    for (size_t i = 0; i < audit->remark_count; i++)
        if (audit->remarks[i].kind != AUDIT_OPEN || !quiet)
            fprintf(stderr, "%s: %s\n", audit_kind_names[audit->remarks[i].kind],
                    audit->remarks[i].text);
}

/* All is answered or given up. *verified: certificates. */
static enum status verify(const char *folder, int threads, struct control *control,
                          size_t *verified, struct failure *failure) {
    struct audit audit;
    enum status status = audit_folder(&audit, folder, threads, control, failure);
    control_end_line(control);
    if (status)
        return status;
    report_remarks(&audit, control->quiet);
    *verified = audit.confirmed;
    if (audit.faults)
        status = failure_set(failure, STATUS_INTERNAL, "%s: %zu faults: it is not put away", folder,
                             audit.faults);
    else if (audit.missing)
        status = failure_set(failure, STATUS_INPUT, "%s: %zu missing: it is not put away", folder,
                             audit.missing);
    else
        status = put_away(&audit, failure);
    audit_clear(&audit);
    return status;
}

static int run_reproduce(const struct arguments *arguments) {
    struct failure failure = {0};
    struct control control;
    const struct option_value *threads = option(arguments, "threads");
    size_t verified = 0;
    if (arguments->operand_count != 1) {
        failure_set(&failure, STATUS_INPUT,
                    "reproduce takes one file of questions (see: steadycast help reproduce)");
        return verb_failed(&failure);
    }
    control_init(&control, arguments);
    struct sweep_order order = {.file = arguments->operands[0],
                                .folder = option(arguments, "output")->text,
                                .program = arguments->program,
                                .shard = {1, 1},
                                .change = true,
                                .json = option(arguments, "json")->given,
                                .threads = threads->given ? (int)threads->number : 0};
    int exit_status = sweep_do(&order, &control, sweep_open_local, NULL);
    if (exit_status)
        return exit_status;
    enum status status = verify(order.folder, order.threads, &control, &verified, &failure);
    if (!status)
        status = draw(order.folder, &failure);
    if (status == STATUS_LIMIT) {
        fprintf(stderr, "steadycast: %s; the same command goes on\n", failure.message);
        return EXIT_INPUT;
    }
    if (status)
        return verb_failed(&failure);
    if (order.json)
        return json_line(json_pack("{s:s, s:o, s:I}", "event", "reproduced", "folder",
                                   json_any_text(order.folder), "certificates",
                                   (json_int_t)verified),
                         NULL)
                   ? EXIT_INTERNAL
                   : EXIT_DONE;
    printf("s REPRODUCED %zu certificates verified\n", verified);
    return EXIT_DONE;
}

const struct verb verb_reproduce = {
    .name = "reproduce",
    .summary = "Runs a campaign, verifies every certificate, and puts the folder away",
    .operands = "FILE",
    VERB_SPECS(specs),
    .details =
        "The same as `sweep FILE -o FOLDER`, `audit FOLDER` and `report FOLDER`, one after the\n"
        "other; FILE is a campaign (cases/README.md). Then FOLDER is put away, so that it is the\n"
        "same, byte by byte, whoever reproduces it with the same solvers, where no limit of time\n"
        "or memory is reached: without the journal, which tells of seconds,\n"
        "and without certificates beyond 4 MiB, of which results.jsonl keeps the digests. It "
        "still\n"
        "has the campaign, certificates/, results.jsonl, results.csv, report.html and pictures/;\n"
        "`audit`, `report` and `status` read it as it is. The same command does all of it again.\n"
        "\n"
        "The last line is s REPRODUCED N certificates verified. Certificates that are not "
        "verified\n"
        "or are about something else, and engines that disagree, end with exit status 2. Stopped "
        "by\n"
        "--time, Ctrl-C or kill -9, the same command goes on (exit status 1).",
    .example =
        "  steadycast reproduce cases/campaign/main-job.campaign -o results/main-job\n"
        "  steadycast reproduce cases/campaign/every-schedule.campaign -o results/every-schedule",
    .run = run_reproduce};
