import TabPlugin

/// The preferences of all Settings, however many there are: one changes them, the others hear of it.
@PluginActor
final class PreferenceStore {
    static let shared = PreferenceStore()

    private struct Observer {
        weak var owner: AnyObject?
        let action: @PluginActor () -> Void
    }

    private(set) var values = Preferences()
    /// Why changes are not kept; empty when they are.
    private(set) var problem = ""
    private var file: PreferencesFile?
    private var isOpen = false
    /// The file has lines that would be lost when it is written.
    private var isBroken = false
    private var observers: [Observer] = []

    /// Reads what was kept, once in the life of the plugin.
    func open(in folder: () throws(PluginError) -> String) {
        guard !isOpen else { return }
        isOpen = true
        do throws(PluginError) {
            let file = PreferencesFile(path: try folder() + "/preferences")
            self.file = file
            read(file)
        } catch {
            fail("there is no folder for them: \(error)")
        }
    }

    /// Changes the preferences, keeps them and tells all who observe; nothing happens when they stay the same.
    func change(_ edit: (inout Preferences) -> Void) {
        var changed = values
        edit(&changed)
        guard changed != values else { return }
        values = changed
        write()
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.action() }
    }

    /// - Parameters:
    ///   - owner: Until it is gone, it is told.
    ///   - action: Capture the owner weakly.
    func observe(_ owner: AnyObject, _ action: @escaping @PluginActor () -> Void) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, action: action))
    }

    private func read(_ file: PreferencesFile) {
        do throws(PreferencesFile.Failure) {
            guard let text = try file.text() else { return }
            values = Preferences(text: text) { complaint in
                isBroken = true
                log(.warning, "\(file.path): \(complaint)")
            }
        } catch {
            isBroken = true
            log(.warning, "\(error.description); the defaults count")
        }
    }

    private func write() {
        guard let file else { return }
        if isBroken, let aside = file.setAside() { log(.warning, "what was in \(file.path) is in \(aside) now") }
        isBroken = false
        do throws(PreferencesFile.Failure) {
            try file.replace(with: values.text)
            problem = ""
        } catch {
            fail(error.description)
        }
    }

    private func fail(_ reason: String) {
        problem = "Changes are not kept: \(reason)"
        log(.error, "changes of preferences are not kept: \(reason)")
    }
}
