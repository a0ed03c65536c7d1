/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/show/show.h"
#include "tools/steadycast/show/show_proof.h"

/* Rows of a table that are listed. */
enum { LISTED_ROWS = 40 };

static bool is_plain(const char *number) {
    return *number && !number[strspn(number, "0123456789")];
}

/* Goes to the next line, `key` and `count` big numbers. */
static enum status big_list(struct certificate_input *input, const char *key, int count,
                            struct failure *failure) {
    char want[60];
    snprintf(want, sizeof want, "'%s' and %d numbers", key, count);
    bool good = certificate_next(input) && input->word_count == count + 1 &&
                strcmp(input->words[0], key) == 0;
    for (int i = 1; good && i <= count; i++)
        good = is_plain(input->words[i]);
    return good ? STATUS_OK : certificate_expected(input, want, failure);
}

/* numerator / denominator, reduced */
static void print_fraction(FILE *file, mpz_srcptr numerator, mpz_srcptr denominator) {
    mpq_t fraction;
    mpq_init(fraction);
    mpz_set(mpq_numref(fraction), numerator);
    mpz_set(mpq_denref(fraction), denominator);
    mpq_canonicalize(fraction);
    show_number(file, mpq_numref(fraction));
    if (mpz_cmp_ui(mpq_denref(fraction), 1) != 0) {
        fputc('/', file);
        show_number(file, mpq_denref(fraction));
    }
    mpq_clear(fraction);
}

/* The numbers of the current line, of items `first`, `first`+1, .. */
static void print_list(FILE *file, const struct certificate_input *input, const char *item,
                       int first, mpz_srcptr denominator) {
    mpz_t number;
    mpz_init(number);
    for (int i = 1; i < input->word_count && i <= LISTED_ROWS; i++) {
        mpz_set_str(number, input->words[i], 10);
        fprintf(file, "  %s %d: ", item, first + i - 1);
        print_fraction(file, number, denominator);
        fputc('\n', file);
    }
    if (input->word_count > LISTED_ROWS + 1)
        fprintf(file, "  .. and so on, up to %s %d\n", item, first + input->word_count - 2);
    mpz_clear(number);
}

static enum status show_closed_form(FILE *file, struct certificate_input *input, int depth,
                                    mpz_srcptr denominator, struct failure *failure) {
    static const struct {
        const char *key, *what;
        int first, less; /* the first item; how many fewer than t there are */
    } lists[] = {{"single", "\nphi({x}) = -Z, Z for\n", 0, 0},
                 {"largest",
                  "\nphi(S) = -F - (sum of O over the others) for larger sets, F for the maximum\n",
                  1, 1},
                 {"other", "\nO for\n", 0, 1}};
    enum status status = STATUS_OK;
    fprintf(file, "phi({}) = 0\n");
    for (int i = 0; i < 3 && !status; i++) {
        int count = depth > lists[i].less ? depth - lists[i].less : 0;
        status = big_list(input, lists[i].key, count, failure);
        if (!status && count) {
            fprintf(file, "%s", lists[i].what);
            print_list(file, input, "value", lists[i].first, denominator);
        }
    }
    return status;
}

static enum status show_potential(FILE *file, struct certificate_input *input, int depth,
                                  mpz_srcptr denominator, struct failure *failure) {
    static const char *const want = "'potential recomputed' or 'potential largest'";
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "potential") != 0)
        return certificate_expected(input, want, failure);
    bool closed = strcmp(input->words[1], "largest") == 0;
    if (!closed && strcmp(input->words[1], "recomputed") != 0)
        return certificate_expected(input, want, failure);
    fprintf(file,
            "\npotential: phi(S) for every set S of values that a processor holds before it "
            "receives v, so that\nprice(v) + phi(next S) - phi(S) - (the most that can be earned) "
            ">= 1 at each step\n");
    enum status status = STATUS_OK;
    if (closed)
        status = show_closed_form(file, input, depth, denominator, failure);
    else
        fprintf(file, "it is not in the file: the checker finds it by shortest paths among the "
                      "sets\n");
    if (!status && certificate_next(input))
        status = certificate_expected(input, "the digest", failure);
    return status;
}

struct bound {
    mpz_t denominator, root, bound, quotient;
};

static void print_claim(FILE *file, long latency, long depth, const struct bound *bound) {
    fprintf(
        file,
        "claim: for latency %ld no schedule, periodic or not, with delay %ld reaches more than ",
        latency, latency + depth);
    show_number(file, bound->bound);
    fprintf(file, mpz_cmp_ui(bound->bound, 1) == 0 ? " processor\n" : " processors\n");
}

/* The bound must be what the root pays. */
static enum status check_bound(const struct certificate_input *input, struct bound *bound,
                               struct failure *failure) {
    mpz_fdiv_q(bound->quotient, bound->root, bound->denominator);
    return mpz_cmp(bound->quotient, bound->bound) == 0
               ? STATUS_OK
               : failure_set(failure, STATUS_INPUT, "%s:%d: this does not follow (see steadycheck)",
                             input->path, input->line);
}

static enum status show_numbers(FILE *file, struct certificate_input *input, long depth,
                                const struct bound *bound, struct failure *failure) {
    fprintf(file, "  value %ld, from the source: ", depth);
    print_fraction(file, bound->root, bound->denominator);
    fprintf(file, "\n  the source sends one item a step, and everyone pays 1 a step more than he "
                  "earns: N <= ");
    print_fraction(file, bound->root, bound->denominator);
    fputc('\n', file);
    return show_potential(file, input, (int)depth, bound->denominator, failure);
}

/* The lines up to that of the prices, which are listed. */
static enum status read_prices(FILE *list, struct certificate_input *input, long *latency,
                               long *depth, struct bound *bound, struct failure *failure) {
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, depth, failure);
    if (!status)
        status = certificate_big_field(input, "denominator", bound->denominator, failure);
    if (!status && mpz_sgn(bound->denominator) == 0)
        status = certificate_expected(input, "a denominator above 0", failure);
    if (!status)
        status = big_list(input, "prices", *depth < *latency ? 0 : (int)(*depth - *latency + 1),
                          failure);
    if (!status)
        print_list(list, input, "value", 0, bound->denominator);
    return status;
}

/* The table of prices, in `list`, is printed below what comes later in the file. */
static enum status show_lines(FILE *file, struct certificate_input *input, struct bound *bound,
                              struct failure *failure) {
    long latency, depth;
    char *list = NULL;
    size_t length;
    FILE *prices = open_memstream(&list, &length);
    if (!prices)
        return failure_memory(failure, "the text");
    enum status status = read_prices(prices, input, &latency, &depth, bound, failure);
    if (fclose(prices) != 0)
        status = failure_memory(failure, "the text");
    if (!status)
        status = certificate_big_field(input, "root", bound->root, failure);
    if (!status)
        status = certificate_big_field(input, "bound", bound->bound, failure);
    if (!status)
        status = check_bound(input, bound, failure);
    if (!status) {
        print_claim(file, latency, depth, bound);
        fprintf(file,
                "\nprices: what it costs to receive an item of this value, and what its "
                "sender earns\n%s",
                list);
        status = show_numbers(file, input, depth, bound, failure);
    }
    free(list);
    return status;
}

enum status show_bound(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct bound bound;
    mpz_inits(bound.denominator, bound.root, bound.bound, bound.quotient, NULL);
    enum status status = show_lines(file, input, &bound, failure);
    mpz_clears(bound.denominator, bound.root, bound.bound, bound.quotient, NULL);
    return status;
}
