/* SPDX-License-Identifier: MIT */
/* Files that nobody asked for, and the lists of results. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/temporary_file.h"
#include "tools/steadycast/sweep/audit.h"

enum { PATH_ROOM = CAMPAIGN_PATH_ROOM };

/* --- strangers --- */

/* Names below certificates/ that the journal knows, sorted; borrowed. And the paths of those cases
 * that have no answer yet, sorted; owned. */
struct names {
    size_t count;
    const char **list;
    size_t unfinished_count;
    char **unfinished;
};

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_names(struct names *names, const struct case_result *result) {
    for (int i = 0; i < result->certificate_count; i++)
        names->list[names->count++] = result->certificates[i].file;
}

static enum status list_names(const struct journal *journal, struct names *names,
                              struct failure *failure) {
    size_t room = 0, count = journal->campaign->count;
    for (size_t i = 0; i < count; i++)
        room += CASE_MOST_CERTIFICATES * (1 + (size_t)journal->pieces[i].count);
    names->list = memory_new(room, sizeof *names->list);
    if (!names->list)
        return failure_memory(failure, "the names of certificates");
    for (size_t i = 0; i < count; i++) {
        add_names(names, &journal->last[i]);
        for (int j = 0; j < journal->pieces[i].count; j++)
            add_names(names, &journal->pieces[i].last[j]);
    }
    qsort(names->list, names->count, sizeof *names->list, compare_names);
    return STATUS_OK;
}

static int is_visible(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* The paths of cases without an answer. */
static enum status list_unfinished(const struct audit *audit, struct names *names,
                                   struct failure *failure) {
    names->unfinished = memory_new(audit->campaign.count, sizeof *names->unfinished);
    if (!names->unfinished)
        return failure_memory(failure, "the names of certificates");
    for (size_t i = 0; i < audit->campaign.count; i++) {
        char path[CAMPAIGN_NAME_ROOM];
        if (journal_is_final(&audit->journal, i))
            continue;
        campaign_case_path(&audit->campaign.cases[i], path);
        names->unfinished[names->unfinished_count] = strdup(path);
        if (!names->unfinished[names->unfinished_count++])
            return failure_memory(failure, "the names of certificates");
    }
    qsort(names->unfinished, names->unfinished_count, sizeof *names->unfinished, compare_names);
    return STATUS_OK;
}

/* Of a case that has no answer yet: written before its line in the journal. Behind the path of a
 * case comes one of .-/ in the names of its files. */
static bool is_unfinished(const struct names *names, const char *name) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%.*s", PATH_ROOM - 1, name);
    for (size_t i = strlen(path); i-- > 0;) {
        const char *key = path;
        if (!strchr(".-/", path[i]))
            continue;
        path[i] = 0;
        if (names->unfinished_count && bsearch(&key, names->unfinished, names->unfinished_count,
                                               sizeof *names->unfinished, compare_names))
            return true;
    }
    return false;
}

/* `below`: the folder inside certificates/, empty or ended by a slash. Links are not followed. */
static enum status walk(struct audit *audit, const struct names *names, const char *below,
                        struct failure *failure);

static enum status look_at(struct audit *audit, const struct names *names, const char *name,
                           struct failure *failure) {
    char relative[PATH_ROOM], path[PATH_ROOM];
    struct stat state;
    snprintf(relative, sizeof relative, "certificates/%.*s", PATH_ROOM - 20, name);
    enum status status = campaign_folder_path(audit->folder, relative, path, failure);
    if (status || lstat(path, &state) != 0)
        return status; /* it was there a moment ago */
    if (S_ISDIR(state.st_mode)) {
        snprintf(relative, sizeof relative, "%.*s/", PATH_ROOM - 20, name);
        return walk(audit, names, relative, failure);
    }
    if (S_ISREG(state.st_mode) &&
        bsearch(&name, names->list, names->count, sizeof *names->list, compare_names))
        return STATUS_OK;
    if (is_unfinished(names, name))
        return audit_say(audit, AUDIT_MISSING, failure,
                         "the line of the journal for certificates/%.500s", name);
    return audit_say(audit, AUDIT_FAULT, failure,
                     "certificates/%.500s: no line of the journal knows this file", name);
}

static enum status walk(struct audit *audit, const struct names *names, const char *below,
                        struct failure *failure) {
    char relative[PATH_ROOM], path[PATH_ROOM];
    struct dirent **entries;
    snprintf(relative, sizeof relative, "certificates/%.*s", PATH_ROOM - 20, below);
    enum status status = campaign_folder_path(audit->folder, relative, path, failure);
    if (status)
        return status;
    int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0 && errno == ENOENT)
        return STATUS_OK;
    if (count < 0)
        return audit_say(audit, AUDIT_FAULT, failure, "%.500s: %s", relative, strerror(errno));
    for (int i = 0; i < count; i++) {
        char name[PATH_ROOM];
        bool fits =
            snprintf(name, sizeof name, "%s%s", below, entries[i]->d_name) < (int)sizeof name - 20;
        if (!status && fits)
            status = look_at(audit, names, name, failure);
        else if (!status)
            status =
                audit_say(audit, AUDIT_FAULT, failure, "certificates/%.300s..: too long", name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

enum status audit_strangers(struct audit *audit, struct failure *failure) {
    struct names names = {0};
    enum status status = list_names(&audit->journal, &names, failure);
    if (!status)
        status = list_unfinished(audit, &names, failure);
    if (!status)
        status = walk(audit, &names, "", failure);
    free(names.list);
    for (size_t i = 0; i < names.unfinished_count; i++)
        free(names.unfinished[i]);
    free(names.unfinished);
    return status;
}

/* --- results --- */

/* The line, from 1, in which two files differ; 0: none. */
static long first_difference(FILE *a, FILE *b) {
    long line = 1;
    for (;;) {
        int x = getc(a), y = getc(b);
        if (x != y)
            return line;
        if (x == EOF)
            return 0;
        line += x == '\n';
    }
}

static enum status compare(struct audit *audit, const char *expected, const char *name,
                           struct failure *failure) {
    char paths[2][PATH_ROOM];
    enum status status = campaign_folder_path(audit->folder, name, paths[0], failure);
    if (!status)
        status = campaign_folder_path(expected, name, paths[1], failure);
    if (status)
        return status;
    FILE *found = fopen(paths[0], "rb"), *right = fopen(paths[1], "rb");
    if (!found)
        status = errno == ENOENT
                     ? audit_say(audit, AUDIT_MISSING, failure,
                                 "%s, though all is answered: sweep writes it again", name)
                     : audit_say(audit, AUDIT_FAULT, failure, "%s: %s", name, strerror(errno));
    if (!right)
        status = failure_set(failure, status_of_errno(errno), "%s: %s", paths[1], strerror(errno));
    long line = found && right ? first_difference(found, right) : 0;
    if (found)
        fclose(found);
    if (right)
        fclose(right);
    if (!status && line)
        status = audit_say(audit, AUDIT_FAULT, failure, "%s line %ld is not what the journal says",
                           name, line);
    return status;
}

/* What the journal says is written once more, elsewhere. */
enum status audit_results(struct audit *audit, struct failure *failure) {
    static const char *const names[] = {"results.jsonl", "results.csv"};
    char folder[PATH_ROOM], path[PATH_ROOM];
    enum status status =
        campaign_folder_path(temporary_folder(), "steadycast-audit-XXXXXX", folder, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, status_of_errno(errno), "%s: %s", folder, strerror(errno));
    status = campaign_folder_write_results(folder, &audit->campaign, &audit->shard, &audit->journal,
                                           false, failure);
    for (int i = 0; i < 2; i++) {
        if (!status)
            status = compare(audit, folder, names[i], failure);
        if (!campaign_folder_path(folder, names[i], path, NULL))
            unlink(path);
    }
    rmdir(folder);
    return status;
}
