/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/show/show.h"

/* Rows of a table that are listed. */
enum { LISTED_ROWS = 40 };

struct bound {
    long latency, gap, depth; /* gap 0: postal */
    bool cases;               /* by numbers of processors in the classes */
    mpz_t denominator, root, bound, quotient;
};

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

/* The numbers of the current line, of the values `first`, `first`+`step`, .. */
static void print_list(FILE *file, const struct certificate_input *input, int first, int step,
                       mpz_srcptr denominator) {
    mpz_t number;
    mpz_init(number);
    for (int i = 1; i < input->word_count && i <= LISTED_ROWS; i++) {
        mpz_set_str(number, input->words[i], 10);
        fprintf(file, "  value %d: ", first + (i - 1) * step);
        print_fraction(file, number, denominator);
        fputc('\n', file);
    }
    if (input->word_count > LISTED_ROWS + 1)
        fprintf(file, "  .. and so on, up to value %d\n", first + (input->word_count - 2) * step);
    mpz_clear(number);
}

/* The values of a class are `least`, `least` + `step`, .. */
static enum status show_closed_form(FILE *file, struct certificate_input *input,
                                    const struct bound *bound, int least, int step,
                                    struct failure *failure) {
    static const struct {
        const char *key, *what;
        int first, less; /* the first item; how many fewer than t there are */
    } lists[] = {{"single", "\nphi({x}) = -Z, Z for\n", 0, 0},
                 {"largest",
                  "\nphi(S) = -F - (sum of O over the others) for larger sets, F for the maximum\n",
                  1, 1},
                 {"other", "\nO for\n", 0, 1}};
    enum status status = STATUS_OK;
    int depth = (int)(bound->depth - least) / step;
    if (bound->gap > 0)
        fprintf(file, "\nsets of values that are %d modulo %d: ", least, step);
    fprintf(file, "phi({}) = 0\n");
    for (int i = 0; i < 3 && !status; i++) {
        int count = depth > lists[i].less ? depth - lists[i].less : 0;
        status = big_list(input, lists[i].key, count, failure);
        if (!status && count) {
            fprintf(file, "%s", lists[i].what);
            print_list(file, input, least + lists[i].first * step, step, bound->denominator);
        }
    }
    return status;
}

static enum status show_potential(FILE *file, struct certificate_input *input,
                                  const struct bound *bound, struct failure *failure) {
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
    int step = bound->gap > 0 ? (int)bound->gap : 1;
    for (int least = 0; closed && least < step && least <= bound->depth && !status; least++)
        status = show_closed_form(file, input, bound, least, step, failure);
    if (!closed)
        fprintf(file, "it is not in the file: the checker finds it by shortest paths among the "
                      "sets\n");
    if (!status && certificate_next(input))
        status = certificate_expected(input, "the digest", failure);
    return status;
}

static void print_claim(FILE *file, const struct bound *bound) {
    long delay = bound->latency + bound->depth;
    if (bound->gap > 0)
        fprintf(
            file,
            "claim: on a LogP machine with L+2o = %ld and gap %ld >= 2o no schedule, periodic or "
            "not, of an item each %ld cycles with delay %ld reaches more than ",
            bound->latency, bound->gap, bound->gap, delay);
    else
        fprintf(file,
                "claim: for latency %ld no schedule, periodic or not, with delay %ld reaches more "
                "than ",
                bound->latency, delay);
    show_number(file, bound->bound);
    fprintf(file, mpz_cmp_ui(bound->bound, 1) == 0 ? " processor" : " processors");
    fprintf(file, bound->gap > 0 ? ", whatever waits\n" : "\n");
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

static enum status show_numbers(FILE *file, struct certificate_input *input,
                                const struct bound *bound, struct failure *failure) {
    long from = bound->depth - bound->latency + 1;
    if (bound->gap > 0)
        fprintf(file, "  values %ld to %ld, from the source: ", from > 0 ? from : 0, bound->depth);
    else
        fprintf(file, "  value %ld, from the source: ", bound->depth);
    print_fraction(file, bound->root, bound->denominator);
    fprintf(file, "\n  the source sends one item a step, and everyone pays 1 a step more than he "
                  "earns: N <= ");
    print_fraction(file, bound->root, bound->denominator);
    fputc('\n', file);
    return show_potential(file, input, bound, failure);
}

/* gap, which need not be there, and latency, or a first split. */
static enum status read_machine(struct certificate_input *input, struct bound *bound,
                                struct failure *failure) {
    bool there = certificate_next(input) && input->word_count == 2;
    if (there && strcmp(input->words[0], "gap") == 0) {
        enum status status =
            certificate_number(input, 1, 1, SEQUENCE_MAX_LATENCY, &bound->gap, failure);
        if (status)
            return status;
        there = certificate_next(input);
        bound->cases = there && strcmp(input->words[0], "split") == 0;
        if (bound->cases)
            return STATUS_OK;
        there = there && input->word_count == 2;
    }
    if (!there || strcmp(input->words[0], "latency") != 0)
        return certificate_expected(input, "'latency NUMBER'", failure);
    return certificate_number(input, 1, 1, SEQUENCE_MAX_LATENCY, &bound->latency, failure);
}

/* The lines up to that of the prices, which are listed. */
static enum status read_prices(FILE *list, struct certificate_input *input, struct bound *bound,
                               struct failure *failure) {
    enum status status =
        certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &bound->depth, failure);
    if (!status)
        status = certificate_big_field(input, "denominator", bound->denominator, failure);
    if (!status && mpz_sgn(bound->denominator) == 0)
        status = certificate_expected(input, "a denominator above 0", failure);
    long count = bound->depth - bound->latency + 1;
    if (!status)
        status = big_list(input, "prices", count > 0 ? (int)count : 0, failure);
    if (!status)
        print_list(list, input, 0, 1, bound->denominator);
    return status;
}

/* --- cases --- */

enum { DEEPEST_CASE = 100 };

/* The lines of one case, which end in its potential, or where whole items exclude it in what they
 * own; the current one is the first. */
static enum status show_one_case(FILE *file, struct certificate_input *input, struct bound *bound,
                                 struct failure *failure) {
    bool whole = strcmp(input->words[0], "whole") == 0, more = true;
    enum status status = STATUS_OK;
    for (const char *key = input->words[0];
         more && !status && strcmp(key, whole ? "own" : "potential") != 0;
         more = certificate_next(input), key = input->words[0])
        if (strcmp(key, "latency") == 0 || strcmp(key, "depth") == 0)
            status = certificate_number(input, 1, 0, SEQUENCE_MAX_INDEX,
                                        *key == 'l' ? &bound->latency : &bound->depth, failure);
        else if (strcmp(key, "bound") == 0 && input->word_count == 2 && is_plain(input->words[1]))
            mpz_set_str(bound->quotient, input->words[1], 10);
        else if (strcmp(key, "split") == 0)
            status = certificate_expected(input, "the lines of a case", failure);
    if (!status && !more)
        status = certificate_expected(input, "'potential recomputed'", failure);
    if (status)
        return status;
    if (whole) {
        fprintf(file, "no schedule, as no item in whole numbers pays its prices\n");
        return STATUS_OK;
    }
    if (mpz_cmp(bound->quotient, bound->bound) > 0)
        mpz_set(bound->bound, bound->quotient);
    fprintf(file, "prices of its own, N <= ");
    show_number(file, bound->quotient);
    fputc('\n', file);
    return STATUS_OK;
}

static enum status show_case(FILE *file, struct certificate_input *input, struct bound *bound,
                             int deep, struct failure *failure) {
    long class, most;
    if (deep == DEEPEST_CASE || input->word_count != 3 || strcmp(input->words[0], "split") != 0)
        return show_one_case(file, input, bound, failure);
    enum status status = certificate_number(input, 1, 0, bound->gap - 1, &class, failure);
    if (!status)
        status = certificate_number(input, 2, 0, INT_MAX, &most, failure);
    for (int more = 0; more < 2 && !status; more++) {
        fprintf(file, "\n%*sclass of the values %ld modulo %ld, %s %ld processors: ", 2 * deep, "",
                class, bound->gap, more ? "more than" : "at most", most);
        if (!certificate_next(input))
            return certificate_expected(input, "a case", failure);
        status = show_case(file, input, bound, deep + 1, failure);
    }
    return status;
}

/* The claim comes first, and is known last. */
static enum status show_cases(FILE *file, struct certificate_input *input, struct bound *bound,
                              struct failure *failure) {
    char *text = NULL;
    size_t length;
    FILE *cases = open_memstream(&text, &length);
    if (!cases)
        return failure_memory(failure, "the text");
    enum status status = show_case(cases, input, bound, 0, failure);
    if (fclose(cases) != 0)
        status = failure_memory(failure, "the text");
    if (!status && certificate_next(input))
        status = certificate_expected(input, "the digest", failure);
    if (!status) {
        print_claim(file, bound);
        fprintf(file, "\ncases:%s", text);
    }
    free(text);
    return status;
}

/* The table of prices, in `list`, is printed below what comes later in the file. */
static enum status show_lines(FILE *file, struct certificate_input *input, struct bound *bound,
                              struct failure *failure) {
    char *list = NULL;
    size_t length;
    enum status status = read_machine(input, bound, failure);
    if (status || bound->cases)
        return status ? status : show_cases(file, input, bound, failure);
    FILE *prices = open_memstream(&list, &length);
    if (!prices)
        return failure_memory(failure, "the text");
    status = read_prices(prices, input, bound, failure);
    if (fclose(prices) != 0)
        status = failure_memory(failure, "the text");
    if (!status)
        status = certificate_big_field(input, "root", bound->root, failure);
    if (!status)
        status = certificate_big_field(input, "bound", bound->bound, failure);
    if (!status)
        status = check_bound(input, bound, failure);
    if (!status) {
        print_claim(file, bound);
        fprintf(file,
                "\nprices: what it costs to receive an item of this value, and what its "
                "sender earns\n%s",
                list);
        status = show_numbers(file, input, bound, failure);
    }
    free(list);
    return status;
}

enum status show_bound(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct bound bound = {.gap = 0};
    mpz_inits(bound.denominator, bound.root, bound.bound, bound.quotient, NULL);
    enum status status = show_lines(file, input, &bound, failure);
    mpz_clears(bound.denominator, bound.root, bound.bound, bound.quotient, NULL);
    return status;
}
