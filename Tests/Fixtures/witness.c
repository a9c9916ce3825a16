/*
 * Appends the calls of its instances to the file `trail` in the home directory, a line each: `create 4`, `decode 4`,
 * `destroy 4`. Creating the instance of controller N crashes as long as the file `poison-N` exists.
 */
#include "plugin.h"

#include <unistd.h>

typedef struct witness {
    tab_controller controller;
} witness;

static void write_trail(const char *what, tab_controller controller) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/trail", getenv("HOME"));
    FILE *trail = fopen(path, "a");
    if (!trail) abort();
    fprintf(trail, "%s %" PRIu64 "\n", what, (uint64_t)controller);
    fclose(trail);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    char path[4096];
    snprintf(path, sizeof(path), "%s/poison-%" PRIu64, getenv("HOME"), (uint64_t)controller);
    write_trail("create", controller);
    if (access(path, F_OK) == 0) {
        volatile int *volatile nowhere = NULL;
        *nowhere = 1;
    }
    witness *self = calloc(1, sizeof(*self));
    if (self) self->controller = controller;
    return self;
}

static tab_status encode_restorable_state(void *instance, tab_receive receive, void *context) {
    witness *self = instance;
    tab_value number = uint64_value(self->controller);
    tab_entry only = entry("Number", &number);
    tab_value state = dictionary_value(&only, 1);
    receive(context, &state);
    return TAB_OK;
}

static tab_status decode_restorable_state(void *instance, const tab_value *state) {
    witness *self = instance;
    (void)state;
    write_trail("decode", self->controller);
    return TAB_OK;
}

static void destroy(void *instance) {
    witness *self = instance;
    write_trail("destroy", self->controller);
    free(self);
}

EXPORT_PLUGIN(
    always, .create = create, .encode_restorable_state = encode_restorable_state,
    .decode_restorable_state = decode_restorable_state, .destroy = destroy)
