#!/usr/bin/env bash
# Runs the benchmarks on a private bus:
#   run.sh [--strict] [--short] [--peers-only | --calls-only | --private-only | --many-only | --isolation-only |
#          --restoration-only | --terminal-only | --floods-only] [--unpinned] [--instances N] [--rounds N] [--calls N] [--idle SECONDS] [--ticks N]
#          [--crowd N] [--crashes N] [--taps N] [--restores N] [--desks N] [--screens N] [--keys N]
#
#   --strict      exit 1 if any target is missed (otherwise only if a benchmark did not run, a tick has too many bytes or a
#                 keystroke too many writes, as these numbers do not depend on the machine)
#   --short       as few rounds and calls as possible and no targets: a test that every benchmark works
#   --peers-only  only the C services, without building tabd
#   --calls-only  only the benchmarks in calls.sh
#   --private-only  only Get over a private connection and over the bus
#   --many-only   only the benchmarks in many.sh
#   --isolation-only  only the benchmarks in isolation.sh
#   --restoration-only  only the benchmarks in restoration.sh
#   --terminal-only  only the benchmarks in terminal.sh
#   --floods-only  only the benchmarks in floods.sh, which no other option runs; KIND and SIZE in the environment
#   --unpinned    let the scheduler place the processes. Otherwise the services have one core, and the bus and the client
#                 the other. Sharing a core with the bus can double the CPU time of a service.
#
# TABD and PLUGINS in the environment name an existing tabd and plugin directory; tabctl and tabd-plugin-host are beside
# that tabd. On a machine with other work, use `chrt -r 1 ./run.sh` to reduce its effect on the times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

strict=0 short=0 peers_only=0 calls_only=0 private_only=0 many_only=0 isolation_only=0 restoration_only=0 terminal_only=0 floods_only=0 pinned=1
instances=5 rounds=7 calls=300 idle=10 starts=11 ticks=50
crowd=2000 crashes=25 taps=1000 restores=7 desks=1000 screens=3 keys=100
while (($#)); do
    case $1 in
        --strict) strict=1 ;;
        --short)
            short=1 instances=1 rounds=1 calls=20 idle=1 starts=1 ticks=3
            crowd=20 crashes=2 taps=20 restores=1 desks=5 screens=1 keys=40
            export BENCH_WARM_UP=20
            ;;
        --peers-only) peers_only=1 ;;
        --calls-only) calls_only=1 ;;
        --private-only) private_only=1 ;;
        --many-only) many_only=1 ;;
        --isolation-only) isolation_only=1 ;;
        --restoration-only) restoration_only=1 ;;
        --terminal-only) terminal_only=1 ;;
        --floods-only) floods_only=1 ;;
        --unpinned) pinned=0 ;;
        --crowd) crowd=$2 && shift ;;
        --instances) instances=$2 && shift ;;
        --rounds) rounds=$2 && shift ;;
        --calls) calls=$2 && shift ;;
        --idle) idle=$2 && shift ;;
        --ticks) ticks=$2 && shift ;;
        --crashes) crashes=$2 && shift ;;
        --taps) taps=$2 && shift ;;
        --restores) restores=$2 && shift ;;
        --desks) desks=$2 && shift ;;
        --screens) screens=$2 && shift ;;
        --keys) keys=$2 && shift ;;
        *)
            sed -n '2,22s/^# \{0,1\}//p' run.sh >&2
            exit 64
            ;;
    esac
    shift
done

if ! ((peers_only)) && [[ -z ${TABD-} ]]; then
    make -C .. --no-print-directory release
    TABD=$(cd .. && pwd)/.build/release/tabd
    PLUGINS=$(cd .. && pwd)/.build/tabd-plugins-release
fi
# Disables core dumps, so that a crash only costs the work of tabd.
ulimit -c 0

core0=() core1=()
if ((pinned && $(nproc) > 1)); then core0=(taskset -c 0) core1=(taskset -c 1); fi

dir=$(mktemp -d /tmp/tabd-bench.XXXXXX)
pids=()
cleanup() {
    local status=$?
    set +e
    if ((status)) && [[ -s $dir/log ]]; then cat "$dir/log" >&2; fi
    # The bus was started first, so it is stopped last.
    for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
        kill "${pids[i]}" 2>/dev/null
        wait "${pids[i]}" 2>/dev/null
    done
    rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

for name in cache config data runtime state; do mkdir -m 700 "$dir/$name"; done
export XDG_CACHE_HOME=$dir/cache XDG_CONFIG_HOME=$dir/config XDG_DATA_HOME=$dir/data XDG_RUNTIME_DIR=$dir/runtime XDG_STATE_HOME=$dir/state
cat >"$dir/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=$dir/bus</listen>
  <auth>EXTERNAL</auth>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_completed_connections">100000</limit>
  <limit name="max_connections_per_user">100000</limit>
  <limit name="max_replies_per_connection">50000</limit>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
mkfifo "$dir/address"
"${core1[@]}" dbus-daemon --config-file="$dir/bus.conf" --nofork --nopidfile --print-address=3 3>"$dir/address" 2>"$dir/bus.log" &
pids+=($!)
read -r -t 10 DBUS_SESSION_BUS_ADDRESS <"$dir/address" || { cat "$dir/bus.log" >&2 && exit 1; }
export DBUS_SESSION_BUS_ADDRESS

# install_plugin ID LIBRARY CLASS ISOLATION. tabd rejects files that other users can write.
install_plugin() {
    install -d -m 755 "$dir/plugins" "$dir/plugins/$1"
    install -m 755 ".build/$2" "$dir/plugins/$1/$2"
    cat >"$dir/plugins/$1/plugin.toml" <<END
id = "$1"
name = "$1"
version = "1.0.0"
abi = 1
library = "$2"
isolation = "$4"

[[class]]
name = "$3"
title = "$3"
END
    chmod 644 "$dir/plugins/$1/plugin.toml"
}
install_plugin benchmark libbenchmark.so Button in-process

tabd=()
((peers_only)) || tabd=("$TABD" --plugin-path "$PLUGINS" --plugin-path "$dir/plugins" --log-level error)

# launch LABEL NAME COMMAND...: starts a service; sets $pid to its process id.
launch() {
    "${core0[@]}" "${@:3}" &
    pid=$!
    pids+=("$pid")
    .build/bench wait "$2"
    kill -0 "$pid"
}
# Stops the services, but not the bus.
stop_services() {
    kill "${pids[@]:1}"
    wait "${pids[@]:1}" 2>/dev/null || true
    pids=("${pids[0]}")
}
# switches PID: prints the number of each thread and its voluntary context switches.
switches() { awk '/^Pid:/ { tid = $2 } /^voluntary_ctxt_switches/ { print tid, $2 }' /proc/"$1"/task/*/status; }
# wakeups PID SECONDS: prints the number of wake-ups of its threads in that time. A thread that ends meanwhile is not
# counted.
wakeups() {
    local before
    before=$(switches "$1")
    sleep "$2"
    awk 'NR == FNR { before[$1] = $2; next } { sum += $2 - before[$1] } END { print sum + 0 }' \
        <(echo "$before") <(switches "$1")
}
# all_wakeups SECONDS PID...: measures several processes at the same time and prints a line for each.
all_wakeups() {
    local one waiting=()
    for one in "${@:2}"; do
        wakeups "$one" "$1" >"$dir/wakeups-$one" &
        waiting+=($!)
    done
    wait "${waiting[@]}"
    for one in "${@:2}"; do cat "$dir/wakeups-$one"; done
}
rss() { awk '/^RssAnon/ { print $2 }' "/proc/$1/status"; }
# medians FILE: prints the median of each column over all processes; a dash stays a dash.
medians() {
    awk -F '\t' -v OFS='\t' '
        {
            key = $1 OFS $2
            if (!(key in n)) order[++keys] = key
            n[key]++
            columns[key] = NF
            for (c = 3; c <= NF; c++) value[key, c, n[key]] = $c
        }
        function median(key, c,    i, j, x, count) {
            count = n[key]
            for (i = 1; i <= count; i++) {
                x = value[key, c, i]
                for (j = i - 1; j > 0 && sorted[j] > x; j--) sorted[j + 1] = sorted[j]
                sorted[j + 1] = x
            }
            return count % 2 ? sorted[(count + 1) / 2] : (sorted[count / 2] + sorted[count / 2 + 1]) / 2
        }
        END {
            for (k = 1; k <= keys; k++) {
                line = order[k]
                for (c = 3; c <= columns[order[k]]; c++)
                    line = line OFS (value[order[k], c, 1] == "-" ? "-" : median(order[k], c))
                print line
            }
        }
        ' "$1"
}
# print_calls BASE FILE: prints a line for each service and call, with the ratio to the CPU time of the base.
print_calls() {
    awk -F '\t' -v base="$1" '
        function columns(first, base) {
            if ($first == "") return
            if ($first == "-") printf " %10s %8s", "", ""
            else if (base) printf " %10.2f %7.2fx", $first, $first / base
            else printf " %10.2f %8s", $first, ""
            if ($(first + 1) != "-") printf " %9.1f %9.1f", $(first + 1), $(first + 2)
        }
        FNR == NR {
            if ($1 == base) { one[$2] = $3; many[$2] = $6 }
            is_both = is_both || NF > 5
            next
        }
        FNR == 1 {
            if (is_both) printf "  %-11s %-18s %39s %39s\n", "", "", "one by one", "in flight"
            printf "  %-11s %-18s", "service", "call"
            for (i = 0; i <= is_both; i++)
                printf " %10s %8s %9s %9s", "CPU us", "ratio", "p50 us", "p99 us"
            print ""
        }
        {
            printf "  %-11s %-18s", $1, $2
            columns(3, one[$2])
            columns(6, many[$2])
            print ""
        }' "$2" "$2"
}
missed=0
# verdict WHAT VALUE LIMIT UNIT. A value that could not be measured is not a number.
verdict() {
    local word=met by=
    if ! awk -v value="$2" -v limit="$3" 'BEGIN { exit value !~ /^[0-9.]+$/ || value + 0 > limit + 0 }'; then
        word=MISSED missed=1
        by=$(awk -v value="$2" -v limit="$3" 'BEGIN { if (limit > 0 && value + 0 > limit + 0) printf ", %.0f %% over", (value / limit - 1) * 100 }')
    fi
    printf '  %-6s %-33s %s%s (at most %s%s%s)\n' "$word" "$1" "${2:--}" "$4" "$3" "$4" "$by"
}
# Prints the names of the processes that have Swift's library in memory, or "none".
swift_processes() {
    local maps names
    names=$(for maps in /proc/[0-9]*/maps; do
        if grep -q libswiftCore "$maps" 2>/dev/null; then cat "${maps%maps}comm" 2>/dev/null; fi
    done | sort | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }' || true)
    echo "${names:-none}"
}
# Prints the machine and the versions of the peers.
machine() {
    echo "$(awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores, $(uname -sr), Debian $(</etc/debian_version)"
    dpkg-query -W -f '${Package} ${Version}\n' dbus libdbus-1-3 libglib2.0-0 libsystemd0 kded5 tmux 2>/dev/null | paste -sd , | sed 's/,/, /g' || true
    echo "load at the start: $(cut -d ' ' -f 1-3 /proc/loadavg)"
    # Private memory is too small if another process shares the pages of Swift's libraries.
    echo "other Swift processes: $(swift_processes)"
    echo
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }
source ./calls.sh
source ./many.sh
source ./isolation.sh
source ./restoration.sh
source ./terminal.sh
source ./floods.sh

machine
if ((isolation_only)); then
    isolation
    echo "Targets:"
    isolation_verdicts
    exit $((strict && missed))
fi

if ((private_only)); then
    private_calls_only
    echo "Targets:"
    private_verdicts
    exit $((strict && missed))
fi

if ((floods_only)); then
    floods
    echo "Targets:"
    floods_verdicts
    exit $((strict && missed))
fi

if ((many_only)); then
    many
    echo "Targets:"
    many_verdicts
    exit $((strict && missed))
fi

if ((restoration_only)); then
    restoration
    exit 0
fi

if ((terminal_only)); then
    terminal
    echo "Targets:"
    terminal_verdicts
    soft_missed=$missed missed=0
    terminal_counts
    exit $((missed || strict && soft_missed))
fi

install_plugin isolated libbenchmark.so Button process
calls_of_all
((peers_only)) && exit 0
if ((calls_only)); then
    echo "Targets:"
    calls_verdicts
    soft_missed=$missed missed=0
    verdict "bytes per stopwatch tick" "$tick_bytes" 416 ""
    exit $((missed || strict && soft_missed))
fi
many
isolation
restoration
terminal
((short)) && exit 0
echo "Targets:"
calls_verdicts
many_verdicts
isolation_verdicts
terminal_verdicts
soft_missed=$missed missed=0
verdict "bytes per stopwatch tick" "$tick_bytes" 416 ""
terminal_counts
if ((missed || strict && soft_missed)); then exit 1; fi
