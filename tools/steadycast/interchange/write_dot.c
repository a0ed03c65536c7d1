/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

/* What nobody can look at is not drawn. */
enum { MOST_DRAWN = 20000 };

static bool is_drawn(const struct interchange_options *options, const struct message *message) {
    return options->item == 0 || message->item == options->item;
}

static size_t count_drawn(const struct interchange_list *source,
                          const struct interchange_options *options) {
    size_t drawn = 0;
    for (size_t i = 0; i < source->count; i++)
        drawn += is_drawn(options, &source->messages[i]);
    return drawn;
}

/* When each processor has the one item that is drawn. */
static void write_times(FILE *file, const struct interchange_list *source, int item) {
    const struct message_list *list = &source->list;
    int origin = list->all ? (item - 1) / list->items : 0;
    fprintf(file, "  p%d [label=\"%d\\n%ld\" shape=doublecircle];\n", origin, origin,
            (item - 1L) * list->period);
    for (size_t i = 0; i < source->count; i++) {
        const struct message *m = &source->messages[i];
        if (m->item == item)
            fprintf(file, "  p%d [label=\"%d\\n%ld\"];\n", m->to, m->to,
                    m->time + message_machine_flight(&list->machine, m));
    }
}

static void write_processors(FILE *file, const struct message_list *list) {
    for (int p = 0; p <= list->processors; p++)
        fprintf(file, "  p%d [label=\"%d\"%s];\n", p, p,
                list->all || p == 0 ? " shape=doublecircle" : "");
}

enum status interchange_dot(FILE *file, const struct interchange_list *source,
                            const struct interchange_options *options, struct failure *failure) {
    const struct message_list *list = &source->list;
    long items = list->all ? (list->processors + 1L) * list->items : list->items;
    int item = items == 1 ? 1 : options->item;
    if (list->operands && options->item)
        return failure_set(failure, STATUS_INPUT, "--item: messages of kind combining have none");
    if (item > items)
        return failure_set(failure, STATUS_INPUT, "--item: there are the items 1..%ld only", items);
    size_t drawn = count_drawn(source, options);
    if (drawn > MOST_DRAWN || list->processors >= MOST_DRAWN)
        return failure_set(failure, STATUS_INPUT,
                           "%zu messages among %d processors are too many for a picture: at most "
                           "%d (--item I draws those of one item)",
                           drawn, list->processors + 1, MOST_DRAWN);
    fprintf(file, "digraph messages {\n  rankdir=LR;\n  node [shape=circle];\n");
    if (item)
        write_times(file, source, item);
    else
        write_processors(file, list);
    for (size_t i = 0; i < source->count; i++) {
        const struct message *m = &source->messages[i];
        if (!is_drawn(options, m))
            continue;
        fprintf(file, "  p%d -> p%d [label=\"", m->from, m->to);
        if (list->operands)
            fprintf(file, "%s @ ", m->item ? "own" : "others");
        else if (!item)
            fprintf(file, "%d @ ", m->item);
        fprintf(file, "%d\"];\n", m->time);
    }
    fprintf(file, "}\n");
    return STATUS_OK;
}
