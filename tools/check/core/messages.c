/* SPDX-License-Identifier: MIT */
#include "core/messages.h"

#include "core/certificate.h"
#include "core/messages_items.h"
#include "core/stated.h"

struct list {
    struct reader *reader;
    struct player player;
    struct item_list items;
    uint32_t each; /* items of each source */
    bool all;      /* every processor is a source */
    struct stated delay, finish;
};

/* --- the parameters --- */

static bool read_sends(struct list *list) {
    return read_key(list->reader, "sends") &&
           read_either(list->reader, "single", "any", &list->items.sends_any) &&
           read_line_end(list->reader);
}

static bool read_all(struct list *list) {
    struct reader *reader = list->reader;
    uint64_t count = (uint64_t)list->each * list->player.machine.processors;
    list->all = true;
    if (count > READ_NUMBER_LIMIT)
        return read_malformed(reader, "there would be %llu items, beyond 2^31 - 1",
                              (unsigned long long)count);
    list->items.count = (uint32_t)count;
    return read_key(reader, "origins") && read_key(reader, "all") && read_line_end(reader);
}

/* A line that asks for another payload. */
static bool read_payload(struct list *list) {
    struct reader *reader = list->reader;
    for (const struct payload *const *other = messages_payloads; *other; other++)
        if (list->player.machine.rules->turns && read_take(reader, (*other)->name)) {
            list->player.payload = *other;
            list->player.turns = true;
            return read_line_end(reader);
        }
    if (read_is_at(reader, "period"))
        return true;
    struct word word = read_word(reader);
    return read_malformed(reader, "expected period, found '%.*s'%s", WORD_IN_MESSAGE(word),
                          certificate_unknown);
}

/* The lines items, origins and the one of the payload. */
static bool read_items(struct list *list) {
    if (!read_number_line(list->reader, "items", 1, READ_NUMBER_LIMIT, &list->each))
        return false;
    list->items.each = list->items.count = list->each;
    if (read_is_at(list->reader, "origins") && (!read_all(list) || !read_payload(list)))
        return false;
    list->player.loads = list->items.count;
    return read_charge(list->reader, list->items.count / 32); /* a pointer for 64, made and freed */
}

static bool read_parameters(struct list *list) {
    struct reader *reader = list->reader;
    struct machine *machine = &list->player.machine;
    uint32_t processors;
    return machine_read(machine, reader) &&
           read_number_line(reader, "processors", 2, MACHINE_PROCESSORS_LIMIT, &processors) &&
           machine_open(machine, reader, processors) && read_items(list) &&
           read_number_line(reader, "period", 0, list->all ? 0 : READ_NUMBER_LIMIT,
                            &list->items.period) &&
           read_sends(list) && stated_read(&list->delay, reader, "delay", 1) &&
           stated_read(&list->finish, reader, "finish", 1) &&
           (!machine->rules->read_last || machine->rules->read_last(machine, reader));
}

/* --- the claim --- */

static void claim_one_source(const struct list *list, struct verdict *verdict) {
    verdict_claim(verdict, " period %u: %s brings every item to all others", list->items.period,
                  list->items.sends_any ? "the source" : "the source, sending each item once,");
}

static void claim_all_sources(const struct list *list, struct verdict *verdict) {
    verdict_claim(verdict, " of each processor%s: %s brings every item of its own to all others",
                  list->player.turns ? ", in rotation" : "",
                  list->items.sends_any ? "each" : "each, sending an item of its own once,");
}

static void claim(const struct list *list) {
    struct verdict *verdict = list->reader->verdict;
    list->player.machine.rules->claim(&list->player.machine, verdict);
    verdict_claim(verdict, " P=%u K=%u", list->player.machine.processors, list->each);
    verdict_fields(verdict, "P=%u K=%u sources=%s", list->player.machine.processors, list->each,
                   list->all ? "all" : "one");
    if (!list->all)
        verdict_fields(verdict, "period=%u", list->items.period);
    verdict_fields(verdict, "sends=%s", list->items.sends_any ? "any" : "single");
    if (list->all)
        claim_all_sources(list, verdict);
    else
        claim_one_source(list, verdict);
    verdict_claim(verdict, ", delay %u, the last at time %u", list->delay.number,
                  list->finish.number);
    verdict_fields(verdict, "delay=%u end=%u", list->delay.number, list->finish.number);
}

bool rule_messages(struct reader *reader) {
    struct list list = {.reader = reader};
    struct player *player = &list.player;
    player->reader = reader;
    player->payload = &payload_items;
    player->context = &list.items;
    bool right = read_parameters(&list);
    if (right) {
        claim(&list);
        right = player_play(player) &&
                stated_check(&list.delay, reader, "delay", list.items.delay) &&
                stated_check(&list.finish, reader, "finish", player->finish) &&
                (!player->machine.rules->check_last ||
                 player->machine.rules->check_last(&player->machine, reader));
    }
    machine_clear(&player->machine);
    return right;
}
