/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4, the reception scheme of Theorem 3.7 for one block, cases 1 to 4:
 * carried out for k items, every k up to three times the size of the block, after which all is
 * periodic.
 *
 * Cases 3 and 4 refer to case 2, whose order for items = 0 (mod r) is misprinted; it is taken as it
 * has to be (function printed_scheme).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/claims/functions/functions.h"

enum { PERIODS = 3 };

/* --- in which order the processors of a block of size r receive an item, case 2: p_j is active for
 * the items = j (mod r): it receives item i at time t+i-r. The r-1 others are to receive it at t+i
 * .. t+i+r-2, one at a time. --- */

enum { KARP_BLOCK_MOST_SIZE = 400, KARP_BLOCK_NEVER = -1 };

/* e for each p_j, j = 1..r: it receives item i at t+i+e. */
struct karp_block {
    int latency, size;
    bool printed; /* else corrected */
    int e[KARP_BLOCK_MOST_SIZE + 1];
};

/* (a), (b): the item is = 1..r-2 (mod r). */
static void arrive_first(struct karp_block *block, int residue) {
    int place = 0;
    if (residue == 1) {
        for (int j = 2; j <= block->size; j++)
            block->e[j] = j - 2;
        return;
    }
    block->e[block->size] = place++;
    for (int j = 1; j < block->size; j++)
        if (j != residue)
            block->e[j] = place++;
}

/* (c): = r-1. */
static void arrive_before_last(struct karp_block *block) {
    const int r = block->size, half = r / 2, odd = r % 2;
    if (odd) {
        block->e[half] = 0;
        block->e[half + 1] = 1;
        block->e[r] = 2;
        block->e[1] = 3;
    } else {
        block->e[half] = 0;
        block->e[1] = 1;
        block->e[r] = 2;
    }
    for (int j = 2; j < half; j++)
        block->e[j] = (odd ? 5 : 4) + 2 * (j - 2);
    for (int j = half + odd + 1; j < r - 1; j++)
        block->e[j] = (odd ? 4 : 3) + 2 * (j - half - odd - 1);
}

/* (d): = 0. One step before item i-1 means e less by two, one step after it the same e. */
static void arrive_last(struct karp_block *block) {
    const int r = block->size, half = r / 2, L = block->latency;
    struct karp_block before = {.size = r};
    arrive_before_last(&before);
    for (int j = 1; j < r; j++)
        block->e[j] = r % 2 || j > half ? before.e[j] - 2 : before.e[j];
    if (r % 2) {
        block->e[1] = 0;
        block->e[half] = block->printed ? L : r - 2;
        block->e[half + 1] = before.e[half + 1];
        block->e[r - 1] = block->printed ? L - 1 : r - 3;
    } else {
        block->e[1] = 2;
        block->e[half] = before.e[half];
        block->e[r - 1] = block->printed ? L : r - 3;
    }
}

/* e for this item, from 1 on; r >= 4. NEVER for the active one, and for whom no rule names. */
static void karp_block_arrive(struct karp_block *block, int item) {
    int residue = item % block->size;
    for (int j = 0; j <= block->size; j++)
        block->e[j] = KARP_BLOCK_NEVER;
    if (residue == 0)
        arrive_last(block);
    else if (residue == block->size - 1)
        arrive_before_last(block);
    else
        arrive_first(block, residue);
}

/* --- a table of who receives and sends what when --- */

struct block_table {
    int latency, size;
    int items;
    int first, times; /* times first..first+times-1 */
    int rows;         /* senders: p_1..p_r are 0..r-1, those of other blocks follow */
    int *received;    /* [processor times + time]: item, or 0; owned */
    int *sent;        /* [row times + time]; owned */
    int *has;         /* [processor items + item-1]: when it is received; NEVER; owned */
    int last;         /* time of the last reception */
    char fault[200];  /* empty: none so far */
};

enum { BLOCK_TABLE_NEVER = -1000000 };

/* p_{i mod r}, as a row: 0..r-1. */
static int block_table_active(const struct block_table *table, int item) {
    return (item - 1) % table->size;
}

static void block_table_clear(struct block_table *table) {
    free(table->received);
    free(table->sent);
    free(table->has);
    *table = (struct block_table){0};
}

static enum status block_table_init(struct block_table *table, int latency, int size, int items,
                                    int others, struct failure *failure) {
    *table = (struct block_table){.latency = latency, .size = size, .rows = size + others};
    table->first = -size - latency;
    table->times = items + 2 * size + 4 * latency + 2;
    table->items = items;
    table->received = memory_new((size_t)size * (size_t)table->times, sizeof *table->received);
    table->sent = memory_new((size_t)table->rows * (size_t)table->times, sizeof *table->sent);
    table->has = memory_new((size_t)size * (size_t)items, sizeof *table->has);
    if (table->received && table->sent && table->has)
        return STATUS_OK;
    block_table_clear(table);
    return failure_memory(failure, "a block");
}

/* Marks the item in a row of times; another item that is there already is told. */
static void mark(struct block_table *table, int *row, int time, int item, const char *what,
                 int who) {
    int place = time - table->first;
    if (table->fault[0])
        return;
    if (place < 0 || place >= table->times)
        snprintf(table->fault, sizeof table->fault, "item %d at t+%d is out of all times", item,
                 time);
    else if (row[place])
        snprintf(table->fault, sizeof table->fault, "%d %s items %d and %d at t+%d", who, what,
                 row[place], item, time);
    else
        row[place] = item;
}

static void receive(struct block_table *table, int item, int to, int time) {
    int *has = &table->has[to * table->items + item - 1];
    mark(table, &table->received[to * table->times], time, item, "receives", to + 1);
    if (*has != BLOCK_TABLE_NEVER && !table->fault[0])
        snprintf(table->fault, sizeof table->fault, "p_%d receives item %d twice", to + 1, item);
    *has = time;
    table->last = time > table->last ? time : table->last;
}

/* Row `sender`, who has the item since `since`, sends it to another block, where it arrives at
 * `time`. */
static void block_table_give(struct block_table *table, int item, int sender, int since, int time) {
    int begin = time - table->latency;
    mark(table, &table->sent[sender * table->times], begin, item, "sends", sender + 1);
    if (begin < since && !table->fault[0])
        snprintf(table->fault, sizeof table->fault, "%d sends item %d at t+%d, and has it at t+%d",
                 sender + 1, item, begin, since);
}

/* Empties it, for so many items of those that there is room for; then p_{i mod r} receives its
 * active items, and sends each on so many times. */
static void block_table_begin(struct block_table *table, int items, int active) {
    size_t cells = (size_t)table->size * (size_t)table->times;
    memset(table->received, 0, cells * sizeof *table->received);
    cells = (size_t)table->rows * (size_t)table->times;
    memset(table->sent, 0, cells * sizeof *table->sent);
    table->items = items;
    table->last = table->first;
    table->fault[0] = 0;
    for (int i = 0; i < table->size * items; i++)
        table->has[i] = BLOCK_TABLE_NEVER;
    for (int item = 1; item <= items; item++) {
        int row = block_table_active(table, item), time = item - table->size;
        receive(table, item, row, time);
        for (int i = 0; i < active; i++)
            block_table_give(table, item, row, time, time + i + table->latency);
    }
}

static void block_table_send(struct block_table *table, int item, int sender, int since, int to,
                             int time) {
    block_table_give(table, item, sender, since, time);
    receive(table, item, to, time);
}

static bool block_table_is_right(struct block_table *table) {
    for (int p = 0; p < table->size && !table->fault[0]; p++)
        for (int item = 1; item <= table->items && !table->fault[0]; item++)
            if (table->has[p * table->items + item - 1] == BLOCK_TABLE_NEVER)
                snprintf(table->fault, sizeof table->fault, "p_%d never receives item %d", p + 1,
                         item);
    return !table->fault[0];
}

/* p_j as a row, j = .. -1, 0, 1, .. (mod r). */
static int row_of(const struct block_table *table, int j) {
    int r = table->size;
    return ((j - 1) % r + r) % r;
}

/* --- case 1 --- */

/* Who receives item 1 when: (a) and (b) from the block itself and from blocks of size 1, .. */
static void receive_first(struct block_table *table, int item, int from_one) {
    int L = table->latency, r = table->size, shift = item - 1;
    int own = block_table_active(table, item);
    for (int i = 1; i <= L; i++)
        block_table_send(table, item, own, item - r, row_of(table, r - i + 1 + shift), i + shift);
    for (int j = L + 1; j <= r - L; j++)
        block_table_send(table, item, from_one + j - L - 1, item - 1, row_of(table, j + shift),
                         L + shift);
}

/* .. and (c) from a block of size L-1, whose senders are the rows from `from` on. As the text ends,
 * the last item comes one step earlier to whom it would come last, from p_{k mod r}. */
static void receive_last(struct block_table *table, int item, int from) {
    int L = table->latency, r = table->size, shift = item - 1;
    int sender = from + (item - 1) % (L - 1);
    for (int i = 2; i <= L; i++) {
        int time = 2 * L - i + 2 + shift, to = row_of(table, i + shift);
        if (item == table->items && i == 2)
            block_table_send(table, item, block_table_active(table, item), item - r, to, time - 1);
        else
            block_table_send(table, item, sender, item - (L - 1), to, time);
    }
}

/* Rows: the block, L-1 of the block of size L-1, r-2L blocks of size 1. */
static bool play_case_1(struct block_table *table, int items) {
    int L = table->latency, r = table->size;
    block_table_begin(table, items, r - L);
    for (int item = 1; item <= items; item++) {
        receive_first(table, item, r + L - 1);
        receive_last(table, item, r);
    }
    return block_table_is_right(table) && table->last <= items + 2 * L - 2;
}

/* --- cases 3 and 4 --- */

/* The order of case 2 for r > 3, as e of t+i+e; for r = 3, as case 4 has it, item 1 comes to p_3
 * before p_2, and item j to p_m when item j-1 came to p_{m-1}. */
static void order(struct karp_block *block, int item) {
    if (block->size > 3) {
        karp_block_arrive(block, item);
        return;
    }
    for (int j = 1; j <= block->size; j++)
        block->e[j] = ((j - item) % 3 + 3) % 3 == 2 ? 0 : 1;
}

/* The receptions of all items by this order, the first at t+i+later, from p_{i mod s} of a block of
 * size s, which is the block itself or the rows from r on. */
static void receive_ordered(struct block_table *table, int later, int source) {
    struct karp_block block = {.latency = table->latency, .size = table->size};
    for (int item = 1; item <= table->items; item++) {
        int sender = block_table_active(table, item);
        if (source < table->size)
            sender = table->size + (item - 1) % source;
        order(&block, item);
        for (int j = 1; j <= table->size; j++)
            if (j - 1 != block_table_active(table, item))
                block_table_send(table, item, sender, item - source, j - 1,
                                 item + later + block.e[j]);
    }
}

/* r = L or L+1: from p_{i mod r} in the block. For r = L it has a transmission more, which case 5
 * has for blocks of size 2. For r = L = 3, case 5 says, transmissions begin to come at t+2. */
static bool play_case_3(struct block_table *table, int items) {
    int L = table->latency, r = table->size, later = r == 3 ? 1 : 0;
    block_table_begin(table, items, r - L);
    receive_ordered(table, later, r);
    for (int item = 1; item <= items && r == L; item++)
        block_table_give(table, item, block_table_active(table, item), item - r,
                         item + (later ? 0 : L - 1));
    return block_table_is_right(table) && table->last <= items + L - 1;
}

/* The first e from `earliest` on for which an active item = `residue` (mod r) is received at t+1+e;
 * item i is at t+i-r. */
static int wait_for_active(int size, int residue, int earliest) {
    int item = residue;
    while (item - size < 1 + earliest)
        item += size;
    return item - size - 1;
}

/* 2 < r < L: from p_{i mod (r-1)} in a block of size r-1, no more than r-1 steps later than it
 * could begin. */
static bool play_case_4(struct block_table *table, int items) {
    int L = table->latency, r = table->size, earliest = L - r + 1;
    int later = wait_for_active(r, r == 3 ? 2 : 1, earliest);
    block_table_begin(table, items, 0);
    receive_ordered(table, later, r - 1);
    return block_table_is_right(table) && later - earliest <= r - 1 &&
           table->last <= items + 2 * L - 2;
}

/* --- all of them --- */

static enum status block_case(struct claim_call *call, struct failure *failure) {
    static bool (*const plays[])(struct block_table *,
                                 int) = {[1] = play_case_1, [3] = play_case_3, [4] = play_case_4};
    int latency = (int)call->a[0], size = (int)call->a[1], most = PERIODS * size, items = 0;
    struct block_table table;
    bool right = true;
    enum status status = block_table_init(&table, latency, size, most, size + latency, failure);
    if (status)
        return status;
    while (right && items < most)
        right = plays[call->function->method](&table, ++items);
    call->give[0] = right;
    if (!right)
        snprintf(call->text, sizeof call->text, "k=%d: %s", items,
                 table.fault[0] ? table.fault : "it ends too late");
    block_table_clear(&table);
    return STATUS_OK;
}

/* --- case 2 as it is printed, and as it has to be --- */

/* What goes wrong with K items, in words; false: nothing. */
struct fault {
    int items;
    char text[200];
};

/* Each p_j but the active one has a time, no two the same, within the r-1 times of the item. A
 * later time would have the item sent when its sender begins with item i+r, if there is one. */
static bool has_late(const struct karp_block *block, int item, struct fault *fault) {
    const int r = block->size, active = (item - 1) % r + 1;
    for (int j = 1; j <= r; j++) {
        if (j == active)
            continue;
        for (int other = 1; other < j; other++)
            if (other != active && block->e[other] == block->e[j]) {
                snprintf(fault->text, sizeof fault->text,
                         "p_%d and p_%d both receive item %d at t+%d, from one sender", other, j,
                         item, item + block->e[j]);
                return true;
            }
        if ((block->e[j] > r - 2 && item + r <= fault->items) || block->e[j] < 0) {
            snprintf(fault->text, sizeof fault->text,
                     "p_%d receives item %d at t+%d, so p_%d sends it when it sends item %d", j,
                     item, item + block->e[j], active, item + r);
            return true;
        }
    }
    return false;
}

/* Whether some p_j receives two items at one time; `taken` has room for r (K+2r) numbers. */
static bool has_clash(const struct karp_block *block, int item, int *taken, struct fault *fault) {
    const int r = block->size, times = fault->items + 2 * r;
    for (int j = 1; j <= r; j++) {
        int time = j == (item - 1) % r + 1 ? item - r : item + block->e[j];
        int *place = &taken[(j - 1) * times + time + r - 1];
        if (*place) {
            snprintf(fault->text, sizeof fault->text, "p_%d receives items %d and %d at t+%d", j,
                     *place, item, time);
            return true;
        }
        *place = item;
    }
    return false;
}

static bool has_fault(struct karp_block *block, int *taken, struct fault *fault) {
    memset(taken, 0,
           (size_t)block->size * (size_t)(fault->items + 2 * block->size) * sizeof *taken);
    for (int item = 1; item <= fault->items; item++) {
        karp_block_arrive(block, item);
        if (has_late(block, item, fault) || has_clash(block, item, taken, fault))
            return true;
    }
    return false;
}

/* The least k with a fault in the printed scheme; the corrected one has none. */
static enum status printed_scheme(struct claim_call *call, struct failure *failure) {
    int latency = (int)call->a[0], size = (int)call->a[1];
    struct karp_block printed = {.latency = latency, .size = size, .printed = true};
    struct karp_block corrected = {.latency = latency, .size = size};
    struct fault fault = {0}, none = {.items = PERIODS * size};
    int *taken = memory_new(5 * (size_t)size * (size_t)size, sizeof *taken);
    bool wrong = false;
    if (!taken)
        return failure_memory(failure, "a block");
    while (!wrong && fault.items < PERIODS * size) {
        fault.items++;
        wrong = has_fault(&printed, taken, &fault);
    }
    call->give[0] = !wrong;
    call->give[1] = !has_fault(&corrected, taken, &none);
    snprintf(call->text, sizeof call->text, "k=%d, t=%d has such a block: %s", fault.items,
             latency + size - 1, wrong ? fault.text : none.text);
    free(taken);
    return STATUS_OK;
}

const struct claim_function block_functions[] = {
    {"case_1", "L=3..99 r=1..396", "", "case 1 for a block, carried out for every k up to 3r",
     block_case, 1},
    {"case_3", "L=3..99 r=3..396", "", "case 3, with case 2 as it has to be", block_case, 3},
    {"case_4", "L=3..99 r=3..396", "", "case 4, with case 2 as it has to be", block_case, 4},
    {"printed_scheme", "L=3..200 r=4..399", "right corrected",
     "the receptions of case 2 as printed, and corrected", printed_scheme, 0},
    {.name = NULL}};
