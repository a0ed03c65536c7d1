/* SPDX-License-Identifier: MIT */
/* For the tests: kind logp-family by making its streams. The instances, and what the union rule
 * makes of them beyond the window, are told as certificates of kind logp-schedule, which are played
 * message by message (check_naive_logp.h). */
#pragma once

#include "check_text.h"

/* Depths behind the last instance for which streams are made until nothing can go wrong any more if
 * nothing did; -1 if the text says too little to tell. */
long naive_logp_family_steps(const struct text *text);

/* Tells the stream of this depth, an instance or one made of them, as a certificate of kind
 * logp-schedule without the digest. False if the rule does not make it. */
bool naive_logp_family_stream(const struct text *text, long depth, struct text *stream);

/* Does it claim what is true, for the reasons that it gives? All streams up to those steps are
 * made, and those of them that are small are played. The text must follow the grammar, and its
 * instances be small. */
bool naive_logp_family_holds(const struct text *text);

/* How many streams behind the last instance were played in this program, each one once. */
long naive_logp_family_played(void);
