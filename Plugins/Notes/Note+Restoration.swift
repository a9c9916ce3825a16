import TabPlugin

/// A note in its controller's restorable state, which is the only place where it is kept.
extension Note {
    @PluginActor
    init(_ coder: Coder) {
        self.init(
            text: coder.decodeString(forKey: "Text") ?? "", cleared: coder.decodeString(forKey: "Cleared") ?? "")
    }

    @PluginActor
    func encode(with coder: Coder) {
        coder.encode(text, forKey: "Text")
        if !cleared.isEmpty { coder.encode(cleared, forKey: "Cleared") }
    }
}
