internal import ArgumentParser

/// The script with the completions of bash.
///
/// The words that are offered come from other programs: titles, identifiers, types and names of files. The script of the
/// argument parser lets readline take all of them for names of files (`complete -o filenames`), and readline expands
/// those. `${x:-$(reboot)}` in a title ran `reboot`. So the functions of `words` replace those of the argument parser:
/// no word reaches a function of bash that expands it, and each is quoted once, at the end.
enum BashScript {
    static var text: String {
        let begin = "    set +o history +o posix\n"
        let parts = RootCommand.completionScript(for: .bash).split(separator: begin, omittingEmptySubsequences: false)
        let lines = parts.joined(separator: begin + joining).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { !$0.hasPrefix("complete ") }.joined(separator: "\n") + words
    }

    /// bash splits the words of a line at `=`, `@` and `:` as well. The script of the argument parser would take the pieces
    /// of `--host ada@desk` for commands and arguments, so they are joined before.
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

    private static let words = #"""

        # Adds the lines of a text that begin with ${cur}, or the names of files. 'compgen' would expand both.
        __tabctl_add_completions() {
            if [[ "${1}" = -W ]]; then
                local line
                while IFS='' read -r line; do
                    [[ -n "${line}" && "${line}" = "${cur}"* ]] && COMPREPLY+=("${line}")
                done <<<"${2}"
                return
            fi
            local pattern='*' base="${cur}" file
            # -o plusdirs -fX '!PATTERN'
            [[ "${1}" = -o ]] && pattern="${!#}" pattern="${pattern#!}"
            [[ -n "${home}" ]] && base="${HOME}/${cur#"${home}"}"
            are_files=true
            # _tabctl restores these options.
            set +f
            shopt -u failglob
            shopt -s nullglob
            for file in "${base}"*; do
                if [[ -d "${file}" ]]; then
                    file+=/
                elif [[ "${1}" = -d || "${file}" != ${pattern} ]]; then
                    continue
                fi
                COMPREPLY+=("${cur}${file#"${base}"}")
            done
        }

        # Completes the last word of a line. It sets COMPREPLY to words that no shell expands, in and out of quotes.
        __tabctl_complete() {
            COMPREPLY=()
            local raw="${COMP_WORDS[COMP_CWORD]}" text="${2}" quote='' plain='' home='' are_files=false rest
            case "${raw}" in
            [\"\']*)
                quote="${raw:0:1}"
                plain="${text#"${quote}"}"
                [[ "${plain}" = *[\"\'\`\$\\]* ]] && return
                ;;
            *)
                rest="${raw//\\?/}"
                [[ "${rest}" = *[\"\'\`\$]* ]] && return
                rest="${text}"
                while [[ "${rest}" = *\\* ]]; do
                    plain+="${rest%%\\*}"
                    rest="${rest#*\\}"
                    plain+="${rest:0:1}"
                    rest="${rest:1}"
                done
                plain+="${rest}"
                [[ "${raw}" = '~/'* ]] && home='~/'
                ;;
            esac
            _tabctl "${1}" "${plain}" "${3}"

            local reply word
            local -a replies=()
            for reply in "${COMPREPLY[@]}"; do
                # Somewhere a shell expands these even after a backslash, for example between backticks.
                [[ "${reply}" = *[\$\`\\\!]* || "${reply}" = *[[:cntrl:]]* ]] && continue
                if [[ -n "${quote}" ]]; then
                    # The quotation mark may be the end of a text that began on an earlier line.
                    [[ "${reply}" = *[\"\'\;\&\|\<\>\(\)\{\}\[\]\*\?\~^#]* ]] && continue
                    replies+=("${reply}")
                    continue
                fi
                # The '~' of a file's name stays, as the user wrote it.
                "${are_files}" || home=''
                word="${reply#"${home}"}"
                [[ -n "${word}" ]] && printf -v word %q "${word}"
                [[ "${word}" = "\$'"* ]] && continue
                # Else bash takes what follows for the next word.
                word="${word//:/\\:}"
                word="${word//=/\\=}"
                word="${word//@/\\@}"
                replies+=("${home}${word}")
            done
            COMPREPLY=("${replies[@]}")
            [[ "${#replies[@]}" -eq 1 && "${replies[0]}" = */ ]] && compopt -o nospace 2>/dev/null
            return 0
        }

        complete -F __tabctl_complete tabctl

        """#

    /// Whether the arguments ask for this script.
    static func isRequested(by arguments: [String]) -> Bool {
        let option = "--generate-completion-script"
        return arguments == [option, "bash"] || arguments == [option + "=bash"]
    }
}
