/* SPDX-License-Identifier: MIT */
#include "solver/model/schedule_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"

/* --- blocks --- */

/* Small numbers with a character before each, put together before they are written: most of what a
 * schedule consists of. */
struct piece {
    struct certificate_output *output;
    size_t length;
    char text[256];
};

static void flush(struct piece *piece) {
    certificate_write(piece->output, piece->text, piece->length);
    piece->length = 0;
}

static void add_number(struct piece *piece, char before, int number) {
    char digits[12];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    if (piece->length + sizeof digits + 1 > sizeof piece->text)
        flush(piece);
    piece->text[piece->length++] = before;
    while (count > 0)
        piece->text[piece->length++] = digits[--count];
}

static void print_leaves(struct piece *piece, const struct schedule *schedule,
                         const struct block_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        add_number(piece, ' ', range->first);
        if (range->last > range->first)
            add_number(piece, '-', range->last);
        if (range->copies > 1)
            add_number(piece, '*', range->copies);
    }
    flush(piece);
}

static void print_block(struct certificate_output *output, const struct schedule *schedule,
                        const struct block_class *class) {
    struct piece piece = {.output = output};
    certificate_print(output, "block %d %d ", class->head, class->size);
    certificate_print_big(output, class->count);
    if (class->size > 1)
        certificate_print(output, class->ordered ? " word" : " letters");
    print_leaves(&piece, schedule, class);
    certificate_print(output, "\n");
}

/* --- words --- */

/* Equal neighbours as one item. */
static void print_items(struct certificate_output *output, const int *list, size_t length) {
    for (size_t p = 0, end; p < length; p = end) {
        for (end = p; end < length && list[end] == list[p]; end++)
            ;
        if (list[p] == CLOSED_WORD_SILENT)
            certificate_print(output, " -");
        else
            certificate_print(output, " %d", list[p]);
        if (end - p > 1)
            certificate_print(output, "*%zu", end - p);
    }
}

static enum status print_word(struct certificate_output *output, const struct word_class *class,
                              int latency, struct failure *failure) {
    bool largest;
    TRY(word_class_sends_largest(class, latency, &largest, failure));
    certificate_print(output, "word ");
    certificate_print_big(output, class->count);
    certificate_print(output, " receive");
    print_items(output, class->values, class->length);
    certificate_print(output, " send");
    if (largest)
        certificate_print(output, " largest");
    else
        print_items(output, class->sends, class->length);
    certificate_print(output, "\n");
    return STATUS_OK;
}

/* --- several ports --- */

static const char *const partial_forms[] = {
    [PARTIAL_SINGLE] = "single", [PARTIAL_DOUBLE] = "double"};

static void print_loose(struct certificate_output *output, const struct schedule *schedule) {
    for (int v = 0; v <= schedule->depth; v++)
        if (mpz_sgn(schedule->loose[v]) > 0) {
            certificate_print(output, "loose %d ", v);
            certificate_print_big(output, schedule->loose[v]);
            certificate_print(output, "\n");
        }
}

/* `key` and these numbers. */
static void print_numbers(struct certificate_output *output, const char *key, const int *numbers,
                          int count) {
    certificate_print(output, "%s", key);
    for (int i = 0; i < count; i++)
        certificate_print(output, " %d", numbers[i]);
    certificate_print(output, "\n");
}

static void print_coloured(struct certificate_output *output, const struct schedule *schedule) {
    int R = schedule->depth - schedule->latency + 1;
    for (int c = 0; c < schedule->ports && schedule->copies; c++)
        print_numbers(output, "copies", schedule->copies + (size_t)c * (size_t)R, R);
    for (size_t w = 0; w < schedule->coloured_count; w++) {
        const struct coloured_word *word = &schedule->coloured[w];
        certificate_print(output, "coloured %d\n", word->length);
        for (int c = 0; c < schedule->ports; c++)
            print_numbers(output, "item", word->values + (size_t)c * (size_t)word->length,
                          word->length);
    }
}

/* --- all --- */

enum status schedule_lines_print(struct certificate_output *output, const struct schedule *schedule,
                                 struct failure *failure) {
    if (schedule->receive_only != SCHEDULE_NOBODY)
        certificate_print(output, "receive-only %d\n", schedule->receive_only);
    for (size_t i = 0; i < schedule->block_count; i++)
        print_block(output, schedule, &schedule->blocks[i]);
    if (schedule->partial.form != PARTIAL_NONE)
        certificate_print(output, "partial %s %d %d\n", partial_forms[schedule->partial.form],
                          schedule->partial.head, schedule->partial.sends);
    if (schedule->loose)
        print_loose(output, schedule);
    print_coloured(output, schedule);
    for (size_t i = 0; i < schedule->word_count; i++)
        TRY(print_word(output, &schedule->words[i], schedule->latency, failure));
    return STATUS_OK;
}

#define WORD_GRAMMAR "'word COUNT receive V .. send U ..'"

static const char block_grammar[] =
    "'block HEAD SIZE COUNT letters ITEM ..' or '.. word LETTER ..'";

static enum status read_count(const struct certificate_input *input, int index, mpz_ptr count,
                              struct failure *failure) {
    const char *text = index < input->word_count ? input->words[index] : "";
    if (!*text || text[strspn(text, "0123456789")] || mpz_set_str(count, text, 10) != 0 ||
        mpz_sgn(count) == 0)
        return certificate_expected(input, "a number from 1 on", failure);
    return STATUS_OK;
}

/* --- blocks --- */

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
                               mpz_srcptr count, struct schedule *schedule,
                               struct failure *failure) {
    size_t item_count = input->word_count > 5 ? (size_t)input->word_count - 5 : 0;
    FREED struct leaf_range *ranges = memory_new(item_count + 1, sizeof *ranges);
    TRY(memory_check(ranges, failure, "a block"));
    int64_t left = size > 1 ? (int64_t)schedule->ports * size - 1 : 0;
    for (size_t i = 0; i < item_count && left >= 0; i++) { /* before it could overflow */
        if (!read_item(input->words[5 + i], &ranges[i]))
            return certificate_expected(input, block_grammar, failure);
        left -= ((int64_t)ranges[i].last - ranges[i].first + 1) * ranges[i].copies;
    }
    if (left != 0)
        return certificate_expected(
            input, schedule->ports > 1 ? "p SIZE - 1 letters" : "SIZE-1 letters", failure);
    return schedule_add_ranges(schedule, head, size, ranges, item_count, 0, count, failure);
}

/* The letters behind `word`. */
static enum status add_ordered(const struct certificate_input *input, int head, int size,
                               mpz_srcptr count, struct schedule *schedule,
                               struct failure *failure) {
    if (input->word_count - 5 != size - 1)
        return certificate_expected(input, block_grammar, failure);
    FREED int *letters = memory_new((size_t)size, sizeof *letters);
    TRY(memory_check(letters, failure, "a block"));
    for (int i = 0; i < size - 1; i++) {
        long letter;
        TRY(certificate_number(input, 5 + i, 0, schedule->depth, &letter, failure));
        letters[i] = (int)letter;
    }
    return schedule_add_ordered(schedule, head, size, letters, count, failure);
}

static enum status read_block(const struct certificate_input *input, struct schedule *schedule,
                              struct failure *failure) {
    long head, size;
    const char *form = input->word_count > 4 ? input->words[4] : "";
    TRY(certificate_number(input, 1, 0, schedule->depth, &head, failure));
    TRY(certificate_number(input, 2, 1, head - schedule->latency + 1, &size, failure));
    BIG(count);
    TRY(read_count(input, 3, count, failure));
    if (strcmp(form, "word") == 0)
        return add_ordered(input, (int)head, (int)size, count, schedule, failure);
    if (input->word_count == 4 || strcmp(form, "letters") == 0)
        return add_letters(input, (int)head, (int)size, count, schedule, failure);
    return certificate_expected(input, block_grammar, failure);
}

/* --- words --- */

/* Values or sends of one word, runs written out. */
struct list {
    int *items;
    size_t length, room;
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
    struct schedule *schedule;
    struct list values, sends;
    size_t places; /* of all words so far */
};

static enum status too_large(const struct certificate_input *input, struct failure *failure) {
    return failure_limit(failure, "%s:%d: too large: words of more than %d positions", input->path,
                         input->line, SCHEDULE_READ_MOST_PLACES);
}

/* The words `first`..`end`-1 of the line. */
static enum status read_runs(const struct reading *reading, int first, int end, bool sends,
                             struct list *list, struct failure *failure) {
    long item, copies, least = sends ? reading->schedule->latency : 0;
    list->length = 0;
    for (int i = first; i < end; i++) {
        const char *word = reading->input->words[i];
        bool good = read_run(word, sends, &item, &copies);
        if (!good || item > reading->schedule->depth ||
            (item < least && item != CLOSED_WORD_SILENT))
            return certificate_expected(
                reading->input, sends ? "sends: 'largest' or values L..t or '-'" : "values 0..t",
                failure);
        if ((size_t)copies > SCHEDULE_READ_MOST_PLACES - reading->places - list->length)
            return too_large(reading->input, failure);
        TRY(memory_check(append_run(list, (int)item, (size_t)copies), failure, "a word"));
    }
    return STATUS_OK;
}

/* Values come from others, 0..t-L, or from the source, t. */
static enum status check_word(const struct reading *reading, bool largest,
                              struct failure *failure) {
    const struct schedule *schedule = reading->schedule;
    const struct list *values = &reading->values;
    for (size_t p = 0; p < values->length; p++)
        if (values->items[p] > schedule->depth - schedule->latency &&
            values->items[p] != schedule->depth)
            return certificate_expected(reading->input, "values 0..t-L or t", failure);
    if (values->length == 0 || values->length % (size_t)schedule->period)
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
    if (send + 1 >= words || strcmp(input->words[2], "receive") != 0 ||
        number[strspn(number, "0123456789")])
        return certificate_expected(input, WORD_GRAMMAR, failure);
    bool largest = send + 2 == words && strcmp(input->words[send + 1], "largest") == 0;
    TRY(read_runs(reading, 3, send, false, &reading->values, failure));
    if (!largest)
        TRY(read_runs(reading, send + 1, words, true, &reading->sends, failure));
    TRY(check_word(reading, largest, failure));
    BIG(count);
    if (mpz_set_str(count, number, 10) != 0 || mpz_sgn(count) == 0)
        return certificate_expected(input, WORD_GRAMMAR, failure);
    reading->places += reading->values.length;
    return schedule_add_word(reading->schedule, count, reading->values.items,
                             largest ? NULL : reading->sends.items, reading->values.length,
                             failure);
}

/* --- all --- */

static enum status read_receive_only(const struct certificate_input *input,
                                     struct schedule *schedule, struct failure *failure) {
    long value;
    TRY(certificate_number(input, 1, 0, schedule->depth, &value, failure));
    schedule->receive_only = (int)value;
    return STATUS_OK;
}

static enum status read_loose(struct reading *reading, struct failure *failure) {
    const struct certificate_input *input = reading->input;
    struct schedule *schedule = reading->schedule;
    long value;
    BIG(count);
    TRY(certificate_number(input, 1, 0, schedule->depth, &value, failure));
    TRY(read_count(input, 2, count, failure));
    /* a value may stand in several lines */
    mpz_add(schedule->loose[value], schedule->loose[value], count);
    return STATUS_OK;
}

static enum status read_partial(struct reading *reading, struct failure *failure) {
    const struct certificate_input *input = reading->input;
    struct schedule *schedule = reading->schedule;
    int form = PARTIAL_DOUBLE;
    long head, sends;
    while (form > PARTIAL_NONE && strcmp(input->words[1], partial_forms[form]) != 0)
        form--;
    if (form == PARTIAL_NONE)
        return certificate_expected(input, "'partial single|double HEAD SENDS'", failure);
    TRY(certificate_number(input, 2, schedule->latency, schedule->depth, &head, failure));
    TRY(certificate_number(input, 3, 1, schedule->ports - 1, &sends, failure));
    schedule->partial = (struct partial_heads){(enum partial_form)form, (int)head, (int)sends};
    return STATUS_OK;
}

/* `key` and so many numbers up to `most`, in the current line. */
static enum status read_numbers(const struct certificate_input *input, const char *key,
                                int *numbers, int count, long most, struct failure *failure) {
    long number;
    if (strcmp(input->words[0], key) != 0 || input->word_count != 1 + count)
        return failure_input(failure, "%s:%d: expected '%s' and %d numbers", input->path,
                             input->line, key, count);
    for (int i = 0; i < count; i++) {
        TRY(certificate_number(input, 1 + i, 0, most, &number, failure));
        numbers[i] = (int)number;
    }
    return STATUS_OK;
}

/* The lines `copies`, one for each item, of which the first is the current one. */
static enum status read_copies(struct reading *reading, struct failure *failure) {
    struct schedule *schedule = reading->schedule;
    int R = schedule->depth - schedule->latency + 1;
    if (R < 1 || schedule->copies || schedule->block_count)
        return certificate_expected(reading->input, "'copies' once, alone, with t >= L", failure);
    if (R > SCHEDULE_READ_MOST_PLACES / schedule->ports)
        return failure_limit(failure, "%s:%d: too large: p (t-L+1) is above %d",
                             reading->input->path, reading->input->line, SCHEDULE_READ_MOST_PLACES);
    TRY(memory_check(schedule_add_copies(schedule), failure, "the copies of roots"));
    for (int c = 0; c < schedule->ports; c++)
        TRY(c && !certificate_next(reading->input)
                ? certificate_expected(reading->input, "'copies'", failure)
                : read_numbers(reading->input, "copies", schedule->copies + (size_t)c * (size_t)R,
                               R, schedule->ports, failure));
    return STATUS_OK;
}

/* The lines `item`, one for each item, behind `coloured N`, which is the current one. */
static enum status read_coloured(struct reading *reading, struct failure *failure) {
    struct schedule *schedule = reading->schedule;
    long length;
    if (!schedule->copies)
        return certificate_expected(reading->input, "'copies' before 'coloured'", failure);
    TRY(certificate_number(reading->input, 1, 1, SCHEDULE_READ_MOST_PLACES / schedule->ports,
                           &length, failure));
    struct coloured_word *word = schedule_add_coloured(schedule, (int)length);
    TRY(memory_check(word, failure, "a word"));
    for (int c = 0; c < schedule->ports; c++)
        TRY(!certificate_next(reading->input)
                ? certificate_expected(reading->input, "'item'", failure)
                : read_numbers(reading->input, "item", word->values + (size_t)c * (size_t)length,
                               (int)length, schedule->depth, failure));
    return STATUS_OK;
}

/* Lines of several ports that are not of one, and how many words the first of each has. */
static const struct {
    const char *key;
    int words;
    enum status (*read)(struct reading *, struct failure *);
} port_lines[] = {{"partial", 4, read_partial},
                  {"loose", 3, read_loose},
                  {"copies", 0, read_copies},
                  {"coloured", 2, read_coloured}};

static enum status read_port_line(struct reading *reading, bool *is_one, struct failure *failure) {
    const struct certificate_input *input = reading->input;
    for (size_t i = 0; i < sizeof port_lines / sizeof *port_lines; i++)
        if (strcmp(input->words[0], port_lines[i].key) == 0)
            return port_lines[i].words && input->word_count != port_lines[i].words
                       ? failure_input(failure, "%s:%d: expected '%s' and %d words", input->path,
                                       input->line, port_lines[i].key, port_lines[i].words - 1)
                       : port_lines[i].read(reading, failure);
    *is_one = strcmp(input->words[0], "block") == 0;
    return *is_one ? read_block(input, reading->schedule, failure) : STATUS_OK;
}

static enum status read_line(struct reading *reading, bool *is_one, struct failure *failure) {
    const struct certificate_input *input = reading->input;
    const char *key = input->words[0];
    *is_one = true;
    if (reading->schedule->ports > 1)
        return read_port_line(reading, is_one, failure);
    if (strcmp(key, "word") == 0)
        return read_word(reading, failure);
    if (reading->schedule->period == 1 && strcmp(key, "block") == 0)
        return read_block(input, reading->schedule, failure);
    if (reading->schedule->period == 1 && strcmp(key, "receive-only") == 0)
        return read_receive_only(input, reading->schedule, failure);
    *is_one = false;
    return STATUS_OK;
}

enum status schedule_lines_read(struct schedule *schedule, struct certificate_input *input,
                                bool *more, struct failure *failure) {
    struct reading reading = {.input = input, .schedule = schedule};
    enum status status = STATUS_OK;
    bool is_one = true;
    *more = certificate_next(input);
    while (!status && *more && is_one) {
        status = read_line(&reading, &is_one, failure);
        if (is_one)
            *more = certificate_next(input);
    }
    if (!status && input->refused)
        status = failure_memory(failure, input->path);
    FREE_ALL(reading.values.items, reading.sends.items);
    return status;
}
