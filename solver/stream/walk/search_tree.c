/* SPDX-License-Identifier: MIT */
#include "solver/stream/walk/search_tree.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/stream/walk/search_frontier.h"

/* Of lines that are written in one go. */
enum { TREE_TOKENS_ROOM = 1 << 16, TREE_TOKENS_PER_LINE = 64 };

/* What a token of the walk becomes. */
struct tree_token {
    char text[4]; /* with the space before it */
    size_t length;
};

/* The lines `tree`: tokens, 64 to a line. */
struct tree_tokens {
    struct certificate_output *output;
    int on_line;
    size_t length; /* of the text */
    struct tree_token table[256];
    char text[TREE_TOKENS_ROOM];
};

/* A line at most, with its key and its end; each token is copied with all of its four bytes. */
enum { LINE_ROOM = 8 + 4 * TREE_TOKENS_PER_LINE };

/* For a tree with letters below `latency`. NULL: no memory. The caller frees. */
static struct tree_tokens *tree_tokens_new(struct certificate_output *output, int latency) {
    struct tree_tokens *tokens = memory_new(1, sizeof *tokens);
    if (!tokens)
        return NULL;
    tokens->output = output;
    tokens->table['-'] = (struct tree_token){" -", 2};
    tokens->table['!'] = (struct tree_token){" !", 2};
    for (int w = 0; w < latency; w++) {
        struct tree_token *token = &tokens->table[(unsigned char)walk_letter_tokens[w]];
        token->length = (size_t)snprintf(token->text, sizeof token->text, " %d", w);
    }
    return tokens;
}

static void flush(struct tree_tokens *tokens) {
    certificate_write(tokens->output, tokens->text, tokens->length);
    tokens->length = 0;
}

/* Nothing is looked at: trees have hundreds of millions of tokens. */
static void tree_tokens_append(struct tree_tokens *tokens, const char *text, size_t length) {
    while (length) {
        if (!tokens->on_line) {
            if (tokens->length + LINE_ROOM > TREE_TOKENS_ROOM)
                flush(tokens);
            memcpy(tokens->text + tokens->length, "tree", 4);
            tokens->length += 4;
        }
        size_t count = (size_t)(TREE_TOKENS_PER_LINE - tokens->on_line);
        count = count < length ? count : length;
        char *at = tokens->text + tokens->length;
        for (size_t i = 0; i < count; i++) {
            const struct tree_token *token = &tokens->table[(unsigned char)text[i]];
            memcpy(at, token->text, 4);
            at += token->length;
        }
        tokens->length = (size_t)(at - tokens->text);
        text += count;
        length -= count;
        tokens->on_line += (int)count;
        if (tokens->on_line == TREE_TOKENS_PER_LINE) {
            tokens->text[tokens->length++] = '\n';
            tokens->on_line = 0;
        }
    }
}

/* Writes what is left. */
static void tree_tokens_end(struct tree_tokens *tokens) {
    if (tokens->on_line)
        tokens->text[tokens->length++] = '\n';
    tokens->on_line = 0;
    flush(tokens);
}

/* Steps between two looks at the limits, some 20 ms. */
enum { STEPS = 1 << 20, EVENTS_ROOM = 1 << 12 };

enum status search_tree_wrong(const struct tree_proof *proof, struct failure *failure) {
    return failure_internal(failure, "L = %d, t = %d was called exhausted, but has a schedule",
                            proof->latency, proof->depth);
}

static void put_events(struct walk_events *events) {
    tree_tokens_append(events->context, events->tokens, (size_t)(events->end - events->tokens));
    events->end = events->tokens;
}

/* `path` has room for all slots. */
static enum status report(const struct walk *walk, int *path, const struct limits *limits,
                          struct failure *failure) {
    struct part part = {.path = path};
    const struct frontier frontier = {.count = 1, .list = &part};
    double left;
    part_leave(&part, walk);
    TRY(frontier_share_left(&frontier, walk->plan, &left, failure));
    limits_report(limits,
                  &(struct progress){"writing the tree", (uint64_t)(PROGRESS_WHOLE * (1 - left)),
                                     PROGRESS_WHOLE, walk->nodes});
    return STATUS_OK;
}

static enum status put_tree(struct walk *walk, const struct tree_proof *proof, int *path,
                            const struct limits *limits, struct failure *failure) {
    enum walk_event event = WALK_QUANTUM;
    walk_enter_root(walk);
    while (event == WALK_QUANTUM) {
        TRY(limits_check(limits, failure));
        event = walk_run(walk, STEPS);
        if (event == WALK_QUANTUM && limits && limits->report)
            TRY(report(walk, path, limits, failure));
    }
    put_events(walk->events);
    return event == WALK_SOLUTION ? search_tree_wrong(proof, failure) : STATUS_OK;
}

enum status search_tree_put(const void *body, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    const struct tree_proof *proof = body;
    char buffer[EVENTS_ROOM];
    CLEANUP(walk_plan_clear) struct walk_plan plan = {0};
    CLEANUP(walk_clear) struct walk walk = {0};
    TRY(walk_plan_init(&plan, proof->latency, proof->depth, WALK_WORDS, proof->ball_rule, failure));
    walk_plan_look_at_collisions_only(&plan);
    TRY(walk_init(&walk, &plan, failure));
    FREED struct tree_tokens *tokens = tree_tokens_new(output, proof->latency);
    FREED int *path = memory_new((size_t)plan.slots.count, sizeof *path);
    TRY(memory_check(tokens && path, failure, "the certificate of a search"));
    struct walk_events events = {.tokens = buffer,
                                 .end = buffer,
                                 .limit = buffer + EVENTS_ROOM,
                                 .full = put_events,
                                 .context = tokens};
    walk.events = &events;
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    TRY(put_tree(&walk, proof, path, limits, failure));
    tree_tokens_end(tokens);
    certificate_print(output, "nodes %" PRIu64 "\n", walk.nodes);
    return STATUS_OK;
}
