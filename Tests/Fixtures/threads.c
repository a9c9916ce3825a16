/* Calls the host from other threads. */
#include "stage.h"

#include <pthread.h>

static pthread_t loop;
static bool is_posted_at_entry;

static void run_thread(void *(*function)(void *), void *context) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, context) != 0) abort();
    pthread_detach(thread);
}

static void note_entry(void *context) {
    (void)context;
    is_posted_at_entry = pthread_equal(loop, pthread_self());
}

static bool begin(void) {
    loop = pthread_self();
    host->post(host, note_entry, NULL);
    return true;
}

static void report_now(void *context) { report(context); }

/* ---- post ------------------------------------------------------------------------------------------------------ */

enum { THREADS = 4, POSTS = 250 };

typedef struct posted {
    instance *self;
    int thread, number;
} posted;

static int arrived, next[THREADS], misplaced;

static void arrive(void *context) {
    posted *posted = context;
    if (!pthread_equal(loop, pthread_self()) || next[posted->thread] != posted->number) misplaced++;
    next[posted->thread] = posted->number + 1;
    if (++arrived == THREADS * POSTS) {
        text_format(&result, "%d arrived, %d misplaced, entry %d", arrived, misplaced, is_posted_at_entry);
        report(posted->self);
    }
    free(posted);
}

static void *post_all(void *context) {
    posted *first = context;
    for (int number = 0; number < POSTS; number++) {
        posted *each = malloc(sizeof(*each));
        if (!each) abort();
        *each = (posted){first->self, first->thread, number};
        host->post(host, arrive, each);
    }
    /* A null function must not crash the host. */
    host->post(host, NULL, NULL);
    free(first);
    return NULL;
}

static void post(instance *self) {
    for (int thread = 0; thread < THREADS; thread++) {
        posted *first = malloc(sizeof(*first));
        if (!first) abort();
        *first = (posted){self, thread, 0};
        run_thread(post_all, first);
    }
}

/* ---- log ------------------------------------------------------------------------------------------------------- */

static void *log_all(void *context) {
    host->log(host, TAB_LOG_WARNING, string("hello from a thread"));
    host->log(host, TAB_LOG_ERROR, string("two\nlines"));
    host->log(host, TAB_LOG_DEBUG, string("not to be seen"));
    host->log(host, (tab_log_level)77, string("of an unknown level"));
    host->log(host, TAB_LOG_WARNING, (tab_string){"\xff", 1});
    host->log(host, TAB_LOG_WARNING, (tab_string){NULL, 9});
    host->log(host, TAB_LOG_WARNING, (tab_string){"abc", SIZE_MAX});
    text_format(&result, "logged");
    host->post(host, report_now, context);
    return NULL;
}

/* ---- Everything else ------------------------------------------------------------------------------------------- */

static int received;

static void receive(void *context, const tab_value *value) {
    (void)context, (void)value;
    received++;
}

static void receive_string(void *context, tab_string text) {
    (void)context, (void)text;
    received++;
}

static void fire(void *context) {
    (void)context;
    received++;
}

#define TRY(slot, ...) \
    do { \
        if (TAB_OFFERS(host, slot)) { \
            text_format(&result, #slot "=%d ", (int)host->slot(host, __VA_ARGS__)); \
        } else { \
            text_format(&result, #slot "=- "); \
        } \
    } while (0)

static void *call_all(void *context) {
    instance *self = context;
    tab_controller controller = self->controller, created = 0;
    tab_view view = {.id = 100, .parent = 1, .class_name = string("View")};
    tab_tab_bar_item item = {.mask = TAB_ITEM_TITLE, .title = string("wrong")};
    tab_navigation_item navigation = {.mask = TAB_NAVIGATION_TITLE, .title = string("wrong")};
    tab_value answer = boolean_value(true);
    tab_timer timer = 0;
    tab_containers containers;
    tab_color_scheme scheme = 0;
    bool is_hidden = false;
    tab_size fitting = {0, 0};
    TRY(update_views, controller, &view, 1, NULL, 0);
    TRY(set_title, controller, string("wrong"));
    TRY(set_tab_bar_item, controller, &item);
    TRY(set_navigation_item, controller, &navigation);
    TRY(create_view_controller, string("threads.Main"), NULL, &created);
    TRY(destroy_view_controller, controller);
    TRY(containers, controller, &containers);
    TRY(set_view_controllers, controller, &controller, 1, false);
    TRY(set_selected_index, controller, 0);
    TRY(tab_bar_controller, controller, receive, NULL);
    TRY(push, controller, controller, false);
    TRY(pop, controller, false);
    TRY(present, controller, controller, false, NULL);
    TRY(dismiss, controller, false);
    TRY(select, controller);
    TRY(set_delegate, controller, TAB_DELEGATE_TAB_BAR_CONTROLLER, true);
    TRY(answer_question, 1, &answer);
    TRY(add_timer, 1, 0, fire, NULL, &timer);
    TRY(add_clock_timer, 0, fire, NULL, &timer);
    TRY(cancel_timer, 1);
    TRY(data_directory, receive_string, NULL);
    TRY(configuration_value, string("key"), receive, NULL);
    TRY(locale, receive_string, NULL);
    TRY(color_scheme, controller, &scheme);
    TRY(set_selected_view_controller, controller, controller);
    TRY(set_tab_bar_item_values, controller, NULL, 0, true);
    TRY(pop_to, controller, 0, false);
    TRY(property_value, controller, string("TabHidden"), NULL, NULL);
    TRY(present_alert, controller, 1, &answer);
    TRY(set_toolbar_items, controller, NULL, 0);
    TRY(toolbar_hidden, controller, &is_hidden);
    TRY(announce, controller, string("x"), false);
    TRY(scroll_to_row, controller, 2, 0, string("top"), false);
    TRY(add_image, (tab_bytes){0}, receive_string, NULL);
    TRY(size_that_fits, controller, string("Label"), NULL, 0, (tab_size){0, 0}, &fitting);
    text_format(&result, "received=%d created=%d timer=%d", received, created != 0, timer != 0);
    host->post(host, report_now, context);
    return NULL;
}

/* Calls all slots of the table, even those that this header does not know, with invalid arguments. The thread is
 * checked before the arguments. */
static void *sweep(void *context) {
    typedef tab_status (*slot)(const tab_host_v1 *, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    size_t count = 0, refused = 0;
    for (size_t offset = offsetof(tab_host_v1, update_views); offset + sizeof(slot) <= host->size;
         offset += sizeof(slot)) {
        slot function;
        memcpy(&function, (const char *)host + offset, sizeof(function));
        if (!function) continue;
        count++;
        tab_status status = function(host, 0, 0, 0, 0, 0);
        if (status == TAB_ERROR_WRONG_THREAD) refused++;
        else text_format(&result, "slot %zu gives %d; ", offset / sizeof(slot), (int)status);
    }
    text_format(&result, "%s", count > 0 && count == refused ? "all refused" : "not all refused");
    host->post(host, report_now, context);
    return NULL;
}

static void run(instance *self, tab_string experiment) {
    if (is_equal(experiment, "post")) post(self);
    if (is_equal(experiment, "log")) run_thread(log_all, self);
    if (is_equal(experiment, "call")) run_thread(call_all, self);
    if (is_equal(experiment, "sweep")) run_thread(sweep, self);
}

EXPORT_STAGE(begin, .create = create_instance, .destroy = free)
