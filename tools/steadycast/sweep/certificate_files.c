/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* types of names in folders */
#include "tools/steadycast/sweep/certificate_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "solver/certificate/digest.h"

struct visiting {
    const char *folder;
    size_t count; /* of the names, which are sorted; borrowed */
    const char **names;
    certificate_stranger *visit;
    void *context;
    struct failure *failure;
};

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_names(struct visiting *visiting, const struct case_result *result) {
    for (int i = 0; i < result->certificate_count; i++)
        visiting->names[visiting->count++] = result->certificates[i].file;
}

static enum status list_names(struct visiting *visiting, const struct answers *answers) {
    size_t count = answers->campaign->count;
    visiting->names = memory_new(CASE_MOST_CERTIFICATES * count, sizeof *visiting->names);
    if (!visiting->names)
        return failure_memory(visiting->failure, "the names of certificates");
    for (size_t i = 0; i < count; i++)
        add_names(visiting, &answers->last[i]);
    qsort(visiting->names, visiting->count, sizeof *visiting->names, compare_names);
    return STATUS_OK;
}

static int is_visible(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* `below`: the folder inside certificates/, empty or ended by a slash. */
static enum status walk(const struct visiting *visiting, const char *below);

/* Some file systems do not say of what type a name is. */
static int type_of(const struct visiting *visiting, const struct dirent *entry, const char *name) {
    char relative[CAMPAIGN_PATH_ROOM], path[CAMPAIGN_PATH_ROOM];
    struct stat state;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    snprintf(relative, sizeof relative, "certificates/%.*s", CAMPAIGN_PATH_ROOM - 20, name);
    if (campaign_folder_path(visiting->folder, relative, path, NULL) || lstat(path, &state) != 0)
        return DT_UNKNOWN;
    return S_ISDIR(state.st_mode) ? DT_DIR : S_ISREG(state.st_mode) ? DT_REG : DT_UNKNOWN;
}

static enum status look_at(const struct visiting *visiting, const char *name, int type) {
    char below[CAMPAIGN_PATH_ROOM];
    if (type == DT_DIR) {
        snprintf(below, sizeof below, "%.*s/", CAMPAIGN_PATH_ROOM - 20, name);
        return walk(visiting, below);
    }
    bool known =
        type == DT_REG && visiting->count &&
        bsearch(&name, visiting->names, visiting->count, sizeof *visiting->names, compare_names);
    return known ? STATUS_OK : visiting->visit(visiting->context, name, 0, visiting->failure);
}

static enum status walk(const struct visiting *visiting, const char *below) {
    char relative[CAMPAIGN_PATH_ROOM], path[CAMPAIGN_PATH_ROOM];
    struct dirent **entries;
    snprintf(relative, sizeof relative, "certificates/%.*s", CAMPAIGN_PATH_ROOM - 20, below);
    enum status status = campaign_folder_path(visiting->folder, relative, path, visiting->failure);
    if (status)
        return status;
    int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0)
        return errno == ENOENT
                   ? STATUS_OK
                   : visiting->visit(visiting->context, below, errno, visiting->failure);
    for (int i = 0; i < count; i++) {
        char name[CAMPAIGN_PATH_ROOM];
        int length = snprintf(name, sizeof name, "%s%s", below, entries[i]->d_name);
        bool fits = length < CAMPAIGN_PATH_ROOM - 20;
        if (!status && fits)
            status = look_at(visiting, name, type_of(visiting, entries[i], name));
        else if (!status)
            status = visiting->visit(visiting->context, name, ENAMETOOLONG, visiting->failure);
        free(entries[i]);
    }
    free(entries);
    return status;
}

enum status certificate_files_visit(const char *folder, const struct answers *answers,
                                    certificate_stranger *visit, void *context,
                                    struct failure *failure) {
    struct visiting visiting = {
        .folder = folder, .visit = visit, .context = context, .failure = failure};
    enum status status = list_names(&visiting, answers);
    if (!status)
        status = walk(&visiting, "");
    free(visiting.names);
    return status;
}

enum status certificate_file_check(const char *folder, const struct case_result *result, int i,
                                   struct failure *failure) {
    const struct case_certificate *certificate = &result->certificates[i];
    char path[CAMPAIGN_PATH_ROOM], name[CAMPAIGN_PATH_ROOM], digest[DIGEST_ROOM];
    uint64_t size;
    struct stat state;
    snprintf(name, sizeof name, "certificates/%s", certificate->file);
    enum status status = campaign_folder_path(folder, name, path, failure);
    if (status)
        return status;
    if (stat(path, &state) != 0)
        return failure_set(failure, STATUS_INPUT, "%s of '%s' is missing: %s", path, result->name,
                           strerror(errno));
    if (!S_ISREG(state.st_mode)) /* a pipe would be waited for */
        return failure_set(failure, STATUS_INPUT, "%s of '%s' is no file", path, result->name);
    status = digest_file(path, digest, &size, failure);
    if (!status && (size != certificate->size || strcmp(digest, certificate->digest) != 0))
        status = failure_set(failure, STATUS_INPUT,
                             "%s of '%s' was changed: its bytes are not those of the store", path,
                             result->name);
    return status;
}
