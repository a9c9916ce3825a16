/* Declarations that the parts of the libdbus service share. */
#ifndef TABD_LIBDBUS_SERVICE_H
#define TABD_LIBDBUS_SERVICE_H

#include "tab_state.h"
#include <dbus/dbus.h>

/* These two end the process if it runs out of memory. */
void check(dbus_bool_t done);
void *checked(void *pointer);

/* Releases the message. */
void send_message(DBusConnection *connection, DBusMessage *message);
/* Sends a reply if one is expected. */
void send_error(DBusConnection *connection, DBusMessage *call, const char *name, const char *text);
void append_variant(DBusMessageIter *iter, int type, const char *signature, const void *value);
void append_property(DBusMessageIter *dict, const char *name, int type, const char *signature, const void *value);

/* Sets up the tab bar controller; with a snapshot, the one at the path. */
void export_tabs(DBusConnection *connection, const char *snapshot, const char *path, bool keeps_reply);
/* Replies to Properties.GetAll of an object in the snapshot (NULL for none), and to the calls of the root object. */
void get_all(DBusConnection *connection, DBusMessage *call, const Value *interfaces);
DBusHandlerResult answer_root(DBusConnection *connection, DBusMessage *call, void *objects);
/* The same with a cached reply, which costs only the time to send it. */
DBusHandlerResult answer_root_again(DBusConnection *connection, DBusMessage *call, void *objects);
/* Handles the calls of org.tabd.Tabs1.ViewController. */
DBusHandlerResult answer_view_controller(DBusConnection *connection, DBusMessage *call);

#endif
