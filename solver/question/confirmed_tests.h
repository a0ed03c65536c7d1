/* SPDX-License-Identifier: MIT */
/* Tests of a claim's fields that are more than a number held against another, by the names that
 * templates have for them (confirmed.h): roles, capacities, graphs, networks, rates. */
#pragma once

#include "solver/question/confirmed.h"

/* Does the test of this name pass? There must be one. O(length of the fields). */
bool confirmed_test(const struct confirmation *about, const char *name, const char *fields);
