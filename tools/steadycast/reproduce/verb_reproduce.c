#include <stdio.h>
#include <string.h>

#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { PATH_ROOM = 4096 };

static const struct option_spec specs[] = {
    {"output", 'o', OPTION_TEXT, true, "FOLDER", 0, 0,
     "where certificates, table and picture go; files of the same name are replaced"},
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
};

static enum status make_folder(const char *folder, const char *name, struct failure *failure) {
    char path[PATH_ROOM];
    if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path - 80)
        return failure_set(failure, STATUS_INPUT, "the folder's name is too long");
    return output_folder_make(path, failure);
}

/* One folder for each kind of question that there is. */
static enum status make_folders(const char *folder, const struct case_list *cases,
                                struct failure *failure) {
    static const char *const names[CASE_KINDS] = {
        "/decide",     "/families", "/paper", "/capacity", "/capacity",
        "/stationary", "/families", "",       "/times",    "/families"};
    bool wanted[CASE_KINDS] = {false};
    for (size_t i = 0; i < cases->count; i++)
        wanted[cases->list[i].kind] = true;
    enum status status = make_folder(folder, "", failure);
    for (int kind = 0; kind < CASE_KINDS && !status; kind++)
        if (wanted[kind])
            status = make_folder(folder, names[kind], failure);
    return status;
}

static bool has_picture(const struct reproduction *reproduction) {
    for (size_t i = 0; i < reproduction->count; i++)
        if (reproduction->jobs[i].question.kind == CASE_DECIDE)
            return true;
    return false;
}

static enum status write_picture(const struct reproduction *reproduction, const char *name,
                                 output_file_body *body, struct failure *failure) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, name);
    enum status status = output_file_write(path, true, body, reproduction, failure);
    if (!status)
        printf("picture %s\n", path);
    return status;
}

static enum status write_outcome(const struct reproduction *reproduction, struct failure *failure) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/table.txt", reproduction->folder);
    enum status status = output_file_write(path, true, reproduction_table, reproduction, failure);
    if (!status)
        printf("table %s\n", path);
    if (!status && has_picture(reproduction))
        status = write_picture(reproduction, "picture.svg", reproduction_picture, failure);
    if (!status && reproduction_has_delays(reproduction))
        status = write_picture(reproduction, "delays.svg", reproduction_delay_picture, failure);
    if (!status && reproduction_has_items(reproduction))
        status = write_picture(reproduction, "times.svg", reproduction_items_picture, failure);
    return status;
}

static enum status reproduce(const struct arguments *arguments, struct reproduction *reproduction,
                             struct failure *failure) {
    struct case_list cases;
    const struct option_value *threads = option(arguments, "threads");
    enum status status = case_file_read(&cases, arguments->operands[0], failure);
    if (status)
        return status;
    status = checker_find(reproduction->checker, sizeof reproduction->checker, failure);
    if (!status)
        status = make_folders(reproduction->folder, &cases, failure);
    if (!status)
        status = reproduction_plan(reproduction, &cases, failure);
    if (!status)
        status = reproduction_run(reproduction, threads->given ? (int)threads->number : 0, failure);
    if (!status)
        status = write_outcome(reproduction, failure);
    case_list_clear(&cases);
    return status;
}

static int run_reproduce(const struct arguments *arguments) {
    struct failure failure = {0};
    struct control control;
    if (arguments->operand_count != 1) {
        failure_set(&failure, STATUS_INPUT, "reproduce takes one file of questions");
        return verb_failed(&failure);
    }
    control_init(&control, arguments);
    struct reproduction reproduction = {.folder = option(arguments, "output")->text,
                                        .control = &control};
    enum status status = reproduce(arguments, &reproduction, &failure);
    reproduction_clear(&reproduction);
    if (status == STATUS_LIMIT && control_stopped(&control)) {
        fprintf(stderr, "steadycast: %s; the same command starts again\n", failure.message);
        return verb_verdict(VERDICT_UNKNOWN);
    }
    if (status)
        return verb_failed(&failure);
    printf("s REPRODUCED %d certificates verified\n", reproduction.verified);
    return EXIT_UNKNOWN;
}

const struct verb verb_reproduce = {
    .name = "reproduce",
    .summary = "Answers a file of questions and lets steadycheck verify every certificate",
    .operands = "FILE",
    VERB_SPECS(specs),
    .details =
        "The grammar of the file is in cases/README.md. The last line is\n"
        "s REPRODUCED <n> certificates verified; anything that is not verified, and engines that\n"
        "disagree, end the run with exit status 2. An engine that does not take a question about\n"
        "stationary schedules is left out, and the table says so; other questions that are beyond "
        "an\n"
        "engine end the run with exit status 1. --time and Ctrl-C stop within a question as well;\n"
        "the same command starts again.",
    .example =
        "  steadycast reproduce cases/questions/main-job.cases -o results/main-job\n"
        "  steadycast reproduce cases/questions/every-schedule.cases -o results/every-schedule",
    .run = run_reproduce};
