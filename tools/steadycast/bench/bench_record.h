/*
 * What was measured: one record for each value, with what others take for the same (the peer), with
 * what the machine could do at most (the limit), and with what is promised.
 */
#ifndef STEADYCAST_TOOLS_BENCH_RECORD_H
#define STEADYCAST_TOOLS_BENCH_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

enum bench_better { BENCH_SMALLER, BENCH_LARGER };

/* Of which number of the record something is promised. */
enum bench_subject { BENCH_NOTHING, BENCH_VALUE, BENCH_RATIO, BENCH_SHARE };

struct bench_promise {
    enum bench_subject subject;
    bool at_least; /* else at most */
    double bound;
};

enum { BENCH_TEXT_ROOM = 64, BENCH_NOTE_ROOM = 160 };

/* Who adds one fills what there is; a name that is empty says that there is no peer, or no limit.
 */
struct bench_record {
    char part[BENCH_TEXT_ROOM]; /* set by the table */
    char what[BENCH_TEXT_ROOM]; /* part and what together are the key; no two are equal */
    double value;
    char unit[BENCH_TEXT_ROOM]; /* "s", "nodes/s", "MB", .. */
    enum bench_better better;
    char peer[BENCH_TEXT_ROOM];
    double peer_value; /* in the same unit */
    bool peer_open;    /* the peer gave up: its value, and the ratio, are at least this */
    char limit[BENCH_TEXT_ROOM];
    double limit_value; /* in the same unit: the best that the machine could do */
    struct bench_promise promise;
    char note[BENCH_NOTE_ROOM];
};

/* How many times better than the peer; above 1 is better. 0 without a peer. */
double bench_ratio(const struct bench_record *record);

/* The part of the limit that is reached: 1 is all. 0 without a limit. */
double bench_share(const struct bench_record *record);

/* True for a record that promises nothing. A value that is no number keeps no promise. */
bool bench_kept(const struct bench_record *record);

/* Than another value, above 0, of the same record. */
bool bench_is_worse(const struct bench_record *record, double other);

struct bench_table {
    struct bench_record *records;
    size_t count;
    size_t room;
    const char *part; /* that is being measured */
    bool json;        /* lines are printed as JSON */
    bool small;       /* small questions, of which nothing is promised but ratios */
};

/* Stores the record and prints its line on stdout at once. */
enum status bench_add(struct bench_table *table, const struct bench_record *record,
                      struct failure *failure);
void bench_table_clear(struct bench_table *table);

/* A remark between the lines, such as a peer that is not there. */
enum status bench_remark(const struct bench_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The line above the table; nothing for JSON. */
void bench_print_head(const struct bench_table *table);

/* The line of one record as text: `room` bytes are enough if there are BENCH_LINE_ROOM. */
enum { BENCH_LINE_ROOM = 800 };
void bench_format(char *line, size_t room, const struct bench_record *record);

/* A new object, or NULL when memory was refused. */
json_t *bench_object(const struct bench_record *record);

/* How many promises there are, and how many are not kept. */
void bench_count_promises(const struct bench_table *table, size_t *promises, size_t *broken);

#endif
