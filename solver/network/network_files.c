/* SPDX-License-Identifier: MIT */
#include "solver/network/network_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/files.h"
#include "solver/network/network_place.h"

enum status network_failure_at(const char *name, long line, enum status status,
                               struct failure *failure) {
    if (!status || !failure || status == STATUS_MEMORY)
        return status;
    struct failure inner = *failure;
    return line > 0 ? failure_set(failure, status, "%s:%ld: %s", name, line, inner.message)
                    : failure_set(failure, status, "%s: %s", name, inner.message);
}

enum status place_bad(const struct place *place, const char *why, const char *what, bool word,
                      struct failure *failure) {
    enum { SHOWN = 60 };
    size_t length = word ? word_length(what) : strcspn(what, "\r\n");
    return failure_input(failure, "%s:%ld: %s, found '%.*s'", place->name, place->line, why,
                         (int)(length < SHOWN ? length : SHOWN), what);
}

/* --- lists of edges --- */

enum { UNWRITTEN = -1 };

#define METIS_EDGES "awk 'NR>1{for(i=1;i<=NF;i++)if($i>=NR)print NR-2,$i-1}' FILE prints the edges"

/* An arc with the line that it is from; its capacity may be UNWRITTEN. Of a member of a group it is
 * that of the group, all of which stands in one line. */
struct entry {
    struct network_link link; /* first: entries are ordered as their links are */
    long line;
};

struct entries {
    struct entry *entries; /* owned */
    int count;
};

/* A node's name, the rest of a line. */
struct named {
    const char *name;
    int node;
};

/* The nodes that lines of a sort name. */
struct marks {
    bool *nodes; /* NETWORK_MOST_NODES; owned; NULL: there is no such line */
    long line;   /* the last one */
};

struct list {
    struct place place;
    struct entries arcs;
    struct entries members;
    struct entries nics;  /* `from` is where one is */
    struct entries sizes; /* `from` has so many chunks as is its capacity */
    struct named *names;  /* owned */
    int name_count;
    struct marks forwarding; /* nodes that only forward */
    struct marks kept;       /* all that are not left out */
    bool rates, numbers;     /* there are capacities in GB/s, and others */
    int most;                /* the largest node of an edge, with its line; -1: none */
    long most_line;
    int said; /* the largest that has a port to the outside or a name, with its line */
    long said_line;
};

static enum status add(const struct list *list, struct entries *entries, struct network_link link,
                       struct failure *failure) {
    if (entries->count >= NETWORK_MOST_ARCS)
        return failure_limit(failure, "networks have up to %d arcs", NETWORK_MOST_ARCS);
    return memory_check(
        APPEND(entries->entries, entries->count, (struct entry){link, list->place.line}), failure,
        "a network");
}

static enum status add_arcs(struct list *list, struct network_link link, bool both,
                            const char *word, struct failure *failure) {
    if (link.from == link.to)
        return place_bad(&list->place, "an edge joins two nodes", word, false, failure);
    int most = link.from > link.to ? link.from : link.to;
    if (most > list->most) {
        list->most = most;
        list->most_line = list->place.line;
    }
    TRY(add(list, &list->arcs, link, failure));
    if (both)
        TRY(add(list, &list->arcs,
                (struct network_link){link.to, link.from, link.latency, link.capacity}, failure));
    return STATUS_OK;
}

static enum status read_pair(struct list *list, struct failure *failure) {
    const char *line = list->place.at;
    struct network_link link = {0, 0, 1, UNWRITTEN};
    bool read = read_number(&list->place.at, NETWORK_MOST_NODES - 1, &link.from);
    const char *behind = list->place.at;
    skip_blanks(&list->place);
    read = read && list->place.at > behind &&
           read_number(&list->place.at, NETWORK_MOST_NODES - 1, &link.to);
    skip_blanks(&list->place);
    bool numbers = is_end(line + strspn(line, "0123456789 \t\r"));
    if (!read || !is_end(list->place.at))
        return place_bad(&list->place,
                         read && numbers
                             ? "expected two nodes (of a graph of METIS " METIS_EDGES ")"
                             : "expected two nodes, numbers below 1000000, or edges as in 0-1=2@3 "
                               "and 0>1",
                         line, false, failure);
    return add_arcs(list, link, true, line, failure);
}

/* `U>V` or, if it may be one, `U-V`; the numbers behind it are up to the caller. */
static bool read_ends(struct list *list, struct network_link *link, bool *both) {
    const char **at = &list->place.at;
    if (!read_number(at, NETWORK_MOST_NODES - 1, &link->from) || (**at != '>' && **at != '-'))
        return false;
    *both = *(*at)++ == '-';
    return read_number(at, NETWORK_MOST_NODES - 1, &link->to);
}

bool network_read_capacity(const char **at, int *thousandths, bool *rate) {
    /* in eighths of a MB/s; the last one is of numbers, and takes what is left */
    static const struct {
        const char *name;
        int64_t eighths;
    } units[] = {{"Mbit", 1},     {"Gbit", 1000}, {"Tbit", 1000000}, {"Mb", 1},       {"Gb", 1000},
                 {"Tb", 1000000}, {"MB", 8},      {"GB", 8000},      {"TB", 8000000}, {"", 8000}};
    int whole = 0;
    int64_t part = 0, scale = 1;
    if (!digits_read(at, NETWORK_MOST_CAPACITY, &whole) || whole > NETWORK_MOST_CAPACITY)
        return false;
    if (**at == '.')
        for (++*at; **at >= '0' && **at <= '9' && scale < 1000000; ++*at, scale *= 10)
            part = 10 * part + (**at - '0');
    size_t i = 0;
    while (strncmp(*at, units[i].name, strlen(units[i].name)) != 0)
        i++;
    int64_t eighths = (whole * scale + part) * units[i].eighths;
    *rate = *units[i].name;
    *at += strlen(units[i].name);
    *at += *rate && (strncmp(*at, "/s", 2) == 0 || strncmp(*at, "ps", 2) == 0) ? 2 : 0;
    *thousandths = (int)(eighths / (8 * scale));
    return eighths % (8 * scale) == 0 && eighths / (8 * scale) <= INT_MAX && *thousandths > 0;
}

struct network_unit network_unit_of(int common, bool rate, int *thousandths) {
    bool whole = !rate && common % 1000 == 0;
    *thousandths = whole ? 1000 : common;
    return (struct network_unit){whole ? 0 : common, rate};
}

/* Of a list; rates and numbers are not mixed. */
static bool read_capacity(struct list *list, int *capacity) {
    bool rate = false, read = network_read_capacity(&list->place.at, capacity, &rate);
    (rate ? &list->rates : &list->numbers)[0] = true;
    return read && !(list->rates && list->numbers);
}

static enum status read_edge(struct list *list, struct failure *failure) {
    struct network_link link = {0, 0, 0, UNWRITTEN};
    const char *word = list->place.at, **at = &list->place.at;
    bool both = false, read = read_ends(list, &link, &both);
    while (read && (**at == '=' || **at == '@')) {
        bool capacity = *(*at)++ == '=';
        int *number = capacity ? &link.capacity : &link.latency;
        read = *number < 1 &&
               (capacity ? read_capacity(list, number)
                         : read_number(at, NETWORK_MOST_LATENCY, number)) &&
               *number > 0;
    }
    if (!read || (*at < word + word_length(word)))
        return place_bad(&list->place,
                         "expected an edge as in 0-1=2@3, 0-1=12.5 or 0-1=25GB/s (up to three "
                         "digits behind the point) or an arc as in 0>1",
                         word, true, failure);
    if (link.latency == 0)
        link.latency = 1;
    return add_arcs(list, link, both, word, failure);
}

static enum status read_group(struct list *list, struct failure *failure) {
    int capacity = 0;
    const char *word = list->place.at;
    bool both = false, read = read_capacity(list, &capacity);
    if (!read || list->place.at < word + word_length(word))
        return place_bad(&list->place,
                         "expected the capacity of a group, up to 1000000 or a rate as 25GB/s",
                         word, true, failure);
    skip_blanks(&list->place);
    do {
        struct network_link link = {0, 0, 1, capacity};
        word = list->place.at;
        if (!read_ends(list, &link, &both) || both || list->place.at < word + word_length(word))
            return place_bad(&list->place, "expected arcs of the group, as in 0>1", word, true,
                             failure);
        TRY(add(list, &list->members, link, failure));
        skip_blanks(&list->place);
    } while (!is_end(list->place.at));
    return STATUS_OK;
}

enum status network_read_nodes(const char *text, int nodes, bool *marks, struct failure *failure) {
    const char *at = text;
    for (;;) {
        int first = 0, last = 0;
        bool read = read_number(&at, nodes - 1, &first);
        last = first;
        if (read && *at == '-') {
            at++;
            read = read_number(&at, nodes - 1, &last) && last >= first;
        }
        if (!read || (*at != ',' && !strchr(" \t\r\n", *at)))
            return failure_input(
                failure, "'%.*s' names no nodes: expected numbers in 0..%d, as in 0-3,8-11",
                word_length(text) < 60 ? (int)word_length(text) : 60, text, nodes - 1);
        memset(marks + first, true, (size_t)(last - first + 1) * sizeof *marks);
        if (*at != ',')
            return STATUS_OK;
        at++;
    }
}

static enum status read_marks(struct place *place, struct marks *marks, struct failure *failure) {
    if (!marks->nodes)
        TRY(memory_check(NEW(NETWORK_MOST_NODES, marks->nodes), failure, "a network"));
    for (skip_blanks(place); !is_end(place->at); skip_blanks(place)) {
        TRY(network_failure_at(
            place->name, place->line,
            network_read_nodes(place->at, NETWORK_MOST_NODES, marks->nodes, failure), failure));
        place->at += word_length(place->at);
    }
    marks->line = place->line;
    return STATUS_OK;
}

static enum status read_forwards(struct list *list, struct failure *failure) {
    return read_marks(&list->place, &list->forwarding, failure);
}

static enum status read_only(struct list *list, struct failure *failure) {
    return read_marks(&list->place, &list->kept, failure);
}

/* Those of the lines `forward`, which may stand before the arcs. */
static enum status add_forwards(const struct list *list, struct network *network,
                                struct failure *failure) {
    const struct marks *marks = &list->forwarding;
    enum status status = STATUS_OK;
    for (int v = 0; v < NETWORK_MOST_NODES && marks->nodes && !status; v++) {
        if (marks->nodes[v] && v >= network->nodes)
            status = failure_input(failure, "no edge has the node %d, which forwards", v);
        else if (marks->nodes[v])
            status = network_forward(network, v, failure);
    }
    return network_failure_at(list->place.name, marks->line, status, failure);
}

/* `numbers`, which the caller frees, are those of the nodes of the list from now on; NULL: their
 * own. Where lines `only` leave some out these have none. */
static enum status keep_nodes(const struct list *list, struct network *network, int **numbers,
                              struct failure *failure) {
    const struct marks *marks = &list->kept;
    int nodes = network->nodes, kept = 0, v = nodes;
    if (!marks->nodes)
        return STATUS_OK;
    while (v < NETWORK_MOST_NODES && !marks->nodes[v])
        v++;
    if (v < NETWORK_MOST_NODES)
        return failure_input(failure, "%s:%ld: no edge has the node %d, which is kept",
                             list->place.name, marks->line, v);
    *numbers = memory_new((size_t)nodes, sizeof **numbers);
    struct network_origin *origin = *numbers ? network_origin_of(network) : NULL;
    TRY(memory_check(origin, failure, "a network"));
    for (v = 0; v < nodes; v++)
        (*numbers)[v] = marks->nodes[v] ? kept++ : -1;
    TRY(network_failure_at(list->place.name, marks->line,
                           network_keep(network, marks->nodes, *numbers, failure), failure));
    snprintf(origin->how, sizeof origin->how, "%d of the %d nodes of the file, numbered anew", kept,
             nodes);
    return STATUS_OK;
}

static void note_said(struct list *list, int node) {
    if (node > list->said) {
        list->said = node;
        list->said_line = list->place.line;
    }
}

/* Nodes with a number each, `V=NUMBER ..`: a rate of `nics`, or how many chunks. */
static enum status read_numbered(struct list *list, struct entries *entries, const char *wanted,
                                 struct failure *failure) {
    struct place *place = &list->place;
    do {
        struct network_link one = {.capacity = 0};
        const char *word = place->at;
        bool read = read_number(&place->at, NETWORK_MOST_NODES - 1, &one.from);
        read =
            read && *place->at++ == '=' &&
            (entries == &list->nics ? read_capacity(list, &one.capacity)
                                    : read_number(&place->at, NETWORK_MOST_SIZES, &one.capacity));
        if (!read || place->at < word + word_length(word))
            return place_bad(place, wanted, word, true, failure);
        note_said(list, one.from);
        TRY(add(list, entries, one, failure));
        skip_blanks(place);
    } while (!is_end(place->at));
    return STATUS_OK;
}

static enum status read_nics(struct list *list, struct failure *failure) {
    return read_numbered(list, &list->nics,
                         "expected a port to the outside, a node and its rate as in 8=25GB/s",
                         failure);
}

static enum status read_sizes(struct list *list, struct failure *failure) {
    return read_numbered(list, &list->sizes,
                         "expected a node and how many chunks it has, as in 8=3", failure);
}

/* Those of the lines `size`. */
static enum status add_sizes(const struct list *list, struct network *network,
                             struct failure *failure) {
    if (list->sizes.count == 0)
        return STATUS_OK;
    FREED int *sizes = memory_new((size_t)network->nodes, sizeof *sizes);
    TRY(memory_check(sizes, failure, "a network"));
    for (int v = 0; v < network->nodes; v++)
        sizes[v] = 1;
    for (int i = 0; i < list->sizes.count; i++)
        sizes[list->sizes.entries[i].link.from] = list->sizes.entries[i].link.capacity;
    return network_failure_at(list->place.name, list->sizes.entries[list->sizes.count - 1].line,
                              network_set_sizes(network, sizes, failure), failure);
}

static enum status read_name(struct list *list, struct failure *failure) {
    struct place *place = &list->place;
    struct named named = {.node = 0};
    const char *word = place->at;
    bool read = read_number(&place->at, NETWORK_MOST_NODES - 1, &named.node);
    read = read && place->at == word + word_length(word);
    skip_blanks(place);
    if (!read || is_end(place->at))
        return place_bad(place, "expected a node and its name", word, false, failure);
    named.name = place->at;
    note_said(list, named.node);
    return memory_check(APPEND(list->names, list->name_count, named), failure, "a network");
}

static enum status read_rename(struct list *list, struct failure *failure) {
    return place_bad(&list->place, "a node gets its name by a line `name V TEXT`", list->place.at,
                     false, failure);
}

/* `U V`, or edges and arcs. */
static enum status read_links(struct list *list, struct failure *failure) {
    struct place *place = &list->place;
    size_t length = strcspn(place->at, "->=@ \t\r\n");
    if (length == word_length(place->at))
        return read_pair(list, failure);
    for (; !is_end(place->at); skip_blanks(place))
        TRY(read_edge(list, failure));
    return STATUS_OK;
}

/* What follows the word that a line begins with; a line of edges needs none. */
static const struct {
    const char *word;
    enum status (*read)(struct list *list, struct failure *failure);
} sorts_of_lines[] = {{"group", read_group},   {"forward", read_forwards}, {"nic", read_nics},
                      {"name", read_name},     {"link", read_links},       {"only", read_only},
                      {"rename", read_rename}, {"size", read_sizes}};

static enum status read_line(struct list *list, struct failure *failure) {
    struct place *place = &list->place;
    skip_blanks(place);
    if (is_end(place->at) || *place->at == '#')
        return STATUS_OK;
    for (size_t i = 0; i < sizeof sorts_of_lines / sizeof *sorts_of_lines; i++) {
        size_t length = strlen(sorts_of_lines[i].word);
        if (strncmp(place->at, sorts_of_lines[i].word, length) == 0 &&
            word_length(place->at) == length) {
            place->at += length;
            skip_blanks(place);
            return sorts_of_lines[i].read(list, failure);
        }
    }
    return read_links(list, failure);
}

static int by_ends_and_line(const void *left, const void *right) {
    const struct entry *x = left, *y = right;
    int ends = network_link_order(left, right);
    return ends ? ends : (x->line > y->line) - (x->line < y->line);
}

/* Members by groups, and in a group as arcs are. */
static int by_group(const void *left, const void *right) {
    const struct entry *x = left, *y = right;
    int groups = (x->line > y->line) - (x->line < y->line);
    return groups ? groups : network_link_order(left, right);
}

static enum status check_arcs(struct list *list, struct failure *failure) {
    struct entry *arcs = list->arcs.entries;
    if (list->arcs.count == 0)
        return failure_input(failure, "%s holds no edge: expected a line 'A B' for each",
                             list->place.name);
    FREED bool *seen = memory_new((size_t)list->most + 1, sizeof *seen);
    TRY(memory_check(seen, failure, "a network"));
    qsort(arcs, (size_t)list->arcs.count, sizeof *arcs, by_ends_and_line);
    int twice = 0, v = 0;
    for (int i = 0; i < list->arcs.count; i++) {
        if (i > 0 && twice == 0 && network_link_order(&arcs[i - 1], &arcs[i]) == 0)
            twice = i;
        seen[arcs[i].link.from] = seen[arcs[i].link.to] = true;
    }
    while (v <= list->most && seen[v])
        v++;
    if (twice)
        return failure_input(failure, "%s:%ld: there is an edge from %d to %d already",
                             list->place.name, arcs[twice].line, arcs[twice].link.from,
                             arcs[twice].link.to);
    if (v <= list->most)
        return failure_input(
            failure,
            "%s:%ld: there is a node %d, and node %d has no edge (nodes are counted from 0)",
            list->place.name, list->most_line, list->most, v);
    return STATUS_OK;
}

/* The arcs of the members, by their numbers, in `numbers`; what is in a group and has no capacity
 * has none of its own, all others have one. */
static enum status find_members(struct list *list, int *numbers, struct failure *failure) {
    struct entry *arcs = list->arcs.entries;
    for (int i = 0; i < list->members.count; i++) {
        const struct entry *member = &list->members.entries[i];
        struct entry *arc =
            bsearch(member, arcs, (size_t)list->arcs.count, sizeof *arcs, network_link_order);
        if (!arc)
            return failure_input(
                failure, "%s:%ld: the group has an arc %d>%d, which is not in the list",
                list->place.name, member->line, member->link.from, member->link.to);
        if (arc->link.capacity == UNWRITTEN)
            arc->link.capacity = 0;
        numbers[i] = (int)(arc - arcs);
    }
    for (int a = 0; a < list->arcs.count; a++) {
        if (arcs[a].link.capacity == UNWRITTEN && list->rates)
            return failure_input(
                failure,
                "%s:%ld: the edge from %d to %d has no capacity, and others have one in GB/s",
                list->place.name, arcs[a].line, arcs[a].link.from, arcs[a].link.to);
        if (arcs[a].link.capacity == UNWRITTEN)
            arcs[a].link.capacity = 1000;
    }
    return STATUS_OK;
}

/* Capacities in thousandths become numbers in their unit. */
static enum status find_unit(struct list *list, struct network_unit *unit,
                             struct failure *failure) {
    struct entries *all[] = {&list->arcs, &list->members, &list->nics};
    int common = 0, one;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < all[i]->count; j++)
            common = greatest_divisor(common, all[i]->entries[j].link.capacity);
    *unit = network_unit_of(common, list->rates, &one);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < all[i]->count; j++) {
            int *capacity = &all[i]->entries[j].link.capacity;
            *capacity /= one;
            if (*capacity > NETWORK_MOST_CAPACITY)
                return failure_input(
                    failure,
                    "%s:%ld: the capacity is more than %d times %g%s, which all have in common",
                    list->place.name, all[i]->entries[j].line, NETWORK_MOST_CAPACITY,
                    list->rates ? one : one / 1000.0, list->rates ? " MB/s" : "");
        }
    return STATUS_OK;
}

static enum status add_groups(const struct list *list, const int *numbers, struct network *network,
                              struct failure *failure) {
    for (int i = 0; i < list->members.count;) {
        const struct entry *member = &list->members.entries[i];
        int first = i;
        while (i < list->members.count && list->members.entries[i].line == member->line)
            i++;
        TRY(network_failure_at(
            list->place.name, member->line,
            network_add_group(network, member->link.capacity, numbers + first, i - first, failure),
            failure));
    }
    return STATUS_OK;
}

/* Ports to the outside, and names: those that are numbered anew are called by their old numbers if
 * by nothing else. */
static enum status add_origin(const struct list *list, const int *numbers, struct network *network,
                              struct failure *failure) {
    bool named = list->name_count > 0 || numbers;
    if (list->nics.count == 0 && !named)
        return STATUS_OK;
    struct network_origin *origin = network_origin_of(network);
    TRY(memory_check(origin && (list->nics.count == 0 || NEW(list->nics.count, origin->nics)) &&
                         (!named || NEW(network->nodes, origin->names)),
                     failure, "a network"));
    for (int i = 0; i < list->nics.count; i++) {
        const struct network_link *nic = &list->nics.entries[i].link;
        int node = numbers ? numbers[nic->from] : nic->from;
        if (node >= 0)
            origin->nics[origin->nic_count++] = (struct network_nic){node, nic->capacity};
    }
    for (int v = 0; v <= list->most && numbers; v++)
        if (numbers[v] >= 0)
            snprintf(origin->names[numbers[v]], NETWORK_NODE_ROOM, "node %d of the file", v);
    for (int i = 0; i < list->name_count; i++) {
        const char *name = list->names[i].name;
        int node = numbers ? numbers[list->names[i].node] : list->names[i].node;
        if (node >= 0)
            snprintf(origin->names[node], NETWORK_NODE_ROOM, "%.*s", (int)strcspn(name, "\r\n"),
                     name);
    }
    return STATUS_OK;
}

static enum status make(struct list *list, struct network *network, struct failure *failure) {
    TRY(check_arcs(list, failure));
    if (list->said > list->most)
        return failure_input(failure, "%s:%ld: no edge has the node %d", list->place.name,
                             list->said_line, list->said);
    if (list->members.count > 0)
        qsort(list->members.entries, (size_t)list->members.count, sizeof *list->members.entries,
              by_group);
    int count = list->arcs.count;
    FREED int *numbers = memory_new((size_t)list->members.count, sizeof *numbers);
    FREED struct network_link *links = memory_new((size_t)count, sizeof *links);
    TRY(numbers && links ? find_members(list, numbers, failure)
                         : failure_memory(failure, "a network"));
    struct network_unit unit;
    TRY(find_unit(list, &unit, failure));
    for (int a = 0; a < count; a++)
        links[a] = list->arcs.entries[a].link;
    CLEANUP(network_clear) struct network made = {0};
    TRY(network_make(list->most + 1, links, count, &made, failure));
    made.unit = unit;
    TRY(add_groups(list, numbers, &made, failure));
    TRY(add_forwards(list, &made, failure));
    TRY(add_sizes(list, &made, failure));
    FREED int *anew = NULL;
    TRY(keep_nodes(list, &made, &anew, failure));
    TRY(add_origin(list, anew, &made, failure));
    *network = TAKE(made);
    return STATUS_OK;
}

enum status network_read_edges(const char *name, const char *text, struct network *network,
                               struct failure *failure) {
    struct list list = {.place = {name, text, 1}, .most = -1, .said = -1};
    enum status status = STATUS_OK;
    for (; !status && *list.place.at; skip_line(&list.place))
        status = read_line(&list, failure);
    if (!status)
        status = make(&list, network, failure);
    FREE_ALL(list.arcs.entries, list.members.entries, list.nics.entries, list.sizes.entries,
             list.names, list.forwarding.nodes, list.kept.nodes);
    return status;
}

/* --- files --- */

#pragma weak network_read_others

/* The heads of the columns are underlined by sequences `ESC [ .. m`, which become blanks. */
static void leave_out_escapes(char *text) {
    for (char *at = text; (at = strchr(at, '\033'));) {
        size_t length = strcspn(at, "m\n");
        memset(at, ' ', length + (at[length] == 'm'));
    }
}

/* A line that was pasted with the command in it. */
static const char *behind_prompt(const char *text) {
    size_t length = strcspn(text, "\n");
    const char *command = strstr(text, "nvidia-smi topo");
    return command && command < text + length && *text != '#' ? text + length : text;
}

/* Is it METIS without a comment: a line `NODES EDGES`, or with a third number, which says what
 * weights there are, and a line for each node with those that it has edges to? No list of edges is:
 * so many lines of two nodes have `NODES NODES` above them, a loop. */
static bool is_metis(const char *first, bool *weights) {
    const char *at = first;
    int nodes = 0, edges = 0;
    struct place place = {NULL, first, 1};
    bool read = digits_read(&place.at, INT_MAX - 1, &nodes);
    skip_blanks(&place);
    at = place.at;
    read = read && digits_read(&place.at, INT_MAX - 1, &edges) && place.at > at;
    skip_blanks(&place);
    size_t third = strspn(place.at, "01");
    *weights = third > 0 && third <= 3;
    place.at += *weights ? third : 0;
    skip_blanks(&place);
    if (!read || !is_end(place.at) || nodes < 2)
        return false;
    int64_t lines = 0, words = 0;
    for (skip_line(&place); *place.at; skip_line(&place), lines++)
        for (skip_blanks(&place); !is_end(place.at); skip_blanks(&place), words++)
            place.at += word_length(place.at);
    return lines >= nodes && (*weights || words == 2 * (int64_t)edges);
}

/* Formats of graphs that are not read, by how they begin: how to make edges of them. */
static const char *find_foreign(const char *first) {
    bool weights;
    size_t line = strcspn(first, "\r\n"), word = strcspn(first, " \t\r\n{");
    int nodes = *first - 63; /* of graph6: a letter, and six pairs in each that follows */
    bool graph6 = nodes > 1 && line == (size_t)(1 + (nodes * (nodes - 1) / 2 + 5) / 6);
    if ((word == 5 && !strncmp(first, "graph", 5)) ||
        (word == 7 && !strncmp(first, "digraph", 7)) || (word == 6 && !strncmp(first, "strict", 6)))
        return "a graph of Graphviz: gvpr 'E{print(tail.name, \" \", head.name)}' FILE prints the "
               "edges of one whose nodes are 0, 1, ..";
    if (!strncmp(first, ">>graph6<<", 10) || !strncmp(first, ">>sparse6<<", 11) || *first == ':' ||
        graph6)
        return "graph6 or sparse6: nauty's `showg -e -l0 FILE` prints its edges, to be written one "
               "in a line";
    if (is_metis(first, &weights) && !weights)
        return "a graph of METIS, whose nodes are 1, 2, ..: " METIS_EDGES;
    if (*first == '%' || (is_metis(first, &weights) && weights))
        return "a matrix of Matrix Market, or a graph of METIS, whose nodes are 1, 2, ..: write a "
               "line `U V` for each edge, with nodes 0, 1, ..";
    return NULL;
}

static enum status read_text(const char *name, char *text, size_t length, bool whole,
                             struct network *network, struct failure *failure) {
    long line = 1;
    for (size_t i = 0; i < length; i++) {
        line += text[i] == '\n';
        if (text[i] == '\0')
            return failure_input(failure, "%s:%ld: a byte 0", name, line);
    }
    leave_out_escapes(text);
    const char *first = text + strspn(text, " \t\r\n");
    const char *rows = behind_prompt(first), *foreign = find_foreign(first);
    if (network_is_gpu(rows + strspn(rows, " \t\r\n"), 0))
        return network_read_smi(name, text, network, failure);
    if (foreign)
        return failure_input(failure, "%s is %s", name, foreign);
    if (!*first || !strchr("{[<", *first))
        return network_read_edges(name, text, network, failure);
    if (network_read_others)
        return network_read_others(name, text, whole, network, failure);
    return failure_input(failure,
                         "%s is %s, which the program steadycast reads and its library does not",
                         name, *first == '<' ? "XML" : "JSON");
}

enum status network_file_read(const char *path, bool whole, struct network *network,
                              struct failure *failure) {
    enum { MOST_BYTES = 1 << 30 };
    FREED char *text = NULL;
    size_t length = 0;
    TRY(input_file_text(path, MOST_BYTES, &text, &length, failure));
    return read_text(input_file_name(path), text, length, whole, network, failure);
}
