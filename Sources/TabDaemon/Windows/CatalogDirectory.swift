import DBusInterface
import Processes

/// The folders with message catalogs, in `LANGUAGE/LC_MESSAGES/tabd.mo` below each. The first folder with a catalog of a
/// language wins.
struct CatalogDirectory: Sendable {
    let searchPath: [String]

    init(searchPath: [String]) { self.searchPath = searchPath }

    /// - Parameters:
    ///   - extra: Paths that come first, from the command line.
    ///   - program: The path of the daemon. An installation has its catalogs beside it, in `../share/locale`.
    ///   - environment: `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` count.
    init(extra: [String], program: String?, environment: [String: String]) {
        let parts = program?.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let own = parts.map { ["\($0)/../share/locale"] } ?? []
        let (user, system) = DataFolders.inEnvironment(environment)
        searchPath = extra + user.map { "\($0)/locale" } + own + system.map { "\($0)/locale" }
    }

    /// Returns the names of the catalogs for a locale, the best first: `de_AT`, `de` for `de_AT.UTF-8`. A name has at most
    /// one `@` with a modifier, as in `sr_RS@latin`.
    ///
    /// The locale may come from a client. No name leaves the folder.
    static func names(for locale: String) -> [String] {
        let parts = locale.split(separator: "@", omittingEmptySubsequences: false)
        guard locale.utf8.count <= 64, parts.count <= 2, let first = parts.first else { return [] }
        let place = first.prefix { $0 != "." }
        let isWord = { (word: Substring) in
            !word.isEmpty && word.utf8.allSatisfy { Self.allowed.contains($0) }
        }
        let words = place.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard let language = words.first, words.allSatisfy(isWord), parts.dropFirst().allSatisfy(isWord) else {
            return []
        }
        let plain = words.count > 1 ? [String(place), String(language)] : [String(language)]
        return parts.dropFirst().flatMap { modifier in plain.map { "\($0)@\(modifier)" } } + plain
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_".utf8)

    /// Returns the catalogs with these names. A missing one is left out.
    ///
    /// - Parameter report: Gets the errors of files that can't be read.
    func catalogs(named names: [String], report: (String) -> Void) -> [MessageCatalog] {
        names.compactMap { name in
            for folder in searchPath {
                let path = "\(folder)/\(name)/LC_MESSAGES/tabd.mo"
                do {
                    guard let bytes = try SettingsFile.bytes(at: path, limit: MessageCatalog.maximumSize) else {
                        continue
                    }
                    return try MessageCatalog(bytes)
                } catch let error as DBusError {
                    report("\(path): \(error.message)")
                } catch {
                    report("\(path): \(error)")
                }
            }
            return nil
        }
    }
}
