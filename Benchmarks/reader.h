/* A client with its own thread and connection that calls Properties.Get in a loop and measures it. */
#ifndef TABD_BENCH_READER_H
#define TABD_BENCH_READER_H

#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>

typedef enum { UNCOUNTED, UNDISTURBED, DISTURBED, PHASES } Phase;

typedef struct {
    const char *name, *tabs, *controller;
    pthread_t thread;
    atomic_int phase; /* the current phase of the calls */
    atomic_bool is_over;
    double *latency[PHASES]; /* microseconds */
    size_t count[PHASES], room[PHASES];
} Reader;

/* Reads the selection of one and the state of the other in turn. */
void start_reader(Reader *reader, const char *name, const char *tabs, const char *controller);
/* After this the latencies can be read. */
void stop_reader(Reader *reader);
void free_reader(Reader *reader);

#endif
