#!/usr/bin/env bash
# Compares the CPU time of tabd-window with that of a GTK program in C that sets the same label: window.sh [SECONDS [RUNS]]
#
# Both show a label that changes ten times a second, in a window of the same size, on a display without a screen. The runs
# alternate. The CPU time of the daemon and of the bus are beside that of the window; the daemon also makes the ticks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
seconds=${1:-60} runs=${2:-3}
bin=${BIN:-../.build/release} plugins=${PLUGINS:-../.build/tabd-plugins-release}

for program in "$bin/tabd" "$bin/tabd-window" .build/plain-window; do
    [[ -x $program ]] || { echo "window.sh: $program is missing; run 'make -C Benchmarks window'" >&2; exit 1; }
done

dir=$(mktemp -d /tmp/tabd-window-bench.XXXXXX)
pids=()
cleanup() {
    for ((i = ${#pids[@]} - 1; i >= 0; i--)); do kill "${pids[i]}" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$dir"
}
trap cleanup EXIT

export XDG_RUNTIME_DIR=$dir XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config XDG_DATA_HOME=$dir/data HOME=$dir
export GSK_RENDERER=cairo GDK_BACKEND=x11 GTK_A11Y=none GSETTINGS_BACKEND=memory
unset WAYLAND_DISPLAY
export DBUS_SESSION_BUS_ADDRESS=unix:path=$dir/bus

# A bus that starts no services, so that no portal is there.
cat >"$dir/bus.conf" <<END
<busconfig><type>session</type><listen>$DBUS_SESSION_BUS_ADDRESS</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
END
mkfifo "$dir/ready"
exec 3<>"$dir/ready"
dbus-daemon --config-file="$dir/bus.conf" --nofork --nopidfile --print-address=3 &
bus=$!
pids+=("$bus")
read -r -u 3 _
Xvfb -displayfd 3 -screen 0 800x900x24 -nolisten tcp 2>/dev/null &
pids+=($!)
read -r -u 3 display
export DISPLAY=:$display
"$bin/tabd" --plugin-path "$plugins" --log-level error &
daemon=$!
pids+=("$daemon")
gdbus wait --session --timeout 10 org.tabd.Tabs1
tabs=$("$bin/tabctl" create --title Bench clock.Stopwatch 2>/dev/null)

# The CPU time of a process in clock ticks; 0 without a process.
ticks() { if [[ -n $1 ]]; then awk '{ print $14 + $15 }' "/proc/$1/stat"; else echo 0; fi; }

# measure PROGRAM [ARGUMENT]: prints the ticks of the program, the daemon, the plugin and the bus within the time.
measure() {
    "$@" &
    local window=$! before=() after=() host
    pids+=("$window")
    sleep 3
    if [[ $1 == "$bin/tabd-window" ]]; then
        "$bin/tabctl" action "$tabs" StartStop
        sleep 1
    fi
    host=$(pgrep -P "$daemon" | head -n 1 || true)
    before=($(ticks "$window") $(ticks "$daemon") $(ticks "$host") $(ticks "$bus"))
    sleep "$seconds"
    after=($(ticks "$window") $(ticks "$daemon") $(ticks "$host") $(ticks "$bus"))
    if [[ $1 == "$bin/tabd-window" ]]; then "$bin/tabctl" action "$tabs" StartStop; fi
    kill "$window"
    wait "$window" 2>/dev/null || true
    for i in 0 1 2 3; do printf '%d ' $((after[i] - before[i])); done
    echo
}

sum_window=0 sum_plain=0
echo "clock ticks ($(getconf CLK_TCK) a second) within $seconds s, at 10 changes a second"
echo "(a plugin in the daemon has no process of its own)"
echo "run  tabd-window  GTK in C   daemon  plugin  bus"
for ((run = 1; run <= runs; run++)); do
    read -r window daemon_ticks host_ticks bus_ticks < <(measure "$bin/tabd-window" "${tabs##*/}")
    read -r plain _ < <(measure .build/plain-window)
    printf '%3d  %11d  %8d  %7d %7d %4d\n' "$run" "$window" "$plain" "$daemon_ticks" "$host_ticks" "$bus_ticks"
    ((sum_window += window, sum_plain += plain)) || true
done
awk -v a="$sum_window" -v b="$sum_plain" 'BEGIN { r = b ? a / b : 0; printf "ratio %.2f, target 1.5: %s\n", r, r <= 1.5 ? "met" : "missed"; exit r > 1.5 }'
