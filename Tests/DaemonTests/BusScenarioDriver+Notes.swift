import DBusInterface
import TabInterface
import TabModel

/// What a plugin's controllers were told, beside what the bus told.
extension BusScenarioDriver {
    /// Takes what the plugin has noted down since the last time.
    func read(_ note: PluginNote) {
        switch note.what {
        case "made":
            paths[nameOfNextStack] = TabNames.viewController(note.subject)
            nameOfNextStack = "N"
        case "selection":
            let index = note.index == TabNames.notFound ? "NF" : "\(note.index)"
            selectionInQuestion = "\(note.subject == 0 ? "nil" : name(of: note.subject) ?? "?") \(index)"
        case "state": name(of: note.subject).map { states[$0] = note.text }
        case "refused": faults.append("what a delegate did was refused with status \(note.subject)")
        default: heardNotes.append(note)
        }
    }

    /// Puts what the plugin was asked among the words of the bus, and holds what it was told against them: it is told the
    /// same, in the same order.
    ///
    /// - Parameter isLast: whether what it was not told yet is a fault.
    /// - Returns: false when the plugin should still be told something.
    @discardableResult
    func weave(isLast: Bool = true) -> Bool {
        guard isInPlugin else { return true }
        var place = woven
        for note in heardNotes {
            guard let word = note.word(name(of:)) else { continue }
            if note.isTold {
                guard let found = words[place...].firstIndex(of: word) else {
                    faults.append("the plugin was told \(word), and the bus not, or in another order")
                    continue
                }
                checkLeftOut(words[place..<found])
                place = found + 1
                noteTold(note)
            } else {
                if let before = note.wordBefore(name(of:)), let found = words[place...].firstIndex(of: before) {
                    checkLeftOut(words[place..<found])
                    place = found + 1
                }
                words.insert(word, at: place)
                place += 1
            }
        }
        heardNotes = []
        if !isLast, let next = words[place...].firstIndex(where: isForPlugin) {
            woven = next
            return false
        }
        checkLeftOut(words[place...])
        woven = words.count
        return true
    }

    func name(of number: UInt64) -> String? {
        let path = TabNames.viewController(number)
        return paths.first { $0.value == path }?.key
    }

    /// What a popover's delegate was told, of what it has.
    private func noteTold(_ note: PluginNote) {
        let members = [
            "willDismiss": "WillDismiss", "didDismiss": "DidDismiss", "didAttemptToDismiss": "DidAttemptToDismiss",
            "willPresent": "WillPresentWithAdaptiveStyle",
        ]
        guard let member = members[note.what], let name = name(of: note.subject), let script = scripts[name],
            script.methods.contains(where: { $0.rawValue == member })
        else { return }
        told[name, default: []].append(member)
    }

    /// The words that the plugin should have been told, too.
    private func checkLeftOut(_ words: ArraySlice<String>) {
        for word in words where isForPlugin(word) {
            faults.append("the bus was told \(word), and the plugin not, or in another order")
        }
    }

    private func isForPlugin(_ word: String) -> Bool {
        let head = word.prefix { $0 != "(" }
        guard let dot = head.firstIndex(of: ".") else {
            if head == "tapped" { return isOwn("tabs") }
            return isDelegateInPlugin && ["did", "willBegin", "willEnd", "didEnd"].contains(head)
        }
        let (name, event) = (String(head[..<dot]), head[head.index(after: dot)...])
        switch event {
        case "didLoad", "willAppear", "isAppearing", "didAppear", "willDis", "didDis", "willMove", "didMove",
            "activated":
            return isOwn(name)
        case "willDismiss", "didDismiss", "didAttemptToDismiss", "willPresent": return scripts[name] != nil
        default: return false
        }
    }
}
