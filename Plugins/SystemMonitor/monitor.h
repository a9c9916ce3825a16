/* One view controller of the class SystemMonitor. */
#ifndef SYSTEM_MONITOR_MONITOR_H
#define SYSTEM_MONITOR_MONITOR_H

#include "history.h"
#include "proc.h"
#include "view.h"

/* The views; the id of one is its index here and 1 more. */
enum {
    VIEW_ROOT,
    VIEW_CONTENT,               /* scrolls when there is more than the window has room for */
    VIEW_CPU,
    VIEW_CPU_HISTORY,
    VIEW_CORES,
    VIEW_MEMORY,
    VIEW_MEMORY_PROGRESS,
    VIEW_MEMORY_HISTORY,
    VIEW_LOAD,
    VIEW_UPTIME,
    VIEW_FIRST_CORE,            /* a label and a chart for each core that was seen */
    VIEW_COUNT = VIEW_FIRST_CORE + 2 * MAXIMUM_CORES
};

typedef struct monitor {
    tab_controller controller;
    bool is_loaded;
    view views[VIEW_COUNT];
    tab_rect bounds;
    tab_insets safe_area;

    tab_timer timer;            /* 0 while nobody looks */
    uint64_t sampled_at;        /* in milliseconds since the start of the machine; 0 = never */
    cpu_state cpu;              /* of the last sample */
    size_t shown_cores;         /* how many have a chart */
    history cpu_history;
    history memory_history;
    history core_histories[MAXIMUM_CORES];
} monitor;

/* Milliseconds from one sample to the next. */
#define SAMPLE_INTERVAL 1000

/* Makes the views of a new monitor; nothing is sent. */
void make_views(monitor *monitor);

/* Reads /proc and changes the views; does nothing when the last sample is not old enough for another one. */
void take_sample(monitor *monitor);

/* Gives all views their places within bounds and safe area. */
void lay_out(monitor *monitor);

#endif
