/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/messages_read.h"
#include "solver/library/library.h"
#include "solver/model/certificates.h"
#include "solver/question/outcome_messages.h"

struct steadycast_messages {
    struct message_list list;
    struct items_schedule schedule; /* of an answer */
    bool is_read;
    struct messages_read read; /* of a file */
};

static enum status read_file(steadycast_messages *messages, const char *path,
                             struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, strcmp(path, "-") == 0 ? "./-" : path, failure)); /* no stdin */
    enum status status =
        strcmp(input.kind, "messages") == 0
            ? messages_read_all(&messages->read, &input, failure)
            : failure_input(failure, "%s is of the kind %s, not messages", path, input.kind);
    messages->is_read = !status;
    messages->list = messages->read.list;
    return status;
}

static steadycast_status keep_result(steadycast_messages *result, enum status status,
                                     const struct failure *failure, steadycast_messages **messages,
                                     steadycast_error *error) {
    if (status)
        steadycast_messages_free(result);
    else
        *messages = result;
    return library_report(status, failure, error);
}

steadycast_status steadycast_messages_open(const char *path, steadycast_messages **messages,
                                           steadycast_error *error) {
    struct failure failure = {0};
    if (!path || !messages)
        return library_refuse(error, "%s: NULL", path ? "messages" : "path");
    steadycast_messages *result = memory_new(1, sizeof *result);
    enum status status =
        result ? read_file(result, path, &failure) : failure_memory(&failure, "a list of messages");
    return keep_result(result, status, &failure, messages, error);
}

steadycast_status steadycast_messages_of(const steadycast_answer *answer, int items,
                                         steadycast_messages **messages, steadycast_error *error) {
    struct failure failure = {0};
    if (!messages)
        return library_refuse(error, "messages: NULL");
    if (!steadycast_answer_kind(answer, STEADYCAST_SCHEDULE))
        return library_refuse(error, "answer: it has no schedule");
    steadycast_messages *result = memory_new(1, sizeof *result);
    enum status status =
        result ? outcome_messages(&answer->outcome, items, &result->schedule, &failure)
               : failure_memory(&failure, "a list of messages");
    if (!status)
        result->list = result->schedule.list;
    return keep_result(result, status, &failure, messages, error);
}

void steadycast_messages_free(steadycast_messages *messages) {
    if (!messages)
        return;
    if (messages->is_read)
        messages_read_clear(&messages->read);
    else
        items_schedule_clear(&messages->schedule);
    free(messages);
}

void steadycast_messages_describe(const steadycast_messages *messages,
                                  steadycast_messages_about *about) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal",
        [MESSAGE_LOGP] = "logp",
        [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",
    };
    if (!messages || !about)
        return;
    const struct message_list *list = &messages->list;
    int processors = list->processors + 1;
    *about = (steadycast_messages_about){.model = names[list->machine.model],
                                         .latency = list->machine.latency,
                                         .overhead = list->machine.overhead,
                                         .gap = list->machine.gap,
                                         .ports = list->machine.ports,
                                         .processors = processors,
                                         .items = list->items,
                                         .sources = list->all ? processors : 1,
                                         .period = list->period,
                                         .delay = list->delay,
                                         .finish = list->finish,
                                         .count = (unsigned long)list->count *
                                                  (list->rotation ? (unsigned long)processors : 1)};
}

struct sink {
    const struct message_list *list;
    steadycast_take_message *take;
    void *context;
    bool enough;
};

/* The message that is `turn` processors further round. */
static steadycast_message turned(const struct message_list *list, const struct message *message,
                                 int turn) {
    long processors = (long)list->processors + 1, all = processors * list->items;
    return (steadycast_message){.time = message->time,
                                .from = (int)((message->from + turn) % processors),
                                .to = (int)((message->to + turn) % processors),
                                .item =
                                    (int)((message->item - 1 + (long)turn * list->items) % all) + 1,
                                .wait = message->wait};
}

static enum status emit_message(void *context, const struct message *message,
                                struct failure *failure) {
    struct sink *sink = context;
    int turns = sink->list->rotation ? sink->list->processors + 1 : 1;
    for (int turn = 0; turn < turns && !sink->enough; turn++) {
        steadycast_message given = {message->time, message->from, message->to, message->item,
                                    message->wait};
        if (turn)
            given = turned(sink->list, message, turn);
        sink->enough = sink->take(sink->context, &given) != 0;
    }
    return sink->enough ? failure_limit(failure, "no more messages were wanted") : STATUS_OK;
}

steadycast_status steadycast_messages_each(const steadycast_messages *messages,
                                           steadycast_take_message *take, void *context,
                                           const steadycast_limits *limits,
                                           steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!messages || !take)
        return library_refuse(error, "%s: NULL", messages ? "take" : "messages");
    struct sink sink = {&messages->list, take, context, false};
    library_run_init(&run, limits);
    enum status status =
        message_list_each(&messages->list, emit_message, &sink, &run.limits, &failure);
    return sink.enough ? STEADYCAST_OK : library_report(status, &failure, error);
}

steadycast_status steadycast_messages_write(const steadycast_messages *messages, const char *path,
                                            int overwrite, const steadycast_limits *limits,
                                            steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!messages)
        return library_refuse(error, "messages: NULL");
    enum status status = library_check_path(path, overwrite != 0, &failure);
    library_run_init(&run, limits);
    if (!status)
        status = evidence_write(evidence_of_messages(&messages->list), path, overwrite != 0,
                                &run.limits, &failure);
    return library_report(status, &failure, error);
}
