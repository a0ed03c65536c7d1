/* SPDX-License-Identifier: MIT */
/* Prints random questions that have an engine and are small, a line each: the subject, the words of
 * the machine, all others, with tabs between. What there is to ask about is what the table of
 * subjects says, and networks are named by the table of families. First of each subject one on a
 * network and one on another machine, where there are such. Usage: random_questions COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/words.h"
#include "solver/network/network_families.h"
#include "solver/network/network_names.h"
#include "solver/question/engines.h"
#include "tests/automata/random.h"

enum { ROOM = 200, MOST_NODES = 6, EACH = 1000 };

static uint64_t seed;

static void random_network(char text[ROOM]) {
    const char *name = network_family_name((int)random_below(&seed, NETWORK_FAMILIES));
    int numbers = (int)random_below(&seed, 3), used = snprintf(text, ROOM, "%s", name);
    for (int i = 0; i < numbers; i++)
        used += snprintf(text + used, (size_t)(ROOM - used), "%c%d", i ? 'x' : ':',
                         1 + (int)random_below(&seed, MOST_NODES));
    if (random_below(&seed, 3) == 0)
        used += snprintf(text + used, (size_t)(ROOM - used), "=2");
    if (random_below(&seed, 3) == 0)
        snprintf(text + used, (size_t)(ROOM - used), "@%d", 2 + (int)random_below(&seed, 2));
}

static void random_value(const struct parameter *parameter, char text[ROOM]) {
    long room = parameter->most - parameter->least < 6 ? parameter->most - parameter->least : 6;
    const char *word = parameter->words;
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
    case PARAMETER_BIG:
        snprintf(text, ROOM, "%ld",
                 parameter->least + (long)random_below(&seed, (uint64_t)room + 1));
        break;
    case PARAMETER_WORD:
        for (int skip = (int)random_below(&seed, 4); skip && strchr(word, '|'); skip--)
            word = strchr(word, '|') + 1;
        snprintf(text, ROOM, "%.*s", (int)strcspn(word, "|"), word);
        if (text[strlen(text) - 1] == ':')
            strcat(text, "2");
        break;
    case PARAMETER_TEXT:
        random_network(text);
        break;
    }
}

/* Are all of its nodes reached, and they are few? */
static bool is_small(const struct question *question) {
    struct network_factors factors;
    struct network network;
    struct failure failure;
    if (question_machine_class(question) != MACHINE_NETWORK)
        return true;
    if (question_network(question, &factors, &network, &failure))
        return false;
    bool small = network.nodes >= 2 && network.nodes <= MOST_NODES &&
                 !network_check_connected(&network, &failure) &&
                 question_number(question, KEY_ROOT) < network.nodes;
    network_clear(&network);
    network_factors_clear(&factors);
    return small;
}

/* Random values; false: they do not go together. */
static bool fill(struct question *question, enum subject subject, bool on_network) {
    const struct subject_form *form = subject_form(subject);
    struct failure failure;
    int given = 0;
    question_init(question, subject);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        enum parameter_machines not = on_network ? OF_COMPLETE : OF_NETWORKS;
        bool needed = parameter->implied == NOT_IMPLIED ||
                      parameter->key == (on_network ? KEY_NETWORK : KEY_LATENCY);
        char text[ROOM];
        if (parameter->of == not || (!needed && random_below(&seed, 2)) ||
            (!on_network && parameter->key == KEY_NETWORK))
            continue;
        given |= 1 << i;
        random_value(parameter, text);
        if (question_read_value(question, parameter->key, text, &failure))
            return false;
    }
    return !question_check(question, given, NULL) && engine_of(question, 0) && is_small(question);
}

/* Files are not named. */
static bool is_asked(enum subject subject) {
    return subject_place(subject, KEY_FILE) < 0;
}

static void print(const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    char value[QUESTION_VALUE_ROOM];
    bool machine = subject_has_machine(question->subject);
    printf("%s\t", form->name);
    for (int i = 0; i < form->count; i++) {
        if (machine && i == MACHINE_KEYS)
            putchar('\t');
        if (question_has(question, form->parameters[i].key) && question_shows(question, i))
            printf("%s %s ", key_name(form->parameters[i].key), question_value(question, i, value));
    }
    puts(machine ? "" : "\t");
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1;
    seed = random_seed();
    for (int made = 0, tries = 0; made < count && tries < 1000000; tries++) {
        enum subject subject = (enum subject)(tries % SUBJECTS);
        bool on_network = tries < SUBJECTS || (tries >= 2 * SUBJECTS && random_below(&seed, 3));
        bool found = false;
        for (int i = 0; i < EACH && is_asked(subject) && !found; i++) {
            struct question question;
            found = fill(&question, subject, on_network);
            if (found)
                print(&question);
            question_clear(&question);
        }
        made += found;
    }
    return 0;
}
