/* SPDX-License-Identifier: MIT */
/* Figures 1 and 6: what each processor of a LogP machine does, and the tree of its messages. */
#include "tools/claims/figures/figures.h"
#include "tools/steadycast/show/list_picture.h"

static enum status print(FILE *file, struct picture *picture, enum status status) {
    if (!status)
        picture_print(file, picture, true);
    picture_clear(picture);
    return status;
}

static enum status draw(FILE *file, const struct messages_read *read, const char *tree_text,
                        struct failure *failure) {
    struct picture chart = {0}, tree = {.title = "The tree of the messages"};
    struct list_view view = list_view_of(&read->list);
    snprintf(tree.text, sizeof tree.text, "%s", tree_text);
    enum status status = print(file, &tree, item_tree(&tree, read, failure));
    return status ? status : print(file, &chart, list_picture(&chart, read, &view, failure));
}

static enum status draw_certificate(FILE *file, const char *folder, const char *name,
                                    const char *kind, const char *tree_text,
                                    struct failure *failure) {
    struct messages_read read;
    enum status status = figure_messages(&read, folder, name, kind, failure);
    if (status)
        return status;
    status = draw(file, &read, tree_text, failure);
    messages_read_clear(&read);
    return status;
}

enum status draw_single(FILE *file, const char *folder, struct failure *failure) {
    return draw_certificate(file, folder, "figure-1.cert", "messages",
                            "Time to the right; the number is when a processor has the item.",
                            failure);
}

enum status draw_summation(FILE *file, const char *folder, struct failure *failure) {
    return draw_certificate(file, folder, "figure-6.cert", "summation",
                            "Time to the right; the number is when a processor begins to send, at "
                            "the root when it has received the last message.",
                            failure);
}
