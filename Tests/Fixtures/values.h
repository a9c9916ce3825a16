/*
 * Values for test plugins: copies, and a text form with the type and content of all parts.
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

/* ---- Copies ---------------------------------------------------------------------------------------------------- */

static inline void *copy_memory(const void *start, size_t size) {
    if (size == 0) return NULL;
    void *copy = malloc(size);
    if (!copy) abort();
    return memcpy(copy, start, size);
}

static inline tab_string copy_string(tab_string string) {
    return (tab_string){copy_memory(string.utf8, string.length), string.length};
}

static inline tab_value copy_value(const tab_value *value);

static inline tab_value *copy_values(const tab_value *values, size_t count) {
    tab_value *copies = copy_memory(values, count * sizeof(*values));
    for (size_t index = 0; index < count; index++) copies[index] = copy_value(&values[index]);
    return copies;
}

/* Copies a value with everything that it points to. */
static inline tab_value copy_value(const tab_value *value) {
    tab_value copy = *value;
    switch (value->type) {
    case TAB_TYPE_STRING:
    case TAB_TYPE_OBJECT_PATH:
    case TAB_TYPE_SIGNATURE: copy.content.string = copy_string(value->content.string); break;
    case TAB_TYPE_BYTES:
        copy.content.bytes.bytes = copy_memory(value->content.bytes.bytes, value->content.bytes.count);
        break;
    case TAB_TYPE_ARRAY:
        copy.content.array.element_signature = copy_string(value->content.array.element_signature);
        copy.content.array.elements = copy_values(value->content.array.elements, value->content.array.count);
        break;
    case TAB_TYPE_DICTIONARY: {
        const tab_dictionary *dictionary = &value->content.dictionary;
        tab_entry *entries = copy_memory(dictionary->entries, dictionary->count * sizeof(*entries));
        for (size_t index = 0; index < dictionary->count; index++) {
            entries[index].key = copy_value(&dictionary->entries[index].key);
            entries[index].value = copy_value(&dictionary->entries[index].value);
        }
        copy.content.dictionary.key_signature = copy_string(dictionary->key_signature);
        copy.content.dictionary.value_signature = copy_string(dictionary->value_signature);
        copy.content.dictionary.entries = entries;
        break;
    }
    case TAB_TYPE_STRUCTURE:
        copy.content.structure.fields = copy_values(value->content.structure.fields, value->content.structure.count);
        break;
    case TAB_TYPE_VARIANT: copy.content.variant = copy_values(value->content.variant, 1); break;
    default: break;
    }
    return copy;
}

static inline void free_value(tab_value value);

static inline void free_values(const tab_value *values, size_t count) {
    for (size_t index = 0; index < count; index++) free_value(values[index]);
    free((void *)values);
}

/* Frees a value of copy_value. */
static inline void free_value(tab_value value) {
    switch (value.type) {
    case TAB_TYPE_STRING:
    case TAB_TYPE_OBJECT_PATH:
    case TAB_TYPE_SIGNATURE: free((void *)value.content.string.utf8); break;
    case TAB_TYPE_BYTES: free((void *)value.content.bytes.bytes); break;
    case TAB_TYPE_ARRAY:
        free((void *)value.content.array.element_signature.utf8);
        free_values(value.content.array.elements, value.content.array.count);
        break;
    case TAB_TYPE_DICTIONARY:
        free((void *)value.content.dictionary.key_signature.utf8);
        free((void *)value.content.dictionary.value_signature.utf8);
        for (size_t index = 0; index < value.content.dictionary.count; index++) {
            free_value(value.content.dictionary.entries[index].key);
            free_value(value.content.dictionary.entries[index].value);
        }
        free((void *)value.content.dictionary.entries);
        break;
    case TAB_TYPE_STRUCTURE: free_values(value.content.structure.fields, value.content.structure.count); break;
    case TAB_TYPE_VARIANT: free_values(value.content.variant, 1); break;
    default: break;
    }
}

/* ---- Creating values ------------------------------------------------------------------------------------------- */

static inline tab_string string(const char *text) { return (tab_string){text, strlen(text)}; }

static inline tab_value string_value(const char *text) {
    return (tab_value){TAB_TYPE_STRING, {.string = string(text)}};
}

static inline bool is_equal(tab_string string, const char *text) {
    return string.length == strlen(text) && memcmp(string.utf8, text, string.length) == 0;
}

#endif
