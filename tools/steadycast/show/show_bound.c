/* SPDX-License-Identifier: MIT */
/* Kind prices. The claim comes first, and is known last: what stands behind it is kept till
 * then. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/show/show.h"

/* Rows of a table that are listed, and cases in cases. */
enum { LISTED_ROWS = 40, DEEPEST_CASE = 100 };

static const char claim[] =
    "claim: {gap?on a LogP machine with L+2o = {latency} and gap {gap} >= 2o no schedule, periodic "
    "or not, of an item each {gap} cycles|for latency {latency} no schedule, periodic or not,} "
    "with delay {latency + depth} reaches more than {bound + 0} processor{bound=1?|s}{gap?, "
    "whatever waits|}\n";

struct prices {
    struct explanation *explanation;
    FILE *file;
    long latency, gap, depth; /* gap 0: postal */
    mpz_t denominator, number, most;
};

static void add_line(struct explanation *explanation, const char *key, const char *value) {
    int i = 0;
    while (i < explanation->values && strcmp(explanation->head[i].key, key) != 0)
        i++;
    if (i == SHOW_MOST_KEYS)
        return;
    explanation->values += i == explanation->values;
    snprintf(explanation->head[i].key, SHOW_KEY_ROOM, "%s", key);
    explanation->head[i].value = value;
}

static bool is_line(const struct prices *prices, const char *key, int words) {
    const struct certificate_input *input = prices->explanation->input;
    return prices->explanation->more && input->word_count == words &&
           strcmp(input->words[0], key) == 0;
}

static void next_line(const struct prices *prices) {
    prices->explanation->more = certificate_next(prices->explanation->input);
}

/* The current line must be `key` and `count` big numbers. */
static enum status check_numbers(const struct prices *prices, const char *key, int count,
                                 struct failure *failure) {
    const struct certificate_input *input = prices->explanation->input;
    char want[60];
    bool good = is_line(prices, key, count + 1);
    for (int i = 1; good && i <= count; i++)
        good = *input->words[i] && !input->words[i][strspn(input->words[i], "0123456789")];
    snprintf(want, sizeof want, "'%s' and %d numbers", key, count);
    return good ? STATUS_OK : certificate_expected(input, want, failure);
}

/* Word `index` over the denominator, reduced. */
static void print_fraction(const struct prices *prices, int index) {
    RATIONAL(fraction);
    mpz_set_str(mpq_numref(fraction), prices->explanation->input->words[index], 10);
    mpz_set(mpq_denref(fraction), prices->denominator);
    mpq_canonicalize(fraction);
    show_number(prices->file, mpq_numref(fraction));
    if (mpz_cmp_ui(mpq_denref(fraction), 1) != 0) {
        fputc('/', prices->file);
        show_number(prices->file, mpq_denref(fraction));
    }
}

/* The current line, `key` and numbers for the values `first`, `first`+`step`, ..; then the next. */
static enum status list(const struct prices *prices, const char *key, long count, const char *what,
                        int first, int step, struct failure *failure) {
    count = count > 0 ? count : 0;
    TRY(check_numbers(prices, key, (int)count, failure));
    fputs(count ? what : "", prices->file);
    for (int i = 1; i <= count && i <= LISTED_ROWS; i++) {
        fprintf(prices->file, "  value %d: ", first + (i - 1) * step);
        print_fraction(prices, i);
        fputc('\n', prices->file);
    }
    if (count > LISTED_ROWS)
        fprintf(prices->file, "  .. and so on, up to value %ld\n", first + (count - 1) * step);
    next_line(prices);
    return STATUS_OK;
}

/* The values of a class are `least`, `least` + `step`, .. */
static enum status list_class(const struct prices *prices, int least, int step,
                              struct failure *failure) {
    long depth = (prices->depth - least) / step;
    if (prices->gap > 0)
        fprintf(prices->file, "\nsets of values that are %d modulo %d: ", least, step);
    fprintf(prices->file, "phi({}) = 0\n");
    TRY(list(prices, "single", depth, "\nphi({x}) = -Z, Z for\n", least, step, failure));
    TRY(list(prices, "largest", depth - 1,
             "\nphi(S) = -F - (sum of O over the others) for larger sets, F for the maximum\n",
             least + step, step, failure));
    return list(prices, "other", depth - 1, "\nO for\n", least, step, failure);
}

static enum status list_potential(const struct prices *prices, struct failure *failure) {
    const struct certificate_input *input = prices->explanation->input;
    bool there = is_line(prices, "potential", 2);
    bool closed = there && strcmp(input->words[1], "largest") == 0;
    int step = prices->gap > 0 ? (int)prices->gap : 1;
    if (!closed && (!there || strcmp(input->words[1], "recomputed") != 0))
        return certificate_expected(input, "'potential recomputed' or 'potential largest'",
                                    failure);
    fprintf(prices->file,
            "\npotential: phi(S) for every set S of values that a processor holds before it "
            "receives v, so that\nprice(v) + phi(next S) - phi(S) - (the most that can be earned) "
            ">= 1 at each step\n%s",
            closed ? ""
                   : "it is not in the file: the checker finds it by shortest paths among the "
                     "sets\n");
    next_line(prices);
    for (int least = 0; closed && least < step && least <= prices->depth; least++)
        TRY(list_class(prices, least, step, failure));
    return STATUS_OK;
}

/* The bound must be what the root pays. */
static enum status list_root(struct prices *prices, struct failure *failure) {
    const struct certificate_input *input = prices->explanation->input;
    long from = prices->depth - prices->latency + 1;
    TRY(check_numbers(prices, "root", 1, failure));
    if (prices->gap > 0)
        fprintf(prices->file, "  values %ld to %ld, from the source: ", from > 0 ? from : 0,
                prices->depth);
    else
        fprintf(prices->file, "  value %ld, from the source: ", prices->depth);
    print_fraction(prices, 1);
    fprintf(prices->file, "\n  the source sends one item a step, and everyone pays 1 a step more "
                          "than he earns: N <= ");
    print_fraction(prices, 1);
    fputc('\n', prices->file);
    mpz_set_str(prices->most, input->words[1], 10);
    mpz_fdiv_q(prices->most, prices->most, prices->denominator);
    next_line(prices);
    TRY(check_numbers(prices, "bound", 1, failure));
    add_line(prices->explanation, "bound", input->words[1]);
    mpz_set_str(prices->number, input->words[1], 10);
    next_line(prices);
    return mpz_cmp(prices->number, prices->most) == 0
               ? STATUS_OK
               : failure_input(failure, "%s:%d: this does not follow (see steadycheck)",
                               input->path, input->line - 1);
}

/* Of all schedules at once. */
static enum status list_all(struct prices *prices, struct failure *failure) {
    const char *denominator = show_value(prices->explanation, "denominator");
    if (!denominator || mpz_set_str(prices->denominator, denominator, 10) ||
        mpz_sgn(prices->denominator) == 0)
        return certificate_expected(prices->explanation->input, "a denominator above 0 before",
                                    failure);
    fputs("\nprices: what it costs to receive an item of this value, and what its sender earns\n",
          prices->file);
    TRY(list(prices, "prices", prices->depth - prices->latency + 1, "", 0, 1, failure));
    TRY(list_root(prices, failure));
    return list_potential(prices, failure);
}

/* --- cases by numbers of processors in the classes --- */

/* Is the current line the last one of a case? */
static bool ends_case(const struct certificate_input *input, const char *first) {
    const char *key = input->words[0];
    if (strcmp(first, "formula") == 0)
        return strcmp(key, "lrat") == 0 && input->word_count > 2 &&
               strcmp(input->words[2], "0") == 0;
    return strcmp(key, strcmp(first, "whole") == 0 ? "own" : "potential") == 0;
}

/* From the current line up to its potential; or where whole items exclude it to what they own, and
 * where a formula does to the empty clause. */
static enum status list_case(struct prices *prices, struct failure *failure) {
    struct explanation *explanation = prices->explanation;
    const struct certificate_input *input = explanation->input;
    const char *first = is_line(prices, "whole", 1)     ? "whole"
                        : is_line(prices, "formula", 1) ? "formula"
                                                        : "";
    bool ends = false;
    mpz_set_ui(prices->number, 0);
    const char *bound = "0";
    for (; explanation->more && !ends; next_line(prices)) {
        const char *key = input->words[0];
        ends = ends_case(input, first);
        if (strcmp(key, "split") == 0)
            return certificate_expected(input, "the lines of a case", failure);
        if (strcmp(key, "latency") != 0 && strcmp(key, "depth") != 0 && strcmp(key, "bound") != 0)
            continue;
        TRY(check_numbers(prices, key, 1, failure));
        if (*key == 'b')
            mpz_set_str(prices->number, bound = input->words[1], 10);
        else
            add_line(explanation, *key == 'l' ? "latency" : "depth", input->words[1]);
    }
    if (!ends)
        return certificate_expected(input, "the end of a case", failure);
    if (*first) {
        fprintf(prices->file, "no schedule, as %s\n",
                *first == 'w' ? "no item in whole numbers pays its prices"
                              : "a formula of some items in a row is refuted");
        return STATUS_OK;
    }
    if (mpz_cmp(prices->number, prices->most) >= 0) {
        mpz_set(prices->most, prices->number);
        add_line(explanation, "bound", bound);
    }
    fprintf(prices->file, "prices of its own, N <= ");
    show_number(prices->file, prices->number);
    fputc('\n', prices->file);
    return STATUS_OK;
}

static enum status list_cases(struct prices *prices, int deep, struct failure *failure) {
    const struct certificate_input *input = prices->explanation->input;
    long class, most;
    if (!prices->explanation->more)
        return certificate_expected(input, "a case", failure);
    if (deep == DEEPEST_CASE || !is_line(prices, "split", 3))
        return list_case(prices, failure);
    TRY(certificate_number(input, 1, 0, prices->gap - 1, &class, failure));
    TRY(certificate_number(input, 2, 0, INT_MAX, &most, failure));
    next_line(prices);
    for (int more = 0; more < 2; more++) {
        fprintf(prices->file,
                "\n%*sclass of the values %ld modulo %ld, %s %ld processors: ", 2 * deep, "", class,
                prices->gap, more ? "more than" : "at most", most);
        TRY(list_cases(prices, deep + 1, failure));
    }
    return STATUS_OK;
}

/* A number of the head, 0 if it is not there; larger ones are the largest that is taken. */
static long number_of(const struct explanation *explanation, const char *key) {
    const char *value = show_value(explanation, key);
    long number = value ? strtol(value, NULL, 10) : 0;
    return number < SEQUENCE_MAX_INDEX ? number : SEQUENCE_MAX_INDEX;
}

enum status show_prices(struct explanation *explanation, const char *parts,
                        struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "the text"};
    struct prices prices = {.explanation = explanation,
                            .latency = number_of(explanation, "latency"),
                            .gap = number_of(explanation, "gap"),
                            .depth = number_of(explanation, "depth")};
    bool cases = !show_value(explanation, "latency");
    (void)parts;
    TRY(output_bytes_open(&text, failure));
    prices.file = text.stream;
    mpz_inits(prices.denominator, prices.number, prices.most, NULL);
    fputs(cases ? "\ncases:" : "", prices.file);
    enum status status = cases ? list_cases(&prices, 0, failure) : list_all(&prices, failure);
    mpz_clears(prices.denominator, prices.number, prices.most, NULL);
    TRY(output_bytes_close(&text, status, failure));
    if (explanation->more)
        return certificate_expected(explanation->input, "the digest", failure);
    show_claim(explanation, claim);
    fputs(text.text, explanation->file);
    return STATUS_OK;
}
