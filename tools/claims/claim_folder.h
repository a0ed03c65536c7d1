/*
 * The folder of a run of claims: FOLDER/.run while it is under way.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_FOLDER_H
#define STEADYCAST_TOOLS_CLAIM_FOLDER_H

#include <stdbool.h>

#include "automata/status.h"
#include "solver/certificate/locked_file.h"

struct claim_folder {
    char *final; /* FOLDER; owned */
    char *run;   /* FOLDER/.run; owned */
    struct lock_file lock;
};

/*
 * Makes FOLDER/.run and locks it; STATUS_INPUT while another run has it. What a run before left
 * there is kept if `resume` and it was of this very program file, else deleted.
 */
enum status claim_folder_open(struct claim_folder *folder, const char *path, bool resume,
                              struct failure *failure);

/* Makes .run/NAME, empty. */
enum status claim_folder_begin(const struct claim_folder *folder, const char *name,
                               struct failure *failure);

/* Moves .run/NAME.txt and .run/NAME, unless that is empty, to FOLDER; replaces what was there. */
enum status claim_folder_move(const struct claim_folder *folder, const char *name,
                              struct failure *failure);

/* Unlocks. If `done`, .run is deleted, unless other cases that a killed run did are still in it. */
void claim_folder_close(struct claim_folder *folder, bool done);

#endif
