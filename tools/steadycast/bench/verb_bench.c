#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/verb.h"

const struct bench benches[] = {
    {"decide", "all (L,t), L = 3..10, t = L..3L+1, against general solvers", bench_decide},
    {"count", "all (L,t), L = 3..8, t = L..3L+1", bench_count},
    {"backtrack", "nodes a second, and the speed-up over threads", bench_backtrack},
    {"capacity", "capacities at L = 2, against CBC; the window automaton alone", bench_capacity},
    {"delay", "least delays: P <= 10,000, L <= 16; large P; lists of messages", bench_delay},
    {"items", "k items: both encodings, single questions, constructions", bench_items},
    {"family", "the family of L = 1000 and its check", bench_family},
    {NULL, NULL, NULL},
};

static const struct option_spec specs[] = {
    {"only", 0, OPTION_TEXT, false, "NAME", 0, 0,
     "decide, count, backtrack, capacity, delay, items or family"},
    {"runs", 0, OPTION_NUMBER, false, "N", 1, 100,
     "repetitions of short measurements (default: 9)"},
    {"limit", 0, OPTION_NUMBER, false, "SEC", 1, 100000,
     "seconds that another solver gets for a question (default: 10)"},
    {"peer-budget", 0, OPTION_NUMBER, false, "SEC", 1, 1000000,
     "seconds after which another solver is asked no more (default: 60)"},
};

static bool stop(void *context) {
    return control_stopped(context);
}

struct limits bench_limits(const struct bench_options *options, int threads) {
    return (struct limits){.threads = threads, .stop = stop, .context = options->control};
}

double bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *numbers, int count) {
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[count / 2];
}

bool bench_installed(const char *program) {
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

static long number(const struct arguments *arguments, const char *name, long otherwise) {
    const struct option_value *value = option(arguments, name);
    return value->given ? value->number : otherwise;
}

static void print_machine(void) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    printf("bench machine processors %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            printf("bench machine model%s", strchr(line, ':') + 1);
            break;
        }
    if (file)
        fclose(file);
}

static int run_bench(const struct arguments *arguments) {
    const struct option_value *only = option(arguments, "only");
    struct control control;
    struct bench_options options = {(int)number(arguments, "runs", 9),
                                    (int)number(arguments, "limit", 10),
                                    (int)number(arguments, "peer-budget", 60), &control};
    bool any = false;
    control_init(&control, arguments);
    print_machine();
    for (const struct bench *bench = benches; bench->name; bench++) {
        struct failure failure = {0};
        if (only->given && strcmp(only->text, bench->name) != 0)
            continue;
        any = true;
        if (bench->run(&options, &failure))
            return verb_failed(&failure);
    }
    if (!any) {
        fprintf(stderr, "steadycast: there is no benchmark '%s'\n", only->text);
        return EXIT_INPUT;
    }
    return EXIT_UNKNOWN;
}

const struct verb verb_bench = {
    .name = "bench",
    .summary = "Measures the speed, also against general solvers on the same questions",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Other solvers (picosat, cadical, clasp, cbc) get our exports; one that is not "
        "installed is\n"
        "skipped, and it is said. Their times are without the start of the process.\n"
        "A node of the backtracker takes about 110 instructions (callgrind) and no memory beyond "
        "the\n"
        "first-level cache: instructions are its limit. ratio: best other solver / arithmetic.",
    .example = "  steadycast bench --only decide",
    .run = run_bench};
