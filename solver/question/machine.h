/* SPDX-License-Identifier: MIT */
/* A machine that is asked about. It has a latency L, an overhead o, a gap g, p ports, and every
 * processor reaches every other one, or its neighbours in a network alone. The postal model is the
 * machine with o = 0, g = 1 and one port on a complete network; in a network L = 1. All of a
 * machine but its parameters (subjects.c) is here: its keys, class, forms in one word, and what
 * does not go together. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/model/logp_machine.h"
#include "solver/network/network_problem.h"

/* Its keys in a question, in their order. */
#define KEYS_OF_MACHINE                                                                            \
    KEY_LATENCY, KEY_OVERHEAD, KEY_GAP, KEY_CAPACITY /* what counts as being under way */,         \
        KEY_PORTS, KEY_NETWORK, KEY_DUPLEX

struct network_factors;
struct question;

/* The network of a question by its factors, and whole, with the groups of its ports; both are
 * cleared by the caller. */
enum status question_network(const struct question *question, struct network_factors *factors,
                             struct network *network, struct failure *failure);

/* What is asked for over a network; of a stream a broadcast. */
enum collective question_collective(const struct question *question);

/* Bits, as what is asked and who answers say of which machines. A machine is of one class. */
enum machine_class {
    MACHINE_POSTAL = 1,
    MACHINE_LOGP = 2,  /* another overhead, gap or capacity than the postal one's */
    MACHINE_PORTS = 4, /* postal but for several ports */
    MACHINE_NETWORK = 8,
    MACHINE_OTHER = 16 /* several ports with overhead or gap */
};
enum { MACHINE_CLASSES = 5 };

struct machine {
    struct logp_machine logp;
    enum logp_capacity capacity; /* what counts as being under way */
    int ports;                   /* p >= 1: sends, and receptions, of a processor at a time */
    const char *network; /* its name; NULL: every processor reaches every other one; borrowed */
    bool half;           /* in a network a processor does not send and receive in the same step */
    bool links;          /* a network whose links alone have capacities, not its processors */
};

/* Its ports, of a network. */
enum network_ports machine_network_ports(const struct machine *machine);

enum machine_class machine_class_of(const struct machine *machine);

/* `postal`, `logp`, `ports`, `network`; static. */
const char *machine_class_name(enum machine_class class);

/* Those of a set, in words: `postal, logp or ports`. */
void machine_class_names(int classes, char *text, size_t room);
