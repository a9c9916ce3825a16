/* The last samples of one measure, as a chart shows them. */
#ifndef SYSTEM_MONITOR_HISTORY_H
#define SYSTEM_MONITOR_HISTORY_H

#include <CTabPlugin.h>

/* A minute, at one sample a second. */
#define HISTORY_LENGTH 60

typedef struct history {
    size_t count;
    tab_value values[HISTORY_LENGTH];   /* the oldest first */
} history;

/* Adds a sample, in place of the oldest one when there are many; returns whether that changes what a chart shows. */
bool history_add(history *history, unsigned percent);

/* Forgets all samples; returns whether there were any. */
bool history_clear(history *history);

#endif
