/// What is presented in place of a popover's controller while it is adapted (`P63`).
extension Hierarchy {
    /// Whether the delegate is being asked what takes a controller's place: then it may be put into a navigation
    /// controller, which takes over.
    func isAskedForReplacement(of id: ViewControllerID) -> Bool {
        guard case .adaptiveViewController = nodes[id]?.popover?.question?.kind else { return false }
        return nodes[id]?.popover?.replacement == nil
    }

    /// Whether a controller can be presented in place of another one: as one that is presented (`P65`).
    func canReplace(_ id: ViewControllerID, _ replacement: ViewControllerID) -> Bool {
        guard let node = nodes[replacement], node.kind != .tabBarController, node.alert == nil, replacement != id,
            let handler = handler(ofPopover: id)
        else { return false }
        return owner(of: replacement) == nil && root(of: handler) != replacement && node.presentation == nil
            && self.handler(ofPopover: replacement) == nil
    }

    /// Lets another controller be what the popover of this one presents.
    mutating func handOver(presentationOf id: ViewControllerID, to replacement: ViewControllerID) {
        guard let handler = exchange(id, for: replacement) else { return }
        nodes[id]?.popover?.replacement = replacement
        emit(.popover(id, .replaced(replacement)))
        touchTree(handler)
        touchTree(id)
    }

    /// Lets the popover present its own controller again, which leaves what was presented in its place.
    mutating func handBack(_ id: ViewControllerID) {
        guard let replacement = nodes[id]?.popover?.replacement, nodes[replacement]?.presenter != nil else { return }
        if let stack = nodes[replacement]?.stack, stack.contains(id) {
            setStack(of: replacement, to: stack.filter { $0 != id }, animated: false)
        }
        guard let handler = exchange(replacement, for: id) else { return }
        nodes[id]?.popover?.replacement = nil
        touchTree(handler)
        touchTree(replacement)
        emit(.didDismiss(replacement))
    }

    /// Puts a controller in the place of a presented one: it also presents what that one presented.
    ///
    /// - Returns: Who presents it; nil when the old one is not presented.
    private mutating func exchange(_ old: ViewControllerID, for new: ViewControllerID) -> ViewControllerID? {
        guard let handler = nodes[old]?.presenter else { return nil }
        noteParent(of: old)
        noteParent(of: new)
        nodes[handler]?.presentation?.presented = new
        nodes[new]?.presenter = handler
        nodes[old]?.presenter = nil
        guard let presentation = nodes[old]?.presentation else { return handler }
        noteParent(of: presentation.presented)
        nodes[old]?.presentation = nil
        nodes[new]?.presentation = presentation
        nodes[presentation.presented]?.presenter = new
        return handler
    }
}
