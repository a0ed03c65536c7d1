/* SPDX-License-Identifier: MIT */
#include "check_naive_gossip.h"

#include <stdlib.h>
#include <string.h>

static long number_behind(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? atol(at + strlen(key)) : -1;
}

/* --- bounds --- */

/* Marks all that can be reached from here without those marked before; how many they are. */
static void append(struct text *text, const char *bytes, size_t length) {
    if (text->length + length + 100 > TEXT_LIMIT)
        abort();
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static void append_line(struct text *text, const char *key, long number) {
    char line[60];
    append(text, line, (size_t)snprintf(line, sizeof line, "%s %ld\n", key, number));
}

/* What kind messages writes of a factor, without the lines that a factor does not have. */
static void append_factor(struct text *text, struct naive_list *factor) {
    static struct text whole;
    naive_list_write(factor, &whole);
    whole.bytes[text_body(&whole)] = '\0';
    const char *processors = strstr(whole.bytes, "\nprocessors ") + 1;
    const char *items = strstr(whole.bytes, "\nitems ") + 1;
    const char *finish = strstr(whole.bytes, "\nfinish ") + 1;
    append(text, processors, (size_t)(items - processors));
    append(text, finish, strlen(finish));
}

void naive_product_write(struct naive_product *product, struct text *text) {
    static const char head[] = "steadycast certificate 1\nwriter test 1\nkind gossip-product\n";
    text->length = 0;
    append(text, head, strlen(head));
    append(text, product->half ? "duplex half\n" : "duplex full\n", strlen("duplex full\n"));
    append_line(text, "factors", product->count);
    append_line(text, "processors", product->N);
    append_line(text, "time", product->T);
    for (long i = 0; i < product->count; i++) {
        append_line(text, "factor", i + 1);
        append_factor(text, &product->factors[i]);
    }
    text_seal(text);
}

/* The processors whose last places are these have numbers that are equal modulo this. */
static long places_behind(const struct naive_product *product, long factor) {
    long count = 1;
    for (long i = factor + 1; i < product->count; i++)
        count *= product->factors[i].P;
    return count;
}

static void expand_edges(const struct naive_product *product, struct naive_list *list) {
    for (long i = 0; i < product->count; i++) {
        const struct naive_list *factor = &product->factors[i];
        long unit = places_behind(product, i), block = unit * factor->P;
        for (long p = 0; p < list->P; p++)
            for (size_t e = 0; e < factor->edge_count && list->edge_count < NAIVE_EDGES; e++)
                if (p % block / unit == 0) {
                    long *edge = list->edges[list->edge_count++];
                    edge[0] = p + factor->edges[e][0] * unit;
                    edge[1] = p + factor->edges[e][1] * unit;
                }
    }
}

/* One message of a factor, in all copies, in the run that brings the items of this rest. */
static void expand_message(const struct naive_message *m, long time, long unit, long block,
                           long rest, struct naive_list *list) {
    for (long p = 0; p < list->P && list->count < NAIVE_MESSAGES; p++) {
        if (p % block / unit != m->from)
            continue;
        long from_0 = p - m->from * unit, owner = p - p % block + (m->item - 1) * unit + rest;
        list->messages[list->count++] =
            (struct naive_message){time + m->time, p, from_0 + m->to * unit, owner + 1, 0};
    }
}

bool naive_product_expand(const struct naive_product *product, struct naive_list *list) {
    *list = (struct naive_list){.model = NAIVE_GRAPH, .L = 1, .g = 1, .half = product->half};
    list->P = places_behind(product, -1);
    list->K = 1;
    list->all = true;
    long time = 0;
    expand_edges(product, list);
    for (long i = product->count - 1; i >= 0; i--) {
        const struct naive_list *factor = &product->factors[i];
        long unit = places_behind(product, i);
        for (long rest = 0; rest < unit; rest++, time += factor->finish)
            for (size_t m = 0; m < factor->count; m++)
                expand_message(&factor->messages[m], time, unit, unit * factor->P, rest, list);
    }
    list->delay = list->finish = product->T;
    return list->edge_count < NAIVE_EDGES && list->count < NAIVE_MESSAGES && list->P == product->N;
}

bool naive_product_holds(const struct naive_product *product) {
    static struct naive_list list;
    for (long i = 0; i < product->count; i++)
        if (!naive_list_holds(&product->factors[i]))
            return false;
    return naive_product_expand(product, &list) && naive_list_holds(&list);
}

/* From the line behind `factor` to the next one of these, or the digest line. */
static bool read_factor(struct naive_list *factor, const char *from, const char *to, bool half) {
    static struct text text;
    static const char head[] = "steadycast certificate 1\nkind messages\nmodel graph\n";
    text.length = 0;
    append(&text, head, strlen(head));
    append(&text, half ? "duplex half\n" : "duplex full\n", strlen("duplex full\n"));
    append(&text, from, (size_t)(to - from));
    append(&text, "\nitems 1\norigins all\nperiod 0\n",
           strlen("\nitems 1\norigins all\nperiod 0\n"));
    if (!naive_list_read(factor, &text))
        return false;
    factor->delay = factor->finish;
    return true;
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
            !read_factor(&product->factors[product->count], from + 1, to, product->half))
            return false;
    }
    return true;
}

bool naive_gossip_product_holds(const struct text *text) {
    static struct naive_product product;
    return strstr(text->bytes, "\nkind gossip-product\n") && read_product(&product, text->bytes) &&
           naive_product_holds(&product);
}
