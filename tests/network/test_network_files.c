/* SPDX-License-Identifier: MIT */
/* Networks from files: edge lists, what nvidia-smi prints, msccl topologies, dumps of NCCL and
 * RCCL; what is wrong in them; and files that are cut off or have a byte changed, which must be
 * read or refused, with a message in one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/network/network_names.h"
#include "tests/network/describe_network.h"
#include "tests/solver/solver_test.h"
#include "tools/steadycast/interchange/read_topology.h"

#include "tests/refuse_memory.h"

static char path[] = "/tmp/networkXXXXXX";

static enum status read_bytes(const char *bytes, size_t count, struct network *network,
                              struct failure *failure) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
    return network_file_read(path, false, network, failure);
}

static void assert_reads(const char *text, const char *expected) {
    static char described[ROOM];
    struct network network;
    struct failure failure;
    assert_ok(read_bytes(text, strlen(text), &network, &failure), failure);
    describe(&network, described);
    assert_string_equal(described, expected);
    network_clear(&network);
}

/* The same as the network of this name. */
static void assert_is(const char *text, const char *name) {
    static char described[ROOM];
    struct network network;
    struct failure failure;
    assert_ok(network_parse_in(name, NULL, &network, &failure), failure);
    describe(&network, described);
    network_clear(&network);
    assert_reads(text, described);
}

/* `why` is in the message, behind the name of the file. */
static void assert_refused(const char *text, const char *why) {
    struct network network;
    struct failure failure = {0};
    enum status status = read_bytes(text, strlen(text), &network, &failure);
    assert_true(status == STATUS_INPUT || status == STATUS_LIMIT);
    if (strncmp(failure.message, path, strlen(path)) != 0 || !strstr(failure.message, why))
        fail_msg("'%s': %s", text, failure.message);
}

static void edges_are_read(void **state) {
    (void)state;
    assert_reads("0 1\n", "2: 0>1=1@1 1>0=1@1");
    assert_reads("\xef\xbb\xbf# a comment\r\n\r\n 1\t0 \r\n", "2: 0>1=1@1 1>0=1@1");
    assert_reads("0-1=3@2 1-2@4\n2>0=5", "3: 0>1=3@2 1>0=3@2 1>2=1@4 2>0=5@1 2>1=1@4");
    assert_reads("0>1@2=3\n1>0", "2: 0>1=3@2 1>0=1@1");
    assert_reads("group 2 0>1 1>2\n0-1 1-2=4\n", "3: 0>1=0@1 1>0=1@1 1>2=4@1 2>1=4@1 [2 0>1 1>2]");
    assert_reads("0-1 1-2\ngroup 2 1>2 1>0\ngroup 1 0>1\ngroup 7 1>2",
                 "3: 0>1=0@1 1>0=0@1 1>2=0@1 2>1=1@1 [2 1>0 1>2] [1 0>1] [7 1>2]");
    assert_is("0 1\n1 2\n2 0\n", "ring:3");
    assert_reads("0-1=25GB 0-2=12.5GB/s 1-2=100Gbit/s\ngroup 50000MB 0>1 0>2\n",
                 "3: 0>1=2@1 0>2=1@1 1>0=2@1 1>2=1@1 2>0=1@1 2>1=1@1 [4 0>1 0>2] u12500");
    assert_is("0-1=0.5GB 1-2=0.5GB 2-0=0.5GB", "ring:3=500MB");
    assert_is("0-1=100Gb 1-2=100Gbps 2-0=100Gb/s", "ring:3=12.5GBps");
    /* Plain numbers with a point, which all are multiples of what they have in common. */
    assert_reads("0-1=12.5 0-2=25 1-2\n",
                 "3: 0>1=25@1 0>2=50@1 1>0=25@1 1>2=2@1 2>0=50@1 2>1=2@1 x500");
    assert_reads("0-1=12.5 1-2=37.500\ngroup 25 0>1 2>1",
                 "3: 0>1=1@1 1>0=1@1 1>2=3@1 2>1=3@1 [2 0>1 2>1] x12500");
    assert_reads("0-1=2.0 1-2=4.\n", "3: 0>1=2@1 1>0=2@1 1>2=4@1 2>1=4@1");
    assert_reads("0-1=0.001\n", "2: 0>1=1@1 1>0=1@1 x1");
    assert_is("0-1=12.5 1-2=12.5 2-0=12.5", "ring:3=12.5");
    assert_is("0-2=12.5 1-3=12.5 0-1=3 2-3=3", "path:2=12.5*path:2=3");
    assert_reads("link 0-1=3 1>2\nlink\t0 2 \n", "3: 0>1=3@1 0>2=1@1 1>0=3@1 1>2=1@1 2>0=1@1");
    /* All but some nodes are left out. */
    assert_reads("only 1,3-4\n0-1 1-3=2@5\n3>4\n2 3\ngroup 7 2>3 3>4\ngroup 9 0>1\nforward 0\n",
                 "3: 0>1=2@5 1>0=2@5 1>2=7@1");
    assert_reads("0-1 1-2 2-3\nonly 2 1\nonly 3\nforward 2\n",
                 "3: 0>1=1@1 1>0=1@1 1>2=1@1 2>1=1@1 f1");
    assert_is("forward 3\n0 1\n1 2\n2 3\n3 4\nforward 0-1", "path:5/group:2,4");
    /* Nodes with several chunks, or none. */
    assert_is("size 2=3\n0 1\n1 2\n2 3\nsize 0=0 3=7\nsize 3=2", "path:4/sizes:0,1,3,2");
    assert_is("0 1\n1 2\n2 3\nsize 1=5 3=2\nonly 1-3", "path:3/sizes:5,1,2");
    assert_is("0 1\n1 2\n2 3\nsize 1=5 3=2\nforward 1", "path:4/group:0,2,3/sizes:1,1,2");
}

static void wrong_edges_are_told(void **state) {
    static const char *const cases[][2] = {
        {"", "holds no edge"},
        {"# nothing\n", "holds no edge"},
        {"group 1 0>1\n", "holds no edge"},
        {"0\n", ":1: expected two nodes"},
        {"0 1 2\n", ":1: expected two nodes (of a graph of METIS awk"},
        {"% METIS\n3 2\n2\n1 3\n2\n", "is a matrix of Matrix Market, or a graph of METIS"},
        {"graph G { 0 -- 1 }\n", "is a graph of Graphviz: gvpr"},
        {"strict digraph{0->1}", "is a graph of Graphviz: gvpr"},
        {">>graph6<<Bw\n", "is graph6"},
        {"Bw\n", "is graph6"},
        {"0-1\nsize 0\n", ":2: expected a node and how many chunks it has, as in 8=3"},
        {"0-1\nsize 0=1000001\n", "found '0=1000001'"},
        {"0-1\nsize 0=0 1=0\n", ":2: all sizes are 0"},
        {"size 2=3\n0-1\n", ":1: no edge has the node 2"},
        {"0-1\nnic 0\n", ":2: expected a port to the outside, a node and its rate as in 8=25GB/s, "
                         "found '0'"},
        {"0-1\nnic 1=1x\n", "found '1=1x'"},
        {"0-1\nnic\n", ":2: expected a port"},
        {"0-1=2\nnic 1=1GB\n", "found '1=1GB'"},
        {"nic 2=1\n0-1\n", ":1: no edge has the node 2"},
        {"0-1\nname 2 x\n", ":2: no edge has the node 2"},
        {"0-1\nname 1\n", ":2: expected a node and its name, found '1'"},
        {"0 1\n0 x\n", ":2: expected two nodes, numbers below 1000000, or edges as in 0-1=2@3 and "
                       "0>1, found '0 x'"},
        {"0 -1\n", ":1: expected"},
        {"-1 0\n", ":1: expected an edge"},
        {"0 1000000\n", "found '0 1000000'"},
        {"0 99999999999999999999999\n", "found '0 99999999999999999999999'"},
        {"0 1\n\n2 2\n", ":3: an edge joins two nodes, found '2 2'"},
        {"0>1\n0>0\n", ":2: an edge joins two nodes, found '0>0'"},
        {"0 1\n1 2\n1 0\n", ":3: there is an edge from 0 to 1 already"},
        {"0-1\n1>0\n", ":2: there is an edge from 1 to 0 already"},
        {"1 2\n2 3\n", ":2: there is a node 3, and node 0 has no edge"},
        {"0 1\n1 7\n", ":2: there is a node 7, and node 2 has no edge"},
        {"0-1=0\n", "found '0-1=0'"},
        {"0-1=1000001\n", "found '0-1=1000001'"},
        {"0-1@\n", "found '0-1@'"},
        {"0-1@2@2\n", "found '0-1@2@2'"},
        {"0-1=1=1\n", "found '0-1=1=1'"},
        {"0-1x\n", "found '0-1x'"},
        {"0-1 2\n", "found '2'"},
        {"0-1\ngroup\n", ":2: expected the capacity"},
        {"0-1\ngroup 0 0>1\n", ":2: expected the capacity of a group, up to 1000000 or a rate as "
                               "25GB/s, found '0'"},
        {"0-1\ngroup 1\n", ":2: expected arcs of the group"},
        {"0-1\ngroup 1 0-1\n", ":2: expected arcs of the group, as in 0>1, found '0-1'"},
        {"0-1\ngroup 1 0>2\n", ":2: the group has an arc 0>2"},
        {"0-1\ngroup 1 0>1 0>1\n", ":2: arc 0 of a group"},
        {"0-1=2 1-2=25GB\n", "found '1-2=25GB'"},
        {"0-1=3Mbit\n", "found '0-1=3Mbit'"},
        {"0-1=1.2345\n", "0-1=25GB/s (up to three digits behind the point) or an arc as in 0>1, "
                         "found '0-1=1.2345'"},
        {"0-1=.5\n", "found '0-1=.5'"},
        {"0-1=0.000\n", "found '0-1=0.000'"},
        {"0-1=1.5x\n", "found '0-1=1.5x'"},
        {"0-1=1.5 1-2=2GB\n", "found '1-2=2GB'"},
        {"0-1=3Mb\n", "found '0-1=3Mb'"},
        {"0-1=100Gbits\n", "found '0-1=100Gbits'"},
        {"0-1=1000000\n1-2=0.5\n", ":1: the capacity is more than 1000000 times 0.5, which"},
        {"link\n", ":1: expected two nodes, numbers below"},
        {"link 0\n", ":1: expected two nodes"},
        {"0-1\nlink 0-1\n", ":2: there is an edge from 0 to 1 already"},
        {"0-1\nrename 1 x\n", ":2: a node gets its name by a line `name V TEXT`, found '1 x'"},
        {"0-1\nonly 0-2\n", ":2: no edge has the node 2, which is kept"},
        {"only 1-0\n0-1", ":1: '1-0' names no nodes"},
        {"only 0 2-3\n0-1 2-3 1-2\n", ":1: node 0 is kept, and no node that it has an edge to"},
        {"only 0-1\n0-1 1-2\nforward 1\n", ":1: fewer than two nodes"},
        {"only\n0-1\n", ":1: no arc joins two of the nodes"},
        {"3 3\n2 3\n1 3\n1 2\n", "is a graph of METIS, whose nodes are 1, 2, ..: awk 'NR>1{for"},
        {"3 2\n2\n1 3\n2\n\n", "is a graph of METIS, whose nodes are 1, 2, ..: awk 'NR>1{for"},
        {"4 2\n2 \n1 3\r\n2\n\n", "is a graph of METIS, whose nodes are 1, 2, ..: awk"},
        {"3 2 1\n2 7\n1 7 3 7\n2 7\n", "is a matrix of Matrix Market, or a graph of METIS"},
        {"2 2\n0 1\n", ":1: an edge joins two nodes, found '2 2'"},
        {"0-1=25GB\n1-2\n", ":2: the edge from 1 to 2 has no capacity, and others have one"},
        {"0-1=1TB\n1-2=1000001MB\n1-0=1", "found"},
        {"0-1=2TB\n1-2=1MB\n", ":1: the capacity is more than 1000000 times 1 MB/s"},
        {"0-1 1-2\nforward 0 1\n", ":2: fewer than two nodes"},
        {"forward 7\n0-1 1-2\n", ":1: no edge has the node 7, which forwards"},
        {"0-1\nforward 2-1\n", ":2: '2-1' names no nodes"},
        {"0-1\nforward 0x\n", ":2: '0x' names no nodes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
}

static void links_that_nvidia_smi_prints_are_read(void **state) {
    (void)state;
    assert_reads("\t\033[4mGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\tNUMA Affinity\033[0m\n"
                 "GPU0\t X \tNV2\tSYS\tPXB\t0-31\t0\n"
                 "GPU1\tNV2\t X \tNV1\tSYS\t0-31\t\tN/A\n"
                 "GPU2\tSYS\tNV1\t X \tNODE\n"
                 "NIC0\tPXB\tSYS\tNODE\t X \n\nLegend:\n\n  X    = Self\n",
                 "3: 0>1=2@1 1>0=2@1 1>2=1@1 2>1=1@1");
    assert_is("\n        GPU0    GPU1\nGPU0     X      NV12\nGPU1    NV12    X\n", "path:2=12");
    assert_is("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV18\tNV18\nGPU1\tNV18\tX\tNV18\nGPU2\tNV18\tNV18\tX\n",
              "hub:3=18");
    assert_is("\n$ nvidia-smi topo -m\n\tGPU0\tGPU1\nGPU0\tX\tNV12\nGPU1\tNV12\tX\n", "path:2=12");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\tSYS\nGPU1\tSYS\tX\n", "no two GPUs have NVLink");
    assert_refused("\tGPU0\nGPU0\tX\n", "no two GPUs have NVLink");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\tNV2\n", ":3: expected the next GPU");
    /* By links of their own, or by a switch? */
    assert_refused(
        "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV8\tNV8\nGPU1\tNV8\tX\tNV8\nGPU2\tNV8\tNV8\tX\n",
        "--network complete:3=8, or each by 8 links to a switch, as where a job sees some of "
        "more GPUs, so --network hub:3=8");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\n", ":2: expected X");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\tNV0\n", ":2: expected X for the GPU itself, NV and a "
                                                   "number, or no link, found 'NV0'");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\tNV99999999999999999999\n", "found 'NV99999999999999");
    assert_refused("\tGPU0\tGPU1\nGPU0\tNV1\tX\n", "found 'NV1'");
    assert_refused("\tGPU0\tGPU1\nGPU0\tX\tX\n", "found 'X'");
    assert_refused("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV12\tNV12\nGPU1\tNV12\tX\tSYS\n"
                   "GPU2\tNV12\tSYS\tX\n",
                   "there is a switch, and what is behind it is not told: write a file of edges");
}

static void topologies_of_msccl_are_read(void **state) {
    static const char *const cases[][2] = {
        {"{", ":1: "},
        {"{\"links\":[[0,1],\n[1,0]],\n}", ":3: "},
        {"[1,2]", "links: expected an array"},
        {"{\"name\":\"x\"}", "links: expected an array"},
        {"{\"links\":[[0]]}", "links: expected an array"},
        {"{\"links\":[[0,1],[1]]}", "links[1]: expected an array of 2 numbers"},
        {"{\"links\":[[0,1],[-1,0]]}", "links[1][0]: expected a whole number, 0..1000000"},
        {"{\"links\":[[0,1],[0.5,0]]}", "links[1][0]"},
        {"{\"links\":[[0,1],[99999999999,0]]}", "links[1][0]"},
        {"{\"links\":[[0,99999999999999999999],[1,0]]}", ":1: "},
        {"{\"links\":[[1,1],[1,0]]}", "links[0][0]: expected a whole number, 0..0"},
        {"{\"links\":[[0,0],[0,0]]}", "two nodes and an arc"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":{}}", "switches: expected an array"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":[[[0],[2],1,\"s\"]]}", "switches[0]: expected"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":[[[0],[1],0,\"s\"]]}", "switches[0]: expected"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":[[[0],[],1,\"s\"]]}", "switches[0]: expected"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":[1]}", "switches[0]: expected"},
        {"{\"links\":[[0,1],[1,0]],\"switches\":[[[0],[0],1,\"s\"]]}", "no link goes"},
    };
    (void)state;
    /* Rows are targets: 0 sends to 1 by 2 links, 1 to 2 by 3 and 2 to 0 by 1. */
    assert_reads("{\"name\": \"one way\", \"links\": [[0,0,1],[2,0,0],[0,3,0]]}",
                 "3: 0>1=2@1 1>2=3@1 2>0=1@1");
    assert_reads(" \n{\"msccl_type\": \"topology\", \"name\": \"s\", \"switches\": [[[2,0],[1],1,"
                 "\"in\"], [[1],[0,2,1],4,\"out\"]],\n \"links\": [[0,1,1],[1,0,1],[1,1,0]]}",
                 "3: 0>1=1@1 0>2=1@1 1>0=1@1 1>2=1@1 2>0=1@1 2>1=1@1 [1 0>1 2>1] [4 1>0 1>2]");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
}

#define GPU(busid, about, links)                                                                   \
    "<pci busid=\"" busid "\" class=\"0x030200\"><gpu " about " sm=\"80\" gdr=\"1\">" links        \
    "</gpu></pci>\n"
#define NVLINK(target, count)                                                                      \
    "<nvlink target=\"" target "\" count=\"" count "\" tclass=\"0x0302\"/>"
#define OF_CLASS(target, count, class)                                                             \
    "<nvlink target=\"" target "\" count=\"" count "\" tclass=\"" class "\"/>"
#define SWITCH(target, count)                                                                      \
    "<nvlink target=\"" target "\" count=\"" count "\" tclass=\"0x068000\"/>"
#define SYSTEM(gpus) "<system version=\"1\">\n<cpu numaid=\"0\">\n" gpus "</cpu>\n</system>\n"
#define A "0000:0a:00.0"
#define B "0000:0B:00.0"
#define C "0000:0c:00.0"

static const char dump[] = SYSTEM(
    "<pci busid=\"0000:01:00.0\" class=\"0x060400\">\n" /* a bridge of PCI between */
    GPU(A, "dev=\"0\" rank=\"1\"", NVLINK("0000:0b:00.0", "2") NVLINK(C, "1"))
        GPU(B, "dev=\"1\" rank=\"0\"",
            NVLINK(A, "2") NVLINK("ffff:ff:ff.f",
                                  "7")) "</pci>\n"
                                        "<nic><net name=\"eth0\" dev=\"0\"/></nic>\n" GPU(
                                            C, "dev=\"2\" rank=\"2\"",
                                            "<xgmi target=\"" A "\" count=\"1\"/><xgmi target=\"" A
                                            "\" count=\"2\"/>"));

static void dumps_of_nccl_are_read(void **state) {
    static const char *const cases[][2] = {
        {"<", ":1: "},
        {"<system>\n<cpu>\n</system>", ":3: mismatched tag"},
        {"<system/>", "fewer than two GPUs"},
        {SYSTEM(GPU(A, "dev=\"0\"", "") GPU(B, "dev=\"1\"", "")),
         ":3: " A ": GPUs or NICs are joined over PCI, and link_speed"},
        {SYSTEM(GPU(A, "dev=\"0\"", "") GPU(B, "dev=\"0\"", NVLINK(A, "1"))),
         "the dev of the GPU " B " is 0: expected 0..1"},
        {SYSTEM(GPU(A, "dev=\"0\"", "") GPU(B, "", NVLINK(A, "1"))), "the dev of the GPU " B},
        {SYSTEM(GPU(A, "rank=\"0\"", "") GPU(B, "rank=\"2\"", NVLINK(A, "1"))),
         "the rank of the GPU " B " is 2: expected 0..1"},
        {SYSTEM(GPU(A, "dev=\"0\"", NVLINK(B, "0"))),
         ":3: expected a number of links, 1..1000000, found '0'"},
        {SYSTEM(GPU(A, "dev=\"0\"", "\n" NVLINK(B, "99999999999999999999"))), ":4: expected"},
        {SYSTEM(GPU(A, "dev=\"0\"", "<nvlink target=\"" B "\"/>")), "found ''"},
        {SYSTEM(GPU(A, "dev=\"0\"", "<nvlink count=\"1\"/>")), "the busid of a target, found ''"},
        {SYSTEM(GPU(A, "dev=\"0\"", NVLINK(A, "1"))), "which is itself"},
        {SYSTEM(GPU(A, "dev=\"0\"", SWITCH("s", "1") NVLINK(B, "1"))
                    GPU(B, "dev=\"1\"", SWITCH("s", "1"))),
         "both have links to a switch"},
        {SYSTEM(GPU(A, "dev=\"0\"", NVLINK(B, "1000000") NVLINK(B, "1")) GPU(B, "dev=\"1\"", "")),
         "more than 1000000"},
        /* Over the CPU, at an unknown rate; what is no GPU, no switch and no CPU is named. */
        {SYSTEM(GPU(A, "dev=\"0\"", OF_CLASS("cpu", "3", "0x068001"))
                    GPU(B, "dev=\"1\"", OF_CLASS("cpu", "3", "0x068001"))),
         ":3: " A ": GPUs or NICs are joined over PCI, and link_speed"},
        {SYSTEM(GPU(A, "dev=\"0\"", OF_CLASS("x", "3", "0x068002"))
                    GPU(B, "dev=\"1\"", NVLINK(A, "1"))),
         "has links to x, of the unknown PCI class 0x068002"},
        {SYSTEM(GPU(A, "dev=\"0\"", OF_CLASS("x", "3", "0x01234567890123456789012345678901"))),
         "expected a PCI class, found '0x0123"},
        {"<pci busid=\"01234567890123456789012345678901234567\"/>", "long busid in 'pci'"},
    };
    static char deep[ROOM];
    (void)state;
    assert_reads(dump, "3: 0>1=2@1 1>0=2@1 1>2=1@1 2>1=3@1 u20000");
    assert_reads(SYSTEM(GPU(A, "dev=\"0\"", SWITCH("s", "5") SWITCH("t", "4"))
                            GPU(B, "dev=\"1\"", SWITCH("s", "5") SWITCH("t", "4"))
                                GPU(C, "dev=\"2\"", SWITCH("s", "5") SWITCH("t", "4"))),
                 "3: 0>1=0@1 0>2=0@1 1>0=0@1 1>2=0@1 2>0=0@1 2>1=0@1 [9 0>1 0>2] [9 1>0 2>0] [9 "
                 "1>0 1>2] [9 0>1 2>1] [9 2>0 2>1] [9 0>2 1>2] u20000");
    assert_reads(SYSTEM(GPU(A, "dev=\"0\"", NVLINK(B, "3") OF_CLASS("cpu", "2", "0x068001"))
                            GPU(B, "dev=\"1\"",
                                OF_CLASS(A, "3", "0x120000") OF_CLASS("cpu", "2", "0x068001"))),
                 "2: 0>1=3@1 1>0=3@1 u20000");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
    for (int i = 0; i < 1000; i++)
        strcpy(deep + 3 * i, "<a>");
    assert_refused(deep, "elements too deep");
}

static const char *const whole[] = {
    "# edges\n0-1=3@2 1-2@4\n2>0=5\n0 2x\ngroup 2 0>1 1>2\n3 1\n",
    "0 1\n1 2\n2 3\n3 0\ngroup 4 0>1 1>2\ngroup 1 1>2\n",
    "\t\033[4mGPU0\tGPU1\tGPU2\033[0m\nGPU0\tX\tNV2\tSYS\nGPU1\tNV2\tX\tNV1\nGPU2\tSYS\tNV1\tX\n",
    "{\"name\":\"s\",\"switches\":[[[2,0],[1],1,\"in\"]],\"links\":[[0,1,1],[1,0,1],[1,1,0]]}",
    dump};

/* Read or refused in one line; what is read is a network. */
static void assert_survives(const char *bytes, size_t count) {
    struct network network;
    struct failure failure = {0};
    enum status status = read_bytes(bytes, count, &network, &failure);
    if (!status) {
        assert_true(network.nodes >= 2 && network.arc_count >= 1 && network.group_count >= 1);
        network_check_connected(&network, NULL);
        network_clear(&network);
    } else {
        assert_true(status == STATUS_INPUT || status == STATUS_LIMIT);
        assert_int_equal(strncmp(failure.message, path, strlen(path)), 0);
        assert_null(strchr(failure.message, '\n'));
    }
}

static void damaged_files_are_read_or_refused(void **state) {
    static const char *const put[] = {"", "99999999999999999999", "-", ">", "\n", "\t", "NV", "]"};
    uint64_t seed = random_seed();
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        size_t length = strlen(whole[i]);
        for (size_t cut = 0; cut <= length; cut++)
            assert_survives(whole[i], cut);
        for (int trial = 0; trial < 3000; trial++) {
            char bytes[ROOM];
            size_t at = (size_t)random_below(&seed, (int)length), used = at;
            size_t skipped = (size_t)random_below(&seed, 3);
            memcpy(bytes, whole[i], at);
            const char *piece = put[random_below(&seed, (int)(sizeof put / sizeof *put))];
            if (random_below(&seed, 2))
                bytes[used++] = (char)random_below(&seed, 256);
            memcpy(bytes + used, piece, strlen(piece));
            used += strlen(piece);
            skipped = at + skipped < length ? skipped : length - at;
            memcpy(bytes + used, whole[i] + at + skipped, length - at - skipped);
            assert_survives(bytes, used + length - at - skipped);
        }
    }
    assert_survives("\0", 1);
    assert_survives("0 1\n\0 2", 7);
    struct failure failure;
    struct network network;
    assert_int_equal(read_bytes("0 1\n1\0 2\n", 9, &network, &failure), STATUS_INPUT);
    assert_non_null(strstr(failure.message, ":2: a byte 0"));
}

/* One refused place after the other, until there is none left; no name is read wrongly then. */
static void assert_refusals_are_told(const char *text) {
    for (int place = 0;; place++) {
        struct network network;
        struct failure failure;
        allocations_granted = place;
        enum status status = network_parse_in(text, NULL, &network, &failure);
        bool refused = allocations_granted < 0;
        allocations_granted = -1;
        if (!status)
            network_clear(&network);
        else
            assert_int_equal(status, STATUS_MEMORY);
        if (!refused)
            break;
        assert_true(place < 1000);
    }
}

static void refused_memory_is_told(void **state) {
    static const char *const texts[] = {"hub:3*ring:3@2", "fattree:2x2x1*path:2=4", "dgx1*dgx2",
                                        "kautz:2x3*dragonfly:2x1x3"};
    static const size_t read[] = {1, 2, 3, 4}; /* what stands in whole[0] is refused */
    char text[64];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_refusals_are_told(texts[i]);
    snprintf(text, sizeof text, "file:%s", path);
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        struct network network;
        struct failure failure;
        assert_ok(read_bytes(whole[read[i]], strlen(whole[read[i]]), &network, &failure), failure);
        network_clear(&network);
        assert_refusals_are_told(text);
    }
}

static int prepare(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 || close(file);
}

static int tidy(void **state) {
    (void)state;
    return remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_read),
        cmocka_unit_test(wrong_edges_are_told),
        cmocka_unit_test(links_that_nvidia_smi_prints_are_read),
        cmocka_unit_test(topologies_of_msccl_are_read),
        cmocka_unit_test(dumps_of_nccl_are_read),
        cmocka_unit_test(damaged_files_are_read_or_refused),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, prepare, tidy);
}
