/* What the parts of the service on sd-bus share. */
#ifndef TABD_SDBUS_SERVICE_H
#define TABD_SDBUS_SERVICE_H

#include "tab_state.h"
#include <systemd/sd-bus.h>

/* Ends the process when the result is an error; returns it. */
int check(int result);
/* Appends a value of the snapshot. */
void append_value(sd_bus_message *message, const Value *value);
/* The tab bar controller of the state, and its bar. */
void export_tabs(sd_bus *bus, TabState *state);
/* The calls of org.tabd.Tabs1.ViewController, on the same object. */
void export_view_controller(sd_bus *bus, const char *path);

#endif
