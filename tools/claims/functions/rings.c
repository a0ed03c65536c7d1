/* SPDX-License-Identifier: MIT */
/* Dimakopoulos 1999, section 3.2.2 and the appendix: a ring, step by step, with its buffers. The
 * steps are those of ring_gossip.h; what the paper says of an odd ring with half duplex is looked
 * at here, by definition. */
#include "automata/memory.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "tools/claims/functions/functions.h"

enum { RIGHT, STEPS, BUFFER, MESSAGES, BEHAVES, ROTATES };

struct watch {
    struct claim_call *call;
    int *hops; /* of each message so far */
};

/* With B_0 = N R T R T .. R T, node i does in step j what place j-1-i of it says, modulo n: the
 * transmitters are j, j+2, .., j+(n-1) but for node j-1. */
static bool behaves(int n, int step, const int *item) {
    for (int i = 0; i < n; i++) {
        int place = ((step - 1 - i) % n + n) % n;
        bool sends = item[i] >= 0, receives = item[(i + n - 1) % n] >= 0;
        if (sends != (place && place % 2 == 0) || receives != (place % 2 != 0))
            return false;
    }
    return true;
}

/* A message is where it has been sent to, first in, first out; behind n steps n floor(n/2) links
 * are left of the n (n-1) that all of them go along. */
static bool have_gone(const struct watch *watch, int n, int hops) {
    for (int i = 0; i < n; i++)
        if (watch->hops[i] != hops)
            return false;
    return true;
}

static enum status see(void *context, int step, const int *item, struct failure *failure) {
    struct watch *watch = context;
    struct claim_call *call = watch->call;
    int n = (int)call->a[0];
    (void)failure;
    call->give[BEHAVES] = call->give[BEHAVES] && behaves(n, step, item);
    for (int i = 0; i < n; i++)
        if (item[i] >= 0)
            watch->hops[item[i]]++;
    if (step == n || step == 2 * n)
        call->give[ROTATES] = call->give[ROTATES] && have_gone(watch, n, step / n * (n / 2));
    return STATUS_OK;
}

static enum status ring(struct claim_call *call, struct failure *failure) {
    static const char *const faults[] = {
        [RING_FINE] = "",
        [RING_NOTHING_TO_SEND] = "has nothing to send",
        [RING_SENDS_AND_RECEIVES] = "sends and receives",
        [RING_BUFFER_FULL] = "receives a third message into its buffer",
        [RING_KNOWN] = "receives what it has",
        [RING_UNFINISHED] = "lacks messages at the end",
    };
    int n = (int)call->a[0];
    bool is_watched = call->a[1] && n % 2;
    struct ring_outcome outcome;
    enum ring_rule rule = ring_rule_of(n, call->a[1] != 0);
    FREED int *hops = memory_new((size_t)n, sizeof *hops);
    struct watch watch = {call, hops};
    TRY(memory_check(hops, failure, "a ring"));
    call->give[BEHAVES] = call->give[ROTATES] = is_watched;
    TRY(ring_run(rule, n, is_watched ? see : NULL, &watch, &outcome, failure));
    call->give[RIGHT] = outcome.fault == RING_FINE;
    call->give[STEPS] = ring_steps(rule, n);
    call->give[BUFFER] = outcome.buffer;
    call->give[MESSAGES] = outcome.messages;
    if (outcome.fault == RING_FINE)
        snprintf(call->text, sizeof call->text, "%ld steps", call->give[STEPS]);
    else
        snprintf(call->text, sizeof call->text, "step %d: node %d %s", outcome.step, outcome.node,
                 faults[outcome.fault]);
    return STATUS_OK;
}

const struct claim_function ring_functions[] = {{"ring", "n=2..20000 half=0..1",
                                                 "right steps buffer messages behaves rotates",
                                                 "multinode broadcasting on a ring, node by node "
                                                 "with buffers; with half duplex and n odd: does "
                                                 "each node what the sentence on step j says, and "
                                                 "have all messages gone floor(n/2) links after "
                                                 "n steps, and as many again after 2n?",
                                                 ring, 0},
                                                {.name = NULL}};
