/* What the parts of the service on libdbus share. */
#ifndef TABD_LIBDBUS_SERVICE_H
#define TABD_LIBDBUS_SERVICE_H

#include "tab_state.h"
#include <dbus/dbus.h>

/* Out of memory ends the process: these two tell. */
void check(dbus_bool_t done);
void *checked(void *pointer);

/* Releases the message. */
void send_message(DBusConnection *connection, DBusMessage *message);
/* Unless no reply is expected. */
void send_error(DBusConnection *connection, DBusMessage *call, const char *name, const char *text);
void append_variant(DBusMessageIter *iter, int type, const char *signature, const void *value);
void append_property(DBusMessageIter *dict, const char *name, int type, const char *signature, const void *value);

/* The tab bar controller, with a snapshot that of the path. */
void export_tabs(DBusConnection *connection, const char *snapshot, const char *path, bool keeps_reply);
/* Properties.GetAll of an object of the snapshot, NULL when there is none; and the calls of the root, for all of them. */
void get_all(DBusConnection *connection, DBusMessage *call, const Value *interfaces);
DBusHandlerResult answer_root(DBusConnection *connection, DBusMessage *call, void *objects);
/* The same with the reply to the first call, which takes no time but that of sending it. */
DBusHandlerResult answer_root_again(DBusConnection *connection, DBusMessage *call, void *objects);
/* The calls of org.tabd.Tabs1.ViewController. */
DBusHandlerResult answer_view_controller(DBusConnection *connection, DBusMessage *call);

#endif
