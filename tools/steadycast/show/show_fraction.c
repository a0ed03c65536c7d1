/* SPDX-License-Identifier: MIT */
/* Kind fractional-stream: what is used how often, as a share of f_t. */
#include <string.h>

#include "tools/steadycast/show/show_proof.h"

enum { MOST = 2147483647 };

static const char *meaning_of(const char *point) {
    if (strcmp(point, "a") == 0)
        return "N = P(t-1), no leaf of value 0";
    return strcmp(point, "b") == 0 ? "the last N with the larger number of items in the endgame"
                                   : "N = P(t)";
}

/* Behind `times`: C_0 C_1 ..; the number is the sum of C_j f_(t-V-j) over the denominator. */
static void print_line(FILE *file, const struct certificate_input *input) {
    fputs(" ", file);
    for (int i = 0; i < input->word_count; i++)
        fprintf(file, " %s", input->words[i]);
    fputc('\n', file);
}

enum status show_fractional_stream(FILE *file, struct certificate_input *input,
                                   struct failure *failure) {
    long latency, tail;
    enum status status = certificate_field(input, "latency", 1, MOST, &latency, failure);
    if (status)
        return status;
    if (!certificate_next(input) || input->word_count != 2 || strcmp(input->words[0], "point") != 0)
        return certificate_expected(input, "'point a', 'point b' or 'point c'", failure);
    const char *point = input->words[1];
    fprintf(file,
            "machine: postal, latency %ld\n"
            "claim: there are fractional streams at point %s: %s\n",
            latency, point, meaning_of(point));
    status = certificate_field(input, "tail", 1, MOST, &tail, failure);
    if (status)
        return status;
    fprintf(
        file,
        "heads of value %ld or more are tails; a word, or a leaf of their fill, is used C_0 C_1 "
        ".. times, the sum of C_j f_(t-%ld-j) over the denominator:\n",
        tail, tail);
    while (certificate_next(input))
        print_line(file, input);
    return STATUS_OK;
}
