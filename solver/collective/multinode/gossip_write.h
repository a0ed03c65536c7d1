/* SPDX-License-Identifier: MIT */
/*
 * The bodies of the certificates of multinode broadcasting: kinds gossip-bound, gossip-product and
 * impossible-gossip, into a certificate that is open (results/README.md). Schedules are of kind
 * messages, certificate_put_messages.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_WRITE_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_WRITE_H

#include "solver/certificate/output.h"
#include "solver/collective/multinode/gossip_time.h"

void certificate_put_impossible_gossip(struct certificate_output *output,
                                       const struct gossip_proof *proof);

/* Kind gossip-bound or impossible-gossip: whatever proves the lower bound; and what attains the
 * upper one, which must be known: kind messages, or gossip-product. */
const char *certificate_kind_of_gossip_lower(const struct gossip_time *time);
const char *certificate_kind_of_gossip_upper(const struct gossip_time *time);
enum status certificate_put_gossip_lower(struct certificate_output *output,
                                         const struct gossip_time *time, struct failure *failure);
enum status certificate_put_gossip_upper(struct certificate_output *output,
                                         const struct gossip_time *time,
                                         const struct limits *limits, struct failure *failure);

/* The whole certificates, to the end of a stream. */
enum status certificate_stream_gossip_lower(FILE *stream, const struct gossip_time *time,
                                            struct failure *failure);
enum status certificate_stream_gossip_upper(FILE *stream, const struct gossip_time *time,
                                            const struct limits *limits, struct failure *failure);

#endif
