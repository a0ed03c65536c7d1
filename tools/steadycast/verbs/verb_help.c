#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/verb.h"

static void print_plain(const char *text) {
    fputs(text, stdout);
}

void verb_print_help(const struct verb *verb) {
    printf("usage: steadycast %s%s%s%s\n\n%s.\n", verb->name, verb->spec_count ? " [options]" : "",
           *verb->operands ? " " : "", verb->operands, verb->summary);
    if (verb->spec_count) {
        printf("\n");
        options_print(verb->specs, verb->spec_count);
    }
    if (verb->details)
        printf("\n%s\n", verb->details);
    if (verb->list)
        verb->list(print_plain);
    if (verb->example)
        printf("\nExamples:\n%s\n", verb->example);
}

static const char introduction[] =
    "Decides, proves and counts block-cyclic schedules of continuous broadcast (Karp, Sahay,\n"
    "Santos, Schauser 1993): a source emits an item at every step, each of P(T) processors\n"
    "receives every item within L+T steps, sending and receiving at most one message a step.\n"
    "Beside that: the best schedules of other collective operations, and published claims.\n";

static void print_overview(void) {
    printf("usage: steadycast VERB [options]\n\n%s\nVerbs:\n", introduction);
    for (int i = 0; verbs[i]; i++)
        printf("  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    printf("\nsteadycast help VERB explains one. Every answer can be written as a certificate (-o "
           "FILE),\n"
           "which the program steadycheck verifies on its own.\n\n"
           "Exit status: 10 found, 20 impossible, 0 unknown or not a decision, 1 bad input,\n"
           "2 internal error.\n");
}

/* Text for troff: backslashes and hyphens escaped, and no line that begins with a dot or an
 * apostrophe. */
static void print_troff(const char *text) {
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            printf("\\&");
        if (*text == '\\' || *text == '-')
            putchar('\\');
        putchar(*text);
        start = *text == '\n';
    }
}

static void print_man_verb(const struct verb *verb) {
    printf(".SH \"");
    for (const char *letter = verb->name; *letter; letter++)
        putchar(*letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    printf("\"\n.B steadycast %s\n%s %s\n.PP\n", verb->name,
           verb->spec_count ? "[\\fIoptions\\fR]" : "", verb->operands);
    print_troff(verb->summary);
    printf(".\n");
    for (int i = 0; i < verb->spec_count; i++) {
        const struct option_spec *spec = &verb->specs[i];
        printf(".TP\n.B ");
        if (spec->letter)
            printf("\\-%c, ", spec->letter);
        printf("\\-\\-");
        print_troff(spec->name);
        printf(" \\fR%s\n", spec->argument);
        print_troff(spec->help);
        printf("\n");
    }
    if (verb->details) {
        printf(".PP\n.nf\n");
        print_troff(verb->details);
        if (verb->list) {
            printf("\n");
            verb->list(print_troff);
        }
        printf("\n.fi\n");
    }
    if (verb->example) {
        printf(".PP\nExamples:\n.PP\n.nf\n");
        print_troff(verb->example);
        printf("\n.fi\n");
    }
}

/* The manual page, from the same tables as the help. */
static void print_man(void) {
    printf(
        ".TH STEADYCAST 1 \"\" \"steadycast %s\"\n.SH NAME\nsteadycast \\- exhaustive search and "
        "proof for continuous broadcast\n.SH SYNOPSIS\n.B steadycast\n\\fIVERB\\fR "
        "[\\fIoptions\\fR]\n.SH DESCRIPTION\n.nf\n",
        STEADYCAST_VERSION);
    print_troff(introduction);
    printf(".fi\n");
    for (int i = 0; verbs[i]; i++)
        print_man_verb(verbs[i]);
    printf(".SH EXIT STATUS\n10 found, 20 impossible, 0 unknown or not a decision, 1 bad input, 2 "
           "internal error.\n.SH SEE ALSO\n.BR steadycheck (1)\n");
}

static int run_help(const struct arguments *arguments) {
    if (option(arguments, "man")->given) {
        print_man();
        return EXIT_UNKNOWN;
    }
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

static const struct option_spec help_specs[] = {
    {"man", 0, OPTION_FLAG, false, "", 0, 0, "print the manual page, for man"},
};

const struct verb verb_help = {.name = "help",
                               .summary = "Explains a verb, or lists them",
                               .operands = "[VERB]",
                               VERB_SPECS(help_specs),
                               .run = run_help};

const struct verb verb_version = {
    .name = "version", .summary = "Prints the version", .operands = "", .run = run_version};
