/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/three_choice.h"

#include "solver/model/numbers.h"

enum { LEAST_A = 4, LEAST_B = 6 };

struct choosing {
    struct three_tree *tree;
    struct three_choice *choice;
    mpz_t missing; /* rows */
};

static int size_of(int value, bool is_a) {
    return is_a ? value - 2 : value - 3;
}

/* The heads that are not chosen, and those that are. */
static mpz_ptr free_heads(const struct choosing *c, int value, bool is_a) {
    return is_a ? c->tree->a[value] : c->tree->b[value];
}

static mpz_ptr chosen_heads(const struct choosing *c, int value, bool is_a) {
    return is_a ? c->choice->a[value] : c->choice->b[value];
}

static void choose(const struct choosing *c, int value, bool is_a, mpz_srcptr heads) {
    mpz_ptr from = free_heads(c, value, is_a), to = chosen_heads(c, value, is_a);
    mpz_sub(from, from, heads);
    mpz_add(to, to, heads);
}

static void choose_one(const struct choosing *c, int value, bool is_a, int sign) {
    mpz_t one;
    mpz_init_set_si(one, sign);
    choose(c, value, is_a, one);
    mpz_clear(one);
}

static bool has_free(const struct choosing *c, int value, bool is_a) {
    return value >= (is_a ? LEAST_A : LEAST_B) && value <= c->tree->depth &&
           mpz_sgn(free_heads(c, value, is_a)) > 0;
}

static void take_largest(struct choosing *c) {
    mpz_t heads;
    mpz_init(heads);
    for (int v = c->tree->depth; v; v = three_tree_below(c->tree, v))
        for (int is_a = 1; is_a >= 0; is_a--) {
            if (!has_free(c, v, is_a))
                continue;
            mpz_fdiv_q_ui(heads, c->missing, (unsigned long)size_of(v, is_a));
            if (mpz_cmp(heads, free_heads(c, v, is_a)) > 0)
                mpz_set(heads, free_heads(c, v, is_a));
            choose(c, v, is_a, heads);
            mpz_submul_ui(c->missing, heads, (unsigned long)size_of(v, is_a));
        }
    mpz_clear(heads);
}

/* A free head of this size is chosen, if there is one. */
static bool choose_size(const struct choosing *c, int size) {
    for (int is_a = 0; is_a <= 1; is_a++) {
        int value = is_a ? size + 2 : size + 3;
        if (size > 0 && has_free(c, value, is_a)) {
            choose_one(c, value, is_a, 1);
            return true;
        }
    }
    return false;
}

/* One or two free heads with so many rows together. */
static bool choose_sizes(const struct choosing *c, int rows) {
    if (choose_size(c, rows))
        return true;
    for (int v = LEAST_A; v <= c->tree->depth; v++)
        for (int is_a = 0; is_a <= 1; is_a++) {
            if (!has_free(c, v, is_a))
                continue;
            choose_one(c, v, is_a, 1);
            if (choose_size(c, rows - size_of(v, is_a)))
                return true;
            choose_one(c, v, is_a, -1);
        }
    return false;
}

static bool exchange_heads(const struct choosing *c, int missing) {
    for (int v = LEAST_A; v <= c->tree->depth; v++)
        for (int is_a = 0; is_a <= 1; is_a++) {
            if (mpz_sgn(chosen_heads(c, v, is_a)) == 0)
                continue;
            choose_one(c, v, is_a, -1);
            if (choose_sizes(c, size_of(v, is_a) + missing))
                return true;
            choose_one(c, v, is_a, 1);
        }
    return false;
}

/* As many joined words as there are words `4` and other heads B, at most; the rest by an exchange.
 */
static bool make_good(const struct choosing *c) {
    long missing = mpz_get_si(c->missing);
    mpz_t others;
    if (!mpz_fits_sint_p(c->missing))
        return false;
    mpz_init(others);
    for (int v = 5; v <= c->tree->depth; v++)
        mpz_add(others, others, c->tree->b[v]);
    if (mpz_cmp(c->tree->b[4], others) < 0)
        mpz_set(others, c->tree->b[4]);
    long most = mpz_cmp_si(others, missing) < 0 ? mpz_get_si(others) : missing;
    mpz_clear(others);
    for (long joined = most; joined >= 0; joined--)
        if (joined == missing || exchange_heads(c, (int)(missing - joined))) {
            mpz_set_si(c->choice->joined, joined);
            return true;
        }
    return false;
}

enum status three_choose(struct three_tree *tree, mpz_srcptr rows, struct three_choice *choice,
                         bool *found, struct failure *failure) {
    size_t room = (size_t)tree->depth + 1;
    struct choosing c = {.tree = tree, .choice = choice};
    *choice = (struct three_choice){.a = numbers_new(room), .b = numbers_new(room)};
    mpz_init(choice->joined);
    if (!choice->a || !choice->b)
        return failure_memory(failure, "the words of a stream");
    mpz_init_set(c.missing, rows);
    *found = mpz_sgn(rows) >= 0;
    if (*found) {
        take_largest(&c);
        *found = make_good(&c);
    }
    mpz_clear(c.missing);
    return STATUS_OK;
}

void three_choice_clear(struct three_choice *choice, const struct three_tree *tree) {
    size_t room = (size_t)tree->depth + 1;
    numbers_free(choice->a, room);
    numbers_free(choice->b, room);
    mpz_clear(choice->joined);
}
