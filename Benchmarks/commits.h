/* The least that a commit is: SQLite alone, in this process, with a row of tabd's. */
#ifndef TABD_BENCH_COMMITS_H
#define TABD_BENCH_COMMITS_H

#include <stddef.h>

typedef struct Commits Commits;

/* A store of its own beside that of tabd, with a copy of one row of it.
 *
 * synchronous: as of SQLite's pragma. */
Commits *open_commits(const char *store, const char *number, const char *synchronous);
/* Writes the row, with another selection each time, in a transaction. */
void commit_row(Commits *commits);
/* The row's size: what of it are texts and blobs. */
size_t row_bytes(const Commits *commits);
void close_commits(Commits *commits);

#endif
