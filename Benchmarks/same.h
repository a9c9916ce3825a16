/* Comparison of the services' replies, and of their signals after a tap. */
#ifndef TABD_BENCH_SAME_H
#define TABD_BENCH_SAME_H

#include "service.h"

/* Compares all services with the first one that has tabs, byte by byte, before any tap; aborts the benchmark at a
 * difference. */
void check_same(DBusConnection *connection, Service *services, int count);
/* Prints a line of values: the signals of a tap, and their bytes. */
void print_tap(void);

#endif
