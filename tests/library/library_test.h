/* SPDX-License-Identifier: MIT */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <steadycast.h>

/* Success, or the message of `error`. */
#define assert_done(call, error)                                                                   \
    do {                                                                                           \
        if ((call) != STEADYCAST_OK)                                                               \
            fail_msg("%s: %s", #call, (error).message);                                            \
    } while (0)
