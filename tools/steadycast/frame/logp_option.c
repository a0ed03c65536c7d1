/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/logp_option.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* A number without sign, with `end` behind it; NULL if there is none. */
static const char *read_number(const char *text, char end, int *number) {
    char *rest;
    if (*text < '0' || *text > '9')
        return NULL;
    errno = 0;
    long found = strtol(text, &rest, 10);
    if (errno || found > INT_MAX || *rest != end)
        return NULL;
    *number = (int)found;
    return rest + 1;
}

enum status logp_option_parse(const char *text, struct logp_machine *machine,
                              struct failure *failure) {
    struct logp_machine result;
    const char *next = read_number(text, ',', &result.latency);
    next = next ? read_number(next, ',', &result.overhead) : NULL;
    next = next ? read_number(next, 0, &result.gap) : NULL;
    if (!next || logp_machine_check(&result, NULL))
        return failure_set(
            failure, STATUS_INPUT,
            "--logp: '%.60s' is not L,o,g with whole numbers L >= 1, o >= 0, g >= 1, "
            "each up to %d",
            text, INT_MAX);
    *machine = result;
    return STATUS_OK;
}

enum logp_capacity logp_option_capacity(const struct arguments *arguments) {
    const struct option_value *capacity = option(arguments, "capacity");
    return capacity->given ? (enum logp_capacity)capacity->number : CAPACITY_FULL;
}

enum status logp_option_check_capacity(const struct arguments *arguments, struct failure *failure) {
    if (!option(arguments, "capacity")->given || option(arguments, "logp")->given)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "--capacity is for a machine of --logp L,o,g");
}

enum status logp_option_machine(const struct arguments *arguments, struct logp_machine *machine,
                                struct failure *failure) {
    const struct option_value *latency = option(arguments, "latency");
    const struct option_value *logp = option(arguments, "logp");
    if (latency->given == logp->given)
        return failure_set(
            failure, STATUS_INPUT,
            latency->given ? "%s takes one machine, not both -L L (postal model) and --logp L,o,g"
                           : "%s needs a machine: either -L L (postal model) or --logp L,o,g",
            arguments->verb);
    if (logp->given)
        return logp_option_parse(logp->text, machine, failure);
    *machine = (struct logp_machine){(int)latency->number, 0, 1};
    return STATUS_OK;
}

void logp_option_set(struct question *question, const struct logp_machine *machine) {
    question_set(question, KEY_LATENCY, machine->latency);
    question_set(question, KEY_OVERHEAD, machine->overhead);
    question_set(question, KEY_GAP, machine->gap);
}
