/* SPDX-License-Identifier: MIT */
/* A campaign from the first question to the folder that may be kept for others. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/steadycast/audit/audit.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/report/report.h"
#include "tools/steadycast/sweep/results.h"
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
    TRY(campaign_folder_path(folder, name, path, failure));
    if (unlink(path) != 0 && errno != ENOENT)
        return failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

/* And the folders that are empty then. */
static enum status drop_large(const struct audit *audit, struct failure *failure) {
    char name[CAMPAIGN_PATH_ROOM], path[CAMPAIGN_PATH_ROOM];
    for (size_t i = 0; i < audit->campaign.count; i++)
        for (int j = 0; j < audit->answers.last[i].certificate_count; j++) {
            const struct case_certificate *certificate = &audit->answers.last[i].certificates[j];
            if (certificate->size <= CAMPAIGN_KEPT_BYTES)
                continue;
            snprintf(name, sizeof name, "certificates/%.4000s", certificate->file);
            TRY(remove_file(audit->folder, name, failure));
            *strrchr(name, '/') = '\0';
            if (campaign_folder_path(audit->folder, name, path, NULL) == STATUS_OK)
                rmdir(path);
        }
    return STATUS_OK;
}

/* From what is kept, as whoever has the folder draws it. */
static enum status draw(const char *folder, struct failure *failure) {
    char page[CAMPAIGN_PATH_ROOM], pictures[CAMPAIGN_PATH_ROOM];
    CLEANUP(report_clear) struct report report = {0};
    size_t drawn;
    bool without_png;
    TRY(campaign_folder_path(folder, "report.html", page, failure));
    TRY(campaign_folder_path(folder, "pictures", pictures, failure));
    TRY(report_load(&report, folder, true, failure));
    folder_remove(pictures); /* of what was asked before */
    TRY(report_write_page(&report, page, true, &drawn, failure));
    return report_write_pictures(&report, pictures, REPORT_SVG, true, &without_png, failure);
}

/* Until the store goes the same command goes on; then all is there, and more. */
static enum status put_away(const struct audit *audit, struct sweep_folder *folder,
                            struct failure *failure) {
    /* the last two, if somebody reads it now */
    static const char *const names[] = {"answers.damaged", "answers.sqlite", "answers.sqlite-wal",
                                        "answers.sqlite-shm"};
    TRY(results_write(&audit->answers, audit->folder, true, failure));
    TRY(draw(audit->folder, failure));
    store_close(&folder->store);
    for (int i = 0; i < 4; i++)
        TRY(remove_file(audit->folder, names[i], failure));
    return drop_large(audit, failure);
}

static void report_remarks(const struct audit *audit, bool quiet) {
    for (size_t i = 0; i < audit->remark_count; i++)
        if (audit->remarks[i].kind != AUDIT_OPEN || !quiet)
            fprintf(stderr, "%s: %s\n", audit_kind_names[audit->remarks[i].kind],
                    audit->remarks[i].text);
}

struct reproduction {
    int threads;
    struct control *control;
    size_t verified; /* certificates */
};

/* All is answered or given up, and the lock of the folder is held. */
static enum status finish(void *context, struct sweep_folder *folder, struct failure *failure) {
    struct reproduction *reproduction = context;
    CLEANUP(audit_clear) struct audit audit = {0};
    enum status status = audit_folder(&audit, folder->path, true, reproduction->threads,
                                      reproduction->control, failure);
    control_end_line(reproduction->control);
    TRY(status);
    report_remarks(&audit, reproduction->control->quiet);
    reproduction->verified = audit.confirmed;
    if (audit.faults)
        return failure_internal(failure, "%s: %zu faults: it is not put away", folder->path,
                                audit.faults);
    if (audit.missing || audit.answered + audit.open < audit.cases ||
        audit.confirmed < audit.certificates)
        return failure_input(failure, "%s: %zu missing: it is not put away", folder->path,
                             audit.missing);
    return put_away(&audit, folder, failure);
}

static int run_reproduce(const struct arguments *arguments) {
    struct control control;
    control_init(&control, arguments);
    struct reproduction reproduction = {.threads = (int)option_number(arguments, "threads", 0),
                                        .control = &control};
    struct sweep_order order = {.file = arguments->operands[0],
                                .folder = option(arguments, "output")->text,
                                .program = arguments->program,
                                .shard = {1, 1},
                                .change = true,
                                .json = option(arguments, "json")->given,
                                .threads = reproduction.threads,
                                .finish = finish,
                                .context = &reproduction};
    int exit_status = sweep_do(&order, &control, sweep_open_local, NULL);
    if (exit_status)
        return exit_status;
    if (order.json)
        return json_line(json_pack("{s:s, s:o, s:I}", "event", "reproduced", "folder",
                                   json_any_text(order.folder), "certificates",
                                   (json_int_t)reproduction.verified),
                         NULL)
                   ? EXIT_INTERNAL
                   : EXIT_DONE;
    printf("s REPRODUCED %zu certificates verified\n", reproduction.verified);
    return EXIT_DONE;
}

VERB(reproduce, "Runs a campaign, verifies every certificate, and puts the folder away", "FILE",
     .counted = {1, 1, "takes one file of questions"}, .run = run_reproduce);
