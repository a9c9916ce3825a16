#pragma once
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <unistd.h>

/* glibc declares gettid for GNU sources only, which Swift's importer does not ask for. */
static inline bool is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

/* The same is so for what spawning and limiting children takes; these are glibc's own prototypes. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern char **environ;
static inline char **process_environment(void) { return environ; }
static inline int open_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
static inline int signal_pidfd(int fd, int number) { return (int)syscall(SYS_pidfd_send_signal, fd, number, 0, 0); }
static inline int set_data_limit(pid_t pid, uint64_t bytes)
{
    struct { uint64_t soft, hard; } limit = { bytes, bytes };
    return (int)syscall(SYS_prlimit64, pid, RLIMIT_DATA, &limit, 0);
}
/* Memory with a descriptor that can be sealed; MFD_CLOEXEC | MFD_ALLOW_SEALING. It closes when programs are started. */
static inline int create_sealable_memory(const char *name) { return (int)syscall(SYS_memfd_create, name, 3U); }
/* F_ADD_SEALS with F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE: its content never changes again. */
static inline int seal_memory(int fd) { return fcntl(fd, 1033, 15); }
/* prctl is variadic, which Swift's importer leaves out. */
static inline bool die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0; }
