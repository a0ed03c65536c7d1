/* SPDX-License-Identifier: MIT */
#include "tools/claims/figures/figure_messages.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 4096, MOST_PROCESSORS = 200, MOST_TIME = 400 };

enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            const char *kind, struct failure *failure) {
    char path[PATH_ROOM];
    struct certificate_input input;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return failure_set(failure, STATUS_INPUT, "the name of the folder is too long");
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (strcmp(input.kind, kind) == 0)
        status = messages_read_all(read, &input, failure);
    else
        status = failure_set(failure, STATUS_INPUT, "%s: expected kind %s", path, kind);
    certificate_unload(&input);
    if (!status && (read->list.processors > MOST_PROCESSORS || read->list.finish > MOST_TIME)) {
        messages_read_clear(read);
        status = failure_set(failure, STATUS_INPUT, "%s: too large for a picture", path);
    }
    return status;
}
