/* The terminal of a measured program. */
#define _GNU_SOURCE
#include "screen.h"
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { END_TIMEOUT = 5000 };

static _Noreturn void become(const char *terminal, const char *address, char *const *program) {
    setsid();
    /* The first terminal that a session leader opens is its controlling terminal. */
    int descriptor = open(terminal, O_RDWR);
    if (descriptor < 0) _exit(127);
    for (int i = 0; i <= STDERR_FILENO; i++) dup2(descriptor, i);
    if (descriptor > STDERR_FILENO) close(descriptor);
    setenv("TERM", "xterm-256color", 1);
    if (address) setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
    execvp(*program, program);
    fprintf(stderr, "%s: %s\n", *program, strerror(errno));
    _exit(127);
}

void start_screen(Screen *screen, const char *label, const char *address, char *const *program) {
    char terminal[64];
    *screen = (Screen){.label = label, .descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)};
    if (screen->descriptor < 0 || grantpt(screen->descriptor) != 0 || unlockpt(screen->descriptor) != 0 ||
        ptsname_r(screen->descriptor, terminal, sizeof terminal) != 0)
        fail("terminal", strerror(errno));
    resize_screen(screen, 80, 24);
    fflush(stdout);
    screen->pid = fork();
    if (screen->pid < 0) fail("fork", strerror(errno));
    if (screen->pid == 0) become(terminal, address, program);
    screen->last_seen = now();
}

void end_screen(Screen *screen) {
    const double deadline = now() + END_TIMEOUT * 1e3;
    kill(screen->pid, SIGTERM);
    close(screen->descriptor);
    while (waitpid(screen->pid, NULL, WNOHANG) == 0) {
        if (now() > deadline) kill(screen->pid, SIGKILL);
        usleep(10000);
    }
}

void resize_screen(const Screen *screen, unsigned short columns, unsigned short rows) {
    const struct winsize size = {.ws_col = columns, .ws_row = rows};
    if (ioctl(screen->descriptor, TIOCSWINSZ, &size) != 0) fail(screen->label, strerror(errno));
}

void type_keys(const Screen *screen, const char *keys, size_t count) {
    if (write(screen->descriptor, keys, count) != (ssize_t)count) fail(screen->label, "it does not read its keys");
}

void read_screen(Screen *screen) {
    char buffer[65536];
    ssize_t count;
    while ((count = read(screen->descriptor, buffer, sizeof buffer)) > 0) {
        screen->bytes += (uint64_t)count;
        screen->last_seen = now();
        if (screen->answered == 0) screen->answered = screen->last_seen;
    }
    /* No process has the terminal open. */
    if (count < 0 && errno == EIO && waitpid(screen->pid, NULL, WNOHANG) != 0) fail(screen->label, "it has ended");
    if (count < 0 && errno != EAGAIN && errno != EIO && errno != EINTR) fail(screen->label, strerror(errno));
}

Writes writes_of(pid_t pid) {
    char path[64], key[32];
    uint64_t value;
    Writes writes = {0, 0};
    snprintf(path, sizeof path, "/proc/%d/io", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    while (fscanf(file, "%31[^:]: %" SCNu64 "\n", key, &value) == 2) {
        if (strcmp(key, "syscw") == 0) writes.calls = value;
        if (strcmp(key, "wchar") == 0) writes.bytes = value;
    }
    fclose(file);
    return writes;
}

uint64_t wakeups_of(pid_t pid) {
    char pattern[64], line[256];
    glob_t found;
    uint64_t sum = 0, count;
    snprintf(pattern, sizeof pattern, "/proc/%d/task/*/status", (int)pid);
    if (glob(pattern, 0, NULL, &found) != 0) fail(pattern, "the process is gone");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "r");
        if (!file) continue;
        while (fgets(line, sizeof line, file)) {
            if (sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &count) == 1) sum += count;
        }
        fclose(file);
    }
    globfree(&found);
    return sum;
}
