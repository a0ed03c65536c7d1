/* SPDX-License-Identifier: MIT */
/* Networks of GPUs by their links, and what nvidia-smi topo -m prints of them. */

#include "automata/memory.h"
#include "solver/network/network_place.h"

/* What goes out of each GPU to the others at the switches, and into it. */
static enum status add_switches(const struct network_gpu *gpus, int count, const int *links,
                                int *arcs, struct network *network, struct failure *failure) {
    for (int i = 0; i < 2 * count; i++) {
        int found = 0;
        for (int a = 0; a < network->arc_count; a++) {
            const struct network_arc *arc = &network->arcs[a];
            if ((i % 2 ? arc->to : arc->from) == gpus[i / 2].node &&
                links[arc->from * count + arc->to] == 0)
                arcs[found++] = a;
        }
        if (found > 0)
            TRY(network_add_group(network, gpus[i / 2].switched, arcs, found, failure));
    }
    return STATUS_OK;
}

enum status network_of_gpus(const struct network_gpu *gpus, int count, const int *links,
                            const char *none, const char *name, struct network *network,
                            struct failure *failure) {
    CLEANUP(network_clear) struct network made = {0};
    int arc_count = 0;
    FREED int *arcs = memory_new((size_t)count * (size_t)count, sizeof *arcs);
    FREED struct network_link *put = memory_new((size_t)count * (size_t)count, sizeof *put);
    TRY(memory_check(put && arcs, failure, "a network"));
    for (int i = 0; i < count * count; i++) {
        const struct network_gpu *from = &gpus[i / count], *to = &gpus[i % count];
        int k = links[from->node * count + to->node];
        if (k > 0 || (from != to && from->switched && to->switched))
            put[arc_count++] = (struct network_link){from->node, to->node, 1, k};
    }
    if (arc_count == 0)
        return failure_input(failure, "%s: %s", name, none);
    TRY(network_make(count, put, arc_count, &made, failure));
    TRY(add_switches(gpus, count, links, arcs, &made, failure));
    *network = TAKE(made);
    return STATUS_OK;
}

/* --- what nvidia-smi prints --- */

enum { MOST_GPUS = 1000, MOST_NVLINKS = 18 /* of a GPU, up to Blackwell */ };

bool network_is_gpu(const char *word, int number) {
    int read;
    if (strncmp(word, "GPU", 3) != 0)
        return false;
    word += 3;
    return read_number(&word, MOST_GPUS, &read) && read == number && word_length(word) == 0;
}

/* Rows behind the heads of the columns: links[u * gpus + v] between u and v. */
static enum status read_rows(struct place *place, int gpus, int *links, struct failure *failure) {
    for (int u = 0; u < gpus; u++, skip_line(place)) {
        skip_blanks(place);
        if (!network_is_gpu(place->at, u))
            return place_bad(place, "expected the next GPU", place->at, true, failure);
        place->at += word_length(place->at);
        for (int v = 0; v < gpus; v++) {
            skip_blanks(place);
            const char *word = place->at, *digits = word + 2;
            int *link = &links[u * gpus + v];
            bool self = word_length(word) == 1 && *word == 'X', nv = strncmp(word, "NV", 2) == 0;
            if (is_end(word) || self != (u == v) ||
                (nv && (!read_number(&digits, NETWORK_MOST_CAPACITY, link) || *link == 0 ||
                        digits < word + word_length(word))))
                return place_bad(place,
                                 "expected X for the GPU itself, NV and a number, or no link", word,
                                 true, failure);
            place->at += word_length(word);
        }
    }
    return STATUS_OK;
}

/* Each link, 0 where none is told; or k of each GPU to a switch. */
static enum status make_of_links(const char *name, int *links, int gpus, struct network *network,
                                 struct failure *failure) {
    int k = gpus > 1 ? links[1] : 0;
    bool even = true, too_many = false;
    for (int u = 0; u < gpus; u++) {
        long sum = 0;
        for (int v = 0; v < gpus; v++) {
            even = even && (u == v || links[u * gpus + v] == k);
            sum += links[u * gpus + v];
        }
        too_many = too_many || sum > MOST_NVLINKS;
    }
    if (too_many && !even)
        return failure_input(
            failure,
            "%s: a GPU has more than %d links, so there is a switch, and what is behind it is not "
            "told: write a file of edges with a line U-V for each two GPUs that it joins, and for "
            "each GPU with k links to it `group k U>V U>W ..` and `group k V>U W>U ..`",
            name, MOST_NVLINKS);
    if (even && k > 0 && gpus > 2 && !too_many)
        return failure_input(
            failure,
            "%s: every two of %d GPUs have NV%d, and the text does not tell whether by direct "
            "links, so --network complete:%d=%d, or each by %d links to a switch, as where a job "
            "sees some of more GPUs, so --network hub:%d=%d",
            name, gpus, k, gpus, k, k, gpus, k);
    FREED struct network_gpu *ends = memory_new((size_t)gpus, sizeof *ends);
    TRY(memory_check(ends, failure, "a network"));
    for (int u = 0; u < gpus; u++) {
        ends[u] = (struct network_gpu){u, too_many ? k : 0};
        for (int v = 0; v < gpus && too_many; v++)
            links[u * gpus + v] = 0;
    }
    return network_of_gpus(ends, gpus, links, "no two GPUs have NVLink between them", name, network,
                           failure);
}

enum status network_read_smi(const char *name, const char *text, struct network *network,
                             struct failure *failure) {
    struct place place = {name, text, 1};
    int gpus = 0;
    while (!network_is_gpu(place.at + strspn(place.at, " \t\r"), 0))
        skip_line(&place);
    for (skip_blanks(&place); gpus < MOST_GPUS && network_is_gpu(place.at, gpus);
         skip_blanks(&place)) {
        place.at += word_length(place.at);
        gpus++;
    }
    skip_line(&place);
    FREED int *links = memory_new((size_t)gpus * (size_t)gpus, sizeof *links);
    TRY(links ? read_rows(&place, gpus, links, failure) : failure_memory(failure, "a network"));
    return make_of_links(name, links, gpus, network, failure);
}
