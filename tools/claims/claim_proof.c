/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_proof.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/campaign/campaign_folder.h"

enum { LINE_ROOM = 512 };

/* "### 9.8 k items" is the head of section 9.8, "## 9. Two" that of section 9. */
static bool is_head(const char *line, const char *section) {
    size_t marks = strspn(line, "#"), length = strlen(section);
    const char *number = line + marks + 1;
    return marks && line[marks] == ' ' && strncmp(number, section, length) == 0 &&
           (number[length] == ' ' || (number[length] == '.' && number[length + 1] == ' '));
}

static bool has_section(FILE *theorems, const char *section) {
    char line[LINE_ROOM];
    rewind(theorems);
    while (fgets(line, sizeof line, theorems))
        if (is_head(line, section))
            return true;
    return false;
}

static enum status see_sections(const struct claim_case *claim, FILE *theorems,
                                struct failure *failure) {
    char sections[LINE_ROOM], *rest = NULL;
    int line = claim_case_line(claim, "proof");
    if (snprintf(sections, sizeof sections, "%s", claim->proof) >= (int)sizeof sections)
        return claim_case_fault(claim, line, failure, "too many sections");
    for (char *section = strtok_r(sections, ", ", &rest); section;
         section = strtok_r(NULL, ", ", &rest))
        if (!has_section(theorems, section))
            return claim_case_fault(claim, line, failure, "THEOREMS.md has no section '%.60s'",
                                    section);
    return STATUS_OK;
}

enum status claim_proof_see(const struct claim_case *claim, const char *results,
                            struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    if (!claim->proof)
        return STATUS_OK;
    if (campaign_folder_path(results, "THEOREMS.md", path, failure))
        return STATUS_INPUT;
    FILE *theorems = fopen(path, "r");
    if (!theorems)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    enum status status = see_sections(claim, theorems, failure);
    fclose(theorems);
    return status;
}
