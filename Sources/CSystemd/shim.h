#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <unistd.h>

/* glibc declares gettid for GNU sources only, which Swift's importer does not ask for. */
static inline bool is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
