# Saved state, for run.sh: the cost of saving a tap, and the time to restore a thousand tab bar controllers.

restoration() {
    local desk_tabs=5
    # With More and its list.
    local desk_controllers=$((desks * (desk_tabs + 3)))
    install_plugin isolated libbenchmark.so Button process
    print_taps
    print_restores
}

# launch_apart NAME [LINE...]: starts a tabd with its own bus, state and configuration.
launch_apart() {
    local DBUS_SESSION_BUS_ADDRESS=unix:path=$dir/bus-$1
    local XDG_STATE_HOME=$dir/state-$1 XDG_CONFIG_HOME=$dir/config-$1 XDG_RUNTIME_DIR=$dir/runtime-$1
    export DBUS_SESSION_BUS_ADDRESS XDG_STATE_HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR
    mkdir -p -m 700 "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR"
    configure "${@:2}"
    rm -f "$dir/address-$1"
    mkfifo "$dir/address-$1"
    "${core1[@]}" dbus-daemon --config-file="$dir/bus.conf" --address="$DBUS_SESSION_BUS_ADDRESS" --nofork \
        --nopidfile --print-address=3 3>"$dir/address-$1" 2>>"$dir/bus.log" &
    pids+=($!)
    read -r -t 10 <"$dir/address-$1" || { cat "$dir/bus.log" >&2 && exit 1; }
    launch "$1" org.tabd.Tabs1 "${tabd[@]}" 2>>"$dir/log-$1"
}

print_taps() {
    local life lives=3
    for ((life = 0; life < lives; life++)); do
        rm -rf "$dir"/state-*
        # With a file in the place of the state directory, tabd does everything except the commit.
        mkdir -m 700 "$dir/state-nowhere"
        touch "$dir/state-nowhere/tabd"
        local services=()
        launch_apart process
        services+=("process,unix:path=$dir/bus-process,$pid,taps" "not kept,unix:path=$dir/bus-process,$pid")
        launch_apart power '[store]' 'durability = "power"'
        services+=("power,unix:path=$dir/bus-power,$pid,taps")
        launch_apart nowhere
        services+=("no store,unix:path=$dir/bus-nowhere,$pid,taps")
        # In small portions, so that other work on this machine affects all of them equally.
        "${core1[@]}" .build/bench taps $((3 * rounds)) $((taps / 10)) "$dir/state-process/tabd/tabd.sqlite" benchmark.Button \
            "${services[@]}" >>"$dir/taps-of-lives"
        stop_services
    done
    medians "$dir/taps-of-lives" >"$dir/taps"
    echo "A tap on another of 5 tabs: $lives processes of each tabd, each with $((3 * rounds)) interleaved rounds of $((taps / 10)) taps."
    echo "Not kept: tabs that end with their client. No store: a file is in the place of the state directory, so changes are"
    echo "found and kept in memory, but not written. SQLite: a program in C that writes the same row"
    echo "($(awk -F '\t' '$2 == "bytes" { print $4 }' "$dir/taps") bytes of texts and blobs) in a transaction, by PRAGMA synchronous:"
    awk -F '\t' '
        BEGIN { printf "  %-15s %10s %9s %9s %9s %9s\n", "", "CPU us/tap", "ratio", "more us", "p50 us", "p99 us" }
        FNR == NR { if ($1 == "not kept" && $2 == "TapItem") base = $3; next }
        $2 != "TapItem" { next }
        $1 ~ /^SQLite/ { printf "  %-15s %10.2f %8.2fx %9s %9.1f %9.1f\n", $1, $3, $3 / base, "", $4, $5; next }
        { printf "  %-15s %10.2f %8.2fx %9.2f %9.1f %9.1f\n", $1, $3, $3 / base, $3 - base, $4, $5 }
        ' "$dir/taps" "$dir/taps"
    echo
    echo "The same with 64 taps in flight, so that each turn and its transaction have several:"
    awk -F '\t' '
        BEGIN { printf "  %-15s %10s %9s %9s %11s\n", "", "CPU us/tap", "ratio", "taps/s", "of not kept" }
        FNR == NR { if ($1 == "not kept" && $2 == "in a row") { base = $3; rate = $4 } next }
        $2 != "in a row" { next }
        { printf "  %-15s %10.2f %8.2fx %9d %10.0f%%\n", $1, $3, $3 / base, $4, 100 * $4 / rate }
        ' "$dir/taps" "$dir/taps"
    echo
}

# fill_state NAME TYPE: creates the state of a killed tabd.
fill_state() {
    local XDG_STATE_HOME=$dir/state-$1
    mkdir -p -m 700 "$XDG_STATE_HOME"
    launch tabd org.tabd.Tabs1 "${tabd[@]}" 2>>"$dir/log"
    if [[ $2 ]]; then "${core1[@]}" .build/bench fill org.tabd.Tabs1 "$2" "$desks" "$desk_tabs"; fi
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    unset 'pids[-1]'
    .build/bench wait org.tabd.Tabs1 gone
}

print_restores() {
    fill_state empty ""
    fill_state in-process benchmark.Button
    fill_state isolated isolated.Button
    cp -r "$dir/state-in-process" "$dir/state-read"
    .build/bench restores "$restores" \
        "plain-store" - - 0 0 .build/plain-store "$dir/state-read/tabd/tabd.sqlite" \
        -- "tabd, nothing kept" "$dir/state-empty" - 0 0 "${tabd[@]}" \
        -- "tabd, in-process" "$dir/state-in-process" - "$desk_controllers" 0 "${tabd[@]}" \
        -- "tabd, isolated" "$dir/state-isolated" isolated "$desk_controllers" $((desks * desk_tabs)) "${tabd[@]}" \
        >"$dir/restores" 2>>"$dir/log" </dev/null
    echo "Restoring $desks tab bar controllers with $desk_tabs tabs of a plugin that does nothing ($desk_controllers with More) after"
    echo "SIGKILL, median of $restores alternating starts: until the name is owned, and until the last tab is ready."
    echo "plain-store: a program in C that reads every row of that store and ends. The store has $(store_size in-process):"
    awk -F '\t' '
        function ms(x) { return x > 0 ? sprintf("%.1f", x) : "-" }
        BEGIN {
            printf "  %-20s %9s %9s %9s %9s %9s %9s %9s\n", "", "name, ms", "CPU, ms", "ready, ms", "CPU, ms",
                "host CPU", "RssAnon", "of host"
        }
        {
            printf "  %-20s %9s %9s %9s %9s %9s %9d %9d\n", $1, ms($2), ms($3), ms($4), ms($5), ms($6), $7, $8
        }' "$dir/restores"
    echo
}

# store_size NAME: prints the size of the database and its log.
store_size() { du -ckb "$dir/state-$1/tabd/"tabd.sqlite{,-wal} | awk '{ print int($1 / 1024 + 0.5) }' | paste -sd ' ' |
    awk '{ printf "%d kB and a log of %d kB", $1, $2 }'; }
