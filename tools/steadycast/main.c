#include <stddef.h>

#include "tools/steadycast/command.h"

int main(int argc, char **argv) {
    return command_run(argc, argv, NULL);
}
