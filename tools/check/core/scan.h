/* Lines of numbers, taken straight from memory: millions of them in a refutation. A line ends in a
 * LF, which ends every number too. After the first fault the functions do nothing; a line without a
 * fault consists of words with single spaces between, whether or not the reader has looked at it.
 */
#ifndef STEADYCHECK_SCAN_H
#define STEADYCHECK_SCAN_H

#include "core/read.h"

enum scan_expected { SCAN_NOTHING, SCAN_KEY, SCAN_ID, SCAN_LITERAL, SCAN_HINT, SCAN_END };

struct scan {
    const char *at;              /* behind what has been taken */
    enum scan_expected expected; /* there instead; nothing: there is no fault */
    const char *key;             /* that was expected */
    uint32_t number;             /* that was expected, or the most */
};

struct number_list {
    int32_t *array;
    size_t count, capacity;
};

void number_list_append(struct number_list *list, int32_t number);

void scan_begin(struct scan *scan, const char *line);

/* Is this the first word? Takes nothing. */
bool scan_is_at(const struct scan *scan, const char *key);

/* Take the first word; the clause number that must come next; literals, or clause numbers, up to a
 * 0, in place of what is in the list; the end of the line. */
void scan_key(struct scan *scan, const char *key);
void scan_id(struct scan *scan, uint32_t id);
void scan_literals(struct scan *scan, uint32_t variables, struct number_list *list);
void scan_ids(struct scan *scan, struct number_list *list);
void scan_end(struct scan *scan);

/* Tells the fault, which is one of the reader's current line. False. */
bool scan_fault(const struct scan *scan, struct reader *reader);

#endif
