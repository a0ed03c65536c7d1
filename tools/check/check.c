/* steadycheck: checks one certificate and prints one verdict line. */
#include "certificate.h"
#include "check_memory.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static const char help[] =
    "Usage: steadycheck FILE\n"
    "Checks the certificate in FILE ('-': standard input) and prints one line:\n"
    "  s VERIFIED <claim>             exit status 0\n"
    "  s REFUTED <file:line: why>     exit status 1, the claim is not supported\n"
    "  s MALFORMED <file:line: why>   exit status 2, not a certificate\n"
    "Example: steadycheck results/main-job/families/L5.cert\n"
    "Options: --help, --version (alone)\n";

static int usage_error(const char *why) {
    fprintf(stderr, "steadycheck: %s\n%s", why, help);
    puts("s MALFORMED usage: one file is expected");
    return VERDICT_MALFORMED;
}

static int print_text(const char *text) {
    return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? 0 : VERDICT_MALFORMED;
}

static void check_file(const char *name, struct verdict *verdict) {
    bool standard = strcmp(name, "-") == 0;
    FILE *in = standard ? stdin : fopen(name, "rb");
    if (in) {
        certificate_check(in, name, verdict);
    } else {
        certificate_cannot_open(name, strerror(errno), verdict);
    }
    if (in && !standard)
        fclose(in);
}

static int print_verdict(const struct verdict *verdict) {
    if (verdict_print(verdict, stdout))
        return (int)verdict->status;
    fputs("steadycheck: cannot write the verdict\n", stderr);
    return VERDICT_MALFORMED;
}

int main(int count, char **arguments) {
    struct verdict verdict;
    memory_use_for_numbers();
    if (count != 2)
        return usage_error(count < 2 ? "no file given" : "more than one argument");
    if (strcmp(arguments[1], "--help") == 0)
        return print_text(help);
    if (strcmp(arguments[1], "--version") == 0)
        return print_text("steadycheck " STEADYCHECK_VERSION "\n");
    if (arguments[1][0] == '-' && arguments[1][1] != '\0')
        return usage_error("unknown option");
    check_file(arguments[1], &verdict);
    int status = print_verdict(&verdict);
    verdict_clear(&verdict);
    return status;
}
