/* SPDX-License-Identifier: MIT */
#include "solver/question/confirmed.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/base/files.h"
#include "solver/items/items_bound.h"
#include "solver/model/sequence.h"
#include "solver/network/network_problem.h"
#include "solver/proof/sat/dimacs.h"
#include "solver/proof/sat/refutation.h"
#include "solver/question/confirmed_tests.h"
#include "solver/question/fields.h"

typedef const struct confirmation *asked;

/* --- what a question names --- */

static enum status read_clauses(struct confirmation *confirmation, struct failure *failure) {
    CLEANUP(formula_clear) struct formula formula = {0};
    const struct question *question = confirmation->question;
    FREED char *path = input_file_path(question->base, question_text(question, KEY_FILE));
    TRY(path ? dimacs_read_file(path, &formula, failure) : failure_memory(failure, "a formula"));
    const struct formula_proof proof = {.literals = formula.literals, .length = formula.length};
    formula_proof_digest(&proof, confirmation->clauses);
    return STATUS_OK;
}

static enum status read_network(struct confirmation *confirmation, struct failure *failure) {
    CLEANUP(network_clear) struct network network = {0};
    TRY(question_network(confirmation->question, &confirmation->network, &network, failure));
    return network_digest(&network, confirmation->arcs, failure);
}

enum status confirmation_open(struct confirmation *confirmation, const struct question *question,
                              bool schedule, const char *bound, struct failure *failure) {
    struct confirmation result = {.question = question, .bound = bound, .schedule = schedule};
    enum status status = STATUS_OK;
    if (question_has(question, KEY_NETWORK))
        status = read_network(&result, failure);
    if (question->subject == SUBJECT_FORMULA)
        status = read_clauses(&result, failure);
    if (status) {
        network_factors_clear(&result.network);
        return status;
    }
    mpz_init(result.most);
    *confirmation = result;
    return STATUS_OK;
}

void confirmation_close(struct confirmation *confirmation) {
    network_factors_clear(&confirmation->network);
    mpz_clear(confirmation->most);
    *confirmation = (struct confirmation){0};
}

/* --- numbers of the question and of its answer; false: there is none --- */

static long number(asked about, enum key key) {
    return question_number(about->question, key);
}

/* For what is never less than 0. */
static bool set_number(mpz_ptr to, long value) {
    mpz_set_si(to, value);
    return value >= 0;
}

/* The number of a bound, a time; -1 for what is none, or is beyond an int. */
static long time_of(const char *text) {
    char *end = NULL;
    long time = text && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
    return end && !*end && time < INT_MAX ? time : -1;
}

static struct logp_machine machine_of(asked about) {
    return question_machine(about->question).logp;
}

/* l = L+2o */
static bool value_transfer(asked about, mpz_ptr to) {
    const struct logp_machine machine = machine_of(about);
    return set_number(to, (long)logp_machine_transfer(&machine));
}

static bool value_bound(asked about, mpz_ptr to) {
    const char *bound = about->bound;
    return bound && *bound && strspn(bound, "0123456789") == strlen(bound) &&
           mpz_set_str(to, bound, 10) == 0;
}

/* One less, where that is a number. */
static bool lessen(mpz_ptr number) {
    bool there = mpz_sgn(number) > 0;
    mpz_sub_ui(number, number, there);
    return there;
}

static bool value_before(asked about, mpz_ptr to) {
    return value_bound(about, to) && lessen(to);
}

/* One more. */
static bool value_beyond(asked about, mpz_ptr to) {
    bool there = value_bound(about, to);
    mpz_add_ui(to, to, 1);
    return there;
}

/* N */
static bool value_served(asked about, mpz_ptr to) {
    if (about->question->subject == SUBJECT_CAPACITY)
        return value_bound(about, to);
    if (question_has(about->question, KEY_SERVED)) {
        question_big(about->question, KEY_SERVED, to);
        return true;
    }
    question_big(about->question, KEY_PROCESSORS, to);
    mpz_sub_ui(to, to, 1);
    return true;
}

/* Of the schedules that the question is about; 1: stationary. */
static bool value_period(asked about, mpz_ptr to) {
    long class = number(about, KEY_SCHEDULE);
    return set_number(to, class < CLASS_PERIODIC ? 1 : class - CLASS_PERIODIC + 1);
}

/* The items of all others: K (P-1). */
static bool value_others(asked about, mpz_ptr to) {
    value_served(about, to);
    mpz_mul_si(to, to, number(about, KEY_ITEMS));
    return true;
}

/* By how much the bound for K items passes K: once K is large it grows by one with each item, as
 * the time does. */
static bool value_more(asked about, mpz_ptr to) {
    enum { MANY = 1000000000 };
    BIG(served);
    BIG_OF(items, MANY);
    value_served(about, served);
    bool found = items_bound((int)number(about, KEY_LATENCY), 1, served, items, false, to, NULL) ==
                 STATUS_OK;
    mpz_sub_ui(to, to, MANY);
    return found;
}

static bool value_nodes(asked about, mpz_ptr to) {
    return set_number(to, network_factors_whole(&about->network)->nodes);
}

/* t: of the question, of a delay the bound less L. */
static bool value_depth(asked about, mpz_ptr to) {
    long time = time_of(about->bound);
    if (about->question->subject != SUBJECT_DELAY)
        return set_number(to, number(about, KEY_DEPTH));
    return time >= 0 && set_number(to, time - number(about, KEY_LATENCY));
}

static bool value_depth_before(asked about, mpz_ptr to) {
    return value_depth(about, to) && lessen(to);
}

/* f_t of that t. */
static bool value_tree(asked about, mpz_ptr to) {
    BIG(depth);
    return value_depth(about, depth) && mpz_fits_sint_p(depth) &&
           sequence_term(to, (int)number(about, KEY_LATENCY), (int)mpz_get_si(depth), NULL, NULL) ==
               STATUS_OK;
}

/* l+t */
static bool value_delay(asked about, mpz_ptr to) {
    bool there = value_transfer(about, to);
    mpz_add_ui(to, to, (unsigned long)number(about, KEY_DEPTH));
    return there;
}

/* D, if K items of a stream end at the bound (K-1)G + D. */
static bool value_items_delay(asked about, mpz_ptr to) {
    const struct logp_machine machine = machine_of(about);
    BIG_OF(before, logp_machine_step(&machine));
    mpz_mul_si(before, before, number(about, KEY_ITEMS) - 1);
    bool there = value_bound(about, to);
    mpz_sub(to, to, before);
    return there && mpz_sgn(to) >= 0;
}

static long price(asked about) {
    const struct logp_machine machine = machine_of(about);
    return time_of(about->bound) - (long)logp_machine_transfer(&machine) - 1;
}

static long apart(asked about) {
    const struct logp_machine machine = machine_of(about);
    return logp_machine_apart(&machine);
}

/* S-1, where the bound is l+S. */
static bool value_price(asked about, mpz_ptr to) {
    return set_number(to, price(about));
}

/* S-1 less h for each claim before this one. */
static bool value_reach(asked about, mpz_ptr to) {
    return set_number(to, price(about) - about->count * apart(about));
}

/* N less what these claims allow. */
static bool value_left(asked about, mpz_ptr to) {
    value_served(about, to);
    mpz_sub(to, to, about->most);
    return true;
}

#define NAMED(name)                                                                                \
    { #name, value_##name }
static const struct {
    const char *name;
    bool (*value)(asked about, mpz_ptr to);
} named_values[] = {NAMED(transfer), NAMED(bound),       NAMED(before),       NAMED(beyond),
                    NAMED(served),   NAMED(period),      NAMED(others),       NAMED(more),
                    NAMED(nodes),    NAMED(depth),       NAMED(depth_before), NAMED(tree),
                    NAMED(delay),    NAMED(items_delay), NAMED(price),        NAMED(reach),
                    NAMED(left)};

/* One of these, or that of a key. */
static bool value_of(asked about, const char *name, mpz_ptr to) {
    static const char *const small[] = {"zero", "one", "two"};
    enum key key = key_find(name);
    for (int i = 0; i < 3; i++)
        if (strcmp(small[i], name) == 0)
            return set_number(to, i);
    for (size_t i = 0; i < sizeof named_values / sizeof *named_values; i++)
        if (strcmp(named_values[i].name, name) == 0)
            return named_values[i].value(about, to);
    require(key < KEYS);
    if (!question_has(about->question, key))
        return false;
    question_big(about->question, key, to);
    return true;
}

/* --- which questions a row is for --- */

static bool is_tree(asked about) {
    BIG(tree, served);
    return number(about, KEY_ROLES) != 1 && value_tree(about, tree) &&
           value_served(about, served) && mpz_cmp(tree, served) == 0;
}

bool confirmed_row_is_of(const struct confirmed_row *row, enum subject subject) {
    return row->subject == subject ||
           (row->subject == CONFIRMED_COLLECTIVES && subject_place(subject, KEY_ROUNDS) >= 0);
}

/* One round in each step. */
static bool is_even(const struct question *question) {
    return !question_has(question, KEY_STEPS) && !question_has(question, KEY_ROUNDS);
}

static bool is_for(const struct confirmed_row *row, asked about) {
    const struct question *question = about->question;
    const char *when = row->when;
    long class = question_number(question, KEY_SCHEDULE), of = question_number(question, KEY_OF);
    if (!confirmed_row_is_of(row, question->subject) || row->schedule != about->schedule ||
        !(row->machines & (int)question_machine_class(question)))
        return false;
    if (strcmp(when, "any") == 0)
        return class == CLASS_ANY;
    if (strcmp(when, "blocks") == 0)
        return class == CLASS_BLOCK_CYCLIC;
    if (strcmp(when, "periodic") == 0) /* stationary ones as well */
        return class == CLASS_STATIONARY || class >= CLASS_PERIODIC;
    if (strcmp(when, "tree") == 0) /* N = f_t, and roles may change */
        return is_tree(about);
    if (strcmp(when, "priced") == 0) /* g >= 2o, and no claim before */
        return number(about, KEY_GAP) >= 2 * number(about, KEY_OVERHEAD) && about->count == 0;
    if (strcmp(when, "one_item") == 0)
        return number(about, KEY_ITEMS) == 1;
    if (strcmp(when, "rounds") == 0)
        return question_has(question, KEY_ROUNDS);
    if (strcmp(when, "steps") == 0) /* alone */
        return question_has(question, KEY_STEPS) && !question_has(question, KEY_ROUNDS);
    if (strcmp(when, "even") == 0)
        return is_even(question);
    if (strcmp(when, "depths") == 0)
        return of == OF_DEPTHS;
    if (strcmp(when, "numbers") == 0)
        return of == OF_PROCESSORS;
    require(!*when);
    return true;
}

/* --- one claim --- */

/* A word of a template. */
struct rule {
    char key[24];
    char often;    /* '?', '*' or 0: once */
    char relation; /* = < > (with or equal) l (less) ! / % : ~ - */
    char value[64];
};

/* The next word of the template; false at its end. */
static bool next_rule(const char **template, struct rule *rule) {
    const char *text = *template + strspn(*template, " ");
    size_t key = strcspn(text, "?*=<>!/%:~-"), end = strcspn(text, " ");
    if (!*text)
        return false;
    *rule = (struct rule){.often = 0};
    require(key < sizeof rule->key && key < end && end - key < sizeof rule->value);
    memcpy(rule->key, text, key);
    if (text[key] == '?' || text[key] == '*')
        rule->often = text[key++];
    rule->relation = text[key++];
    if (rule->relation == '<' && text[key] != '=')
        rule->relation = 'l';
    else if (rule->relation == '<' || rule->relation == '>')
        key++;
    memcpy(rule->value, text + key, end - key);
    *template = text + end;
    return true;
}

static bool stands(char relation, mpz_srcptr found, mpz_srcptr wanted) {
    int order = mpz_cmp(found, wanted);
    switch (relation) {
    case '=':
        return order == 0;
    case '<':
        return order <= 0;
    case '>':
        return order >= 0;
    case 'l':
        return order < 0;
    case '!':
        return order != 0;
    case '/':
        return mpz_sgn(found) > 0 && mpz_divisible_p(wanted, found);
    case '%':
        return mpz_sgn(found) > 0 && mpz_sgn(wanted) > 0 && mpz_divisible_p(found, wanted);
    default:
        return false;
    }
}

static bool is_word_of(struct field field, const char *words) {
    for (const char *word = words; *word;) {
        size_t length = strcspn(word, "|");
        if (length == field.length && strncmp(word, field.text, length) == 0)
            return true;
        word += length + (word[length] == '|');
    }
    return false;
}

static bool is_so(const struct rule *rule, asked about, struct field field, const char *fields) {
    if (rule->relation == '-')
        return true;
    if (rule->relation == ':')
        return is_word_of(field, rule->value);
    if (rule->relation == '~')
        return confirmed_test(about, rule->value, fields);
    BIG(found, wanted);
    return field_number(field, found) && value_of(about, rule->value, wanted) &&
           stands(rule->relation, found, wanted);
}

/* Every field of this key is so, and there are as many as there have to be; *seen counts them. */
static bool are_so(const struct rule *rule, asked about, const char *fields, int *seen) {
    int count = 0;
    for (struct field field = fields_find(fields, rule->key); field.length;
         field = fields_find(fields_behind(field), rule->key), count++)
        if (!is_so(rule, about, field, fields))
            return false;
    *seen += count;
    if (!count && rule->often && rule->relation == '~')
        return confirmed_test(about, rule->value, fields);
    return rule->often == '*' || count == 1 || (rule->often == '?' && count == 0);
}

static int count_fields(const char *fields) {
    int count = 0;
    for (; *fields; count++) {
        fields += strcspn(fields, " ");
        fields += *fields == ' ';
    }
    return count;
}

/* And no field is left, but the kind. */
bool confirmed_row_fits(const struct confirmed_row *row, const struct confirmation *confirmation,
                        const char *fields) {
    struct rule rule;
    char kind[32] = "";
    size_t length = strcspn(row->template, " ");
    const char *rest = row->template + length;
    int seen = 1;
    require(length < sizeof kind);
    strncat(kind, row->template, length);
    if (!fields_say(fields, "kind", kind))
        return false;
    while (next_rule(&rest, &rule))
        if (!are_so(&rule, confirmation, fields, &seen))
            return false;
    return seen == count_fields(fields);
}

static bool fits(const struct confirmation *confirmation, const char *fields) {
    for (const struct confirmed_row *row = confirmed_rows; row->template; row++)
        if (is_for(row, confirmation) && confirmed_row_fits(row, confirmation, fields))
            return true;
    return false;
}

/* --- all delays --- */

/* The next claim is about the next P: that its delay is reached, or one less is not. */
static bool fits_next(const struct confirmation *delays, bool schedule, const char *fields) {
    CLEANUP(question_clear) struct question question = {0};
    struct confirmation next = {.question = &question, .schedule = schedule};
    long latency = question_number(delays->question, KEY_LATENCY);
    char bound[24];
    snprintf(bound, sizeof bound, "%ld", latency + delays->depth);
    next.bound = bound;
    question_init(&question, SUBJECT_DELAY);
    question_set(&question, KEY_LATENCY, latency);
    question_set(&question, KEY_PROCESSORS, delays->served + 2);
    return fits(&next, fields);
}

static void take_delay(struct confirmation *delays, const char *fields) {
    bool bound = fields_say(fields, "kind", "prices");
    if (bound) {
        BIG(depth);
        delays->wrong |= delays->bounded || !fields_take(fields, "t", depth) ||
                         !mpz_fits_sint_p(depth) || mpz_cmp_si(depth, delays->depth) < 0;
        delays->depth = delays->wrong ? delays->depth : mpz_get_si(depth) + 1;
    }
    delays->wrong |= !fits_next(delays, !bound, fields);
    delays->bounded = bound;
    delays->served += !bound;
}

static bool delays_hold(const struct confirmation *delays) {
    return !delays->bounded &&
           delays->served == question_number(delays->question, KEY_PROCESSORS) - 1 &&
           time_of(delays->bound) == question_number(delays->question, KEY_LATENCY) + delays->depth;
}

/* --- two halves --- */

static bool is_frontier(const struct question *question) {
    return question->subject == SUBJECT_FRONTIER;
}

static bool is_of_two(const struct question *question) {
    return question->subject == SUBJECT_RATE ||
           (question->subject == SUBJECT_ALLREDUCE && question_has(question, KEY_NETWORK)) ||
           (is_frontier(question) && question_collective(question) == COLLECTIVE_ALLREDUCE);
}

static bool is_composed(asked about) {
    return about->schedule && is_of_two(about->question);
}

static const struct confirmed_row half = {
    SUBJECT_ALLREDUCE, MACHINE_NETWORK, true, "",
    "network-schedule network~network nodes- arcs- collective~half root- chunks- steps- rounds- "
    "most-"};
static const struct confirmed_row half_frontier = {
    SUBJECT_FRONTIER, MACHINE_NETWORK, true, "",
    "network-frontier network~network nodes- arcs- collective~collective root- until- points-"};

/* A schedule, or trees, then what no schedule is below: the same rounds a chunk; of an allreduce
 * those of both halves. */
static const struct confirmed_row trees = {
    SUBJECT_RATE, MACHINE_NETWORK, true, "",
    "network-rate network~network nodes- arcs- collective~collective root~root rounds-"};
static const struct confirmed_row rates[] = {
    {SUBJECT_RATE, MACHINE_NETWORK, true, "",
     "network-schedule network~network nodes- arcs- collective~collective root~root chunks- steps- "
     "rounds- most-"},
    {SUBJECT_RATE, MACHINE_NETWORK, true, "",
     "network-bound network~network nodes- arcs- collective~collective root~root rounds~reached "
     "steps:any"}};

static void add_rate(struct confirmation *confirmation, const char *fields) {
    bool second = confirmation->count % 2;
    struct field rounds = fields_find(fields, "rounds");
    char text[32];
    bool by_trees = !second && confirmed_row_fits(&trees, confirmation, fields);
    confirmation->wrong |= !by_trees && !confirmed_row_fits(&rates[second], confirmation, fields);
    if (second)
        return;
    if (by_trees) {
        snprintf(text, sizeof text, "%.*s", (int)rounds.length, rounds.text);
        confirmation->wrong |=
            sscanf(text, "%ld/%ld", &confirmation->rounds, &confirmation->steps) != 2;
        return;
    }
    confirmation->steps = fields_number(fields, "chunks");
    confirmation->rounds = fields_number(fields, "rounds");
}

static void add_half(struct confirmation *confirmation, const char *fields) {
    bool frontier = is_frontier(confirmation->question);
    confirmation->wrong |=
        !confirmed_row_fits(frontier ? &half_frontier : &half, confirmation, fields);
    struct field collective = fields_find(fields, "collective");
    snprintf(confirmation->half, sizeof confirmation->half, "%.*s", (int)collective.length,
             collective.text);
    confirmation->root = fields_number(fields, "root");
    confirmation->steps += fields_number(fields, "steps");
    confirmation->rounds += fields_number(fields, "rounds");
    confirmation->wrong |=
        !frontier && is_even(confirmation->question) && fields_number(fields, "most") > 1;
}

static bool halves_hold(asked about) {
    if (about->question->subject == SUBJECT_RATE)
        return about->count ==
               (question_collective(about->question) == COLLECTIVE_ALLREDUCE ? 4 : 2);
    if (is_frontier(about->question))
        return about->count == 2;
    long bound = time_of(about->bound);
    long steps = question_has(about->question, KEY_STEPS) ? number(about, KEY_STEPS) : bound;
    long rounds = question_has(about->question, KEY_ROUNDS)  ? number(about, KEY_ROUNDS)
                  : question_has(about->question, KEY_STEPS) ? bound
                                                             : LONG_MAX;
    return about->count == 2 && about->steps <= steps && about->rounds <= rounds;
}

/* --- claim after claim --- */

static bool is_all_delays(const struct confirmation *confirmation) {
    return confirmation->question->subject == SUBJECT_DELAYS && confirmation->schedule;
}

static bool is_stream_bound(const struct question *question, bool schedule) {
    return question->subject == SUBJECT_DELAY && !schedule;
}

/* How many claims the bound of a stream needs. */
static int needed(asked about) {
    bool again = price(about) >= apart(about);
    return number(about, KEY_GAP) <= number(about, KEY_OVERHEAD) && again ? 2 : 1;
}

static void add_most(struct confirmation *confirmation, const char *fields) {
    BIG(most);
    if (fields_take(fields, "most", most))
        mpz_add(confirmation->most, confirmation->most, most);
}

void confirmation_take(struct confirmation *confirmation, const char *fields) {
    if (is_all_delays(confirmation))
        take_delay(confirmation, fields);
    else if (confirmation->question->subject == SUBJECT_RATE && confirmation->schedule)
        add_rate(confirmation, fields);
    else if (is_composed(confirmation))
        add_half(confirmation, fields);
    else
        confirmation->wrong |= !fits(confirmation, fields);
    if (is_stream_bound(confirmation->question, confirmation->schedule))
        add_most(confirmation, fields);
    confirmation->count++;
}

bool confirmation_holds(const struct confirmation *confirmation) {
    if (confirmation->wrong)
        return false;
    if (is_all_delays(confirmation))
        return delays_hold(confirmation);
    if (is_composed(confirmation))
        return halves_hold(confirmation);
    return confirmation->count == (is_stream_bound(confirmation->question, confirmation->schedule)
                                       ? needed(confirmation)
                                       : 1);
}

bool confirmation_is_file(const struct question *question, bool schedule) {
    return question->subject == SUBJECT_DELAYS || (schedule && is_of_two(question)) ||
           (is_stream_bound(question, schedule) &&
            question_number(question, KEY_GAP) <= question_number(question, KEY_OVERHEAD));
}
