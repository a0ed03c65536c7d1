/*
 * The functions behind the table of engines (engines.c), one for each.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_ASK_H
#define STEADYCAST_SOLVER_QUESTION_ASK_H

#include "solver/question/engines.h"

engine_ask ask_decide_arithmetic, ask_decide_backtrack, ask_decide_sat, ask_decide_paper;
engine_ask ask_serve_construction, ask_serve_deal, ask_serve_search, ask_serve_sat;
engine_ask ask_capacity_construction, ask_capacity_search;
engine_ask ask_delay_construction, ask_delay_search;
engine_ask ask_count_dynamic, ask_count_backtrack;
engine_ask ask_items_any, ask_items_construction, ask_items_sat, ask_items_backtrack;
engine_ask ask_single_tree, ask_single_search;
engine_ask ask_multiport_best, ask_multiport_tree, ask_multiport_rotation;
engine_ask ask_all_to_all_rotation, ask_all_to_all_search;
engine_ask ask_combine_window;
engine_ask ask_sum_tree, ask_sum_search, ask_sum_time_tree;
engine_ask ask_gossip_any, ask_gossip_ring, ask_gossip_product, ask_gossip_sat;
engine_ask ask_formula_sat;

#endif
