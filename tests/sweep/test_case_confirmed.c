/* SPDX-License-Identifier: MIT */
/* What steadycheck says is held against the question that was asked: true claims are taken, those
 * of neighbouring questions and claims with another number are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <gmp.h>

#include "solver/question/confirmed.h"
#include "solver/question/fields.h"

enum { ROOM = 600 };

/* A claim that answers a question; `bound` NULL: yes, or no. */
struct example {
    const char *question;
    const char *bound;
    bool schedule;
    const char *fields;
    const char *stronger; /* keys whose numbers may be one more or less, as that says more; words
                             that may stand there, `class=pruned`, or any, `class=*` */
};

/* Three nodes in a row, links of capacity 1. */
#define PATH3                                                                                      \
    "network=86357f994314cf6d4fe9bbc0cced7e6d80ce7b2804704850b0bb84e5b25c559e nodes=3 arcs=4 "
#define PORTS3                                                                                     \
    "network=57b5f83196b5e4c771ac8569234fa58efe00f519a583bb969dfde923d6b19e42 nodes=3 arcs=4 "
/* Two and three in a row, half duplex. */
#define HALF2 "9fb3c94600e2ba06eb8fea4b5cd2af76a19f1cd9dc0fb7e1187fc76de7175cd0"
#define HALF3 "112f0915b03c1e21b23082b217655307e2a9aa91272ed0aae05f6f96000e04aa"
#define PRODUCT                                                                                    \
    "kind=gossip-product duplex=half P=6 end=9 network=" HALF2                                     \
    " nodes=2 arcs=2 collective=allgather root=- network=" HALF3                                   \
    " nodes=3 arcs=4 collective=allgather root=-"
#define SIZES "nodes+ nodes- arcs+ arcs- "

static const struct example examples[] = {
    {"decide latency 3 depth 7", NULL, true,
     "kind=schedule L=3 t=7 N=9 class=block-cyclic period=1 roles=permute", "t- roles=*"},
    {"decide latency 3 depth 30", NULL, true, "kind=family L=3 of=depths from=7 window=11",
     "from+ from- window+ window-"},
    {"decide latency 4 depth 8", NULL, false, "kind=impossible-residues L=4 t=8", ""},
    {"decide latency 4 depth 8", NULL, false, "kind=impossible-search L=4 t=8", ""},
    {"decide latency 4 depth 8", NULL, false, "kind=impossible-cnf L=4 t=8 encoding=sums", ""},
    {"decide latency 2 depth 7", NULL, false, "kind=prices L=2 t=7 most=20", "most-"},
    {"serve latency 2 schedule periodic:2 depth 7 served 20", NULL, true,
     "kind=schedule L=2 t=7 N=20 class=periodic period=2 roles=permute",
     "t- period- roles=* class=*"},
    {"serve latency 2 schedule periodic:4 roles keep depth 4 served 5", NULL, true,
     "kind=schedule L=2 t=4 N=5 class=periodic period=4 roles=keep", "t- class=*"},
    {"serve latency 2 schedule any depth 5 served 8", NULL, true,
     "kind=schedule L=2 t=5 N=8 class=stationary period=1 roles=permute",
     "t- period+ period- roles=* class=*"},
    {"serve latency 3 schedule block-cyclic depth 20 served 999", NULL, true,
     "kind=schedule L=3 t=20 N=999 class=pruned period=1 roles=permute",
     "t- roles=* class=block-cyclic"},
    {"serve latency 2 schedule stationary depth 5 served 8", NULL, false,
     "kind=impossible-periodic L=2 t=5 N=8 period=1 roles=permute", "period+"},
    {"serve latency 2 schedule block-cyclic depth 6 served 13", NULL, false,
     "kind=impossible-periodic L=2 t=6 N=13 period=1 roles=blocks",
     "period+ period- roles=permute"},
    {"serve latency 2 schedule any depth 5 served 9", NULL, false, "kind=prices L=2 t=5 most=8",
     "most-"},
    {"serve latency 3 ports 3 schedule any depth 9 served 77", NULL, true,
     "kind=schedule L=3 ports=3 t=9 N=77 class=stationary period=1 roles=permute",
     "t- period+ period- roles=* class=*"},
    {"serve latency 1 ports 5 schedule stationary roles keep depth 2 served 4", NULL, true,
     "kind=schedule L=1 ports=5 t=2 N=4 class=stationary period=1 roles=keep",
     "t- period+ period- class=*"},
    {"serve latency 1 ports 5 schedule any depth 1 served 4", NULL, false,
     "kind=ports-bound L=1 ports=5 t=1 N=4 larger=open", "larger=*"},
    {"serve latency 1 ports 5 schedule any depth 1 served 4", NULL, false,
     "kind=impossible-items L=1 ports=5 N=4 t=1 K=10 sends=any", "K+ K-"},
    {"capacity latency 3 ports 3 depth 9", "139", true,
     "kind=schedule L=3 ports=3 t=9 N=139 class=stationary period=1 roles=permute",
     "t- period+ period- roles=* class=*"},
    {"capacity latency 3 ports 3 depth 9", "139", false,
     "kind=ports-bound L=3 ports=3 t=9 N=140 larger=too", ""},
    {"delay latency 3 ports 3 processors 78", "12", true,
     "kind=schedule L=3 ports=3 t=9 N=77 class=stationary period=1 roles=permute",
     "period+ period- roles=* class=*"},
    {"delay latency 3 ports 3 processors 78", "12", false,
     "kind=ports-bound L=3 ports=3 t=8 N=77 larger=too", "larger=*"},
    {"capacity latency 2 depth 5", "8", true,
     "kind=schedule L=2 t=5 N=8 class=stationary period=1 roles=permute",
     "t- period+ period- roles=* class=*"},
    {"capacity latency 2 depth 5", "8", false, "kind=prices L=2 t=5 most=8", ""},
    {"delay latency 3 processors 1000", "23", true,
     "kind=schedule L=3 t=20 N=999 class=pruned period=1 roles=permute",
     "period+ period- roles=* class=*"},
    {"delay latency 3 processors 874", "23", false, "kind=prices L=3 t=19 most=872", "most-"},
    {"broadcast latency 3 processors 5 items 2", "7", true,
     "kind=messages machine=postal L=3 P=5 K=2 sources=one period=0 sends=any delay=7 end=7",
     "delay+ delay- sends=*"},
    {"broadcast latency 1 ports 2 processors 5 items 2", "3", true,
     "kind=messages machine=ports L=1 ports=2 P=5 K=2 sources=one period=0 sends=single delay=3 "
     "end=3",
     "delay+ delay- sends=*"},
    {"broadcast latency 2 sends single processors 5 items 2", "7", false,
     "kind=items-bound L=2 ports=1 P=5 K=2 sends=any before=7", "sends=*"},
    {"broadcast latency 2 sends single processors 5 items 2", "7", false,
     "kind=impossible-items L=2 ports=1 P=5 K=2 sends=single before=7", "sends=*"},
    {"broadcast latency 1 ports 5 processors 15 items 20", "6", true,
     "kind=messages machine=ports L=1 ports=5 P=15 K=20 sources=one period=0 sends=single delay=6 "
     "end=6",
     "delay+ delay- sends=*"},
    {"broadcast latency 6 overhead 2 gap 4 processors 8", "24", true,
     "kind=messages machine=logp L=6 o=2 g=4 P=8 K=1 sources=one period=0 sends=any delay=24 "
     "end=24",
     "period+ delay+ delay- sends=*"},
    {"broadcast latency 6 overhead 2 gap 4 processors 8", "24", false,
     "kind=reach L=6 o=2 g=4 time=23 most=7", "most-"},
    {"delay latency 6 overhead 2 gap 4 processors 8", "34", true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=1 delay=34 N=7", "period+ period-"},
    {"delay latency 6 overhead 2 gap 4 capacity none processors 8", "34", false,
     "kind=reach L=6 o=2 g=4 time=23 most=6", "most-"},
    {"delay latency 5 gap 2 capacity none processors 28", "24", false,
     "kind=prices l=5 g=2 s=18 most=26", "most-"},
    {"capacity latency 5 gap 2 capacity none depth 16", "17", true,
     "kind=logp-schedule L=5 o=0 g=2 capacity=none period=1 delay=21 N=17",
     "period+ period- delay-"},
    {"capacity latency 5 gap 2 capacity none depth 16", "17", false,
     "kind=prices l=5 g=2 s=16 most=17", ""},
    {"broadcast latency 8 overhead 2 gap 4 processors 8 items 20", "108", true,
     "kind=messages machine=logp L=8 o=2 g=4 P=8 K=20 sources=one period=0 sends=any delay=108 "
     "end=108",
     "delay+ delay- sends=*"},
    {"broadcast latency 6 overhead 2 gap 4 capacity none sends single processors 8 items 10", "70",
     true, "kind=logp-schedule L=6 o=2 g=4 capacity=none period=1 delay=34 N=7", "period+ period-"},
    {"broadcast latency 8 overhead 2 gap 4 processors 8 items 20", "108", false,
     "kind=items-bound L=8 o=2 g=4 P=8 K=20 sends=any before=108", ""},
    {"broadcast latency 6 overhead 2 gap 4 processors 100000000000000000000 items 20", "576", true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=1 delay=500 N=99999999999999999999",
     "period+ period-"},
    {"broadcast latency 6 overhead 2 gap 4 processors 100000000000000000000 items 20", "555", false,
     "kind=items-bound L=6 o=2 g=4 P=100000000000000000000 K=20 sends=any before=555", ""},
    {"family latency 9 gap 2 capacity none", NULL, true,
     "kind=logp-family L=9 o=0 g=2 capacity=none from=12 window=20", "from+ from- window+ window-"},
    {"allreduce latency 3 processors 12", "8", true, "kind=combining machine=postal L=3 P=12 end=8",
     ""},
    {"allreduce latency 3 processors 14", "9", false, "kind=reach L=3 o=0 g=1 time=8 most=13",
     "most-"},
    {"allgather latency 3 processors 5 items 2", "10", true,
     "kind=messages machine=logp L=3 o=0 g=1 P=5 K=2 sources=all sends=single delay=10 end=10",
     "delay+ delay- sends=*"},
    {"allgather latency 3 processors 5 items 2", "10", false,
     "kind=items-bound L=3 ports=1 P=2 K=8 sends=any before=10", ""},
    {"allgather latency 3 overhead 1 gap 2 processors 5 items 2", "19", false,
     "kind=items-bound L=3 o=1 g=2 P=2 K=8 sends=any before=19", ""},
    {"serve latency 6 overhead 2 gap 4 schedule any depth 24 served 7", NULL, true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=3 delay=34 N=7",
     "period+ period- delay-"},
    {"serve latency 6 overhead 2 gap 4 schedule periodic:4 depth 24 served 7", NULL, true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=2 delay=34 N=7", "period- delay-"},
    {"serve latency 5 gap 2 capacity none schedule any depth 18 served 27", NULL, false,
     "kind=prices l=5 g=2 s=18 most=26", "most-"},
    {"reduce latency 5 overhead 2 gap 4 processors 8 until 28", "79", true,
     "kind=summation machine=logp L=5 o=2 g=4 P=8 operands=79 end=28", "P-"},
    {"reduce latency 5 overhead 2 gap 4 processors 8 until 28", "79", false,
     "kind=summation-bound L=5 o=2 g=4 P=8 most=79 end=28", ""},
    {"reduce latency 5 overhead 2 gap 4 processors 8 operands 79", "28", true,
     "kind=summation machine=logp L=5 o=2 g=4 P=8 operands=79 end=28", "P- operands+"},
    {"reduce latency 5 overhead 2 gap 4 processors 8 operands 79", "28", false,
     "kind=summation-bound L=5 o=2 g=4 P=8 most=78 end=27", "most-"},
    {"broadcast latency 3 processors 8 items 20", "30", true,
     "kind=messages machine=logp L=3 o=0 g=1 P=8 K=20 sources=one period=0 sends=any delay=30 "
     "end=30",
     "delay+ delay- sends=*"},
    {"reduce latency 5 processors 8 until 12", "60", true,
     "kind=summation machine=logp L=5 o=0 g=1 P=8 operands=60 end=12", "P-"},
    {"reduce latency 5 processors 8 operands 60", "12", true,
     "kind=summation machine=logp L=5 o=0 g=1 P=8 operands=60 end=12", "P- operands+"},
    {"formula file one.cnf", NULL, false,
     "kind=cnf sha256=a554d13b6ed222ac80415859b0dffd3eecab17b81bf18e15715b2a78a31e23dd", ""},
    {"family latency 4", NULL, true, "kind=family L=4 of=depths from=4 window=10 but=8",
     "but+ but- window+ window-"},
    {"family latency 3 ports 4", NULL, true, "kind=family L=3 ports=4 of=depths from=3 window=7",
     "window+ window-"},
    {"family latency 4 of processors", NULL, true, "kind=family L=4 of=numbers but=7", "but+ but-"},
    {"family latency 3 of items processors 20", NULL, true,
     "kind=items-colours L=3 N=19 from=2 sends=any more=9", "from+ from- sends=*"},
    {"fraction latency 4 of b", NULL, true, "kind=fractional-stream L=4 point=b tail=10 M=3",
     "tail+ tail- M+ M-"},
    {"serve latency 3 schedule any depth 30 served 58425", NULL, true,
     "kind=family L=3 of=depths from=30 window=11 but=29", "from- window+ window- but-"},
    {"capacity latency 3 depth 30", "58425", true,
     "kind=family L=3 of=depths from=30 window=11 but=29", "from- window+ window- but-"},
    {"delay latency 3 processors 58426", "33", true,
     "kind=family L=3 of=depths from=30 window=11 but=29", "from- window+ window- but-"},
    {"decide latency 3 depth 30", NULL, true, "kind=family L=3 of=depths from=30 window=11 but=29",
     "from- window+ window- but-"},
    {"broadcast latency 1 ports 1 processors 15 items 20", "23", true,
     "kind=messages machine=postal L=1 P=15 K=20 sources=one period=0 sends=any delay=23 end=23",
     "delay+ delay- sends=*"},
    {"broadcast latency 1 ports 5 processors 15 items 20", "6", false,
     "kind=items-bound L=1 ports=5 P=15 K=20 sends=any before=6", ""},
    {"broadcast latency 1 ports 5 processors 15 items 20", "6", false,
     "kind=impossible-items L=1 ports=5 P=15 K=20 sends=any before=6", ""},
    {"capacity latency 6 overhead 2 gap 4 depth 16", "17", true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=1 delay=26 N=17",
     "period+ period- delay-"},
    {"delay network path:3", "2", true,
     "kind=network-schedule " PATH3 "stream=0 rate=1/1 delay=2 period=1", SIZES "period+ period-"},
    {"delay network path:3", "2", false,
     "kind=impossible-network " PATH3 "stream=0 rate=1/1 before=2 window=1",
     SIZES "window+ window-"},
    {"delay network path:3", "2", false, "kind=network-bound " PATH3 "stream=0 rate=1/1 before=2",
     SIZES},
    {"delay network path:3 rate 2", NULL, false, "kind=network-bound " PATH3 "stream=0 most=1/1",
     SIZES},
    {"broadcast network path:3 root 1 items 4 steps 2", "4", true,
     "kind=network-schedule " PATH3 "collective=broadcast root=1 chunks=4 steps=2 rounds=4 most=4",
     SIZES "steps- most+ most-"},
    {"broadcast network path:3 root 1 items 4 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=broadcast root=1 rounds=1/1 steps=2", SIZES "steps+"},
    {"broadcast network path:3 root 1 items 4 steps 2", "4", false,
     "kind=impossible-network " PATH3 "collective=broadcast root=1 chunks=4 steps=2 rounds=3",
     SIZES "steps+"},
    {"allgather network path:3 items 2", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=4 most=1",
     SIZES "rounds+ rounds- rounds=* most-"},
    {"allgather network path:3 items 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=2 before=4", SIZES},
    {"allgather network path:3 items 1", "2", false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=1", SIZES},
    {"allgather network path:3 items 2", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=3 rounds=one",
     SIZES},
    {"allgather network path:3 items 4 steps 2 rounds 4", NULL, true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=4 steps=2 rounds=4 most=4",
     SIZES "steps- rounds- rounds=3 most+ most-"},
    {"allgather network path:3 items 4 steps 2 rounds 3", NULL, false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=1/1 steps=2",
     SIZES "steps+ rounds+ rounds=3"},
    {"allgather network path:3 items 4 steps 1 rounds 9", NULL, false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=1",
     SIZES "steps+"},
    {"allgather network path:3 items 4 steps 2 rounds 3", NULL, false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=4 steps=2 rounds=3",
     SIZES "steps+ rounds+"},
    {"allgather network path:3 items 4 rounds 4", "2", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=4 steps=2 rounds=4 most=4",
     SIZES "rounds- rounds=3 most+ most-"},
    {"allgather network path:3 items 4 rounds 4", "2", false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=1",
     SIZES "steps+"},
    {"allgather network path:3 items 4 rounds 3", NULL, false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=1/1 steps=any",
     SIZES "rounds+ rounds=3"},
    {"allreduce network path:3 items 3", "4", false,
     "kind=network-bound " PATH3 "collective=allreduce root=- chunks=3 before=4",
     SIZES "collective=broadcast"},
    {"allreduce network path:3 items 3", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=1 before=4",
     SIZES "collective=broadcast root=1 chunks-"},
    {"allreduce network path:3 items 3", "2", false,
     "kind=network-bound " PATH3 "collective=reduce root=1 unreachable=1 steps=1",
     SIZES "root+ root- root=- collective=allgather collective=broadcast"},
    {"allreduce network path:3 items 3", "4", false,
     "kind=impossible-network " PATH3 "collective=broadcast root=1 chunks=3 steps=3 rounds=one",
     SIZES "root+ root- root=- chunks-"},
    {"frontier network path:3 collective allgather steps 2", NULL, true,
     "kind=network-frontier " PATH3 "collective=allgather root=- until=2 points=2:2/1",
     SIZES "until+ until=any points+ points-"},
    {"allgather network path:3 duplex links items 4 steps 2", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=4 steps=2 rounds=4 most=4",
     SIZES "steps- most+ most-"},
    {"allgather network path:3 duplex links items 4 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=1/1 steps=2", SIZES "steps+"},
    {"allgather network path:3 duplex links items 4 steps 2", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=4 steps=2 rounds=3",
     SIZES "steps+"},
    {"allgather network path:3 duplex links items 2", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=4 most=1",
     SIZES "rounds+ rounds- rounds=* most-"},
    {"allgather network path:3 duplex links items 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=2 before=4", SIZES},
    {"allgather network path:3 duplex links items 1", "2", false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=1", SIZES},
    {"allgather network path:3 duplex links items 2", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=3 rounds=one",
     SIZES},
    {"allgather network path:3 duplex full", "3", false,
     "kind=network-bound " PORTS3 "collective=allgather root=- chunks=1 before=3", SIZES},
    {"allgather network path:3 duplex full", "3", false,
     "kind=impossible-network " PORTS3 "collective=allgather root=- chunks=1 steps=2 rounds=one",
     SIZES},
    {"allgather network path:3 duplex full", "4", true,
     "kind=network-schedule " PORTS3 "collective=allgather root=- chunks=1 steps=4 rounds=4 most=1",
     SIZES "rounds+ rounds- rounds=* most-"},
    {"allgather network path:2*path:3 duplex half", "9", true, PRODUCT, ""},
    {"broadcast latency 3 sends single processors 5 items 2", "8", true,
     "kind=messages machine=postal L=3 P=5 K=2 sources=one period=0 sends=single delay=7 end=8",
     "delay+ delay-"},
    {"broadcast latency 1 ports 2 sends single processors 5 items 2", "3", true,
     "kind=messages machine=ports L=1 ports=2 P=5 K=2 sources=one period=0 sends=single delay=3 "
     "end=3",
     "delay+ delay-"},
    {"broadcast latency 8 overhead 2 gap 4 capacity none sends single processors 8 items 20", "108",
     true,
     "kind=messages machine=logp L=8 o=2 g=4 capacity=none P=8 K=20 sources=one period=0 "
     "sends=single delay=108 end=108",
     "delay+ delay-"},
    {"broadcast latency 2 processors 5 items 2", "7", false,
     "kind=items-bound L=2 ports=1 P=5 K=2 sends=any before=7", ""},
    {"broadcast latency 2 processors 5 items 2", "7", false,
     "kind=impossible-items L=2 ports=1 P=5 K=2 sends=any before=7", ""},
    {"serve latency 2 schedule any roles keep depth 4 served 5", NULL, true,
     "kind=schedule L=2 t=4 N=5 class=periodic period=4 roles=keep", "t- period+ period- class=*"},
    {"serve latency 2 schedule block-cyclic roles keep depth 3 served 3", NULL, true,
     "kind=schedule L=2 t=3 N=3 class=block-cyclic period=1 roles=keep", "t- class=pruned"},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

/* The rest of what the claims are held against; `asked` has the question, both are opened. */
static void open_question(const char *text, bool schedule, const char *bound,
                          struct question *asked, struct confirmation *confirmation) {
    struct failure failure;
    if (question_parse(asked, text, &failure) ||
        confirmation_open(confirmation, asked, schedule, bound, &failure))
        fail_msg("%s", failure.message);
}

static void close_question(struct question *asked, struct confirmation *confirmation) {
    confirmation_close(confirmation);
    question_clear(asked);
}

/* Do all these claims together confirm it? */
static bool confirm_all(const char *question, bool schedule, const char *bound,
                        const char *const *claims, int count) {
    struct question asked;
    struct confirmation confirmation;
    open_question(question, schedule, bound, &asked, &confirmation);
    for (int i = 0; i < count; i++)
        confirmation_take(&confirmation, claims[i]);
    bool right = confirmation_holds(&confirmation);
    close_question(&asked, &confirmation);
    return right;
}

static bool confirmed(const struct example *example, const char *question, const char *bound,
                      const char *fields) {
    return confirm_all(question, example->schedule, bound, &fields, 1);
}

static void test_true_claims(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++)
        if (!confirmed(&examples[i], examples[i].question, examples[i].bound, examples[i].fields))
            fail_msg("%s, %s: %s", examples[i].question,
                     examples[i].bound ? examples[i].bound : "yes or no", examples[i].fields);
}

/* The number at `at` of the text with `step`, 1 or -1, added; false if there is none. */
static bool change_number(const char *text, size_t at, int step, char changed[ROOM]) {
    size_t length = strspn(text + at, "0123456789");
    char digits[ROOM];
    mpz_t number;
    snprintf(digits, sizeof digits, "%.*s", (int)length, text + at);
    if (length == 0)
        return false;
    mpz_init_set_str(number, digits, 10);
    if (step < 0)
        mpz_sub_ui(number, number, 1);
    else
        mpz_add_ui(number, number, 1);
    bool is_number = mpz_sgn(number) >= 0;
    if (is_number)
        gmp_snprintf(changed, ROOM, "%.*s%Zd%s", (int)at, text, number, text + at + length);
    mpz_clear(number);
    return is_number;
}

/* `most-` among the stronger ones: the key of the field at this place may be less. */
static bool is_stronger(const struct example *example, size_t at, int step) {
    char key[40];
    size_t start = at - 1;
    while (start > 0 && example->fields[start - 1] != ' ')
        start--;
    snprintf(key, sizeof key, "%.*s%c", (int)(at - 1 - start), example->fields + start,
             step > 0 ? '+' : '-');
    const char *found = strstr(example->stronger, key);
    return found && (found == example->stronger || found[-1] == ' ');
}

/* Fields that are words, and what else may stand there. */
static const char *const words[] = {
    " class= block-cyclic pruned stationary periodic ",
    " roles= keep permute blocks ",
    " sends= any single ",
    " sources= one all ",
    " machine= postal logp ports ",
    " capacity= full flight none ",
    " duplex= full half ",
    " of= depths numbers ",
    " point= a b c ",
    " larger= too open ",
    " collective= broadcast allgather scatter ",
    " rate= 1/1 2/1 ",
    " root= - 1 ",
    " rounds= one 3 ",
    " network= 86357f994314cf6d4fe9bbc0cced7e6d80ce7b2804704850b0bb84e5b25c559e " HALF2 " " HALF3
    " ",
    " sha256= a554d13b6ed222ac80415859b0dffd3eecab17b81bf18e15715b2a78a31e23dd " HALF2 " "};
enum { WORDS = sizeof words / sizeof *words };

/* A change of one field of a claim. */
struct change {
    size_t key; /* where the field begins */
    char fields[ROOM];
    bool stronger; /* it says as much, or more */
};

typedef void take_change(void *context, const struct example *example, const struct change *change);

static void change_words(const struct example *example, size_t at, take_change *take,
                         void *context) {
    const char *fields = example->fields;
    size_t start = at, length = strcspn(fields + at, " ");
    while (start > 0 && fields[start - 1] != ' ')
        start--;
    for (int i = 0; i < WORDS; i++) {
        size_t key = strcspn(words[i] + 1, "=") + 1;
        if (key != at - start || strncmp(words[i] + 1, fields + start, key) != 0)
            continue;
        for (const char *word = words[i] + 1 + key + 1; *word; word += strcspn(word, " ") + 1) {
            struct change change = {.key = start};
            int size = (int)strcspn(word, " ");
            if ((size_t)size == length && strncmp(word, fields + at, length) == 0)
                continue;
            snprintf(change.fields, ROOM, "%.*s%.*s%s", (int)at, fields, size, word,
                     fields + at + length);
            char named[120]; /* `class=pruned` among the stronger ones */
            snprintf(named, sizeof named, "%.*s%.*s", (int)(at - start), fields + start, size,
                     word);
            change.stronger = strstr(example->stronger, named) != NULL;
            snprintf(named, sizeof named, "%.*s*", (int)(at - start), fields + start);
            change.stronger |= strstr(example->stronger, named) != NULL;
            take(context, example, &change);
        }
    }
}

/* A list under the full capacity does not say so. */
static void add_capacity(const struct example *example, take_change *take, void *context) {
    const char *behind = strstr(example->fields, " P=");
    struct change change = {.key = behind ? (size_t)(behind - example->fields) + 1 : 0};
    if (!behind || !strstr(example->fields, "machine=logp") ||
        !strstr(example->fields, "kind=messages") || strstr(example->fields, "capacity="))
        return;
    snprintf(change.fields, ROOM, "%.*scapacity=flight%s", (int)change.key, example->fields,
             behind);
    take(context, example, &change);
}

/* Where messages wait, the machine is not a postal one. */
static void add_waits(const struct example *example, take_change *take, void *context) {
    const char *behind = strstr(example->fields, " P=");
    struct change change = {.key = behind ? (size_t)(behind - example->fields) + 1 : 0};
    change.stronger = !strstr(example->fields, " o=0 g=1 ");
    if (!behind || !strstr(example->fields, "machine=logp"))
        return;
    snprintf(change.fields, ROOM, "%.*swaits=some%s", (int)change.key, example->fields, behind);
    take(context, example, &change);
}

/* Each number one more and one less, each word another one. */
static void change_fields(const struct example *example, take_change *take, void *context) {
    add_capacity(example, take, context);
    add_waits(example, take, context);
    for (size_t at = 1; example->fields[at]; at++) {
        if (example->fields[at - 1] != '=')
            continue;
        change_words(example, at, take, context);
        for (int step = -1; step <= 1; step += 2) {
            struct change change = {.key = at};
            bool number = change_number(example->fields, at, step, change.fields);
            while (change.key > 0 && example->fields[change.key - 1] != ' ')
                change.key--;
            change.stronger = is_stronger(example, at, step);
            if (number)
                take(context, example, &change);
        }
    }
}

static void refuse_change(void *context, const struct example *example,
                          const struct change *change) {
    (void)context;
    bool taken = confirmed(example, example->question, example->bound, change->fields);
    if (taken != change->stronger)
        fail_msg("%s: %s is %s", example->question, change->fields, taken ? "taken" : "refused");
}

/* Every field of every claim counts. */
static void test_changed_fields(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++)
        change_fields(&examples[i], refuse_change, NULL);
}

/* No field may be missing, and none may be there twice or be unknown. */
static void test_other_fields(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const struct example *example = &examples[i];
        char changed[ROOM];
        for (size_t start = 0, end; example->fields[start]; start = end) {
            const char *fields = example->fields;
            end = start + strcspn(fields + start, " ");
            bool may_lack = strncmp(fields + start, "but=", 4) == 0 ||
                            (strncmp(fields, "kind=messages ", 14) == 0 &&
                             strncmp(fields + start, "capacity=", 9) == 0);
            snprintf(changed, ROOM, "%.*s%s", (int)start, fields,
                     fields[end] ? fields + end + 1 : "");
            end += fields[end] == ' ';
            if (!may_lack && confirmed(example, example->question, example->bound, changed))
                fail_msg("%s: %s is taken", example->question, changed);
        }
        snprintf(changed, ROOM, "%s else=1", example->fields);
        assert_false(confirmed(example, example->question, example->bound, changed));
        snprintf(changed, ROOM, "%s L=1", example->fields);
        assert_false(confirmed(example, example->question, example->bound, changed));
    }
}

/* --- each rule of the table decides something --- */

/* A row with one rule taken away. */
struct weakened {
    struct confirmed_row row;
    const char *rule; /* the word of the template: KEY, and what stands behind it */
    bool found;       /* a claim that it takes and the table does not */
};

/* The next word of a template; its length, 0 at the end. */
static int next_word(const char **text) {
    *text += strspn(*text, " ");
    return (int)strcspn(*text, " ");
}

/* How long the key of a rule is, with what says how often it is there. */
static size_t key_length(const char *rule) {
    size_t length = strcspn(rule, "?*=<>!/%:~- ");
    return length + (rule[length] == '?' || rule[length] == '*');
}

static bool fits_row(const struct confirmed_row *row, const struct example *example,
                     const char *fields) {
    struct question asked;
    struct confirmation confirmation;
    open_question(example->question, example->schedule, example->bound, &asked, &confirmation);
    bool fits = confirmed_row_is_of(row, asked.subject) && example->schedule == row->schedule &&
                confirmed_row_fits(row, &confirmation, fields);
    close_question(&asked, &confirmation);
    return fits;
}

static bool is_key(const char *rule, const char *field) {
    size_t length = strcspn(rule, "?*=<>!/%:~- ");
    return strncmp(rule, field, length) == 0 && field[length] == '=';
}

static void try_weakened(void *context, const struct example *example,
                         const struct change *change) {
    struct weakened *weakened = context;
    if (!weakened->found && !change->stronger &&
        is_key(weakened->rule, change->fields + change->key))
        weakened->found = fits_row(&weakened->row, example, change->fields) &&
                          !confirmed(example, example->question, example->bound, change->fields);
}

/* Every row has an example, and without any one of its rules it would take a claim that says
 * something else. */
static void test_each_rule(void **state) {
    (void)state;
    for (const struct confirmed_row *row = confirmed_rows; row->template; row++) {
        const char *word = row->template;
        int fitting = 0, length = next_word(&word); /* the kind */
        if (row->subject == SUBJECT_RATE)           /* with a bound alone: test_rates */
            continue;
        for (int j = 0; j < EXAMPLES; j++)
            fitting += fits_row(row, &examples[j], examples[j].fields);
        if (!fitting)
            fail_msg("'%s' has no example", row->template);
        for (word += length; (length = next_word(&word)) > 0; word += length) {
            struct weakened weakened = {*row, word, false};
            char template[ROOM];
            if (word[key_length(word)] == '-')
                continue;
            snprintf(template, ROOM, "%.*s%.*s-%s", (int)(word - row->template), row->template,
                     (int)key_length(word), word, word + length);
            weakened.row.template = template;
            for (int j = 0; j < EXAMPLES && !weakened.found; j++)
                if (fits_row(row, &examples[j], examples[j].fields))
                    change_fields(&examples[j], try_weakened, &weakened);
            if (!weakened.found)
                fail_msg("'%s': nothing shows %.*s", row->template, length, word);
        }
    }
}

/* Claims that fit a row but for its condition. */
static const struct example conditions[] = {
    {"serve latency 6 overhead 2 gap 4 schedule periodic:2 depth 24 served 7", NULL, true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=3 delay=34 N=7", ""},
    {"family latency 9 gap 2 capacity none of processors", NULL, true,
     "kind=logp-family L=9 o=0 g=2 capacity=none from=12 window=20", ""},
    {"broadcast latency 6 overhead 2 gap 4 processors 8 items 2", "24", false,
     "kind=reach L=6 o=2 g=4 time=23 most=7", ""},
    {"serve latency 6 overhead 2 gap 4 schedule block-cyclic depth 24 served 7", NULL, true,
     "kind=logp-schedule L=6 o=2 g=4 capacity=full period=1 delay=34 N=7", ""},
    {"serve latency 5 overhead 2 gap 3 schedule any depth 18 served 27", NULL, false,
     "kind=prices l=9 g=3 s=18 most=26", ""},
    {"serve latency 2 schedule stationary depth 5 served 8", NULL, true,
     "kind=schedule L=2 t=5 N=8 class=periodic period=2 roles=permute", ""},
    {"serve latency 2 schedule block-cyclic depth 5 served 8", NULL, true,
     "kind=schedule L=2 t=5 N=8 class=periodic period=2 roles=permute", ""},
    {"serve latency 2 schedule block-cyclic depth 5 served 8", NULL, true,
     "kind=schedule L=2 t=5 N=8 class=stationary period=1 roles=permute", ""},
    {"serve latency 2 schedule any depth 5 served 8", NULL, false,
     "kind=impossible-periodic L=2 t=5 N=8 period=2 roles=permute", ""},
    {"serve latency 2 schedule periodic:2 depth 5 served 8", NULL, false,
     "kind=impossible-periodic L=2 t=5 N=8 period=1 roles=permute", ""},
    {"serve latency 3 schedule periodic:1 roles keep depth 30 served 58425", NULL, true,
     "kind=family L=3 of=depths from=7 window=11", ""},
    {"serve latency 3 schedule stationary roles keep depth 30 served 58425", NULL, true,
     "kind=family L=3 of=depths from=7 window=11", ""},
    {"serve latency 3 schedule any depth 30 served 58424", NULL, true,
     "kind=family L=3 of=depths from=7 window=11", ""},
    {"capacity latency 3 depth 30", "58424", true, "kind=family L=3 of=depths from=7 window=11",
     ""},
    {"delay latency 3 processors 58425", "33", true, "kind=family L=3 of=depths from=7 window=11",
     ""},
    {"broadcast latency 3 ports 2 processors 5 items 2", "7", true,
     "kind=messages machine=postal L=3 P=5 K=2 sources=one period=0 sends=any delay=7 end=7", ""},
    {"broadcast latency 1 ports 5 processors 15 items 20", "23", true,
     "kind=messages machine=postal L=1 P=15 K=20 sources=one period=0 sends=any delay=23 end=23",
     ""},
    {"delay latency 5 overhead 2 gap 3 capacity none processors 28", "28", false,
     "kind=prices l=9 g=3 s=18 most=26", ""},
    {"capacity latency 5 overhead 2 gap 3 capacity none depth 16", "17", false,
     "kind=prices l=9 g=3 s=16 most=17", ""},
    {"allgather latency 3 overhead 1 processors 5 items 2", "10", false,
     "kind=items-bound L=3 ports=1 P=2 K=8 sends=any before=10", ""},
    {"allgather latency 3 gap 2 processors 5 items 2", "10", false,
     "kind=items-bound L=3 ports=1 P=2 K=8 sends=any before=10", ""},
    {"family latency 4 of processors", NULL, true, "kind=family L=4 of=depths from=4 window=10",
     ""},
    {"family latency 4", NULL, true, "kind=family L=4 of=numbers", ""},
    {"family latency 3 ports 4 of processors", NULL, true,
     "kind=family L=3 ports=4 of=depths from=3 window=7", ""},
    {"allgather network path:3 items 2", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=0 rounds=4 most=2",
     ""},
    {"allgather network path:3 items 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=2/1 steps=any", ""},
    {"allgather network path:3 items 2", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=3", ""},
    {"allgather network path:3 items 2 steps 5", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=3 most=1",
     ""},
    {"allgather network path:3 items 2 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=2 before=4", ""},
    {"allgather network path:3 items 2 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=3", ""},
    {"allgather network path:3 items 2 steps 5", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=3 rounds=one",
     ""},
    {"allgather network path:3 duplex links items 2", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=0 rounds=4 most=2",
     ""},
    {"allgather network path:3 duplex links items 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=2/1 steps=any", ""},
    {"allgather network path:3 duplex links items 2", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=3", ""},
    {"allgather network path:3 duplex links items 2 steps 5", "4", true,
     "kind=network-schedule " PATH3 "collective=allgather root=- chunks=2 steps=4 rounds=3 most=1",
     ""},
    {"allgather network path:3 duplex links items 2 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=2 before=4", ""},
    {"allgather network path:3 duplex links items 2 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- unreachable=1 steps=3", ""},
    {"allgather network path:3 duplex links items 2 steps 5", "4", false,
     "kind=impossible-network " PATH3 "collective=allgather root=- chunks=2 steps=3 rounds=one",
     ""},
    {"allgather network path:3 items 2 steps 2", "4", false,
     "kind=network-bound " PATH3 "collective=allgather root=- rounds=1/1 steps=2", ""},
    {"allreduce network path:3 items 4 steps 5", "2", false,
     "kind=network-bound " PATH3 "collective=allgather root=- chunks=1 before=2", ""},
    {"allreduce network path:3 items 4 steps 5", "2", false,
     "kind=network-bound " PATH3 "collective=broadcast root=0 unreachable=1 steps=1", ""},
    {"allreduce network path:3 items 4 steps 5", "2", false,
     "kind=impossible-network " PATH3 "collective=broadcast root=0 chunks=4 steps=1 rounds=one",
     ""},
    {"allgather network path:2*path:3 duplex half steps 9", "9", true, PRODUCT, ""},
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

static void test_conditions(void **state) {
    (void)state;
    for (int i = 0; i < CONDITIONS; i++)
        if (confirmed(&conditions[i], conditions[i].question, conditions[i].bound,
                      conditions[i].fields))
            fail_msg("%s: %s is taken", conditions[i].question, conditions[i].fields);
    for (const struct confirmed_row *row = confirmed_rows; row->template; row++) {
        bool found = !*row->when;
        for (int j = 0; j < CONDITIONS && !found; j++)
            found = fits_row(row, &conditions[j], conditions[j].fields);
        if (!found)
            fail_msg("'%s': nothing shows its condition", row->template);
    }
}

/* The question with one value of its machine changed; is the claim taken all the same? */
static bool holds_on(const struct example *example, enum key key, long step) {
    struct question asked;
    struct confirmation confirmation;
    open_question(example->question, example->schedule, example->bound, &asked, &confirmation);
    confirmation_close(&confirmation);
    question_set(&asked, key, question_number(&asked, key) + step);
    assert_int_equal(
        confirmation_open(&confirmation, &asked, example->schedule, example->bound, NULL),
        STATUS_OK);
    confirmation_take(&confirmation, example->fields);
    bool right = confirmation_holds(&confirmation);
    close_question(&asked, &confirmation);
    return right;
}

/* A claim is about one machine. What is under way matters to schedules that say what they count. */
static void test_other_machines(void **state) {
    static const enum key keys[] = {KEY_OVERHEAD, KEY_GAP, KEY_PORTS};
    int tried = 0, counted = 0;
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        struct question asked;
        assert_int_equal(question_parse(&asked, examples[i].question, NULL), STATUS_OK);
        bool machine = subject_has_machine(asked.subject);
        long capacity = question_number(&asked, KEY_CAPACITY);
        question_clear(&asked);
        for (int k = 0; machine && k < 3; k++, tried++)
            if (holds_on(&examples[i], keys[k], 1))
                fail_msg("%s, with another %s: %s is taken", examples[i].question,
                         key_name(keys[k]), examples[i].fields);
        if (!machine || !strstr(examples[i].fields, " capacity="))
            continue;
        if (holds_on(&examples[i], KEY_CAPACITY, capacity ? -capacity : 1))
            fail_msg("%s, under another capacity: %s is taken", examples[i].question,
                     examples[i].fields);
        counted++;
    }
    assert_true(tried > 150 && counted > 3);
}

/* The claim of one question answers no other, but where one follows from the other. */
static void test_other_questions(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++)
        for (size_t at = 1; examples[i].question[at]; at++) {
            char changed[ROOM];
            bool follows = strncmp(examples[i].question, "serve", 5) == 0 ||
                           strncmp(examples[i].question, "capacity", 8) == 0 ||
                           strncmp(examples[i].question, "reduce", 6) == 0 ||
                           strncmp(examples[i].question, "broadcast network", 17) == 0 ||
                           strncmp(examples[i].question, "allgather network", 17) == 0 ||
                           strncmp(examples[i].question, "allreduce network", 17) == 0 ||
                           strstr(examples[i].fields, "of=depths from=");
            if (examples[i].question[at - 1] != ' ' || follows ||
                !change_number(examples[i].question, at, 1, changed))
                continue;
            bool reach = strstr(examples[i].fields, "kind=reach") ||
                         strstr(examples[i].fields, "kind=prices") ||
                         strstr(examples[i].fields, " most=1/1"); /* of all faster streams */
            if (!reach && confirmed(&examples[i], changed, examples[i].bound, examples[i].fields))
                fail_msg("%s: %s is taken", changed, examples[i].fields);
        }
}

/* Each claim belongs to one side, and to the number that is in the store. */
static void test_sides(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        struct example other = examples[i];
        char bound[24];
        other.schedule = !other.schedule;
        assert_false(confirmed(&other, other.question, other.bound, other.fields));
        if (!other.bound)
            continue;
        snprintf(bound, sizeof bound, "%ld", strtol(other.bound, NULL, 10) + 1);
        assert_false(confirmed(&examples[i], other.question, bound, other.fields));
        assert_false(confirmed(&examples[i], other.question, "", other.fields));
        assert_false(confirmed(&examples[i], other.question, NULL, other.fields));
    }
}

/* Machines with overhead need more time: their bound is none for the postal model. */
static void test_bound_of_machine(void **state) {
    const struct example example = {.schedule = false};
    (void)state;
    assert_true(confirmed(&example, "broadcast latency 3 processors 5 items 2", "8",
                          "kind=items-bound L=3 ports=1 P=5 K=2 sends=any before=8"));
    assert_false(confirmed(&example, "broadcast latency 3 processors 5 items 2", "8",
                           "kind=items-bound L=3 o=2 g=1 P=5 K=2 sends=any before=8"));
}

/* True claims about streams and items on LogP machines, and the questions beside theirs. */
static void test_machines(void **state) {
    static const char stream[] =
        "kind=logp-schedule L=5 o=1 g=2 capacity=flight period=1 delay=21 N=12";
    static const char prices[] = "kind=prices l=7 g=2 s=14 most=12";
    static const struct {
        const char *question;
        bool served, bounded;
    } cases[] = {
        {"capacity latency 5 overhead 1 gap 2 capacity flight depth 14", true, true},
        {"capacity latency 5 overhead 1 gap 2 capacity flight depth 15", true, false},
        {"capacity latency 5 overhead 1 gap 2 capacity flight depth 13", false, false},
        {"capacity latency 5 overhead 1 gap 2 capacity full depth 14", false, true},
        {"capacity latency 5 overhead 1 gap 2 capacity none depth 14", false, true},
        {"capacity latency 4 overhead 1 gap 2 capacity flight depth 14", false, false},
        {"capacity latency 7 overhead 0 gap 2 capacity flight depth 14", false, true},
        {"capacity latency 5 overhead 1 gap 3 capacity flight depth 14", false, false},
        {"capacity latency 3 overhead 2 gap 2 capacity flight depth 14", false, false},
    };
    struct example example = {.bound = "12"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        example.schedule = true;
        if (confirmed(&example, cases[i].question, "12", stream) != cases[i].served)
            fail_msg("%s: the stream", cases[i].question);
        example.schedule = false;
        if (confirmed(&example, cases[i].question, "12", prices) != cases[i].bounded)
            fail_msg("%s: the prices", cases[i].question);
    }
}

static bool lists(const char *question, const char *more) {
    char fields[ROOM], asked[ROOM];
    const struct example example = {.schedule = true};
    snprintf(asked, sizeof asked, "broadcast latency 6 overhead 2 gap 4%s processors 8 items 2",
             question);
    snprintf(fields, sizeof fields,
             "kind=messages machine=logp L=6 o=2 g=4%s P=8 K=2 delay=36 end=36", more);
    return confirmed(&example, asked, "36", fields);
}

/* What a list is under way by, who sends, and from where. */
static void test_machine_lists(void **state) {
    static const char one[] = " sources=one period=0 sends=single";
    static const char flight[] = " capacity=flight sources=one period=0 sends=any";
    (void)state;
    assert_true(lists("", one) && lists(" sends single", one));
    assert_true(lists(" capacity flight", flight));
    assert_false(lists("", flight) || lists(" capacity none", flight));
    /* what is right with all of them counted is right with some of them */
    assert_true(lists(" capacity flight", one) && lists(" capacity none sends single", one));
    assert_false(lists(" capacity flight sends single", flight));
    assert_false(lists("", " sources=all period=0 sends=single"));
    assert_false(lists("", " sources=one period=4 sends=single"));
}

/* A list under a weaker capacity answers no question that is about the full one. */
static void test_full_capacity(void **state) {
    static const char single[] = "kind=messages machine=logp L=6 o=2 g=4%s P=8 K=1 sources=one "
                                 "period=0 sends=any delay=24 end=24";
    static const char all[] = "kind=messages machine=logp L=3 o=0 g=1%s P=5 K=2 sources=all "
                              "sends=single delay=10 end=10";
    static const char *const capacities[] = {"", " capacity=flight", " capacity=none"};
    const struct example example = {.schedule = true};
    char fields[ROOM];
    (void)state;
    for (int i = 0; i < 3; i++) {
        snprintf(fields, sizeof fields, single, capacities[i]);
        assert_int_equal(
            confirmed(&example, "broadcast latency 6 overhead 2 gap 4 processors 8", "24", fields),
            i == 0);
        snprintf(fields, sizeof fields, all, capacities[i]);
        assert_int_equal(
            confirmed(&example, "allgather latency 3 processors 5 items 2", "10", fields), i == 0);
    }
}

/* The first K items of a stream end at (K-1)G + D, G = max(g,2o); its bound at whatever sends. */
static void test_machine_items(void **state) {
    static const char machine[] = "latency 9 overhead 3 gap 4";
    static const char stream[] =
        "kind=logp-schedule L=9 o=3 g=4 capacity=full period=1 delay=50 N=7";
    static const char any[] = "kind=items-bound L=9 o=3 g=4 P=8 K=3 sends=any before=60";
    static const char single[] = "kind=items-bound L=9 o=3 g=4 P=8 K=3 sends=single before=60";
    struct example example = {.schedule = true};
    char question[ROOM], once[ROOM];
    (void)state;
    snprintf(question, sizeof question, "broadcast %s processors 8 items 3", machine);
    snprintf(once, sizeof once, "broadcast %s sends single processors 8 items 3", machine);
    assert_true(confirmed(&example, question, "62", stream));
    assert_true(confirmed(&example, once, "62", stream));
    assert_false(confirmed(&example, question, "58", stream)); /* with g in place of G */
    assert_false(confirmed(&example, question, "50", stream));
    assert_false(confirmed(&example, question, "none", stream));
    example.schedule = false;
    assert_true(confirmed(&example, question, "60", any) && confirmed(&example, once, "60", any));
    assert_true(confirmed(&example, once, "60", single));
    assert_false(confirmed(&example, question, "60", single));
    assert_false(confirmed(&example, question, "60",
                           "kind=items-bound L=9 ports=1 P=8 K=3 sends=any before=60"));
}

/* What steadycheck says of a stream for L = 3, P = 5. */
static const char *const stream[] = {
    "kind=schedule L=3 t=0 N=1 class=pruned period=1 roles=permute", "kind=prices L=3 t=2 most=1",
    "kind=schedule L=3 t=3 N=2 class=pruned period=1 roles=permute", "kind=prices L=3 t=3 most=2",
    "kind=schedule L=3 t=4 N=3 class=pruned period=1 roles=permute", "kind=prices L=3 t=4 most=3",
    "kind=schedule L=3 t=5 N=4 class=pruned period=1 roles=permute"};
enum { STREAM = sizeof stream / sizeof *stream };

static bool confirms_delays(const char *const *lines, int count) {
    return confirm_all("delays latency 3 processors 5", true, "8", lines, count);
}

/* Every line counts, and every number of it. */
static void test_streams(void **state) {
    (void)state;
    assert_true(confirms_delays(stream, STREAM));
    for (int i = 0; i < STREAM; i++) {
        const char *lines[STREAM];
        char changed[ROOM];
        memcpy(lines, stream, sizeof lines);
        memmove(lines + i, lines + i + 1, (STREAM - 1 - (size_t)i) * sizeof *lines);
        assert_false(confirms_delays(lines, STREAM - 1));
        for (size_t at = 1; stream[i][at]; at++)
            for (int step = -1; step <= 1; step += 2) {
                bool weaker =
                    (at > 4 && strncmp(stream[i] + at - 5, "most=", 5) == 0 && step < 0) ||
                    (at > 6 && strncmp(stream[i] + at - 7, "period=", 7) == 0);
                memcpy(lines, stream, sizeof lines);
                if (stream[i][at - 1] != '=' || weaker ||
                    !change_number(stream[i], at, step, changed))
                    continue;
                lines[i] = changed;
                if (confirms_delays(lines, STREAM))
                    fail_msg("%s is taken", changed);
            }
    }
    assert_false(confirm_all("delays latency 3 processors 6", true, "8", stream, STREAM) ||
                 confirm_all("delays latency 3 processors 4", true, "8", stream, STREAM) ||
                 confirm_all("delays latency 4 processors 5", true, "8", stream, STREAM) ||
                 confirm_all("delays latency 3 processors 5", true, "9", stream, STREAM) ||
                 confirm_all("delays latency 3 processors 5", true, NULL, stream, STREAM) ||
                 confirm_all("delays latency 3 processors 5", false, "8", stream, STREAM));
}

/* Machines with g <= o: how many know an item at S-1, and h cycles before. */
static bool confirms_counts(const char *question, const char *bound, const char *const *claims,
                            int count) {
    return confirm_all(question, false, bound, claims, count);
}

static void test_counts(void **state) {
    static const char machine[] = "delay latency 9 overhead 3 gap 2 processors 101";
    static const char *const claims[] = {"kind=reach L=9 o=3 g=2 time=50 most=45",
                                         "kind=reach L=9 o=3 g=2 time=47 most=34", "kind=reach"};
    static const char *const swapped[] = {"kind=reach L=9 o=3 g=2 time=47 most=34",
                                          "kind=reach L=9 o=3 g=2 time=50 most=45"};
    static const char *const one[] = {"kind=reach L=9 o=3 g=2 time=2 most=1"};
    char changed[ROOM];
    (void)state;
    assert_true(confirms_counts(machine, "66", claims, 2));
    assert_false(confirms_counts(machine, "66", claims, 1));
    assert_false(confirms_counts(machine, "66", claims, 3));
    assert_false(confirms_counts(machine, "66", claims, 0));
    assert_false(confirms_counts(machine, "66", swapped, 2));
    assert_false(confirms_counts(machine, "65", claims, 2));
    assert_false(confirms_counts(machine, "67", claims, 2));
    assert_false(confirms_counts(machine, NULL, claims, 2));
    assert_false(confirms_counts(machine, "10", claims, 2));
    /* 45 + 34 is less than N */
    assert_true(confirms_counts("delay latency 9 overhead 3 gap 2 processors 81", "66", claims, 2));
    assert_false(
        confirms_counts("delay latency 9 overhead 3 gap 2 processors 80", "66", claims, 2));
    /* no second sending within S-1 < h */
    assert_true(confirms_counts("delay latency 9 overhead 3 gap 2 processors 3", "18", one, 1));
    for (int i = 0; i < 2; i++)
        for (size_t at = 1; claims[i][at]; at++)
            for (int step = -1; step <= 1; step += 2) {
                const char *told[] = {claims[0], claims[1]};
                bool most = at > 4 && strncmp(claims[i] + at - 5, "most=", 5) == 0;
                if (claims[i][at - 1] != '=' || most ||
                    !change_number(claims[i], at, step, changed))
                    continue;
                told[i] = changed;
                if (confirms_counts(machine, "66", told, 2))
                    fail_msg("%s is taken", changed);
            }
}

static bool serves(const char *class, int depth, const char *fields) {
    char question[ROOM];
    const struct example example = {.schedule = true};
    snprintf(question, sizeof question, "serve latency 2 schedule %s depth %d served 8", class,
             depth);
    return confirmed(&example, question, NULL, fields);
}

static bool excludes(const char *class, const char *fields) {
    char question[ROOM];
    const struct example example = {.schedule = false};
    snprintf(question, sizeof question, "serve latency 2 schedule %s depth 5 served 8", class);
    return confirmed(&example, question, NULL, fields);
}

static void test_classes(void **state) {
    static const char blocks[] = "kind=schedule L=2 t=5 N=8 class=pruned period=1 roles=permute";
    static const char stationary[] =
        "kind=schedule L=2 t=5 N=8 class=stationary period=1 roles=permute";
    static const char two[] = "kind=schedule L=2 t=5 N=8 class=periodic period=2 roles=keep";
    static const char keeping[] = "kind=impossible-periodic L=2 t=5 N=8 period=2 roles=keep";
    static const char roles[] = "kind=impossible-periodic L=2 t=5 N=8 period=2 roles=permute";
    static const char never[] = "kind=prices L=2 t=5 most=7";
    static const char *const classes[] = {"block-cyclic", "stationary", "periodic:2", "any"};
    (void)state;
    assert_true(serves("block-cyclic", 5, blocks) && serves("stationary", 5, blocks));
    assert_true(serves("periodic:3", 5, blocks) && serves("any", 6, blocks));
    assert_false(serves("block-cyclic", 4, blocks) || serves("periodic:2 roles keep", 5, blocks));
    assert_true(serves("stationary", 5, stationary));
    assert_false(serves("block-cyclic", 5, stationary));
    assert_true(serves("periodic:4", 5, two) && serves("any", 5, two));
    assert_true(serves("periodic:4 roles keep", 5, two));
    assert_false(serves("periodic:3", 5, two) || serves("stationary", 5, two));
    assert_false(serves("block-cyclic", 5, two) || serves("periodic:3 roles keep", 5, two));
    for (int i = 0; i < 4; i++) {
        assert_false(excludes(classes[i], keeping));
        assert_true(excludes(classes[i], never));
        assert_int_equal(excludes(classes[i], roles), i < 3);
    }
    assert_true(excludes("periodic:2 roles keep", keeping));
    assert_true(excludes("periodic:2 roles keep", roles));
    assert_false(excludes("periodic:4", roles));
}

/* A network is told by the digest of its lines, a product by those of its factors. */
static void test_networks(void **state) {
    const struct example upper = {.schedule = true}, lower = {.schedule = false};
    static const char bound[] =
        "kind=network-bound " PORTS3 "collective=allgather root=- chunks=1 before=3";
    (void)state;
    assert_true(confirmed(&lower, "allgather network path:3 duplex full", "3", bound));
    assert_false(confirmed(&upper, "allgather network path:3 duplex full", "3", bound));
    assert_false(confirmed(&lower, "allgather network ring:3 duplex full", "3", bound));
    assert_false(confirmed(&lower, "allgather network path:3 duplex half", "3", bound));
    assert_false(confirmed(&lower, "allgather network path:3 duplex full", "2", bound));
    assert_true(confirmed(&upper, "allgather network path:2*path:3 duplex half", "9", PRODUCT));
    assert_false(confirmed(&upper, "allgather network path:2*path:3 duplex full", "9", PRODUCT));
    assert_false(confirmed(&upper, "allgather network path:3*path:2 duplex half", "9", PRODUCT));
    assert_false(confirmed(&upper, "allgather network path:2*ring:3 duplex half", "9", PRODUCT));
}

static void test_fields(void **state) {
    static const char fields[] = "kind=a L=12 n=0 more=012 N=123456789012345678901234567890";
    mpz_t found;
    (void)state;
    mpz_init(found);
    assert_true(fields_say(fields, "kind", "a") && fields_say(fields, "L", "12"));
    assert_false(fields_say(fields, "kin", "a") || fields_say(fields, "ind", "a"));
    assert_false(fields_say(fields, "kind", "") || fields_say(fields, "more", "12"));
    assert_int_equal(fields_number(fields, "n"), 0);
    assert_int_equal(fields_number(fields, "N"), -1);
    assert_int_equal(fields_number(fields, "none"), -1);
    assert_true(fields_take(fields, "N", found));
    char *digits = mpz_get_str(NULL, 10, found);
    assert_string_equal(digits, "123456789012345678901234567890");
    free(digits);
    assert_false(fields_take(fields, "more", found) || fields_take(fields, "kind", found));
    mpz_clear(found);
}

/* A formula of two clauses that contradict each other, which a question names. */
static int make_formula(void **state) {
    static char folder[] = "/tmp/steadycast-confirmed-XXXXXX";
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    FILE *file = fopen("one.cnf", "w");
    if (!file)
        return -1;
    fputs("p cnf 1 2\n1 0\n-1 0\n", file);
    return fclose(file);
}

static int remove_formula(void **state) {
    char folder[ROOM];
    (void)state;
    return unlink("one.cnf") || !getcwd(folder, sizeof folder) || rmdir(folder);
}

/* What a question names has to be there to be compared. */
static void test_missing_files(void **state) {
    static const char *const questions[] = {"formula file none.cnf",
                                            "allgather network file:none duplex full"};
    struct confirmation confirmation;
    struct failure failure;
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct question asked;
        assert_int_equal(question_parse(&asked, questions[i], &failure), STATUS_OK);
        assert_int_equal(confirmation_open(&confirmation, &asked, false, NULL, &failure),
                         STATUS_INPUT);
        assert_non_null(strstr(failure.message, "none"));
        question_clear(&asked);
    }
}

/* Two halves of an allreduce, one behind the other, what both take together, and no more chunks
 * than they have. */
static void test_halves(void **state) {
    enum { KINDS = 2 };
#define HALF(what, root, chunks, steps, rounds, most)                                              \
    "kind=network-schedule " PATH3 "collective=" what " root=" root " chunks=" chunks              \
    " steps=" steps " rounds=" rounds " most=" most
    static const char *const halves[KINDS][2] = {
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("broadcast", "1", "2", "2", "2", "1")},
        {HALF("reduce-scatter", "-", "1", "2", "2", "1"),
         HALF("allgather", "-", "1", "2", "2", "1")}};
    static const char *const wrong[][2] = {
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("broadcast", "0", "2", "2", "2", "1")},
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("broadcast", "1", "1", "2", "2", "1")},
        {HALF("reduce", "1", "2", "2", "3", "2"), HALF("broadcast", "1", "2", "2", "2", "1")},
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("broadcast", "1", "2", "3", "2", "1")},
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("allgather", "-", "1", "2", "2", "1")},
        {HALF("broadcast", "1", "2", "2", "2", "1"), HALF("reduce", "1", "2", "2", "2", "1")},
        {HALF("reduce", "1", "2", "2", "2", "1"), HALF("reduce", "1", "2", "2", "2", "1")},
        {HALF("gather", "1", "2", "2", "2", "1"), HALF("broadcast", "1", "2", "2", "2", "1")}};
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        assert_true(confirm_all("allreduce network path:3 items 2", true, "4", halves[i], 2));
        assert_true(
            confirm_all("allreduce network path:3 items 2 steps 4", true, "4", halves[i], 2));
        assert_true(
            confirm_all("allreduce network path:3 items 2 rounds 4", true, "4", halves[i], 2));
        assert_true(confirm_all("allreduce network path:3 items 2 steps 5 rounds 4", true, NULL,
                                halves[i], 2));
        assert_false(confirm_all("allreduce network path:3 items 2", true, "3", halves[i], 2));
        assert_false(confirm_all("allreduce network path:3 items 2", true, NULL, halves[i], 2));
        assert_false(confirm_all("allreduce network path:3 items 4", true, "4", halves[i], 2));
        assert_false(
            confirm_all("allreduce network path:3 items 2 steps 3", true, "4", halves[i], 2));
        assert_false(
            confirm_all("allreduce network path:3 items 2 rounds 3", true, "4", halves[i], 2));
        assert_false(confirm_all("allreduce network path:3 items 2", true, "4", halves[i], 1));
        assert_false(confirm_all("allreduce network path:3 items 2", true, "4", &halves[i][1], 1));
        assert_false(confirm_all("allreduce network ring:3 items 2", true, "4", halves[i], 2));
        assert_false(confirm_all("allreduce network path:3 items 2", false, "4", halves[i], 2));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (confirm_all("allreduce network path:3 items 2", true, "4", wrong[i], 2))
            fail_msg("taken: %s, %s", wrong[i][0], wrong[i][1]);
}

static void test_half_frontiers(void **state) {
    static const char question[] = "frontier network path:3 collective allreduce";
#define FRONTIER_OF(what)                                                                          \
    "kind=network-frontier " PATH3 "collective=" what " root=- until=any points=2:2/1"
    static const char *const halves[] = {FRONTIER_OF("reduce-scatter"), FRONTIER_OF("allgather"),
                                         FRONTIER_OF("reduce-scatter"), FRONTIER_OF("reduce")};
    (void)state;
    assert_true(confirm_all(question, true, NULL, halves, 2));
    assert_false(confirm_all(question, true, NULL, halves, 1));
    assert_false(confirm_all(question, true, NULL, halves + 1, 2));
    assert_false(confirm_all(question, true, NULL, halves + 2, 2));
    assert_false(confirm_all(question, true, NULL, halves, 3));
    assert_false(confirm_all(question, false, NULL, halves, 2));
    assert_false(
        confirm_all("frontier network path:3 collective allgather", true, NULL, halves, 2));
    assert_false(
        confirm_all("frontier network ring:3 collective allreduce", true, NULL, halves, 2));
}

/* A schedule, then a bound of as many rounds a chunk. */
static void test_rates(void **state) {
    static const char question[] = "rate network path:3 collective allgather";
#define RATE(of)                                                                                   \
    "kind=network-schedule " PATH3 "collective=" of " root=- chunks=2 steps=5 rounds=5 most=1"
#define BOUND(of, rounds)                                                                          \
    "kind=network-bound " PATH3 "collective=" of " root=- steps=any rounds=" rounds
#define RATE_OF RATE("allgather")
#define BOUND_OF(rounds) BOUND("allgather", rounds)
    static const char *const sides[] = {RATE_OF, BOUND_OF("5/2"), RATE_OF, BOUND_OF("3/1"),
                                        RATE_OF, BOUND_OF("2/1"), RATE_OF, RATE_OF};
    (void)state;
    assert_true(confirm_all(question, true, NULL, sides, 2));
    assert_false(confirm_all(question, true, NULL, sides, 1));
    assert_false(confirm_all(question, true, NULL, sides + 1, 2));
    assert_false(confirm_all(question, true, NULL, sides + 2, 2));
    assert_false(confirm_all(question, true, NULL, sides + 4, 2));
    assert_false(confirm_all(question, true, NULL, sides + 6, 2));
    static const char *const trees[] = {
        "kind=network-rate " PATH3 "collective=allgather root=- rounds=5/2", BOUND_OF("5/2"),
        "kind=network-rate " PATH3 "collective=allgather root=- rounds=3/1", BOUND_OF("5/2")};
    assert_true(confirm_all(question, true, NULL, trees, 2));
    assert_false(confirm_all(question, true, NULL, trees, 1));
    assert_false(confirm_all(question, true, NULL, trees + 2, 2));
    assert_false(confirm_all("rate network ring:3 collective allgather", true, NULL, sides, 2));
    assert_false(confirm_all("rate network path:3 collective alltoall", true, NULL, sides, 2));

    static const char all[] = "rate network path:3 collective allreduce";
    static const char *const four[] = {RATE("reduce-scatter"),
                                       BOUND("reduce-scatter", "5/2"),
                                       RATE_OF,
                                       BOUND_OF("5/2"),
                                       RATE_OF,
                                       BOUND_OF("5/2"),
                                       RATE("reduce-scatter"),
                                       BOUND("reduce-scatter", "5/2")};
    static const char *const open[] = {RATE("reduce-scatter"), BOUND("reduce-scatter", "5/2"),
                                       RATE_OF, BOUND_OF("2/1")};
    assert_true(confirm_all(all, true, NULL, four, 4));
    assert_false(confirm_all(all, true, NULL, four, 2));
    assert_false(confirm_all(all, true, NULL, four, 3));
    assert_false(confirm_all(all, true, NULL, four + 2, 4));
    assert_false(confirm_all(all, true, NULL, four + 4, 4));
    assert_false(confirm_all(all, true, NULL, open, 4));
    assert_false(confirm_all(question, true, NULL, four, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rates),           cmocka_unit_test(test_half_frontiers),
        cmocka_unit_test(test_halves),          cmocka_unit_test(test_true_claims),
        cmocka_unit_test(test_changed_fields),  cmocka_unit_test(test_other_fields),
        cmocka_unit_test(test_each_rule),       cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_other_questions), cmocka_unit_test(test_other_machines),
        cmocka_unit_test(test_sides),           cmocka_unit_test(test_streams),
        cmocka_unit_test(test_counts),          cmocka_unit_test(test_classes),
        cmocka_unit_test(test_networks),        cmocka_unit_test(test_bound_of_machine),
        cmocka_unit_test(test_machines),        cmocka_unit_test(test_machine_lists),
        cmocka_unit_test(test_machine_items),   cmocka_unit_test(test_full_capacity),
        cmocka_unit_test(test_fields),          cmocka_unit_test(test_missing_files)};
    return cmocka_run_group_tests(tests, make_formula, remove_formula);
}
