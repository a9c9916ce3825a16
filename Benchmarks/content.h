/* What the measured front ends show: tabs with a text field, with a chart, and of a plugin's class. */
#ifndef TABD_BENCH_CONTENT_H
#define TABD_BENCH_CONTENT_H

#include "bench.h"

typedef enum { TEXT_TAB, CHART_TAB, PLUGIN_TAB, CONTENT_TABS } ContentTab;

typedef struct {
    DBusConnection *connection;
    const char *label;
    char *tabs;                      /* the tab bar controller */
    char *controllers[CONTENT_TABS]; /* what is behind the tabs */
    double width;    /* of the text field and of the chart, in points */
    unsigned edits;  /* how often a user changed the text */
    unsigned frames; /* how often the view of the plugin's class changed */
    unsigned time;   /* of the chart */
} Content;

/* The view controllers of the text field and of the chart belong to this process; all go with it. */
void make_content(Content *content, const char *label, const char *address, const char *type);
void select_content(Content *content, ContentTab tab);
/* The chart has the next values. */
void advance_chart(Content *content);
/* Answers what has come: text that was typed becomes the text field's. */
void serve_content(Content *content);

/* The values of a chart at a time, as the Gallery has them: 60 from -1 to 1. */
enum { CHART_VALUES = 60 };
void fill_chart(double values[CHART_VALUES], unsigned time);

#endif
