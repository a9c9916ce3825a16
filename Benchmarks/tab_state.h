/* The state of the one tab bar controller that the peers of tabd stand for. */
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
    /* The properties of the two objects' own interfaces, and those of them that go with the selection. */
    Value *properties, *bar_properties, *index, *view_controller, *item;
    const char *tabs[MAX_TABS];
    uint32_t count;
} TabState;

/* That of the controller in a snapshot; without one there are two tabs and what goes with the selection. */
TabState read_tab_state(const char *file, const char *controller);
/* Returns false when that is the selection already. */
bool select_position(TabState *state, uint32_t position);

#endif
