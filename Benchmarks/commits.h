/* The minimal cost of a commit: SQLite alone, in this process, with one of tabd's rows. */
#ifndef TABD_BENCH_COMMITS_H
#define TABD_BENCH_COMMITS_H

#include <stddef.h>

typedef struct Commits Commits;

/* Creates a separate store beside tabd's, with a copy of one row.
 *
 * synchronous: the value of SQLite's pragma. */
Commits *open_commits(const char *store, const char *number, const char *synchronous);
/* Writes the row in a transaction, with a different selection each time. */
void commit_row(Commits *commits);
/* The size of the row's texts and blobs. */
size_t row_bytes(const Commits *commits);
void close_commits(Commits *commits);

#endif
