/* A view controller of the class SystemMonitor. */
#ifndef SYSTEM_MONITOR_MONITOR_H
#define SYSTEM_MONITOR_MONITOR_H

#include "history.h"
#include "proc.h"
#include "view.h"

/* The indices of the views. The id of a view is its index plus 1. */
enum {
    VIEW_ROOT,
    VIEW_CONTENT,               /* a scroll view with all other views */
    VIEW_CPU,
    VIEW_CPU_HISTORY,
    VIEW_CORES,
    VIEW_MEMORY,
    VIEW_MEMORY_PROGRESS,
    VIEW_MEMORY_HISTORY,
    VIEW_LOAD,
    VIEW_UPTIME,
    VIEW_FIRST_CORE,            /* a label and a chart for each core */
    VIEW_COUNT = VIEW_FIRST_CORE + 2 * MAXIMUM_CORES
};

typedef struct monitor {
    const tab_host_v1 *host;
    tab_controller controller;
    bool is_loaded;
    view views[VIEW_COUNT];
    tab_rect bounds;
    tab_insets safe_area;

    tab_timer timer;            /* 0 while the view is not visible */
    uint64_t sampled_at;        /* the time of the last sample in milliseconds since boot; 0 = never */
    cpu_state cpu;              /* the last sample */
    size_t shown_cores;         /* the number of cores with a chart */
    history cpu_history;
    history memory_history;
    history core_histories[MAXIMUM_CORES];
} monitor;

/* The time between samples in milliseconds. */
#define SAMPLE_INTERVAL 1000

/* Creates the views of a new monitor, without sending them. */
void make_views(monitor *monitor);

/* Reads /proc and changes the views. Does nothing if the last sample is more recent than the interval. */
void take_sample(monitor *monitor);

/* Sets the frames of all views from the bounds, the safe area and the size of texts. */
void lay_out(monitor *monitor);

#endif
