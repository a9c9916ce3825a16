#include "monitor.h"

#include <math.h>

#define GAP 8.0
#define LINE 20.0               /* the minimum height of a label */
#define BAR 8.0                 /* a progress view */
#define CHART 32.0              /* the minimum height of a chart; charts share the remaining space */
#define CORE_CHART 20.0
#define CORE_WIDTH 130.0        /* the minimum width of the column of a core */

static double larger(double first, double second) { return first > second ? first : second; }
/* Rounds down to whole points, so that frames are drawn sharp. */
static double whole(double length) { return (double)(long)length; }
static double smaller(double first, double second) { return first < second ? first : second; }

/* A column of views that grows downwards. */
typedef struct column {
    monitor *monitor;
    bool is_measured_only;      /* the views keep their frames */
    double x, y, width;
} column;

/* The height of a label in a width. */
static double line(const monitor *monitor, const view *label, double width) {
    return larger(view_fit(monitor->host, monitor->controller, label, width).height, LINE);
}

/* The size of the longest label of a core. */
static tab_size core_label(const monitor *monitor) {
    view label = {.class_name = "Label", .style = "caption"};
    view_set_text(&label, "CPU %u: 100%%", MAXIMUM_CORES);
    tab_size size = view_fit(monitor->host, monitor->controller, &label, INFINITY);
    return (tab_size){larger(size.width, CORE_WIDTH), larger(size.height, LINE)};
}

static void put(column *column, int index, double height, double gap) {
    if (!column->is_measured_only) {
        view_set_frame(&column->monitor->views[index], (tab_rect){column->x, column->y, column->width, height});
    }
    column->y += height + gap;
}

static void put_label(column *column, int index, double gap) {
    put(column, index, line(column->monitor, &column->monitor->views[index], column->width), gap);
}

static size_t core_columns(double width, double core_width, size_t count) {
    size_t columns = (size_t)smaller(larger((width + GAP) / (core_width + GAP), 1), 4);
    return columns < count ? columns : larger(count, 1);
}

static void put_cores(column *column, tab_size core, double extra) {
    size_t count = column->monitor->shown_cores, columns = core_columns(column->width, core.width, count);
    double width = whole(larger((column->width - GAP * (double)(columns - 1)) / (double)columns, 0));
    double height = core.height + CORE_CHART + extra;
    for (size_t index = 0; !column->is_measured_only && index < count; index++) {
        double x = column->x + (double)(index % columns) * (width + GAP);
        double y = column->y + (double)(index / columns) * (height + GAP);
        view *label = &column->monitor->views[VIEW_FIRST_CORE + 2 * index];
        view_set_frame(label, (tab_rect){x, y, width, core.height});
        view_set_frame(label + 1, (tab_rect){x, y + core.height, width, height - core.height});
    }
    column->y += (double)((count + columns - 1) / columns) * (height + GAP);
}

/* Places all views in a column and returns its height. `extra` is added to the minimum height of charts. */
static double arrange(monitor *monitor, bool is_measured_only, double width, tab_size core, double extra) {
    double margin = width < 480 ? GAP : 2 * GAP;
    column column = {monitor, is_measured_only, margin, margin, larger(width - 2 * margin, 0)};
    put_label(&column, VIEW_CPU, 0);
    put(&column, VIEW_CPU_HISTORY, CHART + 2 * extra, GAP);
    put_label(&column, VIEW_CORES, 0);
    put_cores(&column, core, extra);
    put_label(&column, VIEW_MEMORY, 0);
    put(&column, VIEW_MEMORY_PROGRESS, BAR, GAP);
    put(&column, VIEW_MEMORY_HISTORY, CHART + 2 * extra, GAP);
    put_label(&column, VIEW_LOAD, 0);
    put_label(&column, VIEW_UPTIME, margin);
    return column.y;
}

void lay_out(monitor *monitor) {
    tab_rect bounds = monitor->bounds;
    tab_insets insets = monitor->safe_area;
    double width = larger(bounds.width - insets.left - insets.right, 0);
    double height = larger(bounds.height - insets.top - insets.bottom, 0);
    view *content = &monitor->views[VIEW_CONTENT];
    view_set_frame(content, (tab_rect){insets.left, insets.top, width, height});

    tab_size core = core_label(monitor);
    size_t cores = monitor->shown_cores, columns = core_columns(width, core.width, cores);
    double parts = 4 + (double)((cores + columns - 1) / columns);
    double least = arrange(monitor, true, width, core, 0);
    double needed = arrange(monitor, false, width, core, whole(larger(height - least, 0) / parts));
    tab_size size = {width, larger(needed, height)};
    tab_size offset = {0, smaller(content->content_offset.height, size.height - height)};
    view_set_content(content, size, offset);
    for (size_t index = 0; index < VIEW_COUNT; index++) monitor->views[index].needs_layout = false;
}
