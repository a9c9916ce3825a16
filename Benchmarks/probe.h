/* A client with its own thread and connection that makes a call every millisecond and records the waits. */
#ifndef TABD_BENCH_PROBE_H
#define TABD_BENCH_PROBE_H

#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    const char *address, *name, *controller;
    pthread_t thread;
    atomic_bool is_ready, is_over;
    double *begin, *end; /* duration of each call in microseconds */
    size_t count, room;
} Probe;

/* Reads the selection of the controller; without a name, calls the bus itself. */
void start_probe(Probe *probe, const char *address, const char *name, const char *controller);
void stop_probe(Probe *probe);
void free_probe(Probe *probe);

double longest_wait(const Probe *probe);
/* The longest wait, without the time in which a call to the bus itself was unanswered. */
double longest_share(const Probe *probe, const Probe *bus);

#endif
