/* SPDX-License-Identifier: MIT */
/*
 * Telling a proof of impossibility, a family, or a stream on a LogP machine, as text: what is
 * claimed, for which instance, and what the evidence says. It explains, and verifies only what it
 * repeats in words: for trust there is steadycheck.
 */
#ifndef STEADYCAST_TOOLS_SHOW_PROOF_H
#define STEADYCAST_TOOLS_SHOW_PROOF_H

#include <stdio.h>

#include "solver/certificate/read.h"

/*
 * The rest of `input`, which stands at its kind, as text, of every kind that holds no schedule, and
 * of families of numbers. STATUS_INPUT, for other kinds, and with file and line, for
 * what is not of the grammar or does not follow; then part of the text is already written.
 */
enum status show_proof(FILE *file, struct certificate_input *input, struct failure *failure);

/* The part of it for an exhausted search, from its first `tree` line on. */
enum status show_search(FILE *file, struct certificate_input *input, int latency, int depth,
                        struct failure *failure);

/* The part of it for a refuted formula, from its line `variables` on. */
enum status show_cnf(FILE *file, struct certificate_input *input, struct failure *failure);

/* The whole of kinds prices, family, messages, logp-schedule, logp-family, reach, items-bound,
 * impossible-items, items-colours and fractional-stream. */
enum status show_bound(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_pruned_family(FILE *file, struct certificate_input *input,
                               struct failure *failure);
enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure);
enum status show_logp_family(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_reach(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_items_bound(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_impossible_items(FILE *file, struct certificate_input *input,
                                  struct failure *failure);
enum status show_fractional_stream(FILE *file, struct certificate_input *input,
                                   struct failure *failure);
enum status show_items_colours(FILE *file, struct certificate_input *input,
                               struct failure *failure);

/* The whole of combining, summation, summation-bound, gossip-bound, gossip-product and
 * impossible-gossip. */
enum status show_combining(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_summation(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_summation_bound(FILE *file, struct certificate_input *input,
                                 struct failure *failure);
enum status show_gossip_bound(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_gossip_product(FILE *file, struct certificate_input *input,
                                struct failure *failure);
enum status show_impossible_gossip(FILE *file, struct certificate_input *input,
                                   struct failure *failure);

#endif
