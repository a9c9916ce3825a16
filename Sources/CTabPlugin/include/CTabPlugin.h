/*
 * The plugin interface of tabd, version 1. A plugin in C needs only this header:
 *
 *     cc -shared -fPIC -o libhello.so hello.c
 *
 * A plugin is a folder with a manifest, `plugin.toml`, and the library that the manifest names. The manifest lists the
 * plugin's classes. The host opens the library when it needs the first instance of a class, and never closes it. The
 * library exports one function:
 *
 *     const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host);
 *
 * The host calls it once, on the loop's thread. Keep `host`; it is valid for the life of the process. Return a table
 * that is valid as long, or log an error and return NULL if the plugin can't run with this host.
 *
 * Conventions
 * - Tables begin with their size in bytes. Read a slot only if it lies within that size and is not NULL: test it with
 *   TAB_OFFERS(table, slot).
 * - The host calls all functions of the plugin on the loop's thread. You may call the host's functions `post` and `log`
 *   on any thread. All other functions return TAB_ERROR_WRONG_THREAD, and do nothing, on any thread but the loop's.
 * - Do not block the loop, which all plugins and clients share. Do long work on a thread of your own, then `post` the
 *   result.
 * - Each side frees only memory that it allocated. A pointer argument is valid until the call returns: copy the content
 *   if you need it longer. Functions that return values pass them to a callback, with the same rule.
 * - Strings are UTF-8 with a length in bytes. They have no terminating zero and contain no zeros. An empty string
 *   stands for nil.
 * - Lengths and positions are in points. The origin is at the top left; y increases downwards. Durations are in
 *   milliseconds unless stated otherwise.
 */
#ifndef TABD_CTABPLUGIN_H
#define TABD_CTABPLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. The manifest states it as `abi`. */
#define TAB_PLUGIN_ABI_VERSION 1

/* The name of the entry function. */
#define TAB_PLUGIN_ENTRY_SYMBOL "tab_plugin_entry_v1"

/* Whether `table` is large enough to have the slot, and the slot is not NULL. */
#define TAB_OFFERS(table, slot) \
    (offsetof(__typeof__(*(table)), slot) + sizeof((table)->slot) <= (table)->size && (table)->slot)

/* The result of a call. A call that does not return TAB_OK has changed nothing. */
typedef enum tab_status {
    TAB_OK = 0,
    TAB_ERROR_FAILED = 1,           /* internal error; the callee has logged the details */
    TAB_ERROR_WRONG_THREAD = 2,     /* the call came from a thread other than the loop's */
    TAB_ERROR_NOT_SUPPORTED = 3,    /* the host, plugin or view does not support the operation */
    TAB_ERROR_INVALID_ARGS = 4,     /* a value has the wrong type */
    TAB_ERROR_INVALID_ARGUMENT = 5, /* a value has the right type but is not allowed: unknown id, NaN, invalid UTF-8 */
    TAB_ERROR_OUT_OF_RANGE = 6,     /* an index is outside the bounds of its list */
    TAB_ERROR_LIMITS_EXCEEDED = 7,  /* too many views, a string that is too long, too many pixels */
    TAB_ERROR_NOT_FOUND = 8         /* the controller, timer, token or key does not exist (or no longer) */
} tab_status;

/* The severity of a log line. */
typedef enum tab_log_level {
    TAB_LOG_DEBUG = 0,
    TAB_LOG_INFO = 1,
    TAB_LOG_WARNING = 2,
    TAB_LOG_ERROR = 3
} tab_log_level;

/* The number of a view controller, as in its object path; 0 for none. Numbers are never reused. */
typedef uint64_t tab_controller;

/* The number of a timer; never 0. */
typedef uint64_t tab_timer;

/* The number of a question that waits for a reply, or of an alert; never 0. */
typedef uint64_t tab_token;

/* UTF-8 text of `length` bytes. `utf8` may be NULL if the length is 0. */
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

/* The type of a value: its D-Bus type code. TAB_TYPE_BYTES is a compact form of an array of bytes (`ay`). */
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

/* Elements of one type. The signature ("s", "(ssssb)") is required even for an empty array. */
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

/* A value of any type, with a nesting depth of at most 32. `type` determines the member of `content` to use. */
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
        const tab_value *variant;   /* the value in a variant; not NULL */
        tab_bytes bytes;
    } content;
};

struct tab_entry {
    tab_value key;
    tab_value value;
};

/* A named value. Its type is that of the property ("Rows" is TAB_TYPE_ARRAY of "(ssssb)"). Do not wrap it in a variant,
 * as the bus does. */
typedef struct tab_property {
    tab_string name;
    tab_value value;
} tab_property;

/* Receives a value, which is valid until the function returns. `context` is the argument that was passed along with the
 * function. */
typedef void (*tab_receive)(void *context, const tab_value *value);

/* Receives a text, which is valid until the function returns. */
typedef void (*tab_receive_string)(void *context, tab_string text);

/* ---- Views ----------------------------------------------------------------------------------------------------- */

/* The lengths that adapt when the superview's size changes; a bit mask. */
typedef enum tab_autoresizing {
    TAB_FLEXIBLE_LEFT_MARGIN = 1,
    TAB_FLEXIBLE_WIDTH = 2,
    TAB_FLEXIBLE_RIGHT_MARGIN = 4,
    TAB_FLEXIBLE_TOP_MARGIN = 8,
    TAB_FLEXIBLE_HEIGHT = 16,
    TAB_FLEXIBLE_BOTTOM_MARGIN = 32
} tab_autoresizing;

/* A view. The root view has id 1 and parent 0. The plugin chooses the other ids, and must not reuse them as long as the
 * root view exists. `class_name` is one of View, Label, Button, ImageView, TextField, TextView, Switch, Slider,
 * SegmentedControl, ProgressView, TableView, TabBar, StackView, ScrollView, Chart. Omit properties that have their
 * default value. A wrong type is TAB_ERROR_INVALID_ARGS, an unknown property or a value that is not allowed
 * TAB_ERROR_INVALID_ARGUMENT, and a value above a limit TAB_ERROR_LIMITS_EXCEEDED.
 *
 * Properties of all classes: Hidden b, Identifier s (for scripts; unique per controller), Focusable b (whether the view
 * can have the focus of a remote control; default true for Button, TextField, Switch, Slider, SegmentedControl,
 * TableView, TabBar and an editable TextView), Enabled b (default true), BackgroundColor s, TintColor s,
 * Tooltip s, AccessibilityLabel s, AccessibilityRole s ("automatic"), AccessibilityValue s, AccessibilityHint s,
 * AccessibilityState as, Menu a(isssssas): the items of a menu, each after its parent: index of the parent (-1 = none),
 * identifier, title, image, kind (action submenu inline), state (off on mixed), attributes (disabled destructive
 * hidden); action menuItemSelected s, the identifier. How a StackView arranges the view: HuggingPriority u (1 to 1000;
 * 250, of a Switch 750), CompressionPriority u (750), MinimumSize (dd), MaximumSize (dd) (0 = no limit), SpacingAfter d
 * (-1 = Spacing). LayoutGuide s (none view safeArea readableContent): the part that a view in the root or in a
 * ScrollView fills, without a frame. Properties and actions of each class, with defaults:
 *   Label       Text s, TextColor s, Alignment s (natural left center right), Lines u (1; 0 = any),
 *               Style s (body largeTitle title headline caption monospacedDigit), Weight s (regular light medium
 *               semibold bold), Link s (a URI of https, http or mailto that a click opens), TextAttributes a(uusv)
 *               (start and length in Unicode scalars, within the text; bold, italic, underline, strikethrough or code
 *               with b, link or color with s; at most 1000)
 *   Button      Title s, Image s, Style s (plain filled destructive), MenuIsPrimary b (a tap shows Menu); action primaryActionTriggered b (ignored)
 *   ImageView   Image s or Pixels (uuay) (width, height, RGBA rows), ContentMode s (scaleAspectFit scaleToFill center)
 *   TextField   Text s, Placeholder s, Secure b, ContentType s (empty, username password newPassword oneTimeCode name
 *               number decimal telephone email URL search), ReturnKey s (default continue done go join next search
 *               send); actions editingDidBegin s, editingChanged s, editingDidEnd s, primaryActionTriggered s (Return)
 *   TextView    Text s, Editable b; actions editingDidBegin s, editingChanged s, editingDidEnd s
 *   Return TAB_ERROR_NOT_SUPPORTED for actions that you do not need: editingDidBegin, Return and the end of a TextView
 *   then succeed. Write Text back for each action, or refuse a text by writing your own: front ends of several users
 *   follow. If you do not write the view, they keep what was typed.
 *   Switch      On b; action valueChanged b
 *   Slider      Value d, Minimum d, Maximum d (1); action valueChanged d
 *   SegmentedControl  Segments as, SelectedSegment i (-1); action valueChanged i
 *   ProgressView      Progress d (0 to 1; negative = indeterminate)
 *   TableView   Rows a(ssssb) (title, detail, image, accessory none disclosure checkmark, enabled), SelectedRow i (-1),
 *               Sections a(ssu) (header, footer, number of rows; empty for one section; together all rows), RowIDs as (empty,
 *               or one for each row, unique; front ends then get only the rows that changed), AllowsDelete b, AllowsMove b, RowHeight d (44; the first row is at the top; a tap at a position of the
 *               window selects an enabled row if all rows fit into the frame); actions selectRow u, deleteRow u,
 *               moveRow (uu); RowMenu a(isssssas), the menu of every row, with the action rowMenuItemSelected (us);
 *               Style s (plain inset); EmptyTitle s, EmptyDetail s and EmptyImage s, shown while there are no rows
 *   TabBar      Items a(sssb) (title, image, badge, enabled), SelectedItem i (-1); action selectItem u, also sent for
 *               the selected item
 *   StackView   Axis s (vertical horizontal), Distribution s (fillEqually fill fillProportionally equalSpacing
 *               equalCentering), Alignment s (fill leading center trailing firstBaseline), Spacing d, Insets (dddd); the
 *               host lays out its subviews
 *   ScrollView  ContentSize (dd), FitsContent b (the host sets ContentSize to what the subviews need), ContentOffset (dd)
 *               (0, 0 before the user scrolls); action scrolled (dd)
 *   ScrollView, TableView and TextView may lie under bars: ContentInset (dddd) (top, left, bottom, right),
 *               ContentInsetAdjustmentBehavior s (automatic scrollableAxes never always)
 *   Chart       Values ad, Minimum d, Maximum d, Style s (line bar), Series a(sads) (name, values, colour; at most 16;
 *               Values is then not shown), Unit s (shows the ends of the scale), AxisLabels as (at most 64)
 * An image is an icon name of the freedesktop specification, an absolute file: URI, a name that add_image has passed, or
 * a PNG, JPEG or SVG file in the plugin's folder: "./icons/clock.svg". The path begins with "./", and has neither ".." nor
 * symbolic links. A colour is #RRGGBB, #RRGGBBAA or the name of a system colour such as systemRed, label, tint. */
typedef struct tab_view {
    uint32_t id;
    uint32_t parent;
    tab_string class_name;
    tab_rect frame;             /* in the parent's coordinates */
    uint32_t autoresizing;      /* tab_autoresizing */
    const tab_property *properties;
    size_t property_count;
} tab_view;

/* A reference to a view of a controller. Both are 0 for none. */
typedef struct tab_view_reference {
    tab_controller controller;
    uint32_t view;
} tab_view_reference;

/* The fields of a tab_tab_bar_item to set; a bit mask. */
typedef enum tab_tab_bar_item_fields {
    TAB_ITEM_TITLE = 1,
    TAB_ITEM_IMAGE = 2,
    TAB_ITEM_SELECTED_IMAGE = 4,
    TAB_ITEM_BADGE_VALUE = 8,
    TAB_ITEM_BADGE_COLOR = 16,
    TAB_ITEM_ENABLED = 32
} tab_tab_bar_item_fields;

/* A change of a tab bar item: the fields in `mask` are set, the other fields keep their values. */
typedef struct tab_tab_bar_item {
    uint32_t mask;              /* tab_tab_bar_item_fields */
    tab_string title;
    tab_string image;
    tab_string selected_image;
    tab_string badge_value;     /* empty = no badge */
    tab_string badge_color;
    bool is_enabled;
} tab_tab_bar_item;

/* A button in a navigation bar or a toolbar. bar_button_item_activated gets its id. */
typedef struct tab_bar_button_item {
    uint32_t id;                /* above 0, unique in the controller */
    tab_string title;
    tab_string image;
    bool is_enabled;
} tab_bar_button_item;

/* The fields of a tab_navigation_item to set; a bit mask. */
typedef enum tab_navigation_item_fields {
    TAB_NAVIGATION_TITLE = 1,
    TAB_NAVIGATION_LEFT_ITEMS = 2,
    TAB_NAVIGATION_RIGHT_ITEMS = 4,
    TAB_NAVIGATION_HIDES_BACK_BUTTON = 8
} tab_navigation_item_fields;

/* A change of a navigation item: the fields in `mask` are set, the other fields keep their values. */
typedef struct tab_navigation_item {
    uint32_t mask;              /* tab_navigation_item_fields */
    tab_string title;
    const tab_bar_button_item *left_items;
    size_t left_item_count;
    const tab_bar_button_item *right_items;
    size_t right_item_count;
    bool hides_back_button;
} tab_navigation_item;

/* The amount of space in one direction. */
typedef enum tab_size_class {
    TAB_SIZE_CLASS_UNSPECIFIED = 0,
    TAB_SIZE_CLASS_COMPACT = 1,
    TAB_SIZE_CLASS_REGULAR = 2
} tab_size_class;

/* The colour scheme that the user prefers. */
typedef enum tab_color_scheme {
    TAB_COLOR_SCHEME_NO_PREFERENCE = 0,
    TAB_COLOR_SCHEME_DARK = 1,
    TAB_COLOR_SCHEME_LIGHT = 2
} tab_color_scheme;

/* The contrast of colours that the user prefers. */
typedef enum tab_contrast {
    TAB_CONTRAST_UNSPECIFIED = 0,
    TAB_CONTRAST_NORMAL = 1,
    TAB_CONTRAST_HIGH = 2
} tab_contrast;

/* The containers of a controller; each is 0 if there is none. A controller is not its own container. */
typedef struct tab_containers {
    tab_controller parent;
    tab_controller navigation_controller;   /* the nearest */
    tab_controller tab_bar_controller;      /* the nearest */
    tab_controller presenting_view_controller;  /* the controller that presents it or its container */
} tab_containers;

/* The kind of object whose delegate a controller becomes. */
typedef enum tab_delegate_kind {
    TAB_DELEGATE_TAB_BAR_CONTROLLER = 0,
    TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER = 1
} tab_delegate_kind;

/* A question for a delegate, with the type of the reply. If the reply comes too late, the host uses the default.
 *   SHOULD_SELECT             b   subject: the view controller of the tapped item
 *   SHOULD_CLOSE              b   subject: the view controller of the tab that the user wants to close
 *   SUPPORTED_ORIENTATIONS    u   UIInterfaceOrientationMask
 *   PREFERRED_ORIENTATION     s   portrait portraitUpsideDown landscapeLeft landscapeRight
 *   TRANSITION                a{sv}  subject: the new tab; arguments {"From": t}; reply: Duration d (seconds), Curve s,
 *                             Interactive b, Gesture b (whether a gesture in a front end, such as a swipe, may drive
 *                             a change that it began; other changes take the duration)
 * For the delegate of a popover, `controller` is the presented controller; `subject` is 0:
 *   PREPARE_FOR_PRESENTATION  b (ignored)  the first layout is about to begin; configure the popover before you reply
 *   SHOULD_DISMISS            b   the user wants to dismiss the popover
 *   REPOSITION                ((dddd)(tu))  the window or the anchor has changed, and a new layout is about to begin;
 *                             arguments {"Rect": (dddd), "View": (tu)}; the reply may have other values. View is the
 *                             number of a controller and the id of one of its views
 *   ADAPTIVE_STYLE            s   the style for a window with the size classes in the arguments {"Horizontal": s,
 *                             "Vertical": s} (compact regular); replies: none (it stays a popover), fullScreen,
 *                             overFullScreen, pageSheet, formSheet, automatic; empty: the default
 *   ADAPTIVE_VIEW_CONTROLLER  t   the popover adapts to the style in the arguments {"Style": s}; reply: a controller to
 *                             present instead, for example a new navigation controller around the presented one; 0 to
 *                             present the same one */
typedef enum tab_question {
    TAB_QUESTION_SHOULD_SELECT = 0,
    TAB_QUESTION_SUPPORTED_ORIENTATIONS = 1,
    TAB_QUESTION_PREFERRED_ORIENTATION = 2,
    TAB_QUESTION_TRANSITION = 3,
    TAB_QUESTION_PREPARE_FOR_PRESENTATION = 4,
    TAB_QUESTION_SHOULD_DISMISS = 5,
    TAB_QUESTION_REPOSITION = 6,
    TAB_QUESTION_ADAPTIVE_STYLE = 7,
    TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER = 8,
    TAB_QUESTION_SHOULD_CLOSE = 9
} tab_question;

/* ---- The plugin's table ---------------------------------------------------------------------------------------- */

/* The functions of the plugin. `instance` is the result of `create`. `create` and `destroy` are required. */
typedef struct tab_plugin_v1 {
    size_t size;                /* sizeof(tab_plugin_v1) */
    uint32_t abi_version;       /* TAB_PLUGIN_ABI_VERSION */

    /* Creates an instance of a class. `arguments` is an a{sv} from the creator: validate it. The host's functions
     * accept `controller` from now on. Return NULL if the class is unknown or the instance can't be created. The host
     * then removes all controllers that this call has created. */
    void *(*create)(tab_string class_name, tab_controller controller, const tab_value *arguments);

    /* Sends all views with update_views. Called once for each instance, before it appears. The root view, id 1, exists
     * already: to set its properties or its class, send it as the first view. */
    tab_status (*load_view)(void *instance);

    void (*view_will_appear)(void *instance, bool animated);
    void (*view_is_appearing)(void *instance, bool animated);
    void (*view_did_appear)(void *instance, bool animated);
    void (*view_will_disappear)(void *instance, bool animated);
    void (*view_did_disappear)(void *instance, bool animated);

    /* The controller enters the container `parent`, or leaves its container if `parent` is 0. */
    void (*will_move_to_parent)(void *instance, tab_controller parent);
    void (*did_move_to_parent)(void *instance, tab_controller parent);

    /* The root view has these bounds; bars cover the insets `safe_area`. The host has already resized the views with an
     * autoresizing mask. */
    void (*view_will_layout)(void *instance, tab_rect bounds, tab_insets safe_area);
    void (*size_class_changed)(void *instance, tab_size_class horizontal, tab_size_class vertical);

    /* A client is about to read the views: send outdated content, such as the time of a clock, before you return. */
    tab_status (*update_content)(void *instance);

    /* The user or a script has acted on a view. The host does not change the view: the plugin must do so.
     * Return TAB_ERROR_NOT_SUPPORTED if the plugin does not handle the action. */
    tab_status (*action)(void *instance, uint32_t view, tab_string name, const tab_value *value);

    /* Encodes the state: calls `receive` once, before returning, with an a{sv} from which decode_restorable_state
     * restores the content. The host calls it after each action of a user, before it sends the reply; within a second
     * after other code of the plugin has run; and before the process ends. It must be fast and must not change
     * anything. The last state is restored after a crash of the plugin or the daemon.
     * Return TAB_ERROR_NOT_SUPPORTED if the plugin has no state. After any other error the previous state is kept. */
    tab_status (*encode_restorable_state)(void *instance, tab_receive receive, void *context);
    /* Restores the content from an encoded state. Called after `create` and before `load_view`. Validate the state:
     * another version of the plugin may have encoded it. If you return an error, the host keeps the state unchanged and
     * does not call encode_restorable_state until a user acts on the controller. So another version can still read it.
     * The property FailureReason of the controller has the error. If decoding, or work that it has posted, ends the
     * process, the host skips this state in the future until a client asks to try it again. */
    tab_status (*decode_restorable_state)(void *instance, const tab_value *state);

    void (*bar_button_item_activated)(void *instance, uint32_t item);
    void (*color_scheme_changed)(void *instance, tab_color_scheme scheme);

    /* A question for a delegate of `controller`. Reply with host->answer_question, now or later. Return
     * TAB_ERROR_NOT_SUPPORTED to get the default; then no reply is needed. */
    tab_status (*question)(
        void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
        const tab_value *arguments);

    /* Notifications of the delegate of a tab bar controller. */
    void (*did_select)(void *instance, tab_controller controller, tab_controller selected);
    void (*will_begin_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count);
    void (*will_end_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count, bool changed);
    void (*did_end_customizing)(
        void *instance, tab_controller controller, const tab_controller *controllers, size_t count, bool changed);
    /* Notifications of the delegate of a popover. `controller` is the presented controller.
     * The popover adapts to a style; "none" means that it is a popover again. */
    void (*will_present_with_adaptive_style)(void *instance, tab_controller controller, tab_string style);
    /* The user is about to dismiss the popover. */
    void (*will_dismiss)(void *instance, tab_controller controller);
    /* The user has dismissed the popover. */
    void (*did_dismiss)(void *instance, tab_controller controller);
    /* The user tried to dismiss the popover, and was refused. */
    void (*did_attempt_to_dismiss)(void *instance, tab_controller controller);
    /* The instance has ceased to be the delegate of the tab bar controller `controller`, or of the popover that
     * presents `controller`. */
    void (*delegate_released)(void *instance, tab_controller controller);

    /* Frees the instance. Cancel its timers. The host makes no further calls for it. */
    void (*destroy)(void *instance);

    /* The user has tapped an enabled item of the bar of an instance whose class has superclass = "TabBarController" in
     * the manifest. Called before the delegate is asked. UIKit's tabBar(_:didSelect:). */
    void (*tab_bar_did_select)(void *instance, uint32_t position);

    /* The presentation of the controller has ended, even if it never appeared. */
    void (*presentation_ended)(void *instance);

    /* An alert of present_alert has been dismissed. `action` is the index of the chosen action, `texts` has the
     * contents of the text fields. If the alert was dismissed without a choice or never shown, `action` is UINT32_MAX
     * and there are no texts. */
    void (*alert_answered)(
        void *instance, tab_token alert, uint32_t action, const tab_string *texts, size_t count);

    /* Notification of the delegate of a tab bar controller: the user has closed a tab. `closed` no longer exists. */
    void (*did_close)(void *instance, tab_controller controller, tab_controller closed);

    /* The window has another locale or layout direction. `locale` is in POSIX's form without an encoding, such as de_AT;
     * C for none. Called before the first view_will_layout, unless the locale is C and the direction left to right. Set
     * texts, and leading and trailing frames, anew. */
    void (*language_changed)(void *instance, tab_string locale, bool is_right_to_left);

    /* The window has another contrast. Called before the first view_will_layout, unless it is unspecified.
     * property_value has it as Contrast s. */
    void (*contrast_changed)(void *instance, tab_contrast contrast);

    /* The front ends draw texts or controls larger or smaller than before: `scale` is 1 usually, and the metrics of a
     * style of labels, the widths of characters or the sizes of controls may have changed even if it is the same. Called
     * before the first view_will_layout, unless all are those of a window without a front end. Lay out the views anew,
     * with sizes from size_that_fits. */
    void (*text_size_changed)(void *instance, double scale);
} tab_plugin_v1;

/* ---- The host's table ------------------------------------------------------------------------------------------ */

typedef struct tab_host_v1 tab_host_v1;

/* The functions of the host. The first argument is always the table itself. `controller` is the number of a controller
 * of the plugin that is not being destroyed; for any other the call returns TAB_ERROR_NOT_FOUND.
 *
 * Deferred changes: inside some callbacks (appearance, moves, will_begin_customizing, will_end_customizing, the
 * question TRANSITION), changes of tabs, stacks, selection and presentations are deferred until the current transition
 * is over. TAB_OK then means that the change will be made, in the order of the calls. Until then you read the old
 * values. Inside did_select, did_close, did_end_customizing and the questions SHOULD_SELECT and SHOULD_CLOSE, and
 * outside callbacks, changes are immediate.
 *
 * Ownership: a controller that you push, present, use as a root, or put into a stack or into tabs must be the plugin's
 * own. That is a controller for which `create` was called, one that the plugin created with create_view_controller or a
 * similar function, or a navigation controller with such a root. A list may also contain controllers that are already
 * in the same stack or tabs. For any other controller the call returns TAB_ERROR_INVALID_ARGUMENT.
 *
 * A list of tabs may also contain these tabs of other owners, which leave their previous container:
 * - a tab of a tab bar controller that is the plugin's own, or in which the plugin has a tab or a controller on the
 *   stack of a tab;
 * - a controller that the plugin removed from such a list, as long as it is in no container and not presented;
 * - a controller whose object path is in the arguments of a controller of the plugin.
 * They keep their owner. A tab that is destroyed with its client (DestroyWithCaller) also leaves the list. The plugin
 * can't push, present or destroy such a controller or use it as a root. */
struct tab_host_v1 {
    size_t size;                /* of the table, in bytes */
    uint32_t abi_version;       /* the version that the host supports */
    void *context;              /* private to the host */

    /* Calls `function(context)` on the loop, in the order of posting. Any thread. */
    void (*post)(const tab_host_v1 *host, void (*function)(void *context), void *context);
    /* Writes a line to the daemon's log, marked with the plugin's id. Any thread. */
    void (*log)(const tab_host_v1 *host, tab_log_level level, tab_string message);

    /* Call all following functions on the loop's thread. */

    /* Removes the views whose ids are in `removed`, with their subviews, then adds or replaces the views in `changed`
     * (parents before children, siblings from back to front). Makes all of the changes or none. */
    tab_status (*update_views)(
        const tab_host_v1 *host, tab_controller controller, const tab_view *changed, size_t changed_count,
        const uint32_t *removed, size_t removed_count);
    /* Sets the title of the controller, and of its tab bar item and navigation item. */
    tab_status (*set_title)(const tab_host_v1 *host, tab_controller controller, tab_string title);
    tab_status (*set_tab_bar_item)(const tab_host_v1 *host, tab_controller controller, const tab_tab_bar_item *item);
    tab_status (*set_navigation_item)(
        const tab_host_v1 *host, tab_controller controller, const tab_navigation_item *item);

    /* Creates a controller of a type ("PLUGIN.CLASS") with arguments (an a{sv} or NULL), and writes its number to
     * `created`. ".CLASS" is a class of this plugin, which the manifest need not list: the host calls `create` before
     * this function returns. */
    tab_status (*create_view_controller)(
        const tab_host_v1 *host, tab_string type, const tab_value *arguments, tab_controller *created);
    /* Pushes `pushed`, a controller of the plugin, on a stack: that of the navigation controller `controller`, or of
     * the one that contains `controller`. The navigation controller must be the plugin's own, have a controller of the
     * plugin on its stack, or be More of a tab bar controller with a tab of the plugin; otherwise TAB_ERROR_NOT_FOUND.
     * */
    tab_status (*push)(const tab_host_v1 *host, tab_controller controller, tab_controller pushed, bool animated);
    tab_status (*pop)(const tab_host_v1 *host, tab_controller controller, bool animated);
    /* Presents a controller in the style of its ModalPresentationStyle, in the next update cycle. Until then you can
     * configure its popover. `popover` is NULL, or an a{sv} with properties as for set_popover_value. */
    tab_status (*present)(
        const tab_host_v1 *host, tab_controller controller, tab_controller presented, bool animated,
        const tab_value *popover);
    tab_status (*dismiss)(const tab_host_v1 *host, tab_controller controller, bool animated);
    /* Selects the tab that contains `controller`. */
    tab_status (*select)(const tab_host_v1 *host, tab_controller controller);

    /* Sets `controller` as the delegate of a tab bar controller or of a popover; `is_delegate` = false removes it. The
     * tab bar controller is `controller` or contains it. The popover is that of popover_value. */
    tab_status (*set_delegate)(
        const tab_host_v1 *host, tab_controller controller, tab_delegate_kind kind, bool is_delegate);
    /* Sends the reply to a question. TAB_ERROR_NOT_FOUND after the timeout. */
    tab_status (*answer_question)(const tab_host_v1 *host, tab_token token, const tab_value *answer);

    /* Calls `function(context)` once, after `after` milliseconds and at most `leeway` milliseconds later, which allows
     * the host to coalesce wake-ups. The clock is CLOCK_MONOTONIC, so that the time of a suspend does not count. A
     * timer that has fired no longer exists; to repeat it, add a new timer in the function. Do not run timers for views
     * that are off screen. */
    tab_status (*add_timer)(
        const tab_host_v1 *host, uint64_t after, uint64_t leeway, void (*function)(void *context), void *context,
        tab_timer *timer);
    tab_status (*cancel_timer)(const tab_host_v1 *host, tab_timer timer);

    /* Passes the absolute path of the plugin's data folder to `receive` before returning. Creates the folder. */
    tab_status (*data_directory)(const tab_host_v1 *host, tab_receive_string receive, void *context);
    /* Passes the value of a key in the plugin's section of the configuration to `receive` before returning.
     * TAB_ERROR_NOT_FOUND if it is not set. */
    tab_status (*configuration_value)(const tab_host_v1 *host, tab_string key, tab_receive receive, void *context);
    /* Passes the locale of the plugin's process, such as "de_DE.UTF-8" (by default "C"), to `receive` before returning.
     * A window can have another one: see language_changed. */
    tab_status (*locale)(const tab_host_v1 *host, tab_receive_string receive, void *context);
    tab_status (*color_scheme)(const tab_host_v1 *host, tab_controller controller, tab_color_scheme *scheme);

    /* Calls `function(context)` once, when CLOCK_REALTIME reaches `at` (milliseconds since 1970), even if that was
     * during a suspend. It also calls the function as soon as that clock is set. Therefore compare the clock with the
     * wanted time in the function, and add the timer again if it is too early. cancel_timer cancels it. */
    tab_status (*add_clock_timer)(
        const tab_host_v1 *host, int64_t at, void (*function)(void *context), void *context, tab_timer *timer);

    /* Destroys a controller that the plugin created with create_view_controller or a similar function;
     * TAB_ERROR_NOT_FOUND for any other. */
    tab_status (*destroy_view_controller)(const tab_host_v1 *host, tab_controller controller);
    /* Gets the containers of `controller`. */
    tab_status (*containers)(const tab_host_v1 *host, tab_controller controller, tab_containers *containers);
    /* Replaces the tabs, or selects a tab by its index. The tab bar controller is `controller`, if it is one of the
     * plugin's classes, or contains it. The delegate is neither asked nor notified. */
    tab_status (*set_view_controllers)(
        const tab_host_v1 *host, tab_controller controller, const tab_controller *controllers, size_t count,
        bool animated);
    tab_status (*set_selected_index)(const tab_host_v1 *host, tab_controller controller, int64_t index);
    /* Sets a property of org.tabd.Tabs1.ViewController, with its type there: Title s, ModalPresentationStyle s,
     * ModalInPresentation b, PreferredContentSize (dd), HidesBottomBarWhenPushed b, EdgesForExtendedLayout u,
     * ExtendedLayoutIncludesOpaqueBars b, PreferredFocusedView u, RestorationIdentifier s, TabHidden b,
     * TabHiddenByDefault b, AllowsHiding b. Also sets CustomizableViewControllers at, TabBarHidden b and FocusEnabled b
     * (Enabled of org.tabd.Tabs1.Focus) of the tab bar controller that is or contains `controller`, and ToolbarHidden b
     * (default true) of the navigation controller that is or contains it. */
    tab_status (*set_property)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, const tab_value *value);
    /* Passes the stack of a navigation controller to `receive` before returning: an at, the root first. */
    tab_status (*navigation_stack)(
        const tab_host_v1 *host, tab_controller controller, tab_receive receive, void *context);
    /* Replaces the stack of a navigation controller in one transition. */
    tab_status (*set_navigation_stack)(
        const tab_host_v1 *host, tab_controller controller, const tab_controller *controllers, size_t count,
        bool animated);
    /* Passes the state of the tab bar controller that is or contains `controller` to `receive` before returning. It is
     * an a{sv}: "ViewControllers" at, "SelectedIndex" x (INT64_MAX for the More list), "SelectedViewController" t,
     * "CustomizableViewControllers" at, "MoreNavigationController" t (0 in the profile tv), "Customizing" b,
     * "TabBarHidden" b. */
    tab_status (*tab_bar_controller)(
        const tab_host_v1 *host, tab_controller controller, tab_receive receive, void *context);

    /* Drive an interactive transition of the tab bar controller that is or contains `controller`. A plugin can do so
     * only as its delegate, after it replied to TRANSITION with Interactive. The first function reports the progress, 0 to 1. The
     * second ends the transition, with the new tab or with the old one. The transition is finished after 10 s without a
     * call. */
    tab_status (*update_interactive_transition)(const tab_host_v1 *host, tab_controller controller, double progress);
    tab_status (*end_interactive_transition)(const tab_host_v1 *host, tab_controller controller, bool is_finished);

    /* Read and write a property of a popover: that of `controller` if its ModalPresentationStyle is popover, otherwise
     * that of the nearest container that has one. TAB_ERROR_NOT_FOUND if there is none. After a dismissal the
     * controller gets a new popover. popover_value passes the value to `receive` before it returns.
     *
     * The properties and types are those of org.tabd.Tabs1.PopoverPresentationController, except that references are
     * (tu), with (0, 0) for none:
     *   SourceView (tu)              the number of a controller and the id of one of its views; for the bar of a tab
     *   bar
     *                                controller, the number of that and 0
     *   SourceRect (dddd)            in the source view; (inf, inf, 0, 0), the default, is the whole view, even
     *                                after it has moved
     *   BarButtonItem (tu)           the number of a controller and the id of a visible button of its navigation item
     *                                or toolbar; takes precedence over SourceView. One of the two must be set
     *   PermittedArrowDirections t   a bit mask: 1 up, 2 down, 4 left, 8 right; default 15; 0 for no arrow
     *   PopoverLayoutMargins (dddd)  minimum distances from the window's edges; default 10 each
     *   PassthroughViews a(tu)       views that still receive taps while the popover is on screen
     *   PopoverBackgroundViewClass s  "PLUGIN.NAME" of a manifest's [[popover_background]]
     *   CanOverlapSourceViewRect b, ContentExtendsUnderArrow b, BackgroundColor s,
     *   AdaptiveSheetPresentationController a{sv}
     * Read-only: ArrowDirection t (UINT64_MAX before and after the presentation), Frame (dddd), ContentFrame (dddd),
     * ArrowOffset d, Presented b, AdaptivePresentationStyle s; and of the background in use ArrowHeight d, ArrowBase d,
     * ContentViewInsets (dddd), BackgroundFillColor s, BackgroundBorderColor s. */
    tab_status (*popover_value)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, tab_receive receive, void *context);
    tab_status (*set_popover_value)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, const tab_value *value);
    /* Sets `delegate`, a controller of the plugin, as the delegate of that popover; 0 removes the delegate. */
    tab_status (*set_popover_delegate)(
        const tab_host_v1 *host, tab_controller controller, tab_controller delegate);

    /* Creates a navigation controller with a root view controller, and writes its number to `created`. The host calls
     * `create` with the class name before this function returns. The instance gets the callbacks for moves and
     * appearance; the views belong to the host. */
    tab_status (*create_navigation_controller)(
        const tab_host_v1 *host, tab_string class_name, tab_controller root, tab_controller *created);

    /* Like create_view_controller, but sets a restoration identifier. If a controller with this identifier and type was
     * restored and no call has claimed it since the daemon's start, the new instance gets its number, its place and its
     * state, which is decoded after `create`. TAB_ERROR_INVALID_ARGUMENT if another controller has the identifier. */
    tab_status (*create_restorable_view_controller)(
        const tab_host_v1 *host, tab_string type, tab_string restoration_identifier, const tab_value *arguments,
        tab_controller *created);
    /* Passes the controller's restoration identifier, empty for none, to `receive` before returning. set_property sets
     * it. */
    tab_status (*restoration_identifier)(
        const tab_host_v1 *host, tab_controller controller, tab_receive_string receive, void *context);

    /* Presents an alert or action sheet over the outermost container of `controller`, like present. The plugin chooses
     * the token `alert`, which alert_answered gets. `content` is an a{sv}:
     *   Style s                      "alert" or "actionSheet"
     *   Title s, Message s           empty for none
     *   Actions a(ssbb)              title; "default", "cancel" or "destructive"; enabled; whether the return key
     *                                triggers it (preferred). At most one is a cancel action, at most one is preferred
     *   TextFields a(ssb)            only for an alert: placeholder, text, whether the text is concealed
     *   Animated b
     *   Popover a{sv}                only for an action sheet: properties as for set_popover_value. In regular size
     *                                classes an action sheet is a popover, which requires SourceView or BarButtonItem
     * The function dismiss dismisses it without a choice. */
    tab_status (*present_alert)(
        const tab_host_v1 *host, tab_controller controller, tab_token alert, const tab_value *content);
    /* Sets the buttons, from left to right, that the toolbar shows while `controller` is at the top of its stack. Their
     * ids must be unique among these and the buttons of its navigation item. A tap calls bar_button_item_activated. */
    tab_status (*set_toolbar_items)(
        const tab_host_v1 *host, tab_controller controller, const tab_bar_button_item *items, size_t count);
    /* Gets whether the toolbar of the navigation controller that is or contains `controller` is hidden. set_property
     * sets ToolbarHidden. */
    tab_status (*toolbar_hidden)(const tab_host_v1 *host, tab_controller controller, bool *is_hidden);
    /* Selects a tab of the tab bar controller that is or contains `controller`: any of its tabs, even without an item
     * on the bar, or its MoreNavigationController to select More. The delegate is neither asked nor notified.
     * TAB_ERROR_INVALID_ARGUMENT for a controller that is not a tab, for More while all tabs are on the bar, and for 0
     * while there are tabs; TAB_ERROR_NOT_SUPPORTED for More in the profile tv. */
    tab_status (*set_selected_view_controller)(
        const tab_host_v1 *host, tab_controller controller, tab_controller selected);
    /* Sets properties of org.tabd.Tabs1.TabBarItem, with the types there: Title s, Image s, SelectedImage s, BadgeValue
     * s, BadgeColor s, Tag x, Enabled b, SystemItem s (empty, more, favorites, featured, topRated, recents, contacts,
     * history, bookmarks, search, downloads, mostRecent, mostViewed), NeedsAttention b, Loading b, Tooltip s,
     * AccessibilityLabel s, AllowsClosing b, AllowsReordering b. Properties that are missing in `values` are reset
     * to their defaults if `replaces` is true; otherwise they keep their values. Makes all of the changes or none. */
    tab_status (*set_tab_bar_item_values)(
        const tab_host_v1 *host, tab_controller controller, const tab_property *values, size_t count, bool replaces);
    /* Pops until `target` is at the top of the stack. 0 is the root; the root of More is its list.
     * TAB_ERROR_INVALID_ARGUMENT if `target` is not on the stack. */
    tab_status (*pop_to)(const tab_host_v1 *host, tab_controller controller, tab_controller target, bool animated);
    /* Passes a property of org.tabd.Tabs1.ViewController to `receive` before returning, for example TabHidden b, which
     * the user can change. A reference to a controller is its number t. Also passes FocusEnabled b of the tab bar
     * controller that is or contains `controller`, and Contrast s of the window: unspecified, normal or high. */
    tab_status (*property_value)(
        const tab_host_v1 *host, tab_controller controller, tab_string name, tab_receive receive, void *context);
    /* Has front ends announce a text to users of screen readers, for example "3 messages deleted". An assertive text
     * interrupts other speech. TAB_ERROR_INVALID_ARGUMENT for an empty text; TAB_ERROR_LIMITS_EXCEEDED for a text of more
     * than 4096 bytes. */
    tab_status (*announce)(
        const tab_host_v1 *host, tab_controller controller, tab_string text, bool is_assertive);
    /* Has front ends scroll a TableView until a row is at the position "top", "middle" or "bottom", or with "none" is
     * visible. Send changed rows first. TAB_ERROR_INVALID_ARGUMENT for a view that is not a TableView and any other
     * position; TAB_ERROR_OUT_OF_RANGE for a row that does not exist. */
    tab_status (*scroll_to_row)(
        const tab_host_v1 *host, tab_controller controller, uint32_t view, uint32_t row, tab_string position,
        bool is_animated);
    /* Adds an image of encoded data (PNG, JPEG or SVG), and passes its name ("sha256:...") to `receive`. The name can be
     * used wherever an image can. The same data has the same name. If too many images are added, those that nothing
     * names are dropped, oldest first. TAB_ERROR_INVALID_ARGUMENT for other data; TAB_ERROR_LIMITS_EXCEEDED for too much
     * data. */
    tab_status (*add_image)(
        const tab_host_v1 *host, tab_bytes data, tab_receive_string receive, void *context);
    /* Gets the size that a view of a class with these properties needs for its content, as front ends draw it now.
     * `room` is the space that it has, INFINITY where it has no limit. For the height of the rows of a table, pass its
     * Rows without RowHeight: all have the same height. TAB_ERROR_INVALID_ARGUMENT for an unknown class or key. */
    tab_status (*size_that_fits)(
        const tab_host_v1 *host, tab_controller controller, tab_string class_name, const tab_property *properties,
        size_t count, tab_size room, tab_size *fitting);
};

/* The type of the function tab_plugin_entry_v1, which the library must export. */
typedef const tab_plugin_v1 *(*tab_plugin_entry)(const tab_host_v1 *host);

#ifdef __cplusplus
}
#endif

#endif
