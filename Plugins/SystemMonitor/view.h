/*
 * A view as the plugin knows it, and the way to the daemon.
 *
 * Setters remember that something is new; send_views sends the views of which that is true, and no others.
 */
#ifndef SYSTEM_MONITOR_VIEW_H
#define SYSTEM_MONITOR_VIEW_H

#include "history.h"

typedef struct view {
    uint32_t id;                /* 0 while there is no such view */
    uint32_t parent;
    const char *class_name;
    const char *style;          /* of a Label, or NULL */
    char identifier[24];
    tab_rect frame;
    bool is_hidden;
    bool is_dirty;
    char text[96];              /* of a Label */
    double progress;            /* of a ProgressView */
    const history *history;     /* of a Chart, which is one of per cents */
    tab_size content_size;      /* of a ScrollView */
    tab_size content_offset;
} view;

void view_set_identifier(view *view, const char *identifier);
void view_set_frame(view *view, tab_rect frame);
void view_set_hidden(view *view, bool is_hidden);
/* As printf; what does not fit is cut off. */
void view_set_text(view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));
void view_set_progress(view *view, double progress);
void view_set_content(view *view, tab_size size, tab_size offset);

/* Sends what is dirty of a list in which parents come before children; on failure it stays dirty. */
tab_status send_views(const tab_host_v1 *host, tab_controller controller, view *views, size_t count);

#endif
