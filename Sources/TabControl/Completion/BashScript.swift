internal import ArgumentParser

/// The script with the completions of bash.
enum BashScript {
    /// bash splits the words of a line at `=`, `@` and `:` as well. The script of the argument parser would take the pieces
    /// of `--host ada@desk` for commands and arguments, so they are joined before.
    static var text: String {
        let begin = "    set +o history +o posix\n"
        let parts = RootCommand.completionScript(for: .bash).split(separator: begin, omittingEmptySubsequences: false)
        return parts.joined(separator: begin + joining)
    }

    private static let joining = #"""
            # The pieces of the name of another machine
            local rest="${COMP_LINE}" piece
            local -a joined=()
            local -i piece_index joined_index=0 count
            for piece_index in "${!COMP_WORDS[@]}"; do
                piece="${COMP_WORDS[piece_index]}"
                count="${#joined[@]}"
                if [[ "${count}" -gt 1 && -n "${rest}" && "${rest}" != [[:space:]]* ]] \
                    && [[ "${joined[count - 1]}" = @(-H?*|--host*) || "${joined[count - 2]}" = @(-H|--host|--host-bus) ]]
                then
                    joined[count - 1]+="${piece}"
                else
                    joined+=("${piece}")
                fi
                rest="${rest##*([[:space:]])}"
                rest="${rest#"${piece}"}"
                [[ "${piece_index}" -eq "${COMP_CWORD}" ]] && joined_index="${#joined[@]}-1"
            done
            local -a COMP_WORDS=("${joined[@]}")
            local -i COMP_CWORD="${joined_index}"

        """#

    /// Whether the arguments ask for this script.
    static func isRequested(by arguments: [String]) -> Bool {
        let option = "--generate-completion-script"
        return arguments == [option, "bash"] || arguments == [option + "=bash"]
    }
}
