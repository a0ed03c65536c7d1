/* SPDX-License-Identifier: MIT */
/* Lists of messages. */
#include <inttypes.h>

#include "solver/certificate/lists/messages_read.h"
#include "solver/logp/logp_schedule.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { LISTED = 200 };

static void print_head(FILE *file, const struct message_list *list) {
    char machine[LIST_MACHINE_ROOM];
    list_machine(list, machine);
    fprintf(file, "machine: %s, %d processors\n", machine, list->processors + 1);
    fprintf(file, "claim: the messages bring %d item%s from %s to all others, ", list->items,
            list->items == 1 ? "" : "s", list->all ? "each processor" : "processor 0");
    if (list->period)
        fprintf(file, "item i there from time (i-1)*%d on", list->period);
    else
        fprintf(file, "all there at time 0");
    fprintf(file, "%s;\nthe largest delay of an item is %d, the last one is received at %d\n",
            list->single ? ", each sent once by it" : "", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "no more than %d message%s are in one buffer at a time\n", list->buffer,
                list->buffer == 1 ? "" : "s");
    if (list->rotation)
        fprintf(file, "each message below stands for one from every processor, turned around\n");
}

static void print_message(FILE *file, const struct message *message) {
    fprintf(file, "  time %d: item %d from %d to %d", message->time, message->item, message->from,
            message->to);
    if (message->wait)
        fprintf(file, ", waits %d", message->wait);
    fputc('\n', file);
}

enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct messages_read read;
    enum status status = messages_read_head(&read, input, failure);
    if (status)
        return status;
    print_head(file, &read.list);
    struct message message;
    long count = 0;
    bool more = true;
    while (!status && more) {
        status = messages_read_next(&read, input, &message, &more, failure);
        if (!status && more && ++count <= LISTED)
            print_message(file, &message);
    }
    if (!status && count > LISTED)
        fprintf(file, "  ... and %ld more %s\n", count - LISTED,
                read.list.rotation ? "lines" : "messages");
    messages_read_clear(&read);
    return status;
}

/* Kind logp-schedule: the classes of processors, and what they receive and send. */

enum { LISTED_LINES = 20 };

static void show_leaves(FILE *file, const struct schedule *steps, const struct block_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &steps->ranges[i];
        fprintf(file, range->last > range->first ? " %d-%d" : " %d", range->first, range->last);
        if (range->copies > 1)
            fprintf(file, "*%d", range->copies);
    }
}

static void show_block(FILE *file, const struct schedule *steps, const struct block_class *class) {
    fprintf(file, "  blocks of %d: ", class->size);
    show_number(file, class->count);
    fprintf(file, "; each processor receives %d and sends it %d time%s", class->head, class->size,
            class->size == 1 ? "" : "s");
    if (class->size > 1)
        fprintf(file, ", and meanwhile receives");
    show_leaves(file, steps, class);
    fputc('\n', file);
}

static void show_word(FILE *file, const struct word_class *word) {
    char line[SHOW_LINE_SIZE];
    fprintf(file, "  words of %zu: ", word->length);
    show_number(file, word->count);
    size_t end = show_values(line, word->values, word->length, 0);
    fprintf(file, "; received: %s%s\n", line, end < word->length ? " .." : "");
    end = show_values(line, word->sends, word->length, 0);
    fprintf(file, "    sent: %s%s\n", line, end < word->length ? " .." : "");
}

static void show_part(FILE *file, const struct logp_schedule *schedule,
                      const struct logp_part *part) {
    const struct schedule *steps = &part->steps;
    fprintf(file,
            "\nclass %d: a value v is %d + %" PRId64 " v cycles until the item's deadline; "
            "sendings begin %d cycles later; messages wait for at least %d\n  ",
            part->offset, part->offset, logp_machine_step(&schedule->machine), part->late,
            part->wait);
    show_processors(file, steps);
    fputc('\n', file);
    if (steps->receive_only != SCHEDULE_NOBODY)
        fprintf(file, "  one processor receives %d and sends nothing\n", steps->receive_only);
    for (size_t i = 0; i < steps->block_count && i < LISTED_LINES; i++)
        show_block(file, steps, &steps->blocks[i]);
    for (size_t i = 0; i < steps->word_count && i < LISTED_LINES; i++)
        show_word(file, &steps->words[i]);
    if (steps->block_count > LISTED_LINES || steps->word_count > LISTED_LINES)
        fprintf(file, "  .. and so on, %zu kinds in all\n", steps->block_count + steps->word_count);
}

enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    struct logp_schedule schedule;
    mpz_t processors;
    enum status status = logp_schedule_read(&schedule, input, failure);
    if (status)
        return status;
    mpz_init(processors);
    logp_schedule_processors(&schedule, processors);
    fprintf(file, "machine: LogP, L = %d, o = %d, g = %d; capacity %s\nclaim: a stream to ",
            schedule.machine.latency, schedule.machine.overhead, schedule.machine.gap,
            logp_capacity_names[schedule.capacity]);
    show_number(file, processors);
    fprintf(file, " processors, with an item in %" PRId64 " cycles and delay %" PRId64 " cycles\n",
            logp_machine_step(&schedule.machine), logp_schedule_delay(&schedule));
    for (size_t i = 0; i < schedule.count; i++)
        show_part(file, &schedule, &schedule.parts[i]);
    mpz_clear(processors);
    logp_schedule_clear(&schedule);
    return STATUS_OK;
}
