/* SPDX-License-Identifier: MIT */
#include <expat.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/steadycast/interchange/read_topology.h"

enum { BUSID_ROOM = 32, MOST_DEPTH = 64, MOST_LINKS = 1 << 19, UNKNOWN = -1 };

struct gpu {
    char busid[BUSID_ROOM];
    int rank, dev; /* UNKNOWN: not said */
    int node;
    long switched; /* links to switches */
};

struct gpu_link {
    int gpu;
    char target[BUSID_ROOM];
    char kind[BUSID_ROOM]; /* its PCI class, where another GPU alone makes it known; or "" */
    long count;
};

struct dump {
    XML_Parser parser;
    const char *name;
    struct gpu gpus[TOPOLOGY_MOST_GPUS];
    int count;
    struct gpu_link *links; /* owned */
    int link_count;
    int depth;
    int gpu_depth;                      /* of the element of the last GPU; 0: it has ended */
    char busid[MOST_DEPTH][BUSID_ROOM]; /* of the element at each depth, or of what it stands in */
    enum status status;
    struct failure *failure;
};

/* Nothing more is read. */
static void stop(struct dump *dump, enum status status, const char *why, const char *value) {
    dump->status = failure_set(dump->failure, status, "%s:%lu: %s%s%.40s%s", dump->name,
                               XML_GetCurrentLineNumber(dump->parser), why, value ? " '" : "",
                               value ? value : "", value ? "'" : "");
    XML_StopParser(dump->parser, XML_FALSE);
}

static const char *attribute(const XML_Char **attributes, const char *key) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], key) == 0)
            return attributes[1];
    return NULL;
}

/* Digits alone, up to `most`; else UNKNOWN. */
static int number(const char *text, int most) {
    int value;
    return text && digits_read(&text, most, &value) && !*text && value <= most ? value : UNKNOWN;
}

static void begin_gpu(struct dump *dump, const XML_Char **attributes) {
    if (dump->count == TOPOLOGY_MOST_GPUS) {
        stop(dump, STATUS_LIMIT, "too many GPUs", NULL);
        return;
    }
    struct gpu *gpu = &dump->gpus[dump->count++];
    gpu->rank = number(attribute(attributes, "rank"), NETWORK_MOST_NODES);
    gpu->dev = number(attribute(attributes, "dev"), NETWORK_MOST_NODES);
    memcpy(gpu->busid, dump->busid[dump->depth], BUSID_ROOM);
    dump->gpu_depth = dump->depth;
}

static void read_link(struct dump *dump, const XML_Char **attributes) {
    const char *target = attribute(attributes, "target"), *kind = attribute(attributes, "tclass");
    const char *text = attribute(attributes, "count");
    int count = number(text, NETWORK_MOST_CAPACITY);
    if (count < 1) {
        stop(dump, STATUS_INPUT, "expected a number of links, 1..1000000, found", text ? text : "");
        return;
    }
    if (kind && strcmp(kind, "0x068000") == 0) { /* NVSwitch */
        dump->gpus[dump->count - 1].switched += count;
        return;
    }
    if (kind && strcmp(kind, "0x068001") == 0) /* a CPU with NVLink, as POWER9 */
        return;
    bool known = !kind || strncmp(kind, "0x03", 4) == 0 || strncmp(kind, "0x12", 4) == 0; /* GPUs */
    if (!known && strlen(kind) >= BUSID_ROOM) {
        stop(dump, STATUS_INPUT, "expected a PCI class, found", kind);
        return;
    }
    if (!target || strlen(target) >= BUSID_ROOM) {
        stop(dump, STATUS_INPUT, "expected the busid of a target, found", target ? target : "");
        return;
    }
    bool few = dump->link_count < MOST_LINKS;
    if (!few || !memory_make_room(&dump->links, (size_t)dump->link_count, sizeof *dump->links)) {
        stop(dump, few ? STATUS_MEMORY : STATUS_LIMIT, "too many links", NULL);
        return;
    }
    struct gpu_link *link = &dump->links[dump->link_count++];
    *link = (struct gpu_link){.gpu = dump->count - 1, .count = count};
    strcpy(link->target, target);
    strcpy(link->kind, known ? "" : kind);
}

static void XMLCALL begin(void *data, const XML_Char *element, const XML_Char **attributes) {
    struct dump *dump = data;
    const char *busid = attribute(attributes, "busid");
    if (dump->status)
        return;
    if (++dump->depth >= MOST_DEPTH || (busid && strlen(busid) >= BUSID_ROOM)) {
        stop(dump, STATUS_INPUT, "elements too deep, or a long busid in", element);
        return;
    }
    strcpy(dump->busid[dump->depth], busid ? busid : dump->busid[dump->depth - 1]);
    if (strcmp(element, "gpu") == 0)
        begin_gpu(dump, attributes);
    else if (dump->gpu_depth && (!strcmp(element, "nvlink") || !strcmp(element, "xgmi")))
        read_link(dump, attributes);
}

static void XMLCALL end(void *data, const XML_Char *element) {
    struct dump *dump = data;
    (void)element;
    if (dump->depth-- == dump->gpu_depth)
        dump->gpu_depth = 0;
}

/* Ranks, or else devices, that are 0, 1, .. in any order. */
static enum status number_nodes(struct dump *dump) {
    bool ranks = true, seen[TOPOLOGY_MOST_GPUS] = {false};
    for (int i = 0; i < dump->count; i++)
        ranks = ranks && dump->gpus[i].rank != UNKNOWN;
    for (int i = 0; i < dump->count; i++) {
        struct gpu *gpu = &dump->gpus[i];
        gpu->node = ranks ? gpu->rank : gpu->dev;
        if (gpu->node < 0 || gpu->node >= dump->count || seen[gpu->node])
            return failure_set(dump->failure, STATUS_INPUT,
                               "%s: the %s of the GPU %s is %d: expected 0..%d, each once",
                               dump->name, ranks ? "rank" : "dev", gpu->busid, gpu->node,
                               dump->count - 1);
        seen[gpu->node] = true;
    }
    return STATUS_OK;
}

/* links[u * n + v] from u to v. */
static enum status count_links(const struct dump *dump, int *links) {
    for (int i = 0; i < dump->link_count; i++) {
        const struct gpu_link *link = &dump->links[i];
        const struct gpu *gpu = &dump->gpus[link->gpu], *target = NULL;
        for (int j = 0; j < dump->count && !target; j++)
            target = strcasecmp(dump->gpus[j].busid, link->target) == 0 ? &dump->gpus[j] : NULL;
        if (!target && *link->kind)
            return failure_set(dump->failure, STATUS_INPUT,
                               "%s: the GPU %s has links to %s, of the unknown PCI class %s",
                               dump->name, gpu->busid, link->target, link->kind);
        if (!target)
            continue;
        int *sum = &links[gpu->node * dump->count + target->node];
        bool switched = gpu->switched && target->switched;
        if (target == gpu || switched || *sum + link->count > NETWORK_MOST_CAPACITY)
            return failure_set(dump->failure, STATUS_INPUT, "%s: the GPU %s has links to %s, %s",
                               dump->name, gpu->busid, link->target,
                               target == gpu ? "which is itself"
                               : switched    ? "and both have links to a switch"
                                             : "more than 1000000");
        *sum += (int)link->count;
    }
    return STATUS_OK;
}

static enum status make(struct dump *dump, struct network *network) {
    size_t n = (size_t)dump->count;
    char none[80];
    TRY(number_nodes(dump));
    FREED struct network_gpu *gpus = memory_new(n, sizeof *gpus);
    FREED int *links = memory_new(n * n, sizeof *links);
    enum status status =
        gpus && links ? count_links(dump, links) : failure_memory(dump->failure, "a network");
    for (size_t i = 0; i < n && !status; i++)
        gpus[i] = (struct network_gpu){dump->gpus[i].node, (int)dump->gpus[i].switched};
    snprintf(none, sizeof none, "no two of %zu GPUs have nvlink or xgmi between them", n);
    return status ? status
                  : network_of_gpus(gpus, dump->count, links, none, dump->name, network,
                                    dump->failure);
}

enum status topology_read_xml(const char *name, const char *text, struct network *network,
                              struct failure *failure) {
    FREED struct dump *dump = memory_new(1, sizeof *dump);
    XML_Parser parser = XML_ParserCreate(NULL);
    size_t length = strlen(text);
    enum status status = STATUS_OK;
    if (!dump || !parser) {
        status = failure_memory(failure, "a network");
    } else if (length > INT_MAX) {
        status = failure_set(failure, STATUS_LIMIT, "%s: too large", name);
    } else {
        dump->parser = parser;
        dump->name = name;
        dump->failure = failure;
        XML_SetUserData(parser, dump);
        XML_SetElementHandler(parser, begin, end);
        bool read = XML_Parse(parser, text, (int)length, 1) == XML_STATUS_OK;
        enum XML_Error error = XML_GetErrorCode(parser);
        status = dump->status;
        if (!status && !read)
            status = error == XML_ERROR_NO_MEMORY
                         ? failure_memory(failure, "a network")
                         : failure_set(failure, STATUS_INPUT, "%s:%lu: %s", name,
                                       XML_GetCurrentLineNumber(parser), XML_ErrorString(error));
        if (!status)
            status = make(dump, network);
    }
    if (parser)
        XML_ParserFree(parser);
    if (dump)
        free(dump->links);
    return status;
}
