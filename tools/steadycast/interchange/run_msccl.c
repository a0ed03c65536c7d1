/* SPDX-License-Identifier: MIT */
/* Values stand in cells: a chunk, and in a reduction whose operands it is the sum of. In each step
 * of the network all thread blocks go on as far as they can. */
#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/interchange/msccl_file.h"
#include "tools/steadycast/interchange/network_source.h"

enum { MOST_TIME = 1000000 /* of kind network-schedule */ };
#define MOST_WORDS (INT64_C(1) << 27) /* a gigabyte */

/* The value at the end of an arc. */
struct parcel {
    int arrival;      /* from this step on; 0: it is not sent yet */
    int place, count; /* of so many of the sending step */
};

/* What a thread block has done. */
struct block_state {
    int step;      /* of the block's, the next one */
    int chunk;     /* of the step's */
    int sender;    /* the block that sends to it; -1: none */
    int64_t first; /* of the parcels that it sends */
    int64_t sent, taken, all;
};

struct run {
    const struct msccl_file *file;
    struct network_read *read;
    const struct network_problem *problem;
    bool even;
    int chunks, words;      /* C; of a set of operands, 0: these don't count */
    int64_t *cells;         /* the first of each buffer, [rank * 3 + i, o, s], and the end; owned */
    int *values;            /* of each cell, then of each parcel: a chunk, 0: nothing; owned */
    uint64_t *operands;     /* in the same order, then of the value at work; owned */
    struct parcel *parcels; /* owned */
    int64_t parcel_count;
    struct block_state *blocks; /* owned */
    int *loads;                 /* [group * late + step % late]; owned */
    int late;
    int now;      /* the step, 1 the first */
    bool blocked; /* something waits for a link */
};

static void run_clear(struct run *run) {
    FREE_ALL(run->cells, run->values, run->operands, run->parcels, run->blocks, run->loads);
}

static enum status fault(const struct run *run, const struct msccl_step *step, const char *what,
                         struct failure *failure) {
    return failure_input(failure, "%s:%ld: in step %d: %s", run->file->name, step->line, run->now,
                         what);
}

static struct chunk_ends ends_of(const struct run *run, int commodity) {
    return collective_chunk(run->problem->collective, run->file->ranks, run->problem->root,
                            commodity);
}

/* --- buffers --- */

/* In place one of two buffers is a part of the other one, or all of it. */
static struct msccl_spot find_alias(const struct run *run, int rank, struct msccl_spot spot) {
    enum collective collective = run->problem->collective;
    bool root = !collective_has_root(collective) || rank == run->problem->root;
    bool small_in = collective == COLLECTIVE_ALLGATHER || (collective == COLLECTIVE_GATHER && root);
    bool small_out =
        collective == COLLECTIVE_REDUCE_SCATTER || (collective == COLLECTIVE_SCATTER && root);
    if (!run->file->in_place || spot.buffer == 's')
        return spot;
    int shift = small_in || small_out ? rank * run->chunks : 0;
    if (spot.buffer == (small_out ? 'o' : 'i'))
        return (struct msccl_spot){small_out ? 'i' : 'o', spot.offset + shift};
    return spot;
}

static int64_t *buffer_of(const struct run *run, int rank, char buffer) {
    return &run->cells[rank * 3 + (buffer == 'o') + 2 * (buffer == 's')];
}

/* The cell; -1: the buffer is smaller. */
static int64_t cell_of(const struct run *run, int rank, struct msccl_spot spot) {
    spot = find_alias(run, rank, spot);
    int64_t *buffer = buffer_of(run, rank, spot.buffer);
    return buffer[0] + spot.offset < buffer[1] ? buffer[0] + spot.offset : -1;
}

/* Of the commodity's chunk j. */
static struct msccl_spot stand(const struct run *run, int commodity, int j, bool output) {
    int place =
        msccl_commodity_place(run->problem->collective, run->file->ranks, commodity, output);
    return (struct msccl_spot){output ? 'o' : 'i', place * run->chunks + j};
}

static uint64_t *set_of(const struct run *run, int64_t value) {
    return run->operands ? run->operands + value * run->words : NULL;
}

/* Goes through each chunk at each rank that has it in the beginning, or wants it. */
struct visit {
    const struct run *run;
    bool output;
    int commodity, rank, j;
    struct msccl_spot spot;
};

static bool next_spot(struct visit *visit) {
    const struct run *run = visit->run;
    int64_t all = collective_chunks(run->problem->collective, run->file->ranks);
    for (; visit->commodity < all; visit->commodity++, visit->rank = 0) {
        struct chunk_ends ends = ends_of(run, visit->commodity);
        for (; visit->rank < run->file->ranks; visit->rank++, visit->j = -1)
            if (chunk_is_at(visit->output ? ends.target : ends.source, visit->rank) &&
                ++visit->j < run->chunks) {
                visit->spot = stand(run, visit->commodity, visit->j, visit->output);
                return true;
            }
    }
    return false;
}

static struct visit visit_of(const struct run *run, bool output) {
    return (struct visit){.run = run, .output = output, .j = -1};
}

static int chunk_of(const struct visit *visit) {
    return visit->commodity * visit->run->chunks + visit->j + 1;
}

static void make_room(struct run *run, int rank, struct msccl_spot spot) {
    spot = find_alias(run, rank, spot);
    int64_t *room = buffer_of(run, rank, spot.buffer);
    if (*room < spot.offset + 1)
        *room = spot.offset + 1;
}

static void fill_in(struct run *run) {
    for (struct visit visit = visit_of(run, false); next_spot(&visit);) {
        int64_t cell = cell_of(run, visit.rank, visit.spot);
        run->values[cell] = chunk_of(&visit);
        if (run->words)
            set_of(run, cell)[visit.rank / 64] |= UINT64_C(1) << (visit.rank % 64);
    }
}

static enum status check_out(const struct run *run, struct failure *failure) {
    for (struct visit visit = visit_of(run, true); next_spot(&visit);) {
        const struct msccl_spot spot = visit.spot;
        int64_t cell = cell_of(run, visit.rank, spot);
        int operands = 0;
        for (int w = 0; w < run->words; w++)
            operands += __builtin_popcountll(set_of(run, cell)[w]);
        if (run->values[cell] != chunk_of(&visit))
            return failure_input(
                failure,
                "%s: in the end gpu %d has at %c %d chunk %d, expected chunk %d; 0: nothing",
                run->file->name, visit.rank, spot.buffer, spot.offset, run->values[cell],
                chunk_of(&visit));
        if (run->words && operands != run->file->ranks)
            return failure_input(
                failure, "%s: in the end gpu %d has at %c %d the sum of %d operands, expected %d",
                run->file->name, visit.rank, spot.buffer, spot.offset, operands, run->file->ranks);
    }
    return STATUS_OK;
}

/* --- what is there before the first step --- */

static enum status make_cells(struct run *run, struct failure *failure) {
    const struct msccl_file *file = run->file;
    int64_t sum = 0;
    run->cells = memory_new((size_t)file->ranks * 3 + 1, sizeof *run->cells);
    TRY(memory_check(run->cells, failure, "an algorithm"));
    for (int r = 0; r < file->ranks; r++) {
        const struct msccl_gpu *gpu = &file->gpus[r];
        *buffer_of(run, r, 's') = gpu->scratch;
        if (gpu->inputs)
            make_room(run, r, (struct msccl_spot){'i', gpu->inputs - 1});
        if (gpu->outputs)
            make_room(run, r, (struct msccl_spot){'o', gpu->outputs - 1});
    }
    for (int output = 0; output < 2; output++)
        for (struct visit visit = visit_of(run, output); next_spot(&visit);)
            make_room(run, visit.rank, visit.spot);
    for (int i = 0; i <= file->ranks * 3; i++) {
        int64_t room = run->cells[i];
        run->cells[i] = sum;
        sum += room;
    }
    return STATUS_OK;
}

/* Who sends to whom; how many chunks. */
static enum status join_blocks(struct run *run, struct failure *failure) {
    const struct msccl_file *file = run->file;
    for (int b = 0; b < file->block_count; b++) {
        const struct msccl_block *block = &file->blocks[b];
        struct block_state *own = &run->blocks[b];
        own->sender = -1;
        own->first = run->parcel_count;
        for (int s = block->first; s < block->first + block->count; s++)
            own->all += file->steps[s].type->sends ? file->steps[s].count : 0;
        run->parcel_count += own->all;
        const struct msccl_gpu *peer = block->receive < 0 ? NULL : &file->gpus[block->receive];
        for (int c = peer ? peer->first : 0; peer && c < peer->first + peer->count; c++) {
            const struct msccl_block *other = &file->blocks[c];
            if (other->send != block->rank || other->channel != block->channel)
                continue;
            if (own->sender >= 0)
                return failure_input(failure,
                                     "%s:%ld: another thread block sends to gpu %d on channel %d",
                                     file->name, other->line, block->rank, block->channel);
            own->sender = c;
        }
    }
    return STATUS_OK;
}

static enum status make_values(struct run *run, struct failure *failure) {
    const struct network *network = &run->read->network;
    int64_t cells = run->cells[run->file->ranks * 3], all = cells + run->parcel_count + 1;
    run->words = run->problem->reversed ? (run->file->ranks + 63) / 64 : 0;
    run->late = network_longest_latency(network);
    if (all > MOST_WORDS / (run->words + 1) || run->late > MOST_WORDS / network->group_count)
        return failure_limit(failure, "%s: too large", run->file->name);
    run->values = memory_new((size_t)all, sizeof *run->values);
    run->parcels = memory_new((size_t)run->parcel_count + 1, sizeof *run->parcels);
    run->loads = memory_new((size_t)network->group_count * (size_t)run->late, sizeof *run->loads);
    if (run->words)
        run->operands = memory_new((size_t)all * (size_t)run->words, sizeof *run->operands);
    if (!run->values || !run->parcels || !run->loads || (run->words && !run->operands))
        return failure_memory(failure, "an algorithm");
    fill_in(run);
    return STATUS_OK;
}

/* --- values --- */

static void copy_value(struct run *run, int64_t from, int64_t to) {
    run->values[to] = run->values[from];
    if (run->words)
        memcpy(set_of(run, to), set_of(run, from), (size_t)run->words * sizeof *run->operands);
}

static enum status add_value(struct run *run, const struct msccl_step *step, int64_t from,
                             int64_t to, struct failure *failure) {
    if (!run->words)
        return fault(run, step, "an addition, in a collective without sums", failure);
    if (run->values[from] == 0 || run->values[to] == 0)
        return fault(run, step, "nothing is there to be added", failure);
    if (run->values[from] != run->values[to])
        return fault(run, step, "operands of different chunks are added", failure);
    for (int w = 0; w < run->words; w++) {
        if (set_of(run, from)[w] & set_of(run, to)[w])
            return fault(run, step, "an operand is added that the sum has", failure);
        set_of(run, to)[w] |= set_of(run, from)[w];
    }
    return STATUS_OK;
}

static enum status find_cell(const struct run *run, int rank, const struct msccl_step *step,
                             struct msccl_spot spot, int chunk, int64_t *cell,
                             struct failure *failure) {
    spot.offset += chunk;
    *cell = cell_of(run, rank, spot);
    return *cell >= 0 ? STATUS_OK : fault(run, step, "beyond the end of the buffer", failure);
}

/* --- steps --- */

/* Room for one message more in all groups of the arc; it is taken. */
static bool find_room(struct run *run, int arc) {
    const struct network_problem *problem = run->problem;
    for (int pass = 0; pass < 2; pass++)
        for (int j = problem->groups_first[arc]; j < problem->groups_first[arc + 1]; j++) {
            int g = problem->groups[j];
            int step = run->now + network_late(problem->network, g, arc);
            int *load = &run->loads[(int64_t)g * run->late + step % run->late];
            if (pass == 0 && *load >= problem->network->groups[g].capacity)
                return false;
            *load += pass;
        }
    return true;
}

static enum status send(struct run *run, int b, const struct msccl_step *step, int arc,
                        int64_t value, struct failure *failure) {
    struct block_state *own = &run->blocks[b];
    int64_t parcel = own->first + own->sent++;
    if (run->values[value] == 0)
        return fault(run, step, "nothing is there to be sent", failure);
    copy_value(run, value, run->cells[run->file->ranks * 3] + parcel);
    run->parcels[parcel] =
        (struct parcel){run->now + run->read->network.arcs[arc].latency, own->chunk, step->count};
    return network_schedule_add(&run->read->schedule,
                                (struct network_send){run->now, arc, run->values[value]}, failure);
}

/* One chunk of a step; *done is false where its link is busy. */
static enum status do_chunk(struct run *run, int b, const struct msccl_step *step, bool *done,
                            struct failure *failure) {
    const struct msccl_block *block = &run->file->blocks[b];
    struct block_state *own = &run->blocks[b];
    int64_t cells = run->cells[run->file->ranks * 3], value = cells + run->parcel_count, cell;
    int arc =
        step->type->sends ? network_arc_number(&run->read->network, block->rank, block->send) : 0;
    if (arc < 0)
        return failure_input(failure, "%s:%ld: the network has no link from %d to %d",
                             run->file->name, block->line, block->rank, block->send);
    *done = !step->type->sends || !run->even || find_room(run, arc);
    run->blocked |= !*done;
    if (!*done)
        return STATUS_OK;
    if (step->type->receives) {
        const struct block_state *sender = &run->blocks[own->sender];
        copy_value(run, cells + sender->first + own->taken++, value);
    }
    if (step->type->reads) {
        TRY(find_cell(run, block->rank, step, step->source, own->chunk, &cell, failure));
        TRY(step->type->receives ? add_value(run, step, cell, value, failure) : STATUS_OK);
        if (!step->type->receives)
            copy_value(run, cell, value);
    }
    if (step->type->writes) {
        TRY(find_cell(run, block->rank, step, step->target, own->chunk, &cell, failure));
        TRY(step->type->adds_target ? add_value(run, step, cell, value, failure) : STATUS_OK);
        copy_value(run, value, cell);
    }
    TRY(step->type->sends ? send(run, b, step, arc, value, failure) : STATUS_OK);
    own->chunk++;
    return STATUS_OK;
}

/* Has what it waits for happened? */
static enum status is_ready(const struct run *run, int b, const struct msccl_step *step,
                            bool *ready, struct failure *failure) {
    const struct msccl_block *block = &run->file->blocks[b];
    const struct block_state *own = &run->blocks[b];
    *ready = own->chunk > 0;
    if (*ready)
        return STATUS_OK;
    if (step->depends >= 0 &&
        run->blocks[run->file->gpus[block->rank].first + step->depends].step <= step->behind)
        return STATUS_OK;
    *ready = true;
    if (!step->type->receives)
        return STATUS_OK;
    const struct block_state *sender = own->sender < 0 ? NULL : &run->blocks[own->sender];
    if (!sender || own->taken + step->count > sender->all)
        return fault(run, step, "nobody sends so many chunks on this channel", failure);
    const struct parcel *parcel = &run->parcels[sender->first + own->taken];
    if (parcel->arrival && (parcel->place || parcel->count != step->count))
        return fault(run, step, "sent with another cnt", failure);
    int last = parcel[step->count - 1].arrival;
    *ready = last && last <= run->now;
    return STATUS_OK;
}

/* As far as a thread block gets; *moved is set where it does. */
static enum status go_on(struct run *run, int b, bool *moved, struct failure *failure) {
    const struct msccl_block *block = &run->file->blocks[b];
    struct block_state *own = &run->blocks[b];
    bool ready = true, done = true;
    while (own->step < block->count && done) {
        const struct msccl_step *step = &run->file->steps[block->first + own->step];
        TRY(is_ready(run, b, step, &ready, failure));
        bool empty = !step->type->reads && !step->type->receives;
        for (done = ready; done && own->chunk < step->count && !empty;)
            TRY(do_chunk(run, b, step, &done, failure));
        if (!done)
            return STATUS_OK;
        own->step++;
        own->chunk = 0;
        *moved = true;
    }
    return STATUS_OK;
}

/* The next step in which something can happen; 0: there is none. */
static int find_next(const struct run *run) {
    int next = INT_MAX;
    if (run->blocked)
        return run->now + 1;
    for (int b = 0; b < run->file->block_count; b++) {
        const struct block_state *own = &run->blocks[b];
        const struct block_state *sender = own->sender < 0 ? own : &run->blocks[own->sender];
        for (int64_t i = own->taken; i < sender->sent && own->sender >= 0; i++) {
            int arrival = run->parcels[sender->first + i].arrival;
            next = arrival > run->now && arrival < next ? arrival : next;
        }
    }
    return next < INT_MAX ? next : 0;
}

/* Loads of steps that are over become those of later ones. */
static void leave_steps(struct run *run, int next) {
    for (int t = run->now; t < next && t < run->now + run->late; t++)
        for (int g = 0; g < run->read->network.group_count; g++)
            run->loads[(int64_t)g * run->late + t % run->late] = 0;
    run->now = next;
}

/* All is done, and all that was sent received. */
static enum status check_end(const struct run *run, struct failure *failure) {
    const struct msccl_file *file = run->file;
    int64_t taken = 0;
    for (int b = 0; b < file->block_count; b++) {
        const struct msccl_block *block = &file->blocks[b];
        if (run->blocks[b].step < block->count)
            return failure_input(failure, "%s:%ld: this step waits for ever", file->name,
                                 file->steps[block->first + run->blocks[b].step].line);
        taken += run->blocks[b].taken;
    }
    if (taken == run->parcel_count)
        return STATUS_OK;
    return failure_input(failure, "%s: %lld chunks are sent that nobody receives", file->name,
                         (long long)(run->parcel_count - taken));
}

static enum status run_steps(struct run *run, const struct limits *limits,
                             struct failure *failure) {
    for (int next = 1; next; next = find_next(run)) {
        if (next > MOST_TIME)
            return failure_limit(failure, "%s: more than %d steps", run->file->name, MOST_TIME);
        leave_steps(run, next);
        run->blocked = false;
        for (bool moved = true; moved;) {
            moved = false;
            for (int b = 0; b < run->file->block_count; b++)
                TRY(go_on(run, b, &moved, failure));
            TRY(limits_check(limits, failure));
        }
    }
    return check_end(run, failure);
}

/* --- the schedule --- */

static int find_root(const struct msccl_file *file) {
    bool out = file->collective == COLLECTIVE_GATHER || file->collective == COLLECTIVE_REDUCE;
    int found = 0, count = 0;
    if (!collective_has_root(file->collective))
        return 0;
    for (int r = file->ranks - 1; r >= 0; r--)
        if (out ? file->gpus[r].outputs : file->gpus[r].inputs) {
            found = r;
            count++;
        }
    return count == 1 ? found : 0;
}

static enum status begin(struct run *run, int origin, struct failure *failure) {
    const struct msccl_file *file = run->file;
    struct network_read *read = run->read;
    int parts = collective_has_root(file->collective) ? 1 : file->ranks;
    if (read->network.forwards || read->network.nodes != file->ranks)
        return failure_input(failure, "%s: ngpus is %d, and the network has %d nodes%s", file->name,
                             file->ranks, read->network.nodes,
                             read->network.forwards ? ", of which some only forward" : "");
    if (file->loop % parts)
        return failure_input(failure, "%s: nchunksperloop is %d, which is no multiple of %d ranks",
                             file->name, file->loop, parts);
    TRY(network_one_size(&read->network, file->name, failure));
    run->chunks = file->loop / parts;
    if (collective_chunks(file->collective, file->ranks) * run->chunks > INT_MAX / 2)
        return failure_limit(failure, "%s: too many chunks", file->name);
    TRY(network_problem_init(&read->problem, &read->network, file->collective,
                             origin < 0 ? find_root(file) : origin, failure));
    run->problem = &read->problem;
    read->schedule =
        (struct network_schedule){.task = {.problem = run->problem,
                                           .chunks = run->chunks,
                                           .rounds = run->even ? NETWORK_EVEN_ROUNDS : 1}};
    read->has_schedule = true;
    run->blocks = memory_new((size_t)file->block_count + 1, sizeof *run->blocks);
    TRY(run->blocks ? make_cells(run, failure) : failure_memory(failure, "an algorithm"));
    TRY(join_blocks(run, failure));
    return make_values(run, failure);
}

static enum status finish(struct run *run, const struct limits *limits, struct failure *failure) {
    struct network_schedule *schedule = &run->read->schedule;
    TRY(check_out(run, failure));
    for (int64_t i = 0; i < schedule->count; i++) {
        int last =
            schedule->sends[i].step + run->read->network.arcs[schedule->sends[i].arc].latency - 1;
        if (schedule->task.steps < last)
            schedule->task.steps = last;
    }
    return network_schedule_judge(schedule, run->file->name, limits, failure);
}

enum status msccl_file_run(const struct msccl_file *file, int origin, bool even,
                           const struct limits *limits, struct network_read *read,
                           struct failure *failure) {
    CLEANUP(run_clear) struct run run = {.file = file, .read = read, .even = even};
    TRY(begin(&run, origin, failure));
    TRY(run_steps(&run, limits, failure));
    return finish(&run, limits, failure);
}
