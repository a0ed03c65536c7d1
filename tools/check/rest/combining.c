#include "rest/combining.h"

#include "core/memory.h"
#include "rest/combining_sets.h"

#include <stdlib.h>

struct combining_message {
    uint64_t line;
    uint32_t received;
    uint32_t to;
    uint32_t turn; /* in rotation: of the set that comes */
    struct operand_set *set;
};

struct combining {
    struct reader *reader;
    uint32_t latency, processors, finish;
    bool in_rotation;
    uint64_t finish_line;
    struct operand_sets sets;
    uint32_t kept;                   /* processors of which a set is kept, from 0 on */
    struct operand_set **has;        /* of each of them */
    uint64_t *free;                  /* the first time at which each may receive again */
    struct combining_message *queue; /* under way are first .. end-1, in the order of sending */
    size_t first, end, capacity;
    bool begun;
    uint32_t time;   /* of this step */
    uint32_t sender; /* of the last message of this step, plus 1 */
};

static bool read_parameters(struct combining *c) {
    struct reader *reader = c->reader;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &c->latency) ||
        !read_number_line(reader, "processors", 1, COMBINING_PROCESSORS_LIMIT, &c->processors))
        return false;
    c->finish_line = reader->number;
    if (!read_number_line(reader, "finish", 0, READ_NUMBER_LIMIT, &c->finish))
        return false;
    c->in_rotation = read_is_at(reader, "rotation");
    return !c->in_rotation || (read_key(reader, "rotation") && read_line_end(reader));
}

static bool refuted_at(struct combining *c, uint64_t line, const char *what, uint32_t processor,
                       uint32_t operand, uint32_t time) {
    uint64_t here = c->reader->number;
    c->reader->number = line;
    read_refuted(c->reader, "processor %u %s operand %u at time %u", processor, what, operand,
                 time);
    c->reader->number = here;
    return false;
}

/* --- what happens --- */

static bool receive(struct combining *c, const struct combining_message *message) {
    uint32_t twice;
    return operand_set_combine(&c->sets, &c->has[message->to], message->set, message->turn,
                               &twice) ||
           refuted_at(c, message->line, "combines a second time", message->to, twice,
                      message->received);
}

static bool receive_until(struct combining *c, uint64_t time) {
    for (; c->first < c->end && c->queue[c->first].received <= time; c->first++) {
        if (!receive(c, &c->queue[c->first]))
            return false;
        operand_set_drop(&c->sets, c->queue[c->first].set);
    }
    return true;
}

/* Those that were received give their places to others when they are half of all. */
static void put_in_queue(struct combining *c, const struct combining_message *message) {
    if (c->end == c->capacity && c->first >= c->end - c->end / 2) {
        for (size_t i = c->first; i < c->end; i++)
            c->queue[i - c->first] = c->queue[i];
        c->end -= c->first;
        c->first = 0;
    }
    c->queue = memory_grow(c->queue, &c->capacity, c->end + 1, sizeof *c->queue);
    c->queue[c->end++] = *message;
}

/* The list may be copied once to become longer. */
static bool has_room(const struct combining *c) {
    return operand_sets_may_grow(&c->sets, 3 * ((uint64_t)c->capacity + 1) * sizeof *c->queue);
}

/* A processor has its own operand at any time, and besides it what it has received. */
static struct operand_set *set_to_send(struct combining *c, uint32_t from, bool others_only) {
    return others_only ? operand_set_without(&c->sets, c->has[from], from)
                       : operand_set_hold(c->has[from]);
}

static bool send(struct combining *c, uint32_t from, uint32_t to, bool others_only) {
    struct reader *reader = c->reader;
    struct combining_message message = {.line = reader->number, .to = to};
    uint64_t received = (uint64_t)c->time + c->latency;
    if (received > READ_NUMBER_LIMIT)
        return read_malformed(reader, "the message would be received at time %llu, beyond 2^31 - 1",
                              (unsigned long long)received);
    if (from == to)
        return read_refuted(reader, "processor %u sends to itself at time %u", from, c->time);
    if (c->in_rotation) {
        message.turn = c->processors - to;
        message.to = 0;
    }
    if (received < c->free[message.to])
        return read_refuted(reader, "processor %u receives a second message at time %llu",
                            message.to, (unsigned long long)received);
    if (others_only && c->has[from]->count == 1)
        return read_refuted(reader, "processor %u has no operand of others to send at time %u",
                            from, c->time);
    if (!has_room(c))
        return read_malformed(reader, "too large: what is under way takes more than %llu bytes",
                              (unsigned long long)OPERAND_SETS_LIMIT);
    c->free[message.to] = received + 1;
    message.received = (uint32_t)received;
    message.set = set_to_send(c, from, others_only);
    put_in_queue(c, &message);
    return true;
}

/* --- the lines --- */

static bool read_step(struct combining *c) {
    uint32_t least = c->begun ? c->time + 1 : 0;
    if (c->begun && c->sender == 0)
        return read_malformed(c->reader, "nothing is sent in the step before this one");
    if (!read_key(c->reader, "step") ||
        !read_number(c->reader, "a time after the last step", least, READ_NUMBER_LIMIT, &c->time))
        return false;
    c->begun = true;
    c->sender = 0;
    return receive_until(c, c->time) && read_line_end(c->reader);
}

static bool read_send(struct combining *c) {
    struct reader *reader = c->reader;
    uint32_t from, to;
    bool others_only;
    if (!read_key(reader, "send") || !read_number(reader, "sender", 0, c->kept - 1, &from) ||
        !read_number(reader, "receiver", 0, c->processors - 1, &to))
        return false;
    others_only = reader->words > 0;
    if (others_only && !read_key(reader, "others"))
        return false;
    if (from + 1 == c->sender)
        return read_refuted(reader, "processor %u sends two messages at time %u", from, c->time);
    if (from < c->sender)
        return read_malformed(reader, "senders ascend within a step, found %u behind %u", from,
                              c->sender - 1);
    c->sender = from + 1;
    return send(c, from, to, others_only) && read_line_end(reader);
}

static bool read_messages(struct combining *c) {
    while (!read_is_at(c->reader, "digest")) {
        bool is_step = !c->begun || read_is_at(c->reader, "step");
        if (is_step ? !read_step(c) : !read_send(c))
            return false;
    }
    if (c->begun && c->sender == 0)
        return read_malformed(c->reader, "nothing is sent in the last step");
    return true;
}

/* --- the end --- */

static bool check_end(struct combining *c) {
    uint32_t last = c->begun ? c->time + c->latency : 0;
    uint64_t here = c->reader->number;
    if (!receive_until(c, UINT64_MAX))
        return false;
    for (uint32_t p = 0; p < c->kept; p++)
        if (c->has[p]->count < c->processors)
            return refuted_at(c, here, "does not have", p, operand_set_missing(c->has[p]), last);
    if (last == c->finish)
        return true;
    c->reader->number = c->finish_line;
    read_refuted(c->reader, "finish: expected %u, found %u", last, c->finish);
    c->reader->number = here;
    return false;
}

static void open_sets(struct combining *c) {
    c->kept = c->in_rotation ? 1 : c->processors;
    c->sets.operands = c->processors;
    c->has = memory_zeroed(c->kept, sizeof *c->has);
    c->free = memory_zeroed(c->kept, sizeof *c->free);
    for (uint32_t p = 0; p < c->kept; p++)
        c->has[p] = operand_set_new(&c->sets, p);
}

static void close_sets(struct combining *c) {
    for (uint32_t p = 0; p < c->kept; p++)
        operand_set_drop(&c->sets, c->has[p]);
    for (size_t i = c->first; i < c->end; i++)
        operand_set_drop(&c->sets, c->queue[i].set);
    free(c->queue);
    free(c->free);
    free(c->has);
}

bool rule_combining(struct reader *reader) {
    struct combining c = {.reader = reader};
    if (!read_parameters(&c))
        return false;
    verdict_claim(reader->verdict,
                  "postal L=%u P=%u%s: one operand of each processor is combined, and all have the "
                  "result at time %u",
                  c.latency, c.processors, c.in_rotation ? " in rotation" : "", c.finish);
    verdict_field(reader->verdict, "L", "%u", c.latency);
    verdict_field(reader->verdict, "P", "%u", c.processors);
    verdict_field(reader->verdict, "end", "%u", c.finish);
    open_sets(&c);
    bool right = read_messages(&c) && check_end(&c);
    close_sets(&c);
    return right;
}
