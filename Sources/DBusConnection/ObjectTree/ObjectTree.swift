package import DBusInterface
package import EventLoop

/// The objects that a connection exports: routes calls, and announces what changed.
///
/// A change is found by comparing: whoever may have changed an object calls `touch`, and at the next announcement
/// every announced property of a touched object is compared with what was told last. So a signal can't be forgotten
/// where state was written, and nothing is sent when nothing changed.
///
/// A new object is announced before the next message of any kind leaves the connection. InterfacesAdded has the values
/// of that moment, so it shows the object as it is when the call that made it is done.
@EventLoop
package final class ObjectTree {
    @EventLoop
    final class Node {
        let path: ObjectPath
        /// Whether InterfacesAdded was sent. Until then no change of the object is announced, and it has no digests.
        fileprivate(set) var isAnnounced = false
        private(set) var interfaces: [any ExportedInterface]
        /// The interfaces' names, to be searched without touching the interfaces.
        private(set) var names: [String]
        /// Of each announced property what its value was when it was announced last, interface after interface.
        var digests: [UInt64] = []
        var isTouched = false
        /// Whether it is in `changed`.
        var isChanged = false
        /// The last reply of GetManagedObjects that it was written into, by its number.
        var writtenIn: UInt64 = 0

        init(_ path: ObjectPath, _ interfaces: [any ExportedInterface]) {
            self.path = path
            self.interfaces = interfaces
            names = interfaces.map { $0.name }
        }

        /// Records the current values of all announced properties as sent.
        func makeDigests() {
            digests = []
            for interface in interfaces { appendDigests(of: interface) }
        }

        private func appendDigests(of interface: any ExportedInterface) {
            let first = digests.count
            digests.append(contentsOf: repeatElement(ObjectTree.unreadable, count: interface.digestCount))
            _ = interface.update(&digests, from: first, only: nil)
        }

        /// Where the digests of an interface begin.
        func firstDigest(of index: Int) -> Int { interfaces[..<index].reduce(0) { $0 + $1.digestCount } }

        func append(_ interface: any ExportedInterface) {
            interfaces.append(interface)
            names.append(interface.name)
            if isAnnounced { appendDigests(of: interface) }
        }

        func remove(_ index: Int) {
            if isAnnounced {
                let first = firstDigest(of: index)
                digests.removeSubrange(first..<first + interfaces[index].digestCount)
            }
            interfaces.remove(at: index)
            names.remove(at: index)
        }

        func interface(named name: String) -> (any ExportedInterface)? {
            names.firstIndex(of: name).map { interfaces[$0] }
        }
    }

    /// The digest of a value that can't be read.
    static let unreadable: UInt64 = 0

    /// The object that has ObjectManager; all others are below it.
    package let managerPath: ObjectPath
    private(set) var nodes: [String: Node] = [:]
    /// The relative names below every path that has an object under it.
    private var children: [String: Set<String>] = [:]
    /// The object that was called last, which is often called again.
    private var calledLast: Node?
    /// New objects, in the order in which they are announced.
    private var unannounced: [Node] = []
    private var touched: [Node] = []
    /// Those that were touched since `takeChanged`.
    private var changed: [Node] = []
    package var connection: Connection? {
        didSet {
            managedObjects.stop()
            if connection != nil { noteState() }
        }
    }
    /// Answers GetManagedObjects.
    let managedObjects = ManagedObjectsReply()
    /// May refuse a verb or a write: caller, path, interface, member.
    package var authorize: (@EventLoop (String, String, String, String) throws(DBusError) -> Void)?

    /// The depth of an object in the program's own hierarchy. Objects that are announced together are in the order of
    /// their depth, smallest first.
    package var depth: (@EventLoop (ObjectPath) -> Int)?

    /// Called before an interface of an object is read, and before GetManagedObjects of the root; what changes then is
    /// announced before the read is answered.
    package var onRead: (@EventLoop (_ interface: String, _ path: ObjectPath) -> Void)?

    /// Called before a read is answered in the middle of a turn.
    package var beforeReading: (@EventLoop () -> Void)?

    package init(managerPath: ObjectPath) { self.managerPath = managerPath }

    package var paths: [ObjectPath] { nodes.values.map(\.path) }

    // MARK: Objects

    /// Adds an object, which is announced before the next message is sent. Add the parent first.
    package func add(_ path: ObjectPath, _ interfaces: [any ExportedInterface]) {
        let node = Node(path, interfaces)
        nodes[path.text] = node
        calledLast = nil
        node.isChanged = true
        changed.append(node)
        addChild(path.text)
        managedObjects.added(node)
        guard let connection else { return }
        unannounced.append(node)
        if path == managerPath {
            announceObjects()
        } else {
            connection.beforeSending = { [unowned self] in announceObjects() }
        }
    }

    /// Records what there is as sent: before there is a connection nothing is news.
    private func noteState() {
        unannounced = []
        touched = []
        for node in nodes.values {
            node.isAnnounced = true
            node.isTouched = false
            node.makeDigests()
        }
    }

    /// Announces the new objects, with the values that they have now.
    private func announceObjects() {
        guard !unannounced.isEmpty else { return }
        let nodes = unannounced.count > 1 ? parentsFirst(unannounced) : unannounced
        unannounced = []
        connection?.beforeSending = nil
        for node in nodes {
            node.isAnnounced = true
            node.makeDigests()
            guard node.path != managerPath else { continue }
            announceAdded(node.interfaces, of: node.path)
        }
    }

    private func parentsFirst(_ nodes: [Node]) -> [Node] {
        guard let depth else { return nodes }
        let places = nodes.enumerated().map { (depth: depth($1.path), place: $0, node: $1) }
        return places.sorted { ($0.depth, $0.place) < ($1.depth, $1.place) }.map(\.node)
    }

    /// Removes an object and announces it; what was not announced of its properties is dropped. Nothing is announced of an
    /// object that was not announced itself.
    package func remove(_ path: ObjectPath) {
        guard let node = nodes.removeValue(forKey: path.text) else { return }
        calledLast = nil
        removeChild(path.text)
        managedObjects.removed(node)
        touched.removeAll { $0 === node }
        guard node.isAnnounced else { return unannounced.removeAll { $0 === node } }
        announceRemoved(node.names, of: path)
    }

    /// Adds an interface to an object and announces it.
    package func add(_ interface: any ExportedInterface, to path: ObjectPath) {
        guard let node = nodes[path.text], !node.names.contains(interface.name) else { return }
        node.append(interface)
        managedObjects.changed(interface.name, of: node)
        if node.isAnnounced { announceAdded([interface], of: path) }
    }

    /// Removes an interface of an object and announces it; what was not announced of its properties is dropped.
    package func remove(_ interface: String, from path: ObjectPath) {
        guard let node = nodes[path.text], let index = node.names.firstIndex(of: interface) else { return }
        node.remove(index)
        managedObjects.changed(interface, of: node)
        if node.isAnnounced { announceRemoved([interface], of: path) }
    }

    /// The object that a call is for.
    func node(of call: IncomingCall) -> Node? {
        if let calledLast, calledLast.path.text == call.path { return calledLast }
        let node = nodes[call.path]
        if node != nil { calledLast = node }
        return node
    }

    package func contains(_ path: ObjectPath) -> Bool { nodes[path.text] != nil }

    private func addChild(_ path: String) {
        guard let (parent, name) = Self.split(path) else { return }
        let isKnown = children[parent] != nil || nodes[parent] != nil
        children[parent, default: []].insert(name)
        // The names above came with the first object here.
        if !isKnown { addChild(parent) }
    }

    private func removeChild(_ path: String) {
        guard nodes[path] == nil, children[path] == nil, let (parent, name) = Self.split(path) else { return }
        children[parent]?.remove(name)
        guard children[parent]?.isEmpty == true else { return }
        children[parent] = nil
        removeChild(parent)
    }

    /// A path's parent and its name there; nil for `/`.
    private static func split(_ path: String) -> (parent: String, name: String)? {
        guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        return (parent, String(path[path.utf8.index(after: slash)...]))
    }

    // MARK: Announcing

    /// Notes that properties of an object may have changed.
    package func touch(_ path: ObjectPath) {
        guard let node = nodes[path.text] else { return }
        if !node.isChanged {
            node.isChanged = true
            changed.append(node)
        }
        guard !node.isTouched else { return }
        node.isTouched = true
        touched.append(node)
    }

    /// The objects that were touched or added since the last call, each once; some may be gone again.
    package func takeChanged() -> [ObjectPath] {
        guard !changed.isEmpty else { return [] }
        defer { changed.removeAll(keepingCapacity: true) }
        return changed.map { node in
            node.isChanged = false
            return node.path
        }
    }

    /// Announces what changed since the last time, at most one signal per object and interface; new objects first.
    package func announceChanges() {
        guard connection != nil else { return }
        announceObjects()
        guard !touched.isEmpty else { return }
        let nodes = touched
        touched.removeAll(keepingCapacity: true)
        for node in nodes {
            node.isTouched = false
            var first = 0
            for interface in node.interfaces {
                announce(interface, from: first, of: node)
                first += interface.digestCount
            }
        }
    }

    /// Announces one property alone, ahead of all else that has changed.
    package func announce(_ property: String, of interface: String, at path: ObjectPath) {
        guard connection != nil else { return }
        announceObjects()
        guard let node = nodes[path.text], let index = node.names.firstIndex(of: interface) else { return }
        let exported = node.interfaces[index]
        let place = (0..<exported.announcedCount).first { exported.announcedProperty($0).name == property }
        guard let place else { return }
        announce(exported, from: node.firstDigest(of: index), only: place, of: node)
    }

    private func announce(
        _ interface: any ExportedInterface, from first: Int, only index: Int? = nil, of node: Node
    ) {
        let places = interface.update(&node.digests, from: first, only: index)
        guard !places.isEmpty else { return }
        func isTold(_ place: Int) -> Bool {
            interface.announcedProperty(place).isTold && node.digests[first + place] != Self.unreadable
        }
        managedObjects.changed(places.map { interface.announcedProperty($0).name }, of: interface.name, of: node)
        announceChanges(of: places, of: interface, at: node.path, isTold: isTold)
    }

    /// Sends InterfacesAdded, to all clients or to one.
    func announceAdded(_ interfaces: [any ExportedInterface], of path: ObjectPath, to client: String? = nil) {
        try? connection?.emit(
            member: ObjectManagerInterface.interfacesAdded.name, of: ObjectManagerInterface.name, from: managerPath,
            to: client, signature: "oa{sa{sv}}"
        ) { (writer) throws(DBusError) in
            try writer.write(path)
            try write(interfaces, to: writer)
        }
    }

    /// Sends InterfacesRemoved, to all clients or to one.
    func announceRemoved(_ names: [String], of path: ObjectPath, to client: String? = nil) {
        try? connection?.emit(
            member: ObjectManagerInterface.interfacesRemoved.name, of: ObjectManagerInterface.name, from: managerPath,
            to: client
        ) { (writer) throws(DBusError) in
            try ObjectManagerInterface.interfacesRemoved.write(path, names, to: writer)
        }
    }

    /// Sends PropertiesChanged, to all clients or to one.
    ///
    /// - Parameters:
    ///   - places: The indices of announced properties.
    ///   - isTold: Whether a property is told with its value.
    func announceChanges(
        of places: [Int], of interface: any ExportedInterface, at path: ObjectPath, to client: String? = nil,
        isTold: (Int) -> Bool
    ) {
        try? connection?.emit(
            member: PropertiesInterface.propertiesChanged.name, of: PropertiesInterface.name, from: path, to: client,
            signature: "sa{sv}as"
        ) { (writer) throws(DBusError) in
            try writer.write(interface.name)
            try writer.open(.array(of: "{sv}"))
            for place in places where isTold(place) {
                try writer.open(.dictionaryEntry)
                try writer.write(interface.announcedProperty(place).name)
                try interface.writeAnnounced(place, to: writer)
                try writer.close()
            }
            try writer.close()
            try writer.open(.array(of: "s"))
            for place in places where !isTold(place) { try writer.write(interface.announcedProperty(place).name) }
            try writer.close()
        }
    }

    // MARK: Writing

    /// Writes an object's interfaces and properties, `a{sa{sv}}`.
    package func write(_ path: ObjectPath, to writer: any DBusWriter) throws(DBusError) {
        if let node = nodes[path.text] { try write(node.interfaces, to: writer) }
    }

    func write(_ interfaces: [any ExportedInterface], to writer: any DBusWriter) throws(DBusError) {
        try writer.open(.array(of: "{sa{sv}}"))
        for interface in interfaces {
            try writer.open(.dictionaryEntry)
            try writer.write(interface.name)
            try interface.writeAll(to: writer)
            try writer.close()
        }
        try writer.close()
    }

    func childNames(of path: String) -> [String]? { children[path]?.sorted() }
}
