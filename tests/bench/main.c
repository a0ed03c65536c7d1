/* SPDX-License-Identifier: MIT */
/* steadycast-bench: all lines of the table, or those of a part. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/files.h"
#include "solver/base/words.h"
#include "tests/bench/bench.h"
#include "tools/steadycast/command.h"
#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"

#ifdef __clang__
#define BUILD STEADYCAST_BUILD_TYPE " build, " __VERSION__
#else
#define BUILD STEADYCAST_BUILD_TYPE " build, gcc " __VERSION__
#endif

static const struct option_spec specs[] = {
    {"only", 0, OPTION_TEXT, false, "NAME", 0, 0, "one part of those below"},
    {"quick", 0, OPTION_FLAG, false, "", 0, 0, "small questions: all in less than 20 seconds"},
    {"runs", 0, OPTION_NUMBER, false, "N", 1, 100,
     "repetitions of short measurements (default: 9)"},
    {"limit", 0, OPTION_NUMBER, false, "SEC", 1, 100000,
     "seconds that another solver gets for a question (default: 10, z3 60, with --quick 1)"},
    {"strict", 0, OPTION_FLAG, false, "", 0, 0, "exit with 1 if a promise is broken"},
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print JSON, one object a line"},
    {"version", 0, OPTION_FLAG, false, "", 0, 0, "print the version"},
};

static const char details[] =
    "A line for each value, in these columns: part, what, value and unit; a peer, who\n"
    "answers the same question, its value, and how many times better ours is (ratio); the\n"
    "limit, what the machine could do at most, and the part of it that is reached (share);\n"
    "what is promised, and whether it is kept. Lines that begin with # are remarks. A value\n"
    "is the median of its repetitions, made by turns with the peer's.\n"
    "Other solvers (picosat, cadical, kissat, minisat, glucose, clasp, cbc) get our exports.\n"
    "One that is not installed is named, one that leaves a question open is asked no more.\n"
    "But z3 gets SCCL's formula, each time anew, and its time is that of the whole process.\n"
    "Most values are times of commands, less the start of the processes.\n"
    "Limits are made of what is measured at the start: bytes a second from memory and\n"
    "through SHA-256, and operations a second. With more threads than processors a share\n"
    "is that of the processors. The growth from a question of size a to one of size b is\n"
    "the exponent x where the times are as a^x and b^x, or the factor for each step. With\n"
    "--quick nothing is promised but ratios.\n\n"
    "Parts:\n"
    "  decide     all (L,t), L = 3..10, t = L..3L+1, against general solvers\n"
    "  count      all (L,t), L = 3..8, t = L..3L+1; against counting one by one\n"
    "  backtrack  nodes a second of the exhaustive search\n"
    "  capacity   capacities at L = 2, against CBC\n"
    "  window     the window automaton alone, against the memory\n"
    "  delay      least delays: P <= 10,000, L <= 16; large P\n"
    "  items      k items: both encodings, single questions, constructions\n"
    "  messages   lists of messages: told, written, checked\n"
    "  family     the family of L = 1000 and its check\n"
    "  networks   collectives of S steps, R rounds, C chunks: z3 with SCCL's formula\n"
    "  threads    2, 4, .. threads against one\n"
    "  sweep      a campaign of 10,000 cases: what is spent outside the engines; ranks\n"
    "  sizes      how the time grows from a question to a larger one\n\n"
    "Exit status: 0 done; 1 bad input, a signal, or, with --strict, a broken promise; 2 a command\n"
    "that failed, or an answer that is not the peer's.\n\n"
    "Examples:\n"
    "  steadycast-bench --only decide\n"
    "  steadycast-bench --quick --strict\n";

static void print_help(void) {
    puts("usage: steadycast-bench [options]\n\n"
         "Measures the speed of steadycast, against other solvers and against what the machine can "
         "do.\n");
    options_print(specs, sizeof specs / sizeof *specs);
    printf("\n%s", details);
}

static int number(const struct arguments *arguments, const char *name, int otherwise) {
    const struct option_value *value = option(arguments, name);
    return value->given ? (int)value->number : otherwise;
}

static bool is_part(const char *name) {
    for (const struct measurement *row = bench_table; row->part; row++)
        if (strcmp(name, row->part) == 0)
            return true;
    return false;
}

/* What the machine is, and the limits themselves, so that it is seen when it was slow. */
static enum status add_machine(struct bench *bench, struct failure *failure) {
    const struct bench_machine *machine = &bench->machine;
    char line[BENCH_LINE];
    enum status status = bench_machine_measure(&bench->machine, failure);
    const struct bench_record records[] = {
        {.what = "memory, read by one thread", .value = machine->read_one, .unit = "bytes/s"},
        {.what = "memory, read by all", .value = machine->read_all, .unit = "bytes/s"},
        {.what = "SHA-256", .value = machine->digest, .unit = "bytes/s"},
        {.what = "operations one behind the other", .value = machine->cycles, .unit = "/s"}};
    if (!status && bench->json)
        status = json_line(json_pack("{s:o s:s s:s}", "machine", json_any_text(machine->text),
                                     "version", STEADYCAST_VERSION, "build", BUILD),
                           failure);
    if (!status && !bench->json) {
        printf("# steadycast %s, %s\n# %s\n", STEADYCAST_VERSION, BUILD, machine->text);
        bench_format(line, NULL);
        puts(line);
    }
    for (size_t i = 0; i < sizeof records / sizeof *records && !status; i++)
        status = bench_add(bench, "machine", &records[i], failure);
    return status;
}

static enum status measure_all(struct bench *bench, const char *only, struct failure *failure) {
    enum status status = checker_find(bench->programs, BENCH_PATH, failure);
    if (status)
        return status;
    *strrchr(bench->programs, '/') = '\0';
    status = add_machine(bench, failure);
    for (const struct measurement *row = bench_table; row->part && !status; row++)
        if (!only || strcmp(only, row->part) == 0)
            status = bench_measure(bench, row, failure);
    if (status)
        return status;
    if (bench->json)
        status = json_line(
            json_pack("{s:i s:i}", "promises", bench->promises, "broken", bench->broken), failure);
    else
        printf("# %d promises, %d broken\n", bench->promises, bench->broken);
    return status;
}

static void no_part(const char *name, struct failure *failure) {
    char meant[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, name);
    for (const struct measurement *row = bench_table; row->part; row++)
        suggestion_offer(&suggestion, row->part);
    failure_set(failure, STATUS_INPUT, "--only: there is no benchmark '%.60s'%s", name,
                suggestion_text(&suggestion, meant, sizeof meant));
}

/* Its name stands in quotes in the commands of the shell. */
static enum status make_folder(struct bench *bench, struct failure *failure) {
    const char *above = temporary_folder();
    int length = snprintf(bench->folder, BENCH_PATH, "%s/steadycast-bench-XXXXXX", above);
    if (length >= BENCH_PATH || strchr(above, '\''))
        return failure_set(failure, STATUS_INPUT,
                           "TMPDIR: the name of the folder is too long, or has a quote: %s", above);
    if (!mkdtemp(bench->folder))
        return failure_set(failure, status_of_errno(errno), "no folder can be made in %s: %s",
                           above, strerror(errno));
    return STATUS_OK;
}

static int run_bench(const struct arguments *arguments) {
    const char *only = option(arguments, "only")->given ? option(arguments, "only")->text : NULL;
    bool quick = option(arguments, "quick")->given;
    struct control control;
    struct failure failure = {0};
    struct bench bench = {.runs = number(arguments, "runs", 9),
                          .limit = number(arguments, "limit", quick ? 1 : 10),
                          .z3_limit = number(arguments, "limit", quick ? 1 : 60),
                          .quick = quick,
                          .json = option(arguments, "json")->given,
                          .control = &control};
    if (only && !is_part(only)) {
        no_part(only, &failure);
        return verb_failed(&failure);
    }
    control_init(&control, arguments);
    bench_machine_describe(&bench.machine);
    enum status status = make_folder(&bench, &failure);
    if (!status) {
        status = measure_all(&bench, only, &failure);
        folder_remove(bench.folder);
    }
    if (status)
        return verb_failed(&failure);
    return bench.broken && option(arguments, "strict")->given ? EXIT_INPUT : EXIT_DONE;
}

int main(int argc, char **argv) {
    struct arguments arguments = {.program = argv[0],
                                  .verb = "steadycast-bench",
                                  .alone = true,
                                  .specs = specs,
                                  .spec_count = sizeof specs / sizeof *specs};
    struct failure failure = {0};
    bool help = false;
    int status = EXIT_DONE;
    command_hold_streams();
    command_hold_signals();
    command_hold_path();
    if (options_parse(&arguments, argc, argv, &help, &failure))
        return verb_failed(&failure);
    if (help) {
        print_help();
    } else if (option(&arguments, "version")->given) {
        puts("steadycast-bench " STEADYCAST_VERSION);
    } else if (arguments.operand_count) {
        failure_set(&failure, STATUS_INPUT, "steadycast-bench takes no '%s', only options",
                    arguments.operands[0]);
        status = verb_failed(&failure);
    } else {
        status = run_bench(&arguments);
    }
    free(arguments.values);
    return verb_finish(status, false);
}
