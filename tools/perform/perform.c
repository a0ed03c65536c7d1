/* SPDX-License-Identifier: MIT */
/* steadycast-perform: performs the messages of a certificate with MPI, one rank a processor, or
 * measures the machine that the ranks run on. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>

#include "solver/certificate/messages_read.h"
#include "tools/perform/crew.h"
#include "tools/perform/crowd.h"
#include "tools/perform/report.h"
#include "tools/perform/settings.h"

static int exit_of(enum status status) {
    return status == STATUS_OK ? 0 : status == STATUS_INTERNAL ? 2 : 1;
}

/* Rank 0 alone reads: the others may be on machines that do not see the file. */
static enum status read_file(const char *path, int rank, struct messages_read *read,
                             struct failure *failure) {
    struct certificate_input input;
    if (rank != 0)
        return STATUS_OK;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = messages_read_all(read, &input, failure);
    certificate_unload(&input);
    return status;
}

static void report(const struct settings *settings, const struct plan *plan,
                   const struct performance_work *work, const struct performance_result *result,
                   int finish) {
    if (settings->compare)
        report_comparison(plan, work, result, finish, settings->cycle);
    printf("s PERFORMED %ld messages of %d bytes among %d ranks\n", result->messages, work->bytes,
           plan->list.processors + 1);
    if (!settings->quiet)
        report_times(plan, work, result);
}

static enum status perform_plan(const struct settings *settings, const struct plan *plan, int rank,
                                int finish) {
    struct performance_result result;
    struct performance_work work = {.bytes = (int)settings->bytes,
                                    .repeat = (int)settings->repeat,
                                    .seed = (unsigned long)settings->seed,
                                    .warm = settings->compare,
                                    .window = (int)settings->window};
    enum status status = performance_run(plan, &work, &result);
    if (status)
        return status;
    struct crowd crowd = crowd_find();
    if (rank == 0 && (settings->compare || !settings->quiet))
        crowd_warn(&crowd);
    if (rank == 0)
        report(settings, plan, &work, &result, finish);
    return STATUS_OK;
}

static enum status perform(const struct settings *settings, const char *file, int rank) {
    struct messages_read read = {0};
    struct failure failure = {0};
    struct plan plan;
    enum status status = crew_agree(read_file(file, rank, &read, &failure), &failure);
    if (!status)
        status = crew_share(&plan, &read.list);
    int finish = read.list.finish;
    messages_read_clear(&read);
    if (status)
        return status;
    status = perform_plan(settings, &plan, rank, finish);
    plan_clear(&plan);
    return status;
}

static enum status measure(const struct settings *settings, int rank) {
    struct failure failure = {0};
    struct measure_work work = {.pairs = (enum pairs_choice)settings->pairs,
                                .bytes = (int)settings->bytes,
                                .repeat = (int)settings->repeat,
                                .quiet = settings->quiet};
    struct measure_result result;
    struct logp_fit fit;
    enum status status = measure_pairs(&work, &result);
    if (status)
        return status;
    struct crowd crowd = crowd_find();
    if (rank == 0) {
        struct logp_sample sample = {result.send.median, result.receive.median, result.gap.median,
                                     result.latency.median};
        crowd_warn(&crowd);
        status = logp_fit(&fit, &sample, settings->cycle, &failure);
    }
    status = crew_agree(status, &failure);
    if (!status && rank == 0)
        report_machine(&result, &fit);
    return status;
}

static enum status run(int argc, char **argv, int rank) {
    struct failure failure = {0};
    struct settings settings = {0};
    const char *file = NULL;
    enum status status =
        crew_agree(settings_read(&settings, &file, argc, argv, &failure), &failure);
    if (!status)
        status = crew_same(&settings, sizeof settings);
    if (status)
        return status;
    if (settings.mode == MODE_MEASURE)
        return measure(&settings, rank);
    if (settings.mode == MODE_PERFORM)
        return perform(&settings, file, rank);
    if (rank == 0 && settings.mode == MODE_HELP)
        settings_print_help();
    if (rank == 0 && settings.mode == MODE_VERSION)
        printf("steadycast-perform %s\n", STEADYCAST_VERSION);
    return STATUS_OK;
}

/* Whether all that rank 0 printed was written. */
static enum status end_output(enum status status) {
    struct failure failure = {0};
    if (!status && (fflush(stdout) != 0 || ferror(stdout)))
        status = failure_set(&failure, STATUS_SYSTEM, "standard output could not be written");
    else if (status)
        return status;
    return crew_agree(status, &failure);
}

int main(int argc, char **argv) {
    int rank;
    signal(SIGXFSZ, SIG_IGN); /* the limit for the size of files is an error of write, as others */
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    enum status status = end_output(run(argc, argv, rank));
    MPI_Finalize();
    return exit_of(status);
}
