/* SPDX-License-Identifier: MIT */
/* The least time for K items that no schedule can beat, by counting messages: the formula is in
 * results/README.md, kind items-bound, its proof in results/THEOREMS.md, 11.7 and 12.1. */
#pragma once

#include <gmp.h>

#include "automata/status.h"
#include "solver/base/evidence.h"
#include "solver/items/items_question.h"
#include "solver/model/logp_machine.h"

/* Numbers of any size. STATUS_LIMIT when more than 10^7 terms g_i would be needed. */
enum status items_bound(int latency, int ports, mpz_srcptr processors, mpz_srcptr items,
                        bool single, mpz_ptr finish, struct failure *failure);

/* The same for small numbers; STATUS_LIMIT also beyond 2^31 - 1. */
enum status items_question_bound(const struct items_question *question, int *finish,
                                 struct failure *failure);

/* Kind items-bound, for `processors` beside the source, with the errors of items_bound: the body,
 * into a certificate that is open. */
enum status certificate_put_items_bound(struct certificate_output *output, int latency, int ports,
                                        mpz_srcptr processors, mpz_srcptr items, bool single,
                                        struct failure *failure);

/* The same on a LogP machine, with the errors of bound/reach.h. */
enum status certificate_put_logp_items_bound(struct certificate_output *output,
                                             const struct logp_machine *machine,
                                             mpz_srcptr processors, mpz_srcptr items, bool single,
                                             struct failure *failure);

/* The postal one for small numbers. */
struct evidence evidence_of_items_bound(const struct items_question *question);
