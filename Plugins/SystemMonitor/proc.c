#include "proc.h"

#include <string.h>

FILE *open_proc(const char *name) {
    char path[64];
    int length = snprintf(path, sizeof(path), "/proc/%s", name);
    if (length < 0 || (size_t)length >= sizeof(path)) return NULL;
    return fopen(path, "re");
}

/* Reads the next line, without the line feed. A line that is too long is truncated. */
static bool read_line(FILE *file, char *line, size_t size) {
    if (!file || !fgets(line, (int)size, file)) return false;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n') {
        line[length - 1] = '\0';
    } else {
        int next;
        while ((next = getc(file)) != EOF && next != '\n') {}
    }
    return true;
}

/* Reads a decimal number at the cursor after skipping blanks, and moves the cursor behind it. */
static bool read_number(const char **cursor, uint64_t *number) {
    const char *next = *cursor;
    while (*next == ' ' || *next == '\t') next++;
    if (*next < '0' || *next > '9') return false;
    uint64_t value = 0;
    for (; *next >= '0' && *next <= '9'; next++) {
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *next - '0', &value)) {
            return false;
        }
    }
    *cursor = next;
    *number = value;
    return true;
}

static bool has_prefix(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/* Reads user nice system idle iowait irq softirq steal. Guest time, which follows, is already included in user time. */
static bool read_times(const char *cursor, cpu_times *times) {
    uint64_t busy = 0, idle = 0, number;
    for (int field = 0; field < 8; field++) {
        if (!read_number(&cursor, &number)) {
            /* Old kernels only have four fields. */
            if (field < 4) return false;
            break;
        }
        uint64_t *sum = field == 3 || field == 4 ? &idle : &busy;
        if (__builtin_add_overflow(*sum, number, sum)) return false;
    }
    *times = (cpu_times){busy, idle};
    return true;
}

bool read_cpu_state(FILE *stat, cpu_state *state) {
    char line[512];
    cpu_times times;
    if (!read_line(stat, line, sizeof(line)) || !has_prefix(line, "cpu ") || !read_times(line + 4, &times)) {
        return false;
    }
    memset(state, 0, sizeof(*state));
    state->total = times;
    while (read_line(stat, line, sizeof(line)) && has_prefix(line, "cpu")) {
        const char *cursor = line + 3;
        uint64_t number;
        if (!read_number(&cursor, &number) || number > 99999 || !read_times(cursor, &times)) return false;
        if (state->core_count < MAXIMUM_CORES) {
            state->cores[state->core_count] = (core_times){(unsigned)number, times};
        }
        state->core_count++;
    }
    return true;
}

bool read_memory_state(FILE *meminfo, memory_state *state) {
    char line[256];
    uint64_t total = 0, available = 0;
    bool has_total = false, has_available = false;
    while (!(has_total && has_available) && read_line(meminfo, line, sizeof(line))) {
        const char *cursor = strchr(line, ':');
        if (!cursor) continue;
        cursor++;
        if (has_prefix(line, "MemTotal:")) has_total = read_number(&cursor, &total);
        if (has_prefix(line, "MemAvailable:")) has_available = read_number(&cursor, &available);
    }
    if (!has_total || !has_available || total == 0) return false;
    *state = (memory_state){total, available < total ? available : total};
    return true;
}

/* Reads a decimal fraction as text. */
static bool read_decimal(const char **cursor, char *text, size_t size) {
    const char *start = *cursor;
    while (*start == ' ') start++;
    size_t length = strspn(start, "0123456789.");
    if (length == 0 || length >= size || start[0] == '.') return false;
    memcpy(text, start, length);
    text[length] = '\0';
    *cursor = start + length;
    return true;
}

bool read_load_state(FILE *loadavg, load_state *state) {
    char line[128];
    if (!read_line(loadavg, line, sizeof(line))) return false;
    const char *cursor = line;
    for (int index = 0; index < 3; index++) {
        if (!read_decimal(&cursor, state->averages[index], sizeof(state->averages[index]))) return false;
    }
    return true;
}

bool read_uptime(FILE *uptime, uint64_t *seconds) {
    char line[128];
    if (!read_line(uptime, line, sizeof(line))) return false;
    const char *cursor = line;
    return read_number(&cursor, seconds);
}

/* Returns the difference of two counter values. A counter that went backwards, as the idle time sometimes does, counts
 * as unchanged. */
static uint64_t difference(uint64_t before, uint64_t now) { return now > before ? now - before : 0; }

unsigned cpu_usage(cpu_times before, cpu_times now) {
    double busy = (double)difference(before.busy, now.busy);
    double idle = (double)difference(before.idle, now.idle);
    if (busy + idle <= 0) return 0;
    return (unsigned)(100 * busy / (busy + idle) + 0.5);
}
