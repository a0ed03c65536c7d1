/* SPDX-License-Identifier: MIT */
/* K items: the bounds, and families for every K. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/show/show_proof.h"

enum { LISTED = 200, MOST = 2147483647 };

/* Goes to the next line, which must be `key` and one word; the word is valid until the next line.
 */
static enum status read_word(struct certificate_input *input, const char *key, const char **word,
                             struct failure *failure) {
    char expected[80];
    snprintf(expected, sizeof expected, "'%s' and one word", key);
    if (!certificate_next(input) || input->word_count != 2 || strcmp(input->words[0], key) != 0)
        return certificate_expected(input, expected, failure);
    *word = input->words[1];
    return STATUS_OK;
}

static enum status print_word(FILE *file, struct certificate_input *input, const char *key,
                              const char *format, struct failure *failure) {
    const char *word = "";
    enum status status = read_word(input, key, &word, failure);
    if (!status) {
        const char *place = strstr(format, "%");
        fprintf(file, "%.*s%s%s", (int)(place - format), format, word, place + 1);
    }
    return status;
}

static enum status print_sends(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    const char *word = "";
    enum status status = read_word(input, "sends", &word, failure);
    if (!status && strcmp(word, "single") == 0)
        fprintf(file, ", if the source sends each item once,");
    return status;
}

/* A LogP machine has overhead and gap where the postal model has ports. */
static enum status print_machine(FILE *file, struct certificate_input *input,
                                 struct failure *failure) {
    const char *word = "";
    char latency[24];
    enum status status = read_word(input, "latency", &word, failure);
    if (status)
        return status;
    snprintf(latency, sizeof latency, "%.20s", word);
    if (!certificate_next(input) || input->word_count != 2 ||
        (strcmp(input->words[0], "ports") != 0 && strcmp(input->words[0], "overhead") != 0))
        return certificate_expected(input, "'ports' or 'overhead' and one word", failure);
    if (strcmp(input->words[0], "ports") == 0) {
        fprintf(file, "machine: postal, latency %s, ports: %s\n", latency, input->words[1]);
        return STATUS_OK;
    }
    fprintf(file, "machine: LogP, latency %s, overhead %s", latency, input->words[1]);
    return print_word(file, input, "gap", ", gap %\n", failure);
}

static enum status print_question(FILE *file, struct certificate_input *input,
                                  struct failure *failure) {
    enum status status = print_machine(file, input, failure);
    if (!status)
        status = print_word(file, input, "processors", "claim: with % processors, ", failure);
    if (!status)
        status = print_word(file, input, "items", "% items can't be everywhere", failure);
    return status ? status : print_sends(file, input, failure);
}

enum status show_items_bound(FILE *file, struct certificate_input *input, struct failure *failure) {
    enum status status = print_question(file, input, failure);
    if (!status)
        status = print_word(file, input, "finish", " before time %\n", failure);
    if (!status)
        fprintf(file, "proof: by counting how many messages can be sent until then\n");
    return status;
}

enum status show_impossible_items(FILE *file, struct certificate_input *input,
                                  struct failure *failure) {
    enum status status = print_question(file, input, failure);
    if (!status)
        status = print_word(file, input, "time", " by time %\n", failure);
    if (!status)
        status = print_word(file, input, "encoding", "formula: encoding %\n", failure);
    return status ? status : show_cnf(file, input, failure);
}

static void print_line(FILE *file, const struct certificate_input *input) {
    fputs("  ", file);
    for (int i = 0; i < input->word_count; i++)
        fprintf(file, "%s%s", i ? " " : "", input->words[i]);
    fputc('\n', file);
}

/* A claim of the form `by time K + late`. */
static void print_claim(FILE *file, long latency, long first, const char *processors, long late,
                        bool single) {
    fprintf(file,
            "machine: postal, latency %ld\n"
            "claim: for every K >= %ld, K items reach %s processors beside the source by time "
            "K %c %ld%s\n",
            latency, first, processors, late >= 0 ? '+' : '-', labs(late),
            single ? ", the source sending each once" : "");
}

/* Words, if there are any, then what the source sends, and classes of processors with what they are
 * dealt; from the current line on. */
static enum status print_colour_lines(FILE *file, struct certificate_input *input,
                                      struct failure *failure) {
    static const struct {
        const char *key, *text;
    } parts[] = {
        {"word", "words of the stream:\n"},
        {"source", "items that the source sends at TIME 0, 1, .., numbered from the last:\n"},
        {"slots", "processors that are free to receive at these TIMEs, so many with these "
                  "items:\n"}};
    enum { PARTS = sizeof parts / sizeof *parts };
    int part = -1;
    do {
        int next = 0;
        while (next < PARTS && strcmp(input->words[0], parts[next].key) != 0)
            next++;
        if (next < PARTS ? next < part : part < PARTS - 1 || strcmp(input->words[0], "deal") != 0)
            return certificate_expected(input, "'word', 'source', 'slots' or 'deal'", failure);
        if (next < PARTS && next > part)
            fputs(parts[part = next].text, file);
        print_line(file, input);
    } while (certificate_next(input));
    return STATUS_OK;
}

struct colours_head {
    long latency, depth, endgame;
    char *processors; /* owned */
    bool single;
};

static enum status read_colours_head(struct certificate_input *input, struct colours_head *head,
                                     struct failure *failure) {
    const char *word = "";
    enum status status = certificate_field(input, "latency", 1, MOST, &head->latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, MOST, &head->depth, failure);
    if (!status)
        status = read_word(input, "processors", &word, failure);
    if (!status) {
        head->processors = memory_new(strlen(word) + 1, 1);
        status = head->processors ? STATUS_OK : failure_memory(failure, "a number");
    }
    if (!status) {
        memcpy(head->processors, word, strlen(word) + 1);
        status = certificate_field(input, "endgame", 1, MOST, &head->endgame, failure);
    }
    if (!status)
        status = read_word(input, "sends", &word, failure);
    head->single = strcmp(word, "single") == 0;
    return status;
}

static void print_colours_claim(FILE *file, const struct colours_head *head, bool few) {
    long last = head->latency + head->depth - 1;
    if (few) {
        fprintf(file,
                "machine: postal, latency %ld\n"
                "claim: %ld items reach %s processors beside the source by time %ld%s\n",
                head->latency, head->endgame, head->processors, last,
                head->single ? ", the source sending each once" : "");
        return;
    }
    print_claim(file, head->latency, head->endgame, head->processors, last - head->endgame,
                head->single);
    fprintf(file, "the stream has delay %ld; TIME 0 is the time K - %ld\n",
            head->latency + head->depth, head->endgame);
}

enum status show_items_colours(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    struct colours_head head = {.processors = NULL};
    enum status status = read_colours_head(input, &head, failure);
    if (!status && !certificate_next(input))
        status = certificate_expected(input, "'word' or 'source'", failure);
    if (!status) {
        print_colours_claim(file, &head, strcmp(input->words[0], "source") == 0);
        status = print_colour_lines(file, input, failure);
    }
    free(head.processors);
    return status;
}
