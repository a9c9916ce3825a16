#include "monitor.h"

#define GAP 8.0
#define LINE 20.0               /* a label */
#define BAR 8.0                 /* a progress view */
#define CHART 32.0              /* the minimum height of a chart; charts share the remaining space */
#define CORE_CHART 20.0
#define CORE_WIDTH 130.0

static double larger(double first, double second) { return first > second ? first : second; }
/* Rounds down to whole points, so that frames are drawn sharp. */
static double whole(double length) { return (double)(long)length; }
static double smaller(double first, double second) { return first < second ? first : second; }

/* A column of views that grows downwards. If `views` is NULL, the column is only measured. */
typedef struct column {
    view *views;
    double x, y, width;
} column;

static void put(column *column, int index, double height, double gap) {
    if (column->views) {
        view_set_frame(&column->views[index], (tab_rect){column->x, column->y, column->width, height});
    }
    column->y += height + gap;
}

static size_t core_columns(double width, size_t count) {
    size_t columns = (size_t)smaller(larger((width + GAP) / (CORE_WIDTH + GAP), 1), 4);
    return columns < count ? columns : larger(count, 1);
}

static void put_cores(column *column, size_t count, double extra) {
    size_t columns = core_columns(column->width, count);
    double width = whole(larger((column->width - GAP * (double)(columns - 1)) / (double)columns, 0));
    double height = LINE + CORE_CHART + extra;
    for (size_t index = 0; column->views && index < count; index++) {
        double x = column->x + (double)(index % columns) * (width + GAP);
        double y = column->y + (double)(index / columns) * (height + GAP);
        view *label = &column->views[VIEW_FIRST_CORE + 2 * index];
        view_set_frame(label, (tab_rect){x, y, width, LINE});
        view_set_frame(label + 1, (tab_rect){x, y + LINE, width, height - LINE});
    }
    column->y += (double)((count + columns - 1) / columns) * (height + GAP);
}

/* Places all views in a column and returns its height. `extra` is added to the minimum height of charts. */
static double arrange(view *views, double width, size_t cores, double extra) {
    double margin = width < 480 ? GAP : 2 * GAP;
    column column = {views, margin, margin, larger(width - 2 * margin, 0)};
    put(&column, VIEW_CPU, LINE, 0);
    put(&column, VIEW_CPU_HISTORY, CHART + 2 * extra, GAP);
    put(&column, VIEW_CORES, LINE, 0);
    put_cores(&column, cores, extra);
    put(&column, VIEW_MEMORY, LINE, 0);
    put(&column, VIEW_MEMORY_PROGRESS, BAR, GAP);
    put(&column, VIEW_MEMORY_HISTORY, CHART + 2 * extra, GAP);
    put(&column, VIEW_LOAD, LINE, 0);
    put(&column, VIEW_UPTIME, LINE, margin);
    return column.y;
}

void lay_out(monitor *monitor) {
    tab_rect bounds = monitor->bounds;
    tab_insets insets = monitor->safe_area;
    double width = larger(bounds.width - insets.left - insets.right, 0);
    double height = larger(bounds.height - insets.top - insets.bottom, 0);
    view *content = &monitor->views[VIEW_CONTENT];
    view_set_frame(content, (tab_rect){insets.left, insets.top, width, height});

    size_t cores = monitor->shown_cores, columns = core_columns(width, cores);
    double parts = 4 + (double)((cores + columns - 1) / columns);
    double least = arrange(NULL, width, cores, 0);
    double needed = arrange(monitor->views, width, cores, whole(larger(height - least, 0) / parts));
    tab_size size = {width, larger(needed, height)};
    tab_size offset = {0, smaller(content->content_offset.height, size.height - height)};
    view_set_content(content, size, offset);
}
