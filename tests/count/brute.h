/* SPDX-License-Identifier: MIT */
#pragma once

/* The two numbers by their definition, sharing nothing with the library: the optimal tree is grown
 * node by node, every order of its letters is dealt out to the blocks, legality is tested by all
 * pairs, and different outcomes are told apart by writing them down. */
struct brute {
    long orders; /* tried; 0: too many, nothing was counted */
    long parikh;
    long words;
};

/* At most `most_orders` orders. Any t >= L. */
struct brute brute_count(int latency, int depth, long most_orders);
