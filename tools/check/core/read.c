#include "core/read.h"

#include "core/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void read_open(struct reader *reader, FILE *in, const char *name, struct verdict *verdict) {
    memset(reader, 0, offsetof(struct reader, buffer));
    reader->in = in;
    reader->name = name;
    reader->verdict = verdict;
    digest_init(&reader->before);
}

void read_close(struct reader *reader) {
    free(reader->line);
    reader->line = NULL;
}

bool read_again(struct reader *reader) {
    reader->length = reader->next = reader->words = 0;
    reader->work = 0;
    digest_init(&reader->before);
    if (reader->used == reader->have) {
        reader->used = 0;
        reader->have = fread(reader->buffer, 1, sizeof reader->buffer, reader->in);
    }
    return reader->have > 0 || ferror(reader->in);
}

/* The name of the file may hold anything, a line feed and a forged verdict included. */
static void describe_place(const struct reader *reader, char *place, size_t size) {
    char name[200];
    size_t length = 0;
    for (; length + 1 < sizeof name && reader->name[length]; length++) {
        char c = reader->name[length];
        name[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    name[length] = '\0';
    snprintf(place, size, "%s:%llu: ", name, (unsigned long long)reader->number);
}

static void tell(struct reader *reader, enum verdict_status status, const char *format,
                 va_list arguments) {
    char place[240];
    describe_place(reader, place, sizeof place);
    verdict_fault(reader->verdict, status, place, format, arguments);
}

bool read_malformed(struct reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(reader, VERDICT_MALFORMED, format, arguments);
    va_end(arguments);
    return false;
}

bool read_refuted(struct reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(reader, VERDICT_REFUTED, format, arguments);
    va_end(arguments);
    return false;
}

static void describe_number(mpz_srcptr number, char text[64]) {
    size_t digits = mpz_sizeinbase(number, 10);
    if (digits < 60)
        mpz_get_str(text, 10, number);
    else
        snprintf(text, 64, "(a number of about %zu digits)", digits);
}

bool read_refuted_number(struct reader *reader, const char *what, mpz_srcptr expected,
                         mpz_srcptr found) {
    char right[64], wrong[64];
    describe_number(expected, right);
    describe_number(found, wrong);
    return read_refuted(reader, "%s: expected %s, found %s", what, right, wrong);
}

bool read_charge(struct reader *reader, uint64_t work) {
    uint64_t bytes = reader->before.bytes + reader->length;
    uint64_t limit = READ_WORK_LIMIT + READ_WORK_OF_BYTE * bytes;
    if (work <= limit && reader->work <= limit - work) {
        reader->work += work;
        return true;
    }
    return read_malformed(reader, "beyond the limit of work for a file of this length");
}

static bool fill_buffer(struct reader *reader) {
    errno = 0;
    reader->used = 0;
    reader->have = fread(reader->buffer, 1, sizeof reader->buffer, reader->in);
    if (reader->have == 0 && ferror(reader->in))
        return read_malformed(reader, "cannot read: %s", strerror(errno ? errno : EIO));
    if (reader->have == 0)
        return read_malformed(reader, reader->length ? "the file ends within this line"
                                                     : "the file ends before its digest line");
    return true;
}

/* Counts the words of the line; 0 if it is not words with single spaces between. */
static size_t count_words(const char *line, size_t length) {
    size_t words = 1;
    char previous = ' ';
    for (size_t i = 0; i + 1 < length; i++) {
        if (line[i] < ' ' || line[i] > '~' || (line[i] == ' ' && previous == ' '))
            return 0;
        words += line[i] == ' ';
        previous = line[i];
    }
    return previous == ' ' ? 0 : words;
}

bool read_next_line(struct reader *reader) {
    digest_update(&reader->before, reader->line, reader->length);
    reader->number++;
    reader->length = reader->next = reader->words = 0;
    do {
        if (reader->used == reader->have && !fill_buffer(reader))
            return false;
        const char *start = reader->buffer + reader->used;
        size_t left = reader->have - reader->used;
        const char *end = memchr(start, '\n', left);
        size_t take = end ? (size_t)(end - start) + 1 : left;
        if (take > READ_LINE_LIMIT - reader->length)
            return read_malformed(reader, "the line is longer than %zu bytes", READ_LINE_LIMIT);
        reader->line = memory_grow(reader->line, &reader->capacity, reader->length + take, 1);
        memcpy(reader->line + reader->length, start, take);
        reader->length += take;
        reader->used += take;
    } while (reader->line[reader->length - 1] != '\n');
    reader->words = count_words(reader->line, reader->length);
    if (reader->words == 0)
        return read_malformed(reader, "the line is not words of ASCII with one space between them");
    return true;
}

const char *read_ahead(const struct reader *reader, size_t *length) {
    const char *start = reader->buffer + reader->used;
    for (*length = reader->have - reader->used; *length > 0 && start[*length - 1] != '\n';)
        --*length;
    return start;
}

void read_skip(struct reader *reader, size_t length) {
    digest_update(&reader->before, reader->line, reader->length);
    digest_update(&reader->before, reader->buffer + reader->used, length);
    reader->used += length;
    reader->length = reader->next = reader->words = 0;
}

static struct word word_at(const struct reader *reader, size_t start) {
    size_t end = start;
    while (reader->line[end] != ' ' && reader->line[end] != '\n')
        end++;
    return (struct word){reader->line + start, end - start};
}

bool word_is(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool read_is_at(const struct reader *reader, const char *key) {
    return reader->next == 0 && word_is(word_at(reader, 0), key);
}

struct word read_word(struct reader *reader) {
    if (reader->words == 0) {
        read_malformed(reader, "the line ends where another word is expected");
        return (struct word){NULL, 0};
    }
    struct word word = word_at(reader, reader->next);
    reader->next += word.length + 1;
    reader->words--;
    return word;
}

static bool malformed_word(struct reader *reader, const char *expected, struct word word) {
    return read_malformed(reader, "expected %s, found '%.*s'", expected, WORD_IN_MESSAGE(word));
}

bool read_key(struct reader *reader, const char *key) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    return word_is(word, key) || malformed_word(reader, key, word);
}

bool read_either(struct reader *reader, const char *key, const char *other, bool *is_other) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    *is_other = word_is(word, other);
    return *is_other || word_is(word, key) ||
           read_malformed(reader, "expected %s or %s, found '%.*s'", key, other,
                          WORD_IN_MESSAGE(word));
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool word_take(struct word *word, char character) {
    if (word->length == 0 || *word->text != character)
        return false;
    word->text++;
    word->length--;
    return true;
}

bool word_take_number(struct word *word, uint32_t most, uint32_t *number) {
    uint64_t value = 0;
    size_t digits = 0;
    for (; digits < word->length && is_digit(word->text[digits]); digits++) {
        value = 10 * value + (uint64_t)(word->text[digits] - '0');
        if (value > most || (digits == 1 && word->text[0] == '0'))
            return false;
    }
    word->text += digits;
    word->length -= digits;
    *number = (uint32_t)value;
    return digits > 0;
}

bool read_number(struct reader *reader, const char *what, uint32_t least, uint32_t most,
                 uint32_t *number) {
    struct word word = read_word(reader), rest = word;
    if (!word.text)
        return false;
    if (word_take_number(&rest, most, number) && rest.length == 0 && *number >= least)
        return true;
    char expected[120];
    snprintf(expected, sizeof expected, "%s, a number from %u to %u", what, least, most);
    return malformed_word(reader, expected, word);
}

bool read_big(struct reader *reader, const char *what, mpz_ptr number) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    if (word.length > READ_DIGITS_LIMIT)
        return read_malformed(reader, "%s has more than %d digits", what, READ_DIGITS_LIMIT);
    bool right = word.length == 1 || word.text[0] != '0';
    for (size_t i = 0; i < word.length; i++)
        right = right && is_digit(word.text[i]);
    if (!right)
        return malformed_word(reader, what, word);
    if (word.length > 18) {
        char *digits = memory_zeroed(word.length + 1, sizeof(char));
        memcpy(digits, word.text, word.length);
        mpz_set_str(number, digits, 10);
        free(digits);
        return true;
    }
    unsigned long value = 0;
    for (size_t i = 0; i < word.length; i++)
        value = 10 * value + (unsigned long)(word.text[i] - '0');
    mpz_set_ui(number, value);
    return true;
}

bool read_line_end(struct reader *reader) {
    if (reader->words > 0)
        return malformed_word(reader, "the end of the line", read_word(reader));
    return read_next_line(reader);
}

bool read_number_line(struct reader *reader, const char *key, uint32_t least, uint32_t most,
                      uint32_t *number) {
    return read_key(reader, key) && read_number(reader, key, least, most, number) &&
           read_line_end(reader);
}

bool read_big_line(struct reader *reader, const char *key, mpz_ptr number) {
    return read_key(reader, key) && read_big(reader, key, number) && read_line_end(reader);
}

bool read_instance(struct reader *reader, uint32_t *latency, uint32_t *depth) {
    return read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, latency) &&
           read_number_line(reader, "depth", *latency, READ_DEPTH_LIMIT, depth);
}

bool read_digest_line(struct reader *reader) {
    char hex[DIGEST_HEX_SIZE];
    digest_hex(&reader->before, hex);
    if (!read_key(reader, "digest") || !read_key(reader, "sha256"))
        return false;
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    if (!word_is(word, hex))
        return malformed_word(reader, hex, word);
    if (reader->words > 0)
        return malformed_word(reader, "the end of the line", read_word(reader));
    return true;
}

bool read_end(struct reader *reader) {
    if (reader->used < reader->have || fgetc(reader->in) != EOF)
        return read_malformed(reader, "the file goes on after its digest line");
    return !ferror(reader->in) || read_malformed(reader, "cannot read to the end");
}
