/* A client that calls every millisecond on a thread and a connection of its own, and notes when it had to wait. */
#ifndef TABD_BENCH_PROBE_H
#define TABD_BENCH_PROBE_H

#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    const char *address, *name, *controller;
    pthread_t thread;
    atomic_bool is_ready, is_over;
    double *begin, *end; /* of each call, in microseconds */
    size_t count, room;
} Probe;

/* Reads the selection of the controller; without a name the calls go to the bus itself, which answers alone. */
void start_probe(Probe *probe, const char *address, const char *name, const char *controller);
void stop_probe(Probe *probe);
void free_probe(Probe *probe);

double longest_wait(const Probe *probe);
/* The longest wait without what the bus took of it: the time in which a call to the bus itself had no answer. */
double longest_share(const Probe *probe, const Probe *bus);

#endif
