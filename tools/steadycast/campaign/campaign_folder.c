/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/campaign_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/output_file.h"

enum status campaign_folder_path(const char *folder, const char *name,
                                 char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    if (length + strlen(name) + 2 > CAMPAIGN_PATH_ROOM)
        return failure_input(failure, "the name of the folder %.80s is too long", folder);
    strcpy(path, folder);
    strcat(path, slash);
    strcat(path, name);
    return STATUS_OK;
}

enum status campaign_folder_certificate(const char *folder, const char *file,
                                        char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    char name[CAMPAIGN_PATH_ROOM];
    snprintf(name, sizeof name, "certificates/%.*s", CAMPAIGN_PATH_ROOM - 20, file);
    return campaign_folder_path(folder, name, path, failure);
}

enum status campaign_folder_note(const char *folder, const struct campaign *campaign,
                                 struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    struct output_file file;
    TRY(campaign_folder_path(folder, "campaign", path, failure));
    TRY(output_file_open(&file, path, true, failure));
    fwrite(campaign->text, 1, campaign->size, file.stream);
    return output_file_close(&file, STATUS_OK, failure);
}

enum status campaign_folder_check(const char *folder, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(folder, "campaign", path, failure));
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return failure_input(failure, "%.200s is not the folder of a campaign: there is no %.300s",
                             *folder ? folder : "''", path);
    return STATUS_OK;
}

enum status campaign_folder_campaign(const char *folder, struct campaign *campaign,
                                     struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_check(folder, failure));
    TRY(campaign_folder_path(folder, "campaign", path, failure));
    return campaign_read(campaign, path, failure);
}

long campaign_first_difference(const struct campaign *a, const struct campaign *b) {
    long line = 1;
    const char *x = a->text, *y = b->text;
    for (; *x && *x == *y; x++, y++)
        line += *x == '\n';
    return line;
}

/* --- order --- */

struct place {
    double cost;
    size_t index;
};

static int cheap_first(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int dear_first(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    return x->cost != y->cost ? cheap_first(b, a) : cheap_first(a, b);
}

enum status campaign_order_cases(const struct campaign *campaign,
                                 const struct campaign_shard *shard, size_t **numbers,
                                 size_t *count, struct failure *failure) {
    FREED struct place *places = memory_new(campaign->count, sizeof *places);
    FREED size_t *result = memory_new(campaign->count, sizeof *result);
    size_t used = 0;
    TRY(memory_check(places && result, failure, "the order of the cases"));
    for (size_t i = 0; i < campaign->count; i++)
        if (campaign_shard_has(shard, i))
            places[used++] = (struct place){campaign_case_cost(&campaign->cases[i]), i};
    if (campaign->order != CAMPAIGN_AS_WRITTEN)
        qsort(places, used, sizeof *places,
              campaign->order == CAMPAIGN_DEAR_FIRST ? dear_first : cheap_first);
    for (size_t i = 0; i < used; i++)
        result[i] = places[i].index;
    *numbers = TAKE(result);
    *count = used;
    return STATUS_OK;
}
