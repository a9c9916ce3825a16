/* The last samples of a measurement, in the form that a chart needs. */
#ifndef SYSTEM_MONITOR_HISTORY_H
#define SYSTEM_MONITOR_HISTORY_H

#include <CTabPlugin.h>

/* The maximum number of samples: a minute, at one sample per second. */
#define HISTORY_LENGTH 60

typedef struct history {
    size_t count;
    tab_value values[HISTORY_LENGTH];   /* the oldest first */
} history;

/* Adds a sample. It replaces the oldest one if the history is full. Returns whether the chart changes. */
bool history_add(history *history, unsigned percent);

/* Removes all samples. Returns whether there were any. */
bool history_clear(history *history);

#endif
