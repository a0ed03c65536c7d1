/* SPDX-License-Identifier: MIT */
/* What an XML dump of NCCL or RCCL says, and the network of it. Rates are in MB/s, 0 where a word
 * was not understood. */
#pragma once

#include "tools/steadycast/interchange/read_topology.h"

enum { TOPOLOGY_BUSID = 32, TOPOLOGY_MOST_PARTS = 1 << 14, TOPOLOGY_ANY_RATE = 1000000000 };

enum topology_kind { TOPOLOGY_CPU, TOPOLOGY_PCI, TOPOLOGY_GPU, TOPOLOGY_NIC };

/* What hangs on PCI Express, and CPUs; parents stand before their children. */
struct topology_part {
    enum topology_kind kind;
    int parent; /* -1: none */
    int rate;   /* to its parent; of a CPU to each other one of its host */
    int gpu;    /* its number in the dump; of a CPU its numaid */
    bool flat;  /* the second level of a switch that its parent is the first one of */
    long line;
    uint64_t device; /* ids of vendor, device and subsystem */
    uint64_t host;
    char busid[TOPOLOGY_BUSID];
    char sort[TOPOLOGY_BUSID]; /* its PCI class, where that is no bridge's, or "" */
};

/* A port of a NIC, which is a part. */
struct topology_port {
    int part, rate;
    long line;
};

struct topology_gpu {
    char busid[TOPOLOGY_BUSID];
    int rank, dev; /* -1: not said */
    int node;
    int part;
    int link_rate;  /* of one link */
    long switched;  /* links to switches */
    long cpu_links; /* to its CPU */
    int64_t c2c;    /* the rate to its CPU besides */
};

struct topology_link {
    int gpu;
    char target[TOPOLOGY_BUSID];
    char kind[TOPOLOGY_BUSID]; /* its PCI class, where another GPU alone makes it known; or "" */
    long count;
};

struct topology_dump {
    const char *name;
    struct topology_gpu gpus[TOPOLOGY_MOST_GPUS];
    int count;
    struct topology_link *links; /* owned, as those below */
    int link_count;
    struct topology_part *parts;
    int part_count;
    struct topology_port *ports;
    int port_count;
};

/* In the order of XML attributes: pairs of a name and a value, ended by NULL. */
const char *topology_attribute(const char *const *attributes, const char *key);

/* A number with digits alone, up to `most`; else -1. */
int topology_number(const char *text, int most);

/* Rates by the tables of NCCL and RCCL. */
int topology_pci_rate(const char *const *attributes);
int topology_cpu_rate(const char *const *attributes);
int topology_link_rate(const char *const *attributes); /* of NVLink, with `gcn` of xGMI */
bool topology_is_flat(uint64_t device, uint64_t parent);

/* The network with PCI and CPUs besides links[u * count + v] between GPUs, whose nodes are
 * numbered; `whole`: with the ports to the outside. STATUS_INPUT with file and line for what is
 * needed and not understood, and where the GPUs are not joined. */
enum status topology_box(const struct topology_dump *dump, const int *links, bool whole,
                         struct network *network, struct failure *failure);
