#include "rule_messages.h"

#include "rule_messages_flight.h"
#include "rule_messages_items.h"
#include "rule_messages_machine.h"

#include <string.h>

struct simulation {
    struct reader *reader;
    struct machine machine;
    uint32_t count, period;
    bool sends_any;
    uint32_t delay, finish; /* as stated */
    uint64_t delay_line, finish_line;
    struct flight flight;
    struct items items;
    bool begun;        /* there was a step */
    uint32_t time;     /* of this step */
    uint32_t sender;   /* of the last message of this step, plus 1 */
    uint32_t to, item; /* of this message */
    uint64_t largest_delay, last_finish;
};

/* --- the parameters --- */

static bool read_sends(struct simulation *s) {
    return read_key(s->reader, "sends") && read_either(s->reader, "single", "any", &s->sends_any) &&
           read_line_end(s->reader);
}

static bool read_stated(struct simulation *s, const char *key, uint32_t *number, uint64_t *line) {
    *line = s->reader->number;
    return read_number_line(s->reader, key, 1, READ_NUMBER_LIMIT, number);
}

static bool read_parameters(struct simulation *s) {
    struct reader *reader = s->reader;
    uint32_t processors;
    if (!machine_read(&s->machine, reader) ||
        !read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT, &processors) ||
        !machine_open(&s->machine, reader, processors) ||
        !read_number_line(reader, "items", 1, READ_NUMBER_LIMIT, &s->count) ||
        !read_number_line(reader, "period", 0, READ_NUMBER_LIMIT, &s->period) || !read_sends(s))
        return false;
    return read_stated(s, "delay", &s->delay, &s->delay_line) &&
           read_stated(s, "finish", &s->finish, &s->finish_line) &&
           machine_read_buffer(&s->machine, reader);
}

/* --- what happens --- */

/* When the source has it. */
static uint64_t release(const struct simulation *s, uint32_t item) {
    return (uint64_t)(item - 1) * s->period;
}

static bool check_source(struct simulation *s, const struct message *message) {
    enum items_beginning beginning = items_begin(&s->items, message->item);
    if (beginning == ITEMS_TOO_MANY)
        return read_malformed(s->reader,
                              "too large: the items under way for %u processors take more than "
                              "%llu bytes",
                              s->machine.processors, (unsigned long long)ITEMS_ROOM_LIMIT);
    if (message->sent < release(s, message->item))
        return machine_refuted(
            s->reader, message, "the source sends item %u at time %u and has it from %llu on",
            message->item, message->sent, (unsigned long long)release(s, message->item));
    if (beginning == ITEMS_BEGAN_BEFORE && !s->sends_any)
        return machine_refuted(s->reader, message,
                               "the source sends item %u again at time %u: the list says "
                               "'sends single'",
                               message->item, message->sent);
    return true;
}

static bool begin_sending(struct simulation *s, const struct message *message) {
    if (message->to == 0)
        return machine_refuted(s->reader, message, "item %u is sent to the source at time %u",
                               message->item, message->sent);
    if (message->from == 0 && !check_source(s, message))
        return false;
    if (message->from != 0 && !items_has(&s->items, message->item, message->from))
        return machine_refuted(s->reader, message,
                               "processor %u sends item %u at time %u and does not have it",
                               message->from, message->item, message->sent);
    const struct machine_rules *rules = s->machine.rules;
    if (rules->send && !rules->send(&s->machine, s->reader, message))
        return false;
    if (!flight_add(&s->flight, message))
        return read_malformed(s->reader,
                              "too large: more than %llu messages are sent while one is under way",
                              (unsigned long long)s->flight.limit);
    if (!rules->enter)
        flight_enter(&s->flight);
    return true;
}

/* The item is given when the reception begins: whoever wants to send it before the reception ends
 * is busy. */
static bool begin_reception(struct simulation *s, const struct message *message) {
    const struct machine_rules *rules = s->machine.rules;
    if (rules->receive && !rules->receive(&s->machine, s->reader, message))
        return false;
    enum items_news news = items_give(&s->items, message->item, message->to);
    if (news == ITEMS_TWICE)
        return machine_refuted(s->reader, message,
                               "processor %u receives item %u at time %u and has it already",
                               message->to, message->item, message->received);
    if (news == ITEMS_NEW)
        return true;
    s->last_finish = machine_known(&s->machine, message->received);
    if (s->last_finish - release(s, message->item) > s->largest_delay)
        s->largest_delay = s->last_finish - release(s, message->item);
    return true;
}

/* Everything that happens up to this time, sendings excepted. */
static bool go_on_to(struct simulation *s, uint64_t time) {
    struct flight *flight = &s->flight;
    uint64_t first = s->machine.rules->enters_first; /* before receptions of the same time */
    for (;;) {
        const struct message *entering = flight_entering(flight);
        const struct message *received = flight_received(flight);
        uint64_t enters =
            entering ? (uint64_t)entering->sent + s->machine.until_entering : UINT64_MAX;
        if (received && received->received <= time && received->received <= enters - first) {
            if (!begin_reception(s, received))
                return false;
            flight_receive(flight);
        } else if (entering && enters <= time) {
            if (!s->machine.rules->enter(&s->machine, s->reader, entering))
                return false;
            flight_enter(flight);
        } else {
            return true;
        }
    }
}

/* --- the lines --- */

static bool read_step(struct simulation *s) {
    uint32_t least = s->begun ? s->time + 1 : 0;
    if (s->begun && s->sender == 0)
        return read_malformed(s->reader, "nothing is sent in the step before this one");
    if (!read_key(s->reader, "step") ||
        !read_number(s->reader, "a time after the last step", least, READ_NUMBER_LIMIT, &s->time))
        return false;
    s->begun = true;
    s->sender = 0;
    return go_on_to(s, s->time);
}

static bool add_message(struct simulation *s, struct message *message, uint32_t wait) {
    uint64_t received = machine_received(&s->machine, s->time, wait);
    uint64_t known = machine_known(&s->machine, received);
    if (known > READ_NUMBER_LIMIT)
        return read_malformed(s->reader,
                              "the receiver would have the item at time %llu, beyond 2^31 - 1",
                              (unsigned long long)known);
    message->sent = s->time;
    message->received = (uint32_t)received;
    s->sender = message->from + 1;
    s->to = message->to;
    s->item = message->item;
    return begin_sending(s, message);
}

static bool read_wait(struct simulation *s, uint32_t *wait) {
    *wait = 0;
    return !s->machine.rules->may_wait || s->reader->words == 0 ||
           (read_key(s->reader, "wait") &&
            read_number(s->reader, "wait", 1, READ_NUMBER_LIMIT, wait));
}

/* May the next message of this step come from the last sender once more? */
static bool may_send_again(const struct simulation *s) {
    return s->sender > 0 && s->machine.rules->sends_many;
}

/* Does the sender of the last message send this one too, which should not be told before it? */
static bool is_out_of_order(const struct simulation *s, const struct message *message) {
    return message->from + 1 == s->sender &&
           (message->to < s->to || (message->to == s->to && message->item <= s->item));
}

static bool check_order(const struct simulation *s, const struct message *message) {
    struct reader *reader = s->reader;
    if (message->from + 1 == s->sender && !may_send_again(s))
        return read_refuted(reader, "processor %u sends two messages at time %u", message->from,
                            s->time);
    if (message->from < s->sender && message->from + 1 != s->sender)
        return read_malformed(reader, "senders ascend within a step, found %u behind %u",
                              message->from, s->sender - 1);
    if (!is_out_of_order(s, message))
        return true;
    if (message->to == s->to && message->item == s->item)
        return read_refuted(reader, "processor %u sends item %u to %u twice at time %u",
                            message->from, message->item, message->to, s->time);
    return read_malformed(reader, "messages ascend by receiver and item, found %u %u behind %u %u",
                          message->to, message->item, s->to, s->item);
}

static bool read_send(struct simulation *s) {
    struct reader *reader = s->reader;
    struct message message = {.line = reader->number};
    uint32_t wait;
    if (!read_key(reader, "send") ||
        !read_number(reader, "sender", 0, s->machine.processors - 1, &message.from) ||
        !read_number(reader, "receiver", 0, s->machine.processors - 1, &message.to) ||
        !read_number(reader, "item", 1, s->count, &message.item) || !read_wait(s, &wait))
        return false;
    if (reader->words > 0)
        return read_line_end(reader); /* says what is too much */
    return check_order(s, &message) && add_message(s, &message, wait);
}

/* --- the same for millions of lines --- */

/* Takes ` NUMBER` from the bytes and returns what is behind; NULL if it is not that or not within
 * least..most. The bytes end with a LF, which stops every number. */
static const char *take_number(const char *at, uint32_t least, uint32_t most, uint32_t *number) {
    if (!at || *at != ' ')
        return NULL;
    const char *first = ++at;
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9' && value <= most; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    *number = (uint32_t)value;
    bool right = at > first && (*first != '0' || at == first + 1);
    return right && value >= least && value <= most ? at : NULL;
}

static const char *take_wait(const struct simulation *s, const char *at, uint32_t *wait) {
    *wait = 0;
    if (!at || *at == '\n' || !s->machine.rules->may_wait)
        return at;
    return strncmp(at, " wait", 5) == 0 ? take_number(at + 5, 1, READ_NUMBER_LIMIT, wait) : NULL;
}

/* A line `send` without any fault of grammar, or NULL. */
static const char *take_send(const struct simulation *s, const char *at, struct message *message,
                             uint32_t *wait) {
    for (const char *key = "send"; *key; key++, at++)
        if (*at != *key)
            return NULL;
    uint32_t least = s->sender - may_send_again(s);
    at = take_number(at, least, s->machine.processors - 1, &message->from);
    at = take_number(at, 0, s->machine.processors - 1, &message->to);
    at = take_number(at, 1, s->count, &message->item);
    at = take_wait(s, at, wait);
    return at && *at == '\n' && !is_out_of_order(s, message) ? at + 1 : NULL;
}

/* Lines that stand in the buffer behind the current one, as long as they are good lines `send`;
 * others are left to the functions above, which say what is wrong. After a fault the current line
 * is still the one before them all. */
static bool pass_sends(struct simulation *s) {
    size_t length;
    const char *start = read_ahead(s->reader, &length), *at = start, *end = start + length;
    uint64_t here = s->reader->number;
    struct message message = {.line = here + 1};
    uint32_t wait;
    for (const char *next; at < end && (next = take_send(s, at, &message, &wait)); at = next) {
        s->reader->number = message.line; /* for faults */
        if (!add_message(s, &message, wait)) {
            s->reader->number = here;
            return false;
        }
        message.line++;
    }
    read_skip(s->reader, (size_t)(at - start));
    return true;
}

static bool read_messages(struct simulation *s) {
    while (!read_is_at(s->reader, "digest")) {
        if (!s->begun || read_is_at(s->reader, "step")) {
            if (!read_step(s))
                return false;
            if (s->reader->words > 0)
                return read_line_end(s->reader); /* says what is too much */
        } else if (!read_send(s)) {
            return false;
        }
        if (!pass_sends(s) || !read_next_line(s->reader))
            return false;
    }
    return true;
}

/* --- the end --- */

static bool check_stated(struct simulation *s, const char *what, uint32_t stated, uint64_t line,
                         uint64_t found) {
    if (found == stated)
        return true;
    uint64_t here = s->reader->number;
    s->reader->number = line;
    read_refuted(s->reader, "%s: expected %llu, found %u", what, (unsigned long long)found, stated);
    s->reader->number = here;
    return false;
}

static bool check_end(struct simulation *s) {
    if (s->begun && s->sender == 0)
        return read_malformed(s->reader, "nothing is sent in the last step");
    if (!go_on_to(s, UINT64_MAX - 1))
        return false;
    if (s->items.finished < s->count) {
        uint32_t item, processor;
        items_missing(&s->items, &item, &processor);
        return read_refuted(s->reader, "processor %u never receives item %u", processor, item);
    }
    return check_stated(s, "delay", s->delay, s->delay_line, s->largest_delay) &&
           check_stated(s, "finish", s->finish, s->finish_line, s->last_finish) &&
           check_stated(s, "buffer", s->machine.buffer, s->machine.buffer_line, s->machine.held);
}

static void claim(const struct simulation *s) {
    struct verdict *verdict = s->reader->verdict;
    machine_claim(&s->machine, verdict);
    verdict_claim(verdict,
                  " P=%u K=%u period %u: %s brings every item to all others, delay %u, "
                  "the last at time %u",
                  s->machine.processors, s->count, s->period,
                  s->sends_any ? "the source" : "the source, sending each item once,", s->delay,
                  s->finish);
}

static bool simulate(struct simulation *s) {
    items_init(&s->items, s->machine.processors, s->count);
    flight_init(&s->flight);
    bool right = read_messages(s) && check_end(s);
    flight_clear(&s->flight);
    items_clear(&s->items);
    return right;
}

bool rule_messages(struct reader *reader) {
    struct simulation s = {.reader = reader};
    bool right = read_parameters(&s);
    if (right) {
        claim(&s);
        right = simulate(&s);
    }
    machine_clear(&s.machine);
    return right;
}
