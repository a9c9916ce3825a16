/* A service that is called: what it is asked, and whether it answered that. */
#ifndef TABD_BENCH_SERVICE_H
#define TABD_BENCH_SERVICE_H

#include "bench.h"
#include "control.h"

/* GetManagedObjects when nothing has changed and after a tap, and TapItem with so many clients that listen, and with a
 * delegate that is asked. */
typedef enum { GET, GET_ALL, OBJECTS, TAP_OBJECTS, TAP, ACTION, TAP_1, TAP_100, DELEGATE, KINDS } Kind;

typedef struct {
    const char *label, *name;
    const char *controller; /* NULL: it has nothing to read and no tabs */
    const char *button;     /* NULL: it has no action */
    Control *control;       /* of tmux, whose select-window stands where others have TapItem; otherwise NULL */
    const char *interface;  /* of kded, whose only call stands where others have Get; otherwise NULL */
    char *bar;
    unsigned taps; /* so far */
    pid_t pids[2];             /* the second is that of a plugin, or 0 */
    double *cpu[2][KINDS];     /* one by one and in flight, per round, in microseconds per call */
    double *latency[2][KINDS]; /* per call, in microseconds */
} Service;

const char *name_of_kind(Kind kind);
/* LABEL,NAME,PID[+PID],CONTROLLER,BUTTON with dashes for what it has not. With two it is
 * kded, or tmux when the name is the path of a socket. */
Service parse_service(char *text);
bool has_kind(const Service *service, Kind kind);
/* Every tap is on another tab than the one before, so every tap changes the selection. */
DBusMessage *call_of(Service *service, Kind kind);
/* What comes before the call and has no reply; NULL when nothing does. */
DBusMessage *before_call_of(Service *service, Kind kind);
/* An answer of the wrong kind would be fast and worth nothing: so every answer is looked at. Releases it. */
void check_reply(const Service *service, Kind kind, DBusMessage *reply);

#endif
