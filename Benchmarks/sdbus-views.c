/* The view controller on sd-bus: a tree of views as in libdbus-views.c. */
#include "sdbus-service.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t id, parent, autoresizing; /* id 0 means no view */
    char *class_name, *text;           /* the text is NULL for none */
    double frame[4];
} View;

static View views[MAX_VIEWS + 1];
static uint64_t revision;

/* Reads an entry; the strings belong to the message. Returns its error; NULL if it is valid. */
static const char *read_view(sd_bus_message *call, View *view) {
    const char *key, *type;
    *view = (View){.id = 0};
    check(sd_bus_message_read(call, "uus(dddd)u", &view->id, &view->parent, &view->class_name, &view->frame[0],
                              &view->frame[1], &view->frame[2], &view->frame[3], &view->autoresizing));
    check(sd_bus_message_enter_container(call, 'a', "{sv}"));
    while (check(sd_bus_message_enter_container(call, 'e', "sv")) > 0) {
        check(sd_bus_message_read(call, "s", &key));
        if (strcmp(key, "Text") != 0) return "the only property is Text";
        check(sd_bus_message_peek_type(call, NULL, &type));
        if (strcmp(type, "s") != 0) return "Text is a string";
        check(sd_bus_message_read(call, "v", "s", &view->text));
        check(sd_bus_message_exit_container(call));
    }
    check(sd_bus_message_exit_container(call));
    if (view->id == 0 || view->id > MAX_VIEWS) return "ids go from 1 to 2000";
    if (view->id == 1 ? view->parent != 0 : view->parent >= view->id) return "a parent has a smaller id; the root none";
    if (view->id != 1 && !views[view->parent].id) return "the parent is no view";
    if (strcmp(view->class_name, "View") != 0 && strcmp(view->class_name, "Label") != 0) return "an unknown class";
    return NULL;
}

static void store_view(const View *view) {
    View *place = &views[view->id];
    free(place->class_name);
    free(place->text);
    *place = *view;
    place->class_name = strdup(view->class_name);
    if (view->text) place->text = strdup(view->text);
    check(place->class_name && (!view->text || place->text) ? 0 : -ENOMEM);
}

static void append_view(sd_bus_message *message, const View *view) {
    check(sd_bus_message_open_container(message, 'r', "uus(dddd)ua{sv}"));
    check(sd_bus_message_append(message, "uus(dddd)u", view->id, view->parent, view->class_name, view->frame[0],
                                view->frame[1], view->frame[2], view->frame[3], view->autoresizing));
    if (view->text)
        check(sd_bus_message_append(message, "a{sv}", 1, "Text", "s", view->text));
    else
        check(sd_bus_message_append(message, "a{sv}", 0));
    check(sd_bus_message_close_container(message));
}

static void begin_views(sd_bus_message *message) {
    check(sd_bus_message_append(message, "t", revision));
    check(sd_bus_message_open_container(message, 'a', "(uus(dddd)ua{sv})"));
}

static int update_view(sd_bus_message *call, void *context, sd_bus_error *error) {
    sd_bus_message *signal;
    const char *fault = NULL;
    View view;
    (void)context;
    check(sd_bus_message_new_signal(sd_bus_message_get_bus(call), &signal, sd_bus_message_get_path(call),
                                    VIEW_CONTROLLER, "ViewChanged"));
    revision++;
    begin_views(signal);
    check(sd_bus_message_enter_container(call, 'a', "(uus(dddd)ua{sv})"));
    while (!fault && check(sd_bus_message_enter_container(call, 'r', "uus(dddd)ua{sv}")) > 0) {
        fault = read_view(call, &view);
        if (fault) break;
        check(sd_bus_message_exit_container(call));
        store_view(&view);
        append_view(signal, &views[view.id]);
    }
    if (!fault) {
        check(sd_bus_message_exit_container(call));
        check(sd_bus_message_enter_container(call, 'a', "u"));
        if (check(sd_bus_message_at_end(call, 0)) == 0) fault = "views are not removed here";
    }
    if (fault) {
        revision--;
        sd_bus_message_unref(signal);
        return sd_bus_error_set(error, INVALID_ARGUMENT, fault);
    }
    check(sd_bus_message_close_container(signal));
    check(sd_bus_message_append(signal, "au", 0));
    check(sd_bus_send(NULL, signal, NULL));
    sd_bus_message_unref(signal);
    return sd_bus_reply_method_return(call, NULL);
}

static int get_view(sd_bus_message *call, void *context, sd_bus_error *error) {
    sd_bus_message *reply;
    (void)context, (void)error;
    check(sd_bus_message_new_method_return(call, &reply));
    begin_views(reply);
    for (int id = 1; id <= MAX_VIEWS; id++) {
        if (views[id].id) append_view(reply, &views[id]);
    }
    check(sd_bus_message_close_container(reply));
    check(sd_bus_send(NULL, reply, NULL));
    sd_bus_message_unref(reply);
    return 1;
}

static int send_action(sd_bus_message *call, void *context, sd_bus_error *error) {
    uint32_t view;
    const char *action, *type;
    (void)context;
    check(sd_bus_message_read(call, "us", &view, &action));
    check(sd_bus_message_peek_type(call, NULL, &type));
    if (view != BUTTON) return sd_bus_error_set(error, INVALID_ARGUMENT, "there is no such view");
    if (strcmp(action, "primaryActionTriggered") != 0)
        return sd_bus_error_set(error, INVALID_ARGUMENT, "a Button has no such action");
    if (strcmp(type, "b") != 0)
        return sd_bus_error_set(error, SD_BUS_ERROR_INVALID_ARGS, "primaryActionTriggered takes a value of type 'b'");
    return sd_bus_reply_method_return(call, NULL);
}

void export_view_controller(sd_bus *bus, const char *path) {
    static const sd_bus_vtable vtable[] = {
        SD_BUS_VTABLE_START(0),
        SD_BUS_METHOD("UpdateView", "a(uus(dddd)ua{sv})aua{sv}", "", update_view, SD_BUS_VTABLE_UNPRIVILEGED),
        SD_BUS_METHOD("GetView", "", "ta(uus(dddd)ua{sv})", get_view, SD_BUS_VTABLE_UNPRIVILEGED),
        SD_BUS_METHOD("SendAction", "usva{sv}", "", send_action, SD_BUS_VTABLE_UNPRIVILEGED),
        SD_BUS_SIGNAL("ViewChanged", "ta(uus(dddd)ua{sv})au", 0),
        SD_BUS_VTABLE_END,
    };
    check(sd_bus_add_object_vtable(bus, NULL, path, VIEW_CONTROLLER, vtable, NULL));
}
