#include "core/beyond.h"

bool rule_beyond(struct reader *reader) {
    return read_malformed(reader, "steadycheck takes this kind, steadycheck-core does not");
}
