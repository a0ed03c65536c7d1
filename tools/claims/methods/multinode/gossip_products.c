/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 4: the algorithm for products of graphs, played from the definition of
 * the model. The schedules of the factors are those of gossip_time.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/write_gossip.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"

enum theorem {
    TIME,       /* Theorem 2 */
    FULL,       /* Theorem 3 */
    EVEN,       /* Theorem 4 */
    WITHIN_TWO, /* Theorem 5 */
    RECURSION,  /* the algorithm for more than two dimensions */
    ALWAYS      /* what section 5 says of Theorem 3, for any number of dimensions */
};

static const char *const factors[] = {"path:2", "ring:3", "path:3", "ring:4",        "star:4",
                                      "ring:5", "ring:6", "ring:7", "bipartite:2x3", "complete:8"};

/* Three factors, and larger ones, by their number of nodes. */
static const struct larger {
    const char *text;
    long nodes;
} larger[] = {
    {"torus:3x3x3", 27},          {"path:2*ring:3*path:3", 18}, {"ring:4*path:2*ring:6", 48},
    {"ring:3*star:4*ring:5", 60}, {"torus:4x6x8", 192},         {"hypercube:8", 256},
    {"torus:9x10x11", 990},       {"torus:50x60", 3000},        {"torus:60x49", 2940},
    {"torus:21x22x23", 10626},    {"torus:200x201", 40200},     {"torus:10x10x10x10", 10000},
    {"torus:316x316", 99856},
};

/* Of these all products of three, for what is said of more than two dimensions. */
static const char *const few[] = {"path:2", "ring:3", "path:3", "star:4"};

/* With a factor that does not meet the bound: the literal reading of `always`. */
static const char *const slow[] = {"path:3*path:2", "path:2*path:3", "path:3*ring:3",
                                   "path:3*path:3"};

enum {
    FACTORS = sizeof factors / sizeof *factors,
    LARGER = sizeof larger / sizeof *larger,
    FEW = sizeof few / sizeof *few,
    SLOW = sizeof slow / sizeof *slow,
    TEXT_ROOM = 64
};

struct products {
    struct claim_job *job;
    enum theorem theorem;
    long played;  /* the most nodes */
    long written; /* the most nodes of which the list of messages is written */
    struct gossip_stream stream;
    const char *text;
    long receptions;
    long most;
};

/* What the theorem asks of the factors. */
static bool applies(const struct products *p, const struct gossip_time *time) {
    bool met = true;
    for (int i = 0; i < time->network->count; i++) {
        int nodes = time->factors[i].graph->nodes, even = i == 0;
        met = met && time->factors[i].finish == gossip_bound_counted(nodes, time->half);
        if (p->theorem == EVEN)
            met = met && nodes % 2 == 0;
        if (p->theorem == WITHIN_TWO)
            met = met && (nodes % 2 == 0) == even && time->network->count == 2;
    }
    if (p->theorem == RECURSION && time->network->count < 3)
        return false;
    return met || p->theorem == TIME || p->theorem == RECURSION;
}

/* T_B + n_B T_A with A the first factor and B the product of the others, and so on. */
static long formula(const struct gossip_time *time, int first) {
    if (first + 1 == time->network->count)
        return time->factors[first].finish;
    long others = 1;
    for (int i = first + 1; i < time->network->count; i++)
        others *= time->factors[i].graph->nodes;
    return formula(time, first + 1) + others * time->factors[first].finish;
}

static void tell(struct products *p, const struct gossip_time *time, long steps) {
    long nodes = time->network->graph.nodes, expected = formula(time, 0);
    int64_t bound = gossip_bound_counted((int)nodes, time->half);
    bool right = steps <= bound + (p->theorem == WITHIN_TWO ? 2 : 0);
    if (p->theorem == TIME || p->theorem == RECURSION)
        right = steps == expected;
    claim_tell(&p->job->finding, CLAIM_AT("n", nodes), claim_truth_of(right), CLAIM_MUTE,
               "%s, duplex %s: %ld steps, %ld by the formula, bound %ld", p->text,
               time->half ? "half" : "full", steps, expected, (long)bound);
    p->receptions += nodes * (nodes - 1);
    p->most = nodes > p->most ? nodes : p->most;
}

static enum status use(void *context, const struct gossip_time *time, struct failure *failure) {
    struct products *p = context;
    long steps = 0;
    if (time->by != GOSSIP_PRODUCT)
        return failure_set(failure, STATUS_INTERNAL, "%s: no schedule of the product", p->text);
    if (!applies(p, time))
        return STATUS_OK;
    enum status status = product_gossip_play(&time->product, &p->job->limits, &steps, failure);
    if (!status)
        status = gossip_stream_put(p->job, &p->stream, time, failure);
    if (!status && time->network->graph.nodes <= p->written)
        status = gossip_stream_put_list(p->job, &p->stream, time, failure);
    if (!status)
        tell(p, time, steps);
    return status;
}

/* Theorem 3 and what is said of it is on full duplex, Theorems 4 and 5 are on half duplex. */
static bool duplex(enum theorem theorem, int half) {
    if (theorem == TIME || theorem == RECURSION)
        return true;
    return (theorem == FULL || theorem == ALWAYS) == (half == 0);
}

static enum status try_text(struct products *p, const char *text, struct failure *failure) {
    enum status status = STATUS_OK;
    p->text = text;
    for (int half = 0; half <= 1 && !status; half++)
        if (duplex(p->theorem, half))
            status = gossip_with_time(p->job, text, half, GOSSIP_BY_PRODUCT, use, p, failure);
    return status;
}

static enum status try_pairs(struct products *p, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int a = 0; a < FACTORS && !status; a++)
        for (int b = 0; b < FACTORS && !status; b++) {
            char text[TEXT_ROOM];
            snprintf(text, sizeof text, "%s*%s", factors[a], factors[b]);
            status = try_text(p, text, failure);
        }
    return status;
}

static enum status try_triples(struct products *p, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < FEW * FEW * FEW && !status; i++) {
        char text[TEXT_ROOM];
        snprintf(text, sizeof text, "%s*%s*%s", few[i / FEW / FEW], few[i / FEW % FEW],
                 few[i % FEW]);
        status = try_text(p, text, failure);
    }
    return status;
}

static enum status try_all(struct products *p, struct failure *failure) {
    enum status status = p->theorem == RECURSION ? STATUS_OK : try_pairs(p, failure);
    if (!status && (p->theorem == RECURSION || p->theorem == ALWAYS))
        status = try_triples(p, failure);
    for (int i = 0; i < LARGER && !status; i++)
        if (larger[i].nodes <= p->played)
            status = try_text(p, larger[i].text, failure);
    return status;
}

/* --- always --- */

static enum status take_steps(void *context, const struct gossip_time *time,
                              struct failure *failure) {
    (void)failure;
    *(long *)context = time->upper;
    return STATUS_OK;
}

/* Products with a factor that does not meet the bound (1), as lines of the table. */
static enum status try_slow(struct products *p, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < SLOW && !status; i++) {
        long product = 0, least = 0;
        status = gossip_with_time(p->job, slow[i], false, GOSSIP_BY_PRODUCT, take_steps, &product,
                                  failure);
        if (!status)
            status =
                gossip_with_time(p->job, slow[i], false, GOSSIP_ALL, take_steps, &least, failure);
        if (!status)
            status = gossip_stream_add(p->job, &p->stream, slow[i], false, GOSSIP_ALL, failure);
        if (!status)
            fprintf(
                p->job->table,
                "a factor does not meet (1): %-14s by the algorithm %ld steps, %ld are enough\n",
                slow[i], product, least);
    }
    return status;
}

static enum status try_products(struct claim_job *job, enum theorem theorem,
                                struct failure *failure) {
    struct claim_range played, written;
    enum status status = claim_range(job, "nodes", 4, 1000000, &played, failure);
    if (!status)
        status = claim_range(job, "written", 4, 10000, &written, failure);
    if (status)
        return status;
    struct products p = {
        .job = job, .theorem = theorem, .played = played.last, .written = written.last};
    status = gossip_stream_open(job, &p.stream, failure);
    if (status)
        return status;
    status = try_all(&p, failure);
    if (!status && theorem == ALWAYS)
        status = try_slow(&p, failure);
    status = gossip_stream_end(job, &p.stream, status, failure);
    if (!status)
        fprintf(job->table, "%ld receptions played, products of up to %ld nodes\n", p.receptions,
                p.most);
    return status;
}

enum status try_product_time(struct claim_job *job, struct failure *failure) {
    return try_products(job, TIME, failure);
}

enum status try_product_full(struct claim_job *job, struct failure *failure) {
    return try_products(job, FULL, failure);
}

enum status try_product_even(struct claim_job *job, struct failure *failure) {
    return try_products(job, EVEN, failure);
}

enum status try_product_within_two(struct claim_job *job, struct failure *failure) {
    return try_products(job, WITHIN_TWO, failure);
}

enum status try_product_recursion(struct claim_job *job, struct failure *failure) {
    return try_products(job, RECURSION, failure);
}

enum status try_product_always(struct claim_job *job, struct failure *failure) {
    return try_products(job, ALWAYS, failure);
}
