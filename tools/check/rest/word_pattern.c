/* SPDX-License-Identifier: MIT */
#include "rest/word_pattern.h"

#include <stdlib.h>
#include <string.h>

/* `t`, `t-a`: like the letter, less a number. */
static bool take_less(struct word word, char letter, uint32_t *less) {
    *less = 0;
    return word_take(&word, letter) &&
           (word.length == 0 ||
            (word_take(&word, '-') && word_take_number(&word, WORD_PATTERN_DEPTH_LIMIT, less) &&
             *less > 0 && word.length == 0));
}

static bool read_less(struct reader *reader, char letter, uint32_t *less) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    return take_less(word, letter, less) ||
           read_malformed(reader, "expected %c or %c-a, found '%.*s'", letter, letter,
                          WORD_IN_MESSAGE(word));
}

static bool read_range(struct word_pattern *pattern, struct reader *reader,
                       const struct word_family *family) {
    pattern->head = HEAD_RANGE;
    if (!read_key(reader, "from") ||
        !read_number(reader, "first head", 1, WORD_PATTERN_DEPTH_LIMIT, &pattern->first) ||
        !read_key(reader, "to") || !read_less(reader, 't', &pattern->below) ||
        !read_key(reader, "step") ||
        !read_number(reader, "step", 1, WORD_PATTERN_DEPTH_LIMIT, &pattern->step))
        return false;
    if (family->period % pattern->step != 0)
        return read_malformed(reader, "the step %u does not divide the period %u", pattern->step,
                              family->period);
    return pattern->below >= family->latency ||
           read_refuted(reader, "heads v go up to t-L at most");
}

static bool read_head(struct word_pattern *pattern, struct reader *reader,
                      const struct word_family *family) {
    struct word word = read_word(reader), number = word;
    if (!word.text)
        return false;
    if (word_is(word, "v"))
        return read_range(pattern, reader, family);
    if (take_less(word, 't', &pattern->top)) {
        pattern->head = HEAD_TOP;
        return pattern->top == 0 || pattern->top >= family->latency ||
               read_refuted(reader, "nothing between t-L and t is received");
    }
    pattern->head = HEAD_FIXED;
    return (word_take_number(&number, WORD_PATTERN_DEPTH_LIMIT, &pattern->fixed) &&
            number.length == 0) ||
           read_malformed(reader, "expected v, t, t-a or a number, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

/* Letters up to the word `repeat`, `size` or `send`, which is returned; no text after a fault. */
static struct word read_letters(struct word_pattern *pattern, struct reader *reader,
                                uint32_t *count) {
    const struct word none = {NULL, 0};
    for (*count = 0;; (*count)++) {
        struct word word = read_word(reader), number = word;
        uint32_t letter;
        if (!word.text || word_is(word, "repeat") || word_is(word, "size") || word_is(word, "send"))
            return word;
        if (!word_take_number(&number, WORD_PATTERN_DEPTH_LIMIT, &letter) || number.length > 0) {
            read_malformed(reader, "expected a letter, found '%.*s'", WORD_IN_MESSAGE(word));
            return none;
        }
        if (pattern->start + pattern->repeat + *count == WORD_PATTERN_LETTERS) {
            read_malformed(reader, "the line has more than %d letters", WORD_PATTERN_LETTERS);
            return none;
        }
        pattern->letters[pattern->start + pattern->repeat + *count] = letter;
    }
}

static bool expect(struct reader *reader, struct word word, const char *key) {
    if (!word.text)
        return false;
    return word_is(word, key) ||
           read_malformed(reader, "expected %s, found '%.*s'", key, WORD_IN_MESSAGE(word));
}

static bool read_all_letters(struct word_pattern *pattern, struct reader *reader) {
    uint32_t count;
    if (!read_key(reader, "then"))
        return false;
    struct word end = read_letters(pattern, reader, &count);
    pattern->start = count;
    if (pattern->head == HEAD_FIXED)
        return expect(reader, end, "send");
    if (!expect(reader, end, "repeat"))
        return false;
    end = read_letters(pattern, reader, &count);
    pattern->repeat = count;
    if (!expect(reader, end, "size"))
        return false;
    if (count == 0)
        return read_malformed(reader, "nothing is repeated");
    return read_less(reader, pattern->head == HEAD_TOP ? 't' : 'v', &pattern->less) &&
           read_key(reader, "send");
}

static bool read_last(struct word_pattern *pattern, struct reader *reader) {
    struct word word = read_word(reader), number = word;
    if (!word.text)
        return false;
    pattern->sends = !word_is(word, "none");
    return !pattern->sends ||
           (word_take_number(&number, WORD_PATTERN_DEPTH_LIMIT, &pattern->last) &&
            number.length == 0) ||
           read_malformed(reader, "expected a value or none, found '%.*s'", WORD_IN_MESSAGE(word));
}

static bool read_line(struct word_pattern *pattern, struct reader *reader,
                      const struct word_family *family) {
    memset(pattern, 0, sizeof *pattern);
    pattern->line = reader->number;
    return form_read(&pattern->count, reader) && read_key(reader, "head") &&
           read_head(pattern, reader, family) && read_all_letters(pattern, reader) &&
           read_last(pattern, reader) &&
           (!read_has_more(reader) ||
            read_malformed(reader, "the line goes on after its last value"));
}

static bool check_count(const struct word_pattern *pattern, struct reader *reader, uint32_t from) {
    const struct form *count = &pattern->count;
    uint32_t needed = form_depth_needed(count);
    if (form_shift_up(count) > WORD_PATTERN_DEPTH_LIMIT)
        return read_malformed(reader, "f(t+X) is taken up to X = %d", WORD_PATTERN_DEPTH_LIMIT);
    if (pattern->head == HEAD_TOP && !form_is_plain(count))
        return read_malformed(reader, "the count of a head t or t-a is a number >= 1");
    if (pattern->head == HEAD_RANGE && !form_is_of_head(count))
        return read_malformed(reader, "the count of heads v is a sum of terms f(t-v-X)");
    if (pattern->head == HEAD_FIXED && !form_is_of_depth(count))
        return read_malformed(reader, "the line has no v");
    return needed <= (pattern->head == HEAD_RANGE ? pattern->below : from) ||
           read_malformed(reader, "the index of f(..-%u) becomes negative", needed);
}

/* The smallest head, at the first depth of the class. */
static uint32_t least_head(const struct word_pattern *pattern, const struct word_family *family,
                           uint32_t class) {
    uint32_t first =
        family->from + (class + family->period - family->from % family->period) % family->period;
    return pattern->head == HEAD_FIXED   ? pattern->fixed
           : pattern->head == HEAD_RANGE ? pattern->first
           : first > pattern->top        ? first - pattern->top
                                         : 0;
}

/* Are these letters even with mean *s, front[0] being the first? */
static bool is_even(const uint32_t *letters, uint32_t count, uint64_t *mean) {
    bool seen[WORD_PATTERN_LETTERS + 1] = {false};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += letters[i];
    *mean = sum / count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t place = i + (uint64_t)letters[i] - *mean; /* wraps where it is below */
        if (place >= count || seen[place])
            return false;
        seen[place] = true;
    }
    return true;
}

static bool check_repeated(const struct word_pattern *pattern, struct reader *reader,
                           const struct word_family *family, uint32_t least) {
    uint32_t front[WORD_PATTERN_LETTERS + 1] = {pattern->less};
    uint32_t fixed = pattern->less + 1 + pattern->start;
    uint32_t grows = pattern->head == HEAD_TOP ? family->period : pattern->step;
    uint64_t mean, repeated_mean;
    if (pattern->head == HEAD_FIXED)
        return true;
    if (least < fixed || (least - fixed) % pattern->repeat != 0 || grows % pattern->repeat != 0)
        return read_refuted(reader,
                            "the repeated letters do not fill the word with head %u, or one "
                            "with head %u",
                            least, least + grows);
    memcpy(front + 1, pattern->letters, pattern->start * sizeof *front);
    if (!is_even(front, pattern->start + 1, &mean) ||
        !is_even(pattern->letters + pattern->start, pattern->repeat, &repeated_mean) ||
        mean != repeated_mean)
        return read_refuted(reader, "the words are not legal for all lengths: the letters before "
                                    "and those repeated must be even, with the same mean");
    return true;
}

static bool check_last(const struct word_pattern *pattern, struct reader *reader, uint32_t latency,
                       uint32_t least) {
    uint32_t again = pattern->head == HEAD_FIXED
                         ? least > pattern->start ? least - pattern->start : 0
                         : pattern->less + 1;
    if (!pattern->sends)
        return true;
    if (pattern->last < latency || pattern->last > least)
        return read_refuted(reader, "the last value sent is %u, expected one from L to the head",
                            pattern->last);
    return pattern->last >= again ||
           read_refuted(reader, "the word starts again before its head is sent with value %u",
                        pattern->last);
}

static bool check_letters(const struct word_pattern *pattern, struct reader *reader,
                          const struct word_family *family) {
    uint32_t most = family->from - family->latency;
    for (uint32_t i = 0; i < pattern->start + pattern->repeat; i++)
        if (pattern->letters[i] > most)
            return read_refuted(reader, "letter %u is above T-L", pattern->letters[i]);
    return pattern->head != HEAD_FIXED || pattern->fixed <= most ||
           read_refuted(reader, "head %u is above T-L", pattern->fixed);
}

bool word_pattern_read(struct word_pattern *pattern, struct reader *reader,
                       const struct word_family *family, uint32_t class) {
    if (!read_line(pattern, reader, family))
        return false;
    uint32_t least = least_head(pattern, family, class);
    return check_count(pattern, reader, family->from) && check_letters(pattern, reader, family) &&
           check_repeated(pattern, reader, family, least) &&
           check_last(pattern, reader, family->latency, least);
}

static void write_send(const struct word_pattern *pattern, uint32_t head, uint32_t position,
                       struct closed_word *word) {
    bool sends = pattern->sends && head >= position && head - position >= pattern->last;
    if (!closed_word_send(word, sends ? head - position : CLOSED_WORD_NOTHING, 1))
        abort();
}

void word_pattern_write(const struct word_pattern *pattern, uint32_t head,
                        struct closed_word *word) {
    uint32_t front = pattern->start + 1;
    uint32_t size = pattern->head == HEAD_FIXED ? front : head - pattern->less;
    closed_word_restart(word);
    for (uint32_t p = 0; p < size; p++) {
        uint32_t value = p == 0 ? head
                         : p < front
                             ? pattern->letters[p - 1]
                             : pattern->letters[pattern->start + (p - front) % pattern->repeat];
        if (!closed_word_receive(word, value, 1))
            abort();
        write_send(pattern, head, p, word);
    }
}
