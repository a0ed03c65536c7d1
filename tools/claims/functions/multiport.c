/* SPDX-License-Identifier: MIT */
/* Broadcast in the multiport model, Bar-Noy and Ho: chains of boxes and trees, played. */

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "tools/claims/functions/functions.h"

enum { MOST_M = 1000, MOST_RECEPTIONS = 1 << 24 };

static int batch_of(int item, int ports) {
    return (item - 1) / ports + 1;
}

/* --- the chains that an algorithm makes --- */

/* Rounds of messages 1..m, and the most from the sending of one until all have it; of the last
 * chain of each algorithm. */
static struct {
    long n, k, m;
    int rounds[MOST_M], time;
} played[MULTIPORT_BY_ROTATION + 1];

static enum status play(enum multiport_algorithm by, long n, long k, long m,
                        const struct limits *limits, struct failure *failure) {
    struct multiport_chain chain;
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    int *rounds = played[by].rounds;
    if (n * m > MOST_RECEPTIONS)
        return failure_input(failure, "n=%ld times m=%ld is more than %d receptions", n, m,
                             MOST_RECEPTIONS);
    TRY(multiport_chain_make(by, (int)k, (int)n, &chain, failure));
    TRY(multiport_schedule_chain(&chain, (int)m, MULTIPORT_ANY_ORDER, &schedule, failure));
    played[by].n = 0;
    played[by].time = 0;
    TRY(message_verify(&schedule.list, rounds, limits, failure));
    for (int i = 0; i < m; i++) {
        if (i && rounds[i] < rounds[i - 1])
            rounds[i] = rounds[i - 1];
        int after = rounds[i] - batch_of(i + 1, (int)k);
        played[by].time = after > played[by].time ? after : played[by].time;
    }
    if (rounds[m - 1] != schedule.list.finish)
        return failure_internal(failure, "k=%ld n=%ld m=%ld: %d rounds, not %d", k, n, m,
                                rounds[m - 1], schedule.list.finish);
    played[by].n = n;
    played[by].k = k;
    played[by].m = m;
    return STATUS_OK;
}

/* The list of messages, in the order that certificates have. */
static enum status put_chain(struct claim_call *call, enum multiport_algorithm by,
                             struct failure *failure) {
    struct multiport_chain chain;
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    TRY(multiport_chain_make(by, (int)call->a[1], (int)call->a[0], &chain, failure));
    TRY(multiport_schedule_chain(&chain, (int)call->a[2], MULTIPORT_IN_ORDER, &schedule, failure));
    return claim_call_put(call, evidence_of_messages(&schedule.list), failure);
}

static enum status chain(struct claim_call *call, struct failure *failure) {
    enum multiport_algorithm by = (enum multiport_algorithm)call->function->method;
    enum status status = STATUS_OK;
    if (call->a[3] > call->a[2])
        return failure_input(failure, "m=%ld of %ld messages", call->a[3], call->a[2]);
    if (played[by].n != call->a[0] || played[by].k != call->a[1] || played[by].m != call->a[2])
        status = play(by, call->a[0], call->a[1], call->a[2], &call->job->limits, failure);
    call->give[0] = played[by].rounds[call->a[3] - 1];
    call->give[1] = played[by].time;
    return status || !call->stream ? status : put_chain(call, by, failure);
}

/* --- boxes --- */

/* Two boxes and a tree, those of them that there are. Each message, b = its batch, is with all when
 * it should: after round b + 1 + `time` at the latest, and in one message exactly then. */
static enum status boxes(struct claim_call *call, struct failure *failure) {
    const long *a = call->a;
    int k = (int)a[0], m = (int)a[6], done[MOST_M];
    struct multiport_chain chain = {.ports = k, .processors = 1};
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    for (int i = 1; i <= 3; i += 2)
        if (a[i])
            chain.boxes[chain.count++] = a[i + 1]
                                             ? multiport_box_special(k, (int)a[i], (int)a[i + 1])
                                             : multiport_box_nice(k, (int)a[i]);
    if (a[5])
        chain.boxes[chain.count++] = multiport_box_k_tree(k, (int)a[5]);
    for (int box = 0; box < chain.count; box++)
        chain.processors += chain.boxes[box].processors;
    TRY(multiport_schedule_chain(&chain, m, MULTIPORT_ANY_ORDER, &schedule, failure));
    TRY(message_verify(&schedule.list, done, &call->job->limits, failure));
    call->give[0] = 1;
    for (int item = 0; item < m; item++) {
        int after = done[item] - 1 - item / k;
        call->give[0] &= after <= a[7];
        call->give[1] |= after == a[7];
    }
    return STATUS_OK;
}

/* --- trees --- */

/* NULL if they are as Theorem 6 wants them: rooted at the broadcaster, from each processor as many
 * steps as its level lead there, and nobody has more than k children in all of them together. */
static const char *fault_of(const struct multiport_trees *trees, int *children) {
    for (int tree = 0; tree < trees->ports; tree++) {
        const int *parent = trees->parent + (size_t)tree * (size_t)trees->processors;
        const int *level = trees->level + (size_t)tree * (size_t)trees->processors;
        if (parent[0] != -1 || level[0] != 0)
            return "a tree is not rooted at the broadcaster";
        for (int i = 1; i < trees->processors; i++) {
            if (parent[i] < 0 || parent[i] >= trees->processors || level[i] != level[parent[i]] + 1)
                return "a processor is not one level below its parent";
            if (++children[parent[i]] > trees->ports)
                return "a processor has more children than ports";
        }
    }
    return NULL;
}

static enum status trees(struct claim_call *call, struct failure *failure) {
    enum { RIGHT, HEIGHT, FORMULA, INTERNAL, SPREAD, NOWHERE };
    int n = (int)call->a[0], k = (int)call->a[1], most = 0, least = n;
    CLEANUP(multiport_trees_clear) struct multiport_trees made = {0};
    FREED bool *internal = memory_new((size_t)n, 2 * sizeof *internal);
    FREED int *children = memory_new((size_t)n, sizeof *children);
    bool *here = internal + n;
    TRY(internal && children ? multiport_k_tree(k, n, &made, failure)
                             : failure_memory(failure, "trees"));
    const char *fault = fault_of(&made, children);
    for (int tree = 0; tree < k; tree++) {
        int count = 0, height = multiport_tree_height(&made, tree);
        for (int i = 1; i < n; i++)
            here[i] = false;
        for (int i = 1; i < n; i++)
            here[made.parent[tree * n + i]] = true;
        for (int i = 1; i < n; i++) {
            internal[i] = internal[i] || here[i];
            count += here[i];
        }
        most = count > most ? count : most;
        least = count < least ? count : least;
        call->give[INTERNAL] += count;
        call->give[HEIGHT] = height > call->give[HEIGHT] ? height : call->give[HEIGHT];
    }
    for (int i = 1; i < n; i++)
        call->give[NOWHERE] += !internal[i];
    call->give[RIGHT] = !fault;
    call->give[FORMULA] = multiport_k_tree_height(k, n);
    call->give[SPREAD] = most - least;
    snprintf(call->text, sizeof call->text, "%s", fault ? fault : "");
    return STATUS_OK;
}

/* One that is `wrong`, or not. */
static void count_one(struct claim_call *call, bool wrong, int height, int rounds) {
    call->give[0]++;
    if (wrong && !call->give[1]++)
        snprintf(call->text, sizeof call->text, "trees of height %d take %d rounds", height,
                 rounds);
}

enum { MOST_NODES = 8, MOST_TREES = 8 };

/* All sets of k rooted spanning trees of n processors with at most k children for anybody. */
struct forest {
    int n, k;
    int parent[MOST_TREES][MOST_NODES];
    int children[MOST_NODES];
    struct claim_call *call;
};

/* The level of a processor; 0 if its parents go round in a circle. */
static int level_of(const int *parent, int n, int processor) {
    int level = 0;
    for (; processor && level < n; level++)
        processor = parent[processor];
    return processor ? 0 : level;
}

/* Message i goes down tree i mod k, one level a round; two full batches and one message more. */
static enum status play_trees(const struct forest *forest, struct failure *failure) {
    int items = 2 * forest->k + 1, height = 0;
    struct message_play play = {.finish = 0};
    struct message_fault fault;
    CLEANUP(message_array_clear) struct message_array messages;
    message_array_init(&messages);
    for (int item = 0; item < items; item++)
        for (int to = 1; to < forest->n; to++) {
            const int *parent = forest->parent[item % forest->k];
            int level = level_of(parent, forest->n, to);
            height = level > height ? level : height;
            message_array_add(&messages, &(struct message){.time = item / forest->k + level - 1,
                                                           .from = parent[to],
                                                           .to = to,
                                                           .item = item + 1});
        }
    message_array_sort(&messages);
    if (messages.lost)
        return failure_memory(failure, "trees");
    struct message_list list = {.machine = message_machine_ports(1, forest->k),
                                .processors = forest->n - 1,
                                .items = items,
                                .count = (long)messages.count,
                                .each = message_array_each,
                                .source = &messages};
    TRY(message_play(&list, NULL, &forest->call->job->limits, &play, &fault, failure));
    count_one(forest->call, fault.found || play.finish > batch_of(items, forest->k) - 1 + height,
              height, play.finish);
    return STATUS_OK;
}

/* Parents of this and all later processors, in this and all later trees. */
static enum status each_forest(struct forest *forest, int tree, int processor,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    if (tree == forest->k)
        return play_trees(forest, failure);
    if (processor == forest->n) {
        for (int node = 1; node < forest->n; node++)
            if (!level_of(forest->parent[tree], forest->n, node))
                return STATUS_OK;
        return each_forest(forest, tree + 1, 1, failure);
    }
    for (int parent = 0; parent < forest->n && !status; parent++) {
        if (parent == processor || forest->children[parent] == forest->k)
            continue;
        forest->children[parent]++;
        forest->parent[tree][processor] = parent;
        status = each_forest(forest, tree, processor + 1, failure);
        forest->children[parent]--;
    }
    return status;
}

static enum status all_forests(struct claim_call *call, struct failure *failure) {
    struct forest forest = {.n = (int)call->a[0], .k = (int)call->a[1], .call = call};
    return each_forest(&forest, 0, 1, failure);
}

/* --- Lemmas 11 and 13: who knows which message at the beginning of each round in a nice and in a
 * special box; who knows what is followed from message to message --- */

/* A box with its broadcaster, processor 0, and what its processors 1 .. h know. */
struct knowledge {
    struct multiport_rotation rotation;
    int ports;
    int processors; /* h */
    int rounds;     /* that are looked at; a batch is sent in in each of them */
    int *since; /* [(item-1) * (h+1) + processor]: the first round in which it knows the item; 0:
                   not yet; owned */
    const char *fault;
    int round; /* of the fault */
};

static void fail(struct knowledge *knowledge, int round, const char *fault) {
    if (!knowledge->fault) {
        knowledge->fault = fault;
        knowledge->round = round;
    }
}

static size_t place_of(const struct knowledge *knowledge, int item, int processor) {
    return (size_t)(item - 1) * (size_t)(knowledge->processors + 1) + (size_t)processor;
}

/* At the beginning of a round, the message of a row in a batch; true for batches before the first,
 * as there is nothing to know. */
static bool knows(const struct knowledge *knowledge, int round, int batch, int row, int processor) {
    if (batch < 0)
        return true;
    int since =
        knowledge->since[place_of(knowledge, batch * knowledge->ports + row + 1, processor)];
    return since && since <= round;
}

static int processor_at(const struct knowledge *knowledge, int row, int place) {
    const struct multiport_rotation *rotation = &knowledge->rotation;
    return rotation->first + row * rotation->row + rotation->order[place];
}

/* In round r it is sent, from round r+1 on it is known. */
static enum status receive(void *context, const struct message *message, struct failure *failure) {
    struct knowledge *knowledge = context;
    int *since = &knowledge->since[place_of(knowledge, message->item, message->to)];
    (void)failure;
    if (message->from) {
        int known = knowledge->since[place_of(knowledge, message->item, message->from)];
        if (!known || known > message->time)
            fail(knowledge, message->time, "a message is sent by who does not know it");
    }
    if (!*since)
        *since = message->time + 1;
    return STATUS_OK;
}

/* k (k+1)^j processors in all S_j for nice, k and k a (k+1)^(j-1) for special. */
static void see_sizes(struct knowledge *knowledge) {
    const struct multiport_rotation *rotation = &knowledge->rotation;
    const struct multiport_box *box = &rotation->box;
    int size = 1;
    for (int set = 0; set < box->depth; set++) {
        if (rotation->start[set + 1] - rotation->start[set] != size)
            fail(knowledge, 0, "a set has another size");
        size *= box->kind == MULTIPORT_SPECIAL && set == 0 ? box->factor : knowledge->ports + 1;
    }
    if (rotation->start[box->depth] != rotation->row)
        fail(knowledge, 0, "the sets are not all of a row");
}

/* Clause 1: message of batch r-1-j with all of S_j of its row. */
static void see_sets(struct knowledge *knowledge, int round) {
    const struct multiport_rotation *rotation = &knowledge->rotation;
    for (int row = 0; row < knowledge->ports; row++)
        for (int set = 0; set < rotation->box.depth; set++)
            for (int place = rotation->start[set]; place < rotation->start[set + 1]; place++)
                if (!knows(knowledge, round, round - 1 - set, row,
                           processor_at(knowledge, row, place)))
                    fail(knowledge, round, "one of a set does not know its message");
}

/* Clause 2 of Lemma 13: of batch r-2 with k-a processors of the other rows' S_(d-1), in which the
 * last one of each row always remains. For d = 2, a = 1 nobody does, and they may be in any set. */
static void see_early(struct knowledge *knowledge, int round) {
    const struct multiport_rotation *rotation = &knowledge->rotation;
    const struct multiport_box *box = &rotation->box;
    int last = rotation->row - 1, first = last == 1 ? 0 : rotation->start[box->depth - 1];
    if (last > 1 && rotation->order[last] != last)
        fail(knowledge, round, "who should remain in the last set does not");
    for (int row = 0; row < knowledge->ports && round >= 2; row++) {
        int count = 0;
        for (int other = 0; other < knowledge->ports; other++)
            for (int place = first; place < rotation->row && other != row; place++)
                count +=
                    knows(knowledge, round, round - 2, row, processor_at(knowledge, other, place));
        if (count != knowledge->ports - box->factor)
            fail(knowledge, round, "a message is not with k-a others");
    }
}

/* The last clause: of batch r-1-d with everybody, and so are those before. */
static void see_all(struct knowledge *knowledge, int round) {
    int batch = round - 1 - knowledge->rotation.box.depth;
    for (int row = 0; row < knowledge->ports; row++)
        for (int processor = 1; processor <= knowledge->processors; processor++)
            if (!knows(knowledge, round, batch, row, processor))
                fail(knowledge, round, "a message is not with all");
}

static enum status run_rounds(struct knowledge *knowledge, struct failure *failure) {
    struct multiport_rotation *rotation = &knowledge->rotation;
    struct multiport_emitter emitter = {.ports = knowledge->ports,
                                        .items = knowledge->ports * knowledge->rounds,
                                        .take = receive,
                                        .context = knowledge};
    enum status status = STATUS_OK;
    see_sizes(knowledge);
    for (int round = 0; round < knowledge->rounds && !status; round++) {
        if (round >= 1) {
            see_sets(knowledge, round);
            see_all(knowledge, round);
            if (rotation->box.kind == MULTIPORT_SPECIAL)
                see_early(knowledge, round);
        }
        emitter.time = round;
        for (int row = 0; row < knowledge->ports && !status; row++)
            status = multiport_emit(&emitter, 0, multiport_rotation_receiver(rotation, row), round,
                                    row, failure);
        if (!status)
            status = multiport_rotation_each(rotation, &emitter, failure);
        multiport_rotation_turn(rotation);
    }
    return status;
}

/* Pairs of a message and a processor, of which is kept since when it knows it. */
enum { MOST_PAIRS = 1 << 26 };

/* Some rounds more than a message takes, twice. */
static enum status knowledge(struct claim_call *call, struct failure *failure) {
    int k = (int)call->a[0], depth = (int)call->a[1], factor = (int)call->a[2];
    struct multiport_box box =
        factor ? multiport_box_special(k, depth, factor) : multiport_box_nice(k, depth);
    struct knowledge knowledge = {
        .ports = k, .processors = box.processors, .rounds = 2 * box.depth + 4};
    size_t items = (size_t)k * (size_t)knowledge.rounds;
    if (items * ((size_t)box.processors + 1) > MOST_PAIRS)
        return failure_input(failure, "k=%d: more than %d pairs of a message and a processor", k,
                             MOST_PAIRS);
    TRY(multiport_rotation_init(&knowledge.rotation, k, &box, 1, failure));
    knowledge.since = memory_new(items * ((size_t)box.processors + 1), sizeof *knowledge.since);
    enum status status = knowledge.since ? run_rounds(&knowledge, failure)
                                         : failure_memory(failure, "who knows which message");
    call->give[0] = !knowledge.fault;
    snprintf(call->text, sizeof call->text, "round %d: %s", knowledge.round,
             knowledge.fault ? knowledge.fault : "");
    free(knowledge.since);
    multiport_rotation_clear(&knowledge.rotation);
    return status;
}

#define CHAIN "n=1..1000000 k=1..100 most=1..1000 m=1..1000"
#define CHAIN_SAYS                                                                                 \
    "`rounds` of messages 1..m of `most`, and the `time` that one takes at most, by this "         \
    "algorithm, played"

const struct claim_function multiport_functions[] = {
    {"k_tree", CHAIN, "rounds time", CHAIN_SAYS, chain, MULTIPORT_BY_K_TREE},
    {"rotation", CHAIN, "rounds time", CHAIN_SAYS, chain, MULTIPORT_BY_ROTATION},
    {"boxes", "k=1..100 d=0..40 a=0..100 e=0..40 b=0..100 x=0..100000 m=1..1000 time=0..200",
     "right exact",
     "a box of depth d, nice for a = 0, else special, one of e and b behind it, and the k-tree "
     "algorithm for x processors as the last, 0: none; played: in time?",
     boxes, 0},
    {"trees", "n=2..1000000 k=2..100", "right height formula internal spread nowhere",
     "the trees of the k-tree algorithm: as Theorem 6 wants them? Nodes that are neither root nor "
     "leaf, and in none",
     trees, 0},
    {"all_forests", "n=2..8 k=1..8", "count wrong",
     "all sets of k spanning trees with at most k children for anybody, 2k+1 messages played",
     all_forests, 0},
    {"box_invariants", "k=1..100 d=1..40 a=0..100", "",
     "do Lemma 11, or 13 for a > 0, hold in each round of a box?", knowledge, 0},
    {.name = NULL}};
