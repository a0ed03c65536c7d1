/* SPDX-License-Identifier: MIT */
/*
 * A question cut into pieces that can be answered in any order, in different processes and on
 * different machines, and put together again: what spreads one hard question over many processes
 * that share nothing but files.
 *
 *  - PIECES_TREE: sub-trees of the exhaustive search for (L,t) by words (walk/parts.h), all at
 * one depth but for those that end before. Each is searched by one thread, which records its tokens
 *    (walk/walk_events.h); joining puts them behind each other. The certificate is the same, byte
 *    by byte, as that of the undivided search, and so is the sum of the pieces' nodes.
 *  - PIECES_CUBES: cubes of the formula of (L,t) by words or by sums (sat/cubes.h), each decided by
 *    the SAT solvers (sat/decide.h) and refuted on its own; the proofs are composed to one of the
 *    formula (sat/cube_proof.h). Verdicts are those of the undivided engine `sat`, nodes and proofs
 *    are not.
 *  - PIECES_PERIODIC: the same for the formula of a periodic schedule (sat/periodic_formula.h).
 *
 * Answers do not depend on the order in which pieces are answered, nor on who answers them: the
 * first filling in the order of the pieces wins, and it counts only when all pieces before it have
 * none. A piece's file has equal bytes whoever writes it; for cubes that asks for the same solvers
 * on all machines.
 *
 * How many pieces: some 32 for each process. Measured without the rule of balls, in seconds of one
 * core; undivided: the search, what recording adds to it, and the lines of the certificate:
 *
 *     L  t  undivided           wanted  pieces  all    median  hardest  join and write
 *     12 24  0.02 + 0.00 + 0.02  8       11      0.04   0.003   0.007    0.03
 *                                64      102     0.05   0.0004  0.0014   0.03
 *                                512     787     0.28   0.0003  0.001    0.04
 *     14 28  1.0 + 0.13 + 1.0    64      146     2.0    0.013   0.024    1.6
 *
 * Half of what a piece takes is writing its file. Joining and writing are serial: the digest of the
 * certificate (600 MB in the last case) and its bytes. Before tokens were recorded while searching,
 * the tree was walked once more to be written: 1.2 + 16 undivided, 18 in pieces.
 *
 * Cubes pay for refutations that are hard and even, and for nothing else. In seconds on two
 * processors, by sweep: the formula by words of L = 12, t = 24 takes 25 undivided, 12 in 8 cubes,
 * 29 in 64. What is easy, or has a schedule, is slower in cubes: L = 10, t = 20 by words 0.44 and
 * 0.52 to 0.54; the period 1 of L = 2, t = 7, N = 21 (one cube has a third of the work) 1.1 and 1.2
 * to 1.6; the period 2 of L = 2, t = 6, N = 13 0.05 and 0.9 to 1.4; that of t = 7, N = 20 29 and
 * more than 100.
 */
#ifndef STEADYCAST_SOLVER_DECIDE_PIECES_H
#define STEADYCAST_SOLVER_DECIDE_PIECES_H

#include "solver/base/limits.h"
#include "solver/decide/answer.h"
#include "solver/model/schedule.h"

enum pieces_kind { PIECES_TREE, PIECES_CUBES, PIECES_PERIODIC };

struct pieces_question {
    enum pieces_kind kind;
    int latency;       /* L >= 1 */
    int depth;         /* t >= 0; periodic: t >= L */
    bool words;        /* cubes: the encoding by words, else by sums */
    bool no_ball_rule; /* tree: visit also what the conservation of balls excludes */
    int processors;    /* periodic: N, T and roles, as in struct periodic_question */
    int period;
    enum schedule_roles roles;
};

/* Most pieces that may be asked for. */
enum { PIECES_MOST_WANTED = 1 << 20 };

/*
 * How many pieces a cut into at least `wanted` (1..PIECES_MOST_WANTED) gives. It depends on the
 * question and on `wanted` only. Trees are cut at the shallowest depth that gives enough, so there
 * may be up to L times as many, or fewer where the tree has not more; cubes are a power of two. A
 * question that is answered by looking at it is one piece. STATUS_LIMIT when the question is too
 * large for the engine. Cost of this and of answering and joining, each time: for trees as many
 * nodes as there are pieces; for cubes, to answer one, the formula and log2 of their number times
 * 512 unit propagations.
 */
enum status pieces_count(const struct pieces_question *question, int wanted, int *count,
                         struct failure *failure);

struct piece_answer {
    enum verdict verdict; /* of this piece; infeasible: nothing below it */
    const char *reason;   /* for unknown: why; static */
    uint64_t nodes;       /* as in struct answer; piece 0 of a tree has also those of the cut */
};

/*
 * Answers one piece, 0 <= piece < count, on one thread, and writes its result to `path`, replacing
 * what is there. Calls on different files may run in several threads at once. limits->nodes bounds
 * the nodes of the piece. Stopped by the limits, the verdict is unknown and no file is written: the
 * piece then has to start again.
 */
enum status pieces_answer(const struct pieces_question *question, int wanted, int piece,
                          const struct limits *limits, const char *path,
                          struct piece_answer *answer, struct failure *failure);

/*
 * What a piece's file says, without joining: for who goes on after an interruption. STATUS_INPUT,
 * naming the file, if it is not there, is damaged, was written by another version or belongs to
 * another question, cut or piece.
 */
enum status pieces_read(const struct pieces_question *question, int wanted, int piece,
                        const char *path, struct piece_answer *answer, struct failure *failure);

/*
 * Which pieces are still needed for an answer, when verdicts[i] is that of piece i, unknown for
 * those that are not answered: all unknown ones before the first that is feasible. Fills needed[i]
 * (NULL: only counted) and returns their number; 0 says that the answer is there.
 */
int pieces_needed(const enum verdict *verdicts, int count, bool *needed);

/*
 * Puts all together: paths[i] is the file of piece i, NULL if it is not there; `count` is that of
 * pieces_count. Fills `answer` (not initialised before; the caller clears it), which has the
 * verdict, the evidence and the nodes (of the pieces that are needed) of a struct answer of the
 * engine `backtrack` or `sat`. While pieces are needed it is unknown, and its note names the first
 * of them.
 *
 * What files say is trusted like a search state (answer->resumed): that nothing was found is only
 * sure when the certificate has been verified.
 *
 * STATUS_INPUT, naming the file, as for pieces_read, for every file that is given; also for a
 * schedule that is none, and, naming the piece, for cubes that do not fit together. STATUS_LIMIT
 * when the limits stop it.
 */
enum status pieces_join(const struct pieces_question *question, int wanted,
                        const char *const *paths, int count, const struct limits *limits,
                        struct answer *answer, struct failure *failure);

#endif
