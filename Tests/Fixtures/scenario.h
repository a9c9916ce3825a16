/*
 * Shared declarations of `scenario.c`: the instances, and the records.
 */
#ifndef TABD_FIXTURES_SCENARIO_H
#define TABD_FIXTURES_SCENARIO_H

#include "scenario_words.h"

typedef struct instance {
    tab_controller controller;
    bool is_prompter;
    /* The state to restore. */
    text state;
    struct instance *next;
} instance;

static instance *instances;

static tab_controller prompter;
/* The records since the last report, a line each. */
static text notes;

#define note(...) text_format(&notes, __VA_ARGS__)

/* Runs lines until the first refused one. */
static tab_status run_lines(tab_string lines);

/* Runs lines in a callback, and records a refusal. */
static inline void run_here(text lines) {
    if (lines.length == 0) return;
    tab_status status = run_lines(as_string(&lines));
    if (status != TAB_OK) note("refused %d\n", (int)status);
}

/* Creates a navigation controller, and records its number. */
static inline tab_status make_stack(tab_controller root, tab_controller *made) {
    tab_status status = host->create_navigation_controller(host, string("Stack"), root, made);
    if (status == TAB_OK) note("made %" PRIu64 "\n", *made);
    return status;
}

#endif
