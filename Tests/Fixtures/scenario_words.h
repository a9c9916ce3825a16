/*
 * The syntax of `scenario.c`: words are separated by blanks, lines by `;`. Controllers are given as numbers, values as
 * a type and its fields (`b 1`, `rect 0 0 10 10`).
 */
#ifndef TABD_FIXTURES_SCENARIO_WORDS_H
#define TABD_FIXTURES_SCENARIO_WORDS_H

#include "plugin.h"

#include <math.h>

enum { MOST = 64 };

/* The view whose text is the state of a controller. */
enum { STATE_FIELD = 90 };

typedef struct words {
    const char *next, *end;
} words;

static inline words words_in(tab_string text) { return (words){text.utf8, text.utf8 + text.length}; }

/* Returns the rest of the line without leading blanks. */
static inline tab_string rest(words *words) {
    if (words->next < words->end && *words->next == ' ') words->next++;
    tab_string found = {words->next, (size_t)(words->end - words->next)};
    words->next = words->end;
    return found;
}

/* Returns the next word; empty at the end. */
static inline tab_string word(words *words) {
    if (words->next < words->end && *words->next == ' ') words->next++;
    const char *start = words->next;
    while (words->next < words->end && *words->next != ' ') words->next++;
    return (tab_string){start, (size_t)(words->next - start)};
}

static inline bool has_more(const words *words) {
    return words->next < words->end && !(*words->next == ' ' && words->next + 1 == words->end);
}

static inline double decimal(words *words) {
    char copy[64];
    return strtod(copy_text(copy, sizeof(copy), word(words)), NULL);
}

static inline uint64_t number(words *words) {
    char copy[32];
    return strtoull(copy_text(copy, sizeof(copy), word(words)), NULL, 10);
}

static inline bool flag(words *words) { return number(words) != 0; }

/* Parses the remaining numbers. */
static inline size_t numbers(words *words, uint64_t *list) {
    size_t count = 0;
    while (has_more(words) && count < MOST) list[count++] = number(words);
    return count;
}

static inline tab_rect rect(words *words) {
    double fields[4];
    for (size_t index = 0; index < 4; index++) fields[index] = decimal(words);
    return (tab_rect){fields[0], fields[1], fields[2], fields[3]};
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* The memory for the parts of a parsed value. */
typedef struct parts {
    tab_value values[MOST];
    size_t count;
} parts;

static inline tab_value *take_part(parts *parts, tab_value value) {
    if (parts->count >= MOST) abort();
    parts->values[parts->count] = value;
    return &parts->values[parts->count++];
}

static inline tab_value decimals_value(parts *parts, words *words, size_t count) {
    tab_value *first = &parts->values[parts->count];
    for (size_t index = 0; index < count; index++) take_part(parts, double_value(decimal(words)));
    return structure_value(first, count);
}

static inline tab_value reference_value(parts *parts, uint64_t controller, uint32_t view) {
    tab_value *first = take_part(parts, uint64_value(controller));
    take_part(parts, uint32_value(view));
    return structure_value(first, 2);
}

/* Parses a value by its type: b, u, t, s, size, rect, view (tu), views a(tu) with one element. */
static inline tab_value value(parts *parts, words *words) {
    tab_string type = word(words);
    if (is_equal(type, "b")) return boolean_value(flag(words));
    if (is_equal(type, "u")) return uint32_value((uint32_t)number(words));
    if (is_equal(type, "t")) return uint64_value(number(words));
    if (is_equal(type, "s")) return text_value(word(words));
    if (is_equal(type, "size")) return decimals_value(parts, words, 2);
    if (is_equal(type, "rect")) return decimals_value(parts, words, 4);
    uint64_t controller = number(words);
    tab_value reference = reference_value(parts, controller, (uint32_t)number(words));
    if (is_equal(type, "view")) return reference;
    if (!is_equal(type, "views")) abort();
    return array_value("(tu)", take_part(parts, reference), 1);
}

#endif
