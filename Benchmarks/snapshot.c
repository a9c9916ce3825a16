/* Reads a snapshot with one token per line. A token is the type's letter and
 *
 *   y n q i u x t b d   the number
 *   s o g               the text
 *   a r e               the number of elements or fields, and their signature
 *   v                   the signature of its value
 *
 * followed by the content. Equal texts share their memory, like literals in a service. */
#define _GNU_SOURCE
#include "snapshot.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CONTROLLERS "/org/tabd/Tabs1/view_controllers/"

/* The default snapshot. */
static const char least[] =
    "a2 {oa{sa{sv}}}\n"
    "e2 oa{sa{sv}}\no" CONTROLLERS "1\na1 {sa{sv}}\ne2 sa{sv}\nsorg.tabd.Tabs1.TabBarController\na3 {sv}\n"
    "e2 sv\nsViewControllers\nvao\na2 o\no" CONTROLLERS "2\no" CONTROLLERS "3\n"
    "e2 sv\nsSelectedViewController\nvo\no" CONTROLLERS "2\n"
    "e2 sv\nsSelectedIndex\nvx\nx0\n"
    "e2 oa{sa{sv}}\no" CONTROLLERS "1/tab_bar\na1 {sa{sv}}\ne2 sa{sv}\nsorg.tabd.Tabs1.TabBar\na1 {sv}\n"
    "e2 sv\nsSelectedItem\nvo\no" CONTROLLERS "2\n";

static FILE *file;
static char *line;
static size_t room;

_Noreturn static void fail(const char *what) {
    fprintf(stderr, "snapshot: %s\n", what);
    exit(1);
}

static char *next_line(void) {
    const ssize_t length = getline(&line, &room, file);
    if (length < 2) fail("the file ends too early");
    line[length - 1] = 0;
    return line;
}

/* A hash table with open addressing, at most half full. */
static const char **texts;
static size_t text_room, text_count;

static const char **place_of(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (const char *c = text; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t place = hash % text_room;
    while (texts[place] && strcmp(texts[place], text) != 0) place = (place + 1) % text_room;
    return &texts[place];
}

static void grow_texts(void) {
    const char **old = texts;
    const size_t old_room = text_room;
    text_room = old_room ? 2 * old_room : 64;
    texts = calloc(text_room, sizeof *texts);
    if (!texts) fail("out of memory");
    for (size_t i = 0; i < old_room; i++) {
        if (old[i]) *place_of(old[i]) = old[i];
    }
    free(old);
}

static const char *intern(const char *text) {
    if (2 * text_count >= text_room) grow_texts();
    const char **place = place_of(text);
    if (!*place) {
        *place = strdup(text);
        if (!*place) fail("out of memory");
        text_count++;
    }
    return *place;
}

static void read_value(Value *value);

static void read_children(Value *value, uint32_t count) {
    value->count = count;
    value->as.children = calloc(count ? count : 1, sizeof(Value));
    if (!value->as.children) fail("out of memory");
    for (uint32_t i = 0; i < count; i++) read_value(&value->as.children[i]);
}

static void read_value(Value *value) {
    char *text = next_line(), *rest;
    value->type = *text++;
    switch (value->type) {
        case 'y': value->as.byte = (uint8_t)atoi(text); break;
        case 'n': value->as.int16 = (int16_t)atoi(text); break;
        case 'q': value->as.uint16 = (uint16_t)atoi(text); break;
        case 'i': value->as.int32 = (int32_t)strtol(text, NULL, 10); break;
        case 'u':
        case 'b': value->as.uint32 = (uint32_t)strtoul(text, NULL, 10); break;
        case 'x': value->as.int64 = strtoll(text, NULL, 10); break;
        case 't': value->as.uint64 = strtoull(text, NULL, 10); break;
        case 'd': value->as.real = strtod(text, NULL); break;
        case 's':
        case 'o':
        case 'g': value->as.string = intern(text); break;
        case 'v':
            value->signature = intern(text);
            read_children(value, 1);
            break;
        case 'a':
        case 'r':
        case 'e': {
            const uint32_t count = (uint32_t)strtoul(text, &rest, 10);
            value->signature = intern(rest + 1);
            read_children(value, count);
            break;
        }
        default: fail("an unknown type");
    }
}

Value *read_snapshot(const char *path) {
    Value *objects = calloc(1, sizeof *objects);
    if (!objects) fail("out of memory");
    file = path ? fopen(path, "r") : fmemopen((char *)least, sizeof least - 1, "r");
    if (!file) fail("the file can't be opened");
    read_value(objects);
    if (objects->type != 'a' || strcmp(objects->signature, "{oa{sa{sv}}}") != 0) fail("these are no objects");
    fclose(file);
    free(texts);
    return objects;
}

Value *find_key(const Value *dictionary, const char *key) {
    for (uint32_t i = 0; i < dictionary->count; i++) {
        Value *entry = dictionary->as.children[i].as.children;
        if (strcmp(entry[0].as.string, key) == 0) return &entry[1];
    }
    return NULL;
}

Value *property_of(const Value *objects, const char *path, const char *interface, const char *name) {
    const Value *object = find_key(objects, path);
    const Value *properties = object ? find_key(object, interface) : NULL;
    const Value *variant = properties ? find_key(properties, name) : NULL;
    if (!variant) fail(name);
    return variant->as.children;
}
