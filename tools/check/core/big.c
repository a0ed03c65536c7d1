/* SPDX-License-Identifier: MIT */
#include "core/big.h"

#include "core/memory.h"

#include <stdlib.h>

void big_sequence_init(struct big_sequence *f, uint32_t latency, uint32_t ports) {
    f->latency = latency;
    f->ports = ports;
    f->top = latency - 1;
    f->window = memory_numbers(latency);
    for (uint32_t i = 0; i < latency; i++)
        mpz_set_ui(f->window[i], 1);
}

static mpz_ptr slot(struct big_sequence *f, uint32_t i) {
    return f->window[i % f->latency];
}

void big_sequence_reach(struct big_sequence *f, struct reader *reader, uint32_t i) {
    while (f->top < i) {
        mpz_ptr lowest = slot(f, f->top + 1);
        read_charge(reader, 1 + mpz_size(lowest));
        bool one = f->latency == 1; /* f_i = (p+1) f_{i-1}: both terms are the same */
        mpz_mul_ui(lowest, lowest, f->ports + one);
        if (!one)
            mpz_add(lowest, lowest, slot(f, f->top));
        f->top++;
    }
}

static void step_down(struct big_sequence *f) {
    mpz_ptr top = slot(f, f->top);
    bool one = f->latency == 1;
    if (!one)
        mpz_sub(top, top, slot(f, f->top - 1));
    mpz_divexact_ui(top, top, f->ports + one);
    f->top--;
}

mpz_srcptr big_sequence_at(struct big_sequence *f, uint32_t i) {
    if (i > f->top)
        abort();
    while (f->top >= f->latency && i <= f->top - f->latency)
        step_down(f);
    return slot(f, i);
}

bool big_sequence_is(struct reader *reader, uint32_t latency, uint32_t t, mpz_srcptr number) {
    struct big_sequence f;
    if (t < latency || mpz_cmp_ui(number, latency) < 0) /* f_t = t-L+2 for L <= t < 2L */
        return mpz_cmp_ui(number, t < latency ? 1 : (uint64_t)t - latency + 2) == 0;
    read_charge(reader, BIG_WORK_OF_TERM * (uint64_t)latency);
    big_sequence_init(&f, latency, 1);
    while (f.top < t && mpz_cmp(slot(&f, f.top), number) <= 0)
        big_sequence_reach(&f, reader, f.top + 1);
    return f.top == t && mpz_cmp(slot(&f, t), number) == 0;
}
