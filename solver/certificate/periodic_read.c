#include "solver/certificate/periodic_read.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/model/sequence.h"

#define WORD_GRAMMAR "'word COUNT receive V .. send U ..'"

/* Values or sends of one word, runs written out. */
struct list {
    int *items;
    size_t length;
    size_t room;
};

static bool append_run(struct list *list, int item, size_t copies) {
    if (copies > list->room - list->length) {
        size_t room = 2 * list->length + copies + 64;
        int *items = memory_resize(list->items, room, sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->room = room;
    }
    for (size_t i = 0; i < copies; i++)
        list->items[list->length++] = item;
    return true;
}

/* A number without sign that ends at `end` or at the end of the text; -1 if it is none. */
static long plain_number(const char *text, char end, const char **next) {
    char *rest;
    if (*text < '0' || *text > '9')
        return -1;
    errno = 0;
    long number = strtol(text, &rest, 10);
    *next = rest;
    return errno || (*rest && *rest != end) ? -1 : number;
}

/* `v`, `-` (only for sends), each also with `*k`. */
static bool read_run(const char *word, bool sends, long *item, long *copies) {
    const char *next = word + 1;
    *item = CLOSED_WORD_SILENT;
    *copies = 1;
    if (!(sends && *word == '-')) {
        *item = plain_number(word, '*', &next);
        if (*item < 0)
            return false;
    }
    if (!*next)
        return true;
    *copies = *next == '*' ? plain_number(next + 1, 0, &next) : -1;
    return *copies >= 2;
}

/* What the lines of a file are read into. */
struct reading {
    struct certificate_input *input;
    struct periodic *periodic;
    struct list values;
    struct list sends;
    size_t places; /* of all words so far */
};

static enum status too_large(const struct certificate_input *input, struct failure *failure) {
    return failure_set(failure, STATUS_LIMIT, "%s:%d: too large: words of more than %d positions",
                       input->path, input->line, PERIODIC_READ_MOST_PLACES);
}

/* The words `first`..`end`-1 of the line. */
static enum status read_runs(const struct reading *reading, int first, int end, bool sends,
                             struct list *list, struct failure *failure) {
    long item, copies, least = sends ? reading->periodic->latency : 0;
    list->length = 0;
    for (int i = first; i < end; i++) {
        const char *word = reading->input->words[i];
        bool good = read_run(word, sends, &item, &copies);
        if (!good || item > reading->periodic->depth ||
            (item < least && item != CLOSED_WORD_SILENT))
            return certificate_expected(
                reading->input, sends ? "sends: 'largest' or values L..t or '-'" : "values 0..t",
                failure);
        if ((size_t)copies > PERIODIC_READ_MOST_PLACES - reading->places - list->length)
            return too_large(reading->input, failure);
        if (!append_run(list, (int)item, (size_t)copies))
            return failure_memory(failure, "a word");
    }
    return STATUS_OK;
}

/* Values come from others, 0..t-L, or from the source, t. */
static enum status check_word(const struct reading *reading, bool largest,
                              struct failure *failure) {
    const struct periodic *periodic = reading->periodic;
    const struct list *values = &reading->values;
    for (size_t p = 0; p < values->length; p++)
        if (values->items[p] > periodic->depth - periodic->latency &&
            values->items[p] != periodic->depth)
            return certificate_expected(reading->input, "values 0..t-L or t", failure);
    if (values->length == 0 || values->length % (size_t)periodic->period)
        return certificate_expected(reading->input, "as many values as a multiple of the period",
                                    failure);
    if (!largest && reading->sends.length != values->length)
        return certificate_expected(reading->input, "as many sends as values", failure);
    return STATUS_OK;
}

static enum status read_word(struct reading *reading, struct failure *failure) {
    const struct certificate_input *input = reading->input;
    int send = 3, words = input->word_count;
    while (send < words && strcmp(input->words[send], "send") != 0)
        send++;
    const char *number = words > 1 ? input->words[1] : "";
    if (send + 1 >= words || strcmp(input->words[0], "word") != 0 ||
        strcmp(input->words[2], "receive") != 0 || number[strspn(number, "0123456789")])
        return certificate_expected(input, WORD_GRAMMAR, failure);
    bool largest = send + 2 == words && strcmp(input->words[send + 1], "largest") == 0;
    enum status status = read_runs(reading, 3, send, false, &reading->values, failure);
    if (!status && !largest)
        status = read_runs(reading, send + 1, words, true, &reading->sends, failure);
    if (!status)
        status = check_word(reading, largest, failure);
    mpz_t count;
    mpz_init(count);
    if (!status && (mpz_set_str(count, number, 10) != 0 || mpz_sgn(count) == 0))
        status = certificate_expected(input, WORD_GRAMMAR, failure);
    if (!status)
        status =
            periodic_add(reading->periodic, count, reading->values.items,
                         largest ? NULL : reading->sends.items, reading->values.length, failure);
    mpz_clear(count);
    reading->places += reading->values.length;
    return status;
}

/* The first lines, up to the period. */
static enum status read_head(struct certificate_input *input, struct periodic *periodic,
                             mpz_ptr processors, int *line, struct failure *failure) {
    long latency, depth, period = 1;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (status)
        return status;
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "processors") != 0 ||
        input->words[1][strspn(input->words[1], "0123456789")] ||
        mpz_set_str(processors, input->words[1], 10) != 0)
        return certificate_expected(input, "'processors N'", failure);
    *line = input->line;
    if (strcmp(input->kind, "periodic") == 0)
        status = certificate_field(input, "period", 1, INT32_MAX, &period, failure);
    if (!status && (depth + 1) * period > PERIODIC_READ_MOST_PHASES)
        status = failure_set(failure, STATUS_LIMIT, "%s:%d: too large: T (t+1) is above %d",
                             input->path, input->line, PERIODIC_READ_MOST_PHASES);
    if (!status)
        periodic_init(periodic, (int)latency, (int)depth, (int)period);
    return status;
}

static enum status check_processors(const struct periodic *periodic, mpz_srcptr processors,
                                    const struct certificate_input *input, int line,
                                    struct failure *failure) {
    mpz_t served;
    mpz_init(served);
    periodic_processors(periodic, served);
    bool right = mpz_cmp(served, processors) == 0;
    mpz_clear(served);
    return right ? STATUS_OK
                 : failure_set(failure, STATUS_INPUT,
                               "%s:%d: the words serve another number of processors", input->path,
                               line);
}

enum status periodic_read_words(struct periodic *periodic, struct certificate_input *input,
                                bool *more, struct failure *failure) {
    struct reading reading = {.input = input, .periodic = periodic};
    enum status status = STATUS_OK;
    *more = certificate_next(input);
    while (!status && *more && strcmp(input->words[0], "word") == 0) {
        status = read_word(&reading, failure);
        *more = certificate_next(input);
    }
    free(reading.values.items);
    free(reading.sends.items);
    return status;
}

bool periodic_read_takes(const char *kind) {
    return strcmp(kind, "stationary") == 0 || strcmp(kind, "periodic") == 0;
}

enum status periodic_read(struct periodic *periodic, struct certificate_input *input,
                          struct failure *failure) {
    struct periodic result = {0};
    mpz_t processors;
    bool more = false;
    int line = 0;
    if (!periodic_read_takes(input->kind))
        return failure_set(failure, STATUS_INPUT, "%s: kind %s holds no words", input->path,
                           input->kind);
    mpz_init(processors);
    enum status status = read_head(input, &result, processors, &line, failure);
    if (!status)
        status = periodic_read_words(&result, input, &more, failure);
    if (!status && more)
        status = certificate_expected(input, WORD_GRAMMAR, failure);
    if (!status)
        status = check_processors(&result, processors, input, line, failure);
    mpz_clear(processors);
    if (status)
        periodic_clear(&result);
    else
        *periodic = result;
    return status;
}
