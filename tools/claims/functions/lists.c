/* SPDX-License-Identifier: MIT */
/* Lists of messages, by their names: a case looks at the messages one by one, or counts those that
 * are alike. The blocks of the schedule of Theorem 3.7 of Karp et al. 1993. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allreduce.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/summation/summation.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "tools/claims/functions/functions.h"

/* The last lists, as expressions ask for them again: they emit their own array. */
enum { KEPT = 4, MOST_SINGLE = 1000000 };
struct kept_list {
    char *name; /* owned; NULL: none */
    struct message_list list;
    struct message_array array;
    bool told; /* of `spmd` */
};
static struct kept_list kept[KEPT];
static int next;
static struct block_digraph digraph; /* the last one; 0 processors: none */

static void forget(struct kept_list *list) {
    free(list->name);
    message_array_clear(&list->array);
    *list = (struct kept_list){0};
}

static void forget_blocks(void) {
    if (digraph.processors)
        block_digraph_clear(&digraph);
    digraph.processors = 0;
}

void lists_clear(void) {
    for (int i = 0; i < KEPT; i++)
        forget(&kept[i]);
    forget_blocks();
}

static enum status push(void *context, const struct message *message, struct failure *failure) {
    struct message_array *array = context;
    message_array_add(array, message);
    return array->lost ? failure_memory(failure, "messages") : STATUS_OK;
}

static enum status keep(struct kept_list *list, const struct message_list *source,
                        struct failure *failure) {
    message_array_init(&list->array);
    list->list = *source;
    list->list.each = message_array_each;
    list->list.source = &list->array;
    return message_list_each(source, push, &list->array, NULL, failure);
}

typedef enum status make_list(struct kept_list *list, const long *a, struct failure *failure);

static enum status make_paper(struct kept_list *list, const long *a, struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    TRY(paper_items((int)a[0], (int)a[1], (int)a[2], &schedule, failure));
    return keep(list, &schedule.list, failure);
}

static enum status make_buffered(struct kept_list *list, const long *a, struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    TRY(buffered_items((int)a[0], (int)a[1], (int)a[2], &schedule, failure));
    return keep(list, &schedule.list, failure);
}

static struct logp_machine machine_at(const long *a) {
    return (struct logp_machine){(int)a[0], (int)a[1], (int)a[2]};
}

static enum status make_tree(struct kept_list *list, const long *a, struct failure *failure) {
    struct logp_machine machine = machine_at(a);
    CLEANUP(single_tree_clear) struct single_tree tree = {0};
    TRY(single_tree_build(&machine, (int)a[3], &tree, failure));
    struct message_list source = single_tree_list(&tree);
    return keep(list, &source, failure);
}

/* Messages of one item, in any order, on a machine: the list ends when the last one is there. */
static void make_single(struct kept_list *list, const long *a) {
    struct logp_machine machine = machine_at(a);
    int by_root = 0, last = 0;
    message_array_sort(&list->array);
    for (size_t i = 0; i < list->array.count; i++) {
        const struct message *m = &list->array.messages[i];
        int there = m->time + (int)logp_machine_transfer(&machine);
        by_root += m->from == 0;
        last = there > last ? there : last;
    }
    list->list = (struct message_list){
        .machine = {MESSAGE_LOGP, machine.latency, machine.overhead, machine.gap, 1, CAPACITY_FULL},
        .processors = (int)a[3] - 1,
        .items = 1,
        .single = by_root == 1,
        .count = (long)list->array.count,
        .delay = last,
        .finish = last,
        .each = message_array_each,
        .source = &list->array};
}

/* What a processor knows in Algorithm 1 of Shou and Chen 1996: the effective time and the size that
 * it was told with the message. */
struct told {
    int64_t effective, size; /* 0: nothing */
    int64_t nodes;           /* of its subtree, counted */
    int64_t next;            /* the number that Definition 3 has for its next child */
    bool awake;
};

/* f_n; n < 0: 0. */
static int64_t reached(const int64_t *f, int64_t n) {
    return n < 0 ? 0 : f[n];
}

/* Steps (2.2) and (3.2), which are the same: child k = 0, 1, .. is told what is left of the time,
 * and the size of its subtree, if anybody is left behind those of its elder siblings. */
static void send_on(struct kept_list *list, const long *a, const int64_t *f, struct told *told,
                    int number, int64_t time) {
    struct logp_machine machine = machine_at(a);
    int64_t apart = logp_machine_apart(&machine), flight = logp_machine_transfer(&machine);
    struct told own = told[number];
    for (int64_t k = 0; k * apart <= own.effective - flight; k++) {
        int64_t effective = own.effective - flight - k * apart, size = reached(f, effective);
        int64_t before = reached(f, own.effective) - reached(f, own.effective - k * apart);
        int64_t left = own.size - 1 - before;
        int to = (int)((number + 1 + before) % a[3]);
        if (left <= 0)
            continue;
        message_array_add(&list->array, &(struct message){.time = (int)(time + k * apart),
                                                          .from = number,
                                                          .to = to,
                                                          .item = 1});
        if (!told[to].size)
            told[to] = (struct told){.effective = effective, .size = left < size ? left : size};
    }
}

/* The program of the root, and that of the receiver of each message that is the first one for it,
 * in the order in which they were written down; the order does not matter, as nobody knows what
 * others do. Then processors are numbered from the root on. */
static void run_all(struct kept_list *list, const long *a, const int64_t *f, struct told *told) {
    struct logp_machine machine = machine_at(a);
    int64_t flight = logp_machine_transfer(&machine);
    struct message_array *array = &list->array;
    told[a[4]].awake = true;
    send_on(list, a, f, told, (int)a[4], 0);
    for (size_t i = 0; i < array->count && !array->lost; i++) {
        struct message m = array->messages[i];
        if (!told[m.to].awake)
            send_on(list, a, f, told, m.to, m.time + flight);
        told[m.to].awake = true;
    }
    for (size_t i = array->count; i-- > 0;)
        told[array->messages[i].from].nodes += 1 + told[array->messages[i].to].nodes;
    list->told = true;
    for (size_t i = 0; i < array->count; i++) {
        struct message *m = &array->messages[i];
        struct told *from = &told[m->from], *to = &told[m->to];
        int64_t left = told[a[4]].effective - m->time - flight;
        list->told = list->told && to->effective == left && to->size == to->nodes + 1 &&
                     m->to == (m->from + 1 + from->next) % a[3];
        from->next += to->nodes + 1;
        m->from = (int)((m->from - a[4] + a[3]) % a[3]);
        m->to = (int)((m->to - a[4] + a[3]) % a[3]);
    }
}

/* Algorithm 1 as it is written, with max(g,o) in place of g, on every processor. */
static enum status make_spmd(struct kept_list *list, const long *a, struct failure *failure) {
    struct logp_machine machine = machine_at(a);
    int64_t apart = logp_machine_apart(&machine), flight = logp_machine_transfer(&machine);
    int64_t time = 0;
    TRY(logp_machine_check(&machine, failure));
    if (a[3] < 1 || a[3] > MOST_SINGLE || a[4] < 0 || a[4] >= a[3])
        return failure_input(failure, "the root is one of 1..%d processors", MOST_SINGLE);
    FREED struct told *told = memory_new((size_t)a[3], sizeof *told);
    FREED int64_t *f = NULL;
    for (time = 0; told && memory_make_room(&f, (size_t)time, sizeof *f); time++) {
        f[time] = time < flight  ? 1
                  : time < apart ? 1 + time / flight
                                 : f[time - apart] + f[time - flight];
        if (f[time] >= a[3])
            break;
    }
    if (!told || !f || f[time] < a[3])
        return failure_memory(failure, "a broadcast");
    message_array_init(&list->array);
    told[a[4]] = (struct told){.effective = time, .size = a[3]};
    run_all(list, a, f, told);
    make_single(list, a);
    return list->array.lost ? failure_memory(failure, "a broadcast") : STATUS_OK;
}

/* Definition 3.3 of Karp et al. 1992: the messages of an ordered tree, a processor's g apart, at
 * the times of the labels that the universal tree has. */
static enum status make_ordered(struct kept_list *list, const long *a, struct failure *failure) {
    struct logp_machine machine = machine_at(a);
    int64_t label[ORDERED_TREES_MOST] = {0}, flight = logp_machine_transfer(&machine);
    TRY(logp_machine_check(&machine, failure));
    if (a[3] < 1 || a[3] > ORDERED_TREES_MOST)
        return failure_input(failure, "ordered trees have 1..%d nodes", ORDERED_TREES_MOST);
    const struct ordered_tree *tree = ordered_tree_at((int)a[3], a[4]);
    message_array_init(&list->array);
    for (int i = 1; i < tree->count; i++) {
        int from = tree->parent[i];
        int64_t time = label[from] + (int64_t)tree->place[i] * machine.gap;
        label[i] = time + flight;
        message_array_add(&list->array,
                          &(struct message){.time = (int)time, .from = from, .to = i, .item = 1});
    }
    make_single(list, a);
    return list->array.lost ? failure_memory(failure, "a broadcast") : STATUS_OK;
}

/* As it is printed, g apart and without waiting. */
static enum status make_gather(struct kept_list *list, const long *a, struct failure *failure) {
    struct logp_machine machine = machine_at(a);
    struct allgather printed;
    TRY(allgather_build(&printed, &machine, (int)a[3], 1, failure));
    printed.apart = machine.gap;
    printed.wait = 0;
    struct message_list source = allgather_expanded(&printed);
    return keep(list, &source, failure);
}

static enum status make_sum(struct kept_list *list, const long *a, struct failure *failure) {
    struct logp_machine machine = machine_at(a);
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    CLEANUP(summation_clear) struct summation summation = {0};
    CLEANUP(message_array_clear) struct message_array messages = {0};
    struct message_list source;
    TRY(summation_tree_best(&machine, machine.gap, a[4], (int)a[3], 0, &tree, failure));
    TRY(summation_build(&tree, &summation, NULL, failure));
    TRY(summation_list(&summation, &messages, &source, failure));
    return keep(list, &source, failure);
}

/* All do the same, turned round: those of processor 0. */
static enum status make_combining(struct kept_list *list, const long *a, struct failure *failure) {
    CLEANUP(allreduce_clear) struct allreduce combining = {0};
    TRY(allreduce_build(&combining, (int)a[0], (int)a[1], failure));
    struct message_list source = allreduce_list(&combining);
    return keep(list, &source, failure);
}

/* Nodes send items as ring_gossip.h has it. */
static enum status make_ring(struct kept_list *list, const long *a, struct failure *failure) {
    enum { MOST_NODES = 1000 };
    CLEANUP(ring_schedule_clear) struct ring_schedule ring = {0};
    int order[MOST_NODES], n = (int)a[0];
    if (a[0] < RING_LEAST || a[0] > MOST_NODES)
        return failure_input(failure, "a ring of 2..%d nodes", MOST_NODES);
    for (int i = 0; i < n; i++)
        order[i] = i;
    TRY(ring_schedule_init(&ring, order, n, a[1] != 0, failure));
    message_array_init(&list->array);
    return ring_schedule_each(&ring, push, &list->array, NULL, failure);
}

static const struct {
    const char *name;
    int numbers;
    make_list *make;
} makers[] = {
    {"paper", 3, make_paper}, {"buffered", 3, make_buffered},   {"tree", 4, make_tree},
    {"spmd", 5, make_spmd},   {"ordered", 5, make_ordered},     {"gather", 4, make_gather},
    {"sum", 5, make_sum},     {"combining", 2, make_combining}, {"ring", 2, make_ring}};

static enum status make(struct kept_list *list, const char *name, struct failure *failure) {
    char word[16];
    long a[5] = {0};
    int count = sscanf(name, "%15s %ld %ld %ld %ld %ld", word, &a[0], &a[1], &a[2], &a[3], &a[4]);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (count > 0 && strcmp(word, makers[i].name) == 0 && count == makers[i].numbers + 1)
            return makers[i].make(list, a, failure);
    return failure_input(
        failure,
        "expected paper L t k, buffered L N k, tree L o g P, spmd L o g P root, ordered L o g P "
        "tree, gather L o g P, sum L o g P t combining L P or ring n half, not '%.60s'",
        name);
}

/* The list that the text of a call names. */
static enum status find(const char *name, struct kept_list **list, struct failure *failure) {
    for (int i = 0; i < KEPT; i++)
        if (kept[i].name && strcmp(kept[i].name, name) == 0) {
            *list = &kept[i];
            return STATUS_OK;
        }
    *list = &kept[next];
    next = (next + 1) % KEPT;
    forget(*list);
    enum status status = make(*list, name, failure);
    if (!status && !((*list)->name = strdup(name)))
        status = failure_memory(failure, "messages");
    if (status)
        forget(*list);
    return status;
}

static enum status list(struct claim_call *call, struct failure *failure) {
    struct kept_list *list;
    TRY(find(call->word, &list, failure));
    call->give[0] = (long)list->array.count;
    call->give[1] = list->list.finish;
    call->give[2] = list->list.buffer;
    call->give[3] = list->list.single;
    call->give[4] = list->told;
    return claim_call_put(call, evidence_of_messages(&list->list), failure);
}

/* Its messages at their times on the machine. */
static enum status plays(struct claim_call *call, struct failure *failure) {
    enum { LEGAL, TIME, SUM };
    struct logp_machine machine = machine_of(call);
    struct kept_list *named;
    struct message_play play = {.finish = 0};
    struct message_fault fault = {.found = false};
    TRY(logp_machine_check(&machine, failure));
    TRY(find(call->word, &named, failure));
    struct message_list list = named->list;
    list.machine = (struct message_machine){
        MESSAGE_LOGP, machine.latency, machine.overhead, machine.gap, 1, CAPACITY_FULL};
    if (list.processors)
        TRY(message_play(&list, NULL, &call->job->limits, &play, &fault, failure));
    call->give[LEGAL] = !fault.found;
    call->give[TIME] = play.finish;
    for (size_t i = 0; i < named->array.count; i++)
        call->give[SUM] += named->array.messages[i].time + logp_machine_transfer(&machine);
    return STATUS_OK;
}

static enum status message(struct claim_call *call, struct failure *failure) {
    struct kept_list *list;
    enum status status = find(call->word, &list, failure);
    if (status || call->a[0] > (long)list->array.count)
        return status ? status : failure_input(failure, "there are fewer messages");
    const struct message *m = &list->array.messages[call->a[0] - 1];
    const long fields[] = {m->time, m->from, m->to, m->item, m->wait};
    memcpy(call->give, fields, sizeof fields);
    return STATUS_OK;
}

/* Those with these times, and this sender, receiver and item; below 0: any. */
static enum status messages(struct claim_call *call, struct failure *failure) {
    struct kept_list *list;
    const long *a = call->a;
    TRY(find(call->word, &list, failure));
    for (long i = 0; i < (long)list->array.count; i++) {
        const struct message *m = &list->array.messages[i];
        if (m->time < a[0] || m->time > a[1] || (a[2] >= 0 && m->from != a[2]) ||
            (a[3] >= 0 && m->to != a[3]) || (a[4] >= 0 && m->item != a[4]))
            continue;
        call->give[1] = call->give[0]++ ? call->give[1] : i + 1;
        call->give[2] = i + 1;
    }
    return STATUS_OK;
}

/* "LIST: ITEM ITEM ..": receptions that are not, in this order, those of the processor. */
static enum status receptions(struct claim_call *call, struct failure *failure) {
    struct kept_list *list;
    char name[CLAIM_TEXT_ROOM];
    const char *end = strchr(call->word, ':');
    char *rest;
    if (!end)
        return failure_input(failure, "expected LIST: ITEM ITEM ..");
    snprintf(name, sizeof name, "%.*s", (int)(end - call->word), call->word);
    enum status status = find(name, &list, failure);
    snprintf(name, sizeof name, "%s", end + 1);
    rest = name;
    for (long i = 0; !status && i < (long)list->array.count; i++)
        if (list->array.messages[i].to == call->a[0])
            call->give[0] += strtol(rest, &rest, 10) != list->array.messages[i].item;
    call->give[0] += rest[strspn(rest, " ")] != 0;
    return status;
}

/* The last sendings from, and to, each processor are kept, as many as may be in transit at a time.
 * Messages come in the order of their times; all of them are as long in the overhead. */
static enum status transit(struct claim_call *call, struct failure *failure) {
    struct kept_list *list;
    long latency = call->a[0], capacity = call->a[1];
    TRY(find(call->word, &list, failure));
    size_t rows = 2 * (size_t)list->list.processors + 2;
    FREED int *times = NULL, *counts = NULL; /* [row capacity + place], [row] */
    TRY(memory_check(NEW(rows * (size_t)capacity, times) && NEW(rows, counts), failure,
                     "messages in transit"));
    for (size_t i = 0; i < 2 * list->array.count; i++) {
        const struct message *m = &list->array.messages[i / 2];
        int row = i % 2 ? 2 * m->to + 1 : 2 * m->from;
        int *place = &times[row * capacity + counts[row] % capacity];
        call->give[0] += counts[row]++ >= capacity && *place + latency > m->time;
        *place = m->time;
    }
    return STATUS_OK;
}

/* Processors are 1..N, block by block; the one that only receives has a block of size 0. */
static enum status block(struct claim_call *call, struct failure *failure) {
    enum { SIZE, NUMBER, PROCESSORS, BLOCKS };
    enum status status = STATUS_OK;
    if (!digraph.processors || digraph.latency != call->a[0] || digraph.depth != call->a[1]) {
        forget_blocks();
        status = block_digraph_init(&digraph, (int)call->a[0], (int)call->a[1], failure);
        digraph.processors = status ? 0 : digraph.processors;
    }
    long last = 0;
    for (int i = 0; !status && i < digraph.block_count && last < call->a[2]; i++) {
        last += digraph.sizes[i] ? digraph.sizes[i] : 1;
        call->give[SIZE] = digraph.sizes[i];
        call->give[NUMBER] = i + 1;
    }
    call->give[PROCESSORS] = digraph.processors;
    call->give[BLOCKS] = digraph.block_count;
    return status;
}

const struct claim_function list_functions[] = {
    {"list", "TEXT", "count finish buffer single told",
     "a list of messages, \"paper L t k\" (Theorem 3.7 of Karp et al. 1993), \"buffered L N k\" "
     "(Theorem 3.8), \"tree L o g P\" (one item), \"spmd L o g P root\" (Algorithm 1 of Shou and "
     "Chen; was "
     "everybody told what Definition 4 has?), \"ordered L o g P tree\" (all ordered trees), "
     "\"gather L o g P\" (everybody to everybody, as printed), \"sum L o g P t\" \"combining L "
     "P\" (processor 0) or \"ring n half\"",
     list, 0},
    {"plays", "L=1..1000 o=0..1000 g=1..1000 TEXT", "legal time sum",
     "a list of one item, sent at its times on this machine: can it be, when does it end, and the "
     "sum of the times when processors have it",
     plays, 0},
    {"message", "TEXT i=1..100000000", "time from to item wait", "the i-th message of a list",
     message, 0},
    {"messages",
     "TEXT since=-1000000000..1000000000 until=-1000000000..1000000000 from=-1..1000000 "
     "to=-1..1000000 item=-1..1000000000",
     "count earliest latest",
     "those of a list that are sent then, with this sender, receiver and item (-1: any), and which "
     "of them are the earliest and the latest",
     messages, 0},
    {"receptions", "TEXT p=1..1000000", "",
     "\"LIST: ITEM ITEM ..\": receptions of processor p that are not those of the text", receptions,
     0},
    {"transit", "TEXT L=1..1000000 capacity=1..1000000", "",
     "messages of a list from, or to, one processor that are one too many in transit for L cycles",
     transit, 0},
    {"block", "L=1..1000 t=0..1000 p=1..1000000", "size number processors blocks",
     "the block of processor p in the schedule of Theorem 3.7; all processors, and blocks", block,
     0},
    {.name = NULL}};
