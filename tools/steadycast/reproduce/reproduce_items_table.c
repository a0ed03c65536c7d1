/* The table and the picture of least times for K items. */
#include <limits.h>

#include "solver/items/items_bound.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { CELL = 20, LEFT = 44, TOP = 96, GAP = 60, WIDTH = 1100 };

static bool is_items(const struct job *job) {
    return job->question.kind == CASE_ITEMS;
}

bool reproduction_has_items(const struct reproduction *reproduction) {
    for (size_t i = 0; i < reproduction->count; i++)
        if (is_items(&reproduction->jobs[i]))
            return true;
    return false;
}

/* Jobs that differ in P only stand in one table. */
static bool same_table(const struct case_question *a, const struct case_question *b) {
    return a->kind == b->kind && a->latency == b->latency && a->ports == b->ports &&
           a->single == b->single && a->first_items == b->first_items &&
           a->last_items == b->last_items;
}

/* From the job at `first` on, how many stand in its table. */
static size_t table_size(const struct reproduction *reproduction, size_t first) {
    size_t end = first + 1;
    while (end < reproduction->count &&
           same_table(&reproduction->jobs[first].question, &reproduction->jobs[end].question))
        end++;
    return end - first;
}

static int width_of(const struct case_question *question) {
    return (int)(question->last_items - question->first_items + 1);
}

static bool is_settled(const struct items_entry *entry) {
    return entry->lower == entry->upper;
}

/* By how much Theorem 3.1 of the paper, which is for K > 1, exceeds the time of the schedule that
 * was found; 0: not at all, or it is not about this case. */
static int excess(const struct case_question *question, const struct items_entry *entry) {
    if (question->ports != 1 || question->single || entry->items < 2 || entry->upper == INT_MAX)
        return 0;
    mpz_t processors, items, printed;
    mpz_init_set_si(processors, question->first - 1);
    mpz_init_set_si(items, entry->items);
    mpz_init(printed);
    long more = 0;
    if (items_paper_bound(question->latency, processors, items, printed, NULL) == STATUS_OK)
        more = mpz_get_si(printed) - entry->upper;
    mpz_clears(processors, items, printed, (mpz_ptr)NULL);
    return more > 0 ? (int)more : 0;
}

/* --- text --- */

static void print_entry(FILE *file, const struct case_question *question,
                        const struct items_entry *entry) {
    char cell[40];
    if (entry->upper == INT_MAX)
        snprintf(cell, sizeof cell, "%d..", entry->lower);
    else if (!is_settled(entry))
        snprintf(cell, sizeof cell, "%d..%d", entry->lower, entry->upper);
    else
        snprintf(cell, sizeof cell, "%d%s%s", entry->upper,
                 entry->lower > entry->counted ? "*" : "", excess(question, entry) ? "!" : "");
    fprintf(file, " %7s", cell);
}

static void print_table(FILE *file, const struct job *jobs, size_t count) {
    const struct case_question *question = &jobs[0].question;
    fprintf(file, "\nL = %d, %d port%s%s\n\n      P  K =", question->latency, question->ports,
            question->ports == 1 ? "" : "s",
            question->single ? ", the source sends each item once" : "");
    for (long items = question->first_items; items <= question->last_items; items++)
        fprintf(file, items == question->first_items ? " %3ld" : " %7ld", items);
    fputc('\n', file);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%7ld", jobs[i].question.first);
        for (int k = 0; k < width_of(question); k++)
            print_entry(file, &jobs[i].question, &jobs[i].entries[k]);
        fputc('\n', file);
    }
}

static void print_endgames(FILE *file, const struct job *jobs, size_t count) {
    fprintf(file,
            "\nL = %d: for every K >= M a schedule by time K + A, from one stream and one "
            "endgame\n\n      P    M    A\n",
            jobs[0].question.latency);
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].endgame)
            fprintf(file, "%7ld %4d %4d\n", jobs[i].question.first, jobs[i].endgame,
                    jobs[i].finish - jobs[i].endgame);
        else
            fprintf(file, "%7ld    -\n", jobs[i].question.first);
    }
}

void reproduction_items_table(FILE *file, const struct reproduction *reproduction) {
    size_t size;
    if (reproduction_has_items(reproduction))
        fprintf(
            file,
            "Least times for K items and P processors, the source included. For each a schedule "
            "was verified, and that\nno schedule ends before: by counting messages, or, where "
            "* stands, by a refuted formula. A..B is what is\nknown where the time is not. "
            "! marks that Theorem 3.1 of the paper, which is for K > 1, exceeds the time.\n");
    for (size_t i = 0; i < reproduction->count; i += size) {
        size = table_size(reproduction, i);
        if (is_items(&reproduction->jobs[i]))
            print_table(file, &reproduction->jobs[i], size);
        else if (reproduction->jobs[i].question.kind == CASE_ENDGAMES)
            print_endgames(file, &reproduction->jobs[i], size);
    }
}

/* --- picture --- */

static const char *class_of(const struct case_question *question, const struct items_entry *entry) {
    return !is_settled(entry)              ? "s6 half flat"
           : excess(question, entry)       ? "s5 half flat"
           : entry->lower > entry->counted ? "s4 half flat"
                                           : "s2 pale flat";
}

/* The time less the bound by counting for a source that may send items more than once. */
static void draw_entry(FILE *file, const struct case_question *question,
                       const struct items_entry *entry, int x, int y) {
    struct items_question any = {question->latency, question->ports, (int)question->first - 1,
                                 entry->items, false};
    int bound = entry->counted;
    if (question->single)
        (void)items_question_bound(&any, &bound, NULL);
    picture_box(file, x + 1, y + 1, CELL - 2, CELL - 2, class_of(question, entry));
    if (entry->upper < INT_MAX)
        picture_label(file, x + CELL / 2, y + CELL - 6, "mid", "%d", entry->upper - bound);
}

static void draw_table(FILE *file, const struct job *jobs, size_t count, int x, int y) {
    const struct case_question *question = &jobs[0].question;
    picture_label(file, x, y - 22, "", "L = %d, %d port%s%s", question->latency, question->ports,
                  question->ports == 1 ? "" : "s", question->single ? ", each once" : "");
    for (int k = 0; k < width_of(question); k++)
        picture_label(file, x + k * CELL + CELL / 2, y - 5, "soft mid", "%ld",
                      question->first_items + k);
    for (size_t i = 0; i < count; i++) {
        int row = y + (int)i * CELL;
        picture_label(file, x - 5, row + CELL - 6, "soft end", "%ld", jobs[i].question.first);
        for (int k = 0; k < width_of(question); k++)
            draw_entry(file, &jobs[i].question, &jobs[i].entries[k], x + k * CELL, row);
    }
}

/* All tables from left to right, in lines; returns where the last line ends. */
static int draw_tables(FILE *file, const struct reproduction *reproduction) {
    int x = LEFT, y = TOP, bottom = TOP;
    size_t size;
    for (size_t i = 0; i < reproduction->count; i += size) {
        const struct job *job = &reproduction->jobs[i];
        size = table_size(reproduction, i);
        if (!is_items(job))
            continue;
        int width = width_of(&job->question) * CELL, height = (int)size * CELL;
        if (x > LEFT && x + width > WIDTH) {
            x = LEFT;
            y = bottom + GAP;
        }
        draw_table(file, job, size, x, y);
        bottom = y + height > bottom ? y + height : bottom;
        x += width + GAP;
    }
    return bottom;
}

enum status reproduction_items_picture(FILE *file, const void *context, struct failure *failure) {
    struct picture picture = {
        .title = "Least times for K items (columns) and P processors (rows), less the bound by "
                 "counting messages",
        .text = "Green: proved by counting; orange: by a refuted formula; blue: less than Theorem "
                "3.1 of Karp et al. 1993 says, for K > 1; grey: not settled."};
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    picture_head(&picture);
    int bottom = draw_tables(picture.file, context);
    return picture_file(&picture, file, WIDTH, bottom + 20, failure);
}
