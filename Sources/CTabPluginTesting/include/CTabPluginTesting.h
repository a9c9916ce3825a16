/* Starts the loop of the tests before main, because a test may run on PluginActor from its first line. */
#ifndef TABD_CTABPLUGINTESTING_H
#define TABD_CTABPLUGINTESTING_H

void tab_plugin_testing_start(void);

#endif
