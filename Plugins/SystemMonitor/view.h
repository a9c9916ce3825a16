/*
 * The plugin's views.
 *
 * Setters mark a view as dirty if its value changes. send_views sends only dirty views.
 */
#ifndef SYSTEM_MONITOR_VIEW_H
#define SYSTEM_MONITOR_VIEW_H

#include "history.h"

typedef struct view {
    uint32_t id;                /* 0 while the view does not exist */
    uint32_t parent;
    const char *class_name;
    const char *style;          /* for a Label, or NULL */
    char identifier[24];
    tab_rect frame;
    bool is_hidden;
    bool is_dirty;
    char text[96];              /* for a Label, which wraps */
    size_t longest_text;        /* since the view was made */
    bool needs_layout;          /* a text is longer than any before, and may take more lines */
    double progress;            /* for a ProgressView */
    const history *history;     /* for a Chart, in percent */
    tab_size content_size;      /* for a ScrollView */
    tab_size content_offset;
} view;

void view_set_identifier(view *view, const char *identifier);
void view_set_frame(view *view, tab_rect frame);
void view_set_hidden(view *view, bool is_hidden);
/* Sets the text with a printf format. Text that does not fit is truncated. */
void view_set_text(view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));
void view_set_progress(view *view, double progress);
void view_set_content(view *view, tab_size size, tab_size offset);

/* Returns the size that the content of a view needs in a width, as front ends draw it; 0 if the host does not know. */
tab_size view_fit(const tab_host_v1 *host, tab_controller controller, const view *view, double width);

/* Sends the dirty views of a list in which parents come before children. On failure they stay dirty. */
tab_status send_views(const tab_host_v1 *host, tab_controller controller, view *views, size_t count);

#endif
