/*
 * What steadycheck confirms, read back from its own words: a line `s VERIFIED ..` as a statement
 * with numbers, so that it can be held against the question that was asked.
 *
 * A statement may say more than was asked for: a schedule with a smaller delay, prices that exclude
 * every kind of schedule. What follows from it is decided here, in one place, for all who ask.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_H
#define STEADYCAST_TOOLS_CONFIRMED_H

#include "solver/items/items_question.h"
#include "solver/question/serve.h"

/* Digits without sign and without leading zeros, of any number; borrowed. */
struct decimal {
    const char *digits; /* not ended by 0 */
    size_t count;       /* 0: there is no such number */
};

/* The number that a text holds; nothing for any other text. The text is borrowed. */
struct decimal decimal_of(const char *text);
bool decimal_is(struct decimal number, long value);

/* Less than, equal to or greater than 0, as a is to b; both are there. */
int decimal_compare(struct decimal a, struct decimal b);

enum confirmed_kind {
    CONFIRMED_BLOCKS,     /* N = P(t): a block-cyclic schedule */
    CONFIRMED_INDUCTION,  /* the same on P(t), which is not written out */
    CONFIRMED_PRUNED,     /* N: a block-cyclic schedule on a pruned tree */
    CONFIRMED_STATIONARY, /* N: a stationary schedule */
    CONFIRMED_PERIODIC,   /* N: a schedule of period T */
    CONFIRMED_NO_BLOCKS,  /* no block-cyclic schedule on P(t) */
    CONFIRMED_NO_PRUNED,  /* N: none on a pruned tree */
    CONFIRMED_NO_STATIONARY,
    CONFIRMED_NO_PERIODIC,   /* N: none of period T, whether or not processors change roles */
    CONFIRMED_NO_KEEPING,    /* N: none of period T in which every processor keeps its role */
    CONFIRMED_PRICES,        /* no schedule of any kind reaches more than `bound` */
    CONFIRMED_ITEMS,         /* K items to P-1 others, the last at a time */
    CONFIRMED_ITEMS_ONCE,    /* the same, and the source sends each once */
    CONFIRMED_NO_ITEMS,      /* not before a time */
    CONFIRMED_NO_ITEMS_ONCE, /* the same for sources that send each once */
    CONFIRMED_LATE_ITEMS,    /* not by a time */
    CONFIRMED_LATE_ITEMS_ONCE
};

/* Fields that a kind does not have are without digits. They borrow the line. */
struct confirmed {
    enum confirmed_kind kind;
    struct decimal latency;
    struct decimal depth;
    struct decimal delay;      /* L+t; items: when the last item has come everywhere */
    struct decimal processors; /* N; items: P, the source included */
    struct decimal period;
    struct decimal bound;
    struct decimal items;
    struct decimal ports; /* none: 1 */
    struct decimal time;  /* items */
};

/* False for a line that confirms nothing, or something that no case asks. The whole line is read,
 * to its last word. */
bool confirmed_read(struct confirmed *said, const char *line);

/* Is there a schedule of this class (with SERVE_PERIODIC and its period) for N = `processors`, its
 * delay L+t or less? */
bool confirmed_serves(const struct confirmed *said, const struct serve_question *question);

/* Is there none? */
bool confirmed_excludes(const struct confirmed *said, const struct serve_question *question);

/* Is it the bound for exactly this (L,t)? Then it is said->bound. */
bool confirmed_bounds(const struct confirmed *said, int latency, int depth);

/* Is there a schedule that ends at this time exactly? */
bool confirmed_items_end(const struct confirmed *said, const struct items_question *question,
                         int time);

/* Is there none that ends before this time? */
bool confirmed_items_need(const struct confirmed *said, const struct items_question *question,
                          int time);

#endif
