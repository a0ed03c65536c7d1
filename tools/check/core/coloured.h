/* SPDX-License-Identifier: MIT */
/* A schedule with p ports whose p items of a step have different letters, in place of all other
 * lines of a schedule (schedule.h):
 *
 *     copies A ..      p lines, one an item: A of it are sent by its root i = 0..t-L steps later
 *     coloured N       a word of N processors, and behind it
 *     item V ..        p lines, one an item: the value of its letter with position + V = y modulo
 * N, y = 0..N-1
 *
 * The root of an item is its letter t, and only roots send. So a position of a letter is y - V,
 * each processor receives each item once, and the schedule is right if each word has p letters at
 * each of its positions, the roots there send p copies at most at each, and of each item t is
 * received once, each w = 0..t-L as often as it is sent L before, with w + L, or less often, and
 * nothing else.
 *
 * Room: p (t-L+2) numbers, and two for each position of a word; work: a few steps for each number
 * of the file. Theorem S (THEOREMS 19.5) makes such schedules. */
#pragma once

#include "core/schedule.h"

/* Reads all lines, from `copies` on, and checks what is said above; the processors are for the
 * caller to compare. */
void coloured_read(struct schedule *schedule);
