/* SPDX-License-Identifier: MIT */
/* A question: a machine, a traffic, an aim, and their values. What can be asked of a traffic is a
 * subject, `delay` for the least time of an endless stream; its parameters are the machine's, then
 * its own. One text form, `SUBJECT KEY VALUE KEY VALUE ..`, is read and printed here for all who
 * ask or compare: verbs, campaigns, their store, the library, the audit of certificates. Words of
 * it may be quoted (words.h), and are where they have to be: what is printed is one line of
 * UTF-8, whatever a value holds.
 *
 * The keys stand in the order of the subject's parameters, one that has the value that is implied
 * is left out: equal questions have equal texts. A machine is read in two more forms: `postal L` is
 * `latency L`, and `logp L,o,g` is `latency L overhead o gap g`. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/question/machine.h"

/* Who has what for whom. */
enum traffic {
    TRAFFIC_STREAM,     /* a source has an item in each step, for ever, for all others */
    TRAFFIC_ITEMS,      /* a source has K items at time 0 for all others: broadcast */
    TRAFFIC_ALLGATHER,  /* each processor has K items for all others */
    TRAFFIC_ALLREDUCE,  /* each processor has an operand, all want the sum */
    TRAFFIC_COLLECTIVE, /* one of MPI's, over a network */
    TRAFFIC_REDUCE,     /* operands are dealt out at will, one processor wants the sum */
    TRAFFIC_NONE        /* no messages are asked about */
};
enum { TRAFFICS = TRAFFIC_NONE + 1 };

enum aim {
    AIM_LEAST,  /* the least time: a number whose upper side a schedule shows */
    AIM_MOST,   /* the most in a time: a number whose lower side a schedule shows */
    AIM_EXISTS, /* is there a schedule of a class? yes or no */
    AIM_COUNT,  /* how many schedules there are: a number */
    AIM_FAMILY  /* are there schedules for infinitely many instances at once? yes or no */
};
enum { AIMS = AIM_FAMILY + 1 };

enum subject {
    SUBJECT_DECIDE,    /* stream, exists: block-cyclic, to all P(t) processors of the tree */
    SUBJECT_SERVE,     /* stream, exists: of some class, to N processors */
    SUBJECT_CAPACITY,  /* stream, most: processors with delay L+2o+t */
    SUBJECT_DELAY,     /* stream, least: delay to P processors */
    SUBJECT_DELAYS,    /* the same for all numbers of processors up to P */
    SUBJECT_COUNT,     /* stream, count: block-cyclic schedules */
    SUBJECT_FAMILY,    /* stream, family: all t, or N; items: all K */
    SUBJECT_FRACTION,  /* what streams come to, for N to infinity, at a point */
    SUBJECT_BROADCAST, /* items, least */
    SUBJECT_ALLGATHER, /* allgather, least */
    SUBJECT_ALLREDUCE, /* allreduce, least */
    SUBJECT_REDUCE,    /* reduce, most: operands in a time; least: time for N operands */
    SUBJECT_SCATTER,   /* collective, least; over networks alone, as the three that follow */
    SUBJECT_GATHER,
    SUBJECT_ALLTOALL,
    SUBJECT_REDUCE_SCATTER,
    SUBJECT_FRONTIER, /* collective, family: rounds per chunk by steps, for all numbers of chunks */
    SUBJECT_RATE,     /* collective, family: rounds per chunk in the long run */
    SUBJECT_FORMULA,  /* a model of a formula in a DIMACS file */
    SUBJECT_CLAIM,    /* what others have published; tried by the verb `claims` alone */
    SUBJECTS
};

/* Of all subjects together. */
enum key {
    KEYS_OF_MACHINE,
    MACHINE_KEYS, /* how many these are */
    KEY_DEPTH = MACHINE_KEYS,
    KEY_SERVED,     /* processors, the source not counted: N */
    KEY_PROCESSORS, /* the source included: P */
    KEY_ITEMS,
    KEY_UNTIL,
    KEY_OPERANDS,
    KEY_SENDS,
    KEY_SCHEDULE,
    KEY_ROLES,
    KEY_OF,
    KEY_COLLECTIVE,
    KEY_ROOT,   /* or the source */
    KEY_STEPS,  /* at most */
    KEY_ROUNDS, /* of all steps together, at most */
    KEY_RATE,   /* of a stream over a network, p items .. */
    KEY_PER,    /* .. in q steps */
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

/* Machines that a parameter goes with. */
enum parameter_machines { OF_ALL, OF_NETWORKS, OF_COMPLETE /* all that are no network */ };

struct parameter {
    enum key key;
    enum parameter_kind kind;
    long least, most;
    const char *words;
    long implied; /* the value where none is given; NOT_IMPLIED: one has to be given */
    enum parameter_machines of;
};

enum {
    QUESTION_MOST_PARAMETERS = MACHINE_KEYS + 7,
    QUESTION_VALUE_ROOM = 64,
    MOST_ENGINE_LISTS = 4,
    NOT_IMPLIED = -1,
    ABSENT = -2 /* implied: it need not be there, and then has no value */
};

/* The values of KEY_SCHEDULE, in the order of its words; periodic:T is PERIODIC + T - 1. */
enum schedule_class {
    CLASS_BLOCK_CYCLIC, /* blocks, on the whole tree or a pruned one */
    CLASS_STATIONARY,
    CLASS_ANY,
    CLASS_PERIODIC
};

/* The values of KEY_OF of families. */
enum { OF_DEPTHS, OF_PROCESSORS, OF_ITEMS };

struct engine;
struct question;

struct subject_form {
    const char *name;
    const char *words; /* what it is about, for titles */
    const char *asks;  /* in words, for the reader */
    const char *thing; /* what the number is called: `delay`; "" of yes or no; question_thing */
    enum traffic traffic;
    enum aim aim; /* where no value of a question says another one; question_aim */
    const struct engine *engines[MOST_ENGINE_LISTS]; /* lists, each ended by one without name */
    int count;
    struct parameter parameters[QUESTION_MOST_PARAMETERS];
};

/* What is asked for: of a sum until T the most operands; of a collective over a network in S steps
 * with R rounds whether there is a schedule; else the aim of the subject. */
enum aim question_aim(const struct question *question);

/* What the number of this question is called: where steps are given, `rounds`, where rounds are,
 * `steps`. "" of yes or no. Static. */
const char *question_thing(const struct question *question);

/* The answer is yes or no; else a number between two bounds. */
bool question_is_decision(const struct question *question);

/* Of a number: a schedule shows the lower bound, as for capacities; else the upper one, as for
 * times. */
bool question_shows_lower(const struct question *question);

/* `stream`, `least`; static. */
const char *traffic_name(enum traffic traffic);
const char *aim_name(enum aim aim);

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

/* Is the value there? */
bool question_has(const struct question *question, enum key key);

/* Does a machine belong to the subject, with all its keys? Then they are its first parameters. */
bool subject_has_machine(enum subject subject);

/* The machine that is asked about, and its class; that of a subject without one is postal. */
struct machine question_machine(const struct question *question);
enum machine_class question_machine_class(const struct question *question);

/* Is the parameter at this place to be shown in tables? Of a machine only what it has. */
bool question_shows(const struct question *question, int place);

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

/* Is it `postal` or `logp`, which stand for keys of the subject's machine? Reads one of them; a bit
 * in *given for each place. STATUS_INPUT with what was expected, or what is given twice. */
bool question_takes_machine(const struct question *question, const char *word);
enum status question_read_machine(struct question *question, const char *word, const char *value,
                                  int *given, struct failure *failure);

/* Who gives ports of a network, and no duplex, asks about ports that are full duplex, where its
 * links alone are implied. */
void machine_take_ports(struct question *question, int given);

/* What is missing in the machine, or does not go together with it; `given` as below.
 * STATUS_INPUT. */
enum status machine_check(const struct question *question, int given, struct failure *failure);

/* STATUS_INPUT: a value is missing. */
enum status question_lacks(const struct question *question, enum key key, struct failure *failure);

/* Once all values are there, bit by bit in `given`: what is missing, or does not go together.
 * STATUS_INPUT. */
enum status question_check(const struct question *question, int given, struct failure *failure);

/* Reads the value of one parameter, which is not quoted. STATUS_INPUT with what was expected. */
enum status question_read_value(struct question *question, enum key key, const char *text,
                                struct failure *failure);

/* The value as it is read, all of it and not quoted: borrowed from the question, or in `room`. */
const char *question_value(const struct question *question, int place,
                           char room[QUESTION_VALUE_ROOM]);

/* The whole text form, as long as its values are: owned by the caller; NULL without memory. */
char *question_print(const struct question *question);

/* Reads the text form. STATUS_INPUT with the word that is wrong. */
enum status question_parse(struct question *question, const char *text, struct failure *failure);

/* A total order, that of the subjects, then that of the values; 0: the same question. */
int question_compare(const struct question *a, const struct question *b);

/* The files that a question names: its answer is about what they hold. */

/* Called with one file: its name as written, and where it stands (question->base). Both are gone
 * afterwards. Anything but STATUS_OK ends the visit. */
typedef enum status question_file_visit(void *context, const char *name, const char *path,
                                        struct failure *failure);

/* Visits them in the order in which they are named, one that is named twice twice: that of a
 * formula, and the terms file:NAME of a network. The standard input (`-`) is no file; that of a
 * claim is none that is read as it is. `context` is for `visit`, whose status is returned;
 * STATUS_MEMORY. */
enum status question_files(const struct question *question, question_file_visit *visit,
                           void *context, struct failure *failure);
