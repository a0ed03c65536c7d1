/* SPDX-License-Identifier: MIT */
/* steadycheck and steadycheck-core: check a certificate, or a stream of them, and print a verdict
 * line for each. They differ in the kinds that they take. */
#include "core/certificate.h"
#include "core/memory.h"
#include "core/messages.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef STEADYCHECK_VERSION /* built by cc alone: README */
#define STEADYCHECK_NAME "steadycheck"
#define STEADYCHECK_VERSION "0.4.0"
#endif

static const char help[] =
    "Usage: " STEADYCHECK_NAME " [--fields] FILE\n"
    "       " STEADYCHECK_NAME " --stream [--quiet] [--fields] FILE\n"
    "       " STEADYCHECK_NAME " [--quiet] [--fields] FILE|FOLDER ..\n"
    "Checks the certificate in FILE ('-': standard input) and prints one line:\n"
    "  s VERIFIED <claim>             exit status 0\n"
    "  s REFUTED <file:line: why>     exit status 1, the claim is not supported\n"
    "  s MALFORMED <file:line: why>   exit status 2, not a certificate\n"
    "With --stream, FILE holds any number of certificates one behind the other. Prints a line for\n"
    "each, up to the first that is not verified, or else at the end\n"
    "  s VERIFIED <number> certificates\n"
    "Of several FILEs, or of all files *.cert and *.certs in a FOLDER and below, the name and the\n"
    "line of each, whatever it is, and at the end how many were verified: a file *.certs is a\n"
    "stream. The exit status is the largest.\n"
    "--fields prints behind each verified claim, for programs, the same claim as fields:\n"
    "  f kind=<kind> <key>=<value> .. (results/README.md lists them)\n"
    "--quiet prints only the last line, and of several files those that are not verified.\n"
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
    char **names; /* of all */
    int count;
    unsigned long verified, files;
    int worst; /* exit status */
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

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
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
    if (next == count)
        return "no file given";
    task->name = arguments[next];
    task->names = arguments + next;
    task->count = count - next;
    for (int i = 0; i < task->count && !ended; i++)
        if (task->names[i][0] == '-' && task->names[i][1] != '\0')
            return "unknown option";
    if (task->quiet && !task->stream && task->count == 1 && !is_folder(task->name))
        return "--quiet is for --stream, and for several files";
    return NULL;
}

/* --- several files --- */

static bool ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* One of several: its name, and its line. */
static void check_next(struct task *task, const char *name) {
    struct task one = {.name = name, .fields = task->fields, .quiet = true};
    struct verdict verdict;
    one.stream = task->stream || ends_in(name, ".certs");
    check_file(&one, &verdict);
    task->files++;
    task->verified += verdict.status == VERDICT_VERIFIED;
    if (!task->quiet || verdict.status != VERDICT_VERIFIED) {
        printf("c %s\n", name);
        print_verdict(task, &verdict);
    }
    if ((int)verdict.status > task->worst)
        task->worst = (int)verdict.status;
    verdict_clear(&verdict);
}

static void check_path(struct task *task, const char *path);

/* In the order of the names; hidden ones are left out. */
static void check_folder(struct task *task, const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        check_next(task, folder); /* which says why it can't be read */
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t room = strlen(folder) + strlen(name) + 2;
        char *path = malloc(room);
        if (path)
            snprintf(path, room, "%s/%s", folder, name);
        else
            task->worst = VERDICT_MALFORMED;
        if (path && name[0] != '.' &&
            (is_folder(path) || ends_in(name, ".cert") || ends_in(name, ".certs")))
            check_path(task, path);
        free(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void check_path(struct task *task, const char *path) {
    (is_folder(path) ? check_folder : check_next)(task, path);
}

static int check_all(struct task *task) {
    for (int i = 0; i < task->count; i++)
        check_path(task, task->names[i]);
    if (task->files == 0)
        task->worst = VERDICT_MALFORMED;
    bool good = task->verified == task->files && task->worst == VERDICT_VERIFIED;
    if (good)
        printf("s VERIFIED %lu files\n", task->files);
    else
        printf("s %s %lu of %lu files are verified\n",
               task->worst == VERDICT_REFUTED ? "REFUTED" : "MALFORMED", task->verified,
               task->files);
    return fflush(stdout) == 0 && !ferror(stdout) ? task->worst : VERDICT_MALFORMED;
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
    if (task.count > 1 || is_folder(task.name))
        return check_all(&task);
    check_file(&task, &verdict);
    int status = print_verdict(&task, &verdict);
    verdict_clear(&verdict);
    return status;
}
