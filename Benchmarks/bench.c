/* The benchmark client: makes the same calls to several services in turn, under the same conditions.
 *
 *   bench calls all|few|get ROUNDS CALLS LABEL,NAME,PID[+PID],CONTROLLER,BUTTON|private...
 *                                                           Get, TapItem and so on, one by one and in flight
 *   bench views ROUNDS CALLS LABEL,NAME,PID[,CONTROLLER]...        sequential updates of one view of 200
 *   bench ticks NAME CONTROLLER COUNT                              bytes on the bus per tick of a visible stopwatch
 *   bench starts ROUNDS LABEL NAME PATH INTERFACE.MEMBER PROGRAM [ARGUMENT...] [-- LABEL ...]
 *   bench faults NAME TYPE [FAULT...]                       latencies of another client during faults of a plugin
 *   bench recoveries ROUNDS NAME TYPE FOLDER PLAIN_HOST LIBRARY PLUGIN_HOST
 *                                                           the time until a tab shows a crash, and works again
 *   bench taps ROUNDS TAPS STORE TYPE LABEL,ADDRESS,PID[,IDENTIFIER]...   the cost of saving a tap
 *   bench fill NAME TYPE CONTROLLERS TABS                   tab bar controllers with restoration identifiers
 *   bench departure NAME PID COUNT                          the cost of a client that leaves with this many objects
 *   bench floods [KIND NAME PID CONTROLLER PEER TURNS_FILE [SIZE]]   what another client sees during a flood; the kinds
 *   bench repeat NAME                                       calls that lines of the standard input name, for scripts/counts
 *   bench restores ROUNDS LABEL STATE PLUGIN CONTROLLERS AWAITED PROGRAM [ARGUMENT...] [-- LABEL ...]
 *                                                           starts with the state of killed processes
 *   bench terminal KEYS IDLE TYPE LABEL PID ADDRESS|FIFO PROGRAM [ARGUMENT...] [-- LABEL ...]
 *                                                           the cost of front ends on terminals
 *   bench many ROUNDS TAPS CONTROLLERS TYPE ALONE_ADDRESS,PID ADDRESS,PID SNAPSHOT LABEL NAME PROGRAM [ARGUMENT...]
 *                                                           one tab bar controller among thousands
 *   bench snapshot NAME FILE                                save the reply of GetManagedObjects, for the other services
 *   bench create NAME TYPE...                               create a tab bar controller on tabd and print its path
 *   bench keep NAME TYPE...                                 the same; it ends with this process, which keeps running
 *   bench load NAME TYPE                                    create a view controller, load its view and print its path
 *   bench show NAME CONTROLLER                              put the view of a controller in a window
 *   bench host NAME PLUGIN                                  print the process id of a plugin
 *   bench wait NAME [gone]                                  wait until the name is owned or free, at most 10 seconds
 *
 * The results are lines of tab-separated values for run.sh. */
#include "bench.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"calls", calls},
                    {"create", create},
                    {"departure", departure},
                    {"faults", faults},
                    {"fill", fill},
                    {"floods", floods},
                    {"host", host},
                    {"keep", keep},
                    {"load", load},
                    {"many", many},
                    {"recoveries", recoveries},
                    {"repeat", repeat},
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
