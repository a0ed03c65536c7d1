/* SPDX-License-Identifier: MIT */
/* Numbers of processors, and logarithms. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/proof/bound/reach.h"
#include "tools/claims/functions/functions.h"

/* f_n = 1 + floor(n/l) for n < h, f_(n-h) + f_(n-l) from max(h,l) on: who can know an item at time
 * n that is sent h apart and takes l. Kept for the last (h,l). */
static struct {
    long apart, transfer;
    mpz_t *terms;
    size_t count, room;
} kept;

void number_clear(void) {
    for (size_t i = 0; i < kept.room; i++)
        mpz_clear(kept.terms[i]);
    free(kept.terms);
    kept.terms = NULL;
    kept.count = kept.room = 0;
}

static enum status add_term(struct failure *failure) {
    size_t n = kept.count, h = (size_t)kept.apart, l = (size_t)kept.transfer;
    if (n == kept.room) {
        size_t room = 2 * n + 64;
        mpz_t *larger = memory_resize(kept.terms, room, sizeof *larger);
        TRY(memory_check(larger, failure, "numbers of processors"));
        kept.terms = larger;
        for (; kept.room < room; kept.room++)
            mpz_init(larger[kept.room]);
    }
    if (n < l || n < h)
        mpz_set_ui(kept.terms[n], 1 + n / l);
    else
        mpz_add(kept.terms[n], kept.terms[n - h], kept.terms[n - l]);
    kept.count++;
    return STATUS_OK;
}

static void use(long apart, long transfer) {
    if (kept.apart != apart || kept.transfer != transfer)
        kept.count = 0;
    kept.apart = apart;
    kept.transfer = transfer;
}

enum { POSTAL, MACHINE };

static enum status reached(struct claim_call *call, struct failure *failure) {
    bool postal = call->function->method == POSTAL;
    long n = call->a[postal ? 1 : 2];
    use(postal ? 1 : call->a[0], call->a[postal ? 0 : 1]);
    call->is_whole = true;
    while (n >= 0 && (size_t)n >= kept.count)
        TRY(add_term(failure));
    if (n >= 0)
        mpz_set(call->whole, kept.terms[n]);
    return STATUS_OK;
}

static enum status time_for(struct claim_call *call, struct failure *failure) {
    bool postal = call->function->method == POSTAL;
    use(postal ? 1 : call->a[0], call->a[postal ? 0 : 1]);
    for (size_t n = 0;; n++) {
        if (n == kept.count)
            TRY(add_term(failure));
        call->give[0] = (long)n;
        if (mpz_cmp(kept.terms[n], call->z[postal ? 1 : 2]) >= 0)
            return STATUS_OK;
    }
}

static enum status ceiling(struct claim_call *call, struct failure *failure) {
    if (mpz_sgn(call->z[1]) == 0)
        return failure_input(failure, "a division by 0");
    call->is_whole = true;
    mpz_cdiv_q(call->whole, call->z[0], call->z[1]);
    return STATUS_OK;
}

/* n >= 1. */
static enum status logarithm(struct claim_call *call, struct failure *failure) {
    if (mpz_sgn(call->z[1]) < 1)
        return failure_input(failure, "a logarithm of less than 1");
    mpz_set_ui(call->whole, 1);
    for (; mpz_cmp(call->whole, call->z[1]) < 0; call->give[0]++)
        mpz_mul_si(call->whole, call->whole, call->a[0]);
    return STATUS_OK;
}

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

const struct claim_function number_functions[] = {
    {"f", "L=1..1000000 t=-1000000..1000000", "", "f_t of latency L, 0 for t < 0", reached, POSTAL},
    {"B", "L=1..1000000 N", "", "the least t with f_t >= N", time_for, POSTAL},
    {"reach", "h=1..1000000 l=1..1000000 t=-1000000..10000000", "",
     "who can have an item at time t that is sent h apart and takes l", reached, MACHINE},
    {"reach_time", "h=1..1000000 l=1..1000000 P", "", "the least t with reach(h,l,t) >= P",
     time_for, MACHINE},
    {"ceil", "a b", "", "a / b, rounded up", ceiling, 0},
    {"ceil_log", "b=2..1000000000 n", "", "the least e with b^e >= n", logarithm, 0},
    {"known", "L=1..1000 o=0..1000 g=1..1000 t=0..100000", "",
     "no more processors than this know the item of a LogP machine at time t", known, 0},
    {.name = NULL}};
