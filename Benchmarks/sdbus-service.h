/* Declarations that the parts of the sd-bus service share. */
#ifndef TABD_SDBUS_SERVICE_H
#define TABD_SDBUS_SERVICE_H

#include "tab_state.h"
#include <systemd/sd-bus.h>

/* Returns the result; an error ends the process. */
int check(int result);
/* Appends a value of the snapshot. */
void append_value(sd_bus_message *message, const Value *value);
/* Registers the tab bar controller of the state, and its bar. */
void export_tabs(sd_bus *bus, TabState *state);
/* Handles the calls of org.tabd.Tabs1.ViewController, on the same object. */
void export_view_controller(sd_bus *bus, const char *path);

#endif
