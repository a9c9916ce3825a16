/* The temporary folder of a test process.
 *
 * Before main, TMPDIR is set to a new folder, for the tests and for every process that they start. A second process, the
 * cleaner, waits until the tests end in any way. It then kills the remaining processes and removes the folder. It is not
 * a child of the tests, so that they can count and wait for their own children. */
#define _GNU_SOURCE
#include "test_folder.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Finds the processes of the tests by the folder in their environment. A process that is being started shows none for a
 * moment, so they are gone only when three searches find nothing. */
static const char cleaning[] =
    "read -r _\n"
    "folder=$0 tries=100 empty=0\n"
    "left() { grep -lsF -e \"$folder\" /proc/[0-9]*/environ | cut -d / -f 3; }\n"
    "while [ $empty -lt 3 ] && [ $((tries -= 1)) -gt 0 ]; do\n"
    "    ids=$(left)\n"
    "    if [ -n \"$ids\" ]; then kill -KILL $ids; empty=0; else empty=$((empty + 1)); fi\n"
    "    sleep 0.01\n"
    "done\n"
    "chmod -R u+rwX \"$folder\"\n"
    "rm -rf \"$folder\"\n";

static char folder[4096];
static int cleaner = -1;
static pid_t owner;

/* Waits for the cleaner, so that the folder is removed before the process ends. */
static void clean(void)
{
    if (getpid() != owner) return;
    char byte = '\n';
    if (send(cleaner, &byte, 1, MSG_NOSIGNAL) == 1)
        while (read(cleaner, &byte, 1) > 0) continue;
}

/* A forked child that outlives the tests must not keep the cleaner waiting. */
static void close_cleaner(void) { close(cleaner); }

static void become_cleaner(int connection)
{
    if (fork() != 0) _exit(0);
    /* Ctrl-C and the end of the terminal must reach only the tests. */
    setsid();
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(connection, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close_range(3, ~0U, 0);
    execl("/bin/sh", "sh", "-c", cleaning, folder, (char *)NULL);
    _exit(127);
}

__attribute__((constructor)) static void begin(void)
{
    /* A client that a test starts uses the test's folder. */
    if (getenv("TABD_TEST_FOLDER")) return;
    /* The path of a socket must be short, but TMPDIR may be a long path for the compiler. */
    const char *parent = getenv("TABD_TEST_TMPDIR");
    if (!parent) parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/tabd-XXXXXX", parent ? parent : "/tmp");
    int ends[2];
    if (!mkdtemp(folder) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        perror(folder);
        _exit(1);
    }
    owner = getpid();
    cleaner = ends[0];
    pid_t child = fork();
    if (child == 0) become_cleaner(ends[1]);
    close(ends[1]);
    waitpid(child, NULL, 0);
    atexit(clean);
    pthread_atfork(NULL, NULL, close_cleaner);
    setenv("TABD_TEST_FOLDER", folder, 1);
    setenv("TMPDIR", folder, 1);
}
