/* A measured service: the calls to it, and validation of its replies. */
#ifndef TABD_BENCH_SERVICE_H
#define TABD_BENCH_SERVICE_H

#include "bench.h"
#include "control.h"

/* GetManagedObjects without changes and after a tap, TapItem with a number of listening clients, and TapItem with a
 * delegate. */
typedef enum { GET, GET_ALL, OBJECTS, TAP_OBJECTS, TAP, ACTION, TAP_1, TAP_100, DELEGATE, KINDS } Kind;

typedef struct {
    const char *label, *name;
    bool is_private; /* calls go over a private connection */
    DBusConnection *connection; /* that connection, or the common one to the bus */
    const char *controller; /* NULL: no properties and no tabs */
    const char *button;     /* NULL: no action */
    Control *control;       /* for tmux, whose select-window is compared with TapItem; otherwise NULL */
    const char *interface;  /* for kded, whose only call is compared with Get; otherwise NULL */
    char *bar;
    unsigned taps; /* number until now */
    pid_t pids[2];             /* the second is a plugin's process, or 0 */
    double *cpu[2][KINDS];     /* one by one and in flight, per round, microseconds per call */
    double *latency[2][KINDS]; /* per call, microseconds */
} Service;

const char *name_of_kind(Kind kind);
/* Parses LABEL,NAME,PID[+PID],CONTROLLER,BUTTON, with dashes for missing parts. Two dashes mean kded, or tmux if the name
 * is the path of a socket. `private` instead of the button means that the calls go over a private connection. */
Service parse_service(char *text);
/* Sets the connection of the service: the one to the bus, or a private one that the client of the bus asks for. */
void connect_service(Service *service, DBusConnection *bus);
void disconnect_service(Service *service);
bool has_kind(const Service *service, Kind kind);
/* Every tap is on a different tab than the one before, so every tap changes the selection. */
DBusMessage *call_of(Service *service, Kind kind);
/* The message without a reply before the call; NULL for none. */
DBusMessage *before_call_of(Service *service, Kind kind);
/* Validates and releases a reply, because a wrong reply would be fast but worthless. */
void check_reply(const Service *service, Kind kind, DBusMessage *reply);

#endif
