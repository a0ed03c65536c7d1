/* SPDX-License-Identifier: MIT */
/* What all searches answer. */
#ifndef STEADYCAST_SOLVER_BASE_VERDICT_H
#define STEADYCAST_SOLVER_BASE_VERDICT_H

/* Unknown means that a limit was reached or that the engine found nothing; it never means
 * impossible. */
enum verdict { VERDICT_UNKNOWN, VERDICT_FEASIBLE, VERDICT_INFEASIBLE };

#endif
