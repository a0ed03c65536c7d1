/* SPDX-License-Identifier: MIT */
#include "solver/count/table.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "automata/memory.h"

__extension__ typedef unsigned __int128 double_limb;

uint64_t table_bytes(const struct lattice *lattice, size_t cells, int limbs) {
    uint64_t numbers = budget_product(cells, (uint64_t)limbs * sizeof(mp_limb_t));
    uint64_t rows = layer_bytes(lattice);
    return numbers > UINT64_MAX - rows ? UINT64_MAX : numbers + rows;
}

enum status table_init(struct table *table, const struct lattice *lattice, int total, int limbs,
                       struct failure *failure) {
    struct table result = {.limbs = limbs};
    enum status status = layer_init(&result.layer, lattice, total, failure);
    if (status)
        return status;
    result.numbers = memory_new(result.layer.cells, (size_t)limbs * sizeof *result.numbers);
    if (!result.numbers) {
        layer_clear(&result.layer);
        return failure_memory(failure, "a table of numbers");
    }
    *table = result;
    return STATUS_OK;
}

void table_clear(struct table *table) {
    layer_clear(&table->layer);
    free(table->numbers);
    *table = (struct table){0};
}

struct monomial table_monomial(const struct lattice *lattice, const int *letters,
                               mp_limb_t weight) {
    struct monomial monomial = {.ones = letters[1], .weight = weight};
    for (int j = 2; j < lattice->letters; j++)
        if (letters[j]) {
            monomial.rows += lattice->stride[j] * (size_t)letters[j];
            monomial.packed += (uint64_t)letters[j] << lattice->place[j];
        }
    return monomial;
}

/* A product under way. */
struct job {
    struct table *to;
    const struct product *products;
    int product_count;
    mp_limb_t divisor;
    atomic_bool overflow;
    atomic_bool remainder;
};

/* to += from * weight; gives the carry beyond the last limb. Written out, because with a constant
 * number of limbs it is several times as fast as a call of mpn_addmul_1. */
static inline mp_limb_t add_multiple(mp_limb_t *to, const mp_limb_t *from, mp_limb_t weight,
                                     int limbs) {
    mp_limb_t carry = 0;
    for (int i = 0; i < limbs; i++) {
        double_limb sum = (double_limb)from[i] * weight + to[i] + carry;
        to[i] = (mp_limb_t)sum;
        carry = (mp_limb_t)(sum >> 64);
    }
    return carry;
}

/* The target cells of a row first..last, and their numbers. */
struct span {
    int first;
    int last;
    mp_limb_t *numbers;
};

/* Adds the monomial times the row that it moves to `row`; gives what was carried out. */
static inline mp_limb_t add_row(const struct span *span, const struct table *from, size_t row,
                                const struct monomial *monomial, int limbs) {
    size_t source = row - monomial->rows;
    int base = layer_first(&from->layer, source) + monomial->ones;
    int end = layer_last(&from->layer, source) + monomial->ones;
    int first = base > span->first ? base : span->first;
    int last = end < span->last ? end : span->last;
    if (first > last)
        return 0;
    const mp_limb_t *in =
        from->numbers + (from->layer.start[source] + (size_t)(first - base)) * (size_t)limbs;
    mp_limb_t *out = span->numbers + (size_t)(first - span->first) * (size_t)limbs;
    mp_limb_t carry = 0;
    for (int ones = first; ones <= last; ones++, in += limbs, out += limbs)
        carry |= limbs > 8 ? mpn_addmul_1(out, in, limbs, monomial->weight)
                           : add_multiple(out, in, monomial->weight, limbs);
    return carry;
}

static inline mp_limb_t fill_row(const struct job *job, size_t row, const struct span *span,
                                 int limbs) {
    const struct lattice *lattice = job->to->layer.lattice;
    uint64_t packed = lattice->packed[row];
    mp_limb_t carry = 0;
    for (int p = 0; p < job->product_count; p++) {
        const struct product *product = &job->products[p];
        for (size_t i = 0; i < product->count; i++)
            if (lattice_contains(lattice, packed, product->monomials[i].packed))
                carry |= add_row(span, product->from, row, &product->monomials[i], limbs);
    }
    return carry;
}

/* The same with the number of limbs known to the compiler where it is small. */
static mp_limb_t fill_row_by_limbs(const struct job *job, size_t row, const struct span *span) {
    switch (job->to->limbs) {
    case 1:
        return fill_row(job, row, span, 1);
    case 2:
        return fill_row(job, row, span, 2);
    case 3:
        return fill_row(job, row, span, 3);
    case 4:
        return fill_row(job, row, span, 4);
    default:
        return fill_row(job, row, span, job->to->limbs);
    }
}

static bool divide(mp_limb_t *numbers, size_t cells, int limbs, mp_limb_t divisor) {
    mp_limb_t remainders = 0;
    for (size_t cell = 0; cell < cells && divisor > 1; cell++, numbers += limbs)
        remainders |= mpn_divrem_1(numbers, 0, numbers, limbs, divisor);
    return remainders == 0;
}

static void fill_rows(void *context, size_t first, size_t end) {
    struct job *job = context;
    const struct layer *layer = &job->to->layer;
    int limbs = job->to->limbs;
    for (size_t row = first; row < end; row++) {
        struct span span = {layer_first(layer, row), layer_last(layer, row),
                            job->to->numbers + layer->start[row] * (size_t)limbs};
        if (span.first > span.last)
            continue;
        if (fill_row_by_limbs(job, row, &span))
            atomic_store(&job->overflow, true);
        if (!divide(span.numbers, (size_t)(span.last - span.first) + 1, limbs, job->divisor))
            atomic_store(&job->remainder, true);
    }
}

enum status table_add_products(struct table *to, const struct product *products, int product_count,
                               mp_limb_t divisor, struct crew *crew, struct failure *failure) {
    struct job job = {
        .to = to, .products = products, .product_count = product_count, .divisor = divisor};
    atomic_init(&job.overflow, false);
    atomic_init(&job.remainder, false);
    size_t monomials = 1;
    for (int p = 0; p < product_count; p++)
        monomials += products[p].count;
    uint64_t cost = budget_product(to->layer.cells, monomials * (size_t)to->limbs);
    crew_run(crew, to->layer.lattice->rows, cost, fill_rows, &job);
    if (atomic_load(&job.overflow))
        return failure_set(failure, STATUS_INTERNAL,
                           "a count does not fit its bound of %d words of 64 bits", to->limbs);
    if (atomic_load(&job.remainder))
        return failure_set(failure, STATUS_INTERNAL, "a count is not divisible by %lu", divisor);
    return STATUS_OK;
}
