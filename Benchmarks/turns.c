/* A library that is preloaded into tabd, and measures the CPU time of its turns from outside: from the end of a wait for
 * events to the next wait, as its loop handles one event source per wait. The numbers are in the file that TABD_TURNS
 * names, which `bench floods` reads and clears. */
#define _GNU_SOURCE
#include "turns.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static Turns *turns;
static uint64_t begin;
static int (*wait_for_events)(int, struct epoll_event *, int, int);
static int (*wait_precisely)(int, struct epoll_event *, int, const struct timespec *, const sigset_t *);

__attribute__((constructor)) static void open_turns(void) {
    const char *path = getenv("TABD_TURNS");
    wait_for_events = dlsym(RTLD_NEXT, "epoll_wait");
    wait_precisely = dlsym(RTLD_NEXT, "epoll_pwait2");
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *memory = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (memory != MAP_FAILED) turns = memory;
    /* Not for plugin processes. */
    unsetenv("LD_PRELOAD");
    unsetenv("TABD_TURNS");
}

static bool is_loop(void) { return turns && syscall(SYS_gettid) == getpid(); }

static uint64_t thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void end_turn(void) {
    if (!begin) return;
    const uint64_t time = thread_time() - begin;
    begin = 0;
    turns->count++;
    if (time > LONG_TURN) turns->long_count++;
    if (time > turns->longest) turns->longest = time;
}

static void begin_turn(void) { begin = thread_time(); }

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    if (!is_loop()) return wait_for_events(epoll, events, count, timeout);
    end_turn();
    const int result = wait_for_events(epoll, events, count, timeout);
    begin_turn();
    return result;
}

int epoll_pwait2(int epoll, struct epoll_event *events, int count, const struct timespec *timeout, const sigset_t *mask) {
    if (!is_loop()) return wait_precisely(epoll, events, count, timeout, mask);
    end_turn();
    const int result = wait_precisely(epoll, events, count, timeout, mask);
    begin_turn();
    return result;
}
