/*
 * Files of questions (cases/README.md), read into a list of single questions.
 */
#ifndef STEADYCAST_TOOLS_CASE_FILE_H
#define STEADYCAST_TOOLS_CASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

enum case_kind {
    CASE_DECIDE,
    CASE_FAMILY,
    CASE_PAPER,
    CASE_CAPACITY,        /* in closed form */
    CASE_CAPACITY_SEARCH, /* by the linear program and search */
    CASE_STATIONARY,      /* for as many processors as the prices allow, by every engine */
    CASE_EVERY,           /* a family for every number of processors */
    CASE_DELAYS,          /* least delays for a range of numbers of processors */
    CASE_ITEMS,           /* least times for a range of numbers of items */
    CASE_ENDGAMES,        /* families for every number of items */
    CASE_KINDS
};

struct case_question {
    enum case_kind kind;
    int latency;
    int depth;        /* of the kinds that are about depths, else 0 */
    long first;       /* delays: P from here; items, endgames: P */
    long last;        /* to here */
    long first_items; /* items: K from here */
    long last_items;  /* to here */
    int ports;        /* items */
    bool single;      /* items: the source sends each once */
};

struct case_list {
    size_t count;
    size_t room;
    struct case_question *list;
};

/* STATUS_INPUT with file, line and what was expected. The caller clears the list. */
enum status case_file_read(struct case_list *cases, const char *path, struct failure *failure);
void case_list_clear(struct case_list *cases);

#endif
