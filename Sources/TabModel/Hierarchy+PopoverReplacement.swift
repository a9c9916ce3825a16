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
        guard let handler = nodes[id]?.presenter else { return }
        noteParent(of: id)
        noteParent(of: replacement)
        nodes[handler]?.presentation?.presented = replacement
        nodes[replacement]?.presenter = handler
        nodes[id]?.presenter = nil
        nodes[id]?.popover?.replacement = replacement
        passOn(presentationBy: id, to: replacement)
        emit(.popover(id, .replaced(replacement)))
        touchTree(handler)
        touchTree(id)
    }

    /// What one of the two presents is presented by the other, which is in its place.
    private mutating func passOn(presentationBy id: ViewControllerID, to other: ViewControllerID) {
        guard let presentation = nodes[id]?.presentation else { return }
        noteParent(of: presentation.presented)
        nodes[id]?.presentation = nil
        nodes[other]?.presentation = presentation
        nodes[presentation.presented]?.presenter = other
    }

    /// Lets the popover present its own controller again, which leaves what was presented in its place.
    mutating func handBack(_ id: ViewControllerID) {
        guard let replacement = nodes[id]?.popover?.replacement, let handler = nodes[replacement]?.presenter else {
            return
        }
        if let stack = nodes[replacement]?.stack, stack.contains(id) {
            setStack(of: replacement, to: stack.filter { $0 != id }, animated: false)
        }
        noteParent(of: id)
        noteParent(of: replacement)
        nodes[handler]?.presentation?.presented = id
        nodes[id]?.presenter = handler
        nodes[replacement]?.presenter = nil
        nodes[id]?.popover?.replacement = nil
        passOn(presentationBy: replacement, to: id)
        touchTree(handler)
        touchTree(replacement)
        emit(.didDismiss(replacement))
    }
}
