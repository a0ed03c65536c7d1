#include "solver/items/items_table.h"

#include <stdlib.h>

#include "automata/memory.h"

enum status items_table_init(struct items_table *table, int rows, int columns, int first,
                             struct failure *failure) {
    if ((long)rows * columns > ITEMS_TABLE_MOST_CELLS)
        return failure_set(failure, STATUS_LIMIT, "a table of %d times %d cells has more than %d",
                           rows, columns, ITEMS_TABLE_MOST_CELLS);
    struct items_cell *cells = memory_new((size_t)rows * (size_t)columns, sizeof *cells);
    if (!cells)
        return failure_memory(failure, "a table of receptions");
    *table = (struct items_table){rows, columns, first, cells};
    return STATUS_OK;
}

void items_table_clear(struct items_table *table) {
    free(table->cells);
    *table = (struct items_table){0};
}

enum status items_table_put(struct items_table *table, int row, int time, int item,
                            enum items_mark mark, struct failure *failure) {
    int column = time - table->first;
    if (row < 0 || row >= table->rows || column < 0 || column >= table->columns)
        return failure_set(failure, STATUS_INTERNAL, "row %d receives item %d at time %d", row,
                           item, time);
    struct items_cell *cell = &table->cells[(size_t)row * (size_t)table->columns + (size_t)column];
    if (cell->item)
        return failure_set(failure, STATUS_INTERNAL, "row %d receives items %d and %d at time %d",
                           row, cell->item, item, time);
    *cell = (struct items_cell){item, mark};
    return STATUS_OK;
}
