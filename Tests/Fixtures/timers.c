/* Timers that fire, are cancelled, and add further timers. The result is reported after the last one. */
#include "stage.h"

static instance *self;
static tab_timer once, victim, first, second;
static int once_count, chain_count, victim_count, pair_count, zero_count;
static bool is_killed;
static tab_status own_status, kill_status, kill_again_status;

static tab_timer after(uint64_t milliseconds, void (*function)(void *), void *context) {
    tab_timer timer = 0;
    if (host->add_timer(host, milliseconds, 0, function, context, &timer) != TAB_OK || timer == 0) abort();
    return timer;
}

static void fire_once(void *context) {
    (void)context;
    once_count++;
    /* A timer no longer exists while its function runs. */
    own_status = host->cancel_timer(host, once);
}

static void fire_zero(void *context) {
    (void)context;
    zero_count++;
}

static void fire_victim(void *context) {
    (void)context;
    victim_count++;
}

static void kill_victim(void *context) {
    (void)context;
    kill_status = host->cancel_timer(host, victim);
    kill_again_status = host->cancel_timer(host, victim);
    is_killed = true;
}

/* Two timers that are due at the same time cancel each other. */
static void fire_pair(void *context) {
    pair_count++;
    host->cancel_timer(host, context ? first : second);
}

static void fire_chain(void *context) {
    chain_count++;
    if (chain_count < 3) after(1, fire_chain, context);
}

static void finish(void *context) {
    (void)context;
    text_format(
        &result, "once=%d own=%d again=%d chain=%d zero=%d ", once_count, (int)own_status,
        (int)host->cancel_timer(host, once), chain_count, zero_count);
    text_format(
        &result, "victim=%d kill=%d,%d pair=%d", victim_count, (int)kill_status, (int)kill_again_status, pair_count);
    report(self);
}

/* Waits for the other timers, in any order, then for one that must not fire. */
static void wait_for_all(void *context) {
    bool is_done = once_count > 0 && chain_count == 3 && zero_count > 0 && pair_count > 0 && is_killed;
    after(50, is_done ? finish : wait_for_all, context);
}

static void run(instance *instance, tab_string experiment) {
    (void)experiment;
    self = instance;
    once = after(5, fire_once, NULL);
    after(0, fire_zero, NULL);
    after(1, fire_chain, NULL);
    victim = after(3600000, fire_victim, NULL);
    after(10, kill_victim, NULL);
    first = after(15, fire_pair, NULL);
    second = after(15, fire_pair, &second);
    tab_timer cancelled = after(1, fire_victim, NULL);
    tab_status status = host->cancel_timer(host, cancelled);
    tab_status again = host->cancel_timer(host, cancelled);
    text_format(&result, "cancelled=%d,%d ", (int)status, (int)again);
    wait_for_all(NULL);
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
