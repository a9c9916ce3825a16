#include "monitor.h"

static void make(monitor *monitor, int index, const char *class_name, const char *identifier) {
    view *view = &monitor->views[index];
    view->id = (uint32_t)index + 1;
    view->parent = index == VIEW_ROOT ? 0 : index == VIEW_CONTENT ? VIEW_ROOT + 1 : VIEW_CONTENT + 1;
    view->class_name = class_name;
    view_set_identifier(view, identifier);
    view->is_dirty = true;
}

void make_views(monitor *monitor) {
    view *views = monitor->views;
    make(monitor, VIEW_ROOT, "View", "");
    make(monitor, VIEW_CONTENT, "ScrollView", "Content");
    make(monitor, VIEW_CPU, "Label", "CPU");
    make(monitor, VIEW_CPU_HISTORY, "Chart", "CPUHistory");
    make(monitor, VIEW_CORES, "Label", "Cores");
    make(monitor, VIEW_MEMORY, "Label", "Memory");
    make(monitor, VIEW_MEMORY_PROGRESS, "ProgressView", "MemoryProgress");
    make(monitor, VIEW_MEMORY_HISTORY, "Chart", "MemoryHistory");
    make(monitor, VIEW_LOAD, "Label", "Load");
    make(monitor, VIEW_UPTIME, "Label", "Uptime");
    views[VIEW_CPU].style = views[VIEW_MEMORY].style = "headline";
    views[VIEW_CORES].style = "caption";
    views[VIEW_CPU_HISTORY].history = &monitor->cpu_history;
    views[VIEW_MEMORY_HISTORY].history = &monitor->memory_history;
    /* The size of a phone, until the first layout. */
    monitor->bounds = (tab_rect){0, 0, 375, 667};
    views[VIEW_ROOT].frame = monitor->bounds;
}
