/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/steadycast/interchange/topology_dump.h"
#include "tools/steadycast/interchange/xml_line.h"

enum { MOST_DEPTH = 64, MOST_LINKS = 1 << 19, MOST_PORTS = 1 << 12, UNKNOWN = -1, NONE = -1 };

struct reader {
    XML_Parser parser;
    struct topology_dump dump;
    int depth, cpus;
    int gpu_depth;        /* of the element of the last GPU; 0: it has ended */
    int nic;              /* part of the last NIC, whose ports follow */
    int part[MOST_DEPTH]; /* of the element at each depth, or of what it stands in; NONE */
    char busid[MOST_DEPTH][TOPOLOGY_BUSID];
    enum status status;
    struct failure *failure;
};

/* Nothing more is read. */
static void stop(struct reader *reader, enum status status, const char *why, const char *value) {
    reader->status = failure_set(reader->failure, status, "%s:%ld: %s%s%.40s%s", reader->dump.name,
                                 xml_line(reader->parser), why, value ? " '" : "",
                                 value ? value : "", value ? "'" : "");
    XML_StopParser(reader->parser, XML_FALSE);
}

int topology_number(const char *text, int most) {
    int value;
    return text && digits_read(&text, most, &value) && !*text && value <= most ? value : UNKNOWN;
}

/* --- parts --- */

static uint64_t read_hex(const char *text) {
    return text ? strtoull(text, NULL, 16) : 0;
}

/* The ids of a PCI device, as switches are known by them. */
static uint64_t read_device(const XML_Char *const *attributes) {
    static const char *const keys[] = {"vendor", "device", "subsystem_vendor", "subsystem_device"};
    uint64_t device = 0;
    for (int i = 0; i < 4; i++)
        device = device << 16 | (read_hex(topology_attribute(attributes, keys[i])) & 0xffff);
    return device;
}

/* Room for one more behind the `count` of a list, of at most `most`; else nothing more is read. */
static bool make_room(struct reader *reader, void *list, int count, int most, size_t size) {
    if (count < most && memory_make_room(list, (size_t)count, size))
        return true;
    stop(reader, count < most ? STATUS_MEMORY : STATUS_LIMIT, "too many devices or links", NULL);
    return false;
}

/* A part below that of the element around; NULL: refused. */
static struct topology_part *add_part(struct reader *reader, enum topology_kind kind) {
    struct topology_dump *dump = &reader->dump;
    if (!make_room(reader, &dump->parts, dump->part_count, TOPOLOGY_MOST_PARTS,
                   sizeof *dump->parts))
        return NULL;
    int parent = reader->part[reader->depth - 1];
    struct topology_part *part = &dump->parts[dump->part_count];
    *part = (struct topology_part){.kind = kind,
                                   .parent = parent,
                                   .host = parent == NONE ? 0 : dump->parts[parent].host,
                                   .gpu = UNKNOWN,
                                   .rate = TOPOLOGY_ANY_RATE,
                                   .line = xml_line(reader->parser)};
    reader->part[reader->depth] = dump->part_count++;
    return part;
}

static void begin_cpu(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_part *part = add_part(reader, TOPOLOGY_CPU);
    if (!part)
        return;
    if (reader->cpus++ == TOPOLOGY_MOST_GPUS)
        stop(reader, STATUS_LIMIT, "too many CPUs", NULL);
    part->rate = topology_cpu_rate(attributes);
    part->host = read_hex(topology_attribute(attributes, "host_hash"));
    part->gpu = topology_number(topology_attribute(attributes, "numaid"), NETWORK_MOST_NODES);
}

static void begin_pci(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_part *part = add_part(reader, TOPOLOGY_PCI);
    if (!part)
        return;
    part->rate = topology_pci_rate(attributes);
    part->device = read_device(attributes);
    part->flat = part->parent != NONE &&
                 topology_is_flat(part->device, reader->dump.parts[part->parent].device);
    memcpy(part->busid, reader->busid[reader->depth], TOPOLOGY_BUSID);
    const char *sort = topology_attribute(attributes, "class");
    if (sort && strncmp(sort, "0x0604", 6) != 0)
        snprintf(part->sort, sizeof part->sort, "%s", sort);
}

/* The PCI device that an element stands in is what it says, and so is a further part where it is
 * something already, or there is none. NULL: refused. */
static struct topology_part *find_part(struct reader *reader, enum topology_kind kind) {
    int around = reader->part[reader->depth - 1];
    struct topology_part *parts = reader->dump.parts;
    if (around == NONE || parts[around].kind != TOPOLOGY_PCI) {
        struct topology_part *part = add_part(reader, kind);
        if (part && around != NONE && reader->dump.parts[around].kind == kind) {
            const struct topology_part *same = &reader->dump.parts[around];
            part->parent = same->parent;
            part->rate = same->rate;
            memcpy(part->busid, same->busid, TOPOLOGY_BUSID);
        }
        return part;
    }
    parts[around].kind = kind;
    reader->part[reader->depth] = around;
    return &parts[around];
}

static void begin_gpu(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_dump *dump = &reader->dump;
    if (dump->count == TOPOLOGY_MOST_GPUS) {
        stop(reader, STATUS_LIMIT, "too many GPUs", NULL);
        return;
    }
    struct topology_part *part = find_part(reader, TOPOLOGY_GPU);
    if (!part)
        return;
    part->gpu = dump->count;
    struct topology_gpu *gpu = &dump->gpus[dump->count++];
    *gpu = (struct topology_gpu){
        .rank = topology_number(topology_attribute(attributes, "rank"), NETWORK_MOST_NODES),
        .dev = topology_number(topology_attribute(attributes, "dev"), NETWORK_MOST_NODES),
        .part = (int)(part - dump->parts),
        .link_rate = topology_link_rate(attributes)};
    memcpy(gpu->busid, reader->busid[reader->depth], TOPOLOGY_BUSID);
    reader->gpu_depth = reader->depth;
}

/* Functions of one device, whose busids differ in what stands behind the last dot, are one NIC. */
static void begin_nic(struct reader *reader) {
    const struct topology_part *part = find_part(reader, TOPOLOGY_NIC);
    if (!part)
        return;
    const char *dot = strrchr(part->busid, '.');
    reader->nic = (int)(part - reader->dump.parts);
    for (int i = 0; i < reader->nic && dot; i++) {
        const struct topology_part *other = &reader->dump.parts[i];
        if (other->kind == TOPOLOGY_NIC && other->parent == part->parent &&
            strncasecmp(other->busid, part->busid, (size_t)(dot - part->busid) + 1) == 0) {
            reader->nic = i;
            break;
        }
    }
}

/* What has no `dev`, or is marked as not to be used, is no port for NCCL. */
static void begin_net(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_dump *dump = &reader->dump;
    const char *used = topology_attribute(attributes, "net");
    int speed = topology_number(topology_attribute(attributes, "speed"), TOPOLOGY_ANY_RATE);
    if (reader->nic == NONE || !topology_attribute(attributes, "dev") || (used && *used == '0'))
        return;
    if (!make_room(reader, &dump->ports, dump->port_count, MOST_PORTS, sizeof *dump->ports))
        return;
    dump->ports[dump->port_count++] =
        (struct topology_port){reader->nic, speed > 0 ? speed / 8 : 0, xml_line(reader->parser)};
}

/* --- links of GPUs --- */

static void read_c2c(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_gpu *gpu = &reader->dump.gpus[reader->dump.count - 1];
    int count = topology_number(topology_attribute(attributes, "count"), NETWORK_MOST_CAPACITY);
    int rate = topology_number(topology_attribute(attributes, "bw"), NETWORK_MOST_CAPACITY);
    if (count < 1 || rate < 1 || gpu->c2c > TOPOLOGY_ANY_RATE) {
        stop(reader, STATUS_INPUT, "expected a number of links and their bw in MB/s", NULL);
        return;
    }
    gpu->c2c += (int64_t)count * rate;
}

static void read_link(struct reader *reader, const XML_Char *const *attributes) {
    struct topology_dump *dump = &reader->dump;
    struct topology_gpu *gpu = &dump->gpus[dump->count - 1];
    const char *target = topology_attribute(attributes, "target");
    const char *kind = topology_attribute(attributes, "tclass");
    const char *text = topology_attribute(attributes, "count");
    int count = topology_number(text, NETWORK_MOST_CAPACITY);
    if (count < 1) {
        stop(reader, STATUS_INPUT, "expected a number of links, 1..1000000, found",
             text ? text : "");
        return;
    }
    if (kind && strcmp(kind, "0x068000") == 0) { /* NVSwitch */
        gpu->switched += count;
        return;
    }
    if (kind && strcmp(kind, "0x068001") == 0) { /* a CPU with NVLink, as POWER9 */
        gpu->cpu_links += count;
        return;
    }
    bool known = !kind || strncmp(kind, "0x03", 4) == 0 || strncmp(kind, "0x12", 4) == 0; /* GPUs */
    if (!known && strlen(kind) >= TOPOLOGY_BUSID) {
        stop(reader, STATUS_INPUT, "expected a PCI class, found", kind);
        return;
    }
    if (!target || strlen(target) >= TOPOLOGY_BUSID) {
        stop(reader, STATUS_INPUT, "expected the busid of a target, found", target ? target : "");
        return;
    }
    if (!make_room(reader, &dump->links, dump->link_count, MOST_LINKS, sizeof *dump->links))
        return;
    struct topology_link *link = &dump->links[dump->link_count++];
    *link = (struct topology_link){.gpu = dump->count - 1, .count = count};
    strcpy(link->target, target);
    strcpy(link->kind, known ? "" : kind);
}

static void XMLCALL begin(void *data, const XML_Char *element, const XML_Char **named) {
    struct reader *reader = data;
    const char *const *attributes = named;
    const char *busid = topology_attribute(attributes, "busid");
    if (reader->status)
        return;
    if (++reader->depth >= MOST_DEPTH || (busid && strlen(busid) >= TOPOLOGY_BUSID)) {
        stop(reader, STATUS_INPUT, "elements too deep, or a long busid in", element);
        return;
    }
    strcpy(reader->busid[reader->depth], busid ? busid : reader->busid[reader->depth - 1]);
    reader->part[reader->depth] = reader->part[reader->depth - 1];
    if (strcmp(element, "cpu") == 0)
        begin_cpu(reader, attributes);
    else if (strcmp(element, "pci") == 0)
        begin_pci(reader, attributes);
    else if (strcmp(element, "nic") == 0)
        begin_nic(reader);
    else if (strcmp(element, "net") == 0)
        begin_net(reader, attributes);
    else if (strcmp(element, "gpu") == 0)
        begin_gpu(reader, attributes);
    else if (reader->gpu_depth && (!strcmp(element, "nvlink") || !strcmp(element, "xgmi")))
        read_link(reader, attributes);
    else if (reader->gpu_depth && !strcmp(element, "c2c"))
        read_c2c(reader, attributes);
}

static void XMLCALL end(void *data, const XML_Char *element) {
    struct reader *reader = data;
    if (reader->depth-- == reader->gpu_depth)
        reader->gpu_depth = 0;
    if (strcmp(element, "nic") == 0)
        reader->nic = NONE;
}

/* --- the network --- */

/* Ranks, or else devices, that are 0, 1, .. in any order. */
static enum status number_nodes(struct topology_dump *dump, struct failure *failure) {
    bool ranks = true, seen[TOPOLOGY_MOST_GPUS] = {false};
    for (int i = 0; i < dump->count; i++)
        ranks = ranks && dump->gpus[i].rank != UNKNOWN;
    for (int i = 0; i < dump->count; i++) {
        struct topology_gpu *gpu = &dump->gpus[i];
        gpu->node = ranks ? gpu->rank : gpu->dev;
        if (gpu->node < 0 || gpu->node >= dump->count || seen[gpu->node])
            return failure_input(
                failure, "%s: the %s of the GPU %s is %d: expected 0..%d, each once", dump->name,
                ranks ? "rank" : "dev", gpu->busid, gpu->node, dump->count - 1);
        seen[gpu->node] = true;
    }
    return STATUS_OK;
}

static uint64_t host_of(const struct topology_dump *dump, const struct topology_gpu *gpu) {
    return dump->parts[gpu->part].host;
}

/* links[u * n + v] from u to v. */
static enum status count_links(const struct topology_dump *dump, int *links,
                               struct failure *failure) {
    for (int i = 0; i < dump->link_count; i++) {
        const struct topology_link *link = &dump->links[i];
        const struct topology_gpu *gpu = &dump->gpus[link->gpu], *target = NULL;
        for (int j = 0; j < dump->count && !target; j++)
            if (strcasecmp(dump->gpus[j].busid, link->target) == 0 &&
                host_of(dump, &dump->gpus[j]) == host_of(dump, gpu))
                target = &dump->gpus[j];
        if (!target && *link->kind)
            return failure_input(failure,
                                 "%s: the GPU %s has links to %s, of the unknown PCI class %s",
                                 dump->name, gpu->busid, link->target, link->kind);
        if (!target)
            continue;
        int *sum = &links[gpu->node * dump->count + target->node];
        bool switched = gpu->switched && target->switched;
        if (target == gpu || switched || *sum + link->count > NETWORK_MOST_CAPACITY)
            return failure_input(failure, "%s: the GPU %s has links to %s, %s", dump->name,
                                 gpu->busid, link->target,
                                 target == gpu ? "which is itself"
                                 : switched    ? "and both have links to a switch"
                                               : "more than 1000000");
        *sum += (int)link->count;
    }
    return STATUS_OK;
}

/* What a link carries, in MB/s, where it is known and that of all GPUs; else 0. */
static int common_rate(const struct topology_dump *dump) {
    int rate = dump->gpus[0].link_rate;
    for (int i = 1; i < dump->count; i++)
        rate = dump->gpus[i].link_rate == rate ? rate : 0;
    return rate;
}

static enum status name_gpus(const struct topology_dump *dump, struct network *network,
                             struct failure *failure) {
    struct network_origin *origin = network_origin_of(network);
    if (origin)
        origin->names = memory_new((size_t)dump->count, sizeof *origin->names);
    TRY(memory_check(origin && origin->names, failure, "a network"));
    for (int i = 0; i < dump->count; i++) {
        char *name = origin->names[dump->gpus[i].node];
        snprintf(name, sizeof *origin->names, "GPU%d %s", dump->gpus[i].node, dump->gpus[i].busid);
        for (; *name; name++)
            *name = *name < ' ' || *name > '~' ? '?' : *name;
    }
    return STATUS_OK;
}

/* By links of GPUs alone, where they join all: capacities are numbers of links. */
static enum status make_of_links(const struct topology_dump *dump, const int *links,
                                 struct network *network, bool *joined, struct failure *failure) {
    CLEANUP(network_clear) struct network made = {0};
    FREED struct network_gpu *gpus = memory_new((size_t)dump->count, sizeof *gpus);
    TRY(memory_check(gpus, failure, "a network"));
    for (int i = 0; i < dump->count; i++)
        gpus[i] = (struct network_gpu){dump->gpus[i].node, (int)dump->gpus[i].switched};
    enum status status = network_of_gpus(gpus, dump->count, links, "", dump->name, &made, failure);
    status = status ? status : network_check_connected(&made, failure);
    *joined = !status;
    if (!*joined)
        return status == STATUS_INPUT ? STATUS_OK : status;
    int rate = common_rate(dump);
    made.unit = (struct network_unit){rate, rate > 0};
    TRY(name_gpus(dump, &made, failure));
    *network = TAKE(made);
    return STATUS_OK;
}

static void append(char how[NETWORK_HOW_ROOM], const char *text) {
    size_t length = strlen(how);
    snprintf(how + length, NETWORK_HOW_ROOM - length, "%s%s", length ? "; " : "", text);
}

/* PCI devices, with nothing below them, that are neither GPUs nor NICs. */
static void tell_left_out(const struct topology_dump *dump, char how[NETWORK_HOW_ROOM]) {
    const struct topology_part *first = NULL;
    char text[NETWORK_HOW_ROOM];
    int more = -1;
    for (int i = 0; i < dump->part_count; i++) {
        const struct topology_part *part = &dump->parts[i];
        bool leaf = part->kind == TOPOLOGY_PCI && *part->sort;
        for (int j = i + 1; j < dump->part_count && leaf; j++)
            leaf = dump->parts[j].parent != i;
        if (leaf && !first)
            first = part;
        more += leaf;
    }
    if (!first)
        return;
    snprintf(text, sizeof text, "left out: %s of PCI class %s", first->busid, first->sort);
    for (char *c = text; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    size_t length = strlen(text);
    if (more > 0)
        snprintf(text + length, sizeof text - length, " and %d more", more);
    append(how, text);
}

/* Of one box: they would join it with others. */
static void tell_ports(const struct topology_dump *dump, char how[NETWORK_HOW_ROOM]) {
    char text[NETWORK_HOW_ROOM];
    int64_t rate = 0;
    for (int i = 0; i < dump->port_count; i++) {
        rate += dump->ports[i].rate;
        if (dump->parts[dump->ports[i].part].host != dump->parts[0].host)
            return;
    }
    snprintf(text, sizeof text,
             "%d NIC%s, %.10g GB/s, to the outside: *1 behind the name shows, *2 joins two boxes",
             dump->port_count, dump->port_count == 1 ? "" : "s", (double)rate / 1000);
    append(how, text);
}

static enum status make(struct topology_dump *dump, bool whole, struct network *network,
                        struct failure *failure) {
    size_t n = (size_t)dump->count;
    bool joined = false;
    TRY(number_nodes(dump, failure));
    FREED int *links = memory_new(n * n, sizeof *links);
    TRY(links ? count_links(dump, links, failure) : failure_memory(failure, "a network"));
    if (!whole)
        TRY(make_of_links(dump, links, network, &joined, failure));
    if (!joined)
        TRY(topology_box(dump, links, whole, network, failure));
    struct network_origin *origin = network_origin_of(network);
    if (!origin) {
        network_clear(network);
        return failure_memory(failure, "a network");
    }
    tell_left_out(dump, origin->how);
    if (dump->port_count > 0 && !whole)
        tell_ports(dump, origin->how);
    return STATUS_OK;
}

static enum status parse(struct reader *reader, const char *text, int length) {
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, begin, end);
    bool read = XML_Parse(reader->parser, text, length, 1) == XML_STATUS_OK;
    enum XML_Error error = XML_GetErrorCode(reader->parser);
    if (reader->status || read)
        return reader->status;
    return error == XML_ERROR_NO_MEMORY
               ? failure_memory(reader->failure, "a network")
               : failure_input(reader->failure, "%s:%ld: %s", reader->dump.name,
                               xml_line(reader->parser), XML_ErrorString(error));
}

enum status topology_read_xml(const char *name, const char *text, bool whole,
                              struct network *network, struct failure *failure) {
    FREED struct reader *reader = memory_new(1, sizeof *reader);
    XML_Parser parser = XML_ParserCreate(NULL);
    size_t length = strlen(text);
    enum status status = STATUS_OK;
    if (!reader || !parser) {
        status = failure_memory(failure, "a network");
    } else if (length > INT_MAX) {
        status = failure_limit(failure, "%s: too large", name);
    } else {
        reader->parser = parser;
        reader->dump.name = name;
        reader->failure = failure;
        reader->nic = reader->part[0] = NONE;
        status = parse(reader, text, (int)length);
        if (!status)
            status = make(&reader->dump, whole, network, failure);
    }
    if (parser)
        XML_ParserFree(parser);
    if (reader) {
        FREE_ALL(reader->dump.links, reader->dump.parts, reader->dump.ports);
    }
    return status;
}
