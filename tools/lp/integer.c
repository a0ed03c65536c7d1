/* SPDX-License-Identifier: MIT */
#include "tools/lp/integer.h"

#include <glpk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/lp/whole_rows.h"

static void stop_at_limit(glp_tree *tree, void *context) {
    const int *nodes = context;
    int made;
    glp_ios_tree_size(tree, NULL, NULL, &made);
    if (*nodes && made > *nodes)
        glp_ios_terminate(tree);
}

static void print_solution(glp_prob *problem, const char *word) {
    printf("%s %.15g\n", word, glp_mip_obj_val(problem));
    for (int column = 1; column <= glp_get_num_cols(problem); column++)
        if (glp_mip_col_val(problem, column) != 0)
            printf("%s %.15g\n", glp_get_col_name(problem, column),
                   glp_mip_col_val(problem, column));
}

static double lower_of(int kind, double bound) {
    return kind == GLP_LO || kind == GLP_DB || kind == GLP_FX ? bound : -HUGE_VAL;
}

static double upper_of(int kind, double bound) {
    return kind == GLP_UP || kind == GLP_DB || kind == GLP_FX ? bound : HUGE_VAL;
}

/* A row whose unknowns are all whole; `places` and `numbers` have room for all columns. */
static void take_row(glp_prob *problem, int row, struct whole_rows *rows, int *places,
                     double *numbers, struct whole_term *terms) {
    int count = glp_get_mat_row(problem, row, places, numbers);
    int kind = glp_get_row_type(problem, row);
    for (int i = 1; i <= count; i++) {
        if (glp_get_col_kind(problem, places[i]) == GLP_CV)
            return;
        terms[i - 1] = (struct whole_term){places[i], numbers[i]};
    }
    if (kind != GLP_FR)
        whole_rows_add(rows, count, terms, lower_of(kind, glp_get_row_lb(problem, row)),
                       upper_of(kind, glp_get_row_ub(problem, row)));
}

/* A column of one value is an equation. */
static void take_column(glp_prob *problem, int column, struct whole_rows *rows) {
    struct whole_term term = {column, 1};
    double value = glp_get_col_lb(problem, column);
    if (glp_get_col_type(problem, column) == GLP_FX && glp_get_col_kind(problem, column) != GLP_CV)
        whole_rows_add(rows, 1, &term, value, value);
}

static bool is_excluded(glp_prob *problem) {
    size_t room = (size_t)glp_get_num_cols(problem) + 1;
    struct whole_rows *rows = whole_rows_new();
    int *places = calloc(room, sizeof *places);
    double *numbers = calloc(room, sizeof *numbers);
    struct whole_term *terms = calloc(room, sizeof *terms);
    bool excluded = false;
    if (rows && places && numbers && terms) {
        for (int row = 1; row <= glp_get_num_rows(problem); row++)
            take_row(problem, row, rows, places, numbers, terms);
        for (int column = 1; column <= glp_get_num_cols(problem); column++)
            take_column(problem, column, rows);
        excluded = whole_rows_exclude(rows);
    }
    free(terms);
    free(numbers);
    free(places);
    whole_rows_free(rows);
    return excluded;
}

/* The result of GLPK; the state is that of the problem. */
static int run(glp_prob *problem, int nodes) {
    glp_iocp options;
    glp_init_iocp(&options);
    options.presolve = GLP_ON;
    options.br_tech = GLP_BR_MFV;
    options.cb_func = stop_at_limit;
    options.cb_info = &nodes;
    return glp_intopt(problem, &options);
}

/* Without whole numbers it has no bound: is there a solution at all? NULL, or what is wrong. */
static const char *search_any(glp_prob *problem, int nodes) {
    for (int column = 0; column <= glp_get_num_cols(problem); column++)
        glp_set_obj_coef(problem, column, 0);
    int fault = run(problem, nodes), state = glp_mip_status(problem);
    if (state == GLP_OPT || state == GLP_FEAS)
        return "there is no optimum";
    puts(fault == GLP_ENOPFS || (fault == 0 && state == GLP_NOFEAS) ? "infeasible" : "unknown");
    return NULL;
}

/* NULL, or what is wrong. */
static const char *search(glp_prob *problem, int nodes) {
    int fault = is_excluded(problem) ? GLP_ENOPFS : run(problem, nodes);
    int state = glp_mip_status(problem);
    if (fault == 0 && state == GLP_OPT)
        print_solution(problem, "optimum");
    else if (fault == GLP_ESTOP && state == GLP_FEAS)
        print_solution(problem, "found");
    else if (fault == GLP_ENOPFS || (fault == 0 && state == GLP_NOFEAS))
        puts("infeasible");
    else if (fault == GLP_ENODFS)
        return search_any(problem, nodes);
    else /* the limit of nodes, or numbers that GLPK can't do with */
        puts("unknown");
    return NULL;
}

int integer_solve(int nodes) {
    glp_term_out(GLP_OFF);
    glp_prob *problem = glp_create_prob();
    const char *fault = glp_read_lp(problem, NULL, "/dev/stdin") == 0
                            ? search(problem, nodes)
                            : "the input is no program in the LP format of CPLEX";
    if (fault)
        printf("fault %s\n", fault);
    glp_delete_prob(problem);
    return fault || fflush(stdout) != 0 || ferror(stdout) ? 1 : 0;
}
