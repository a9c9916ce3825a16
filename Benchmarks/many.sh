# One tab bar controller among thousands, for run.sh: the cost of a tap, their memory, and the duration of
# GetManagedObjects for the caller and for other clients.

many() {
    rm -rf "$dir"/state-alone "$dir"/state-among
    launch_apart alone
    local alone=unix:path=$dir/bus-alone,$pid
    launch_apart among
    "${core1[@]}" .build/bench many "$rounds" "$calls" "$crowd" benchmark.Button "$alone" \
        "unix:path=$dir/bus-among,$pid" "$dir/objects" libdbus org.tabd.Benchmark.LibDBus "${core0[@]}" .build/libdbus-service \
        >"$dir/many"
    stop_services
    print_many
}

print_many() {
    echo "A tab bar controller with 5 tabs of a plugin that does nothing, alone and among $crowd of them, and the libdbus"
    echo "service with the objects of the latter. Median of $rounds interleaved rounds of $calls taps:"
    awk -F '\t' '$2 == "TapItem"' "$dir/many" >"$dir/many-taps"
    print_calls "tabd, alone" "$dir/many-taps"
    echo
    echo "GetManagedObjects of all of these after a tap, to the last byte of the reply, and the longest wait of another client"
    echo "that calls Get every ms: in total, without the time in which the bus itself did not answer, and the longest wait of a"
    echo "client of the bus. Reply kept: the libdbus service with a cached reply, so that other clients only wait for its"
    echo "transfer through the bus. Medians in ms:"
    awk -F '\t' '
        BEGIN {
            printf "  %-11s %9s %9s %9s %12s %9s %12s\n", "service", "CPU", "all", "longest", "without bus", "bus", "bytes"
        }
        $2 == "objects" { printf "  %-11s %9.1f %9.1f %9.1f %12.1f %9.1f %12d\n", $1, $3, $4, $5, $6, $7, $8 }' "$dir/many"
    awk -F '\t' '
        $2 == "memory" {
            printf "\nPrivate memory of tabd: %d kB with one, %d kB with all: %.2f kB for each of %d tabs, or, including containers,\n" \
                "More and its list, %.2f kB for each of %d view controllers\n\n", $3, $4,
                ($4 - $3) / $6, $6, ($4 - $3) / $5, $5
        }' "$dir/many"
}

# many_of LABEL ROW COLUMN
many_of() { awk -F '\t' -v label="$1" -v row="$2" -v column="$3" '$1 == label && $2 == row { print $column }' "$dir/many"; }

many_verdicts() {
    verdict "tap among $crowd, CPU" "$(ratio "$(many_of "tabd, among" TapItem 3)" "$(many_of "tabd, alone" TapItem 3)")" 1.20 x
    verdict "private kB per controller" "$(awk -F '\t' '$2 == "memory" { printf "%.2f", ($4 - $3) / $6 }' "$dir/many")" 6.00 " kB"
    verdict "GetManagedObjects, CPU" "$(ratio "$(many_of "tabd, among" objects 3)" "$(many_of libdbus objects 3)")" 1.30 x
    verdict "longest wait meanwhile" "$(many_of "tabd, among" objects 5)" 20 " ms"
    verdict "of that beyond a kept reply's" "$(awk -v a="$(many_of "tabd, among" objects 5)" -v b="$(many_of "reply kept" objects 5)" \
        'BEGIN { printf "%.1f", (a > b ? a - b : 0) }')" 20 " ms"
}
