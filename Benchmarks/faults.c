/* The effect of an isolated plugin's fault on a second client: the duration of its Properties.Get during the fault, and
 * for the same time right after it. */
#include "fault_tab.h"
#include "reader.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TAIL = 200, BUSY = 2000 };

typedef struct Fault {
    const char *label;
    int times;
    void (*cause)(FaultTab *tab, const struct Fault *fault);
    const char *command;
    /* The preparation before measuring; NULL for none. */
    const char *preparation;
} Fault;

/* A fault lasts until the plugin works again. */
static void run_fault(FaultTab *tab, const Fault *fault) {
    send_command(tab, 0, fault->command);
    hear_state(tab, "restarting");
    hear_state(tab, "ready");
}

/* Sends long actions to all view controllers in turn, because each can have only some in flight. The service reads each
 * one before the next is sent; otherwise all clients would wait behind them. Returns whether the plugin has failed. */
static bool send_much(FaultTab *tab, int count) {
    static char text[LONG_TEXT + 1];
    memset(text, 'x', LONG_TEXT);
    for (int i = 0; i < count; i++) {
        send_command(tab, i % tab->count, text);
        dbus_message_unref(
            reply_to(tab->front_end, new_call(tab->name, ROOT, DBUS_INTERFACE_PEER, "Ping"), tab->name));
        if (read_for(tab, 0, "restarting")) return true;
    }
    return false;
}

static void stop_reading(FaultTab *tab, const Fault *fault) {
    send_command(tab, 0, fault->command);
    /* More than fits in a socket and a queue. */
    if (!send_much(tab, ACTIONS_IN_A_ROW * tab->count)) hear_state(tab, "restarting");
    hear_state(tab, "ready");
}

/* About the same amount for a plugin that reads it: the cost of the messages alone. */
static void keep_reading(FaultTab *tab, const Fault *fault) {
    for (int i = 0; i < 3; i++) {
        if (send_much(tab, ACTIONS_IN_A_ROW)) fail(fault->label, "the plugin failed");
        run_command(tab, fault->command);
    }
}

/* As busy as an endless loop, without a plugin: the cost of a busy processor. */
static void burn(FaultTab *tab, const Fault *fault) {
    pid_t pid = fork();
    if (pid < 0) fail(fault->label, strerror(errno));
    if (pid == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile unsigned turns = 0; pid == 0;) turns++;
    read_for(tab, BUSY, NULL);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static const Fault all[] = {
    {"crash (SIGSEGV)", 10, run_fault, "crash", NULL},
    {"abort", 10, run_fault, "abort", NULL},
    {"exit", 10, run_fault, "exit 3", NULL},
    {"garbage on its connection", 10, run_fault, "garbage", NULL},
    {"600 MiB of memory", 5, run_fault, "allocate 600", NULL},
    {"start that hangs", 2, run_fault, "crash", "start-fault hang 1"},
    {"endless loop", 2, run_fault, "loop", NULL},
    {"flood of updates", 2, run_fault, "flood", NULL},
    {"not reading", 3, stop_reading, "soon sleep", NULL},
    {"(as much, and it reads)", 3, keep_reading, "count", NULL},
    {"(a process that loops)", 2, burn, NULL, NULL},
};

static void measure(FaultTab *tab, const Fault *fault) {
    Reader reader;
    start_reader(&reader, tab->name, tab->tabs, tab->controllers[0]);
    tab->cause = fault->label;
    read_for(tab, TAIL, NULL);
    for (int time = 0; time < fault->times; time++) {
        if (fault->preparation) run_command(tab, fault->preparation);
        const double begin = now();
        atomic_store(&reader.phase, DISTURBED);
        fault->cause(tab, fault);
        read_for(tab, TAIL, NULL);
        const int length = (int)((now() - begin) / 1e3);
        atomic_store(&reader.phase, UNDISTURBED);
        read_for(tab, length, NULL);
        atomic_store(&reader.phase, UNCOUNTED);
    }
    stop_reader(&reader);
    printf("%s\t%d", fault->label, fault->times);
    for (Phase phase = UNDISTURBED; phase < PHASES; phase++) {
        if (!reader.count[phase]) fail(fault->label, "nothing was read");
        printf("\t%zu\t%.0f\t%.0f", reader.count[phase],
               quantile(reader.latency[phase], reader.count[phase], 0.99),
               quantile(reader.latency[phase], reader.count[phase], 1));
    }
    putchar('\n');
    fflush(stdout);
    free_reader(&reader);
}

int faults(int argc, char **argv) {
    if (argc < 2) return 64;
    FaultTab tab = open_fault_tab(argv[0], argv[1], MAX_CONTROLLERS);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        /* Only the named faults, if any are named. */
        bool is_wanted = argc == 2;
        for (int k = 2; k < argc; k++) is_wanted = is_wanted || strstr(all[i].label, argv[k]);
        if (is_wanted) measure(&tab, &all[i]);
    }
    close_fault_tab(&tab);
    return 0;
}
