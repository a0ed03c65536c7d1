/* The machines on which lists of messages are simulated: all rules that differ between models are
 * in messages_machine_postal.c (with buffered and ports), .._logp.c and .._graph.c. A new
 * model is one struct machine_rules there.
 *
 * What happens to a message: its sending begins at `sent`; it enters the network at sent + o, or
 * in the model buffered the receiver's buffer at sent + L; its reception begins at `received` =
 * sent + o + L + wait; the receiver has the item at received + o. The simulation calls the three
 * rules in the order of these times. At one time receptions begin before messages enter, and
 * these come before sendings: intervals hold their first time, not their last. Only the time that
 * a message spends in a buffer holds its last as well, so there messages enter first. A rule is
 * told to the verdict at the line of the message. */
#ifndef STEADYCHECK_MESSAGES_MACHINE_H
#define STEADYCHECK_MESSAGES_MACHINE_H

#include "core/messages_flight.h"
#include "core/read.h"
#include "rest/graph.h"

struct machine;

typedef bool machine_rule(struct machine *machine, struct reader *reader,
                          const struct message *message);

struct machine_rules {
    const char *name;
    bool (*read)(struct machine *machine, struct reader *reader); /* before the line processors */
    bool (*open)(struct machine *machine, struct reader *reader);
    void (*claim)(const struct machine *machine, struct verdict *verdict);
    bool may_wait;
    bool sends_many;                      /* a processor may send several messages at a time */
    bool has_buffer;                      /* there is a line buffer */
    bool has_edges;                       /* processors differ by their edges */
    bool enters_first;                    /* at one time, before receptions begin */
    machine_rule *send, *enter, *receive; /* NULL if there is no rule */
};

struct machine {
    const struct machine_rules *rules;
    uint32_t latency, overhead, gap, capacity, ports;
    uint32_t processors;
    uint32_t until_entering; /* from the sending on */
    uint32_t buffer, held;   /* buffered: messages in one buffer at most, as stated and as found */
    uint64_t buffer_line;
    bool half_duplex;
    struct graph graph;
    void *state;                      /* an array of what the model keeps for each processor */
    uint32_t sender, sent, sent_many; /* ports: who sent last, when, and how much at this time */
};

extern const struct machine_rules machine_postal, machine_buffered, machine_ports, machine_logp,
    machine_graph;

/* Reads the line `model` and those of its parameters, up to `processors`. After this, right or
 * not, the machine is to be cleared. */
bool machine_read(struct machine *machine, struct reader *reader);

/* In place of that: the model graph, whose line `duplex` is known. */
void machine_begin_graph(struct machine *machine, bool half_duplex);

/* Gets ready for this many processors, and reads the edges that may be between them. */
bool machine_open(struct machine *machine, struct reader *reader, uint32_t processors);
void machine_clear(struct machine *machine);

/* The line `buffer`, of models that have it; for others both numbers are 0. */
bool machine_read_buffer(struct machine *machine, struct reader *reader);

/* When the reception of a message begins that is sent at this time, and when the receiver of one
 * has the item. */
uint64_t machine_received(const struct machine *machine, uint32_t sent, uint32_t wait);
uint64_t machine_known(const struct machine *machine, uint64_t received);

/* "postal L=3", "LogP L=6 o=2 g=4", appended to the claim. */
void machine_claim(const struct machine *machine, struct verdict *verdict);

/* For the rules: refuted, at the line of this message; false. */
bool machine_refuted(struct reader *reader, const struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For the rules: an array with one element of this size for each processor. */
bool machine_open_state(struct machine *machine, size_t size);

#endif
