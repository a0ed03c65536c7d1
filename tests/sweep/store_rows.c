/* SPDX-License-Identifier: MIT */
/* Prints what a store of a campaign says to a question in SQL, a row a line, with | between the
 * fields. Usage: store_rows FILE SQL; exit status 1 for what can't be read. */
#include <sqlite3.h>
#include <stdio.h>

static int print(void *context, int count, char **fields, char **names) {
    (void)context;
    (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? "|" : "", fields[i] ? fields[i] : "");
    putchar('\n');
    return 0;
}

int main(int argc, char **argv) {
    sqlite3 *db = NULL;
    if (argc != 3)
        return 1;
    int error = sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL);
    if (!error)
        error = sqlite3_exec(db, argv[2], print, NULL, NULL);
    if (error)
        fprintf(stderr, "store_rows: %s: %s\n", argv[1], sqlite3_errmsg(db));
    sqlite3_close(db);
    return error != 0;
}
