/*
 * Lists of messages, played through one by one: absolute times and items, from the definition of
 * kind messages in results/README.md and from nothing else. Written for clarity: it keeps every
 * interval in which a processor is busy, and compares each with all the others.
 */
#ifndef TESTS_MESSAGES_H
#define TESTS_MESSAGES_H

#include <stdbool.h>

/* One message, sent at a time. */
struct told {
    int time;
    int from;
    int to;
    int item;
    int wait;
};

struct telling {
    int latency;
    int overhead;   /* postal: 0 */
    int gap;        /* postal: 1 */
    int processors; /* the source, 0, included */
    int items;      /* 1..items */
    int period;     /* the source has item i from time (i-1)*period on */
    int count;
    const struct told *messages; /* in the order of the list */
};

/*
 * NULL if all is right, otherwise what is wrong, in words. Sets *delay and *finish to what comes
 * out, and *single: the source sends each item once. Time O(messages^2) for each processor.
 */
const char *messages_fault(const struct telling *telling, int *delay, int *finish, bool *single);

#endif
