/* SPDX-License-Identifier: MIT */
#include "tools/cluster/rank_folder.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solver/base/temporary_file.h"
#include "tools/steadycast/frame/folder.h"

enum { HOST_ROOM = 256 };

/* The beginning of all names on this machine, up to the process. */
static void name_of_machine(char name[HOST_ROOM + 16]) {
    char host[HOST_ROOM] = "";
    if (gethostname(host, sizeof host - 1) != 0 || strchr(host, '/'))
        strcpy(host, "unknown");
    snprintf(name, HOST_ROOM + 16, "steadycast-%s-", host);
}

/* No more, or dead and not yet taken notice of by its parent. */
static bool is_gone(pid_t process) {
    char path[40], state = 0;
    if (kill(process, 0) != 0)
        return errno == ESRCH;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT;
    bool read = fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    fclose(file);
    return read && (state == 'Z' || state == 'X');
}

/* One of ours, by a process that is no more? */
static bool is_stale(const char *path, const char *name, const char *begin) {
    struct stat info;
    char *end;
    if (strncmp(name, begin, strlen(begin)) != 0)
        return false;
    long process = strtol(name + strlen(begin), &end, 10);
    return *end == '.' && process > 0 && lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == getuid() && is_gone((pid_t)process);
}

static void remove_stale(const char *above, const char *begin) {
    char path[CAMPAIGN_PATH_ROOM];
    DIR *all = opendir(above);
    if (!all)
        return;
    for (const struct dirent *entry; (entry = readdir(all));)
        if (!campaign_folder_path(above, entry->d_name, path, NULL) &&
            is_stale(path, entry->d_name, begin))
            folder_remove(path);
    closedir(all);
}

static enum status make_inside(const struct rank_folder *folder, const char *name,
                               struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder->path, name, path, failure);
    if (!status && mkdir(path, 0777) != 0)
        status = failure_set(failure, status_of_errno(errno), "folder %s can't be made: %s", path,
                             strerror(errno));
    return status;
}

enum status rank_folder_make(struct rank_folder *folder, const char *above,
                             struct failure *failure) {
    char begin[HOST_ROOM + 16], name[HOST_ROOM + 60];
    struct rank_folder result;
    name_of_machine(begin);
    above = above ? above : temporary_folder();
    remove_stale(above, begin);
    snprintf(name, sizeof name, "%s%ld.XXXXXX", begin, (long)getpid());
    enum status status = campaign_folder_path(above, name, result.path, failure);
    if (status)
        return status;
    if (!mkdtemp(result.path))
        return failure_set(failure, status_of_errno(errno), "folder %s can't be made: %s",
                           result.path, strerror(errno));
    status = make_inside(&result, "certificates", failure);
    if (!status)
        status = make_inside(&result, ".run", failure);
    if (status)
        folder_remove(result.path);
    else
        *folder = result;
    return status;
}

const char *rank_folder_name(const struct rank_folder *folder) {
    const char *slash = strrchr(folder->path, '/');
    return slash ? slash + 1 : folder->path;
}

void rank_folder_remove(struct rank_folder *folder) {
    if (*folder->path)
        folder_remove(folder->path);
    *folder = (struct rank_folder){""};
}
