#include "tools/steadycast/frame/confirmed.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "solver/model/sequence.h"

/* --- numbers --- */

struct decimal decimal_of(const char *text) {
    size_t count = strspn(text, "0123456789");
    bool right = count && !text[count] && (count == 1 || *text != '0');
    return (struct decimal){text, right ? count : 0};
}

bool decimal_is(struct decimal number, long value) {
    enum { LONG_DIGITS = 18 }; /* what surely fits */
    long found = 0;
    if (number.count == 0 || number.count > LONG_DIGITS)
        return false;
    for (size_t i = 0; i < number.count; i++)
        found = 10 * found + (number.digits[i] - '0');
    return found == value;
}

int decimal_compare(struct decimal a, struct decimal b) {
    if (a.count != b.count)
        return a.count < b.count ? -1 : 1;
    return memcmp(a.digits, b.digits, a.count);
}

/* A number that is small in every question; -1 for one that is not there, or too large. */
static int small(struct decimal number) {
    int found = 0;
    if (number.count == 0 || number.count > 9)
        return -1;
    for (size_t i = 0; i < number.count; i++)
        found = 10 * found + (number.digits[i] - '0');
    return found;
}

/* --- lines --- */

/*
 * The words of a line, with % and a letter for each number: the letter of a field, or # for one
 * that does not matter. Two kinds of words never fit one line.
 */
struct form {
    enum confirmed_kind kind;
    const char *words;
};

#define ON_N " with delay L+t = %d on N processors exists"
#define ON_P " with delay L+t on P(t) processors exists"
#define REFUTED ", by refuted formula with %# variables and %# clauses"
#define BRINGS " brings every item to all others, delay %e, the last at time %e"
#define NOBODY "nobody brings all items from the source, which has them at time 0"
#define CANNOT                                                                                     \
    "the source, which has all items at time 0, cannot bring every item to all others by time %e"
#define ONCE "the source, sending each item once,"

static const struct form forms[] = {
    {CONFIRMED_BLOCKS, "L=%L t=%t N=%N: a block-cyclic schedule" ON_N},
    {CONFIRMED_INDUCTION, "L=%L t=%t: a block-cyclic schedule" ON_P ", by induction from T=%#"},
    {CONFIRMED_PRUNED, "L=%L t=%t N=%N: a block-cyclic schedule on a pruned tree" ON_N},
    {CONFIRMED_STATIONARY, "L=%L t=%t N=%N: a stationary schedule" ON_N},
    {CONFIRMED_PERIODIC,
     "L=%L t=%t N=%N: a schedule of period T=%T" ON_N ", in which every processor keeps its role"},
    {CONFIRMED_PERIODIC, "L=%L t=%t N=%N: a schedule of period T=%T" ON_N
                         ", in which processors change roles after a period"},
    {CONFIRMED_NO_BLOCKS, "L=%L t=%t: no block-cyclic schedule" ON_P ", by residues"},
    {CONFIRMED_NO_BLOCKS,
     "L=%L t=%t: no block-cyclic schedule" ON_P ", by exhausted search with %# nodes"},
    {CONFIRMED_NO_BLOCKS,
     "L=%L t=%t: no block-cyclic schedule" ON_P
     ", by refuted formula in encoding words with %# variables and %# clauses"},
    {CONFIRMED_NO_BLOCKS, "L=%L t=%t: no block-cyclic schedule" ON_P
                          ", by refuted formula in encoding sums with %# variables and %# clauses"},
    {CONFIRMED_NO_PRUNED, "L=%L t=%t N=%N: no block-cyclic schedule on a pruned tree" ON_N REFUTED},
    {CONFIRMED_NO_STATIONARY, "L=%L t=%t N=%N: no stationary schedule" ON_N REFUTED},
    {CONFIRMED_NO_PERIODIC, "L=%L t=%t N=%N: no schedule of period T=%T" ON_N
                            ", whether or not processors change roles after a period" REFUTED},
    {CONFIRMED_NO_KEEPING, "L=%L t=%t N=%N: no schedule of period T=%T" ON_N
                           " in which every processor keeps its role" REFUTED},
    {CONFIRMED_PRICES,
     "L=%L t=%t: no schedule with delay L+t = %d reaches more than %B processors"},
    {CONFIRMED_ITEMS, "postal L=%L P=%N K=%K period 0: the source" BRINGS},
    {CONFIRMED_ITEMS, "ports L=%L p=%p P=%N K=%K period 0: the source" BRINGS},
    {CONFIRMED_ITEMS_ONCE, "postal L=%L P=%N K=%K period 0: " ONCE BRINGS},
    {CONFIRMED_ITEMS_ONCE, "ports L=%L p=%p P=%N K=%K period 0: " ONCE BRINGS},
    {CONFIRMED_NO_ITEMS, "postal L=%L p=%p P=%N K=%K: " NOBODY ", to all others before time %e"},
    {CONFIRMED_NO_ITEMS_ONCE,
     "postal L=%L p=%p P=%N K=%K: " NOBODY " and sends each once, to all others before time %e"},
    {CONFIRMED_LATE_ITEMS, "postal L=%L p=%p P=%N K=%K: " CANNOT
                           ", by refuted formula in encoding plain with %# variables and %# "
                           "clauses"},
    {CONFIRMED_LATE_ITEMS, "postal L=%L p=%p P=%N K=%K: " CANNOT
                           ", by refuted formula in encoding ordered with %# variables and %# "
                           "clauses"},
    {CONFIRMED_LATE_ITEMS_ONCE, "postal L=%L p=%p P=%N K=%K: " CANNOT
                                " if it sends each item once, by refuted formula in encoding "
                                "plain with %# variables and %# clauses"},
    {CONFIRMED_LATE_ITEMS_ONCE, "postal L=%L p=%p P=%N K=%K: " CANNOT
                                " if it sends each item once, by refuted formula in encoding "
                                "ordered with %# variables and %# clauses"},
};

static struct decimal *field(struct confirmed *said, char letter) {
    switch (letter) {
    case 'L':
        return &said->latency;
    case 't':
        return &said->depth;
    case 'd':
        return &said->delay;
    case 'N':
        return &said->processors;
    case 'T':
        return &said->period;
    case 'B':
        return &said->bound;
    case 'K':
        return &said->items;
    case 'p':
        return &said->ports;
    case 'e':
        return &said->time;
    default:
        return NULL;
    }
}

/* Digits at the start of a text, as steadycheck prints numbers. */
static struct decimal number_at(const char *text) {
    size_t count = strspn(text, "0123456789");
    return (struct decimal){text, count > 1 && *text == '0' ? 0 : count};
}

/* A field that stands twice has the same number in both places. */
static bool take_number(struct confirmed *said, char letter, struct decimal number) {
    struct decimal *place = field(said, letter);
    if (number.count == 0)
        return false;
    if (place && place->count)
        return decimal_compare(*place, number) == 0;
    if (place)
        *place = number;
    return true;
}

static bool fits(const struct form *form, const char *line, struct confirmed *said) {
    *said = (struct confirmed){.kind = form->kind};
    const char *word = form->words;
    while (*word) {
        if (*word != '%') {
            if (*word++ != *line++)
                return false;
            continue;
        }
        struct decimal number = number_at(line);
        if (!take_number(said, word[1], number))
            return false;
        line += number.count;
        word += 2;
    }
    return *line == 0;
}

/* The delay, where it stands beside L and t. */
static bool adds_up(const struct confirmed *said) {
    return said->delay.count == 0 ||
           (small(said->latency) >= 0 && small(said->depth) >= 0 &&
            decimal_is(said->delay, (long)small(said->latency) + small(said->depth)));
}

bool confirmed_read(struct confirmed *said, const char *line) {
    static const char verified[] = "s VERIFIED ";
    struct confirmed read;
    if (strncmp(line, verified, sizeof verified - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (fits(&forms[i], line + sizeof verified - 1, &read) && adds_up(&read)) {
            *said = read;
            return true;
        }
    return false;
}

/* --- what follows --- */

/* -1, 0 or 1 as the number is to the big one; 1 without memory: then nothing is confirmed. */
static int compare_big(struct decimal number, mpz_srcptr big) {
    char *digits = mpz_get_str(NULL, 10, big);
    if (!digits)
        return 1;
    int order = decimal_compare(number, decimal_of(digits));
    free(digits);
    return order < 0 ? -1 : order > 0;
}

/* Is it about this number of processors? By induction it is P(t). */
static bool has_processors(const struct confirmed *said, mpz_srcptr processors) {
    mpz_t tree;
    if (said->kind != CONFIRMED_INDUCTION)
        return said->processors.count && compare_big(said->processors, processors) == 0;
    mpz_init(tree);
    bool right = !sequence_term(tree, small(said->latency), small(said->depth), NULL) &&
                 mpz_cmp(tree, processors) == 0;
    mpz_clear(tree);
    return right;
}

static int period_of(const struct serve_question *question) {
    return question->class == SERVE_PERIODIC ? question->period : 1;
}

/* Blocks, on pruned trees too, are stationary, which is period 1, which divides every period. */
static bool is_of_class(const struct confirmed *said, const struct serve_question *question) {
    switch (said->kind) {
    case CONFIRMED_BLOCKS:
    case CONFIRMED_INDUCTION:
    case CONFIRMED_PRUNED:
        return true;
    case CONFIRMED_STATIONARY:
        return question->class != SERVE_BLOCKS;
    case CONFIRMED_PERIODIC:
        return question->class == SERVE_ANY ||
               (question->class != SERVE_BLOCKS && small(said->period) > 0 &&
                period_of(question) % small(said->period) == 0);
    default:
        return false;
    }
}

bool confirmed_serves(const struct confirmed *said, const struct serve_question *question) {
    int depth = small(said->depth);
    /* with steps to spare every value grows by as much, and words stay legal */
    return is_of_class(said, question) && small(said->latency) == question->latency && depth >= 0 &&
           depth <= question->depth && has_processors(said, question->processors);
}

/* Does it exclude the class of the question, for its N? */
static bool is_without(const struct confirmed *said, const struct serve_question *question) {
    bool blocks = question->class == SERVE_BLOCKS;
    bool stationary = blocks || question->class == SERVE_STATIONARY;
    switch (said->kind) {
    case CONFIRMED_NO_PRUNED:
        return blocks;
    case CONFIRMED_NO_STATIONARY:
        return stationary;
    case CONFIRMED_NO_PERIODIC: /* and so of all periods that divide this one */
        return question->class != SERVE_ANY && small(said->period) > 0 &&
               small(said->period) % period_of(question) == 0;
    default:
        return false;
    }
}

bool confirmed_excludes(const struct confirmed *said, const struct serve_question *question) {
    if (confirmed_bounds(said, question->latency, question->depth))
        return compare_big(said->bound, question->processors) < 0;
    return is_without(said, question) && small(said->latency) == question->latency &&
           small(said->depth) == question->depth && has_processors(said, question->processors);
}

bool confirmed_bounds(const struct confirmed *said, int latency, int depth) {
    return said->kind == CONFIRMED_PRICES && small(said->latency) == latency &&
           small(said->depth) == depth;
}

/* The same machine and the same items. */
static bool is_about(const struct confirmed *said, const struct items_question *question) {
    return small(said->latency) == question->latency &&
           decimal_is(said->processors, (long)question->processors + 1) &&
           decimal_is(said->items, question->items) &&
           (said->ports.count ? decimal_is(said->ports, question->ports) : question->ports == 1);
}

bool confirmed_items_end(const struct confirmed *said, const struct items_question *question,
                         int time) {
    return (said->kind == CONFIRMED_ITEMS_ONCE ||
            (said->kind == CONFIRMED_ITEMS && !question->single)) &&
           is_about(said, question) && decimal_is(said->time, time);
}

bool confirmed_items_need(const struct confirmed *said, const struct items_question *question,
                          int time) {
    bool before = said->kind == CONFIRMED_NO_ITEMS ||
                  (said->kind == CONFIRMED_NO_ITEMS_ONCE && question->single);
    bool by = said->kind == CONFIRMED_LATE_ITEMS ||
              (said->kind == CONFIRMED_LATE_ITEMS_ONCE && question->single);
    return (before || by) && is_about(said, question) &&
           decimal_is(said->time, by ? time - 1L : time);
}
