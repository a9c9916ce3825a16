/* The cost of front ends on a terminal: the same keys, sizes and charts for several of them.
 *
 * In each tenth of a second every front end has a turn, so that all run under the same conditions and none delays another.
 * A front end of tabd has its own daemon and bus. Otherwise it would receive the signals of other daemons, and the CPU time
 * of the daemon could not be attributed. */
#define _GNU_SOURCE
#include "content.h"
#include "screen.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 80, ROWS = 24, LABELS = 200, MANY = 3 };
/* Time in microseconds. */
enum { PERIOD = 100000, QUIET = 400000, START_UP = 3000000, TIMEOUT = 10000000 };

typedef enum { IDLE, TYPING, RESIZING, CHART, CHART_AND_LABELS, RESIZING_LABELS, PHASES } Phase;
static const char *const phase_names[PHASES] = {"idle",  "typing",           "resizing",
                                                "chart", "chart, 200 labels", "resizing, 200 labels"};
static const ContentTab phase_tabs[PHASES] = {TEXT_TAB, TEXT_TAB, TEXT_TAB, CHART_TAB, PLUGIN_TAB, PLUGIN_TAB};

/* The output of a process, and the part that reached its terminal. */
typedef struct {
    Writes writes;
    uint64_t bytes;
} Output;

typedef struct {
    const char *label;
    pid_t behind;    /* the daemon of a front end; without content, the server that draws for it */
    Content content; /* without a connection, the content is written to `fifo` */
    int fifo;
    unsigned time;
    Screen screen;
    bool is_left_out; /* in this phase */
    /* In this phase. */
    double cpu, behind_cpu;
    int64_t wakeups;
    Output output;
    unsigned frames;
    /* For the last event. */
    double began;
    Output before;
    double *latency;
    size_t latencies;
    unsigned histogram[MANY + 1]; /* events by their number of writes */
    int64_t most;
    bool is_exact; /* whether the writes of every event are known */
} Subject;

static Subject subject[MAX_SERVICES];
static int subjects;

/* Reads and handles messages until a time. */
static void serve_until(double end) {
    struct pollfd descriptors[2 * MAX_SERVICES];
    for (double left; (left = end - now()) > 0;) {
        int count = 0;
        for (int i = 0; i < subjects; i++) {
            descriptors[count++] = (struct pollfd){.fd = subject[i].screen.descriptor, .events = POLLIN};
            if (!subject[i].content.connection) continue;
            descriptors[count].events = POLLIN;
            dbus_connection_get_unix_fd(subject[i].content.connection, &descriptors[count++].fd);
        }
        const struct timespec rest = {(time_t)(left / 1e6), (long)(left - (double)(time_t)(left / 1e6) * 1e6) * 1000};
        ppoll(descriptors, (nfds_t)count, &rest, NULL);
        for (int i = 0; i < subjects; i++) {
            read_screen(&subject[i].screen);
            if (subject[i].content.connection) serve_content(&subject[i].content);
        }
    }
}

/* Handles messages until no process has written for a while. */
static void serve_until_quiet(void) {
    const double deadline = now() + TIMEOUT;
    for (bool is_quiet = false; !is_quiet;) {
        serve_until(now() + QUIET / 4);
        is_quiet = true;
        for (int i = 0; i < subjects; i++) {
            if (now() - subject[i].screen.last_seen < QUIET) is_quiet = false;
        }
        if (now() > deadline) fail("terminal", "somebody writes all the time");
    }
}

/* Returns whether typed text arrives, at once or after pressing Tab for each control before the text field. */
static bool focus_text(Subject *one) {
    enum { CONTROLS = 12 };
    for (int i = 0; one->content.connection && i <= CONTROLS; i++) {
        const unsigned before = one->content.edits;
        type_keys(&one->screen, "x", 1);
        serve_until(now() + QUIET);
        if (one->content.edits != before) {
            type_keys(&one->screen, "\x7F", 1);
            serve_until(now() + QUIET);
            return true;
        }
        type_keys(&one->screen, "\t", 1);
        serve_until(now() + QUIET);
    }
    if (one->content.connection) fprintf(stderr, "bench: %s: no text field takes what is typed\n", one->label);
    return !one->content.connection;
}

static void write_frame(const Subject *one, const char *frame, size_t length) {
    if (write(one->fifo, frame, length) != (ssize_t)length) fail(one->label, "nobody reads what it shall show");
}

/* The output of plain-front: one line of blocks. */
static void write_chart(Subject *one) {
    enum { WIDTH = COLUMNS - 4, LEVELS = 8 };
    double values[CHART_VALUES];
    char frame[3 * WIDTH + 16];
    size_t length = (size_t)sprintf(frame, "\033[5;3H");
    fill_chart(values, one->time++);
    for (int column = 0; column < WIDTH; column++) {
        int level = (int)((values[column * CHART_VALUES / WIDTH] + 1) / 2 * LEVELS);
        if (level >= LEVELS) level = LEVELS - 1;
        length += (size_t)sprintf(frame + length, "\xE2\x96%c", 0x81 + level);
    }
    write_frame(one, frame, length);
}

static void write_labels(const Subject *one) {
    char frame[LABELS * 8 + 16];
    size_t length = (size_t)sprintf(frame, "\033[8;1H");
    for (int i = 0; i < LABELS; i++) length += (size_t)sprintf(frame + length, "%-5d", i);
    write_frame(one, frame, length);
}

static void prepare(Phase phase, Subject *one) {
    one->is_left_out = false;
    if (one->content.connection)
        select_content(&one->content, phase_tabs[phase]);
    else if (phase == CHART_AND_LABELS)
        write_labels(one);
}

static const char *key_of(int event, int events) {
    static const char letters[] = "lorem ipsum dolor sit amet ";
    /* The second half deletes the text of the first half, so that the text fits in the field. */
    return event < events / 2 ? &letters[(size_t)event % (sizeof letters - 1)] : "\x7F";
}

static void do_event(Phase phase, Subject *one, int event, int events) {
    static const unsigned short sizes[][2] = {{120, 40}, {40, 12}, {COLUMNS, ROWS}};
    const unsigned short *size = sizes[event % 3];
    switch (phase) {
        case TYPING: type_keys(&one->screen, key_of(event, events), 1); break;
        case RESIZING:
        case RESIZING_LABELS: resize_screen(&one->screen, size[0], size[1]); break;
        case CHART:
        case CHART_AND_LABELS:
            /* The plugin updates its chart by itself. */
            if (!one->content.connection)
                write_chart(one);
            else if (phase == CHART)
                advance_chart(&one->content);
            break;
        case IDLE:
        case PHASES: break;
    }
}

/* A snapshot of the counters while nothing is in flight. */
static Output output_of(Subject *one) {
    const pid_t writer = one->content.connection ? one->screen.pid : one->behind;
    Output output;
    Writes again = writes_of(writer);
    do {
        output.writes = again;
        read_screen(&one->screen);
        output.bytes = one->screen.bytes;
        again = writes_of(writer);
    } while (again.calls != output.writes.calls);
    return output;
}

/* Returns the number of writes to the terminal; -1 if it is unknown.
 *
 * The only other writes of tabctl wake its event loop: 8 bytes to an eventfd. The number of bytes that did not reach the
 * terminal shows how many of these there were. */
static int64_t calls_between(const Subject *one, const Output *from, const Output *to) {
    enum { EVENT = 8 };
    const uint64_t calls = to->writes.calls - from->writes.calls, bytes = to->writes.bytes - from->writes.bytes;
    const uint64_t shown = to->bytes - from->bytes, elsewhere = bytes - shown;
    if (bytes < shown || elsewhere % EVENT != 0 || elsewhere / EVENT > calls) return -1;
    return one->content.connection || elsewhere == 0 ? (int64_t)(calls - elsewhere / EVENT) : -1;
}

/* Records the results of the last event. */
static void close_event(Subject *one) {
    const Output output = output_of(one);
    const int64_t count = calls_between(one, &one->before, &output);
    if (count < 0)
        one->is_exact = false;
    else
        one->histogram[count < MANY ? count : MANY]++;
    if (count > one->most) one->most = count;
    if (one->screen.answered > 0) one->latency[one->latencies++] = one->screen.answered - one->began;
}

static void open_event(Subject *one) {
    one->before = output_of(one);
    one->screen.answered = 0;
    one->began = now();
}

/* Adds the total usage; a factor of -1 subtracts the usage until now. The wake-ups of ended threads are lost. */
static void account(Subject *one, int sign) {
    one->cpu += sign * cpu_time(one->screen.pid);
    one->wakeups += sign * (int64_t)wakeups_of(one->screen.pid);
    if (one->content.connection) {
        one->behind_cpu += sign * cpu_time(one->behind);
    } else {
        one->cpu += sign * cpu_time(one->behind);
        one->wakeups += sign * (int64_t)wakeups_of(one->behind);
    }
    one->frames += (unsigned)sign * one->content.frames;
}

static void begin_phase(Subject *one, int events) {
    one->latency = allocate((size_t)events + 1, sizeof(double));
    one->latencies = 0;
    one->cpu = one->behind_cpu = 0;
    one->wakeups = one->most = 0;
    one->is_exact = true;
    one->frames = 0;
    memset(one->histogram, 0, sizeof one->histogram);
    one->output = output_of(one);
    account(one, -1);
}

/* Prints a line of tab-separated values: label, phase, events, CPU in percent and microseconds per event, the same of the
 * daemon, and per event wake-ups, writes and bytes; the median and 99th percentile of the latencies in microseconds; the
 * most writes of an event, and the number of events with 0, 1, 2 and more writes. */
static void print_phase(Phase phase, Subject *one, int events, double seconds) {
    const bool has_events = phase != IDLE, has_own_time = phase == CHART_AND_LABELS && one->content.connection;
    const double count = has_own_time ? (double)one->frames : has_events ? (double)events : 1;
    const Output output = output_of(one);
    const int64_t calls = calls_between(one, &one->output, &output);
    if (has_own_time && one->frames == 0) fail(one->label, "the plugin's chart stands still");
    printf("%s\t%s\t%.0f\t%.3f\t%.1f\t%.3f\t%.1f\t%.2f", one->label, phase_names[phase], count,
           one->cpu / seconds / 1e4, one->cpu / count, one->behind_cpu / seconds / 1e4, one->behind_cpu / count,
           one->wakeups > 0 ? (double)one->wakeups / count : 0);
    if (calls >= 0)
        printf("\t%.2f", (double)calls / count);
    else
        fputs("\t-", stdout);
    printf("\t%.1f", (double)(output.bytes - one->output.bytes) / count);
    if (one->latencies > 0 && has_events && !has_own_time)
        printf("\t%.0f\t%.0f", quantile(one->latency, one->latencies, 0.5),
               quantile(one->latency, one->latencies, 0.99));
    else
        fputs("\t-\t-", stdout);
    if (one->is_exact && has_events && !has_own_time)
        printf("\t%jd\t%u\t%u\t%u\t%u\n", (intmax_t)one->most, one->histogram[0], one->histogram[1],
               one->histogram[2], one->histogram[MANY]);
    else
        fputs("\t-\t-\t-\t-\t-\n", stdout);
}

static void run_phase(Phase phase, int events) {
    for (int i = 0; i < subjects; i++) prepare(phase, &subject[i]);
    if (phase == CHART_AND_LABELS || phase == RESIZING_LABELS)
        serve_until(now() + 2 * QUIET);
    else
        serve_until_quiet();
    for (int i = 0; phase == TYPING && i < subjects; i++) subject[i].is_left_out = !focus_text(&subject[i]);

    const double start = now();
    for (int i = 0; i < subjects; i++) begin_phase(&subject[i], events);
    for (int event = 0; event <= events; event++) {
        for (int i = 0; i < subjects; i++) {
            serve_until(start + (double)event * PERIOD + (double)i * PERIOD / subjects);
            if (subject[i].is_left_out) continue;
            if (event > 0) close_event(&subject[i]);
            open_event(&subject[i]);
            if (event < events) do_event(phase, &subject[i], event, events);
        }
    }
    const double seconds = (now() - start) / 1e6;
    for (int i = 0; i < subjects; i++) {
        account(&subject[i], 1);
        if (!subject[i].is_left_out) print_phase(phase, &subject[i], events, seconds);
        free(subject[i].latency);
        resize_screen(&subject[i].screen, COLUMNS, ROWS);
    }
}

/* Parses LABEL PID CONTENT PROGRAM [ARGUMENT...]. CONTENT is the address of a bus, whose tabd gets the content to show, or
 * the path of a FIFO. The argument @ stands for the tab bar controller. */
static void start(Subject *one, const char *type, char **argv, int argc) {
    if (argc < 4) fail("usage", "LABEL PID ADDRESS|FIFO PROGRAM [ARGUMENT...] was expected");
    const char *address = strchr(argv[2], '=') ? argv[2] : NULL;
    *one = (Subject){.label = argv[0], .behind = (pid_t)atoi(argv[1]), .fifo = -1};
    if (address)
        make_content(&one->content, one->label, address, type);
    else if ((one->fifo = open(argv[2], O_RDWR | O_CLOEXEC)) < 0)
        fail(argv[2], "it can't be opened");
    for (int i = 3; address && i < argc; i++) {
        if (strcmp(argv[i], "@") == 0) argv[i] = one->content.tabs;
    }
    start_screen(&one->screen, one->label, address, argv + 3);
}

int terminal(int argc, char **argv) {
    if (argc < 4) return 64;
    const int keys = atoi(argv[0]), idle = atoi(argv[1]);
    const char *type = argv[2];
    if (keys < 2 || idle < 1) return 64;
    for (int first = 3, last; first < argc && subjects < MAX_SERVICES; first = last + 1) {
        for (last = first; last < argc && strcmp(argv[last], "--") != 0;) last++;
        argv[last] = NULL;
        start(&subject[subjects++], type, argv + first, last - first);
    }
    for (int i = 0; i < subjects; i++) {
        while (subject[i].screen.bytes == 0) {
            serve_until(now() + QUIET / 4);
            if (now() - subject[i].screen.last_seen > TIMEOUT) fail(subject[i].label, "it shows nothing");
        }
    }
    /* Programs query the terminal's features, and continue without a reply. */
    serve_until(now() + START_UP);
    const int events[PHASES] = {idle * (1000000 / PERIOD), keys, keys / 2, keys, keys, keys / 2};
    for (Phase phase = 0; phase < PHASES; phase++) {
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%-40s\r", phase_names[phase]);
        run_phase(phase, events[phase]);
    }
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%40s\r", "");
    for (int i = 0; i < subjects; i++) {
        end_screen(&subject[i].screen);
        if (!subject[i].content.connection) continue;
        disconnect(subject[i].content.connection);
    }
    return 0;
}
