/* A program on its own terminal: its output and its cost are measured. */
#ifndef TABD_BENCH_SCREEN_H
#define TABD_BENCH_SCREEN_H

#include "bench.h"

typedef struct {
    const char *label;
    pid_t pid;
    int descriptor;   /* the master end of the terminal, non-blocking */
    uint64_t bytes;   /* bytes read */
    double answered;  /* time of the first output since this was set to 0, in microseconds of now() */
    double last_seen; /* time of the last output */
} Screen;

/* The bytes sent with write() and similar calls to any descriptor. Linux does not count sendmsg() on a socket here. */
typedef struct {
    uint64_t calls, bytes;
} Writes;

/* Starts the program with the terminal as its controlling terminal. Without an address it uses the session bus of this
 * process. */
void start_screen(Screen *screen, const char *label, const char *address, char *const *program);
/* Hangs up and waits for the end of the program. */
void end_screen(Screen *screen);
/* Resizes the terminal and signals the program. */
void resize_screen(const Screen *screen, unsigned short columns, unsigned short rows);
void type_keys(const Screen *screen, const char *keys, size_t count);
/* Reads available output. If the program ends, the benchmark aborts. */
void read_screen(Screen *screen);

Writes writes_of(pid_t pid);
/* The number of wake-ups of all living threads. */
uint64_t wakeups_of(pid_t pid);

#endif
