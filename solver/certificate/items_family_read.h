/* SPDX-License-Identifier: MIT */
/*
 * From a certificate of kind items-family back to the family.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_ITEMS_FAMILY_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_ITEMS_FAMILY_READ_H

#include "solver/certificate/read.h"
#include "solver/items/items_family.h"

/*
 * The rest of `input`, which stands at its kind, into `family` (not initialised before), checked by
 * items_family_finish. STATUS_INPUT, with file and line, for what is not of the grammar; with the
 * reason for what is no such family. STATUS_LIMIT as for periodic_read and items_family_finish.
 */
enum status items_family_read(struct items_family *family, struct certificate_input *input,
                              struct failure *failure);

#endif
