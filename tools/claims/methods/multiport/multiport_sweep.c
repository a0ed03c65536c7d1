/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/multiport/multiport_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/items/items_question.h"
#include "solver/model/message_play.h"
#include "tools/steadycast/frame/fields.h"

/* In one play: below a second. */
enum { MOST_RECEPTIONS = 1 << 24 };

/* n, k and, if there is a key of this name, m: nothing is done yet. */
static enum status read_ranges(struct multiport_sweep *sweep, struct claim_job *job,
                               struct failure *failure) {
    struct multiport_sweep made = {.job = job, .m = {.first = 1, .last = 1}};
    enum status status = claim_range(job, "n", 2, 1000000, &made.n, failure);
    if (!status)
        status = claim_range(job, "k", 1, MULTIPORT_MOST_K, &made.k, failure);
    for (size_t i = 0; i < job->ranges->count && !status; i++)
        if (strcmp(job->ranges->list[i].key, "m") == 0)
            status = claim_range(job, "m", 1, MULTIPORT_MOST_M, &made.m, failure);
    if (!status && made.n.last * made.m.last > MOST_RECEPTIONS)
        status = claim_case_fault(job->claim, claim_range_line(job), failure,
                                  "n=%ld times m=%ld is more than %d receptions", made.n.last,
                                  made.m.last, MOST_RECEPTIONS);
    if (!status)
        *sweep = made;
    return status;
}

enum status multiport_sweep_run(struct multiport_sweep *sweep, struct claim_job *job,
                                multiport_point *point, struct failure *failure) {
    enum status status = read_ranges(sweep, job, failure);
    for (int n = (int)sweep->n.first; !status && n <= sweep->n.last; n++)
        for (int k = (int)sweep->k.first; k <= sweep->k.last && !status; k++)
            status = point(sweep, n, k, failure);
    return status;
}

enum status multiport_try_nice(struct multiport_sweep *sweep, int n, int k, multiport_box_try *try,
                               struct failure *failure) {
    int depth = multiport_log(k, n);
    return depth < 1 || multiport_nice_size(k, depth) != n - 1
               ? STATUS_OK
               : try(sweep, k, multiport_box_nice(k, depth), failure);
}

enum status multiport_try_special(struct multiport_sweep *sweep, int n, int k,
                                  multiport_box_try *try, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int depth = 2; multiport_special_size(k, depth, 1) <= n - 1; depth++)
        for (int factor = 1; factor <= k && !status; factor++)
            if (multiport_special_size(k, depth, factor) == n - 1)
                status = try(sweep, k, multiport_box_special(k, depth, factor), failure);
    return status;
}

enum status multiport_rounds(const struct multiport_sweep *sweep,
                             const struct multiport_chain *chain, int *rounds,
                             struct failure *failure) {
    struct items_schedule schedule;
    int items = (int)sweep->m.last;
    enum status status =
        multiport_schedule_chain(chain, items, MULTIPORT_ANY_ORDER, &schedule, failure);
    if (status)
        return status;
    status = message_verify(&schedule.list, rounds, &sweep->job->limits, failure);
    for (int i = 1; i < items && !status; i++)
        if (rounds[i] < rounds[i - 1])
            rounds[i] = rounds[i - 1];
    if (!status && rounds[items - 1] != schedule.list.finish)
        status =
            failure_set(failure, STATUS_INTERNAL, "k=%d n=%d m=%d: %d rounds, not %d", chain->ports,
                        chain->processors, items, rounds[items - 1], schedule.list.finish);
    items_schedule_clear(&schedule);
    return status;
}

/* The numbers of a field of what steadycheck says, one claim after the other, and what they have to
 * be. */
struct said {
    const char *key;
    bool least; /* the numbers may be larger */
    long *expected;
    long count;
    long seen;
    long wrong;
};

static void hear(void *context, const char *line, const char *fields) {
    struct said *said = context;
    int number = fields_number(fields, said->key);
    (void)line;
    if (said->seen >= said->count)
        return;
    long expected = said->expected[said->seen++];
    said->wrong += number < 0 || (said->least ? number < expected : number != expected);
}

static enum status close(struct claim_job *job, struct claim_stream *stream, struct said *said,
                         enum status status, struct failure *failure) {
    if (status)
        claim_stream_drop(stream);
    else
        status = claim_stream_close(job, stream, said->count, false, hear, said, failure);
    if (!status && (said->wrong || said->seen != said->count))
        status = failure_set(failure, STATUS_INTERNAL,
                             "%ld of %ld certificates say another time than they should",
                             said->wrong + said->count - said->seen, said->count);
    return status;
}

static enum status write_list(const struct multiport_sweep *sweep, struct claim_stream *stream,
                              enum multiport_algorithm algorithm, int n, int k, long *finish,
                              struct failure *failure) {
    struct multiport_chain chain;
    struct items_schedule schedule;
    enum status status = multiport_chain_make(algorithm, k, n, &chain, failure);
    if (!status)
        status = multiport_schedule_chain(&chain, (int)sweep->m.last, MULTIPORT_IN_ORDER, &schedule,
                                          failure);
    if (status)
        return status;
    *finish = schedule.list.finish;
    status = evidence_write_stream(evidence_of_messages(&schedule.list), stream->file,
                                   &sweep->job->limits, failure);
    items_schedule_clear(&schedule);
    return status;
}

static enum status write_bound(struct claim_stream *stream, int n, int k, int m,
                               struct failure *failure) {
    struct items_question question = {1, k, n - 1, m, false};
    return evidence_write_stream(evidence_of_items_bound(&question), stream->file, NULL, failure);
}

/* Opens what certificates need: their range of n, the stream, and room for what they should say. */
static enum status open(struct multiport_sweep *sweep, long each, struct claim_range *certified,
                        struct claim_stream *stream, struct said *said, struct failure *failure) {
    enum status status =
        claim_range(sweep->job, "certified", sweep->n.first, sweep->n.last, certified, failure);
    if (status)
        return status;
    said->count =
        (certified->last - certified->first + 1) * (sweep->k.last - sweep->k.first + 1) * each;
    said->expected = memory_new((size_t)said->count, sizeof *said->expected);
    if (!said->expected)
        return failure_memory(failure, "what certificates should say");
    status = claim_stream_open(sweep->job, "stream.certs", stream, failure);
    if (status)
        free(said->expected);
    return status;
}

enum status multiport_certify(struct multiport_sweep *sweep, enum multiport_algorithm algorithm,
                              struct failure *failure) {
    struct claim_range certified;
    struct claim_stream stream;
    struct said said = {.key = "end"};
    enum status status = open(sweep, 1, &certified, &stream, &said, failure);
    if (status)
        return status;
    long written = 0;
    for (long n = certified.first; n <= certified.last && !status; n++)
        for (long k = sweep->k.first; k <= sweep->k.last && !status; k++)
            status = write_list(sweep, &stream, algorithm, (int)n, (int)k,
                                &said.expected[written++], failure);
    status = close(sweep->job, &stream, &said, status, failure);
    free(said.expected);
    return status;
}

enum status multiport_certify_bounds(struct multiport_sweep *sweep, multiport_lower *bound,
                                     struct failure *failure) {
    struct claim_range certified;
    struct claim_stream stream;
    struct said said = {.key = "before", .least = true};
    long items = sweep->m.last - sweep->m.first + 1;
    enum status status = open(sweep, items, &certified, &stream, &said, failure);
    if (status)
        return status;
    long written = 0;
    for (long n = certified.first; n <= certified.last && !status; n++)
        for (long k = sweep->k.first; k <= sweep->k.last && !status; k++)
            for (long m = sweep->m.first; m <= sweep->m.last && !status; m++) {
                said.expected[written++] = bound((int)k, (int)n, (int)m);
                status = write_bound(&stream, (int)n, (int)k, (int)m, failure);
            }
    status = close(sweep->job, &stream, &said, status, failure);
    free(said.expected);
    return status;
}
