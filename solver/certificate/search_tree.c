/* SPDX-License-Identifier: MIT */
#include "solver/certificate/search_tree.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/output.h"
#include "solver/walk/walk.h"
#include "solver/walk/walk_events.h"

/* Of lines that are written in one go. */
enum { TREE_TOKENS_ROOM = 1 << 16, TREE_TOKENS_PER_LINE = 64 };

/* What a token of a search becomes, and what it does. */
struct tree_token {
    char text[4]; /* with the space before it */
    unsigned char length;
    signed char letter; /* -1: none */
    signed char step;   /* of the depth; out of all range for what is no token */
};

struct tree_tokens {
    struct certificate_output *output;
    int on_line;
    size_t length; /* of the text */
    int count;     /* depth of a filling */
    int depth;     /* where the tokens have led; -1: the root was left */
    uint64_t nodes;
    signed char *path; /* [0..depth-1]: the letters; with room for a line on both sides */
    signed char *rows;
    struct tree_token table[256];
    char text[TREE_TOKENS_ROOM];
};

/*
 * The lines `tree` of kind impossible-search: tokens, 64 to a line, from the tokens of a search
 * (walk/walk_events.h). It also says where in the tree they lead.
 */

/* A line at most, with its key and its end; each token is copied with all of its four bytes. */
enum { LINE_ROOM = 8 + 4 * TREE_TOKENS_PER_LINE };

static void fill_table(struct tree_tokens *tokens, int latency) {
    for (int c = 0; c < 256; c++)
        tokens->table[c] = (struct tree_token){.letter = -1, .step = 127};
    tokens->table['-'] = (struct tree_token){{' ', '-'}, 2, -1, -1};
    tokens->table['!'] = (struct tree_token){{' ', '!'}, 2, -1, -1};
    for (int w = 0; w < latency; w++) {
        struct tree_token *token = &tokens->table[(unsigned char)walk_letter_tokens[w]];
        *token = (struct tree_token){.letter = (signed char)w, .step = 1, .text = {' '}};
        token->length = 1;
        if (w >= 10)
            token->text[token->length++] = (char)('0' + w / 10);
        token->text[token->length++] = (char)('0' + w % 10);
    }
}

/* For a tree with letters below `latency` and fillings of `count` slots. NULL: no memory. */
static struct tree_tokens *tree_tokens_new(struct certificate_output *output, int latency,
                                           int count) {
    struct tree_tokens *tokens = memory_new(1, sizeof *tokens);
    size_t room = (size_t)count + 2 * 128 * (TREE_TOKENS_PER_LINE + 1);
    signed char *rows = memory_new(room, 1);
    if (!tokens || !rows) {
        free(tokens);
        free(rows);
        return NULL;
    }
    tokens->output = output;
    tokens->count = count;
    tokens->rows = rows;
    tokens->path = rows + 128 * (TREE_TOKENS_PER_LINE + 1);
    fill_table(tokens, latency);
    return tokens;
}

static void tree_tokens_free(struct tree_tokens *tokens) {
    if (!tokens)
        return;
    free(tokens->rows);
    free(tokens);
}

static void flush(struct tree_tokens *tokens) {
    certificate_write(tokens->output, tokens->text, tokens->length);
    tokens->length = 0;
}

/* Tokens of one line, nothing looked at: trees have hundreds of millions of them. */
static void append_some(struct tree_tokens *tokens, const char *text, size_t count) {
    char *at = tokens->text + tokens->length;
    int depth = tokens->depth;
    uint64_t nodes = tokens->nodes;
    for (size_t i = 0; i < count; i++) {
        const struct tree_token *token = &tokens->table[(unsigned char)text[i]];
        memcpy(at, token->text, 4);
        at += token->length;
        tokens->path[depth] = token->letter;
        depth += token->step;
        nodes += token->letter >= 0;
    }
    tokens->length = (size_t)(at - tokens->text);
    tokens->depth = depth;
    tokens->nodes = nodes;
}

/* Appends tokens, `?` not among them. False if one of them is none, or if they lead out of the
 * tree. */
static bool tree_tokens_append(struct tree_tokens *tokens, const char *text, size_t length) {
    while (length) {
        if (!tokens->on_line) {
            if (tokens->length + LINE_ROOM > TREE_TOKENS_ROOM)
                flush(tokens);
            memcpy(tokens->text + tokens->length, "tree", 4);
            tokens->length += 4;
        }
        size_t count = (size_t)(TREE_TOKENS_PER_LINE - tokens->on_line);
        count = count < length ? count : length;
        append_some(tokens, text, count);
        if (tokens->depth < -1 || tokens->depth > tokens->count)
            return false;
        text += count;
        length -= count;
        tokens->on_line += (int)count;
        if (tokens->on_line == TREE_TOKENS_PER_LINE) {
            tokens->text[tokens->length++] = '\n';
            tokens->on_line = 0;
        }
    }
    return true;
}

/* Writes what is left. */
static void tree_tokens_end(struct tree_tokens *tokens) {
    if (tokens->on_line)
        tokens->text[tokens->length++] = '\n';
    tokens->on_line = 0;
    flush(tokens);
}

enum { STEPS = 1 << 16, ASIDE_ROOM = 1 << 12 };

void tree_proof_clear(struct tree_proof *proof) {
    walk_record_free(proof->record);
    lock_file_release(&proof->lock);
    *proof = (struct tree_proof){.record = NULL};
}

/* A certificate being written. */
struct writer {
    const struct tree_proof *proof;
    const struct limits *limits;
    struct tree_tokens *tokens;
    struct walk_plan plan; /* of the tree of the certificate */
    struct walk walk;
    struct walk_events events; /* of the walk */
    char heard[ASIDE_ROOM];
    bool aside;    /* the next token is the letter that look-ahead excludes */
    bool misled;   /* tokens led out of the tree */
    uint64_t done; /* of the recorded tokens */
    uint64_t total;
};

static enum status wrong(const struct tree_proof *proof, struct failure *failure) {
    return failure_set(failure, STATUS_INTERNAL,
                       "the record of L = %d, t = %d is not that of an exhausted tree",
                       proof->latency, proof->depth);
}

/* --- what look-ahead left out --- */

static void put_events(struct walk_events *events) {
    struct writer *writer = events->context;
    size_t length = (size_t)(events->end - events->tokens);
    writer->misled |= !tree_tokens_append(writer->tokens, events->tokens, length);
    events->end = events->tokens;
}

static enum status walk_aside(struct writer *writer, struct failure *failure) {
    enum walk_event event = WALK_QUANTUM;
    while (event == WALK_QUANTUM) {
        enum status status = limits_check(writer->limits, failure);
        if (status)
            return status;
        event = walk_run(&writer->walk, STEPS);
    }
    put_events(writer->walk.events);
    if (event == WALK_SOLUTION)
        return failure_set(failure, STATUS_INTERNAL,
                           "L = %d, t = %d was called exhausted, but has a schedule",
                           writer->proof->latency, writer->proof->depth);
    return writer->misled ? wrong(writer->proof, failure) : STATUS_OK;
}

/* The subtree of the letter below where the tokens have led. */
static enum status put_aside(struct writer *writer, char token, struct failure *failure) {
    int path[WALK_MAX_LETTERS], depth = writer->tokens->depth;
    if (depth < 0 || depth >= writer->plan.slots.count)
        return wrong(writer->proof, failure);
    for (int i = 0; i < depth; i++)
        path[i] = writer->tokens->path[i];
    path[depth] = walk_token_letter(token);
    if (walk_resume(&writer->walk, path, depth + 1, depth + 1, true, NULL) ||
        !tree_tokens_append(writer->tokens, &token, 1))
        return wrong(writer->proof, failure);
    return walk_aside(writer, failure);
}

/* --- the recorded tokens --- */

static enum status put_tokens(void *context, const char *text, size_t length,
                              struct failure *failure) {
    struct writer *writer = context;
    enum status status = limits_check(writer->limits, failure);
    writer->done += length;
    while (length && !status) {
        if (writer->aside) {
            writer->aside = false;
            status = put_aside(writer, *text, failure);
            text++;
            length--;
            continue;
        }
        const char *mark = memchr(text, '?', length);
        size_t count = mark ? (size_t)(mark - text) : length;
        if (!tree_tokens_append(writer->tokens, text, count))
            return wrong(writer->proof, failure);
        writer->aside = mark != NULL;
        count += writer->aside;
        text += count;
        length -= count;
    }
    if (!status && writer->limits)
        limits_report(writer->limits, &(struct progress){"writing the tree", writer->done,
                                                         writer->total, writer->tokens->nodes});
    return status;
}

static enum status write_tree(struct writer *writer, struct failure *failure) {
    const struct tree_proof *proof = writer->proof;
    enum status status =
        walk_record_read(proof->record, &proof->tokens, put_tokens, writer, failure);
    if (!status && writer->tokens->depth != -1)
        status = wrong(proof, failure);
    if (!status)
        tree_tokens_end(writer->tokens);
    return status;
}

/* --- following a record that is not our own --- */

struct follower {
    struct writer *writer;
    bool aside;
    bool ended;
};

static enum status follow_tokens(void *context, const char *text, size_t length,
                                 struct failure *failure) {
    struct follower *follower = context;
    struct writer *writer = follower->writer;
    enum status status = limits_check(writer->limits, failure);
    for (size_t i = 0; i < length && !status; i++) {
        bool skip = follower->aside;
        follower->aside = text[i] == '?';
        if (!skip && (follower->ended || !walk_follow(&writer->walk, text[i], &follower->ended)))
            status = wrong(writer->proof, failure);
    }
    if (!status && writer->limits)
        limits_report(writer->limits, &(struct progress){.task = "verification"});
    return status;
}

static enum status follow(struct writer *writer, struct failure *failure) {
    const struct tree_proof *proof = writer->proof;
    struct follower follower = {.writer = writer};
    enum status status = walk_resume(&writer->walk, NULL, 0, 0, true, failure);
    if (!status)
        status = walk_record_read(proof->record, &proof->tokens, follow_tokens, &follower, failure);
    if (!status && !follower.ended)
        status = wrong(proof, failure);
    return status;
}

/* --- both --- */

/* With walk and tokens. */
static enum status put(struct writer *writer, struct certificate_output *output,
                       struct failure *failure) {
    const struct tree_proof *proof = writer->proof;
    enum status status = proof->resumed ? follow(writer, failure) : STATUS_OK;
    if (status)
        return status;
    walk_plan_look_at_collisions_only(&writer->plan);
    writer->events = (struct walk_events){.tokens = writer->heard,
                                          .end = writer->heard,
                                          .limit = writer->heard + ASIDE_ROOM,
                                          .full = put_events,
                                          .context = writer};
    writer->walk.events = &writer->events;
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    status = write_tree(writer, failure);
    certificate_print(output, "nodes %" PRIu64 "\n", writer->tokens->nodes);
    return status;
}

enum status search_tree_put(struct certificate_output *output, const struct tree_proof *proof,
                            const struct limits *limits, struct failure *failure) {
    struct writer writer = {
        .proof = proof, .limits = limits, .total = walk_stretch_length(&proof->tokens)};
    enum status status = walk_plan_init(&writer.plan, proof->latency, proof->depth, WALK_WORDS,
                                        proof->ball_rule, failure);
    if (status)
        return status;
    status = walk_init(&writer.walk, &writer.plan, failure);
    if (!status) {
        writer.tokens = tree_tokens_new(output, proof->latency, writer.plan.slots.count);
        status = writer.tokens ? put(&writer, output, failure)
                               : failure_memory(failure, "the certificate of a search");
        tree_tokens_free(writer.tokens);
        walk_clear(&writer.walk);
    }
    walk_plan_clear(&writer.plan);
    return status;
}
