# Client calls, for run.sh: their cost in tabd, in the same service in C on libdbus, sd-bus and GDBus, and the cost of
# comparable calls in kded and tmux; the start-up times of all of them, and their resources at rest.

peer_names=(libdbus sd-bus gdbus)
declare -A peer_programs=([libdbus]=libdbus-service [sd-bus]=sdbus-service [gdbus]=gdbus-service)
declare -A bus_names=([libdbus]=org.tabd.Benchmark.LibDBus [sd-bus]=org.tabd.Benchmark.SDBus
    [gdbus]=org.tabd.Benchmark.GDBus [tabd]=org.tabd.Tabs1 [kded]=org.kde.kded5)
kded=(env QT_QPA_PLATFORM=offscreen kded5)

calls_of_all() {
    local life
    print_starts
    rm -f "$dir/lives" "$dir/private-lives"
    # The memory layout of a process affects its speed for its whole life, so each service runs several times.
    for ((life = 0; life < instances; life++)); do calls_life; done
    awk -F '\t' '$2 != "messages" && $2 != "bytes"' "$dir/lives" >"$dir/calls-of-lives"
    medians "$dir/calls-of-lives" >"$dir/calls"
    print_calls_of_all
    ((peers_only)) || print_private_calls
    ((peers_only)) || ticks
}

print_starts() {
    local name programs=() first=(/org/tabd/Tabs1 org.freedesktop.DBus.ObjectManager.GetManagedObjects)
    for name in "${peer_names[@]}"; do
        programs+=(-- "$name" "${bus_names[$name]}" "${first[@]}" ".build/${peer_programs[$name]}" "${bus_names[$name]}")
    done
    ((peers_only)) || programs+=(-- tabd org.tabd.Tabs1 "${first[@]}" "${tabd[@]}" \
        -- kded org.kde.kded5 /kded org.kde.kded5.loadedModules "${kded[@]}")
    echo "From the start to the ownership of the name and to the first reply (GetManagedObjects; for kded loadedModules),"
    echo "median of $starts alternating starts, in ms:"
    .build/bench starts "$starts" "${programs[@]:1}" >"$dir/starts" 2>>"$dir/log"
    awk -F '\t' '{ printf "  %-8s %8.2f %8.2f\n", $1, $2, $3 }' "$dir/starts"
    echo
}

# Runs one process of each service, side by side on one bus.
calls_life() {
    local services=() trees=() resting=() path=/org/tabd/Tabs1/view_controllers/1 button=- name state=() tabd_pid kded_pid tmux_pid
    if ! ((peers_only)); then
        launch tabd org.tabd.Tabs1 "${tabd[@]}"
        tabd_pid=$pid
        resting+=("tabd,$tabd_pid")
        # These are destroyed with their client, so that nothing is saved, as in the other services.
        keep clock.WorldClock clock.Stopwatch
        launch_others
        if ((life == 0)); then rest; fi
        private_calls "$tabd_pid" "$path"
        button=$(.build/bench load org.tabd.Tabs1 benchmark.Button)
        services+=("tabd,org.tabd.Tabs1,$tabd_pid,$path,$button")
        # On tabd, the client creates its own remote view controller.
        trees+=("tabd,org.tabd.Tabs1,$tabd_pid")
        button=$(.build/bench load org.tabd.Tabs1 isolated.Button)
        services+=("isolated,org.tabd.Tabs1,$tabd_pid+$(.build/bench host org.tabd.Tabs1 isolated),-,$button")
        .build/bench snapshot org.tabd.Tabs1 "$dir/objects"
        state=("$dir/objects" "$path")
    fi
    for name in "${peer_names[@]}"; do
        launch "$name" "${bus_names[$name]}" ".build/${peer_programs[$name]}" "${bus_names[$name]}" "${state[@]}"
        services+=("$name,${bus_names[$name]},$pid,$path,$path")
        trees+=("$name,${bus_names[$name]},$pid,$path")
    done
    ((peers_only)) || services+=("kded,org.kde.kded5,$kded_pid,-,-" "tmux,$dir/tmux,$tmux_pid,-,-")
    "${core1[@]}" .build/bench calls all "$rounds" "$calls" "${services[@]}" >>"$dir/lives"
    if ! ((peers_only)) && ((life == 0)); then rss_after=$(rss "$tabd_pid"); fi
    "${core1[@]}" .build/bench views "$rounds" "$calls" "${trees[@]}" >>"$dir/lives"
    stop_services
    if ! ((peers_only)); then wait_for_end "$dir/tmux"; fi
}

# private_calls PID CONTROLLER: measures Get over a private connection and over the bus, in the same run. Nothing else is
# called meanwhile, because a private connection gets all signals. With the bus and the client on one core, only two of
# the bus' four hand-overs wake another core, so the scheduler also gets a turn at placing the processes.
private_calls() {
    "${core1[@]}" .build/bench calls get "$rounds" "$calls" "bus,org.tabd.Tabs1,$1,$2,-" \
        "private,org.tabd.Tabs1,$1,$2,private" >>"$dir/private-lives"
    [[ -n ${core0[*]} ]] || return 0
    place 0,1 "${pids[0]}" "$1"
    .build/bench calls get "$rounds" "$calls" "bus-free,org.tabd.Tabs1,$1,$2,-" \
        "private-free,org.tabd.Tabs1,$1,$2,private" >>"$dir/private-lives"
    place 1 "${pids[0]}"
    place 0 "$1"
}
# place CORES PID...: moves running processes.
place() {
    local one
    for one in "${@:2}"; do taskset -acp "$1" "$one" >/dev/null; done
}

# Only Get over a private connection and over the bus.
private_calls_only() {
    local life path
    rm -f "$dir/private-lives"
    for ((life = 0; life < instances; life++)); do
        launch tabd org.tabd.Tabs1 "${tabd[@]}"
        local tabd_pid=$pid
        keep clock.WorldClock clock.Stopwatch
        private_calls "$tabd_pid" "$path"
        stop_services
    done
    print_private_calls
}

print_private_calls() {
    medians "$dir/private-lives" >"$dir/private"
    echo "Get of one property of tabd over the bus, and over a private connection of the same client. Free: the scheduler"
    echo "places the processes; otherwise the bus and the client share a core:"
    print_calls bus "$dir/private"
    echo
}

# keep TYPE...: creates a tab bar controller that ends with its client, which keeps running; sets $path.
keep() {
    rm -f "$dir/kept"
    mkfifo "$dir/kept"
    .build/bench keep org.tabd.Tabs1 "$@" >"$dir/kept" &
    pids+=($!)
    read -r -t 10 path <"$dir/kept"
}

# Starts kded without a display, and tmux with two windows and without user settings and automatic redraws.
launch_others() {
    local tmux=(env -u TMUX tmux -u -S "$dir/tmux")
    launch kded org.kde.kded5 "${kded[@]}" 2>>"$dir/log"
    kded_pid=$pid
    "${core0[@]}" "${tmux[@]}" -f /dev/null new-session -d -x 80 -y 24 'sleep 100000' \; \
        new-window 'sleep 100000' \; set -g status-interval 0 \; set -g automatic-rename off
    tmux_pid=$("${tmux[@]}" display-message -p '#{pid}')
    pids+=("$tmux_pid")
    resting+=("kded,$kded_pid" "tmux,$tmux_pid")
}

wait_for_end() {
    while [[ -S $1 ]] && tmux -S "$1" has-session 2>/dev/null; do sleep 0.05; done
}

# Measures all services at rest, including services in C that have never been called.
rest() {
    local one i=0 counts
    for one in "${peer_names[@]}"; do
        launch "$one" "${bus_names[$one]}.Rest" ".build/${peer_programs[$one]}" "${bus_names[$one]}.Rest"
        resting+=("$one,$pid")
    done
    sleep 3
    mapfile -t counts < <(all_wakeups "$idle" "${resting[@]#*,}")
    for one in "${resting[@]}"; do
        printf '%s\t%d\t%d\t%d\t%d\n' "${one%,*}" "$(rss "${one#*,}")" "$(private "${one#*,}")" \
            "$(resident "${one#*,}")" "${counts[i++]}"
    done >"$dir/rest"
}
# The private and the resident memory of a process in kB.
private() { awk '/^Private_/ { sum += $2 } END { print sum }' "/proc/$1/smaps_rollup"; }
resident() { awk '/^Rss:/ { print $2 }' "/proc/$1/smaps_rollup"; }

ticks() {
    launch tabd org.tabd.Tabs1 "${tabd[@]}"
    .build/bench ticks org.tabd.Tabs1 "$(.build/bench create org.tabd.Tabs1 clock.Stopwatch)" "$ticks" >"$dir/ticks"
    stop_services
    IFS=$'\t' read -r tick_count tick_bytes tick_messages tick_longest tick_body <"$dir/ticks"
    echo "At rest: tabd has two Clock tabs, kded no modules, tmux two windows. Anonymous memory, private memory including"
    echo "files, and resident memory, in kB; wake-ups in $idle seconds:"
    awk -F '\t' '
        BEGIN { printf "  %-8s %10s %10s %10s %9s\n", "", "anonymous", "private", "resident", "wake-ups" }
        { printf "  %-8s %10d %10d %10d %9d\n", $1, $2, $3, $4, $5 }' "$dir/rest"
    echo "tabd after the calls: $rss_after kB anonymous"
    echo
    echo "tabd with a visible, running stopwatch: $tick_bytes bytes in $tick_messages messages per tick over $tick_count"
    echo "ticks; the longest ViewChanged has $tick_longest bytes, $tick_body of them in its body"
    echo
}

print_calls_of_all() {
    echo "$instances processes of each service, each with $rounds interleaved rounds of $calls calls, one by one and with 64"
    echo "in flight (16 with a delegate, 4 of GetManagedObjects). CPU is the user and system time of the service, times are"
    echo "until the reply, and all values are medians over the processes. Replies and signals are identical, except for kded"
    echo "and tmux. Get: of one property; loadedModules of kded. GetManagedObjects: without changes, so that a reply can be"
    echo "cached, and after a tap each, including the tap. TapItem: with 0, 1 and 100 listening clients, and with a delegate"
    echo "of another client; select-window in tmux' control mode, until its notification. SendAction: to a plugin in C that"
    echo "does nothing, in-process and isolated. ViewChanged: one label of 200 views, from the owner's UpdateView to the"
    echo "signal at another client; its CPU time includes the whole call. UpdateView: until its reply. In flight, tabd"
    echo "combines the changes of a turn in one signal:"
    print_calls libdbus "$dir/calls"
    echo
    echo "A tap: $(awk -F '\t' '$2 == "messages" { print $3 " signals of " $4 " bytes" }' "$dir/lives" | head -n 1), and the reply"
    echo "Bytes of one ViewChanged, of its body, and of the reply of GetView with all 200 views; signals per update with 64"
    echo "updates in flight:"
    awk -F '\t' '$2 == "bytes" && !is_known[$1]++ { printf "  %-8s %6d %6d %8d %8.2f\n", $1, $3, $4, $5, $6 }' "$dir/lives"
    echo
}

# call_of LABEL CALL COLUMN: column 3 is the CPU time one by one, 6 the CPU time in flight.
call_of() { awk -F '\t' -v label="$1" -v call="$2" -v column="$3" '$1 == label && $2 == call { print $column }' "$dir/calls"; }
# message_cpu LABEL COLUMN: the CPU time of each of the five signals of a tap, beyond the cost of a call without signals.
message_cpu() {
    awk -v tap="$(call_of "$1" TapItem "$2")" -v get="$(call_of "$1" Get "$2")" 'BEGIN { print (tap - get) / 5 }'
}
rest_of() { awk -F '\t' -v label="$1" -v column="$2" '$1 == label { print $column }' "$dir/rest"; }
start_of() { awk -F '\t' -v label="$1" -v column="$2" '$1 == label { print $column }' "$dir/starts"; }

# private_of LABEL COLUMN: column 4 is the median latency one by one, 7 in flight.
private_of() { awk -F '\t' -v label="$1" -v column="$2" '$1 == label { print $column }' "$dir/private"; }
private_verdicts() {
    local free
    for free in "" -free; do
        grep -q "^private$free"$'\t' "$dir/private" || continue
        verdict "private Get against bus, p50${free/-/, }" \
            "$(ratio "$(private_of "private$free" 4)" "$(private_of "bus$free" 4)")" 0.60 x
        verdict "the same in flight${free/-/, }" \
            "$(ratio "$(private_of "private$free" 7)" "$(private_of "bus$free" 7)")" 0.60 x
    done
}

calls_verdicts() {
    local column names=([3]="CPU" [4]="p50" [5]="p99" [6]="CPU in flight" [7]="p50 in flight" [8]="p99 in flight")
    verdict "Get, CPU against libdbus" "$(ratio "$(call_of tabd Get 3)" "$(call_of libdbus Get 3)")" 1.15 x
    verdict "Get, CPU against GDBus" "$(ratio "$(call_of tabd Get 3)" "$(call_of gdbus Get 3)")" 0.50 x
    verdict "message of a tap against libdbus" "$(ratio "$(message_cpu tabd 3)" "$(message_cpu libdbus 3)")" 1.15 x
    verdict "the same in flight" "$(ratio "$(message_cpu tabd 6)" "$(message_cpu libdbus 6)")" 1.15 x
    for column in "${!names[@]}"; do
        verdict "Get against kded, ${names[column]}" "$(ratio "$(call_of tabd Get "$column")" "$(call_of kded Get "$column")")" 1 x
    done
    verdict "start to name against kded" "$(ratio "$(start_of tabd 2)" "$(start_of kded 2)")" 0.5 x
    verdict "start to answer against kded" "$(ratio "$(start_of tabd 3)" "$(start_of kded 3)")" 0.5 x
    verdict "anonymous memory against kded" "$(ratio "$(rest_of tabd 2)" "$(rest_of kded 2)")" 1 x
    verdict "private memory against kded" "$(ratio "$(rest_of tabd 3)" "$(rest_of kded 3)")" 1 x
    verdict "resident memory against kded" "$(ratio "$(rest_of tabd 4)" "$(rest_of kded 4)")" 1 x
    verdict "wake-ups beyond kded's" $(($(rest_of tabd 5) > $(rest_of kded 5) ? $(rest_of tabd 5) - $(rest_of kded 5) : 0)) 0 ""
    verdict "RssAnon, two Clock tabs" "$(rest_of tabd 2)" 6144 " kB"
    verdict "wake-ups in $idle idle seconds" "$(rest_of tabd 5)" 0 ""
    private_verdicts
}
