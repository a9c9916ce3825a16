/* Clients that subscribe to a service's signals and discard them. */
#ifndef TABD_BENCH_LISTENERS_H
#define TABD_BENCH_LISTENERS_H

#include "service.h"
#include <pthread.h>

enum { MAX_LISTENERS = 100 };

typedef struct {
    pthread_t thread;
    int stop; /* an eventfd */
    int count;
    DBusConnection *connections[MAX_SERVICES * MAX_LISTENERS];
} Listeners;

/* Starts this number of listeners for each service. */
void start_listeners(Listeners *listeners, const Service *services, int service_count, int each);
void stop_listeners(Listeners *listeners);

#endif
