#include "solver/collective/exchange/combining_play.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* What each processor has combined of others, or what it has sent. */
struct holdings {
    uint64_t *sets;  /* P rows of `words` */
    uint64_t *value; /* of each, where the set is not empty */
    bool *filled;
};

struct play {
    const struct combining *schedule;
    combining_operation *operation;
    const uint64_t *operands;
    size_t processors;
    size_t words;
    struct holdings now;
    struct holdings *sent; /* one for each message of a processor; freed when it was received */
    bool right;
};

static void release(struct holdings *holdings) {
    free(holdings->sets);
    free(holdings->value);
    free(holdings->filled);
    *holdings = (struct holdings){NULL, NULL, NULL};
}

static enum status hold(const struct play *play, struct holdings *holdings,
                        struct failure *failure) {
    holdings->sets = memory_new(play->processors * play->words, sizeof *holdings->sets);
    holdings->value = memory_new(play->processors, sizeof *holdings->value);
    holdings->filled = memory_new(play->processors, sizeof *holdings->filled);
    if (holdings->sets && holdings->value && holdings->filled)
        return STATUS_OK;
    release(holdings);
    return failure_memory(failure, "what processors have combined");
}

static uint64_t *set_of(const struct play *play, const struct holdings *holdings, size_t i) {
    return holdings->sets + i * play->words;
}

/* Adds a value, whose set is `other`, to what processor i holds. Operands in both are combined
 * twice. */
static void combine(struct play *play, struct holdings *holdings, size_t i, const uint64_t *other,
                    uint64_t value) {
    uint64_t *set = set_of(play, holdings, i);
    for (size_t w = 0; w < play->words; w++) {
        play->right = play->right && !(set[w] & other[w]);
        set[w] |= other[w];
    }
    holdings->value[i] = holdings->filled[i] ? play->operation(holdings->value[i], value) : value;
    holdings->filled[i] = true;
}

static void combine_own(struct play *play, struct holdings *holdings, size_t i) {
    uint64_t *set = set_of(play, holdings, i), bit = (uint64_t)1 << (i % 64);
    play->right = play->right && !(set[i / 64] & bit);
    set[i / 64] |= bit;
    uint64_t value = play->operands[i];
    holdings->value[i] = holdings->filled[i] ? play->operation(holdings->value[i], value) : value;
    holdings->filled[i] = true;
}

static enum status send(struct play *play, const struct combining_message *message,
                        struct holdings *sent, struct failure *failure) {
    enum status status = hold(play, sent, failure);
    if (status)
        return status;
    memcpy(sent->sets, play->now.sets, play->processors * play->words * sizeof *sent->sets);
    memcpy(sent->value, play->now.value, play->processors * sizeof *sent->value);
    memcpy(sent->filled, play->now.filled, play->processors * sizeof *sent->filled);
    for (size_t i = 0; i < play->processors; i++) {
        if (message->own)
            combine_own(play, sent, i);
        play->right = play->right && sent->filled[i];
    }
    return STATUS_OK;
}

static void receive(struct play *play, const struct combining_message *message,
                    struct holdings *sent) {
    for (size_t i = 0; i < play->processors; i++) {
        size_t to = (i + (size_t)message->to) % play->processors;
        if (sent->filled[i])
            combine(play, &play->now, to, set_of(play, sent, i), sent->value[i]);
    }
    release(sent);
}

/* In the order of time; what is received at a time can be sent on then. */
static enum status play_messages(struct play *play, const struct limits *limits,
                                 struct failure *failure) {
    const struct combining *schedule = play->schedule;
    int received = 0;
    for (int i = 0; i <= schedule->count; i++) {
        const struct combining_message *next = &schedule->messages[i];
        bool last = i == schedule->count;
        for (; received < i; received++) {
            const struct combining_message *message = &schedule->messages[received];
            if (!last && message->time + schedule->latency > next->time)
                break;
            receive(play, message, &play->sent[received]);
        }
        if (last)
            break;
        if (next->to < 1 || next->to >= schedule->processors || next->time < 0 ||
            next->time + schedule->latency > schedule->finish ||
            (i > 0 && schedule->messages[i - 1].time >= next->time))
            play->right = false;
        if (next->to < 0)
            break;
        enum status status = limits_check(limits, failure);
        if (!status)
            status = send(play, next, &play->sent[i], failure);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status end(struct play *play, uint64_t *results, const struct limits *limits,
                       struct failure *failure) {
    for (size_t i = 0; i < play->processors; i++) {
        enum status status = i % 64 ? STATUS_OK : limits_check(limits, failure);
        if (status)
            return status;
        combine_own(play, &play->now, i);
        results[i] = play->now.value[i];
        const uint64_t *set = set_of(play, &play->now, i);
        for (size_t j = 0; j < play->processors; j++)
            play->right = play->right && (set[j / 64] >> (j % 64) & 1);
    }
    return STATUS_OK;
}

enum status combining_play(const struct combining *schedule, combining_operation *operation,
                           const uint64_t *operands, uint64_t *results, const struct limits *limits,
                           bool *right, struct failure *failure) {
    if (schedule->processors > COMBINING_PLAY_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "combining is played for at most %d processors",
                           COMBINING_PLAY_MOST_PROCESSORS);
    struct play play = {.schedule = schedule,
                        .operation = operation,
                        .operands = operands,
                        .processors = (size_t)schedule->processors,
                        .words = ((size_t)schedule->processors + 63) / 64,
                        .right = true};
    play.sent = memory_new((size_t)schedule->count, sizeof *play.sent);
    enum status status = play.sent ? hold(&play, &play.now, failure)
                                   : failure_memory(failure, "what processors have combined");
    if (!status)
        status = play_messages(&play, limits, failure);
    if (!status)
        status = end(&play, results, limits, failure);
    if (!status)
        *right = play.right;
    for (int i = 0; play.sent && i < schedule->count; i++)
        release(&play.sent[i]);
    free(play.sent);
    release(&play.now);
    return status;
}
