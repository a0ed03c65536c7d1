/* SPDX-License-Identifier: MIT */
/* Permutations of the nodes of a network, which take arcs to arcs and commodities to commodities,
 * and the orbits of what they generate. */
#pragma once

#include "rest/network.h"

/* Orbits of the numbers below a count: of each number one of its orbit that is no larger. Each is
 * alone at first. What they cost is for the caller to charge: 4 each, 8 for who joins. */
uint32_t *orbits_new(uint64_t count);
uint32_t orbits_least(uint32_t *of, uint32_t i);
void orbits_join(uint32_t *of, uint32_t i, uint32_t j);

/* The rest of a line: the image of each node. Refuted if one that forwards only goes to one that
 * does not, or from such, or a node to one of another size. */
void network_read_images(const struct network *network, struct reader *reader, uint32_t *image);

/* The arc that arc `a` goes to. Refuted if there is none. O(log arcs), for the caller to charge. */
uint32_t network_arc_image(const struct network *network, struct reader *reader,
                           const uint32_t *image, uint32_t a);

/* Of commodities, by their numbers: what goes from one node to the same ones is joined. */
uint32_t *network_commodity_orbits(const struct network *network);

/* Joins commodities with their images. Refuted if the root goes to another node. */
void network_join_commodities(const struct network *network, struct reader *reader,
                              const uint32_t *image, uint32_t *of);
