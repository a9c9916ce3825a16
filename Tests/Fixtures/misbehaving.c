/*
 * Misbehaves on command. The text field `Run` takes a command, the label `Output` shows its result. `Count` shows the
 * counter, which is restored. `Version` shows the version of the build.
 *
 *   count                          adds 1
 *   button                         shows a bar button that adds 1
 *   fail                           returns an error
 *   crash, abort, trap, exit N     ends the process
 *   loop, sleep                    never returns, with and without using the processor
 *   allocate N, allocate-slowly N  allocates N MiB and writes to them: at once, or 1 per millisecond
 *   flood, flood-reads             changes its view, or reads its containers, in an endless loop
 *   flood-timer N                  changes its view N times in each turn of the loop
 *   garbage, close, shut           writes garbage to the Unix sockets of the process, closes them, shuts them down
 *   fork                           starts a process that keeps running, and reports its process ID
 *   poison                         crashes when this state is restored
 *   poison-later, poison-view      crashes in work that it posts while it restores this state, or in load_view then
 *   refuse-state                   can't decode this state
 *   mute                           crashes when its state is encoded
 *   refuse-instances               does not create further instances
 *   start-fault FAULT N            the next N starts fail: hang, loop, crash, exit, refuse; or the creation of
 *                                  instances: create, create-crash, create-hang
 *   nest LEVELS END                creates view controllers inside each other's `create`; END of the innermost one:
 *                                  crash, null, or null-above, where the one above it does not create an instance
 *   soon COMMAND                   runs COMMAND after the reply to this action
 *   thread COMMAND                 runs COMMAND on another thread
 *
 * The configuration value `start`, or the macro START, is a fault of every start. The argument `Nest` of a view
 * controller has the arguments of the command `nest`.
 */
#include "faults.h"

#include <pthread.h>

/* Builds can have another version, and fail at every start. */
#ifndef VERSION
#define VERSION 1
#endif

enum { RUN = 2, COUNT, OUTPUT, SHOWN_VERSION };

enum { LATE = 1, VIEW, REFUSED };

typedef struct counter {
    tab_controller controller;
    bool is_poisoned, is_mute;
    /* Restored: the fault during restoration, and whether it has happened. */
    uint32_t fault;
    bool is_restored;
    int64_t count;
    char output[32];
} counter;

/* The fault of this start; empty for none. Faults of `create` happen when an instance is created. */
static char start_fault[32];

static void run(counter *self, const char *command);

/* ---- Views ----------------------------------------------------------------------------------------------------- */

static tab_status show_label(const counter *self, uint32_t id, const char *identifier, const char *content) {
    return send_label(self->controller, id, string(identifier), string(content));
}

static tab_status show_count(const counter *self) {
    char line[32];
    snprintf(line, sizeof(line), "%" PRId64, self->count);
    return show_label(self, COUNT, "Count", line);
}

static void tell(counter *self, int number) {
    snprintf(self->output, sizeof(self->output), "%d", number);
    show_label(self, OUTPUT, "Output", self->output);
}

static tab_status load_view(void *instance) {
    counter *self = instance;
    if (self->is_restored && self->fault == VIEW) run(self, "crash");
    tab_property identifier = {string("Identifier"), string_value("Run")};
    char version[16];
    snprintf(version, sizeof(version), "%d", VERSION);
    tab_status status = send_view(self->controller, RUN, "TextField", &identifier, 1);
    if (status == TAB_OK) status = show_count(self);
    if (status == TAB_OK) status = show_label(self, OUTPUT, "Output", self->output);
    return status == TAB_OK ? show_label(self, SHOWN_VERSION, "Version", version) : status;
}

static void show_button(const counter *self) {
    tab_bar_button_item button = {.id = 1, .title = string("Count"), .is_enabled = true};
    tab_navigation_item item = {.mask = TAB_NAVIGATION_RIGHT_ITEMS, .right_items = &button, .right_item_count = 1};
    host->set_navigation_item(host, self->controller, &item);
}

static void bar_button_item_activated(void *instance, uint32_t item) {
    counter *self = instance;
    if (item != 1) return;
    self->count++;
    show_count(self);
}

/* ---- Endless loops ---------------------------------------------------------------------------------------------- */

typedef struct repetition {
    counter *self;
    int count;
} repetition;

static void repeat(void (*function)(void *), uint64_t after, repetition what) {
    tab_timer timer = 0;
    repetition *next = malloc(sizeof(*next));
    if (!next) abort();
    *next = what;
    if (host->add_timer(host, after, 0, function, next, &timer) != TAB_OK) abort();
}

static void allocate_slowly(void *context) {
    repetition next = *(repetition *)context;
    free(context);
    allocate(1);
    if (--next.count > 0) repeat(allocate_slowly, 1, next);
}

static void change_view(counter *self) {
    static int changes;
    tell(self, ++changes);
}

static void flood_timer(void *context) {
    repetition next = *(repetition *)context;
    free(context);
    for (int index = 0; index < next.count; index++) change_view(next.self);
    repeat(flood_timer, 0, next);
}

/* Uses all the processor that other processes leave. */
static void loop(void) {
    nice(19);
    for (volatile int turns = 0;;) turns++;
}

/* ---- Nested creation -------------------------------------------------------------------------------------------- */

/* Creates a view controller of the class in each level. Returns whether the calling `create` creates an instance. */
static bool nest(const char *text) {
    char end[16], next[32];
    int levels = 0;
    if (sscanf(text, "%d %15s", &levels, end) != 2) return true;
    if (levels == 0 && strcmp(end, "crash") == 0) run(NULL, "crash");
    if (levels == 0) return strcmp(end, "null") != 0;
    snprintf(next, sizeof(next), "%d %s", levels - 1, end);
    tab_value content = string_value(next);
    tab_entry only = entry("Nest", &content);
    tab_value arguments = dictionary_value(&only, 1);
    /* Create two, so that one exists even if the other is not created. */
    tab_controller made;
    host->create_view_controller(host, string(".Counter"), NULL, &made);
    tab_status status = host->create_view_controller(host, string(".Counter"), &arguments, &made);
    if (strcmp(end, "null-above") == 0 && levels == 1) return false;
    return status == TAB_OK;
}

static bool nest_levels(const tab_value *arguments) {
    const tab_value *levels = find(arguments, "Nest");
    char text[32];
    return !levels || nest(copy_text(text, sizeof(text), levels->content.string));
}

/* ---- Commands -------------------------------------------------------------------------------------------------- */

typedef struct errand {
    counter *self;
    char command[];
} errand;

static errand *make_errand(counter *self, const char *command) {
    errand *made = malloc(sizeof(*made) + strlen(command) + 1);
    if (!made) abort();
    made->self = self;
    strcpy(made->command, command);
    return made;
}

static void run_errand(void *context) {
    errand *errand = context;
    run(errand->self, errand->command);
    free(errand);
}

static void *run_on_thread(void *context) {
    run_errand(context);
    return NULL;
}

static bool begins(const char *command, const char *word, const char **rest) {
    size_t length = strlen(word);
    if (strncmp(command, word, length) != 0 || (command[length] != ' ' && command[length])) return false;
    *rest = command + length + (command[length] == ' ');
    return true;
}

static void run(counter *self, const char *command) {
    const char *rest = "";
    char fault[32];
    int count = 0;
    pthread_t thread;
    if (begins(command, "crash", &rest)) {
        /* Handlers of debuggers and sanitizers only see a real SIGSEGV, not one from raise. */
        volatile int *volatile nowhere = NULL;
        *nowhere = 1;
    }
    if (begins(command, "abort", &rest)) abort();
    if (begins(command, "trap", &rest)) __builtin_trap();
    if (begins(command, "exit", &rest)) exit(atoi(rest));
    if (begins(command, "loop", &rest)) loop();
    if (begins(command, "sleep", &rest)) for (;;) pause();
    if (begins(command, "allocate", &rest)) allocate(atoi(rest));
    if (begins(command, "allocate-slowly", &rest)) repeat(allocate_slowly, 1, (repetition){self, atoi(rest)});
    if (begins(command, "flood", &rest)) for (;;) change_view(self);
    if (begins(command, "flood-timer", &rest)) repeat(flood_timer, 0, (repetition){self, atoi(rest)});
    if (begins(command, "garbage", &rest)) spoil_sockets(GARBAGE);
    if (begins(command, "close", &rest)) spoil_sockets(CLOSE);
    if (begins(command, "shut", &rest)) spoil_sockets(SHUT);
    if (begins(command, "fork", &rest)) tell(self, start_process());
    if (begins(command, "poison", &rest)) self->is_poisoned = true;
    if (begins(command, "poison-later", &rest)) self->fault = LATE;
    if (begins(command, "poison-view", &rest)) self->fault = VIEW;
    if (begins(command, "refuse-state", &rest)) self->fault = REFUSED;
    if (begins(command, "mute", &rest)) self->is_mute = true;
    if (begins(command, "refuse-instances", &rest)) strcpy(start_fault, "create");
    if (begins(command, "count", &rest)) self->count++, show_count(self);
    if (begins(command, "button", &rest)) show_button(self);
    if (begins(command, "nest", &rest)) nest(rest);
    if (begins(command, "soon", &rest)) host->post(host, run_errand, make_errand(self, rest));
    if (begins(command, "start-fault", &rest) && sscanf(rest, "%31s %d", fault, &count) == 2) write_fault(fault, count);
    if (begins(command, "thread", &rest)) {
        if (pthread_create(&thread, NULL, run_on_thread, make_errand(self, rest)) != 0) abort();
        pthread_detach(thread);
    }
    tab_containers places;
    while (begins(command, "flood-reads", &rest)) host->containers(host, self->controller, &places);
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    char command[256];
    bool is_known = view == RUN && is_equal(name, "editingDidEnd");
    if (!is_known || value->type != TAB_TYPE_STRING) return TAB_ERROR_NOT_SUPPORTED;
    tab_string text = value->content.string;
    /* A longer text only serves to fill the connection. */
    if (text.length >= sizeof(command)) return TAB_OK;
    run(instance, copy_text(command, sizeof(command), text));
    return strcmp(command, "fail") == 0 ? TAB_ERROR_FAILED : TAB_OK;
}

/* ---- Life ------------------------------------------------------------------------------------------------------ */

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name;
    if (!nest_levels(arguments)) return NULL;
    if (strcmp(start_fault, "create") == 0) return NULL;
    if (strcmp(start_fault, "create-crash") == 0) run(NULL, "crash");
    if (strcmp(start_fault, "create-hang") == 0) run(NULL, "sleep");
    counter *self = calloc(1, sizeof(*self));
    if (self) self->controller = controller;
    return self;
}

static tab_status encode_restorable_state(void *instance, tab_receive receive, void *context) {
    counter *self = instance;
    if (self->is_mute) abort();
    tab_value count = int64_value(self->count), fault = uint32_value(self->fault);
    tab_value poison = boolean_value(self->is_poisoned);
    tab_entry entries[] = {entry("Count", &count), entry("Poison", &poison), entry("Fault", &fault)};
    tab_value state = dictionary_value(entries, 3);
    receive(context, &state);
    return TAB_OK;
}

static tab_status decode_restorable_state(void *instance, const tab_value *state) {
    counter *self = instance;
    const tab_value *count = find(state, "Count"), *poison = find(state, "Poison"), *fault = find(state, "Fault");
    if (count) self->count = count->content.int64;
    if (poison && poison->content.boolean) run(self, "crash");
    if (fault) self->fault = fault->content.uint32;
    self->is_restored = true;
    if (self->fault == LATE) run(self, "soon crash");
    if (self->fault != REFUSED) return TAB_OK;
    /* Behaves as if it could not decode the state. */
    self->count = 0;
    self->fault = 0;
    return TAB_ERROR_FAILED;
}

static bool begin(void) {
    find_fault(start_fault);
    if (strcmp(start_fault, "refuse") == 0) return false;
    if (strcmp(start_fault, "hang") == 0) run(NULL, "sleep");
    if (strcmp(start_fault, "exit") == 0) run(NULL, "exit 3");
    /* "crash" and "loop" are also commands. */
    run(NULL, start_fault);
    return true;
}

EXPORT_PLUGIN(
    begin, .create = create, .load_view = load_view, .action = action,
    .bar_button_item_activated = bar_button_item_activated, .encode_restorable_state = encode_restorable_state,
    .decode_restorable_state = decode_restorable_state, .destroy = free)
