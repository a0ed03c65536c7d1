/* SPDX-License-Identifier: MIT */
/* Who can know the one item of a LogP machine. */
#include "solver/proof/bound/reach.h"
#include "tools/claims/functions/functions.h"

static enum status put_known(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct claim_call *call = body;
    struct logp_machine machine = machine_of(call);
    (void)limits;
    return certificate_put_reach(output, &machine, call->a[3], failure);
}

static enum status known(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    call->is_whole = true;
    TRY(reach_processors(&machine, call->a[3], call->whole, failure));
    return claim_call_put(call, evidence_borrowed("reach", put_known, call), failure);
}

const struct claim_function single_functions[] = {
    {"known", "L=1..1000 o=0..1000 g=1..1000 t=0..100000", "",
     "no more processors than this know an item at time t", known, 0},
    {.name = NULL}};
