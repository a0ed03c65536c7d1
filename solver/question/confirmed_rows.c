/* SPDX-License-Identifier: MIT */
/*
 * What confirms what (confirmed.h). The program is not built if a verdict of the checker has a
 * field, or a kind, that stands nowhere here (confirmed_fields.sh).
 *
 * What is free (`-`), and why. class, period: whatever its form, a schedule serves so many. roles:
 * who keeps a role may also change it. encoding: each formula is true of every schedule. rests: the
 * theorem on which an order rests; the plain formula is refuted with it. delay of lists: of one
 * item, where the end of all is asked for. sends of `all`: the question does not ask how often an
 * item is sent. but of families: what is left out is proved impossible, or served by other words.
 * window: how many instances carry the rule. from: from some one on is what is asked for.
 *
 * No subject is about machines with buffers, nor about K items by colours without a stream: lists
 * with a field "buffer" confirm nothing, and neither do colours with fields K and end.
 */
#include "solver/question/confirmed.h"

#define LOGP "L=latency o=overhead g=gap"
#define FROM_ONE "P=processors K=items sources:one period~at_once sends~enough delay- end=bound"
#define GRAPH "edges=edges graph~graph duplex~duplex"
#define FAMILY_OF_DEPTHS "family L=latency of:depths from<=depth window- but*!depth"

enum { P = MACHINE_POSTAL, ANY = MACHINE_POSTAL | MACHINE_LOGP };
enum { PORTS = MACHINE_POSTAL | MACHINE_PORTS, NETWORK = MACHINE_NETWORK };
enum { BOUND, SCHEDULE };

const struct confirmed_row confirmed_rows[] = {
    /* With steps to spare every value grows by as much, and words stay legal. */
    {SUBJECT_DECIDE, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=tree class:block-cyclic period=one roles-"},
    {SUBJECT_DECIDE, P, SCHEDULE, "", FAMILY_OF_DEPTHS},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-residues L=latency t=depth"},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-search L=latency t=depth rests?-"},
    {SUBJECT_DECIDE, P, BOUND, "", "impossible-cnf L=latency t=depth encoding-"},
    {SUBJECT_DECIDE, P, BOUND, "", "prices L=latency t=depth most<tree"},

    /* Blocks are stationary, which is period 1, which divides every period. */
    {SUBJECT_SERVE, P, SCHEDULE, "any",
     "schedule L=latency t<=depth N=served class- period- roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=served class:block-cyclic|pruned period=one roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "periodic",
     "schedule L=latency t<=depth N=served class- period/period roles~roles"},
    {SUBJECT_SERVE, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_SERVE, ANY, SCHEDULE, "any",
     "logp-schedule " LOGP " capacity~capacity period- delay<=delay N=served"},
    {SUBJECT_SERVE, ANY, SCHEDULE, "periodic",
     "logp-schedule " LOGP " capacity~capacity period/period delay<=delay N=served"},
    {SUBJECT_SERVE, P, BOUND, "", "prices L=latency t=depth most<served"},
    {SUBJECT_SERVE, ANY, BOUND, "priced", "prices l=transfer g=gap s=depth most<served"},
    {SUBJECT_SERVE, P, BOUND, "blocks",
     "impossible-periodic L=latency t=depth N=served period- roles~excluded rests?-"},
    /* And so of all periods that divide this one. */
    {SUBJECT_SERVE, P, BOUND, "periodic",
     "impossible-periodic L=latency t=depth N=served period%period roles~excluded rests?-"},

    {SUBJECT_CAPACITY, P, SCHEDULE, "",
     "schedule L=latency t<=depth N=bound class- period- roles-"},
    {SUBJECT_CAPACITY, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_CAPACITY, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay<=delay N=bound"},
    {SUBJECT_CAPACITY, P, BOUND, "", "prices L=latency t=depth most=bound"},
    {SUBJECT_CAPACITY, ANY, BOUND, "priced", "prices l=transfer g=gap s=depth most=bound"},

    {SUBJECT_DELAY, P, SCHEDULE, "", "schedule L=latency t=depth N=served class- period- roles-"},
    {SUBJECT_DELAY, P, SCHEDULE, "tree", FAMILY_OF_DEPTHS},
    {SUBJECT_DELAY, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay=bound N=served"},
    {SUBJECT_DELAY, P, BOUND, "", "prices L=latency t=depth_before most<served"},
    {SUBJECT_DELAY, ANY, BOUND, "priced", "prices l=transfer g=gap s=price most<left"},
    {SUBJECT_DELAY, ANY, BOUND, "", "reach " LOGP " time=reach most<left"},

    {SUBJECT_BROADCAST, P, SCHEDULE, "", "messages machine:postal L=latency " FROM_ONE},
    {SUBJECT_BROADCAST, PORTS, SCHEDULE, "",
     "messages machine:ports L=latency ports=ports " FROM_ONE},
    {SUBJECT_BROADCAST, ANY, SCHEDULE, "",
     "messages machine:logp " LOGP " capacity?~list_capacity " FROM_ONE},
    /* The first K items of a stream, which sends each once (11.7 of results/THEOREMS.md). */
    {SUBJECT_BROADCAST, ANY, SCHEDULE, "",
     "logp-schedule " LOGP " capacity~capacity period- delay=items_delay N=served"},
    {SUBJECT_BROADCAST, PORTS, BOUND, "",
     "items-bound L=latency ports=ports P=processors K=items sends~bounded before=bound"},
    {SUBJECT_BROADCAST, PORTS, BOUND, "",
     "impossible-items L=latency ports=ports P=processors K=items sends~bounded before=bound "
     "rests?-"},
    {SUBJECT_BROADCAST, ANY, BOUND, "",
     "items-bound " LOGP " P=processors K=items sends~bounded before=bound"},
    /* One item alone: fewer can know it before. */
    {SUBJECT_BROADCAST, ANY, BOUND, "one_item", "reach " LOGP " time=before most<processors"},

    {SUBJECT_ALLGATHER, ANY, SCHEDULE, "",
     "messages machine:logp " LOGP
     " capacity?~list_capacity P=processors K=items sources:all sends- delay- end=bound"},
    /* What one processor receives, from whomever. */
    {SUBJECT_ALLGATHER, P, BOUND, "",
     "items-bound L=latency ports=one P=two K=others sends:any before=bound"},
    {SUBJECT_ALLGATHER, ANY, BOUND, "",
     "items-bound " LOGP " P=two K=others sends:any before=bound"},
    {SUBJECT_ALLGATHER, NETWORK, SCHEDULE, "",
     "messages machine:graph " GRAPH " P=nodes K=one sources:all sends- delay- end=bound"},
    {SUBJECT_ALLGATHER, NETWORK, SCHEDULE, "",
     "gossip-product duplex~duplex P=nodes end=bound edges*~factor_edges graph*~factors"},
    {SUBJECT_ALLGATHER, NETWORK, BOUND, "", "gossip-bound " GRAPH " P=nodes before=bound"},
    {SUBJECT_ALLGATHER, NETWORK, BOUND, "", "impossible-gossip " GRAPH " P=nodes before=bound"},

    {SUBJECT_ALLREDUCE, P, SCHEDULE, "",
     "combining machine:postal L=latency P=processors end=bound"},
    {SUBJECT_ALLREDUCE, P, BOUND, "", "reach L=latency o=zero g=one time=before most<processors"},

    /* Who has processors to spare lets them rest. */
    {SUBJECT_REDUCE, ANY, SCHEDULE, "",
     "summation machine:logp " LOGP " P<=processors operands=bound end=until"},
    {SUBJECT_REDUCE, ANY, BOUND, "", "summation-bound " LOGP " P=processors most=bound end=until"},
    {SUBJECT_REDUCE_TIME, ANY, SCHEDULE, "",
     "summation machine:logp " LOGP " P<=processors operands>=operands end=bound"},
    {SUBJECT_REDUCE_TIME, ANY, BOUND, "",
     "summation-bound " LOGP " P=processors most<operands end=before"},

    {SUBJECT_FORMULA, P, BOUND, "", "cnf sha256~clauses"},

    {SUBJECT_FAMILY, P, SCHEDULE, "depths",
     "family L=latency of:depths from=latency window- but*-"},
    {SUBJECT_FAMILY, P, SCHEDULE, "numbers", "family L=latency of:numbers but*-"},
    {SUBJECT_FAMILY, ANY, SCHEDULE, "depths",
     "logp-family " LOGP " capacity~capacity from- window-"},
    /* Of depths and of numbers no question has processors. */
    {SUBJECT_FAMILY, P, SCHEDULE, "", "items-colours L=latency N=served from- sends- more=more"},
    /* How far its words go on, and how fine its shares are, is free. */
    {SUBJECT_FRACTION, P, SCHEDULE, "", "fractional-stream L=latency point~point tail- M-"},
    {.template = NULL}};
