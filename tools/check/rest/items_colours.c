/* SPDX-License-Identifier: MIT */
#include "rest/items_colours.h"

#include "core/big.h"
#include "core/memory.h"
#include "core/schedule.h"
#include "rest/slot_classes.h"

#include <stdlib.h>
#include <string.h>

struct colours {
    struct reader *reader;
    uint32_t latency, depth, endgame; /* L, t, M */
    bool single, stream;
    mpz_t processors;
    struct slot_classes slots;
    uint32_t end;     /* L+t */
    uint32_t *source; /* [t]: a colour, or 0 */
    mpz_t *missing;   /* [y M + g-1]: receptions, by what was dealt, less those the source sends */
    mpz_t *sent;      /* [y M + g-1]: senders for TIME y, less those for the TIME before */
    uint64_t *seen;   /* [colour]: the number of the last deal that has it */
    uint64_t deals;   /* so far */
    uint32_t *dealt;  /* the colours of a line */
    size_t dealt_room;
    mpz_t rows, left; /* of a deal; of the class, without one */
};

static size_t places(const struct colours *colours) {
    return (size_t)(colours->end + 1) * colours->endgame;
}

static size_t place(const struct colours *colours, uint32_t time, uint32_t colour) {
    return (size_t)time * colours->endgame + colour - 1;
}

/* --- the parameters and the words --- */

static bool read_parameters(struct colours *colours) {
    struct reader *reader = colours->reader;
    if (!read_number_line(reader, "latency", 1, ITEMS_COLOURS_LIMIT, &colours->latency) ||
        !read_number_line(reader, "depth", 0, ITEMS_COLOURS_LIMIT, &colours->depth) ||
        !read_big_line(reader, "processors", 1, colours->processors) ||
        !read_number_line(reader, "endgame", 1, ITEMS_COLOURS_LIMIT, &colours->endgame) ||
        !read_key(reader, "sends") || !read_either(reader, "any", "single", &colours->single))
        return false;
    colours->end = colours->latency + colours->depth;
    if ((uint64_t)(colours->end + 1) * colours->endgame > ITEMS_COLOURS_PLACES)
        return read_malformed(reader, "too large: (L+t+1) M is beyond %d",
                              (int)ITEMS_COLOURS_PLACES);
    return read_line_end(reader);
}

static void keep_word(void *context, const struct closed_word *word, mpz_srcptr count) {
    slot_classes_add(context, word, count);
}

static bool read_words(struct colours *colours) {
    struct schedule_visitor visitor = {&colours->slots, keep_word};
    struct schedule schedule;
    schedule_init(&schedule, colours->reader);
    schedule.visitor = &visitor;
    bool right =
        schedule_start(&schedule, colours->latency, colours->depth, 1, colours->processors) &&
        schedule_check(&schedule) && colours->slots.right;
    if (right && (schedule.rest || schedule.blocks))
        right = read_malformed(colours->reader, "the stream before this line is to be told by "
                                                "lines word");
    schedule_clear(&schedule);
    if (right)
        slot_classes_merge(&colours->slots);
    return right;
}

/* --- colours --- */

/* A colour, or - for 0, and perhaps *k, k >= 2. */
static bool read_colour(struct colours *colours, uint32_t *colour, uint32_t *copies) {
    struct word word = read_word(colours->reader);
    *colour = 0;
    *copies = 1;
    if (!word.text)
        return false;
    if ((word_take(&word, '-') ||
         (word_take_number(&word, colours->endgame, colour) && *colour >= 1)) &&
        (word.length == 0 ||
         (word_take(&word, '*') && word_take_number(&word, ITEMS_COLOURS_LIMIT, copies) &&
          *copies >= 2)) &&
        word.length == 0)
        return true;
    return read_malformed(colours->reader, "expected a colour from 1 to %u, or -, and perhaps *k",
                          colours->endgame);
}

static bool read_source(struct colours *colours) {
    struct reader *reader = colours->reader;
    uint32_t x = 0, sends = 0, colour, copies;
    if (!read_key(reader, "source"))
        return false;
    while (x < colours->depth) {
        if (!read_colour(colours, &colour, &copies))
            return false;
        if (copies > colours->depth - x)
            return read_malformed(reader, "the source is said to send at more than t = %u TIMEs",
                                  colours->depth);
        for (; copies; copies--, x++) {
            colours->source[x] = colour;
            sends += colour > 0;
        }
    }
    if (colours->single && sends > colours->endgame)
        return read_refuted(
            reader, "the source sends %u times: the certificate says 'sends single'", sends);
    return read_line_end(reader);
}

/* --- classes --- */

static bool read_slots(struct colours *colours, const struct slot_class *class) {
    struct reader *reader = colours->reader;
    const uint32_t *times = colours->slots.times + class->first;
    uint32_t time;
    if (!read_key(reader, "slots"))
        return false;
    for (uint32_t i = 0; i < class->slots; i++) {
        if (!read_number(reader, "a TIME", 0, colours->end, &time))
            return false;
        if (time != times[i])
            return read_refuted(reader,
                                "the next class of processors has its slot %u of %u at TIME %u",
                                i + 1, class->slots, times[i]);
    }
    if (read_has_more(reader))
        return read_refuted(reader, "the next class of processors has %u slots only", class->slots);
    return read_line_end(reader);
}

/* What the rows of a deal receive and send. */
static bool count_deal(struct colours *colours, const struct slot_class *class) {
    const uint32_t *times = colours->slots.times + class->first;
    uint32_t first = 0;
    if (!read_charge(colours->reader, (class->slots + 2) * (1 + mpz_size(colours->rows))))
        return false;
    while (!colours->dealt[first]) /* M >= 1 of them are colours */
        first++;
    for (uint32_t i = first; i < class->slots; i++) {
        if (!colours->dealt[i])
            continue;
        mpz_ptr missing = colours->missing[place(colours, times[i], colours->dealt[i])];
        mpz_add(missing, missing, colours->rows);
    }
    if (times[first] < class->until) {
        mpz_ptr from =
            colours->sent[place(colours, times[first] + colours->latency, colours->dealt[first])];
        mpz_ptr to =
            colours->sent[place(colours, class->until + colours->latency, colours->dealt[first])];
        mpz_add(from, from, colours->rows);
        mpz_sub(to, to, colours->rows);
    }
    return true;
}

static bool read_deal(struct colours *colours, const struct slot_class *class) {
    struct reader *reader = colours->reader;
    uint32_t different = 0, copies;
    if (!read_key(reader, "deal") || !read_big(reader, "COUNT", colours->rows))
        return false;
    colours->deals++;
    for (uint32_t i = 0; i < class->slots; i++) {
        uint32_t *colour = &colours->dealt[i];
        if (!read_colour(colours, colour, &copies))
            return false;
        if (copies > 1)
            return read_malformed(reader, "expected a colour for each slot");
        if (*colour && colours->seen[*colour] == colours->deals)
            return read_refuted(reader, "colour %u is received twice", *colour);
        colours->seen[*colour] = colours->deals;
        different += *colour > 0;
    }
    if (different < colours->endgame)
        return read_refuted(reader, "%u of %u colours are received", different, colours->endgame);
    if (mpz_sgn(colours->rows) == 0 || mpz_cmp(colours->rows, colours->left) > 0)
        return read_refuted_number(reader, "the rest of the class of processors, at least 1,",
                                   colours->left, colours->rows);
    mpz_sub(colours->left, colours->left, colours->rows);
    return read_line_end(reader) && count_deal(colours, class);
}

static bool read_class(struct colours *colours, const struct slot_class *class) {
    if (class->slots < colours->endgame)
        return read_refuted(colours->reader,
                            "there are processors with %u slots, fewer than the endgame has items",
                            class->slots);
    if (!read_slots(colours, class))
        return false;
    colours->dealt =
        memory_grow(colours->dealt, &colours->dealt_room, class->slots, sizeof *colours->dealt);
    mpz_set(colours->left, class->rows);
    while (mpz_sgn(colours->left) > 0)
        if (!read_deal(colours, class))
            return false;
    return true;
}

/* --- without a stream --- */

/* As many slots as there are, ascending, behind those of the last class. */
static bool read_free_slots(struct colours *colours, struct slot_class *class) {
    struct reader *reader = colours->reader;
    uint32_t *times, time, count = 0, least = 0, before = class->slots;
    bool larger = before == 0;
    if (!read_key(reader, "slots"))
        return false;
    while (read_has_more(reader)) {
        if (!read_number(reader, "an ascending TIME before L+t", least, colours->end - 1, &time))
            return false;
        colours->slots.times = memory_grow(colours->slots.times, &colours->slots.time_capacity,
                                           (size_t)count + 1, sizeof *times);
        times = colours->slots.times;
        if (!larger && (count == before || time > times[count]))
            larger = true;
        else if (!larger && time < times[count])
            return read_malformed(reader, "the classes are not in lexicographic order");
        times[count++] = time;
        least = time + 1;
    }
    if (!larger)
        return read_malformed(reader, "the classes are not in lexicographic order");
    class->slots = count;
    return read_line_end(reader);
}

/* Everybody is free all the time; a class ends where the next one begins. The rows of all classes
 * are N. */
static bool read_free_classes(struct colours *colours) {
    struct slot_class class = {.first = 0, .slots = 0, .until = colours->depth};
    bool right = true;
    mpz_set(colours->left, colours->processors);
    while (right && mpz_sgn(colours->left) > 0) {
        right = read_free_slots(colours, &class);
        if (right && class.slots < colours->endgame)
            right = read_refuted(colours->reader, "there are processors with %u slots for %u items",
                                 class.slots, colours->endgame);
        if (!right)
            break;
        colours->dealt =
            memory_grow(colours->dealt, &colours->dealt_room, class.slots, sizeof *colours->dealt);
        do
            right = read_deal(colours, &class);
        while (right && mpz_sgn(colours->left) > 0 && read_is_at(colours->reader, "deal"));
    }
    return right;
}

/* --- the end --- */

static bool check_messages(struct colours *colours) {
    mpz_t arriving;
    bool right =
        read_charge(colours->reader, 4 * places(colours) * (1 + mpz_size(colours->processors)));
    mpz_init(arriving);
    for (uint32_t g = 1; g <= colours->endgame && right; g++) {
        mpz_set_ui(arriving, 0);
        for (uint32_t y = 0; y < colours->end && right; y++) {
            mpz_ptr missing = colours->missing[place(colours, y, g)];
            mpz_add(arriving, arriving, colours->sent[place(colours, y, g)]);
            if (y >= colours->latency && colours->source[y - colours->latency] == g)
                mpz_sub_ui(missing, missing, 1);
            if (mpz_cmp(missing, arriving) > 0)
                right = read_refuted(colours->reader,
                                     "at TIME %u item %u from the end is received more often than "
                                     "it was sent L steps before",
                                     y, g);
        }
    }
    mpz_clear(arriving);
    return right;
}

/* L+t-1 >= M, as no row has more than t slots. */
static void claim(const struct colours *colours) {
    struct verdict *verdict = colours->reader->verdict;
    uint32_t last = colours->end - 1, more = last - colours->endgame;
    verdict_claim(verdict, "postal L=%u N=", colours->latency);
    verdict_claim_number(verdict, colours->processors);
    verdict_claim(verdict, ": ");
    if (colours->stream)
        verdict_claim(verdict, "for every K >= %u ", colours->endgame);
    verdict_claim(verdict, "the source%s brings ",
                  colours->single ? ", sending each item once," : "");
    if (colours->stream)
        verdict_claim(verdict, "K items that it has at time 0 to all N others by time K");
    else
        verdict_claim(verdict, "%u items that it has at time 0 to all N others by time %u",
                      colours->endgame, last);
    if (colours->stream && more > 0)
        verdict_claim(verdict, "+%u", more);
    if (colours->stream && colours->endgame > 1)
        verdict_claim(verdict, "; of fewer than %u items nothing is said", colours->endgame);
    verdict_fields(verdict, "L=%u", colours->latency);
    verdict_field_number(verdict, "N", colours->processors);
    if (colours->stream)
        verdict_fields(verdict, "from=%u", colours->endgame);
    else
        verdict_fields(verdict, "K=%u", colours->endgame);
    verdict_fields(verdict, "sends=%s", colours->single ? "single" : "any");
    if (colours->stream)
        verdict_fields(verdict, "more=%u", more);
    else
        verdict_fields(verdict, "end=%u", last);
}

static bool read_classes(struct colours *colours) {
    bool right = true;
    for (size_t c = 0; c < colours->slots.class_count && right; c++)
        right = read_class(colours, &colours->slots.classes[c]);
    return right;
}

static bool read_all(struct colours *colours) {
    colours->stream = !read_is_at(colours->reader, "source");
    if (colours->stream)
        return read_words(colours) && read_source(colours) && read_classes(colours) &&
               check_messages(colours);
    return read_source(colours) && read_free_classes(colours) && check_messages(colours);
}

bool rule_items_colours(struct reader *reader) {
    struct colours colours = {.reader = reader};
    mpz_inits(colours.processors, colours.rows, colours.left, NULL);
    bool right = read_parameters(&colours);
    if (right) {
        slot_classes_init(&colours.slots, reader, colours.latency, colours.depth);
        colours.source = memory_zeroed(colours.depth, sizeof *colours.source);
        colours.missing = big_array_new(places(&colours));
        colours.sent = big_array_new(places(&colours));
        colours.seen = memory_zeroed((size_t)colours.endgame + 1, sizeof *colours.seen);
        right = read_all(&colours);
        if (right)
            claim(&colours);
        big_array_free(colours.missing, places(&colours));
        big_array_free(colours.sent, places(&colours));
        slot_classes_clear(&colours.slots);
        free(colours.source);
        free(colours.seen);
        free(colours.dealt);
    }
    mpz_clears(colours.processors, colours.rows, colours.left, NULL);
    return right;
}
