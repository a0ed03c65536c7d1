/* SPDX-License-Identifier: MIT */
#include "solver/model/message_list.h"

struct message_machine message_machine_postal(int latency) {
    return (struct message_machine){MESSAGE_POSTAL, latency, 0, 1, 1, CAPACITY_FULL};
}

struct message_machine message_machine_buffered(int latency) {
    return (struct message_machine){MESSAGE_BUFFERED, latency, 0, 1, 1, CAPACITY_FULL};
}

struct message_machine message_machine_ports(int latency, int ports) {
    return (struct message_machine){MESSAGE_PORTS, latency, 0, 1, ports, CAPACITY_FULL};
}

long message_machine_flight(const struct message_machine *machine, const struct message *message) {
    return 2L * machine->overhead + machine->latency + message->wait;
}
