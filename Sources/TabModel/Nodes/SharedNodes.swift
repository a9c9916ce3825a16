/// The nodes of all controllers. Copies share each node until one of them writes it.
///
/// So the first change after a snapshot copies a table of references instead of all nodes: less than 1 ms instead of 18 ms
/// for 24,000 controllers.
struct SharedNodes: Sendable {
    /// Written only while it has a single owner.
    private final class Box: @unchecked Sendable {
        @exclusivity(unchecked) var node: Node?

        init(_ node: Node?) { self.node = node }
    }

    private var boxes: [ViewControllerID: Box] = [:]

    subscript(id: ViewControllerID) -> Node? {
        @inline(__always) get { boxes[id]?.node }
        _modify {
            if let index = boxes.index(forKey: id) {
                if !isKnownUniquelyReferenced(&boxes.values[index]) {
                    boxes.values[index] = Box(boxes.values[index].node)
                }
                let box = boxes.values[index]
                yield &box.node
                if box.node == nil { boxes[id] = nil }
            } else {
                var node: Node?
                yield &node
                if let node { boxes[id] = Box(node) }
            }
        }
    }

    /// All numbers, in no order.
    var ids: some Collection<ViewControllerID> { boxes.keys }
}
