/* SPDX-License-Identifier: MIT */
#include "solver/network/network_names.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/files.h"
#include "solver/base/words.h"
#include "solver/network/network_boxes.h"
#include "solver/network/network_files.h"

/* --- the text --- */

/* Names that stand for several factors, each with a number of the text or all the same. */
static const struct composite {
    const char *name;
    enum network_family family;
    bool repeated; /* the number says how many factors of size 2 */
} composites[] = {
    {"torus", NETWORK_RING, false},
    {"mesh", NETWORK_PATH, false},
    {"hypercube", NETWORK_PATH, true},
};

enum { COMPOSITES = sizeof composites / sizeof *composites };

/* One GRAPH: its name, the numbers behind the colon, and what all its arcs have. */
struct term {
    const char *text;
    size_t length;
    size_t name; /* its length */
    int numbers[NETWORK_MOST_NUMBERS];
    int count;
    int capacity, latency; /* 0: as they are */
    int outside;           /* capacity, of a cluster; or 0 */
    bool rate;             /* both are rates */
    struct network_unit unit;
};

static enum status bad_term(const struct term *term, const char *why, struct failure *failure) {
    return failure_input(failure, "'%.*s' %s", term->length < 60 ? (int)term->length : 60,
                         term->text, why);
}

static const char file_term[] = "file", cluster[] = "cluster";

static bool is_named(const struct term *term, const char *name) {
    return strlen(name) == term->name && memcmp(term->text, name, term->name) == 0;
}

static enum status read_suffixes(struct term *term, const char *at, struct failure *failure) {
    while (*at == '=' || *at == '@') {
        bool capacity = *at++ == '=', rate = false;
        int *number = capacity ? &term->capacity : &term->latency;
        bool read = !*number && (capacity ? network_read_capacity(&at, number, &term->rate)
                                          : digits_read(&at, NETWORK_MOST_LATENCY, number));
        if (read && capacity && *at == ',' && is_named(term, cluster)) {
            at++;
            read = network_read_capacity(&at, &term->outside, &rate) && rate == term->rate;
        }
        if (!read || *number < 1 || (!capacity && *number > NETWORK_MOST_LATENCY))
            return bad_term(term,
                            capacity ? "needs one capacity up to 1000000, or as a rate, with up to "
                                       "three digits behind the point, as in ring:5=3, ring:5=2.5 "
                                       "or ring:5=12.5GB/s, or two as in cluster:4x8=12,1"
                                     : "needs one latency in 1..1000000, as in ring:5@2",
                            failure);
    }
    if (term->capacity) {
        int one;
        term->unit =
            network_unit_of(greatest_divisor(term->capacity, term->outside), term->rate, &one);
        term->capacity /= one;
        term->outside /= one;
    }
    if (term->capacity > NETWORK_MOST_CAPACITY || term->outside > NETWORK_MOST_CAPACITY)
        return bad_term(term, "has capacities that differ by more than a million", failure);
    if (at < term->text + term->length)
        return bad_term(term,
                        "is no network: whole numbers with x between them follow the colon, as "
                        "in torus:3x5",
                        failure);
    return STATUS_OK;
}

/* What follows the name; a term ends at an asterisk, or with the text. */
static enum status read_numbers(struct term *term, struct failure *failure) {
    const char *at = term->text + term->name;
    while (*at == (term->count ? 'x' : ':')) {
        const char *digits = at + 1;
        if (term->count == NETWORK_MOST_NUMBERS)
            return bad_term(term, "has too many numbers", failure);
        if (!digits_read(&digits, NETWORK_MOST_NODES, &term->numbers[term->count++]))
            break;
        at = digits;
    }
    return read_suffixes(term, at, failure);
}

static enum status check_room(const struct network_factors *factors, struct failure *failure) {
    if (factors->count == NETWORK_MOST_FACTORS)
        return failure_limit(failure, "products have up to %d factors", NETWORK_MOST_FACTORS);
    return STATUS_OK;
}

static enum status append(struct network_factors *factors, enum network_family family,
                          const int *numbers, int count, struct failure *failure) {
    struct network network;
    TRY(check_room(factors, failure));
    TRY(network_family_make(family, numbers, count, &network, failure));
    factors->factors[factors->count++] =
        (struct network_factor){family, count > 0 ? numbers[0] : 0, network};
    return STATUS_OK;
}

static enum status append_composite(struct network_factors *factors, const struct term *term,
                                    const struct composite *composite, struct failure *failure) {
    if (term->count == 0 || (composite->repeated && term->count > 1))
        return bad_term(term,
                        composite->repeated ? "needs one number, as in hypercube:4"
                                            : "needs its numbers, as in torus:3x5",
                        failure);
    int count = composite->repeated ? term->numbers[0] : term->count;
    if (count < 1)
        return bad_term(term, "has no dimension: expected a number from 1 on", failure);
    for (int i = 0; i < count; i++)
        TRY(append(factors, composite->family,
                   composite->repeated ? (const int[]){2} : &term->numbers[i], 1, failure));
    return STATUS_OK;
}

static const char *const suffixes[] = {"/group:", "/only:", "/sizes:"};
enum { SUFFIX_ONLY = 1, SUFFIX_SIZES, SUFFIXES };

/* Which one begins here; SUFFIXES: none. */
static int suffix_at(const char *text) {
    int i = 0;
    while (i < SUFFIXES && strncmp(text, suffixes[i], strlen(suffixes[i])) != 0)
        i++;
    return i;
}

/* Where the one begins that ends the text [text, end); or `end`. */
static const char *find_last_suffix(const char *text, const char *end) {
    for (const char *at = end; at-- > text && strchr("0123456789,-:", *at);)
        if (*at == ':')
            for (const char *slash = at; slash-- > text;)
                if (*slash == '/')
                    return suffix_at(slash) < SUFFIXES ? slash : end;
    return end;
}

/* Where the first of those begins that end the text; or its end. */
static const char *find_suffix(const char *text) {
    const char *end = text + strlen(text), *at;
    while ((at = find_last_suffix(text, end)) < end)
        end = at;
    return end;
}

/* `file:NAME`, or what has a dot or a slash in the place of a family's name, but no digit first:
 * the bytes before the name; -1: it is no file. */
static int before_file(const char *text) {
    size_t length = strcspn(text, ":=@*"), most = (size_t)(find_suffix(text) - text);
    length = length < most ? length : most;
    if (length == sizeof file_term - 1 && strncmp(text, file_term, length) == 0)
        return (int)length + (text[length] == ':');
    if (strchr("0123456789", *text))
        return -1;
    return memchr(text, '/', length) || memchr(text, '.', length) ? 0 : -1;
}

/* With one asterisk for each two. False if it has no name, or too long a one. */
static bool file_name(const struct term *term, char name[NETWORK_NAME_ROOM]) {
    size_t length = 0;
    for (size_t i = (size_t)before_file(term->text); i < term->length && length < NETWORK_NAME_ROOM;
         i++) {
        name[length++] = term->text[i];
        i += term->text[i] == '*';
    }
    if (length == 0 || length == NETWORK_NAME_ROOM)
        return false;
    name[length] = '\0';
    return true;
}

static enum status append_file(struct network_factors *factors, const struct term *term,
                               const char *base, bool whole, struct failure *failure) {
    char name[NETWORK_NAME_ROOM];
    struct network network;
    if (!file_name(term, name))
        return bad_term(term, "names no file: expected file:NAME, with ** for each * of the name",
                        failure);
    TRY(check_room(factors, failure));
    FREED char *path = input_file_path(base, name);
    TRY(path ? network_file_read(path, whole, &network, failure)
             : failure_memory(failure, "a network"));
    factors->factors[factors->count++] = (struct network_factor){NETWORK_LISTED, 0, network};
    return STATUS_OK;
}

static enum status no_network(const struct term *term, struct failure *failure) {
    char name[SUGGESTION_ROOM], text[SUGGESTION_TEXT], why[120 + SUGGESTION_TEXT];
    struct suggestion suggestion;
    snprintf(name, sizeof name, "%.*s", (int)(term->name < 60 ? term->name : 60), term->text);
    suggestion_init(&suggestion, name);
    for (int i = 0; i < COMPOSITES; i++)
        suggestion_offer(&suggestion, composites[i].name);
    for (int i = 0; network_family_name(i); i++)
        suggestion_offer(&suggestion, network_family_name(i));
    for (int i = 0; network_machine_at(i); i++)
        suggestion_offer(&suggestion, network_machine_at(i)->name);
    if (access(name, F_OK) == 0)
        return bad_term(term, "is no network, but a file, whose name as a network begins with ./",
                        failure);
    snprintf(why, sizeof why,
             "is no network%s (ring:5, torus:3x5x7, path:2*ring:3, file:NAME and ./NAME are)",
             suggestion_text(&suggestion, text, sizeof text));
    return bad_term(term, why, failure);
}

/* The bytes of the first GRAPH. In the name of a file ** is an asterisk that divides nothing;
 * nowhere else can two stand together. */
static size_t term_length(const char *text) {
    size_t length = strcspn(text, "*"), most = (size_t)(find_suffix(text) - text);
    bool file = before_file(text) >= 0;
    while (file && text[length] == '*' && text[length + 1] == '*')
        length += 2 + strcspn(text + length + 2, "*");
    return length < most ? length : most;
}

static struct term term_at(const char *text) {
    struct term term = {.text = text, .length = term_length(text)};
    while (term.name < term.length && !strchr(":=@", text[term.name]))
        term.name++;
    return term;
}

static enum status append_named(struct network_factors *factors, const struct term *term,
                                struct failure *failure);

static enum status append_machine(struct network_factors *factors, const struct term *term,
                                  const struct network_machine *machine, struct failure *failure) {
    struct network network;
    if (term->count > 0)
        return bad_term(term, "takes no number", failure);
    if (machine->like) {
        struct term like = term_at(machine->like);
        return append_named(factors, &like, failure);
    }
    TRY(check_room(factors, failure));
    TRY(network_read_edges(machine->name, machine->edges, &network, failure));
    factors->factors[factors->count++] = (struct network_factor){NETWORK_LISTED, 0, network};
    return STATUS_OK;
}

static void set_all(struct network *network, const struct term *term) {
    for (int a = 0; a < network->arc_count && term->latency; a++)
        network->arcs[a].latency = term->latency;
    network->unit = term->capacity ? term->unit : network->unit;
    for (int g = 0; g < network->group_count && term->capacity; g++)
        network->groups[g].capacity = term->capacity;
    for (int g = network->group_count / 2; g < network->group_count && term->outside; g++)
        network->groups[g].capacity = term->outside;
}

/* What has a name; the numbers of the term are not read yet. */
static enum status append_named(struct network_factors *factors, const struct term *read,
                                struct failure *failure) {
    struct term term = *read;
    int first = factors->count, i = 0;
    TRY(read_numbers(&term, failure));
    while (i < COMPOSITES && !is_named(&term, composites[i].name))
        i++;
    enum status status = STATUS_OK;
    if (i < COMPOSITES) {
        status = append_composite(factors, &term, &composites[i], failure);
    } else {
        int family = 0, machine = 0;
        while (network_family_name(family) && !is_named(&term, network_family_name(family)))
            family++;
        while (network_machine_at(machine) && !is_named(&term, network_machine_at(machine)->name))
            machine++;
        if (network_family_name(family))
            status =
                append(factors, (enum network_family)family, term.numbers, term.count, failure);
        else if (network_machine_at(machine))
            status = append_machine(factors, &term, network_machine_at(machine), failure);
        else
            status = no_network(&term, failure);
    }
    for (; first < factors->count; first++)
        set_all(&factors->factors[first].network, &term);
    return status;
}

/* A size of each node that takes part, in their order, with commas between. */
static enum status read_sizes(struct network *network, const char *text, struct failure *failure) {
    FREED int *sizes = memory_new((size_t)network->nodes, sizeof *sizes);
    const char *at = text;
    int parties = network_parties(network), count = 0;
    TRY(memory_check(sizes, failure, "a network"));
    for (int v = 0; v < network->nodes; v++) {
        if (!network_takes_part(network, v))
            continue;
        if (!digits_read(&at, NETWORK_MOST_SIZES, &sizes[v]) || sizes[v] > NETWORK_MOST_SIZES ||
            (++count < parties && *at++ != ','))
            break;
    }
    if (count < parties || *at)
        return failure_input(failure,
                             "'%.60s' is no list of sizes: expected one number up to %d for each "
                             "of the %d nodes that take part, as in 3,1,0,2",
                             text, NETWORK_MOST_SIZES, parties);
    return network_set_sizes(network, sizes, failure);
}

/* The list of `/group:LIST` or `/only:LIST`. */
static enum status keep_group(struct network *network, const char *list, bool only,
                              struct failure *failure) {
    FREED bool *kept = memory_new((size_t)network->nodes, sizeof *kept);
    FREED int *sizes = network->sizes;
    network->sizes = NULL;
    TRY(kept ? network_read_nodes(list, network->nodes, kept, failure)
             : failure_memory(failure, "a network"));
    for (int v = 0; v < network->nodes; v++) {
        if (kept[v] && !network_takes_part(network, v))
            return failure_input(failure, "node %d of the group only forwards", v);
        if (!kept[v])
            TRY(network_forward(network, v, failure));
    }
    TRY(sizes ? network_set_sizes(network, sizes, failure) : STATUS_OK);
    return only && network->forwards ? network_isolate_forwards(network, failure) : STATUS_OK;
}

/* What stands behind all. */
static enum status apply_suffixes(struct network *network, const char *text,
                                  struct failure *failure) {
    while (*text) {
        int suffix = suffix_at(text);
        const char *list = text + strlen(suffixes[suffix]);
        FREED char *alone = strndup(list, strcspn(list, "/"));
        TRY(memory_check(alone, failure, "a network"));
        TRY(suffix == SUFFIX_SIZES ? read_sizes(network, alone, failure)
                                   : keep_group(network, alone, suffix == SUFFIX_ONLY, failure));
        text = list + strlen(alone);
    }
    return STATUS_OK;
}

/* `*4` or `*4:switch` behind a GRAPH, up to the next asterisk or suffix: *text is moved behind it;
 * 0: there is none. */
static int read_copies(const char **text, bool *rails) {
    static const char at_switch[] = ":switch";
    int copies = 0;
    const char *at = *text + 1;
    if (**text != '*' || !digits_read(&at, NETWORK_MOST_NODES, &copies))
        return 0;
    *rails = strncmp(at, at_switch, sizeof at_switch - 1) != 0;
    at += *rails ? 0 : sizeof at_switch - 1;
    if (!strchr("*/", *at))
        return 0;
    *text = at;
    return copies;
}

/* The factors from `first` on, which are one GRAPH, become copies of one box. */
static enum status join(struct network_factors *factors, int first, const struct term *term,
                        int copies, bool rails, struct failure *failure) {
    struct network_factor *factor = &factors->factors[first];
    struct network joined;
    if (copies < 1 || copies > NETWORK_MOST_NODES || factors->count > first + 1)
        return bad_term(term, "can't be joined in so many copies", failure);
    if (copies == 1)
        return STATUS_OK;
    enum status status = network_join_boxes(&factor->network, copies, rails, &joined, failure);
    if (status == STATUS_INPUT && failure) {
        struct failure inner = *failure;
        bad_term(term, inner.message, failure);
    }
    TRY(status);
    network_clear(&factor->network);
    *factor = (struct network_factor){NETWORK_LISTED, 0, joined};
    return STATUS_OK;
}

enum status network_factors_parse_in(const char *text, const char *base,
                                     struct network_factors *factors, struct failure *failure) {
    CLEANUP(network_factors_clear) struct network_factors made = {0};
    for (bool more = true; more; text += more) {
        struct term term = term_at(text);
        const char *behind = text + term.length;
        bool rails = true;
        int first = made.count, copies = read_copies(&behind, &rails);
        TRY(before_file(text) >= 0
                ? append_file(&made, &term, base, behind > text + term.length, failure)
                : append_named(&made, &term, failure));
        if (behind > text + term.length)
            TRY(join(&made, first, &term, copies, rails, failure));
        text = behind;
        more = *text == '*';
    }
    TRY(network_factors_multiply(&made, failure));
    if (*text)
        TRY(apply_suffixes(made.count > 1 ? &made.product : &made.factors[0].network, text,
                           failure));
    *factors = TAKE(made);
    return STATUS_OK;
}

void network_factors_clear(struct network_factors *factors) {
    for (int i = 0; i < factors->count; i++)
        network_clear(&factors->factors[i].network);
    network_clear(&factors->product);
    *factors = (struct network_factors){0};
}

bool network_next_file(const char **text, char name[NETWORK_NAME_ROOM]) {
    while (**text && find_suffix(*text) > *text) {
        struct term term = term_at(*text);
        bool file = before_file(*text) >= 0, rails;
        *text += term.length;
        read_copies(text, &rails);
        *text += **text == '*';
        if (file && file_name(&term, name))
            return true;
    }
    return false;
}

/* --- products --- */

/* Of A x B node (a,b) is a * (nodes of B) + b. First stand the groups of one arc in the order of
 * the arcs, each arc having the least of several, then those of A by b, and those of B by a. */

/* Node v of a factor in its copy c. */
struct copies {
    const struct network *network;
    int copies;
    int node, copy;  /* what one more of each adds to the number in the product */
    int *capacities; /* of each arc the least of groups of it alone; 0: there is none; owned */
    int scale;       /* capacities of the product are so many times these */
};

static void copies_clear(struct copies (*factors)[2]) {
    FREE_ALL((*factors)[0].capacities, (*factors)[1].capacities);
}

static int number_in(const struct copies *factor, int v, int c) {
    return v * factor->node + c * factor->copy;
}

static enum status find_capacities(struct copies *factor, struct failure *failure) {
    const struct network *network = factor->network;
    factor->capacities = memory_new((size_t)network->arc_count, sizeof *factor->capacities);
    for (int g = 0; g < network->group_count && factor->capacities; g++) {
        const struct network_group *group = &network->groups[g];
        int *capacity = &factor->capacities[network->members[group->first]];
        if (group->count == 1 && (*capacity == 0 || group->capacity * factor->scale < *capacity))
            *capacity = group->capacity * factor->scale;
    }
    return factor->capacities ? STATUS_OK : failure_memory(failure, "a network");
}

/* Some arcs in a copy; returns where the next goes. */
static struct network_link *put_copy(const struct copies *factor, int c, int first, int end,
                                     struct network_link *link) {
    for (int a = first; a < end; a++) {
        const struct network_arc *arc = &factor->network->arcs[a];
        *link++ =
            (struct network_link){number_in(factor, arc->from, c), number_in(factor, arc->to, c),
                                  arc->latency, factor->capacities[a]};
    }
    return link;
}

/* In order: from (v,w) those of A to lower nodes, those of B, those of A to higher ones. */
static void put_links(const struct copies *a, const struct copies *b, struct network_link *links) {
    const int *a_out = a->network->out, *b_out = b->network->out;
    for (int v = 0; v < a->network->nodes; v++) {
        int higher = a_out[v];
        while (higher < a_out[v + 1] && a->network->arcs[higher].to < v)
            higher++;
        for (int w = 0; w < b->network->nodes; w++) {
            links = put_copy(a, w, a_out[v], higher, links);
            links = put_copy(b, v, b_out[w], b_out[w + 1], links);
            links = put_copy(a, w, higher, a_out[v + 1], links);
        }
    }
}

static enum status put_groups(const struct copies *factor, struct network *product, int *members,
                              struct failure *failure) {
    const struct network *network = factor->network;
    for (int c = 0; c < factor->copies; c++)
        for (int g = 0; g < network->group_count; g++) {
            const struct network_group *group = &network->groups[g];
            for (int i = 0; i < group->count && group->count > 1; i++) {
                const struct network_arc *arc = &network->arcs[network->members[group->first + i]];
                members[i] = network_arc_number(product, number_in(factor, arc->from, c),
                                                number_in(factor, arc->to, c));
            }
            if (group->count > 1)
                TRY(network_add_group(product, group->capacity * factor->scale, members,
                                      group->count, failure));
        }
    return STATUS_OK;
}

/* To the greatest unit that both have in common. */
static enum status scale_units(struct copies factors[2], struct network_unit *unit,
                               struct failure *failure) {
    int units[2], one;
    for (int i = 0; i < 2; i++) {
        units[i] = factors[i].network->unit.thousandths;
        units[i] = units[i] ? units[i] : 1000;
    }
    if (factors[0].network->unit.rate != factors[1].network->unit.rate)
        return failure_input(failure, "capacities of one factor are rates, those of another one "
                                      "numbers: all or none are to be as in ring:4=25GB/s");
    *unit =
        network_unit_of(greatest_divisor(units[0], units[1]), factors[0].network->unit.rate, &one);
    for (int i = 0; i < 2; i++) {
        factors[i].scale = units[i] / one;
        for (int g = 0; g < factors[i].network->group_count; g++)
            if (factors[i].network->groups[g].capacity > NETWORK_MOST_CAPACITY / factors[i].scale)
                return failure_input(failure,
                                     "capacities of a product differ by more than a million");
    }
    return STATUS_OK;
}

/* Node (a,b) has a chunk for each two that a and b have. */
static enum status multiply_sizes(const struct network *a, const struct network *b,
                                  struct network *product, struct failure *failure) {
    FREED int *sizes = memory_new((size_t)product->nodes, sizeof *sizes);
    TRY(memory_check(sizes, failure, "a network"));
    for (int v = 0; v < product->nodes; v++) {
        int64_t size =
            (int64_t)network_node_size(a, v / b->nodes) * network_node_size(b, v % b->nodes);
        sizes[v] = size > NETWORK_MOST_SIZES ? NETWORK_MOST_SIZES + 1 : (int)size;
    }
    return network_set_sizes(product, sizes, failure);
}

static enum status multiply(const struct network *a, const struct network *b,
                            struct network *product, struct failure *failure) {
    CLEANUP(copies_clear)
    struct copies factors[] = {{a, b->nodes, b->nodes, 1, NULL, 1},
                               {b, a->nodes, 1, b->nodes, NULL, 1}};
    struct network_unit unit;
    TRY(scale_units(factors, &unit, failure));
    long nodes = (long)a->nodes * b->nodes;
    long arcs = (long)a->arc_count * b->nodes + (long)b->arc_count * a->nodes;
    if (nodes > NETWORK_MOST_NODES || arcs > NETWORK_MOST_ARCS)
        return failure_limit(failure, "networks have up to %d nodes and %d arcs",
                             NETWORK_MOST_NODES, NETWORK_MOST_ARCS);
    CLEANUP(network_clear) struct network made = {0};
    FREED struct network_link *links = memory_new((size_t)arcs, sizeof *links);
    FREED int *room = memory_new((size_t)arcs, sizeof *room);
    TRY(memory_check(links && room, failure, "a network"));
    for (int i = 0; i < 2; i++)
        TRY(find_capacities(&factors[i], failure));
    put_links(&factors[0], &factors[1], links);
    TRY(network_make((int)nodes, links, (int)arcs, &made, failure));
    for (int i = 0; i < 2; i++)
        TRY(put_groups(&factors[i], &made, room, failure));
    for (int v = 0; v < nodes; v++)
        if (!network_takes_part(a, v / b->nodes) || !network_takes_part(b, v % b->nodes))
            TRY(network_forward(&made, v, failure));
    if (a->sizes || b->sizes)
        TRY(multiply_sizes(a, b, &made, failure));
    made.unit = unit;
    *product = TAKE(made);
    return STATUS_OK;
}

enum status network_factors_multiply(struct network_factors *factors, struct failure *failure) {
    const struct network *left = &factors->factors[0].network;
    for (int i = 1; i < factors->count; i++) {
        struct network larger;
        TRY(multiply(left, &factors->factors[i].network, &larger, failure));
        network_clear(&factors->product);
        factors->product = larger;
        left = &factors->product;
    }
    return STATUS_OK;
}

enum status network_parse_in(const char *text, const char *base, struct network *network,
                             struct failure *failure) {
    CLEANUP(network_factors_clear) struct network_factors factors = {0};
    TRY(network_factors_parse_in(text, base, &factors, failure));
    struct network *whole = factors.count > 1 ? &factors.product : &factors.factors[0].network;
    *network = TAKE(*whole);
    return STATUS_OK;
}
