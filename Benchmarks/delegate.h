/* A client that is the delegate of tab bar controllers and says yes. */
#ifndef TABD_BENCH_DELEGATE_H
#define TABD_BENCH_DELEGATE_H

#include "service.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    pthread_t thread;
    DBusConnection *connection;
    atomic_bool is_over;
    atomic_uint asked, told; /* ShouldSelectViewController and DidSelectViewController so far */
} Delegate;

/* Of all services that have tabs. */
void start_delegate(Delegate *delegate, const Service *services, int service_count);
/* Fails unless it was asked and told so often. */
void stop_delegate(Delegate *delegate, unsigned taps);

#endif
