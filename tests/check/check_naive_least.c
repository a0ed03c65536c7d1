/* SPDX-License-Identifier: MIT */
#include "check_naive_least.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* --- items from one source --- */

enum { CELLS = 12 };

/* What can be at one time: for each row and item the steps until it is there, 0 if it is, L+1 if it
 * was not sent; and the items that the source has sent. As one number, below `size`. */
struct delivery {
    long L, p, N, K;
    bool single;
    long size;
    unsigned char *now, *next; /* [number]: can it be? */
    long steps[CELLS];         /* of row b and item c at [b K + c], b, c from 0 */
    long sent;                 /* bits of items */
    long received[CELLS];      /* messages to the row that were sent at this time */
};

static long number_of(const struct delivery *delivery) {
    long number = delivery->sent;
    for (long i = 0; i < delivery->N * delivery->K; i++) {
        long steps = delivery->steps[i];
        long later = steps > 0 && steps <= delivery->L ? steps - 1 : steps;
        number = number * (delivery->L + 2) + later;
    }
    return number;
}

static bool unpack(struct delivery *delivery, long number) {
    bool all = true;
    for (long i = delivery->N * delivery->K; i-- > 0; number /= delivery->L + 2) {
        delivery->steps[i] = number % (delivery->L + 2);
        all &= delivery->steps[i] == 0;
    }
    delivery->sent = number;
    return all;
}

/* Rows a.. have still to send, 0 is the source; row a `left` messages at most, from this one on. */
static void send_on(struct delivery *delivery, long a, long first, long left) {
    if (a > delivery->N) {
        delivery->next[number_of(delivery)] = 1;
        return;
    }
    send_on(delivery, a + 1, 0, delivery->p);
    for (long i = first; i < delivery->N * delivery->K && left > 0; i++) {
        long row = i / delivery->K, item = i % delivery->K, sent = delivery->sent;
        bool has = a == 0 || delivery->steps[(a - 1) * delivery->K + item] == 0;
        bool again = a == 0 && delivery->single && (sent >> item & 1);
        if (!has || again || delivery->steps[i] != delivery->L + 1 ||
            delivery->received[row] == delivery->p)
            continue;
        delivery->steps[i] = delivery->L;
        delivery->received[row]++;
        delivery->sent |= a == 0 && delivery->single ? 1L << item : 0;
        send_on(delivery, a, i + 1, left - 1);
        delivery->steps[i] = delivery->L + 1;
        delivery->received[row]--;
        delivery->sent = sent;
    }
}

/* All that can be at the next time. True if everybody has everything now. */
static bool deliver(struct delivery *delivery) {
    memset(delivery->next, 0, (size_t)delivery->size);
    for (long number = 0; number < delivery->size; number++) {
        if (!delivery->now[number])
            continue;
        if (unpack(delivery, number))
            return true;
        send_on(delivery, 0, 0, delivery->p);
    }
    unsigned char *now = delivery->next;
    delivery->next = delivery->now;
    delivery->now = now;
    return false;
}

long naive_items_least(const struct naive_items *question) {
    const struct naive_items *q = question;
    struct delivery delivery = {.L = q->L, .p = q->p, .N = q->N, .K = q->K, .single = q->single};
    delivery.size = q->single ? 1L << q->K : 1;
    for (long i = 0; i < q->N * q->K; i++)
        delivery.size *= q->L + 2;
    delivery.now = calloc((size_t)delivery.size, 1);
    delivery.next = calloc((size_t)delivery.size, 1);
    assert_true(delivery.now && delivery.next && q->N * q->K <= CELLS);
    for (long i = 0; i < q->N * q->K; i++)
        delivery.steps[i] = q->L + 1;
    delivery.now[number_of(&delivery)] = 1;
    long time = 0;
    while (time < NAIVE_NEVER && !deliver(&delivery))
        time++;
    free(delivery.now);
    free(delivery.next);
    return time;
}

/* --- an item of each to all others --- */

/* Who has what: bit vP + i. All that can be after a step, one bit each. */
struct gossip {
    const struct naive_network *graph;
    bool half;
    size_t size;
    unsigned char *now, *next;
    unsigned has;                                                         /* before the step */
    bool sends[NAIVE_NETWORK_PROCESSORS], gets[NAIVE_NETWORK_PROCESSORS]; /* in it */
};

/* Edges e.. have still to be used; `after` is what there is by those before. */
static void use_edges(struct gossip *gossip, long e, unsigned after) {
    const struct naive_network *graph = gossip->graph;
    if (e == 2 * graph->E) {
        gossip->next[after] = 1;
        return;
    }
    use_edges(gossip, e + 1, after);
    uint32_t from = graph->ends[e], to = graph->ends[e ^ 1];
    if (gossip->sends[from] || gossip->gets[to] ||
        (gossip->half && (gossip->gets[from] || gossip->sends[to])))
        return;
    gossip->sends[from] = gossip->gets[to] = true;
    for (long i = 0; i < graph->P; i++) {
        unsigned theirs = 1u << (from * graph->P + i), ours = 1u << (to * graph->P + i);
        if (gossip->has & theirs && !(gossip->has & ours))
            use_edges(gossip, e + 1, after | ours);
    }
    gossip->sends[from] = gossip->gets[to] = false;
}

/* All that can be after the next step. True if everybody has everything now, or nothing is new. */
static bool tell(struct gossip *gossip) {
    if (gossip->now[gossip->size - 1])
        return true;
    memset(gossip->next, 0, gossip->size);
    for (size_t world = 0; world < gossip->size; world++)
        if (gossip->now[world]) {
            gossip->has = (unsigned)world;
            use_edges(gossip, 0, (unsigned)world);
        }
    unsigned char *now = gossip->next;
    gossip->next = gossip->now;
    gossip->now = now;
    return false;
}

long naive_gossip_least(const struct naive_network *graph, bool half) {
    struct gossip gossip = {.graph = graph, .half = half};
    unsigned own = 0;
    long time = 0;
    gossip.size = (size_t)1 << graph->P * graph->P;
    gossip.now = calloc(gossip.size, 1);
    gossip.next = calloc(gossip.size, 1);
    assert_true(gossip.now && gossip.next);
    for (long v = 0; v < graph->P; v++)
        own |= 1u << (v * graph->P + v);
    gossip.now[own] = 1;
    while (time < 2 * graph->P * graph->P && !tell(&gossip))
        time++;
    bool found = gossip.now[gossip.size - 1];
    free(gossip.now);
    free(gossip.next);
    return found ? time : NAIVE_NEVER;
}
