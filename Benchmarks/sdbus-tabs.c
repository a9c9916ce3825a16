/* The tab bar controller on sd-bus: its properties, and taps with and without a delegate. */
#include "sdbus-service.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static TabState *state;

/* The delegate, and the waiting taps: the first waits for the answer, the others for the first. */
static struct {
    char *name, *object;
    sd_bus_message *taps[MAX_WAITING + 1];
    int count;
} delegate;

static uint32_t position_of(sd_bus_message *tap) {
    uint32_t position;
    check(sd_bus_message_rewind(tap, 1));
    check(sd_bus_message_read(tap, "u", &position));
    return position;
}

static sd_bus_message *new_delegate_call(sd_bus *bus, const char *method, const char *tab) {
    sd_bus_message *call;
    check(sd_bus_message_new_method_call(bus, &call, delegate.name, delegate.object, DELEGATE, method));
    check(sd_bus_message_set_auto_start(call, 0));
    check(sd_bus_message_append(call, "oo", state->controller, tab));
    return call;
}

static void finish_tap(sd_bus *bus, sd_bus_message *tap, int is_accepted) {
    const uint32_t position = position_of(tap);
    const char *tab = state->tabs[position];

    if (is_accepted && select_position(state, position)) {
        check(sd_bus_emit_properties_changed(bus, state->controller, TAB_BAR_CONTROLLER, "SelectedViewController",
                                             "SelectedIndex", NULL));
        check(sd_bus_emit_properties_changed(bus, state->bar, TAB_BAR, "SelectedItem", NULL));
    }
    check(sd_bus_emit_signal(bus, state->controller, TAB_BAR_CONTROLLER,
                             is_accepted ? "DidSelectViewController" : "DidRefuseViewController", "o", tab));
    if (is_accepted && delegate.name) {
        sd_bus_message *call = new_delegate_call(bus, "DidSelectViewController", tab);
        check(sd_bus_message_set_expect_reply(call, 0));
        check(sd_bus_send(bus, call, NULL));
        sd_bus_message_unref(call);
    }
    check(sd_bus_reply_method_return(tap, "b", is_accepted));
}

static void begin_tap(sd_bus *bus);

static int take_answer(sd_bus_message *answer, void *context, sd_bus_error *error) {
    sd_bus *bus = sd_bus_message_get_bus(answer);
    sd_bus_message *tap = delegate.taps[0];
    int is_accepted = 1;
    (void)context, (void)error;
    /* A timeout and an error count as yes. */
    if (!sd_bus_message_is_method_error(answer, NULL)) sd_bus_message_read(answer, "b", &is_accepted);
    finish_tap(bus, tap, is_accepted);
    sd_bus_message_unref(tap);
    memmove(&delegate.taps[0], &delegate.taps[1], (size_t)--delegate.count * sizeof(sd_bus_message *));
    if (delegate.count > 0) begin_tap(bus);
    return 1;
}

/* The first waiting tap. */
static void begin_tap(sd_bus *bus) {
    sd_bus_message *tap = delegate.taps[0];
    const uint32_t position = position_of(tap);
    const char *tab = state->tabs[position];

    check(sd_bus_emit_signal(bus, state->bar, TAB_BAR, "ItemTapped", "u", position));
    check(sd_bus_emit_signal(bus, state->controller, TAB_BAR_CONTROLLER, "ShouldSelectViewController", "o", tab));
    if (!delegate.name) {
        finish_tap(bus, tap, 1);
        sd_bus_message_unref(tap);
        delegate.count--;
        return;
    }
    sd_bus_message *question = new_delegate_call(bus, "ShouldSelectViewController", tab);
    check(sd_bus_call_async(bus, NULL, question, take_answer, NULL, QUESTION_TIMEOUT * 1000));
    sd_bus_message_unref(question);
}

static int tap_item(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)context;
    if (position_of(call) >= state->count) return sd_bus_error_set(error, OUT_OF_RANGE, "no item at this position");
    if (delegate.count > MAX_WAITING)
        return sd_bus_error_set(error, SD_BUS_ERROR_LIMITS_EXCEEDED, "so many taps wait already");
    delegate.taps[delegate.count++] = sd_bus_message_ref(call);
    if (delegate.count == 1) begin_tap(sd_bus_message_get_bus(call));
    return 1;
}

static int set_delegate(sd_bus_message *call, void *context, sd_bus_error *error) {
    const char *object;
    (void)context, (void)error;
    check(sd_bus_message_read(call, "o", &object));
    free(delegate.name);
    free(delegate.object);
    delegate.name = strdup(sd_bus_message_get_sender(call));
    delegate.object = strdup(object);
    check(delegate.name && delegate.object ? 0 : -ENOMEM);
    return sd_bus_reply_method_return(call, NULL);
}

static int get_property(sd_bus *bus, const char *path, const char *interface, const char *property,
                        sd_bus_message *reply, void *variant, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)property, (void)error;
    append_value(reply, ((const Value *)variant)->as.children);
    return 1;
}

/* The properties of a dictionary follow the methods. */
static void export_interface(sd_bus *bus, const char *path, const char *interface, const Value *properties,
                             const sd_bus_vtable *methods, size_t count) {
    sd_bus_vtable *vtable = calloc(count + properties->count + 2, sizeof *vtable), *next = vtable;
    check(vtable ? 0 : -ENOMEM);
    *next++ = (sd_bus_vtable)SD_BUS_VTABLE_START(0);
    for (size_t i = 0; i < count; i++) *next++ = methods[i];
    for (uint32_t i = 0; i < properties->count; i++) {
        Value *entry = properties->as.children[i].as.children;
        /* The offset of the value starts at 0, as every property has its own. */
        *next++ = (sd_bus_vtable)SD_BUS_PROPERTY(entry[0].as.string, entry[1].signature, get_property,
                                                 (size_t)((char *)&entry[1] - (char *)properties->as.children),
                                                 SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE);
    }
    *next = (sd_bus_vtable)SD_BUS_VTABLE_END;
    check(sd_bus_add_object_vtable(bus, NULL, path, interface, vtable, properties->as.children));
}

void export_tabs(sd_bus *bus, TabState *tab_state) {
    static const sd_bus_vtable controller[] = {
        SD_BUS_METHOD("SetDelegate", "oa{sv}", "", set_delegate, SD_BUS_VTABLE_UNPRIVILEGED),
        SD_BUS_SIGNAL("ShouldSelectViewController", "o", 0),
        SD_BUS_SIGNAL("DidSelectViewController", "o", 0),
        SD_BUS_SIGNAL("DidRefuseViewController", "o", 0),
    };
    static const sd_bus_vtable bar[] = {
        SD_BUS_METHOD("TapItem", "ua{sv}", "b", tap_item, SD_BUS_VTABLE_UNPRIVILEGED),
        SD_BUS_SIGNAL("ItemTapped", "u", 0),
    };
    state = tab_state;
    export_interface(bus, state->controller, TAB_BAR_CONTROLLER, state->properties, controller,
                     sizeof controller / sizeof *controller);
    export_interface(bus, state->bar, TAB_BAR, state->bar_properties, bar, sizeof bar / sizeof *bar);
}
