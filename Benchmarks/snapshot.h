/* The objects of a tabd as the other services have them: what GetManagedObjects told, from a file of `bench snapshot`. */
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
    uint32_t count;        /* of the children */
    const char *signature; /* of what is in it */
    union {
        uint8_t byte;
        int16_t int16;
        uint16_t uint16;
        int32_t int32;
        uint32_t uint32; /* booleans too */
        int64_t int64;
        uint64_t uint64;
        double real;
        const char *string;
        Value *children;
    } as;
};

/* The a{oa{sa{sv}}} of the file; without one the least that a service needs. What can't be read ends the process: it tells why. */
Value *read_snapshot(const char *path);

/* The value of a key in a dictionary; NULL when it has no such key. */
Value *find_key(const Value *dictionary, const char *key);
/* The value of a property, without its variant. A missing one ends the process. */
Value *property_of(const Value *objects, const char *path, const char *interface, const char *name);

#endif
