/* SPDX-License-Identifier: MIT */
#include "solver/base/processors.h"

#include <limits.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The quota of a group, in processors: from one file with quota and period, or from one each.
 * INT_MAX: none, or it can't be read. */
static int quota_of(const char *folder, const char *const files[2]) {
    long numbers[2] = {0, 0};
    int count = 0;
    for (int i = 0; i < 2 && files[i]; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.3000s/%s", folder, files[i]);
        FILE *file = fopen(path, "r");
        int read = file ? fscanf(file, "%ld %ld", &numbers[count], &numbers[1]) : 0;
        count += read > 0 ? read : 0;
        if (file)
            fclose(file);
    }
    if (count < 2 || numbers[0] <= 0 || numbers[1] <= 0)
        return INT_MAX;
    long processors = numbers[0] / numbers[1] + (numbers[0] % numbers[1] > 0);
    return processors < INT_MAX ? (int)processors : INT_MAX;
}

/* The least of the group and of those that it is in. In a container the name may be that of the
 * host, where nothing stands; the root is the container's own group then. */
static int quota_of_all(const char *mount, char *group, const char *const files[2]) {
    int least = INT_MAX;
    for (;;) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%.60s%.2000s", mount, group);
        int quota = quota_of(folder, files);
        least = quota < least ? quota : least;
        char *last = strrchr(group, '/');
        if (!last)
            return least;
        *last = '\0';
    }
}

/* A line of /proc/self/cgroup: `0::/group` of v2, `4:cpu,cpuacct:/group` of v1. */
static int quota_of_line(char *line) {
    static const char *const v2[] = {"cpu.max", NULL};
    static const char *const v1[] = {"cpu.cfs_quota_us", "cpu.cfs_period_us"};
    char mount[60], *rest, *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return INT_MAX;
    *controllers++ = *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    if (!*controllers)
        return quota_of_all("/sys/fs/cgroup", group, v2);
    snprintf(mount, sizeof mount, "/sys/fs/cgroup/%.40s", controllers);
    const char *word = strtok_r(controllers, ",", &rest);
    while (word && strcmp(word, "cpu") != 0)
        word = strtok_r(NULL, ",", &rest);
    if (!word)
        return INT_MAX;
    return quota_of_all(mount, group, v1);
}

int processors_available(void) {
    int least = omp_get_num_procs();
    char line[PATH_MAX];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) {
        int quota = quota_of_line(line);
        least = quota < least ? quota : least;
    }
    if (file)
        fclose(file);
    return least;
}
