/* The CPU time of the turns of tabd's loop, in memory that turns.c shares with `bench floods`. */
#ifndef TABD_TURNS_H
#define TABD_TURNS_H

#include <stdint.h>

/* No turn should use more, in nanoseconds. */
#define LONG_TURN 20000000

typedef struct {
    volatile uint64_t count, long_count, longest; /* the last one in nanoseconds */
} Turns;

#endif
