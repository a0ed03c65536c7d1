/* SPDX-License-Identifier: MIT */
#include "solver/question/machine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "solver/network/network_names.h"
#include "solver/network/network_problem.h"
#include "solver/question/question.h"

enum { SHOWN = 60 };

/* The words of KEY_DUPLEX by their places. */
enum { NETWORK_FULL_WORD, NETWORK_HALF_WORD, NETWORK_LINKS_WORD };

enum machine_class machine_class_of(const struct machine *machine) {
    const struct logp_machine *logp = &machine->logp;
    bool plain = logp->overhead == 0 && logp->gap == 1 && machine->capacity == CAPACITY_FULL;
    if (machine->network)
        return plain ? MACHINE_NETWORK : MACHINE_OTHER;
    if (machine->ports > 1)
        return plain ? MACHINE_PORTS : MACHINE_OTHER;
    return plain ? MACHINE_POSTAL : MACHINE_LOGP;
}

static const char *const names[MACHINE_CLASSES] = {"postal", "logp", "ports", "network", "other"};

const char *machine_class_name(enum machine_class class) {
    int place = 0;
    while (place < MACHINE_CLASSES && 1 << place != (int)class)
        place++;
    require(place < MACHINE_CLASSES);
    return names[place];
}

void machine_class_names(int classes, char *text, size_t room) {
    size_t used = 0;
    *text = 0;
    for (int place = 0; place < MACHINE_CLASSES && used < room; place++) {
        int rest = classes >> place;
        if (rest & 1)
            used += (size_t)snprintf(text + used, room - used, "%s%s",
                                     !used      ? ""
                                     : rest > 1 ? ", "
                                                : " or ",
                                     names[place]);
    }
}

/* --- of a question --- */

struct machine question_machine(const struct question *question) {
    struct machine machine = {.logp = {(int)question_number(question, KEY_LATENCY), 0, 1},
                              .ports = 1};
    if (!subject_has_machine(question->subject))
        return machine;
    machine.logp.overhead = (int)question_number(question, KEY_OVERHEAD);
    machine.logp.gap = (int)question_number(question, KEY_GAP);
    machine.capacity = (enum logp_capacity)question_number(question, KEY_CAPACITY);
    machine.ports = (int)question_number(question, KEY_PORTS);
    if (question_has(question, KEY_NETWORK)) {
        machine.half = question_number(question, KEY_DUPLEX) == NETWORK_HALF_WORD;
        machine.links = question_number(question, KEY_DUPLEX) == NETWORK_LINKS_WORD;
        machine.network = question_text(question, KEY_NETWORK);
        machine.logp.latency = 1;
    }
    return machine;
}

enum network_ports machine_network_ports(const struct machine *machine) {
    return machine->links ? NETWORK_LINKS : machine->half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL;
}

enum status question_network(const struct question *question, struct network_factors *factors,
                             struct network *network, struct failure *failure) {
    const struct machine machine = question_machine(question);
    CLEANUP(network_factors_clear) struct network_factors parts = {.count = 0};
    CLEANUP(network_clear) struct network made = {0};
    TRY(network_factors_parse_in(machine.network, question->base, &parts, failure));
    TRY(network_copy(network_factors_whole(&parts), &made, failure));
    TRY(network_limit_ports(&made, machine_network_ports(&machine), machine.ports, failure));
    *factors = TAKE(parts);
    *network = TAKE(made);
    return STATUS_OK;
}

enum collective question_collective(const struct question *question) {
    int collective = 0;
    if (question->subject == SUBJECT_FRONTIER || question->subject == SUBJECT_RATE)
        return (enum collective)question_number(question, KEY_COLLECTIVE);
    while (collective < COLLECTIVES && strcmp(collective_name((enum collective)collective),
                                              subject_form(question->subject)->name) != 0)
        collective++;
    return collective < COLLECTIVES ? (enum collective)collective : COLLECTIVE_BROADCAST;
}

enum machine_class question_machine_class(const struct question *question) {
    const struct machine machine = question_machine(question);
    return machine_class_of(&machine);
}

static bool goes_with(const struct parameter *parameter, bool network) {
    return parameter->of == OF_ALL || (parameter->of == OF_NETWORKS) == network;
}

bool question_shows(const struct question *question, int place) {
    const struct subject_form *form = subject_form(question->subject);
    enum key key = form->parameters[place].key;
    const struct machine machine = question_machine(question);
    enum machine_class class = machine_class_of(&machine);
    if (!subject_has_machine(question->subject))
        return question_has(question, key);
    if (key == KEY_OVERHEAD || key == KEY_GAP || key == KEY_CAPACITY)
        return class == MACHINE_LOGP || class == MACHINE_OTHER;
    if (key == KEY_PORTS)
        return machine.ports > 1;
    return goes_with(&form->parameters[place], machine.network != NULL) &&
           question_has(question, key);
}

void machine_take_ports(struct question *question, int given) {
    int ports = subject_place(question->subject, KEY_PORTS);
    int duplex = subject_place(question->subject, KEY_DUPLEX);
    if (question_has(question, KEY_NETWORK) && given >> ports & 1 && !(given >> duplex & 1))
        question_set(question, KEY_DUPLEX, NETWORK_FULL_WORD);
}

static const enum key logp_keys[] = {KEY_LATENCY, KEY_OVERHEAD, KEY_GAP};

bool question_takes_machine(const struct question *question, const char *word) {
    return subject_has_machine(question->subject) &&
           (strcmp(word, "postal") == 0 || strcmp(word, "logp") == 0);
}

enum status question_read_machine(struct question *question, const char *word, const char *value,
                                  int *given, struct failure *failure) {
    int keys = strcmp(word, "logp") == 0 ? 3 : 1;
    char copy[64], *rest = copy;
    bool good = strlen(value) < sizeof copy;
    snprintf(copy, sizeof copy, "%s", value);
    for (int i = 0; i < keys && good; i++) {
        int place = subject_place(question->subject, logp_keys[i]);
        char *number = rest;
        rest = rest ? strchr(rest, i < keys - 1 ? ',' : 0) : NULL;
        if (rest && *rest)
            *rest++ = 0;
        if (*given >> place & 1)
            return failure_input(failure, "a machine is given already, before '%s %.*s'", word,
                                 SHOWN, value);
        *given |= 1 << place;
        good = number && !question_read_value(question, logp_keys[i], number, NULL);
    }
    if (good)
        return STATUS_OK;
    return failure_input(failure, "%s '%.*s' is not %s, each up to 2147483647", word, SHOWN, value,
                         keys == 3 ? "L,o,g with whole numbers L >= 1, o >= 0, g >= 1"
                                   : "a latency L >= 1");
}

static bool is_lowest(const struct question *question) {
    long a = question_number(question, KEY_RATE), b = question_number(question, KEY_PER);
    while (b) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

static enum status check_network(const struct question *question, struct failure *failure) {
    if (question_number(question, KEY_DUPLEX) == NETWORK_LINKS_WORD &&
        question_number(question, KEY_PORTS) > 1)
        return failure_input(
            failure, "'ports' goes with duplex full or half: with links processors have no ports");
    if (subject_place(question->subject, KEY_RATE) >= 0 && !is_lowest(question))
        return failure_input(failure, "the rate %ld/%ld is not in lowest terms",
                             question_number(question, KEY_RATE),
                             question_number(question, KEY_PER));
    if (question_number(question, KEY_SERVED) == LONG_MAX) /* it has the text of the network */
        return failure_input(failure, "no network has so many processors to be served");
    return STATUS_OK;
}

/* Is it given, or another value than what is implied? */
static bool is_said(const struct question *question, int given, enum key key) {
    int place = subject_place(question->subject, key);
    return place >= 0 &&
           (given >> place & 1 ||
            question->values[place] != subject_form(question->subject)->parameters[place].implied);
}

static enum status check_root(const struct question *question, int given, struct failure *failure) {
    enum collective collective = question_collective(question);
    if (!is_said(question, given, KEY_ROOT) || collective_has_root(collective))
        return STATUS_OK;
    return failure_input(failure, "%s has no root", collective_name(collective));
}

/* Why a key does not go with a network. */
static const char *why_not(enum key key) {
    return key == KEY_LATENCY      ? ", where a message takes a step along an edge"
           : key == KEY_PROCESSORS ? ", which has its own"
                                   : "";
}

/* A machine may be told whole, with what is implied. */
static enum status check_keys(const struct question *question, int given, struct failure *failure) {
    const struct subject_form *form = subject_form(question->subject);
    bool network = question_has(question, KEY_NETWORK);
    for (int i = 0; i < form->count; i++) {
        enum key key = form->parameters[i].key;
        if (goes_with(&form->parameters[i], network) ||
            !is_said(question, key < MACHINE_KEYS ? 0 : given, key))
            continue;
        if (network)
            return failure_input(failure, "'%s' does not go with a network%s", key_name(key),
                                 why_not(key));
        return failure_input(failure, "'%s' goes with a network alone", key_name(key));
    }
    return STATUS_OK;
}

enum status machine_check(const struct question *question, int given, struct failure *failure) {
    bool network = question_has(question, KEY_NETWORK);
    TRY(check_keys(question, given, failure));
    if (network && subject_place(question->subject, KEY_COLLECTIVE) >= 0)
        TRY(check_root(question, given, failure));
    if (network)
        return check_network(question, failure);
    bool alone = subject_form(question->subject)->traffic == TRAFFIC_COLLECTIVE;
    return alone || !question_has(question, KEY_LATENCY)
               ? question_lacks(question, alone ? KEY_NETWORK : KEY_LATENCY, failure)
               : STATUS_OK;
}
