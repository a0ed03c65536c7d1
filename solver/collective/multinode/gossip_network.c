/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/files.h"
#include "solver/base/words.h"
#include "solver/collective/multinode/gossip_graph.h"

typedef void put_edges(struct edge_list *list, int size, int other);

static void path(struct edge_list *list, int n, int other) {
    (void)other;
    for (int v = 0; v + 1 < n; v++)
        edge_list_add(list, v, v + 1);
}

static void ring(struct edge_list *list, int n, int other) {
    path(list, n, other);
    edge_list_add(list, n - 1, 0);
}

static void star(struct edge_list *list, int n, int other) {
    (void)other;
    for (int v = 1; v < n; v++)
        edge_list_add(list, 0, v);
}

static void complete(struct edge_list *list, int n, int other) {
    (void)other;
    for (int v = 0; v < n; v++)
        for (int u = v + 1; u < n; u++)
            edge_list_add(list, v, u);
}

static void wheel(struct edge_list *list, int n, int other) {
    star(list, n, other);
    for (int v = 1; v < n; v++)
        edge_list_add(list, v, v + 1 < n ? v + 1 : 1);
}

static void bipartite(struct edge_list *list, int n, int other) {
    for (int v = 0; v < n; v++)
        for (int u = 0; u < other; u++)
            edge_list_add(list, v, n + u);
}

static void bowtie(struct edge_list *list, int n, int other) {
    (void)n;
    star(list, 5, other);
    edge_list_add(list, 1, 2);
    edge_list_add(list, 3, 4);
}

static void petersen(struct edge_list *list, int n, int other) {
    (void)n;
    (void)other;
    for (int v = 0; v < 5; v++) {
        edge_list_add(list, v, (v + 1) % 5);
        edge_list_add(list, v, v + 5);
        edge_list_add(list, v + 5, (v + 2) % 5 + 5);
    }
}

static void cube_connected_cycles(struct edge_list *list, int d, int other) {
    (void)other;
    for (int w = 0; w < 1 << d; w++)
        for (int i = 0; i < d; i++) {
            edge_list_add(list, w * d + i, w * d + (i + 1) % d);
            if (!(w >> i & 1))
                edge_list_add(list, w * d + i, (w | 1 << i) * d + i);
        }
}

static void de_bruijn(struct edge_list *list, int d, int other) {
    (void)other;
    int mask = (1 << d) - 1;
    for (int w = 0; w <= mask; w++) {
        edge_list_add(list, w, (w << 1) & mask);
        edge_list_add(list, w, ((w << 1) & mask) | 1);
    }
}

static void butterfly_levels(struct edge_list *list, int d, int levels) {
    for (int i = 0; i < d; i++)
        for (int w = 0; w < 1 << d; w++) {
            int next = ((i + 1) % levels) << d;
            edge_list_add(list, (i << d) + w, next + w);
            edge_list_add(list, (i << d) + w, next + (w ^ 1 << i));
        }
}

static void butterfly(struct edge_list *list, int d, int other) {
    (void)other;
    butterfly_levels(list, d, d + 1);
}

static void wrapped_butterfly(struct edge_list *list, int d, int other) {
    (void)other;
    butterfly_levels(list, d, d);
}

/* Number of nodes. */
static long one_each(long size, long other) {
    return size + other;
}

static long levels_of_words(long d, long other) {
    (void)other;
    return d << d;
}

static long more_levels_of_words(long d, long other) {
    (void)other;
    return (d + 1) << d;
}

static long words(long d, long other) {
    (void)other;
    return 1L << d;
}

static long five(long size, long other) {
    (void)size;
    (void)other;
    return 5;
}

static long ten(long size, long other) {
    return 2 * five(size, other);
}

static const struct family {
    const char *name;
    int least; /* of the number behind the name; 0: none */
    int most;
    long (*nodes)(long size, long other);
    put_edges *put;
} families[] = {
    [GOSSIP_RING] = {"ring", 2, GOSSIP_MOST_NODES, one_each, ring},
    [GOSSIP_PATH] = {"path", 2, GOSSIP_MOST_NODES, one_each, path},
    [GOSSIP_STAR] = {"star", 2, GOSSIP_MOST_NODES, one_each, star},
    [GOSSIP_COMPLETE] = {"complete", 2, 4000, one_each, complete},
    [GOSSIP_WHEEL] = {"wheel", 4, GOSSIP_MOST_NODES, one_each, wheel},
    [GOSSIP_BIPARTITE] = {"bipartite", 1, 3000, one_each, bipartite},
    [GOSSIP_BOWTIE] = {"bowtie", 0, 0, five, bowtie},
    [GOSSIP_PETERSEN] = {"petersen", 0, 0, ten, petersen},
    [GOSSIP_CCC] = {"ccc", 1, 15, levels_of_words, cube_connected_cycles},
    [GOSSIP_DEBRUIJN] = {"debruijn", 1, 19, words, de_bruijn},
    [GOSSIP_BUTTERFLY] = {"butterfly", 1, 15, more_levels_of_words, butterfly},
    [GOSSIP_WRAPPED_BUTTERFLY] = {"wrapped-butterfly", 1, 15, levels_of_words, wrapped_butterfly},
};

enum { FAMILIES = sizeof families / sizeof *families };

/* One factor alone; `other` is B of bipartite graphs, else 0. Not for GOSSIP_LISTED. */
static enum status gossip_factor_make(enum gossip_family family, int size, int other,
                                      struct gossip_factor *factor, struct failure *failure) {
    const struct family *f = &families[family];
    struct edge_list list = {0};
    if (size < f->least || size > f->most || (family == GOSSIP_BIPARTITE) != (other > 0) ||
        other > f->most)
        return failure_set(failure, STATUS_INPUT,
                           "%s: the number behind the colon is not in %d..%d", f->name, f->least,
                           f->most);
    f->put(&list, size, other);
    struct gossip_graph graph;
    enum status status = edge_list_make(&list, (int)f->nodes(size, other), &graph, failure);
    edge_list_clear(&list);
    if (!status)
        *factor = (struct gossip_factor){family, size, graph};
    return status;
}

/* --- the text --- */

/* Names that stand for several factors, each with a number of the text or all the same. */
static const struct composite {
    const char *name;
    enum gossip_family family;
    bool repeated; /* the number says how many factors of size 2 */
} composites[] = {
    {"torus", GOSSIP_RING, false},
    {"mesh", GOSSIP_PATH, false},
    {"hypercube", GOSSIP_PATH, true},
};

enum { COMPOSITES = sizeof composites / sizeof *composites };

/* One GRAPH: its name, and the numbers behind the colon. */
struct term {
    const char *text;
    size_t length;
    size_t name; /* its length */
    int numbers[GOSSIP_MOST_FACTORS];
    int count;
};

static enum status bad_term(const struct term *term, const char *why, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "'%.*s' %s",
                       term->length < 60 ? (int)term->length : 60, term->text, why);
}

static const char file_term[] = "file";

static bool is_named(const struct term *term, const char *name) {
    return strlen(name) == term->name && memcmp(term->text, name, term->name) == 0;
}

static enum status read_numbers(struct term *term, struct failure *failure) {
    size_t place = term->name;
    while (place < term->length) {
        long value = 0;
        size_t digits = 0;
        for (place++; place < term->length && term->text[place] >= '0' && term->text[place] <= '9';
             place++, digits++)
            value = value <= GOSSIP_MOST_NODES ? 10 * value + (term->text[place] - '0') : value;
        if (digits == 0 || (place < term->length && term->text[place] != 'x'))
            return bad_term(term,
                            "is no network: whole numbers with x between them follow the colon, as "
                            "in torus:3x5",
                            failure);
        if (term->count == GOSSIP_MOST_FACTORS)
            return bad_term(term, "has too many numbers", failure);
        term->numbers[term->count++] =
            (int)(value <= GOSSIP_MOST_NODES ? value : GOSSIP_MOST_NODES + 1);
    }
    return STATUS_OK;
}

static enum status append(struct gossip_network *network, enum gossip_family family, int size,
                          int other, struct failure *failure) {
    if (network->count == GOSSIP_MOST_FACTORS)
        return failure_set(failure, STATUS_LIMIT, "products have up to %d factors",
                           GOSSIP_MOST_FACTORS);
    enum status status =
        gossip_factor_make(family, size, other, &network->factors[network->count], failure);
    network->count += !status;
    return status;
}

static enum status append_composite(struct gossip_network *network, const struct term *term,
                                    const struct composite *composite, struct failure *failure) {
    enum status status = STATUS_OK;
    if (term->count == 0 || (composite->repeated && term->count > 1))
        return bad_term(term,
                        composite->repeated ? "needs one number, as in hypercube:4"
                                            : "needs its numbers, as in torus:3x5",
                        failure);
    int factors = composite->repeated ? term->numbers[0] : term->count;
    if (factors < 1)
        return bad_term(term, "has no dimension: expected a number from 1 on", failure);
    for (int i = 0; i < factors && !status; i++)
        status = append(network, composite->family, composite->repeated ? 2 : term->numbers[i], 0,
                        failure);
    return status;
}

static enum status append_family(struct gossip_network *network, const struct term *term,
                                 enum gossip_family family, struct failure *failure) {
    int wanted = family == GOSSIP_BIPARTITE ? 2 : families[family].most > 0;
    if (term->count != wanted)
        return bad_term(term,
                        wanted == 0   ? "takes no number"
                        : wanted == 1 ? "needs one number, as in ring:5"
                                      : "needs two numbers, as in bipartite:2x3",
                        failure);
    if (wanted == 2 && term->numbers[1] < 1)
        return bad_term(term, "has an empty side", failure);
    return append(network, family, wanted ? term->numbers[0] : 0,
                  wanted == 2 ? term->numbers[1] : 0, failure);
}

/* With one asterisk for each two. False if it has no name, or too long a one. */
static bool file_name(const struct term *term, char name[GOSSIP_NAME_ROOM]) {
    size_t length = 0;
    for (size_t i = term->name + 1; i < term->length && length < GOSSIP_NAME_ROOM; i++) {
        name[length++] = term->text[i];
        i += term->text[i] == '*';
    }
    if (length == 0 || length == GOSSIP_NAME_ROOM)
        return false;
    name[length] = '\0';
    return true;
}

static enum status append_file(struct gossip_network *network, const struct term *term,
                               const char *base, struct failure *failure) {
    char name[GOSSIP_NAME_ROOM];
    if (!file_name(term, name))
        return bad_term(term, "names no file: expected file:NAME, with ** for each * of the name",
                        failure);
    if (network->count == GOSSIP_MOST_FACTORS)
        return failure_set(failure, STATUS_LIMIT, "products have up to %d factors",
                           GOSSIP_MOST_FACTORS);
    struct gossip_graph graph;
    char *path = input_file_path(base, name);
    enum status status =
        path ? edge_list_read(path, &graph, failure) : failure_memory(failure, "a network");
    free(path);
    if (!status)
        network->factors[network->count++] = (struct gossip_factor){GOSSIP_LISTED, 0, graph};
    return status;
}

static enum status no_network(const struct term *term, struct failure *failure) {
    char name[SUGGESTION_ROOM], text[SUGGESTION_TEXT], why[120 + SUGGESTION_TEXT];
    struct suggestion suggestion;
    snprintf(name, sizeof name, "%.*s", (int)(term->name < 60 ? term->name : 60), term->text);
    suggestion_init(&suggestion, name);
    for (int i = 0; i < COMPOSITES; i++)
        suggestion_offer(&suggestion, composites[i].name);
    for (int i = 0; i < FAMILIES; i++)
        if (families[i].name)
            suggestion_offer(&suggestion, families[i].name);
    snprintf(why, sizeof why, "is no network%s (ring:5, torus:3x5x7, path:2*ring:3, file:NAME are)",
             suggestion_text(&suggestion, text, sizeof text));
    return bad_term(term, why, failure);
}

/* The bytes of the first GRAPH. In the name of a file ** is an asterisk that divides nothing;
 * nowhere else can two stand together. */
static size_t term_length(const char *text) {
    bool file = strncmp(text, "file:", 5) == 0;
    size_t length = strcspn(text, "*");
    while (file && text[length] == '*' && text[length + 1] == '*')
        length += 2 + strcspn(text + length + 2, "*");
    return length;
}

static struct term term_at(const char *text) {
    struct term term = {.text = text, .length = term_length(text)};
    while (term.name < term.length && text[term.name] != ':')
        term.name++;
    return term;
}

static enum status append_term(struct gossip_network *network, struct term term, const char *base,
                               struct failure *failure) {
    if (is_named(&term, file_term))
        return append_file(network, &term, base, failure);
    enum status status = read_numbers(&term, failure);
    if (status)
        return status;
    for (int i = 0; i < COMPOSITES; i++)
        if (is_named(&term, composites[i].name))
            return append_composite(network, &term, &composites[i], failure);
    for (int i = 0; i < FAMILIES; i++)
        if (is_named(&term, families[i].name))
            return append_family(network, &term, (enum gossip_family)i, failure);
    return no_network(&term, failure);
}

static enum status multiply(struct gossip_network *network, struct failure *failure) {
    struct gossip_graph product;
    enum status status = gossip_graph_copy(&network->factors[0].graph, &product, failure);
    for (int i = 1; i < network->count && !status; i++) {
        struct gossip_graph larger;
        status = gossip_graph_product(&product, &network->factors[i].graph, &larger, failure);
        gossip_graph_clear(&product);
        if (!status)
            product = larger;
    }
    if (!status)
        network->graph = product;
    return status;
}

enum status gossip_network_parse(const char *text, struct gossip_network *network,
                                 struct failure *failure) {
    return gossip_network_parse_in(text, NULL, network, failure);
}

enum status gossip_network_parse_in(const char *text, const char *base,
                                    struct gossip_network *network, struct failure *failure) {
    struct gossip_network made = {0};
    enum status status;
    for (;;) {
        struct term term = term_at(text);
        status = append_term(&made, term, base, failure);
        if (status || text[term.length] == '\0')
            break;
        text += term.length + 1;
    }
    if (!status)
        status = multiply(&made, failure);
    if (status)
        gossip_network_clear(&made);
    else
        *network = made;
    return status;
}

bool gossip_network_next_file(const char **text, char name[GOSSIP_NAME_ROOM]) {
    while (**text) {
        struct term term = term_at(*text);
        *text += term.length + (*(*text + term.length) == '*');
        if (is_named(&term, file_term) && file_name(&term, name))
            return true;
    }
    return false;
}

void gossip_network_clear(struct gossip_network *network) {
    for (int i = 0; i < network->count; i++)
        gossip_graph_clear(&network->factors[i].graph);
    gossip_graph_clear(&network->graph);
    *network = (struct gossip_network){0};
}
