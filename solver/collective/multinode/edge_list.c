/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/edge_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"

void edge_list_add(struct edge_list *list, int a, int b) {
    if (list->lost)
        return;
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 64;
        struct message_edge *larger = memory_resize(list->edges, (size_t)room, sizeof *larger);
        list->lost = !larger;
        if (!larger)
            return;
        list->edges = larger;
        list->room = room;
    }
    list->edges[list->count++] = (struct message_edge){a, b};
}

void edge_list_clear(struct edge_list *list) {
    free(list->edges);
    *list = (struct edge_list){0};
}

enum status edge_list_make(struct edge_list *list, int nodes, struct gossip_graph *graph,
                           struct failure *failure) {
    if (list->lost)
        return failure_memory(failure, "a graph");
    return gossip_graph_make(nodes, list->edges, list->count, graph, failure);
}

/* One number below the largest number of nodes; *text is moved behind it. */
static bool read_node(const char **text, int *node) {
    char *end;
    *text += strspn(*text, " \t");
    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    long value = strtol(*text, &end, 10);
    if (errno || value >= GOSSIP_MOST_NODES)
        return false;
    *node = (int)value;
    *text = end;
    return true;
}

static enum status read_line(struct edge_list *list, const char *line, int *most, const char *name,
                             long number, struct failure *failure) {
    enum { SHOWN = 60 };
    int a, b;
    line += strspn(line, " \t");
    size_t length = strcspn(line, "\r\n");
    if (*line == '#' || *line == '\n' || *line == '\0')
        return STATUS_OK;
    const char *rest = line;
    if (!read_node(&rest, &a) || !read_node(&rest, &b) || rest[strspn(rest, " \t\r\n")] != '\0')
        return failure_set(failure, STATUS_INPUT,
                           "%s:%ld: expected two nodes, numbers below %d, found '%.*s'", name,
                           number, GOSSIP_MOST_NODES, (int)(length < SHOWN ? length : SHOWN), line);
    if (list->count >= GOSSIP_MOST_EDGES)
        return failure_set(failure, STATUS_LIMIT, "%s: more than %d edges", name,
                           GOSSIP_MOST_EDGES);
    edge_list_add(list, a, b);
    if (a > *most || b > *most)
        *most = a > b ? a : b;
    return STATUS_OK;
}

enum status edge_list_read(const char *name, struct gossip_graph *graph, struct failure *failure) {
    enum { LINE_ROOM = 256 };
    char line[LINE_ROOM];
    struct edge_list list = {0};
    int most = -1;
    enum status status = STATUS_OK;
    FILE *in = input_file_open(name);
    if (!in)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", name, strerror(errno));
    name = input_file_name(name);
    for (long number = 1; !status && fgets(line, sizeof line, in); number++)
        status = read_line(&list, line, &most, name, number, failure);
    if (!status && ferror(in))
        status = failure_set(failure, STATUS_INPUT, "%s can't be read", name);
    input_file_close(in);
    if (!status && most < 0)
        status = failure_set(failure, STATUS_INPUT,
                             "%s holds no edge: expected a line 'A B' for each", name);
    if (!status)
        status = edge_list_make(&list, most + 1, graph, failure);
    edge_list_clear(&list);
    return status;
}
