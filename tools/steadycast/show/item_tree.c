/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/list_picture.h"

#include "tools/steadycast/draw/picture.h"

/* Of a processor: the other end of its message, and its label. */
struct hanging {
    int on; /* -1: the root */
    int label;
    bool found;
};

bool item_tree_can(const struct messages_read *read) {
    const struct message_list *list = &read->list;
    return (list->reduce || (!list->all && !list->operands)) && list->processors < ITEM_TREE_MOST;
}

/* Who is the root is told by who has no message. */
static int find_hanging(const struct messages_read *read, struct hanging *hanging) {
    const struct message_list *list = &read->list;
    int root = -1;
    for (int i = 0; i <= list->processors; i++)
        hanging[i] = (struct hanging){-1, 0, false};
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *message = &read->array.messages[i];
        long time = message->time + message_machine_flight(&list->machine, message);
        if (list->reduce)
            hanging[message->from] = (struct hanging){message->to, message->time, true};
        else if (message->item == 1)
            hanging[message->to] = (struct hanging){message->from, (int)time, true};
    }
    for (int i = 0; i <= list->processors; i++)
        if (!hanging[i].found) {
            if (root >= 0)
                return -1;
            root = i;
            hanging[i].label = list->reduce ? list->finish : 0;
        }
    return root;
}

/* Puts a processor and those that hang on it into the rows, the earlier ones first (of operands the
 * later ones, which are nearer). */
static void put(const struct messages_read *read, const struct hanging *hanging, int processor,
                int parent, struct tree_row *rows, int *count) {
    int row = (*count)++, all = read->list.processors + 1;
    bool done[ITEM_TREE_MOST] = {false};
    rows[row] = (struct tree_row){hanging[processor].label, parent, processor, 0};
    for (;;) {
        int best = -1;
        for (int i = 0; i < all; i++) {
            bool sooner = best >= 0 && (read->list.reduce ? hanging[i].label > hanging[best].label
                                                          : hanging[i].label < hanging[best].label);
            if (hanging[i].on == processor && !done[i] && (best < 0 || sooner))
                best = i;
        }
        if (best < 0)
            return;
        done[best] = true;
        rows[row].inner = 1;
        put(read, hanging, best, row, rows, count);
    }
}

enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure) {
    struct hanging hanging[ITEM_TREE_MOST];
    struct tree_row rows[ITEM_TREE_MOST];
    int count = 0, root = find_hanging(read, hanging);
    if (root >= 0)
        put(read, hanging, root, -1, rows, &count);
    if (count != read->list.processors + 1)
        return failure_set(failure, STATUS_INPUT,
                           "the messages are no tree: some processor receives none, or several");
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    double below = tree_rows_draw(picture->file, rows, count, 6);
    return picture_end(picture, tree_rows_width(rows, count), below + 6, failure);
}
