/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_kept.h"

#include <dirent.h>
#include <stdlib.h>

#include "tools/steadycast/draw/markup.h"

enum { PATH_ROOM = 4096, MOST_LINKS = 24 };

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void print_link(FILE *file, const char *link, const char *name, const char *kept) {
    fprintf(file, "<a href=\"%s/%s/", link, name);
    markup_text(file, kept);
    fputs("\">", file);
    markup_text(file, kept);
    fputs("</a>", file);
}

void claim_kept_links(FILE *file, const char *folder, const char *link, const char *name) {
    char path[PATH_ROOM];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int count = scandir(path, &entries, is_shown, alphasort);
    if (count < 0)
        return;
    if (count)
        fprintf(file, "<dt>kept</dt><dd>");
    for (int i = 0; i < count; i++) {
        if (i < MOST_LINKS) {
            fputs(i ? ", " : "", file);
            print_link(file, link, name, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    if (count > MOST_LINKS)
        fprintf(file, " and %d more", count - MOST_LINKS);
    if (count)
        fputs("</dd>\n", file);
}
