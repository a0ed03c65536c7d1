/* SPDX-License-Identifier: MIT */
/* Lemmas 11 and 13 of Bar-Noy and Ho: who knows which message at the beginning of each round in a
 * nice and in a special box. Who knows what is followed from message to message. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multiport/multiport_rotation.h"
#include "tools/claims/functions/functions.h"

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
        return failure_set(failure, STATUS_INPUT,
                           "k=%d: more than %d pairs of a message and a processor", k, MOST_PAIRS);
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

const struct claim_function multiport_knowledge_functions[] = {
    {"box_invariants", "k=1..100 d=1..40 a=0..100", "",
     "do Lemma 11, or 13 for a > 0, hold in each round of a box?", knowledge, 0},
    {.name = NULL}};
