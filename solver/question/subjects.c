/* SPDX-License-Identifier: MIT */
/* The table of subjects: their parameters, their engines, and the claims that confirm an answer. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "solver/question/confirmed.h"
#include "solver/question/engines.h"

enum {
    MOST_MACHINE = INT_MAX,
    MOST_DEPTH = 1000000,
    MOST_TREE = 100000000, /* t of yes or no, which constructions answer by a rule */
    MOST_PROCESSORS = 1000000000,
    MOST_SCANNED = 10000000,
    MOST_ITEMS = 1000000000,
    MOST_PORTS = 10000,
    MOST_NODE = 999999,
    MOST_STEPS = 1000000,
    MOST_TIME = 10000000,
    LEAST_FRACTION = 4,
    MOST_FRACTION = 20
};

static const struct {
    const char *name, *symbol;
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
    [KEY_COLLECTIVE] = {"collective", ""},
    [KEY_ROOT] = {"root", ""},
    [KEY_STEPS] = {"steps", "S"},
    [KEY_ROUNDS] = {"rounds", "R"},
    [KEY_RATE] = {"rate", ""},
    [KEY_PER] = {"per", ""},
    [KEY_FILE] = {"file", ""},
    [KEY_RUN] = {"run", ""},
};

#define NUMBER_OF(of, key, least, most, implied)                                                   \
    { key, PARAMETER_NUMBER, least, most, NULL, implied, of }
#define NUMBER(key, least, most, implied) NUMBER_OF(OF_ALL, key, least, most, implied)
#define BIG_OF(of, key, least, implied)                                                            \
    { key, PARAMETER_BIG, least, LONG_MAX, NULL, implied, of }
#define BIG(key, least, implied) BIG_OF(OF_ALL, key, least, implied)
#define WORD_OF(of, key, words, implied)                                                           \
    { key, PARAMETER_WORD, 0, 0, words, implied, of }
#define WORD(key, words, implied) WORD_OF(OF_ALL, key, words, implied)
#define TEXT(key, implied)                                                                         \
    { key, PARAMETER_TEXT, 0, 0, NULL, implied, OF_ALL }
/* Of a network its links alone are implied. */
#define MACHINE                                                                                    \
    NUMBER_OF(OF_COMPLETE, KEY_LATENCY, 1, MOST_MACHINE, ABSENT),                                  \
        NUMBER(KEY_OVERHEAD, 0, MOST_MACHINE, 0), NUMBER(KEY_GAP, 1, MOST_MACHINE, 1),             \
        WORD(KEY_CAPACITY, "full|flight|none", 0), NUMBER(KEY_PORTS, 1, MOST_PORTS, 1),            \
        TEXT(KEY_NETWORK, ABSENT), WORD_OF(OF_NETWORKS, KEY_DUPLEX, "full|half|links", 2)
#define PROCESSORS(least, most) NUMBER_OF(OF_COMPLETE, KEY_PROCESSORS, least, most, ABSENT)
#define COLLECTIVE_WORDS                                                                           \
    "broadcast|scatter|gather|reduce|allgather|alltoall|reduce-scatter|allreduce"
#define ROOT NUMBER_OF(OF_NETWORKS, KEY_ROOT, 0, MOST_NODE, 0)
/* Chunks of a collective are items where a machine has no network. */
#define CHUNKS NUMBER_OF(OF_NETWORKS, KEY_ITEMS, 1, MOST_STEPS, 1)
#define STEPS                                                                                      \
    NUMBER_OF(OF_NETWORKS, KEY_STEPS, 1, MOST_STEPS, ABSENT),                                      \
        NUMBER_OF(OF_NETWORKS, KEY_ROUNDS, 1, MOST_STEPS, ABSENT)
#define DEPTH NUMBER(KEY_DEPTH, 0, MOST_DEPTH, NOT_IMPLIED)
#define TREE NUMBER(KEY_DEPTH, 0, MOST_TREE, NOT_IMPLIED)

/* Beside the functions that answer. */
extern const struct engine tree_engines[], serve_engines[], logp_serve_engines[],
    capacity_engines[], delay_engines[], delays_engines[], count_engines[], family_engines[],
    fraction_engines[], broadcast_engines[], logp_broadcast_engines[], single_engines[],
    port_delay_engines[], port_capacity_engines[], port_serve_engines[], allgather_engines[],
    network_engines[], gossip_engines[], network_delay_engines[], frontier_engines[],
    rate_engines[], allreduce_engines[], network_allreduce_engines[], reduce_engines[],
    formula_engines[], claim_engines[];

/* A row of the table; `thing` and all behind it as in struct subject_form. */
#define SUBJECT(id, name, words, asks, thing, traffic, aim, engines, count, ...)                   \
    [SUBJECT_##id] = {name,      words,   asks,  thing,        TRAFFIC_##traffic,                  \
                      AIM_##aim, engines, count, {__VA_ARGS__}}
#define ENGINES(...)                                                                               \
    { __VA_ARGS__ }

/* Of a network alone; of `count` parameters the root is the fourth. */
#define COLLECTIVE_OF(id, name, asks, count, ...)                                                  \
    SUBJECT(id, name, name, asks, "time", COLLECTIVE, LEAST, ENGINES(__VA_ARGS__),                 \
            MACHINE_KEYS + count, MACHINE, CHUNKS, STEPS, ROOT)

static const struct subject_form forms[SUBJECTS] = {
    SUBJECT(DECIDE, "decide", "block-cyclic schedule", "is there a block-cyclic schedule for L, t?",
            "", STREAM, EXISTS, ENGINES(tree_engines), MACHINE_KEYS + 1, MACHINE, TREE),
    SUBJECT(SERVE, "serve", "stream", "can N processors be served?", "", STREAM, EXISTS,
            ENGINES(serve_engines, logp_serve_engines, port_serve_engines), MACHINE_KEYS + 4,
            MACHINE, WORD(KEY_SCHEDULE, "block-cyclic|stationary|any|periodic:", NOT_IMPLIED),
            WORD(KEY_ROLES, "permute|keep", 0), TREE, BIG(KEY_SERVED, 1, NOT_IMPLIED)),
    SUBJECT(CAPACITY, "capacity", "most processors", "how many processors, at most?", "capacity",
            STREAM, MOST, ENGINES(capacity_engines, port_capacity_engines), MACHINE_KEYS + 1,
            MACHINE, DEPTH),
    SUBJECT(DELAY, "delay", "least delay", "how soon, with P processors?", "delay", STREAM, LEAST,
            ENGINES(delay_engines, port_delay_engines, network_delay_engines), MACHINE_KEYS + 4,
            MACHINE, BIG_OF(OF_COMPLETE, KEY_PROCESSORS, 1, ABSENT), ROOT,
            NUMBER_OF(OF_NETWORKS, KEY_RATE, 1, MOST_PORTS, 1),
            NUMBER_OF(OF_NETWORKS, KEY_PER, 1, MOST_PORTS, 1)),
    SUBJECT(DELAYS, "delays", "least delays",
            "how soon, with each number of processors from 2 to P?", "delay", STREAM, LEAST,
            ENGINES(delays_engines), MACHINE_KEYS + 1, MACHINE, PROCESSORS(2, MOST_SCANNED)),
    SUBJECT(COUNT, "count", "number of block-cyclic schedules",
            "how many block-cyclic schedules are there?", "count", STREAM, COUNT,
            ENGINES(count_engines), MACHINE_KEYS + 2, MACHINE, DEPTH,
            WORD(KEY_OF, "words|parikh", 0)),
    SUBJECT(FAMILY, "family", "family",
            "are there schedules for all t from some on, for every N, or for all K from some on?",
            "", STREAM, FAMILY, ENGINES(family_engines), MACHINE_KEYS + 2, MACHINE,
            WORD(KEY_OF, "depths|processors|items", 0), BIG(KEY_PROCESSORS, 2, ABSENT)),
    SUBJECT(FRACTION, "fraction", "fractional stream",
            "is there a fractional stream, where N has no bound?", "", STREAM, FAMILY,
            ENGINES(fraction_engines), 2,
            NUMBER(KEY_LATENCY, LEAST_FRACTION, MOST_FRACTION, NOT_IMPLIED),
            WORD(KEY_OF, "a|b|c", NOT_IMPLIED)),
    SUBJECT(BROADCAST, "broadcast", "K items", "how soon, K items from one processor to all?",
            "time", ITEMS, LEAST,
            ENGINES(broadcast_engines, single_engines, logp_broadcast_engines, network_engines),
            MACHINE_KEYS + 6, MACHINE, WORD_OF(OF_COMPLETE, KEY_SENDS, "any|single", 0),
            BIG_OF(OF_COMPLETE, KEY_PROCESSORS, 1, ABSENT), NUMBER(KEY_ITEMS, 1, MOST_ITEMS, 1),
            STEPS, ROOT),
    SUBJECT(ALLGATHER, "allgather", "allgather", "how soon, everybody's K items to everybody?",
            "time", ALLGATHER, LEAST, ENGINES(allgather_engines, network_engines, gossip_engines),
            MACHINE_KEYS + 4, MACHINE, PROCESSORS(2, INT_MAX), NUMBER(KEY_ITEMS, 1, INT_MAX, 1),
            STEPS),
    SUBJECT(ALLREDUCE, "allreduce", "allreduce", "how soon, everybody's sum to everybody?", "time",
            ALLREDUCE, LEAST, ENGINES(allreduce_engines, network_allreduce_engines),
            MACHINE_KEYS + 4, MACHINE, PROCESSORS(1, MOST_PROCESSORS), CHUNKS, STEPS),
    SUBJECT(REDUCE, "reduce", "sum",
            "how soon are operands added up at one processor, or how many in a time?", "time",
            REDUCE, LEAST, ENGINES(reduce_engines, network_engines), MACHINE_KEYS + 7, MACHINE,
            PROCESSORS(1, INT_MAX), NUMBER_OF(OF_COMPLETE, KEY_UNTIL, 0, MOST_TIME, ABSENT),
            NUMBER_OF(OF_COMPLETE, KEY_OPERANDS, 1, 999999999999999999, ABSENT), CHUNKS, STEPS,
            ROOT),
    COLLECTIVE_OF(SCATTER, "scatter", "how soon, a root's chunks, to each node its own?", 4,
                  network_engines),
    COLLECTIVE_OF(GATHER, "gather", "how soon, everybody's chunks to a root?", 4, network_engines),
    COLLECTIVE_OF(ALLTOALL, "alltoall", "how soon, a chunk from everybody for everybody?", 3,
                  network_engines),
    COLLECTIVE_OF(REDUCE_SCATTER, "reduce-scatter", "how soon, a sum of everybody's at each node?",
                  3, network_engines, gossip_engines),
    SUBJECT(FRONTIER, "frontier", "frontier",
            "how few rounds a chunk, by the number of steps, over a network?", "", COLLECTIVE,
            FAMILY, ENGINES(frontier_engines), MACHINE_KEYS + 3, MACHINE,
            WORD(KEY_COLLECTIVE, COLLECTIVE_WORDS, NOT_IMPLIED), ROOT,
            NUMBER(KEY_STEPS, 1, MOST_STEPS, ABSENT)),
    SUBJECT(RATE, "rate", "rate", "how few rounds a chunk, in the long run, over a network?", "",
            COLLECTIVE, FAMILY, ENGINES(rate_engines), MACHINE_KEYS + 2, MACHINE,
            WORD(KEY_COLLECTIVE, COLLECTIVE_WORDS, NOT_IMPLIED), ROOT),
    SUBJECT(FORMULA, "formula", "formula", "is there a model?", "", NONE, EXISTS,
            ENGINES(formula_engines), 1, TEXT(KEY_FILE, NOT_IMPLIED)),
    SUBJECT(CLAIM, "claim", "claim", "does a published claim hold?", "", NONE, EXISTS,
            ENGINES(claim_engines), 2, TEXT(KEY_FILE, NOT_IMPLIED), WORD(KEY_RUN, "full|quick", 0)),
};

const struct subject_form *subject_form(enum subject subject) {
    require((unsigned)subject < SUBJECTS);
    return &forms[subject];
}

const char *traffic_name(enum traffic traffic) {
    static const char *const names[TRAFFICS] = {"stream",     "items",  "allgather", "allreduce",
                                                "collective", "reduce", "none"};
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

bool subject_has_machine(enum subject subject) {
    return subject_place(subject, KEY_GAP) >= 0;
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

/* What claims confirm an answer (confirmed.h). The program is not built if a verdict of the checker
 * has a field, or a kind, that stands nowhere here (confirmed_fields.sh).
 *
 * What is free (`-`), and why. class, period: whatever its form, a schedule serves so many. roles:
 * who keeps a role may also change it. encoding: each formula is true of every schedule. rests: the
 * theorem on which an order rests; the plain formula is refuted with it. delay of lists: of one
 * item, where the end of all is asked for. sends of `all`: the question does not ask how often an
 * item is sent. larger: whether a bound is about larger numbers as well. but of families: what is
 * left out is proved impossible, or served by other words. window: how many instances carry the
 * rule. from: from some one on is what is asked for.
 *
 * No subject is about machines with buffers, nor about K items by colours without a stream: lists
 * with a field "buffer" confirm nothing, and neither do colours with fields K and end. */
#define LOGP "L=latency o=overhead g=gap"
#define FROM_ONE "P=processors K=items sources:one period~at_once sends~enough delay- end=bound"
#define ARCS "network~network nodes- arcs- "
#define SOURCE ARCS "stream=root "
#define STREAM SOURCE "rate~rate "
#define COLLECTIVE ARCS "collective~collective root~root "
#define FAMILY_OF_DEPTHS "family L=latency of:depths from<=depth window- but*!depth"

enum { P = MACHINE_POSTAL, ANY = MACHINE_POSTAL | MACHINE_LOGP };
enum { PORTS = MACHINE_POSTAL | MACHINE_PORTS, NETWORK = MACHINE_NETWORK };
enum { BOUND, SCHEDULE };
#define OVER_NETWORK CONFIRMED_COLLECTIVES

const struct confirmed_row confirmed_rows[] = {
    /* With steps to spare every value grows by as much, and words stay legal. */
    {SUBJECT_DECIDE, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=tree class:block-cyclic period=one roles-"},
    {SUBJECT_DECIDE, P, SCHEDULE, "", FAMILY_OF_DEPTHS},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-residues L=latency t=depth"},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-search L=latency t=depth rests?-"},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-cnf L=latency t=depth encoding-"},
    {SUBJECT_DECIDE, P, BOUND, "", "prices L=latency t=depth most<tree"},

    /* Blocks are stationary, which is period 1, which divides every period. */
    {SUBJECT_SERVE, P, SCHEDULE, "any",
     "schedule L=latency t<=depth N=served class- period- roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=served class:block-cyclic|pruned period=one roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "periodic",
     "schedule L=latency t<=depth N=served class- period/period roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_SERVE, ANY, SCHEDULE, "any",
     "logp-schedule " LOGP " capacity~capacity period- delay<=delay N=served"},
    {SUBJECT_SERVE, ANY, SCHEDULE, "periodic",
     "logp-schedule " LOGP " capacity~capacity period/period delay<=delay N=served"},
    {SUBJECT_SERVE, P, BOUND, "", "prices L=latency t=depth most<served"},
    {SUBJECT_SERVE, ANY, BOUND, "priced", "prices l=transfer g=gap s=depth most<served"},
    {SUBJECT_SERVE, P, BOUND, "blocks",
     "impossible-periodic L=latency t=depth N=served period- roles~excluded rests?-"},
    /* And so of all periods that divide this one. */
    {SUBJECT_SERVE, P, BOUND, "periodic",
     "impossible-periodic L=latency t=depth N=served period%period roles~excluded rests?-"},

    {SUBJECT_SERVE, MACHINE_PORTS, SCHEDULE, "",
     "schedule L=latency ports=ports t<=depth N=served class- period- roles~roles"},
    {SUBJECT_SERVE, MACHINE_PORTS, BOUND, "",
     "ports-bound L=latency ports=ports t=depth N=served larger-"},
    {SUBJECT_SERVE, MACHINE_PORTS, BOUND, "",
     "impossible-items L=latency ports=ports N=served t=depth K- sends:any rests?-"},

    {SUBJECT_CAPACITY, MACHINE_PORTS, SCHEDULE, "",
     "schedule L=latency ports=ports t<=depth N=bound class- period- roles-"},
    {SUBJECT_CAPACITY, MACHINE_PORTS, BOUND, "",
     "ports-bound L=latency ports=ports t=depth N=beyond larger:too"},
    {SUBJECT_CAPACITY, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=bound class- period- roles-"},
    {SUBJECT_CAPACITY, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_CAPACITY, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay<=delay N=bound"},
    {SUBJECT_CAPACITY, P, BOUND, "", "prices L=latency t=depth most=bound"},
    {SUBJECT_CAPACITY, ANY, BOUND, "priced", "prices l=transfer g=gap s=depth most=bound"},

    {SUBJECT_DELAY, MACHINE_PORTS, SCHEDULE, "",
     "schedule L=latency ports=ports t=depth N=served class- period- roles-"},
    {SUBJECT_DELAY, MACHINE_PORTS, BOUND, "",
     "ports-bound L=latency ports=ports t=depth_before N=served larger-"},
    {SUBJECT_DELAY, P, SCHEDULE, "", "schedule L=latency t=depth N=served class- period- roles-"},
    {SUBJECT_DELAY, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_DELAY, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay=bound N=served"},
    {SUBJECT_DELAY, P, BOUND, "", "prices L=latency t=depth_before most<served"},
    {SUBJECT_DELAY, ANY, BOUND, "priced", "prices l=transfer g=gap s=price most<left"},
    {SUBJECT_DELAY, ANY, BOUND, "", "reach " LOGP " time=reach most<left"},

    {SUBJECT_BROADCAST, P, SCHEDULE, "", "messages machine:postal L=latency " FROM_ONE},
    {SUBJECT_BROADCAST, PORTS, SCHEDULE, "",
     "messages machine:ports L=latency ports=ports " FROM_ONE},
    {SUBJECT_BROADCAST, ANY, SCHEDULE, "",
     "messages machine:logp " LOGP " capacity?~list_capacity waits?~may_wait " FROM_ONE},
    /* The first K items of a stream, which sends each once (11.7 of results/THEOREMS.md). */
    {SUBJECT_BROADCAST, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay=items_delay N=served"},
    {SUBJECT_BROADCAST, PORTS, BOUND, "",
     "items-bound L=latency ports=ports P=processors K=items sends~bounded before=bound"},
    {SUBJECT_BROADCAST, PORTS, BOUND, "",
     "impossible-items L=latency ports=ports P=processors K=items sends~bounded before=bound "
     "rests?-"},
    {SUBJECT_BROADCAST, ANY, BOUND, "",
     "items-bound " LOGP " P=processors K=items sends~bounded before=bound"},
    /* One item alone: fewer can know it before. */
    {SUBJECT_BROADCAST, ANY, BOUND, "one_item", "reach " LOGP " time=before most<processors"},

    {SUBJECT_ALLGATHER, ANY, SCHEDULE, "",
     "messages machine:logp " LOGP " capacity?~list_capacity waits?~may_wait P=processors K=items "
     "sources:all sends- delay- end=bound"},
    /* What one processor receives, from whomever. */
    {SUBJECT_ALLGATHER, P, BOUND, "",
     "items-bound L=latency ports=one P=two K=others sends:any before=bound"},
    {SUBJECT_ALLGATHER, ANY, BOUND, "",
     "items-bound " LOGP " P=two K=others sends:any before=bound"},
    {SUBJECT_ALLGATHER, NETWORK, SCHEDULE, "even",
     "gossip-product duplex~duplex P=nodes end=bound network*~factors nodes*- arcs*- collective*- "
     "root*-"},

    {SUBJECT_ALLREDUCE, P, SCHEDULE, "",
     "combining machine:postal L=latency P=processors end=bound"},
    {SUBJECT_ALLREDUCE, NETWORK, BOUND, "even",
     "network-bound " ARCS "collective~part root- chunks- before=bound"},
    {SUBJECT_ALLREDUCE, NETWORK, BOUND, "even",
     "network-bound " ARCS "collective:broadcast|reduce|allgather|reduce-scatter root- "
     "unreachable=one steps=before"},
    {SUBJECT_ALLREDUCE, NETWORK, BOUND, "even",
     "impossible-network " ARCS "collective~part root- chunks- steps=before rounds:one"},
    {SUBJECT_ALLREDUCE, P, BOUND, "", "reach L=latency o=zero g=one time=before most<processors"},

    /* Who has processors to spare lets them rest. */
    {SUBJECT_REDUCE, ANY, SCHEDULE, "",
     "summation machine:logp " LOGP " waits?~may_wait P<=processors operands=bound end=until"},
    {SUBJECT_REDUCE, ANY, BOUND, "", "summation-bound " LOGP " P=processors most=bound end=until"},
    {SUBJECT_REDUCE, ANY, SCHEDULE, "",
     "summation machine:logp " LOGP " waits?~may_wait P<=processors operands>=operands end=bound"},
    {SUBJECT_REDUCE, ANY, BOUND, "",
     "summation-bound " LOGP " P=processors most<operands end=before"},

    {SUBJECT_DELAY, NETWORK, SCHEDULE, "", "network-schedule " STREAM "delay=bound period-"},
    {SUBJECT_DELAY, NETWORK, BOUND, "", "network-bound " STREAM "before=bound"},
    {SUBJECT_DELAY, NETWORK, BOUND, "", "impossible-network " STREAM "before=bound window-"},
    {SUBJECT_DELAY, NETWORK, BOUND, "", "network-bound " SOURCE "most~slower"},
    {OVER_NETWORK, NETWORK, SCHEDULE, "",
     "network-schedule " COLLECTIVE "chunks=items steps<=steps rounds=bound most-"},
    {OVER_NETWORK, NETWORK, SCHEDULE, "",
     "network-schedule " COLLECTIVE "chunks=items steps<=steps rounds<=rounds most-"},
    {OVER_NETWORK, NETWORK, SCHEDULE, "",
     "network-schedule " COLLECTIVE "chunks=items steps=bound rounds<=rounds most-"},
    {OVER_NETWORK, NETWORK, SCHEDULE, "even",
     "network-schedule " COLLECTIVE "chunks=items steps=bound rounds- most<=one"},
    {OVER_NETWORK, NETWORK, BOUND, "steps",
     "network-bound " COLLECTIVE "rounds~priced steps~steps"},
    {OVER_NETWORK, NETWORK, BOUND, "rounds", "network-bound " COLLECTIVE "rounds~over steps~steps"},
    {OVER_NETWORK, NETWORK, BOUND, "rounds",
     "network-bound " COLLECTIVE "unreachable=one steps~steps"},
    {OVER_NETWORK, NETWORK, BOUND, "even", "network-bound " COLLECTIVE "chunks=items before=bound"},
    {OVER_NETWORK, NETWORK, BOUND, "even",
     "network-bound " COLLECTIVE "unreachable=one steps=before"},
    {OVER_NETWORK, NETWORK, BOUND, "",
     "impossible-network " COLLECTIVE "chunks=items steps>=steps rounds=before"},
    {OVER_NETWORK, NETWORK, BOUND, "",
     "impossible-network " COLLECTIVE "chunks=items steps~steps rounds>=rounds"},
    {OVER_NETWORK, NETWORK, BOUND, "even",
     "impossible-network " COLLECTIVE "chunks=items steps=before rounds:one"},
    {SUBJECT_FRONTIER, NETWORK, SCHEDULE, "", "network-frontier " COLLECTIVE "until~until points-"},
    {SUBJECT_RATE, NETWORK, SCHEDULE, "", "network-rate " COLLECTIVE "rounds-"},
    {SUBJECT_FORMULA, P, BOUND, "", "cnf sha256~clauses"},

    {SUBJECT_FAMILY, P, SCHEDULE, "depths",
     "family L=latency of:depths from=latency window- but*-"},
    {SUBJECT_FAMILY, MACHINE_PORTS, SCHEDULE, "depths",
     "family L=latency ports=ports of:depths from=latency window-"},
    {SUBJECT_FAMILY, P, SCHEDULE, "numbers", "family L=latency of:numbers but*-"},
    {SUBJECT_FAMILY, ANY, SCHEDULE, "depths",
     "logp-family " LOGP " capacity~capacity from- window-"},
    /* Of depths and of numbers no question has processors. */
    {SUBJECT_FAMILY, P, SCHEDULE, "", "items-colours L=latency N=served from- sends- more=more"},
    /* How far its words go on, and how fine its shares are, is free. */
    {SUBJECT_FRACTION, P, SCHEDULE, "", "fractional-stream L=latency point~point tail- M-"},
    {.template = NULL}};
