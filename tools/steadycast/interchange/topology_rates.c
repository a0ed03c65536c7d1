/* SPDX-License-Identifier: MIT */
/* How fast what joins the parts of a machine is, by the words of NCCL's and RCCL's files. The
 * numbers are those of src/graph/topo.h and topo.cc of NCCL 2.28, and of RCCL (2024) for xGMI. */
#include <string.h>

#include "tools/steadycast/interchange/topology_dump.h"

const char *topology_attribute(const char *const *attributes, const char *key) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], key) == 0)
            return attributes[1];
    return NULL;
}

static int attribute_number(const char *const *attributes, const char *key) {
    return topology_number(topology_attribute(attributes, key), 1000000);
}

/* kvDictPciGen: a lane, in units of 100 Mbit/s. Kernels write "8 GT/s" or "8.0 GT/s PCIe". */
int topology_pci_rate(const char *const *attributes) {
    static const struct {
        const char *speed;
        int lane;
    } generations[] = {{"2.5", 15}, {"5", 30}, {"8", 60}, {"16", 120}, {"32", 240}, {"64", 480}};
    const char *speed = topology_attribute(attributes, "link_speed");
    int width = attribute_number(attributes, "link_width");
    for (size_t i = 0; i < sizeof generations / sizeof *generations && speed; i++) {
        size_t length = strlen(generations[i].speed);
        const char *behind = speed + length;
        if (strncmp(speed, generations[i].speed, length) != 0)
            continue;
        behind += strncmp(behind, ".0", 2) == 0 ? 2 : 0;
        if (strncmp(behind, " GT/s", 5) == 0 && width > 0 && width <= 32)
            return width * generations[i].lane * 25 / 2;
    }
    return 0;
}

/* ncclTopoGetInterCpuBw, with the models of ncclTopoAddCpu. */
int topology_cpu_rate(const char *const *attributes) {
    const char *arch = topology_attribute(attributes, "arch");
    const char *vendor = topology_attribute(attributes, "vendor");
    int family = attribute_number(attributes, "familyid");
    int model = attribute_number(attributes, "modelid");
    if (arch && strcmp(arch, "ppc64") == 0)
        return 32000;
    if (arch && strcmp(arch, "arm64") == 0)
        return 6000;
    if (!arch || strcmp(arch, "x86_64") != 0 || !vendor || family < 0)
        return 0;
    if (strcmp(vendor, "AuthenticAMD") == 0) /* Zen 5; Zen 3 and 4; before */
        return family == 0xbf || family == 26   ? 32000
               : family == 0xaf || family == 25 ? 24000
                                                : 16000;
    if (strcmp(vendor, "GenuineIntel") == 0 && model >= 0) {
        bool newest = model >= 0xcf || (model >= 0xad && model <= 0xaf);
        return family != 6     ? 6000
               : newest        ? 40000
               : model >= 0x8f ? 22000
               : model >= 0x55 ? 10000
                               : 6000;
    }
    if (strcmp(vendor, "CentaurHauls") == 0 || strcmp(vendor, "  Shanghai  ") == 0)
        return family == 7 && model == 0x5b ? 9000 : 6000;
    return 0;
}

/* ncclTopoNVLinkBw by compute capability, ncclTopoXGMISpeed by architecture. */
int topology_link_rate(const char *const *attributes) {
    static const struct {
        int from, rate;
    } nvlink[] = {{107, 31200}, {100, 40100}, {90, 20600}, {87, 20000},
                  {86, 12000},  {70, 20000},  {60, 18000}};
    static const struct {
        const char *begin;
        int rate;
    } xgmi[] = {{"906", 24000}, {"908", 24000}, {"910", 36000},
                {"90a", 36000}, {"94", 48000},  {"95", 48000}};
    const char *gcn = topology_attribute(attributes, "gcn");
    int sm = attribute_number(attributes, "sm");
    for (size_t i = 0; i < sizeof nvlink / sizeof *nvlink && !gcn; i++)
        if (sm >= nvlink[i].from)
            return nvlink[i].rate;
    if (gcn && strncmp(gcn, "gfx", 3) == 0)
        gcn += 3;
    for (size_t i = 0; i < sizeof xgmi / sizeof *xgmi && gcn; i++)
        if (strncmp(gcn, xgmi[i].begin, strlen(xgmi[i].begin)) == 0)
            return xgmi[i].rate;
    return 0;
}

/* getBcmGen: switches of Broadcom that look like two levels, and have full rate across all ports.
 */
bool topology_is_flat(uint64_t device, uint64_t parent) {
    uint64_t below = device & ~(uint64_t)0xfff, above = parent & ~(uint64_t)0xfff;
    return (below == 0x1000c0101000a000 && above == below) ||
           (below == 0x1000c03010001000 && above == 0x1000c03010000000);
}
