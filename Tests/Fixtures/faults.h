/* Faults that a plugin can cause in its host: immediately, or at its next starts. */
#ifndef TABD_FIXTURES_FAULTS_H
#define TABD_FIXTURES_FAULTS_H

#include "plugin.h"

#include <dirent.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Memory, sockets, processes -------------------------------------------------------------------------------- */

static void allocate(int mebibytes) {
    for (int index = 0; index < mebibytes; index++) {
        char *block = malloc(1 << 20);
        if (!block) return;
        memset(block, index + 1, 1 << 20);
        /* Prevents the compiler from removing it. */
        __asm__ volatile("" : : "r"(block) : "memory");
    }
}

typedef enum fate { GARBAGE, CLOSE, SHUT } fate;

/* Returns the next Unix socket after the standard descriptors. */
static void spoil_sockets(fate fate) {
    char nonsense[4096];
    memset(nonsense, 'x', sizeof(nonsense));
    DIR *descriptors = opendir("/proc/self/fd");
    if (!descriptors) abort();
    for (struct dirent *entry; (entry = readdir(descriptors));) {
        int descriptor = atoi(entry->d_name), domain = 0;
        socklen_t length = sizeof(domain);
        if (descriptor <= 2 || getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0) continue;
        if (domain != AF_UNIX) continue;
        switch (fate) {
        case GARBAGE:
            if (send(descriptor, nonsense, sizeof(nonsense), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) continue;
            break;
        case CLOSE: close(descriptor); break;
        case SHUT: shutdown(descriptor, SHUT_RDWR); break;
        }
    }
    closedir(descriptors);
}

/* Starts a process that only SIGKILL ends and that inherits all open descriptors. */
static pid_t start_process(void) {
    pid_t child = fork();
    if (child != 0) return child;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;) pause();
}

/* ---- Faults of the start --------------------------------------------------------------------------------------- */

static void receive_path(void *context, tab_string path) {
    snprintf(context, 512, "%.*s/start-fault", (int)path.length, path.utf8);
}

static bool fault_file(char path[512]) { return host->data_directory(host, receive_path, path) == TAB_OK; }

static void write_fault(const char *fault, int count) {
    char path[512];
    FILE *file = fault_file(path) ? fopen(path, "w") : NULL;
    if (!file) abort();
    fprintf(file, "%s %d\n", fault, count);
    fclose(file);
}

static void receive_text(void *context, const tab_value *value) {
    if (value->type != TAB_TYPE_STRING) return;
    copy_text(context, 32, value->content.string);
}

/* Returns the fault in the file, the build or the configuration; empty for none. */
static void find_fault(char fault[32]) {
    char path[512];
    int count = 0;
    FILE *file = fault_file(path) ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%31s %d", fault, &count) == 2 && count > 0) write_fault(fault, count - 1);
    if (file) fclose(file);
    if (count > 0) return;
    fault[0] = '\0';
#ifdef START
    snprintf(fault, 32, "%s", START);
#endif
    host->configuration_value(host, string("start"), receive_text, fault);
}

#endif
