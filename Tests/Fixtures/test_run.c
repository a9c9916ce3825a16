/* A test run that leaves a file and a process behind: test_run exit|kill */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* Waits until the kernel shows the environment of a new process, which is later than its start. */
static void wait_for_environment(pid_t process)
{
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%d/environ", process);
    for (ssize_t count = 0; count == 0;) {
        int file = open(path, O_RDONLY);
        count = read(file, &byte, 1);
        close(file);
    }
}

int main(int count, char **arguments)
{
    pid_t child = 0;
    char *command[] = { "sleep", "infinity", NULL };
    if (count != 2 || chdir(getenv("TMPDIR")) != 0 || creat("file", 0600) < 0) return 1;
    if (posix_spawnp(&child, command[0], NULL, NULL, command, environ) != 0) return 1;
    wait_for_environment(child);
    printf("%s %d\n", getenv("TMPDIR"), child);
    fflush(stdout);
    if (strcmp(arguments[1], "kill") == 0) raise(SIGKILL);
    return 0;
}
