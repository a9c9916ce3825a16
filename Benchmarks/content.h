/* The content of the measured front ends: a tab with a text field, one with a chart, and one of a plugin's class. */
#ifndef TABD_BENCH_CONTENT_H
#define TABD_BENCH_CONTENT_H

#include "bench.h"

typedef enum { TEXT_TAB, CHART_TAB, PLUGIN_TAB, CONTENT_TABS } ContentTab;

typedef struct {
    DBusConnection *connection;
    const char *label;
    char *tabs;                      /* the tab bar controller */
    char *controllers[CONTENT_TABS]; /* the view controllers of the tabs */
    double width;    /* width of the text field and of the chart, in points */
    unsigned edits;  /* number of changes of the text */
    unsigned frames; /* number of changes of the plugin's view */
    unsigned time;   /* time of the chart */
} Content;

/* This process owns the view controllers of the text field and the chart; they are destroyed when it ends. */
void make_content(Content *content, const char *label, const char *address, const char *type);
void select_content(Content *content, ContentTab tab);
/* Sets the next values of the chart. */
void advance_chart(Content *content);
/* Handles received calls: typed text is copied to the text field. */
void serve_content(Content *content);

/* The values of a chart at a time, like the Gallery's: 60 values from -1 to 1. */
enum { CHART_VALUES = 60 };
void fill_chart(double values[CHART_VALUES], unsigned time);

#endif
