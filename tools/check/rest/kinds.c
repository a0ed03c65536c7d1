/* The kinds of steadycheck: those of the core and those of the rest. */
#include "core/blocks.h"
#include "core/certificate.h"
#include "core/family.h"
#include "core/impossible.h"
#include "core/impossible_items.h"
#include "core/impossible_periodic.h"
#include "core/items_bound.h"
#include "core/items_family.h"
#include "core/messages.h"
#include "core/prices.h"
#include "core/pruned.h"
#include "core/pruned_family.h"
#include "core/residues.h"
#include "core/words.h"
#include "rest/cnf_items_order.h"
#include "rest/cnf_words_order.h"
#include "rest/combining.h"
#include "rest/gossip_bound.h"
#include "rest/gossip_impossible.h"
#include "rest/gossip_product.h"
#include "rest/reach.h"
#include "rest/search.h"
#include "rest/stationary_family.h"
#include "rest/summation.h"
#include "rest/summation_bound.h"

static bool rule_ordered_items(struct reader *reader) {
    return impossible_items_check(reader, &items_order);
}

static bool rule_ordered_words(struct reader *reader) {
    return impossible_periodic_check(reader, &words_order);
}

const struct kind certificate_kinds[] = {{"block-cyclic", rule_block_cyclic},
                                         {"family", rule_family},
                                         {"induction", rule_induction},
                                         {"impossible-residues", rule_residues},
                                         {"impossible-search", rule_search},
                                         {"impossible-cnf", rule_impossible_cnf},
                                         {"impossible-periodic", rule_ordered_words},
                                         {"cnf", rule_cnf},
                                         {"stationary", rule_stationary},
                                         {"periodic", rule_periodic},
                                         {"stationary-family", rule_stationary_family},
                                         {"prices", rule_prices},
                                         {"pruned", rule_pruned},
                                         {"pruned-family", rule_pruned_family},
                                         {"messages", rule_messages},
                                         {"items-bound", rule_items_bound},
                                         {"items-family", rule_items_family},
                                         {"impossible-items", rule_ordered_items},
                                         {"reach", rule_reach},
                                         {"summation", rule_summation},
                                         {"summation-bound", rule_summation_bound},
                                         {"combining", rule_combining},
                                         {"gossip-bound", rule_gossip_bound},
                                         {"gossip-product", rule_gossip_product},
                                         {"impossible-gossip", rule_impossible_gossip},
                                         {NULL, NULL}};
