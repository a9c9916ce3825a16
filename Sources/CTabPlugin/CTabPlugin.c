/* SwiftPM wants a C target to have a source; this one checks that the header stands alone. */
#include "CTabPlugin.h"
