#include "solver/collective/multinode/gossip_player.h"

#include <stdlib.h>

#include "automata/memory.h"

enum { WORD = 64 };

enum status gossip_player_init(struct gossip_player *player, const struct gossip_graph *graph,
                               bool half, struct failure *failure) {
    size_t nodes = (size_t)graph->nodes;
    struct gossip_player made = {.graph = graph, .half = half, .words = nodes / WORD + 1};
    made.held = memory_new(nodes, made.words * sizeof *made.held);
    made.sent = memory_new(nodes, sizeof *made.sent);
    made.received = memory_new(nodes, sizeof *made.received);
    made.latest = memory_new(nodes, sizeof *made.latest);
    if (!made.held || !made.sent || !made.received || !made.latest) {
        gossip_player_clear(&made);
        return failure_memory(failure, "playing messages");
    }
    for (size_t v = 0; v < nodes; v++)
        made.held[v * made.words + v / WORD] |= UINT64_C(1) << v % WORD;
    *player = made;
    return STATUS_OK;
}

void gossip_player_clear(struct gossip_player *player) {
    free(player->held);
    free(player->sent);
    free(player->received);
    free(player->latest);
    *player = (struct gossip_player){0};
}

static const char *fault_of(const struct gossip_player *player, const struct message *m) {
    int nodes = player->graph->nodes, now = m->time + 1;
    if (m->time < player->time || m->from < 0 || m->from >= nodes || m->to < 0 || m->to >= nodes ||
        m->item < 1 || m->item > nodes || m->wait != 0)
        return "there is no such message";
    if (!gossip_graph_adjacent(player->graph, m->from, m->to))
        return "there is no such edge";
    const uint64_t *row = player->held + (size_t)(m->item - 1) * player->words;
    bool just_now = player->received[m->from] == now && player->latest[m->from] == m->item;
    if (!(row[m->from / WORD] >> m->from % WORD & 1) || just_now)
        return "the sender does not have the item";
    if (row[m->to / WORD] >> m->to % WORD & 1)
        return "the receiver has the item";
    if (player->sent[m->from] == now || player->received[m->to] == now)
        return "two messages from one processor, or to one, in one step";
    if (player->half && (player->received[m->from] == now || player->sent[m->to] == now))
        return "a processor sends and receives in one step";
    return NULL;
}

enum status gossip_player_take(void *context, const struct message *m, struct failure *failure) {
    struct gossip_player *player = context;
    const char *fault = fault_of(player, m);
    if (fault)
        return failure_set(failure, STATUS_INTERNAL,
                           "the message at time %d from %d to %d, item %d: %s", m->time, m->from,
                           m->to, m->item, fault);
    player->held[(size_t)(m->item - 1) * player->words + (size_t)m->to / WORD] |= UINT64_C(1)
                                                                                  << m->to % WORD;
    player->sent[m->from] = m->time + 1;
    player->received[m->to] = m->time + 1;
    player->latest[m->to] = m->item;
    player->time = m->time;
    player->count++;
    return STATUS_OK;
}

enum status gossip_player_end(const struct gossip_player *player, int *finish,
                              struct failure *failure) {
    long nodes = player->graph->nodes;
    /* nobody received an item twice, or its own */
    if (player->count != nodes * (nodes - 1))
        return failure_set(failure, STATUS_INTERNAL, "%ld messages do not bring %ld items to all",
                           player->count, nodes);
    *finish = player->count ? player->time + 1 : 0;
    return STATUS_OK;
}

enum status gossip_play(const struct message_list *list, const struct gossip_graph *graph,
                        const struct limits *limits, struct failure *failure) {
    struct gossip_player player;
    int finish = 0;
    enum status status = gossip_player_init(&player, graph, list->graph->half, failure);
    if (status)
        return status;
    status = message_list_each(list, gossip_player_take, &player, limits, failure);
    if (!status)
        status = gossip_player_end(&player, &finish, failure);
    if (!status && (finish != list->finish || player.count != list->count))
        status = failure_set(failure, STATUS_INTERNAL, "%ld messages end at %d, not %ld at %d",
                             player.count, finish, list->count, list->finish);
    gossip_player_clear(&player);
    return status;
}

struct message_list gossip_list(const struct message_graph *edges, int nodes) {
    return (struct message_list){.machine = {MESSAGE_GRAPH, 1, 0, 1, 1},
                                 .processors = nodes - 1,
                                 .items = 1,
                                 .all = true,
                                 .graph = edges};
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct message_array *array = source;
    enum status status = limits_check(limits, failure);
    for (size_t i = 0; i < array->count && !status; i++)
        status = take(context, &array->messages[i], failure);
    return status;
}

/* Whether no processor sends its own item twice. */
static bool is_single(const struct message_array *array, int nodes) {
    long own = 0;
    for (size_t i = 0; i < array->count; i++)
        own += array->messages[i].item == array->messages[i].from + 1;
    return own == nodes;
}

enum status gossip_list_of_array(const struct message_array *array,
                                 const struct gossip_graph *graph,
                                 const struct message_graph *edges, struct message_list *list,
                                 struct failure *failure) {
    struct message_list made = gossip_list(edges, graph->nodes);
    made.count = (long)array->count;
    made.each = each;
    made.source = array;
    made.single = is_single(array, graph->nodes);
    made.finish = array->count ? array->messages[array->count - 1].time + 1 : 0;
    made.delay = made.finish;
    enum status status = gossip_play(&made, graph, NULL, failure);
    if (!status)
        *list = made;
    return status;
}
