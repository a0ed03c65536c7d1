#include <stdio.h>
#include <string.h>

#include "tools/steadycast/verb.h"

void verb_print_help(const struct verb *verb) {
    printf("usage: steadycast %s%s%s%s\n\n%s.\n", verb->name, verb->spec_count ? " [options]" : "",
           *verb->operands ? " " : "", verb->operands, verb->summary);
    if (verb->spec_count) {
        printf("\n");
        options_print(verb->specs, verb->spec_count);
    }
    if (verb->details)
        printf("\n%s\n", verb->details);
    if (verb->example)
        printf("\nExamples:\n%s\n", verb->example);
}

static void print_overview(void) {
    printf(
        "usage: steadycast VERB [options]\n\n"
        "Decides, proves and counts block-cyclic schedules of continuous broadcast (Karp, Sahay,\n"
        "Santos, Schauser 1993): a source emits an item at every step, each of P(T) processors\n"
        "receives every item within L+T steps, sending and receiving at most one message a "
        "step.\n\n"
        "Verbs:\n");
    for (int i = 0; verbs[i]; i++)
        printf("  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    printf("\nsteadycast help VERB explains one. Every answer can be written as a certificate (-o "
           "FILE),\n"
           "which the program steadycheck verifies on its own.\n\n"
           "Exit status: 10 found, 20 impossible, 0 unknown or not a decision, 1 bad input,\n"
           "2 internal error.\n");
}

static int run_help(const struct arguments *arguments) {
    if (arguments->operand_count == 0) {
        print_overview();
        return EXIT_UNKNOWN;
    }
    for (int i = 0; verbs[i]; i++)
        if (strcmp(verbs[i]->name, arguments->operands[0]) == 0) {
            verb_print_help(verbs[i]);
            return EXIT_UNKNOWN;
        }
    fprintf(stderr, "steadycast: there is no verb '%s'\n", arguments->operands[0]);
    return EXIT_INPUT;
}

static int run_version(const struct arguments *arguments) {
    (void)arguments;
    printf("steadycast %s\n", STEADYCAST_VERSION);
    return EXIT_UNKNOWN;
}

const struct verb verb_help = {.name = "help",
                               .summary = "Explains a verb, or lists them",
                               .operands = "[VERB]",
                               .run = run_help};

const struct verb verb_version = {
    .name = "version", .summary = "Prints the version", .operands = "", .run = run_version};
