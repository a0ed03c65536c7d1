/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours_read.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule_lines.h"

struct head {
    long latency, depth, endgame;
    mpz_ptr processors;
    bool single;
};

static bool read_big(const char *text, mpz_ptr number) {
    return *text && !text[strspn(text, "0123456789")] && mpz_set_str(number, text, 10) == 0 &&
           mpz_sgn(number) > 0;
}

static enum status read_head(struct certificate_input *input, struct head *head,
                             struct failure *failure) {
    TRY(certificate_field(input, "latency", 1, ITEMS_FAMILY_MOST, &head->latency, failure));
    TRY(certificate_field(input, "depth", 0, ITEMS_FAMILY_MOST, &head->depth, failure));
    TRY(certificate_big_field(input, "processors", head->processors, failure));
    if (mpz_sgn(head->processors) == 0)
        return certificate_expected(input, "'processors N' from 1 on", failure);
    TRY(certificate_field(input, "endgame", 1, ITEMS_FAMILY_MOST, &head->endgame, failure));
    if (!certificate_next(input) || input->word_count != 2 || strcmp(input->words[0], "sends") != 0)
        return certificate_expected(input, "'sends any' or 'sends single'", failure);
    head->single = strcmp(input->words[1], "single") == 0;
    return head->single || strcmp(input->words[1], "any") == 0
               ? STATUS_OK
               : certificate_expected(input, "'sends any' or 'sends single'", failure);
}

/* A colour 1..M or -, perhaps *k. */
static bool read_colour(const char *text, long colours, int *colour, long *copies) {
    char *end = (char *)text + 1;
    *colour = 0;
    *copies = 1;
    if (*text != '-') {
        long number = strspn(text, "0123456789") <= 9 ? strtol(text, &end, 10) : 0;
        if (number < 1 || number > colours)
            return false;
        *colour = (int)number;
    }
    if (*end == '*' && strspn(end + 1, "0123456789") <= 9)
        *copies = strtol(end + 1, &end, 10);
    return *end == '\0' && *copies >= 1;
}

static enum status read_source(struct certificate_input *input, struct items_colours *colours,
                               struct failure *failure) {
    int x = 0, colour;
    long copies;
    if (strcmp(input->words[0], "source") != 0)
        return certificate_expected(input, "'source C C ..'", failure);
    for (int i = 1; i < input->word_count; i++) {
        if (!read_colour(input->words[i], colours->plan.colours, &colour, &copies) ||
            copies > colours->words.depth - x)
            return certificate_expected(input, "a colour for each TIME before t", failure);
        for (; copies; copies--)
            colours->plan.source[x++] = colour;
    }
    return x == colours->words.depth
               ? STATUS_OK
               : certificate_expected(input, "a colour for each TIME before t", failure);
}

/* The lines of the classes. */
struct class_lines {
    struct items_colours *colours;
    bool few;    /* the classes are as the lines say */
    size_t next; /* the class of the next line `slots` */
    int *dealt;  /* [most]: a line `deal` */
    int most;    /* slots of a class so far */
    mpz_t rows;
};

static void class_lines_clear(struct class_lines *lines) {
    mpz_clear(lines->rows);
    free(lines->dealt);
}

static enum status check_slots(const struct certificate_input *input,
                               const struct slot_class *class, struct failure *failure) {
    long time;
    if (input->word_count != class->slots + 1)
        return certificate_expected(input, "as many slots as the next class has", failure);
    for (int i = 0; i < class->slots; i++)
        TRY(certificate_number(input, i + 1, class->times[i], class->times[i], &time, failure));
    return STATUS_OK;
}

/* One more class, with the slots of the line. */
static enum status append_class(const struct certificate_input *input, struct slot_classes *classes,
                                struct failure *failure) {
    FREED int *times = memory_new((size_t)input->word_count, sizeof *times);
    BIG(none);
    TRY(memory_check(times, failure, "an endgame"));
    long time = -1;
    for (int i = 1; i < input->word_count; i++) {
        TRY(certificate_number(input, i, time + 1, classes->latency + (long)classes->depth - 1,
                               &time, failure));
        times[i - 1] = (int)time;
    }
    return slot_classes_add(classes, times, input->word_count - 1, none, failure);
}

static enum status read_slots(const struct certificate_input *input, struct class_lines *lines,
                              struct failure *failure) {
    struct slot_classes *classes = &lines->colours->plan.classes;
    if (lines->few)
        TRY(append_class(input, classes, failure));
    else if (lines->next == classes->count)
        return certificate_expected(input, "'deal COUNT C ..'", failure);
    const struct slot_class *class = &classes->classes[lines->next++];
    if (class->slots > lines->most) {
        int *dealt = memory_resize(lines->dealt, (size_t) class->slots, sizeof *dealt);
        TRY(memory_check(dealt, failure, "an endgame"));
        lines->dealt = dealt;
        lines->most = class->slots;
    }
    return lines->few ? STATUS_OK : check_slots(input, class, failure);
}

static enum status read_deal(const struct certificate_input *input, struct class_lines *lines,
                             struct failure *failure) {
    struct colour_plan *plan = &lines->colours->plan;
    size_t class = lines->next - 1;
    int slots = plan->classes.classes[class].slots;
    long copies;
    if (input->word_count != slots + 2 || !read_big(input->words[1], lines->rows))
        return certificate_expected(input, "'deal COUNT C C ..'", failure);
    for (int i = 0; i < slots; i++)
        if (!read_colour(input->words[i + 2], plan->colours, &lines->dealt[i], &copies) ||
            copies > 1)
            return certificate_expected(input, "a colour for each slot", failure);
    mpz_ptr sum = plan->classes.classes[class].rows;
    if (lines->few)
        mpz_add(sum, sum, lines->rows);
    return colour_plan_deal(plan, class, lines->dealt, lines->rows, failure);
}

/* Lines `slots`, a class each, and `deal` behind them. */
static enum status read_classes(struct certificate_input *input, struct class_lines *lines,
                                struct failure *failure) {
    while (certificate_next(input)) {
        if (strcmp(input->words[0], "slots") == 0)
            TRY(read_slots(input, lines, failure));
        else if (strcmp(input->words[0], "deal") == 0 && lines->next > 0)
            TRY(read_deal(input, lines, failure));
        else
            return certificate_expected(input, "'slots TIME ..' or 'deal COUNT C ..'", failure);
    }
    return STATUS_OK;
}

/* The lines of the words, if there are any; the current line is the one behind them. */
static enum status read_words(struct certificate_input *input, const struct head *head,
                              struct schedule *words, struct failure *failure) {
    bool more = false;
    TRY(schedule_lines_read(words, input, &more, failure));
    if (words->block_count || words->receive_only != SCHEDULE_NOBODY)
        return certificate_expected(input, "a stream that is given by lines 'word'", failure);
    if (!more || head->depth == 0)
        return certificate_expected(input, "'source C C ..'", failure);
    return STATUS_OK;
}

static enum status start(struct certificate_input *input, const struct head *head,
                         struct items_colours *colours, struct failure *failure) {
    struct slot_classes none = {.latency = (int)head->latency, .depth = (int)head->depth};
    struct failure fault = {0};
    CLEANUP(schedule_clear) struct schedule words;
    schedule_init(&words, (int)head->latency, (int)head->depth, 1);
    TRY(read_words(input, head, &words, failure));
    enum status status = words.word_count > 0
                             ? items_colours_init(colours, &words, (int)head->endgame, NULL, &fault)
                             : items_colours_init_few(colours, &none, (int)head->endgame, &fault);
    return status ? failure_set(failure, status == STATUS_INTERNAL ? STATUS_INPUT : status,
                                "%s: %s", input->path, fault.message)
                  : STATUS_OK;
}

/* What is stated must be what comes out. */
static enum status finish(const struct certificate_input *input, struct head *head,
                          struct items_colours *colours, struct failure *failure) {
    struct failure fault = {0};
    enum status status = items_colours_finish(colours, &fault);
    if (status)
        return failure_set(failure, status == STATUS_INTERNAL ? STATUS_INPUT : status,
                           "%s is no family of broadcasts: %s (see steadycheck)", input->path,
                           fault.message);
    BIG(processors);
    slot_classes_rows(&colours->plan.classes, processors);
    bool fits =
        mpz_cmp(processors, head->processors) == 0 && (colours->plan.single || !head->single);
    return fits ? STATUS_OK
                : failure_input(
                      failure,
                      "%s: the number of processors or 'sends single' does not fit the family",
                      input->path);
}

static enum status read_all(struct certificate_input *input, struct head *head,
                            struct items_colours *colours, struct failure *failure) {
    TRY(read_head(input, head, failure));
    TRY(start(input, head, colours, failure));
    CLEANUP(class_lines_clear)
    struct class_lines lines = {.colours = colours, .few = items_colours_are_few(colours)};
    mpz_init(lines.rows);
    TRY(read_source(input, colours, failure));
    TRY(read_classes(input, &lines, failure));
    return finish(input, head, colours, failure);
}

enum status items_colours_read(struct items_colours *colours, struct certificate_input *input,
                               struct failure *failure) {
    CLEANUP(items_colours_clear) struct items_colours result = {0};
    BIG(processors);
    struct head head = {.processors = processors};
    TRY(read_all(input, &head, &result, failure));
    *colours = TAKE(result);
    return STATUS_OK;
}
