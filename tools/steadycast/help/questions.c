/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/questions.h"

#include <stdio.h>
#include <string.h>

#include "solver/question/engines.h"

static const char introduction[] =
    "A question is a machine, a traffic and an aim, with their values. A machine is\n"
    "  postal L                        latency L, no overhead, one message a step\n"
    "  logp L,o,g [capacity C]         latency, overhead, gap; C = full, flight or none\n"
    "  latency L [overhead o] [gap g] [capacity C] [ports p]\n"
    "                                  the same number by number; postal where nothing else "
    "stands\n"
    "  network NAME [duplex half]      edges along which a message takes a step: ring:8,\n"
    "                                  torus:3x5, file:PATH, .. (steadycast help allgather)\n"
    "and in the options of verbs -L L, --logp L,o,g, --capacity C, -p p, --network NAME, --duplex\n"
    "half, or -m 'any of the lines above'. A postal machine is a LogP machine with o = 0, g = 1, "
    "so\n"
    "that engines of LogP machines answer for it as well. Below, of each traffic and aim: the\n"
    "subject with its keys behind the machine ([ ] may be left out), and the engines with the\n"
    "machines that they take; the first that takes the question answers where none is chosen. An\n"
    "engine says yes (finds schedules), no (proves that there is none), or both; `alone`: it is\n"
    "asked by name only, and is no part of `all`.\n";

/* ` depth t [roles permute|keep]` */
static void print_keys(const struct subject_form *form, char *text, size_t room) {
    enum subject subject = subject_find(form->name, NULL);
    size_t used = 0;
    *text = 0;
    for (int i = subject_has_machine(subject) ? MACHINE_KEYS : 0; i < form->count && used < room;
         i++) {
        const struct parameter *parameter = &form->parameters[i];
        const char *symbol = key_symbol(parameter->key);
        used += (size_t)snprintf(text + used, room - used,
                                 parameter->implied != NOT_IMPLIED ? " [%s %s]" : " %s %s",
                                 key_name(parameter->key),
                                 parameter->words ? parameter->words
                                 : *symbol        ? symbol
                                                  : "NAME");
    }
}

static const char *answers_of(const struct engine *engine) {
    bool alone = engine->heeds & ENGINE_SINGLE_OUT;
    if (engine->answers == ENGINE_DECIDES)
        return alone ? "yes, no, alone" : "yes, no";
    return engine->answers == ENGINE_SAYS_YES ? (alone ? "yes, alone" : "yes") : "no";
}

static void print_engines(enum subject subject) {
    const struct engine *engine;
    char machines[80];
    for (int i = 0; (engine = subject_engine(subject, i)); i++) {
        machine_class_names(engine->machines, machines, sizeof machines);
        printf("    %-18s %-16s %-15s %s\n", engine->name, machines, answers_of(engine),
               engine->summary);
    }
}

void questions_print(void) {
    fputs(introduction, stdout);
    for (int traffic = 0; traffic < TRAFFICS; traffic++)
        for (int subject = 0; subject < SUBJECTS; subject++) {
            const struct subject_form *form = subject_form((enum subject)subject);
            char keys[200];
            if ((int)form->traffic != traffic)
                continue;
            print_keys(form, keys, sizeof keys);
            printf("\n%s, %s: %s\n  %s%s%s\n", traffic_name(form->traffic), aim_name(form->aim),
                   form->asks, form->name,
                   subject_has_machine((enum subject)subject) ? " MACHINE" : "", keys);
            print_engines((enum subject)subject);
        }
}

json_t *questions_json(void) {
    json_t *list = json_array();
    for (int subject = 0; subject < SUBJECTS && list; subject++) {
        const struct subject_form *form = subject_form((enum subject)subject);
        json_t *engines = json_array();
        const struct engine *engine;
        char text[200];
        for (int i = 0; (engine = subject_engine((enum subject)subject, i)); i++) {
            machine_class_names(engine->machines, text, sizeof text);
            json_array_append_new(
                engines, json_pack("{s:s, s:s, s:s, s:s}", "engine", engine->name, "machines", text,
                                   "answers", answers_of(engine), "summary", engine->summary));
        }
        print_keys(form, text, sizeof text);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "subject",
                                              form->name, "traffic", traffic_name(form->traffic),
                                              "aim", aim_name(form->aim), "asks", form->asks,
                                              "keys", *text ? text + 1 : text, "engines", engines));
    }
    return list;
}
