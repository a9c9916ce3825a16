internal import TabFrontEnd

/// The words of a command line that name another machine, and the other words.
struct HostWords {
    /// The machine whose words are offered.
    enum Machine: Equatable {
        case this
        case host(SSHDestination)
        /// The line names a machine, but which one is not known yet. Words of another machine would be wrong.
        case unclear
    }

    private static let options: Set = ["-H", "--host", "--host-bus"]

    /// The words without the options for the machine and their values.
    private(set) var rest: [String] = []
    /// The index in `rest` of the word that is completed.
    private(set) var index = 0
    private var values: [String: String] = [:]

    /// - Parameters:
    ///   - words: All words of the line, as the user typed them. bash splits them at `=`, `@` and `:` too.
    ///   - index: The index of the word that is completed.
    init(_ words: [String], before index: Int = .max) {
        var position = words.startIndex
        var isOver = false
        while position < words.endIndex {
            let word = words[position]
            isOver = isOver || word == "--"
            guard !isOver, let (option, attached) = Self.option(word) else {
                if position < index { self.index += 1 }
                rest.append(word)
                position += 1
                continue
            }
            position += 1
            var pieces: [String] = []
            if let attached {
                pieces.append(attached)
            } else {
                if position < words.endIndex, words[position] == "=" { position += 1 }
                if position < words.endIndex { pieces.append(words[position]) }
                position += 1
            }
            while position < words.endIndex, Self.isBreak(words[position]) {
                pieces += words[position...].prefix(2)
                position += 2
            }
            values[option] = pieces.joined()
        }
    }

    var machine: Machine {
        guard !values.isEmpty else { return .this }
        // The value of a variable is not known here.
        guard let name = values["--host"], !values.values.contains(where: { $0.contains { "$`".contains($0) } }),
            let host = try? SSHDestination(
                CompletionWord.unquoted(name), bus: values["--host-bus"].map(CompletionWord.unquoted))
        else { return .unclear }
        return .host(host)
    }

    /// Returns the long name of an option for the machine, and the value in the same word; nil for another word.
    private static func option(_ word: String) -> (String, String?)? {
        if options.contains(word) { return (word == "-H" ? "--host" : word, nil) }
        if word.hasPrefix("-H") { return ("--host", String(word.dropFirst(2))) }
        for option in ["--host", "--host-bus"] where word.hasPrefix(option + "=") {
            return (option, String(word.dropFirst(option.count + 1)))
        }
        return nil
    }

    private static func isBreak(_ word: String) -> Bool { !word.isEmpty && word.allSatisfy { "=@:".contains($0) } }
}
