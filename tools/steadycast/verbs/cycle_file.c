/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/cycle_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/input_file.h"

/* One number below a thousand million, or -1 at the end of the file, -2 for anything else. */
static int read_number(FILE *in) {
    enum { TOO_LARGE = 100000000 };
    int letter, value = 0, digits = 0;
    do
        letter = getc(in);
    while (letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r');
    if (letter == EOF)
        return -1;
    for (; letter >= '0' && letter <= '9'; letter = getc(in), digits++)
        if (value < TOO_LARGE)
            value = 10 * value + (letter - '0');
    if (letter != EOF)
        ungetc(letter, in);
    return digits ? value : -2;
}

static enum status read_order(FILE *in, const char *name, int nodes, int *order,
                              struct failure *failure) {
    int count = 0, v;
    for (v = read_number(in); v >= 0 && count <= nodes; v = read_number(in)) {
        if (count < nodes)
            order[count] = v;
        count++;
    }
    if (v != -1 || count != nodes)
        return failure_set(failure, STATUS_INPUT,
                           "%s: expected %d nodes with spaces or lines between them", name, nodes);
    return STATUS_OK;
}

enum status cycle_file_read(const char *name, int nodes, int **order, struct failure *failure) {
    FILE *in = input_file_open(name);
    if (!in)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", name, strerror(errno));
    name = input_file_name(name);
    int *read = memory_new((size_t)nodes, sizeof *read);
    enum status status =
        read ? read_order(in, name, nodes, read, failure) : failure_memory(failure, "a cycle");
    input_file_close(in);
    if (status)
        free(read);
    else
        *order = read;
    return status;
}
