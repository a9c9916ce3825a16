/* Updates of one label in a tree of 200 views. */
#ifndef TABD_BENCH_VIEWS_H
#define TABD_BENCH_VIEWS_H

/* Creates a remote view controller of this process with 200 views, in the window of another connection. */
void open_views(const char *name);
/* Updates one label at a time, and waits for each reply and for each ViewChanged. */
void update_views(int count);

#endif
