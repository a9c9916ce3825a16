/* A program on a terminal of its own: what it writes is read and counted, and what it costs. */
#ifndef TABD_BENCH_SCREEN_H
#define TABD_BENCH_SCREEN_H

#include "bench.h"

typedef struct {
    const char *label;
    pid_t pid;
    int descriptor;   /* the terminal's other end, non-blocking */
    uint64_t bytes;   /* read so far */
    double answered;  /* when the first output came since this was set to 0; in microseconds, as now() has them */
    double last_seen; /* when the last output came */
} Screen;

/* What write() and its like have sent, whereto ever. A message on a socket is sendmsg, which the system does not count
 * here. */
typedef struct {
    uint64_t calls, bytes;
} Writes;

/* Starts the program with the terminal as its controlling one. Without an address it has the session bus of this
 * process. */
void start_screen(Screen *screen, const char *label, const char *address, char *const *program);
/* Hangs up and waits until the program has ended. */
void end_screen(Screen *screen);
/* Tells the program, by a signal, that the terminal has another size. */
void resize_screen(const Screen *screen, unsigned short columns, unsigned short rows);
void type_keys(const Screen *screen, const char *keys, size_t count);
/* Reads what there is. The end of the program is the benchmark's. */
void read_screen(Screen *screen);

Writes writes_of(pid_t pid);
/* How often somebody who waited was woken, over all threads that live. */
uint64_t wakeups_of(pid_t pid);

#endif
