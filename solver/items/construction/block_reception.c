/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/block_reception.h"

int block_window(int size, int from) {
    int residue = size == 3 ? 1 : 0;
    int above = (from - residue) % size;
    if (above < 0)
        above += size;
    return above ? from + size - above : from;
}

int block_arrival(int latency, int size, int place) {
    if (size >= 2 * latency) {
        if (place < latency)
            return place;
        return place < size - latency ? latency - 1 : place - size + 2 * latency + 1;
    }
    if (size == 2 && latency > 2)
        return latency % 2 ? latency - 1 : latency;
    return place + block_window(size, size < latency ? latency - size + 1 : 0);
}

/* The rules of case 2 as j of p_j, for an item = r-1 (mod r). */
static int receiver_before_last(int size, int place) {
    int half = size / 2;
    const int odd[] = {half, half + 1, size, 1}, even[] = {half, 1, size};
    if (size % 2) {
        if (place < 4)
            return odd[place];
        return place % 2 ? 2 + (place - 5) / 2 : half + 2 + (place - 4) / 2;
    }
    if (place < 3)
        return even[place];
    return place % 2 ? half + 1 + (place - 3) / 2 : 2 + (place - 4) / 2;
}

/* The same for an item = 0 (mod r). */
static int receiver_last(int size, int place) {
    int half = size / 2;
    if (place == 0)
        return size % 2 ? 1 : half;
    if (place == size - 3)
        return size - 1;
    if (size % 2 == 0)
        return place == 2 ? 1 : receiver_before_last(size, place % 2 ? place + 2 : place);
    if (place == 1)
        return half + 1;
    return place == size - 2 ? half : receiver_before_last(size, place + 2);
}

static int receiver_in_window(int size, int item, int place) {
    int residue = (item - 1) % size + 1;
    if (residue == 1)
        return place + 2;
    if (residue == size)
        return receiver_last(size, place);
    if (residue == size - 1)
        return receiver_before_last(size, place);
    if (place == 0)
        return size;
    return place < residue ? place : place + 1;
}

int block_receiver(int latency, int size, int item, int place) {
    bool cyclic = size >= 2 * latency || size <= 3;
    if (!cyclic)
        return receiver_in_window(size, item, place) - 1;
    bool middle = size >= 2 * latency && place >= latency && place < size - latency;
    return ((item - 1) % size + (middle ? place : size - 1 - place)) % size;
}

bool block_place_is_late(int latency, int size, int place) {
    return latency > 1 && size >= 2 * latency && place == size - 2;
}
