/* A tab of the misbehaving plugin of the tests (Tests/Fixtures/misbehaving.c), in a front end's window. */
#ifndef TABD_BENCH_FAULT_TAB_H
#define TABD_BENCH_FAULT_TAB_H

#include "bench.h"

/* The text of an action. The plugin ignores a text that is longer than a command. */
enum { LONG_TEXT = 60000, ACTIONS_IN_A_ROW = 64, MAX_CONTROLLERS = 6 };

typedef struct {
    DBusConnection *front_end;
    const char *name; /* connection to the service */
    char *tabs;
    /* The first one is the tab; all have the same plugin. */
    char *controllers[MAX_CONTROLLERS];
    int count;
    /* What is done to it, for error messages; NULL for nothing in particular. */
    const char *cause;
} FaultTab;

FaultTab open_fault_tab(const char *name, const char *type, int controllers);
void close_fault_tab(FaultTab *tab);
/* Sends the plugin a command without waiting for the result. */
void send_command(FaultTab *tab, int controller, const char *command);
/* Sends the plugin a command and waits for the reply; an error reply aborts. */
void run_command(FaultTab *tab, const char *command);
/* Waits until the first view controller is announced in a state. A failure must have a reason. */
void hear_state(FaultTab *tab, const char *state);
/* Reads messages for some milliseconds; returns whether the state was announced. */
bool read_for(FaultTab *tab, int milliseconds, const char *state);

#endif
