/*
 * Exercises a plugin process. Instances of the class `Child` can be created, those of `None` can't. The argument `Pipe`
 * is the path of a FIFO: each byte that is written to it posts a function from another thread.
 */
#include "stage.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* The state is shared by all instances, because tests only use one. */
static text kept;
static instance *self;
static char mark[512], fifo[512];

/* Code of the plugin that must not run when its host ends. */
__attribute__((destructor)) static void leave_mark(void) {
    if (mark[0]) close(creat(mark, 0600));
}

static void say(void *context) {
    host->set_title(host, self->controller, string("said"));
    if (context) text_format(&kept, "%s", (const char *)context);
}

/* Calls the host first, so that a test can send a message before the timer fires. */
static void add_timer(void *context) {
    (void)context;
    tab_timer timer;
    host->set_title(host, self->controller, string("timer"));
    host->add_timer(host, 20, 0, say, NULL, &timer);
}

static void add_clock_timer(void *context) {
    (void)context;
    tab_timer timer;
    host->set_title(host, self->controller, string("clock timer"));
    host->add_clock_timer(host, 0, say, NULL, &timer);
}

static void *read_pipe(void *context) {
    (void)context;
    int pipe = open(fifo, O_RDONLY | O_CLOEXEC);
    char order;
    while (pipe >= 0 && read(pipe, &order, 1) == 1) {
        void (*function)(void *) = order == 't' ? add_timer : order == 'c' ? add_clock_timer : say;
        host->post(host, function, order == 'k' ? "!" : NULL);
    }
    return NULL;
}

static tab_status encode(void *instance, tab_receive receive, void *context) {
    (void)instance;
    if (kept.length == 0) return TAB_ERROR_NOT_SUPPORTED;
    tab_value content = text_value(as_string(&kept));
    tab_entry only = entry("Kept", &content);
    tab_value state = dictionary_value(&only, 1);
    receive(context, &state);
    return TAB_OK;
}

static tab_status decode(void *instance, const tab_value *state) {
    (void)instance;
    const tab_value *content = find(state, "Kept");
    text_set(&kept, content ? content->content.string : string(""));
    return TAB_OK;
}

static void will_appear(void *instance, bool animated) {
    struct instance *self = instance;
    host->set_title(host, self->controller, string(animated ? "animated" : "at once"));
}

static void make_child(instance *instance, const char *type) {
    tab_controller created = 0;
    tab_status status = host->create_view_controller(host, string(type), NULL, &created);
    /* From here on the host accepts the number of the child. */
    tab_status title = created ? host->set_title(host, created, string("child")) : TAB_ERROR_NOT_FOUND;
    text_format(&result, "%d %llu %d", (int)status, (unsigned long long)created, (int)title);
    report(instance);
}

static void add_text(void *context, const tab_value *value) {
    (void)context;
    text_add(&result, " ", 1);
    text_add_string(&result, value->content.string);
}

static void contrast_changed(void *instance, tab_contrast contrast) {
    struct instance *self = instance;
    host->set_title(host, self->controller, string(contrast == TAB_CONTRAST_HIGH ? "high" : "not high"));
}

static void run(instance *instance, tab_string experiment) {
    if (is_equal(experiment, "child")) return make_child(instance, ".Child");
    if (is_equal(experiment, "own child")) return make_child(instance, "hosted.Child");
    if (is_equal(experiment, "no child")) return make_child(instance, ".None");
    if (is_equal(experiment, "stranger")) return make_child(instance, "echo.Echo");
    if (is_equal(experiment, "navigation")) {
        tab_controller created = 0;
        tab_status status =
            host->create_navigation_controller(host, string("Child"), instance->controller, &created);
        text_format(&result, "%d %llu", (int)status, (unsigned long long)created);
    } else if (is_equal(experiment, "environment")) {
        const char *names[] = {"TABD_HOST_ADDRESS", "TABD_HOST_TOKEN"};
        for (int index = 0; index < 2; index++) text_format(&result, "%s ", getenv(names[index]) ? "known" : "unknown");
    } else if (is_equal(experiment, "surroundings")) {
        tab_containers places;
        tab_color_scheme scheme;
        tab_status status = host->containers(host, instance->controller, &places);
        text_format(&result, "%d %d %d", (int)status, (int)places.parent, (int)places.tab_bar_controller);
        status = host->color_scheme(host, instance->controller, &scheme);
        text_format(&result, " %d %d", (int)status, (int)scheme);
        status = host->property_value(host, instance->controller, string("Contrast"), add_text, NULL);
        text_format(&result, " %d", (int)status);
    } else {
        text_set(&kept, experiment);
    }
    report(instance);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    if (is_equal(class_name, "None")) return NULL;
    instance *made = create_instance(class_name, controller, arguments);
    if (is_equal(class_name, "Child")) return made;
    self = made;
    const tab_value *path = find(arguments, "Mark"), *pipe = find(arguments, "Pipe");
    if (path) copy_text(mark, sizeof(mark), path->content.string);
    pthread_t thread;
    if (pipe) copy_text(fifo, sizeof(fifo), pipe->content.string);
    if (pipe && pthread_create(&thread, NULL, read_pipe, NULL) != 0) abort();
    return made;
}

EXPORT_STAGE(
    always, .create = create, .destroy = free, .encode_restorable_state = encode, .decode_restorable_state = decode,
    .view_will_appear = will_appear, .contrast_changed = contrast_changed)
