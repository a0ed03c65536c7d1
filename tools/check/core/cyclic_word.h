/* One closed word of a schedule: at position p the value v_p is received (the item has v_p steps
 * left until its deadline), and at most one item is sent, with the value that it has then.
 *
 * Legal: the n deadlines p + v_p are distinct modulo n, so that a processor which repeats the word
 * receives every item exactly once. The item of value u at position p has the deadline p + u; the
 * position q with q + v_q = p + u (mod n) receives it v_q steps before that, so it is held at p if
 * and only if u <= v_q. The largest value held is max of v_{p-i} - i over i >= 0; i < n is enough,
 * as the same position n steps before counts n less. Room: 12 n bytes, kept from word to word. */
#ifndef STEADYCHECK_CYCLIC_WORD_H
#define STEADYCHECK_CYCLIC_WORD_H

#include "core/read.h"

enum { CYCLIC_WORD_LIMIT = 10000000, CYCLIC_WORD_NOTHING = 0 };

struct cyclic_word {
    uint32_t length; /* n, positions with a value */
    uint32_t *value;
    uint32_t sends;    /* positions with an entry in `sent` */
    uint32_t *sent;    /* value, or CYCLIC_WORD_NOTHING: what is sent has a value >= L >= 1 */
    uint32_t *landing; /* of a residue: 1 + the position that lands on it */
    size_t value_capacity, sent_capacity, landing_capacity;
};

void cyclic_word_init(struct cyclic_word *word);
void cyclic_word_clear(struct cyclic_word *word);

/* Back to length 0; the room stays. */
void cyclic_word_restart(struct cyclic_word *word);

/* Append copies. False, without a message, if the word would be longer than CYCLIC_WORD_LIMIT. */
bool cyclic_word_receive(struct cyclic_word *word, uint32_t value, uint32_t copies);
bool cyclic_word_send(struct cyclic_word *word, uint32_t value, uint32_t copies);

/* At every position the largest value held, or nothing where that is below `latency`. */
void cyclic_word_send_largest(struct cyclic_word *word, uint32_t latency);

/* Is the word legal, and is everything held that is sent? Refuted otherwise; `where` goes in front
 * of the reason. Contract: length >= 1 and as many sends. */
bool cyclic_word_check(struct cyclic_word *word, struct reader *reader, const char *where,
                       uint32_t latency);

#endif
