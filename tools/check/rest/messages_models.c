/* SPDX-License-Identifier: MIT */
#include "rest/messages_rest.h"

#include "core/memory.h"
#include "core/messages.h"
#include "core/read.h"

/* --- the model ports: postal, with several sendings and receptions at a time --- */

/* How many messages at a time, which is the one after it, 0 before all. */
struct ports_use {
    uint32_t time, many;
};

struct ports_processor {
    struct ports_use sends, receives;
};

static void ports_read(struct machine *machine) {
    machine_read_latency(machine);
    machine->parameter = read_number_line(machine->reader, "ports", 1, READ_NUMBER_LIMIT);
}

/* One more at this time; refuted if there are too many. */
static void use_port(const struct machine *machine, const struct message *message, bool sends) {
    struct ports_processor *processors = machine->state;
    uint32_t processor = sends ? message->from : message->to;
    uint32_t time = sends ? message->sent : message->received;
    struct ports_use *use = sends ? &processors[processor].sends : &processors[processor].receives;
    use->many = use->time == time + 1 ? use->many + 1 : 1;
    use->time = time + 1;
    if (use->many > machine->parameter)
        machine_refuted(machine, message, "processor %u %s more than %u messages at time %u",
                        processor, sends ? "sends" : "receives", machine->parameter, time);
}

static void ports_send(struct machine *machine, const struct message *message) {
    use_port(machine, message, true);
}

static void ports_receive(struct machine *machine, const struct message *message) {
    use_port(machine, message, false);
}

static void ports_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "ports L=%u p=%u", machine->latency, machine->parameter);
    verdict_fields(verdict, "machine=ports L=%u ports=%u", machine->latency, machine->parameter);
}

const struct machine_rules machine_ports = {.name = "ports",
                                            .sends_many = true,
                                            .read = ports_read,
                                            .room = sizeof(struct ports_processor),
                                            .send = ports_send,
                                            .receive = ports_receive,
                                            .claim = ports_claim};

/* --- the model buffered: postal, but messages wait in a buffer of their receiver --- */

struct buffered_processor {
    uint32_t free;
    uint32_t held; /* messages in its buffer */
};

static void buffered_read(struct machine *machine) {
    machine_read_latency(machine);
    machine->until_entering = machine->latency;
}

static void buffered_read_last(struct machine *machine) {
    machine->buffer = stated_read(machine->reader, "buffer", 1);
}

static void buffered_check_last(struct machine *machine) {
    stated_check(&machine->buffer, machine->reader, "buffer", machine->held);
}

/* Those that are received at this time are still there, so what is held now is right once the last
 * message of this time has arrived, and no more than that before. */
static void buffered_enter(struct machine *machine, const struct message *message) {
    struct buffered_processor *processors = machine->state;
    uint32_t held = ++processors[message->to].held;
    if (held > machine->held)
        machine->held = held;
}

static void buffered_receive(struct machine *machine, const struct message *message) {
    struct buffered_processor *processors = machine->state;
    processors[message->to].held--;
    machine_receive_one(machine, message, &processors[message->to].free);
}

static void buffered_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "buffered L=%u B=%u", machine->latency, machine->buffer.number);
    verdict_fields(verdict, "machine=buffered L=%u buffer=%u", machine->latency,
                   machine->buffer.number);
}

const struct machine_rules machine_buffered = {.name = "buffered",
                                               .may_wait = true,
                                               .enters_first = true,
                                               .read = buffered_read,
                                               .room = sizeof(struct buffered_processor),
                                               .read_last = buffered_read_last,
                                               .enter = buffered_enter,
                                               .receive = buffered_receive,
                                               .check_last = buffered_check_last,
                                               .claim = buffered_claim};

/* --- the model logp --- */

/* The times are the first at which something may happen again. */
struct logp_processor {
    uint32_t send, receive, idle;
    uint32_t from, to; /* messages between entering and reception; or entered, flights alone */
};

/* What counts as being under way: until its reception, or until it arrives; or there is no limit at
 * the receiver. From one processor no more than ceil(L/g) fly in any case. For flights the last
 * times at which messages entered stand behind the processors, ceil(L/g) for each receiver. */
enum { CAPACITY_FULL, CAPACITY_FLIGHT, CAPACITY_NONE, MOST_FLIGHTS = 1 << 28 };

/* ceil(L/g) */
static uint32_t capacity_of(const struct machine *machine) {
    uint32_t L = machine->latency, g = machine->parameter;
    return L / g + (L % g > 0);
}

static void logp_read(struct machine *machine) {
    machine_read_latency(machine);
    machine->overhead = read_number_line(machine->reader, "overhead", 0, READ_NUMBER_LIMIT);
    machine->parameter = read_number_line(machine->reader, "gap", 1, READ_NUMBER_LIMIT);
    bool none = false;
    if (read_take(machine->reader, "capacity")) {
        none = read_either(machine->reader, "flight", "none");
        read_line_end(machine->reader);
        machine->capacity = none ? CAPACITY_NONE : CAPACITY_FLIGHT;
    }
    machine->until_entering = machine->overhead;
}

static void logp_open(struct machine *machine) {
    size_t size = sizeof(struct logp_processor);
    if (machine->capacity == CAPACITY_FLIGHT) {
        if ((uint64_t)capacity_of(machine) * machine->processors > MOST_FLIGHTS)
            read_malformed(machine->reader, "ceil(L/g) P is above the limit %d", MOST_FLIGHTS);
        size += capacity_of(machine) * sizeof(uint32_t);
    }
    machine_open_state(machine, size);
}

static void logp_describe(const struct machine *machine, struct verdict *verdict) {
    static const char *const names[] = {"full", "flight", "none"};
    const struct logp logp = {machine->latency, machine->overhead, machine->parameter};
    verdict_fields(verdict, "machine=logp");
    logp_claim(&logp, verdict);
    if (machine->capacity == CAPACITY_FULL)
        return;
    verdict_claim(verdict, " capacity %s", names[machine->capacity]);
    verdict_fields(verdict, "capacity=%s", names[machine->capacity]);
}

static struct logp_processor *processor_at(const struct machine *machine, uint32_t processor) {
    struct logp_processor *processors = machine->state;
    return &processors[processor];
}

/* What a processor begins to do: nothing else may go on, and it lasts for the overhead. `free` is
 * when it may do the like again, a gap after the last time. */
static void occupy(const struct machine *machine, const struct message *message, const char *what,
                   uint32_t processor, uint32_t time, uint32_t *free) {
    struct logp_processor *it = processor_at(machine, processor);
    if (time < it->idle)
        machine_refuted(machine, message,
                        "processor %u begins to %s at time %u, but is busy until %u", processor,
                        what, time, it->idle);
    if (time < *free)
        machine_refuted(machine, message,
                        "processor %u begins to %s at time %u, before the gap after the "
                        "last time ends at %u",
                        processor, what, time, *free);
    it->idle = time + machine->overhead;
    *free = time + machine->parameter;
}

static void logp_work(struct machine *machine, uint32_t processor, uint64_t time, uint64_t cycles) {
    struct logp_processor *it = processor_at(machine, processor);
    if (time < it->idle)
        read_refuted(machine->reader,
                     "processor %u begins to work at time %llu, but is busy until %u", processor,
                     (unsigned long long)time, it->idle);
    it->idle = (uint32_t)(time + cycles);
}

static void logp_send(struct machine *machine, const struct message *message) {
    occupy(machine, message, "send", message->from, message->sent,
           &processor_at(machine, message->from)->send);
}

/* Every flight takes L, so one that entered as many messages before is over if it entered L
 * before. */
static void enter_flight(struct machine *machine, const struct message *message) {
    uint32_t time = message->sent + machine->overhead, capacity = capacity_of(machine);
    uint32_t *times = (uint32_t *)((struct logp_processor *)machine->state + machine->processors);
    struct logp_processor *to = processor_at(machine, message->to);
    uint32_t *last = &times[(size_t)message->to * capacity + to->to % capacity];
    if (to->to >= capacity && time - *last < machine->latency)
        machine_refuted(machine, message, "more than %u messages fly to processor %u at time %u",
                        capacity, message->to, time);
    *last = time;
    to->to++;
}

static void logp_enter(struct machine *machine, const struct message *message) {
    uint32_t time = message->sent + machine->overhead, capacity = capacity_of(machine);
    if (machine->capacity == CAPACITY_FLIGHT) {
        enter_flight(machine, message);
        return;
    }
    if (machine->capacity == CAPACITY_NONE)
        return;
    if (++processor_at(machine, message->from)->from > capacity)
        machine_refuted(machine, message,
                        "more than %u messages from processor %u are under way at time %u",
                        capacity, message->from, time);
    if (++processor_at(machine, message->to)->to > capacity)
        machine_refuted(machine, message,
                        "more than %u messages to processor %u are under way at time %u", capacity,
                        message->to, time);
}

static void logp_receive(struct machine *machine, const struct message *message) {
    if (machine->capacity == CAPACITY_FULL) {
        processor_at(machine, message->from)->from--;
        processor_at(machine, message->to)->to--;
    }
    occupy(machine, message, "receive", message->to, message->received,
           &processor_at(machine, message->to)->receive);
}

const struct machine_rules machine_logp = {.name = "logp",
                                           .may_wait = true,
                                           .read = logp_read,
                                           .open = logp_open,
                                           .send = logp_send,
                                           .enter = logp_enter,
                                           .receive = logp_receive,
                                           .work = logp_work,
                                           .claim = logp_describe};

/* --- the payload of lists in rotation --- */

struct rotation {
    uint32_t missing; /* items that processor 0 has not yet */
    uint64_t marks[]; /* a bit for each item: it was received; or, of its own ones, sent */
};

static void rotation_open(struct player *player) {
    struct item_list *list = player->context;
    struct rotation *rotation = memory_zeroed(list->count / 64 + 2, sizeof *rotation->marks);
    list->delay = 0;
    list->holdings = rotation;
    rotation->missing = list->count - list->each;
}

static bool is_own(const struct item_list *list, uint32_t item) {
    return item <= list->each;
}

static bool is_marked(const struct item_list *list, uint32_t item) {
    const struct rotation *rotation = list->holdings;
    return rotation->marks[item / 64] >> item % 64 & 1;
}

/* False, and no change, if it is marked. */
static bool mark(struct item_list *list, uint32_t item) {
    struct rotation *rotation = list->holdings;
    if (is_marked(list, item))
        return false;
    rotation->marks[item / 64] |= UINT64_C(1) << item % 64;
    return true;
}

/* The message goes from processor 0, and the other one of the same line comes to it: from -to, who
 * sends what processor 0 does, with all numbers turned by -to. */
static void turn(const struct item_list *list, struct message *message) {
    uint64_t by = (uint64_t)message->to * list->each, count = list->count;
    message->to = 0;
    message->load = (uint32_t)((message->load - 1 + count - by) % count) + 1;
}

static void rotation_send(struct player *player, struct message *message) {
    struct item_list *list = player->context;
    struct message sent = *message;
    turn(list, message);
    if (is_own(list, message->load))
        item_list_refuted_to_source(player, message);
    if (!is_own(list, sent.load)) {
        if (!is_marked(list, sent.load))
            item_list_refuted_not_held(player, &sent);
        return;
    }
    if (!mark(list, sent.load) && !list->sends_any)
        item_list_refuted_again(player, &sent);
}

/* What processor 0 receives is received by all, each another item, so nobody is later. */
static void rotation_receive(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    struct rotation *rotation = list->holdings;
    if (!mark(list, message->load))
        item_list_refuted_twice(player, message);
    rotation->missing--;
    item_list_brought(list, player, message);
}

static void rotation_end(struct player *player) {
    const struct item_list *list = player->context;
    const struct rotation *rotation = list->holdings;
    uint32_t item = list->each + 1;
    if (rotation->missing == 0)
        return;
    while (is_marked(list, item))
        item++;
    item_list_refuted_missing(player, 0, item);
}

const struct payload payload_rotation = {.name = "rotation",
                                         .open = rotation_open,
                                         .send = rotation_send,
                                         .receive = rotation_receive,
                                         .end = rotation_end};
