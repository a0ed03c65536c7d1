/* SPDX-License-Identifier: MIT */
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/claims/claim_job.h"
#include "tools/claims/claim_run.h"
#include "tools/claims/figures/figures.h"

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
    struct claim_figure figure;
    if (!claim->figure ||
        (claim->title && claim->shows && claim_figure_read(claim->figure, &figure)))
        return STATUS_OK;
    return claim_case_fault(claim, claim_case_line(claim, "figure"), failure,
                            "expected figure NAME KIND FILE, title and shows, not '%.80s'",
                            claim->figure);
}

/* NAME.txt and NAME are files of the folder of a run, beside `table.txt` and `program`, and NAME is
 * an anchor of the page. */
static enum status see_name(const struct claim_case *claim, struct failure *failure) {
    static const char *const taken[] = {"table", "program"};
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const char *name = claim->name, *ending = strrchr(name, '.');
    bool well = *name && !name[strspn(name, letters)] && (!ending || strcmp(ending, ".txt") != 0);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        well = well && strcmp(name, taken[i]) != 0;
    return well ? STATUS_OK
                : failure_input(failure,
                                "%s: the name of a case has letters, digits, '-', '_' and '.', "
                                "does not end in .txt, and is not table or program",
                                claim->path);
}

/* A key that is misspelt, or there twice, would leave the case with another range than is meant. */
static enum status see_ranges(const struct claim_case *claim, const char *line,
                              const struct claim_ranges *ranges, struct failure *failure) {
    for (size_t i = 0; i < ranges->count; i++) {
        const char *key = ranges->list[i].key;
        bool files = claim->evidence_count && strcmp(key, "files") == 0;
        if (!files && !ranges->list[i].taken)
            return claim_case_fault(claim, claim_case_line(claim, line), failure,
                                    "no line takes the range of '%.40s'", key);
        for (size_t before = 0; before < i; before++)
            if (strcmp(ranges->list[before].key, key) == 0)
                return claim_case_fault(claim, claim_case_line(claim, line), failure,
                                        "the range of '%.40s' is there twice", key);
    }
    return STATUS_OK;
}

/* The recorded counter-example is where the paper's hypotheses hold, and not `within`. */
static enum status see_counterexample(const struct claim_case *claim, struct failure *failure) {
    enum claim_membership where = CLAIM_INSIDE;
    struct claim_point point;
    claim_point_read(&point, claim->counterexample);
    TRY(claim_program_place(claim, &point, &where, failure));
    if (where == (claim->within ? CLAIM_BEYOND : CLAIM_INSIDE))
        return STATUS_OK;
    return claim_case_fault(claim, claim_case_line(claim, "counter-example"), failure,
                            "this counter-example is not %s: '%.80s'",
                            where == CLAIM_INSIDE ? "outside of `within`"
                                                  : "where the paper's hypotheses hold",
                            claim->counterexample);
}

static enum status see_program(const struct claim_case *claim, struct failure *failure) {
    if (!claim->program_count && !claim->evidence_count)
        return claim_case_fault(claim, claim->last_line, failure,
                                "here should be a line 'try' or 'certificate'");
    TRY(claim->counterexample ? see_counterexample(claim, failure)
                              : claim_program_place(claim, NULL, NULL, failure));
    TRY(see_ranges(claim, "quick", &claim->quick, failure));
    return see_ranges(claim, "full", &claim->full, failure);
}

enum status claim_list_read(struct claim_list *claims, const char *folder,
                            struct failure *failure) {
    char pattern[CLAIM_PATH_ROOM];
    CLEANUP(globfree) glob_t files = {0};
    *claims = (struct claim_list){0};
    if (campaign_folder_path(folder, "*.case", pattern, failure))
        return STATUS_INPUT;
    int error = glob(pattern, 0, NULL, &files);
    if (error == GLOB_NOMATCH)
        return failure_input(failure, "%s: there are no cases (see --cases)", pattern);
    if (error)
        return failure_system(failure, "%s can't be read", pattern);
    claims->list = memory_new(files.gl_pathc, sizeof *claims->list);
    TRY(memory_check(claims->list, failure, "the cases"));
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct claim_case *claim = &claims->list[claims->count++].claim;
        TRY(claim_case_read(claim, files.gl_pathv[i], failure));
        TRY(see_name(claim, failure));
        TRY(see_program(claim, failure));
        TRY(see_figure(claim, failure));
    }
    qsort(claims->list, claims->count, sizeof *claims->list, compare);
    return STATUS_OK;
}

void claim_list_clear(struct claim_list *claims) {
    for (size_t i = 0; i < claims->count; i++) {
        claim_case_clear(&claims->list[i].claim);
        claim_finding_clear(&claims->list[i].finding);
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

enum status claim_list_none(const struct claim_list *claims, const char *pattern,
                            struct failure *failure) {
    char meant[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, pattern);
    for (size_t i = 0; i < claims->count; i++) {
        const char *name = claims->list[i].claim.name;
        for (size_t end = 0; name[end]; end++) {
            char part[SUGGESTION_ROOM]; /* a name, or its beginning: dimakopoulos-rings */
            end += strcspn(name + end, "-");
            snprintf(part, sizeof part, "%.*s", (int)end, name);
            suggestion_offer(&suggestion, part);
            if (!name[end])
                break;
        }
    }
    return failure_input(failure, "--only: no case has '%.60s' in its name%s", pattern,
                         suggestion_text(&suggestion, meant, sizeof meant));
}
