import TestSupport

/// The daemon's objects as a client knows them from signals alone. It notes signals in a wrong order.
struct ObjectMirror {
    private(set) var objects: BusClient.Objects
    /// Signals that a daemon must not send.
    private(set) var failures: [String] = []
    private var appearance: [ObjectPath: String] = [:]

    init(_ objects: BusClient.Objects) {
        self.objects = objects
        appearance = objects.compactMapValues { $0[ViewControllerInterface.name]?["AppearanceState"]?.get() }
    }

    mutating func apply(_ signals: [ReceivedSignal]) {
        for signal in signals {
            switch signal.member {
            case "InterfacesAdded": add(signal)
            case "InterfacesRemoved": remove(signal)
            case "PropertiesChanged": change(signal)
            default: apply(signal)
            }
        }
    }

    mutating func clearFailures() { failures = [] }

    private mutating func add(_ signal: ReceivedSignal) {
        guard signal.arguments.count == 2, let path: ObjectPath = signal.arguments[0].get(),
            let interfaces: [String: [String: Variant]] = signal.arguments[1].get()
        else { return failures.append("InterfacesAdded \(signal.arguments)") }
        let old = objects[path] ?? [:]
        for name in interfaces.keys where old[name] != nil { failures.append("\(name) of \(path) was added twice") }
        // A popover's interface is added and removed separately.
        if !old.isEmpty, Array(interfaces.keys) != [PopoverPresentationControllerInterface.name] {
            failures.append("\(path) was added twice")
        }
        objects[path, default: [:]].merge(interfaces) { $1 }
    }

    private mutating func remove(_ signal: ReceivedSignal) {
        guard signal.arguments.count == 2, let path: ObjectPath = signal.arguments[0].get(),
            let names: [String] = signal.arguments[1].get()
        else { return failures.append("InterfacesRemoved \(signal.arguments)") }
        if names == [PopoverPresentationControllerInterface.name] {
            let old = objects[path]?.removeValue(forKey: names[0])
            if old == nil { failures.append("\(names) of \(path) was removed, which was not there") }
            return
        }
        let old = objects.removeValue(forKey: path)
        if old.map({ Set($0.keys) }) != Set(names) { failures.append("\(path) was removed with \(names)") }
        if let state = appearance.removeValue(forKey: path), state != "disappeared" {
            failures.append("\(path) was removed while it was \(state)")
        }
    }

    private mutating func change(_ signal: ReceivedSignal) {
        guard signal.arguments.count == 3, let interface: String = signal.arguments[0].get(),
            let values: [String: Variant] = signal.arguments[1].get(), let names: [String] = signal.arguments[2].get()
        else { return failures.append("PropertiesChanged \(signal.arguments)") }
        // The root is not a managed object.
        guard signal.path != TabNames.root else { return }
        guard let old = objects[signal.path]?[interface] else {
            return failures.append("\(interface) of \(signal.path) changed, which is not there")
        }
        if !names.isEmpty { failures.append("\(names) of \(signal.path) were invalidated") }
        if values.isEmpty { failures.append("\(interface) of \(signal.path) changed in nothing") }
        for (name, value) in values where old[name] == value {
            failures.append("\(name) of \(signal.path) changed to what it was, \(value)")
        }
        objects[signal.path]?[interface]?.merge(values) { $1 }
    }

    /// Applies any other signal: its sender must exist, and appearance callbacks have a fixed order (L3).
    private mutating func apply(_ signal: ReceivedSignal) {
        guard objects[signal.path] != nil else {
            return failures.append("\(signal.member) of \(signal.path), which is not there")
        }
        switch signal.member {
        case "ViewWillAppear": step(signal.path, from: "disappeared", to: "appearing")
        case "ViewIsAppearing": step(signal.path, from: "appearing", to: "appearing")
        case "ViewDidAppear": step(signal.path, from: "appearing", to: "appeared")
        case "ViewWillDisappear": step(signal.path, from: "appeared", to: "disappearing")
        case "ViewDidDisappear": step(signal.path, from: "disappearing", to: "disappeared")
        default: break
        }
    }

    private mutating func step(_ path: ObjectPath, from: String, to: String) {
        let state = appearance.updateValue(to, forKey: path) ?? "disappeared"
        // A cancelled change of tabs reverses in the middle (S-26).
        let isReverting =
            [state, to] == ["appearing", "disappearing"] || [state, to] == ["disappearing", "appearing"]
        if state != from, !isReverting { failures.append("\(path) became \(to) while it was \(state)") }
    }

    /// The differences from the objects that the daemon reports.
    func differences(from found: BusClient.Objects) -> [String] {
        var differences = failures
        for path in Set(objects.keys).union(found.keys).sorted() where objects[path] != found[path] {
            guard let known = objects[path], let received = found[path] else {
                differences.append("\(path) is \(objects[path] == nil ? "not" : "still") known")
                continue
            }
            for (interface, properties) in received {
                for (name, value) in properties where known[interface]?[name] != value {
                    let old = String(describing: known[interface]?[name])
                    differences.append("\(path) \(interface): \(name) is known as \(old), and is \(value)")
                }
            }
        }
        for (path, state) in appearance {
            let received = found[path]?[ViewControllerInterface.name]?["AppearanceState"]
            if received != .string(state) { differences.append("\(path) was announced as \(state)") }
        }
        return differences
    }
}
