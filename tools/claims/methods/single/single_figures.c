/* SPDX-License-Identifier: MIT */
/*
 * The figures of one item's broadcast: Karp et al. 1993, Figure 1, and Shou and Chen 1996,
 * Figure 1.
 */
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/collective/single/preorder_tree.h"
#include "solver/collective/single/reach_numbers.h"
#include "solver/collective/single/single_tree.h"
#include "tools/claims/methods/methods.h"

static const struct logp_machine machine = {6, 2, 4};

/* --- Karp et al. --- */

enum { PRINTED = 8 };

static bool labels_are(const struct single_tree *tree, const int *labels) {
    return memcmp(tree->label, labels, PRINTED * sizeof *labels) == 0;
}

/* The schedule, and that it could not end earlier; both stay in the folder. */
static enum status keep(struct claim_job *job, const struct single_tree *tree,
                        struct failure *failure) {
    char schedule[CLAIM_PATH_ROOM], bound[CLAIM_PATH_ROOM];
    struct message_list list = single_tree_list(tree);
    enum status status = campaign_folder_path(job->folder, "figure-1.cert", schedule, failure);
    if (!status)
        status = campaign_folder_path(job->folder, "bound.cert", bound, failure);
    if (!status)
        status = evidence_write(evidence_of_messages(&list), schedule, true, NULL, failure);
    if (!status)
        status = claim_verify(job, schedule,
                              "kind=messages machine=logp L=6 o=2 g=4 P=8 K=1 period=0 delay=24",
                              failure);
    if (!status)
        status =
            certificate_write_reach(bound, true, &machine, single_tree_time(tree) - 1, failure);
    if (!status)
        status = claim_verify(job, bound, "kind=reach L=6 o=2 g=4 time=23 most=6", failure);
    return status;
}

enum status try_karp_figure_1(struct claim_job *job, struct failure *failure) {
    static const int printed[PRINTED] = {0, 10, 14, 18, 20, 22, 24, 24};
    struct single_tree tree;
    enum status status = single_tree_build(&machine, PRINTED, &tree, failure);
    if (status)
        return status;
    claim_tell(&job->finding, NULL, labels_are(&tree, printed) ? CLAIM_HOLDS : CLAIM_FAILS,
               CLAIM_MUTE, "the labels are others");
    fprintf(job->table, "labels");
    for (int node = 0; node < PRINTED; node++)
        fprintf(job->table, " %d", tree.label[node]);
    fprintf(job->table, "\n");
    status = keep(job, &tree, failure);
    single_tree_clear(&tree);
    return status;
}

/* --- Shou and Chen --- */

static void print_pairs(const struct claim_job *job, const struct preorder_tree *tree) {
    fprintf(job->table, "P = %d:", tree->count);
    for (int i = 0; i < tree->count; i++)
        fprintf(job->table, " (%d,%lld)", tree->nodes[i].number,
                (long long)tree->nodes[i].effective);
    fprintf(job->table, "\n");
}

/* The pair is a node of the tree of 8, and the tree of 7 is all others. */
static bool cuts(const struct preorder_tree *eight, const struct preorder_tree *seven, int number,
                 int64_t effective) {
    int found = 0, common = 0;
    for (int i = 0; i < eight->count; i++) {
        const struct preorder_node *node = &eight->nodes[i];
        found += node->number == number && node->effective == effective;
        for (int j = 0; j < seven->count; j++)
            common += seven->nodes[j].number == node->number && node->number != number &&
                      seven->nodes[j].effective == node->effective;
    }
    return eight->count == 8 && seven->count == 7 && found == 1 && common == 7;
}

enum status try_shou_chen_figure_1(struct claim_job *job, struct failure *failure) {
    struct reach_numbers f;
    struct preorder_tree eight = {0}, seven = {0};
    int64_t apart = logp_machine_apart(&machine), transfer = logp_machine_transfer(&machine);
    enum status status = reach_numbers_make(apart, transfer, 8, &f, failure);
    if (status)
        return status;
    status = preorder_tree_build(apart, transfer, f.time, 0, &eight, failure);
    if (!status)
        status = preorder_tree_build(apart, transfer, f.time, 0, &seven, failure);
    if (!status) {
        preorder_tree_truncate(&eight, 8, 0);
        preorder_tree_truncate(&seven, 7, 0);
        claim_tell(&job->finding, NULL, cuts(&eight, &seven, 7, 2) ? CLAIM_HOLDS : CLAIM_FAILS,
                   CLAIM_MUTE, "another node than (7,2) is cut");
        print_pairs(job, &eight);
        print_pairs(job, &seven);
    }
    preorder_tree_clear(&eight);
    preorder_tree_clear(&seven);
    reach_numbers_clear(&f);
    return status;
}
