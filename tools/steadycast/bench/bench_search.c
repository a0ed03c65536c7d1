/* Counting, backtracking and families. */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "solver/certificate/write.h"
#include "solver/count/count.h"
#include "solver/engine/backtrack.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/checker.h"

static long peak_kilobytes(int who) {
    struct rusage usage;
    return getrusage(who, &usage) == 0 ? usage.ru_maxrss : 0;
}

static enum status count_one(int latency, int depth, const struct bench_options *options,
                             mpz_t parikh, mpz_t words, struct failure *failure) {
    struct limits limits = bench_limits(options, 0);
    bool finished;
    enum status status =
        count_schedules(latency, depth, &limits, parikh, words, &finished, failure);
    return status ? status : limits_check(&limits, failure);
}

enum status bench_count(const struct bench_options *options, struct failure *failure) {
    mpz_t parikh, words;
    enum status status = STATUS_OK;
    double start = bench_now(), slowest = 0;
    mpz_inits(parikh, words, NULL);
    for (int latency = 3; latency <= 8 && !status; latency++)
        for (int depth = latency; depth <= 3 * latency + 1 && !status; depth++) {
            double before = bench_now();
            status = count_one(latency, depth, options, parikh, words, failure);
            slowest = bench_now() - before > slowest ? bench_now() - before : slowest;
        }
    if (!status) {
        printf("bench count seconds %.2f slowest %.2f peak-kilobytes %ld\n", bench_now() - start,
               slowest, peak_kilobytes(RUSAGE_SELF));
        gmp_printf("bench count L=8,t=25 parikh %Zd words %Zd\n", parikh, words);
    }
    mpz_clears(parikh, words, NULL);
    return status;
}

/* Counts all fillings by words, L = 6, t = 17: about 3e8 nodes. */
static enum status time_backtrack(const struct bench_options *options, int threads, double *rate,
                                  double *seconds, struct failure *failure) {
    struct backtrack_question question = {
        .latency = 6, .depth = 17, .mode = WALK_WORDS, .count = true, .ball_rule = true};
    struct limits limits = bench_limits(options, threads);
    struct backtrack_result result;
    limits.nodes = UINT64_C(1) << 30;
    double start = bench_now();
    enum status status = backtrack_run(&question, &limits, &result, failure);
    *seconds = bench_now() - start;
    if (!status)
        status = limits_check(&limits, failure);
    if (status)
        return status;
    *rate = (double)result.nodes / *seconds;
    printf("bench backtrack threads %d nodes %" PRIu64 " seconds %.3f nodes-per-second %.3g\n",
           threads, result.nodes, *seconds, *rate);
    fflush(stdout);
    return STATUS_OK;
}

enum status bench_backtrack(const struct bench_options *options, struct failure *failure) {
    double rate, one = 0, seconds;
    int processors = omp_get_num_procs();
    enum status status = time_backtrack(options, 1, &rate, &one, failure);
    for (int threads = 2; threads <= processors && !status; threads *= 2) {
        status = time_backtrack(options, threads, &rate, &seconds, failure);
        if (!status)
            printf("bench backtrack speedup %d threads %.2f\n", threads, one / seconds);
    }
    return status;
}

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

enum status bench_family(const struct bench_options *options, struct failure *failure) {
    enum { LATENCY = 1000, PATH_ROOM = 4096, LINE_ROOM = 512 };
    char path[] = "/tmp/steadycast-family-XXXXXX", checker[PATH_ROOM], line[LINE_ROOM];
    struct family family;
    bool found = false, verified = false;
    struct limits limits = bench_limits(options, 0);
    int file = mkstemp(path);
    if (file < 0)
        return failure_set(failure, STATUS_SYSTEM, "no temporary file");
    close(file);
    double start = bench_now(), written = 0;
    enum status status = family_find(&family, LATENCY, &limits, &found, failure);
    if (!status && found) {
        status = certificate_write_family(path, true, &family, go_on, options->control, failure);
        family_clear(&family);
    }
    written = bench_now();
    if (!status)
        status = checker_find(checker, sizeof checker, failure);
    if (!status)
        status = checker_run(checker, path, &limits, &verified, line, sizeof line, failure);
    unlink(path);
    if (!status && !verified)
        status = limits_check(&limits, failure);
    if (!status && !verified)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d: %s", LATENCY, line);
    if (!status)
        printf(
            "bench family L %d seconds %.2f check-seconds %.2f check-peak-kilobytes-at-most %ld\n",
            LATENCY, written - start, bench_now() - written, peak_kilobytes(RUSAGE_CHILDREN));
    return status;
}
