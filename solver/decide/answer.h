/* SPDX-License-Identifier: MIT */
/*
 * What an engine answers to the block-cyclic question for (L,t), with the evidence that becomes its
 * certificate.
 */
#ifndef STEADYCAST_SOLVER_DECIDE_ANSWER_H
#define STEADYCAST_SOLVER_DECIDE_ANSWER_H

#include <stdint.h>

#include "solver/arithmetic/residues.h"
#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/bound/prices.h"
#include "solver/certificate/evidence.h"
#include "solver/certificate/proof.h"
#include "solver/construction/family.h"
#include "solver/model/schedule.h"

enum answer_evidence {
    EVIDENCE_NONE,
    EVIDENCE_SCHEDULE,  /* feasible: the schedule itself */
    EVIDENCE_INDUCTION, /* feasible: a family whose rule reaches this depth */
    EVIDENCE_RESIDUES,  /* infeasible: congruences */
    EVIDENCE_TREE,      /* infeasible: exhausted search */
    EVIDENCE_CNF,       /* infeasible: refuted formula */
    EVIDENCE_PRICES,    /* infeasible, for any schedule: prices */
    EVIDENCE_PERIODIC   /* infeasible, for one period: refuted formula */
};

struct answer {
    enum verdict verdict;
    enum answer_evidence evidence;
    const char *engine; /* its name; static */
    const char *reason; /* for unknown: why; static */
    char note[200];     /* what else the engine has to say, or empty */
    uint64_t nodes;     /* nodes, conflicts or attempts: the engine's own measure of work */
    struct walk_statistics statistics; /* what was pruned, if it was asked for; else zeros */
    const char *state; /* file that keeps the search until it is forgotten; NULL: none; borrowed */
    bool resumed;      /* it rests on a state from before, which is trusted: see search_state.h */
    int latency;
    int depth;
    union { /* as `evidence` says */
        struct schedule schedule;
        struct family family;
        struct residue_proof residues;
        struct tree_proof tree;
        struct cnf_proof cnf;
        struct prices prices;
        struct periodic_proof periodic;
    };
};

void answer_init(struct answer *answer, const char *engine, int latency, int depth);
void answer_clear(struct answer *answer);

/* Borrows the answer; of kind NULL where there is none. */
struct evidence evidence_of_answer(const struct answer *answer);

/* Writes the certificate that belongs to the evidence. STATUS_INPUT for an answer without; an
 * exhausted tree that was not recorded is searched anew. STATUS_LIMIT, and no file, if that or the
 * writing was stopped; the limits may be NULL. */
enum status answer_write(const struct answer *answer, const char *path, bool overwrite,
                         const struct limits *limits, struct failure *failure);

#endif
