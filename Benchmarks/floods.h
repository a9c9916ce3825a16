/* Floods: what a client does in its own process while another client is measured. */
#ifndef TABD_BENCH_FLOODS_H
#define TABD_BENCH_FLOODS_H

#include "bench.h"

typedef struct Flood Flood;

struct Flood {
    const char *kind;
    int size;                        /* the number of objects, connections or calls */
    void (*prepare)(const Flood *);  /* before the measurement; NULL for nothing */
    void (*act)(const Flood *);      /* during the measurement; NULL for nothing. The process then ends */
    const char *what;                /* what it does, with the size as %d */
};

/* The kinds; the last has no name. */
extern const Flood all_floods[];

#endif
