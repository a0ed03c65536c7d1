/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/multinode/gossip_points.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/certificate/write_gossip.h"

enum status gossip_stream_open(struct claim_job *job, struct gossip_stream *stream,
                               struct failure *failure) {
    stream->certificates = 0;
    return claim_stream_open(job, "gossip.certs", &stream->stream, failure);
}

enum status gossip_stream_put(struct claim_job *job, struct gossip_stream *stream,
                              const struct gossip_time *time, struct failure *failure) {
    enum status status = certificate_stream_gossip_lower(stream->stream.file, time, failure);
    stream->certificates++;
    if (!status && time->upper >= 0) {
        status = certificate_stream_gossip_upper(stream->stream.file, time, &job->limits, failure);
        stream->certificates++;
    }
    return status;
}

enum status gossip_stream_put_list(struct claim_job *job, struct gossip_stream *stream,
                                   const struct gossip_time *time, struct failure *failure) {
    struct message_list list;
    enum status status = gossip_time_list(time, &list, failure);
    if (status)
        return status;
    stream->certificates++;
    return evidence_write_stream(evidence_of_messages(&list), stream->stream.file, &job->limits,
                                 failure);
}

enum status gossip_with_time(struct claim_job *job, const char *text, bool half,
                             enum gossip_engine engine, gossip_use *use, void *context,
                             struct failure *failure) {
    struct gossip_network *network = memory_new(1, sizeof *network);
    struct gossip_time time;
    if (!network)
        return failure_memory(failure, "a network");
    enum status status = gossip_network_parse(text, network, failure);
    if (!status) {
        status = gossip_time_find(network, half, engine, NULL, &job->limits, &time, failure);
        if (!status) {
            status = use(context, &time, failure);
            gossip_time_clear(&time);
        }
        gossip_network_clear(network);
    }
    free(network);
    return status;
}

struct addition {
    struct claim_job *job;
    struct gossip_stream *stream;
    const char *text;
};

static enum status add(void *context, const struct gossip_time *time, struct failure *failure) {
    struct addition *addition = context;
    if (time->upper < 0)
        return failure_set(failure, STATUS_INTERNAL, "%s has no schedule", addition->text);
    return gossip_stream_put(addition->job, addition->stream, time, failure);
}

enum status gossip_stream_add(struct claim_job *job, struct gossip_stream *stream, const char *text,
                              bool half, enum gossip_engine engine, struct failure *failure) {
    struct addition addition = {job, stream, text};
    return gossip_with_time(job, text, half, engine, add, &addition, failure);
}

static enum status add_bound(void *context, const struct gossip_time *time,
                             struct failure *failure) {
    struct addition *addition = context;
    addition->stream->certificates++;
    return certificate_stream_gossip_lower(addition->stream->stream.file, time, failure);
}

enum status gossip_stream_add_bound(struct claim_job *job, struct gossip_stream *stream,
                                    const char *text, bool half, struct failure *failure) {
    struct addition addition = {job, stream, text};
    return gossip_with_time(job, text, half, GOSSIP_BY_RING, add_bound, &addition, failure);
}

enum status gossip_stream_end(struct claim_job *job, struct gossip_stream *stream,
                              enum status status, struct failure *failure) {
    if (status) {
        claim_stream_drop(&stream->stream);
        return status;
    }
    return claim_stream_close(job, &stream->stream, stream->certificates, false, NULL, NULL,
                              failure);
}
