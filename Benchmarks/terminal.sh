# A front end on a terminal, for run.sh: the cost of keys, sizes and charts in tabctl, a minimal front end in C, and tmux.

terminal() {
    local life
    for ((life = 0; life < screens; life++)); do terminal_life; done
    medians "$dir/terminal-of-lives" >"$dir/terminal"
    print_terminal
}

# Runs new processes, because the memory layout of a process affects its speed for its whole life.
terminal_life() {
    local front_ends=() tmux=(env -u TMUX tmux -u -S "$dir/tmux") server
    launch_apart front
    front_ends+=(tabctl "$pid" "unix:path=$dir/bus-front" "${core0[@]}" "${TABD%/*}/tabctl" attach @)
    launch_apart plain
    front_ends+=(-- plain-front "$pid" "unix:path=$dir/bus-plain" "${core0[@]}" .build/plain-front @)
    # Without user settings and automatic redraws.
    rm -f "$dir/shown"
    mkfifo "$dir/shown"
    "${core0[@]}" "${tmux[@]}" -f /dev/null new-session -d -x 80 -y 24 "cat '$dir/shown'" \; \
        set -g status-interval 0 \; set -g status-right '' \; set -g automatic-rename off
    server=$("${tmux[@]}" display-message -p '#{pid}')
    pids+=("$server")
    front_ends+=(-- tmux "$server" "$dir/shown" "${core0[@]}" "${tmux[@]}" attach)
    "${core1[@]}" .build/bench terminal "$keys" 5 gallery.Stress "${front_ends[@]}" >>"$dir/terminal-of-lives"
    stop_services
}

print_terminal() {
    echo "On a terminal of 80 x 24, 10 events per second, median over $screens processes: $keys keys into a text"
    echo "field; $((keys / 2)) resizes between 80 x 24, 120 x 40 and 40 x 12; $keys frames of one chart, and of the"
    echo "Gallery's chart over 200 labels; $((keys / 2)) resizes of these. CPU: of the front end, in % of a processor and us per"
    echo "event; tabd is its daemon. Writes: write() calls to the terminal per event, the share of events with exactly one,"
    echo "and the most of an event. p50 and p99: us until the first byte. plain-front: a program in C on libdbus that draws"
    echo "only the changed line. tmux: client and server, with a program that prints the same line; its writes of keys also"
    echo "go to that program. Idle is the sum over 5 seconds:"
    awk -F '\t' '
        function number(x, format) { return x == "-" ? x : sprintf(format, x) }
        BEGIN {
            printf "  %-20s %-11s %6s %8s %7s %6s %7s %7s %6s %5s %4s %8s %6s %6s\n", "", "", "CPU %", "us",
                "ratio", "tabd %", "tabd us", "wakeups", "writes", "one", "most", "bytes", "p50", "p99"
        }
        FILENAME ~ /lives$/ {
            if ($13 == "-") next
            if ($13 > most[$1, $2]) most[$1, $2] = $13
            once[$1, $2] += $15
            all[$1, $2] += $14 + $15 + $16 + $17
            next
        }
        !is_read[$1, $2]++ { if ($1 == "plain-front") cpu[$2] = $5; next }
        {
            is_apart = $1 == "tmux"
            printf "  %-20s %-11s %6.2f %8.0f %7s %6s %7s %7.2f %6s %5s %4s %8.1f %6s %6s\n", $2, $1, $4, $5,
                (cpu[$2] >= 1 ? sprintf("%.2fx", $5 / cpu[$2]) : ""), is_apart ? "" : sprintf("%.2f", $6),
                is_apart ? "" : sprintf("%.0f", $7), $8, number($9, "%.2f"),
                all[$1, $2] ? sprintf("%.0f%%", 100 * once[$1, $2] / all[$1, $2]) : "-",
                all[$1, $2] ? most[$1, $2] + 0 : "-", $10, number($11, "%.0f"), number($12, "%.0f")
        }' "$dir/terminal-of-lives" "$dir/terminal" "$dir/terminal"
    echo
}

# of_terminal LABEL PHASE COLUMN: prints a median; nothing if it was not measured.
of_terminal() {
    awk -F '\t' -v label="$1" -v phase="$2" -v c="$3" '$1 == label && $2 == phase { print $c }' "$dir/terminal"
}
# is_drawn PHASE: succeeds if tabctl has drawn the events. A program that draws nothing would meet every target.
is_drawn() { awk -v writes="$(of_terminal tabctl "$1" 9)" 'BEGIN { exit !(writes ~ /^[0-9.]+$/ && writes >= 0.9) }'; }
# most_writes PHASE: prints the most writes of an event; nothing if nothing was drawn, a dash if they are unknown.
most_writes() {
    is_drawn "$1" || return 0
    awk -F '\t' -v phase="$1" '
        $1 != "tabctl" || $2 != phase { next }
        $13 == "-" { unknown = 1 }
        $13 + 0 >= most { most = $13 }
        END { print unknown ? "-" : most }' "$dir/terminal-of-lives"
}

terminal_verdicts() {
    local phase own
    for phase in typing resizing chart "chart, 200 labels"; do
        own=
        if is_drawn "$phase"; then own=$(of_terminal tabctl "$phase" 4); fi
        verdict "$phase, tabctl" "$own" 2 " % CPU"
        verdict "$phase, CPU against tmux" "${own:+$(ratio "$own" "$(of_terminal tmux "$phase" 4)")}" 5 x
    done
}

# Targets that do not depend on the machine.
terminal_counts() {
    verdict "tabctl, writes in 5 idle s" "$(of_terminal tabctl idle 9)" 0 ""
    verdict "most writes of a keystroke" "$(most_writes typing)" 1 ""
}
