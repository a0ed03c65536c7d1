/* SPDX-License-Identifier: MIT */
#include "core/messages.h"

#include "core/certificate.h"
#include "core/memory.h"

/* --- who has which item --- */

enum { PAGE = 64, LEAF = ITEMS_LEAF, WORDS = LEAF / 64 };

struct holders {
    uint32_t missing; /* who has it not */
    uint64_t *leaf[]; /* [p / LEAF]: bits, or NULL */
};

static size_t leaves_of(const struct items *items) {
    return items->processors / LEAF + 1;
}

void items_init(struct items *items, uint32_t processors, uint32_t count, uint32_t each) {
    *items = (struct items){.processors = processors, .count = count, .each = each};
    items->pages = memory_zeroed(count / PAGE + 1, sizeof *items->pages);
    items->all = memory_zeroed(1, sizeof *items->all);
}

static void forget(const struct items *items, struct holders *holders) {
    for (size_t i = 0; i < leaves_of(items); i++)
        memory_free(holders->leaf[i]);
    memory_free(holders);
}

/* Where its holders are; makes the page. */
static struct holders **place_of(struct items *items, uint32_t item) {
    uint32_t page = item / PAGE;
    if (!items->pages[page])
        items->pages[page] = memory_zeroed(PAGE, sizeof **items->pages);
    return &items->pages[page][item % PAGE];
}

/* NULL before the item is under way. */
static struct holders *holders_of(const struct items *items, uint32_t item) {
    struct holders **page = items->pages[item / PAGE];
    return page ? page[item % PAGE] : NULL;
}

bool items_begin(struct items *items, uint32_t item) {
    if (holders_of(items, item))
        return true;
    struct holders *holders =
        memory_zeroed(1, sizeof *holders + leaves_of(items) * sizeof holders->leaf[0]);
    holders->missing = items->processors - 1;
    *place_of(items, item) = holders;
    return false;
}

static bool holds(const struct holders *holders, uint32_t processor) {
    const uint64_t *leaf = holders->leaf[processor / LEAF];
    return leaf && leaf[processor % LEAF / 64] >> processor % 64 & 1;
}

bool items_has(const struct items *items, uint32_t item, uint32_t processor) {
    const struct holders *holders = holders_of(items, item);
    return holders && (holders == items->all || holds(holders, processor));
}

enum items_news items_give(struct items *items, uint32_t item, uint32_t processor) {
    if (items_has(items, item, processor))
        return ITEMS_TWICE;
    struct holders *holders = holders_of(items, item);
    uint64_t **leaf = &holders->leaf[processor / LEAF];
    if (!*leaf)
        *leaf = memory_zeroed(WORDS, sizeof **leaf);
    (*leaf)[processor % LEAF / 64] |= UINT64_C(1) << processor % 64;
    if (--holders->missing > 0)
        return ITEMS_NEW;
    forget(items, holders);
    *place_of(items, item) = items->all;
    items->finished++;
    return ITEMS_NEW_TO_THE_LAST;
}

/* --- the payload --- */

/* When the source has it. */
static uint64_t release_of(const struct item_list *list, uint32_t item) {
    return (uint64_t)(item - 1) * list->period;
}

void item_list_brought(struct item_list *list, const struct player *player,
                       const struct message *message) {
    uint64_t delay = player->finish - release_of(list, message->load);
    if (delay > list->delay)
        list->delay = delay;
}

void item_list_refuted_again(struct player *player, const struct message *message) {
    machine_refuted(&player->machine, message,
                    "the source sends item %u again at time %u: the list says "
                    "'sends single'",
                    message->load, message->sent);
}

void item_list_refuted_to_source(struct player *player, const struct message *message) {
    machine_refuted(&player->machine, message, "item %u is sent to the source at time %u",
                    message->load, message->sent);
}

void item_list_refuted_not_held(struct player *player, const struct message *message) {
    machine_refuted(&player->machine, message,
                    "processor %u sends item %u at time %u and does not have it", message->from,
                    message->load, message->sent);
}

void item_list_refuted_twice(struct player *player, const struct message *message) {
    machine_refuted(&player->machine, message,
                    "processor %u receives item %u at time %u and has it already", message->to,
                    message->load, message->received);
}

void item_list_refuted_missing(struct player *player, uint32_t processor, uint32_t item) {
    read_refuted(player->reader, "processor %u never receives item %u", processor, item);
}

static void items_open(struct player *player) {
    struct item_list *list = player->context;
    list->delay = 0;
    list->holdings = memory_zeroed(1, sizeof(struct items));
    items_init(list->holdings, player->machine.processors, list->count, list->each);
}

/* Without a division, for millions of messages. */
static bool is_source(const struct item_list *list, uint32_t processor, uint32_t item) {
    return item - 1 - (uint64_t)processor * list->each < list->each;
}

static void check_source(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    uint64_t release = release_of(list, message->load);
    bool before = items_begin(list->holdings, message->load);
    if (message->sent < release)
        machine_refuted(&player->machine, message,
                        "the source sends item %u at time %u and has it from %llu on",
                        message->load, message->sent, (unsigned long long)release);
    if (before && !list->sends_any)
        item_list_refuted_again(player, message);
}

static void items_send(struct player *player, struct message *message) {
    const struct item_list *list = player->context;
    if (is_source(list, message->to, message->load))
        item_list_refuted_to_source(player, message);
    if (is_source(list, message->from, message->load)) {
        read_charge(player->reader, player->machine.processors / ITEMS_LEAF);
        check_source(player, message);
        return;
    }
    if (!items_has(list->holdings, message->load, message->from))
        item_list_refuted_not_held(player, message);
}

static void items_receive(struct player *player, const struct message *message) {
    struct item_list *list = player->context;
    enum items_news news = items_give(list->holdings, message->load, message->to);
    if (news == ITEMS_NEW_TO_THE_LAST)
        item_list_brought(list, player, message);
    if (news == ITEMS_TWICE)
        item_list_refuted_twice(player, message);
}

/* Of what is missing, the first item, and the first of those who have it not. */
static void items_end(struct player *player) {
    struct item_list *list = player->context;
    const struct items *items = list->holdings;
    uint32_t item = 1, processor = 0;
    if (items->finished == items->count)
        return;
    while (holders_of(items, item) == items->all)
        item++;
    while (is_source(list, processor, item) || items_has(items, item, processor))
        processor++;
    item_list_refuted_missing(player, processor, item);
}

static const struct payload payload_items = {
    .open = items_open, .send = items_send, .receive = items_receive, .end = items_end};

/* --- the kind --- */

struct list {
    struct reader *reader;
    struct player player;
    struct item_list items;
    bool all; /* every processor is a source */
    struct stated delay, finish;
};

static void read_all(struct list *list) {
    struct reader *reader = list->reader;
    uint64_t count = (uint64_t)list->items.each * list->player.machine.processors;
    list->all = true;
    if (count > READ_NUMBER_LIMIT)
        read_malformed(reader, "there would be %llu items, beyond 2^31 - 1",
                       (unsigned long long)count);
    list->items.count = (uint32_t)count;
    read_key(reader, "origins");
    read_key(reader, "all");
    read_line_end(reader);
}

/* A line that asks for another payload. */
static void read_payload(struct list *list) {
    struct reader *reader = list->reader;
    for (const struct payload *const *other = messages_payloads; *other; other++)
        if (read_take(reader, (*other)->name)) {
            list->player.payload = *other;
            list->player.turns = true;
            read_line_end(reader);
            return;
        }
    if (read_is_at(reader, "period"))
        return;
    struct word word = read_word(reader);
    read_malformed(reader, "expected period, found '%.*s'%s", WORD_IN_MESSAGE(word),
                   certificate_unknown);
}

/* The lines items, origins and the one of the payload. */
static void read_items(struct list *list) {
    list->items.each = read_number_line(list->reader, "items", 1, READ_NUMBER_LIMIT);
    list->items.count = list->items.each;
    if (read_is_at(list->reader, "origins")) {
        read_all(list);
        read_payload(list);
    }
    list->player.loads = list->items.count;
    read_charge(list->reader, list->items.count / 32); /* a pointer for 64, made and freed */
}

static void read_parameters(struct list *list) {
    struct reader *reader = list->reader;
    struct machine *machine = &list->player.machine;
    machine_read(machine, reader);
    uint32_t processors = read_number_line(reader, "processors", 2, MACHINE_PROCESSORS_LIMIT);
    machine_open(machine, processors);
    read_items(list);
    list->items.period = read_number_line(reader, "period", 0, list->all ? 0 : READ_NUMBER_LIMIT);
    list->items.sends_any = read_either_line(reader, "sends", "single", "any");
    list->delay = stated_read(reader, "delay", 1);
    list->finish = stated_read(reader, "finish", 1);
    if (machine->rules->read_last)
        machine->rules->read_last(machine);
}

static void claim(const struct list *list) {
    struct verdict *verdict = list->reader->verdict;
    const struct item_list *items = &list->items;
    list->player.machine.rules->claim(&list->player.machine, verdict);
    verdict_claim(verdict, " P=%u K=%u", list->player.machine.processors, items->each);
    verdict_fields(verdict, "P=%u K=%u sources=%s", list->player.machine.processors, items->each,
                   list->all ? "all" : "one");
    if (list->all) {
        verdict_claim(verdict,
                      " of each processor%s: %s brings every item of its own to all others",
                      list->player.turns ? ", in rotation" : "",
                      items->sends_any ? "each" : "each, sending an item of its own once,");
    } else {
        verdict_claim(verdict, " period %u: %s brings every item to all others", items->period,
                      items->sends_any ? "the source" : "the source, sending each item once,");
        verdict_fields(verdict, "period=%u", items->period);
    }
    verdict_claim(verdict, ", delay %u, the last at time %u", list->delay.number,
                  list->finish.number);
    verdict_fields(verdict, "sends=%s delay=%u end=%u", items->sends_any ? "any" : "single",
                   list->delay.number, list->finish.number);
}

void rule_messages(struct reader *reader) {
    struct list list = {.reader = reader};
    struct player *player = &list.player;
    player->reader = reader;
    player->payload = &payload_items;
    player->context = &list.items;
    read_parameters(&list);
    claim(&list);
    player_play(player);
    stated_check(&list.delay, reader, "delay", list.items.delay);
    stated_check(&list.finish, reader, "finish", player->finish);
    if (player->machine.rules->check_last)
        player->machine.rules->check_last(&player->machine);
}
