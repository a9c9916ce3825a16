/* Calls to a service, one by one and in flight. */
#ifndef TABD_BENCH_CALLS_H
#define TABD_BENCH_CALLS_H

#include "service.h"

typedef enum { ONE_BY_ONE, IN_FLIGHT, MODES } Mode;

/* Makes the calls and checks the replies. The latencies, in microseconds, may be NULL. */
void call_service(Service *service, Kind kind, Mode mode, int count, double *latencies);

#endif
