/// Crash markers: which restored view controller, view or plugin was running when the process died.
extension Store {
    /// The view controller that is being restored.
    package var restoring: UInt64? { markers.restoring }

    /// Marks a view controller that is about to be created or to decode its state. The previous one has survived.
    ///
    /// If the process dies now, ``StoreContents/interrupted`` contains the number at every later start, until the view
    /// controller survives or is removed.
    package func beginRestoring(_ number: UInt64) {
        let survivor = markers.begin(number)
        writeCrashMarker()
        if let survivor { recordSurvival(survivor) }
    }

    /// Removes the crash marker: the last view controller has survived, too.
    package func endRestoring() {
        guard let survivor = markers.end() else { return }
        // Without open files the marker is that of an earlier process, and the next start needs it.
        if isOpen { markers.file.remove() }
        recordSurvival(survivor)
    }

    /// Writes the current crash marker, even if the state directory was deleted and created again.
    func writeCrashMarker() {
        if isOpen, let restoring, !markers.writeFile() { recordInterrupted(restoring) }
    }

    /// Records an interrupted view controller in the database. Returns false if that fails.
    @discardableResult func recordInterrupted(_ number: UInt64) -> Bool {
        markers.noteInterrupted(number)
        return record { try $0.markInterrupted(number) }
    }

    /// Removes a view controller from the interrupted ones of the database.
    private func recordSurvival(_ number: UInt64) {
        if markers.noteSurvival(number) { record { try $0.clearInterrupted(number) } }
    }

    /// Marks a restored view controller whose view is about to be loaded or shown. If the process dies repeatedly while
    /// it is marked, ``StoreContents/interrupted`` contains the number at the next start.
    package func beginShowing(_ number: UInt64) { record { try $0.begin(loading: String(number)) } }

    /// Removes the mark of ``beginShowing(_:)``.
    package func endShowing(_ number: UInt64) { record { try $0.end(loading: String(number)) } }

    /// Removes all crash markers of a view controller.
    package func removeCrashMarkers(of number: UInt64) {
        record { database in
            try database.clearInterrupted(number)
            try database.end(loading: String(number))
        }
    }

    /// The number of crashes that makes a plugin or a view a suspect.
    private static let crashLimit: UInt64 = 2

    /// Returns the plugins during whose loading the process has died repeatedly.
    package func suspectedPlugins() -> Set<String> {
        var attempts = unsaved.salvaged.loading
        read { database in attempts = try database.readLoading() }
        return Set(attempts.filter { $0.value >= Self.crashLimit && UInt64($0.key) == nil }.keys)
    }

    /// Returns the view controllers that crashed while they were shown. They are recorded like plugins, under their
    /// numbers, which are not valid plugin identifiers.
    static func interrupted(in attempts: [String: UInt64]) -> [UInt64] {
        attempts.filter { $0.value >= crashLimit }.keys.compactMap { UInt64($0) }.sorted()
    }

    /// Marks a plugin whose code is about to be loaded into this process.
    package func beginLoading(_ plugin: String) { record { try $0.begin(loading: plugin) } }

    /// Removes the mark of a plugin that has loaded, or that may be tried again.
    package func endLoading(_ plugin: String) { record { try $0.end(loading: plugin) } }

    /// Commits a change outside of a turn. Returns false if that fails.
    @discardableResult func record(_ body: (Database) throws -> Void) -> Bool {
        checkFiles()
        guard let openFiles = access.openFiles else { return false }
        do throws(StoreError) {
            try openFiles.write(body)
            return true
        } catch {
            didFail(error)
            return false
        }
    }
}
