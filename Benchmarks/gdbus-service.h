/* Declarations that the parts of the GDBus service share. */
#ifndef TABD_GDBUS_SERVICE_H
#define TABD_GDBUS_SERVICE_H

#include "tab_state.h"
#include <gio/gio.h>

/* Returns a floating GVariant of a value in the snapshot. */
GVariant *variant_of(const Value *value);
void emit(GDBusConnection *connection, const char *path, const char *interface, const char *member, GVariant *arguments);
/* Registers the tab bar controller of the state, and its bar. */
void export_tabs(GDBusConnection *connection, TabState *state);
/* Handles the calls of org.tabd.Tabs1.ViewController, on the same object. */
void export_view_controller(GDBusConnection *connection, const char *path);

#endif
