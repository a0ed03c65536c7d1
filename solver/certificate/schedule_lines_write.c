/* SPDX-License-Identifier: MIT */
#include "automata/closed_word.h"
#include "solver/certificate/schedule_lines.h"

/* --- blocks --- */

/* Small numbers with a character before each, put together before they are written: most of what a
 * schedule consists of. */
struct piece {
    struct certificate_output *output;
    size_t length;
    char text[256];
};

static void flush(struct piece *piece) {
    certificate_write(piece->output, piece->text, piece->length);
    piece->length = 0;
}

static void add_number(struct piece *piece, char before, int number) {
    char digits[12];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    if (piece->length + sizeof digits + 1 > sizeof piece->text)
        flush(piece);
    piece->text[piece->length++] = before;
    while (count > 0)
        piece->text[piece->length++] = digits[--count];
}

static void print_leaves(struct piece *piece, const struct schedule *schedule,
                         const struct block_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        add_number(piece, ' ', range->first);
        if (range->last > range->first)
            add_number(piece, '-', range->last);
        if (range->copies > 1)
            add_number(piece, '*', range->copies);
    }
    flush(piece);
}

static void print_block(struct certificate_output *output, const struct schedule *schedule,
                        const struct block_class *class) {
    struct piece piece = {.output = output};
    certificate_print(output, "block %d %d ", class->head, class->size);
    certificate_print_big(output, class->count);
    if (class->size > 1)
        certificate_print(output, class->ordered ? " word" : " letters");
    print_leaves(&piece, schedule, class);
    certificate_print(output, "\n");
}

/* --- words --- */

/* Equal neighbours as one item. */
static void print_items(struct certificate_output *output, const int *list, size_t length) {
    for (size_t p = 0, end; p < length; p = end) {
        for (end = p; end < length && list[end] == list[p]; end++)
            ;
        if (list[p] == CLOSED_WORD_SILENT)
            certificate_print(output, " -");
        else
            certificate_print(output, " %d", list[p]);
        if (end - p > 1)
            certificate_print(output, "*%zu", end - p);
    }
}

static enum status print_word(struct certificate_output *output, const struct word_class *class,
                              int latency, struct failure *failure) {
    bool largest;
    enum status status = word_class_sends_largest(class, latency, &largest, failure);
    if (status)
        return status;
    certificate_print(output, "word ");
    certificate_print_big(output, class->count);
    certificate_print(output, " receive");
    print_items(output, class->values, class->length);
    certificate_print(output, " send");
    if (largest)
        certificate_print(output, " largest");
    else
        print_items(output, class->sends, class->length);
    certificate_print(output, "\n");
    return STATUS_OK;
}

/* --- all --- */

enum status schedule_lines_print(struct certificate_output *output, const struct schedule *schedule,
                                 struct failure *failure) {
    enum status status = STATUS_OK;
    if (schedule->receive_only != SCHEDULE_NOBODY)
        certificate_print(output, "receive-only %d\n", schedule->receive_only);
    for (size_t i = 0; i < schedule->block_count; i++)
        print_block(output, schedule, &schedule->blocks[i]);
    for (size_t i = 0; i < schedule->word_count && !status; i++)
        status = print_word(output, &schedule->words[i], schedule->latency, failure);
    return status;
}
