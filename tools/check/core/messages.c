#include "core/messages.h"

#include "core/messages_play.h"

struct list {
    struct reader *reader;
    struct player player;
    uint32_t items;         /* of each source */
    bool all;               /* every processor is a source */
    uint32_t delay, finish; /* as stated */
    uint64_t delay_line, finish_line;
};

/* --- the parameters --- */

static bool read_sends(struct list *list) {
    return read_key(list->reader, "sends") &&
           read_either(list->reader, "single", "any", &list->player.sends_any) &&
           read_line_end(list->reader);
}

static bool read_stated(struct list *list, const char *key, uint32_t *number, uint64_t *line) {
    *line = list->reader->number;
    return read_number_line(list->reader, key, 1, READ_NUMBER_LIMIT, number);
}

static bool read_all(struct list *list) {
    struct reader *reader = list->reader;
    uint64_t count = (uint64_t)list->items * list->player.machine.processors;
    list->all = true;
    if (count > READ_NUMBER_LIMIT)
        return read_malformed(reader, "there would be %llu items, beyond 2^31 - 1",
                              (unsigned long long)count);
    list->player.count = (uint32_t)count;
    return read_key(reader, "origins") && read_key(reader, "all") && read_line_end(reader);
}

static bool read_rotation(struct list *list) {
    list->player.in_rotation = true;
    return read_key(list->reader, "rotation") && read_line_end(list->reader);
}

/* The lines items, origins and rotation. */
static bool read_items(struct list *list) {
    struct reader *reader = list->reader;
    if (!read_number_line(reader, "items", 1, READ_NUMBER_LIMIT, &list->items))
        return false;
    list->player.each = list->player.count = list->items;
    if (!read_is_at(reader, "origins"))
        return true;
    bool may_rotate = !list->player.machine.rules->has_edges;
    return read_all(list) &&
           (!may_rotate || !read_is_at(reader, "rotation") || read_rotation(list));
}

static bool read_parameters(struct list *list) {
    struct reader *reader = list->reader;
    uint32_t processors;
    return machine_read(&list->player.machine, reader) &&
           read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT, &processors) &&
           machine_open(&list->player.machine, reader, processors) && read_items(list) &&
           read_number_line(reader, "period", 0, list->all ? 0 : READ_NUMBER_LIMIT,
                            &list->player.period) &&
           read_sends(list) && read_stated(list, "delay", &list->delay, &list->delay_line) &&
           read_stated(list, "finish", &list->finish, &list->finish_line) &&
           machine_read_buffer(&list->player.machine, reader);
}

/* --- the claim --- */

static void claim_one_source(const struct list *list, struct verdict *verdict) {
    const struct player *player = &list->player;
    verdict_claim(verdict, " period %u: %s brings every item to all others", player->period,
                  player->sends_any ? "the source" : "the source, sending each item once,");
}

static void claim_all_sources(const struct list *list, struct verdict *verdict) {
    const struct player *player = &list->player;
    verdict_claim(verdict, " of each processor%s: %s brings every item of its own to all others",
                  player->in_rotation ? ", in rotation" : "",
                  player->sends_any ? "each" : "each, sending an item of its own once,");
}

static void claim(const struct list *list) {
    struct verdict *verdict = list->reader->verdict;
    machine_claim(&list->player.machine, verdict);
    verdict_claim(verdict, " P=%u K=%u", list->player.machine.processors, list->items);
    verdict_field(verdict, "P", "%u", list->player.machine.processors);
    verdict_field(verdict, "K", "%u", list->items);
    verdict_field(verdict, "sources", "%s", list->all ? "all" : "one");
    if (!list->all)
        verdict_field(verdict, "period", "%u", list->player.period);
    verdict_field(verdict, "sends", "%s", list->player.sends_any ? "any" : "single");
    if (list->all)
        claim_all_sources(list, verdict);
    else
        claim_one_source(list, verdict);
    verdict_claim(verdict, ", delay %u, the last at time %u", list->delay, list->finish);
    verdict_field(verdict, "delay", "%u", list->delay);
    verdict_field(verdict, "end", "%u", list->finish);
}

/* --- the list --- */

static bool check_stated(struct list *list, const char *what, uint32_t stated, uint64_t line,
                         uint64_t found) {
    if (found == stated)
        return true;
    uint64_t here = list->reader->number;
    list->reader->number = line;
    read_refuted(list->reader, "%s: expected %llu, found %u", what, (unsigned long long)found,
                 stated);
    list->reader->number = here;
    return false;
}

static bool check_all_stated(struct list *list) {
    const struct machine *machine = &list->player.machine;
    const struct player *player = &list->player;
    return check_stated(list, "delay", list->delay, list->delay_line, player->largest_delay) &&
           check_stated(list, "finish", list->finish, list->finish_line, player->last_finish) &&
           check_stated(list, "buffer", machine->buffer, machine->buffer_line, machine->held);
}

static bool play(struct list *list) {
    player_init(&list->player);
    bool right = player_play(&list->player) && check_all_stated(list);
    player_clear(&list->player);
    return right;
}

bool rule_messages(struct reader *reader) {
    struct list list = {.reader = reader};
    list.player.reader = reader;
    bool right = read_parameters(&list);
    if (right) {
        claim(&list);
        right = play(&list);
    }
    machine_clear(&list.player.machine);
    return right;
}
