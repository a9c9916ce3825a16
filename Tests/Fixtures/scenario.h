/*
 * What the parts of `scenario.c` have in common: whose instance is whose, and what is noted down.
 */
#ifndef TABD_FIXTURES_SCENARIO_H
#define TABD_FIXTURES_SCENARIO_H

#include "scenario_words.h"

typedef struct instance {
    tab_controller controller;
    bool is_prompter;
    /* What it wants back in another life. */
    text state;
    struct instance *next;
} instance;

static instance *instances;

static const tab_host_v1 *host;
static tab_controller prompter;
/* What was told since the last report, a line each. */
static text notes;

#define note(...) text_format(&notes, __VA_ARGS__)

/* Runs lines; the first one that is refused ends it. */
static tab_status run_lines(tab_string lines);

/* The same in a callback, where nobody else learns of a refusal. */
static inline void run_here(text lines) {
    if (lines.length == 0) return;
    tab_status status = run_lines((tab_string){lines.start, lines.length});
    if (status != TAB_OK) note("refused %d\n", (int)status);
}

static inline void keep(text *text, tab_string content) {
    text->length = 0;
    text_add_string(text, content);
}

/* Makes a navigation controller, and tells its number. */
static inline tab_status make_stack(tab_controller root, tab_controller *made) {
    tab_status status = host->create_navigation_controller(host, string("Stack"), root, made);
    if (status == TAB_OK) note("made %" PRIu64 "\n", *made);
    return status;
}

#endif
