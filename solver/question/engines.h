/* SPDX-License-Identifier: MIT */
/* Who answers which question: an engine is a row with the classes of machines that it takes. The
 * rows stand beside the functions, at the end of their file; a subject names them (subjects.c). */
#pragma once

#include "solver/base/limits.h"
#include "solver/question/decide/outcome.h"
#include "solver/question/question.h"

/* What an engine may say. */
enum engine_answers {
    ENGINE_SAYS_YES = 1, /* it finds schedules */
    ENGINE_SAYS_NO = 2,  /* it proves that there is none */
    ENGINE_DECIDES = ENGINE_SAYS_YES | ENGINE_SAYS_NO
};

/* Its capabilities; all that take long can be stopped. */
enum engine_heeds {
    ENGINE_HEEDS_NODES = 1,
    ENGINE_HEEDS_THREADS = 2,
    ENGINE_RESUMES = 4,     /* stopped, it leaves a state from which it goes on */
    ENGINE_UNCERTIFIED = 8, /* its answers have no certificate: others are compared with them */
    ENGINE_SEARCHES = 16,   /* it tries possibilities; the others compute */
    ENGINE_SINGLE_OUT = 32  /* asked by name alone: a part or a sequence of others, not of `all` */
};

struct engine_options {
    bool no_ball_rule; /* backtrack: visit also what the conservation of balls excludes */
    bool statistics;   /* backtrack: count what is pruned */
    bool plain;        /* the plainer of two encodings: decide `words`, else `sums`; items `plain`,
                          else `ordered` */
    const char *state; /* ENGINE_RESUMES: where it is kept; NULL: nowhere; borrowed */
    bool expanded;     /* allgather, allreduce: all messages, not those of processor 0 alone */
    bool long_lists;   /* items: schedules of more than 10^8 messages have a certificate as well */
    uint64_t memory;   /* count, dynamic: bytes that its tables may take; 0: COUNT_MEMORY */
    const int *cycle;  /* allgather in a network: a hamiltonian cycle of as many nodes as it has,
                          which the caller knows, or NULL; borrowed */
    mpz_t *counts;     /* count, dynamic: parikh and words, which it counts together, and keeps here
                          for the next question; negative before; NULL: one alone; borrowed */
    /* Called with what was read of a network, before it is searched; NULL: nobody. */
    void (*told)(void *context, const char *model);
    /* Called with a line of what is known already, of a frontier; NULL: nobody. */
    void (*found)(void *context, const char *text);
    void *told_context;        /* of both; borrowed */
    struct items_plans *plans; /* items: for many questions in turn, and longer there than their
                                  outcomes; NULL: none; borrowed */
};

struct engine;

/* What an engine is asked, and where its answer goes. */
struct engine_call {
    const struct engine *engine; /* itself */
    const struct question *question;
    const struct engine_options *options;
    const struct limits *limits;
    struct outcome *outcome;
};

/* Behind engine_ask, which has initialised the outcome, and clears it after a failure. */
typedef enum status engine_answer(const struct engine_call *call, struct failure *failure);

struct engine {
    int machines; /* classes of machines, of enum machine_class */
    const char *name;
    int answers; /* of enum engine_answers */
    int heeds;   /* of enum engine_heeds */
    engine_answer *answer;
    int method;        /* which one, of functions that know several */
    const char *plain; /* the name of its plainer encoding of a formula; NULL: it has none */
    bool (*takes)(const struct question *question); /* what else the question has to be; NULL */
    const char *summary;
};

/* Fills `outcome`. The engine must be one for the question (engine_of, engine_find). STATUS_LIMIT:
 * the question is too large for the engine, or it was stopped before it had anything to say.
 * STATUS_INPUT: there is no such question, which the ranges of its parameters do not exclude. */
enum status engine_ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure);

/* The i-th engine that takes such questions (subject, class of machine, class of schedules), in the
 * order in which they are best asked, the first one being asked where none is chosen; NULL behind
 * the last. Static. */
const struct engine *engine_of(const struct question *question, int i);

/* NULL if there is none of that name for such questions. */
const struct engine *engine_find(const struct question *question, const char *name);

/* The i-th engine of the subject, whatever machines it takes; NULL behind the last. */
const struct engine *subject_engine(enum subject subject, int i);

/* Is there an engine for the question? STATUS_INPUT with a sentence that says which machines have
 * one. */
enum status engine_check(const struct question *question, struct failure *failure);

/* A summary of all that may be asked: `arithmetic, backtrack, sat, paper`. */
void engine_names(const struct question *question, char *text, size_t room);

/* Did you mean ..? (words.h), of the engines for such questions. Returns text. */
const char *engine_meant(const struct question *question, const char *word, char *text,
                         size_t room);

/* Does it contradict the other answer to the same question: yes and no, or bounds that exclude each
 * other? Then `why` says how. */
enum { ENGINES_WHY_ROOM = 300 };
bool outcomes_disagree(const struct outcome *a, const struct outcome *b,
                       char why[ENGINES_WHY_ROOM]);
