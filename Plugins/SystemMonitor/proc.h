/*
 * Readers of the kernel's statistics in /proc.
 *
 * A reader takes an open file, or NULL if the file is missing. It validates the content: it returns false for numbers
 * that overflow, lines that are too long and keys that are missing. Do not use the result in that case.
 */
#ifndef SYSTEM_MONITOR_PROC_H
#define SYSTEM_MONITOR_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The maximum number of cores with statistics of their own. On larger machines only the total is shown. */
#define MAXIMUM_CORES 16

/* CPU time since boot in ticks. Only differences are meaningful. */
typedef struct cpu_times {
    uint64_t busy;
    uint64_t idle;
} cpu_times;

typedef struct core_times {
    unsigned number;            /* the kernel's number; it has gaps while cores are offline */
    cpu_times times;
} core_times;

typedef struct cpu_state {
    cpu_times total;
    size_t core_count;          /* all cores of the machine; `cores` has the first MAXIMUM_CORES */
    core_times cores[MAXIMUM_CORES];
} cpu_state;

/* Memory in KiB. */
typedef struct memory_state {
    uint64_t total;
    uint64_t available;         /* at most the total */
} memory_state;

/* The average length of the run queue over 1, 5 and 15 minutes, in the kernel's notation ("0.42"). */
typedef struct load_state {
    char averages[3][16];
} load_state;

/* Opens a file in /proc. Returns NULL if that fails. */
FILE *open_proc(const char *name);

bool read_cpu_state(FILE *stat, cpu_state *state);
bool read_memory_state(FILE *meminfo, memory_state *state);
bool read_load_state(FILE *loadavg, load_state *state);
/* Reads the time since boot in seconds. */
bool read_uptime(FILE *uptime, uint64_t *seconds);

/* Returns the share of busy time between two samples in whole percent. */
unsigned cpu_usage(cpu_times before, cpu_times now);

#endif
