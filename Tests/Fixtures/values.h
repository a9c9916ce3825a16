/*
 * Values for test plugins: how to create and read them, and a text form with the type and content of all parts.
 *
 *   y200 b1 n-3 q3 i-3 u3 x-3 t3       numbers           d3ff0000000000000   a double, by its bits
 *   s3:abc o1:/ g2:as                  texts, with their length in bytes
 *   B0aff                              bytes
 *   a<s>[s1:a,s1:b]                    an array with its element signature
 *   e<s><v>{s1:a=v(i3)}                a dictionary, sorted by these texts
 *   r(i3,i4)  v(i3)                    a structure, a variant
 */
#ifndef TABD_FIXTURES_VALUES_H
#define TABD_FIXTURES_VALUES_H

#include <CTabPlugin.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *start;
    size_t length, capacity;
} text;

static inline void text_add(text *text, const char *bytes, size_t count) {
    if (text->length + count + 1 > text->capacity) {
        text->capacity = 2 * (text->length + count + 1);
        text->start = realloc(text->start, text->capacity);
        if (!text->start) abort();
    }
    if (count > 0) memcpy(text->start + text->length, bytes, count);
    text->length += count;
    text->start[text->length] = '\0';
}

#define text_format(text, ...) \
    do { \
        char buffer_[128]; \
        int count_ = snprintf(buffer_, sizeof(buffer_), __VA_ARGS__); \
        text_add(text, buffer_, (size_t)count_); \
    } while (0)

static inline void text_add_string(text *text, tab_string string) { text_add(text, string.utf8, string.length); }

static inline int compare_texts(const void *first, const void *second) {
    return strcmp(((const text *)first)->start, ((const text *)second)->start);
}

static inline void render(text *text, const tab_value *value);

static inline void render_list(text *text, const tab_value *values, size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (index > 0) text_add(text, ",", 1);
        render(text, &values[index]);
    }
}

static inline void render_dictionary(text *result, const tab_dictionary *dictionary) {
    text *entries = calloc(dictionary->count + 1, sizeof(*entries));
    if (!entries) abort();
    for (size_t index = 0; index < dictionary->count; index++) {
        render(&entries[index], &dictionary->entries[index].key);
        text_add(&entries[index], "=", 1);
        render(&entries[index], &dictionary->entries[index].value);
    }
    qsort(entries, dictionary->count, sizeof(*entries), compare_texts);
    for (size_t index = 0; index < dictionary->count; index++) {
        if (index > 0) text_add(result, ",", 1);
        text_add(result, entries[index].start, entries[index].length);
        free(entries[index].start);
    }
    free(entries);
}

static inline void render(text *text, const tab_value *value) {
    uint64_t bits;
    switch (value->type) {
    case TAB_TYPE_BYTE: text_format(text, "y%u", value->content.byte); break;
    case TAB_TYPE_BOOLEAN: text_format(text, "b%d", value->content.boolean); break;
    case TAB_TYPE_INT16: text_format(text, "n%d", value->content.int16); break;
    case TAB_TYPE_UINT16: text_format(text, "q%u", value->content.uint16); break;
    case TAB_TYPE_INT32: text_format(text, "i%" PRId32, value->content.int32); break;
    case TAB_TYPE_UINT32: text_format(text, "u%" PRIu32, value->content.uint32); break;
    case TAB_TYPE_INT64: text_format(text, "x%" PRId64, value->content.int64); break;
    case TAB_TYPE_UINT64: text_format(text, "t%" PRIu64, value->content.uint64); break;
    case TAB_TYPE_DOUBLE:
        memcpy(&bits, &value->content.number, sizeof(bits));
        text_format(text, "d%016" PRIx64, bits);
        break;
    case TAB_TYPE_STRING:
    case TAB_TYPE_OBJECT_PATH:
    case TAB_TYPE_SIGNATURE:
        text_format(text, "%c%zu:", value->type, value->content.string.length);
        text_add_string(text, value->content.string);
        break;
    case TAB_TYPE_BYTES:
        text_add(text, "B", 1);
        for (size_t index = 0; index < value->content.bytes.count; index++) {
            text_format(text, "%02x", value->content.bytes.bytes[index]);
        }
        break;
    case TAB_TYPE_ARRAY:
        text_add(text, "a<", 2);
        text_add_string(text, value->content.array.element_signature);
        text_add(text, ">[", 2);
        render_list(text, value->content.array.elements, value->content.array.count);
        text_add(text, "]", 1);
        break;
    case TAB_TYPE_DICTIONARY:
        text_add(text, "e<", 2);
        text_add_string(text, value->content.dictionary.key_signature);
        text_add(text, "><", 2);
        text_add_string(text, value->content.dictionary.value_signature);
        text_add(text, ">{", 2);
        render_dictionary(text, &value->content.dictionary);
        text_add(text, "}", 1);
        break;
    case TAB_TYPE_STRUCTURE:
        text_add(text, "r(", 2);
        render_list(text, value->content.structure.fields, value->content.structure.count);
        text_add(text, ")", 1);
        break;
    case TAB_TYPE_VARIANT:
        text_add(text, "v(", 2);
        render(text, value->content.variant);
        text_add(text, ")", 1);
        break;
    default: text_format(text, "?%d", (int)value->type);
    }
}

/* ---- Creating values ------------------------------------------------------------------------------------------- */

static inline tab_string string(const char *text) { return (tab_string){text, strlen(text)}; }

static inline tab_string as_string(const text *text) { return (tab_string){text->start, text->length}; }

static inline tab_value text_value(tab_string text) { return (tab_value){TAB_TYPE_STRING, {.string = text}}; }
static inline tab_value string_value(const char *text) { return text_value(string(text)); }
static inline tab_value boolean_value(bool value) { return (tab_value){TAB_TYPE_BOOLEAN, {.boolean = value}}; }
static inline tab_value int32_value(int32_t value) { return (tab_value){TAB_TYPE_INT32, {.int32 = value}}; }
static inline tab_value uint32_value(uint32_t value) { return (tab_value){TAB_TYPE_UINT32, {.uint32 = value}}; }
static inline tab_value int64_value(int64_t value) { return (tab_value){TAB_TYPE_INT64, {.int64 = value}}; }
static inline tab_value uint64_value(uint64_t value) { return (tab_value){TAB_TYPE_UINT64, {.uint64 = value}}; }
static inline tab_value double_value(double value) { return (tab_value){TAB_TYPE_DOUBLE, {.number = value}}; }
static inline tab_value variant_value(const tab_value *value) {
    return (tab_value){TAB_TYPE_VARIANT, {.variant = value}};
}

static inline tab_value structure_value(const tab_value *fields, size_t count) {
    return (tab_value){TAB_TYPE_STRUCTURE, {.structure = {fields, count}}};
}

static inline tab_value array_value(const char *signature, const tab_value *elements, size_t count) {
    return (tab_value){TAB_TYPE_ARRAY, {.array = {string(signature), elements, count}}};
}

/* An a{sv}. */
static inline tab_value dictionary_value(const tab_entry *entries, size_t count) {
    return (tab_value){TAB_TYPE_DICTIONARY, {.dictionary = {string("s"), string("v"), entries, count}}};
}

/* An entry of an a{sv}. */
static inline tab_entry entry(const char *key, const tab_value *value) {
    return (tab_entry){string_value(key), variant_value(value)};
}

/* ---- Reading values -------------------------------------------------------------------------------------------- */

static inline bool is_equal(tab_string string, const char *text) {
    return string.length == strlen(text) && memcmp(string.utf8, text, string.length) == 0;
}

/* Replaces the content of a text. */
static inline void text_set(text *text, tab_string content) {
    text->length = 0;
    text_add_string(text, content);
}

/* Copies a string, and terminates it. A longer one is cut off. */
static inline const char *copy_text(char *copy, size_t size, tab_string string) {
    snprintf(copy, size, "%.*s", (int)string.length, string.utf8);
    return copy;
}

/* Returns the value of a key in an a{sv}, without its variant; NULL if it is missing. */
static inline const tab_value *find(const tab_value *dictionary, const char *key) {
    if (!dictionary || dictionary->type != TAB_TYPE_DICTIONARY) return NULL;
    for (size_t index = 0; index < dictionary->content.dictionary.count; index++) {
        const tab_entry *found = &dictionary->content.dictionary.entries[index];
        if (!is_equal(found->key.content.string, key)) continue;
        return found->value.type == TAB_TYPE_VARIANT ? found->value.content.variant : &found->value;
    }
    return NULL;
}

#endif
