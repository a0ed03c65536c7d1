/* SPDX-License-Identifier: MIT */
/* Cuts in time and symmetries of prices: what is verified is what a second way says, which moves
 * each cut to all of its images and looks at every sending; and it is no more than the cheapest
 * sendings cost. */
#include "check_naive_network.h"
#include "check_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 4, MOST_IMAGES = 24, MOST_CUTS = 4, MOST_KEEPS = 2 };

static uint64_t random_state = 46;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

struct images {
    long of[TINY_NODES];
};

struct cut {
    long mu, tau[TINY_NODES]; /* span + 1: never */
};

/* Of a commodity. */
struct cuts {
    long chunk; /* its place in the task */
    long keeps, count;
    struct images keep[MOST_KEEPS];
    struct cut cut[MOST_CUTS];
};

struct question {
    struct tiny_task task;
    long steps; /* 0: any */
    long price[MOST_STEPS][TINY_ARCS], most;
    long symmetries;
    struct images symmetry[2];
    long count;
    struct cuts cuts[TINY_CHUNKS];
};

/* --- by hand --- */

static long arc_number(const struct tiny *net, long tail, long head) {
    for (long a = 0; a < net->A; a++)
        if (net->tail[a] == tail && net->head[a] == head)
            return a;
    return -1;
}

/* Are latencies and prices the same? */
static bool keeps_arcs(const struct question *question, const struct images *images) {
    const struct tiny *net = &question->task.net;
    for (long a = 0; a < net->A; a++) {
        long b = arc_number(net, images->of[net->tail[a]], images->of[net->head[a]]);
        if (b < 0 || net->latency[a] != net->latency[b])
            return false;
        for (long s = 0; s < (question->steps ? question->steps : 1); s++)
            if (question->price[s][a] != question->price[s][b])
                return false;
    }
    return true;
}

static bool is_fixed(const struct images *images, unsigned nodes) {
    for (long v = 0; v < TINY_NODES; v++)
        if (nodes >> v & 1 && images->of[v] != v)
            return false;
    return true;
}

static bool keeps_parties(const struct question *question, const struct images *images) {
    const struct tiny *net = &question->task.net;
    for (long v = 0; v < net->N; v++)
        if (tiny_takes_part(net, v) != tiny_takes_part(net, images->of[v]) ||
            (tiny_has_sizes(&question->task) && tiny_size(net, v) != tiny_size(net, images->of[v])))
            return false;
    return true;
}

/* All products, of which there are 24 at most. */
static long close_images(const struct images *made, long count, long nodes, struct images *all) {
    long found = 1;
    for (long v = 0; v < TINY_NODES; v++)
        all[0].of[v] = v;
    for (long i = 0; i < found; i++)
        for (long k = 0; k < count; k++) {
            struct images next = all[0];
            bool known = false;
            for (long v = 0; v < nodes; v++)
                next.of[v] = made[k].of[all[i].of[v]];
            for (long j = 0; j < found && !known; j++)
                known = memcmp(&all[j], &next, sizeof next) == 0;
            if (!known)
                all[found++] = next;
        }
    return found;
}

/* In internal step j from 1 on; a reduction goes against the arcs. With any number of steps: does
 * it lead out of the set of those that have it? */
static bool crosses(const struct question *question, const struct cut *cut,
                    const struct images *images, long a, long j) {
    const struct tiny *net = &question->task.net;
    bool sum = question->task.chunks[0].sum;
    long tau[TINY_NODES], never = question->steps + 1;
    for (long v = 0; v < net->N; v++)
        tau[images->of[v]] = cut->tau[v];
    long from = tau[sum ? net->head[a] : net->tail[a]], to = tau[sum ? net->tail[a] : net->head[a]];
    if (question->steps == 0)
        return from == 0 && to == never;
    return j - 1 + net->latency[a] <= question->steps && from != never && from <= j - 1 &&
           (to == never || to > j - 1 + net->latency[a]);
}

/* The price of the real step. */
static long price_of(const struct question *question, long a, long j) {
    long step =
        question->task.chunks[0].sum ? question->steps + 2 - j - question->task.net.latency[a] : j;
    return question->price[question->steps ? step - 1 : 0][a];
}

/* Of one commodity: the least price less the mean of what crosses, times the images, over the
 * sendings that cross `only` (all, if NULL); -1: something costs too little. TINY_NEVER: none. */
static long room_of(const struct question *question, const struct cuts *cuts,
                    const struct cut *only) {
    static struct images all[MOST_IMAGES];
    const struct tiny *net = &question->task.net;
    long images = close_images(cuts->keep, cuts->keeps, net->N, all), least = TINY_NEVER;
    for (long a = 0; a < net->A; a++)
        for (long j = 1; j <= (question->steps ? question->steps : 1); j++) {
            long load = 0, own = 0;
            for (long h = 0; h < images; h++) {
                for (long i = 0; i < cuts->count; i++)
                    load += crosses(question, &cuts->cut[i], &all[h], a, j) ? cuts->cut[i].mu : 0;
                own += only && crosses(question, only, &all[h], a, j);
            }
            if (load == 0 && own == 0)
                continue; /* it may come too late */
            long room = price_of(question, a, j) * images - load;
            if (room < 0)
                return -1;
            if (own > 0 && room / own < least)
                least = room / own;
        }
    return least;
}

static bool are_right(const struct question *question, const struct cuts *cuts) {
    const struct tiny_chunk *chunk = &question->task.chunks[cuts->chunk];
    long nodes = question->task.net.N;
    unsigned all = tiny_parties(&question->task.net);
    for (long i = 0; i < cuts->keeps; i++)
        if (!keeps_arcs(question, &cuts->keep[i]) || !keeps_parties(question, &cuts->keep[i]) ||
            !is_fixed(&cuts->keep[i], 1U << chunk->node) ||
            (chunk->targets != all && !is_fixed(&cuts->keep[i], chunk->targets)))
            return false;
    for (long i = 0; i < cuts->count; i++) {
        bool cut_off = false;
        for (long v = 0; v < nodes; v++)
            cut_off =
                cut_off || (chunk->targets >> v & 1 && cuts->cut[i].tau[v] == question->steps + 1);
        if (!cut_off || cuts->cut[i].tau[chunk->node] != 0)
            return false;
    }
    return room_of(question, cuts, NULL) >= 0;
}

/* The place of the image of a chunk in the task. */
static long chunk_image(const struct tiny_task *task, long k, const struct images *images) {
    const struct tiny_chunk *chunk = &task->chunks[k];
    unsigned targets = 0;
    for (long v = 0; v < task->net.N; v++)
        targets |= (chunk->targets >> v & 1) << images->of[v];
    for (long i = 0; i < task->K; i++)
        if (task->chunks[i].node == images->of[chunk->node] && task->chunks[i].targets == targets)
            return i;
    return -1;
}

/* Do they go from one node to the same ones? */
static bool are_copies(const struct tiny_task *task, long i, long k) {
    return task->chunks[i].node == task->chunks[k].node &&
           task->chunks[i].targets == task->chunks[k].targets;
}

/* What all commodities cost together, by orbits; -1: something is wrong. */
static long value_of(const struct question *question) {
    static struct images all[MOST_IMAGES];
    long sum = 0;
    bool seen[TINY_CHUNKS] = {false};
    for (long i = 0; i < question->symmetries; i++)
        if (!keeps_arcs(question, &question->symmetry[i]) ||
            !keeps_parties(question, &question->symmetry[i]) ||
            chunk_image(&question->task, 0, &question->symmetry[i]) < 0)
            return -1;
    long images = close_images(question->symmetry, question->symmetries, question->task.net.N, all);
    for (long i = 0; i < question->count; i++) {
        const struct cuts *cuts = &question->cuts[i];
        if (seen[cuts->chunk] || !are_right(question, cuts))
            return -1;
        for (long h = 0; h < images; h++) {
            long image = chunk_image(&question->task, cuts->chunk, &all[h]);
            for (long k = 0; k < question->task.K; k++) {
                if (!are_copies(&question->task, k, image))
                    continue;
                for (long c = 0; c < cuts->count && !seen[k]; c++)
                    sum += cuts->cut[c].mu;
                seen[k] = true;
            }
        }
    }
    return sum;
}

/* --- at random --- */

static struct images random_images(long nodes) {
    struct images images;
    for (long v = 0; v < TINY_NODES; v++)
        images.of[v] = v;
    for (long v = nodes; v-- > 1;) {
        long w = next_random(v + 1), node = images.of[v];
        images.of[v] = images.of[w];
        images.of[w] = node;
    }
    return images;
}

/* Arcs, latencies and prices that some permutation leaves as they are, but seldom. */
static void random_network(struct question *question, const struct images *images, long most) {
    struct tiny *net = &question->task.net;
    long sort[TINY_NODES][TINY_NODES], sorts;
    do {
        net->A = sorts = 0;
        memset(sort, -1, sizeof sort);
        for (long u = 0; u < net->N; u++)
            for (long v = 0; v < net->N; v++) {
                bool there = next_random(3) > 0;
                for (long x = u, y = v, z; u != v && there && sort[x][y] < 0; x = z) {
                    sort[x][y] = sorts;
                    net->A++;
                    y = images->of[y];
                    z = images->of[x];
                }
                sorts++;
            }
    } while (net->A < net->N - 1 || net->A > most);
    long latency[TINY_NODES * TINY_NODES], price[MOST_STEPS][TINY_NODES * TINY_NODES], a = 0;
    for (long i = 0; i < sorts; i++) {
        latency[i] = 1 + next_random(4) / 3;
        for (long s = 0; s < MOST_STEPS; s++)
            price[s][i] = next_random(5) * next_random(3);
    }
    for (long u = 0; u < net->N; u++)
        for (long v = 0; v < net->N; v++) {
            if (sort[u][v] < 0)
                continue;
            net->tail[a] = u;
            net->head[a] = v;
            net->latency[a] = next_random(60) ? latency[sort[u][v]] : 2;
            for (long s = 0; s < MOST_STEPS; s++)
                question->price[s][a] = next_random(90) ? price[s][sort[u][v]] : 1;
            a++;
        }
}

static void random_cut(const struct question *question, const struct tiny_chunk *chunk,
                       struct cut *cut) {
    long nodes = question->task.net.N;
    for (long v = 0; v < nodes; v++)
        cut->tau[v] = next_random(2) ? question->steps + 1 : next_random(question->steps + 2);
    cut->tau[chunk->node] = next_random(50) == 0;
    long target = next_random(nodes);
    while (!(chunk->targets >> target & 1) || target == chunk->node)
        target = next_random(nodes);
    if (next_random(30))
        cut->tau[target] = question->steps + 1;
}

/* Weights are as large as they may be, but seldom. */
static void random_cuts(struct question *question, struct cuts *cuts, const struct images *images) {
    const struct tiny_task *task = &question->task;
    const struct tiny_chunk *chunk = &task->chunks[cuts->chunk];
    cuts->keeps = next_random(3) ? 0 : 1 + next_random(MOST_KEEPS);
    for (long i = 0; i < cuts->keeps; i++) {
        cuts->keep[i] = next_random(2) ? *images : random_images(task->net.N);
        for (int tries = 0; tries < 40 && !(is_fixed(&cuts->keep[i], 1U << chunk->node) &&
                                            keeps_arcs(question, &cuts->keep[i]));
             tries++)
            cuts->keep[i] = random_images(task->net.N);
    }
    cuts->count = 0;
    for (long tries = 1 + next_random(MOST_CUTS); tries > 0; tries--) {
        struct cut *cut = &cuts->cut[cuts->count];
        random_cut(question, chunk, cut);
        long room = room_of(question, cuts, cut);
        cut->mu = room == TINY_NEVER ? 1 : room + (next_random(30) == 0);
        cuts->count += cut->mu > 0;
    }
}

static bool make_question(struct question *question) {
    struct tiny_task *task = &question->task;
    memset(question, 0, sizeof *question);
    task->net.N = 3 + next_random(2);
    question->steps = next_random(6) ? 1 + next_random(MOST_STEPS) : 0;
    task->what = next_random(7);
    task->net.forwards = next_random(4) ? 0 : 1U << next_random(task->net.N);
    task->root = next_random(task->net.N);
    while (!tiny_takes_part(&task->net, task->root))
        task->root = next_random(task->net.N);
    struct images images = random_images(task->net.N);
    while (task->what < 4 && images.of[task->root] != task->root && next_random(20))
        images = random_images(task->net.N);
    random_network(question, &images, 8);
    for (long v = 0; v < task->net.N && next_random(3) == 0; v++)
        task->net.more[v] = task->net.more[images.of[v]] = next_random(3) - 1;
    tiny_chunks(task, 1, question->steps);
    if (task->K == 0)
        return false;
    for (question->symmetries = 0; question->symmetries < 2 && next_random(2);
         question->symmetries++)
        question->symmetry[question->symmetries] =
            next_random(8) ? images : random_images(task->net.N);
    for (long k = 0; k < task->K; k++) {
        struct cuts *cuts = &question->cuts[question->count];
        if (k > 0 && are_copies(task, k, k - 1) && next_random(20))
            continue;
        if (question->symmetries && k > 0 && chunk_image(task, 0, &images) > 0 && next_random(4))
            continue;
        cuts->chunk = k;
        random_cuts(question, cuts, &images);
        question->count += cuts->count > 0;
    }
    for (long s = 0; s < (question->steps ? question->steps : 1); s++) {
        long all = 0;
        for (long a = 0; a < task->net.A; a++)
            all += question->price[s][a];
        question->most = all > question->most ? all : question->most;
    }
    return question->most > 0 && question->count > 0;
}

/* --- the certificate --- */

static struct text text;

static void put_images(const char *key, const struct images *images, long nodes) {
    text_put(&text, "%s", key);
    for (long v = 0; v < nodes; v++)
        text_put(&text, " %ld", images->of[v]);
    text_put(&text, "\n");
}

static void put_network(const struct question *question) {
    static const char *const names[] = {"broadcast", "scatter",  "gather",        "reduce",
                                        "allgather", "alltoall", "reduce-scatter"};
    const struct tiny_task *task = &question->task;
    const struct tiny *net = &task->net;
    text.length = 0;
    text_put(&text,
             "steadycast certificate 1\nwriter test 0\nkind network-bound\nnodes %ld\narcs %ld\n",
             net->N, net->A);
    for (long a = 0; a < net->A; a++)
        text_put(&text, "arc %ld %ld %ld\n", net->tail[a], net->head[a], net->latency[a]);
    text_put(&text, "groups %ld\n", net->A);
    for (long a = 0; a < net->A; a++)
        text_put(&text, "group 1 %ld\n", a + 1);
    for (long v = 0; v < net->N; v++)
        if (!tiny_takes_part(net, v))
            text_put(&text, "forward %ld\n", v);
    for (long v = 0; v < net->N && tiny_has_sizes(task); v++)
        text_put(&text, v < net->N - 1 ? "%s%ld " : "%s%ld\n", v ? "" : "sizes ",
                 tiny_size(net, v));
    text_put(&text, "collective %s", names[task->what]);
    if (task->what < 4)
        text_put(&text, " %ld", task->root);
}

static void put_question(const struct question *question, long P, long Q) {
    long a = P, b = Q, nodes = question->task.net.N;
    put_network(question);
    while (b > 0) {
        long c = a % b;
        a = b, b = c;
    }
    text_put(&text, "\nrounds %ld %ld\n", P / a, Q / a);
    text_put(&text, question->steps ? "steps %ld\n" : "steps any\n", question->steps);
    for (long s = 0; s < (question->steps ? question->steps : 1); s++)
        for (long i = 0; i < question->task.net.A; i++)
            if (question->price[s][i] > 0 && question->steps)
                text_put(&text, "price %ld %ld %ld\n", s + 1, i + 1, question->price[s][i]);
            else if (question->price[s][i] > 0)
                text_put(&text, "price any %ld %ld\n", i + 1, question->price[s][i]);
    for (long i = 0; i < question->symmetries; i++)
        put_images("symmetry", &question->symmetry[i], nodes);
    for (long i = 0; i < question->count; i++) {
        const struct cuts *cuts = &question->cuts[i];
        text_put(&text, "commodity %ld\n", question->task.chunks[cuts->chunk].number - 1);
        for (long k = 0; k < cuts->keeps; k++)
            put_images("keep", &cuts->keep[k], nodes);
        for (long c = 0; c < cuts->count; c++) {
            struct images tau;
            memcpy(tau.of, cuts->cut[c].tau, sizeof tau.of);
            text_put(&text, "cut %ld", cuts->cut[c].mu);
            put_images("", &tau, nodes);
        }
    }
}

static void expect(bool holds) {
    struct verdict verdict;
    text_seal(&text);
    text_check(&text, &verdict);
    if (verdict.status != (holds ? VERDICT_VERIFIED : VERDICT_REFUTED))
        fail_msg("it %s, but %s\n%.*s", holds ? "holds" : "does not hold", verdict.claim.bytes,
                 (int)text.length, text.bytes);
    verdict_clear(&verdict);
}

static long cheapest(struct question *question) {
    long sum = 0;
    for (long k = 0; k < question->task.K && sum < TINY_NEVER * TINY_NEVER; k++)
        sum +=
            tiny_tree(&question->task, &question->task.chunks[k], question->steps, question->price);
    return sum;
}

static void test_cuts(void **state) {
    unsigned long right[2][2] = {{0}}, wrong = 0, exact = 0, compared = 0, any = 0;
    static struct question question;
    (void)state;
    for (long i = 0; i < 40000; i++) {
        if (!make_question(&question))
            continue;
        long value = value_of(&question);
        put_question(&question, value > 0 ? value : 1, question.most);
        expect(value > 0);
        if (value <= 0) {
            wrong++;
            continue;
        }
        bool keeps = false;
        for (long k = 0; k < question.count; k++)
            keeps = keeps || question.cuts[k].keeps > 0;
        right[question.symmetries > 0][keeps]++;
        any += question.steps == 0;
        put_question(&question, 1000 * value + 1, 1000 * question.most);
        expect(false);
        if (question.steps == 0 || question.task.net.A * question.steps > 12)
            continue;
        long least = cheapest(&question);
        assert_true(value <= least);
        compared++;
        exact += value == least;
    }
    printf("%lu verified: %lu with symmetries, %lu with images of cuts, %lu with both, %lu for any "
           "steps; %lu refuted; compared with trees %lu, as much %lu\n",
           right[0][0] + right[0][1] + right[1][0] + right[1][1], right[1][0], right[0][1],
           right[1][1], any, wrong, compared, exact);
    assert_true(right[1][0] > 500 && right[0][1] > 500 && right[1][1] > 500 && any > 500);
    assert_true(wrong > 2000 && compared > 2000 && exact > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cuts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
