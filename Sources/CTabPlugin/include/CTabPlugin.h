/*
 * The plugin interface of tabd, version 1. This header is all that a plugin in C needs:
 *
 *     cc -shared -fPIC -o libhello.so hello.c
 *
 * A plugin is a folder with `plugin.toml` and the library that it names. The daemon reads from the manifest which
 * classes there are; the library is opened when one of them is wanted first, and never closed. It exports one function,
 *
 *     const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host);
 *
 * called once, on the loop's thread. It keeps `host`, which stays valid for the life of the process, and returns a
 * table with the same life, or NULL when the plugin can't run here (log the reason first).
 *
 * Rules
 * - Tables begin with their size in bytes. Read a slot only when it lies within the size that you were given: test it
 *   with TAB_OFFERS(table, slot). A NULL slot is one that is not offered.
 * - Every function of the plugin is called on the loop's thread. Of the host's functions `post` and `log` may be called
 *   on any thread; all others on the loop's thread only, elsewhere they do nothing and return TAB_ERROR_WRONG_THREAD.
 * - The loop is shared with everybody: do not block in it. Work for long on a thread of your own and `post` the result.
 * - Nothing that one side allocated is freed by the other. A pointer that is an argument is valid until the call
 *   returns; who wants to keep the content copies it. Values travel back through a callback, in the same manner.
 * - Strings are UTF-8 with a length in bytes, without a terminating zero, without zeros inside. A nil string is empty.
 * - Lengths and positions are points, origin top left, y down. Durations are milliseconds unless they say otherwise.
 */
#ifndef TABD_CTABPLUGIN_H
#define TABD_CTABPLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface that this header describes; `abi` in the manifest. */
#define TAB_PLUGIN_ABI_VERSION 1

/* The name under which the daemon looks for the entry function. */
#define TAB_PLUGIN_ENTRY_SYMBOL "tab_plugin_entry_v1"

/* Whether `table` has the slot and offers it. */
#define TAB_OFFERS(table, slot) \
    (offsetof(__typeof__(*(table)), slot) + sizeof((table)->slot) <= (table)->size && (table)->slot)

/* What came of a call. Anything but TAB_OK left the state unchanged. */
typedef enum tab_status {
    TAB_OK = 0,
    TAB_ERROR_FAILED = 1,           /* something went wrong inside; the callee has logged what */
    TAB_ERROR_WRONG_THREAD = 2,     /* called on another thread than the loop's */
    TAB_ERROR_NOT_SUPPORTED = 3,    /* this host, plugin or view can't do that */
    TAB_ERROR_INVALID_ARGS = 4,     /* a value of the wrong type */
    TAB_ERROR_INVALID_ARGUMENT = 5, /* the right type, a value that is not allowed: an unknown id, a NaN, bad UTF-8 */
    TAB_ERROR_OUT_OF_RANGE = 6,     /* an index outside of its list */
    TAB_ERROR_LIMITS_EXCEEDED = 7,  /* too many views, too long a string, too many pixels */
    TAB_ERROR_NOT_FOUND = 8         /* no such controller (it may be gone), timer, token or key */
} tab_status;

/* Importance of a line in the log. */
typedef enum tab_log_level {
    TAB_LOG_DEBUG = 0,
    TAB_LOG_INFO = 1,
    TAB_LOG_WARNING = 2,
    TAB_LOG_ERROR = 3
} tab_log_level;

/* The number of a view controller, the same as in its object path; 0 stands for none. Never reused. */
typedef uint64_t tab_controller;

/* The number of a timer; never 0. */
typedef uint64_t tab_timer;

/* The number of a question that waits for an answer; never 0. */
typedef uint64_t tab_token;

/* UTF-8 text of `length` bytes; `utf8` may be NULL when the length is 0. */
typedef struct tab_string {
    const char *utf8;
    size_t length;
} tab_string;

typedef struct tab_size {
    double width, height;
} tab_size;

typedef struct tab_rect {
    double x, y, width, height;
} tab_rect;

typedef struct tab_insets {
    double top, left, bottom, right;
} tab_insets;

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* What a value holds: the type code of D-Bus. TAB_TYPE_BYTES is a shorter way to write an array of bytes (`ay`). */
typedef enum tab_type {
    TAB_TYPE_BYTE = 'y',
    TAB_TYPE_BOOLEAN = 'b',
    TAB_TYPE_INT16 = 'n',
    TAB_TYPE_UINT16 = 'q',
    TAB_TYPE_INT32 = 'i',
    TAB_TYPE_UINT32 = 'u',
    TAB_TYPE_INT64 = 'x',
    TAB_TYPE_UINT64 = 't',
    TAB_TYPE_DOUBLE = 'd',
    TAB_TYPE_STRING = 's',
    TAB_TYPE_OBJECT_PATH = 'o',
    TAB_TYPE_SIGNATURE = 'g',
    TAB_TYPE_ARRAY = 'a',
    TAB_TYPE_DICTIONARY = 'e',
    TAB_TYPE_STRUCTURE = 'r',
    TAB_TYPE_VARIANT = 'v',
    TAB_TYPE_BYTES = 'B'
} tab_type;

typedef struct tab_value tab_value;
typedef struct tab_entry tab_entry;

/* Elements of one type; the signature ("s", "(ssssb)") tells it, also when there are none. */
typedef struct tab_array {
    tab_string element_signature;
    const tab_value *elements;
    size_t count;
} tab_array;

/* Keys of one basic type and values of one type; a D-Bus `a{sv}` has the signatures "s" and "v". */
typedef struct tab_dictionary {
    tab_string key_signature;
    tab_string value_signature;
    const tab_entry *entries;
    size_t count;
} tab_dictionary;

typedef struct tab_structure {
    const tab_value *fields;
    size_t count;
} tab_structure;

typedef struct tab_bytes {
    const uint8_t *bytes;
    size_t count;
} tab_bytes;

/* One value of any type, nested at most 32 deep. `type` says which member of `content` counts. */
struct tab_value {
    tab_type type;
    union {
        uint8_t byte;
        bool boolean;
        int16_t int16;
        uint16_t uint16;
        int32_t int32;
        uint32_t uint32;
        int64_t int64;
        uint64_t uint64;
        double number;              /* TAB_TYPE_DOUBLE */
        tab_string string;          /* TAB_TYPE_STRING, TAB_TYPE_OBJECT_PATH, TAB_TYPE_SIGNATURE */
        tab_array array;
        tab_dictionary dictionary;
        tab_structure structure;
        const tab_value *variant;   /* the value inside of a variant within a value; not NULL */
        tab_bytes bytes;
    } content;
};

struct tab_entry {
    tab_value key;
    tab_value value;
};

/* A named value. Its type is the one that the name's description gives ("Rows" is TAB_TYPE_ARRAY of "(ssssb)"): the
 * variant around the value on the bus is not written. */
typedef struct tab_property {
    tab_string name;
    tab_value value;
} tab_property;

/* Takes a value that is valid until the function returns. `context` is what was given with the function. */
typedef void (*tab_receive)(void *context, const tab_value *value);

/* Takes a text that is valid until the function returns. */
typedef void (*tab_receive_string)(void *context, tab_string text);

/* ---- Views ----------------------------------------------------------------------------------------------------- */

/* Which lengths give way when the superview's size changes; or-ed together. */
typedef enum tab_autoresizing {
    TAB_FLEXIBLE_LEFT_MARGIN = 1,
    TAB_FLEXIBLE_WIDTH = 2,
    TAB_FLEXIBLE_RIGHT_MARGIN = 4,
    TAB_FLEXIBLE_TOP_MARGIN = 8,
    TAB_FLEXIBLE_HEIGHT = 16,
    TAB_FLEXIBLE_BOTTOM_MARGIN = 32
} tab_autoresizing;

/* A view as the daemon knows it. The root view has id 1 and parent 0; other ids are the plugin's choice and are not
 * reused within a life of the view. `class_name` is one of View, Label, Button, ImageView, TextField, TextView, Switch,
 * Slider, SegmentedControl, ProgressView, TableView, TabBar, StackView, ScrollView, Chart. Properties that have their
 * default value are left out; a wrong type is TAB_ERROR_INVALID_ARGS, an unknown one or a value that is not allowed
 * TAB_ERROR_INVALID_ARGUMENT, more than the limits TAB_ERROR_LIMITS_EXCEEDED.
 *
 * Of every class: Hidden b, Identifier s (for scripts; unique per controller), Focusable b (whether a remote control's
 * focus can go there; default true for Button, TextField, Switch, Slider, SegmentedControl, TableView, TabBar and an
 * editable TextView), Enabled b (default true), BackgroundColor s, TintColor s, AccessibilityLabel s, Tooltip s. Of some:
 *   Label       Text s, TextColor s, Alignment s (natural left center right), Lines u (1; 0 = any),
 *               Style s (body largeTitle title headline caption monospacedDigit)
 *   Button      Title s, Image s, Style s (plain filled destructive); action primaryActionTriggered b (ignored)
 *   ImageView   Image s or Pixels (uuay) (width, height, RGBA rows), ContentMode s (scaleAspectFit scaleToFill center)
 *   TextField   Text s, Placeholder s, Secure b; actions editingChanged s, editingDidEnd s
 *   TextView    Text s, Editable b; action editingChanged s
 *   Switch      On b; action valueChanged b
 *   Slider      Value d, Minimum d, Maximum d (1); action valueChanged d
 *   SegmentedControl  Segments as, SelectedSegment i (-1); action valueChanged i
 *   ProgressView      Progress d (0 to 1; negative = indeterminate)
 *   TableView   Rows a(ssssb) (title, detail, image, accessory none disclosure checkmark, enabled), SelectedRow i (-1),
 *               AllowsDelete b, AllowsMove b, RowHeight d (44; the rows begin at the top: a tap on the window selects an
 *               enabled one when all of them fit into the frame); actions selectRow u, deleteRow u, moveRow (uu)
 *   TabBar      Items a(sssb) (title, image, badge, enabled), SelectedItem i (-1); action selectItem u, which is also sent
 *               for the selected item
 *   StackView   Axis s (vertical horizontal), Spacing d, Insets (dddd): the daemon lays out its subviews
 *   ScrollView  ContentSize (dd), ContentOffset (dd); action scrolled (dd)
 *   Chart       Values ad, Minimum d, Maximum d, Style s (line bar)
 * Images are icon names of freedesktop's specification or absolute file: URIs; colours #RRGGBB, #RRGGBBAA or a system
 * name such as systemRed, label, tint. */
typedef struct tab_view {
    uint32_t id;
    uint32_t parent;
    tab_string class_name;
    tab_rect frame;             /* in the parent's coordinates */
    uint32_t autoresizing;      /* tab_autoresizing */
    const tab_property *properties;
    size_t property_count;
} tab_view;

/* A reference to a view of a controller; both 0 for none. */
typedef struct tab_view_reference {
    tab_controller controller;
    uint32_t view;
} tab_view_reference;

/* Which fields of a tab_tab_bar_item count; or-ed together. */
typedef enum tab_tab_bar_item_fields {
    TAB_ITEM_TITLE = 1,
    TAB_ITEM_IMAGE = 2,
    TAB_ITEM_SELECTED_IMAGE = 4,
    TAB_ITEM_BADGE_VALUE = 8,
    TAB_ITEM_BADGE_COLOR = 16,
    TAB_ITEM_ENABLED = 32
} tab_tab_bar_item_fields;

/* A change of a tab bar item: the fields that `mask` names are set, the others stay. */
typedef struct tab_tab_bar_item {
    uint32_t mask;              /* tab_tab_bar_item_fields */
    tab_string title;
    tab_string image;
    tab_string selected_image;
    tab_string badge_value;     /* empty = no badge */
    tab_string badge_color;
    bool is_enabled;
} tab_tab_bar_item;

/* A button in a navigation bar or a toolbar. Its id comes back in bar_button_item_activated. */
typedef struct tab_bar_button_item {
    uint32_t id;                /* above 0, unique in the controller */
    tab_string title;
    tab_string image;
    bool is_enabled;
} tab_bar_button_item;

/* Which fields of a tab_navigation_item count; or-ed together. */
typedef enum tab_navigation_item_fields {
    TAB_NAVIGATION_TITLE = 1,
    TAB_NAVIGATION_LEFT_ITEMS = 2,
    TAB_NAVIGATION_RIGHT_ITEMS = 4,
    TAB_NAVIGATION_HIDES_BACK_BUTTON = 8
} tab_navigation_item_fields;

/* A change of a navigation item: the fields that `mask` names are set, the others stay. */
typedef struct tab_navigation_item {
    uint32_t mask;              /* tab_navigation_item_fields */
    tab_string title;
    const tab_bar_button_item *left_items;
    size_t left_item_count;
    const tab_bar_button_item *right_items;
    size_t right_item_count;
    bool hides_back_button;
} tab_navigation_item;

/* Whether a view has room; regular or compact in each direction. */
typedef enum tab_size_class {
    TAB_SIZE_CLASS_UNSPECIFIED = 0,
    TAB_SIZE_CLASS_COMPACT = 1,
    TAB_SIZE_CLASS_REGULAR = 2
} tab_size_class;

/* What the client prefers. */
typedef enum tab_color_scheme {
    TAB_COLOR_SCHEME_NO_PREFERENCE = 0,
    TAB_COLOR_SCHEME_DARK = 1,
    TAB_COLOR_SCHEME_LIGHT = 2
} tab_color_scheme;

/* What a controller is in, each 0 for none; a controller doesn't count as its own container. */
typedef struct tab_containers {
    tab_controller parent;
    tab_controller navigation_controller;   /* the nearest */
    tab_controller tab_bar_controller;      /* the nearest */
    tab_controller presenting_view_controller;  /* who presents it, or the container that it is in */
} tab_containers;

/* Whose delegate a controller of the plugin becomes. */
typedef enum tab_delegate_kind {
    TAB_DELEGATE_TAB_BAR_CONTROLLER = 0,
    TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER = 1
} tab_delegate_kind;

/* What a delegate is asked. The answer's type follows the question; no answer in time counts as the default.
 *   SHOULD_SELECT             b   subject: the view controller of the tapped item
 *   SUPPORTED_ORIENTATIONS    u   UIInterfaceOrientationMask
 *   PREFERRED_ORIENTATION     s   portrait portraitUpsideDown landscapeLeft landscapeRight
 *   TRANSITION                a{sv}  subject: where to, arguments {"From": t}; answer: Duration d (seconds), Curve s,
 *                             Interactive b
 * Of a popover's delegate, `controller` is the controller that is presented, and there is no subject:
 *   PREPARE_FOR_PRESENTATION  b (ignored)  about to be laid out first; it may still be configured until the answer
 *   SHOULD_DISMISS            b   the user wants to dismiss it
 *   REPOSITION                ((dddd)(tu))  it is laid out again, as its surroundings have changed; arguments
 *                             {"Rect": (dddd), "View": (tu)}, which the answer may replace. View is a controller's
 *                             number and the id of one of its views
 *   ADAPTIVE_STYLE            s   how it is presented in a window of size classes, arguments {"Horizontal": s,
 *                             "Vertical": s} (compact regular); answers: none (it stays a popover), fullScreen,
 *                             overFullScreen, pageSheet, formSheet, automatic; empty = no answer
 *   ADAPTIVE_VIEW_CONTROLLER  t   arguments {"Style": s}, which it takes on; another controller that is presented
 *                             instead, such as a navigation controller around it, made now; 0 = the same */
typedef enum tab_question {
    TAB_QUESTION_SHOULD_SELECT = 0,
    TAB_QUESTION_SUPPORTED_ORIENTATIONS = 1,
    TAB_QUESTION_PREFERRED_ORIENTATION = 2,
    TAB_QUESTION_TRANSITION = 3,
    TAB_QUESTION_PREPARE_FOR_PRESENTATION = 4,
    TAB_QUESTION_SHOULD_DISMISS = 5,
    TAB_QUESTION_REPOSITION = 6,
    TAB_QUESTION_ADAPTIVE_STYLE = 7,
    TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER = 8
} tab_question;

/* ---- The plugin's table ---------------------------------------------------------------------------------------- */

/* What the plugin does. `instance` is what `create` returned. `create` and `destroy` are required. */
typedef struct tab_plugin_v1 {
    size_t size;                /* sizeof(tab_plugin_v1) */
    uint32_t abi_version;       /* TAB_PLUGIN_ABI_VERSION */

    /* Makes a view controller of the class that the manifest names. `arguments` is an a{sv}: what the creator gave.
     * NULL when there is no such class or it can't be created: then all that this call has created is removed.
     * The host's functions take `controller` from here on. */
    void *(*create)(tab_string class_name, tab_controller controller, const tab_value *arguments);

    /* Sends the whole tree with update_views. The root view, id 1, is there already: send it as well, first, when it is
     * to have properties or another class. Once in the instance's life, before it appears. */
    tab_status (*load_view)(void *instance);

    void (*view_will_appear)(void *instance, bool animated);
    void (*view_is_appearing)(void *instance, bool animated);
    void (*view_did_appear)(void *instance, bool animated);
    void (*view_will_disappear)(void *instance, bool animated);
    void (*view_did_disappear)(void *instance, bool animated);

    /* The container that the controller enters; 0 when it leaves one. */
    void (*will_move_to_parent)(void *instance, tab_controller parent);
    void (*did_move_to_parent)(void *instance, tab_controller parent);

    /* The root view got this size, of which the safe area's insets are covered by bars. Views with an autoresizing mask
     * follow on their own. */
    void (*view_will_layout)(void *instance, tab_rect bounds, tab_insets safe_area);
    void (*size_class_changed)(void *instance, tab_size_class horizontal, tab_size_class vertical);

    /* Somebody is about to read the view: send what is out of date (a clock's time) before returning. */
    tab_status (*update_content)(void *instance);

    /* The user, or a script, did something to a view. The daemon does not change the view; the plugin does.
     * TAB_ERROR_NOT_SUPPORTED for an action that nobody handles. */
    tab_status (*action)(void *instance, uint32_t view, tab_string name, const tab_value *value);

    /* Calls `receive` once, before returning, with an a{sv} from which decode_restorable_state restores the content.
     * Asked after every action and every other thing that a user does, before anybody is told that it is done; at the
     * latest a second after any other code of the plugin has run; and before it ends. So it takes a moment, and changes
     * nothing. What was said last comes back after a crash of the plugin or of the daemon.
     * TAB_ERROR_NOT_SUPPORTED when there is nothing to keep; with any other error what was said before counts. */
    tab_status (*encode_restorable_state)(void *instance, tab_receive receive, void *context);
    /* What an earlier life of the controller encoded, after `create` and before `load_view`. Treat it with care:
     * another version of the plugin may have written it. With an error it is kept as it is, and encode_restorable_state is
     * not called until a user does something with the controller, so that another version may still read it; the
     * controller's FailureReason says so. What is posted meanwhile belongs to it: whose decoding ends the process, then
     * or in that, is left out of the next lives until somebody wants it tried again. */
    tab_status (*decode_restorable_state)(void *instance, const tab_value *state);

    void (*bar_button_item_activated)(void *instance, uint32_t item);
    void (*color_scheme_changed)(void *instance, tab_color_scheme scheme);

    /* A delegate's question about `controller`: answer with host->answer_question, now or later.
     * TAB_ERROR_NOT_SUPPORTED when the method is not implemented: then the default counts and no answer is needed. */
    tab_status (*question)(
        void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
        const tab_value *arguments);

    /* What a delegate is told. */
    void (*did_select)(void *instance, tab_controller controller, tab_controller selected);
    void (*will_begin_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count);
    void (*will_end_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count, bool changed);
    void (*did_end_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count, bool changed);
    /* A popover's delegate, about the controller that is presented: another style is taken on, none when it is a
     * popover again; the user dismisses it, has dismissed it, or tried to and was refused. */
    void (*will_present_with_adaptive_style)(void *instance, tab_controller controller, tab_string style);
    void (*will_dismiss)(void *instance, tab_controller controller);
    void (*did_dismiss)(void *instance, tab_controller controller);
    void (*did_attempt_to_dismiss)(void *instance, tab_controller controller);
    /* It is the delegate of that tab bar controller, or of the popover of that presented controller, no more. */
    void (*delegate_released)(void *instance, tab_controller controller);

    /* Frees the instance. Its timers must be cancelled; nothing is called on it afterwards. */
    void (*destroy)(void *instance);

    /* Of a class with superclass = "TabBarController" in the manifest: a tap on an enabled item of its own bar,
     * before any question to a delegate. UIKit's tabBar(_:didSelect:). */
    void (*tab_bar_did_select)(void *instance, uint32_t position);

    /* The controller was presented and is not any more, whether or not it was ever seen. */
    void (*presentation_ended)(void *instance);

    /* The answer to an alert of present_alert, sent after its dismissal: the position of the action, and the texts of
     * the fields in their order. `action` is UINT32_MAX, without texts, when the alert was dismissed
     * without an answer, or never shown. */
    void (*alert_answered)(
        void *instance, tab_token alert, uint32_t action, const tab_string *texts, size_t count);
} tab_plugin_v1;

/* ---- The host's table ------------------------------------------------------------------------------------------ */

typedef struct tab_host_v1 tab_host_v1;

/* Inside a callback (appearing, moving, will_begin_customizing, will_end_customizing, the question TRANSITION) what
 * changes tabs, stacks, selection or presentations waits until what is going on is over: TAB_OK means then that it will
 * be done, in the order of asking, and what is read before that is as it was. Inside did_select, did_end_customizing and
 * the question SHOULD_SELECT, and outside of callbacks, it is done at once.
 *
 * What the host does for the plugin. The first argument is always the table itself; a `controller` is one that `create`
 * got and that is not being destroyed, else TAB_ERROR_NOT_FOUND.
 *
 * A controller that is pushed, presented, made a root, or put into a stack or into tabs must be the plugin's own: one that
 * `create` got, one that the plugin made with create_view_controller or its relatives, or a navigation controller around
 * such a root. A list may also repeat what is in that stack or those tabs already. For any other number the call returns
 * TAB_ERROR_INVALID_ARGUMENT.
 *
 * A list of tabs may also have tabs of other owners, which leave the place where they are:
 * - a tab of a tab bar controller that is the plugin's own, or that has a tab of its own (or one with such a controller
 *   on its stack);
 * - one that the plugin took out of such a list, as long as it is in no container and not presented;
 * - one whose object path is in the arguments of a controller of the plugin: its creator has handed it over.
 * Its owner stays the same. A tab that ends with a client (DestroyWithCaller) leaves the list with it. The plugin can't
 * push it, present it, make it a root or destroy it. */
struct tab_host_v1 {
    size_t size;                /* of the table, in bytes */
    uint32_t abi_version;       /* the version that the host speaks */
    void *context;              /* the host's own; not for plugins */

    /* Any thread: runs `function(context)` on the loop, soon, in the order of posting. */
    void (*post)(const tab_host_v1 *host, void (*function)(void *context), void *context);
    /* Any thread: one line in the daemon's log, marked with the plugin's id. */
    void (*log)(const tab_host_v1 *host, tab_log_level level, tab_string message);

    /* The loop's thread only, from here on. */

    /* Makes and replaces views (parents before children, siblings back to front) and removes the views, with all below
     * them, whose ids are in `removed`. Removals come first. All or nothing. */
    tab_status (*update_views)(
        const tab_host_v1 *host, tab_controller controller, const tab_view *changed, size_t changed_count,
        const uint32_t *removed, size_t removed_count);
    /* Sets the controller's title, with it those of its tab bar item and navigation item. */
    tab_status (*set_title)(const tab_host_v1 *host, tab_controller controller, tab_string title);
    tab_status (*set_tab_bar_item)(const tab_host_v1 *host, tab_controller controller, const tab_tab_bar_item *item);
    tab_status (*set_navigation_item)(
        const tab_host_v1 *host, tab_controller controller, const tab_navigation_item *item);

    /* Makes a controller of a type ("PLUGIN.CLASS") with arguments (an a{sv} or NULL); its number goes to `created`.
     * ".CLASS" is a class of the plugin itself, which the manifest need not list: its `create` is called meanwhile. */
    tab_status (*create_view_controller)(
        const tab_host_v1 *host, tab_string type, const tab_value *arguments, tab_controller *created);
    /* On the stack of the navigation controller that `controller` is in, or of the one with that number. That one must
     * be the plugin's own, have a controller of its own on the stack, or be More of a tab bar controller with one of its
     * own; TAB_ERROR_NOT_FOUND for any other. `pushed` is the plugin's own. */
    tab_status (*push)(const tab_host_v1 *host, tab_controller controller, tab_controller pushed, bool animated);
    tab_status (*pop)(const tab_host_v1 *host, tab_controller controller, bool animated);
    /* In the style of the presented one's ModalPresentationStyle, in the next update cycle: until then a popover can be
     * configured. `popover` is NULL or an a{sv} of what set_popover_value would set. */
    tab_status (*present)(
        const tab_host_v1 *host, tab_controller controller, tab_controller presented, bool animated,
        const tab_value *popover);
    tab_status (*dismiss)(const tab_host_v1 *host, tab_controller controller, bool animated);
    /* Selects the tab in which `controller` is, in its own tab bar controller. */
    tab_status (*select)(const tab_host_v1 *host, tab_controller controller);

    /* Makes `controller` the delegate of the tab bar controller it is in (or is), or of the popover that popover_value
     * reads; false ends that. */
    tab_status (*set_delegate)(
        const tab_host_v1 *host, tab_controller controller, tab_delegate_kind kind, bool is_delegate);
    /* TAB_ERROR_NOT_FOUND when the token's time is over. */
    tab_status (*answer_question)(const tab_host_v1 *host, tab_token token, const tab_value *answer);

    /* Calls `function(context)` once, `after` milliseconds from now; up to `leeway` later, so that wake-ups may be
     * shared. The clock is CLOCK_MONOTONIC: time asleep does not count. For a repeating timer add the next one in the
     * function. A timer that fired is gone. Have none without need: a clock that nobody sees needs no tick. */
    tab_status (*add_timer)(
        const tab_host_v1 *host, uint64_t after, uint64_t leeway, void (*function)(void *context), void *context,
        tab_timer *timer);
    tab_status (*cancel_timer)(const tab_host_v1 *host, tab_timer timer);

    /* The absolute path of a folder of the plugin's own, which exists then. `receive` is called before returning. */
    tab_status (*data_directory)(const tab_host_v1 *host, tab_receive_string receive, void *context);
    /* The value under a key of the plugin's section in the configuration; TAB_ERROR_NOT_FOUND when there is none. */
    tab_status (*configuration_value)(const tab_host_v1 *host, tab_string key, tab_receive receive, void *context);
    /* The locale of texts, such as "de_DE.UTF-8"; "C" when nothing is set. */
    tab_status (*locale)(const tab_host_v1 *host, tab_receive_string receive, void *context);
    tab_status (*color_scheme)(const tab_host_v1 *host, tab_controller controller, tab_color_scheme *scheme);

    /* Calls `function(context)` once, when CLOCK_REALTIME shows `at` (milliseconds since 1970) or later, also when it
     * came to that during a suspend, and as soon as somebody sets that clock, whatever it shows then. So look at the
     * clock when called, and add the timer again when it is too early: an alarm is right whatever happens to the clock.
     * cancel_timer cancels it. */
    tab_status (*add_clock_timer)(
        const tab_host_v1 *host, int64_t at, void (*function)(void *context), void *context, tab_timer *timer);

    /* Destroys a controller that create_view_controller or create_navigation_controller made; TAB_ERROR_NOT_FOUND for
     * any other. */
    tab_status (*destroy_view_controller)(const tab_host_v1 *host, tab_controller controller);
    /* Where `controller` is. */
    tab_status (*containers)(const tab_host_v1 *host, tab_controller controller, tab_containers *containers);
    /* Of the tab bar controller that `controller` is (one of a class of the plugin's own) or is in: replaces its tabs;
     * selects a tab by its index. No delegate is asked or told. */
    tab_status (*set_view_controllers)(
        const tab_host_v1 *host, tab_controller controller, const tab_controller *controllers, size_t count,
        bool animated);
    tab_status (*set_selected_index)(const tab_host_v1 *host, tab_controller controller, int64_t index);
    /* Writes a property of org.tabd.Tabs1.ViewController, with its type there: Title s, ModalPresentationStyle s,
     * ModalInPresentation b, PreferredContentSize (dd), HidesBottomBarWhenPushed b, EdgesForExtendedLayout u,
     * ExtendedLayoutIncludesOpaqueBars b, PreferredFocusedView u, RestorationIdentifier s. Also CustomizableViewControllers at and TabBarHidden b
     * of the tab bar controller that `controller` is or is in, and ToolbarHidden b (true at first) of the navigation
     * controller that it is or is in. */
    tab_status (*set_property)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, const tab_value *value);
    /* The stack of that navigation controller, an at, the root first; and another one in one transition. */
    tab_status (*navigation_stack)(
        const tab_host_v1 *host, tab_controller controller, tab_receive receive, void *context);
    tab_status (*set_navigation_stack)(
        const tab_host_v1 *host, tab_controller controller, const tab_controller *controllers, size_t count,
        bool animated);
    /* Calls `receive` once, before returning, with an a{sv} of what that tab bar controller is like: "ViewControllers"
     * at, "SelectedIndex" x (INT64_MAX for More's list), "SelectedViewController" t, "CustomizableViewControllers" at,
     * "MoreNavigationController" t (0 in profile tv), "Customizing" b, "TabBarHidden" b. */
    tab_status (*tab_bar_controller)(
        const tab_host_v1 *host, tab_controller controller, tab_receive receive, void *context);

    /* Of a delegate whose answer to TRANSITION was interactive, while that transition runs in the tab bar controller
     * that `controller` is or is in: how far it is, 0 to 1; and its end, with the new tab, or back at the old one.
     * Without a call for 10 s it is finished. */
    tab_status (*update_interactive_transition)(const tab_host_v1 *host, tab_controller controller, double progress);
    tab_status (*end_interactive_transition)(const tab_host_v1 *host, tab_controller controller, bool is_finished);

    /* The popover of a controller: its own, from the moment its ModalPresentationStyle is popover until its dismissal
     * (then it has a new one), else that of the nearest one that it is in. TAB_ERROR_NOT_FOUND when there is none.
     *
     * Reads and writes a property of org.tabd.Tabs1.PopoverPresentationController with its type there, but for
     * references, which are (tu), (0, 0) for none:
     *   SourceView (tu)              a controller's number and the id of one of its views; a tab bar controller's and 0
     *                                for its bar
     *   SourceRect (dddd)            in the source view; (inf, inf, 0, 0), the default, is all of it wherever it goes
     *   BarButtonItem (tu)           a controller's number and the id of a button of its navigation item or toolbar,
     *                                which a bar shows; it wins over SourceView. One of the two must be set
     *   PermittedArrowDirections t   1 up, 2 down, 4 left, 8 right, or-ed together; 15 at first, 0 for no arrow
     *   PopoverLayoutMargins (dddd)  from the window's edges, 10 each at first
     *   PassthroughViews a(tu)       what takes touches while it is up
     *   PopoverBackgroundViewClass s  "PLUGIN.NAME" of a manifest's [[popover_background]]
     *   CanOverlapSourceViewRect b, ContentExtendsUnderArrow b, BackgroundColor s,
     *   AdaptiveSheetPresentationController a{sv}
     * and to read only: ArrowDirection t (UINT64_MAX before and after the presentation), Frame (dddd), ContentFrame
     * (dddd), ArrowOffset d, Presented b, AdaptivePresentationStyle s, and of the background in use ArrowHeight d,
     * ArrowBase d, ContentViewInsets (dddd), BackgroundFillColor s, BackgroundBorderColor s.
     * The property's value is given to `receive` before popover_value returns. */
    tab_status (*popover_value)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, tab_receive receive, void *context);
    tab_status (*set_popover_value)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, const tab_value *value);
    /* Makes `delegate`, a controller of the plugin, the delegate of that popover; 0 = there is none any more. */
    tab_status (*set_popover_delegate)(
        const tab_host_v1 *host, tab_controller controller, tab_controller delegate);

    /* Makes a navigation controller around a root view controller; its number goes to `created`. `create` is called
     * with the class name meanwhile, and the instance is told where the navigation controller is and when it appears;
     * its views are the host's. */
    tab_status (*create_navigation_controller)(
        const tab_host_v1 *host, tab_string class_name, tab_controller root, tab_controller *created);

    /* As create_view_controller, of a controller with a restoration identifier. When one of that identifier and type was
     * restored, and nobody has asked for it since the daemon's start, that is the one: with its number, its place and its
     * state, which is decoded behind `create`. TAB_ERROR_INVALID_ARGUMENT when another controller has the identifier. */
    tab_status (*create_restorable_view_controller)(
        const tab_host_v1 *host, tab_string type, tab_string restoration_identifier, const tab_value *arguments,
        tab_controller *created);
    /* Gives the controller's restoration identifier to `receive` before returning, empty for none. set_property sets
     * it. */
    tab_status (*restoration_identifier)(
        const tab_host_v1 *host, tab_controller controller, tab_receive_string receive, void *context);

    /* Presents an alert or action sheet over the outermost container of `controller`, like present; alert_answered then
     * gets the token `alert`, which the plugin chooses. `content` is an a{sv}:
     *   Style s                      "alert" or "actionSheet"
     *   Title s, Message s           empty for none
     *   Actions a(ssbb)              title; "default", "cancel" or "destructive"; enabled; whether the return key stands
     *                                for it. At most one is a cancel action, and at most one preferred
     *   TextFields a(ssb)            of an alert: placeholder, text, whether the text is secret
     *   Animated b
     *   Popover a{sv}                of an action sheet: what set_popover_value would set. In regular size classes it is
     *                                a popover, and is not shown without SourceView or BarButtonItem
     * dismiss dismisses it without an answer. */
    tab_status (*present_alert)(
        const tab_host_v1 *host, tab_controller controller, tab_token alert, const tab_value *content);
    /* The buttons that the toolbar of its navigation controller shows while `controller` is at the top of the stack,
     * from the left. Their ids are unique among these and the buttons of its navigation item; a tap calls
     * bar_button_item_activated. */
    tab_status (*set_toolbar_items)(
        const tab_host_v1 *host, tab_controller controller, const tab_bar_button_item *items, size_t count);
    /* Whether the navigation controller that `controller` is or is in has no toolbar; set_property sets
     * ToolbarHidden. */
    tab_status (*toolbar_hidden)(const tab_host_v1 *host, tab_controller controller, bool *is_hidden);
    /* Selects a tab of the tab bar controller that `controller` is or is in: any controller of its list, of any owner,
     * also one without an item on the bar, or its MoreNavigationController, which selects More. No delegate is asked or
     * told. TAB_ERROR_INVALID_ARGUMENT for a controller that is not in the list, for More while all tabs are on the bar,
     * and for 0 while there are tabs; TAB_ERROR_NOT_SUPPORTED for More in profile tv. */
    tab_status (*set_selected_view_controller)(
        const tab_host_v1 *host, tab_controller controller, tab_controller selected);
    /* Sets properties of org.tabd.Tabs1.TabBarItem, with the types there: Title s, Image s, SelectedImage s, BadgeValue s,
     * BadgeColor s, Tag x, Enabled b, SystemItem s (empty, more, favorites, featured, topRated, recents, contacts,
     * history, bookmarks, search, downloads, mostRecent, mostViewed). With `replaces` it is another item: a property that
     * `values` does not have gets its default value. Without, it stays. All or nothing. */
    tab_status (*set_tab_bar_item_values)(
        const tab_host_v1 *host, tab_controller controller, const tab_property *values, size_t count, bool replaces);
    /* As pop, until `target` is on top of the stack; 0 is the root, that of More its list. TAB_ERROR_INVALID_ARGUMENT for
     * one that is not on the stack. */
    tab_status (*pop_to)(const tab_host_v1 *host, tab_controller controller, tab_controller target, bool animated);
};

/* What a library must export; the daemon finds it by name. */
typedef const tab_plugin_v1 *(*tab_plugin_entry)(const tab_host_v1 *host);

#ifdef __cplusplus
}
#endif

#endif
