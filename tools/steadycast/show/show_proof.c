/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/show_proof.h"

#include <stdint.h>
#include <string.h>

#include "automata/letter.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/show/show.h"

/* Instances up to here are listed and summed up. */
enum { LISTED_LATENCY = 1000, LISTED_DEPTH = 20000, LISTED_ROWS = 40 };

static void print_letter(FILE *file, int letter, int latency) {
    char name[LETTER_NAME_SIZE];
    letter_name(name, letter, latency);
    if (latency <= LETTER_NAMED_ALPHABET)
        fprintf(file, "%s = ", name);
    fprintf(file, "%d", letter);
}

/* The least sum >= 0 that a block of this size takes: 1-L modulo its size. */
static int least_sum(int size, int latency) {
    int rest = (latency - 1) % size;
    return rest ? size - rest : 0;
}

/* What the sums of an instance are about; `known` is false where it is too large. */
struct totals {
    bool known;
    mpz_t letters; /* sum of all letters */
    mpz_t least;   /* sum over the blocks of the smallest sum that each may take */
};

static void add_block_row(FILE *file, const struct instance *instance, int size, mpz_srcptr count,
                          const char *what, struct totals *totals) {
    int least = least_sum(size, instance->latency);
    mpz_addmul_ui(totals->least, count, (unsigned long)least);
    if (!file)
        return;
    fprintf(file, "  ");
    show_number(file, count);
    if (size == 1)
        fprintf(file, " x  %s of size 1, without letters\n", what);
    else
        fprintf(file, " x  %s of size %d: %d letter%s of sum %d, %d, %d, ..\n", what, size,
                size - 1, size == 2 ? "" : "s", least, least + size, least + 2 * size);
}

static enum status print_blocks(FILE *file, const struct instance *instance, struct totals *totals,
                                struct failure *failure) {
    struct sequence walk;
    enum status status = sequence_init(&walk, instance->latency, failure);
    if (status)
        return status;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    fprintf(file, "blocks (a block of r takes r-1 letters of a sum that is 1-L modulo r)\n");
    add_block_row(file, instance, instance->root_size, one, "the root block", totals);
    for (int size = instance->largest; size >= 1; size--, sequence_next(&walk)) {
        bool shown = instance->largest - size < LISTED_ROWS;
        if (!shown && instance->largest - size == LISTED_ROWS)
            fprintf(file, "  .. and so on, down to size 1\n");
        add_block_row(shown ? file : NULL, instance, size, sequence_value(&walk), "block", totals);
    }
    mpz_clear(one);
    sequence_clear(&walk);
    return STATUS_OK;
}

static void print_letters(FILE *file, const struct instance *instance, struct totals *totals) {
    int rows = 0;
    fprintf(file, "letters (all but one go to the blocks, that one is received by the receive-only "
                  "processor)\n");
    for (int letter = 0; letter < instance->latency; letter++) {
        mpz_addmul_ui(totals->letters, instance->letters[letter], (unsigned long)letter);
        if (mpz_sgn(instance->letters[letter]) == 0 || rows++ > LISTED_ROWS)
            continue;
        if (rows > LISTED_ROWS) {
            fprintf(file, "  .. and so on\n");
            continue;
        }
        fprintf(file, "  ");
        show_number(file, instance->letters[letter]);
        fprintf(file, " x  ");
        print_letter(file, letter, instance->latency);
        fputc('\n', file);
    }
    fprintf(file, "  sum of all letters: ");
    show_number(file, totals->letters);
    fputc('\n', file);
}

static enum status print_instance(FILE *file, int latency, int depth, struct totals *totals,
                                  struct failure *failure) {
    struct instance instance;
    if (latency > LISTED_LATENCY || depth > LISTED_DEPTH) {
        fprintf(file, "(too large to be listed)\n");
        return STATUS_OK;
    }
    enum status status = instance_init(&instance, latency, depth, NULL, failure);
    if (status)
        return status;
    fprintf(file, "processors: ");
    show_number(file, instance.processors);
    fputc('\n', file);
    status = print_blocks(file, &instance, totals, failure);
    print_letters(file, &instance, totals);
    totals->known = status == STATUS_OK;
    instance_clear(&instance);
    return status;
}

static enum status does_not_follow(const struct certificate_input *input, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s:%d: this does not follow (see steadycheck)",
                       input->path, input->line);
}

/* letter x modulus G remainder q */
static enum status explain_modulus(FILE *file, const struct certificate_input *input,
                                   mpz_srcptr sum, const struct totals *totals,
                                   struct failure *failure) {
    long modulus, remainder;
    enum status status = certificate_number(input, 3, 2, INT32_MAX, &modulus, failure);
    if (!status)
        status = certificate_number(input, 5, 1, modulus - 1, &remainder, failure);
    if (status)
        return status;
    if (!totals->known) {
        fprintf(file,
                "all block sizes are multiples of %ld, and the sum of the letters for the blocks "
                "is off by %ld modulo %ld\n",
                modulus, remainder, modulus);
        return STATUS_OK;
    }
    unsigned long have = mpz_fdiv_ui(sum, (unsigned long)modulus);
    unsigned long need = mpz_fdiv_ui(totals->least, (unsigned long)modulus);
    if ((long)have != (long)(need + (unsigned long)remainder) % modulus)
        return does_not_follow(input, failure);
    fprintf(file, "the blocks would take the sum ");
    show_number(file, sum);
    fprintf(file, ", which is %lu modulo %ld,\n", have, modulus);
    fprintf(file,
            "    but the size of every block with letters is a multiple of %ld, and so all blocks "
            "together\n    take a sum that is %lu modulo %ld\n",
            modulus, need, modulus);
    return STATUS_OK;
}

/* letter x sum S least M: the numbers are not taken from the file, so that they are right. */
static enum status explain_least(FILE *file, const struct certificate_input *input, mpz_srcptr sum,
                                 const struct totals *totals, struct failure *failure) {
    if (!totals->known) {
        fprintf(file, "the blocks need a larger sum than that of the letters for them\n");
        return STATUS_OK;
    }
    if (mpz_cmp(sum, totals->least) >= 0)
        return does_not_follow(input, failure);
    fprintf(file, "the blocks would take the sum ");
    show_number(file, sum);
    fprintf(file, ", but all blocks together take at least ");
    show_number(file, totals->least);
    fputc('\n', file);
    return STATUS_OK;
}

static enum status explain_letter(FILE *file, const struct certificate_input *input, int latency,
                                  const struct totals *totals, struct failure *failure) {
    long letter;
    if (input->word_count != 6 || strcmp(input->words[0], "letter") != 0)
        return certificate_expected(input, "'letter x modulus|sum ...'", failure);
    enum status status = certificate_number(input, 1, 0, latency - 1, &letter, failure);
    if (status)
        return status;
    bool modulus = strcmp(input->words[2], "modulus") == 0;
    if (!modulus && strcmp(input->words[2], "sum") != 0)
        return certificate_expected(input, "'modulus' or 'sum'", failure);
    mpz_t sum;
    mpz_init(sum);
    mpz_sub_ui(sum, totals->letters, (unsigned long)letter);
    fprintf(file, "  letter ");
    print_letter(file, (int)letter, latency);
    fprintf(file, " left over: ");
    status = (modulus ? explain_modulus : explain_least)(file, input, sum, totals, failure);
    mpz_clear(sum);
    return status;
}

static enum status show_residues(FILE *file, struct certificate_input *input, int latency,
                                 const struct totals *totals, struct failure *failure) {
    enum status status = STATUS_OK;
    fprintf(file, "\nproof by residues: whichever letter is left over, the sums do not fit\n");
    while (!status && certificate_next(input))
        status = explain_letter(file, input, latency, totals, failure);
    return status;
}

/* What the lines of a refutation add up to. */
struct refutation {
    long variables;
    long announced;  /* clauses of the formula */
    uint64_t listed; /* clause lines, kind cnf only */
    uint64_t listed_literals;
    uint64_t listed_longest;
    uint64_t added;
    uint64_t literals;
    uint64_t hints;
    uint64_t longest;
    uint64_t delete_lines;
    uint64_t deleted;
    bool empty_clause;
};

/* Number of words from `first` on before the next 0. */
static int words_before_zero(const struct certificate_input *input, int first) {
    int i = first;
    while (i < input->word_count && strcmp(input->words[i], "0") != 0)
        i++;
    return i - first;
}

static enum status count_line(const struct certificate_input *input, struct refutation *sum,
                              struct failure *failure) {
    const char *key = input->words[0];
    bool listed = strcmp(key, "clause") == 0, added = strcmp(key, "lrat") == 0;
    int length = words_before_zero(input, added ? 2 : 1);
    if (listed) {
        sum->listed++;
        sum->listed_literals += (uint64_t)length;
        if ((uint64_t)length > sum->listed_longest)
            sum->listed_longest = (uint64_t)length;
    } else if (added) {
        sum->added++;
        sum->literals += (uint64_t)length;
        sum->hints += (uint64_t)words_before_zero(input, 3 + length);
        if ((uint64_t)length > sum->longest)
            sum->longest = (uint64_t)length;
        sum->empty_clause = length == 0;
    } else if (strcmp(key, "delete") == 0) {
        sum->delete_lines++;
        sum->deleted += (uint64_t)words_before_zero(input, 1);
    } else {
        return certificate_expected(input, "'clause', 'lrat' or 'delete'", failure);
    }
    return STATUS_OK;
}

static void print_refutation(FILE *file, const struct refutation *sum) {
    fprintf(file, "  variables                %ld\n  clauses                  %ld\n",
            sum->variables, sum->announced);
    if (sum->listed)
        fprintf(file,
                "  their literals           %ju\n"
                "  longest of them          %ju\n",
                (uintmax_t)sum->listed_literals, (uintmax_t)sum->listed_longest);
    fprintf(file,
            "  clauses derived (lrat)   %ju\n"
            "  their literals           %ju\n"
            "  longest of them          %ju\n"
            "  hints                    %ju\n"
            "  delete lines             %ju, of %ju clauses\n"
            "  %s\n",
            (uintmax_t)sum->added, (uintmax_t)sum->literals, (uintmax_t)sum->longest,
            (uintmax_t)sum->hints, (uintmax_t)sum->delete_lines, (uintmax_t)sum->deleted,
            sum->empty_clause ? "the last clause derived is the empty one: contradiction"
                              : "the empty clause is NOT derived: this proves nothing");
}

enum status show_cnf(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct refutation sum = {0};
    enum status status =
        certificate_field(input, "variables", 0, INT32_MAX, &sum.variables, failure);
    if (!status)
        status = certificate_field(input, "clauses", 0, INT32_MAX, &sum.announced, failure);
    while (!status && certificate_next(input))
        status = count_line(input, &sum, failure);
    if (status)
        return status;
    fprintf(file, "\nproof by a refuted formula: each derived clause follows from those that its "
                  "hints name\n");
    print_refutation(file, &sum);
    return STATUS_OK;
}

static enum status show_encoding(FILE *file, struct certificate_input *input,
                                 struct failure *failure) {
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "encoding") != 0)
        return certificate_expected(input, "'encoding words|sums'", failure);
    bool sums = strcmp(input->words[1], "sums") == 0;
    if (!sums && strcmp(input->words[1], "words") != 0)
        return certificate_expected(input, "'encoding words|sums'", failure);
    fprintf(file, "\nformula: encoding %s, %s\n", input->words[1],
            sums ? "which says that the letters of each block have a right sum"
                 : "which says that the letters of each block form a legal word");
    return STATUS_OK;
}

static enum status show_evidence(FILE *file, struct certificate_input *input, int latency,
                                 int depth, const struct totals *totals, struct failure *failure) {
    if (strcmp(input->kind, "impossible-residues") == 0)
        return show_residues(file, input, latency, totals, failure);
    if (strcmp(input->kind, "impossible-search") == 0)
        return show_search(file, input, latency, depth, failure);
    enum status status = show_encoding(file, input, failure);
    return status ? status : show_cnf(file, input, failure);
}

static enum status show_impossible(FILE *file, struct certificate_input *input,
                                   struct failure *failure) {
    long latency, depth;
    struct totals totals = {.known = false};
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", latency, SEQUENCE_MAX_INDEX, &depth, failure);
    if (status)
        return status;
    fprintf(file,
            "claim: for latency %ld and depth %ld no block-cyclic schedule has delay %ld\n"
            "\ninstance\n",
            latency, depth, latency + depth);
    mpz_inits(totals.letters, totals.least, NULL);
    status = print_instance(file, (int)latency, (int)depth, &totals, failure);
    if (!status)
        status = show_evidence(file, input, (int)latency, (int)depth, &totals, failure);
    mpz_clears(totals.letters, totals.least, NULL);
    return status;
}

static void print_periodic_claim(FILE *file, long latency, long depth, long processors, long period,
                                 const char *roles) {
    bool keep = strcmp(roles, "keep") == 0;
    fprintf(file, "claim: for latency %ld no ", latency);
    if (strcmp(roles, "blocks") == 0)
        fprintf(file, "block-cyclic schedule");
    else if (period == 1 && !keep)
        fprintf(file, "stationary schedule");
    else
        fprintf(file, "schedule of period %ld", period);
    fprintf(file, " with delay %ld serves %ld processors", latency + depth, processors);
    if (keep)
        fprintf(file, ",\n  every processor repeating what it did a period before");
    else if (period > 1)
        fprintf(file, ",\n  even if they change their roles after a period");
    fprintf(file,
            "\n\nformula: %ld processors by %ld step%s; who receives and sends which of the values "
            "0..%ld and %ld\nand holds what, and that each is received as often as it is sent\n",
            processors, period, period == 1 ? "" : "s", depth - latency, depth);
}

static enum status show_periodic(FILE *file, struct certificate_input *input,
                                 struct failure *failure) {
    long latency, depth, processors, period;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", latency, SEQUENCE_MAX_INDEX, &depth, failure);
    if (!status)
        status = certificate_field(input, "processors", 1, INT32_MAX, &processors, failure);
    if (!status)
        status = certificate_field(input, "period", 1, INT32_MAX, &period, failure);
    if (status)
        return status;
    const char *roles = certificate_next(input) && input->word_count == 2 ? input->words[1] : "";
    if (strcmp(input->words[0], "roles") != 0 ||
        (strcmp(roles, "keep") != 0 && strcmp(roles, "permute") != 0 &&
         strcmp(roles, "blocks") != 0))
        return certificate_expected(input, "'roles keep|permute|blocks'", failure);
    print_periodic_claim(file, latency, depth, processors, period, roles);
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "encoding") != 0)
        return certificate_expected(input, "'encoding plain|ordered'", failure);
    if (strcmp(input->words[1], "ordered") == 0)
        fprintf(file, "and that words stand in an order\n");
    return show_cnf(file, input, failure);
}

static enum status show_clauses(FILE *file, struct certificate_input *input,
                                struct failure *failure) {
    fprintf(file, "claim: the clauses of this file have no common satisfying assignment\n");
    return show_cnf(file, input, failure);
}

static const struct {
    const char *kind;
    enum status (*show)(FILE *file, struct certificate_input *input, struct failure *failure);
} kinds[] = {{"impossible-residues", show_impossible},
             {"impossible-search", show_impossible},
             {"impossible-cnf", show_impossible},
             {"impossible-periodic", show_periodic},
             {"cnf", show_clauses},
             {"prices", show_bound},
             {"family", show_pruned_family},
             {"messages", show_messages},
             {"reach", show_reach},
             {"logp-schedule", show_logp_schedule},
             {"logp-family", show_logp_family},
             {"items-bound", show_items_bound},
             {"impossible-items", show_impossible_items},
             {"items-colours", show_items_colours},
             {"fractional-stream", show_fractional_stream},
             {"combining", show_combining},
             {"summation", show_summation},
             {"summation-bound", show_summation_bound},
             {"gossip-bound", show_gossip_bound},
             {"gossip-product", show_gossip_product},
             {"impossible-gossip", show_impossible_gossip}};

enum { KINDS = sizeof kinds / sizeof *kinds };

enum status show_proof(FILE *file, struct certificate_input *input, struct failure *failure) {
    for (int i = 0; i < KINDS; i++)
        if (strcmp(input->kind, kinds[i].kind) == 0)
            return kinds[i].show(file, input, failure);
    return failure_set(failure, STATUS_INPUT, "%s: kind %s is not known", input->path, input->kind);
}
