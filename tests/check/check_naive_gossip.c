/* SPDX-License-Identifier: MIT */
#include "check_naive_gossip.h"

#include <stdlib.h>
#include <string.h>

/* --- networks --- */

static long arc_of(const struct naive_gossip *gossip, long from, long to) {
    for (long a = 0; a < gossip->A; a++)
        if (gossip->tail[a] == from && gossip->head[a] == to)
            return a;
    return -1;
}

/* In its order. */
static void add_arc(struct naive_gossip *gossip, long from, long to) {
    long a = gossip->A++;
    for (; a > 0 && (gossip->tail[a - 1] > from ||
                     (gossip->tail[a - 1] == from && gossip->head[a - 1] > to));
         a--) {
        gossip->tail[a] = gossip->tail[a - 1];
        gossip->head[a] = gossip->head[a - 1];
    }
    gossip->tail[a] = from;
    gossip->head[a] = to;
}

static void remove_arc(struct naive_gossip *gossip, long from, long to) {
    long a = arc_of(gossip, from, to);
    for (gossip->A--; a < gossip->A; a++) {
        gossip->tail[a] = gossip->tail[a + 1];
        gossip->head[a] = gossip->head[a + 1];
    }
}

/* Is the arc at this side of the node: 0 it sends, 1 it receives, 2 both? */
static bool is_at(const struct naive_gossip *gossip, long a, long v, int side) {
    return (side != 1 && gossip->tail[a] == v) || (side != 0 && gossip->head[a] == v);
}

static void add_port(struct naive_gossip *gossip, long v, int side) {
    struct gossip_group *group = &gossip->groups[gossip->G];
    *group = (struct gossip_group){.capacity = 1};
    for (long a = 0; a < gossip->A; a++)
        if (is_at(gossip, a, v, side) && group->count < GOSSIP_MEMBERS)
            group->arcs[group->count++] = a;
    gossip->G += group->count > 0;
}

static void add_ports(struct naive_gossip *gossip, bool half) {
    for (long v = 0; v < gossip->N; v++)
        for (int side = half ? 2 : 0; side < (half ? 3 : 2); side++)
            add_port(gossip, v, side);
}

void naive_gossip_ports(struct naive_gossip *gossip, bool half) {
    gossip->G = 0;
    add_ports(gossip, half);
}

static bool is_in(const struct gossip_group *group, long a) {
    for (long i = 0; i < group->count; i++)
        if (group->arcs[i] == a)
            return true;
    return false;
}

static bool has_port(const struct naive_gossip *gossip, long v, int side) {
    for (long g = 0; g < gossip->G; g++) {
        bool all = gossip->groups[g].capacity == 1;
        for (long a = 0; a < gossip->A; a++)
            all = all && (!is_at(gossip, a, v, side) || is_in(&gossip->groups[g], a));
        if (all)
            return true;
    }
    return false;
}

static bool has_ports(const struct naive_gossip *gossip, bool half) {
    for (long v = 0; v < gossip->N; v++)
        if (half ? !has_port(gossip, v, 2) : !has_port(gossip, v, 0) || !has_port(gossip, v, 1))
            return false;
    return true;
}

/* --- playing --- */

enum { NEVER = GOSSIP_STEPS + 1 };

static bool is_within_capacity(const struct naive_gossip *gossip, long step) {
    long arcs[GOSSIP_SENDS], count = 0;
    for (long i = 0; i < gossip->count; i++)
        if (gossip->sends[i].step == step)
            arcs[count++] = arc_of(gossip, gossip->sends[i].from, gossip->sends[i].to);
    for (long g = 0; g < gossip->G; g++) {
        long load = 0;
        for (long i = 0; i < count; i++)
            load += is_in(&gossip->groups[g], arcs[i]);
        if (load > gossip->groups[g].capacity * gossip->rounds[step])
            return false;
    }
    return true;
}

/* What is sent in this step goes along an arc, and its sender has it. */
static bool play_step(const struct naive_gossip *gossip, long step,
                      long since[GOSSIP_NODES][GOSSIP_NODES]) {
    for (long i = 0; i < gossip->count; i++) {
        const struct gossip_send *send = &gossip->sends[i];
        if (send->step != step)
            continue;
        if (arc_of(gossip, send->from, send->to) < 0 || send->item < 1 || send->item > gossip->N ||
            since[send->from][send->item - 1] >= step)
            return false;
        if (since[send->to][send->item - 1] == NEVER)
            since[send->to][send->item - 1] = step;
    }
    return is_within_capacity(gossip, step);
}

bool naive_gossip_holds(const struct naive_gossip *gossip) {
    long since[GOSSIP_NODES][GOSSIP_NODES];
    for (long v = 0; v < gossip->N; v++)
        for (long i = 0; i < gossip->N; i++)
            since[v][i] = v == i ? 0 : NEVER;
    for (long step = 1; step <= gossip->S; step++)
        if (!play_step(gossip, step, since))
            return false;
    for (long i = 0; i < gossip->count; i++)
        if (gossip->sends[i].step < 1 || gossip->sends[i].step > gossip->S)
            return false;
    for (long v = 0; v < gossip->N; v++)
        for (long i = 0; i < gossip->N; i++)
            if (since[v][i] == NEVER)
                return false;
    return true;
}

/* --- at random --- */

static void random_links(struct naive_gossip *gossip, long (*random)(long below)) {
    gossip->A = 0;
    for (long higher = 1; higher < gossip->N; higher++) {
        long joined = random(higher);
        for (long lower = 0; lower < higher; lower++)
            if (lower == joined || random(3) == 0) {
                add_arc(gossip, lower, higher);
                add_arc(gossip, higher, lower);
            }
    }
}

void naive_gossip_change_links(struct naive_gossip *gossip, long (*random)(long below)) {
    long lower = random(gossip->N - 1), higher = lower + 1 + random(gossip->N - 1 - lower);
    if (arc_of(gossip, lower, higher) < 0) {
        add_arc(gossip, lower, higher);
        add_arc(gossip, higher, lower);
    } else if (gossip->A > 2) {
        remove_arc(gossip, lower, higher);
        remove_arc(gossip, higher, lower);
    }
}

void naive_gossip_random(struct naive_gossip *gossip, bool half, long most,
                         long (*random)(long below)) {
    long since[GOSSIP_NODES][GOSSIP_NODES], missing;
    *gossip = (struct naive_gossip){.N = 2 + random(most - 1)};
    random_links(gossip, random);
    naive_gossip_ports(gossip, half);
    for (long v = 0; v < gossip->N; v++)
        for (long i = 0; i < gossip->N; i++)
            since[v][i] = v == i ? 0 : NEVER;
    for (missing = gossip->N * (gossip->N - 1); missing > 0;) {
        long step = ++gossip->S;
        gossip->rounds[step] = random(20) > 0;
        for (long trial = 4 * gossip->A; trial > 0; trial--) {
            long a = random(gossip->A), item = random(gossip->N), to = gossip->head[a];
            if (since[gossip->tail[a]][item] >= step || since[to][item] < NEVER)
                continue;
            gossip->sends[gossip->count++] =
                (struct gossip_send){step, gossip->tail[a], to, item + 1};
            bool legal = is_within_capacity(gossip, step);
            if (legal)
                since[to][item] = step;
            missing -= legal;
            gossip->count -= !legal;
        }
    }
}

/* --- writing --- */

static int compare(const void *left, const void *right) {
    const struct gossip_send *x = left, *y = right;
    const long one[] = {x->step, x->from, x->to, x->item};
    const long other[] = {y->step, y->from, y->to, y->item};
    for (int i = 0; i < 4; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

/* Each send once. */
static void put_body(struct naive_gossip *gossip, struct text *text) {
    text_put(text, "nodes %ld\narcs %ld\n", gossip->N, gossip->A);
    for (long a = 0; a < gossip->A; a++)
        text_put(text, "arc %ld %ld 1\n", gossip->tail[a], gossip->head[a]);
    text_put(text, "groups %ld\n", gossip->G);
    for (long g = 0; g < gossip->G; g++) {
        text_put(text, "group %ld", gossip->groups[g].capacity);
        for (long i = 0; i < gossip->groups[g].count; i++)
            text_put(text, " %ld", gossip->groups[g].arcs[i] + 1);
        text_put(text, "\n");
    }
    text_put(text, "collective allgather\nchunks 1\nrounds");
    for (long step = 1; step <= gossip->S; step++)
        text_put(text, " %ld", gossip->rounds[step]);
    text_put(text, "\n");
    qsort(gossip->sends, (size_t)gossip->count, sizeof *gossip->sends, compare);
    for (long i = 0; i < gossip->count; i++) {
        const struct gossip_send *send = &gossip->sends[i];
        if (i > 0 && compare(send - 1, send) == 0)
            continue;
        if (i == 0 || send[-1].step < send->step)
            text_put(text, "step %ld\n", send->step);
        text_put(text, "send %ld %ld %ld\n", send->from, send->to, send->item);
    }
}

static void put_head(struct text *text, const char *kind) {
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind %s\n", kind);
}

void naive_gossip_write(struct naive_gossip *gossip, struct text *text) {
    put_head(text, "network-schedule");
    put_body(gossip, text);
    text_seal(text);
}

void naive_product_write(struct naive_product *product, struct text *text) {
    put_head(text, "gossip-product");
    text_put(text, "duplex %s\nfactors %ld\nprocessors %ld\ntime %ld\n",
             product->half ? "half" : "full", product->count, product->N, product->T);
    for (long i = 0; i < product->count; i++) {
        text_put(text, "factor %ld\n", i + 1);
        put_body(&product->factors[i], text);
    }
    text_seal(text);
}

/* --- products --- */

void naive_product_state(struct naive_product *product) {
    product->N = 1;
    product->T = 0;
    for (long i = 0; i < product->count; i++) {
        product->T = product->T * product->factors[i].N + product->factors[i].S;
        product->N *= product->factors[i].N;
    }
}

/* The nodes whose last places are these have numbers that are equal modulo this. */
static long places_behind(const struct naive_product *product, long factor) {
    long count = 1;
    for (long i = factor + 1; i < product->count; i++)
        count *= product->factors[i].N;
    return count;
}

static void expand_arcs(const struct naive_product *product, struct naive_gossip *whole) {
    for (long i = 0; i < product->count; i++) {
        const struct naive_gossip *factor = &product->factors[i];
        long unit = places_behind(product, i), block = unit * factor->N;
        for (long p = 0; p < whole->N; p++)
            for (long a = 0; a < factor->A && whole->A < GOSSIP_ARCS; a++)
                if (p % block / unit == 0)
                    add_arc(whole, p + factor->tail[a] * unit, p + factor->head[a] * unit);
    }
}

/* In each copy. */
static void expand_groups(const struct naive_product *product, struct naive_gossip *whole) {
    for (long i = 0; i < product->count; i++) {
        const struct naive_gossip *factor = &product->factors[i];
        long unit = places_behind(product, i), block = unit * factor->N;
        for (long p = 0; p < whole->N; p++)
            for (long g = 0; g < factor->G && whole->G < GOSSIP_GROUPS - 2 * GOSSIP_NODES; g++) {
                struct gossip_group *group = &whole->groups[whole->G];
                if (p % block / unit > 0)
                    continue;
                *group = (struct gossip_group){factor->groups[g].capacity, 0, {0}};
                for (long a = 0; a < whole->A; a++) {
                    long from = whole->tail[a] - p, to = whole->head[a] - p;
                    if (from >= 0 && to >= 0 && from % unit == 0 && to % unit == 0 &&
                        from < block && to < block &&
                        is_in(&factor->groups[g], arc_of(factor, from / unit, to / unit)))
                        group->arcs[group->count++] = a;
                }
                whole->G++;
            }
    }
}

/* One message of a factor, in all copies, in the run that brings the items of this rest. */
static void expand_send(const struct gossip_send *send, long time, long unit, long block, long rest,
                        struct naive_gossip *whole) {
    for (long p = 0; p < whole->N && whole->count < GOSSIP_SENDS; p++) {
        if (p % block / unit != send->from)
            continue;
        long from_0 = p - send->from * unit, owner = p - p % block + (send->item - 1) * unit + rest;
        whole->sends[whole->count++] =
            (struct gossip_send){time + send->step, p, from_0 + send->to * unit, owner + 1};
    }
}

bool naive_product_expand(const struct naive_product *product, struct naive_gossip *whole) {
    *whole = (struct naive_gossip){.N = places_behind(product, -1)};
    if (whole->N > GOSSIP_NODES || whole->N != product->N || product->T > GOSSIP_STEPS)
        return false;
    expand_arcs(product, whole);
    expand_groups(product, whole);
    add_ports(whole, product->half);
    for (long i = product->count - 1; i >= 0; i--) {
        const struct naive_gossip *factor = &product->factors[i];
        long unit = places_behind(product, i);
        for (long rest = 0; rest < unit; rest++) {
            if (whole->S + factor->S > product->T)
                return false;
            for (long m = 0; m < factor->count; m++)
                expand_send(&factor->sends[m], whole->S, unit, unit * factor->N, rest, whole);
            for (long step = 1; step <= factor->S; step++)
                whole->rounds[++whole->S] = factor->rounds[step];
        }
    }
    return whole->S == product->T && whole->A < GOSSIP_ARCS && whole->G < GOSSIP_GROUPS &&
           whole->count < GOSSIP_SENDS;
}

bool naive_product_holds(const struct naive_product *product) {
    static struct naive_gossip whole;
    for (long i = 0; i < product->count; i++) {
        const struct naive_gossip *factor = &product->factors[i];
        if (!naive_gossip_holds(factor) || !has_ports(factor, product->half))
            return false;
        for (long step = 1; step <= factor->S; step++)
            if (factor->rounds[step] > 1)
                return false;
    }
    return naive_product_expand(product, &whole) && naive_gossip_holds(&whole);
}

/* --- reading --- */

static long number_behind(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? atol(at + strlen(key)) : -1;
}

/* The numbers at the end of a line; how many. */
static long read_numbers(const char *at, long *numbers, long most) {
    long count = 0;
    for (char *end; *at != '\n' && count < most; at = end) {
        numbers[count++] = strtol(at, &end, 10);
        if (end == at)
            break;
    }
    return count;
}

static bool read_group(struct naive_gossip *gossip, const char *at) {
    long numbers[GOSSIP_MEMBERS];
    struct gossip_group *group = &gossip->groups[gossip->G++];
    long count = read_numbers(at, numbers, GOSSIP_MEMBERS);
    *group = (struct gossip_group){numbers[0], count - 1, {0}};
    for (long i = 1; i < count; i++)
        group->arcs[i - 1] = numbers[i] - 1;
    return count < GOSSIP_MEMBERS && gossip->G < GOSSIP_GROUPS;
}

/* From the line behind `factor` to the next one of these, or the digest line. */
static bool read_factor(struct naive_gossip *gossip, const char *from, const char *to) {
    long step = 0, latency;
    bool all = false;
    *gossip = (struct naive_gossip){.N = 0};
    for (const char *at = from; at < to; at = strchr(at, '\n') + 1) {
        struct gossip_send *send = &gossip->sends[gossip->count];
        long *tail = &gossip->tail[gossip->A], *head = &gossip->head[gossip->A];
        all |= strncmp(at, "collective allgather\n", strlen("collective allgather\n")) == 0;
        sscanf(at, "nodes %ld", &gossip->N);
        sscanf(at, "step %ld", &step);
        if (sscanf(at, "arc %ld %ld %ld", tail, head, &latency) == 3 &&
            (latency != 1 || ++gossip->A == GOSSIP_ARCS))
            return false;
        if (strncmp(at, "group ", strlen("group ")) == 0 &&
            !read_group(gossip, at + strlen("group ")))
            return false;
        if (strncmp(at, "rounds ", strlen("rounds ")) == 0)
            gossip->S = read_numbers(at + strlen("rounds "), gossip->rounds + 1, GOSSIP_STEPS);
        if (sscanf(at, "send %ld %ld %ld", &send->from, &send->to, &send->item) == 3) {
            send->step = step;
            if (++gossip->count == GOSSIP_SENDS)
                return false;
        }
    }
    return all && gossip->N > 0 && gossip->N <= GOSSIP_NODES;
}

static bool read_product(struct naive_product *product, const char *text) {
    product->half = strstr(text, "\nduplex half\n") != NULL;
    product->N = number_behind(text, "\nprocessors ");
    product->T = number_behind(text, "\ntime ");
    product->count = 0;
    for (const char *at = strstr(text, "\nfactor "); at; product->count++) {
        const char *from = strchr(at + 1, '\n');
        at = strstr(at + 1, "\nfactor ");
        const char *to = at ? at : strstr(text, "\ndigest ");
        if (product->count == NAIVE_FACTORS || !to ||
            !read_factor(&product->factors[product->count], from + 1, to))
            return false;
    }
    return true;
}

bool naive_gossip_product_holds(const struct text *text) {
    static struct naive_product product;
    return strstr(text->bytes, "\nkind gossip-product\n") && read_product(&product, text->bytes) &&
           naive_product_holds(&product);
}
