/* SPDX-License-Identifier: MIT */
/*
 * What the methods for multinode broadcasting share: answers for networks whose certificates go
 * into one stream, which steadycheck verifies at the end.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_GOSSIP_POINTS_H
#define STEADYCAST_TOOLS_CLAIM_GOSSIP_POINTS_H

#include "solver/collective/multinode/gossip_time.h"
#include "tools/claims/claim_method.h"

struct gossip_stream {
    struct claim_stream stream;
    long certificates;
};

enum status gossip_stream_open(struct claim_job *job, struct gossip_stream *stream,
                               struct failure *failure);

/* Both certificates of what was found, the upper one if there is a schedule. */
enum status gossip_stream_put(struct claim_job *job, struct gossip_stream *stream,
                              const struct gossip_time *time, struct failure *failure);

/* The schedule of a product as the list of its messages besides. */
enum status gossip_stream_put_list(struct claim_job *job, struct gossip_stream *stream,
                                   const struct gossip_time *time, struct failure *failure);

/* Finds by this engine, and puts it. STATUS_INTERNAL without a schedule. */
enum status gossip_stream_add(struct claim_job *job, struct gossip_stream *stream, const char *text,
                              bool half, enum gossip_engine engine, struct failure *failure);

/* The lower bound by counting alone. */
enum status gossip_stream_add_bound(struct claim_job *job, struct gossip_stream *stream,
                                    const char *text, bool half, struct failure *failure);

/* Has them verified and deleted if `status`, which is returned otherwise, is STATUS_OK. */
enum status gossip_stream_end(struct claim_job *job, struct gossip_stream *stream,
                              enum status status, struct failure *failure);

/* Done with the found time of a network; anything but STATUS_OK ends it. */
typedef enum status gossip_use(void *context, const struct gossip_time *time,
                               struct failure *failure);

enum status gossip_with_time(struct claim_job *job, const char *text, bool half,
                             enum gossip_engine engine, gossip_use *use, void *context,
                             struct failure *failure);

#endif
