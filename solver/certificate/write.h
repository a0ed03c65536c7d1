/*
 * The bodies of the certificates that hold schedules or arithmetic: block-cyclic, pruned,
 * pruned-family, stationary, periodic, stationary-family, family, induction, impossible-residues,
 * prices, messages, items-bound. The grammar is in results/README.md; equal answers give equal
 * bytes.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_WRITE_H
#define STEADYCAST_SOLVER_CERTIFICATE_WRITE_H

#include "solver/arithmetic/residues.h"
#include "solver/bound/prices.h"
#include "solver/certificate/output.h"
#include "solver/construction/family.h"
#include "solver/construction/pruned_family.h"
#include "solver/items/items_family.h"
#include "solver/model/logp_machine.h"
#include "solver/model/messages.h"
#include "solver/model/periodic.h"
#include "solver/model/pruned.h"
#include "solver/model/stationary_family.h"

enum status certificate_write_schedule(const char *path, bool overwrite,
                                       const struct schedule *schedule, struct failure *failure);

/* The same bodies into a certificate that is open. */
enum status certificate_put_schedule(struct certificate_output *output,
                                     const struct schedule *schedule, struct failure *failure);
void certificate_put_residues(struct certificate_output *output, const struct residue_proof *proof);

/* Kind family, for who has a struct family (evidence.h): every instance is checked against its
 * definition before it is written. */
enum status certificate_put_family(const void *family, struct certificate_output *output,
                                   const struct limits *limits, struct failure *failure);

/* The answer for one depth t >= T+L by the family's rule. */
enum status certificate_put_induction(struct certificate_output *output,
                                      const struct family *family, int depth,
                                      const struct limits *limits, struct failure *failure);

/* Kind stationary for period 1, else periodic. The schedule has been checked. */
enum status certificate_write_periodic(const char *path, bool overwrite,
                                       const struct periodic *periodic, struct failure *failure);

/* The same body, and its kind, for a certificate that is open. */
const char *certificate_kind_of_periodic(const struct periodic *periodic);
enum status certificate_put_periodic(struct certificate_output *output,
                                     const struct periodic *periodic, struct failure *failure);

/* Its lines `word` alone, into a certificate that is open. */
enum status certificate_print_words(struct certificate_output *output,
                                    const struct periodic *periodic, struct failure *failure);

/* Kind pruned. The schedule has been checked. */
enum status certificate_write_pruned(const char *path, bool overwrite, const struct pruned *pruned,
                                     struct failure *failure);

/* The same body into a certificate that is open, and its block lines alone. */
void certificate_put_pruned(struct certificate_output *output, const struct pruned *pruned);
void certificate_print_pruned(struct certificate_output *output, const struct pruned *pruned);

/* Kind pruned-family, struct pruned_family: what it consists of is checked before it is written. */
enum status certificate_put_pruned_family(const void *family, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure);

/* Kind stationary-family, struct stationary_family, which is not checked here. */
enum status certificate_put_stationary_family(const void *family, struct certificate_output *output,
                                              const struct limits *limits, struct failure *failure);

/* The whole list, which may take long: STATUS_LIMIT, and no file, when stopped (`limits` may be
 * NULL), and what list->each fails with. */
enum status certificate_write_messages(const char *path, bool overwrite,
                                       const struct message_list *list, const struct limits *limits,
                                       struct failure *failure);

/* The same body into a certificate that is open. */
enum status certificate_put_messages(struct certificate_output *output,
                                     const struct message_list *list, const struct limits *limits,
                                     struct failure *failure);

/* Its lines `step` and `send` alone, and the lines `edges` and `edge`. */
enum status certificate_put_sends(struct certificate_output *output,
                                  const struct message_list *list, const struct limits *limits,
                                  struct failure *failure);
void certificate_print_edges(struct certificate_output *output, const struct message_graph *graph);

/* Kind items-family, struct items_family, which has been checked. */
enum status certificate_put_items_family(const void *family, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure);

/* The bound for all schedules. */
void certificate_put_prices(struct certificate_output *output, const struct prices *prices);

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

/* The same for a struct items_question. */
enum status certificate_put_items_counted(const void *question, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure);

#endif
