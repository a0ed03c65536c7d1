/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

static void write_edges(FILE *file, const struct message_graph *graph) {
    fprintf(file, "  \"edges\": [");
    for (int i = 0; i < graph->count; i++)
        fprintf(file, "%s[%d, %d]", i ? ", " : "", graph->edges[i].a, graph->edges[i].b);
    fprintf(file, "],\n");
}

static void write_machine(FILE *file, const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    fprintf(file, "  \"machine\": {\"model\": \"%s\"", interchange_model_name(machine->model));
    if (machine->model != MESSAGE_GRAPH)
        fprintf(file, ", \"latency\": %d", machine->latency);
    if (machine->model == MESSAGE_LOGP)
        fprintf(file, ", \"overhead\": %d, \"gap\": %d", machine->overhead, machine->gap);
    if (machine->model == MESSAGE_PORTS)
        fprintf(file, ", \"ports\": %d", machine->ports);
    if (machine->model == MESSAGE_GRAPH)
        fprintf(file, ", \"duplex\": \"%s\"", list->graph->half ? "half" : "full");
    fprintf(file, "},\n");
}

static void write_head(FILE *file, const struct message_list *list) {
    fprintf(file, "{\n  \"format\": \"steadycast %s 1\",\n",
            list->reduce     ? "summation"
            : list->operands ? "combining"
                             : "messages");
    write_machine(file, list);
    fprintf(file, "  \"processors\": %d,\n", list->processors + 1);
    if (list->machine.model == MESSAGE_GRAPH)
        write_edges(file, list->graph);
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
