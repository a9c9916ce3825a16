# Floods: what another client sees while one client floods the daemon. Each kind has a daemon and a C service of its own, on
# the bus of run.sh. KIND names the kinds, by default all. SIZE replaces the size of each.

floods() {
    local kind tabd_pid controller state
    : >"$dir/floods"
    for kind in ${KIND:-$(.build/bench floods)}; do
        state=$dir/state/$kind
        mkdir -p -m 700 "$state"
        # The size of the numbers in turns.h.
        head -c 4096 /dev/zero >"$dir/turns"
        launch tabd org.tabd.Tabs1 env XDG_STATE_HOME="$state" TABD_TURNS="$dir/turns" LD_PRELOAD="$PWD/.build/libturns.so" \
            "${tabd[@]}"
        tabd_pid=$pid
        # It lives as long as its owner. The other process keeps it.
        "${core1[@]}" .build/bench keep org.tabd.Tabs1 benchmark.Button benchmark.Button >"$dir/controller" &
        pids+=("$!")
        until [[ -s $dir/controller ]]; do sleep 0.01; done
        read -r controller <"$dir/controller"
        .build/bench snapshot org.tabd.Tabs1 "$dir/flood-objects"
        launch libdbus org.example.Flooded .build/libdbus-service org.example.Flooded "$dir/flood-objects" "$controller"
        "${core1[@]}" .build/bench floods "$kind" org.tabd.Tabs1 "$tabd_pid" "$controller" org.example.Flooded "$dir/turns" \
            ${SIZE:+"$SIZE"} >>"$dir/floods" || printf '%s\tfailed\n' "$kind" >>"$dir/floods"
        stop_services
        rm -f "$dir/controller"
    done
    print_floods
    [[ -z ${KIND:-} || $KIND == *objects* ]] || return 0
    state=$dir/state/departure
    mkdir -p -m 700 "$state"
    launch tabd org.tabd.Tabs1 env XDG_STATE_HOME="$state" "${tabd[@]}"
    .build/bench departure org.tabd.Tabs1 "$pid" 24000 >"$dir/departure"
    stop_services
    awk -F '\t' '{
        printf "%d objects leave with their client: %d ms of CPU in tabd, %d ms in a C program that only sends the signals\n\n",
            $1, $2, $3
    }' "$dir/departure"
}

print_floods() {
    echo "Another client calls Properties.Get every millisecond while one floods tabd. ms; the turn is CPU time."
    echo
    awk -F '\t' '
        BEGIN {
            printf "  %-32s %8s %8s %9s   %8s %8s %9s   %8s %6s %8s %8s %6s\n", "", "tabd p50", "p99", "p99.9", "C p50", "p99",
                "p99.9", "turn", "> 20", "CPU", "time", "MiB"
        }
        NF < 10 { printf "  %-32s failed\n", $1; next }
        {
            printf "  %-32s %8.2f %8.1f %9.1f   %8.2f %8.1f %9.1f   %8.1f %6d %8d %8d %6.0f\n", $2, $4, $5, $6, $9, $10, $11,
                $13, $14, $15, $16, $17
        }
        END { print "" }' "$dir/floods"
}

floods_verdicts() {
    local kind what count p50 p99 p999 longest peer_count peer_p50 peer_p99 peer_p999 peer_longest turn memory
    while IFS=$'\t' read -r kind what count p50 p99 p999 longest peer_count peer_p50 peer_p99 peer_p999 peer_longest turn _ _ _ memory; do
        : "$what $count $p50 $p99 $longest $peer_count $peer_p50 $peer_p99 $peer_longest"
        verdict "$kind: p99.9 beyond the C service" \
            "$(awk -v a="$p999" -v b="$peer_p999" 'BEGIN { if (a == "") print "-"; else printf "%.1f", (a > b ? a - b : 0) }')" 50 " ms"
        verdict "$kind: longest turn, CPU" "${turn:--}" 20 " ms"
        verdict "$kind: memory" "${memory:--}" 512 " MiB"
    done <"$dir/floods"
}
