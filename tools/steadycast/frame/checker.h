/*
 * Asking the trusted checker: runs the program steadycheck on a file, as a user would.
 */
#ifndef STEADYCAST_TOOLS_CHECKER_H
#define STEADYCAST_TOOLS_CHECKER_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* The steadycheck that stands beside this program. */
enum status checker_find(char *path, size_t room, struct failure *failure);

/* What FILE holds. */
enum checker_file { CHECKER_CERTIFICATE, CHECKER_STREAM /* several, one behind the other */ };

/*
 * *verified: it exited with 0 and its last line begins with `s VERIFIED`; `line` holds that line.
 * STATUS_SYSTEM if it could not be run. Safe from several threads.
 */
enum status checker_run(const char *checker, enum checker_file kind, const char *file,
                        bool *verified, char *line, size_t room, struct failure *failure);

#endif
