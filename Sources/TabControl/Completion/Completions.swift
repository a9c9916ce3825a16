internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror

/// The words that a shell offers for arguments, with live values of the daemon.
///
/// Each function gets the words of the command line, the index of the word to complete, and its text before the
/// cursor. Without a daemon there are no words: completion never starts one.
enum Completions {
    /// View controllers: identifiers, unique titles and numbers.
    @Sendable static func controllers(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        live(words, index) { tree in
            let candidates = CommandWords(words, before: index).scope.candidates(in: tree)
            return names(of: candidates, in: tree) { path, _ in PropertyText.object(path) }
        }
    }

    /// The tabs of the tab bar controller before the word: identifiers, unique titles and positions.
    @Sendable static func tabs(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        live(words, index) { tree in
            let line = CommandWords(words, before: index)
            guard let controller = line.controller(in: tree) else { return [] }
            let tabs = tabs(of: controller, for: line.command, in: tree)
            return names(of: tabs, in: tree) { Position(at: $1).description }
        }
    }

    /// Returns the items of the bar for `tap`, the rows of More for `row`, else all tabs.
    private static func tabs(of controller: ObjectPath, for command: String, in tree: ManagedObjects) -> [ObjectPath] {
        switch command {
        case "tap": (try? tree.barItems(of: controller)) ?? []
        case "row": MoreRows.list(of: controller, in: tree).flatMap { tree.moreList($0).rows } ?? []
        default: tree.tabBarController(controller).viewControllers ?? []
        }
    }

    /// The types of view controllers that plugins and clients offer.
    @Sendable static func types(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        texts(of: CompletionSession.viewControllerTypes(words).map { CompletionWord($0) }, words, index)
    }

    /// The ids of the plugins.
    @Sendable static func plugins(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        live(words, index) { tree in
            tree.paths(with: PluginInterface.name).map {
                CompletionWord(tree.plugin($0).id ?? "", description: tree.plugin($0).pluginName ?? "")
            }
        }
    }

    /// The titles of the buttons that the controller before the word shows, or the names of their images.
    @Sendable static func buttons(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        live(words, index) { tree in
            guard let controller = CommandWords(words, before: index).controller(in: tree) else { return [] }
            let layers = Displayed.Layers(in: controller, of: tree)
            let shown = (layers.popovers.map(\.displayed) + [layers.page]).compactMap(\.content)
            return shown.flatMap { NavigationBar.items(of: $0, in: tree) }.map {
                CompletionWord($0.title.isEmpty ? $0.image : $0.title)
            }
        }
    }

    /// The names of the properties of the controller before the word.
    @Sendable static func properties(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        live(words, index) { tree in
            guard let controller = CommandWords(words, before: index).controller(in: tree) else { return [] }
            return PropertyCondition.names(of: controller, in: tree).map { CompletionWord($0) }
        }
    }

    // MARK: Words

    /// Returns the words for some view controllers: first identifiers and titles, then numbers or positions.
    private static func names(
        of paths: [ObjectPath], in tree: ManagedObjects, number: (ObjectPath, Int) -> String
    ) -> [CompletionWord] {
        var counts: [String: Int] = [:]
        for path in paths { for title in Set(tree.titles(of: path)) { counts[title, default: 0] += 1 } }
        let identifiers = paths.map { path in
            CompletionWord(
                tree.viewController(path).restorationIdentifier ?? "", description: tree.titles(of: path).first ?? "")
        }
        let titles = paths.flatMap { tree.titles(of: $0).prefix(1) }.filter { counts[$0] == 1 }
        // Other texts are not understood as a name.
        let names = (identifiers + titles.map { CompletionWord($0) }).filter {
            ControllerArgument(argument: $0.text) == .name($0.text)
        }
        return names
            + paths.enumerated().map { index, path in
                CompletionWord(
                    number(path, index),
                    description: tree.titles(of: path).first ?? tree.viewController(path).type ?? "")
            }
    }

    /// Returns words made of the objects of a running daemon, in the form of the shell.
    ///
    /// - Parameters:
    ///   - line: The words of the command line.
    ///   - index: The index of the word to complete.
    private static func live(
        _ line: [String], _ index: Int, _ words: (ManagedObjects) -> [CompletionWord]
    ) -> [String] {
        CompletionSession.managedObjects(line).map { texts(of: words($0), line, index) } ?? []
    }

    private static func texts(of words: [CompletionWord], _ line: [String], _ index: Int) -> [String] {
        // fish passes the line without its quotation marks. It knows them on all lines of a text, so none can be mistaken.
        let shell = CompletionShell.requesting
        let isQuoted = shell != .fish && line.indices.contains(index) && CompletionWord.hasOpenQuote(line[index])
        var seen: Set<String> = []
        return words.filter {
            $0.isUsable(inQuotes: isQuoted) && ShellEncoding.canRead($0.text) && seen.insert($0.text).inserted
        }.map { $0.text(for: shell) }
    }
}

/// The encoding of the shell's line, that of the locale.
private enum ShellEncoding {
    private static let isUTF8: Bool = {
        setlocale(LC_CTYPE, "")
        return nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8"
    }()

    /// Whether the bytes of a text mean the same in this encoding. In GBK a backslash can be half a character.
    static func canRead(_ text: String) -> Bool { isUTF8 || text.utf8.allSatisfy { $0 < 0x80 } }
}
