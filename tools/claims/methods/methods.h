/* SPDX-License-Identifier: MIT */
/*
 * The methods, by paper; what they take and do is told by the table in methods.c.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_METHODS_H
#define STEADYCAST_TOOLS_CLAIM_METHODS_H

#include "tools/claims/claim_method.h"

claim_try try_certificates;
claim_try try_summation_count, try_summation_best, try_summation_lazy, try_summation_reversal,
    try_lazy_pattern, try_summation_order, try_summation_figure, try_shou_chen_lemma,
    try_shou_chen_operands, try_shou_chen_most, try_shou_chen_algorithm, try_shou_chen_time,
    try_shou_chen_parent, try_shou_chen_figure;

/* The certificates of a case besides what its method does; with files=1..N the first N of each
 * line. */
claim_try try_evidence;

/* Broadcast in the multiport model, Bar-Noy and Ho. */
claim_try try_multiport_simple, try_multiport_bandwidth, try_multiport_power, try_multiport_forests,
    try_multiport_k_tree, try_multiport_small_tree, try_multiport_stopping, try_multiport_chains,
    try_multiport_representation, try_multiport_nice, try_multiport_special, try_multiport_small,
    try_multiport_lemma_11, try_multiport_lemma_13, try_multiport_delay, try_multiport_example,
    try_multiport_matches, try_multiport_figure, try_multiport_table, try_multiport_time,
    try_multiport_exists, try_multiport_rotation, try_multiport_optimal, try_multiport_latency;

/* Everybody's items to everybody: one of each, k of each; in other orders. */
claim_try try_karp_allgather, try_karp_allgather_k, try_karp_permutations;

/* Everybody's operands combined for everybody: as it is printed; in the time of a reduction; by a
 * reduction and a broadcast. */
claim_try try_karp_combining, try_karp_combining_time, try_reduce_broadcast;

/* Karp, Sahay, Santos, Schauser 1993, section 2 (Fact 2.1) and section 3. */
claim_try try_fact_2_1, try_k_star, try_instance_union, try_items_bound, try_distinct, try_multiset,
    try_words_h5, try_figure_2_words, try_example_schedule, try_eight_items, try_endgame_remark,
    try_lemma_3_1, try_base_cases, try_delay_bound, try_corollary_3_2, try_full_trees,
    try_single_sending, try_single_bound, try_buffered, try_printed_scheme, try_figure_3,
    try_figure_4, try_figure_5;

/* The same paper: word_choice.c, literal_base.c, two_sketch.c, two_blocks.c, pruned_blocks.c;
 * section 3.4 in block_rules.c and block_plays.c; buffer_invariants.c, within.c, source_once.c,
 * capacity.c, normalized.c. */
claim_try try_words_h5_block, try_base_cases_literal, try_two_idle, try_two_rule, try_two_blocks,
    try_every_large_number, try_block_case_1, try_block_case_3, try_block_case_4, try_block_case_5,
    try_block_case_6, try_block_case_7, try_block_endgame, try_buffer_invariants, try_within_l,
    try_within_2l_1, try_source_once, try_capacity, try_normalized;

/* Multinode broadcasting, Dimakopoulos. */
claim_try try_gossip_bound_any, try_gossip_bound_even, try_gossip_bound_odd, try_ring_full,
    try_ring_half_even, try_ring_half_odd, try_ring_transmitters, try_ring_behaviour,
    try_ring_rotation, try_ring_figure_1, try_ring_figure_2, try_ring_figure_3,
    try_hamiltonian_graphs, try_hamiltonian_networks, try_hamiltonian_products, try_product_time,
    try_product_full, try_product_even, try_product_within_two, try_product_recursion,
    try_product_always, try_gossip_open;

/* One item on LogP machines: single_best.c, postal_count.c, growth.c, preorder.c, spmd.c,
 * single_figures.c. */
claim_try try_single_time, try_single_sum, try_postal_count, try_minimal_trees;
claim_try try_growth_numbers, try_growth_postal_time, try_growth_time;
claim_try try_reach_recurrence, try_preorder_numbers, try_preorder_time;
claim_try try_spmd_broadcast, try_logarithmic_time, try_logarithms, try_doubling;
claim_try try_karp_figure_1, try_shou_chen_figure_1;

#endif
