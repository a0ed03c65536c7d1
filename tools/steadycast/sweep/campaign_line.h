/*
 * A line of a campaign while it is read: its keys, and the values behind them. Values that are not
 * allowed are false; what a key wants is told by campaign.c.
 */
#ifndef STEADYCAST_TOOLS_CAMPAIGN_LINE_H
#define STEADYCAST_TOOLS_CAMPAIGN_LINE_H

#include "tools/steadycast/frame/latency_bound.h"
#include "tools/steadycast/sweep/campaign.h"

/* The first ones have ranges. */
enum campaign_line_key {
    KEY_LATENCY,
    KEY_DEPTH,
    KEY_SERVED,
    KEY_PROCESSORS,
    KEY_ITEMS,
    KEY_PORTS,
    KEY_SENDS,
    KEY_SCHEDULE,
    KEY_ENGINE,
    KEY_ENCODING,
    KEY_PIECES,
    KEY_TIME,
    KEY_MEMORY,
    KEY_NODES,
    KEY_RETRY,
    KEY_FACTOR,
    KEY_ORDER,
    KEYS
};

enum { RANGED_KEYS = KEY_PORTS + 1, LINE_MOST_ENGINES = 8 };

/* What the cases that it stands for have in common, and their ranges. */
struct campaign_line {
    struct campaign_case common;
    struct latency_bound ranges[RANGED_KEYS][2];
    int given; /* set of keys */
    int engine_count;
    const char *engines[LINE_MOST_ENGINES];
};

/* The value of any key but KEY_ENGINE, which waits until all else is known. */
bool campaign_line_value(struct campaign_line *line, enum campaign_line_key key, const char *text);

/* Limits and what goes with them, which `set` and all subjects share. */
bool campaign_line_limit(struct campaign_case *asked, enum campaign_line_key key, const char *text);

bool campaign_line_order(const char *text, enum campaign_order *order);

/* Engines of the subject and class of `line->common`: names with commas between them, or `all`. */
bool campaign_line_engines(struct campaign_line *line, const char *text);

/* Their names, in the order in which `all` asks them; NULL behind the last. Static. */
const char *campaign_line_engine(const struct campaign_case *asked, int i);

#endif
