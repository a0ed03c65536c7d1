#include "solver/certificate/write.h"

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

static void print_leaves(struct piece *piece, const struct pruned *pruned,
                         const struct pruned_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &pruned->ranges[i];
        add_number(piece, ' ', range->first);
        if (range->last > range->first)
            add_number(piece, '-', range->last);
        if (range->copies > 1)
            add_number(piece, '*', range->copies);
    }
    flush(piece);
}

void certificate_print_pruned(struct certificate_output *output, const struct pruned *pruned) {
    struct piece piece = {.output = output};
    for (size_t i = 0; i < pruned->class_count; i++) {
        const struct pruned_class *class = &pruned->classes[i];
        certificate_print(output, "block %d %d ", class->head, class->size);
        certificate_print_big(output, class->count);
        if (class->size > 1)
            certificate_print(output, " letters");
        print_leaves(&piece, pruned, class);
        certificate_print(output, "\n");
    }
}

static enum status put_pruned(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct pruned *pruned = body;
    mpz_t processors;
    (void)limits, (void)failure;
    mpz_init(processors);
    pruned_processors(pruned, processors);
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", pruned->latency, pruned->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nreceive-only %d\n", pruned->receive_only);
    mpz_clear(processors);
    certificate_print_pruned(output, pruned);
    return STATUS_OK;
}

struct evidence evidence_of_pruned(const struct pruned *pruned) {
    return evidence_borrowed("pruned", put_pruned, pruned);
}
