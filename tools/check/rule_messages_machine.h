/* The machines on which lists of messages are simulated: all rules that differ between models are
 * in rule_messages_machine.c. A new model is one struct machine_rules there.
 *
 * What happens to a message: its sending begins at `sent`; it enters the network at sent + o; its
 * reception begins at `received` = sent + o + L + wait; the receiver has the item at received + o.
 * The simulation calls the three rules in the order of these times. At one time receptions begin
 * before messages enter, and these come before sendings: intervals hold their first time, not
 * their last. A rule is told to the verdict at the line of the message. */
#ifndef STEADYCHECK_RULE_MESSAGES_MACHINE_H
#define STEADYCHECK_RULE_MESSAGES_MACHINE_H

#include "read.h"
#include "rule_messages_flight.h"

struct machine;

typedef bool machine_rule(struct machine *machine, struct reader *reader,
                          const struct message *message);

struct machine_rules {
    const char *name;
    bool (*read)(struct machine *machine, struct reader *reader);
    bool may_wait;
    machine_rule *send;
    machine_rule *enter; /* NULL if there is no rule */
    machine_rule *receive;
};

/* A processor of a LogP machine. The times are the first at which something may happen again. */
struct machine_processor {
    uint32_t send, receive, idle;
    uint32_t from, to; /* messages between entering and reception */
};

struct machine {
    const struct machine_rules *rules;
    uint32_t latency, overhead, gap, capacity;
    uint32_t *receive;                    /* postal: the first time to receive again */
    struct machine_processor *processors; /* LogP */
};

/* Reads the line `model` and those of its parameters. There is nothing to clear before
 * machine_open. */
bool machine_read(struct machine *machine, struct reader *reader);
void machine_open(struct machine *machine, uint32_t processors);
void machine_clear(struct machine *machine);

/* When the reception of a message begins that is sent at this time, and when the receiver of one
 * has the item. */
uint64_t machine_received(const struct machine *machine, uint32_t sent, uint32_t wait);
uint64_t machine_known(const struct machine *machine, uint64_t received);

/* "postal L=3", "LogP L=6 o=2 g=4", appended to the claim. */
void machine_claim(const struct machine *machine, struct verdict *verdict);

/* Refuted, at the line of this message; false. */
bool machine_refuted(struct reader *reader, const struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
