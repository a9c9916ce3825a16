/*
 * What the kernel tells in /proc about the machine.
 *
 * A reader takes an open file, or NULL for one that is missing. It believes nothing: numbers that overflow, lines that
 * are too long and keys that are missing make it return false, and what it was to fill is not to be used then.
 */
#ifndef SYSTEM_MONITOR_PROC_H
#define SYSTEM_MONITOR_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How many cores are told apart; on a larger machine only their total is. */
#define MAXIMUM_CORES 16

/* Time since the start of the machine, in ticks; no more than a difference of two has a meaning. */
typedef struct cpu_times {
    uint64_t busy;
    uint64_t idle;
} cpu_times;

typedef struct core_times {
    unsigned number;            /* the kernel's; there are gaps while cores are off line */
    cpu_times times;
} core_times;

typedef struct cpu_state {
    cpu_times total;
    size_t core_count;          /* of the machine; `cores` has the first MAXIMUM_CORES */
    core_times cores[MAXIMUM_CORES];
} cpu_state;

/* In KiB. */
typedef struct memory_state {
    uint64_t total;
    uint64_t available;         /* at most the total */
} memory_state;

/* The mean length of the run queue over 1, 5 and 15 minutes, as the kernel writes it ("0.42"). */
typedef struct load_state {
    char averages[3][16];
} load_state;

/* The file of that name in /proc, or NULL. */
FILE *open_proc(const char *name);

bool read_cpu_state(FILE *stat, cpu_state *state);
bool read_memory_state(FILE *meminfo, memory_state *state);
bool read_load_state(FILE *loadavg, load_state *state);
/* In seconds. */
bool read_uptime(FILE *uptime, uint64_t *seconds);

/* The share of busy time between two moments, in whole per cent from 0 to 100. */
unsigned cpu_usage(cpu_times before, cpu_times now);

#endif
