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

/* The whole of kinds prices, messages and logp-schedule. */
enum status show_bound(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure);

#endif
