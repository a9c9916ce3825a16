/*
 * Appends the calls of its instances to the file `trail` in the home directory, a line each: `create 4`, `decode 4`,
 * `destroy 4`. Creating the instance of controller N crashes as long as the file `poison-N` exists.
 */
#include <CTabPlugin.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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
    tab_value number = {TAB_TYPE_UINT64, {.uint64 = self->controller}};
    tab_string key = {"Number", 6}, string = {"s", 1}, variant = {"v", 1};
    tab_entry entry = {
        {TAB_TYPE_STRING, {.string = key}}, {TAB_TYPE_VARIANT, {.variant = &number}}};
    tab_value state = {TAB_TYPE_DICTIONARY, {.dictionary = {string, variant, &entry, 1}}};
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

static const tab_plugin_v1 table = {
    .size = sizeof(table),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .encode_restorable_state = encode_restorable_state,
    .decode_restorable_state = decode_restorable_state,
    .destroy = destroy,
};

const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host) {
    (void)host;
    return &table;
}
