/* A client of tmux in control mode, whose select-window is what TapItem is to the others. */
#ifndef TABD_BENCH_CONTROL_H
#define TABD_BENCH_CONTROL_H

#include <stddef.h>

typedef struct Control Control;

/* Of the server behind that socket, whose session has windows 0 and 1. */
Control *start_control(const char *socket);
/* Selects the other window, so often, with so many on their way, until each has its reply and its notification; notes
 * how long that took of each. */
void select_windows(Control *control, int count, int most, double *latencies);
void stop_control(Control *control);

#endif
