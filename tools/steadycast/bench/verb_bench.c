#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/bench/bench_history.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/steady_clock.h"
#include "tools/steadycast/frame/verb.h"

const struct bench benches[] = {
    {"decide", "all (L,t), L = 3..10, t = L..3L+1, against general solvers", bench_decide},
    {"count", "all (L,t), L = 3..8, t = L..3L+1; against counting one by one", bench_count},
    {"backtrack", "nodes a second of the exhaustive search", bench_backtrack},
    {"capacity", "capacities at L = 2, against CBC", bench_capacity},
    {"window", "the window automaton alone, against the memory", bench_window},
    {"delay", "least delays: P <= 10,000, L <= 16; large P", bench_delay},
    {"items", "k items: both encodings, single questions, constructions", bench_items},
    {"messages", "lists of messages: told, written, checked", bench_messages},
    {"family", "the family of L = 1000 and its check", bench_family},
    {"threads", "1, 2, 4, .. threads, and the exponent of the time", bench_threads},
    {"sweep", "a campaign of 10,000 cases: what is spent outside the engines; ranks", bench_sweep},
    {"sizes", "larger and larger questions, and the exponent of the time", bench_sizes},
    {NULL, NULL, NULL},
};

static const struct option_spec specs[] = {
    {"only", 0, OPTION_TEXT, false, "NAME", 0, 0, "one part of those below"},
    {"quick", 0, OPTION_FLAG, false, "", 0, 0, "small questions: all in less than 20 seconds"},
    {"runs", 0, OPTION_NUMBER, false, "N", 1, 100,
     "repetitions of short measurements (default: 9)"},
    {"limit", 0, OPTION_NUMBER, false, "SEC", 1, 100000,
     "seconds that another solver gets for a question (default: 10, with --quick 1)"},
    {"peer-budget", 0, OPTION_NUMBER, false, "SEC", 1, 1000000,
     "seconds after which another solver is asked no more (default: 60, with --quick 1)"},
    {"history", 0, OPTION_TEXT, false, "FILE", 0, 0,
     "append the values as a line of JSON; name those that differ from earlier runs"},
    {"change", 0, OPTION_NUMBER, false, "PERCENT", 1, 1000000,
     "how much they may differ from the median (default: 50)"},
    {"strict", 0, OPTION_FLAG, false, "", 0, 0, "exit with 1 if a promise is broken"},
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print JSON, one object a line"},
};

/* --- what the parts share --- */

static bool stop(void *context) {
    return control_stopped(context);
}

struct limits bench_limits(const struct bench_options *options, int threads) {
    return (struct limits){.threads = threads, .stop = stop, .context = options->control};
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *numbers, int count) {
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[count / 2];
}

enum status bench_time(const struct bench_options *options, bench_work *work, void *context,
                       double *seconds, struct failure *failure) {
    double times[100], begin = steady_clock(), most = options->quick ? 0.05 : 2;
    enum status status = STATUS_OK;
    int runs = 0;
    while (!status && runs < options->runs && (runs == 0 || steady_clock() - begin < most)) {
        double start = steady_clock();
        status = work(context, failure);
        times[runs++] = steady_clock() - start;
    }
    if (!status)
        *seconds = bench_median(times, runs);
    return status;
}

/* --- the verb --- */

static long number(const struct arguments *arguments, const char *name, long otherwise) {
    const struct option_value *value = option(arguments, name);
    return value->given ? value->number : otherwise;
}

static bool is_part(const char *name) {
    for (const struct bench *bench = benches; bench->name; bench++)
        if (strcmp(name, bench->name) == 0)
            return true;
    return false;
}

/* The limits themselves, so that it is seen when the machine was slow. */
static enum status add_machine(const struct bench_machine *machine, struct bench_table *table,
                               struct failure *failure) {
    const struct bench_record records[] = {
        {.what = "memory, read by one thread", .value = machine->read_one, .unit = "bytes/s"},
        {.what = "memory, read by all", .value = machine->read_all, .unit = "bytes/s"},
        {.what = "SHA-256", .value = machine->digest, .unit = "bytes/s"},
        {.what = "operations one behind the other", .value = machine->cycles, .unit = "/s"}};
    enum status status = STATUS_OK;
    table->part = "machine";
    for (size_t i = 0; i < sizeof records / sizeof *records && !status; i++) {
        struct bench_record record = records[i];
        record.better = BENCH_LARGER;
        status = bench_add(table, &record, failure);
    }
    return status;
}

static enum status print_start(const struct bench_machine *machine, const struct bench_table *table,
                               struct failure *failure) {
    if (table->json)
        return json_line(json_pack("{s:o}", "machine", bench_machine_object(machine)), failure);
    bench_machine_print(machine);
    bench_print_head(table);
    return STATUS_OK;
}

static enum status run_parts(const struct bench_options *options, const char *only,
                             struct bench_table *table, struct failure *failure) {
    enum status status = add_machine(options->machine, table, failure);
    for (const struct bench *bench = benches; bench->name && !status; bench++) {
        if (only && strcmp(only, bench->name) != 0)
            continue;
        table->part = bench->name;
        status = bench->run(options, table, failure);
    }
    return status;
}

static enum status print_end(const struct bench_table *table, struct failure *failure) {
    size_t promises, broken;
    bench_count_promises(table, &promises, &broken);
    if (table->json)
        return json_line(json_pack("{s:i s:i}", "promises", (int)promises, "broken", (int)broken),
                         failure);
    printf("# %zu promises, %zu broken\n", promises, broken);
    return STATUS_OK;
}

/* Everything between the history before and the history after. */
static enum status measure(const struct arguments *arguments, struct bench_options *options,
                           struct bench_machine *machine, struct bench_table *table,
                           struct failure *failure) {
    const char *only = option(arguments, "only")->given ? option(arguments, "only")->text : NULL;
    const struct option_value *history_file = option(arguments, "history");
    struct bench_history history = {0};
    enum status status = STATUS_OK;
    if (history_file->given)
        status = bench_history_read(&history, history_file->text, machine, options->quick, failure);
    if (!status)
        status = bench_machine_measure(machine, failure);
    if (!status)
        status = print_start(machine, table, failure);
    if (!status)
        status = run_parts(options, only, table, failure);
    if (!status)
        status = print_end(table, failure);
    if (!status && history_file->given)
        status = bench_history_compare(&history, table,
                                       1 + (double)number(arguments, "change", 50) / 100, failure);
    if (!status && history_file->given)
        status = bench_history_append(&history, machine, options->quick, table, failure);
    bench_history_clear(&history);
    return status;
}

static int run_bench(const struct arguments *arguments) {
    const struct option_value *only = option(arguments, "only");
    bool quick = option(arguments, "quick")->given;
    struct control control;
    struct failure failure = {0};
    struct bench_machine machine;
    struct bench_table table = {.json = option(arguments, "json")->given, .small = quick};
    struct bench_options options = {.runs = (int)number(arguments, "runs", 9),
                                    .limit = (int)number(arguments, "limit", quick ? 1 : 10),
                                    .peer_budget =
                                        (int)number(arguments, "peer-budget", quick ? 1 : 60),
                                    .quick = quick,
                                    .control = &control,
                                    .machine = &machine};
    size_t promises, broken;
    if (only->given && !is_part(only->text)) {
        fprintf(stderr, "steadycast: there is no benchmark '%s'\n", only->text);
        return EXIT_INPUT;
    }
    control_init(&control, arguments);
    bench_machine_describe(&machine);
    enum status status = measure(arguments, &options, &machine, &table, &failure);
    bench_count_promises(&table, &promises, &broken);
    bench_table_clear(&table);
    if (status)
        return verb_failed(&failure);
    return broken && option(arguments, "strict")->given ? EXIT_INPUT : EXIT_UNKNOWN;
}

static void list_parts(verb_put *put, void *context) {
    char line[200];
    put(context, "\nParts:\n");
    for (const struct bench *bench = benches; bench->name; bench++) {
        snprintf(line, sizeof line, "  %-10s %s\n", bench->name, bench->summary);
        put(context, line);
    }
}

const struct verb verb_bench = {
    .name = "bench",
    .summary = "Measures the speed, against other solvers and against what the machine can do",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A line for each value, in these columns: part, what, value and unit; a peer, who\n"
        "answers the same question, its value, and how many times better ours is (ratio); the\n"
        "limit, what the machine could do at most, and the part of it that is reached (share);\n"
        "what is promised, and whether it is kept. Lines that begin with # are remarks.\n"
        "Other solvers (picosat, cadical, kissat, minisat, glucose, clasp, cbc) get our exports.\n"
        "One that is not installed is named. Their times are without the start of the process.\n"
        "Limits are made of what is measured at the start: bytes a second from memory and\n"
        "through SHA-256, and operations a second. With more threads than processors a share\n"
        "is that of the processors. With --quick nothing is promised but ratios.",
    .list = list_parts,
    .example = "  steadycast bench --only decide\n"
               "  steadycast bench --quick --history bench.jsonl --strict",
    .run = run_bench};
