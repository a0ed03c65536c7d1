/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.3: base cases solved with the words of Lemma 3.1 alone. The solutions
 * are families that were written before; steadycheck verifies them, and here it is seen that their
 * words are those of the lemma.
 *
 * As the order of letters is not told by these certificates, a block counts if its letters are
 * those of a word of the lemma, which is legal in the order that the lemma has (try_lemma_3_1).
 */
#include "solver/certificate/schedule_read.h"
#include "tools/claims/methods/methods.h"

/* Families are there for L = 3..10. */
enum { MOST_WRITTEN = 10, MOST_LATENCY = 64 };

struct letters {
    long total;
    long counts[MOST_LATENCY];
};

static void count_letters(const struct schedule *schedule, const struct block_class *class,
                          struct letters *letters) {
    *letters = (struct letters){.total = class->size - 1};
    for (size_t i = class->first; i < class->range_end; i++)
        for (int letter = schedule->ranges[i].first; letter <= schedule->ranges[i].last; letter++)
            letters->counts[letter] += schedule->ranges[i].copies;
}

/* a^(L-2) (ca)^i b^*. */
static bool is_first_form(long latency, const struct letters *letters) {
    const long *n = letters->counts;
    return n[0] - n[2] == latency - 2 && n[0] + n[1] + n[2] == letters->total;
}

/* (j-1)^(L-1-j) j^* for some j >= 2. */
static bool is_second_form(long latency, const struct letters *letters) {
    for (long j = 2; j < latency; j++) {
        long before = letters->counts[j - 1], copies = letters->counts[j];
        if (before == latency - 1 - j && before + copies == letters->total)
            return true;
    }
    return false;
}

/* What the window of a family holds. */
struct base {
    long latency, from;
    long blocks, instances;
    long others; /* letters left over that are not b, blocks with other letters */
    bool root;   /* the last root was a^(L-2) (ca)* b* */
};

static void take_block(struct base *base, const struct schedule *schedule,
                       const struct block_class *class) {
    struct letters letters;
    count_letters(schedule, class, &letters);
    base->blocks++;
    bool first = is_first_form(base->latency, &letters);
    if (class->head == schedule->depth)
        base->root = first;
    /* a block of size 1 has no letters, and needs no word */
    if (letters.total && !first && !is_second_form(base->latency, &letters))
        base->others++;
}

static enum status take_instance(struct base *base, const char *path, long depth,
                                 struct failure *failure) {
    struct schedule schedule;
    enum status status = schedule_read_file(&schedule, path, (int)depth, failure);
    if (status)
        return status;
    base->instances++;
    base->others += schedule.receive_only != 1;
    for (size_t i = 0; i < schedule.block_count; i++)
        take_block(base, &schedule, &schedule.blocks[i]);
    schedule_clear(&schedule);
    return STATUS_OK;
}

/* The last instance of a family ends its window. */
static enum status read_base(const char *path, struct base *base, struct failure *failure) {
    struct schedule last;
    enum status status = schedule_read_file(&last, path, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    base->from = last.depth - base->latency + 1;
    schedule_clear(&last);
    for (long depth = base->from; depth < base->from + base->latency && !status; depth++)
        status = take_instance(base, path, depth, failure);
    return status;
}

static enum status try_family(struct claim_job *job, long latency, struct failure *failure) {
    char path[CLAIM_PATH_ROOM], fields[80];
    struct base base = {.latency = latency};
    snprintf(path, sizeof path, "%s/main-job/certificates/family-L%ld/paper.cert", job->results,
             latency);
    snprintf(fields, sizeof fields, "kind=family L=%ld", latency);
    enum status status = claim_verify(job, path, fields, failure);
    if (!status)
        status = read_base(path, &base, failure);
    if (status)
        return status;
    bool holds = base.instances == latency && !base.others && base.root;
    /* solutions with other words do not exclude those with these */
    claim_tell(&job->finding, CLAIM_AT("L", latency), holds ? CLAIM_HOLDS : CLAIM_OPEN, CLAIM_MUTE,
               "t=%ld..%ld: %ld solutions, %ld blocks with other letters", base.from,
               base.from + latency - 1, base.instances, base.others);
    fprintf(job->table, "L=%-2ld t=%ld..%ld: %ld kinds of blocks, all with words of Lemma 3.1\n",
            latency, base.from, base.from + latency - 1, base.blocks - base.others);
    return STATUS_OK;
}

enum status try_base_cases(struct claim_job *job, struct failure *failure) {
    struct claim_range latency;
    enum status status = claim_range(job, "L", 3, MOST_WRITTEN, &latency, failure);
    for (long L = latency.first; !status && L <= latency.last; L++)
        status = try_family(job, L, failure);
    return status;
}
