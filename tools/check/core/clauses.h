/* A set of clauses under unique numbers. Finding, adding and removing take constant time. The set
 * owns its clauses; room is limited to CLAUSE_ROOM_LIMIT words of 4 bytes (1 GiB). */
#ifndef STEADYCHECK_CLAUSES_H
#define STEADYCHECK_CLAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLAUSE_ROOM_LIMIT ((uint64_t)1 << 28)

struct clause {
    struct clause *next; /* in its bucket */
    uint32_t id, size;
    int32_t literals[]; /* +v or -v */
};

struct clause_set {
    struct clause **buckets;
    size_t bucket_count; /* a power of 2 */
    size_t count;
    uint64_t room;
};

void clauses_init(struct clause_set *set);
void clauses_clear(struct clause_set *set);

/* Copies the clause. Contract: no clause has this number. False if the limit is reached. */
bool clauses_add(struct clause_set *set, uint32_t id, const int32_t *literals, size_t size);

/* NULL if there is none. */
const struct clause *clauses_find(const struct clause_set *set, uint32_t id);

/* False if there is none. */
bool clauses_remove(struct clause_set *set, uint32_t id);

#endif
