/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "tools/steadycast/frame/folder.h"

#include <ftw.h>
#include <stdio.h>

enum { OPEN_FOLDERS = 16 };

static int remove_one(const char *path, const struct stat *state, int flag, struct FTW *place) {
    (void)state, (void)flag, (void)place;
    remove(path);
    return 0;
}

void folder_remove(const char *path) {
    nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
