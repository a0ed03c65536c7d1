/* SPDX-License-Identifier: MIT */
#pragma once

/* Three faults, three ways:
 *
 *  - What a person or a file says may be wrong: a failure (status.h), a message that is returned.
 *  - A caller breaks what the header says of a function: require(), which is always on. It prints
 *        FILE:LINE: FUNCTION: the caller broke the contract: CONDITION
 *    to stderr and aborts, as nobody can go on from there. It stands at the entry of a public
 *    function and takes O(1); what is dearer to look at is the caller's alone.
 *  - An invariant of our own does not hold: assert().
 *
 * So a condition that a user can bring about belongs into a failure, never here. */
#define require(condition)                                                                         \
    ((condition) ? (void)0 : require_failed(__FILE__, __LINE__, __func__, #condition))

/* What require() does when the condition does not hold. */
_Noreturn void require_failed(const char *file, int line, const char *function,
                              const char *condition);
