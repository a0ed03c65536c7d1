/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

#include "solver/model/message_play.h"

const char *interchange_model_name(enum message_model model) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal",
        [MESSAGE_LOGP] = "logp",
        [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",
    };
    return names[model];
}

enum status interchange_expand(const struct messages_read *read, struct message_array *array,
                               struct failure *failure) {
    const struct message_list *list = &read->list;
    long processors = list->processors + 1L, items = processors * list->items;
    if ((double)list->count * (double)processors > INTERCHANGE_MOST_MESSAGES)
        return failure_limit(
            failure, "%ld messages, each of which stands for %ld by rotation, are more than %d",
            list->count, processors, INTERCHANGE_MOST_MESSAGES);
    for (size_t i = 0; i < read->array.count; i++)
        for (long r = 0; r < processors; r++) {
            struct message m = read->array.messages[i];
            m.from = (int)r;
            m.to = (int)((m.to + r) % processors);
            if (!list->operands)
                m.item = (int)((m.item - 1 + r * list->items) % items) + 1;
            message_array_add(array, &m);
        }
    if (array->lost)
        return failure_memory(failure, "a list of messages");
    message_array_sort(array);
    return STATUS_OK;
}

enum status interchange_check(const struct interchange_list *source, struct failure *failure) {
    struct message_play play;
    struct message_fault fault;
    struct failure reason;
    TRY(message_play(&source->list, NULL, NULL, &play, &fault, failure));
    if (message_fault_status(&fault, &reason) == STATUS_OK)
        return STATUS_OK;
    return failure_input(failure, "%s (see steadycheck)", reason.message);
}

/* Lists of messages as CSV, as JSON and for Graphviz. */

enum status interchange_csv(FILE *file, const struct interchange_list *source,
                            const struct interchange_options *options, struct failure *failure) {
    enum message_model model = source->list.machine.model;
    bool waits = model == MESSAGE_LOGP || model == MESSAGE_BUFFERED;
    (void)options;
    (void)failure;
    fprintf(file, "time,from,to,%s%s\n", source->list.operands ? "own" : "item",
            waits ? ",wait" : "");
    for (size_t i = 0; i < source->count && !ferror(file); i++) {
        const struct message *m = &source->messages[i];
        fprintf(file, "%d,%d,%d,%d", m->time, m->from, m->to, m->item);
        if (waits)
            fprintf(file, ",%d", m->wait);
        putc('\n', file);
    }
    return STATUS_OK;
}

static void write_machine(FILE *file, const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    fprintf(file, "  \"machine\": {\"model\": \"%s\", \"latency\": %d",
            interchange_model_name(machine->model), machine->latency);
    if (machine->model == MESSAGE_LOGP)
        fprintf(file, ", \"overhead\": %d, \"gap\": %d", machine->overhead, machine->gap);
    if (machine->model == MESSAGE_PORTS)
        fprintf(file, ", \"ports\": %d", machine->ports);
    fprintf(file, "},\n");
}

static void write_head(FILE *file, const struct message_list *list) {
    fprintf(file, "{\n  \"format\": \"steadycast %s 1\",\n",
            list->reduce     ? "summation"
            : list->operands ? "combining"
                             : "messages");
    write_machine(file, list);
    fprintf(file, "  \"processors\": %d,\n", list->processors + 1);
    if (list->operands) {
        fprintf(file, "  \"finish\": %d,\n", list->finish);
        return;
    }
    fprintf(file, "  \"items\": %d,\n  \"origin\": %s,\n  \"period\": %d,\n  \"sends\": \"%s\",\n",
            list->items, list->all ? "\"all\"" : "0", list->period,
            list->single ? "single" : "any");
    fprintf(file, "  \"delay\": %d,\n  \"finish\": %d,\n", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "  \"buffer\": %d,\n", list->buffer);
}

enum status interchange_json(FILE *file, const struct interchange_list *source,
                             const struct interchange_options *options, struct failure *failure) {
    (void)options;
    (void)failure;
    write_head(file, &source->list);
    fprintf(file, "  \"messages\": [");
    for (size_t i = 0; i < source->count && !ferror(file); i++) {
        const struct message *m = &source->messages[i];
        fprintf(file, "%s\n    {\"time\": %d, \"from\": %d, \"to\": %d, ", i ? "," : "", m->time,
                m->from, m->to);
        if (source->list.operands)
            fprintf(file, "\"own\": %s", m->item ? "true" : "false");
        else
            fprintf(file, "\"item\": %d", m->item);
        if (m->wait)
            fprintf(file, ", \"wait\": %d", m->wait);
        putc('}', file);
    }
    fprintf(file, "\n  ]\n}\n");
    return STATUS_OK;
}

/* What nobody can look at is not drawn. */
enum { MOST_DRAWN = 20000 };

static bool is_drawn(const struct interchange_options *options, const struct message *message) {
    return options->item == 0 || message->item == options->item;
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

enum status interchange_dot(FILE *file, const struct interchange_list *source,
                            const struct interchange_options *options, struct failure *failure) {
    const struct message_list *list = &source->list;
    long items = list->all ? (list->processors + 1L) * list->items : list->items;
    int item = items == 1 ? 1 : options->item;
    if (list->operands && options->item)
        return failure_input(failure, "--item: messages of kind combining have none");
    if (item > items)
        return failure_input(failure, "--item: there are the items 1..%ld only", items);
    size_t drawn = 0;
    for (size_t i = 0; i < source->count; i++)
        drawn += is_drawn(options, &source->messages[i]);
    if (drawn > MOST_DRAWN || list->processors >= MOST_DRAWN)
        return failure_input(failure,
                             "%zu messages among %d processors are too many for a picture: at most "
                             "%d (--item I draws those of one item)",
                             drawn, list->processors + 1, MOST_DRAWN);
    fprintf(file, "digraph messages {\n  rankdir=LR;\n  node [shape=circle];\n");
    if (item)
        write_times(file, source, item);
    for (int p = 0; p <= list->processors && !item; p++)
        fprintf(file, "  p%d [label=\"%d\"%s];\n", p, p,
                list->all || p == 0 ? " shape=doublecircle" : "");
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
