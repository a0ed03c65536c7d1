#include "tools/steadycast/claims/claim_case.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST_BYTES = 1 << 20, MOST_RANGE = 1000000000 };

const struct claim_paper claim_papers[] = {
    {"karp-1993", "R. M. Karp, A. Sahay, E. E. Santos, K. E. Schauser: Optimal broadcast and "
                  "summation in the LogP model, SPAA 1993"},
    {"karp-1992", "R. M. Karp, A. Sahay, E. E. Santos: Optimal broadcast and summation in the LogP "
                  "model, report UCB/CSD 92/721, 1992"},
    {"shou-chen-1996", "B. Shou, G. Chen: The implementation of optimal broadcast and summation "
                       "algorithms in the LogP model (in Chinese), 1996"},
    {"dimakopoulos-1999", "V. V. Dimakopoulos: Single-port multinode broadcasting, report 1-99, "
                          "University of Ioannina, 1999"},
    {"bar-noy-ho", "A. Bar-Noy, C.-T. Ho: Broadcasting multiple messages in the multiport model"},
    {NULL, NULL},
};

static const char *const verdict_names[] = {
    [CLAIM_VERIFIED] = "verified",   [CLAIM_VERIFIED_UP_TO] = "verified-up-to",
    [CLAIM_SHARPENED] = "sharpened", [CLAIM_REFUTED] = "refuted",
    [CLAIM_UNKNOWN] = "unknown",
};

const char *claim_verdict_name(enum claim_verdict verdict) {
    return verdict_names[verdict];
}

/* What is known while a file is read. */
struct reader {
    struct claim_case *claim;
    int line;
    int key; /* place in `keys` of the line before */
};

static enum status fault(const struct reader *reader, struct failure *failure, const char *what,
                         const char *text) {
    return failure_set(failure, STATUS_INPUT, "%s:%d: %s '%.80s'", reader->claim->path,
                       reader->line, what, text);
}

static enum status set_text(char **place, const char *text, struct failure *failure) {
    size_t before = *place ? strlen(*place) + 1 : 0;
    char *joined = memory_resize(*place, before + strlen(text) + 1, 1);
    if (!joined)
        return failure_memory(failure, "a case");
    if (before)
        joined[before - 1] = ' ';
    strcpy(joined + before, text);
    *place = joined;
    return STATUS_OK;
}

/* A number of at most MOST_RANGE; what follows it. */
static bool read_number(const char **text, long *number) {
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    *number = strtol(*text, &end, 10);
    *text = end;
    return errno == 0 && *number <= MOST_RANGE;
}

static enum status add_range(struct reader *reader, struct claim_ranges *ranges, char *word,
                             struct failure *failure) {
    struct claim_range range = {.key = NULL};
    char *equals = strchr(word, '=');
    const char *rest = equals ? equals + 1 : "";
    bool well = equals && equals > word && read_number(&rest, &range.first);
    range.last = range.first;
    if (well && strncmp(rest, "..", 2) == 0) {
        rest += 2;
        well = read_number(&rest, &range.last);
    }
    if (!well || *rest || range.first > range.last)
        return fault(reader, failure, "expected KEY=A..B or KEY=A, with A <= B <= 10^9, not", word);
    struct claim_range *list = memory_resize(ranges->list, ranges->count + 1, sizeof *ranges->list);
    if (!list)
        return failure_memory(failure, "a case");
    ranges->list = list;
    *equals = 0;
    enum status status = set_text(&range.key, word, failure);
    if (!status)
        list[ranges->count++] = range;
    return status;
}

static enum status read_ranges(struct reader *reader, struct claim_ranges *ranges, char *text,
                               struct failure *failure) {
    char *rest = NULL;
    enum status status = STATUS_OK;
    for (char *word = strtok_r(text, " ", &rest); word && !status;
         word = strtok_r(NULL, " ", &rest))
        status = add_range(reader, ranges, word, failure);
    return status;
}

static enum status take_quick(struct reader *reader, char *text, struct failure *failure) {
    return read_ranges(reader, &reader->claim->quick, text, failure);
}

static enum status take_full(struct reader *reader, char *text, struct failure *failure) {
    return read_ranges(reader, &reader->claim->full, text, failure);
}

/* FILE WORD TEXT, where the word says what the certificate is good for. */
static char *find_support(char *text, enum claim_support *support) {
    static const char *const words[] = {
        [CLAIM_SAYS] = " says ", [CLAIM_REFUTES] = " refutes ", [CLAIM_SHARPENS] = " sharpens "};
    for (int word = CLAIM_SAYS; word <= CLAIM_SHARPENS; word++) {
        char *place = strstr(text, words[word]);
        if (place && place > text) {
            *place = 0;
            *support = (enum claim_support)word;
            return place + strlen(words[word]);
        }
    }
    return NULL;
}

static enum status take_certificate(struct reader *reader, char *text, struct failure *failure) {
    struct claim_case *claim = reader->claim;
    struct claim_evidence evidence = {NULL, CLAIM_SAYS, NULL};
    char *says = *text == '/' || strstr(text, "../") ? NULL : find_support(text, &evidence.support);
    if (!says || !*says)
        return fault(reader, failure,
                     "expected certificate FILE says, refutes or sharpens TEXT, not", text);
    struct claim_evidence *list =
        memory_resize(claim->evidence, claim->evidence_count + 1, sizeof *list);
    if (!list)
        return failure_memory(failure, "a case");
    claim->evidence = list;
    struct claim_evidence *place = &list[claim->evidence_count++];
    *place = evidence;
    enum status status = set_text(&place->file, text, failure);
    return status ? status : set_text(&place->says, says, failure);
}

static enum status take_paper(struct reader *reader, char *text, struct failure *failure) {
    for (int i = 0; claim_papers[i].key; i++)
        if (strcmp(claim_papers[i].key, text) == 0)
            return set_text(&reader->claim->paper, text, failure);
    return fault(reader, failure, "there is no paper", text);
}

static enum status take_verdict(struct reader *reader, char *text, struct failure *failure) {
    for (enum claim_verdict verdict = CLAIM_VERIFIED; verdict <= CLAIM_UNKNOWN; verdict++)
        if (strcmp(verdict_names[verdict], text) == 0) {
            reader->claim->verdict = verdict;
            return STATUS_OK;
        }
    return fault(reader, failure, "there is no verdict", text);
}

/* The keys of a file, in their order. */
static const struct {
    const char *name;
    bool needed;
    bool repeated;
    size_t text; /* where the text goes, if there is no `take` */
    enum status (*take)(struct reader *reader, char *text, struct failure *failure);
} keys[] = {
    {"paper", true, false, 0, take_paper},
    {"source", true, false, offsetof(struct claim_case, source), NULL},
    {"says", true, true, offsetof(struct claim_case, says), NULL},
    {"published", true, false, offsetof(struct claim_case, published), NULL},
    {"model", true, false, offsetof(struct claim_case, model), NULL},
    {"note", false, true, offsetof(struct claim_case, note), NULL},
    {"corrected", false, true, offsetof(struct claim_case, corrected), NULL},
    {"method", true, false, offsetof(struct claim_case, method), NULL},
    {"quick", false, false, 0, take_quick},
    {"full", false, false, 0, take_full},
    {"certificate", false, true, 0, take_certificate},
    {"proof", false, false, offsetof(struct claim_case, proof), NULL},
    {"figure", false, false, offsetof(struct claim_case, figure), NULL},
    {"verdict", true, false, 0, take_verdict},
    {"counter-example", false, false, offsetof(struct claim_case, counterexample), NULL},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* The lines that had to stand before key `next`, KEYS at the end of the file. */
static enum status see_needed(const struct reader *reader, int next, struct failure *failure) {
    for (int key = reader->key + 1; key < next; key++)
        if (keys[key].needed)
            return fault(reader, failure, "here should be a line", keys[key].name);
    return STATUS_OK;
}

static enum status take_line(struct reader *reader, char *line, struct failure *failure) {
    size_t name = strcspn(line, " ");
    char *text = line + name;
    text += strspn(text, " ");
    int key = 0;
    while (key < KEYS && (strlen(keys[key].name) != name || strncmp(keys[key].name, line, name)))
        key++;
    if (key == KEYS)
        return fault(reader, failure, "no line of a case begins like", line);
    if (!*text)
        return fault(reader, failure, "a text is missing behind", line);
    if (key < reader->key || (key == reader->key && !keys[key].repeated))
        return fault(reader, failure, "this line comes too late:", keys[key].name);
    enum status status = see_needed(reader, key, failure);
    if (status)
        return status;
    reader->key = key;
    if (keys[key].take)
        return keys[key].take(reader, text, failure);
    return set_text((char **)((char *)reader->claim + keys[key].text), text, failure);
}

static enum status take_lines(struct claim_case *claim, char *bytes, struct failure *failure) {
    struct reader reader = {.claim = claim, .key = -1};
    enum status status = STATUS_OK;
    for (char *line = bytes, *next; line && !status; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        reader.line++;
        size_t length = strlen(line);
        while (length && line[length - 1] == ' ')
            line[--length] = 0;
        if (*line && *line != '#')
            status = take_line(&reader, line, failure);
    }
    return status ? status : see_needed(&reader, KEYS, failure);
}

/* The text of a file, ended by 0; without bytes that no text has. */
static enum status read_bytes(const char *path, char **bytes, size_t *count,
                              struct failure *failure) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    char *text = memory_new(MOST_BYTES + 1, 1);
    if (!text) {
        fclose(file);
        return failure_memory(failure, "a case");
    }
    *count = fread(text, 1, MOST_BYTES, file);
    bool whole = feof(file) && !ferror(file);
    fclose(file);
    if (!whole || strlen(text) != *count) {
        free(text);
        return failure_set(failure, STATUS_INPUT, "%s: this is no text of less than 1 MiB", path);
    }
    *bytes = text;
    return STATUS_OK;
}

/* The name of the file without folder and ending. */
static enum status set_name(struct claim_case *claim, struct failure *failure) {
    const char *slash = strrchr(claim->path, '/'), *start = slash ? slash + 1 : claim->path;
    enum status status = set_text(&claim->name, start, failure);
    char *dot = status ? NULL : strrchr(claim->name, '.');
    if (dot)
        *dot = 0;
    return status;
}

enum status claim_case_read(struct claim_case *claim, const char *path, struct failure *failure) {
    char *bytes = NULL;
    size_t count = 0;
    *claim = (struct claim_case){.verdict = CLAIM_UNKNOWN};
    enum status status = read_bytes(path, &bytes, &count, failure);
    if (status)
        return status;
    status = set_text(&claim->path, path, failure);
    if (!status)
        status = set_name(claim, failure);
    if (!status) {
        digest_bytes(bytes, count, claim->digest);
        status = take_lines(claim, bytes, failure);
    }
    free(bytes);
    return status;
}

static void clear_ranges(struct claim_ranges *ranges) {
    for (size_t i = 0; i < ranges->count; i++)
        free(ranges->list[i].key);
    free(ranges->list);
}

void claim_case_clear(struct claim_case *claim) {
    char *texts[] = {claim->path,          claim->name,  claim->paper,     claim->source,
                     claim->says,          claim->note,  claim->published, claim->model,
                     claim->method,        claim->proof, claim->corrected, claim->figure,
                     claim->counterexample};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    clear_ranges(&claim->quick);
    clear_ranges(&claim->full);
    for (size_t i = 0; i < claim->evidence_count; i++) {
        free(claim->evidence[i].file);
        free(claim->evidence[i].says);
    }
    free(claim->evidence);
    *claim = (struct claim_case){.verdict = CLAIM_UNKNOWN};
}
