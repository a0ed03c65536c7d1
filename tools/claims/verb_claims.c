/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/base/files.h"
#include "solver/base/locked_file.h"
#include "tools/claims/claim_job.h"
#include "tools/claims/claim_run.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    {"only", 0, OPTION_NAME, false, "PATTERN", 0, 0,
     "those whose names have this in them, or fit it if it has * or ?"},
    {"quick", 0, OPTION_FLAG, false, "", 0, 0, "the small ranges of the cases: under two minutes"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "where findings, certificates and table go, and FOLDER.html the page; files of the same "
     "name are replaced"},
    {"restart", 0, OPTION_FLAG, false, "", 0, 0,
     "do not go on from where a run was killed or stopped that had the same folder"},
    {"cases", 0, OPTION_NAME, false, "FOLDER", 0, 0,
     "the cases (default: cases/claims, here or where it is installed)"},
    {"results", 0, OPTION_NAME, false, "FOLDER", 0, 0,
     "the certificates that cases point at (default: results, here or where it is installed)"},
    {"functions", 0, OPTION_FLAG, false, "", 0, 0, "list the functions of cases, and nothing else"},
    {"threads", 0, OPTION_NUMBER, false, "N", 1, 4096, "cases at a time (default: processors)"},
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
    OPTION_SPEC_JSON,
};

/* What differs from what the files record, a line each; returns how many. */
static size_t compare(const struct claim_list *claims) {
    char text[1024];
    size_t different = 0;
    for (size_t i = 0; i < claims->count; i++) {
        const struct claim_entry *entry = &claims->list[i];
        if (!entry->selected ||
            claim_as_recorded(&entry->claim, &entry->finding, text, sizeof text))
            continue;
        fprintf(stderr, "steadycast: %s: %s\n", entry->claim.path, text);
        different++;
    }
    return different;
}

/* What the folder holds now of the cases that were not selected. What it holds of a case as it was
 * before, or is damaged, can't stand in the table: that is reported. */
static enum status read_others(struct claim_list *claims, const char *folder,
                               struct failure *failure) {
    size_t missing = 0;
    for (size_t i = 0; i < claims->count; i++) {
        struct claim_entry *entry = &claims->list[i];
        if (entry->selected)
            continue;
        char kept[CLAIM_PATH_ROOM];
        TRY(campaign_folder_path(folder, entry->claim.name, kept, failure));
        TRY(claim_finding_read(kept, &entry->claim, &entry->finding, failure));
        missing += !entry->finding.found;
    }
    if (missing)
        fprintf(stderr,
                "steadycast: %zu other cases have no finding in %s as they are now, and are not in "
                "its table\n",
                missing, folder);
    return STATUS_OK;
}

/* FOLDER.html stands beside the folder. */
static enum status page_path(const char *folder, char path[CLAIM_PATH_ROOM],
                             struct failure *failure) {
    int length = (int)strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (snprintf(path, CLAIM_PATH_ROOM, "%.*s.html", length, folder) >= CLAIM_PATH_ROOM)
        return failure_input(failure, "the name of the folder is too long");
    return STATUS_OK;
}

/* Before hours of work: a folder with a name, which the page has too and which steadycheck does not
 * take for an option, and a page that can be written. */
static enum status see_folder(const char *folder, struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    TRY(page_path(folder, path, failure));
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (*folder == '-' || strcmp(name, ".html") == 0 || strcmp(name, "..html") == 0 ||
        strcmp(name, "...html") == 0)
        return failure_input(failure, "--output: '%s' is no name for a folder", folder);
    return locked_file_probe(path, true, failure);
}

/* It links to the folder by its name. */
static enum status write_page(const struct claim_list *claims, const char *folder, size_t *undrawn,
                              struct failure *failure) {
    char path[CLAIM_PATH_ROOM], name[3 * CLAIM_PATH_ROOM];
    TRY(page_path(folder, path, failure));
    const char *slash = strrchr(path, '/');
    markup_address(slash ? slash + 1 : path, name);
    name[strlen(name) - strlen(".html")] = 0;
    struct claim_page page = {.claims = claims, .folder = folder, .link = name, .undrawn = undrawn};
    return output_file_write(path, true, claim_page, &page, failure);
}

/* Table and page of all that the folder holds now, also from runs before. */
static enum status write_outcome(struct claim_list *claims, const char *folder, size_t *undrawn,
                                 struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    TRY(read_others(claims, folder, failure));
    TRY(campaign_folder_path(folder, "table.txt", path, failure));
    TRY(output_file_write(path, true, claim_table, claims, failure));
    return write_page(claims, folder, undrawn, failure);
}

/* A folder of its own in that for temporary files, as POSIX names it. */
static enum status make_temporary(char path[CLAIM_PATH_ROOM], struct failure *failure) {
    const char *parent = temporary_folder();
    if (*parent == '-') /* steadycheck would take it for an option */
        return failure_input(failure, "TMPDIR: '%s' is no name for a folder", parent);
    if (snprintf(path, CLAIM_PATH_ROOM, "%s/steadycast-claims-XXXXXX", parent) >= CLAIM_PATH_ROOM)
        return failure_input(failure, "TMPDIR: the name of the folder is too long");
    if (!mkdtemp(path))
        return failure_set(failure, status_of_errno(errno), "no folder can be made in %s: %s",
                           parent, strerror(errno));
    return STATUS_OK;
}

static enum status try_all(const struct arguments *arguments, struct claim_run *run,
                           size_t *undrawn, struct failure *failure) {
    char temporary[CLAIM_PATH_ROOM];
    const char *folder = option_text(arguments, "output", NULL);
    TRY(folder ? see_folder(folder, failure) : make_temporary(temporary, failure));
    run->folder = folder ? folder : temporary;
    enum status status = claim_run_all(run, failure);
    if (!status)
        status = option_is_given(arguments, "json") ? claim_table_json(run->claims, failure)
                                                    : claim_table(stdout, run->claims, failure);
    if (!status && folder)
        status = write_outcome(run->claims, folder, undrawn, failure);
    if (!folder)
        folder_remove(temporary);
    return status;
}

static int report_run(const struct claim_run *run, size_t undrawn, enum status status,
                      const struct failure *failure) {
    control_end_line(run->control);
    if (status == STATUS_LIMIT && control_stopped(run->control)) {
        fprintf(stderr, "steadycast: %s; with -o the same command goes on from here\n",
                failure->message);
        return EXIT_INPUT; /* 0 would say that all cases are as their files say */
    }
    if (status)
        return verb_failed(failure);
    size_t different = compare(run->claims);
    if (different)
        fprintf(stderr, "steadycast: %zu cases are not as their files say\n", different);
    return different || undrawn ? EXIT_INPUT : EXIT_DONE;
}

static bool has(const char *folder, const char *mark) {
    char path[CLAIM_PATH_ROOM];
    return snprintf(path, sizeof path, "%s/%s", folder, mark) < (int)sizeof path &&
           access(path, R_OK) == 0;
}

/* STEADYCAST_DATA is the way from the folder of the programs. */
static bool find_installed(const char *name, char path[CLAIM_PATH_ROOM]) {
    char program[CLAIM_PATH_ROOM];
    struct failure none;
    if (checker_find(program, sizeof program, &none))
        return false;
    *strrchr(program, '/') = 0;
    return snprintf(path, CLAIM_PATH_ROOM, "%s/%s/%s", program, STEADYCAST_DATA, name) <
           CLAIM_PATH_ROOM;
}

/* `name`, a folder, if it has `mark` below the current folder; else where it is installed, found
 * from the running program, if it has `mark` there: then in `path`. `name` too if it has it
 * nowhere. */
static const char *claim_place(const char *name, const char *mark, char path[CLAIM_PATH_ROOM]) {
    bool here = has(name, mark);
    return !here && find_installed(name, path) && has(path, mark) ? path : name;
}

static int run_claims(const struct arguments *arguments) {
    struct failure failure = {0};
    struct control control;
    struct claim_list claims = {0};
    size_t undrawn = 0;
    if (option_is_given(arguments, "functions")) {
        if (option_is_given(arguments, "json"))
            return claim_functions_json(&failure) ? verb_failed(&failure) : EXIT_DONE;
        claim_functions_print();
        return EXIT_DONE;
    }
    control_init(&control, arguments);
    const char *pattern = option_text(arguments, "only", NULL);
    char cases_place[CLAIM_PATH_ROOM], results_place[CLAIM_PATH_ROOM];
    const char *cases = claim_place("cases/claims", ".", cases_place);
    const char *results = claim_place("results", "THEOREMS.md", results_place);
    struct claim_run run = {.results = option_text(arguments, "results", results),
                            .quick = option_is_given(arguments, "quick"),
                            .restart = option_is_given(arguments, "restart"),
                            .threads = (int)option_number(arguments, "threads", 0),
                            .control = &control,
                            .claims = &claims};
    enum status status = claim_list_read(&claims, option_text(arguments, "cases", cases), &failure);
    if (!status && !claim_list_select(&claims, pattern))
        status = claim_list_none(&claims, pattern, &failure);
    if (!status)
        status = try_all(arguments, &run, &undrawn, &failure);
    int result = report_run(&run, undrawn, status, &failure);
    claim_list_clear(&claims);
    return result;
}

static const struct option_rule rules[] = {
    {"functions", NULL, "only|quick|output|restart|cases|results|threads|time"},
    {NULL, NULL, NULL}};

const struct verb verb_claims = {
    .name = "claims",
    .summary = "Tries published claims: verified, sharpened, or refuted with a counter-example",
    .operands = "",
    VERB_SPECS(specs),
    .rules = rules,
    .help = text_claims,
    .run = run_claims};
