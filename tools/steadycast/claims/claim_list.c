#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/claims/claim_figure.h"
#include "tools/steadycast/claims/claim_method.h"
#include "tools/steadycast/claims/claim_run.h"

static int paper_place(const char *key) {
    int place = 0;
    while (claim_papers[place].key && strcmp(claim_papers[place].key, key) != 0)
        place++;
    return place;
}

static int compare(const void *a, const void *b) {
    const struct claim_case *x = &((const struct claim_entry *)a)->claim;
    const struct claim_case *y = &((const struct claim_entry *)b)->claim;
    int papers = paper_place(x->paper) - paper_place(y->paper);
    return papers ? papers : strcmp(x->name, y->name);
}

static enum status see_figure(const struct claim_case *claim, struct failure *failure) {
    if (!claim->figure || claim_figure(claim->figure))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "%s: there is no figure '%s' (see: claims --methods)",
                       claim->path, claim->figure);
}

static enum status see_method(const struct claim_case *claim, struct failure *failure) {
    for (int i = 0; claim_methods[i].name; i++)
        if (strcmp(claim_methods[i].name, claim->method) == 0)
            return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "%s: there is no method '%s' (see: claims --methods)",
                       claim->path, claim->method);
}

enum status claim_list_read(struct claim_list *claims, const char *folder,
                            struct failure *failure) {
    char pattern[CLAIM_PATH_ROOM];
    glob_t files;
    if (snprintf(pattern, sizeof pattern, "%s/*.case", folder) >= (int)sizeof pattern)
        return failure_set(failure, STATUS_INPUT, "the name of the folder %.80s is too long",
                           folder);
    *claims = (struct claim_list){0};
    int error = glob(pattern, 0, NULL, &files);
    if (error == GLOB_NOMATCH)
        return failure_set(failure, STATUS_INPUT, "%s: there are no cases (see --cases)", pattern);
    if (error)
        return failure_set(failure, STATUS_SYSTEM, "%s can't be read", pattern);
    claims->list = memory_new(files.gl_pathc, sizeof *claims->list);
    enum status status = claims->list ? STATUS_OK : failure_memory(failure, "the cases");
    for (size_t i = 0; i < files.gl_pathc && !status; i++) {
        struct claim_case *claim = &claims->list[claims->count++].claim;
        status = claim_case_read(claim, files.gl_pathv[i], failure);
        if (!status)
            status = see_method(claim, failure);
        if (!status)
            status = see_figure(claim, failure);
    }
    globfree(&files);
    if (!status)
        qsort(claims->list, claims->count, sizeof *claims->list, compare);
    return status;
}

void claim_list_clear(struct claim_list *claims) {
    for (size_t i = 0; i < claims->count; i++) {
        claim_case_clear(&claims->list[i].claim);
        claim_record_clear(&claims->list[i].record);
    }
    free(claims->list);
    *claims = (struct claim_list){0};
}

size_t claim_list_select(struct claim_list *claims, const char *pattern) {
    size_t selected = 0;
    for (size_t i = 0; i < claims->count; i++) {
        struct claim_entry *entry = &claims->list[i];
        const char *name = entry->claim.name;
        entry->selected = !pattern || (strpbrk(pattern, "*?") ? fnmatch(pattern, name, 0) == 0
                                                              : strstr(name, pattern) != NULL);
        selected += entry->selected;
    }
    return selected;
}
