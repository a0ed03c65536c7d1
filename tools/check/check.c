/* SPDX-License-Identifier: MIT */
/* steadycheck and steadycheck-core: check a certificate, or a stream of them, and print a verdict
 * line for each. They differ in the kinds that they take. */
#include "core/certificate.h"
#include "core/memory.h"
#include "core/messages.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

static const char help[] =
    "Usage: " STEADYCHECK_NAME " [--fields] FILE\n"
    "       " STEADYCHECK_NAME " --stream [--quiet] [--fields] FILE\n"
    "Checks the certificate in FILE ('-': standard input) and prints one line:\n"
    "  s VERIFIED <claim>             exit status 0\n"
    "  s REFUTED <file:line: why>     exit status 1, the claim is not supported\n"
    "  s MALFORMED <file:line: why>   exit status 2, not a certificate\n"
    "With --stream, FILE holds any number of certificates one behind the other. Prints a line for\n"
    "each, up to the first that is not verified, or else at the end\n"
    "  s VERIFIED <number> certificates\n"
    "--fields prints behind each verified claim, for programs, the same claim as fields:\n"
    "  f kind=<kind> <key>=<value> .. (results/README.md lists them)\n"
    "--quiet prints only the last line.\n"
    "Examples: " STEADYCHECK_NAME " results/main-job/certificates/family-L5/construction.cert\n"
    "          cat results/main-job/certificates/family-L*/*.cert | " STEADYCHECK_NAME
    " --stream --quiet -\n"
    "Options: --stream, --quiet, --fields; -- before a FILE\n"
    "that begins with a dash; --help, --version (alone)\n";

static int usage_error(const char *why) {
    fprintf(stderr, STEADYCHECK_NAME ": %s\n%s", why, help);
    printf("s MALFORMED usage: %s\n", why);
    return VERDICT_MALFORMED;
}

static int print_text(const char *text) {
    return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? 0 : VERDICT_MALFORMED;
}

static int print_help(void) {
    printf("%sKinds:", help);
    for (const struct kind *kind = certificate_kinds; kind->name; kind++)
        printf(" %s", kind->name);
    printf("\nModels of lists of messages:");
    for (const struct machine_rules *const *model = machine_models; *model; model++)
        printf(" %s", (*model)->name);
    return print_text("\n");
}

struct task {
    const char *name; /* of the file */
    bool stream, quiet, fields;
};

static void check_file(const struct task *task, struct verdict *verdict) {
    bool standard = strcmp(task->name, "-") == 0;
    FILE *in = standard ? stdin : fopen(task->name, "rb");
    if (!in)
        certificate_cannot_open(task->name, strerror(errno), verdict);
    else if (task->stream)
        certificate_check_stream(in, task->name, task->quiet ? NULL : stdout, task->fields,
                                 verdict);
    else
        certificate_check(in, task->name, verdict);
    if (in && !standard)
        fclose(in);
}

static int print_verdict(const struct task *task, const struct verdict *verdict) {
    if (verdict_print(verdict, task->fields, stdout))
        return (int)verdict->status;
    fputs(STEADYCHECK_NAME ": cannot write the verdict\n", stderr);
    return VERDICT_MALFORMED;
}

/* What is wrong with the arguments, or NULL. */
static const char *read_arguments(struct task *task, int count, char **arguments) {
    int next = 1;
    bool ended = false; /* the options, by `--` */
    for (; !ended && next < count && strncmp(arguments[next], "--", 2) == 0; next++) {
        bool *option = strcmp(arguments[next], "--stream") == 0   ? &task->stream
                       : strcmp(arguments[next], "--quiet") == 0  ? &task->quiet
                       : strcmp(arguments[next], "--fields") == 0 ? &task->fields
                       : strcmp(arguments[next], "--") == 0       ? &ended
                                                                  : NULL;
        if (!option)
            return "unknown option, or one that stands alone";
        if (*option)
            return "an option is given twice";
        *option = true;
    }
    if (task->quiet && !task->stream)
        return "--quiet is for --stream";
    if (next == count)
        return "no file given";
    if (next + 1 < count)
        return "more than one file given (--stream takes several, one behind the other)";
    task->name = arguments[next];
    return !ended && task->name[0] == '-' && task->name[1] != '\0' ? "unknown option" : NULL;
}

int main(int count, char **arguments) {
    struct task task = {.name = NULL};
    struct verdict verdict;
    memory_use_for_numbers();
    signal(SIGXFSZ, SIG_IGN); /* the limit for the size of files is an error of writing */
    if (count == 2 && strcmp(arguments[1], "--help") == 0)
        return print_help();
    if (count == 2 && strcmp(arguments[1], "--version") == 0)
        return print_text(STEADYCHECK_NAME " " STEADYCHECK_VERSION "\n");
    const char *wrong = read_arguments(&task, count, arguments);
    if (wrong)
        return usage_error(wrong);
    check_file(&task, &verdict);
    int status = print_verdict(&task, &verdict);
    verdict_clear(&verdict);
    return status;
}
