internal import CTabPlugin

/// How a view's changes reach the host.
extension View {
    func changed<Content: Equatable>(from old: Content, to new: Content) {
        if old != new { changed() }
    }

    /// Has the view sent with the next update.
    func changed() {
        guard let tree, !tree.isFollowingHost else { return }
        needsUpdate = true
        tree.setNeedsUpdate()
    }

    /// Sets frames that the host has set as well: there is nothing to send.
    func followingHost(_ body: () -> Void) {
        guard let tree else { return body() }
        tree.followHost(body)
    }

    func entry(in arena: Arena) -> tab_view {
        var properties = Properties()
        encode(into: &properties)
        let list = properties.values.map { tab_property(name: arena.string($0), value: arena.value($1)) }
        return tab_view(
            id: id, parent: superview?.id ?? 0, class_name: arena.string(className),
            frame: tab_rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
            autoresizing: autoresizingMask.rawValue, properties: arena.list(list), property_count: list.count)
    }
}
