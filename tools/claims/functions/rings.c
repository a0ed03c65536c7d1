/* SPDX-License-Identifier: MIT */
/* Dimakopoulos 1999, section 3.2.2, the figures and the appendix: who transmits, receives and takes
 * no part on a ring, step by step, and which messages are in the buffers. The steps are those of
 * ring_gossip.h; what the paper says of them is looked at here, by definition. */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multinode/ring_gossip.h"
#include "tools/claims/functions/functions.h"

/* A ring at work. What each node does in a step is a letter, T, R or N. */
struct watch {
    int n;
    char *now;   /* letters of this step; owned */
    char *all;   /* [step-1][node], of 2n steps; owned */
    int *buffer; /* [node * 2 + place]; owned */
    int *count;  /* of the messages in it; owned */
    long sent;   /* messages so far */
    bool wrong;  /* something is not as it is said */
    int step;    /* the first such step, and node */
    int node;
    const char *what;
    FILE *table; /* for the rows of a figure */
};

static void fail(struct watch *watch, int step, int node, const char *what) {
    if (watch->wrong)
        return;
    watch->wrong = true;
    watch->step = step;
    watch->node = node;
    watch->what = what;
}

static enum status watch_init(struct watch *watch, int n, struct failure *failure) {
    size_t nodes = (size_t)n;
    *watch = (struct watch){.n = n};
    watch->now = memory_new(nodes + 1, 1);
    watch->all = memory_new(2 * nodes, nodes);
    watch->buffer = memory_new(2 * nodes, sizeof(int));
    watch->count = memory_new(nodes, sizeof(int));
    if (!watch->now || !watch->all || !watch->buffer || !watch->count)
        return failure_memory(failure, "a ring");
    for (int i = 0; i < n; i++) {
        watch->buffer[2 * i] = i;
        watch->count[i] = 1;
    }
    return STATUS_OK;
}

static void watch_clear(struct watch *watch) {
    free(watch->now);
    free(watch->all);
    free(watch->buffer);
    free(watch->count);
    *watch = (struct watch){0};
}

/* The letters of a step from who sends: the node behind receives. */
static void take_letters(struct watch *watch, int step, const int *item) {
    for (int i = 0; i < watch->n; i++) {
        bool sends = item[i] >= 0, receives = item[(i + watch->n - 1) % watch->n] >= 0;
        if (sends && receives)
            fail(watch, step, i, "sends and receives");
        watch->now[i] = sends ? 'T' : receives ? 'R' : 'N';
        watch->all[(size_t)(step - 1) * (size_t)watch->n + (size_t)i] = watch->now[i];
    }
}

/* First in, first out: who sends takes the first message of its buffer, and the node behind puts
 * it last into its own. */
static void move_messages(struct watch *watch, int step, const int *item) {
    for (int i = 0; i < watch->n; i++) {
        int *buffer = &watch->buffer[2 * i];
        if (item[i] < 0)
            continue;
        if (watch->count[i] == 0 || buffer[0] != item[i])
            fail(watch, step, i, "does not send the first message of its buffer");
        buffer[0] = buffer[1];
        watch->count[i]--;
        watch->sent++;
    }
    for (int i = 0; i < watch->n; i++) {
        int next = (i + 1) % watch->n;
        if (item[i] < 0)
            continue;
        if (watch->count[next] == RING_BUFFER)
            fail(watch, step, next, "has a third message in its buffer");
        else
            watch->buffer[2 * next + watch->count[next]++] = item[i];
    }
}

/* --- the sentence on step j, and behaviour sequences --- */

/* The list is j, j+2, .., j+(n-1), the node that does not participate is j-1. So B_i, what node i
 * does in the steps from 1 on, is N R T R T .. R T, rotated by i positions to the right. */
static void see_sentence(struct watch *watch, int step) {
    for (int n = watch->n, i = 0; i < n; i++) {
        int place = ((step - 1 - i) % n + n) % n;
        if (watch->now[i] != (place == 0 ? 'N' : place % 2 ? 'R' : 'T'))
            fail(watch, step, i, "does something else");
    }
}

static enum status sentence_step(void *context, int step, const int *item,
                                 struct failure *failure) {
    struct watch *watch = context;
    take_letters(watch, step, item);
    see_sentence(watch, step);
    (void)failure;
    return STATUS_OK;
}

static char letter(const struct watch *watch, int step, int node) {
    return watch->all[(size_t)(step - 1) * (size_t)watch->n + (size_t)node];
}

/* What the appendix says of the sequences, of what was done. */
static void see_behaviour(struct watch *watch) {
    int n = watch->n;
    for (int i = 0; i < n; i++) {
        int sent = 0, received = 0;
        for (int step = 1; step <= n; step++) {
            sent += letter(watch, step, i) == 'T';
            received += letter(watch, step, i) == 'R';
            if (letter(watch, step, i) != letter(watch, step + n, i))
                fail(watch, step + n, i, "does not repeat itself");
            if (step > 1 && letter(watch, step, i) == letter(watch, step - 1, i))
                fail(watch, step, i, "does the same twice");
        }
        if (sent != n / 2 || received != n / 2)
            fail(watch, n, i, "does not send and receive n/2 times each");
    }
}

/* --- where the messages are after n steps --- */

/* Node i has the message of node i-d and no other one. */
static void see_rotated(struct watch *watch, int step, int d) {
    for (int i = 0; i < watch->n; i++)
        if (watch->count[i] != 1 || watch->buffer[2 * i] != (i - d + watch->n) % watch->n)
            fail(watch, step, i, "has other messages in its buffer");
}

/* Of n (n-1) links that the messages go along together, n floor(n/2) are left after n steps. */
static enum status rotation_step(void *context, int step, const int *item,
                                 struct failure *failure) {
    struct watch *watch = context;
    long n = watch->n;
    move_messages(watch, step, item);
    if (step == n) {
        see_rotated(watch, step, (int)n / 2);
        if (n * (n - 1) - watch->sent != n * (n / 2))
            fail(watch, step, 0, "the remaining distance is another one");
    }
    if (step == 2 * n)
        see_rotated(watch, step, 2 * (int)(n / 2));
    (void)failure;
    return STATUS_OK;
}

/* --- the figures, whose pictures are lost: rows of the table, and what they are said to show ---
 */

/* One row: what is sent. */
static enum status figure_step(void *context, int step, const int *item, struct failure *failure) {
    struct watch *watch = context;
    (void)failure;
    fprintf(watch->table, "step %2d:", step);
    for (int i = 0; i < watch->n; i++)
        if (item[i] >= 0)
            fprintf(watch->table, "  m_%d from %d to %d", item[i], i, (i + 1) % watch->n);
    fputc('\n', watch->table);
    return STATUS_OK;
}

/* With half duplex; odd-numbered steps leave messages waiting. */
static enum status half_step(void *context, int step, const int *item, struct failure *failure) {
    struct watch *watch = context;
    move_messages(watch, step, item);
    take_letters(watch, step, item);
    if (watch->n % 2) {
        see_sentence(watch, step);
        for (int i = 0; i < watch->n && step > watch->n; i++)
            if (watch->now[i] != letter(watch, step - watch->n, i))
                fail(watch, step, i, "does not repeat itself");
    } else {
        for (int i = 0; i < watch->n; i++)
            if (watch->now[i] != ((i + step) % 2 ? 'T' : 'R'))
                fail(watch, step, i, "does not take its turn");
    }
    return figure_step(context, step, item, failure);
}

/* --- as functions --- */

enum { TRANSMITTERS, BEHAVIOUR, ROTATION, FIGURE };

static enum status watched(struct claim_call *call, struct failure *failure) {
    static ring_step *const steps[] = {sentence_step, sentence_step, rotation_step, figure_step};
    int method = call->function->method, n = (int)call->a[0];
    bool half = method != FIGURE || call->a[1] != 0;
    enum ring_rule rule = ring_rule_of(n, half);
    struct ring_outcome outcome;
    if (method != FIGURE && n % 2 == 0)
        return failure_set(failure, STATUS_INPUT, "a ring of an even number of nodes");
    CLEANUP(watch_clear) struct watch watch = {0};
    TRY(watch_init(&watch, n, failure));
    watch.table = call->job->table;
    TRY(ring_run(rule, n, method == FIGURE && half ? half_step : steps[method], &watch, &outcome,
                 failure));
    if (method == BEHAVIOUR)
        see_behaviour(&watch);
    call->give[0] = !watch.wrong && outcome.fault == RING_FINE;
    call->give[1] = ring_steps(rule, n);
    call->give[2] = outcome.buffer;
    snprintf(call->text, sizeof call->text, "step %d: node %d %s", watch.step, watch.node,
             watch.wrong ? watch.what : "is right");
    return STATUS_OK;
}

static enum status ring(struct claim_call *call, struct failure *failure) {
    static const char *const faults[] = {
        [RING_FINE] = "",
        [RING_NOTHING_TO_SEND] = "has nothing to send",
        [RING_SENDS_AND_RECEIVES] = "sends and receives",
        [RING_BUFFER_FULL] = "receives a third message into its buffer",
        [RING_KNOWN] = "receives what it has",
        [RING_UNFINISHED] = "lacks messages at the end",
    };
    struct ring_outcome outcome;
    enum ring_rule rule = ring_rule_of((int)call->a[0], call->a[1] != 0);
    TRY(ring_run(rule, (int)call->a[0], NULL, NULL, &outcome, failure));
    call->give[0] = outcome.fault == RING_FINE;
    call->give[1] = ring_steps(rule, (int)call->a[0]);
    call->give[2] = outcome.buffer;
    call->give[3] = outcome.messages;
    if (outcome.fault == RING_FINE)
        snprintf(call->text, sizeof call->text, "%ld steps", call->give[1]);
    else
        snprintf(call->text, sizeof call->text, "step %d: node %d %s", outcome.step, outcome.node,
                 faults[outcome.fault]);
    return STATUS_OK;
}

const struct claim_function ring_functions[] = {
    {"ring", "n=2..20000 half=0..1", "right steps buffer messages",
     "multinode broadcasting on a ring, node by node with buffers", ring, 0},
    {"ring_figure", "n=2..20 half=0..1", "right steps buffer",
     "the same, and the rows of a figure: what each node does, and does again", watched, FIGURE},
    {"ring_transmitters", "n=3..5000", "",
     "who transmits, receives and takes no part in each step, against the sentence on step j",
     watched, TRANSMITTERS},
    {"ring_behaviour", "n=3..5000", "",
     "what each node does in each step, against its behaviour sequence; their letters counted",
     watched, BEHAVIOUR},
    {"ring_rotation", "n=3..5000", "", "the buffers of an odd ring after n and after 2n steps",
     watched, ROTATION},
    {.name = NULL}};
