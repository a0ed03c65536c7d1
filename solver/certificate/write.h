/* SPDX-License-Identifier: MIT */
/*
 * The certificates that hold schedules or arithmetic: schedule, family,
 * impossible-residues, prices, messages, items-colours, items-bound, reach,
 * fractional-stream. The
 * grammar is in results/README.md; equal answers give equal bytes.
 *
 * evidence_of_X borrows X; evidence_write (evidence.h) writes it.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_H

#include "solver/arithmetic/residues.h"
#include "solver/bound/prices.h"
#include "solver/certificate/evidence.h"
#include "solver/construction/family.h"
#include "solver/construction/pruned_family.h"
#include "solver/items/every_items.h"
#include "solver/items/fraction/fraction.h"
#include "solver/items/items_question.h"
#include "solver/logp/logp_family.h"
#include "solver/logp/logp_schedule.h"
#include "solver/model/logp_machine.h"
#include "solver/model/messages.h"
#include "solver/model/schedule.h"

/* The schedule has been checked. */
struct evidence evidence_of_schedule(const struct schedule *schedule);
struct evidence evidence_of_residues(const struct residue_proof *proof);

/* On a LogP machine; it has been checked. */
struct evidence evidence_of_logp_schedule(const struct logp_schedule *schedule);

/* Its instances have been checked. */
struct evidence evidence_of_logp_family(const struct logp_family *family);

/* For all depths t >= L, but those for which it proves that there is none; or for all t >= T only.
 * Every instance is checked against its definition before it is written. */
struct evidence evidence_of_family(const struct family *family);
struct evidence evidence_of_window(const struct family *family);

/* For every number of processors; what it consists of is checked before it is written. */
struct evidence evidence_of_pruned_family(const struct pruned_family *family);

/* The whole list, which may take long: STATUS_LIMIT when stopped, and what list->each fails with.
 */
struct evidence evidence_of_messages(const struct message_list *list);

/* Its lines `step` and `send` alone, and the lines `edges` and `edge`. */
enum status certificate_put_sends(struct certificate_output *output,
                                  const struct message_list *list, const struct limits *limits,
                                  struct failure *failure);
void certificate_print_edges(struct certificate_output *output, const struct message_graph *graph);

/* They have been checked. */
struct evidence evidence_of_items_colours(const struct items_colours *colours);

struct evidence evidence_of_every_items(const struct every_items *every);

/* The stream has been proved in whole numbers. */
struct evidence evidence_of_fraction(const struct fraction_stream *stream);

/* The bound for all schedules. */
struct evidence evidence_of_prices(const struct prices *prices);

/* Kind reach: how many know an item at `time`, bound/reach.h. STATUS_LIMIT as there, and for a time
 * beyond 2^31 - 1. */
enum status certificate_write_reach(const char *path, bool overwrite,
                                    const struct logp_machine *machine, int64_t time,
                                    struct failure *failure);

/* The same body into a certificate that is open. */
enum status certificate_put_reach(struct certificate_output *output,
                                  const struct logp_machine *machine, int64_t time,
                                  struct failure *failure);

/* Kind items-bound, for `processors` beside the source, with the errors of items/items_bound.h: the
 * body, into a certificate that is open. */
enum status certificate_put_items_bound(struct certificate_output *output, int latency, int ports,
                                        mpz_srcptr processors, mpz_srcptr items, bool single,
                                        struct failure *failure);

/* The same on a LogP machine, with the errors of bound/logp_items_bound.h. */
enum status certificate_put_logp_items_bound(struct certificate_output *output,
                                             const struct logp_machine *machine,
                                             mpz_srcptr processors, mpz_srcptr items, bool single,
                                             struct failure *failure);

/* The postal one for small numbers. */
struct evidence evidence_of_items_bound(const struct items_question *question);

#endif
