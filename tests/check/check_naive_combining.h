/* SPDX-License-Identifier: MIT */
/* For the tests: kind combining by the definition. How often each operand is in what a message
 * carries is counted message by message, without the checker's ideas. */
#pragma once

#include "check_text.h"

enum { COMBINING_MESSAGES = 1000, COMBINING_OPERANDS = 40 };

struct naive_sending {
    long time, from, to;
    bool others; /* without the operand of `from` */
};

struct naive_combining {
    long L, P, F;
    bool in_rotation; /* each message stands for P of them */
    size_t count;
    struct naive_sending messages[COMBINING_MESSAGES];
};

/* False if the text is not of this kind or too large. It must follow the grammar. */
bool naive_combining_read(struct naive_combining *list, const struct text *text);

/* Sorts the messages and writes everything, with a right digest. */
void naive_combining_write(struct naive_combining *list, struct text *text);

/* In place: every message for all the processors that it stands for. */
void naive_combining_expand(struct naive_combining *list);

/* Sets F to when the last message is received. */
void naive_combining_state(struct naive_combining *list);

/* So far nobody does two things at once or has an operand twice. */
bool naive_combining_is_legal(const struct naive_combining *list);

/* Is everything true that the list claims? */
bool naive_combining_holds(const struct naive_combining *list);

/* Kind combining holds, or the text is not of this kind. */
bool naive_combining_text_holds(const struct text *text);
