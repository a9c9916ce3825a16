/* The client of the benchmark: the same calls to several services in turn, so that all of them see the same machine.
 *
 *   bench calls all|few ROUNDS CALLS LABEL,NAME,PID[+PID],CONTROLLER,BUTTON...
 *                                                           Get, TapItem and so on, one by one and in flight
 *   bench views ROUNDS CALLS LABEL,NAME,PID[,CONTROLLER]...        sequential updates of one view of 200
 *   bench ticks NAME CONTROLLER COUNT                              bytes on the bus per tick of a visible stopwatch
 *   bench starts ROUNDS LABEL NAME PATH INTERFACE.MEMBER PROGRAM [ARGUMENT...] [-- LABEL ...]
 *   bench faults NAME TYPE [FAULT...]                       latencies of another client beside faults of a plugin
 *   bench recoveries ROUNDS NAME TYPE FOLDER PLAIN_HOST LIBRARY PLUGIN_HOST
 *                                                           how soon a tab shows a crash, and how soon it is back
 *   bench taps ROUNDS TAPS STORE TYPE LABEL,ADDRESS,PID[,IDENTIFIER]...   what it costs a tap that it is saved
 *   bench fill NAME TYPE CONTROLLERS TABS                   tab bar controllers with restoration identifiers
 *   bench restores ROUNDS LABEL STATE PLUGIN CONTROLLERS AWAITED PROGRAM [ARGUMENT...] [-- LABEL ...]
 *                                                           starts with what killed processes have left
 *   bench terminal KEYS IDLE TYPE LABEL PID ADDRESS|FIFO PROGRAM [ARGUMENT...] [-- LABEL ...]
 *                                                           what front ends on terminals cost
 *   bench many ROUNDS TAPS CONTROLLERS TYPE ALONE_ADDRESS,PID ADDRESS,PID SNAPSHOT LABEL NAME PROGRAM [ARGUMENT...]
 *                                                           one tab bar controller beside thousands
 *   bench snapshot NAME FILE                                what GetManagedObjects tells, for the other services
 *   bench create NAME TYPE...                               a tab bar controller on tabd; prints its path
 *   bench keep NAME TYPE...                                 one that goes with this process, which stays
 *   bench load NAME TYPE                                    a view controller on tabd, its view loaded; prints its path
 *   bench show NAME CONTROLLER                              its view is in a window from now on
 *   bench host NAME PLUGIN                                  the process id of a plugin
 *   bench wait NAME [gone]                                  until the name is owned, or is not, at most 10 seconds
 *
 * The results are lines of tab separated values, for run.sh. */
#include "bench.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"calls", calls},
                    {"create", create},
                    {"faults", faults},
                    {"fill", fill},
                    {"host", host},
                    {"keep", keep},
                    {"load", load},
                    {"many", many},
                    {"recoveries", recoveries},
                    {"restores", restores},
                    {"show", show},
                    {"snapshot", snapshot},
                    {"starts", starts},
                    {"taps", taps},
                    {"terminal", terminal},
                    {"ticks", ticks},
                    {"views", views},
                    {"wait", wait_until_owned}};
    int status = 64;
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) status = commands[i].run(argc - 2, argv + 2);
    }
    if (status == 64) fputs("usage: bench COMMAND ... (see the top of bench.c)\n", stderr);
    return status;
}
