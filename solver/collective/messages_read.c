/* SPDX-License-Identifier: MIT */
#include "solver/collective/messages_read.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST = INT32_MAX };

static bool line_is(const struct certificate_input *input, int count, const char *key) {
    return input->word_count == count && strcmp(input->words[0], key) == 0;
}

static enum status read_int(struct certificate_input *input, const char *key, int least, int *value,
                            struct failure *failure) {
    long number;
    TRY(certificate_field(input, key, least, MOST, &number, failure));
    *value = (int)number;
    return STATUS_OK;
}

/* Goes to the next line, which must be `key` and one of two words. */
static enum status read_choice(struct certificate_input *input, const char *key, const char *first,
                               const char *second, bool *is_second, struct failure *failure) {
    char expected[80];
    snprintf(expected, sizeof expected, "'%s %s' or '%s %s'", key, first, key, second);
    if (!certificate_next(input) || !line_is(input, 2, key))
        return certificate_expected(input, expected, failure);
    *is_second = strcmp(input->words[1], second) == 0;
    return *is_second || strcmp(input->words[1], first) == 0
               ? STATUS_OK
               : certificate_expected(input, expected, failure);
}

static enum status read_model(struct certificate_input *input, enum message_model *model,
                              struct failure *failure) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal",
        [MESSAGE_LOGP] = "logp",
        [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",
    };
    if (certificate_next(input) && line_is(input, 2, "model"))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(input->words[1], names[i]) == 0) {
                *model = (enum message_model)i;
                return STATUS_OK;
            }
    return certificate_expected(input, "'model postal', logp, buffered or ports", failure);
}

static enum status read_machine(struct messages_read *read, struct certificate_input *input,
                                struct failure *failure) {
    struct message_machine machine = message_machine_postal(1);
    TRY(read_model(input, &machine.model, failure));
    TRY(read_int(input, "latency", 1, &machine.latency, failure));
    if (machine.model == MESSAGE_LOGP) {
        TRY(read_int(input, "overhead", 0, &machine.overhead, failure));
        TRY(read_int(input, "gap", 1, &machine.gap, failure));
    }
    if (machine.model == MESSAGE_PORTS)
        TRY(read_int(input, "ports", 1, &machine.ports, failure));
    read->list.machine = machine;
    return STATUS_OK;
}

/* From `origins all`, which may be left out, to `period`. */
static enum status read_origins(struct messages_read *read, struct certificate_input *input,
                                struct failure *failure) {
    struct message_list *list = &read->list;
    long period;
    bool more = certificate_next(input);
    if (more && line_is(input, 2, "origins") && strcmp(input->words[1], "all") == 0) {
        list->all = true;
        more = certificate_next(input);
    }
    if (more && list->all && line_is(input, 1, "rotation")) {
        list->rotation = true;
        more = certificate_next(input);
    }
    if (!more || !line_is(input, 2, "period"))
        return certificate_expected(input, "'period NUMBER'", failure);
    TRY(certificate_number(input, 1, 0, list->all ? 0 : MOST, &period, failure));
    if (list->all && (list->processors + 1L) * list->items > MOST)
        return certificate_expected(input, "P*K below 2^31", failure);
    list->period = (int)period;
    return STATUS_OK;
}

/* `capacity`, which may be left out, and `processors`. */
static enum status read_processors(struct messages_read *read, struct certificate_input *input,
                                   struct failure *failure) {
    struct message_machine *machine = &read->list.machine;
    long processors;
    bool more = certificate_next(input);
    if (more && machine->model == MESSAGE_LOGP && line_is(input, 2, "capacity")) {
        if (!logp_capacity_parse(input->words[1], &machine->capacity) ||
            machine->capacity == CAPACITY_FULL)
            return certificate_expected(input, "'capacity flight' or 'none'", failure);
        more = certificate_next(input);
    }
    if (!more || !line_is(input, 2, "processors"))
        return certificate_expected(input, "'processors NUMBER'", failure);
    TRY(certificate_number(input, 1, 2, MOST, &processors, failure));
    read->list.processors = (int)processors - 1;
    return STATUS_OK;
}

static enum status read_lines(struct messages_read *read, struct certificate_input *input,
                              struct failure *failure) {
    struct message_list *list = &read->list;
    bool any = false;
    TRY(read_machine(read, input, failure));
    TRY(read_processors(read, input, failure));
    TRY(read_int(input, "items", 1, &list->items, failure));
    TRY(read_origins(read, input, failure));
    TRY(read_choice(input, "sends", "single", "any", &any, failure));
    list->single = !any;
    TRY(read_int(input, "delay", 0, &list->delay, failure));
    TRY(read_int(input, "finish", 0, &list->finish, failure));
    return list->machine.model == MESSAGE_BUFFERED
               ? read_int(input, "buffer", 1, &list->buffer, failure)
               : STATUS_OK;
}

enum status messages_read_head(struct messages_read *read, struct certificate_input *input,
                               struct failure *failure) {
    *read = (struct messages_read){.time = -1};
    if (strcmp(input->kind, "messages") != 0)
        return certificate_expected(input, "'kind messages'", failure);
    enum status status = read_lines(read, input, failure);
    if (status)
        messages_read_clear(read);
    return status;
}

static enum status read_step(struct messages_read *read, struct certificate_input *input,
                             struct failure *failure) {
    long time;
    if (input->word_count != 2)
        return certificate_expected(input, "'step TIME'", failure);
    TRY(certificate_number(input, 1, read->time + 1L, MOST, &time, failure));
    read->time = (int)time;
    return STATUS_OK;
}

/* The words from this one on, which may be left out. */
static enum status read_wait(const struct messages_read *read,
                             const struct certificate_input *input, int word, long *wait,
                             struct failure *failure) {
    enum message_model model = read->list.machine.model;
    *wait = 0;
    if (input->word_count == word)
        return STATUS_OK;
    if (input->word_count != word + 2 || strcmp(input->words[word], "wait") != 0 ||
        (model != MESSAGE_LOGP && model != MESSAGE_BUFFERED))
        return certificate_expected(input, word == 4 ? "'send FROM TO ITEM'" : "'send FROM TO'",
                                    failure);
    return certificate_number(input, word + 1, 1, MOST, wait, failure);
}

/* Takes the message of the line, if it can be. */
static enum status make_message(const struct messages_read *read,
                                const struct certificate_input *input, const long words[4],
                                struct message *message, struct failure *failure) {
    struct message made = {read->time, (int)words[0], (int)words[1], (int)words[2], (int)words[3]};
    if (made.from == made.to)
        return certificate_expected(input, "another receiver than the sender", failure);
    if (made.time + message_machine_flight(&read->list.machine, &made) > MOST)
        return certificate_expected(input, "a reception before 2^31", failure);
    *message = made;
    return STATUS_OK;
}

static enum status read_send(struct messages_read *read, struct certificate_input *input,
                             struct message *message, struct failure *failure) {
    const struct message_list *list = &read->list;
    long words[4], last = list->processors;
    long items = list->all ? (last + 1) * list->items : list->items;
    if (read->time < 0)
        return certificate_expected(input, "'step TIME'", failure);
    TRY(certificate_number(input, 1, 0, list->rotation ? 0 : last, &words[0], failure));
    TRY(certificate_number(input, 2, list->all ? 0 : 1, last, &words[1], failure));
    TRY(certificate_number(input, 3, 1, items, &words[2], failure));
    TRY(read_wait(read, input, 4, &words[3], failure));
    return make_message(read, input, words, message, failure);
}

static enum status read_line(struct messages_read *read, struct certificate_input *input,
                             struct message *message, bool *sent, struct failure *failure) {
    *sent = strcmp(input->words[0], "send") == 0;
    if (*sent)
        return read_send(read, input, message, failure);
    return strcmp(input->words[0], "step") == 0
               ? read_step(read, input, failure)
               : certificate_expected(input, "'step TIME' or 'send FROM TO ITEM'", failure);
}

enum status messages_read_next(struct messages_read *read, struct certificate_input *input,
                               struct message *message, bool *more, struct failure *failure) {
    while (certificate_next(input)) {
        TRY(read_line(read, input, message, more, failure));
        if (*more)
            return STATUS_OK;
    }
    *more = false;
    return STATUS_OK;
}

/* --- kind combining --- */

/* From `rotation`, which may be left out, to `finish`. */
static enum status read_finish(struct messages_read *read, struct certificate_input *input,
                               struct failure *failure) {
    struct message_list *list = &read->list;
    long finish = 0;
    bool more = certificate_next(input);
    if (more && line_is(input, 1, "rotation")) {
        list->rotation = true;
        more = certificate_next(input);
    }
    if (!more || !line_is(input, 2, "finish"))
        return certificate_expected(input, "'finish NUMBER'", failure);
    TRY(certificate_number(input, 1, 0, MOST, &finish, failure));
    list->finish = list->delay = (int)finish;
    return STATUS_OK;
}

static enum status read_combining_head(struct messages_read *read, struct certificate_input *input,
                                       struct failure *failure) {
    struct message_list *list = &read->list;
    int processors = 2;
    *list = (struct message_list){.operands = true, .items = 1, .all = true};
    TRY(read_machine(read, input, failure));
    if (list->machine.model != MESSAGE_POSTAL)
        return certificate_expected(input, "'model postal'", failure);
    TRY(read_int(input, "processors", 1, &processors, failure));
    list->processors = processors - 1;
    return read_finish(read, input, failure);
}

/* A line `send FROM TO`, perhaps with `others` or a wait. */
static enum status read_operand_send(struct messages_read *read, struct certificate_input *input,
                                     struct failure *failure) {
    const struct message_list *list = &read->list;
    bool others = !list->reduce && input->word_count == 4 && strcmp(input->words[3], "others") == 0;
    long words[4] = {0, 0, !others, 0};
    struct message message;
    if (read->time < 0 || strcmp(input->words[0], "send") != 0 || input->word_count < 3)
        return certificate_expected(input, "'step TIME' or 'send FROM TO'", failure);
    TRY(certificate_number(input, 1, 0, list->rotation ? 0 : list->processors, &words[0], failure));
    TRY(certificate_number(input, 2, 0, list->processors, &words[1], failure));
    if (!others)
        TRY(read_wait(read, input, 3, &words[3], failure));
    TRY(make_message(read, input, words, &message, failure));
    message_array_add(&read->array, &message);
    return STATUS_OK;
}

/* --- kind summation: its messages, and the additions besides --- */

static enum status read_summation_head(struct messages_read *read, struct certificate_input *input,
                                       struct failure *failure) {
    struct message_list *list = &read->list;
    int processors = 1;
    long number;
    *list = (struct message_list){
        .operands = true, .reduce = true, .items = 1, .all = true, .single = true};
    TRY(read_machine(read, input, failure));
    if (list->machine.model != MESSAGE_LOGP)
        return certificate_expected(input, "'model logp'", failure);
    TRY(read_int(input, "processors", 1, &processors, failure));
    TRY(certificate_field(input, "operands", 1, LONG_MAX, &number, failure));
    TRY(certificate_field(input, "finish", 0, MOST, &number, failure));
    for (int p = 0; p < processors; p++)
        TRY(certificate_field(input, "begins", 1, LONG_MAX, &number, failure));
    list->processors = processors - 1;
    return STATUS_OK;
}

/* When the last message is received: what is added behind it is none. */
static void find_finish(struct messages_read *read) {
    struct message_list *list = &read->list;
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *m = &read->array.messages[i];
        int received = (int)(m->time + message_machine_flight(&list->machine, m));
        list->finish = received > list->finish ? received : list->finish;
    }
    list->delay = list->finish;
}

/* A line `add PROCESSOR COUNT`. */
static enum status read_addition(struct messages_read *read, struct certificate_input *input,
                                 struct failure *failure) {
    long processor, count;
    if (read->time < 0)
        return certificate_expected(input, "'step TIME'", failure);
    TRY(certificate_number(input, 1, 0, read->list.processors, &processor, failure));
    TRY(certificate_number(input, 2, 1, MOST - read->time, &count, failure));
    return memory_check(APPEND(read->additions, read->addition_count,
                               (struct message_addition){read->time, (int)processor, (int)count}),
                        failure, "a list of additions");
}

/* A line behind the head. */
static enum status read_any_line(struct messages_read *read, struct certificate_input *input,
                                 struct failure *failure) {
    struct message message;
    bool sent = false;
    if (read->list.reduce && line_is(input, 3, "add"))
        return read_addition(read, input, failure);
    if (read->list.operands)
        return strcmp(input->words[0], "step") == 0 ? read_step(read, input, failure)
                                                    : read_operand_send(read, input, failure);
    TRY(read_line(read, input, &message, &sent, failure));
    if (sent)
        message_array_add(&read->array, &message);
    return STATUS_OK;
}

/* What reads the head of a kind, and what there is at least. */
static const struct {
    const char *kind;
    enum status (*read_head)(struct messages_read *read, struct certificate_input *input,
                             struct failure *failure);
    const char *least;
} kinds[] = {{"messages", messages_read_head, "'step TIME'"},
             {"combining", read_combining_head, "'step TIME'"},
             {"summation", read_summation_head, "'send FROM TO'"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int find_kind(const char *kind) {
    int i = 0;
    while (i < KINDS && strcmp(kinds[i].kind, kind) != 0)
        i++;
    return i;
}

bool messages_read_takes(const char *kind) {
    return find_kind(kind) < KINDS;
}

enum status messages_read_all(struct messages_read *read, struct certificate_input *input,
                              struct failure *failure) {
    int kind = find_kind(input->kind) % KINDS; /* the first one says which it takes */
    *read = (struct messages_read){.time = -1};
    enum status status = kinds[kind].read_head(read, input, failure);
    while (!status && certificate_next(input))
        status = read_any_line(read, input, failure);
    if (!status && read->array.lost)
        status = failure_memory(failure, "a list of messages");
    if (!status && read->list.reduce)
        find_finish(read);
    if (!status && read->array.count == 0 && read->list.processors == 0)
        status = failure_input(failure,
                               "%s: one processor alone, which sends no message: there is nothing "
                               "to draw, to convert or to perform",
                               input->path);
    else if (!status && read->array.count == 0)
        status = certificate_expected(input, kinds[kind].least, failure);
    if (status) {
        messages_read_clear(read);
        return status;
    }
    read->list.count = (long)read->array.count;
    read->list.source = &read->array;
    read->list.each = message_array_each;
    return STATUS_OK;
}

void messages_read_clear(struct messages_read *read) {
    free(read->additions);
    message_array_clear(&read->array);
    *read = (struct messages_read){.time = -1};
}
