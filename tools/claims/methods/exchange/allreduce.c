/* SPDX-License-Identifier: MIT */
/* Broadcast with combining, Karp et al. 1992, section 5.2. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write_combining.h"
#include "solver/model/message_play.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/methods.h"
#include "tools/steadycast/frame/fields.h"

/* steadycheck takes so many processors. */
enum { MOST_PROCESSORS = 20000 };

enum { EXPANDED = 60, LAST_LATENCY = 1000, LAST_TIME = 10000 };

/* Whether everybody combines every operand, and none twice: the result is then the same for every
 * commutative and associative operation. */
static enum status play(const struct claim_job *job, const struct allreduce *schedule, bool *right,
                        struct failure *failure) {
    struct message_list list = allreduce_list(schedule);
    enum status status = message_verify(&list, NULL, &job->limits, failure);
    *right = !status;
    return status == STATUS_INTERNAL ? STATUS_OK : status;
}

/* As it is printed: at time j = 0..T-L to i + f_{j+L-1}. f holds f_0 .. f_T. */
static enum status make_printed(int latency, int time, const long *f, struct allreduce *schedule,
                                struct failure *failure) {
    int count = time < latency ? 0 : time - latency + 1;
    struct allreduce made = {.latency = latency,
                             .processors = (int)f[time],
                             .finish = count ? time : 0,
                             .plain = true,
                             .count = count,
                             .messages = memory_new((size_t)count, sizeof *made.messages)};
    if (!made.messages)
        return failure_memory(failure, "messages");
    for (int j = 0; j < count; j++)
        made.messages[j] = (struct allreduce_message){j, (int)f[j + latency - 1], true};
    *schedule = made;
    return STATUS_OK;
}

struct attempt {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
    long points;
    long largest;
    long printed; /* points at which P = f_T */
};

static enum status put(struct attempt *attempt, const struct allreduce *schedule, bool expanded,
                       struct failure *failure) {
    struct certificate_output *output;
    enum status status =
        certificate_open_stream(&output, attempt->stream.file, "combining", failure);
    if (status)
        return status;
    status = certificate_put_combining(output, schedule, expanded, &attempt->job->limits, failure);
    attempt->certificates++;
    return certificate_end(output, status, failure);
}

/* By rotation, and small ones with all messages as well. */
static enum status put_forms(struct attempt *attempt, const struct allreduce *schedule,
                             struct failure *failure) {
    enum status status = put(attempt, schedule, false, failure);
    return status || schedule->processors > EXPANDED ? status
                                                     : put(attempt, schedule, true, failure);
}

static enum status try_time(struct attempt *attempt, int latency, int time, const long *f,
                            struct failure *failure) {
    struct allreduce schedule;
    bool right = false;
    enum status status = make_printed(latency, time, f, &schedule, failure);
    if (status)
        return status;
    status = play(attempt->job, &schedule, &right, failure);
    if (!status && right)
        status = put_forms(attempt, &schedule, failure);
    if (!status)
        claim_tell(&attempt->job->finding, CLAIM_AT("L T", latency, time),
                   right ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "P=%d%s", schedule.processors,
                   right ? "" : ": not everybody has combined everything once");
    attempt->points++;
    attempt->largest = schedule.processors;
    allreduce_clear(&schedule);
    return status;
}

/* f_0, f_1, .. while they are no more than `most`, by the recurrence as it is printed; count is at
 * most LAST_TIME. */
static enum status make_terms(int latency, long most, long **terms, long *count,
                              struct failure *failure) {
    long *f = memory_new(LAST_TIME, sizeof *f), n = 0;
    if (!f)
        return failure_memory(failure, "numbers of processors");
    for (; n < LAST_TIME; n++) {
        f[n] = n < latency ? 1 : f[n - 1] + f[n - latency];
        if (f[n] > most)
            break;
    }
    *terms = f;
    *count = n;
    return STATUS_OK;
}

/* All T with P = f_T in the range. */
static enum status try_latency(struct attempt *attempt, int latency,
                               const struct claim_range *processors, struct failure *failure) {
    long *f = NULL, count = 0;
    enum status status = make_terms(latency, processors->last, &f, &count, failure);
    if (status)
        return status;
    status = claim_stream_open(attempt->job, "combining.certs", &attempt->stream, failure);
    if (status) {
        free(f);
        return status;
    }
    attempt->certificates = attempt->points = 0;
    for (long t = 0; t < count && !status; t++) {
        if (f[t] >= processors->first)
            status = try_time(attempt, latency, (int)t, f, failure);
    }
    free(f);
    if (!status)
        return claim_stream_close(attempt->job, &attempt->stream, attempt->certificates, false,
                                  NULL, NULL, failure);
    claim_stream_drop(&attempt->stream);
    return status;
}

enum status try_karp_combining(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, processors;
    struct attempt attempt = {.job = job};
    enum status status = claim_range(job, "L", 1, LAST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 1, MOST_PROCESSORS, &processors, failure);
    for (long l = latency.first; !status && l <= latency.last; l++) {
        status = try_latency(&attempt, (int)l, &processors, failure);
        if (!status)
            fprintf(job->table, "L = %ld: %ld times T, up to %ld processors, %ld certificates\n", l,
                    attempt.points, attempt.largest, attempt.certificates);
    }
    return status;
}

/* What steadycheck has to confirm, certificate by certificate in the order of put_forms. */
struct expected {
    int latency;
    int processors; /* of the next one */
    bool expanded;
    bool wrong;
};

static void see(void *context, const char *line, const char *fields) {
    struct expected *expected = context;
    struct failure failure;
    char claim[100];
    int depth = -1;
    (void)line;
    if (sequence_depth(expected->latency, expected->processors, &depth, &failure))
        expected->wrong = true;
    snprintf(claim, sizeof claim, "kind=combining L=%d P=%d end=%d", expected->latency,
             expected->processors, depth);
    expected->wrong |= !fields_include(fields, claim);
    expected->expanded = !expected->expanded && expected->processors <= EXPANDED;
    expected->processors += !expected->expanded;
}

/* The claim is about P = f_T, and the printed algorithm; that every P takes no more than B(P),
 * about the windows of exchange/allreduce.h. */
static enum status try_number(struct attempt *attempt, int latency, int processors,
                              struct failure *failure) {
    struct allreduce schedule;
    int depth;
    bool right = true;
    enum status status = sequence_depth(latency, processors, &depth, failure);
    if (!status)
        status = allreduce_build(&schedule, latency, processors, failure);
    if (status)
        return status;
    if (processors <= EXPANDED)
        status = play(attempt->job, &schedule, &right, failure);
    if (!status)
        status = put_forms(attempt, &schedule, failure);
    right = right && schedule.finish == depth;
    enum claim_truth truth = right ? CLAIM_HOLDS : CLAIM_FAILS;
    if (!status)
        claim_tell(&attempt->job->finding, CLAIM_AT("L P", latency, processors),
                   schedule.plain ? truth : CLAIM_MUTE, truth, "%d steps", schedule.finish);
    attempt->points++;
    attempt->printed += schedule.plain;
    allreduce_clear(&schedule);
    return status;
}

static enum status try_numbers(struct attempt *attempt, int latency,
                               const struct claim_range *processors, struct failure *failure) {
    struct expected expected = {.latency = latency, .processors = (int)processors->first};
    enum status status =
        claim_stream_open(attempt->job, "combining.certs", &attempt->stream, failure);
    if (status)
        return status;
    for (long p = processors->first; p <= processors->last && !status; p++)
        status = try_number(attempt, latency, (int)p, failure);
    if (status) {
        claim_stream_drop(&attempt->stream);
        return status;
    }
    status = claim_stream_close(attempt->job, &attempt->stream, attempt->certificates, false, see,
                                &expected, failure);
    if (!status && (expected.wrong || expected.processors != processors->last + 1))
        status = failure_set(failure, STATUS_INTERNAL,
                             "steadycheck finds other times than B(P) for L = %d", latency);
    return status;
}

enum status try_karp_combining_time(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, processors;
    enum status status = claim_range(job, "L", 1, LAST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 1, MOST_PROCESSORS, &processors, failure);
    for (long l = latency.first; !status && l <= latency.last; l++) {
        struct attempt attempt = {.job = job};
        status = try_numbers(&attempt, (int)l, &processors, failure);
        if (!status)
            fprintf(job->table,
                    "L = %ld: %ld numbers P up to %ld, of which %ld are P(T), %ld certificates\n",
                    l, attempt.points, processors.last, attempt.printed, attempt.certificates);
    }
    return status;
}
