/* Declarations that the parts of the benchmark client share. */
#ifndef TABD_BENCH_H
#define TABD_BENCH_H

#include <dbus/dbus.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ROOT "/org/tabd/Tabs1"
#define MANAGER "org.tabd.Tabs1.Manager"
#define OBJECT_MANAGER "org.freedesktop.DBus.ObjectManager"
#define PLUGIN "org.tabd.Tabs1.Plugin"
#define PRIVATE_CONNECTION "org.tabd.Tabs1.PrivateConnection"
#define TAB_BAR "org.tabd.Tabs1.TabBar"
#define TAB_BAR_CONTROLLER "org.tabd.Tabs1.TabBarController"
#define VIEW_CONTROLLER "org.tabd.Tabs1.ViewController"
#define WINDOW "org.tabd.Tabs1.Window"

enum { MAX_SERVICES = 8, MAX_TABS = 16, PATIENCE = 120000 };
/* Milliseconds for a reply: 5000, or PATIENCE for a service under valgrind. */
extern int call_timeout;

/* The subcommands. They take the arguments after their name and return the exit status, 64 for wrong usage. */
int calls(int argc, char **argv);
int create(int argc, char **argv);
int faults(int argc, char **argv);
int fill(int argc, char **argv);
int departure(int argc, char **argv);
int floods(int argc, char **argv);
int host(int argc, char **argv);
int keep(int argc, char **argv);
int load(int argc, char **argv);
int many(int argc, char **argv);
int recoveries(int argc, char **argv);
int repeat(int argc, char **argv);
int restores(int argc, char **argv);
int show(int argc, char **argv);
int snapshot(int argc, char **argv);
int starts(int argc, char **argv);
int taps(int argc, char **argv);
int terminal(int argc, char **argv);
int ticks(int argc, char **argv);
int views(int argc, char **argv);
int wait_until_owned(int argc, char **argv);

/* client.c */

/* The number of calls before the measured ones: BENCH_WARM_UP in the environment, by default 2000. */
int warm_up_calls(void);
_Noreturn void fail(const char *what, const char *why);
void *allocate(size_t count, size_t size);
/* Microseconds of the monotonic clock. */
double now(void);
/* User and system time of a whole process in microseconds. */
double cpu_time(pid_t pid);
/* The private memory of a process, in kB. */
double private_memory(pid_t pid);
/* The nearest-rank quantile; sorts its input. */
double quantile(double *values, size_t count, double q);
/* Prints a line of results: service, call, CPU per call of the median round, median and 99th percentile of the
 * latencies. Without `cpu` that column is a dash. */
void print_result(const char *label, const char *kind, double *cpu, int rounds, double *latency, size_t count);

/* The session bus, and the bus of an address. */
DBusConnection *connect_to_bus(void);
DBusConnection *connect_to(const char *address);
void disconnect(DBusConnection *connection);
DBusMessage *new_call(const char *name, const char *path, const char *interface, const char *member);
/* Sends the call, releases it, and returns the reply; an error aborts the benchmark. */
DBusMessage *reply_to(DBusConnection *connection, DBusMessage *call, const char *who);
/* The same with another timeout, in milliseconds. */
DBusMessage *reply_within(DBusConnection *connection, DBusMessage *call, const char *who, int timeout);
/* Fails unless the message has the signature. */
void check_signature(DBusMessage *message, const char *signature, const char *who);
void append_empty_options(DBusMessage *message);
/* Appends one `{sv}` to an open a{sv}. */
void append_option(DBusMessageIter *dict, const char *key, int type, const char *signature, const void *value);
/* Returns the object path in a reply and releases the reply. The caller frees the path. */
char *take_path(DBusMessage *reply, const char *who);
/* The size of a message on the wire, and of its body, in bytes. */
size_t message_bytes(DBusMessage *message, size_t *body);

/* setup.c */

/* Creates a tab bar controller that is destroyed with the connection. */
char *create_transient(DBusConnection *connection, const char *name);
/* Creates a tab bar controller with tabs of a plugin's class, all with restoration identifiers. With "" they have none
 * and are destroyed with the connection, so nothing is saved. */
char *create_tabs(DBusConnection *connection, const char *name, const char *type, int tabs, const char *identifier);
/* Returns the process of a plugin; 0 without one. */
pid_t host_of(DBusConnection *connection, const char *name, const char *plugin);
/* Creates a view controller of a plugin's class and loads its view. */
char *create_loaded(DBusConnection *connection, const char *name, const char *type);
/* Taps an item of a tab bar. */
DBusMessage *new_tap(const char *name, const char *bar, uint32_t position);
/* Sets the tabs. */
void set_tabs(DBusConnection *connection, const char *name, const char *tabs, char *const *controllers, int count);
void set_tab(DBusConnection *connection, const char *name, const char *tabs, const char *controller);
/* Attaches the connection as a front end of the tab bar controller, so that its view is in a window. */
void attach(DBusConnection *connection, const char *name, const char *controller);

/* dump.c */

/* Returns the validated reply. */
DBusMessage *get_managed_objects(DBusConnection *connection, const char *name);
/* Writes the reply to a file for the other services. */
void dump_objects(DBusMessage *reply, const char *path);

/* starts.c */

/* Subscribes the connection to changes of the name's owner. */
void watch_name(DBusConnection *connection, const char *name);
/* Waits until the name has an owner, or has none. Returns false after the deadline. */
bool wait_for_owner(DBusConnection *connection, const char *name, bool owned);

#endif
