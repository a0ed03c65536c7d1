/* SPDX-License-Identifier: MIT */
/* A machine as a network: GPUs, CPUs, and PCI switches where paths meet. Nodes behind the GPUs only
 * forward. A bridge with one thing below it is no node: its link and the one above are one, as fast
 * as the slower. CPUs of a host are joined, each two; those with nothing below are left out. */
#include <inttypes.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/interchange/topology_dump.h"

enum { NONE = -1 };

enum ports { PORTS_NONE, PORTS_OUTSIDE, PORTS_JOIN_HOSTS };

struct box {
    const struct topology_dump *dump;
    const int *gpu_links;
    enum ports ports;
    FILE *file;   /* the network as a list of edges, which is read then */
    int *below;   /* of each part: how many parts and ports hang on it that are kept; owned */
    int *node;    /* of each part, or NONE; owned */
    bool *joined; /* of each node: it has a link; owned */
    int nodes, cpus;
    bool over_links, too_fast;
    struct failure *failure;
};

static void box_clear(struct box *box) {
    FREE_ALL(box->below, box->node, box->joined);
}

static void print_rate(struct box *box, int64_t rate) {
    box->too_fast = box->too_fast || rate > TOPOLOGY_ANY_RATE;
    fprintf(box->file, "%" PRId64 ".%03dGB", rate / 1000, (int)(rate % 1000));
}

/* An edge, or with '>' an arc. */
static void print_link(struct box *box, int u, char way, int v, int64_t rate) {
    box->joined[u] = box->joined[v] = true;
    fprintf(box->file, "%d%c%d=", u, way, v);
    print_rate(box, rate);
    fputc('\n', box->file);
}

/* `busid` may be "". */
static enum status not_understood(const struct box *box, long line, const char *busid,
                                  const char *what) {
    return failure_input(box->failure, "%s:%ld: %s%s%s", box->dump->name, line, busid,
                         *busid ? ": " : "", what);
}

/* --- nodes --- */

static bool is_kept(const struct box *box, int i) {
    return box->dump->parts[i].kind == TOPOLOGY_GPU || box->below[i] > 0;
}

static void count_below(struct box *box) {
    const struct topology_dump *dump = box->dump;
    for (int i = 0; i < dump->port_count && box->ports; i++)
        box->below[dump->ports[i].part]++;
    for (int i = dump->part_count; i-- > 0;) {
        const struct topology_part *part = &dump->parts[i];
        if (is_kept(box, i) && part->parent >= 0)
            box->below[part->parent] += part->flat ? box->below[i] : 1;
    }
}

static void number_parts(struct box *box) {
    const struct topology_dump *dump = box->dump;
    box->nodes = dump->count;
    for (int i = 0; i < dump->part_count; i++) {
        const struct topology_part *part = &dump->parts[i];
        bool meets = box->below[i] > 1 && !part->flat;
        box->node[i] = NONE;
        if (part->kind == TOPOLOGY_GPU)
            box->node[i] = dump->gpus[part->gpu].node;
        else if (is_kept(box, i) && (part->kind == TOPOLOGY_CPU || meets))
            box->node[i] = box->nodes++;
        box->cpus += part->kind == TOPOLOGY_CPU && box->node[i] != NONE;
    }
}

/* --- links --- */

/* The node above, or NONE, from a part that stands below it; `rate` becomes that of the slowest on
 * the way, which counts from the part itself on. */
static enum status climb(const struct box *box, int part, int *rate, int *above) {
    for (*above = NONE; part >= 0; part = box->dump->parts[part].parent) {
        const struct topology_part *at = &box->dump->parts[part];
        if (at->parent < 0)
            return STATUS_OK;
        if (!at->flat && at->rate == 0)
            return not_understood(box, at->line, at->busid,
                                  "GPUs or NICs are joined over PCI, and link_speed and "
                                  "link_width are not as in \"16 GT/s\" and \"16\"");
        if (!at->flat && at->rate < *rate)
            *rate = at->rate;
        *above = box->node[at->parent];
        if (*above != NONE)
            return STATUS_OK;
    }
    return STATUS_OK;
}

/* The CPU above a GPU, as a node; or NONE. */
static int find_cpu(const struct box *box, int part) {
    while (part >= 0 && box->dump->parts[part].kind != TOPOLOGY_CPU)
        part = box->dump->parts[part].parent;
    return part < 0 ? NONE : box->node[part];
}

/* To what is above, and of GPUs with links of their own to their CPU. */
static enum status add_part(struct box *box, int i) {
    const struct topology_part *part = &box->dump->parts[i];
    int rate = TOPOLOGY_ANY_RATE, above, cpu = NONE;
    int64_t more = 0;
    if (box->node[i] == NONE || part->kind == TOPOLOGY_CPU)
        return STATUS_OK;
    TRY(climb(box, i, &rate, &above));
    if (part->kind == TOPOLOGY_GPU) {
        const struct topology_gpu *gpu = &box->dump->gpus[part->gpu];
        more = gpu->c2c + (int64_t)gpu->cpu_links * gpu->link_rate;
        cpu = find_cpu(box, i);
    }
    if (above != NONE)
        print_link(box, box->node[i], '-', above, rate + (above == cpu ? more : 0));
    if (cpu != NONE && cpu != above && more > 0)
        print_link(box, box->node[i], '-', cpu, more);
    return STATUS_OK;
}

static enum status add_cpu(struct box *box, int i) {
    const struct topology_part *parts = box->dump->parts;
    for (int j = 0; j < box->dump->part_count; j++) {
        if (i == j || parts[j].kind != TOPOLOGY_CPU || parts[i].host != parts[j].host ||
            box->node[j] == NONE)
            continue;
        if (parts[i].rate == 0)
            return not_understood(box, parts[i].line, "",
                                  "CPUs are joined, and arch, vendor, familyid and modelid name "
                                  "none whose rate to others is known");
        print_link(box, box->node[i], '>', box->node[j], parts[i].rate);
    }
    return STATUS_OK;
}

/* The i-th of each host at the i-th node behind the others, or as ports to the outside. */
static enum status add_ports(struct box *box) {
    const struct topology_dump *dump = box->dump;
    for (int i = 0; i < dump->port_count && box->ports; i++) {
        const struct topology_port *port = &dump->ports[i];
        int rate = port->rate, node = box->node[port->part], rail = 0;
        if (rate == 0)
            return not_understood(box, port->line, "",
                                  "expected the speed of a NIC in Mbit/s, as speed=\"200000\"");
        if (node == NONE)
            TRY(climb(box, port->part, &rate, &node));
        if (node == NONE)
            return not_understood(box, port->line, "",
                                  "a NIC that no PCI device joins with others");
        for (int j = 0; j < i; j++)
            rail += dump->parts[dump->ports[j].part].host == dump->parts[port->part].host;
        if (box->ports == PORTS_JOIN_HOSTS) {
            print_link(box, node, '-', box->nodes + rail, rate);
            fprintf(box->file, "forward %d\nname %d switch of NIC %d of each host\n",
                    box->nodes + rail, box->nodes + rail, rail);
            continue;
        }
        fprintf(box->file, "nic %d=", node);
        print_rate(box, rate);
        fputc('\n', box->file);
    }
    return STATUS_OK;
}

/* What goes from a GPU to switches, or from switches to it. */
static void print_switch(struct box *box, const struct topology_gpu *gpu, bool in) {
    bool first = true;
    for (int j = 0; j < box->dump->count && gpu->switched; j++) {
        int u = gpu->node, v = box->dump->gpus[j].node;
        if (u == v || !box->dump->gpus[j].switched)
            continue;
        if (first) {
            fputs("group ", box->file);
            print_rate(box, gpu->switched * (int64_t)gpu->link_rate);
        }
        fprintf(box->file, " %d>%d", in ? v : u, in ? u : v);
        first = false;
    }
    fputs(first ? "" : "\n", box->file);
}

/* Its links to others; those over a switch have no rate of their own. */
static enum status add_gpu(struct box *box, const struct topology_gpu *gpu) {
    const struct topology_dump *dump = box->dump;
    const int *row = &box->gpu_links[gpu->node * dump->count];
    bool linked = gpu->switched || gpu->cpu_links;
    for (int v = 0; v < dump->count; v++)
        linked = linked || row[v];
    if (linked && gpu->link_rate == 0)
        return not_understood(box, dump->parts[gpu->part].line, gpu->busid,
                              "links of GPUs are joined with PCI, and sm and gcn name none whose "
                              "links have a known rate");
    box->over_links = box->over_links || linked;
    for (int j = 0; j < dump->count; j++) {
        const struct topology_gpu *other = &dump->gpus[j];
        if (row[other->node]) {
            print_link(box, gpu->node, '>', other->node,
                       (int64_t)row[other->node] * gpu->link_rate);
        } else if (gpu != other && gpu->switched && other->switched) {
            box->joined[gpu->node] = true;
            fprintf(box->file, "%d>%d\n", gpu->node, other->node);
        }
    }
    print_switch(box, gpu, false);
    print_switch(box, gpu, true);
    return STATUS_OK;
}

static void print_name(const struct box *box, int part) {
    static const char *const kinds[] = {"CPU", "PCI", "GPU", "NIC"};
    const struct topology_part *at = &box->dump->parts[part];
    int node = box->node[part];
    if (node == NONE)
        return;
    fprintf(box->file, "name %d %s", node, kinds[at->kind]);
    if (at->kind == TOPOLOGY_GPU || (at->kind == TOPOLOGY_CPU && at->gpu >= 0))
        fprintf(box->file, "%d", at->kind == TOPOLOGY_GPU ? node : at->gpu);
    fputs(*at->busid ? " " : "", box->file);
    for (const char *c = at->busid; *c; c++)
        fputc((unsigned char)*c > ' ' && (unsigned char)*c < 127 ? *c : '?', box->file);
    fputc('\n', box->file);
    if (node >= box->dump->count)
        fprintf(box->file, "forward %d\n", node);
}

static enum status print_box(struct box *box) {
    const struct topology_dump *dump = box->dump;
    for (int i = 0; i < dump->part_count; i++) {
        if (dump->parts[i].kind == TOPOLOGY_CPU && box->node[i] != NONE)
            TRY(add_cpu(box, i));
        TRY(add_part(box, i));
        print_name(box, i);
    }
    TRY(add_ports(box));
    for (int i = 0; i < dump->count; i++)
        TRY(add_gpu(box, &dump->gpus[i]));
    int v = 0;
    while (v < box->nodes && box->joined[v])
        v++;
    if (box->too_fast)
        return failure_limit(box->failure, "%s: a link with more than 10^15 bytes a second",
                             dump->name);
    if (dump->count < 2)
        return failure_input(
            box->failure,
            "%s: fewer than two GPUs: elements <gpu>, as NCCL_TOPO_DUMP_FILE has them", dump->name);
    if (v < box->nodes)
        return failure_input(box->failure,
                             "%s: neither nvlink or xgmi nor PCI and CPUs join %s %d with others",
                             dump->name, v < dump->count ? "GPU" : "node", v);
    return STATUS_OK;
}

static enum status read_printed(const struct box *box, const char *text, struct network *network) {
    CLEANUP(network_clear) struct network made = {0};
    struct failure inner;
    TRY(network_read_edges(box->dump->name, text, &made, box->failure));
    enum status status = network_check_connected(&made, &inner);
    if (status == STATUS_INPUT)
        return failure_set(box->failure, status,
                           "%s: neither nvlink or xgmi nor PCI and CPUs join all GPUs: %s",
                           box->dump->name, inner.message);
    struct network_origin *origin = network_origin_of(&made);
    if (status || !origin)
        return failure_memory(box->failure, "a network");
    int switches = box->nodes - box->dump->count - box->cpus;
    snprintf(origin->how, sizeof origin->how, "GPUs joined by %sPCI: %d PCI switch%s, %d CPU%s%s",
             box->over_links ? "NVLink or xGMI and " : "", switches, switches == 1 ? "" : "es",
             box->cpus, box->cpus == 1 ? "" : "s",
             box->ports == PORTS_JOIN_HOSTS ? "; hosts by their NICs" : "");
    *network = TAKE(made);
    return STATUS_OK;
}

static enum status make(const struct topology_dump *dump, const int *links, enum ports ports,
                        struct network *network, struct failure *failure) {
    CLEANUP(box_clear)
    struct box box = {.dump = dump, .gpu_links = links, .ports = ports, .failure = failure};
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "a network"};
    box.below = memory_new((size_t)dump->part_count, sizeof *box.below);
    box.node = memory_new((size_t)dump->part_count, sizeof *box.node);
    box.joined = memory_new((size_t)(dump->part_count + dump->port_count), sizeof *box.joined);
    TRY(memory_check(box.below && box.node && box.joined, failure, "a network"));
    TRY(output_bytes_open(&text, failure));
    box.file = text.stream;
    count_below(&box);
    number_parts(&box);
    TRY(output_bytes_close(&text, print_box(&box), failure));
    return read_printed(&box, text.text, network);
}

static bool has_hosts(const struct topology_dump *dump) {
    bool several = false;
    for (int i = 1; i < dump->part_count; i++)
        several = several || dump->parts[i].host != dump->parts[0].host;
    return several;
}

enum status topology_box(const struct topology_dump *dump, const int *links, bool whole,
                         struct network *network, struct failure *failure) {
    struct failure inner;
    enum status status = make(dump, links, whole ? PORTS_OUTSIDE : PORTS_NONE, network, &inner);
    if (status == STATUS_INPUT && has_hosts(dump) && dump->port_count > 0 && !whole)
        return make(dump, links, PORTS_JOIN_HOSTS, network, failure);
    return status ? failure_set(failure, status, "%s", inner.message) : STATUS_OK;
}
