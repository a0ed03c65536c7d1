/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/running.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tools/steadycast/campaign/campaign_folder.h"

enum status running_process(const char *folder, long *process, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    enum status status = campaign_folder_path(folder, ".run.lock", path, failure);
    if (status)
        return status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    *process = 0;
    if (descriptor < 0 && errno == ENOENT)
        return STATUS_OK;
    if (descriptor < 0)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    if (fcntl(descriptor, F_GETLK, &lock) != 0)
        status = failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    else if (lock.l_type != F_UNLCK) /* 0: in another namespace of processes */
        *process = lock.l_pid > 0 ? (long)lock.l_pid : -1;
    close(descriptor);
    return status;
}
