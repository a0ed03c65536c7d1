/* SPDX-License-Identifier: MIT */
#include "solver/certificate/search_tree.h"

#include <inttypes.h>
#include <string.h>

#include "solver/certificate/tree_tokens.h"
#include "solver/walk/walk.h"

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
