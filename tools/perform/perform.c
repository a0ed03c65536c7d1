/* SPDX-License-Identifier: MIT */
/* steadycast-perform: performs the messages of a certificate with MPI, one rank a processor. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/certificate/messages_read.h"
#include "tools/perform/crew.h"
#include "tools/steadycast/frame/options.h"

static const struct option_spec specs[] = {
    {"bytes", 'b', OPTION_NUMBER, false, "N", 1, 1 << 30, "bytes of each item (default: 64)"},
    {"repeat", 'r', OPTION_NUMBER, false, "N", 1, 1000000, "perform it N times, for its timing"},
    {"seed", 0, OPTION_NUMBER, false, "N", 0, LONG_MAX, "of the items' data (default: 1)"},
    {"quiet", 'q', OPTION_FLAG, false, "", 0, 0, "no times on stderr"},
    {"version", 0, OPTION_FLAG, false, "", 0, 0, "print the version"},
};

static const char details[] =
    "Performs the messages of a certificate of kind messages or combining by MPI: rank p is\n"
    "processor p, and\n"
    "sends and receives what the list says, in its order. Each item has data of its own, which\n"
    "only its source has at the beginning. In the end every rank compares every byte, and rank 0\n"
    "prints (of kind combining it is every rank's sum of the data of all, added byte by byte)\n"
    "  s PERFORMED M messages of N bytes among P ranks\n"
    "and, on stderr, the seconds that it took and the microseconds for each message of a rank,\n"
    "which sends them one after the other: those of the fastest performance and the mean.\n"
    "\n"
    "Only the order counts here, no clock: latency, overhead and gap are those of the machine.\n"
    "No rank waits for anything but what the schedule says that it has by then.\n"
    "\n"
    "Exit status, of all ranks: 0 performed; 1 bad input, such as a file that is no schedule, or\n"
    "is not for as many processors as there are ranks; 2 data that did not arrive.\n"
    "\n"
    "Examples:\n"
    "  steadycast expand --logp 6,2,4 -P 8 -k 1 -o eight.cert\n"
    "  mpirun -n 8 steadycast-perform eight.cert\n"
    "  mpirun -n 8 steadycast-perform eight.cert --bytes 65536 --repeat 100\n";

static void print_help(void) {
    printf("usage: mpirun -n P steadycast-perform [options] FILE\n\n");
    options_print(specs, sizeof specs / sizeof *specs);
    printf("\n%s", details);
}

static int exit_of(enum status status) {
    return status == STATUS_OK ? 0 : status == STATUS_INTERNAL ? 2 : 1;
}

static const char *name_of(const struct message_list *list) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal", [MESSAGE_LOGP] = "LogP",   [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",   [MESSAGE_GRAPH] = "graph",
    };
    return names[list->machine.model];
}

static void print_result(const struct arguments *arguments, const struct plan *plan,
                         const struct crew_work *work, const struct crew_result *result) {
    double messages = (double)result->messages / (plan->list.processors + 1);
    printf("s PERFORMED %ld messages of %d bytes among %d ranks\n", result->messages, work->bytes,
           plan->list.processors + 1);
    if (option(arguments, "quiet")->given)
        return;
    fprintf(stderr, "%s, ", name_of(&plan->list));
    if (plan->list.operands)
        fprintf(stderr, "%s", plan->list.reduce ? "summation" : "combining");
    else
        fprintf(stderr, "%d items", plan->total);
    fprintf(stderr, ": %.6f s, %.3f us a message of a rank", result->fastest,
            1e6 * result->fastest / messages);
    if (work->repeat > 1)
        fprintf(stderr, " (mean of %d: %.6f s, %.3f us)", work->repeat, result->mean,
                1e6 * result->mean / messages);
    fprintf(stderr, "\n");
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

static enum status perform(const struct arguments *arguments, int rank) {
    struct messages_read read = {0};
    struct failure failure = {0};
    struct plan plan;
    struct crew_result result;
    const struct option_value *bytes = option(arguments, "bytes");
    const struct option_value *repeat = option(arguments, "repeat");
    const struct option_value *seed = option(arguments, "seed");
    struct crew_work work = {.bytes = bytes->given ? (int)bytes->number : 64,
                             .repeat = repeat->given ? (int)repeat->number : 1,
                             .seed = seed->given ? (unsigned long)seed->number : 1};
    enum status status =
        crew_agree(read_file(arguments->operands[0], rank, &read, &failure), &failure);
    if (!status)
        status = crew_share(&plan, &read.list);
    messages_read_clear(&read);
    if (status)
        return status;
    status = crew_perform(&plan, &work, &result);
    if (!status && rank == 0)
        print_result(arguments, &plan, &work, &result);
    plan_clear(&plan);
    return status;
}

static enum status run(struct arguments *arguments, int argc, char **argv, int rank) {
    struct failure failure = {0};
    bool help = false;
    enum status status = options_parse(arguments, argc, argv, &help, &failure);
    bool version = !status && !help && option(arguments, "version")->given;
    if (!status && !help && !version && arguments->operand_count != 1)
        status = failure_set(&failure, STATUS_INPUT,
                             "one file is expected, not %d (see: steadycast-perform --help)",
                             arguments->operand_count);
    status = crew_agree(status, &failure);
    if (status)
        return status;
    if (rank == 0 && help)
        print_help();
    if (rank == 0 && version)
        printf("steadycast-perform %s\n", STEADYCAST_VERSION);
    return help || version ? STATUS_OK : perform(arguments, rank);
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
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct arguments arguments = {.program = argv[0],
                                  .verb = "steadycast-perform",
                                  .alone = true,
                                  .specs = specs,
                                  .spec_count = sizeof specs / sizeof *specs};
    enum status status = end_output(run(&arguments, argc, argv, rank));
    free(arguments.values);
    MPI_Finalize();
    return exit_of(status);
}
