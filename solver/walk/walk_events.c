/* SPDX-License-Identifier: MIT */
#include "solver/walk/walk_events.h"

const char *const walk_rule_names[WALK_RULES] = {"copies", "collision", "ahead", "twins", "balls"};

const char walk_letter_tokens[65] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:;";

void walk_statistics_add(struct walk_statistics *sum, const struct walk_statistics *more) {
    sum->inner += more->inner;
    sum->leaves += more->leaves;
    sum->placed += more->placed;
    sum->solutions += more->solutions;
    for (int rule = 0; rule < WALK_RULES; rule++)
        sum->pruned[rule] += more->pruned[rule];
}
