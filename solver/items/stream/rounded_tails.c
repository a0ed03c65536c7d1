/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_tails.h"

#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"

/* Equal words. */
struct piece {
    const struct rounded_kind *kind;
    int value;   /* of its tail; 0: it has none */
    int room;    /* for more fill */
    int *leaves; /* owned: the fill so far, room for value - v0 */
    int filled;
    bool mixed; /* has mixed sets */
    mpz_t count;
};

struct tails {
    const struct rounded_parts *parts;
    size_t count, capacity;
    struct piece *pieces;
    struct failure *failure;
};

static void tails_clear(struct tails *tails) {
    for (size_t i = 0; i < tails->count; i++) {
        free(tails->pieces[i].leaves);
        mpz_clear(tails->pieces[i].count);
    }
    free(tails->pieces);
}

/* --- pieces --- */

/* A new piece at the end, empty. */
static enum status add_piece(struct tails *tails, const struct rounded_kind *kind, int value,
                             mpz_srcptr count) {
    if (tails->count == tails->capacity) {
        size_t capacity = 2 * tails->capacity + 64;
        struct piece *grown = memory_resize(tails->pieces, capacity, sizeof *grown);
        if (!grown)
            return failure_memory(tails->failure, "the words of a stream");
        tails->pieces = grown;
        tails->capacity = capacity;
    }
    int room = value ? value - tails->parts->tail : 0;
    int *leaves = memory_new((size_t)room, sizeof *leaves);
    if (!leaves)
        return failure_memory(tails->failure, "the words of a stream");
    struct piece *piece = &tails->pieces[tails->count++];
    *piece = (struct piece){.kind = kind, .value = value, .room = room, .leaves = leaves};
    mpz_init_set(piece->count, count);
    return STATUS_OK;
}

/* All but `count` words of a piece, more than 0, become a new one, with the same fill so far. */
static enum status split(struct tails *tails, size_t place, mpz_srcptr count) {
    mpz_t rest;
    mpz_init(rest);
    mpz_sub(rest, tails->pieces[place].count, count);
    enum status status = STATUS_OK;
    if (mpz_sgn(rest) > 0)
        status = add_piece(tails, tails->pieces[place].kind, tails->pieces[place].value, rest);
    if (!status && mpz_sgn(rest) > 0) {
        struct piece *from = &tails->pieces[place], *to = &tails->pieces[tails->count - 1];
        memcpy(to->leaves, from->leaves, (size_t)from->filled * sizeof *from->leaves);
        to->filled = from->filled;
        to->room = from->room;
        to->mixed = from->mixed;
        mpz_set(from->count, count);
    }
    mpz_clear(rest);
    return status;
}

/* --- tails for kinds --- */

static int rank_of(const struct rounded_parts *parts, const struct rounded_kind *kind) {
    int others = 0;
    if (!rounded_kind_is_single(kind))
        return 0;
    for (int p = 1; p < kind->length; p++)
        others += kind->places[p].value < parts->mean - 2 || kind->places[p].value >= parts->mean;
    return others ? 1 : 2;
}

/* `left` tails of the value v are not taken; goes to the next v that has some. */
static void next_value(const struct rounded_parts *parts, int *value, mpz_ptr left) {
    while (mpz_sgn(left) == 0 && *value < parts->depth)
        mpz_set(left, parts->nodes[++*value]);
}

static enum status add_kind(struct tails *tails, const struct rounded_kind *kind, int *value,
                            mpz_ptr left) {
    enum status status = STATUS_OK;
    mpz_t count, taken;
    if (!rounded_kind_has_tail(tails->parts, kind))
        return add_piece(tails, kind, 0, kind->count);
    mpz_init(taken);
    mpz_init_set(count, kind->count);
    while (mpz_sgn(count) > 0 && !status) {
        next_value(tails->parts, value, left);
        if (mpz_sgn(left) == 0)
            break; /* there are as many as the kinds need */
        mpz_set(taken, mpz_cmp(count, left) < 0 ? count : left);
        status = add_piece(tails, kind, *value, taken);
        mpz_sub(count, count, taken);
        mpz_sub(left, left, taken);
    }
    mpz_clears(count, taken, NULL);
    return status;
}

static enum status add_kinds(struct tails *tails) {
    const struct rounded_parts *parts = tails->parts;
    enum status status = STATUS_OK;
    int value = parts->tail;
    mpz_t left;
    mpz_init_set(left, parts->nodes[value]);
    for (int rank = 0; rank <= 2; rank++)
        for (size_t i = 0; i < parts->count && !status; i++)
            if (mpz_sgn(parts->kinds[i].count) > 0 && rank_of(parts, &parts->kinds[i]) == rank)
                status = add_kind(tails, &parts->kinds[i], &value, left);
    mpz_clear(left);
    return status;
}

/* --- fill --- */

static void put(struct piece *piece, const struct rounded_set *set, long times) {
    for (long i = 0; i < times; i++) {
        memcpy(piece->leaves + piece->filled, set->leaves, (size_t)set->length * sizeof(int));
        piece->filled += set->length;
        piece->room -= set->length;
    }
    piece->mixed = piece->mixed || set->mixed;
}

/* As many sets as have room in the words of a piece: `times` in some, fewer in one, none in the
 * others, which become pieces of their own. */
static enum status put_many(struct tails *tails, size_t place, struct rounded_set *set) {
    long times = tails->pieces[place].room / set->length;
    enum status status = STATUS_OK;
    mpz_t words;
    mpz_init(words);
    mpz_fdiv_q_ui(words, set->count, (unsigned long)times);
    if (mpz_sgn(words) == 0) {
        times = mpz_get_si(set->count);
        mpz_set_ui(words, 1);
    }
    if (mpz_cmp(words, tails->pieces[place].count) > 0)
        mpz_set(words, tails->pieces[place].count);
    status = split(tails, place, words);
    if (!status) {
        mpz_submul_ui(set->count, words, (unsigned long)times);
        put(&tails->pieces[place], set, times);
    }
    mpz_clear(words);
    return status;
}

static int compare_values(const void *a, const void *b) {
    const struct piece *one = a, *other = b;
    if (one->value != other->value)
        return one->value < other->value ? 1 : -1;
    return mpz_cmp(other->count, one->count);
}

static enum status put_all(struct tails *tails, struct rounded_set *set) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < tails->count && mpz_sgn(set->count) > 0 && !status; i++) {
        const struct piece *piece = &tails->pieces[i];
        if (piece->room >= set->length && (!set->mixed || rounded_kind_is_single(piece->kind)))
            status = put_many(tails, i, set);
    }
    return status;
}

/* --- words --- */

/* The fill stands behind all other leaves. */
static enum status write_piece(const struct tails *tails, const struct piece *piece, int *values,
                               struct schedule *words) {
    const struct rounded_kind *kind = piece->kind;
    int length = kind->length;
    for (int p = 0; p < length; p++) {
        bool tail =
            kind->places[p].role != FRACTION_LEAF && kind->places[p].value == tails->parts->tail;
        values[p] = tail ? piece->value : kind->places[p].value;
    }
    for (int i = 0; i < piece->filled + piece->room; i++)
        values[length++] = i < piece->filled ? piece->leaves[i] : tails->parts->mean - 1;
    bool plain = piece->value && !piece->mixed && rank_of(tails->parts, kind) == 2;
    enum status status = STATUS_OK;
    if (rounded_kind_is_single(kind) && !plain)
        status = arrangement_order(values[0], values + 1, (size_t)length - 1, tails->failure);
    if (!status)
        status =
            schedule_add_word(words, piece->count, values, NULL, (size_t)length, tails->failure);
    return status;
}

static enum status write_all(const struct tails *tails, struct schedule *words) {
    enum status status = STATUS_OK;
    int most = 0;
    for (size_t i = 0; i < tails->count; i++) {
        const struct piece *piece = &tails->pieces[i];
        int length = piece->kind->length + piece->filled + piece->room;
        most = length > most ? length : most;
    }
    int *values = memory_new((size_t)most, sizeof *values);
    if (!values)
        return failure_memory(tails->failure, "the words of a stream");
    for (size_t i = 0; i < tails->count && !status; i++)
        status = write_piece(tails, &tails->pieces[i], values, words);
    free(values);
    return status;
}

enum status rounded_tails_write(const struct rounded_parts *parts, struct rounded_fill *fill,
                                struct schedule *words, bool *possible, struct failure *failure) {
    struct tails tails = {.parts = parts, .failure = failure};
    enum status status = add_kinds(&tails);
    *possible = true;
    for (size_t i = 0; i < fill->count && !status; i++) {
        qsort(tails.pieces, tails.count, sizeof *tails.pieces, compare_values);
        status = put_all(&tails, &fill->sets[i]);
        *possible = *possible && mpz_sgn(fill->sets[i].count) == 0;
    }
    if (!status && *possible)
        status = write_all(&tails, words);
    tails_clear(&tails);
    return status;
}
