/* Comparison of the services' replies, and of their signals after a tap. */
#ifndef TABD_BENCH_SAME_H
#define TABD_BENCH_SAME_H

#include "service.h"

/* Compares all services with the first one that has tabs, byte by byte, before any tap; aborts the benchmark at a
 * difference. */
void check_same(DBusConnection *connection, Service *services, int count);
/* The bytes of the signals of one tap. */
size_t bytes_of_taps(Service *service);
/* Prints a line of values: the signals of a tap, and their bytes. */
void print_tap(void);

#endif
