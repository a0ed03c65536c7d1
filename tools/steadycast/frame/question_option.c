/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/question_option.h"

#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/words.h"

enum status logp_option_parse(const char *text, struct logp_machine *machine,
                              struct failure *failure) {
    CLEANUP(question_clear) struct question question;
    int given = 0;
    question_init(&question, SUBJECT_DELAY);
    enum status status = question_read_machine(&question, "logp", text, &given, NULL);
    *machine = question_machine(&question).logp;
    return status ? failure_input(failure,
                                  "--logp: '%.60s' is not L,o,g with whole numbers L >= 1, o >= 0, "
                                  "g >= 1, each up to 2147483647",
                                  text)
                  : STATUS_OK;
}

enum status question_option_value(struct question *question, enum key key, const char *option,
                                  const char *text, struct failure *failure) {
    const struct parameter *parameter =
        &subject_form(question->subject)->parameters[subject_place(question->subject, key)];
    struct suggestion suggestion;
    char wanted[120], meant[SUGGESTION_TEXT];
    if (question_read_value(question, key, text, NULL) == STATUS_OK)
        return STATUS_OK;
    parameter_wants(parameter, wanted, sizeof wanted);
    suggestion_init(&suggestion, text);
    if (parameter->kind == PARAMETER_WORD)
        suggestion_offer_words(&suggestion, parameter->words);
    return failure_input(failure, "--%s: '%.40s' is not %s%s", option, text, wanted,
                         suggestion_text(&suggestion, meant, sizeof meant));
}

static enum status read_key(const struct option_spec *spec, const struct option_value *value,
                            struct question *question, int place, struct failure *failure) {
    const struct parameter *parameter = &subject_form(question->subject)->parameters[place];
    bool range =
        (spec->kind == OPTION_RANGE || spec->kind == OPTION_BIG) && value->number < value->last;
    if (range || spec->kind == OPTION_RANGE || spec->kind == OPTION_NUMBER) {
        question_set(question, parameter->key, value->number);
        return STATUS_OK;
    }
    return question_option_value(question, parameter->key, spec->name, value->text, failure);
}

/* Pairs of a key and a value. */
static enum status read_text(const char *text, struct question *question, int *given,
                             struct failure *failure) {
    FREED char *copy = strdup(text);
    char *rest = copy;
    TRY(memory_check(copy, failure, "a machine"));
    for (;;) {
        struct quoted_word word, value = {.text = NULL};
        TRY(quoted_word_next(&rest, &word, failure));
        if (!word.text)
            return STATUS_OK;
        TRY(quoted_word_next(&rest, &value, failure));
        enum key key = key_find(word.text);
        int place = key == KEYS ? -1 : subject_place(question->subject, key);
        if (value.text && question_takes_machine(question, word.text))
            TRY(question_read_machine(question, word.text, value.text, given, failure));
        else if (!value.text || place < 0 || key >= MACHINE_KEYS)
            return failure_input(
                failure,
                "--machine: '%.60s' is no machine, as 'postal 3' or 'logp 6,2,4 capacity none' is",
                text);
        else if (*given >> place & 1)
            return failure_input(failure, "--machine: '%s' is given twice", word.text);
        else
            TRY(question_read_value(question, key, value.text, failure));
        if (place >= 0)
            *given |= 1 << place;
    }
}

static enum status read_machine(const struct option_spec *spec, const struct option_value *value,
                                struct question *question, int *given, struct failure *failure) {
    struct logp_machine machine;
    if (strcmp(spec->name, "machine") == 0)
        return read_text(value->text, question, given, failure);
    TRY(logp_option_parse(value->text, &machine, failure));
    return question_read_machine(question, "logp", value->text, given, failure);
}

enum status question_option_machine(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"latency", "logp", "network", "machine"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!option_is_given(arguments, names[i]))
            continue;
        if (first)
            return failure_input(failure, "%s takes one machine, not both --%s and --%s",
                                 arguments->verb, first, names[i]);
        first = names[i];
    }
    if (first)
        return STATUS_OK;
    bool network = true;
    for (int i = 0; i < arguments->spec_count; i++)
        network = network && strcmp(arguments->specs[i].name, "latency") != 0;
    if (network)
        return failure_input(failure,
                             "%s needs a network: --network NAME, see steadycast help networks",
                             arguments->verb);
    return failure_input(
        failure, "%s needs a machine: -L L (postal model), --logp L,o,g, --network NAME or -m TEXT",
        arguments->verb);
}

bool option_is_among(const char *names, const char *name) {
    size_t length = strlen(name);
    const char *found = names ? strstr(names, name) : NULL;
    return found && (found == names || found[-1] == '|') &&
           (found[length] == '|' || !found[length]);
}

/* The list of an option of nodes, behind the network. */
static enum status read_nodes(const struct arguments *arguments, const char *name,
                              struct question *question, struct failure *failure) {
    if (!option_is_given(arguments, name))
        return STATUS_OK;
    if (!question_has(question, KEY_NETWORK))
        return failure_input(failure, "--%s: there is no network, whose nodes they are", name);
    const char *list = option(arguments, name)->text;
    const char *network = question_text(question, KEY_NETWORK);
    bool only = strcmp(name, "group") == 0 && strncmp(list, "only:", 5) == 0;
    size_t room = strlen(network) + strlen(name) + strlen(list) + sizeof "/:";
    FREED char *text = memory_new(room, 1);
    TRY(text ? STATUS_OK : failure_memory(failure, "a network"));
    snprintf(text, room, "%s/%s%s%s", network, only ? "" : name, only ? "" : ":", list);
    return question_set_text(question, KEY_NETWORK, text, failure);
}

enum status question_option_read(const struct arguments *arguments, const char *own,
                                 struct question *question, int *given, struct failure *failure) {
    bool has_machine = subject_has_machine(question->subject);
    bool fixed =
        has_machine && (question_has(question, KEY_LATENCY) || question_has(question, KEY_NETWORK));
    TRY(has_machine && !fixed ? question_option_machine(arguments, failure) : STATUS_OK);
    for (int i = 0; i < arguments->spec_count; i++) {
        const struct option_spec *spec = &arguments->specs[i];
        enum key key = key_find(spec->name);
        int place = key == KEYS ? -1 : subject_place(question->subject, key);
        if (!arguments->values[i].given)
            continue;
        if (strcmp(spec->name, "logp") == 0 || strcmp(spec->name, "machine") == 0) {
            TRY(read_machine(spec, &arguments->values[i], question, given, failure));
        } else if (place >= 0 && !(*given >> place & 1)) {
            *given |= 1 << place;
            TRY(read_key(spec, &arguments->values[i], question, place, failure));
        } else if (key != KEYS && place < 0 && !option_is_among(own, spec->name)) {
            return failure_input(
                failure, "--%s: the question '%s' has no such key (see: steadycast help questions)",
                spec->name, subject_form(question->subject)->name);
        }
    }
    if (has_machine) {
        TRY(read_nodes(arguments, "group", question, failure));
        TRY(read_nodes(arguments, "sizes", question, failure));
        machine_take_ports(question, *given);
    }
    return question_check(question, *given, failure);
}
