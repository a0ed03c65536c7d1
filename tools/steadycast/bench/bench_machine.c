#include "tools/steadycast/bench/bench_machine.h"

#include <math.h>
#include <nettle/sha2.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/steady_clock.h"

/* --- what it is --- */

/* The first line of a file of the system, without its end. */
static bool first_line(const char *path, char *line, size_t room) {
    FILE *file = fopen(path, "r");
    bool found = file && fgets(line, (int)room, file);
    if (file)
        fclose(file);
    if (found)
        line[strcspn(line, "\n")] = '\0';
    return found;
}

static void find_model(char *model) {
    char line[1024];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(model, MACHINE_TEXT_ROOM, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(model, MACHINE_TEXT_ROOM, "%.*s", MACHINE_TEXT_ROOM - 1,
                     colon + 1 + strspn(colon + 1, " "));
            break;
        }
    }
    if (file)
        fclose(file);
}

static void find_caches(char *caches) {
    size_t used = 0;
    *caches = '\0';
    for (int i = 0; i < 8; i++) {
        static const char *const parts[] = {"level", "type", "size"};
        char text[3][40], path[100];
        bool found = true;
        for (int p = 0; p < 3 && found; p++) {
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", i,
                     parts[p]);
            found = first_line(path, text[p], sizeof text[p]);
        }
        if (found && used < MACHINE_TEXT_ROOM)
            used += (size_t)snprintf(caches + used, MACHINE_TEXT_ROOM - used, "%sL%s %s %s",
                                     used ? ", " : "", text[0], text[1], text[2]);
    }
    if (!used)
        snprintf(caches, MACHINE_TEXT_ROOM, "unknown");
}

void bench_machine_describe(struct bench_machine *machine) {
    struct utsname system;
    char line[100];
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    *machine = (struct bench_machine){.processors = omp_get_num_procs(), .load = -1};
    find_model(machine->model);
    find_caches(machine->caches);
    machine->memory = pages > 0 && page > 0 ? (double)pages * (double)page : 0;
    snprintf(machine->kernel, sizeof machine->kernel, "unknown");
    if (uname(&system) == 0)
        snprintf(machine->kernel, sizeof machine->kernel, "%.60s %.80s", system.sysname,
                 system.release);
#ifdef __clang__
    snprintf(machine->compiler, sizeof machine->compiler, "%s", __VERSION__);
#else
    snprintf(machine->compiler, sizeof machine->compiler, "gcc %s", __VERSION__);
#endif
    snprintf(machine->build, sizeof machine->build, "%s", STEADYCAST_BUILD_TYPE);
    if (first_line("/proc/loadavg", line, sizeof line))
        machine->load = strtod(line, NULL);
}

void bench_machine_name(const struct bench_machine *machine, char name[MACHINE_NAME_ROOM]) {
    snprintf(name, MACHINE_NAME_ROOM, "%d x %s; %s; %.0f GB; %s", machine->processors,
             machine->model, machine->caches, machine->memory / 1e9, machine->build);
}

json_t *bench_machine_object(const struct bench_machine *machine) {
    return json_pack("{s:i s:s s:s s:f s:s s:s s:s s:s s:f}", "processors", machine->processors,
                     "model", machine->model, "caches", machine->caches, "memory", machine->memory,
                     "kernel", machine->kernel, "compiler", machine->compiler, "build",
                     machine->build, "version", STEADYCAST_VERSION, "load", machine->load);
}

void bench_machine_print(const struct bench_machine *machine) {
    printf("# steadycast %s, %s build, %s\n", STEADYCAST_VERSION, machine->build,
           machine->compiler);
    printf("# %d processors, %s; %s; %.1f GB; %s; load at the start %.2f\n", machine->processors,
           machine->model, machine->caches, machine->memory / 1e9, machine->kernel, machine->load);
}

void bench_machine_forget_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5\n", file); /* proc(5): the peak of the resident set */
        fclose(file);
    }
}

/* --- what it can do --- */

enum {
    WORDS = 1 << 25, /* 256 MB: beyond every cache but the largest */
    PASSES = 4,
    STEPS = 30000000,
    CYCLES_A_STEP = 6,
    DIGEST_BYTES = 1 << 24,
    REPETITIONS = 3
};

/* Bytes a second of the fastest pass. The sum is used, so that it is made. */
static double read_memory(const uint64_t *words, int threads, uint64_t *sum) {
    double best = INFINITY;
    for (int i = 0; i < PASSES; i++) {
        uint64_t all = 0;
        double start = steady_clock();
#pragma omp parallel for num_threads(threads) reduction(+ : all) schedule(static)
        for (long w = 0; w < WORDS; w++)
            all += words[w];
        best = fmin(best, steady_clock() - start);
        *sum += all;
    }
    return (double)WORDS * sizeof *words / best;
}

/* A step is three shifts and three exclusive ors, each of which needs the one before: six cycles
 * where such an operation takes one. */
static double count_cycles(uint64_t *sum) {
    double best = INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
        uint64_t x = UINT64_C(88172645463325252) + *sum;
        double start = steady_clock();
        for (long step = 0; step < STEPS; step++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }
        best = fmin(best, steady_clock() - start);
        *sum += x;
    }
    return (double)STEPS * CYCLES_A_STEP / best;
}

static double hash_memory(const uint64_t *words, uint64_t *sum) {
    double best = INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
        struct sha256_ctx context;
        uint8_t digest[SHA256_DIGEST_SIZE];
        double start = steady_clock();
        sha256_init(&context);
        sha256_update(&context, DIGEST_BYTES, (const uint8_t *)words);
        sha256_digest(&context, sizeof digest, digest);
        best = fmin(best, steady_clock() - start);
        *sum += digest[0];
    }
    return DIGEST_BYTES / best;
}

enum status bench_machine_measure(struct bench_machine *machine, struct failure *failure) {
    uint64_t *words = malloc(WORDS * sizeof *words), sum = 0;
    if (!words)
        return failure_memory(failure, "the measure of the machine");
#pragma omp parallel for schedule(static)
    for (long w = 0; w < WORDS; w++)
        words[w] = (uint64_t)w;
    machine->read_one = read_memory(words, 1, &sum);
    machine->read_all = read_memory(words, machine->processors, &sum);
    machine->digest = hash_memory(words, &sum);
    machine->cycles = count_cycles(&sum);
    free(words);
    bench_machine_forget_peak();
    if (sum == 0) /* never; but so the sums can't be left out */
        return failure_set(failure, STATUS_INTERNAL, "the machine adds up to nothing");
    return STATUS_OK;
}
