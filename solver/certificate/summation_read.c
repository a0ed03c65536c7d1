#include "solver/certificate/summation_read.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/message_list.h"

static const long most_operands = (1L << 62) - 1;

static enum status read_machine(struct summation *summation, struct certificate_input *input,
                                struct failure *failure) {
    long latency = 1, overhead = 0, gap = 1;
    enum status status = certificate_field(input, "latency", 1, INT_MAX, &latency, failure);
    if (!status)
        status = certificate_field(input, "overhead", 0, INT_MAX, &overhead, failure);
    if (!status)
        status = certificate_field(input, "gap", 1, INT_MAX, &gap, failure);
    summation->machine = (struct logp_machine){(int)latency, (int)overhead, (int)gap};
    return status;
}

static enum status read_head(struct summation *summation, struct certificate_input *input,
                             struct failure *failure) {
    long processors = 1, operands = 1, finish = 0;
    enum status status = read_machine(summation, input, failure);
    if (!status)
        status = certificate_field(input, "processors", 1, MESSAGES_MOST_PROCESSORS + 1L,
                                   &processors, failure);
    if (!status)
        status = certificate_field(input, "operands", 1, most_operands, &operands, failure);
    if (!status)
        status = certificate_field(input, "finish", 0, INT_MAX, &finish, failure);
    summation->processors = (int)processors;
    summation->operands = operands;
    summation->finish = finish;
    return status;
}

/* `processor p begins X`, for the next p. */
static enum status begin_processor(struct summation *summation, struct certificate_input *input,
                                   int processor, size_t work, struct failure *failure) {
    long number, begins;
    if (input->word_count != 4 || strcmp(input->words[2], "begins") != 0 ||
        processor == summation->processors)
        return certificate_expected(input, "'processor NUMBER begins OPERAND'", failure);
    enum status status = certificate_number(input, 1, processor, processor, &number, failure);
    if (!status)
        status = certificate_number(input, 3, 1, most_operands, &begins, failure);
    if (status)
        return status;
    summation->begins[processor] = begins;
    summation->first[processor] = work;
    return STATUS_OK;
}

static bool find_kind(const char *word, enum summation_kind *kind) {
    static const char *const names[] = {
        [SUMMATION_ADD] = "add", [SUMMATION_RECEIVE] = "receive", [SUMMATION_SEND] = "send"};
    for (*kind = SUMMATION_ADD; *kind <= SUMMATION_SEND; ++*kind)
        if (strcmp(word, names[*kind]) == 0)
            return true;
    return false;
}

static enum status read_work(struct summation *summation, const struct certificate_input *input,
                             size_t place, size_t *room, struct failure *failure) {
    enum summation_kind kind;
    long time, number;
    if (input->word_count != 3 || !find_kind(input->words[0], &kind))
        return certificate_expected(input, "add, receive, send or processor", failure);
    bool add = kind == SUMMATION_ADD;
    enum status status = certificate_number(input, 1, 0, INT_MAX, &time, failure);
    if (!status)
        status = certificate_number(input, 2, add, add ? most_operands : summation->processors - 1L,
                                    &number, failure);
    if (status)
        return status;
    if (place == *room) {
        struct summation_work *larger =
            memory_resize(summation->work, 2 * *room + 64, sizeof *larger);
        if (!larger)
            return failure_memory(failure, "a sum");
        summation->work = larger;
        *room = 2 * *room + 64;
    }
    summation->work[place] = (struct summation_work){kind, time, number};
    return STATUS_OK;
}

static enum status read_processors(struct summation *summation, struct certificate_input *input,
                                   struct failure *failure) {
    enum status status = STATUS_OK;
    size_t work = 0, room = 0;
    int begun = 0;
    while (!status && certificate_next(input)) {
        if (strcmp(input->words[0], "processor") == 0) {
            status = begin_processor(summation, input, begun, work, failure);
            begun += !status;
        } else if (begun) {
            status = read_work(summation, input, work, &room, failure);
            work += !status;
        } else {
            status = certificate_expected(input, "'processor 0 begins OPERAND'", failure);
        }
    }
    if (!status && begun < summation->processors)
        status = certificate_expected(input, "a line for each processor", failure);
    if (!status)
        summation->first[summation->processors] = work;
    return status;
}

enum status summation_read(struct summation *summation, struct certificate_input *input,
                           struct failure *failure) {
    *summation = (struct summation){.processors = 0};
    enum status status = read_head(summation, input, failure);
    if (status)
        return status;
    summation->begins = memory_new((size_t)summation->processors, sizeof *summation->begins);
    summation->first = memory_new((size_t)summation->processors + 1, sizeof *summation->first);
    status = summation->begins && summation->first ? read_processors(summation, input, failure)
                                                   : failure_memory(failure, "a sum");
    if (status)
        summation_clear(summation);
    return status;
}
