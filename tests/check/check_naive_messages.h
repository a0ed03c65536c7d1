/* SPDX-License-Identifier: MIT */
/* For the tests: lists of messages, judged from the definitions by looking at every pair of
 * messages and at every time, without the checker's ideas. */
#pragma once

#include "check_text.h"

#include <stdint.h>

enum { NAIVE_MESSAGES = 6000 };

enum naive_model { NAIVE_POSTAL, NAIVE_LOGP, NAIVE_BUFFERED, NAIVE_PORTS };

/* Which messages to one processor are counted: those under way or waiting, those under way,
 * none. */
enum naive_capacity { NAIVE_FULL, NAIVE_FLIGHT, NAIVE_NONE };

struct naive_message {
    long time, from, to, item, wait;
};

struct naive_list {
    enum naive_model model;
    long L, o, g;                 /* o = 0, g = 1 but in LogP */
    long p;                       /* ports */
    enum naive_capacity capacity; /* LogP */
    long P, K, period;
    bool all;         /* every processor is a source of K items */
    bool in_rotation; /* each message stands for P of them; with `all` only */
    bool single;
    long delay, finish; /* as stated */
    long B;             /* buffered, as stated */
    size_t count;
    struct naive_message messages[NAIVE_MESSAGES];
};

/* May messages wait for their receivers? */
bool naive_list_waits(const struct naive_list *list);

/* Number of all items. */
long naive_list_items(const struct naive_list *list);

/* False if the text is not of this kind or too long. It must follow the grammar. */
bool naive_list_read(struct naive_list *list, const struct text *text);

/* Sorts the messages and writes everything, with a right digest. */
void naive_list_write(struct naive_list *list, struct text *text);

/* Sets delay, finish and B to what is right, if everybody receives everything once. */
void naive_list_state(struct naive_list *list);

/* Could these messages be sent, as a part of a list? */
bool naive_list_is_legal(const struct naive_list *list);

/* Is everything true that the list claims? */
bool naive_list_holds(const struct naive_list *list);

/* Who has the items at the beginning. */
enum naive_sources { NAIVE_ONE_SOURCE, NAIVE_ALL, NAIVE_ROTATION };

/* A random legal list for small numbers, and what is stated about it. False if there was no
 * luck. */
bool naive_list_random(struct naive_list *list, enum naive_sources sources,
                       long (*random)(long below));

/* Kind messages holds, or the text is not of this kind. */
bool naive_messages_hold(const struct text *text);
