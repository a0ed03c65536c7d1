/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed.h"

#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/digest.h"
#include "solver/collective/multinode/gossip_network.h"
#include "solver/items/items_bound.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/frame/confirmed_logp.h"
#include "tools/steadycast/frame/confirmed_parts.h"
#include "tools/steadycast/frame/confirmed_stream.h"
#include "tools/steadycast/frame/fields.h"

static bool is_kind(const char *fields, const char *kind) {
    return fields_say(fields, "kind", kind);
}

/* --- streams --- */

static int period_of(const struct serve_question *question) {
    return question->class == SERVE_PERIODIC ? question->period : 1;
}

static bool keeps_roles(const char *fields) {
    return fields_say(fields, "roles", "keep");
}

/* Blocks are stationary, which is period 1, which divides every period; but processors change their
 * roles after a period. */
static bool is_of_class(const char *fields, const struct serve_question *question) {
    int period = fields_number(fields, "period");
    bool blocks =
        fields_say(fields, "class", "block-cyclic") || fields_say(fields, "class", "pruned");
    if (period < 1 || (blocks && period > 1))
        return false;
    if (question->class == SERVE_BLOCKS)
        return blocks;
    if (question->class == SERVE_ANY)
        return true;
    return period_of(question) % period == 0 && (!question->keep || keeps_roles(fields));
}

/* Is f_t this number, for a t that the family reaches? */
static bool is_in_family(const char *fields, const struct serve_question *question) {
    mpz_t tree;
    int from = fields_number(fields, "from"), depth = question->depth;
    bool keeps = question->class == SERVE_PERIODIC && question->keep;
    if (!is_kind(fields, "family") || !fields_say(fields, "of", "depths") || from < 0 ||
        depth < from || fields_find(fields, "but").length || keeps)
        return false;
    mpz_init(tree);
    bool right = !sequence_term(tree, question->latency, depth, NULL) &&
                 mpz_cmp(tree, question->processors) == 0;
    mpz_clear(tree);
    return right;
}

bool confirmed_serves(const char *fields, const struct serve_question *question) {
    int depth = fields_number(fields, "t");
    if (!fields_count(fields, "L", question->latency))
        return false;
    /* with steps to spare every value grows by as much, and words stay legal */
    return is_in_family(fields, question) ||
           (is_kind(fields, "schedule") && is_of_class(fields, question) && depth >= 0 &&
            depth <= question->depth && fields_big(fields, "N", question->processors));
}

/* Does it exclude the class of the question, for its N? */
static bool is_without(const char *fields, const struct serve_question *question) {
    bool blocks = question->class == SERVE_BLOCKS;
    int period = fields_number(fields, "period");
    if (!is_kind(fields, "impossible-periodic") || question->class == SERVE_ANY || period < 1)
        return false;
    if (fields_say(fields, "roles", "blocks"))
        return blocks;
    if (keeps_roles(fields) && !(question->class == SERVE_PERIODIC && question->keep))
        return false;
    return period % period_of(question) == 0; /* and so of all periods that divide this one */
}

static bool is_bound(const char *fields, int latency, int depth) {
    return is_kind(fields, "prices") && fields_count(fields, "L", latency) &&
           fields_count(fields, "t", depth);
}

bool confirmed_excludes(const char *fields, const struct serve_question *question) {
    bool there;
    if (is_bound(fields, question->latency, question->depth))
        return fields_compare(fields, "most", question->processors, &there) < 0 && there;
    return is_without(fields, question) && fields_count(fields, "L", question->latency) &&
           fields_count(fields, "t", question->depth) &&
           fields_big(fields, "N", question->processors);
}

/* --- K items --- */

/* The same machine and the same items. */
static bool is_about(const char *fields, const struct items_question *question) {
    bool ports = fields_find(fields, "ports").length > 0;
    return fields_count(fields, "L", question->latency) &&
           fields_count(fields, "P", (long)question->processors + 1) &&
           fields_count(fields, "K", question->items) &&
           (ports ? fields_count(fields, "ports", question->ports) : question->ports == 1);
}

/* Of one source that has all items at time 0. */
static bool is_list(const char *fields, const char *machine) {
    return is_kind(fields, "messages") && fields_say(fields, "machine", machine) &&
           fields_say(fields, "sources", "one") && fields_count(fields, "period", 0);
}

bool confirmed_items_end(const char *fields, const struct items_question *question, int time) {
    bool once = fields_say(fields, "sends", "single");
    return (is_list(fields, "postal") || is_list(fields, "ports")) && (once || !question->single) &&
           is_about(fields, question) && fields_count(fields, "end", time);
}

bool confirmed_items_need(const char *fields, const struct items_question *question, int time) {
    bool any = fields_say(fields, "sends", "any");
    if (fields_find(fields, "g").length > 0) /* of a LogP machine */
        return false;
    return (is_kind(fields, "items-bound") || is_kind(fields, "impossible-items")) &&
           (any || question->single) && is_about(fields, question) &&
           fields_count(fields, "before", time);
}

/* --- any subject --- */

static int number(const struct question *question, enum key key) {
    return (int)question_number(question, key);
}

int confirmed_time(const char *text) {
    char *end = NULL;
    long time = text && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
    return end && !*end && time < INT_MAX ? (int)time : -1;
}

static bool is_number_text(const char *fields, const char *key, const char *text) {
    return text && *text && fields_say(fields, key, text);
}

/* The stream that a question is about; `served` is initialised, and borrowed by it. */
static bool stream_of(const struct question *question, const char *bound, bool schedule,
                      mpz_ptr served, struct serve_question *asked) {
    enum { BLOCK_CYCLIC, STATIONARY, ANY, PERIODIC };
    static const enum serve_class classes[] = {SERVE_BLOCKS, SERVE_STATIONARY, SERVE_ANY};
    long class = question_number(question, KEY_SCHEDULE);
    *asked = (struct serve_question){.latency = number(question, KEY_LATENCY),
                                     .depth = number(question, KEY_DEPTH),
                                     .processors = served,
                                     .class = SERVE_ANY};
    switch (question->subject) {
    case SUBJECT_DECIDE:
        asked->class = SERVE_BLOCKS;
        return sequence_term(served, asked->latency, asked->depth, NULL) == STATUS_OK;
    case SUBJECT_SERVE:
        question_big(question, KEY_SERVED, served);
        asked->class = class < PERIODIC ? classes[class] : SERVE_PERIODIC;
        asked->period = class < PERIODIC ? 0 : (int)(class - PERIODIC + 1);
        asked->keep = question_number(question, KEY_ROLES) == 1;
        return true;
    case SUBJECT_CAPACITY:
        return bound && mpz_set_str(served, bound, 10) == 0 && mpz_sgn(served) > 0;
    case SUBJECT_DELAY: /* of the bound: all below are excluded */
        question_big(question, KEY_PROCESSORS, served);
        mpz_sub_ui(served, served, 1);
        asked->depth = confirmed_time(bound) - asked->latency - !schedule;
        return asked->depth >= 0;
    default:
        return false;
    }
}

static bool confirms_stream(const char *fields, const struct question *question, const char *bound,
                            bool schedule) {
    struct serve_question asked;
    mpz_t served;
    mpz_init(served);
    bool right = stream_of(question, bound, schedule, served, &asked);
    if (right && schedule)
        right = confirmed_serves(fields, &asked) &&
                (question->subject != SUBJECT_DELAY || fields_count(fields, "t", asked.depth) ||
                 is_in_family(fields, &asked)) &&
                (question->subject != SUBJECT_DECIDE || !fields_say(fields, "class", "pruned"));
    else if (right && question->subject == SUBJECT_CAPACITY)
        right = is_bound(fields, asked.latency, asked.depth) && fields_big(fields, "most", served);
    else if (right && question->subject == SUBJECT_DELAY)
        right = is_kind(fields, "prices") && confirmed_excludes(fields, &asked);
    else if (right)
        right = confirmed_excludes(fields, &asked);
    mpz_clear(served);
    return right;
}

/* The whole tree, or prices that allow no schedule at all. */
static bool excludes_blocks(const char *fields, const struct question *question) {
    static const char *const kinds[] = {"impossible-residues", "impossible-search",
                                        "impossible-cnf"};
    bool kind = false;
    for (int i = 0; i < 3; i++)
        kind |= is_kind(fields, kinds[i]);
    if (kind)
        return fields_count(fields, "L", number(question, KEY_LATENCY)) &&
               fields_count(fields, "t", number(question, KEY_DEPTH));
    return is_kind(fields, "prices") && confirms_stream(fields, question, NULL, false);
}

void confirmed_delays_take(struct confirmed_delays *delays, const char *fields) {
    mpz_t served;
    mpz_init_set_si(served, delays->served + 1);
    struct serve_question asked = {.latency = delays->latency,
                                   .depth = delays->depth,
                                   .processors = served,
                                   .class = SERVE_ANY};
    if (is_kind(fields, "prices")) {
        asked.depth = fields_number(fields, "t");
        delays->wrong |=
            delays->bounded || asked.depth < delays->depth || !confirmed_excludes(fields, &asked);
        delays->depth = asked.depth + 1;
        delays->bounded = true;
    } else {
        delays->wrong |=
            !fields_count(fields, "t", delays->depth) || !confirmed_serves(fields, &asked);
        delays->served++;
        delays->bounded = false;
    }
    mpz_clear(served);
}

bool confirmed_delays_end(const struct confirmed_delays *delays, long processors,
                          const char *delay) {
    return !delays->wrong && !delays->bounded && delays->served == processors - 1 &&
           confirmed_time(delay) == delays->latency + delays->depth;
}

/* --- families --- */

static bool is_family(const char *fields, const struct question *question) {
    int latency = number(question, KEY_LATENCY);
    bool depths = question_number(question, KEY_OF) == 0;
    return is_kind(fields, "family") && fields_count(fields, "L", latency) &&
           fields_say(fields, "of", depths ? "depths" : "numbers") &&
           (!depths || fields_count(fields, "from", latency));
}

/* Once K is large the bound by counting grows by one with each item, as the time does. */
static bool is_endgame(const char *fields, const struct question *question) {
    enum { MANY = 1000000000 };
    mpz_t processors, items, bound, more;
    mpz_inits(processors, items, bound, more, NULL);
    question_big(question, KEY_PROCESSORS, processors);
    mpz_sub_ui(processors, processors, 1); /* N */
    mpz_set_ui(items, MANY);
    int latency = number(question, KEY_LATENCY);
    bool right = is_kind(fields, "items-colours") && fields_count(fields, "L", latency) &&
                 fields_big(fields, "N", processors) &&
                 items_bound(latency, 1, processors, items, false, bound, NULL) == STATUS_OK;
    mpz_sub_ui(more, bound, MANY);
    right = right && mpz_fits_sint_p(more) && fields_count(fields, "more", (int)mpz_get_si(more));
    mpz_clears(processors, items, bound, more, NULL);
    return right;
}

static bool is_fraction(const char *fields, const struct question *question) {
    char point[8];
    question_value_text(question, subject_place(question->subject, KEY_OF), point, sizeof point);
    return is_kind(fields, "fractional-stream") &&
           fields_count(fields, "L", number(question, KEY_LATENCY)) &&
           fields_say(fields, "point", point);
}

static struct items_question items_of(const struct question *question) {
    bool rounds = question->subject == SUBJECT_MULTIPORT;
    return (struct items_question){.latency = rounds ? 1 : number(question, KEY_LATENCY),
                                   .ports = number(question, KEY_PORTS),
                                   .processors = number(question, KEY_PROCESSORS) - 1,
                                   .items = number(question, KEY_ITEMS),
                                   .single = question_number(question, KEY_SENDS) == 1};
}

bool confirmed_machine(const char *fields, const struct question *question) {
    return fields_count(fields, "L", question_number(question, KEY_LATENCY)) &&
           fields_count(fields, "o", question_number(question, KEY_OVERHEAD)) &&
           fields_count(fields, "g", question_number(question, KEY_GAP));
}

static bool is_number_of(const char *fields, const char *field, const struct question *question,
                         enum key key) {
    mpz_t asked;
    mpz_init(asked);
    question_big(question, key, asked);
    bool right = fields_big(fields, field, asked);
    mpz_clear(asked);
    return right;
}

/* Fewer than P know an item one step before the bound. */
static bool is_reach(const char *fields, const struct question *question, const char *bound) {
    bool there;
    mpz_t processors;
    mpz_init(processors);
    question_big(question, KEY_PROCESSORS, processors);
    bool right = is_kind(fields, "reach") && confirmed_time(bound) > 0 &&
                 fields_count(fields, "time", confirmed_time(bound) - 1L) &&
                 fields_compare(fields, "most", processors, &there) < 0 && there;
    mpz_clear(processors);
    return right;
}

/* Is the next digest, from *at on, that of the lines of these edges? */
static bool is_graph(const char **at, const struct gossip_graph *graph) {
    struct sha256_ctx context;
    char line[48], hex[DIGEST_ROOM];
    struct field field = fields_find(*at, "graph");
    sha256_init(&context);
    for (int i = 0; i < graph->count; i++) {
        int length =
            snprintf(line, sizeof line, "edge %d %d\n", graph->edges[i].a, graph->edges[i].b);
        sha256_update(&context, (size_t)length, (const uint8_t *)line);
    }
    digest_end(&context, hex);
    *at = fields_behind(field);
    return field.length == strlen(hex) && strncmp(field.text, hex, field.length) == 0;
}

/* A product is told by its factors. */
static bool has_edges_of(const char *fields, const struct gossip_network *network) {
    const char *at = fields;
    bool right = true;
    if (!is_kind(fields, "gossip-product"))
        return is_graph(&at, &network->graph);
    for (int i = 0; i < network->count && right; i++)
        right = is_graph(&at, &network->factors[i].graph);
    return right && fields_find(at, "graph").length == 0;
}

static bool is_network(const char *fields, const struct question *question) {
    struct gossip_network network;
    const char *duplex = question_number(question, KEY_DUPLEX) == 1 ? "half" : "full";
    if (gossip_network_parse(question_text(question, KEY_NETWORK), &network, NULL))
        return false;
    bool right = fields_count(fields, "P", network.graph.nodes) &&
                 fields_say(fields, "duplex", duplex) && has_edges_of(fields, &network);
    gossip_network_clear(&network);
    return right;
}

/* Of messages under the full capacity, which subjects without that parameter are about. */
static bool is_logp(const char *fields) {
    return fields_say(fields, "machine", "logp") && fields_find(fields, "capacity").length == 0;
}

static bool confirms_machine_schedule(const char *fields, const struct question *question,
                                      const char *bound) {
    bool list = is_kind(fields, "messages") && is_number_text(fields, "end", bound);
    bool logp = is_logp(fields);
    switch (question->subject) {
    case SUBJECT_SINGLE:
        return list && logp && confirmed_machine(fields, question) &&
               fields_say(fields, "sources", "one") && fields_count(fields, "K", 1) &&
               is_number_of(fields, "P", question, KEY_PROCESSORS);
    case SUBJECT_ALLGATHER:
        return list && logp && confirmed_machine(fields, question) &&
               fields_say(fields, "sources", "all") &&
               is_number_of(fields, "K", question, KEY_ITEMS) &&
               is_number_of(fields, "P", question, KEY_PROCESSORS);
    case SUBJECT_ALLREDUCE:
        return is_kind(fields, "combining") && is_number_text(fields, "end", bound) &&
               is_number_of(fields, "L", question, KEY_LATENCY) &&
               is_number_of(fields, "P", question, KEY_PROCESSORS);
    case SUBJECT_GOSSIP:
        return (list || is_kind(fields, "gossip-product")) &&
               is_number_text(fields, "end", bound) && is_network(fields, question);
    default:
        return false;
    }
}

static bool confirms_machine_bound(const char *fields, const struct question *question,
                                   const char *bound) {
    switch (question->subject) {
    case SUBJECT_SINGLE:
        return confirmed_machine(fields, question) && is_reach(fields, question, bound);
    case SUBJECT_ALLREDUCE:
        return is_number_of(fields, "L", question, KEY_LATENCY) && fields_count(fields, "o", 0) &&
               fields_count(fields, "g", 1) && is_reach(fields, question, bound);
    case SUBJECT_ALLGATHER: /* what one processor receives, from whomever */
        return is_kind(fields, "items-bound") && fields_count(fields, "P", 2) &&
               fields_count(fields, "ports", 1) && fields_say(fields, "sends", "any") &&
               is_number_of(fields, "L", question, KEY_LATENCY) &&
               question_number(question, KEY_OVERHEAD) == 0 &&
               question_number(question, KEY_GAP) == 1 &&
               fields_count(fields, "K",
                            question_number(question, KEY_ITEMS) *
                                (question_number(question, KEY_PROCESSORS) - 1)) &&
               is_number_text(fields, "before", bound);
    case SUBJECT_GOSSIP:
        return (is_kind(fields, "gossip-bound") || is_kind(fields, "impossible-gossip")) &&
               is_number_text(fields, "before", bound) && is_network(fields, question);
    default:
        return false;
    }
}

/* The most in a time, or the least time for so many: the schedule may add up more. */
static bool confirms_sum(const char *fields, const struct question *question, const char *bound,
                         bool schedule) {
    bool most = question->subject == SUBJECT_REDUCE, there;
    if (!is_kind(fields, schedule ? "summation" : "summation-bound") ||
        !confirmed_machine(fields, question))
        return false;
    if (most)
        return is_number_text(fields, schedule ? "operands" : "most", bound) &&
               is_number_of(fields, "end", question, KEY_UNTIL) &&
               (schedule ? fields_number(fields, "P") <= question_number(question, KEY_PROCESSORS)
                         : is_number_of(fields, "P", question, KEY_PROCESSORS));
    mpz_t operands;
    mpz_init(operands);
    question_big(question, KEY_OPERANDS, operands);
    int order = fields_compare(fields, schedule ? "operands" : "most", operands, &there);
    mpz_clear(operands);
    return there && (schedule ? order >= 0 : order < 0) &&
           fields_count(fields, "end", confirmed_time(bound) - !schedule) &&
           (schedule ? fields_number(fields, "P") <= question_number(question, KEY_PROCESSORS)
                     : is_number_of(fields, "P", question, KEY_PROCESSORS));
}

bool confirmed_schedule(const char *fields, const struct question *question, const char *bound) {
    struct items_question items = items_of(question);
    switch (question->subject) {
    case SUBJECT_DECIDE:
    case SUBJECT_SERVE:
    case SUBJECT_CAPACITY:
    case SUBJECT_DELAY:
        return confirms_stream(fields, question, bound, true);
    case SUBJECT_ITEMS:
    case SUBJECT_MULTIPORT:
        return confirmed_time(bound) >= 0 &&
               confirmed_items_end(fields, &items, confirmed_time(bound));
    case SUBJECT_REDUCE:
    case SUBJECT_REDUCE_TIME:
        return confirms_sum(fields, question, bound, true);
    case SUBJECT_STREAM:
        return confirmed_stream_schedule(fields, question, bound);
    case SUBJECT_STREAM_CAPACITY:
        return confirmed_stream_capacity_schedule(fields, question, bound);
    case SUBJECT_LOGP_ITEMS:
        return confirmed_logp_items_schedule(fields, question, bound);
    case SUBJECT_FAMILY:
        return is_family(fields, question);
    case SUBJECT_STREAM_FAMILY:
        return is_kind(fields, "logp-family") && confirmed_machine(fields, question);
    case SUBJECT_ENDGAME:
        return is_endgame(fields, question);
    case SUBJECT_FRACTION:
        return is_fraction(fields, question);
    default:
        return confirms_machine_schedule(fields, question, bound);
    }
}

bool confirmed_bound(const char *fields, const struct question *question, const char *bound) {
    struct items_question items = items_of(question);
    switch (question->subject) {
    case SUBJECT_DECIDE:
        return excludes_blocks(fields, question);
    case SUBJECT_SERVE:
    case SUBJECT_CAPACITY:
    case SUBJECT_DELAY:
        return confirms_stream(fields, question, bound, false);
    case SUBJECT_ITEMS:
    case SUBJECT_MULTIPORT:
        return confirmed_time(bound) >= 0 &&
               confirmed_items_need(fields, &items, confirmed_time(bound));
    case SUBJECT_REDUCE:
    case SUBJECT_REDUCE_TIME:
        return confirms_sum(fields, question, bound, false);
    case SUBJECT_STREAM:
        return confirmed_stream_bound(fields, question, bound);
    case SUBJECT_STREAM_CAPACITY:
        return confirmed_stream_capacity_bound(fields, question, bound);
    case SUBJECT_LOGP_ITEMS:
        return confirmed_logp_items_bound(fields, question, bound);
    case SUBJECT_FORMULA:
        return is_kind(fields, "cnf");
    default:
        return confirms_machine_bound(fields, question, bound);
    }
}
