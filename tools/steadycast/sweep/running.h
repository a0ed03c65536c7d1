/* SPDX-License-Identifier: MIT */
/*
 * Whether a campaign is running, asked from outside, without taking its lock.
 */
#ifndef STEADYCAST_TOOLS_RUNNING_H
#define STEADYCAST_TOOLS_RUNNING_H

#include "automata/status.h"

/* *process = who holds FOLDER/.run.lock; 0: nobody; -1: a process of another machine. */
enum status running_process(const char *folder, long *process, struct failure *failure);

#endif
