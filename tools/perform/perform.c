/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
/* steadycast-perform: performs the messages of a certificate with MPI, one rank a processor, or
 * measures the machine that the ranks run on. */
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "automata/status.h"
#include "solver/collective/messages_read.h"
#include "solver/network/network_read.h"
#include "tools/perform/crew.h"
#include "tools/perform/measure.h"
#include "tools/perform/pairs.h"
#include "tools/perform/performance.h"
#include "tools/perform/statistics.h"
#include "tools/steadycast/frame/options.h"

/* The command line of steadycast-perform: what it takes, and what goes together. No MPI here. */

enum settings_mode { MODE_PERFORM, MODE_MEASURE, MODE_HELP, MODE_VERSION };

/* Numbers of one type, so that ranks can compare them byte by byte. */
struct settings {
    long mode; /* enum settings_mode */
    long quiet;
    long compare, bytes, repeat, seed;
    long cycle;  /* nanoseconds; 0: none is given */
    long pairs;  /* enum pairs_choice */
    long window; /* items that MPI_Ibcast has under way */
};

enum { BYTES = 64, SEED = 1, WINDOW = 16, REPEAT_COMPARED = 20, REPEAT_MEASURED = 100 };

static const struct option_spec specs[] = {
    {"bytes", 'b', OPTION_BYTES, false, "SIZE", 1, 1 << 30,
     "bytes of each item or message, as 8 or 64KB (default: 64)"},
    {"repeat", 'r', OPTION_NUMBER, false, "N", 1, 1000000,
     "do it N times, for its timing (default: 1; with --compare 20, with --measure 100)"},
    {"seed", 0, OPTION_NUMBER, false, "N", 0, LONG_MAX, "of the items' data (default: 1)"},
    {"compare", 'c', OPTION_FLAG, false, "", 0, 0,
     "the time that the list predicts, and that of MPI_Bcast and MPI_Ibcast, beside that of the "
     "schedule"},
    {"window", 0, OPTION_NUMBER, false, "N", 1, 1000000,
     "with --compare: items that MPI_Ibcast has under way at a time (default: 16)"},
    {"measure", 'm', OPTION_FLAG, false, "", 0, 0,
     "in place of FILE: measure L, o and g between the ranks"},
    {"pairs", 0, OPTION_CHOICE, false, "root|near|all", 0, 0,
     "with --measure: rank 0 with each other, each with those 1, 2, 4, 8, .. behind it (default), "
     "or every two ranks"},
    {"cycle", 0, OPTION_NUMBER, false, "NANOSECONDS", 1, 1000000000,
     "with --measure and --compare: what a cycle, or step, takes"},
    {"quiet", 'q', OPTION_FLAG, false, "", 0, 0, "no times and no progress on stderr"},
    {"version", 0, OPTION_FLAG, false, "", 0, 0, "print the version"},
};

extern const char text_perform[];

/* On the standard output. */
static void settings_print_help(void) {
    printf("usage: mpirun -n P steadycast-perform [options] FILE\n"
           "       mpirun -n P steadycast-perform --measure [options]\n\n");
    options_print(specs, sizeof specs / sizeof *specs);
    printf("\n%s\n", text_perform);
}

/* Options that would do nothing are refused: who gives one expects something of it. */
static enum status check_together(const struct arguments *arguments, struct failure *failure) {
    bool measure = option(arguments, "measure")->given,
         compare = option(arguments, "compare")->given;
    const struct option_value *window = option(arguments, "window");
    const struct option_value *cycle = option(arguments, "cycle");
    const struct option_value *pairs = option(arguments, "pairs");
    const struct option_value *seed = option(arguments, "seed");
    if (measure && compare)
        return failure_input(failure,
                             "--measure and --compare don't go together: the first takes no file");
    if (measure && arguments->operand_count > 0)
        return failure_input(failure, "--measure takes no file, found '%s'",
                             arguments->operands[0]);
    if (measure && seed->given)
        return failure_input(failure, "--seed %s: --measure sends no items", seed->text);
    if (window->given && !compare)
        return failure_input(failure, "--window %s is for --compare", window->text);
    if (pairs->given && !measure)
        return failure_input(failure, "--pairs %s is for --measure", pairs->text);
    if (cycle->given && !compare && !measure)
        return failure_input(failure, "--cycle %s is for --measure and --compare", cycle->text);
    if (!measure && arguments->operand_count != 1)
        return failure_input(failure,
                             "one file is expected, not %d (see: steadycast-perform --help)",
                             arguments->operand_count);
    return STATUS_OK;
}

static long number_of(const struct arguments *arguments, const char *name, long other) {
    const struct option_value *value = option(arguments, name);
    return value->given ? value->number : other;
}

static struct settings settings_of(const struct arguments *arguments) {
    bool measure = option(arguments, "measure")->given,
         compare = option(arguments, "compare")->given;
    return (struct settings){
        .mode = measure ? MODE_MEASURE : MODE_PERFORM,
        .quiet = option(arguments, "quiet")->given,
        .compare = compare,
        .bytes = number_of(arguments, "bytes", BYTES),
        .repeat = number_of(arguments, "repeat",
                            measure   ? REPEAT_MEASURED
                            : compare ? REPEAT_COMPARED
                                      : 1),
        .seed = number_of(arguments, "seed", SEED),
        .cycle = number_of(arguments, "cycle", 0),
        .pairs = measure ? number_of(arguments, "pairs", PAIRS_NEAR) : 0,
        .window = compare ? number_of(arguments, "window", WINDOW) : 0,
    };
}

/* Reads the command line; *file is set where one is performed, and points into argv. STATUS_INPUT
 * for what is not taken, with the option and the value, and for options that don't go together. */
static enum status settings_read(struct settings *settings, const char **file, int argc,
                                 char **argv, struct failure *failure) {
    struct arguments arguments = {.program = argv[0],
                                  .verb = "steadycast-perform",
                                  .alone = true,
                                  .specs = specs,
                                  .spec_count = sizeof specs / sizeof *specs};
    bool help = false;
    TRY(options_parse(&arguments, argc, argv, &help, failure));
    bool version = option(&arguments, "version")->given;
    *settings = (struct settings){.mode = help ? MODE_HELP : MODE_VERSION};
    enum status status = STATUS_OK;
    if (!help && !version) {
        status = check_together(&arguments, failure);
        *settings = settings_of(&arguments);
        *file = arguments.operand_count > 0 ? arguments.operands[0] : NULL;
    }
    free(arguments.values);
    return status;
}

/* --- whether ranks have a processor each --- */

/* Where they have not they take turns, as MPI waits busily, and a time measured there is mostly
 * that of waiting for the turn. */
struct crowd {
    int ranks;      /* on the machine with the fewest processors for each of its ranks */
    int processors; /* that these ranks may use together */
};

static bool is_crowded(const struct crowd *crowd) {
    return crowd->ranks > crowd->processors;
}

/* Ranks may be bound to processors, each to others: those of all of them count. More processors
 * than a cpu_set_t holds are as many as are online. */
static int processors_of(MPI_Comm machine) {
    cpu_set_t mine, all;
    CPU_ZERO(&mine);
    int known = sched_getaffinity(0, sizeof mine, &mine) == 0, all_known;
    MPI_Allreduce(&known, &all_known, 1, MPI_INT, MPI_MIN, machine);
    MPI_Allreduce(&mine, &all, (int)sizeof mine, MPI_BYTE, MPI_BOR, machine);
    return all_known ? CPU_COUNT(&all) : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/* Called by all ranks; on all the same. A machine is what shares memory. */
static struct crowd crowd_find(void) {
    MPI_Comm machine;
    struct crowd mine, worst;
    struct {
        double share; /* of a processor, for each rank */
        int rank;
    } here = {0}, least;
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, here.rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &mine.ranks);
    mine.processors = processors_of(machine);
    MPI_Comm_free(&machine);
    here.share = (double)mine.processors / mine.ranks;
    MPI_Allreduce(&here, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    worst = mine;
    MPI_Bcast(&worst, 2, MPI_INT, least.rank, MPI_COMM_WORLD);
    return worst;
}

/* A warning on stderr if they are. */
static void crowd_warn(const struct crowd *crowd) {
    if (is_crowded(crowd))
        fprintf(
            stderr,
            "steadycast-perform: %d ranks share %d processor%s of one machine: these times mean "
            "little\n",
            crowd->ranks, crowd->processors, crowd->processors == 1 ? "" : "s");
}

/* --- what rank 0 prints --- */

static const double us = 1e6; /* microseconds in a second */

static const char *name_of(const struct message_list *list) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal",
        [MESSAGE_LOGP] = "LogP",
        [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",
    };
    return names[list->machine.model];
}

/* On stderr, a line: how long it took. */
static void report_times(const struct plan *plan, const struct performance_work *work,
                         const struct performance_result *result) {
    const struct quartiles *seconds = &result->seconds[WAY_SCHEDULE];
    double messages = (double)result->messages / (plan->list.processors + 1);
    fprintf(stderr, "%s, ", plan->collective.is_one ? "network" : name_of(&plan->list));
    if (plan->list.operands)
        fprintf(stderr, "%s", plan->list.reduce ? "summation" : "combining");
    else
        fprintf(stderr, "%d items", plan->total);
    fprintf(stderr, ": %.6f s, %.3f us a message of a rank", seconds->median,
            us * seconds->median / messages);
    if (work->repeat > 1)
        fprintf(stderr, " (median of %d; quartiles %.6f and %.6f s, fastest %.6f s)", work->repeat,
                seconds->lower, seconds->upper, result->fastest);
    fprintf(stderr, "\n");
}

static void print_quartiles(const char *name, const struct quartiles *seconds) {
    printf("%s %.3f us, quartiles %.3f and %.3f", name, us * seconds->median, us * seconds->lower,
           us * seconds->upper);
}

/* On stdout: what the list predicts, `finish` cycles of `cycle` nanoseconds (0: no cycle is known,
 * and no time predicted), and what was measured. On stderr: why MPI_Bcast is not compared, if it is
 * not. */
static void report_comparison(const struct plan *plan, const struct performance_work *work,
                              const struct performance_result *result, int finish, long cycle) {
    const struct quartiles *seconds = result->seconds;
    double schedule = seconds[WAY_SCHEDULE].median, predicted = 1e-9 * (double)cycle * finish;
    bool logp = plan->list.machine.model == MESSAGE_LOGP;
    printf("predicted %d %s", finish, logp ? "cycles" : "steps");
    if (cycle)
        printf(" of %ld ns: %.3f us", cycle, us * predicted);
    printf("\n");
    print_quartiles("schedule", &seconds[WAY_SCHEDULE]);
    printf(": %.3f ns a %s", 1e9 * schedule / finish, logp ? "cycle" : "step");
    if (cycle)
        printf(", %.3f of the prediction", schedule / predicted);
    printf("\n");
    if (!performance_broadcasts(plan)) {
        fprintf(stderr,
                "steadycast-perform: MPI_Bcast is not compared: it has one source, and here %s\n",
                plan->collective.is_one ? "is a collective on a network"
                : plan->list.operands   ? "operands are combined"
                                        : "every processor is one");
        return;
    }
    print_quartiles("MPI_Bcast", &seconds[WAY_BCAST]);
    printf(": %.3f of the schedule\n", seconds[WAY_BCAST].median / schedule);
    print_quartiles("MPI_Ibcast", &seconds[WAY_IBCAST]);
    printf(": %.3f of the schedule, %d under way\n", seconds[WAY_IBCAST].median / schedule,
           work->window < plan->total ? work->window : plan->total);
}

static void print_extremes(const struct extremes *extremes) {
    char text[EXTREMES_TEXT_ROOM];
    extremes_text(extremes, &extremes->fastest, text);
    printf("fastest %s: L+2o %.3f us\n", text, us * extremes->fastest.seconds);
    extremes_text(extremes, &extremes->slowest, text);
    printf("slowest %s: L+2o %.3f us\n", text, us * extremes->slowest.seconds);
}

static void print_measured(const struct measure_result *measured) {
    const struct {
        const char *name;
        const struct quartiles *seconds;
    } lines[] = {{"o_s", &measured->send},
                 {"o_r", &measured->receive},
                 {"g", &measured->gap},
                 {"L", &measured->latency}};
    for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++) {
        print_quartiles(lines[i].name, lines[i].seconds);
        printf("\n");
    }
    print_extremes(&measured->extremes);
}

/* How the machine that is printed differs from what was measured. */
static void warn_of_fit(const struct logp_fit *fit) {
    static const char *const names[] = {
        [LOGP_LATENCY] = "L", [LOGP_OVERHEAD] = "o", [LOGP_GAP] = "g"};
    for (int i = 0; i < LOGP_PARAMETERS; i++) {
        if (fit->negative[i])
            fprintf(stderr,
                    "steadycast-perform: %s was measured as %.3f us, which noise does, or messages "
                    "too long for MPI to send at once: it is taken as 0\n",
                    names[i], us * fit->time[i]);
        if (fit->raised[i])
            fprintf(stderr,
                    "steadycast-perform: %s is less than half a cycle, and is taken as 1, the "
                    "least that --logp takes\n",
                    names[i]);
    }
}

/* On stdout: what was measured, between which ranks it was fastest and slowest, and the machine as
 * an option. On stderr: which numbers are not what was measured, and that pairs are not alike. */
static void report_machine(const struct measure_result *measured, const struct logp_fit *fit) {
    const struct logp_machine *machine = &fit->machine;
    const struct extremes *extremes = &measured->extremes;
    print_measured(measured);
    printf("cycle %ld ns\n--logp %d,%d,%d\n", fit->cycle, machine->latency, machine->overhead,
           machine->gap);
    warn_of_fit(fit);
    if (extremes_mislead(extremes))
        fprintf(stderr,
                "steadycast-perform: L+2o of the slowest pair is %.1f times that of the fastest: "
                "one machine L,o,g for all pairs may mislead\n",
                extremes->slowest.seconds / extremes->fastest.seconds);
}

/* --- the program --- */

static int exit_of(enum status status) {
    return status == STATUS_OK ? 0 : status == STATUS_INTERNAL ? 2 : 1;
}

/* What rank 0 has read. */
struct source {
    struct message_list list;
    struct plan_collective collective;
    struct messages_read read;  /* either .. */
    struct message_array array; /* .. or the sends of a schedule on a network */
};

/* The sends as messages of a postal machine, which wait for as long as their arcs have more latency
 * than it. */
static enum status read_network(struct source *source, struct certificate_input *input,
                                struct failure *failure) {
    CLEANUP(network_read_clear) struct network_read read = {0};
    TRY(network_read_all(&read, input, NETWORK_READ_ONLY, failure));
    const struct network_problem *problem = &read.problem;
    const struct network_task *task = &read.schedule.task;
    for (int64_t i = 0; i < read.schedule.count && !read.stream; i++) {
        const struct network_send *send = &read.schedule.sends[i];
        const struct network_arc *arc = &read.network.arcs[send->arc];
        struct message message = {send->step, arc->from, arc->to, send->chunk, arc->latency - 1};
        message_array_add(&source->array, &message);
    }
    source->collective = (struct plan_collective){1, (int)problem->collective, problem->reversed,
                                                  problem->root, task->chunks};
    source->list = (struct message_list){
        .machine = message_machine_postal(1),
        .processors = read.network.nodes - 1,
        .items = (problem->commodities[problem->commodity_count - 1].chunk + 1) * task->chunks,
        .count = (long)source->array.count,
        .finish = task->steps,
        .each = message_array_each,
        .source = &source->array};
    if (read.stream || read.network.sizes)
        return failure_input(
            failure, "%s: %s", input->path,
            read.stream ? "a stream is endless"
                        : "chunks of nodes with sizes of their own, which are not performed");
    return source->array.lost ? failure_memory(failure, "a schedule") : STATUS_OK;
}

/* Rank 0 alone reads: the others may be on machines that do not see the file. */
static enum status read_file(const char *path, int rank, struct source *source,
                             struct failure *failure) {
    if (rank != 0)
        return STATUS_OK;
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    if (network_read_takes(input.kind))
        return read_network(source, &input, failure);
    TRY(messages_read_all(&source->read, &input, failure));
    source->list = source->read.list;
    return STATUS_OK;
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
    TRY(performance_run(plan, &work, &result));
    struct crowd crowd = crowd_find();
    if (rank == 0 && (settings->compare || !settings->quiet))
        crowd_warn(&crowd);
    if (rank == 0)
        report(settings, plan, &work, &result, finish);
    return STATUS_OK;
}

static enum status perform(const struct settings *settings, const char *file, int rank) {
    struct source source = {0};
    struct failure failure = {0};
    struct plan plan;
    enum status status = crew_agree(read_file(file, rank, &source, &failure), &failure);
    if (!status)
        status = crew_share(&plan, &source.list, &source.collective);
    int finish = source.list.finish;
    messages_read_clear(&source.read);
    message_array_clear(&source.array);
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
    TRY(measure_pairs(&work, &result));
    struct crowd crowd = crowd_find();
    enum status status = STATUS_OK;
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
    TRY(crew_agree(settings_read(&settings, &file, argc, argv, &failure), &failure));
    TRY(crew_same(&settings, sizeof settings));
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
        status = failure_system(&failure, "standard output could not be written");
    else if (status)
        return status;
    return crew_agree(status, &failure);
}

int main(int argc, char **argv) {
    int rank;
    signal(SIGXFSZ, SIG_IGN); /* the limit for the size of files is an error of write, as others */
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* Open MPI 5 puts pieces of a line into stdout */
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    enum status status = end_output(run(argc, argv, rank));
    MPI_Finalize();
    return exit_of(status);
}
