/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_table.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

static size_t places(const struct colour_table *table) {
    return ((size_t)table->end + 1) * ((size_t)table->colours + 1);
}

enum status colour_table_init(struct colour_table *table, const struct slot_classes *classes,
                              int colours, const int *source, struct failure *failure) {
    int L = classes->latency;
    *table =
        (struct colour_table){.classes = classes, .colours = colours, .end = L + classes->depth};
    table->excess = numbers_new(places(table));
    table->of = memory_new(classes->count, sizeof *table->of);
    if (!table->excess || !table->of) {
        colour_table_clear(table);
        return failure_memory(failure, "the colours of an endgame");
    }
    for (size_t c = 0; c < classes->count; c++)
        table->of[c].class = &classes->classes[c];
    for (int x = 0; x < classes->depth; x++)
        if (source[x])
            mpz_set_si(colour_excess(table, x + L, source[x]), -1);
    return STATUS_OK;
}

void colour_table_clear(struct colour_table *table) {
    for (size_t c = 0; table->of && c < table->classes->count; c++) {
        for (size_t i = 0; i < table->of[c].count; i++) {
            free(table->of[c].piles[i].colours);
            mpz_clear(table->of[c].piles[i].rows);
        }
        free(table->of[c].piles);
    }
    free(table->of);
    if (table->excess)
        numbers_free(table->excess, places(table));
    *table = (struct colour_table){0};
}

static void change_excess(struct colour_table *table, const struct slot_class *class,
                          const int *colours, mpz_srcptr rows) {
    for (int i = 0; i < class->slots; i++)
        if (colours[i]) {
            mpz_ptr place = colour_excess(table, class->times[i], colours[i]);
            mpz_add(place, place, rows);
        }
    for (int x = class->times[0]; x < table->classes->depth; x++) {
        if (!slot_class_is_free(class, x))
            continue;
        mpz_ptr place = colour_excess(table, x + table->classes->latency, colours[0]);
        mpz_sub(place, place, rows);
    }
}

static struct colour_pile *find(struct colour_piles *piles, const int *colours) {
    size_t size = (size_t)piles->class->slots * sizeof *colours;
    for (size_t i = 0; i < piles->count; i++)
        if (memcmp(piles->piles[i].colours, colours, size) == 0)
            return &piles->piles[i];
    return NULL;
}

static struct colour_pile *make(struct colour_piles *piles, const int *colours) {
    size_t slots = (size_t)piles->class->slots;
    if (piles->count == piles->room) {
        size_t room = 2 * piles->room + 4;
        struct colour_pile *grown = memory_resize(piles->piles, room, sizeof *grown);
        if (!grown)
            return NULL;
        piles->piles = grown;
        piles->room = room;
    }
    struct colour_pile *pile = &piles->piles[piles->count];
    pile->colours = memory_new(slots, sizeof *colours);
    if (!pile->colours)
        return NULL;
    memcpy(pile->colours, colours, slots * sizeof *colours);
    mpz_init(pile->rows);
    piles->count++;
    return pile;
}

void colour_table_add(struct colour_table *table, size_t class, const int *colours,
                      mpz_srcptr rows) {
    struct colour_piles *piles = &table->of[class];
    struct colour_pile *pile = find(piles, colours);
    if (!pile)
        pile = make(piles, colours);
    if (!pile || table->lost) {
        table->lost = true;
        return;
    }
    mpz_add(pile->rows, pile->rows, rows);
    change_excess(table, piles->class, colours, rows);
}

bool colour_table_done(const struct colour_table *table) {
    size_t count = places(table);
    for (size_t i = 0; i < count; i++)
        if (mpz_sgn(table->excess[i]) > 0)
            return false;
    return true;
}
