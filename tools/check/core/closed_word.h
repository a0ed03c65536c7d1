/* SPDX-License-Identifier: MIT */
/* One closed word of a schedule: at position p the value v_p is received (the item has v_p steps
 * left until its deadline), and at most one item is sent, with the value that it has then.
 *
 * Legal: the n deadlines p + v_p are distinct modulo n, so that a processor which repeats the word
 * receives every item exactly once. The item of value u at position p has the deadline p + u; the
 * position q with q + v_q = p + u (mod n) receives it v_q steps before that, so it is held at p if
 * and only if u <= v_q. The largest value held is max of v_{p-i} - i over i >= 0; i < n is enough,
 * as the same position n steps before counts n less. Room: 12 n bytes, kept from word to word. */
#pragma once

#include "core/read.h"

enum { CLOSED_WORD_LIMIT = 10000000, CLOSED_WORD_NOTHING = 0 };

/* All zero at first. */
struct closed_word {
    uint32_t length; /* n, positions with a value */
    uint32_t *value;
    uint32_t sends;    /* positions with an entry in `sent` */
    uint32_t *sent;    /* value, or CLOSED_WORD_NOTHING: what is sent has a value >= L >= 1 */
    uint32_t *landing; /* of a residue: 1 + the position that lands on it */
    size_t value_capacity, sent_capacity, landing_capacity;
};

/* Back to length 0; the room stays. */
void closed_word_restart(struct closed_word *word);

/* Appends copies to what is received. Memory is refused beyond CLOSED_WORD_LIMIT. */
void closed_word_receive(struct closed_word *word, uint32_t value, uint32_t copies);

/* Takes `receive V V .. send U U ..`, in place of what the word was; V is v or v*k, U is u >= 1, or
 * - for nothing, also with *k. `send largest` is the largest value held at each position, where it
 * is at least `latency`. As many are sent as are received, at least one. */
void closed_word_read(struct closed_word *word, struct reader *reader, uint32_t latency);

/* Is the word legal? Refuted otherwise; `where` goes in front of the reason. */
void closed_word_is_legal(struct closed_word *word, struct reader *reader, const char *where);

/* Is the word legal, and is everything held that is sent? Refuted otherwise. Contract: length >= 1
 * and as many sends. */
void closed_word_check(struct closed_word *word, struct reader *reader, const char *where,
                       uint32_t latency);
