/* SPDX-License-Identifier: MIT */
#include "solver/count/count.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/count/fillings.h"
#include "solver/count/lattice.h"

/* A count under way. */
struct count {
    struct small_instance instance;
    struct lattice lattice;
    struct fillings *fillings; /* fillings[size] */
    struct budget budget;
    struct crew crew;
    int limbs;  /* forced; 0: by the bound */
    bool words; /* weights are numbers of words, else 1 */
};

static mp_limb_t weight_of(const struct count *count, const struct fillings *fillings,
                           size_t index) {
    return count->words ? fillings->words[index] : 1;
}

/* Multiplies the bound on the sum of all numbers by the multisets that a class can have. */
static void raise_bound(const struct count *count, int size, mpz_t bound) {
    const struct fillings *fillings = &count->fillings[size];
    BIG(kinds);
    for (size_t i = 0; i < fillings->count; i++)
        mpz_add_ui(kinds, kinds, weight_of(count, fillings, i));
    bound_multisets(kinds, kinds, count->instance.blocks[size]);
    mpz_mul(bound, bound, kinds);
}

/* Limbs for the numbers of a class: the smaller of the two bounds, times what Newton's identities
 * multiply by. Earlier tables of the class have smaller bounds. */
static int choose_limbs(const struct count *count, int size, int total, mpz_srcptr bound) {
    if (count->limbs)
        return count->limbs;
    BIG(sequences);
    bound_multinomial(sequences, count->lattice.most, count->lattice.letters, total);
    if (mpz_cmp(bound, sequences) < 0)
        mpz_set(sequences, bound);
    mpz_mul_si(sequences, sequences, count->instance.blocks[size]);
    return mpz_sgn(sequences) ? (int)mpz_size(sequences) : 1;
}

/* p_j: the fillings taken j times each, as far as there are letters for it. `monomials` has room
 * for all. */
static size_t power_sum(const struct count *count, int size, int times,
                        struct monomial *monomials) {
    const struct fillings *fillings = &count->fillings[size];
    const struct lattice *lattice = &count->lattice;
    int letters[64];
    size_t kept = 0;
    for (size_t i = 0; i < fillings->count; i++) {
        const int *once = fillings_at(fillings, lattice, i);
        int j = 0;
        for (; j < lattice->letters && once[j] <= lattice->most[j] / times; j++)
            letters[j] = times * once[j];
        if (j == lattice->letters)
            monomials[kept++] = table_monomial(lattice, letters, weight_of(count, fillings, i));
    }
    return kept;
}

/* The tables T h_0 .. T h_mu of a class of mu blocks. */
struct class {
    int size, blocks;
    int base; /* letters used before */
    int limbs;
    uint64_t bytes;
    struct table *tables;
    struct monomial **sums; /* sums[j]: p_j, j = 1..mu */
    size_t *sum_counts;
    struct product *products;
};

static int class_total(const struct class *class, int blocks) {
    return class->base + blocks * (class->size - 1);
}

static void class_clear(struct count *count, struct class *class) {
    for (int k = 0; k <= class->blocks; k++) {
        if (class->tables)
            table_clear(&class->tables[k]);
        if (class->sums)
            free(class->sums[k]);
    }
    FREE_ALL(class->tables, class->sums, class->sum_counts, class->products);
    budget_give(&count->budget, class->bytes);
    *class = (struct class){0};
}

/* Bytes of a table with so many cells. */
static uint64_t table_bytes(const struct lattice *lattice, size_t cells, int limbs) {
    uint64_t numbers = budget_product(cells, (uint64_t)limbs * sizeof(mp_limb_t));
    uint64_t rows = layer_bytes(lattice);
    return numbers > UINT64_MAX - rows ? UINT64_MAX : numbers + rows;
}

static enum status class_book(struct count *count, struct class *class, struct failure *failure) {
    const struct lattice *lattice = &count->lattice;
    uint64_t bytes = 0;
    for (int k = 0; k <= class->blocks; k++) {
        uint64_t more =
            table_bytes(lattice, layer_cells(lattice, class_total(class, k)), class->limbs);
        bytes = more > UINT64_MAX - bytes ? UINT64_MAX : bytes + more;
    }
    char purpose[64];
    snprintf(purpose, sizeof purpose, "the blocks of size %d", class->size);
    TRY(budget_take(&count->budget, bytes, purpose, failure));
    class->bytes = bytes;
    return STATUS_OK;
}

static enum status class_make_sums(const struct count *count, struct class *class,
                                   struct failure *failure) {
    for (int j = 1; j <= class->blocks; j++) {
        class->sums[j] = memory_new(count->fillings[class->size].count, sizeof **class->sums);
        TRY(memory_check(class->sums[j], failure, "powers of fillings"));
        class->sum_counts[j] = power_sum(count, class->size, j, class->sums[j]);
    }
    return STATUS_OK;
}

static enum status class_init(struct count *count, struct class *class, struct failure *failure) {
    TRY(class_book(count, class, failure));
    size_t room = (size_t) class->blocks + 1;
    TRY(memory_check(NEW(room, class->tables, class->sums, class->sum_counts, class->products),
                     failure, "a class of blocks"));
    for (int k = 0; k <= class->blocks; k++)
        TRY(table_init(&class->tables[k], &count->lattice, class_total(class, k), class->limbs,
                       failure));
    return class_make_sums(count, class, failure);
}

/* The first table is the one given, with as many limbs as the class has. */
static enum status class_enter(struct class *class, const struct table *before,
                               struct failure *failure) {
    struct table *first = &class->tables[0];
    size_t from = (size_t)before->limbs, to = (size_t)first->limbs, both = from < to ? from : to;
    for (size_t cell = 0; cell < first->layer.cells; cell++) {
        const mp_limb_t *number = before->numbers + cell * from;
        memcpy(first->numbers + cell * to, number, both * sizeof *number);
        for (size_t i = both; i < from; i++)
            if (number[i])
                return failure_internal(
                    failure, "a count does not fit its bound of %zu words of 64 bits", to);
    }
    return STATUS_OK;
}

/* Newton's identity for k blocks. */
static enum status class_step(struct count *count, struct class *class, int k,
                              struct failure *failure) {
    for (int j = 1; j <= k; j++)
        class->products[j - 1] =
            (struct product){&class->tables[k - j], class->sums[j], class->sum_counts[j]};
    return table_add_products(&class->tables[k], class->products, k, (mp_limb_t)k, &count->crew,
                              failure);
}

/* All blocks the same and only one way to fill them: the table only moves. */
static bool is_single(const struct count *count, int size) {
    const struct fillings *fillings = &count->fillings[size];
    return fillings->count == 1 && weight_of(count, fillings, 0) == 1;
}

static enum status move(struct count *count, const struct table *before, int size,
                        struct table *after, struct failure *failure) {
    struct monomial monomial;
    size_t fits = power_sum(count, size, count->instance.blocks[size], &monomial);
    struct product product = {before, &monomial, fits};
    return table_add_products(after, &product, 1, 1, &count->crew, failure);
}

static enum status add_single(struct count *count, struct table *table, int size,
                              struct failure *failure) {
    struct table after;
    int total = table->layer.total + count->instance.blocks[size] * (size - 1);
    uint64_t bytes =
        table_bytes(&count->lattice, layer_cells(&count->lattice, total), table->limbs);
    TRY(budget_take(&count->budget, bytes, "blocks that are filled in one way", failure));
    enum status status = table_init(&after, &count->lattice, total, table->limbs, failure);
    if (!status) {
        status = move(count, table, size, &after, failure);
        table_clear(table);
        *table = after;
    }
    budget_give(&count->budget, bytes);
    return status;
}

/* Replaces T by T h_mu for the blocks of a size. */
static enum status add_class(struct count *count, struct table *table, int size, mpz_srcptr bound,
                             struct failure *failure) {
    if (is_single(count, size))
        return add_single(count, table, size, failure);
    struct class class = {
        .size = size, .blocks = count->instance.blocks[size], .base = table->layer.total};
    class.limbs = choose_limbs(count, size, class_total(&class, class.blocks), bound);
    enum status status = class_init(count, &class, failure);
    if (!status)
        status = class_enter(&class, table, failure);
    for (int k = 1; k <= class.blocks && !status && !count->crew.stopped; k++)
        status = class_step(count, &class, k, failure);
    if (!status) {
        table_clear(table);
        *table = class.tables[class.blocks];
        class.tables[class.blocks] = (struct table){0};
    }
    class_clear(count, &class);
    return status;
}

/* sum += T[n - v - e_x] * weight over the letters x that can be left over. */
static void add_rest(const struct count *count, const struct table *table, const int *root,
                     mp_limb_t weight, mpz_t sum) {
    const struct lattice *lattice = &count->lattice;
    int used[64];
    mpz_t number;
    for (int j = 0; j < lattice->letters; j++)
        used[j] = lattice->most[j] - root[j];
    for (int x = 0; x < lattice->letters; x++) {
        if (used[x] == 0)
            continue;
        used[x]--;
        size_t cell = layer_cell(&table->layer, used);
        mpz_roinit_n(number, table->numbers + cell * (size_t)table->limbs, table->limbs);
        mpz_addmul_ui(sum, number, weight);
        used[x]++;
    }
}

/* The root block and the receive-only letter take what the table has left. */
static void finish(const struct count *count, const struct table *table, mpz_t sum) {
    const struct fillings *root = &count->fillings[count->instance.root_size];
    for (size_t i = 0; i < root->count; i++)
        add_rest(count, table, fillings_at(root, &count->lattice, i), weight_of(count, root, i),
                 sum);
}

/* One of the two numbers. */
static enum status count_fillings(struct count *count, bool words, mpz_t sum,
                                  struct failure *failure) {
    CLEANUP(table_clear) struct table table = {0};
    count->words = words;
    count->crew.task = words ? "words" : "parikh";
    TRY(table_init(&table, &count->lattice, 0, 1, failure));
    BIG_OF(bound, 1);
    table.numbers[0] = 1;
    for (int size = 2; size < count->instance.root_size && !count->crew.stopped; size++)
        if (count->instance.blocks[size]) {
            raise_bound(count, size, bound);
            TRY(add_class(count, &table, size, bound, failure));
        }
    if (!count->crew.stopped)
        finish(count, &table, sum);
    return STATUS_OK;
}

static enum status count_both(struct count *count, mpz_ptr parikh, mpz_ptr words,
                              struct failure *failure) {
    const struct small_instance *instance = &count->instance;
    TRY(lattice_init(&count->lattice, instance, &count->budget, failure));
    count->fillings = memory_new((size_t)instance->root_size + 1, sizeof *count->fillings);
    enum status status = count->fillings ? fillings_find(count->fillings, instance, &count->lattice,
                                                         &count->crew, &count->budget, failure)
                                         : failure_memory(failure, "fillings of blocks");
    if (!status && !count->crew.stopped && parikh)
        status = count_fillings(count, false, parikh, failure);
    if (!status && !count->crew.stopped && words)
        status = count_fillings(count, true, words, failure);
    for (int size = 0; count->fillings && size <= instance->root_size; size++)
        fillings_clear(&count->fillings[size]);
    free(count->fillings);
    lattice_clear(&count->lattice);
    return status;
}

/* The general case; L >= 2. */
static enum status count_instance(int latency, int depth, const struct count_options *options,
                                  const struct limits *limits, mpz_ptr parikh, mpz_ptr words,
                                  bool *finished, struct failure *failure) {
    struct count count = {.budget = {.limit = options->memory},
                          .crew = {.limits = limits, .task = "words of blocks"},
                          .limbs = options->limbs};
    if (latency > 64)
        return failure_limit(failure, "counting takes L <= 64");
    TRY(small_instance_init(&count.instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure));
    BIG(some, all);
    enum status status = count_both(&count, parikh ? some : NULL, words ? all : NULL, failure);
    *finished = !status && !count.crew.stopped;
    if (*finished && parikh)
        mpz_swap(parikh, some);
    if (*finished && words)
        mpz_swap(words, all);
    small_instance_clear(&count.instance);
    return status;
}

enum status count_schedules_with(int latency, int depth, const struct count_options *options,
                                 const struct limits *limits, mpz_ptr parikh, mpz_ptr words,
                                 bool *finished, struct failure *failure) {
    TRY(instance_check_range(latency, depth, failure));
    if (depth >= latency && latency > 1)
        return count_instance(latency, depth, options, limits, parikh, words, finished, failure);
    /* One processor, or only the letter 0: every word is 0 .. 0, and legal. */
    if (parikh)
        mpz_set_ui(parikh, 1);
    if (words)
        mpz_set_ui(words, 1);
    *finished = true;
    return STATUS_OK;
}

enum status count_schedules(int latency, int depth, const struct limits *limits, mpz_t parikh,
                            mpz_t words, bool *finished, struct failure *failure) {
    struct count_options options = {.memory = COUNT_MEMORY};
    return count_schedules_with(latency, depth, &options, limits, parikh, words, finished, failure);
}

__extension__ typedef unsigned __int128 double_limb;

enum status table_init(struct table *table, const struct lattice *lattice, int total, int limbs,
                       struct failure *failure) {
    CLEANUP(table_clear) struct table result = {.limbs = limbs};
    TRY(layer_init(&result.layer, lattice, total, failure));
    result.numbers = memory_new(result.layer.cells, (size_t)limbs * sizeof *result.numbers);
    TRY(memory_check(result.numbers, failure, "a table of numbers"));
    *table = TAKE(result);
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
    atomic_bool overflow, remainder;
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
    int first, last;
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
        return failure_internal(failure, "a count does not fit its bound of %d words of 64 bits",
                                to->limbs);
    if (atomic_load(&job.remainder))
        return failure_internal(failure, "a count is not divisible by %lu", divisor);
    return STATUS_OK;
}
