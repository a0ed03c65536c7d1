/* SPDX-License-Identifier: MIT */
/* Executes an algorithm for MSCCL runtimes: msccl_run FILE [STEPS]. Reads what the runtime's parser
 * reads (all attributes are required there), checks its limits, and then runs the thread blocks: a
 * send and its reception happen together, and a step waits for the step that it depends on. So
 * nothing may rely on room for messages under way. The last rank and block that can go on goes on,
 * so that what is sent too early is seen. Prints `ranks N chunks C blocks B`, or says what is wrong
 * and exits with 1. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RANKS = 64,
    MOST_BLOCKS = 1024,
    MOST_STEPS = 256,
    MOST_CHUNKS = 2048,
    PER_CHANNEL = 32
};

struct step {
    char type[100], src, dst;
    int srcoff, dstoff, cnt, depid, deps, hasdep;
};

struct block {
    int send, recv, chan, count, next; /* next: the step to be done */
    struct step *steps;
};

struct gpu {
    int inputs, outputs, blocks;
    struct block block[MOST_BLOCKS];
    int input[MOST_CHUNKS], output[MOST_CHUNKS]; /* the number of a chunk; 0: nothing */
};

static struct gpu gpus[MOST_RANKS];
static int ranks, chunks, channels, most_steps = 64;
static bool gather;

static void die(const char *what, int a, int b) {
    printf("%s (%d, %d)\n", what, a, b);
    exit(1);
}

/* The text of an attribute in the tag, and its number. */
static const char *text_of(const char *tag, const char *name) {
    static char value[100];
    char key[40];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(tag, key);
    if (!at || sscanf(at + strlen(key), "%99[^\"]\"", value) != 1) {
        printf("no attribute %s in %s\n", name, tag);
        exit(1);
    }
    return value;
}

static int number_of(const char *tag, const char *name) {
    char *end;
    long number = strtol(text_of(tag, name), &end, 10);
    if (*end)
        die("no number", 0, 0);
    return (int)number;
}

static void read_algorithm(const char *tag) {
    ranks = number_of(tag, "ngpus");
    chunks = number_of(tag, "nchunksperloop");
    channels = number_of(tag, "nchannels");
    gather = strcmp(text_of(tag, "coll"), "allgather") == 0;
    if (!gather && strcmp(text_of(tag, "coll"), "broadcast") != 0)
        die("another collective", 0, 0);
    const char *proto = text_of(tag, "proto");
    if (strcmp(proto, "Simple") != 0 && strcmp(proto, "LL") != 0 && strcmp(proto, "LL128") != 0)
        die("another protocol", 0, 0);
    if (number_of(tag, "inplace") != 1 || number_of(tag, "outofplace") != 1 ||
        number_of(tag, "minBytes") != 0 || number_of(tag, "maxBytes") != 0 ||
        !*text_of(tag, "name") || ranks < 2 || ranks > MOST_RANKS || chunks < 1 ||
        chunks > MOST_CHUNKS || channels < 1 || channels > 32)
        die("an attribute of algo", ranks, chunks);
}

static void read_gpu(const char *tag, int expected) {
    struct gpu *gpu = &gpus[expected];
    gpu->inputs = number_of(tag, "i_chunks");
    gpu->outputs = number_of(tag, "o_chunks");
    int own = gather ? chunks / ranks : expected == 0 ? chunks : 0;
    if (number_of(tag, "id") != expected || expected >= ranks || number_of(tag, "s_chunks") != 0 ||
        gpu->outputs != chunks || gpu->inputs != own)
        die("an attribute of gpu", expected, gpu->inputs);
    for (int i = 0; i < own; i++)
        gpu->input[i] = (gather ? expected * own : 0) + i + 1;
}

static void read_block(const char *tag, int rank) {
    struct gpu *gpu = &gpus[rank];
    if (number_of(tag, "id") != gpu->blocks || gpu->blocks == MOST_BLOCKS)
        die("not the next tb", rank, gpu->blocks);
    struct block *block = &gpu->block[gpu->blocks++];
    *block = (struct block){.send = number_of(tag, "send"),
                            .recv = number_of(tag, "recv"),
                            .chan = number_of(tag, "chan"),
                            .steps = calloc(MOST_STEPS, sizeof *block->steps)};
    int senders = 0, receivers = 0;
    for (int i = 0; i < gpu->blocks; i++) {
        const struct block *other = &gpu->block[i];
        bool before = i + 1 < gpu->blocks && other->chan == block->chan;
        if (before && ((block->send >= 0 && other->send == block->send) ||
                       (block->recv >= 0 && other->recv == block->recv)))
            die("two thread blocks of one connection", rank, i);
        senders += other->chan == block->chan && other->send >= 0;
        receivers += other->chan == block->chan && other->recv >= 0;
    }
    if (block->send == rank || block->recv == rank || block->send < -1 || block->recv < -1 ||
        block->send >= ranks || block->recv >= ranks || block->chan < 0 ||
        block->chan >= channels || senders > PER_CHANNEL || receivers > PER_CHANNEL)
        die("an attribute of tb", rank, gpu->blocks - 1);
}

static bool is_inside(const struct gpu *gpu, char buffer, int offset, int count) {
    int room = buffer == 'i' ? gpu->inputs : buffer == 'o' ? gpu->outputs : 0;
    return offset >= 0 && offset + count <= room;
}

static void read_step(const char *tag, int rank) {
    struct gpu *gpu = &gpus[rank];
    struct block *block = &gpu->block[gpu->blocks - 1];
    struct step step = {.srcoff = number_of(tag, "srcoff"),
                        .dstoff = number_of(tag, "dstoff"),
                        .cnt = number_of(tag, "cnt"),
                        .depid = number_of(tag, "depid"),
                        .deps = number_of(tag, "deps"),
                        .hasdep = number_of(tag, "hasdep")};
    snprintf(step.type, sizeof step.type, "%s", text_of(tag, "type"));
    step.src = *text_of(tag, "srcbuf");
    step.dst = *text_of(tag, "dstbuf");
    if (block->count >= most_steps || number_of(tag, "s") != block->count || step.cnt < 1 ||
        step.cnt >= 72 || step.hasdep < 0 || step.hasdep > 1)
        die("a step", rank, block->count);
    bool send = strcmp(step.type, "s") == 0, receive = strcmp(step.type, "r") == 0;
    if (!send && !receive && strcmp(step.type, "cpy") != 0)
        die("another type", rank, block->count);
    if ((send && block->send < 0) || (receive && block->recv < 0))
        die("a step without its peer", rank, block->count);
    if ((!receive && !is_inside(gpu, step.src, step.srcoff, step.cnt)) ||
        (!send && !is_inside(gpu, step.dst, step.dstoff, step.cnt)))
        die("outside the buffer", rank, block->count);
    block->steps[block->count++] = step;
}

static void read_file(FILE *file) {
    static char tag[1000];
    int rank = -1;
    while (fscanf(file, " <%999[^>]>", tag) == 1) {
        if (strncmp(tag, "algo ", 5) == 0)
            read_algorithm(tag);
        else if (strncmp(tag, "gpu ", 4) == 0)
            read_gpu(tag, ++rank);
        else if (strncmp(tag, "tb ", 3) == 0)
            read_block(tag, rank);
        else if (strncmp(tag, "step ", 5) == 0 && tag[strlen(tag) - 1] == '/')
            read_step(tag, rank);
        else if (*tag != '/')
            die("another element", rank, 0);
    }
    if (!feof(file) || strcmp(tag, "/algo") != 0 || rank + 1 != ranks)
        die("the file does not end well", rank, ranks);
}

/* The step that a block is at, if what it waits for is done. */
static struct step *ready(const struct gpu *gpu, const struct block *block) {
    if (block->next == block->count)
        return NULL;
    struct step *step = &block->steps[block->next];
    if (step->depid < 0)
        return step;
    if (step->depid >= gpu->blocks || step->depid > 127)
        die("no such thread block", step->depid, step->deps);
    const struct block *awaited = &gpu->block[step->depid];
    if (step->deps < 0 || step->deps >= awaited->count || !awaited->steps[step->deps].hasdep)
        die("no such step, or without hasdep", step->depid, step->deps);
    return awaited->next > step->deps ? step : NULL;
}

static struct block *find_receiver(int rank, const struct block *sender) {
    struct gpu *peer = &gpus[sender->send];
    for (int i = 0; i < peer->blocks; i++)
        if (peer->block[i].recv == rank && peer->block[i].chan == sender->chan)
            return &peer->block[i];
    die("nobody receives", rank, sender->send);
    return NULL;
}

static void move(struct gpu *from, const struct step *read, struct gpu *to,
                 const struct step *write) {
    if (read->cnt != write->cnt)
        die("another number of chunks", read->cnt, write->cnt);
    for (int c = 0; c < read->cnt; c++) {
        int chunk = (read->src == 'i' ? from->input : from->output)[read->srcoff + c];
        if (chunk == 0)
            die("a chunk that is not there is sent", read->srcoff, write->dstoff);
        to->output[write->dstoff + c] = chunk;
    }
}

static bool advance(int rank, struct block *block) {
    struct gpu *gpu = &gpus[rank];
    struct step *step = ready(gpu, block);
    if (!step || strcmp(step->type, "r") == 0)
        return false;
    if (strcmp(step->type, "cpy") == 0) {
        move(gpu, step, gpu, step);
        block->next++;
        return true;
    }
    struct block *receiver = find_receiver(rank, block);
    struct step *taken = ready(&gpus[block->send], receiver);
    if (!taken)
        return false;
    if (strcmp(taken->type, "r") != 0)
        die("no reception for a send", rank, block->send);
    move(gpu, step, &gpus[block->send], taken);
    block->next++;
    receiver->next++;
    return true;
}

static int run(void) {
    int blocks = 0;
    for (bool progress = true; progress;) {
        progress = false;
        for (int r = ranks - 1; r >= 0; r--)
            for (int b = gpus[r].blocks - 1; b >= 0; b--)
                while (advance(r, &gpus[r].block[b]))
                    progress = true;
    }
    for (int r = 0; r < ranks; r++)
        for (int b = 0; b < gpus[r].blocks; b++, blocks++)
            if (gpus[r].block[b].next < gpus[r].block[b].count)
                die("a thread block waits for ever", r, b);
    return blocks;
}

int main(int argc, char **argv) {
    FILE *file = argc >= 2 ? fopen(argv[1], "r") : NULL;
    if (!file)
        die("usage: msccl_run FILE [STEPS]", argc, 0);
    if (argc > 2)
        most_steps = atoi(argv[2]);
    read_file(file);
    fclose(file);
    int blocks = run();
    for (int r = 0; r < ranks; r++)
        for (int c = 0; c < chunks; c++)
            if (gpus[r].output[c] != c + 1)
                die("a chunk is missing", r, c);
    printf("ranks %d chunks %d blocks %d\n", ranks, chunks, blocks);
    return 0;
}
