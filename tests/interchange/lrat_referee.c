/* SPDX-License-Identifier: MIT */
/* A referee of its own for refutations: reads a formula in the DIMACS format and a proof in LRAT,
 * of whatever program. Exit status 0: the empty clause follows; 1: something does not follow; 2:
 * the files are malformed. It shares no code with the checker: clauses are found by bisection,
 * literals that are true are stamped with the number of the line.
 *
 * Usage: lrat_referee FORMULA PROOF */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct clause {
    long id;
    long *literals;
    size_t size;
    bool gone;
};

static struct clause *clauses;
static size_t count, room;
static long variables;
static size_t *stamps; /* [variables + literal]: in which line it was made true last */
static size_t line;

static _Noreturn void leave(int status, const char *what) {
    printf("%s\n", what);
    exit(status);
}

static void *resized(void *array, size_t elements, size_t size) {
    array = realloc(array, (elements ? elements : 1) * size);
    if (!array)
        leave(2, "out of memory");
    return array;
}

/* Numbers up to a 0; false, with none taken, at the end of the file and before a letter. */
static bool read_list(FILE *file, long **list, size_t *size) {
    long number;
    *list = NULL;
    *size = 0;
    while (fscanf(file, "%ld", &number) == 1) {
        if (number == 0)
            return true;
        *list = resized(*list, *size + 1, sizeof **list);
        (*list)[(*size)++] = number;
    }
    if (*size > 0)
        leave(2, "a list without its 0");
    return false;
}

static void add_clause(long id, long *literals, size_t size) {
    if (count > 0 && clauses[count - 1].id >= id)
        leave(2, "clause numbers do not ascend");
    for (size_t i = 0; i < size; i++)
        if (labs(literals[i]) > variables)
            leave(2, "a literal beyond the variables");
    if (count == room) {
        room = 2 * room + 64;
        clauses = resized(clauses, room, sizeof *clauses);
    }
    clauses[count++] = (struct clause){id, literals, size, false};
}

static struct clause *find(long id) {
    size_t from = 0, to = count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (clauses[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == count || clauses[from].id != id || clauses[from].gone)
        leave(1, "a clause that is not there");
    return &clauses[from];
}

static bool is_true(long literal) {
    return stamps[variables + literal] == line;
}

/* The only literal that is not false; 0 if all are. */
static long left_of(const struct clause *clause) {
    long left = 0;
    for (size_t i = 0; i < clause->size; i++) {
        long literal = clause->literals[i];
        if (is_true(-literal) || literal == left)
            continue;
        if (left != 0 || is_true(literal))
            leave(1, "a hint is not unit");
        left = literal;
    }
    return left;
}

static void check_step(long id, long *literals, size_t size, const long *hints, size_t hint_count) {
    bool conflict = false;
    line++;
    for (size_t i = 0; i < size; i++) {
        if (labs(literals[i]) > variables)
            leave(2, "a literal beyond the variables");
        stamps[variables - literals[i]] = line;
    }
    for (size_t i = 0; i < hint_count; i++) {
        if (conflict)
            leave(1, "a hint behind the conflict");
        long left = left_of(find(hints[i]));
        conflict = left == 0;
        if (left != 0)
            stamps[variables + left] = line;
    }
    if (!conflict)
        leave(1, "the hints do not end in a conflict");
    add_clause(id, literals, size);
}

static void read_formula(FILE *file) {
    char text[1000];
    long announced = -1, id = 0;
    long *literals;
    size_t size;
    while (announced < 0 && fgets(text, sizeof text, file))
        if (*text == 'p' && sscanf(text, "p cnf %ld %ld", &variables, &announced) != 2)
            leave(2, "no line p cnf");
    if (announced < 0)
        leave(2, "no line p cnf");
    stamps = calloc(2 * (size_t)variables + 1, sizeof *stamps);
    if (!stamps)
        leave(2, "out of memory");
    while (read_list(file, &literals, &size))
        add_clause(++id, literals, size);
    if (id != announced)
        leave(2, "another number of clauses than announced");
}

/* True at the empty clause. */
static bool read_step(FILE *file) {
    long id, *literals, *hints;
    size_t size, hint_count;
    int next;
    if (fscanf(file, "%ld", &id) != 1)
        leave(1, "the proof ends before the empty clause");
    while ((next = fgetc(file)) == ' ')
        ;
    if (next == 'd') {
        if (!read_list(file, &literals, &size))
            leave(2, "no list behind d");
        for (size_t i = 0; i < size; i++)
            find(literals[i])->gone = true;
        free(literals);
        return false;
    }
    ungetc(next, file);
    if (!read_list(file, &literals, &size) || !read_list(file, &hints, &hint_count))
        leave(2, "a line that is none of LRAT");
    check_step(id, literals, size, hints, hint_count);
    free(hints);
    return size == 0;
}

int main(int argc, char **argv) {
    FILE *formula = argc == 3 ? fopen(argv[1], "r") : NULL;
    FILE *proof = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!formula || !proof)
        leave(2, "usage: lrat_referee FORMULA PROOF");
    read_formula(formula);
    while (!read_step(proof))
        ;
    for (size_t i = 0; i < count; i++)
        free(clauses[i].literals);
    free(clauses);
    free(stamps);
    fclose(formula);
    fclose(proof);
    leave(0, "VERIFIED");
}
