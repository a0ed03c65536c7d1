/* SPDX-License-Identifier: MIT */
#include "core/schedule.h"

#include "core/big.h"
#include "core/certificate.h"
#include "core/coloured.h"
#include "core/memory.h"

/* --- letters --- */

/* The letters of a line `block`, item by item: a, a range a-b (a < b, every letter once), or one of
 * these followed by *k (k >= 2 copies of each). */
struct letters {
    uint32_t first, last, copies;
};

static bool parse_letters(struct letters *letters, struct word word) {
    if (!word_take_number(&word, READ_NUMBER_LIMIT, &letters->first))
        return false;
    letters->last = letters->first;
    if (word_take(&word, '-') && (!word_take_number(&word, READ_NUMBER_LIMIT, &letters->last) ||
                                  letters->last <= letters->first))
        return false;
    return word_take_copies(&word, &letters->copies);
}

/* Takes the next word. */
static void read_letters(struct letters *letters, struct reader *reader) {
    struct word word = read_word(reader);
    if (!parse_letters(letters, word))
        read_malformed(reader, "expected letters a, a-b, a*k or a-b*k, found '%.*s'",
                       WORD_IN_MESSAGE(word));
}

static uint64_t different(const struct letters *letters) {
    return (uint64_t)letters->last - letters->first + 1;
}

/* Below 2^62. */
static uint64_t letters_count(const struct letters *letters) {
    return different(letters) * letters->copies;
}

/* Contract: no more than 2^31 letters. */
static uint64_t letters_sum(const struct letters *letters) {
    return different(letters) * ((uint64_t)letters->first + letters->last) / 2 * letters->copies;
}

/* --- lines --- */

enum { ADDITIONS_OF_LINE = 8, ADDITIONS_OF_POSITION = 8 };

void schedule_init(struct schedule *schedule, struct reader *reader) {
    *schedule = (struct schedule){.reader = reader, .ports = 1};
    balance_init(&schedule->balance, reader);
    memory_number_each(&schedule->processors, &schedule->count, &schedule->many, &schedule->room,
                       NULL);
}

void schedule_start(struct schedule *schedule, uint32_t latency, uint32_t depth, uint32_t period,
                    mpz_srcptr most) {
    schedule->most = most;
    schedule->words = schedule->changes_roles = schedule->rest = schedule->blocks = false;
    schedule->coloured = false;
    schedule->loose[0] = schedule->loose[1] = 0;
    mpz_set_ui(schedule->processors, 0);
    mpz_set_ui(schedule->room, 0);
    balance_start(&schedule->balance, latency, depth, period);
}

static void read_count(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    read_big(reader, "count", schedule->count);
    if (mpz_sgn(schedule->count) == 0)
        read_malformed(reader, "a count is 1 or more, found 0");
    if (mpz_cmp(schedule->count, schedule->most) > 0)
        read_refuted_number(reader, "count, not above that of processors", schedule->most,
                            schedule->count);
    balance_charge(&schedule->balance, schedule->count,
                   (uint64_t)(reader->next - reader->at) / 2 + ADDITIONS_OF_LINE);
}

static struct values range(const struct schedule *schedule, uint32_t first, uint32_t last) {
    return (struct values){.first = first, .last = last, .count = schedule->count};
}

/* COUNT times as many copies of each. */
static struct values copies_of(struct schedule *schedule, uint32_t first, uint32_t last,
                               uint32_t copies) {
    mpz_mul_ui(schedule->many, schedule->count, copies);
    return (struct values){.first = first, .last = last, .count = schedule->many};
}

/* --- receive-only --- */

static void read_receive_only(struct schedule *schedule) {
    mpz_set_ui(schedule->count, 1);
    uint32_t value = read_number(schedule->reader, "value", 0, READ_NUMBER_LIMIT);
    balance_receive(&schedule->balance, "receive-only", range(schedule, value, value));
    schedule->rest = true;
    schedule->rest_value = value;
    mpz_add_ui(schedule->processors, schedule->processors, 1);
    read_line_end(schedule->reader);
}

/* --- block --- */

/* A number of processors for each item: some letters, each so many times. */
static void use_letters(struct schedule *schedule, const struct letters *letters) {
    balance_receive(&schedule->balance, "letter",
                    copies_of(schedule, letters->first, letters->last, letters->copies));
}

/* The next letter of a word, in its order. */
static void append_letter(struct schedule *schedule, const struct letters *letters) {
    if (letters_count(letters) != 1)
        read_malformed(schedule->reader, "the letters of a word stand one by one");
    closed_word_receive(&schedule->word, letters->first, 1);
}

static void is_divisible(struct reader *reader, uint64_t sum, uint32_t size) {
    if (sum % size != 0)
        read_refuted(reader, "head + sum = %llu should be divisible by %u, the remainder is %llu",
                     (unsigned long long)sum, size, (unsigned long long)(sum % size));
}

/* Takes the letters of a block of this size; *sum is increased by that of one block. */
static void read_leaves(struct schedule *schedule, uint32_t size, uint64_t *sum) {
    struct reader *reader = schedule->reader;
    struct letters letters;
    uint64_t total = 0, wanted = (uint64_t)schedule->ports * size - 1;
    bool ordered = false;
    if (wanted >= READ_NUMBER_LIMIT)
        read_malformed(reader, "a block of size %u with %u ports is beyond the limit", size,
                       schedule->ports);
    ordered = read_either(reader, "letters", "word");
    if (ordered && schedule->ports > 1)
        read_malformed(reader, "with several ports letters have no order");
    closed_word_restart(&schedule->word);
    closed_word_receive(&schedule->word, schedule->head, 1);
    while (read_has_more(reader) && total < wanted) {
        read_letters(&letters, reader);
        total += letters_count(&letters);
        if (total > wanted)
            break; /* before the sum could overflow */
        *sum += letters_sum(&letters);
        use_letters(schedule, &letters);
        if (ordered)
            append_letter(schedule, &letters);
    }
    if (total != wanted)
        read_malformed(reader, "a block of size %u has %u letters, found %s", size,
                       (unsigned)wanted, total > wanted ? "more" : "fewer");
    if (ordered)
        closed_word_is_legal(&schedule->word, reader, "");
    else
        is_divisible(reader, *sum, size);
}

/* COUNT heads an item in words of length 1, one of which is theirs, and p - 1 others. */
static void use_single(struct schedule *schedule) {
    mpz_add(schedule->processors, schedule->processors, schedule->count);
    mpz_submul_ui(schedule->room, schedule->count, schedule->ports - 1);
}

static void read_head(struct schedule *schedule, uint32_t *head, uint32_t *size) {
    struct reader *reader = schedule->reader;
    uint32_t L = schedule->balance.latency;
    *head = read_number(reader, "head", 0, READ_NUMBER_LIMIT);
    *size = read_number(reader, "block size", 1, READ_NUMBER_LIMIT);
    read_count(schedule);
    if (schedule->blocks && *head > schedule->head)
        read_malformed(reader, "the heads of the blocks ascend from %u to %u", schedule->head,
                       *head);
    schedule->head = *head;
    if ((uint64_t)*size + L - 1 > *head)
        read_refuted(reader, "a head of value %u can't send %u times: it would arrive late", *head,
                     *size);
    balance_receive(&schedule->balance, "head", range(schedule, *head, *head));
    schedule->changes_roles |= *size > 1; /* what is sent descends */
    if (schedule->ports == 1)
        mpz_addmul_ui(schedule->processors, schedule->count, *size);
    else if (*size > 1)
        mpz_addmul_ui(schedule->processors, schedule->count, (uint64_t)schedule->ports * *size);
    else
        use_single(schedule);
    balance_send(&schedule->balance,
                 copies_of(schedule, *head - (*size - 1), *head, schedule->ports));
}

static void read_block(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    uint32_t head, size;
    read_head(schedule, &head, &size);
    uint64_t sum = head;
    if (size > 1)
        read_leaves(schedule, size, &sum);
    if (!schedule->blocks) {
        schedule->root = head;
        schedule->root_size = size;
        schedule->root_sum = sum;
    }
    schedule->blocks = true;
    read_line_end(reader);
}

/* --- word --- */

/* What is sent is held, so it is t at most once all that is received is. */
static void use_word(struct schedule *schedule) {
    const struct closed_word *word = &schedule->word;
    for (uint32_t p = 0; p < word->length; p++) {
        struct values received = range(schedule, word->value[p], word->value[p]);
        received.phase = p % schedule->balance.period;
        balance_receive(&schedule->balance, "word", received);
    }
    for (uint32_t p = 0; p < word->length; p++) {
        struct values sent = range(schedule, word->sent[p], word->sent[p]);
        sent.phase = p % schedule->balance.period;
        if (word->sent[p] != CLOSED_WORD_NOTHING)
            balance_send(&schedule->balance, sent);
    }
}

/* Is the same done in each period? The length is a multiple of it. */
static bool keeps_role(const struct closed_word *word, uint32_t period) {
    for (uint32_t p = period; p < word->length; p++)
        if (word->value[p] != word->value[p - period] || word->sent[p] != word->sent[p - period])
            return false;
    return true;
}

static void read_word_line(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    struct balance *balance = &schedule->balance;
    struct closed_word *word = &schedule->word;
    schedule->words = true;
    read_count(schedule);
    closed_word_read(word, reader, balance->latency);
    if (word->length % balance->period != 0)
        read_refuted(reader, "%sthe word has length %u, not a multiple of the period %u",
                     balance->where, word->length, balance->period);
    balance_charge(balance, schedule->count, ADDITIONS_OF_POSITION * ((uint64_t)word->length + 1));
    closed_word_check(word, reader, balance->where, balance->latency);
    use_word(schedule);
    mpz_addmul_ui(schedule->processors, schedule->count, word->length / balance->period);
    schedule->changes_roles |= !keeps_role(word, balance->period);
    if (schedule->visitor)
        schedule->visitor->visit(schedule->visitor->context, word, schedule->count);
    read_line_end(reader);
}

/* --- several ports --- */

/* FORM HEAD SENDS; an item's letters of it, and the words of length 1 that it takes. */
static void read_partial(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    struct balance *balance = &schedule->balance;
    uint32_t p = schedule->ports, L = balance->latency, head, sends;
    struct word form = read_word(reader);
    bool is_double = word_is(form, "double"), chain = word_is(form, "chain");
    if (!is_double && !chain && !word_is(form, "single"))
        read_malformed(reader, "expected single, double or chain, found '%.*s'",
                       WORD_IN_MESSAGE(form));
    head = read_number(reader, "head", 0, READ_NUMBER_LIMIT);
    sends = read_number(reader, "sends", 1, p - 1);
    if (head < L || (chain && (head != balance->depth || head < 2 * (uint64_t)L)))
        read_refuted(reader, "a head of value %u can't send: it would arrive late", head);
    mpz_set_ui(schedule->count, 1 + is_double);
    balance_receive(balance, "head", range(schedule, head, head));
    mpz_add_ui(schedule->processors, schedule->processors, chain ? sends + 1 : 1u + is_double);
    if (!chain) {
        mpz_sub_ui(schedule->room, schedule->room, is_double ? sends - 1 : (p - 1) / (p / sends));
        mpz_set_ui(schedule->count, 1);
        balance_send(balance, copies_of(schedule, head, head, sends));
    }
    read_line_end(reader);
}

static void read_loose(struct schedule *schedule) {
    uint32_t value = read_number(schedule->reader, "value", 0, READ_NUMBER_LIMIT);
    read_count(schedule);
    balance_receive(&schedule->balance, "loose", range(schedule, value, value));
    mpz_add(schedule->processors, schedule->processors, schedule->count);
    mpz_add(schedule->room, schedule->room, schedule->count);
    if (value - schedule->watched < 2) { /* modulo 2^32 */
        uint32_t *loose = &schedule->loose[value - schedule->watched],
                 room = schedule->ports - *loose;
        *loose +=
            mpz_cmp_ui(schedule->count, room) < 0 ? (uint32_t)mpz_get_ui(schedule->count) : room;
    }
    read_line_end(schedule->reader);
}

/* Behind the blocks. */
static void read_singles(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    if (read_take(reader, "partial"))
        read_partial(schedule);
    while (read_take(reader, "loose"))
        read_loose(schedule);
    if (mpz_sgn(schedule->room) < 0)
        read_refuted(reader, "there are too few words of length 1 for the heads in them");
}

/* --- the whole --- */

/* What may stand behind the lines of a schedule. */
static bool is_behind(const struct reader *reader) {
    static const char *const keys[] = {"digest", "serve",  "left", "instance",
                                       "step",   "source", "class"};
    bool is = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        is = is || read_is_at(reader, keys[i]);
    return is;
}

void schedule_read_lines(struct schedule *schedule) {
    struct reader *reader = schedule->reader;
    bool one = schedule->balance.period == 1, several = schedule->ports > 1;
    bool own = schedule->coloured = several && read_is_at(reader, "copies");
    if (own)
        coloured_read(schedule);
    if (one && !several && read_take(reader, "receive-only"))
        read_receive_only(schedule);
    while (one && !own && read_take(reader, "block"))
        read_block(schedule);
    if (several && !own)
        read_singles(schedule);
    while (!several && read_take(reader, "word"))
        read_word_line(schedule);
    if (!is_behind(reader))
        read_expected(reader, "%s, or what is behind a schedule: digest, instance, step, ..",
                      own       ? "coloured"
                      : several ? "copies, or block, then partial, then loose"
                      : one     ? "receive-only first, then block, then word"
                                : "word, as the period is above 1");
}

void schedule_check(struct schedule *schedule) {
    schedule_read_lines(schedule);
    if (mpz_cmp(schedule->processors, schedule->most) != 0)
        read_refuted_number(schedule->reader, "processors of all lines before this one",
                            schedule->most, schedule->processors);
    if (!schedule->coloured)
        balance_check(&schedule->balance);
}

void schedule_read_words(struct reader *reader, uint32_t latency, uint32_t depth,
                         mpz_srcptr processors, const struct schedule_visitor *visitor) {
    struct schedule schedule;
    if (read_is_at(reader, "receive-only") || read_is_at(reader, "block"))
        read_expected(reader, "word");
    schedule_init(&schedule, reader);
    schedule.visitor = visitor;
    schedule_start(&schedule, latency, depth, 1, processors);
    schedule_check(&schedule);
}

static void claim_ports(const struct schedule *schedule) {
    struct verdict *verdict = schedule->reader->verdict;
    uint32_t L = schedule->balance.latency, t = schedule->balance.depth;
    verdict_claim(verdict,
                  "L=%u ports=%u t=%u N=%s: a stationary schedule with delay L+t = %u on N "
                  "processors exists",
                  L, schedule->ports, t, memory_digits(schedule->most), L + t);
    verdict_fields(verdict, "L=%u ports=%u t=%u N=%s class=stationary period=1 roles=%s", L,
                   schedule->ports, t, memory_digits(schedule->most),
                   schedule->changes_roles ? "permute" : "keep");
}

static void claim(struct schedule *schedule) {
    struct verdict *verdict = schedule->reader->verdict;
    uint32_t L = schedule->balance.latency, t = schedule->balance.depth;
    uint32_t period = schedule->balance.period;
    if (schedule->ports > 1) {
        claim_ports(schedule);
        return;
    }
    bool periodic = period > 1, blocks = !periodic && !schedule->words && schedule->rest;
    bool whole = big_sequence_is(schedule->reader, L, t, schedule->most);
    const char *processors = memory_digits(schedule->most);
    verdict_claim(verdict, "L=%u t=%u N=%s", L, t, processors);
    if (periodic)
        verdict_claim(verdict, ": a schedule of period T=%u", period);
    else
        verdict_claim(verdict, ": a %s schedule%s", blocks ? "block-cyclic" : "stationary",
                      blocks && !whole ? " on a pruned tree" : "");
    verdict_claim(verdict, " with delay L+t = %u on N%s processors exists%s", L + t,
                  whole ? " = P(t)" : "",
                  !periodic                 ? ""
                  : schedule->changes_roles ? ", in which processors change roles after a period"
                                            : ", in which every processor keeps its role");
    verdict_fields(verdict, "L=%u t=%u N=%s class=%s period=%u roles=%s", L, t, processors,
                   periodic  ? "periodic"
                   : !blocks ? "stationary"
                   : whole   ? "block-cyclic"
                             : "pruned",
                   period, schedule->changes_roles ? "permute" : "keep");
}

void rule_schedule(struct reader *reader) {
    struct schedule schedule;
    mpz_ptr processors = memory_number();
    schedule_init(&schedule, reader);
    uint32_t latency = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    schedule.ports = read_ports(reader);
    uint32_t depth = read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT);
    read_big_line(reader, "processors", 0, processors);
    uint32_t period =
        read_number_line(reader, "period", 1, schedule.ports > 1 ? 1 : READ_NUMBER_LIMIT);
    schedule_start(&schedule, latency, depth, period, processors);
    schedule_check(&schedule);
    claim(&schedule);
}
