/* Clients that listen to what a service announces and do nothing with it. */
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

/* So many for each of the services. */
void start_listeners(Listeners *listeners, const Service *services, int service_count, int each);
void stop_listeners(Listeners *listeners);

#endif
