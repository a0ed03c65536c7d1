/* SPDX-License-Identifier: MIT */
/*
 * The tokens of a search (walk_events.h) while it goes on: stretches, one before each part of the
 * tree, each a chain of chunks. Chunks are in memory as long as they are few, then in a file beside
 * the state of the search, or in a nameless one. So the memory that a record takes is bounded, and
 * a search that is taken up again has its record.
 */
#ifndef STEADYCAST_SOLVER_WALK_WALK_RECORD_H
#define STEADYCAST_SOLVER_WALK_WALK_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/walk/walk_events.h"

struct walk_record;

/* Some tokens: in memory, or in the file, from `offset` on. They belong to the record. */
struct walk_chunk {
    struct walk_chunk *next;
    uint64_t offset;
    size_t length;
    char *tokens; /* NULL: in the file */
};

/* Tokens that follow each other; empty when all is 0. */
struct walk_stretch {
    struct walk_chunk *first;
    struct walk_chunk *last;
};

/*
 * `path` of the file; NULL: none. It has this name from the first walk_record_save on;
 * until then it is a nameless one, so that a run that is killed leaves nothing that nobody can use.
 */
enum status walk_record_new(struct walk_record **record, const char *path, struct failure *failure);

/* NULL is allowed. A file that has its name is left as it was saved: it belongs to the state. */
void walk_record_free(struct walk_record *record);

/* Appends tokens to a stretch; from several threads at once to different stretches. What goes wrong
 * is kept: see walk_record_fault. */
void walk_record_put(struct walk_record *record, struct walk_stretch *stretch, const char *tokens,
                     size_t length);

/* Why tokens were lost, if any were: STATUS_SYSTEM, or STATUS_MEMORY. The record is worth nothing
 * then. */
enum status walk_record_fault(const struct walk_record *record, struct failure *failure);

/* `more` behind `stretch`; `more` is empty then. */
void walk_stretch_join(struct walk_stretch *stretch, struct walk_stretch *more);

/* Brings all chunks into the file, and the file to the disk. For a record with a path. */
enum status walk_record_save(struct walk_record *record, struct failure *failure);

/* A chunk that is in the file since before. STATUS_INPUT if the file does not hold it. */
enum status walk_record_restore(struct walk_record *record, struct walk_stretch *stretch,
                                uint64_t offset, uint64_t length, struct failure *failure);

/* Gives the tokens of a stretch in turn to `take`, until it fails. */
typedef enum status walk_take(void *context, const char *tokens, size_t length,
                              struct failure *failure);
enum status walk_record_read(struct walk_record *record, const struct walk_stretch *stretch,
                             walk_take *take, void *context, struct failure *failure);

/* The number of tokens in a stretch. */
uint64_t walk_stretch_length(const struct walk_stretch *stretch);

/* One worker that listens to a walk: it counts, and it keeps the tokens if there is a record. */
struct walk_listener {
    struct walk_events events;  /* for walk->events; stays where it is as long as it is in use */
    struct walk_record *record; /* borrowed; NULL: tokens are dropped */
    struct walk_stretch stretch;
};

/* `counts`: it keeps statistics. */
enum status walk_listener_init(struct walk_listener *listener, struct walk_record *record,
                               bool counts, struct failure *failure);
void walk_listener_clear(struct walk_listener *listener);

/* What it heard since it was asked the last time. */
struct walk_stretch walk_listener_take(struct walk_listener *listener);

#endif
