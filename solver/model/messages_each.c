/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/messages.h"

/* What a processor sends at the present step. */
struct send {
    int to; /* row, from 0 */
    int item;
};

/* What a processor has received so far. */
struct tally {
    uint64_t sum;
    int count;
};

enum { SET_BITS = 64 };

struct run {
    const struct messages *messages;
    message_take *take;
    void *context;
    uint64_t *senders;  /* set of rows */
    struct send *sends; /* [row], for the rows of the set */
    struct tally *tallies;
    long done; /* messages so far */
};

/* The rows that are at the places of one value at one step. */
struct cursor {
    const struct message_role *roles;
    const struct message_place *next, *end;
    long step;
    int row, left, stride; /* in the role that was reached */
};

static inline bool cursor_next(struct cursor *cursor, int *row) {
    while (cursor->left == 0) {
        if (cursor->next == cursor->end)
            return false;
        const struct message_place *place = cursor->next++;
        const struct message_role *role = &cursor->roles[place->role];
        long turn = (cursor->step - role->begin - place->position) % role->length;
        if (turn < 0)
            turn += role->length;
        if (role->step == 1 || turn % role->step == 0) {
            cursor->row = role->first + (int)(turn / role->step);
            cursor->left = role->copies;
            cursor->stride = role->places;
        }
    }
    *row = cursor->row;
    cursor->row += cursor->stride;
    cursor->left--;
    return true;
}

static inline enum status deliver(struct run *run, int time, int from, struct send send,
                                  struct failure *failure) {
    struct message message = {time, from, send.to + 1, send.item, run->messages->run.wait};
    struct tally *tally = &run->tallies[send.to];
    tally->sum += (uint64_t)send.item;
    tally->count++;
    run->done++;
    return run->take(run->context, &message, failure);
}

/* The value t comes from the source, all others from processors: `sends` of those. */
static enum status match(struct run *run, const struct message_value *value, long step,
                         struct failure *failure) {
    const struct messages *m = run->messages;
    int item = (int)(step - m->depth + value->value + 1), to, from;
    struct cursor receivers = {
        m->roles, value->receive, value->receive_end, step + m->latency, 0, 0, 0};
    struct cursor senders = {m->roles, value->send, value->send_end, step, 0, 0, 0};
    while (cursor_next(&receivers, &to)) {
        if (!cursor_next(&senders, &from))
            return failure_set(failure, STATUS_INTERNAL,
                               "value %d is received more often than it is sent", value->value);
        run->senders[from / SET_BITS] |= (uint64_t)1 << from % SET_BITS;
        run->sends[from] = (struct send){to, item};
    }
    return STATUS_OK;
}

static enum status send_from_source(struct run *run, const struct message_value *value, long step,
                                    struct failure *failure) {
    const struct messages *m = run->messages;
    struct cursor receivers = {
        m->roles, value->receive, value->receive_end, step + m->latency, 0, 0, 0};
    struct send send = {.item = (int)step + 1};
    enum status status = STATUS_OK;
    while (!status && cursor_next(&receivers, &send.to))
        status = deliver(run, (int)(step * m->run.step), 0, send, failure);
    return status;
}

/* In the order of the rows; the set is empty again. */
static enum status send_from_rows(struct run *run, long step, struct failure *failure) {
    const struct messages *m = run->messages;
    int time = (int)(step * m->run.step), words = (m->processors + SET_BITS - 1) / SET_BITS;
    enum status status = STATUS_OK;
    for (int i = 0; i < words && !status; i++) {
        uint64_t set = run->senders[i];
        run->senders[i] = 0;
        for (; set && !status; set &= set - 1) {
            int row = i * SET_BITS + __builtin_ctzll(set);
            status = deliver(run, time, row + 1, run->sends[row], failure);
        }
    }
    return status;
}

/* The values first..end-1 are those of the items 1..K at this step. */
static enum status run_step(struct run *run, long step, int first, int end,
                            struct failure *failure) {
    const struct message_value *values = run->messages->values;
    enum status status = STATUS_OK;
    bool root = end > first && values[end - 1].value == run->messages->depth;
    if (root)
        status = send_from_source(run, &values[--end], step, failure);
    if (first == end)
        return status;
    for (int i = first; i < end && !status; i++)
        status = match(run, &values[i], step, failure);
    return status ? status : send_from_rows(run, step, failure);
}

static enum status run_steps(struct run *run, const struct limits *limits,
                             struct failure *failure) {
    const struct messages *m = run->messages;
    int first = m->value_count, end = m->value_count;
    enum status status = STATUS_OK;
    for (long step = 0; step < (long)m->items + m->depth && !status; step++) {
        /* item 1 has the value t - step when it arrives, item K the value t - step + K - 1 */
        while (first > 0 && m->values[first - 1].value >= m->depth - step)
            first--;
        while (end > 0 && m->values[end - 1].value > m->depth - step + m->items - 1)
            end--;
        status = limits_check(limits, failure);
        if (!status && first < end)
            status = run_step(run, step, first, end, failure);
        if (!status && limits) {
            struct progress progress = {"messages", (uint64_t)run->done, (uint64_t)m->count, 0};
            limits_report(limits, &progress);
        }
    }
    return status;
}

static enum status check_tallies(const struct run *run, struct failure *failure) {
    uint64_t items = (uint64_t)run->messages->items, sum = items * (items + 1) / 2;
    for (int row = 0; row < run->messages->processors; row++)
        if (run->tallies[row].count != run->messages->items || run->tallies[row].sum != sum)
            return failure_set(failure, STATUS_INTERNAL,
                               "processor %d does not receive every item once", row + 1);
    return STATUS_OK;
}

enum status messages_each(const struct messages *messages, message_take *take, void *context,
                          const struct limits *limits, struct failure *failure) {
    size_t rows = (size_t)messages->processors;
    struct run run = {.messages = messages,
                      .take = take,
                      .context = context,
                      .senders = memory_new(rows / SET_BITS + 1, sizeof *run.senders),
                      .sends = memory_new(rows, sizeof *run.sends),
                      .tallies = memory_new(rows, sizeof *run.tallies)};
    enum status status = STATUS_OK;
    if (!run.senders || !run.sends || !run.tallies)
        status = failure_memory(failure, "a list of messages");
    if (!status)
        status = run_steps(&run, limits, failure);
    if (!status)
        status = check_tallies(&run, failure);
    free(run.senders);
    free(run.sends);
    free(run.tallies);
    return status;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    return messages_each(source, take, context, limits, failure);
}

struct message_list messages_list(const struct messages *messages) {
    return (struct message_list){.machine = messages->run.machine,
                                 .processors = messages->processors,
                                 .items = messages->items,
                                 .period = messages->at_once ? 0 : messages->run.step,
                                 .single = true,
                                 .count = messages->count,
                                 .delay = messages->delay,
                                 .finish = messages->finish,
                                 .each = each,
                                 .source = messages};
}
