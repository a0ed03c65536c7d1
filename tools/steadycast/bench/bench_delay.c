/* Least delays for every number of processors, and lists of messages. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solver/build/best.h"
#include "solver/certificate/write.h"
#include "solver/engine/delay.h"
#include "solver/engine/delay_scan.h"
#include "solver/model/messages.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/checker.h"

enum { LATENCIES = 16, PROCESSORS = 9999, PATH_ROOM = 4096, LINE_ROOM = 512 };

/* N = 1..9999 for one latency, with certificates if there is a path. */
static enum status scan_one(const struct bench_options *options, int latency, const char *path,
                            struct failure *failure) {
    struct limits limits = bench_limits(options, 1);
    int *depths = malloc(PROCESSORS * sizeof *depths);
    FILE *file = path ? fopen(path, "w") : NULL;
    enum status status =
        depths && (file || !path) ? STATUS_OK : failure_memory(failure, "the delays");
    if (!status)
        status = delay_scan(latency, 1, PROCESSORS, file, &limits, depths, failure);
    if (file && fclose(file) != 0 && !status)
        status = failure_set(failure, STATUS_SYSTEM, "%s could not be written", path);
    free(depths);
    return status;
}

static enum status check_one(const char *checker, const char *path, struct failure *failure) {
    char line[LINE_ROOM];
    bool verified = false;
    enum status status =
        checker_run_stream(checker, path, NULL, NULL, NULL, &verified, line, sizeof line, failure);
    if (!status && !verified)
        status = failure_set(failure, STATUS_INTERNAL, "%s", line);
    return status;
}

enum step { SCAN, WRITE, CHECK, STEPS };

/* One step for all latencies, the largest first, on all processors. */
static enum status run_step(const struct bench_options *options, enum step step, const char *folder,
                            const char *checker, double *seconds, struct failure *failure) {
    enum status status = STATUS_OK;
    double start = bench_now();
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < LATENCIES; i++) {
        char path[PATH_ROOM];
        struct failure found = {0};
        int latency = LATENCIES - i;
        snprintf(path, sizeof path, "%s/L%d.certs", folder, latency);
        enum status result = step == CHECK
                                 ? check_one(checker, path, &found)
                                 : scan_one(options, latency, step == WRITE ? path : NULL, &found);
        if (result)
#pragma omp critical(bench)
        {
            status = result;
            *failure = found;
        }
    }
    *seconds = bench_now() - start;
    return status;
}

static enum status bench_scan(const struct bench_options *options, struct failure *failure) {
    char folder[] = "/tmp/steadycast-delays-XXXXXX", checker[PATH_ROOM], path[PATH_ROOM];
    double seconds[STEPS] = {0};
    enum status status = checker_find(checker, sizeof checker, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder");
    for (int step = SCAN; step < STEPS && !status; step++)
        status = run_step(options, (enum step)step, folder, checker, &seconds[step], failure);
    for (int latency = 1; latency <= LATENCIES; latency++) {
        snprintf(path, sizeof path, "%s/L%d.certs", folder, latency);
        unlink(path);
    }
    rmdir(folder);
    if (!status)
        printf("bench delay L 1..%d P 2..%d seconds %.2f with-certificates-seconds %.2f "
               "check-seconds %.2f\n",
               LATENCIES, PROCESSORS + 1, seconds[SCAN], seconds[WRITE], seconds[CHECK]);
    return status;
}

/* P = 10^digits. */
static enum status bench_power(const struct bench_options *options, int latency, int digits,
                               struct failure *failure) {
    struct limits limits = bench_limits(options, 0);
    struct delay delay;
    mpz_t processors;
    mpz_init(processors);
    mpz_ui_pow_ui(processors, 10, (unsigned long)digits);
    mpz_sub_ui(processors, processors, 1);
    double start = bench_now();
    enum status status =
        delay_find(latency, processors, DELAY_CONSTRUCTION, &limits, &delay, failure);
    if (!status) {
        printf("bench delay L %d P 10^%d delay %d seconds %.3f\n", latency, digits,
               latency + delay.depth, bench_now() - start);
        delay_clear(&delay);
    }
    mpz_clear(processors);
    return status;
}

static enum status take(void *context, const struct message *message, struct failure *failure) {
    long *sum = context;
    (void)failure;
    *sum += message->item;
    return STATUS_OK;
}

/* 10^7 messages, generated and not written. */
static enum status bench_messages(const struct bench_options *options, struct failure *failure) {
    enum { LATENCY = 3, SERVED = 1000000, ITEMS = 10 };
    struct limits limits = bench_limits(options, 1);
    struct message_run machine = message_run_postal(LATENCY);
    struct messages messages;
    struct periodic periodic;
    long sum = 0;
    mpz_t processors;
    mpz_init_set_si(processors, SERVED);
    enum status status = best_schedule(&periodic, LATENCY, processors, &limits, failure);
    mpz_clear(processors);
    if (status)
        return status;
    status = messages_of_periodic(&messages, &periodic, &machine, ITEMS, true, failure);
    periodic_clear(&periodic);
    if (status)
        return status;
    double start = bench_now();
    status = messages_each(&messages, take, &sum, &limits, failure);
    if (!status && sum != (long)SERVED * ITEMS * (ITEMS + 1) / 2)
        status = failure_set(failure, STATUS_INTERNAL, "not every item to everybody");
    if (!status)
        printf("bench delay messages %ld seconds %.2f messages-per-second %.2g\n", messages.count,
               bench_now() - start, (double)messages.count / (bench_now() - start));
    messages_clear(&messages);
    return status;
}

enum status bench_delay(const struct bench_options *options, struct failure *failure) {
    enum status status = bench_scan(options, failure);
    for (int digits = 100; digits <= 1000 && !status; digits *= 10)
        status = bench_power(options, 3, digits, failure);
    if (!status)
        status = bench_power(options, 1000, 12, failure);
    return status ? status : bench_messages(options, failure);
}
