/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_leaves.h"

#include <assert.h>

#include "automata/memory.h"
#include "automata/status.h"

/* --- which --- */

/* The smallest ones, of which one after the other gives way to the largest that is left. */
bool port_pick_sum(mpz_t *all, int values, int count, long sum, int *picked) {
    int left = count;
    for (int v = 0; v < values; v++) {
        picked[v] = mpz_cmp_si(all[v], left) < 0 ? (int)mpz_get_si(all[v]) : left;
        left -= picked[v];
        sum -= (long)v * picked[v];
    }
    int low = values - 1, high = values - 1;
    while (left == 0 && sum > 0) {
        while (high > 0 && mpz_cmp_si(all[high], picked[high]) <= 0)
            high--;
        while (low >= high || (low > 0 && picked[low] == 0))
            low--;
        if (low < 0 || picked[low] == 0)
            return false;
        if (sum < high - low) { /* of those between the two nothing is picked any more */
            picked[low]--;
            picked[low + sum]++;
            return mpz_sgn(all[low + sum]) > 0;
        }
        long moved = sum / (high - low);
        moved = moved < picked[low] ? moved : picked[low];
        if (mpz_cmp_si(all[high], picked[high] + moved) < 0)
            moved = mpz_get_si(all[high]) - picked[high];
        picked[low] -= (int)moved;
        picked[high] += (int)moved;
        sum -= moved * (high - low);
    }
    return left == 0 && sum == 0;
}

/* The least and the largest sum of so many leaves; false if there are fewer. */
static bool sums_of(mpz_t *all, int values, int count, long *least, long *largest) {
    long sums[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        int left = count;
        for (int i = 0; i < values && left; i++) {
            int v = side ? values - 1 - i : i;
            int some = mpz_cmp_si(all[v], left) < 0 ? (int)mpz_get_si(all[v]) : left;
            left -= some;
            sums[side] += (long)v * some;
        }
        if (left)
            return false;
    }
    *least = sums[0];
    *largest = sums[1];
    return true;
}

/* Has it two different values besides what was picked? */
static bool leaves_two(mpz_t *all, int values, const int *picked) {
    int different = 0;
    for (int v = 0; v < values; v++)
        different += mpz_cmp_si(all[v], picked[v]) > 0;
    return different > 1;
}

bool port_pick(mpz_t *all, int values, int count, long residue, int modulus, int *picked) {
    long least, largest;
    bool found = false;
    if (!sums_of(all, values, count, &least, &largest))
        return false;
    long first = largest - (((largest - residue) % modulus) + modulus) % modulus;
    for (int any = 0; any < 2 && !found; any++)
        for (long sum = first; !found && sum >= least; sum -= modulus)
            found = port_pick_sum(all, values, count, sum, picked) &&
                    (any || leaves_two(all, values, picked));
    return found;
}

/* --- where --- */

/* p places at each position, and p for each value position + letter modulo the length. */
struct places {
    int p, length;
    const int *values;
    int *place;  /* [letter] */
    int *holder; /* [value's place]: a letter, or -1 */
    int *free;   /* places of positions that are left */
    int free_count;
};

static bool places_init(struct places *places, int p, int length, const int *values) {
    size_t count = (size_t)p * (size_t)length;
    *places = (struct places){.p = p, .length = length, .values = values};
    if (!NEW(count, places->place, places->holder, places->free))
        return false;
    for (; places->free_count < (int)count; places->free_count++) {
        places->holder[places->free_count] = -1;
        places->free[places->free_count] = (int)count - 1 - places->free_count;
    }
    return true;
}

static void places_clear(struct places *places) {
    FREE_ALL(places->place, places->holder, places->free);
}

/* The value's place for residue C less the position of this place, with its index. */
static int across(const struct places *places, int place, int sum) {
    int length = places->length, residue = (sum - place / places->p) % length;
    return (residue + length) % length * places->p + place % places->p;
}

/* Puts the letter at the last free place. Where its value has none, the letters of a chain give way
 * to each other, so that another place is free in the end. */
static void place_letter(struct places *places, int letter) {
    int p = places->p, length = places->length, place = places->free[--places->free_count];
    int value = (place / p + places->values[letter]) % length;
    places->place[letter] = place;
    for (int i = 0; i < p; i++)
        if (places->holder[value * p + i] < 0) {
            places->holder[value * p + i] = letter;
            return;
        }
    assert(places->free_count > 0); /* by the sum of all */
    int *next = &places->free[places->free_count - 1], sum = value + *next / p;
    int at = across(places, *next, sum), moved = places->holder[at];
    places->holder[at] = letter;
    while (moved >= 0) {
        int from = places->place[moved], to = across(places, from, sum);
        int then = places->holder[to];
        places->place[moved] = *next;
        places->holder[to] = moved;
        *next = from;
        moved = then;
    }
}

bool port_arrange(const int *values, int p, int length, int *positions) {
    CLEANUP(places_clear) struct places places = {0};
    bool room = places_init(&places, p, length, values);
    for (int i = 0; i < p * length && room; i++)
        place_letter(&places, i);
    for (int i = 0; i < p * length && room; i++)
        positions[i] = places.place[i] / p;
    return room;
}

bool port_place(int *letters, int n, int at, int *gap, int *positions, int *values) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = (sum + letters[i]) % n;
    letters[0] += n - sum; /* no value, but the sum is 0 */
    if (!port_arrange(letters, 1, n, positions))
        return false;
    letters[0] -= n - sum;
    if (at < 0)
        *gap = at = (*gap % n + n - sum) % n;
    for (int i = 0, turn = at + sum + n - positions[0]; i < n; i++)
        values[(i ? positions[i] + turn + letters[i] : at + letters[0]) % n] = letters[i];
    return true;
}
