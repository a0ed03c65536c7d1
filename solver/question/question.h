/* SPDX-License-Identifier: MIT */
/*
 * A question: its subject, and a value for each of the subject's parameters. One text form,
 * `SUBJECT KEY VALUE KEY VALUE ..`, is read and printed here for all who ask or compare: verbs,
 * campaigns, their store, the audit of certificates. Words of it may be quoted (quoted_word.h), and
 * are where they have to be: what is printed is one line of UTF-8, whatever a value holds.
 *
 * The keys stand in the order of the subject's parameters, one that has the value that is implied
 * is left out: equal questions have equal texts.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_QUESTION_H
#define STEADYCAST_SOLVER_QUESTION_QUESTION_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/model/logp_machine.h"

enum subject {
    SUBJECT_DECIDE,          /* a block-cyclic schedule for P(t) processors */
    SUBJECT_SERVE,           /* a schedule of some class for N processors */
    SUBJECT_CAPACITY,        /* the most processors with delay L+t */
    SUBJECT_DELAY,           /* the least delay for P processors */
    SUBJECT_COUNT,           /* how many block-cyclic schedules there are */
    SUBJECT_ITEMS,           /* the least time for K items from one source */
    SUBJECT_LOGP_ITEMS,      /* the same on a LogP machine */
    SUBJECT_SINGLE,          /* the least time for one item on a LogP machine */
    SUBJECT_STREAM,          /* the least delay of an endless stream on a LogP machine */
    SUBJECT_STREAM_CAPACITY, /* the most processors with delay L+2o+t on a LogP machine */
    SUBJECT_MULTIPORT,       /* the least number of rounds for messages with several ports */
    SUBJECT_ALLGATHER,       /* the least time for everybody's items to be with everybody */
    SUBJECT_ALLREDUCE,       /* the least time for everybody's sum to be with everybody */
    SUBJECT_REDUCE,          /* the most operands that are added up in a time */
    SUBJECT_REDUCE_TIME,     /* the least time for N operands to be added up */
    SUBJECT_GOSSIP,          /* the same as allgather over the edges of a network */
    SUBJECT_FORMULA,         /* a model of a formula in a DIMACS file */
    SUBJECT_DELAYS,          /* the least delays for all numbers of processors up to P */
    SUBJECT_FAMILY,          /* schedules for infinitely many t, or N, at once */
    SUBJECT_STREAM_FAMILY,   /* streams on a LogP machine for infinitely many depths at once */
    SUBJECT_ENDGAME,         /* the same for all numbers of items from some on */
    SUBJECT_FRACTION,        /* what streams come to, for N to infinity, at a point */
    SUBJECT_CLAIM,           /* what others have published; tried by the verb `claims` alone */
    SUBJECTS
};

/* Of all subjects together. */
enum key {
    KEY_LATENCY,
    KEY_OVERHEAD,
    KEY_GAP,
    KEY_CAPACITY, /* of a LogP machine: what counts as being under way */
    KEY_DEPTH,
    KEY_SERVED,     /* processors, the source not counted: N */
    KEY_PROCESSORS, /* the source included: P */
    KEY_ITEMS,
    KEY_PORTS,
    KEY_UNTIL,
    KEY_OPERANDS,
    KEY_SENDS,
    KEY_SCHEDULE,
    KEY_ROLES,
    KEY_OF,
    KEY_NETWORK,
    KEY_DUPLEX,
    KEY_FILE,
    KEY_RUN,
    KEYS
};

enum parameter_kind {
    PARAMETER_NUMBER, /* least..most */
    PARAMETER_BIG,    /* from `least` on, any number of digits */
    PARAMETER_WORD,   /* one of `words`, divided by |; its place is the value. The last one may end
                         in a colon: a number from 1 on follows, and is added to its place less 1 */
    PARAMETER_TEXT    /* any bytes but 0, one at least */
};

struct parameter {
    enum key key;
    enum parameter_kind kind;
    long least;
    long most;
    const char *words;
    long implied; /* the value where none is given; NOT_IMPLIED: one has to be given */
};

enum { QUESTION_MOST_PARAMETERS = 7, QUESTION_VALUE_ROOM = 64, NOT_IMPLIED = -1 };

struct subject_form {
    const char *name;
    const char *asks;    /* in words, for the reader */
    bool is_decision;    /* the answer is yes or no; else a number between two bounds */
    bool upper_by_bound; /* of a number: a schedule shows the lower bound, as for capacities; else
                            the upper one, as for times */
    int count;
    struct parameter parameters[QUESTION_MOST_PARAMETERS];
};

/* Static. */
const struct subject_form *subject_form(enum subject subject);
const char *key_name(enum key key);

/* The name of a column or of a key in JSON: the symbol, else the name; `ports`. */
const char *key_column(enum key key);

/* One letter, for people, names of files and columns: `L`, `t`, `N`; "" of words. */
const char *key_symbol(enum key key);

/* What the value of a parameter has to be, for messages: `a number from 1 to 5000`. */
void parameter_wants(const struct parameter *parameter, char *text, size_t room);

/* SUBJECTS, KEYS: there is none of that name. */
enum subject subject_find(const char *name);
enum key key_find(const char *name);

/* The place of the parameter of that key, or -1. */
int subject_place(enum subject subject, enum key key);

struct question {
    enum subject subject;
    long values[QUESTION_MOST_PARAMETERS]; /* in the order of the subject's parameters */
    char *text; /* of the one parameter that is a text, or a number beyond a long; or NULL; owned */
    const char *base; /* the folder in which relative names of files stand; NULL: the working
                         directory; borrowed, and no part of what is asked */
};

/* Clear after it. Without values that must be given, these are 0. */
void question_init(struct question *question, enum subject subject);
void question_clear(struct question *question);

/* `to` is not initialised before. */
enum status question_copy(struct question *to, const struct question *from,
                          struct failure *failure);

/* 0 where the subject has no such parameter, or the value is no number. A number beyond a long is
 * LONG_MAX. */
long question_number(const struct question *question, enum key key);

/* L, o and g of a subject that has them all. */
struct logp_machine question_machine(const struct question *question);

/* The parameter's number in full; the caller has initialised `number`. */
void question_big(const struct question *question, enum key key, mpz_ptr number);

/* Of PARAMETER_TEXT; borrowed. */
const char *question_text(const struct question *question, enum key key);

/* The subject must have the parameter, and the number must be allowed: for who knows both. */
void question_set(struct question *question, enum key key, long value);
enum status question_set_big(struct question *question, enum key key, mpz_srcptr value,
                             struct failure *failure);

/* A text as it is: where it is not read. */
enum status question_set_text(struct question *question, enum key key, const char *text,
                              struct failure *failure);

/* Reads the value of one parameter, which is not quoted. STATUS_INPUT with what was expected. */
enum status question_read_value(struct question *question, enum key key, const char *text,
                                struct failure *failure);

/* The value as it is read, all of it and not quoted: borrowed from the question, or in `room`. */
const char *question_value(const struct question *question, int place,
                           char room[QUESTION_VALUE_ROOM]);

/* The whole text form, as long as its values are: owned by the caller; NULL without memory. */
char *question_print(const struct question *question);

/* Reads the text form. STATUS_INPUT with the word that is wrong. `question` is not initialised
 * before. */
enum status question_parse(struct question *question, const char *text, struct failure *failure);

/* A total order, that of the subjects, then that of the values; 0: the same question. */
int question_compare(const struct question *a, const struct question *b);

#endif
