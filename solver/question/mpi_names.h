/* SPDX-License-Identifier: MIT */
/* Names of MPI's collective operations that are no verb and no subject here: which one answers the
 * question instead, or that it is not answered, and why. */
#pragma once

/* A sentence about this name, with or without MPI_ before it and in any case; NULL: it is none of
 * them. Static. */
const char *mpi_name_answer(const char *name);
