/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <string.h>

/* How functions report failure.
 *
 * A function that can fail returns an `enum status` and takes, as its last parameter, a
 * `struct failure *` that may be NULL. On failure it fills the message, leaves all its other
 * outputs untouched, and frees what it has allocated. On success the failure is not written.
 * Nothing in the library prints or ends the program, but for what can't be any one's input: a
 * broken contract (require.h) and a broken invariant (assert). */

enum status {
    STATUS_OK = 0,
    STATUS_INPUT,    /* what was asked is malformed or contradicts a documented condition */
    STATUS_LIMIT,    /* well-formed, but beyond a stated limit of size, range or time, or of what is
                        installed */
    STATUS_SYSTEM,   /* the machine refused: files, processes */
    STATUS_INTERNAL, /* our own fault: an invariant does not hold */
    STATUS_MEMORY /* the machine refused memory. Where libgmp or PicoSAT ask for it themselves, they
                     end the program, as they do in any program */
};

/* The machine refused, whatever it was. */
static inline bool status_is_resource_failure(enum status status) {
    return status == STATUS_SYSTEM || status == STATUS_MEMORY;
}

/* STATUS_MEMORY for ENOMEM, else STATUS_SYSTEM. */
enum status status_of_errno(int error);

struct failure {
    enum status status;
    char message[512]; /* one line: ? for control characters; always terminated; long texts are cut
                        */
};

/* Fills `failure` (which may be NULL) from a printf format and returns `status`, so that a failing
 * function can end with `return failure_set(failure, STATUS_INPUT, "...", ...)`. */
enum status failure_set(struct failure *failure, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the status in the name. */
#define failure_input(failure, ...) failure_set(failure, STATUS_INPUT, __VA_ARGS__)
#define failure_limit(failure, ...) failure_set(failure, STATUS_LIMIT, __VA_ARGS__)
#define failure_system(failure, ...) failure_set(failure, STATUS_SYSTEM, __VA_ARGS__)
#define failure_internal(failure, ...) failure_set(failure, STATUS_INTERNAL, __VA_ARGS__)

/* STATUS_MEMORY with the standard message; `purpose` says what the memory was for, NULL:
 * nothing. */
enum status failure_memory(struct failure *failure, const char *purpose);

/* The same for TRY behind an allocation, where `given` is false. */
static inline enum status memory_check(bool given, struct failure *failure, const char *purpose) {
    return given ? STATUS_OK : failure_memory(failure, purpose);
}

/* A fixed lower-case word for a status, for instance "limit". Never NULL. */
const char *status_name(enum status status);

/* Ends the function with the status of `call` where that is a failure. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum status tried_ = (call);                                                               \
        if (tried_)                                                                                \
            return tried_;                                                                         \
    } while (0)

/* What a function holds is given back however it is left: a local variable that is declared with
 * CLEANUP(function) is one of which `function` gets the address where its scope ends, so it has a
 * value from its declaration on: all zero where it holds nothing yet, which `function` takes. */
#define CLEANUP(function) __attribute__((cleanup(function)))

/* The value of such a variable, which holds nothing (all zero) from then on: what it was
 * responsible for goes to somebody else. */
#define TAKE(variable)                                                                             \
    __extension__({                                                                                \
        __typeof__(variable) taken_ = (variable);                                                  \
        memset(&(variable), 0, sizeof(variable));                                                  \
        taken_;                                                                                    \
    })
