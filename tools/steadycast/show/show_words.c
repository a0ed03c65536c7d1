/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "automata/closed_word.h"
#include "tools/steadycast/show/show.h"

/* Longer numbers are named by their length; a word of the line has room for two numbers and dots.
 */
enum { LISTED_DIGITS = 40, ITEM_SIZE = 48, SHORTEST_RANGE = 3 };

bool show_is_blocks(const struct schedule *schedule) {
    return schedule->word_count == 0 && schedule->receive_only != SCHEDULE_NOBODY;
}

/* Every node sends whenever it can. */
bool show_is_whole(const struct schedule *schedule) {
    bool whole = show_is_blocks(schedule) && schedule->receive_only < schedule->latency;
    for (size_t i = 0; i < schedule->block_count && whole; i++) {
        const struct block_class *class = &schedule->blocks[i];
        whole = class->size == class->head - schedule->latency + 1;
        for (size_t k = class->first; k < class->range_end && whole; k++)
            whole = schedule->ranges[k].last < schedule->latency;
    }
    return whole;
}

void show_row_name(char name[SHOW_NAME_SIZE], const struct view *view, int row) {
    const struct role *role = view->receivers[row].role;
    const struct schedule *schedule = view->schedule;
    size_t place = (size_t)(role - view->table->roles);
    bool rest = schedule->receive_only != SCHEDULE_NOBODY;
    if (place < schedule->block_count)
        snprintf(name, SHOW_NAME_SIZE, "block of %zu", role->length);
    else if (place == schedule->block_count && rest)
        snprintf(name, SHOW_NAME_SIZE, "receive-only");
    else
        snprintf(name, SHOW_NAME_SIZE, "word %zu", place - schedule->block_count - rest + 1);
}

void show_number(FILE *file, mpz_srcptr number) {
    size_t digits = mpz_sizeinbase(number, 10);
    if (digits <= LISTED_DIGITS)
        gmp_fprintf(file, "%Zd", number);
    else
        fprintf(file, "[a number of %zu digits]", digits);
}

void show_processors(FILE *file, const struct schedule *schedule) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    show_number(file, processors);
    fprintf(file, mpz_cmp_ui(processors, 1) == 0 ? " processor" : " processors");
    mpz_clear(processors);
}

const char show_values_legend[] = "a value is the number of steps until an item's deadline; "
                                  "v*k: k times v, a..b: a, a-1, .., b, -: nothing";

/* The items from `place` on that one word of the line stands for. */
static size_t print_item(char item[ITEM_SIZE], const int *values, size_t length, size_t place) {
    size_t equal = 1, falling = 1;
    int value = values[place];
    while (place + equal < length && values[place + equal] == value)
        equal++;
    while (value != CLOSED_WORD_SILENT && place + falling < length && value >= (int)falling &&
           values[place + falling] == value - (int)falling)
        falling++;
    char first[ITEM_SIZE / 2] = "-";
    if (value != CLOSED_WORD_SILENT)
        snprintf(first, sizeof first, "%d", value);
    if (equal > 1)
        snprintf(item, ITEM_SIZE, "%s*%zu", first, equal);
    else if (falling >= SHORTEST_RANGE)
        snprintf(item, ITEM_SIZE, "%s..%d", first, value - (int)falling + 1);
    else
        snprintf(item, ITEM_SIZE, "%s", first);
    return equal > 1 ? equal : falling >= SHORTEST_RANGE ? falling : 1;
}

size_t show_values(char line[SHOW_LINE_SIZE], const int *values, size_t length, size_t place) {
    size_t used = 0;
    *line = 0;
    while (place < length) {
        char item[ITEM_SIZE];
        size_t covered = print_item(item, values, length, place), size = strlen(item);
        if (used + size + 2 > SHOW_LINE_SIZE)
            break;
        used += (size_t)snprintf(line + used, SHOW_LINE_SIZE - used, used ? " %s" : "%s", item);
        place += covered;
    }
    return place;
}
