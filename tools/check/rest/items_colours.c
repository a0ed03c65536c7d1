/* SPDX-License-Identifier: MIT */
/* Kind items-colours: for every K >= M, K items from a source to N rows by time K - M + L+t-1,
 * given by classes of rows; or, without a stream, M items by time L+t-1.
 *
 * What is checked: the words are a stationary schedule; every row of a class is dealt every colour
 * once, in its slots; at each TIME no colour is received more often than it is sent, by the source
 * or by rows that have it first of all colours, L steps before.
 *
 * Why the claim follows. Take the stationary schedule for all times, and let TIME 0 be the time
 * K - M, when the source comes to the last M items. Keep of its messages those of the items before
 * these: they are legal, and bring all of these to every row by TIME L+t-1, as the deadline of the
 * last of them is that TIME. What is left at TIME y < L+t is, for the rows, their slots, and where
 * its class is not busy, from its first slot on, each row is free to send. The colours are the last
 * M items. What is dealt comes into slots only, so no row receives two messages at a time; a row
 * sends, of the colours, the first that it receives, at TIMEs from its reception on at which it is
 * free, so no row sends two messages and each has what it sends; the source is free from TIME 0 on.
 * For each reception a sender can be chosen, as there are enough. All colours are received by TIME
 * L+t-1, the last TIME of a slot. As all of the source's messages of colours are sent at TIME 0 or
 * later, this is a schedule for every K >= M. Without words there is nothing that is kept, every
 * TIME is free to everybody, and the classes are as the file says; TIME 0 is the time 0, and K = M.
 *
 * Room: that of the classes, and (L+t) M numbers. */
#include "core/big.h"
#include "core/closed_word.h"
#include "core/memory.h"
#include "core/read.h"
#include "core/schedule.h"
#include "rest/rules.h"

#include <stdlib.h>

/* Of L, t, M, and of (L+t+1) M. */
enum { ITEMS_COLOURS_LIMIT = 1000000, ITEMS_COLOURS_PLACES = 1 << 22 };

/* --- the slots of rows --- */

/* The slots of the rows of a stationary schedule with delay L+t.
 *
 * A row that is at position p of a word of length n at TIME 0 is at position (p + y) mod n at TIME
 * y. The value v that it receives then belongs to an item with the deadline v + y; those with a
 * deadline of L+t or later are not carried, and the TIMEs y < L+t at which the row receives such
 * items are its slots: y = L+t-v .. L+t-1 for each reception of a value v, one of n apart. As the
 * word is legal, these are as many as the mean of its values. At one TIME a row receives once, so
 * they are distinct. At TIME x < t the row is *busy* if its word sends a value u with u + x < L+t,
 * else free; before its first slot that does not matter.
 *
 * Room: 4 bytes for each slot and busy TIME of each position of a word, and about 100 for each
 * position. */

/* Slots and busy TIMEs of all positions of all words, and positions. */
enum { SLOT_CLASSES_SLOTS = 1 << 26, SLOT_CLASSES_POSITIONS = 1 << 22 };

/* Rows with the same slots and, from the first of these on, the same busy TIMEs. */
struct slot_class {
    uint32_t slots, busy; /* how many */
    uint32_t *times;      /* of the slots, ascending */
    uint32_t *busy_times; /* likewise */
    mpz_ptr rows;
};

/* The reader, L and t are set before, all else is zero. */
struct slot_classes {
    struct reader *reader;
    uint32_t latency, depth;
    uint64_t slots;
    struct slot_class *classes;
    size_t count, capacity;
};

static _Noreturn void too_large(const struct slot_classes *slots) {
    read_malformed(slots->reader,
                   "too large: the rows have more than %d slots and TIMEs at which they are "
                   "busy, or the words more than %d positions",
                   (int)SLOT_CLASSES_SLOTS, (int)SLOT_CLASSES_POSITIONS);
}

/* Two looks at each TIME for each row, its memory, and sorting, which looks 22 times at all slots
 * at most, two or three times for a unit. */
static void charge_word(struct slot_classes *slots, const struct closed_word *word, uint64_t sum,
                        mpz_srcptr count) {
    if (slots->slots + sum > SLOT_CLASSES_SLOTS ||
        slots->count + word->length > SLOT_CLASSES_POSITIONS)
        too_large(slots);
    read_charge(slots->reader,
                12 * sum + (uint64_t)word->length * (32 + 4 * slots->depth + mpz_size(count)));
}

/* Of the row that is at position p at TIME 0. What it receives has a value of t at most, so before
 * TIME L it has no slot. */
static struct slot_class class_of(const struct slot_classes *slots, const struct closed_word *word,
                                  uint32_t p, uint32_t most) {
    struct slot_class class = {.times = memory_zeroed(most, sizeof *class.times)};
    size_t capacity = 0;
    uint32_t end = slots->latency + slots->depth;
    uint32_t q = (uint32_t)(((uint64_t)p + slots->latency) % word->length);
    for (uint32_t y = slots->latency; y < end; y++) {
        uint32_t u = word->sent[q];
        if ((uint64_t)word->value[q] + y >= end)
            class.times[class.slots++] = y;
        if (class.slots > 0 && y < slots->depth && u != CLOSED_WORD_NOTHING &&
            (uint64_t)u + y < end) {
            MEMORY_GROW(class.busy_times, capacity, (size_t) class.busy + 1);
            class.busy_times[class.busy++] = y;
        }
        q = q + 1 == word->length ? 0 : q + 1;
    }
    return class;
}

/* The rows of a legal word, so many at each position: all have equally many slots, sum / length.
 * The work is charged. */
static void keep_word(void *context, const struct closed_word *word, mpz_srcptr count) {
    struct slot_classes *slots = context;
    uint64_t sum = 0;
    for (uint32_t p = 0; p < word->length; p++)
        sum += word->value[p];
    charge_word(slots, word, sum, count);
    slots->slots += sum;
    MEMORY_GROW(slots->classes, slots->capacity, slots->count + word->length);
    for (uint32_t p = 0; p < word->length; p++) {
        struct slot_class *class = &slots->classes[slots->count++];
        *class = class_of(slots, word, p, (uint32_t)(sum / word->length));
        class->rows = memory_number();
        mpz_set(class->rows, count);
        slots->slots += class->busy;
        if (slots->slots > SLOT_CLASSES_SLOTS)
            too_large(slots);
    }
}

static int compare_times(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count) {
    for (uint32_t i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return (a_count > b_count) - (a_count < b_count);
}

/* The lexicographic order of their slots. */
static int slot_class_compare(const struct slot_class *a, const struct slot_class *b) {
    return compare_times(a->times, a->slots, b->times, b->slots);
}

static int compare(const void *a, const void *b) {
    const struct slot_class *x = a, *y = b;
    int order = slot_class_compare(x, y);
    return order != 0 ? order : compare_times(x->busy_times, x->busy, y->busy_times, y->busy);
}

/* Puts equal classes together, in the order of their slots, then of their busy TIMEs. Contract:
 * there is one. */
static void slot_classes_merge(struct slot_classes *slots) {
    size_t kept = 0;
    qsort(slots->classes, slots->count, sizeof *slots->classes, compare);
    for (size_t c = 1; c < slots->count; c++) {
        struct slot_class *last = &slots->classes[kept], *next = &slots->classes[c];
        if (compare(last, next) != 0)
            slots->classes[++kept] = *next;
        else
            mpz_add(last->rows, last->rows, next->rows);
    }
    slots->count = kept + 1;
}

struct colours {
    struct reader *reader;
    uint32_t latency, depth, endgame; /* L, t, M */
    bool single, stream;
    mpz_ptr processors;
    struct slot_classes slots;
    uint32_t end;   /* L+t */
    mpz_t *change;  /* [(g-1)(L+t+1) + y]: of what may be received of colour g and is not, at TIME
                       y, from the TIME before */
    uint64_t *seen; /* [colour]: the number of the last deal that has it */
    uint64_t deals; /* so far */
    mpz_ptr rows;   /* of a deal */
};

static size_t places(const struct colours *colours) {
    return (size_t)(colours->end + 1) * colours->endgame;
}

/* So many more may receive the colour at the TIMEs first .. end-1; fewer at end .. first-1. */
static void may_receive(struct colours *colours, uint32_t colour, uint32_t first, uint32_t end,
                        mpz_srcptr rows) {
    mpz_t *change = colours->change + (size_t)(colour - 1) * (colours->end + 1);
    mpz_add(change[first], change[first], rows);
    mpz_sub(change[end], change[end], rows);
}

/* --- the parameters and the words --- */

static void read_parameters(struct colours *colours) {
    struct reader *reader = colours->reader;
    colours->latency = read_number_line(reader, "latency", 1, ITEMS_COLOURS_LIMIT);
    colours->depth = read_number_line(reader, "depth", 0, ITEMS_COLOURS_LIMIT);
    read_big_line(reader, "processors", 1, colours->processors);
    colours->endgame = read_number_line(reader, "endgame", 1, ITEMS_COLOURS_LIMIT);
    read_key(reader, "sends");
    colours->single = read_either(reader, "any", "single");
    colours->end = colours->latency + colours->depth;
    if ((uint64_t)(colours->end + 1) * colours->endgame > ITEMS_COLOURS_PLACES)
        read_malformed(reader, "too large: (L+t+1) M is beyond %d", (int)ITEMS_COLOURS_PLACES);
    read_line_end(reader);
}

static void read_words(struct colours *colours) {
    struct slot_classes *slots = &colours->slots;
    const struct schedule_visitor visitor = {slots, keep_word};
    schedule_read_words(colours->reader, colours->latency, colours->depth, colours->processors,
                        &visitor);
    slot_classes_merge(slots);
}

/* --- colours --- */

/* A colour, or - for 0, so many times: *k, k >= 2, may stand behind it. */
static void read_colour(struct colours *colours, uint32_t *colour, uint32_t *copies) {
    struct word word = read_word(colours->reader);
    *colour = 0;
    if ((word_take(&word, '-') ||
         (word_take_number(&word, colours->endgame, colour) && *colour >= 1)) &&
        word_take_copies(&word, copies))
        return;
    read_malformed(colours->reader, "expected a colour from 1 to %u, or -, and perhaps *k",
                   colours->endgame);
}

static void read_source(struct colours *colours) {
    struct reader *reader = colours->reader;
    uint32_t L = colours->latency, t = colours->depth, sends = 0, colour, copies;
    read_key(reader, "source");
    mpz_set_ui(colours->rows, 1);
    for (uint32_t x = 0; x < t; x += copies) {
        read_colour(colours, &colour, &copies);
        if (copies > t - x)
            read_malformed(reader, "the source is said to send at more than t = %u TIMEs", t);
        if (colour == 0)
            continue;
        may_receive(colours, colour, x + L, x + copies + L, colours->rows);
        sends += copies;
    }
    if (colours->single && sends > colours->endgame)
        read_refuted(reader, "the source sends %u times: the certificate says 'sends single'",
                     sends);
    read_line_end(reader);
}

/* --- deals --- */

static void read_slots(struct colours *colours, struct slot_class *line) {
    struct reader *reader = colours->reader;
    size_t capacity = 0;
    read_key(reader, "slots");
    for (uint32_t least = 0; read_has_more(reader); line->slots++) {
        MEMORY_GROW(line->times, capacity, (size_t)line->slots + 1);
        line->times[line->slots] =
            read_number(reader, "an ascending TIME before L+t", least, colours->end - 1);
        least = line->times[line->slots] + 1;
    }
    if (line->slots < colours->endgame)
        read_refuted(reader, "there are processors with %u slots for %u items", line->slots,
                     colours->endgame);
}

/* The slots of the class, which are known, or of the next one without a stream. */
static void set_slots(const struct colours *colours, struct slot_class *class,
                      struct slot_class *line) {
    int order = slot_class_compare(class, line);
    if (colours->stream) {
        if (order != 0)
            read_refuted(colours->reader,
                         "the next class of processors has other slots, %u from TIME %u on",
                         class->slots, class->times[0]);
        return;
    }
    class->slots = line->slots;
    class->times = line->times;
    if (order >= 0)
        read_malformed(colours->reader, "the classes are not in lexicographic order");
}

/* Rows of the class send a colour from a TIME on, whenever they are free. */
static void send_on(struct colours *colours, const struct slot_class *class, uint32_t time,
                    uint32_t colour) {
    uint32_t L = colours->latency;
    for (uint32_t b = 0; b < class->busy; b++)
        if (class->busy_times[b] >= time) {
            may_receive(colours, colour, time + L, class->busy_times[b] + L, colours->rows);
            time = class->busy_times[b] + 1;
        }
    if (time < colours->depth)
        may_receive(colours, colour, time + L, colours->end, colours->rows);
}

/* Rows of the class receive a colour, as the first of all or not. */
static void receive(struct colours *colours, const struct slot_class *class, uint32_t time,
                    uint32_t colour, bool first) {
    if (colours->seen[colour] == colours->deals)
        read_refuted(colours->reader, "colour %u is received twice", colour);
    colours->seen[colour] = colours->deals;
    may_receive(colours, colour, time + 1, time, colours->rows);
    if (first)
        send_on(colours, class, time, colour);
}

static void read_deal(struct colours *colours, struct slot_class *class) {
    struct reader *reader = colours->reader;
    uint32_t different = 0, colour, copies;
    read_key(reader, "deal");
    read_big(reader, "COUNT", colours->rows);
    if (mpz_sgn(colours->rows) == 0 || mpz_cmp(colours->rows, class->rows) > 0)
        read_refuted_number(reader, "the rest of the class of processors, at least 1,", class->rows,
                            colours->rows);
    read_charge(reader,
                ((uint64_t) class->slots + class->busy + 2) * (1 + mpz_size(colours->rows)));
    mpz_sub(class->rows, class->rows, colours->rows);
    colours->deals++;
    for (uint32_t i = 0; i < class->slots; i++) {
        read_colour(colours, &colour, &copies);
        if (copies > 1)
            read_malformed(reader, "expected a colour for each slot");
        if (colour > 0)
            receive(colours, class, class->times[i], colour, different++ == 0);
    }
    if (different < colours->endgame)
        read_refuted(reader, "%u of %u colours are received", different, colours->endgame);
    read_line_end(reader);
}

/* All rows of the class; without a stream it ends where the next one begins. */
static void read_class(struct colours *colours, struct slot_class *class) {
    struct reader *reader = colours->reader;
    struct slot_class line = {.slots = 0};
    read_slots(colours, &line);
    set_slots(colours, class, &line);
    read_line_end(reader);
    do {
        read_deal(colours, class);
    } while (mpz_sgn(class->rows) > 0 && (colours->stream || read_is_at(reader, "deal")));
}

static void read_classes(struct colours *colours) {
    const struct slot_classes *slots = &colours->slots;
    for (size_t c = 0; c < slots->count; c++)
        while (mpz_sgn(slots->classes[c].rows) > 0)
            read_class(colours, &slots->classes[c]);
}

/* --- the end --- */

static void check_messages(struct colours *colours) {
    uint64_t work = 4 * places(colours) * (1 + mpz_size(colours->processors));
    mpz_ptr left = colours->rows;
    read_charge(colours->reader, work);
    for (size_t i = 0; i < places(colours); i++) {
        uint32_t y = (uint32_t)(i % (colours->end + 1)), g = (uint32_t)(i / (colours->end + 1)) + 1;
        if (y == 0)
            mpz_set_ui(left, 0);
        mpz_add(left, left, colours->change[i]);
        if (mpz_sgn(left) < 0)
            read_refuted(colours->reader,
                         "at TIME %u item %u from the end is received more often than it "
                         "was sent L steps before",
                         y, g);
    }
}

/* With a stream L+t-1 >= M, as no row has more than t slots. */
static void claim(const struct colours *colours) {
    struct verdict *verdict = colours->reader->verdict;
    uint32_t M = colours->endgame, last = colours->end - 1;
    const char *once = colours->single ? ", sending each item once," : "";
    const char *sends = colours->single ? "single" : "any";
    const char *processors = memory_digits(colours->processors);
    verdict_claim(verdict, "postal L=%u N=%s", colours->latency, processors);
    verdict_fields(verdict, "L=%u N=%s", colours->latency, processors);
    if (!colours->stream) {
        verdict_claim(verdict,
                      ": the source%s brings %u items that it has at time 0 to all N others by "
                      "time %u",
                      once, M, last);
        verdict_fields(verdict, "K=%u sends=%s end=%u", M, sends, last);
        return;
    }
    verdict_claim(verdict,
                  ": for every K >= %u the source%s brings K items that it has at time 0 to all N "
                  "others by time K",
                  M, once);
    if (last > M)
        verdict_claim(verdict, "+%u", last - M);
    if (M > 1)
        verdict_claim(verdict, "; of fewer than %u items nothing is said", M);
    verdict_fields(verdict, "from=%u sends=%s more=%u", M, sends, last - M);
}

/* Without a stream everybody is always free, and the slots of all rows are still to be read. */
void rule_items_colours(struct reader *reader) {
    struct colours colours = {.reader = reader};
    struct slot_classes *slots = &colours.slots;
    memory_number_each(&colours.processors, &colours.rows, NULL);
    read_parameters(&colours);
    read_charge(reader, BIG_WORK_OF_NUMBER * (places(&colours) + colours.endgame));
    *slots =
        (struct slot_classes){.reader = reader, .latency = colours.latency, .depth = colours.depth};
    colours.change = memory_numbers(places(&colours));
    colours.seen = memory_zeroed((size_t)colours.endgame + 1, sizeof *colours.seen);
    colours.stream = !read_is_at(reader, "source");
    if (colours.stream) {
        read_words(&colours);
    } else {
        slots->classes = memory_zeroed(1, sizeof *slots->classes);
        slots->classes[0].rows = memory_number();
        mpz_set(slots->classes[slots->count++].rows, colours.processors);
    }
    read_source(&colours);
    read_classes(&colours);
    check_messages(&colours);
    claim(&colours);
}
