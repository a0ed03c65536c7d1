/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <nettle/sha2.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/bench.h"
#include "tools/steadycast/frame/clock.h"

/* Where the system does not tell something, it is missing. */
static const char describe[] = "v() { sed -n \"s/^$1[^:]*: *//p\" $2 2>/dev/null | head -n 1; }; "
                               "c=/sys/devices/system/cpu/cpu0/"
                               "cache; printf '%s processors, %s; ' $(nproc) \"$(v 'model name' "
                               "/proc/cpuinfo)\"; for i in $c/i*; "
                               "do printf 'L%s %s %s, ' $(cat $i/level $i/type $i/size "
                               "2>/dev/null); done; printf '%s; %s; load "
                               "at the start %s' \"$(v MemTotal /proc/meminfo)\" \"$(uname -sr)\" "
                               "\"$(cut -d ' ' -f 1 /proc/loadavg)\"";

void bench_machine_describe(struct bench_machine *machine) {
    FILE *output = popen(describe, "r");
    machine->processors = omp_get_num_procs();
    if (!output || !fgets(machine->text, sizeof machine->text, output))
        snprintf(machine->text, sizeof machine->text, "unknown");
    if (output)
        pclose(output);
}

/* --- what it can do --- */

enum {
    WORDS = 1 << 25, /* 256 MB: beyond every cache but the largest */
    STEPS = 30000000,
    CYCLES_A_STEP = 6,
    DIGEST_BYTES = 1 << 24,
    REPETITIONS = 4
};

enum probe { READ, HASH, STEP };

/* What is made of the words is returned, so that it is made. A step is three shifts and three
 * exclusive ors, each of which needs the one before: six cycles where such an operation takes
 * one. */
static uint64_t probe_once(enum probe probe, const uint64_t *words, int threads) {
    uint64_t sum = UINT64_C(88172645463325252);
    if (probe == READ) {
#pragma omp parallel for num_threads(threads) reduction(+ : sum) schedule(static)
        for (long w = 0; w < WORDS; w++)
            sum += words[w];
    } else if (probe == HASH) {
        struct sha256_ctx context;
        sha256_init(&context);
        sha256_update(&context, DIGEST_BYTES, (const uint8_t *)words);
        sha256_digest(&context, sizeof sum, (uint8_t *)&sum);
    } else {
        for (long step = 0; step < STEPS; step++) {
            sum ^= sum << 13;
            sum ^= sum >> 7;
            sum ^= sum << 17;
        }
    }
    return sum;
}

/* Of so many units, how many a second the fastest repetition does. */
static double fastest(enum probe probe, double units, const uint64_t *words, int threads,
                      uint64_t *sum) {
    double best = INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
        double start = steady_clock();
        *sum ^= probe_once(probe, words, threads) + (uint64_t)i;
        best = fmin(best, steady_clock() - start);
    }
    return units / best;
}

enum status bench_machine_measure(struct bench_machine *machine, struct failure *failure) {
    uint64_t *words = malloc(WORDS * sizeof *words), sum = 0;
    if (!words)
        return failure_memory(failure, "the measure of the machine");
#pragma omp parallel for schedule(static)
    for (long w = 0; w < WORDS; w++)
        words[w] = (uint64_t)w;
    machine->read_one = fastest(READ, 8.0 * WORDS, words, 1, &sum);
    machine->read_all = fastest(READ, 8.0 * WORDS, words, machine->processors, &sum);
    machine->digest = fastest(HASH, DIGEST_BYTES, words, 1, &sum);
    machine->cycles = fastest(STEP, (double)STEPS * CYCLES_A_STEP, words, 1, &sum);
    free(words);
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5\n", file); /* proc(5): forgets the peak of the memory, which processes inherit */
        fclose(file);
    }
    if (sum == 0) /* never; but so the sums can't be left out */
        return failure_set(failure, STATUS_INTERNAL, "the machine adds up to nothing");
    return STATUS_OK;
}
