/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/kitem_run.h"

#include <omp.h>

#include "solver/certificate/locked_file.h"

enum { NAME_ROOM = 40 };

static void name_of(char name[NAME_ROOM], long latency) {
    snprintf(name, NAME_ROOM, "L%ld.certs", latency);
}

static void part_done(void *context, long part) {
    const struct kitem_run *run = context;
    *run->done = part + 1;
    struct progress progress = {"numbers of processors", (uint64_t)part + 1, (uint64_t)run->parts,
                                0};
    control_report(run->control, &progress);
}

/* The parts are told of the run's own context. */
static enum status find(void *context, long part, FILE *stream, struct failure *failure) {
    const struct kitem_run *run = context;
    return run->find(run->context, part, stream, failure);
}

enum status kitem_run_latency(const struct kitem_run *run, const struct answer_folder *folder,
                              struct failure *failure) {
    const struct option_value *threads = option(run->arguments, "threads");
    struct locked_file file = {.stream = NULL};
    struct kitem_run copy = *run;
    char name[NAME_ROOM], path[ANSWER_FOLDER_PATH_ROOM];
    int error = 0;
    enum status status = STATUS_OK;
    name_of(name, run->latency);
    if (folder->path)
        status = answer_folder_path(folder, name, "", path, failure);
    if (folder->path && !status)
        status = locked_file_open(&file, path, folder->force, failure);
    if (status)
        return status;
    *run->done = 0;
    status = ordered_run(run->parts, threads->given ? (int)threads->number : omp_get_num_procs(),
                         find, part_done, &copy, file.stream, &error, failure);
    control_end_line(run->control);
    bool stopped = status == STATUS_LIMIT && control_stopped(run->control);
    bool kept = !status || (stopped && *run->done > 0);
    enum status saved = STATUS_OK, printed = STATUS_OK;
    if (folder->path && kept)
        saved = locked_file_close(&file, error, failure);
    else if (folder->path)
        locked_file_discard(&file);
    if (kept) /* also when they could not be saved */
        printed = run->print(run->context, saved ? NULL : failure);
    return saved ? saved : printed ? printed : status;
}

enum status kitem_run_probe(const struct answer_folder *folder,
                            const struct option_value *latencies, struct failure *failure) {
    enum status status = answer_folder_make(folder, failure);
    for (long latency = latencies->number; folder->path && latency <= latencies->last && !status;
         latency++) {
        char name[NAME_ROOM];
        name_of(name, latency);
        status = answer_folder_probe_file(folder, name, failure);
    }
    return status;
}
