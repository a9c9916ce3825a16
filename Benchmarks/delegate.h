/* A client that is the delegate of tab bar controllers and allows everything. */
#ifndef TABD_BENCH_DELEGATE_H
#define TABD_BENCH_DELEGATE_H

#include "service.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    pthread_t thread;
    DBusConnection *connection;
    atomic_bool is_over;
    atomic_uint asked, notified; /* number of ShouldSelectViewController and DidSelectViewController calls */
} Delegate;

/* Becomes the delegate of all services with tabs. */
void start_delegate(Delegate *delegate, const Service *services, int service_count);
/* Fails unless it received this number of calls. */
void stop_delegate(Delegate *delegate, unsigned taps);

#endif
