#include "monitor.h"

#include <time.h>

/* A chart has a point per second. After a longer gap the history starts again. */
#define LONGEST_GAP (5 * SAMPLE_INTERVAL)
/* The time in milliseconds by which a sample may be early. */
#define TOLERANCE 50

static uint64_t milliseconds(void) {
    struct timespec now;
    /* This clock includes suspends, after which the charts start again. */
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void close_file(FILE *file) {
    if (file) fclose(file);
}

static void clear(history *history, view *chart) {
    if (history_clear(history)) chart->is_dirty = true;
}

static void append(history *history, view *chart, unsigned percent) {
    if (history_add(history, percent)) chart->is_dirty = true;
}

static view *core_label(monitor *monitor, size_t index) { return &monitor->views[VIEW_FIRST_CORE + 2 * index]; }
static view *core_chart(monitor *monitor, size_t index) { return core_label(monitor, index) + 1; }

/* Returns the times of a core in the last sample; zeros if the core was not in it. */
static cpu_times times_before(const monitor *monitor, unsigned number) {
    for (size_t index = 0; index < monitor->shown_cores; index++) {
        if (monitor->cpu.cores[index].number == number) return monitor->cpu.cores[index].times;
    }
    return (cpu_times){0, 0};
}

static void make_core_views(monitor *monitor, size_t index) {
    view *label = core_label(monitor, index), *chart = core_chart(monitor, index);
    if (label->id != 0) return;
    uint32_t id = (uint32_t)(VIEW_FIRST_CORE + 2 * index + 1);
    *label = (view){.id = id, .class_name = "Label", .style = "caption", .is_dirty = true};
    *chart = (view){
        .id = id + 1, .class_name = "Chart", .history = &monitor->core_histories[index], .is_dirty = true};
    label->parent = chart->parent = VIEW_CONTENT + 1;
}

static void show_core(monitor *monitor, size_t index, const core_times *now) {
    make_core_views(monitor, index);
    view *label = core_label(monitor, index), *chart = core_chart(monitor, index);
    char identifier[sizeof(label->identifier)];
    snprintf(identifier, sizeof(identifier), "CPU%u", now->number);
    /* Cores can go offline and come back, so that the row may have belonged to another core. */
    if (index >= monitor->shown_cores || monitor->cpu.cores[index].number != now->number) {
        clear(&monitor->core_histories[index], chart);
    }
    unsigned usage = cpu_usage(times_before(monitor, now->number), now->times);
    view_set_identifier(label, identifier);
    view_set_text(label, "CPU %u: %u%%", now->number, usage);
    snprintf(identifier, sizeof(identifier), "CPU%uHistory", now->number);
    view_set_identifier(chart, identifier);
    append(&monitor->core_histories[index], chart, usage);
}

static void show_core_count(view *label, size_t count) {
    if (count == 0) {
        view_set_text(label, "No statistics of single cores");
    } else if (count > MAXIMUM_CORES) {
        view_set_text(label, "%zu cores; charts are shown for up to %d", count, MAXIMUM_CORES);
    } else {
        view_set_text(label, count == 1 ? "%zu core" : "%zu cores", count);
    }
}

static void sample_cpu(monitor *monitor) {
    view *views = monitor->views;
    cpu_state now = {0};
    FILE *file = open_proc("stat");
    bool is_known = read_cpu_state(file, &now);
    close_file(file);
    size_t shown_cores = now.core_count > MAXIMUM_CORES ? 0 : now.core_count;
    if (is_known) {
        unsigned usage = cpu_usage(monitor->cpu.total, now.total);
        view_set_text(&views[VIEW_CPU], "CPU: %u%%", usage);
        append(&monitor->cpu_history, &views[VIEW_CPU_HISTORY], usage);
        show_core_count(&views[VIEW_CORES], now.core_count);
        for (size_t index = 0; index < shown_cores; index++) show_core(monitor, index, &now.cores[index]);
    } else {
        now = (cpu_state){0};
        shown_cores = 0;
        view_set_text(&views[VIEW_CPU], "CPU: unavailable");
        view_set_text(&views[VIEW_CORES], "%s", "");
        clear(&monitor->cpu_history, &views[VIEW_CPU_HISTORY]);
    }
    monitor->cpu = now;
    if (monitor->shown_cores == shown_cores) return;
    monitor->shown_cores = shown_cores;
    for (size_t index = 0; index < MAXIMUM_CORES; index++) {
        if (core_label(monitor, index)->id == 0) continue;
        view_set_hidden(core_label(monitor, index), index >= shown_cores);
        view_set_hidden(core_chart(monitor, index), index >= shown_cores);
    }
    lay_out(monitor);
}

static void sample_memory(monitor *monitor) {
    view *views = monitor->views;
    memory_state now;
    FILE *file = open_proc("meminfo");
    bool is_known = read_memory_state(file, &now);
    close_file(file);
    if (!is_known) {
        view_set_text(&views[VIEW_MEMORY], "Memory: unavailable");
        view_set_progress(&views[VIEW_MEMORY_PROGRESS], -1);
        clear(&monitor->memory_history, &views[VIEW_MEMORY_HISTORY]);
        return;
    }
    double used = (double)(now.total - now.available), share = used / (double)now.total;
    /* Use tenths of a GiB, so that the locale does not affect the decimal point. */
    uint64_t used_tenths = (uint64_t)(used / 104857.6 + 0.5);
    uint64_t total_tenths = (uint64_t)((double)now.total / 104857.6 + 0.5);
    unsigned percent = (unsigned)(100 * share + 0.5);
    view_set_text(
        &views[VIEW_MEMORY], "Memory: %llu.%llu of %llu.%llu GiB", (unsigned long long)used_tenths / 10,
        (unsigned long long)used_tenths % 10, (unsigned long long)total_tenths / 10,
        (unsigned long long)total_tenths % 10);
    view_set_progress(&views[VIEW_MEMORY_PROGRESS], percent / 100.0);
    append(&monitor->memory_history, &views[VIEW_MEMORY_HISTORY], percent);
}

static void sample_load(view *label) {
    load_state now;
    FILE *file = open_proc("loadavg");
    if (read_load_state(file, &now)) {
        view_set_text(label, "Load: %s %s %s", now.averages[0], now.averages[1], now.averages[2]);
    } else {
        view_set_text(label, "Load: unavailable");
    }
    close_file(file);
}

static void sample_uptime(view *label) {
    uint64_t seconds;
    FILE *file = open_proc("uptime");
    if (read_uptime(file, &seconds)) {
        unsigned long long days = seconds / 86400;
        unsigned hours = seconds / 3600 % 24, minutes = seconds / 60 % 60;
        if (days > 0) {
            view_set_text(label, "Uptime: %llu day%s, %u:%02u", days, days == 1 ? "" : "s", hours, minutes);
        } else {
            view_set_text(label, "Uptime: %u:%02u", hours, minutes);
        }
    } else {
        view_set_text(label, "Uptime: unavailable");
    }
    close_file(file);
}

void take_sample(monitor *monitor) {
    uint64_t now = milliseconds(), age = now - monitor->sampled_at;
    if (monitor->sampled_at != 0 && age < SAMPLE_INTERVAL - TOLERANCE) return;
    if (age > LONGEST_GAP) {
        clear(&monitor->cpu_history, &monitor->views[VIEW_CPU_HISTORY]);
        clear(&monitor->memory_history, &monitor->views[VIEW_MEMORY_HISTORY]);
        for (size_t index = 0; index < MAXIMUM_CORES; index++) {
            clear(&monitor->core_histories[index], core_chart(monitor, index));
        }
    }
    monitor->sampled_at = now;
    sample_cpu(monitor);
    sample_memory(monitor);
    sample_load(&monitor->views[VIEW_LOAD]);
    sample_uptime(&monitor->views[VIEW_UPTIME]);
    for (size_t index = 0; index < VIEW_COUNT; index++) {
        if (monitor->views[index].needs_layout) return lay_out(monitor);
    }
}
