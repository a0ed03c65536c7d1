/* SPDX-License-Identifier: MIT */
/* The subjects and their parameters. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "solver/question/question.h"

enum {
    MOST_MACHINE = INT_MAX,
    MOST_DEPTH = 1000000,
    MOST_TREE = 100000000, /* t of yes or no, which constructions answer by a rule */
    MOST_PROCESSORS = 1000000000,
    MOST_SCANNED = 10000000,
    MOST_ITEMS = 1000000000,
    MOST_PORTS = 10000,
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

#define NUMBER(key, least, most, implied)                                                          \
    { key, PARAMETER_NUMBER, least, most, NULL, implied }
#define BIG(key, least, implied)                                                                   \
    { key, PARAMETER_BIG, least, LONG_MAX, NULL, implied }
#define WORD(key, words, implied)                                                                  \
    { key, PARAMETER_WORD, 0, 0, words, implied }
#define TEXT(key, implied)                                                                         \
    { key, PARAMETER_TEXT, 0, 0, NULL, implied }
#define MACHINE                                                                                    \
    NUMBER(KEY_LATENCY, 1, MOST_MACHINE, ABSENT), NUMBER(KEY_OVERHEAD, 0, MOST_MACHINE, 0),        \
        NUMBER(KEY_GAP, 1, MOST_MACHINE, 1), WORD(KEY_CAPACITY, "full|flight|none", 0),            \
        NUMBER(KEY_PORTS, 1, MOST_PORTS, 1), TEXT(KEY_NETWORK, ABSENT),                            \
        WORD(KEY_DUPLEX, "full|half", 0)
enum { OF_MACHINE = 7 };
#define DEPTH NUMBER(KEY_DEPTH, 0, MOST_DEPTH, NOT_IMPLIED)
#define TREE NUMBER(KEY_DEPTH, 0, MOST_TREE, NOT_IMPLIED)

static const struct subject_form forms[SUBJECTS] = {
    [SUBJECT_DECIDE] = {"decide",
                        "is there a block-cyclic schedule for L, t?",
                        "",
                        TRAFFIC_STREAM,
                        AIM_EXISTS,
                        OF_MACHINE + 1,
                        {MACHINE, TREE}},
    [SUBJECT_SERVE] = {"serve",
                       "can N processors be served?",
                       "",
                       TRAFFIC_STREAM,
                       AIM_EXISTS,
                       OF_MACHINE + 4,
                       {MACHINE,
                        WORD(KEY_SCHEDULE, "block-cyclic|stationary|any|periodic:", NOT_IMPLIED),
                        WORD(KEY_ROLES, "permute|keep", 0), TREE, BIG(KEY_SERVED, 1, NOT_IMPLIED)}},
    [SUBJECT_CAPACITY] = {"capacity",
                          "how many processors, at most?",
                          "capacity",
                          TRAFFIC_STREAM,
                          AIM_MOST,
                          OF_MACHINE + 1,
                          {MACHINE, DEPTH}},
    [SUBJECT_DELAY] = {"delay",
                       "how soon, with P processors?",
                       "delay",
                       TRAFFIC_STREAM,
                       AIM_LEAST,
                       OF_MACHINE + 1,
                       {MACHINE, BIG(KEY_PROCESSORS, 1, ABSENT)}},
    [SUBJECT_DELAYS] = {"delays",
                        "how soon, with each number of processors from 2 to P?",
                        "delay",
                        TRAFFIC_STREAM,
                        AIM_LEAST,
                        OF_MACHINE + 1,
                        {MACHINE, NUMBER(KEY_PROCESSORS, 2, MOST_SCANNED, ABSENT)}},
    [SUBJECT_COUNT] = {"count",
                       "how many block-cyclic schedules are there?",
                       "count",
                       TRAFFIC_STREAM,
                       AIM_COUNT,
                       OF_MACHINE + 2,
                       {MACHINE, DEPTH, WORD(KEY_OF, "words|parikh", 0)}},
    [SUBJECT_FAMILY] =
        {"family",
         "are there schedules for all t from some on, for every N, or for all K from some on?",
         "",
         TRAFFIC_STREAM,
         AIM_FAMILY,
         OF_MACHINE + 2,
         {MACHINE, WORD(KEY_OF, "depths|processors|items", 0), BIG(KEY_PROCESSORS, 2, ABSENT)}},
    [SUBJECT_FRACTION] = {"fraction",
                          "is there a fractional stream, where N has no bound?",
                          "",
                          TRAFFIC_STREAM,
                          AIM_FAMILY,
                          2,
                          {NUMBER(KEY_LATENCY, LEAST_FRACTION, MOST_FRACTION, NOT_IMPLIED),
                           WORD(KEY_OF, "a|b|c", NOT_IMPLIED)}},
    [SUBJECT_BROADCAST] = {"broadcast",
                           "how soon, K items from one processor to all?",
                           "time",
                           TRAFFIC_ITEMS,
                           AIM_LEAST,
                           OF_MACHINE + 3,
                           {MACHINE, WORD(KEY_SENDS, "any|single", 0),
                            BIG(KEY_PROCESSORS, 1, ABSENT), NUMBER(KEY_ITEMS, 1, MOST_ITEMS, 1)}},
    [SUBJECT_ALLGATHER] = {"allgather",
                           "how soon, everybody's K items to everybody?",
                           "time",
                           TRAFFIC_ALLGATHER,
                           AIM_LEAST,
                           OF_MACHINE + 2,
                           {MACHINE, NUMBER(KEY_PROCESSORS, 2, INT_MAX, ABSENT),
                            NUMBER(KEY_ITEMS, 1, INT_MAX, 1)}},
    [SUBJECT_ALLREDUCE] = {"allreduce",
                           "how soon, everybody's sum to everybody?",
                           "time",
                           TRAFFIC_ALLREDUCE,
                           AIM_LEAST,
                           OF_MACHINE + 1,
                           {MACHINE, NUMBER(KEY_PROCESSORS, 1, MOST_PROCESSORS, ABSENT)}},
    [SUBJECT_REDUCE] = {"reduce",
                        "how many operands are added up in a time?",
                        "operands",
                        TRAFFIC_REDUCE,
                        AIM_MOST,
                        OF_MACHINE + 2,
                        {MACHINE, NUMBER(KEY_PROCESSORS, 1, INT_MAX, ABSENT),
                         NUMBER(KEY_UNTIL, 0, MOST_TIME, NOT_IMPLIED)}},
    [SUBJECT_REDUCE_TIME] = {"reduce-time",
                             "how soon are operands added up?",
                             "time",
                             TRAFFIC_REDUCE,
                             AIM_LEAST,
                             OF_MACHINE + 2,
                             {MACHINE, NUMBER(KEY_PROCESSORS, 1, INT_MAX, ABSENT),
                              NUMBER(KEY_OPERANDS, 1, 999999999999999999, NOT_IMPLIED)}},
    [SUBJECT_FORMULA] = {"formula",
                         "is there a model?",
                         "",
                         TRAFFIC_NONE,
                         AIM_EXISTS,
                         1,
                         {TEXT(KEY_FILE, NOT_IMPLIED)}},
    [SUBJECT_CLAIM] = {"claim",
                       "does a published claim hold?",
                       "",
                       TRAFFIC_NONE,
                       AIM_EXISTS,
                       2,
                       {TEXT(KEY_FILE, NOT_IMPLIED), WORD(KEY_RUN, "full|quick", 0)}},
};

/* What subjects were called before, when another machine was another subject; with what the name
 * said besides, and who was asked where nobody was chosen. */
static const struct old_name {
    const char *name;
    enum subject subject;
    enum key key; /* KEYS: nothing */
    long value;
    const char *engine;
} old_names[] = {{"items", SUBJECT_BROADCAST, KEYS, 0, "any"},
                 {"logp-items", SUBJECT_BROADCAST, KEYS, 0, "construction"},
                 {"single", SUBJECT_BROADCAST, KEY_ITEMS, 1, "tree"},
                 {"multiport", SUBJECT_BROADCAST, KEY_LATENCY, 1, "best"},
                 {"stream", SUBJECT_DELAY, KEYS, 0, "construction"},
                 {"stream-capacity", SUBJECT_CAPACITY, KEYS, 0, "construction"},
                 {"gossip", SUBJECT_ALLGATHER, KEYS, 0, "any"},
                 {"stream-family", SUBJECT_FAMILY, KEY_CAPACITY, CAPACITY_NONE, "construction"},
                 {"endgame", SUBJECT_FAMILY, KEY_OF, OF_ITEMS, "construction"}};
enum { OLD_NAMES = sizeof old_names / sizeof *old_names };

static const struct old_name *old_name(const char *name) {
    for (int i = 0; i < OLD_NAMES; i++)
        if (strcmp(old_names[i].name, name) == 0)
            return &old_names[i];
    return NULL;
}

const struct subject_form *subject_form(enum subject subject) {
    require((unsigned)subject < SUBJECTS);
    return &forms[subject];
}

const char *traffic_name(enum traffic traffic) {
    static const char *const names[TRAFFICS] = {"stream",    "items",  "allgather",
                                                "allreduce", "reduce", "none"};
    require((unsigned)traffic < TRAFFICS);
    return names[traffic];
}

const char *aim_name(enum aim aim) {
    static const char *const names[AIMS] = {"least", "most", "exists", "count", "family"};
    require((unsigned)aim < AIMS);
    return names[aim];
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

enum subject subject_find(const char *name, const char **now) {
    int subject = 0;
    while (subject < SUBJECTS && strcmp(forms[subject].name, name) != 0)
        subject++;
    const struct old_name *old = subject == SUBJECTS ? old_name(name) : NULL;
    if (now)
        *now = old ? forms[old->subject].name : NULL;
    return old ? old->subject : (enum subject)subject;
}

const char *subject_old_engine(const char *name) {
    const struct old_name *old = old_name(name);
    return old ? old->engine : NULL;
}

void question_init_named(struct question *question, const char *name, int *given) {
    const struct old_name *old = old_name(name);
    enum subject subject = subject_find(name, NULL);
    *given = 0;
    require(subject < SUBJECTS);
    question_init(question, subject);
    if (!old || old->key == KEYS)
        return;
    question_set(question, old->key, old->value);
    *given = 1 << subject_place(subject, old->key);
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
