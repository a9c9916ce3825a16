#pragma once
/* Glibc's module leaves this one out. */
#include <sys/eventfd.h>
#include <systemd/sd-bus.h>
