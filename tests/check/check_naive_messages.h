/* For the tests: lists of messages, judged from the definitions by looking at every pair of
 * messages and at every time, without the checker's ideas. */
#ifndef CHECK_NAIVE_MESSAGES_H
#define CHECK_NAIVE_MESSAGES_H

#include "check_text.h"

#include <stdint.h>

enum { NAIVE_MESSAGES = 3000 };

struct naive_message {
    long time, from, to, item, wait;
};

struct naive_list {
    bool logp;
    long L, o, g; /* postal: o = 0, g = 1 */
    long P, K, period;
    bool single;
    long delay, finish; /* as stated */
    size_t count;
    struct naive_message messages[NAIVE_MESSAGES];
};

/* False if the text is not of this kind or too long. It must follow the grammar. */
bool naive_list_read(struct naive_list *list, const struct text *text);

/* Sorts the messages and writes everything, with a right digest. */
void naive_list_write(struct naive_list *list, struct text *text);

/* What would be stated rightly, if everybody receives everything once. */
long naive_list_delay(const struct naive_list *list);
long naive_list_finish(const struct naive_list *list);

/* Could these messages be sent, as a part of a list? */
bool naive_list_is_legal(const struct naive_list *list);

/* Is everything true that the list claims? */
bool naive_list_holds(const struct naive_list *list);

/* A random legal list for small numbers, and what is stated about it. False if there was no luck.
 */
bool naive_list_random(struct naive_list *list, long (*random)(long below));

/* Kind messages holds, or the text is not of this kind. */
bool naive_messages_hold(const struct text *text);

#endif
