#include "automata/closed_word.h"
#include "solver/certificate/write.h"

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

enum status certificate_print_words(struct certificate_output *output,
                                    const struct periodic *periodic, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < periodic->class_count && !status; i++)
        status = print_word(output, &periodic->classes[i], periodic->latency, failure);
    return status;
}

static enum status put_periodic(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct periodic *periodic = body;
    mpz_t processors;
    (void)limits;
    mpz_init(processors);
    periodic_processors(periodic, processors);
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", periodic->latency,
                      periodic->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\n");
    mpz_clear(processors);
    if (periodic->period != 1)
        certificate_print(output, "period %d\n", periodic->period);
    return certificate_print_words(output, periodic, failure);
}

struct evidence evidence_of_periodic(const struct periodic *periodic) {
    return evidence_borrowed(periodic->period == 1 ? "stationary" : "periodic", put_periodic,
                             periodic);
}
