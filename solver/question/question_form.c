/* SPDX-License-Identifier: MIT */
/* The subjects and their parameters. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "solver/question/question.h"

enum {
    MOST_LATENCY = 5000,
    MOST_DEPTH = 1000000,
    MOST_PROCESSORS = 1000000000,
    MOST_SCANNED = 10000000,
    MOST_ITEMS = 1000000000,
    MOST_PORTS = 10000,
    MOST_MACHINE = 1000000,
    MOST_TIME = 10000000,
    LEAST_FRACTION = 4,
    MOST_FRACTION = 20
};

static const struct {
    const char *name;
    const char *symbol;
} keys[KEYS] = {
    [KEY_LATENCY] = {"latency", "L"},
    [KEY_OVERHEAD] = {"overhead", "o"},
    [KEY_GAP] = {"gap", "g"},
    [KEY_CAPACITY] = {"capacity", ""},
    [KEY_DEPTH] = {"depth", "t"},
    [KEY_SERVED] = {"served", "N"},
    [KEY_PROCESSORS] = {"processors", "P"},
    [KEY_ITEMS] = {"items", "K"},
    [KEY_PORTS] = {"ports", "p"},
    [KEY_UNTIL] = {"until", "T"},
    [KEY_OPERANDS] = {"operands", "n"},
    [KEY_SENDS] = {"sends", ""},
    [KEY_SCHEDULE] = {"schedule", ""},
    [KEY_ROLES] = {"roles", ""},
    [KEY_OF] = {"of", ""},
    [KEY_NETWORK] = {"network", ""},
    [KEY_DUPLEX] = {"duplex", ""},
    [KEY_FILE] = {"file", ""},
    [KEY_RUN] = {"run", ""},
};

#define NUMBER(key, least, most)                                                                   \
    { key, PARAMETER_NUMBER, least, most, NULL, NOT_IMPLIED }
#define IMPLIED(key, least, most, value)                                                           \
    { key, PARAMETER_NUMBER, least, most, NULL, value }
#define BIG(key, least)                                                                            \
    { key, PARAMETER_BIG, least, LONG_MAX, NULL, NOT_IMPLIED }
#define WORD(key, words, value)                                                                    \
    { key, PARAMETER_WORD, 0, 0, words, value }
#define TEXT(key)                                                                                  \
    { key, PARAMETER_TEXT, 0, 0, NULL, NOT_IMPLIED }
#define POSTAL NUMBER(KEY_LATENCY, 1, MOST_LATENCY)
#define OVERHEAD_AND_GAP                                                                           \
    IMPLIED(KEY_OVERHEAD, 0, MOST_MACHINE, 0), IMPLIED(KEY_GAP, 1, MOST_MACHINE, 1)
#define LOGP NUMBER(KEY_LATENCY, 1, MOST_MACHINE), OVERHEAD_AND_GAP
#define UNDER_WAY WORD(KEY_CAPACITY, "full|flight|none", 0)
#define DEPTH NUMBER(KEY_DEPTH, 0, MOST_DEPTH)

static const struct subject_form forms[SUBJECTS] = {
    [SUBJECT_DECIDE] =
        {"decide", "is there a block-cyclic schedule for L, t?", true, false, 2, {POSTAL, DEPTH}},
    [SUBJECT_SERVE] = {"serve",
                       "can N processors be served?",
                       true,
                       false,
                       5,
                       {POSTAL,
                        WORD(KEY_SCHEDULE, "block-cyclic|stationary|any|periodic:", NOT_IMPLIED),
                        WORD(KEY_ROLES, "permute|keep", 0), DEPTH, BIG(KEY_SERVED, 1)}},
    [SUBJECT_CAPACITY] =
        {"capacity", "how many processors, at most?", false, true, 2, {POSTAL, DEPTH}},
    [SUBJECT_DELAY] = {"delay",
                       "how soon, with P processors?",
                       false,
                       false,
                       2,
                       {POSTAL, BIG(KEY_PROCESSORS, 2)}},
    [SUBJECT_COUNT] = {"count",
                       "how many block-cyclic schedules are there?",
                       false,
                       false,
                       3,
                       {POSTAL, DEPTH, WORD(KEY_OF, "words|parikh", 0)}},
    [SUBJECT_ITEMS] = {"items",
                       "how soon, with K items?",
                       false,
                       false,
                       5,
                       {POSTAL, IMPLIED(KEY_PORTS, 1, MOST_PORTS, 1),
                        WORD(KEY_SENDS, "any|single", 0),
                        NUMBER(KEY_PROCESSORS, 2, MOST_PROCESSORS),
                        NUMBER(KEY_ITEMS, 1, MOST_ITEMS)}},
    [SUBJECT_LOGP_ITEMS] = {"logp-items",
                            "how soon, with K items on a LogP machine?",
                            false,
                            false,
                            7,
                            {LOGP, UNDER_WAY, WORD(KEY_SENDS, "any|single", 0),
                             BIG(KEY_PROCESSORS, 2), NUMBER(KEY_ITEMS, 1, MOST_ITEMS)}},
    [SUBJECT_SINGLE] = {"single",
                        "how soon, one item on a LogP machine?",
                        false,
                        false,
                        4,
                        {LOGP, BIG(KEY_PROCESSORS, 1)}},
    [SUBJECT_STREAM] = {"stream",
                        "how soon, an endless stream on a LogP machine?",
                        false,
                        false,
                        5,
                        {LOGP, UNDER_WAY, BIG(KEY_PROCESSORS, 2)}},
    [SUBJECT_STREAM_CAPACITY] = {"stream-capacity",
                                 "how many processors, at most, on a LogP machine?",
                                 false,
                                 true,
                                 5,
                                 {LOGP, UNDER_WAY, DEPTH}},
    [SUBJECT_MULTIPORT] = {"multiport",
                           "how soon, with several ports?",
                           false,
                           false,
                           3,
                           {NUMBER(KEY_PORTS, 1, MOST_PORTS),
                            NUMBER(KEY_PROCESSORS, 2, MOST_PROCESSORS),
                            NUMBER(KEY_ITEMS, 1, MOST_ITEMS)}},
    [SUBJECT_ALLGATHER] = {"allgather",
                           "how soon, everybody's items to everybody?",
                           false,
                           false,
                           5,
                           {LOGP, NUMBER(KEY_PROCESSORS, 2, MOST_PROCESSORS),
                            IMPLIED(KEY_ITEMS, 1, MOST_ITEMS, 1)}},
    [SUBJECT_ALLREDUCE] = {"allreduce",
                           "how soon, everybody's sum to everybody?",
                           false,
                           false,
                           2,
                           {POSTAL, NUMBER(KEY_PROCESSORS, 1, MOST_PROCESSORS)}},
    [SUBJECT_REDUCE] = {"reduce",
                        "how many operands are added up in a time?",
                        false,
                        true,
                        5,
                        {LOGP, NUMBER(KEY_PROCESSORS, 1, INT_MAX),
                         NUMBER(KEY_UNTIL, 0, MOST_TIME)}},
    [SUBJECT_REDUCE_TIME] = {"reduce-time",
                             "how soon are operands added up?",
                             false,
                             false,
                             5,
                             {LOGP, NUMBER(KEY_PROCESSORS, 1, INT_MAX),
                              NUMBER(KEY_OPERANDS, 1, 999999999999999999)}},
    [SUBJECT_GOSSIP] = {"gossip",
                        "how soon, over the edges of a network?",
                        false,
                        false,
                        2,
                        {TEXT(KEY_NETWORK), WORD(KEY_DUPLEX, "full|half", 0)}},
    [SUBJECT_FORMULA] = {"formula", "is there a model?", true, false, 1, {TEXT(KEY_FILE)}},
    [SUBJECT_DELAYS] = {"delays",
                        "how soon, with each number of processors from 2 to P?",
                        false,
                        false,
                        2,
                        {POSTAL, NUMBER(KEY_PROCESSORS, 2, MOST_SCANNED)}},
    [SUBJECT_FAMILY] = {"family",
                        "are there schedules for all t from some on, or for every N?",
                        true,
                        false,
                        2,
                        {POSTAL, WORD(KEY_OF, "depths|processors", 0)}},
    [SUBJECT_STREAM_FAMILY] = {"stream-family",
                               "are there streams to whole broadcast trees of every depth from "
                               "some one on, on a LogP machine?",
                               true,
                               false,
                               3,
                               {LOGP}},
    [SUBJECT_ENDGAME] = {"endgame",
                         "are there schedules for all K from some on that end with the bound?",
                         true,
                         false,
                         2,
                         {POSTAL, BIG(KEY_PROCESSORS, 2)}},
    [SUBJECT_FRACTION] = {"fraction",
                          "is there a fractional stream, where N has no bound?",
                          true,
                          false,
                          2,
                          {NUMBER(KEY_LATENCY, LEAST_FRACTION, MOST_FRACTION),
                           WORD(KEY_OF, "a|b|c", NOT_IMPLIED)}},
    [SUBJECT_CLAIM] = {"claim",
                       "does a published claim hold?",
                       true,
                       false,
                       2,
                       {TEXT(KEY_FILE), WORD(KEY_RUN, "full|quick", 0)}},
};

const struct subject_form *subject_form(enum subject subject) {
    require((unsigned)subject < SUBJECTS);
    return &forms[subject];
}

const char *key_name(enum key key) {
    require((unsigned)key < KEYS);
    return keys[key].name;
}

const char *key_symbol(enum key key) {
    require((unsigned)key < KEYS);
    return keys[key].symbol;
}

const char *key_column(enum key key) {
    return key == KEY_PORTS || !*key_symbol(key) ? key_name(key) : key_symbol(key);
}

enum subject subject_find(const char *name) {
    int subject = 0;
    while (subject < SUBJECTS && strcmp(forms[subject].name, name) != 0)
        subject++;
    return (enum subject)subject;
}

enum key key_find(const char *name) {
    int key = 0;
    while (key < KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return (enum key)key;
}

int subject_place(enum subject subject, enum key key) {
    const struct subject_form *form = &forms[subject];
    for (int i = 0; i < form->count; i++)
        if (form->parameters[i].key == key)
            return i;
    return -1;
}

/* `any|single` as `any or single`. */
static void print_words(const char *words, char *text, size_t room) {
    size_t used = 0;
    for (const char *next = words; *next && used + 8 < room; next++) {
        bool last = *next == '|' && !strchr(next + 1, '|');
        if (*next == '|')
            used += (size_t)snprintf(text + used, room - used, "%s", last ? " or " : ", ");
        else
            text[used++] = *next;
    }
    snprintf(text + used, room - used, "%s", used && text[used - 1] == ':' ? "T" : "");
}

void parameter_wants(const struct parameter *parameter, char *text, size_t room) {
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
        snprintf(text, room, "a number from %ld to %ld", parameter->least, parameter->most);
        break;
    case PARAMETER_BIG:
        snprintf(text, room, "a number from %ld on", parameter->least);
        break;
    case PARAMETER_WORD:
        print_words(parameter->words, text, room);
        break;
    case PARAMETER_TEXT:
        snprintf(text, room, "a name");
        break;
    }
}
