/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "solver/question/engines.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/help/manual.h"
#include "tools/steadycast/help/words.h"

/* --- all questions that can be asked, machine by traffic by aim, with who answers them --- */

static const char questions_introduction[] =
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
    enum subject subject = subject_find(form->name);
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

/* For people, on stdout. */
static void questions_print(void) {
    fputs(questions_introduction, stdout);
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

/* The same as an array of objects; NULL without memory. */
static json_t *questions_json(void) {
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

static void print_plain(void *context, const char *text) {
    (void)context;
    fputs(text, stdout);
}

void verb_print_help(const struct verb *verb) {
    printf("usage: steadycast %s%s%s%s\n\n%s.\n", verb->name, verb->spec_count ? " [options]" : "",
           *verb->operands ? " " : "", verb->operands, verb->summary);
    static const struct option_spec of_all = {
        "exit-zero", 0, OPTION_FLAG, false, "", 0, 0, "exit with 0 where an answer is settled"};
    if (verb->spec_count) {
        printf("\n");
        options_print(verb->specs, verb->spec_count);
        options_print(&of_all, 1);
    }
    const char *help = verb->help ? verb->help : "", *headings = manual_headings(help);
    if (headings > help)
        printf("\n%.*s", (int)(headings - help), help);
    if (verb->list)
        verb->list(print_plain, NULL);
    if (*headings)
        printf("%s\n", headings);
}

static const char introduction[] =
    "A source emits an item at every step; each item must reach all other processors, each of\n"
    "which sends and receives at most one message a step, and a message takes L steps. How late\n"
    "does the last one receive it? Steadycast finds schedules, proves that there are none, and\n"
    "writes a certificate for either, for such streams (Karp, Sahay, Santos, Schauser 1993), for\n"
    "K items, and for other collective operations.\n";

static void print_overview(void) {
    printf("usage: steadycast VERB [options]\n\n%s", introduction);
    for (int i = 0; verbs[i]; i++) {
        if (verb_heading(verbs[i]))
            printf("\n%s:\n", verb_heading(verbs[i]));
        printf("  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    }
    printf(
        "\nsteadycast help VERB explains one, steadycast help words the words of the field, and\n"
        "steadycast help questions what can be asked of which machine, and who answers. -o writes\n"
        "the certificates of an answer, which the program steadycheck verifies on its own: of yes\n"
        "or no to a file, of a number to a folder (one for each side), of a range of questions to\n"
        "a folder, those of each latency in a file. Counts have none. Where a file is taken, - is\n"
        "the standard input or output. A letter means the same in all verbs: -L latency, -P\n"
        "processors with the source, -N without it (N = P-1), -k items, -t depth, -T time, -p\n"
        "ports, -e engine, -f format, -o output. `capacity` is a question, how many processors;\n"
        "and --capacity a part of a LogP machine, how many messages may be under way.\n\n"
        "Exit status; in the second column that with --exit-zero, which every verb takes, or\n"
        "STEADYCAST_EXIT_ZERO=1 in the environment, for make and &&:\n");
    exits_print();
}

static int bad_usage(const char *why) {
    fprintf(stderr, "steadycast: %s\n", why);
    return EXIT_INPUT;
}

/* The table of a verb, for programs that make forms of it. */
static json_t *verb_json(const struct verb *verb) {
    json_t *options = json_array();
    for (int i = 0; i < verb->spec_count && options; i++) {
        const struct option_spec *spec = &verb->specs[i];
        char letter[] = {spec->letter, 0};
        bool flag = spec->kind == OPTION_FLAG;
        json_array_append_new(options, json_pack("{s:s, s:s?, s:s?, s:b, s:s}", "name", spec->name,
                                                 "letter", spec->letter ? letter : NULL, "argument",
                                                 flag ? NULL : spec->argument, "required",
                                                 (int)spec->required, "help", spec->help));
    }
    return json_pack("{s:s, s:s, s:s, s:o}", "verb", verb->name, "summary", verb->summary,
                     "operands", verb->operands, "options", options);
}

static int print_tables(const struct verb *verb) {
    json_t *list = verb ? NULL : json_array();
    for (int i = 0; verbs[i] && list; i++)
        json_array_append_new(list, verb_json(verbs[i]));
    json_t *object = verb ? verb_json(verb) : json_pack("{s:o}", "verbs", list);
    return json_line(object, NULL) ? EXIT_INTERNAL : EXIT_DONE;
}

static void print_about(const struct verb *verb, bool manual) {
    if (manual && verb)
        manual_print_verb(verb);
    else if (manual)
        manual_print_overview(introduction);
    else if (verb)
        verb_print_help(verb);
    else
        print_overview();
}

static int print_words(bool json) {
    json_t *list = json ? json_array() : NULL;
    if (!json) {
        words_print();
        return EXIT_DONE;
    }
    for (const struct word_meaning *entry = help_words; entry->word && list; entry++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "word", entry->word, "meaning", entry->meaning));
    return json_line(json_pack("{s:o}", "words", list), NULL) ? EXIT_INTERNAL : EXIT_DONE;
}

static int print_questions(bool json) {
    if (json)
        return json_line(json_pack("{s:o}", "questions", questions_json()), NULL) ? EXIT_INTERNAL
                                                                                  : EXIT_DONE;
    questions_print();
    return EXIT_DONE;
}

extern const char text_networks[];
/* `0123456789ab`, or `0123456789ab, with changes`; empty where the sources are no repository. */
extern const char text_commit[];

static int run_help(const struct arguments *arguments) {
    const struct option_value *completion = option(arguments, "completion");
    const char *name = arguments->operand_count ? arguments->operands[0] : NULL;
    bool manual = option(arguments, "man")->given;
    if (arguments->operand_count > 1)
        return bad_usage("help explains one verb at a time");
    if (completion->given && (manual || name))
        return bad_usage("--completion is for all verbs, and not for --man");
    if (name && strcmp(name, "words") == 0 && !manual && !completion->given)
        return print_words(option(arguments, "json")->given);
    if (name && strcmp(name, "questions") == 0 && !manual && !completion->given)
        return print_questions(option(arguments, "json")->given);
    if (name && strcmp(name, "networks") == 0 && !manual && !completion->given)
        return puts(text_networks) < 0 ? EXIT_INPUT : EXIT_DONE;
    const struct verb *verb = name ? verb_find(name) : NULL;
    if (name && !verb)
        return EXIT_INPUT;
    if (option(arguments, "json")->given)
        return print_tables(verb);
    if (completion->given)
        completion_print((enum completion_shell)completion->number);
    else
        print_about(verb, manual);
    return EXIT_DONE;
}

static int run_version(const struct arguments *arguments) {
    const char *commit = *text_commit ? text_commit : NULL;
    if (option(arguments, "json")->given)
        return json_line(json_pack("{s:s, s:s*}", "version", STEADYCAST_VERSION, "commit", commit),
                         NULL)
                   ? EXIT_INTERNAL
                   : EXIT_DONE;
    printf("steadycast %s%s%s%s\n", STEADYCAST_VERSION, commit ? " (commit " : "",
           commit ? commit : "", commit ? ")" : "");
    return EXIT_DONE;
}

static const struct option_spec help_specs[] = {
    {"man", 0, OPTION_FLAG, false, "", 0, 0,
     "print the manual page instead, of the verb or of all, for man"},
    {"completion", 0, OPTION_CHOICE, false, "bash|zsh", 0, 0,
     "print the completion of command lines for a shell"},
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print the tables of options as JSON instead"},
};

static const struct option_rule rules[] = {{"json", NULL, "man|completion"}, {NULL, NULL, NULL}};

const struct verb verb_help = {
    .name = "help",
    .summary =
        "Explains a verb, the words of the field, all questions or networks, or lists the verbs",
    .operands = "[VERB|words|questions|networks]",
    VERB_SPECS(help_specs),
    .rules = rules,
    .help = text_help,
    .run = run_help};

static const struct option_spec version_specs[] = {OPTION_SPEC_JSON};

const struct verb verb_version = {.name = "version",
                                  .summary =
                                      "Prints the version, and the commit that it was built from",
                                  .operands = "",
                                  VERB_SPECS(version_specs),
                                  .run = run_version};
