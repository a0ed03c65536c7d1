#include "solver/certificate/write.h"

void certificate_print_pruned(struct certificate_output *output, const struct pruned *pruned) {
    for (size_t i = 0; i < pruned->class_count; i++) {
        const struct pruned_class *class = &pruned->classes[i];
        certificate_print(output, "block %d %d ", class->head, class->size);
        certificate_print_big(output, class->count);
        if (class->size > 1)
            certificate_print(output, " letters");
        for (size_t k = class->first; k < class->range_end; k++) {
            const struct leaf_range *range = &pruned->ranges[k];
            certificate_print(output, " %d", range->first);
            if (range->last > range->first)
                certificate_print(output, "-%d", range->last);
            if (range->copies > 1)
                certificate_print(output, "*%d", range->copies);
        }
        certificate_print(output, "\n");
    }
}

void certificate_put_pruned(struct certificate_output *output, const struct pruned *pruned) {
    mpz_t processors;
    mpz_init(processors);
    pruned_processors(pruned, processors);
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", pruned->latency, pruned->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nreceive-only %d\n", pruned->receive_only);
    mpz_clear(processors);
    certificate_print_pruned(output, pruned);
}

enum status certificate_write_pruned(const char *path, bool overwrite, const struct pruned *pruned,
                                     struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, overwrite, "pruned", failure);
    if (status)
        return status;
    certificate_put_pruned(output, pruned);
    return certificate_close(output, failure);
}
