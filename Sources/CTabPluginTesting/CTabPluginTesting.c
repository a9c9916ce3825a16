#include "CTabPluginTesting.h"

__attribute__((constructor)) static void start(void) { tab_plugin_testing_start(); }
