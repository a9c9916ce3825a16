import TabPlugin

/// The preferences, which all instances of Settings share and observe.
@PluginActor
final class PreferenceStore {
    static let shared = PreferenceStore()

    private struct Observer {
        weak var owner: AnyObject?
        let action: @PluginActor () -> Void
    }

    private(set) var values = Preferences()
    /// The reason why changes are not saved; empty if they are.
    private(set) var errorMessage = ""
    private var file: PreferencesFile?
    private var isOpen = false
    /// Whether the file has lines that the next write would lose.
    private var isBroken = false
    private var observers: [Observer] = []

    /// Reads the file the first time that it is called.
    func open(in folder: () throws(PluginError) -> String) {
        guard !isOpen else { return }
        isOpen = true
        do throws(PluginError) {
            let file = PreferencesFile(path: try folder() + "/preferences")
            self.file = file
            read(file)
        } catch {
            fail("the data folder is not available: \(error)")
        }
    }

    /// Changes and saves the preferences, then notifies the observers. Does nothing if no value has changed.
    func change(_ edit: (inout Preferences) -> Void) {
        var changed = values
        edit(&changed)
        guard changed != values else { return }
        values = changed
        write()
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.action() }
    }

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - owner: The object whose release ends the observation.
    ///   - action: The code to run after a change. Capture the owner weakly.
    func observe(_ owner: AnyObject, _ action: @escaping @PluginActor () -> Void) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, action: action))
    }

    private func read(_ file: PreferencesFile) {
        do throws(PreferencesFile.Failure) {
            guard let text = try file.text() else { return }
            values = Preferences(text: text) { message in
                isBroken = true
                log(.warning, "\(file.path): \(message)")
            }
        } catch {
            isBroken = true
            log(.warning, "\(error.description); using the defaults")
        }
    }

    private func write() {
        guard let file else { return }
        if isBroken, let aside = file.setAside() { log(.warning, "renamed \(file.path) to \(aside)") }
        isBroken = false
        do throws(PreferencesFile.Failure) {
            try file.replace(with: values.text)
            errorMessage = ""
        } catch {
            fail(error.description)
        }
    }

    private func fail(_ reason: String) {
        errorMessage = "Changes are not saved: \(reason)"
        log(.error, "preferences are not saved: \(reason)")
    }
}
