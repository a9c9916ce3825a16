/* Whether services say the same: in the replies, and in what a tap announces. */
#ifndef TABD_BENCH_SAME_H
#define TABD_BENCH_SAME_H

#include "service.h"

/* Compares all with the first that has tabs, byte by byte, while none has been tapped; ends the benchmark when one says
 * something else. */
void check_same(DBusConnection *connection, Service *services, int count);
/* A line of values: signals of a tap, and their bytes. */
void print_tap(void);

#endif
