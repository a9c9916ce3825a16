/* The state of the tab bar controller of tabd's peers. */
#ifndef TABD_TAB_STATE_H
#define TABD_TAB_STATE_H

#include "snapshot.h"

#define ROOT "/org/tabd/Tabs1"
#define MANAGER "org.freedesktop.DBus.ObjectManager"
#define TAB_BAR_CONTROLLER "org.tabd.Tabs1.TabBarController"
#define TAB_BAR "org.tabd.Tabs1.TabBar"
#define VIEW_CONTROLLER "org.tabd.Tabs1.ViewController"
#define DELEGATE "org.tabd.Tabs1.TabBarControllerDelegate"
#define INVALID_ARGUMENT "org.tabd.Tabs1.Error.InvalidArgument"
#define OUT_OF_RANGE "org.tabd.Tabs1.Error.OutOfRange"

enum { MAX_TABS = 8, MAX_WAITING = 16, QUESTION_TIMEOUT = 500, MAX_VIEWS = 2000, BUTTON = 2 };

typedef struct {
    Value *objects;
    const char *controller, *bar;
    /* The properties of the two objects' own interfaces, including those that depend on the selection. */
    Value *properties, *bar_properties, *index, *view_controller, *item;
    const char *tabs[MAX_TABS];
    uint32_t count;
} TabState;

/* Returns the state of a controller in a snapshot; without a snapshot, two tabs with a selection. */
TabState read_tab_state(const char *file, const char *controller);
/* Returns false if it is already selected. */
bool select_position(TabState *state, uint32_t position);

#endif
