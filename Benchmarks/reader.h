/* A client that calls Properties.Get again and again on a thread and a connection of its own, and times it. */
#ifndef TABD_BENCH_READER_H
#define TABD_BENCH_READER_H

#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>

typedef enum { UNCOUNTED, UNDISTURBED, DISTURBED, PHASES } Phase;

typedef struct {
    const char *name, *tabs, *controller;
    pthread_t thread;
    atomic_int phase; /* what the calls from now on count as */
    atomic_bool is_over;
    double *latency[PHASES]; /* in microseconds */
    size_t count[PHASES], room[PHASES];
} Reader;

/* Reads the selection of the one and the state of the other in turn. */
void start_reader(Reader *reader, const char *name, const char *tabs, const char *controller);
/* Afterwards the latencies may be read. */
void stop_reader(Reader *reader);
void free_reader(Reader *reader);

#endif
