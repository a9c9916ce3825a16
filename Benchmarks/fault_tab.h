/* A tab of the misbehaving plugin of the tests (Tests/Fixtures/misbehaving.c), in a front end's window. */
#ifndef TABD_BENCH_FAULT_TAB_H
#define TABD_BENCH_FAULT_TAB_H

#include "bench.h"

/* Of an action; what is longer than a command the plugin leaves alone. */
enum { LONG_TEXT = 60000, ACTIONS_IN_A_ROW = 64, MAX_CONTROLLERS = 6 };

typedef struct {
    DBusConnection *front_end;
    const char *name; /* of the service */
    char *tabs;
    /* The first is the tab's; all are of the same plugin. */
    char *controllers[MAX_CONTROLLERS];
    int count;
} FaultTab;

FaultTab open_fault_tab(const char *name, const char *type, int controllers);
void close_fault_tab(FaultTab *tab);
/* Gives the plugin a command, without waiting for what comes of it. */
void send_command(FaultTab *tab, int controller, const char *command);
/* The same with an answer, which must be none that is an error. */
void run_command(FaultTab *tab, const char *command);
/* Waits for the first controller to be announced in a state. With a failure there must be its reason. */
void hear_state(FaultTab *tab, const char *state);
/* Reads what comes for so many milliseconds; tells whether the state was among it. */
bool read_for(FaultTab *tab, int milliseconds, const char *state);

#endif
