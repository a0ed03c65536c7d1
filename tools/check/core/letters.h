/* The letters of a line `block`: its word, or its multiset, behind the count.
 *
 * In a block of size r a word w_1 .. w_{r-1} is legal behind the letter w_0 if p + w_p, p = 0..r-1,
 * are distinct modulo r. A multiset can be ordered to a legal word if and only if w_0 + (its sum)
 * is divisible by r (M. Hall 1952). How many copies of each letter are unused is kept in
 * differences of successive letters: a range of letters takes two additions, however long. Room: a
 * number for each letter, a byte for each position of the longest word. */
#ifndef STEADYCHECK_LETTERS_H
#define STEADYCHECK_LETTERS_H

#include "core/read.h"

struct letters {
    uint32_t below;    /* letters of the grammar are 0..below-1 */
    uint32_t highest;  /* letters that there are: 0..highest, highest < below */
    const char *range; /* what is said before 0..highest when there is no such letter */
    const char *first; /* the name of w_0 in messages */
    mpz_t *change;     /* [j], j = 0..highest+1: unused copies of letter j minus those of j-1 */
    size_t count, capacity;
    unsigned char *seen; /* residues of the word at hand */
    size_t seen_capacity;
};

/* No letters yet; `range` and `first` are borrowed. */
void letters_init(struct letters *letters, const char *range, const char *first);
void letters_clear(struct letters *letters);

/* From now on there are the letters 0..highest, none of them unused. O(highest). */
void letters_start(struct letters *letters, uint32_t below, uint32_t highest);

/* `number` more unused copies of each letter first..last, and number * copies fewer. Contract:
 * first <= last <= highest. */
void letters_add(struct letters *letters, mpz_srcptr number, uint32_t first, uint32_t last);
void letters_use(struct letters *letters, mpz_srcptr number, uint32_t first, uint32_t last,
                 uint32_t copies);

/* The least letter of which not exactly all copies are used, and whether some are left (1) or were
 * missing (-1); 0 if there is none. O(highest). */
int letters_unbalanced(const struct letters *letters, uint32_t *letter);

/* Is this letter one of 0..highest? Refuted otherwise. */
bool letters_exist(const struct letters *letters, struct reader *reader, uint32_t letter);

/* Takes `word W ..` or `letters ITEM ..`, which must end the line, of `number` blocks of this size
 * behind the first letter w_0, checks and uses them; *sum becomes their sum in one block, without
 * w_0. Contract: size < 2^31, so that sums stay below 2^63. */
bool letters_read(struct letters *letters, struct reader *reader, mpz_srcptr number, uint32_t first,
                  uint32_t size, uint64_t *sum);

#endif
