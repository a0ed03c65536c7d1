/* SPDX-License-Identifier: MIT */
#include "tools/cluster/incoming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/output_file.h"

static enum status finish(struct incoming *incoming, struct failure *failure) {
    struct case_certificate *file = &incoming->files[incoming->count];
    incoming->open = false;
    TRY(locked_file_close(&incoming->file, 0, failure));
    digest_end(&incoming->digest, file->digest);
    incoming->count++;
    return STATUS_OK;
}

enum status incoming_begin(struct incoming *incoming, const char *folder, const char *name,
                           uint64_t size, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    if (incoming->open || incoming->count == CASE_MOST_CERTIFICATES || !case_file_is_local(name))
        return failure_internal(failure, "a rank sends the file '%s' out of order", name);
    enum status status = campaign_folder_path(folder, name, path, failure);
    if (!status)
        status = output_folders_make_above(path, strlen(folder) + 1, failure);
    if (status == STATUS_INPUT) /* the folder was not asked for */
        failure->status = status = STATUS_SYSTEM;
    TRY(status);
    FREED char *own = strdup(name);
    TRY(memory_check(own, failure, "the name of a file"));
    TRY(locked_file_open(&incoming->file, path, true, failure));
    incoming->file.lazy = true; /* the store's digest shows what a failure of the machine left */
    incoming->files[incoming->count] = (struct case_certificate){.file = TAKE(own), .size = size};
    incoming->open = true;
    incoming->left = size;
    sha256_init(&incoming->digest);
    return size > 0 ? STATUS_OK : finish(incoming, failure);
}

enum status incoming_part(struct incoming *incoming, const char *bytes, size_t count,
                          struct failure *failure) {
    if (!incoming->open || count > incoming->left)
        return failure_internal(failure, "a rank sends bytes of no file");
    sha256_update(&incoming->digest, count, (const uint8_t *)bytes);
    if (fwrite(bytes, 1, count, incoming->file.stream) != count)
        return finish(incoming, failure); /* which reports what was lost */
    incoming->left -= count;
    return incoming->left > 0 ? STATUS_OK : finish(incoming, failure);
}

static void forget(struct incoming *incoming) {
    for (int i = 0; i < CASE_MOST_CERTIFICATES; i++) {
        free(incoming->files[i].file);
        incoming->files[i] = (struct case_certificate){0};
    }
    incoming->count = 0;
}

static bool same(const struct case_certificate *one, const struct case_certificate *other) {
    return one->file && strcmp(one->file, other->file) == 0 && one->size == other->size &&
           strcmp(one->digest, other->digest) == 0;
}

bool incoming_fits(struct incoming *incoming, const struct case_result *result) {
    bool fits = !incoming->open && incoming->count == result->certificate_count;
    for (int i = 0; fits && i < incoming->count; i++)
        fits = same(&incoming->files[i], &result->certificates[i]);
    forget(incoming);
    return fits;
}

static bool move_one(const char *from, const char *folder,
                     const struct case_certificate *certificate) {
    char old[CAMPAIGN_PATH_ROOM], new[CAMPAIGN_PATH_ROOM];
    struct stat info;
    return campaign_folder_path(from, certificate->file, old, NULL) == STATUS_OK &&
           campaign_folder_path(folder, certificate->file, new, NULL) == STATUS_OK &&
           stat(old, &info) == 0 && (uint64_t)info.st_size == certificate->size &&
           (rename(old, new) == 0 ||
            (output_folders_make_above(new, strlen(folder) + 1, NULL) == STATUS_OK &&
             rename(old, new) == 0));
}

bool incoming_move(const char *from, const char *folder, const struct case_result *result) {
    bool moved = true;
    for (int i = 0; moved && i < result->certificate_count; i++)
        moved = move_one(from, folder, &result->certificates[i]);
    return moved;
}

void incoming_clear(struct incoming *incoming) {
    if (incoming->open)
        locked_file_discard(&incoming->file);
    incoming->open = false;
    forget(incoming);
}
