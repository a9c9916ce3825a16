/* tmux's control mode: a line selects a window; %end confirms it, %session-window-changed announces the change. */
#define _GNU_SOURCE
#include "control.h"
#include "bench.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct Control {
    pid_t pid;
    int input, output;
    char buffer[1 << 16];
    size_t length;
    unsigned window;
    int ended, changed; /* since the start of the last selections */
};

static void take_line(Control *control, const char *line) {
    if (strncmp(line, "%end ", 5) == 0) control->ended++;
    if (strncmp(line, "%session-window-changed ", 24) == 0) control->changed++;
    if (strncmp(line, "%error ", 7) == 0 || strncmp(line, "%exit", 5) == 0) fail("tmux", line);
}

/* Returns false if nothing arrived. */
static bool read_lines(Control *control, int timeout) {
    struct pollfd readable = {.fd = control->output, .events = POLLIN};
    if (poll(&readable, 1, timeout) <= 0) return false;
    const ssize_t count =
        read(control->output, control->buffer + control->length, sizeof control->buffer - control->length);
    if (count <= 0) fail("tmux", "its control mode has ended");
    control->length += (size_t)count;
    char *line = control->buffer, *end;
    while ((end = memchr(line, '\n', control->length - (size_t)(line - control->buffer)))) {
        *end = 0;
        take_line(control, line);
        line = end + 1;
    }
    control->length -= (size_t)(line - control->buffer);
    memmove(control->buffer, line, control->length);
    return true;
}

Control *start_control(const char *socket) {
    enum { QUIET = 300 };
    int input[2], output[2];
    Control *control = allocate(1, sizeof *control);
    if (pipe2(input, O_CLOEXEC) < 0 || pipe2(output, O_CLOEXEC) < 0) fail("pipe", strerror(errno));
    control->pid = fork();
    if (control->pid < 0) fail("fork", strerror(errno));
    if (control->pid == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        unsetenv("TMUX");
        execlp("tmux", "tmux", "-S", socket, "-C", "attach", NULL);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    control->input = input[1];
    control->output = output[0];
    static const char first[] = "select-window -t :0\n";
    if (write(control->input, first, sizeof first - 1) < 0) fail("tmux", strerror(errno));
    if (!read_lines(control, call_timeout)) fail("tmux", "no output in control mode");
    while (read_lines(control, QUIET)) continue;
    return control;
}

void select_windows(Control *control, int count, int most, double *latencies) {
    double *began = allocate((size_t)count, sizeof *began);
    int sent = 0, done = 0;
    control->ended = control->changed = 0;
    while (done < count) {
        char lines[4096];
        int length = 0, from = sent;
        for (; sent < count && sent - done < most; sent++)
            length += sprintf(lines + length, "select-window -t :%u\n", control->window = !control->window);
        const double begin = now();
        for (int i = from; i < sent; i++) began[i] = begin;
        if (length > 0 && write(control->input, lines, (size_t)length) != length) fail("tmux", strerror(errno));
        if (!read_lines(control, call_timeout)) fail("tmux", "no reply");
        const int both = control->ended < control->changed ? control->ended : control->changed;
        const double end = now();
        for (; done < both; done++) {
            if (latencies) latencies[done] = end - began[done];
        }
    }
    free(began);
}

void stop_control(Control *control) {
    close(control->input);
    close(control->output);
    kill(control->pid, SIGTERM);
    waitpid(control->pid, NULL, 0);
    free(control);
}
