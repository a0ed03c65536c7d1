/*
 * Plays messages on a graph by the definition of the model (results/README.md, kind messages, model
 * graph, origins all, one item each): who sends has the item, who receives does not, along an edge;
 * each processor sends at most one message and receives at most one in a step, and for half duplex
 * not both; at the end everybody has everything.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_PLAYER_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_PLAYER_H

#include <stdint.h>

#include "solver/collective/multinode/gossip_graph.h"
#include "solver/model/message_array.h"

struct gossip_player {
    const struct gossip_graph *graph; /* borrowed */
    bool half;
    size_t words;   /* of a row */
    uint64_t *held; /* [item * words + ..]: a bit for each processor; owned */
    int *sent;      /* 1 + the last step in which it sent; owned */
    int *received;  /* owned */
    int *latest;    /* the item that it received then; owned */
    int time;       /* of the last message */
    long count;     /* of messages */
};

/* P^2/8 bytes: STATUS_MEMORY if they are refused. */
enum status gossip_player_init(struct gossip_player *player, const struct gossip_graph *graph,
                               bool half, struct failure *failure);
void gossip_player_clear(struct gossip_player *player);

/* The next message, item = 1 + processor; times do not descend. STATUS_INTERNAL with the message
 * and what is wrong with it. A message_take. */
enum status gossip_player_take(void *player, const struct message *message,
                               struct failure *failure);

/* STATUS_INTERNAL unless everybody has everything; *finish: when. */
enum status gossip_player_end(const struct gossip_player *player, int *finish,
                              struct failure *failure);

/* All of a list, whose finish and count must be what comes out. */
enum status gossip_play(const struct message_list *list, const struct gossip_graph *graph,
                        const struct limits *limits, struct failure *failure);

/* The list of messages that are kept in order in `array`; its head comes out of playing them. Both
 * graphs are those of the same edges; all are borrowed. */
enum status gossip_list_of_array(const struct message_array *array,
                                 const struct gossip_graph *graph,
                                 const struct message_graph *edges, struct message_list *list,
                                 struct failure *failure);

/* The head of a list of messages on this graph, one item each; the caller sets count, finish,
 * delay = finish, each and source. */
struct message_list gossip_list(const struct message_graph *edges, int nodes);

#endif
