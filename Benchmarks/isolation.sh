# Isolated plugins, for run.sh: the effect of their faults on other clients, the recovery time of a tab, and the cost of a
# plugin process.

# configure [LINE...]: writes the configuration of the next tabd.
configure() {
    mkdir -p "$XDG_CONFIG_HOME/tabd"
    printf '%s\n' "$@" >"$XDG_CONFIG_HOME/tabd/tabd.toml"
}

# Runs a part with its own tabd and without pinned processes: a fault may use up one core, and plugin processes inherit the
# cores of their daemon. The output of plugin processes is shown only if the run fails.
unpinned() {
    local core0=()
    if ((${#core1[@]})); then taskset -apc "0-$(($(nproc) - 1))" "${pids[0]}" >/dev/null; fi
    launch tabd org.tabd.Tabs1 "${tabd[@]}" 2>>"$dir/log"
    "$@"
    stop_services
    if ((${#core1[@]})); then taskset -apc 1 "${pids[0]}" >/dev/null; fi
}

isolation() {
    install_plugin isolated libbenchmark.so Button process
    install_plugin misbehaving libmisbehaving.so Counter process
    print_faults
    print_recoveries
    print_hostings
    print_memory
    configure
}

print_faults() {
    echo "Properties.Get of a second client in a loop: during a fault of an isolated plugin (until it works again, plus"
    echo "200 ms), and for the same time after it. Lines in parentheses are not faults of a plugin:"
    configure '[deadlines]' 'start = 1500' '[hosts]' 'restart_delay = 0' 'failures = 1000000'
    unpinned .build/bench faults org.tabd.Tabs1 misbehaving.Counter >"$dir/faults"
    awk -F '\t' '
        BEGIN {
            printf "  %-27s %5s %19s %19s %8s\n", "", "", "undisturbed, us", "during it, us", "ratio of"
            printf "  %-27s %5s %9s %9s %9s %9s %8s %8s\n",
                "fault", "times", "p99", "worst", "p99", "worst", "worst", "calls"
        }
        { printf "  %-27s %5d %9d %9d %9d %9d %7.1fx %8d\n", $1, $2, $4, $5, $7, $8, $8 / $5, $6 }' "$dir/faults"
    echo
}

print_recoveries() {
    configure '[hosts]' 'restart_delay = 0'
    unpinned recoveries >"$dir/at-once"
    sed 's/^tabd/&, restart_delay 0/' "$dir/at-once" >"$dir/recoveries"
    configure
    unpinned recoveries >"$dir/later"
    sed -n 's/^tabd/&, restart_delay 100/p' "$dir/later" >>"$dir/recoveries"
    echo "The time from an action that crashes (SIGSEGV) until the tab shows the reason, and until the next answered action,"
    echo "over $crashes alternating crashes. plain-host: a supervisor and a host in C that only open the library. --check:"
    echo "tabd-plugin-host opens the library and ends, from start to end. 100 ms is the default of restart_delay:"
    awk -F '\t' '
        function ms(x) { return x == "-" ? x : sprintf("%.2f", x) }
        function times(x, base) { return x == "-" ? "" : sprintf("%.1fx", x / base) }
        BEGIN {
            printf "  %-24s %30s %30s\n", "", "reason shown, ms", "usable again, ms"
            printf "  %-24s %10s %9s %9s %10s %9s %9s\n", "", "median", "worst", "ratio", "median", "worst", "ratio"
        }
        NR == 1 { noticed = $2; usable = $4 }
        {
            printf "  %-24s %10s %9s %9s %10s %9s %9s\n",
                $1, ms($2), ms($3), times($2, noticed), ms($4), ms($5), times($4, usable)
        }' "$dir/recoveries"
    echo
}

recoveries() {
    .build/bench recoveries "$crashes" org.tabd.Tabs1 misbehaving.Counter "$dir/plugins/misbehaving" \
        .build/plain-host "$dir/plugins/misbehaving/libmisbehaving.so" "${TABD%/*}/tabd-plugin-host"
}

print_hostings() {
    local life lives=3
    for ((life = 0; life < lives; life++)); do
        launch tabd org.tabd.Tabs1 "${tabd[@]}"
        hostings
        stop_services
    done
    medians "$dir/hostings" >"$dir/isolated"
    echo "A plugin that does nothing, in-process and isolated, over $lives processes of tabd. CPU includes the daemon and"
    echo "the plugin process. TapItem changes the tab in a window: the plugin is called, and the reply waits for it:"
    print_calls in-process "$dir/isolated"
    echo
}

# Compares the same plugin under both names, each with tabs in a window.
hostings() {
    local services=() plugin tabs
    for plugin in benchmark isolated; do
        tabs=$(.build/bench create org.tabd.Tabs1 "$plugin.Button" "$plugin.Button")
        .build/bench show org.tabd.Tabs1 "$tabs"
        case $plugin in
            benchmark) services+=("in-process,org.tabd.Tabs1,$pid,$tabs") ;;
            isolated) services+=("isolated,org.tabd.Tabs1,$pid+$(.build/bench host org.tabd.Tabs1 isolated),$tabs") ;;
        esac
        services[-1]+=,$(.build/bench load org.tabd.Tabs1 "$plugin.Button")
    done
    "${core1[@]}" .build/bench calls few "$rounds" "$calls" "${services[@]}" >>"$dir/hostings"
}

print_memory() {
    configure '[isolation]' 'clock = "process"'
    unpinned memory >"$dir/memory"
    echo "Memory of tabd with two isolated plugins, in C and in Swift (Clock), with a tab each, of their processes, and of"
    echo "programs in C that open the same libraries. Wake-ups in 5 idle seconds:"
    awk -F '\t' '
        BEGIN { printf "  %-34s %10s %9s %9s\n", "process", "RssAnon kB", "Pss kB", "wake-ups" }
        { printf "  %-34s %10d %9d %9s\n", $1, $2, $3, $4 }' "$dir/memory"
    echo
}

memory() {
    local names=(tabd "tabd-plugin-host, plugin in C" "tabd-plugin-host, plugin in Swift") processes=("$pid")
    local counts library input i
    .build/bench create org.tabd.Tabs1 isolated.Button >"$dir/created"
    .build/bench create org.tabd.Tabs1 clock.WorldClock >"$dir/created"
    processes+=("$(.build/bench host org.tabd.Tabs1 isolated)" "$(.build/bench host org.tabd.Tabs1 clock)")
    # After this, the front end receives nothing more.
    sleep 3
    mapfile -t counts < <(all_wakeups 5 "${processes[@]}")
    for i in 0 1 2; do memory_of "${names[i]}" "${processes[i]}" "${counts[i]}"; done
    for library in .build/libbenchmark.so "$PLUGINS/clock/libclock.so"; do
        coproc plain { exec .build/plain-host "$library"; }
        # The process ends when this descriptor is closed.
        input=${plain[1]} i=$plain_PID
        read -r -N 1 -t 10 -u "${plain[0]}"
        memory_of "plain-host, ${library##*/}" "$i" -
        exec {input}>&-
        wait "$i"
    done
}

# memory_of LABEL PID WAKEUPS
memory_of() {
    printf '%s\t%d\t%d\t%s\n' "$1" "$(rss "$2")" "$(awk '/^Pss:/ { print $2 }' "/proc/$2/smaps_rollup")" "$3"
}

isolation_verdicts() {
    local reason
    reason=$(awk -F '\t' '$1 ~ /^tabd/ && $3 > worst { worst = $3 } END { print worst }' "$dir/recoveries")
    verdict "crash to reason, worst" "$reason" 100 " ms"
    verdict "wake-ups of tabd and 2 hosts" "$(awk -F '\t' '{ sum += $4 } END { print sum }' "$dir/memory")" 0 ""
}
