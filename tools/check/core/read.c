/* SPDX-License-Identifier: MIT */
#include "core/read.h"

#include "core/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void refuse_memory(void *whom, bool by_number) {
    struct reader *reader = whom;
    read_report(reader, VERDICT_MALFORMED, reader->number,
                "beyond the limit of memory for a file of this length");
    if (!by_number && reader->guard)
        read_stop(reader);
    verdict_print(reader->verdict, false, stdout);
    _Exit(VERDICT_MALFORMED);
}

/* At least so long is the file. */
static void allow_memory(struct reader *reader, uint64_t length) {
    if (length > reader->length)
        reader->length = length;
    memory_limit(READ_MEMORY_LIMIT + READ_MEMORY_OF_BYTE * reader->length, refuse_memory, reader);
}

void read_open(struct reader *reader, FILE *in, const char *name, struct verdict *verdict) {
    *reader = (struct reader){.in = in, .name = name, .verdict = verdict};
    MEMORY_GROW(reader->buffer, reader->capacity, READ_BLOCK);
    reader->line = reader->at = reader->next = reader->buffer;
    digest_init(&reader->before);
    struct stat file = {.st_size = 0};
    allow_memory(reader, in && fstat(fileno(in), &file) == 0 ? (uint64_t)file.st_size : 0);
}

void read_close(struct reader *reader) {
    memory_limit(SIZE_MAX, NULL, NULL);
    memory_free(reader->buffer);
}

static const char *end_of(const struct reader *reader) {
    return reader->buffer + reader->have;
}

/* The digest counts what stands before this line. */
static void count_before(struct reader *reader) {
    size_t end = (size_t)(reader->line - reader->buffer);
    digest_update(&reader->before, reader->buffer + reader->counted, end - reader->counted);
    reader->counted = end;
}

/* More bytes, behind the beginning of this line; false if there are none. */
static bool fill_buffer(struct reader *reader) {
    size_t begun = (size_t)(end_of(reader) - reader->line);
    count_before(reader);
    memmove(reader->buffer, reader->line, begun);
    MEMORY_GROW(reader->buffer, reader->capacity, begun + READ_BLOCK);
    reader->line = reader->at = reader->next = reader->buffer;
    reader->counted = 0;
    reader->have = begun + fread(reader->buffer + begun, 1, reader->capacity - begun, reader->in);
    allow_memory(reader, reader->earlier + reader->before.bytes + reader->have);
    return reader->have > begun;
}

/* With the current line. */
static uint64_t bytes_so_far(const struct reader *reader) {
    return reader->earlier + reader->before.bytes +
           (uint64_t)(reader->next - reader->buffer - (ptrdiff_t)reader->counted);
}

bool read_again(struct reader *reader) {
    reader->earlier = bytes_so_far(reader);
    reader->line = reader->at = reader->next;
    reader->counted = (size_t)(reader->line - reader->buffer);
    digest_init(&reader->before);
    return reader->line < end_of(reader) || fill_buffer(reader) || ferror(reader->in);
}

/* Words of printable ASCII, single spaces between. */
static bool is_words(const struct reader *reader) {
    char previous = ' ';
    for (const char *at = reader->line; *at != '\n'; previous = *at++)
        if (*at < ' ' || *at > '~' || (*at == ' ' && previous == ' '))
            return false;
    return previous != ' ';
}

static const char not_words[] = "the line is not words of ASCII with one space between them";

void read_check_line(struct reader *reader) {
    if (!is_words(reader))
        read_malformed(reader, "%s", not_words);
}

/* The name of the file may hold anything, a line feed and a forged verdict included. */
void read_report(struct reader *reader, enum verdict_status status, uint64_t line,
                 const char *format, ...) {
    char name[200], place[240];
    size_t length = 0;
    va_list arguments;
    for (; length + 1 < sizeof name && reader->name[length]; length++) {
        char c = reader->name[length];
        name[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    name[length] = '\0';
    snprintf(place, sizeof place, "%s:%llu: ", name, (unsigned long long)line);
    if (status == VERDICT_MALFORMED && reader->line < reader->next && !is_words(reader))
        format = not_words; /* whatever else is wrong */
    va_start(arguments, format);
    verdict_fault(reader->verdict, status, place, format, arguments);
    va_end(arguments);
}

void read_stop(struct reader *reader) {
    if (!reader->guard)
        abort();
    longjmp(*reader->guard, 1);
}

bool read_passes(struct reader *reader, void (*check)(struct reader *reader)) {
    jmp_buf guard;
    bool passes = false;
    reader->guard = &guard;
    if (setjmp(guard) == 0) {
        check(reader);
        passes = true;
    }
    reader->guard = NULL;
    return passes;
}

static void describe_number(mpz_srcptr number, char text[64]) {
    size_t digits = mpz_sizeinbase(number, 10);
    if (digits < 60)
        mpz_get_str(text, 10, number);
    else
        snprintf(text, 64, "(a number of about %zu digits)", digits);
}

void read_refuted_number_at(struct reader *reader, uint64_t line, const char *what,
                            mpz_srcptr expected, mpz_srcptr found) {
    char right[64], wrong[64];
    describe_number(expected, right);
    describe_number(found, wrong);
    read_refuted_at(reader, line, "%s: expected %s, found %s", what, right, wrong);
}

void read_charge(struct reader *reader, uint64_t work) {
    uint64_t limit = READ_WORK_LIMIT + READ_WORK_OF_BYTE * bytes_so_far(reader);
    if (work > limit || reader->work > limit - work)
        read_malformed(reader, "beyond the limit of work for a file of this length");
    reader->work += work;
}

/* Why there is no LF. */
static _Noreturn void no_line(struct reader *reader) {
    if (ferror(reader->in))
        read_malformed(reader, "cannot read: %s", strerror(errno ? errno : EIO));
    read_malformed(reader, reader->line < end_of(reader) ? "the file ends within this line"
                                                         : "the file ends before its digest line");
}

void read_next_line(struct reader *reader) {
    const char *end;
    size_t seen = 0; /* of this line, without a LF */
    reader->number++;
    reader->line = reader->at = reader->next;
    errno = 0;
    while (!(
        end = memchr(reader->line + seen, '\n', (size_t)(end_of(reader) - reader->line) - seen))) {
        seen = (size_t)(end_of(reader) - reader->line);
        if (seen > READ_LINE_LIMIT)
            read_malformed(reader, "the line is longer than %zu bytes", READ_LINE_LIMIT);
        if (!fill_buffer(reader))
            no_line(reader);
    }
    reader->next = end + 1;
}

bool word_is(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

struct word read_word(struct reader *reader) {
    const char *front = read_front(reader), *end = front;
    while (*end > ' ' && *end <= '~')
        end++;
    if (end == front || !read_ends_word(*end))
        read_malformed(reader, "the line ends where another word is expected");
    reader->at = end;
    return (struct word){front, (size_t)(end - front)};
}

void read_expected(struct reader *reader, const char *format, ...) {
    char expected[120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    struct word word = read_word(reader);
    read_malformed(reader, "expected %s, found '%.*s'", expected, WORD_IN_MESSAGE(word));
}

bool read_either(struct reader *reader, const char *key, const char *other) {
    const char *one = read_behind(read_front(reader), key);
    const char *end = one ? one : read_behind(read_front(reader), other);
    if (!end)
        read_expected(reader, "%s or %s", key, other);
    reader->at = end;
    return !one;
}

int read_one_of(struct reader *reader, const char *key, const char *const *words,
                const char *what) {
    read_key(reader, key);
    for (int i = 0; words[i]; i++) {
        const char *end = read_behind(read_front(reader), words[i]);
        if (end) {
            reader->at = end;
            return i;
        }
    }
    read_expected(reader, "%s", what);
}

bool word_take(struct word *word, char character) {
    if (word->length == 0 || *word->text != character)
        return false;
    word->text++;
    word->length--;
    return true;
}

bool word_take_number(struct word *word, uint32_t most, uint32_t *number) {
    const char *end = word->length > 0 ? read_digits(word->text, most, number) : NULL;
    if (!end)
        return false;
    word->length -= (size_t)(end - word->text);
    word->text = end;
    return true;
}

bool word_take_copies(struct word *word, uint32_t *copies) {
    *copies = 1;
    return word->length == 0 ||
           (word_take(word, '*') && word_take_number(word, READ_NUMBER_LIMIT, copies) &&
            *copies >= 2 && word->length == 0);
}

void read_big(struct reader *reader, const char *what, mpz_ptr number) {
    struct word word = read_word(reader);
    if (word.length > READ_DIGITS_LIMIT)
        read_malformed(reader, "%s has more than %d digits", what, READ_DIGITS_LIMIT);
    bool right = word.length == 1 || word.text[0] != '0';
    for (size_t i = 0; i < word.length; i++)
        right = right && word.text[i] >= '0' && word.text[i] <= '9';
    if (!right)
        read_malformed(reader, "expected %s, found '%.*s'", what, WORD_IN_MESSAGE(word));
    char *end = reader->buffer + (word.text - reader->buffer) + word.length, behind = *end;
    *end = '\0';
    mpz_set_str(number, word.text, 10);
    *end = behind;
}

void read_no_more(struct reader *reader) {
    if (read_has_more(reader))
        read_expected(reader, "the end of the line");
}

void read_line_end(struct reader *reader) {
    read_no_more(reader);
    read_next_line(reader);
}

uint32_t read_number_line(struct reader *reader, const char *key, uint32_t least, uint32_t most) {
    read_key(reader, key);
    uint32_t number = read_number(reader, key, least, most);
    read_line_end(reader);
    return number;
}

void read_big_line(struct reader *reader, const char *key, unsigned least, mpz_ptr number) {
    read_key(reader, key);
    read_big(reader, key, number);
    if (mpz_cmp_ui(number, least) < 0)
        read_malformed(reader, "expected %s, a number from %u on", key, least);
    read_line_end(reader);
}

uint32_t read_ports(struct reader *reader) {
    return read_is_at(reader, "ports") ? read_number_line(reader, "ports", 2, READ_PORTS_LIMIT) : 1;
}

void read_result_line(struct reader *reader, const char *key, mpz_srcptr result) {
    mpz_ptr found = memory_number();
    read_key(reader, key);
    read_big(reader, key, found);
    if (mpz_cmp(result, found) != 0)
        read_refuted_number(reader, key, result, found);
    read_line_end(reader);
}

bool read_either_line(struct reader *reader, const char *key, const char *word, const char *other) {
    read_key(reader, key);
    bool is_other = read_either(reader, word, other);
    read_line_end(reader);
    return is_other;
}

void read_logp(struct reader *reader, struct logp *logp) {
    logp->latency = read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT);
    logp->overhead = read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT);
    logp->gap = read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT);
}

void logp_claim(const struct logp *logp, struct verdict *verdict) {
    verdict_claim(verdict, "LogP L=%u o=%u g=%u", logp->latency, logp->overhead, logp->gap);
    verdict_fields(verdict, "L=%u o=%u g=%u", logp->latency, logp->overhead, logp->gap);
}

void read_instance(struct reader *reader, uint32_t *latency, uint32_t *depth) {
    *latency = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    *depth = read_number_line(reader, "depth", *latency, READ_DEPTH_LIMIT);
}

void read_digest_line(struct reader *reader) {
    char hex[DIGEST_HEX_SIZE];
    count_before(reader);
    digest_hex(&reader->before, hex);
    read_key(reader, "digest");
    read_key(reader, "sha256");
    read_key(reader, hex);
    read_no_more(reader);
}

void read_end(struct reader *reader) {
    if (reader->next < end_of(reader) || fgetc(reader->in) != EOF)
        read_malformed(
            reader, "the file goes on after its digest line; --stream reads several certificates");
    if (ferror(reader->in))
        read_malformed(reader, "cannot read to the end");
}

struct stated stated_read(struct reader *reader, const char *key, uint32_t least) {
    uint64_t line = reader->number;
    return (struct stated){read_number_line(reader, key, least, READ_NUMBER_LIMIT), line};
}

void stated_check(const struct stated *stated, struct reader *reader, const char *key,
                  uint64_t found) {
    if (found != stated->number)
        read_refuted_at(reader, stated->line, "%s: expected %llu, found %u", key,
                        (unsigned long long)found, stated->number);
}
