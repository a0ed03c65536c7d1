/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "tools/steadycast/command.h"

int main(int argc, char **argv) {
    command_hold_streams();
    command_hold_signals();
    command_hold_path();
    return command_run(argc, argv, NULL);
}
