/* SPDX-License-Identifier: MIT */
#include "core/growth.h"

#include "core/memory.h"

/* A term that was kept long ago is far from the last ones in memory, and a number that is kept is
 * new. */
enum { WORK_OF_TERM = 24, WORK_OF_PLACE = 64 };

uint64_t growth_unit(uint64_t a, uint64_t b) {
    return b > 0 ? growth_unit(b, a % b) : a;
}

void growth_init(struct growth *growth, struct reader *reader, uint64_t near, uint64_t far,
                 uint32_t factor) {
    *growth = (struct growth){.reader = reader, .near = near, .far = far, .factor = factor};
    growth->room = near > far ? near : far;
    memory_number_each(&growth->sum, &growth->one, NULL);
    mpz_set_ui(growth->one, 1);
}

/* The term that was made `back` terms before the next one. */
static mpz_srcptr earlier(const struct growth *growth, uint64_t back) {
    return growth->made < back ? growth->one : growth->window[(growth->made - back) % growth->room];
}

/* Where the next term goes: to a place of its own, or in that of the oldest. */
static mpz_ptr next_place(struct growth *growth) {
    if (growth->made < growth->room)
        growth->window = memory_grow_numbers(growth->window, &growth->capacity, growth->made + 1);
    return growth->window[growth->made % growth->room];
}

mpz_srcptr growth_next(struct growth *growth) {
    mpz_srcptr near = earlier(growth, growth->near), far = earlier(growth, growth->far);
    uint64_t work =
        WORK_OF_TERM + 2 * mpz_size(near) + (growth->made < growth->room ? WORK_OF_PLACE : 0);
    read_charge(growth->reader, work);
    mpz_set(growth->sum, near);
    mpz_addmul_ui(growth->sum, far, growth->factor);
    mpz_ptr place = next_place(growth);
    mpz_swap(growth->sum, place);
    growth->made++;
    return place;
}
