/* Commits of one row with the size and the mode of tabd's. */
#define _GNU_SOURCE
#include "commits.h"
#include "bench.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COLUMNS = 8, SELECTED = 5 };

struct Commits {
    sqlite3 *database;
    sqlite3_stmt *insert;
    size_t bytes;
    sqlite3_int64 selected;
    char *path;
};

static void check(sqlite3 *database, int status, const char *what) {
    if (status != SQLITE_OK && status != SQLITE_ROW && status != SQLITE_DONE) fail(what, sqlite3_errmsg(database));
}

static void execute(sqlite3 *database, const char *sql) { check(database, sqlite3_exec(database, sql, 0, 0, 0), sql); }

/* Binds tabd's row to the statement that writes it. */
static void copy_row(Commits *commits, const char *store, const char *number) {
    sqlite3 *database;
    sqlite3_stmt *row;
    check(NULL, sqlite3_open_v2(store, &database, SQLITE_OPEN_READONLY, NULL), store);
    check(database, sqlite3_prepare_v2(database, "SELECT * FROM view_controller WHERE number = ?", -1, &row, NULL), store);
    check(database, sqlite3_bind_text(row, 1, number, -1, SQLITE_STATIC), store);
    if (sqlite3_step(row) != SQLITE_ROW || sqlite3_column_count(row) != COLUMNS) fail(store, "the row is missing");
    for (int i = 0; i < COLUMNS; i++) {
        const int type = sqlite3_column_type(row, i);
        if (type == SQLITE_TEXT || type == SQLITE_BLOB) commits->bytes += (size_t)sqlite3_column_bytes(row, i);
        check(commits->database, sqlite3_bind_value(commits->insert, i + 1, sqlite3_column_value(row, i)), store);
    }
    sqlite3_finalize(row);
    sqlite3_close(database);
}

Commits *open_commits(const char *store, const char *number, const char *synchronous) {
    Commits *commits = allocate(1, sizeof *commits);
    char sql[256];
    if (asprintf(&commits->path, "%s.%s", store, synchronous) < 0) fail("allocate", "out of memory");
    unlink(commits->path);
    check(NULL, sqlite3_open(commits->path, &commits->database), commits->path);
    execute(commits->database, "PRAGMA journal_mode = WAL");
    /* As often as tabd, which uses another thread. */
    snprintf(sql, sizeof sql, "PRAGMA synchronous = %s; PRAGMA wal_autocheckpoint = 256", synchronous);
    execute(commits->database, sql);
    execute(commits->database,
            "CREATE TABLE view_controller (number INTEGER PRIMARY KEY, type TEXT NOT NULL,"
            " restoration_identifier TEXT NOT NULL, view_controllers TEXT NOT NULL,"
            " selected_view_controller INTEGER NOT NULL, arguments BLOB NOT NULL, properties BLOB NOT NULL,"
            " destroyed INTEGER NOT NULL)");
    check(commits->database,
          sqlite3_prepare_v3(commits->database, "INSERT OR REPLACE INTO view_controller VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                             -1, SQLITE_PREPARE_PERSISTENT, &commits->insert, NULL),
          commits->path);
    copy_row(commits, store, number);
    return commits;
}

void commit_row(Commits *commits) {
    commits->selected = !commits->selected;
    check(commits->database, sqlite3_bind_int64(commits->insert, SELECTED, commits->selected), commits->path);
    check(commits->database, sqlite3_step(commits->insert), commits->path);
    check(commits->database, sqlite3_reset(commits->insert), commits->path);
}

size_t row_bytes(const Commits *commits) { return commits->bytes; }

void close_commits(Commits *commits) {
    sqlite3_finalize(commits->insert);
    sqlite3_close(commits->database);
    unlink(commits->path);
    free(commits->path);
    free(commits);
}
