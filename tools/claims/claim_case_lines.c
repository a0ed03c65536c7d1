/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_case.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST_NUMBER = 1000000000 };

static const char *const text_names[] = {
    [CLAIM_PRINTED] = "printed", [CLAIM_DAMAGED] = "damaged", [CLAIM_LOST] = "lost"};

/* What is known while a file is read. */
struct reader {
    struct claim_case *claim;
    int line;
    int key;     /* place in `keys` of the line before */
    int keyword; /* of a line that says how the claim is tried */
};

static enum status fault(const struct reader *reader, struct failure *failure, const char *what,
                         const char *text) {
    return claim_case_fault(reader->claim, reader->line, failure, "%s '%.80s'", what, text);
}

static enum status set_text(char **place, const char *text, struct failure *failure) {
    size_t before = *place ? strlen(*place) + 1 : 0;
    char *joined = memory_resize(*place, before + strlen(text) + 1, 1);
    TRY(memory_check(joined, failure, "a case"));
    if (before)
        joined[before - 1] = ' ';
    strcpy(joined + before, text);
    *place = joined;
    return STATUS_OK;
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
    struct claim_evidence evidence = {.line = reader->line};
    char *says = *text == '/' || strstr(text, "../") ? NULL : find_support(text, &evidence.support);
    if (!says || !*says)
        return fault(reader, failure,
                     "expected certificate FILE says, refutes or sharpens TEXT, not", text);
    TRY(memory_check(APPEND(claim->evidence, claim->evidence_count, evidence), failure, "a case"));
    struct claim_evidence *place = &claim->evidence[claim->evidence_count - 1];
    TRY(set_text(&place->file, text, failure));
    return set_text(&place->says, says, failure);
}

static enum status take_paper(struct reader *reader, char *text, struct failure *failure) {
    for (int i = 0; claim_papers[i].key; i++)
        if (strcmp(claim_papers[i].key, text) == 0)
            return set_text(&reader->claim->paper, text, failure);
    return fault(reader, failure, "there is no paper", text);
}

static enum status take_text(struct reader *reader, char *text, struct failure *failure) {
    for (enum claim_text kind = CLAIM_PRINTED; kind <= CLAIM_LOST; kind++)
        if (strcmp(text_names[kind], text) == 0) {
            reader->claim->text = kind;
            return STATUS_OK;
        }
    return fault(reader, failure, "expected printed, damaged or lost, not", text);
}

static int count_words(const char *text) {
    int words = 0;
    for (bool before = false; *text; text++) {
        bool inside = *text != ' ';
        words += inside && !before;
        before = inside;
    }
    return words;
}

static enum status take_quote(struct reader *reader, char *text, struct failure *failure) {
    if (count_words(text) > CLAIM_QUOTE_WORDS || strlen(text) > CLAIM_QUOTE_BYTES)
        return fault(reader, failure, "a quote has at most 25 words and 240 bytes, not", text);
    return set_text(&reader->claim->quote, text, failure);
}

static enum status take_states(struct reader *reader, char *text, struct failure *failure) {
    if (strcmp(text, "existence") != 0)
        return fault(reader, failure, "expected states existence, not", text);
    reader->claim->existence = true;
    return STATUS_OK;
}

bool claim_number_read(const char **text, long *number) {
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    *number = strtol(*text, &end, 10);
    *text = end;
    return errno == 0 && *number <= MOST_NUMBER;
}

static enum status add_range(const struct reader *reader, struct claim_ranges *ranges, char *word,
                             struct failure *failure) {
    struct claim_range range = {.key = NULL};
    char *equals = strchr(word, '=');
    const char *rest = equals ? equals + 1 : "";
    bool well = equals && equals > word && claim_number_read(&rest, &range.first);
    range.last = range.first;
    if (well && strncmp(rest, "..", 2) == 0) {
        rest += 2;
        well = claim_number_read(&rest, &range.last);
    }
    if (!well || *rest || range.first > range.last)
        return fault(reader, failure, "expected KEY=A..B or KEY=A, with A <= B <= 10^9, not", word);
    TRY(memory_check(APPEND(ranges->list, ranges->count, range), failure, "the ranges of a case"));
    *equals = 0;
    return set_text(&ranges->list[ranges->count - 1].key, word, failure);
}

static enum status take_ranges(const struct reader *reader, struct claim_ranges *ranges, char *text,
                               struct failure *failure) {
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        TRY(add_range(reader, ranges, word, failure));
    return STATUS_OK;
}

static enum status take_quick(struct reader *reader, char *text, struct failure *failure) {
    return take_ranges(reader, &reader->claim->quick, text, failure);
}

static enum status take_full(struct reader *reader, char *text, struct failure *failure) {
    return take_ranges(reader, &reader->claim->full, text, failure);
}

static enum status take_within(struct reader *reader, char *text, struct failure *failure) {
    if (strlen(text) > CLAIM_WITHIN_BYTES)
        return fault(reader, failure, "the verdict has room for conditions of 100 bytes, not",
                     text);
    return set_text(&reader->claim->within, text, failure);
}

/* The verdict stands before it. */
static enum status take_counterexample(struct reader *reader, char *text, struct failure *failure) {
    const struct claim_case *claim = reader->claim;
    if (claim->verdict != CLAIM_REFUTED && claim->verdict != CLAIM_HOLDS_WITHIN)
        return fault(reader, failure, "a counter-example goes with refuted and holds-within, not",
                     claim_verdict_name(claim->verdict));
    return set_text(&reader->claim->counterexample, text, failure);
}

static enum status add_line(struct claim_lines *lines, const char *text, struct failure *failure) {
    TRY(memory_check(APPEND(lines->list, lines->count, NULL), failure, "a case"));
    return set_text(&lines->list[lines->count - 1], text, failure);
}

static enum status take_step(struct reader *reader, char *text, struct failure *failure) {
    return add_line(&reader->claim->steps, text, failure);
}

static enum status take_entry(struct reader *reader, char *text, struct failure *failure) {
    return add_line(&reader->claim->entries, text, failure);
}

static const char *const keywords[] = {
    [CLAIM_LINE_TRY] = "try",         [CLAIM_LINE_EACH] = "each",
    [CLAIM_LINE_WHERE] = "where",     [CLAIM_LINE_LET] = "let",
    [CLAIM_LINE_POINT] = "point",     [CLAIM_LINE_STREAM] = "stream",
    [CLAIM_LINE_CERTIFY] = "certify", [CLAIM_LINE_EXPECT] = "expect",
    [CLAIM_LINE_INSTEAD] = "instead", [CLAIM_LINE_WHY] = "why",
    [CLAIM_LINE_PRINT] = "print"};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

/* The keyword with which a line begins, whose name has so many bytes; KEYWORDS: none. */
static int keyword_of(const char *line, size_t name) {
    int keyword = 0;
    while (keyword < KEYWORDS &&
           (strlen(keywords[keyword]) != name || strncmp(keywords[keyword], line, name) != 0))
        keyword++;
    return keyword;
}

static enum status take_program(struct reader *reader, char *text, struct failure *failure) {
    struct claim_case *claim = reader->claim;
    if (!memory_make_room(&claim->program, claim->program_count, sizeof *claim->program))
        return failure_memory(failure, "a case");
    if (!claim->program_count && reader->keyword != CLAIM_LINE_TRY)
        return fault(reader, failure, "a line `try` comes before", text);
    claim->program[claim->program_count] =
        (struct claim_line){reader->line, (enum claim_keyword)reader->keyword, NULL};
    return set_text(&claim->program[claim->program_count++].text, text, failure);
}

static enum status take_verdict(struct reader *reader, char *text, struct failure *failure) {
    return claim_verdict_read(text, &reader->claim->verdict)
               ? STATUS_OK
               : fault(reader, failure, "there is no verdict", text);
}

/* The keys of a file, in their order. */
static const struct {
    const char *name;
    bool needed, repeated;
    size_t text; /* where the text goes, if there is no `take` */
    enum status (*take)(struct reader *reader, char *text, struct failure *failure);
} keys[] = {
    {"paper", true, false, 0, take_paper},
    {"source", true, false, offsetof(struct claim_case, source), NULL},
    {"page", true, false, offsetof(struct claim_case, page), NULL},
    {"text", true, false, 0, take_text},
    {"quote", true, false, 0, take_quote},
    {"says", true, true, offsetof(struct claim_case, says), NULL},
    {"published", true, false, offsetof(struct claim_case, published), NULL},
    {"model", true, false, offsetof(struct claim_case, model), NULL},
    {"states", false, false, 0, take_states},
    {"assumes", false, false, offsetof(struct claim_case, assumes), NULL},
    {"within", false, false, 0, take_within},
    {"reading", false, true, offsetof(struct claim_case, reading), NULL},
    {"note", false, true, offsetof(struct claim_case, note), NULL},
    {"corrected", false, true, offsetof(struct claim_case, corrected), NULL},
    {"try", false, true, 0, take_program},
    {"quick", false, false, 0, take_quick},
    {"full", false, false, 0, take_full},
    {"certificate", false, true, 0, take_certificate},
    {"proof", false, false, offsetof(struct claim_case, proof), NULL},
    {"figure", false, false, offsetof(struct claim_case, figure), NULL},
    {"title", false, false, offsetof(struct claim_case, title), NULL},
    {"shows", false, true, offsetof(struct claim_case, shows), NULL},
    {"entry", false, true, 0, take_entry},
    {"verdict", true, false, 0, take_verdict},
    {"counter-example", false, false, 0, take_counterexample},
    {"step", false, true, 0, take_step},
};
enum { KEYS = sizeof keys / sizeof *keys };
static_assert(sizeof keys / sizeof *keys == CLAIM_CASE_KEYS, "a line of a case for each key");

int claim_case_line(const struct claim_case *claim, const char *key) {
    for (int i = 0; i < KEYS; i++)
        if (strcmp(keys[i].name, key) == 0 && claim->lines[i])
            return claim->lines[i];
    return claim->last_line;
}

enum status claim_case_fault(const struct claim_case *claim, int line, struct failure *failure,
                             const char *format, ...) {
    char text[sizeof failure->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return failure_input(failure, "%s:%d: %s", claim->path, line, text);
}

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
    int key = 0, keyword = keyword_of(line, name);
    const char *program = keywords[CLAIM_LINE_TRY];
    reader->keyword = keyword;
    if (keyword < KEYWORDS)
        while (strcmp(keys[key].name, program) != 0)
            key++;
    while (keyword == KEYWORDS && key < KEYS &&
           (strlen(keys[key].name) != name || strncmp(keys[key].name, line, name)))
        key++;
    if (key == KEYS)
        return fault(reader, failure, "no line of a case begins like", line);
    if (!*text)
        return fault(reader, failure, "a text is missing behind", line);
    if (key < reader->key || (key == reader->key && !keys[key].repeated))
        return fault(reader, failure, "this line comes too late:", keys[key].name);
    TRY(see_needed(reader, key, failure));
    reader->key = key;
    if (!reader->claim->lines[key])
        reader->claim->lines[key] = reader->line;
    if (keys[key].take)
        return keys[key].take(reader, text, failure);
    return set_text((char **)((char *)reader->claim + keys[key].text), text, failure);
}

/* What a verdict has to have beside it. */
static enum status see_verdict(const struct claim_case *claim, struct failure *failure) {
    bool refuted = claim->verdict == CLAIM_REFUTED, within = claim->verdict == CLAIM_HOLDS_WITHIN;
    const char *missing = NULL;
    if ((refuted || within) && !claim->counterexample)
        missing = "counter-example";
    else if (refuted && !claim->reading)
        missing = "reading";
    else if (refuted && !claim->existence && !claim->steps.count)
        missing = "step";
    else if (within && !claim->within)
        missing = "within";
    if (missing)
        return claim_case_fault(claim, claim_case_line(claim, "verdict"), failure,
                                "the verdict %s needs a line '%s'",
                                claim_verdict_name(claim->verdict), missing);
    if (!within && claim->within)
        return claim_case_fault(claim, claim_case_line(claim, "within"), failure,
                                "the line 'within' goes with the verdict holds-within");
    return STATUS_OK;
}

enum status claim_case_take_lines(struct claim_case *claim, char *text, struct failure *failure) {
    struct reader reader = {.claim = claim, .key = -1};
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        claim->last_line = ++reader.line;
        size_t length = strlen(line);
        while (length && line[length - 1] == ' ')
            line[--length] = 0;
        if (*line && *line != '#')
            TRY(take_line(&reader, line, failure));
    }
    TRY(see_needed(&reader, KEYS, failure));
    return see_verdict(claim, failure);
}
