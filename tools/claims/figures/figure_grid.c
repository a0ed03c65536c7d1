/* SPDX-License-Identifier: MIT */
/* Figures 4 and 5: who receives which item when, as a table. */
#include "tools/claims/figures/figures.h"
#include "tools/steadycast/verbs/message_grid.h"

static enum status draw(FILE *file, const char *folder, const char *name, int rows,
                        struct failure *failure) {
    struct messages_read read;
    enum status status = figure_messages(&read, folder, name, "messages", failure);
    if (status)
        return status;
    const struct message_list *list = &read.list;
    int last = rows && rows < list->processors ? rows : list->processors;
    fprintf(file,
            "<p>L = %d, P-1 = %d, %d items, the last one received at %d; rows: processors 1 "
            "to %d, columns: time; a star: sent on.</p>\n<pre>",
            list->machine.latency, list->processors, list->items, list->finish, last);
    status = message_grid(file, list, 1, last, NULL, failure);
    fputs("</pre>\n", file);
    messages_read_clear(&read);
    return status;
}

enum status draw_eight_items(FILE *file, const char *folder, struct failure *failure) {
    return draw(file, folder, "figure-2-items.cert", 0, failure);
}

/* The largest block is that of the first L + 2 processors. */
enum status draw_reception(FILE *file, const char *folder, struct failure *failure) {
    return draw(file, folder, "figure-4.cert", 7, failure);
}

enum status draw_buffered(FILE *file, const char *folder, struct failure *failure) {
    return draw(file, folder, "figure-5.cert", 0, failure);
}
