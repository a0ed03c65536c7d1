/* SPDX-License-Identifier: MIT */
/* The last step of rounded_stream.h: which tail is in which kind of word, and which fill is behind
 * it, in few classes of equal words.
 *
 * The kinds with several heads get the least tails, those with one head the larger ones, the plain
 * ones among them the largest. Each set of the fill goes to the largest tails that have room; what
 * room is left is for leaves M-1. */
#pragma once

#include "solver/items/stream/rounded_mix.h"
#include "solver/model/schedule.h"

/* Adds all words of `draft` to `words`; all nodes[0..L] but those of value M-1 are taken for fill.
 * *possible: they have the number and sum that the tails have room for, and find room. O(L^2) sets,
 * and as many mixed ones; O((sets) (values + kinds + sets) t + words t^2). */
enum status rounded_tails_write(struct rounded_draft *draft, struct schedule *words, bool *possible,
                                struct failure *failure);
