/* A test run that leaves a file and a process behind: test_run exit|kill */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

int main(int count, char **arguments)
{
    pid_t child = 0;
    char *command[] = { "sleep", "infinity", NULL };
    if (count != 2 || chdir(getenv("TMPDIR")) != 0 || creat("file", 0600) < 0) return 1;
    if (posix_spawnp(&child, command[0], NULL, NULL, command, environ) != 0) return 1;
    printf("%s %d\n", getenv("TMPDIR"), child);
    fflush(stdout);
    if (strcmp(arguments[1], "kill") == 0) raise(SIGKILL);
    return 0;
}
