/* A minimal plugin process: plain-host LIBRARY. Opens the library, looks up its entry function and writes a byte. Then it
 * echoes each byte, except `c`, which makes it crash. */
#include "CTabPlugin.h"
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte = 'r';
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library || !dlsym(library, TAB_PLUGIN_ENTRY_SYMBOL)) {
        const char *reason = argc == 2 ? dlerror() : "usage: plain-host LIBRARY";
        fprintf(stderr, "plain-host: %s\n", reason ? reason : "the library has no entry function");
        return 1;
    }
    do {
        volatile int *volatile nowhere = NULL;
        if (byte == 'c') *nowhere = 1;
        if (write(STDOUT_FILENO, &byte, 1) != 1) return 1;
    } while (read(STDIN_FILENO, &byte, 1) == 1);
    return 0;
}
