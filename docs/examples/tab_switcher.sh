#!/bin/sh
# Lists the tabs of all controllers with fzf, and taps the chosen one. A tab under More has no item on the bar, so it is
# selected without a tap.
set -eu

# The command, the controller and the tab are hidden columns before the text. No character controls the terminal.
tabs=$(tabctl list --json | jq -r '
    def plain: gsub("[\\p{Cc}\\x{2028}-\\x{202E}\\x{2066}-\\x{2069}]"; "\ufffd");
    .[] | . as $controller | .tabs[]
    | [
        if .path | IN($controller.more[]) then "select" else "tap" end,
        $controller.path,
        .path,
        ("\($controller.title): \(.title)"
            + (if .badge == "" then "" else " {\(.badge)}" end)
            + (if .selected then " *" else "" end) | plain)
    ] | @tsv')
choice=$(printf '%s\n' "$tabs" |
    fzf --delimiter='\t' --with-nth=4 --prompt='tab> ' --preview='tabctl view {3}') || exit 0

IFS=$(printf '\t') read -r command controller tab _ <<END
$choice
END
exec tabctl "$command" "$controller" "$tab"
