/* A minimal reader of a store: plain-store DATABASE. Reads every row of every table, prints their number, and ends. */
#include <sqlite3.h>
#include <stdio.h>

/* Adds up the bytes of the columns, so that all of them are read. */
static long read_table(sqlite3 *database, const char *sql, long *bytes) {
    sqlite3_stmt *row;
    long rows = 0;
    int status = sqlite3_prepare_v2(database, sql, -1, &row, NULL);
    if (status != SQLITE_OK) return -1;
    while ((status = sqlite3_step(row)) == SQLITE_ROW) {
        rows++;
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            if (sqlite3_column_blob(row, i)) *bytes += sqlite3_column_bytes(row, i);
        }
    }
    sqlite3_finalize(row);
    return status == SQLITE_DONE ? rows : -1;
}

int main(int argc, char **argv) {
    sqlite3 *database;
    long bytes = 0;
    if (argc != 2 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        fputs("usage: plain-store DATABASE\n", stderr);
        return 64;
    }
    const long controllers = read_table(database, "SELECT * FROM view_controller ORDER BY number", &bytes);
    const long states = read_table(database, "SELECT * FROM restorable_state ORDER BY number", &bytes);
    if (controllers < 0 || states < 0) {
        fprintf(stderr, "plain-store: %s\n", sqlite3_errmsg(database));
        return 1;
    }
    printf("%ld\t%ld\t%ld\n", controllers, states, bytes);
    sqlite3_close(database);
    return 0;
}
