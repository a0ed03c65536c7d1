/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.2, the running example: L = 3, P-1 = P(7) = 9, k = 8. */
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/model/tree.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

enum { LATENCY = 3, DEPTH = 7, ITEMS = 8 };

/* S_i: what is received at time L+i, nodes with r children as H5 and the like; item 1 is `a`, sent
 * at time 0. The paper's letter of an item with value v is the v-th one, counted from that which
 * ends then. */
static void describe_time(const struct tree *tree, int time, char *text, size_t room) {
    size_t used = 0;
    text[0] = 0;
    for (int item = 0; item <= time; item++)
        for (int n = 0; n < tree->count; n++) {
            const struct tree_node *node = &tree->nodes[n];
            if (item + node->label != time)
                continue;
            int value = DEPTH - node->label;
            used += (size_t)snprintf(text + used, room - used, node->children ? " %c%d" : " %c",
                                     (node->children ? 'A' : 'a') + value, node->children);
        }
}

enum status try_multiset(struct claim_job *job, struct failure *failure) {
    static const char expected[] = " a a a b b c D1 E2 H5";
    struct claim_range time;
    struct tree tree;
    enum status status = claim_range(job, "i", DEPTH, 10000, &time, failure);
    if (!status)
        status = tree_init(&tree, LATENCY, DEPTH, 100, failure);
    if (status)
        return status;
    for (long i = time.first; i <= time.last; i++) {
        char text[200];
        describe_time(&tree, (int)i, text, sizeof text);
        claim_tell(&job->finding, CLAIM_AT("i", i),
                   strcmp(text, expected) == 0 ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "S_i is%s",
                   text);
    }
    tree_clear(&tree);
    return STATUS_OK;
}

/* The words of which the paper says that they are a schedule, in the form of section 3.2. */
static enum status printed_blocks(struct schedule *schedule, struct failure *failure) {
    static const int word[] = {0, 2, 0, 1};
    static const int sizes[] = {5, 2, 1};
    mpz_t one;
    schedule_init_blocks(schedule, LATENCY, DEPTH);
    schedule->receive_only = 1;
    mpz_init_set_ui(one, 1);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < 3 && !status; i++)
        status = schedule_add_block_word(schedule, sizes[i], one, word, failure);
    mpz_clear(one);
    schedule_sort(schedule);
    return status;
}

enum status try_example_schedule(struct claim_job *job, struct failure *failure) {
    struct schedule schedule;
    struct messages messages;
    struct message_run run = message_run_postal(LATENCY);
    char path[CLAIM_PATH_ROOM];
    enum status status = printed_blocks(&schedule, failure);
    if (!status)
        status = campaign_folder_path(job->folder, "figure-2.cert", path, failure);
    if (!status)
        status = evidence_write(evidence_of_schedule(&schedule), path, true, NULL, failure);
    if (!status)
        status = claim_verify(job, path, "kind=schedule L=3 t=7 class=block-cyclic", failure);
    if (!status)
        status = messages_of_schedule(&messages, &schedule, &run, ITEMS, true, failure);
    schedule_clear(&schedule);
    if (status)
        return status;
    struct message_list list = messages_list(&messages);
    status = karp_keep_list(job, "stream.cert", &list, "machine=postal L=3", failure);
    messages_clear(&messages);
    if (!status)
        claim_tell(&job->finding, NULL, CLAIM_HOLDS, CLAIM_MUTE,
                   "L=3, P-1=9: H5 acab, E2 a, D1, b");
    return status;
}
