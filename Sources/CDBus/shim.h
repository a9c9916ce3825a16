#pragma once
/* The name DBusError belongs to the Swift error type; libdbus' structure is CDBusError here. */
#define DBusError CDBusError
#include <dbus/dbus.h>
#undef DBusError
/* Glibc's module leaves this one out. */
#include <malloc.h>
