/* A client of tmux in control mode. Its select-window is compared with TapItem. */
#ifndef TABD_BENCH_CONTROL_H
#define TABD_BENCH_CONTROL_H

#include <stddef.h>

typedef struct Control Control;

/* Connects to the server at a socket; its session has windows 0 and 1. */
Control *start_control(const char *socket);
/* Selects the other window a number of times, with some selections in flight, and records the time until each has its
 * reply and its notification. */
void select_windows(Control *control, int count, int most, double *latencies);
void stop_control(Control *control);

#endif
