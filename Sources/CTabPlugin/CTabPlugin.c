/* SwiftPM requires a source file in a C target. This one checks that the header compiles on its own. */
#include "CTabPlugin.h"
