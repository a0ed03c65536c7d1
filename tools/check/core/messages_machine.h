/* SPDX-License-Identifier: MIT */
/* The machines on which lists of messages are played: all rules that differ between models. Each
 * model is one struct machine_rules, and what it keeps is its own affair.
 *
 * What happens to a message: its sending begins at `sent`; it enters the network, or the
 * receiver's buffer, at sent + until_entering; its reception begins at `received` = sent + o + L +
 * wait; the receiver has what it carries at received + o. The player calls the three rules in the
 * order of these times. At one time receptions begin before messages enter, and these come before
 * sendings: intervals hold their first time, not their last. Only the time that a message spends
 * in a buffer holds its last as well, so there messages enter first. What breaks a rule is reported
 * to the verdict at the line of the message. */
#pragma once

#include "core/read.h"

struct message {
    uint32_t from, to;
    uint32_t load;     /* what it carries: an item, or what a payload makes of it */
    uint32_t sent;     /* when the sending begins */
    uint32_t received; /* when the reception begins, after `sent` */
    uint32_t line;     /* of the file, modulo 2^32 */
};

enum { MACHINE_PROCESSORS_LIMIT = 100000000 };

struct machine;

typedef void machine_rule(struct machine *machine, const struct message *message);

/* NULL where there is no such rule. A fault ends the check. */
struct machine_rules {
    const char *name;
    bool may_wait;                         /* a message may wait for its reception */
    bool sends_many;                       /* a processor may send several messages at a time */
    bool enters_first;                     /* at one time, before receptions begin */
    void (*read)(struct machine *machine); /* lines before `processors` */
    size_t room; /* of an element of `state`, one for each processor; or, in place of it: */
    void (*open)(struct machine *machine);      /* lines behind; makes `state` */
    void (*read_last)(struct machine *machine); /* those before the list */
    machine_rule *send, *enter, *receive;
    /* The processor works for itself, so long from this time on; both together are below 2^32.
     * Reported at the current line. */
    void (*work)(struct machine *machine, uint32_t processor, uint64_t time, uint64_t cycles);
    void (*check_last)(struct machine *machine);                           /* behind the list */
    void (*claim)(const struct machine *machine, struct verdict *verdict); /* "postal L=3" */
};

struct machine {
    struct reader *reader; /* borrowed */
    const struct machine_rules *rules;
    uint32_t latency, overhead;
    uint32_t parameter;   /* a third one: LogP's gap, or the number of ports */
    uint32_t capacity;    /* LogP: which messages are counted; 0: those that wait too */
    struct stated buffer; /* buffered: messages in one buffer, as stated, */
    uint32_t held;        /* and as there were */
    uint32_t processors;
    uint32_t until_entering;
    bool waits;  /* a message has waited for its reception */
    void *state; /* what the model keeps */
};

/* The models that the program at hand takes, up to NULL, and what is said of others; it defines
 * both. */
extern const struct machine_rules *const machine_models[];

extern const struct machine_rules machine_postal;

/* Reads the line `model` and those of its parameters, up to `processors`. */
void machine_read(struct machine *machine, struct reader *reader);

/* Gets ready for this many processors, and reads what the model says of them. */
void machine_open(struct machine *machine, uint32_t processors);

/* For the rules: refuted, at the line of this message. */
_Noreturn void machine_refuted(const struct machine *machine, const struct message *message,
                               const char *format, ...) __attribute__((format(printf, 3, 4)));

/* For models with one line `latency`, and for those whose state is an array with an element of this
 * size for each processor, which is charged. */
void machine_read_latency(struct machine *machine);
void machine_open_state(struct machine *machine, size_t size);

/* A rule of most of them: one reception at a time. `free` is the first time at which the receiver
 * may receive again. */
void machine_receive_one(const struct machine *machine, const struct message *message,
                         uint32_t *free);
