/* SPDX-License-Identifier: MIT */
/* K items in the postal model, one item on a LogP machine. */
#include <stdlib.h>
#include <string.h>

#include "solver/library/library.h"
#include "solver/model/message_list.h"
#include "solver/model/sequence.h"
#include "solver/question/single_time.h"

enum { MOST_PORTS = 10000, MOST_ITEMS = 1000000000 };

static enum status find_items(steadycast_answer *answer, const long numbers[5], const char *engine,
                              struct library_run *run, struct failure *failure) {
    static const struct {
        const char *name;
        enum key key;
        long least, most;
    } ranges[] = {{"latency", KEY_LATENCY, 1, SEQUENCE_MAX_LATENCY},
                  {"ports", KEY_PORTS, 1, MOST_PORTS},
                  {"processors", KEY_PROCESSORS, 2, MESSAGES_MOST_PROCESSORS + 1},
                  {"items", KEY_ITEMS, 1, MOST_ITEMS},
                  {"options", KEY_SENDS, 0, STEADYCAST_SINGLE_SENDING}};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && !status; i++) {
        status =
            library_range(ranges[i].name, numbers[i], ranges[i].least, ranges[i].most, failure);
        question_set(&answer->question, ranges[i].key, numbers[i]);
    }
    return status ? status : library_ask(answer, engine, true, run, failure);
}

steadycast_status steadycast_items(int latency, int ports, int processors, int items, int options,
                                   const char *engine, const steadycast_limits *limits,
                                   steadycast_answer **answer, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    const long numbers[] = {latency, ports, processors, items, options};
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_ITEMS, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = find_items(result, numbers, engine, &run, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

/* For more processors than a list may have the time is known as well: the tree has it, though
 * nobody builds it. */
static enum status tell_single(steadycast_answer *answer, struct failure *failure) {
    const struct single_time *single = answer->outcome.detail;
    enum status status = library_text(single->sum, &answer->sum, failure);
    if (status || answer->outcome.upper)
        return status;
    answer->verdict = STEADYCAST_SETTLED;
    answer->reason[0] = 0;
    answer->outcome.upper = strdup(answer->outcome.lower);
    return answer->outcome.upper ? STATUS_OK : failure_memory(failure, "an answer");
}

static enum status find_single(steadycast_answer *answer, const struct logp_machine *machine,
                               mpz_srcptr processors, struct library_run *run,
                               struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (!status)
        status = limits_check(&run->limits, failure);
    if (status)
        return status;
    question_set(&answer->question, KEY_LATENCY, machine->latency);
    question_set(&answer->question, KEY_OVERHEAD, machine->overhead);
    question_set(&answer->question, KEY_GAP, machine->gap);
    status = question_set_big(&answer->question, KEY_PROCESSORS, processors, failure);
    if (!status)
        status = library_ask(answer, "tree", true, run, failure);
    return status ? status : tell_single(answer, failure);
}

steadycast_status steadycast_single(int latency, int overhead, int gap, const char *processors,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    const struct logp_machine machine = {latency, overhead, gap};
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new(SUBJECT_SINGLE, &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = find_single(result, &machine, number, &run, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}
