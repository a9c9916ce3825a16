/* The objects of tabd for the other services: the reply of GetManagedObjects from a file of `bench snapshot`. */
#ifndef TABD_SNAPSHOT_H
#define TABD_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One complete D-Bus value. */
typedef struct Value Value;
struct Value {
    char type;             /* D-Bus' letter; 'r' a struct, 'e' an entry of a dictionary */
    uint32_t count;        /* number of children */
    const char *signature; /* signature of the content */
    union {
        uint8_t byte;
        int16_t int16;
        uint16_t uint16;
        int32_t int32;
        uint32_t uint32; /* also booleans */
        int64_t int64;
        uint64_t uint64;
        double real;
        const char *string;
        Value *children;
    } as;
};

/* Returns the a{oa{sa{sv}}} of a file; without a file, a minimal one. A read error ends the process with a message. */
Value *read_snapshot(const char *path);

/* Returns the value of a key in a dictionary; NULL without the key. */
Value *find_key(const Value *dictionary, const char *key);
/* Returns the value of a property, without its variant. A missing property ends the process. */
Value *property_of(const Value *objects, const char *path, const char *interface, const char *name);

#endif
