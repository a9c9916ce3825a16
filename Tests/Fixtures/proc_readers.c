/* Tests the readers of Plugins/SystemMonitor with invalid input; exits with 0 if they handle it. */
#include "proc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static FILE *text(const char *content) {
    /* An empty buffer can't be opened. */
    FILE *file = *content ? fmemopen((void *)content, strlen(content), "r") : fopen("/dev/null", "r");
    assert(file);
    return file;
}

/* Closes a file after it was read. */
static bool closed(FILE *file, bool result) {
    fclose(file);
    return result;
}

static bool cpu(const char *content, cpu_state *state) {
    FILE *file = text(content);
    return closed(file, read_cpu_state(file, state));
}

static bool memory(const char *content, memory_state *state) {
    FILE *file = text(content);
    return closed(file, read_memory_state(file, state));
}

static bool load(const char *content, load_state *state) {
    FILE *file = text(content);
    return closed(file, read_load_state(file, state));
}

static bool uptime(const char *content, uint64_t *seconds) {
    FILE *file = text(content);
    return closed(file, read_uptime(file, seconds));
}

static void check_cpu(void) {
    cpu_state state;
    assert(!read_cpu_state(NULL, &state));
    assert(cpu("cpu  10 1 5 100 20 3 2 1 9 9\ncpu0 4 0 2 50 10 1 1 0 0 0\ncpu3 6 1 3 50 10 2 1 1\nintr 1 2 3\n", &state));
    assert(state.total.busy == 22 && state.total.idle == 120);
    assert(state.core_count == 2 && state.cores[1].number == 3 && state.cores[1].times.idle == 60);
    assert(cpu("cpu  1 2 3 4\n", &state) && state.core_count == 0);
    assert(cpu("cpu  1 2 3 4", &state) && state.total.busy == 6);
    static const char *const wrong[] = {
        "", "\n", "cpu", "cpu ", "cpu  1 2 3\n", "cpu  1 2 -3 4\n", "intr 5\n", "cpu  18446744073709551616 1 1 1\n",
        "cpu  18446744073709551615 1 1 1\n", "cpu  1 2 3 4\ncpux 1 2 3 4\n", "cpu  1 2 3 4\ncpu100000 1 2 3 4\n",
        "cpu  1 2 3 4\ncpu0\n", "cpu  1 2 3 4\ncpu0 0x1 2 3 4\n",
    };
    for (size_t index = 0; index < sizeof(wrong) / sizeof(wrong[0]); index++) assert(!cpu(wrong[index], &state));

    char many[8000] = "cpu  1 2 3 4\n";
    for (int core = 0; core < 100; core++) {
        snprintf(many + strlen(many), sizeof(many) - strlen(many), "cpu%d 1 2 3 4 5 6 7 8 9 10\n", core);
    }
    assert(cpu(many, &state) && state.core_count == 100 && state.cores[MAXIMUM_CORES - 1].number == MAXIMUM_CORES - 1);

    /* A line without a line feed is a line. */
    char *endless = malloc(2000000);
    memset(endless, ' ', 2000000);
    memcpy(endless, "cpu  1 2 3 4", 12);
    memcpy(endless + 1999980, "cpu0 1 2 3 4\n", 14);
    assert(cpu(endless, &state) && state.core_count == 0);
    free(endless);
}

static void check_usage(void) {
    assert(cpu_usage((cpu_times){0, 0}, (cpu_times){0, 0}) == 0);
    assert(cpu_usage((cpu_times){10, 10}, (cpu_times){20, 40}) == 25);
    assert(cpu_usage((cpu_times){10, 10}, (cpu_times){20, 5}) == 100);
    assert(cpu_usage((cpu_times){10, 10}, (cpu_times){5, 5}) == 0);
    assert(cpu_usage((cpu_times){0, 0}, (cpu_times){UINT64_MAX, UINT64_MAX}) == 50);
}

static void check_others(void) {
    memory_state state;
    assert(!read_memory_state(NULL, &state));
    assert(memory("MemTotal:  100 kB\nMemFree: 5 kB\nMemAvailable:   40 kB\n", &state));
    assert(state.total == 100 && state.available == 40);
    assert(memory("MemAvailable: 900 kB\nMemTotal: 100 kB", &state) && state.available == 100);
    assert(!memory("MemTotal: 0 kB\nMemAvailable: 0 kB\n", &state));
    assert(!memory("MemTotal: 5 kB\n", &state));
    assert(!memory("MemTotal 5\nMemAvailable: 1\n", &state));
    assert(!memory("", &state));

    load_state averages;
    assert(!read_load_state(NULL, &averages));
    assert(load("0.42 12.50 100.61 3/456 789\n", &averages) && strcmp(averages.averages[1], "12.50") == 0);
    assert(!load("0.42 0.50", &averages));
    assert(!load("0.42 1111111111111111111.5 0.6 1/2 3\n", &averages));
    assert(!load(". . .", &averages));

    uint64_t seconds;
    assert(!read_uptime(NULL, &seconds));
    assert(uptime("93784.25 1234.5\n", &seconds) && seconds == 93784);
    assert(!uptime("-1 2\n", &seconds));
    assert(!uptime("99999999999999999999 1\n", &seconds));
    assert(!open_proc("no/such/file"));
    assert(!open_proc("a name that is much longer than any file in /proc could ever be, whoever may have asked for it"));
}

/* Mutations of valid input, from a fixed sequence of numbers. */
static void check_random(void) {
    static const char right[] = "cpu  10 1 5 100 20 3 2 1 9 9\ncpu0 4 0 2 50 10\nMemTotal: 10 kB\nMemAvailable: 4 kB\n";
    uint64_t number = 1;
    for (int round = 0; round < 20000; round++) {
        char changed[sizeof(right)];
        memcpy(changed, right, sizeof(right));
        for (int change = 0; change < 3; change++) {
            number = number * 6364136223846793005u + 1442695040888963407u;
            changed[(number >> 33) % (sizeof(right) - 1)] = (char)(number >> 56);
        }
        cpu_state state;
        memory_state memory_now;
        load_state averages;
        uint64_t seconds;
        FILE *file = fmemopen(changed, sizeof(right) - 1, "r");
        assert(file);
        if (read_cpu_state(file, &state)) assert(cpu_usage((cpu_times){0, 0}, state.total) <= 100);
        rewind(file);
        if (read_memory_state(file, &memory_now)) assert(memory_now.available <= memory_now.total);
        rewind(file);
        read_load_state(file, &averages);
        rewind(file);
        read_uptime(file, &seconds);
        fclose(file);
    }
}

int main(void) {
    check_cpu();
    check_usage();
    check_others();
    check_random();
    return 0;
}
