/* SPDX-License-Identifier: MIT */
#include "tools/lp/integer.h"

#include <glpk.h>
#include <stdio.h>

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

/* NULL, or what is wrong. */
static const char *search(glp_prob *problem, int nodes) {
    glp_iocp options;
    glp_init_iocp(&options);
    options.presolve = GLP_ON;
    options.br_tech = GLP_BR_MFV;
    options.cb_func = stop_at_limit;
    options.cb_info = &nodes;
    int fault = glp_intopt(problem, &options);
    int state = glp_mip_status(problem);
    if (fault == 0 && state == GLP_OPT)
        print_solution(problem, "optimum");
    else if (fault == GLP_ESTOP && state == GLP_FEAS)
        print_solution(problem, "found");
    else if (fault == GLP_ENOPFS || (fault == 0 && state == GLP_NOFEAS))
        puts("infeasible");
    else if (fault == GLP_ENODFS)
        return "there is no optimum";
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
