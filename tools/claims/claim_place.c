/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_place.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has(const char *folder, const char *mark) {
    char path[CLAIM_PATH_ROOM];
    return snprintf(path, sizeof path, "%s/%s", folder, mark) < (int)sizeof path &&
           access(path, R_OK) == 0;
}

/* STEADYCAST_DATA is the way from the folder of the programs. */
static bool find_installed(const char *name, char path[CLAIM_PATH_ROOM]) {
    char program[CLAIM_PATH_ROOM];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = 0;
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = 0;
    return snprintf(path, CLAIM_PATH_ROOM, "%s/%s/%s", program, STEADYCAST_DATA, name) <
           CLAIM_PATH_ROOM;
}

const char *claim_place(const char *name, const char *mark, char path[CLAIM_PATH_ROOM]) {
    bool here = has(name, mark);
    return !here && find_installed(name, path) && has(path, mark) ? path : name;
}
