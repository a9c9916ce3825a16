#include <vterm.h>

/* Reports a piece of a string, with the character after ESC that begins it. */
typedef int (*StringReport)(char introducer, void *user);

static inline StringReport *stringReport(void) {
    static StringReport report;
    return &report;
}

/* libvterm 0.3, as in Debian 13, has other types for these than 0.1, as in Debian 12, and more of them. */
#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 3
static inline int readOSC(int command, VTermStringFragment piece, void *user) { return (*stringReport())(']', user); }
static inline int readDCS(const char *command, size_t length, VTermStringFragment piece, void *user) {
    return (*stringReport())('P', user);
}
static inline int readAPC(VTermStringFragment piece, void *user) { return (*stringReport())('_', user); }
static inline int readPM(VTermStringFragment piece, void *user) { return (*stringReport())('^', user); }
static inline int readSOS(VTermStringFragment piece, void *user) { return (*stringReport())('X', user); }
#else
static inline int readOSC(const char *piece, size_t length, void *user) { return (*stringReport())(']', user); }
static inline int readDCS(const char *piece, size_t length, void *user) { return (*stringReport())('P', user); }
#endif

/* Sets the callbacks for strings. */
static inline void setStringCallbacks(VTermParserCallbacks *callbacks, StringReport report) {
    *stringReport() = report;
    callbacks->osc = readOSC;
    callbacks->dcs = readDCS;
#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 3
    callbacks->apc = readAPC;
    callbacks->pm = readPM;
    callbacks->sos = readSOS;
#endif
}
