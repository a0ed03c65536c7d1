/* SPDX-License-Identifier: MIT */
#pragma once

/* What the tests of solver/ share: cmocka with its prerequisites, random numbers, and a check that
 * shows the failure's message. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "automata/status.h"
#include "tests/automata/random.h"

/* Fails the test with the message of `failure` unless the status is STATUS_OK. */
#define assert_ok(status_expression, failure)                                                      \
    do {                                                                                           \
        const enum status assert_ok_status = (status_expression);                                  \
        if (assert_ok_status != STATUS_OK)                                                         \
            fail_msg("%s: %s", status_name(assert_ok_status), (failure).message);                  \
    } while (0)
