#include "solver/certificate/pruned_read.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"

static const char grammar[] = "'block HEAD SIZE COUNT letters ITEM ..' or '.. word LETTER ..'";

/* A number below 10^9 without sign, which `text` is moved behind; -1 if there is none. */
static long take_number(const char **text) {
    size_t digits = strspn(*text, "0123456789");
    long number = digits >= 1 && digits <= 9 ? strtol(*text, NULL, 10) : -1;
    *text += digits;
    return number;
}

/* `a`, `a-b`, each also with `*k`. */
static bool read_item(const char *text, struct leaf_range *range) {
    long first = take_number(&text), last = first, copies = 1;
    if (first >= 0 && *text == '-') {
        text++;
        last = take_number(&text);
    }
    if (first >= 0 && *text == '*') {
        text++;
        copies = take_number(&text);
    }
    *range = (struct leaf_range){(int)first, (int)last, (int)copies};
    return !*text && first >= 0 && last >= first && copies >= 1;
}

/* The items behind `letters`. */
static enum status add_letters(const struct certificate_input *input, int head, int size,
                               mpz_srcptr count, struct pruned *pruned, struct failure *failure) {
    size_t item_count = input->word_count > 5 ? (size_t)input->word_count - 5 : 0;
    struct leaf_range *ranges = memory_new(item_count + 1, sizeof *ranges);
    if (!ranges)
        return failure_memory(failure, "a block");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < item_count && !status; i++)
        if (!read_item(input->words[5 + i], &ranges[i]))
            status = certificate_expected(input, grammar, failure);
    if (!status)
        status = pruned_add_ranges(pruned, head, size, ranges, item_count, 0, count, failure);
    free(ranges);
    return status;
}

/* The letters behind `word`. */
static enum status add_word(const struct certificate_input *input, int head, int size,
                            mpz_srcptr count, struct pruned *pruned, struct failure *failure) {
    if (input->word_count - 5 != size - 1)
        return certificate_expected(input, grammar, failure);
    int *letters = memory_new((size_t)size, sizeof *letters);
    enum status status = letters ? STATUS_OK : failure_memory(failure, "a block");
    for (int i = 0; i < size - 1 && !status; i++) {
        long letter;
        status = certificate_number(input, 5 + i, 0, pruned->depth, &letter, failure);
        if (!status)
            letters[i] = (int)letter;
    }
    if (!status)
        status = pruned_add(pruned, head, size, letters, count, failure);
    free(letters);
    return status;
}

static enum status read_count(const struct certificate_input *input, int index, mpz_ptr count,
                              struct failure *failure) {
    const char *text = index < input->word_count ? input->words[index] : "";
    if (!*text || text[strspn(text, "0123456789")] || mpz_set_str(count, text, 10) != 0 ||
        mpz_sgn(count) == 0)
        return certificate_expected(input, "a number from 1 on", failure);
    return STATUS_OK;
}

static enum status read_block(const struct certificate_input *input, struct pruned *pruned,
                              struct failure *failure) {
    long head, size;
    mpz_t count;
    const char *form = input->word_count > 4 ? input->words[4] : "";
    if (strcmp(input->words[0], "block") != 0)
        return certificate_expected(input, grammar, failure);
    enum status status = certificate_number(input, 1, 0, pruned->depth, &head, failure);
    if (!status)
        status = certificate_number(input, 2, 1, head - pruned->latency + 1, &size, failure);
    if (status)
        return status;
    mpz_init(count);
    status = read_count(input, 3, count, failure);
    if (!status && strcmp(form, "word") == 0)
        status = add_word(input, (int)head, (int)size, count, pruned, failure);
    else if (!status && (input->word_count == 4 || strcmp(form, "letters") == 0))
        status = add_letters(input, (int)head, (int)size, count, pruned, failure);
    else if (!status)
        status = certificate_expected(input, grammar, failure);
    mpz_clear(count);
    return status;
}

/* A fault of the schedule is one of the file. */
static enum status finish(const struct certificate_input *input, mpz_srcptr processors,
                          struct pruned *pruned, struct failure *failure) {
    struct failure fault = {0};
    enum status status = pruned_finish(pruned, processors, &fault);
    if (status == STATUS_INTERNAL)
        return failure_set(failure, STATUS_INPUT, "%s: no schedule: %s", input->path,
                           fault.message);
    if (status && failure)
        *failure = fault;
    return status;
}

enum status pruned_read(struct pruned *pruned, struct certificate_input *input,
                        struct failure *failure) {
    long latency, depth, letter;
    mpz_t processors;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (status)
        return status;
    if (!certificate_next(input) || strcmp(input->words[0], "processors") != 0)
        return certificate_expected(input, "'processors N'", failure);
    struct pruned result;
    pruned_init(&result, (int)latency, (int)depth);
    mpz_init(processors);
    status = read_count(input, 1, processors, failure);
    if (!status)
        status = certificate_field(input, "receive-only", 0, depth, &letter, failure);
    if (!status)
        result.receive_only = (int)letter;
    while (!status && certificate_next(input))
        status = read_block(input, &result, failure);
    if (status)
        pruned_clear(&result);
    else
        status = finish(input, processors, &result, failure);
    mpz_clear(processors);
    if (!status)
        *pruned = result;
    return status;
}
