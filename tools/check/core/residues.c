/* SPDX-License-Identifier: MIT */
#include "core/residues.h"

#include "core/certificate.h"
#include "core/memory.h"

struct sums {
    uint32_t latency, depth;
    uint32_t small, root; /* block sizes: 1..small and root */
    mpz_ptr letters;      /* sum of all letters of the instance */
    mpz_ptr least;        /* sum over all blocks of what a block takes at least */
    mpz_ptr rest;         /* letters without the receive-only one */
    mpz_ptr sum, bound;   /* of a line */
};

/* Smallest sum >= 0 that a block of this size takes. */
static uint32_t least_of_block(uint32_t latency, uint32_t size) {
    uint32_t rest = (latency - 1) % size;
    return rest == 0 ? 0 : size - rest;
}

static uint32_t highest_letter(const struct sums *sums) {
    uint32_t above = sums->depth - sums->latency;
    return above < sums->latency - 1 ? above : sums->latency - 1;
}

/* One sweep down the sequence: letters come first, then blocks of ascending size. */
static void add_up(struct sums *sums, struct big_sequence *f) {
    uint32_t L = sums->latency;
    for (uint32_t j = 0; j <= highest_letter(sums); j++)
        mpz_addmul_ui(sums->letters, big_sequence_at(f, sums->depth - L - j), j);
    mpz_set_ui(sums->least, least_of_block(L, sums->root));
    for (uint32_t size = 1; size <= sums->small; size++) {
        mpz_srcptr blocks = big_sequence_at(f, sums->small - size);
        mpz_addmul_ui(sums->least, blocks, least_of_block(L, size));
    }
}

static void check_modulus(struct reader *reader, struct sums *sums) {
    uint32_t remainder;
    uint32_t modulus = read_number(reader, "modulus", 2, READ_NUMBER_LIMIT);
    read_key(reader, "remainder");
    remainder = read_number(reader, "remainder", 1, modulus - 1);
    if (sums->root >= 2 && sums->root % modulus != 0)
        read_refuted(reader, "modulus %u does not divide the size %u of the root block", modulus,
                     sums->root);
    for (uint32_t size = 2; size <= sums->small; size++)
        if (size % modulus != 0)
            read_refuted(reader, "modulus %u does not divide the block size %u", modulus, size);
    mpz_sub(sums->rest, sums->rest, sums->least);
    unsigned long found = mpz_fdiv_ui(sums->rest, modulus);
    if (found != remainder)
        read_refuted(reader, "S - least = %lu (mod %u), the line says %u", found, modulus,
                     remainder);
}

/* S and M must be right, and S too small. */
static void check_bound(struct reader *reader, struct sums *sums) {
    mpz_ptr sum = sums->sum, bound = sums->bound;
    read_big(reader, "sum", sum);
    read_key(reader, "least");
    read_big(reader, "bound", bound);
    if (mpz_cmp(sum, sums->rest) != 0)
        read_refuted_number(reader, "sum of the letters without this one", sums->rest, sum);
    if (mpz_cmp(bound, sums->least) != 0)
        read_refuted_number(reader, "least", sums->least, bound);
    if (mpz_cmp(sum, bound) >= 0)
        read_refuted(reader, "the sum is within reach of the blocks: the line shows nothing");
}

static void check_letter(struct reader *reader, struct sums *sums, uint32_t letter) {
    read_key(reader, "letter");
    read_number(reader, "the letter that comes next", letter, letter);
    read_charge(reader, mpz_size(sums->letters));
    mpz_sub_ui(sums->rest, sums->letters, letter);
    (read_either(reader, "modulus", "sum") ? check_bound : check_modulus)(reader, sums);
    read_line_end(reader);
}

void residue_rule_check(struct big_sequence *f, struct reader *reader, uint32_t depth) {
    uint32_t L = f->latency;
    struct sums sums = {.latency = L, .depth = depth, .root = depth - L + 1};
    sums.small = depth >= 2 * L ? depth - 2 * L + 1 : 0;
    big_sequence_reach(f, reader, depth - L);
    read_charge(reader, ((uint64_t)depth - L + 1) * (1 + mpz_size(big_sequence_at(f, depth - L))));
    memory_number_each(&sums.letters, &sums.least, &sums.rest, &sums.sum, &sums.bound, NULL);
    add_up(&sums, f);
    for (uint32_t letter = 0; letter <= highest_letter(&sums); letter++)
        check_letter(reader, &sums, letter);
}

void rule_residues(struct reader *reader) {
    uint32_t latency, depth;
    read_instance(reader, &latency, &depth);
    read_charge(reader, BIG_WORK_OF_TERM * (uint64_t)latency);
    verdict_claim(reader->verdict,
                  "L=%u t=%u: no block-cyclic schedule with delay L+t on P(t) processors exists, "
                  "by residues",
                  latency, depth);
    verdict_fields(reader->verdict, "L=%u t=%u", latency, depth);
    struct big_sequence f;
    big_sequence_init(&f, latency, 1);
    residue_rule_check(&f, reader, depth);
}
