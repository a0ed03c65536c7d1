/* What steadycheck-core takes: these kinds, and lists of messages of the model postal. */
#include "core/beyond.h"
#include "core/blocks.h"
#include "core/certificate.h"
#include "core/family.h"
#include "core/impossible.h"
#include "core/impossible_items.h"
#include "core/items_bound.h"
#include "core/items_family.h"
#include "core/messages.h"
#include "core/prices.h"
#include "core/pruned.h"
#include "core/pruned_family.h"
#include "core/residues.h"
#include "core/words.h"

const struct kind certificate_kinds[] = {{"block-cyclic", rule_block_cyclic},
                                         {"pruned", rule_pruned},
                                         {"stationary", rule_stationary},
                                         {"periodic", rule_periodic},
                                         {"family", rule_family},
                                         {"induction", rule_induction},
                                         {"pruned-family", rule_pruned_family},
                                         {"prices", rule_prices},
                                         {"impossible-residues", rule_residues},
                                         {"impossible-cnf", rule_impossible_cnf},
                                         {"impossible-periodic", rule_impossible_periodic},
                                         {"impossible-items", rule_impossible_items},
                                         {"messages", rule_messages},
                                         {"items-family", rule_items_family},
                                         {"items-bound", rule_items_bound},
                                         {"impossible-search", rule_beyond},
                                         {"cnf", rule_beyond},
                                         {"stationary-family", rule_beyond},
                                         {"reach", rule_beyond},
                                         {"summation", rule_beyond},
                                         {"summation-bound", rule_beyond},
                                         {"combining", rule_beyond},
                                         {"gossip-bound", rule_beyond},
                                         {"gossip-product", rule_beyond},
                                         {"impossible-gossip", rule_beyond},
                                         {NULL, NULL}};

const struct machine_rules *const machine_models[] = {&machine_postal, NULL};
const char machine_unknown[] = "; steadycheck takes more than steadycheck-core";

const struct payload *const messages_payloads[] = {NULL};
