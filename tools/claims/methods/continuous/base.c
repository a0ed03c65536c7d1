/*
 * Karp et al. 1993, section 3.3: base cases solved with the words of Lemma 3.1 alone. The solutions
 * are families that were written before; steadycheck verifies them, and here it is seen that their
 * words are those of the lemma.
 *
 * As the order of letters is not told by these certificates, a block counts if its letters are
 * those of a word of the lemma, which is legal in the order that the lemma has (try_lemma_3_1).
 */
#include <stdlib.h>
#include <string.h>

#include "tools/claims/methods/methods.h"

/* Families are there for L = 3..10. */
enum { MOST_WRITTEN = 10, MOST_LATENCY = 64, LINE = 1 << 16 };

struct letters {
    long total;
    long counts[MOST_LATENCY];
};

/* ITEM ITEM .. of a line `block`, an ITEM being a, a-b, with *k behind it or not. */
static bool read_letters(const char *text, struct letters *letters) {
    *letters = (struct letters){0};
    while (*text) {
        char *end;
        long first = strtol(text, &end, 10), last = first, copies = 1;
        if (end == text)
            return false;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        if (*end == '*')
            copies = strtol(end + 1, &end, 10);
        if (first < 0 || last < first || last >= MOST_LATENCY || copies < 1)
            return false;
        for (long letter = first; letter <= last; letter++)
            letters->counts[letter] += copies;
        letters->total += (last - first + 1) * copies;
        for (text = end; *text == ' ' || *text == '\n'; text++)
            ;
    }
    return true;
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

/* Where the reading of a family is. */
struct base {
    long latency, from, depth;
    long blocks, instances; /* from T on */
    long others;            /* letters left over that are not b, blocks with other letters */
    bool root;              /* the last block was a^(L-2) (ca)* b* */
};

static void take_block(struct base *base, const char *line) {
    const char *text = strstr(line, " letters");
    struct letters letters;
    if (!text || !read_letters(text + strlen(" letters") + (text[8] == ' '), &letters)) {
        base->others++;
        return;
    }
    base->blocks++;
    base->root = is_first_form(base->latency, &letters);
    /* a block of size 1 has no letters, and needs no word */
    if (letters.total && !base->root && !is_second_form(base->latency, &letters))
        base->others++;
}

static void take_line(struct base *base, char *line) {
    long letter;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "from %ld", &base->from) == 1)
        return;
    if (sscanf(line, "instance %ld receive-only %ld", &base->depth, &letter) == 2) {
        if (base->depth >= base->from) {
            base->instances++;
            base->others += letter != 1;
        }
    } else if (strncmp(line, "block ", 6) == 0 && base->depth >= base->from)
        take_block(base, line);
}

static enum status read_base(const char *path, struct base *base, struct failure *failure) {
    FILE *file = fopen(path, "r");
    char *line = malloc(LINE);
    if (!file || !line) {
        if (file)
            fclose(file);
        free(line);
        return failure_set(failure, STATUS_INPUT, "%s can't be read", path);
    }
    while (fgets(line, LINE, file))
        take_line(base, line);
    fclose(file);
    free(line);
    return STATUS_OK;
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
