/* SPDX-License-Identifier: MIT */
/* Everybody's items to everybody, and everybody's operands combined for everybody, Karp et al.
 * 1992, section 5, and 1993, section 4. */

#include "automata/memory.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allreduce.h"
#include "solver/model/certificates.h"
#include "solver/model/message_list.h"
#include "solver/model/message_play.h"
#include "tools/claims/functions/functions.h"

/* --- all-to-all --- */

enum { FINISH, PRINTED, LEGAL, EXPANDED };

/* Sends at 0, apart, 2*apart, .. without a wait are legal, interval by interval. */
static bool is_legal_without_wait(const struct allgather *schedule, int apart) {
    struct allgather printed = *schedule;
    printed.apart = apart;
    printed.wait = 0;
    return allgather_is_legal(&printed);
}

static enum status gather(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    int processors = (int)call->a[3], items = (int)call->a[4];
    struct allgather schedule;
    TRY(allgather_build(&schedule, &machine, processors, items, failure));
    call->give[FINISH] = schedule.finish;
    call->give[PRINTED] = is_legal_without_wait(&schedule, machine.gap);
    call->give[LEGAL] = is_legal_without_wait(&schedule, logp_machine_apart(&machine));
    struct message_list list =
        call->field == EXPANDED ? allgather_expanded(&schedule) : allgather_list(&schedule);
    return claim_call_put(call, evidence_of_messages(&list), failure);
}

/* --- orders: all of them, for few processors --- */

enum { MOST_PROCESSORS = 6, MOST_SLOTS = 20 };

struct orders {
    struct claim_call *call;
    struct logp_machine machine;
    int processors, items;
    int slots;                                /* k(P-1) */
    int targets[MOST_SLOTS][MOST_PROCESSORS]; /* [s][i]: to whom processor i sends its message s */
    int left[MOST_PROCESSORS][MOST_PROCESSORS]; /* how often i has still to name j */
};

/* Slot s begins at time s*g; the n-th time that i names j it sends its item n. */
static enum status put_order(struct orders *orders, struct failure *failure) {
    const struct logp_machine *machine = &orders->machine;
    int named[MOST_PROCESSORS][MOST_PROCESSORS] = {{0}};
    CLEANUP(message_array_clear) struct message_array messages;
    message_array_init(&messages);
    for (int slot = 0; slot < orders->slots; slot++)
        for (int i = 0; i < orders->processors; i++) {
            int to = orders->targets[slot][i];
            struct message message = {slot * machine->gap, i, to,
                                      i * orders->items + ++named[i][to], 0};
            message_array_add(&messages, &message);
        }
    struct message_list list = {
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1, 0},
        .processors = orders->processors - 1,
        .items = orders->items,
        .all = true};
    orders->call->give[1]++;
    TRY(message_array_finish(&messages, &list, failure));
    return claim_call_put(orders->call, evidence_of_messages(&list), failure);
}

/* Fills slot `slot` from processor `who` on: nobody is named twice in a slot. */
static enum status fill(struct orders *orders, int slot, int who, unsigned taken,
                        struct failure *failure) {
    enum status status = STATUS_OK;
    if (who == orders->processors)
        return fill(orders, slot + 1, 0, 0, failure);
    if (slot == orders->slots)
        return put_order(orders, failure);
    for (int to = 0; to < orders->processors && !status; to++) {
        if ((taken >> to & 1) || !orders->left[who][to] ||
            orders->call->give[1] == orders->call->a[5])
            continue;
        orders->left[who][to]--;
        orders->targets[slot][who] = to;
        status = fill(orders, slot, who + 1, taken | 1u << to, failure);
        orders->left[who][to]++;
    }
    return status;
}

/* With these times, that of a processor's sends and receptions, all orders are legal or none is. */
static enum status orders(struct claim_call *call, struct failure *failure) {
    int processors = (int)call->a[3], items = (int)call->a[4];
    struct orders orders = {.call = call,
                            .machine = machine_of(call),
                            .processors = processors,
                            .items = items,
                            .slots = items * (processors - 1)};
    struct allgather times = {.machine = orders.machine,
                              .processors = processors,
                              .items = items,
                              .apart = orders.machine.gap};
    for (int i = 0; i < processors; i++)
        for (int j = 0; j < processors; j++)
            orders.left[i][j] = i == j ? 0 : items;
    call->give[0] = allgather_is_legal(&times);
    return call->give[0] ? fill(&orders, 0, 0, 0, failure) : STATUS_OK;
}

/* --- combining --- */

/* Whether everybody combines every operand, and none twice: the result is then the same for every
 * commutative and associative operation. */
static enum status is_right(const struct claim_call *call, const struct allreduce *schedule,
                            bool *right, struct failure *failure) {
    struct message_list list = allreduce_list(schedule);
    enum status status = message_verify(&list, NULL, &call->job->limits, failure);
    *right = !status;
    return status == STATUS_INTERNAL ? STATUS_OK : status;
}

struct combined {
    const struct allreduce *schedule;
    bool expanded; /* all messages, else by rotation */
};

static enum status put_body(const void *body, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    const struct combined *combined = body;
    return certificate_put_combining(output, combined->schedule, combined->expanded, limits,
                                     failure);
}

static enum status put_combining(struct claim_call *call, const struct allreduce *schedule,
                                 struct failure *failure) {
    struct combined combined = {schedule, call->field == 1};
    return claim_call_put(call, evidence_borrowed("combining", put_body, &combined), failure);
}

static enum status combining(struct claim_call *call, struct failure *failure) {
    CLEANUP(allreduce_clear) struct allreduce schedule = {0};
    bool right = true;
    TRY(allreduce_build(&schedule, (int)call->a[0], (int)call->a[1], failure));
    TRY(is_right(call, &schedule, &right, failure));
    call->give[0] = right;
    call->give[2] = schedule.finish;
    call->give[3] = schedule.plain;
    return put_combining(call, &schedule, failure);
}

#define MACHINE "L=1..1000 o=0..1000 g=1..1000 P=2..10000"

const struct claim_function exchange_functions[] = {
    {"gather", MACHINE " k=1..1000", "finish printed legal expanded",
     "all-to-all broadcast by rotation: when it ends; are sends g, or max(g,o), apart without a "
     "wait legal? `certify` with .expanded: all messages",
     gather, 0},
    {"orders", "L=1..100 o=0..100 g=1..100 P=2..6 k=1..4 most=1..1000000", "legal count",
     "all orders in which nobody is named twice at a time, up to so many", orders, 0},
    {"combining", "L=1..1000 P=1..20000", "right expanded finish plain",
     "a schedule for every P, played; has every message the operand of its sender?", combining, 0},
    {.name = NULL}};
