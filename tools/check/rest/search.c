/* SPDX-License-Identifier: MIT */
/* Kind impossible-search: walks the tree of a search and makes sure that every open letter of
 * every node was tried. A refuted formula (kind impossible-cnf) says the same; but this is what an
 * exhausted search can write down while it goes on, two bytes a node, and it is read without any
 * formula: where a refutation takes a hint for each step of each clause, a tree has one token.
 *
 * Words of equal blocks do not descend in it: where an instance has such blocks, the verdict says
 * on what that rests. Time per node: the letters that exist, which are charged. Room: O(L +
 * slots). */
#include "core/memory.h"
#include "core/read.h"
#include "rest/rules.h"
#include "rest/slots.h"

enum { SEARCH_WORK_OF_LETTER = 4 };

/* What is fixed of a slot, and what the current branch has put there. */
struct place {
    uint32_t size, position; /* of the block, in the block from 1 */
    size_t residues;         /* where the residues of the block begin in `taken` */
    bool twin;               /* is the block before of the same size? */
    bool equal;              /* twin, and the word before this place equals that block's word */
    uint32_t letter;
    uint32_t next; /* of the node whose next slot this is: letters below were gone down to or not
                      open */
};

struct walk {
    struct slots slots;
    uint32_t different;   /* letters 0..different-1 have copies */
    uint32_t count;       /* of slots to fill: all but the receive-only processor's */
    uint32_t last_block;  /* its first slot */
    uint32_t depth;       /* filled slots */
    struct place *places; /* [count] */
    unsigned char *taken; /* residues modulo the size of each block */
    uint32_t *left;       /* copies left of each letter */
    uint64_t left_sum;    /* of the letters left */
    uint64_t last_sum;    /* of the letters in the last block */
    uint64_t nodes;
    bool twins; /* are there equal blocks? */
    bool ended;
};

/* Residue of a letter at a place: p + w modulo the size. */
static size_t residue(const struct place *place, uint32_t letter) {
    return place->residues + ((uint64_t)place->position + letter) % place->size;
}

static void lay_out_block(struct walk *walk, uint32_t block, size_t residues) {
    const struct slots *slots = &walk->slots;
    uint32_t size = slots->size[block];
    for (uint32_t p = 1; p < size; p++) {
        struct place *place = &walk->places[slots->first[block] + p - 1];
        place->size = size;
        place->position = p;
        place->residues = residues;
        place->twin = block > 0 && slots->size[block - 1] == size;
        place->equal = place->twin && p == 1;
        walk->twins |= place->twin;
    }
    walk->taken[residues + (slots->latency - 1) % size] = 1; /* w_0 = L-1 at position 0 */
}

static void walk_init(struct walk *walk) {
    const struct slots *slots = &walk->slots;
    uint32_t L = slots->latency, above = slots->depth - L + 1;
    walk->different = above < L ? above : L;
    walk->count = slots->letters - 1;
    walk->places = memory_zeroed(walk->count, sizeof *walk->places);
    walk->taken = memory_zeroed((size_t)walk->count + slots->blocks, 1);
    walk->left = memory_zeroed(slots->latency, sizeof *walk->left);
    for (uint32_t j = 0; j < L; j++) {
        walk->left[j] = slots->copies[j];
        walk->left_sum += (uint64_t)j * slots->copies[j];
    }
    for (uint32_t block = 0; block < slots->blocks; block++) {
        walk->last_block = slots->first[block];
        lay_out_block(walk, block, (size_t)slots->first[block] + block);
    }
}

/* The same position of the block before. */
static const struct place *twin_of(const struct place *place) {
    return place - (place->size - 1);
}

static bool is_open(const struct walk *walk, uint32_t letter) {
    const struct place *place = &walk->places[walk->depth];
    return walk->left[letter] > 0 && !walk->taken[residue(place, letter)] &&
           (!place->equal || letter >= twin_of(place)->letter);
}

/* No letter from the node's next one up to the limit (excluded) may be open. */
static void none_skipped(struct walk *walk, struct reader *reader, uint32_t limit) {
    uint32_t next = walk->places[walk->depth].next;
    if (limit > next)
        read_charge(reader, SEARCH_WORK_OF_LETTER * (uint64_t)(limit - next));
    for (uint32_t j = next; j < limit; j++)
        if (is_open(walk, j))
            read_refuted(reader, "letter %u is open at slot %u and was not gone down to", j,
                         walk->depth);
}

static void put_letter(struct walk *walk, uint32_t letter) {
    struct place *place = &walk->places[walk->depth];
    place->letter = letter;
    walk->left[letter]--;
    walk->left_sum -= letter;
    walk->taken[residue(place, letter)] = 1;
    if (walk->depth >= walk->last_block)
        walk->last_sum += letter;
    walk->depth++;
    if (place->position + 1 < place->size)
        place[1].equal = place->equal && letter == twin_of(place)->letter;
    if (walk->depth < walk->count)
        place[1].next = 0;
}

static void go_back(struct walk *walk) {
    if (walk->depth == 0) {
        walk->ended = true;
        return;
    }
    walk->depth--;
    struct place *place = &walk->places[walk->depth];
    walk->left[place->letter]++;
    walk->left_sum += place->letter;
    walk->taken[residue(place, place->letter)] = 0;
    if (walk->depth >= walk->last_block)
        walk->last_sum -= place->letter;
}

static void go_down(struct walk *walk, struct reader *reader, uint32_t letter) {
    struct place *place = &walk->places[walk->depth];
    if (letter < place->next)
        read_refuted(reader, "letter %u at slot %u does not ascend", letter, walk->depth);
    none_skipped(walk, reader, letter);
    if (!is_open(walk, letter))
        read_refuted(reader, "letter %u is not open at slot %u", letter, walk->depth);
    place->next = letter + 1;
    walk->nodes++;
    put_letter(walk, letter);
    if (walk->depth >= walk->count)
        read_refuted(reader, "all slots are filled: this is a schedule");
}

/* The rest of the last block takes all letters left but one, x. The block is that of the root,
 * larger than every letter, so only one letter has the residue of the sum. */
static void sum_excludes_all(const struct walk *walk, struct reader *reader) {
    uint32_t L = walk->slots.latency, size = walk->places[walk->count - 1].size;
    if (walk->depth < walk->last_block)
        read_refuted(reader, "'!' at slot %u, before the last block begins at slot %u", walk->depth,
                     walk->last_block);
    uint64_t x = (L - 1 + walk->last_sum + walk->left_sum) % size;
    if (x < walk->different && walk->left[x] > 0)
        read_refuted(reader, "'!' at slot %u, but the sum without letter %u is right", walk->depth,
                     (uint32_t)x);
}

static void check_token(struct walk *walk, struct reader *reader, struct word token) {
    uint32_t letter;
    if (walk->ended)
        read_refuted(reader, "the tree goes on after its root was left");
    if (word_is(token, "-")) {
        none_skipped(walk, reader, walk->different);
        go_back(walk);
        return;
    }
    if (word_is(token, "!")) {
        sum_excludes_all(walk, reader);
        go_back(walk);
        return;
    }
    if (!word_take_number(&token, walk->slots.latency - 1, &letter) || token.length > 0)
        read_malformed(reader, "expected a letter below %u, - or !", walk->slots.latency);
    go_down(walk, reader, letter);
}

static void check_tree(struct walk *walk, struct reader *reader) {
    mpz_ptr nodes = memory_number();
    if (walk->count == 0)
        read_refuted(reader, "there is no slot to fill: the empty assignment is a schedule");
    while (read_take(reader, "tree")) {
        do
            check_token(walk, reader, read_word(reader));
        while (read_has_more(reader));
        read_line_end(reader);
    }
    if (!walk->ended && read_is_at(reader, "nodes"))
        read_refuted(reader, "the tree ends at slot %u, before its root was left", walk->depth);
    mpz_set_ui(nodes, walk->nodes);
    read_result_line(reader, "nodes", nodes);
}

void rule_search(struct reader *reader) {
    struct walk walk = {.nodes = 0};
    slots_read(&walk.slots, reader);
    walk_init(&walk);
    read_charge(reader, SLOTS_WORK_OF_LETTER * (uint64_t)walk.count);
    check_tree(&walk, reader);
    verdict_claim(reader->verdict,
                  "L=%u t=%u: no block-cyclic schedule with delay L+t on P(t) processors exists, "
                  "by exhausted search with %llu nodes",
                  walk.slots.latency, walk.slots.depth, (unsigned long long)walk.nodes);
    verdict_fields(reader->verdict, "L=%u t=%u", walk.slots.latency, walk.slots.depth);
    if (walk.twins) {
        verdict_claim(reader->verdict, ", rests on THEOREMS 1.1");
        verdict_fields(reader->verdict, "rests=1.1");
    }
}
