/* SPDX-License-Identifier: MIT */
/* Machines over PCI Express as NCCL and RCCL describe them: small ones against networks by hand,
 * random trees of switches against the slowest part of each path; what is not understood, by file
 * and line; boxes that are joined by their NICs; networks that are printed and read again. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/network/network_boxes.h"
#include "solver/network/network_files.h"
#include "solver/network/network_names.h"
#include "tests/network/describe_network.h"
#include "tests/solver/solver_test.h"
#include "tools/steadycast/interchange/topology_dump.h"

#include "tests/refuse_memory.h"

static char path[] = "/tmp/machineXXXXXX";

static void write_file(const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* `name` with a %s for the file. */
static enum status parse(const char *name, struct network *network, struct failure *failure) {
    char text[200];
    snprintf(text, sizeof text, name, path);
    return network_parse_in(text, NULL, network, failure);
}

/* The file `text` under this name is the network of these edges; returns what was read. */
static struct network assert_alike(const char *text, const char *name, const char *edges) {
    static char read[ROOM], expected[ROOM];
    struct network network, other;
    struct failure failure;
    write_file(text);
    assert_ok(parse(name, &network, &failure), failure);
    assert_ok(network_read_edges("edges", edges, &other, &failure), failure);
    describe(&network, read);
    describe(&other, expected);
    assert_string_equal(read, expected);
    network_clear(&other);
    return network;
}

static void assert_is(const char *text, const char *name, const char *edges) {
    struct network network = assert_alike(text, name, edges);
    network_clear(&network);
}

static void assert_refused(const char *text, const char *name, const char *why) {
    struct network network;
    struct failure failure = {0};
    write_file(text);
    assert_int_equal(parse(name, &network, &failure), STATUS_INPUT);
    if (!strstr(failure.message, why))
        fail_msg("'%s' has no '%s'", failure.message, why);
}

#define INTEL "arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"85\""
#define AMD "arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"143\" modelid=\"49\""
#define CPU(number, about, parts) "<cpu numaid=\"" number "\" " about ">\n" parts "</cpu>\n"
#define PCI(busid, speed, width, parts)                                                            \
    "<pci busid=\"" busid "\" class=\"0x060400\" link_speed=\"" speed "\" link_width=\"" width     \
    "\">\n" parts "</pci>\n"
#define GPU(busid, rank, about, speed, width, links)                                               \
    PCI(busid, speed, width, "<gpu dev=\"" rank "\" rank=\"" rank "\" " about ">" links "</gpu>")
#define NIC(busid, speed, width, nets) PCI(busid, speed, width, "<nic>" nets "</nic>")
#define NET(speed) "<net name=\"n\" dev=\"0\" speed=\"" speed "\"/>"
#define XGMI(target) "<xgmi target=\"" target "\" count=\"1\" tclass=\"0x038000\"/>"
#define SYSTEM(parts) "<system version=\"1\">\n" parts "</system>\n"

/* GPU 0 behind a bridge of half the width; a NIC that nobody needs. */
static const char pci_box[] = SYSTEM(
    CPU("0", INTEL,
        PCI("0000:01:00.0", "8 GT/s", "16",
            PCI("0000:02:00.0", "8 GT/s", "8", GPU("0000:03:00.0", "0", "", "16 GT/s", "16", ""))
                GPU("0000:04:00.0", "1", "", "16.0 GT/s PCIe", "16", "")
                    NIC("0000:05:00.0", "8 GT/s", "16", NET("100000"))))
        CPU("1", INTEL, GPU("0000:83:00.0", "2", "", "8 GT/s", "16", ""))
            CPU("2", "", PCI("0000:c1:00.0", "", "", ""))); /* unknown, and nothing is there */

/* Two islands of two GPUs; they meet over the CPUs. */
static const char island_box[] = SYSTEM(
    CPU("1", AMD,
        GPU("0000:03:00.0", "0", "gcn=\"906\"", "16 GT/s", "16", XGMI("0000:04:00.0"))
            GPU("0000:04:00.0", "1", "gcn=\"906\"", "16 GT/s", "16", XGMI("0000:03:00.0")))
        CPU("0", AMD,
            GPU("0000:43:00.0", "2", "gcn=\"gfx90a\"", "16 GT/s", "8", XGMI("0000:44:00.0"))
                GPU("0000:44:00.0", "3", "gcn=\"gfx90a\"", "16 GT/s", "8", XGMI("0000:43:00.0"))
                    NIC("0000:45:00.0", "16 GT/s", "16", NET("200000"))));

static void machines_over_pci_are_read(void **state) {
    (void)state;
    struct network network =
        assert_alike(pci_box, "%s", "0-4=6GB 1-4=24GB 3-4=12GB 3-5=10GB 2-5=12GB\nforward 3-5\n");
    assert_string_equal(network.origin->names[0], "GPU0 0000:03:00.0");
    assert_string_equal(network.origin->names[4], "PCI 0000:01:00.0");
    assert_string_equal(network.origin->names[5], "CPU1");
    assert_string_equal(
        network.origin->how,
        "GPUs joined by PCI: 1 PCI switch, 2 CPUs; 1 NIC, 12.5 GB/s, to the outside: "
        "*1 behind the name shows, *2 joins two boxes");
    network_clear(&network);
    assert_is(island_box, "file:%s",
              "0-1=24GB 2-3=36GB 0-4=24GB 1-4=24GB 2-5=12GB 3-5=12GB 4-5=16GB\nforward 4-5\n");
    /* Links to the CPU: POWER9, and chip to chip besides PCI. */
    assert_is(SYSTEM(CPU("0", "arch=\"ppc64\"",
                         GPU("0:1.0", "0", "sm=\"70\"", "8 GT/s", "16",
                             "<nvlink target=\"c\" count=\"3\" tclass=\"0x068001\"/>")
                             GPU("0:2.0", "1", "sm=\"90\"", "32 GT/s", "16",
                                 "<c2c bw=\"45000\" count=\"10\"/>"))),
              "%s", "0-2=72GB 1-2=498GB\nforward 2\n");
    /* Some at an NVSwitch, one by PCI alone. */
    assert_is(SYSTEM(CPU("0", INTEL,
                         GPU("0:1.0", "0", "sm=\"80\"", "16 GT/s", "16",
                             "<nvlink target=\"s\" count=\"12\" tclass=\"0x068000\"/>")
                             GPU("0:2.0", "1", "sm=\"80\"", "16 GT/s", "16",
                                 "<nvlink target=\"s\" count=\"12\" tclass=\"0x068000\"/>")
                                 GPU("0:3.0", "2", "sm=\"80\"", "16 GT/s", "16", ""))),
              "%s",
              "0-1 0-3=24GB 1-3=24GB 2-3=24GB\ngroup 240GB 0>1\ngroup 240GB 1>0\ngroup 240GB 1>0\n"
              "group 240GB 0>1\nforward 3\n");
}

#define BROADCOM(sub)                                                                              \
    "vendor=\"0x1000\" device=\"0xc010\" subsystem_vendor=\"0x1000\" "                             \
    "subsystem_device=\"" sub "\" link_speed=\"16 GT/s\" link_width=\"16\""

static void switches_of_two_levels_are_one(void **state) {
    (void)state;
    assert_is(
        SYSTEM(CPU("0", INTEL,
                   "<pci busid=\"a\" " BROADCOM("0xa096") "><pci busid=\"b\" " BROADCOM(
                       "0xa096") ">" GPU("c", "0", "", "32 GT/s", "16", "")
                       GPU("d", "1", "", "32 GT/s", "16", "") "</pci><pci busid=\"e\" " BROADCOM(
                           "0xa096") ">" GPU("f", "2", "", "32 GT/s", "16", "") "</pci></pci>")),
        "%s", "3-4=24GB 0-4=48GB 1-4=48GB 2-4=48GB\nforward 3-4\n");
}

static void hosts_and_boxes_are_joined_by_nics(void **state) {
    static const char hosts[] = SYSTEM(CPU(
        "0", AMD " host_hash=\"0x1\"",
        GPU("a", "0", "", "16 GT/s", "16", "") GPU("b", "1", "", "16 GT/s", "16", "")
            NIC("1:0.0", "16 GT/s", "16", NET("100000")) NIC("1:0.1", "8 GT/s", "1", NET("100000")))
                                           CPU("0", AMD " host_hash=\"0x2\"",
                                               GPU("a", "2", "", "16 GT/s", "16", "")
                                                   NIC("2:0.0", "16 GT/s", "16", NET("200000"))));
    (void)state;
    /* Two functions of a NIC are a node where two ports meet. */
    assert_is(hosts, "%s",
              "0-3=24GB 1-3=24GB 3-4=24GB 4-6=12.5GB 4-7=12.5GB 2-5=24GB 5-6=24GB\nforward 3-7\n");
    assert_is(island_box, "%s*1",
              "0-1=24GB 2-3=36GB 0-4=24GB 1-4=24GB 2-5=12GB 3-5=12GB 4-5=16GB\nforward 4-5\n");
    struct network network = assert_alike(
        island_box, "file:%s*2",
        "0-1=24GB 2-3=36GB 0-8=24GB 1-8=24GB 2-9=12GB 3-9=12GB 8-9=16GB 9-12=24GB\n"
        "4-5=24GB 6-7=36GB 4-10=24GB 5-10=24GB 6-11=12GB 7-11=12GB 10-11=16GB 11-12=24GB\n"
        "forward 8-12\n");
    assert_string_equal(network.origin->how, "2 boxes, joined by the NIC of each at the last node");
    assert_string_equal(network.origin->names[6], "box 1, GPU2 0000:43:00.0");
    network_clear(&network);
    /* By hand, with numbers and one way; the suffix and a product stand behind. */
    assert_is("0>1=3 1>0\nforward 2\n2-0\nnic 2=4 0=1\n", "%s*3/group:0-5",
              "0>1=3 1>0 2>3=3 3>2 4>5=3 5>4 6-0 7-2 8-4 6-9=4 7-9=4 8-9=4 0-10 2-10 4-10\n"
              "forward 6-10");
    assert_refused("0-1\n", "%s*3", "copies are joined by ports to the outside, and there is none");
    assert_refused("0-1\n", "%s*0", "can't be joined in so many copies");
    assert_refused("0-1\nnic 0=1\n", "%s*99999999", "can't be joined in so many copies");
    assert_refused("0-1\n", "torus:3x3*2", "can't be joined in so many copies");
    assert_refused("0-1\n", "ring:3*2", "'ring:3' copies are joined");
    assert_refused("0-1\n", "%s/grup:3", "can't be read");
}

static void what_is_not_understood_is_told(void **state) {
#define TWO(about, speed)                                                                          \
    SYSTEM(CPU("0", about, GPU("a", "0", "", speed, "16", ""))                                     \
               CPU("1", about, GPU("b", "1", "", "8 GT/s", "16", "")))
    (void)state;
    assert_refused(TWO(INTEL, "Unknown"), "%s", ":3: a: GPUs or NICs are joined over PCI");
    assert_refused(TWO(INTEL, "8 GT"), "%s", ":3: a: GPUs");
    assert_refused(TWO("", "8 GT/s"), "%s", ":2: CPUs are joined, and arch, vendor");
    assert_refused(TWO("arch=\"x86_64\" vendor=\"x\" familyid=\"1\"", "8 GT/s"), "%s", ":2: CPUs");
    assert_refused(TWO("host_hash=\"0x1\"", "8 GT/s"), "%s", ":2: CPUs");
    assert_refused(SYSTEM(PCI("p", "8 GT/s", "16", GPU("a", "0", "", "8 GT/s", "16", ""))
                              GPU("b", "1", "", "8 GT/s", "16", "")),
                   "%s", "neither nvlink or xgmi nor PCI and CPUs join GPU 0 with others");
    assert_refused(
        SYSTEM(
            CPU("0", AMD " host_hash=\"0x1\"",
                GPU("a", "0", "", "8 GT/s", "16", "") GPU("b", "1", "", "8 GT/s", "16", ""))
                CPU("0", AMD " host_hash=\"0x2\"",
                    GPU("c", "2", "", "8 GT/s", "16", "") GPU("d", "3", "", "8 GT/s", "16", ""))),
        "%s",
        "neither nvlink or xgmi nor PCI and CPUs join all GPUs: the network is not connected: "
        "nothing comes "
        "from node 0 to node 2");
    assert_refused(
        SYSTEM(CPU("0", AMD,
                   GPU("a", "0", "sm=\"5\"", "8 GT/s", "16", "<nvlink target=\"b\" count=\"1\"/>")
                       GPU("b", "1", "", "8 GT/s", "16", "")
                           GPU("c", "2", "", "8 GT/s", "16", ""))),
        "%s", ":3: a: links of GPUs are joined with PCI, and sm and gcn");
    assert_refused(
        SYSTEM(CPU("0", AMD,
                   GPU("a", "0", "", "8 GT/s", "16", "") GPU("b", "1", "", "8 GT/s", "16", "")
                       NIC("n", "8 GT/s", "16", NET("-1")))),
        "%s*2", "expected the speed of a NIC in Mbit/s");
    assert_refused(SYSTEM(CPU("0", AMD, GPU("a", "0", "", "8 GT/s", "16", "<c2c bw=\"1\"/>"))),
                   "%s", ":4: expected a number of links and their bw in MB/s");
    assert_refused(
        SYSTEM(CPU("0", AMD,
                   GPU("a", "0", "", "8 GT/s", "16", "") GPU("b", "1", "", "8 GT/s", "16", ""))),
        "%s*2", "there is none: in a file of edges a line `nic V=RATE` for each");
}

static int pci(const char *speed, const char *width) {
    const char *attributes[] = {"link_speed", speed, "link_width", width, NULL};
    return topology_pci_rate(attributes);
}

static int cpu(const char *arch, const char *vendor, const char *family, const char *model) {
    const char *attributes[] = {"arch", arch,      "vendor", vendor, "familyid",
                                family, "modelid", model,    NULL};
    return topology_cpu_rate(attributes);
}

static int gpu(const char *key, const char *value) {
    const char *attributes[] = {key, value, NULL};
    return topology_link_rate(attributes);
}

static void rates_are_those_of_the_tables(void **state) {
    (void)state;
    assert_int_equal(pci("2.5 GT/s", "16"), 3000);
    assert_int_equal(pci("2.5 GT/s PCIe", "1"), 187);
    assert_int_equal(pci("5.0 GT/s PCIe", "16"), 6000);
    assert_int_equal(pci("8 GT/s", "4"), 3000);
    assert_int_equal(pci("16.0 GT/s PCIe", "8"), 12000);
    assert_int_equal(pci("32 GT/s", "16"), 48000);
    assert_int_equal(pci("64.0 GT/s PCIe", "16"), 96000);
    assert_int_equal(pci("6 GT/s", "16"), 0);
    assert_int_equal(pci("8 GT/s", "0"), 0);
    assert_int_equal(pci("8 GT/s", "33"), 0);
    assert_int_equal(cpu("x86_64", "GenuineIntel", "6", "79"), 6000);
    assert_int_equal(cpu("x86_64", "GenuineIntel", "6", "106"), 10000);
    assert_int_equal(cpu("x86_64", "GenuineIntel", "6", "143"), 22000);
    assert_int_equal(cpu("x86_64", "GenuineIntel", "6", "173"), 40000);
    assert_int_equal(cpu("x86_64", "GenuineIntel", "6", "207"), 40000);
    assert_int_equal(cpu("x86_64", "AuthenticAMD", "143", "49"), 16000);
    assert_int_equal(cpu("x86_64", "AuthenticAMD", "175", "1"), 24000);
    assert_int_equal(cpu("x86_64", "AuthenticAMD", "26", "1"), 32000);
    assert_int_equal(cpu("x86_64", "  Shanghai  ", "7", "91"), 9000);
    assert_int_equal(cpu("arm64", "", "", ""), 6000);
    assert_int_equal(cpu("riscv", "", "", ""), 0);
    assert_int_equal(gpu("sm", "60"), 18000);
    assert_int_equal(gpu("sm", "75"), 20000);
    assert_int_equal(gpu("sm", "86"), 12000);
    assert_int_equal(gpu("sm", "89"), 20000);
    assert_int_equal(gpu("sm", "90"), 20600);
    assert_int_equal(gpu("sm", "103"), 40100);
    assert_int_equal(gpu("sm", "107"), 31200);
    assert_int_equal(gpu("sm", "50"), 0);
    assert_int_equal(gpu("gcn", "908"), 24000);
    assert_int_equal(gpu("gcn", "gfx942"), 48000);
    assert_int_equal(gpu("gcn", "gfx1100"), 0);
}

/* --- random trees --- */

enum { PARTS = 24, MOST_GPUS = PARTS };

/* Part 0 is the CPU; others hang on a lower one. What has nothing below is a GPU. */
struct tree {
    int count, parent[PARTS], rate[PARTS], rank[PARTS], gpus;
};

static struct tree random_tree(uint64_t *seed) {
    struct tree tree = {.count = 4 + random_below(seed, PARTS - 3)};
    for (int i = 1; i < tree.count; i++) {
        tree.parent[i] = random_below(seed, 3) ? random_below(seed, i) : i - 1;
        tree.rate[i] = 1 + random_below(seed, 32); /* lanes of the third generation: 750 MB/s */
    }
    for (int i = 1; i < tree.count; i++) {
        bool leaf = true;
        for (int j = i + 1; j < tree.count; j++)
            leaf = leaf && tree.parent[j] != i;
        tree.rank[i] = leaf ? tree.gpus++ : -1;
    }
    return tree;
}

static void print_part(FILE *file, const struct tree *tree, int i) {
    if (i > 0)
        fprintf(file, "<pci busid=\"%d\" link_speed=\"8 GT/s\" link_width=\"%d\">", i,
                tree->rate[i]);
    if (i > 0 && tree->rank[i] >= 0)
        fprintf(file, "<gpu dev=\"0\" rank=\"%d\"/>", tree->rank[i]);
    for (int j = i + 1; j < tree->count; j++)
        if (tree->parent[j] == i)
            print_part(file, tree, j);
    if (i > 0)
        fputs("</pci>\n", file);
}

/* The slowest link of the way between two parts: up from the one with the larger number, which is
 * not above the other. */
static int slowest(const struct tree *tree, int u, int v) {
    int least = INT_MAX;
    while (u != v) {
        int *up = u > v ? &u : &v;
        least = tree->rate[*up] < least ? tree->rate[*up] : least;
        *up = tree->parent[*up];
    }
    return 750 * least;
}

/* The widest way between all nodes, in MB/s. */
static void find_widest(const struct network *network, int *widest) {
    int n = network->nodes;
    memset(widest, 0, (size_t)(n * n) * sizeof *widest);
    for (int a = 0; a < network->arc_count; a++)
        widest[network->arcs[a].from * n + network->arcs[a].to] =
            network->groups[a].capacity * network->unit.thousandths;
    for (int k = 0; k < n; k++)
        for (int u = 0; u < n; u++)
            for (int v = 0; v < n; v++) {
                int in = widest[u * n + k], out = widest[k * n + v], both = in < out ? in : out;
                widest[u * n + v] = both > widest[u * n + v] ? both : widest[u * n + v];
            }
}

static void paths_are_as_fast_as_their_slowest_part(void **state) {
    uint64_t seed = random_seed();
    static char text[ROOM];
    int widest[4 * PARTS * PARTS], switches = 0;
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        struct tree tree = random_tree(&seed);
        struct network network;
        struct failure failure;
        FILE *file = fmemopen(text, sizeof text, "w");
        fputs("<cpu numaid=\"0\">", file);
        print_part(file, &tree, 0);
        fputs("</cpu>", file);
        fclose(file);
        if (tree.gpus < 2)
            continue;
        write_file(text);
        assert_ok(parse("%s", &network, &failure), failure);
        find_widest(&network, widest);
        for (int i = 1; i < tree.count; i++)
            for (int j = 1; j < i; j++)
                if (tree.rank[i] >= 0 && tree.rank[j] >= 0)
                    assert_int_equal(widest[tree.rank[i] * network.nodes + tree.rank[j]],
                                     slowest(&tree, i, j));
        /* A tree, whose inner nodes are the CPU and where paths meet. */
        assert_int_equal(network.arc_count, 2 * (network.nodes - 1));
        for (int v = tree.gpus + 1; v < network.nodes; v++)
            assert_true(network.out[v + 1] - network.out[v] > 2);
        switches += network.nodes - tree.gpus - 1;
        network_clear(&network);
    }
    assert_true(switches > 100);
}

/* --- printed and read again --- */

static void printed_networks_are_read_again(void **state) {
    static const char *const names[] = {"torus:3x4",
                                        "hub:4",
                                        "fattree:2x3x1",
                                        "clos:4",
                                        "cluster:2x3=300GB,25GB",
                                        "dgx2",
                                        "path:2=3@2*ring:3@5",
                                        "ring:4=0.001GB",
                                        "mesh:2x3=12.345TB/group:0-2",
                                        "ndv2x2"};
    static char before[ROOM * 4], after[ROOM * 4];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct network network, again;
        struct failure failure;
        char *text = NULL;
        size_t size = 0;
        assert_ok(network_parse_in(names[i], NULL, &network, &failure), failure);
        FILE *file = open_memstream(&text, &size);
        assert_ok(network_print_edges(file, &network, NULL, &failure), failure);
        fclose(file);
        assert_ok(network_read_edges(names[i], text, &again, &failure), failure);
        describe(&network, before);
        describe(&again, after);
        assert_string_equal(before, after);
        free(text);
        network_clear(&network);
        network_clear(&again);
    }
}

static void files_of_a_network_are_found(void **state) {
    static const struct {
        const char *text, *files[3];
    } cases[] = {{"ring:3*./a.xml*2*file:b*c.xml/group:0-3", {"./a.xml", "b", "c.xml"}},
                 {"file:x**y*4", {"x*y"}},
                 {"ring:5=12.5GB/s", {NULL}},
                 {"petersen/group:0-3", {NULL}},
                 {"1..", {NULL}},
                 {"/a/b:c=d@2*3/only:0-3", {"/a/b:c=d@2"}}};
    char name[NETWORK_NAME_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        int found = 0;
        while (network_next_file(&text, name))
            assert_string_equal(name, cases[i].files[found++]);
        assert_true(found == 3 || !cases[i].files[found]);
    }
}

/* --- damage --- */

static void damaged_machines_are_read_or_refused(void **state) {
    static const char *const put[] = {"", "0", "99999999999", "\"", "<", "/>", "-1", " "};
    static const char *const names[] = {"%s", "%s*1", "%s*2"};
    uint64_t seed = random_seed();
    char bytes[ROOM];
    int read = 0;
    (void)state;
    for (int trial = 0; trial < 4000; trial++) {
        const char *whole = trial % 2 ? pci_box : island_box;
        size_t at = (size_t)random_below(&seed, (int)strlen(whole)),
               skipped = at + (size_t)random_below(&seed, 4);
        const char *piece = put[random_below(&seed, (int)(sizeof put / sizeof *put))];
        skipped = skipped < strlen(whole) ? skipped : strlen(whole);
        snprintf(bytes, sizeof bytes, "%.*s%s%s", (int)at, whole, piece, whole + skipped);
        write_file(bytes);
        struct network network;
        struct failure failure = {0};
        enum status status = parse(names[trial % 3], &network, &failure);
        assert_true(!status || status == STATUS_INPUT || status == STATUS_LIMIT);
        if (status) {
            assert_null(strchr(failure.message, '\n'));
        } else {
            assert_int_equal(network_check_connected(&network, NULL), STATUS_OK);
            read++;
            network_clear(&network);
        }
    }
    assert_true(read > 500 && read < 3500);
}

static void refused_memory_is_told(void **state) {
    static const char *const names[] = {"%s", "%s*1", "%s*2"};
    (void)state;
    write_file(island_box);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int place = 0;; place++) {
            struct network network;
            struct failure failure;
            allocations_granted = place;
            enum status status = parse(names[i], &network, &failure);
            bool refused = allocations_granted < 0;
            allocations_granted = -1;
            if (!status)
                network_clear(&network);
            else
                assert_int_equal(status, STATUS_MEMORY);
            if (!refused)
                break;
            assert_true(place < 2000);
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
        cmocka_unit_test(machines_over_pci_are_read),
        cmocka_unit_test(switches_of_two_levels_are_one),
        cmocka_unit_test(hosts_and_boxes_are_joined_by_nics),
        cmocka_unit_test(what_is_not_understood_is_told),
        cmocka_unit_test(rates_are_those_of_the_tables),
        cmocka_unit_test(paths_are_as_fast_as_their_slowest_part),
        cmocka_unit_test(printed_networks_are_read_again),
        cmocka_unit_test(files_of_a_network_are_found),
        cmocka_unit_test(damaged_machines_are_read_or_refused),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, prepare, tidy);
}
