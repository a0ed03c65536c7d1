#include "core/messages_play.h"

#include <string.h>

/* --- what happens --- */

/* When the source has it. */
static uint64_t release(const struct player *player, uint32_t item) {
    return (uint64_t)(item - 1) * player->period;
}

/* Millions of messages of one source should not pay for a division. */
static uint32_t source_of(const struct player *player, uint32_t item) {
    return player->count == player->each ? 0 : items_source(&player->items, item);
}

static bool refuted_again(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message,
                           "the source sends item %u again at time %u: the list says "
                           "'sends single'",
                           message->item, message->sent);
}

static bool refuted_to_source(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message, "item %u is sent to the source at time %u",
                           message->item, message->sent);
}

static bool refuted_not_held(struct player *player, const struct message *message) {
    return machine_refuted(player->reader, message,
                           "processor %u sends item %u at time %u and does not have it",
                           message->from, message->item, message->sent);
}

static bool check_source(struct player *player, const struct message *message) {
    enum items_beginning beginning = items_begin(&player->items, message->item);
    if (beginning == ITEMS_TOO_MANY)
        return read_malformed(player->reader,
                              "too large: the items under way for %u processors take more than "
                              "%llu bytes",
                              player->machine.processors, (unsigned long long)ITEMS_ROOM_LIMIT);
    if (message->sent < release(player, message->item))
        return machine_refuted(
            player->reader, message, "the source sends item %u at time %u and has it from %llu on",
            message->item, message->sent, (unsigned long long)release(player, message->item));
    return beginning != ITEMS_BEGAN_BEFORE || player->sends_any || refuted_again(player, message);
}

/* As it is sent, and as it is received. */
static bool put_under_way(struct player *player, const struct message *sent,
                          const struct message *received) {
    const struct machine_rules *rules = player->machine.rules;
    if (rules->send && !rules->send(&player->machine, player->reader, sent))
        return false;
    if (!flight_add(&player->flight, received))
        return read_malformed(player->reader,
                              "too large: more than %llu messages are sent while one is under way",
                              (unsigned long long)player->flight.limit);
    if (!rules->enter)
        flight_enter(&player->flight);
    return true;
}

static bool begin_sending(struct player *player, const struct message *message) {
    uint32_t source = source_of(player, message->item);
    if (message->to == source)
        return refuted_to_source(player, message);
    if (message->from == source && !check_source(player, message))
        return false;
    if (message->from != source && !items_has(&player->items, message->item, message->from))
        return refuted_not_held(player, message);
    return put_under_way(player, message, message);
}

/* The message goes from processor 0, and the other one of the same line comes to it. */
static bool begin_sending_in_rotation(struct player *player, const struct message *message) {
    struct rotation *rotation = &player->rotation;
    struct message arriving = *message;
    arriving.to = 0;
    arriving.item = rotation_arriving(rotation, message->to, message->item);
    if (rotation_is_own(rotation, arriving.item))
        return refuted_to_source(player, &arriving);
    if (!rotation_has(rotation, message->item))
        return refuted_not_held(player, message);
    if (rotation_is_own(rotation, message->item) && !rotation_mark(rotation, message->item) &&
        !player->sends_any)
        return refuted_again(player, message);
    return put_under_way(player, message, &arriving);
}

/* What the receiver has news of: none, one more item, or an item that all have now. In rotation an
 * item that processor 0 receives is received by all, each another one, so nobody is later. */
static enum items_news give(struct player *player, const struct message *message) {
    if (!player->in_rotation)
        return items_give(&player->items, message->item, message->to);
    return rotation_mark(&player->rotation, message->item) ? ITEMS_NEW_TO_THE_LAST : ITEMS_TWICE;
}

/* The item is given when the reception begins: whoever wants to send it before the reception ends
 * is busy. */
static bool begin_reception(struct player *player, const struct message *message) {
    const struct machine_rules *rules = player->machine.rules;
    if (rules->receive && !rules->receive(&player->machine, player->reader, message))
        return false;
    enum items_news news = give(player, message);
    if (news == ITEMS_TWICE)
        return machine_refuted(player->reader, message,
                               "processor %u receives item %u at time %u and has it already",
                               message->to, message->item, message->received);
    if (news == ITEMS_NEW)
        return true;
    player->last_finish = machine_known(&player->machine, message->received);
    if (player->last_finish - release(player, message->item) > player->largest_delay)
        player->largest_delay = player->last_finish - release(player, message->item);
    return true;
}

/* Everything that happens up to this time, sendings excepted. */
static bool go_on_to(struct player *player, uint64_t time) {
    struct flight *flight = &player->flight;
    uint64_t first = player->machine.rules->enters_first; /* before receptions of the same time */
    for (;;) {
        const struct message *entering = flight_entering(flight);
        const struct message *received = flight_received(flight);
        uint64_t enters =
            entering ? (uint64_t)entering->sent + player->machine.until_entering : UINT64_MAX;
        if (received && received->received <= time && received->received <= enters - first) {
            if (!begin_reception(player, received))
                return false;
            flight_receive(flight);
        } else if (entering && enters <= time) {
            if (!player->machine.rules->enter(&player->machine, player->reader, entering))
                return false;
            flight_enter(flight);
        } else {
            return true;
        }
    }
}

/* --- the lines --- */

static bool read_step(struct player *player) {
    uint32_t least = player->begun ? player->time + 1 : 0;
    if (player->begun && player->sender == 0)
        return read_malformed(player->reader, "nothing is sent in the step before this one");
    if (!read_key(player->reader, "step") ||
        !read_number(player->reader, "a time after the last step", least, READ_NUMBER_LIMIT,
                     &player->time))
        return false;
    player->begun = true;
    player->sender = 0;
    return go_on_to(player, player->time);
}

static bool add_message(struct player *player, struct message *message, uint32_t wait) {
    uint64_t received = machine_received(&player->machine, player->time, wait);
    uint64_t known = machine_known(&player->machine, received);
    if (known > READ_NUMBER_LIMIT)
        return read_malformed(player->reader,
                              "the receiver would have the item at time %llu, beyond 2^31 - 1",
                              (unsigned long long)known);
    message->sent = player->time;
    message->received = (uint32_t)received;
    player->sender = message->from + 1;
    player->to = message->to;
    player->item = message->item;
    return player->in_rotation ? begin_sending_in_rotation(player, message)
                               : begin_sending(player, message);
}

static bool read_wait(struct player *player, uint32_t *wait) {
    *wait = 0;
    return !player->machine.rules->may_wait || player->reader->words == 0 ||
           (read_key(player->reader, "wait") &&
            read_number(player->reader, "wait", 1, READ_NUMBER_LIMIT, wait));
}

/* May the next message of this step come from the last sender once more? */
static bool may_send_again(const struct player *player) {
    return player->sender > 0 && player->machine.rules->sends_many;
}

/* Does the sender of the last message send this one too, which should not be told before it? */
static bool is_out_of_order(const struct player *player, const struct message *message) {
    return message->from + 1 == player->sender &&
           (message->to < player->to ||
            (message->to == player->to && message->item <= player->item));
}

static bool check_order(const struct player *player, const struct message *message) {
    struct reader *reader = player->reader;
    if (message->from + 1 == player->sender && !may_send_again(player))
        return read_refuted(reader, "processor %u sends two messages at time %u", message->from,
                            player->time);
    if (message->from < player->sender && message->from + 1 != player->sender)
        return read_malformed(reader, "senders ascend within a step, found %u behind %u",
                              message->from, player->sender - 1);
    if (!is_out_of_order(player, message))
        return true;
    if (message->to == player->to && message->item == player->item)
        return read_refuted(reader, "processor %u sends item %u to %u twice at time %u",
                            message->from, message->item, message->to, player->time);
    return read_malformed(reader, "messages ascend by receiver and item, found %u %u behind %u %u",
                          message->to, message->item, player->to, player->item);
}

static bool read_send(struct player *player) {
    struct reader *reader = player->reader;
    struct message message = {.line = reader->number};
    uint32_t wait;
    if (!read_key(reader, "send") ||
        !read_number(reader, "sender", 0, player->last_sender, &message.from) ||
        !read_number(reader, "receiver", 0, player->machine.processors - 1, &message.to) ||
        !read_number(reader, "item", 1, player->count, &message.item) || !read_wait(player, &wait))
        return false;
    if (reader->words > 0)
        return read_line_end(reader); /* says what is too much */
    return check_order(player, &message) && add_message(player, &message, wait);
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

static const char *take_wait(const struct player *player, const char *at, uint32_t *wait) {
    *wait = 0;
    if (!at || *at == '\n' || !player->machine.rules->may_wait)
        return at;
    return strncmp(at, " wait", 5) == 0 ? take_number(at + 5, 1, READ_NUMBER_LIMIT, wait) : NULL;
}

/* A line `send` without any fault of grammar, or NULL. */
static const char *take_send(const struct player *player, const char *at, struct message *message,
                             uint32_t *wait) {
    for (const char *key = "send"; *key; key++, at++)
        if (*at != *key)
            return NULL;
    uint32_t least = player->sender - may_send_again(player);
    at = take_number(at, least, player->last_sender, &message->from);
    at = take_number(at, 0, player->machine.processors - 1, &message->to);
    at = take_number(at, 1, player->count, &message->item);
    at = take_wait(player, at, wait);
    return at && *at == '\n' && !is_out_of_order(player, message) ? at + 1 : NULL;
}

/* Lines that stand in the buffer behind the current one, as long as they are good lines `send`;
 * others are left to the functions above, which say what is wrong. After a fault the current line
 * is still the one before them all. */
static bool pass_sends(struct player *player) {
    size_t length;
    const char *start = read_ahead(player->reader, &length), *at = start, *end = start + length;
    uint64_t here = player->reader->number;
    struct message message = {.line = here + 1};
    uint32_t wait;
    for (const char *next; at < end && (next = take_send(player, at, &message, &wait)); at = next) {
        player->reader->number = message.line; /* for faults */
        if (!add_message(player, &message, wait)) {
            player->reader->number = here;
            return false;
        }
        message.line++;
    }
    read_skip(player->reader, (size_t)(at - start));
    return true;
}

static bool is_behind_list(const struct player *player) {
    return read_is_at(player->reader, "digest") ||
           (player->other && read_is_at(player->reader, player->other));
}

static bool read_messages(struct player *player) {
    while (!is_behind_list(player)) {
        if (!player->begun || read_is_at(player->reader, "step")) {
            if (!read_step(player))
                return false;
            if (player->reader->words > 0)
                return read_line_end(player->reader); /* says what is too much */
        } else if (!read_send(player)) {
            return false;
        }
        if (!pass_sends(player) || !read_next_line(player->reader))
            return false;
    }
    return true;
}

/* --- the whole --- */

void player_init(struct player *player) {
    player->last_sender = player->in_rotation ? 0 : player->machine.processors - 1;
    flight_init(&player->flight);
    if (player->in_rotation)
        rotation_init(&player->rotation, player->each, player->count);
    else
        items_init(&player->items, player->machine.processors, player->count, player->each);
}

void player_clear(struct player *player) {
    flight_clear(&player->flight);
    if (player->in_rotation)
        rotation_clear(&player->rotation);
    else
        items_clear(&player->items);
}

static bool check_missing(struct player *player) {
    uint32_t item, processor = 0;
    if (player->in_rotation ? player->rotation.missing == 0
                            : player->items.finished == player->count)
        return true;
    if (player->in_rotation)
        item = rotation_missing(&player->rotation);
    else
        items_missing(&player->items, &item, &processor);
    return read_refuted(player->reader, "processor %u never receives item %u", processor, item);
}

bool player_play(struct player *player) {
    if (!read_messages(player))
        return false;
    if (player->begun && player->sender == 0)
        return read_malformed(player->reader, "nothing is sent in the last step");
    return go_on_to(player, UINT64_MAX - 1) && check_missing(player);
}
