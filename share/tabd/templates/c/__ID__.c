/*
 * __TITLE__: a complete plugin in C. Its tab has a button, and a label that shows the number of taps.
 *
 * CTabPlugin.h documents all functions. All code runs on the thread of an event loop: never block it.
 */
#include <CTabPlugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ids of the views. The root view has the id 1; the plugin chooses the other ids. */
enum { ROOT = 1, LABEL = 2, BUTTON = 3 };

/* A view controller. There can be any number of them. */
typedef struct controller {
    tab_controller number;
    int64_t count;
    tab_rect area; /* the area of the view that no bar covers */
} controller;

static const tab_host_v1 *host;

/* ---- Texts and values ---- */

/* Texts have a length and no terminating zero. */
static tab_string text(const char *utf8) { return (tab_string){utf8, strlen(utf8)}; }

static bool equal(tab_string a, const char *b) { return a.length == strlen(b) && memcmp(a.utf8, b, a.length) == 0; }

static tab_value string_value(const char *utf8)
{
    return (tab_value){.type = TAB_TYPE_STRING, .content.string = text(utf8)};
}

/* ---- The view ---- */

/* Sends the label and the button. The host detects changes, and only notifies front ends of these. */
static tab_status show(const controller *self)
{
    char line[64];
    snprintf(line, sizeof line, "Taps: %lld", (long long)self->count);

    const tab_property label[] = {
        {text("Identifier"), string_value("Count")}, /* scripts find the view by this name */
        {text("Text"), string_value(line)},
        {text("Style"), string_value("title")},
        {text("Alignment"), string_value("center")},
    };
    const tab_property button[] = {
        {text("Identifier"), string_value("Tap")},
        {text("Title"), string_value("Tap me")},
        {text("Style"), string_value("filled")},
    };
    const tab_rect area = self->area;
    const tab_view views[] = {
        {.id = LABEL, .parent = ROOT, .class_name = text("Label"), .properties = label, .property_count = 4,
         .frame = {area.x, area.y + 16, area.width, 40}},
        {.id = BUTTON, .parent = ROOT, .class_name = text("Button"), .properties = button, .property_count = 3,
         .frame = {area.x + area.width / 2 - 80, area.y + 72, 160, 44}},
    };
    return host->update_views(host, self->number, views, 2, NULL, 0);
}

/* Adds the views to the root view, which already exists. Called once. */
static tab_status load_view(void *instance) { return show(instance); }

/* Lays out the views. Bars cover the insets of the safe area. */
static void view_will_layout(void *instance, tab_rect bounds, tab_insets safe_area)
{
    controller *self = instance;
    self->area = (tab_rect){
        safe_area.left, safe_area.top, bounds.width - safe_area.left - safe_area.right,
        bounds.height - safe_area.top - safe_area.bottom};
    show(self);
}

/* Handles an action of a user or a script. */
static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value)
{
    controller *self = instance;
    (void)value; /* unused by buttons */
    if (view != BUTTON || !equal(name, "primaryActionTriggered")) return TAB_ERROR_NOT_SUPPORTED;
    self->count++;
    return show(self);
}

/* ---- State ---- */

/* Encodes the state, from which decode_restorable_state restores the content after a restart: {"Count": 3}. */
static tab_status encode_restorable_state(void *instance, tab_receive receive, void *context)
{
    const controller *self = instance;
    const tab_value count = {.type = TAB_TYPE_INT64, .content.int64 = self->count};
    const tab_entry entry = {
        .key = string_value("Count"), .value = {.type = TAB_TYPE_VARIANT, .content.variant = &count}};
    const tab_value state = {
        .type = TAB_TYPE_DICTIONARY, .content.dictionary = {text("s"), text("v"), &entry, 1}};
    receive(context, &state); /* copies the state before it returns */
    return TAB_OK;
}

/* Restores the content, before load_view. Another version of the plugin may have encoded the state: validate it. */
static tab_status decode_restorable_state(void *instance, const tab_value *state)
{
    controller *self = instance;
    if (state->type != TAB_TYPE_DICTIONARY) return TAB_ERROR_INVALID_ARGS;
    for (size_t i = 0; i < state->content.dictionary.count; i++) {
        const tab_entry *entry = &state->content.dictionary.entries[i];
        if (entry->key.type != TAB_TYPE_STRING || !equal(entry->key.content.string, "Count")) continue;
        const tab_value *count = entry->value.type == TAB_TYPE_VARIANT ? entry->value.content.variant : &entry->value;
        if (count->type == TAB_TYPE_INT64 && count->content.int64 >= 0) self->count = count->content.int64;
    }
    return TAB_OK;
}

/* ---- Life cycle ---- */

/* Creates an instance of a class that the manifest lists. Returns NULL for an unknown class. */
static void *create(tab_string class_name, tab_controller number, const tab_value *arguments)
{
    (void)arguments;
    if (!equal(class_name, "__CLASS__")) return NULL;
    controller *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->number = number;
    self->area = (tab_rect){0, 0, 375, 667}; /* the size of a phone, until the first layout */
    return self;
}

static void destroy(void *instance) { free(instance); }

/* Functions that the plugin does not offer are NULL. */
static const tab_plugin_v1 plugin = {
    .size = sizeof(tab_plugin_v1),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .view_will_layout = view_will_layout,
    .action = action,
    .encode_restorable_state = encode_restorable_state,
    .decode_restorable_state = decode_restorable_state,
    .destroy = destroy,
};

/* The entry point of the library. */
const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given)
{
    if (!TAB_OFFERS(given, update_views)) return NULL;
    host = given;
    host->log(host, TAB_LOG_INFO, text("__TITLE__ is ready"));
    return &plugin;
}
