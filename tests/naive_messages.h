/* SPDX-License-Identifier: MIT */
/* Lists of messages, judged by looking at every pair of messages: absolute times and items, from
 * the definition of kind messages in results/README.md, for all models, and from nothing else. The
 * one oracle of the tests for what the solver's lists and its player say; written for clarity. */
#pragma once

#include "solver/model/message_list.h"

/* All messages of a list, as they are told. Aborts without memory, or if they are not list->count.
 * To be freed. */
struct message *naive_messages_hear(const struct message_list *list);

/* NULL if all is right, otherwise what is wrong, in words: also an order, delay, finish, buffer or
 * `single` that is not what the list says (but it may say less than `single`). Not for lists by
 * rotation. Time O(messages^2). */
const char *naive_messages_fault(const struct message_list *list);
