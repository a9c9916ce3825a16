/// One popover in an update cycle: a state machine that decides what happens next (`P6`, `P60` to `P64`, `P73` to
/// `P81`).
struct PopoverSession {
    private let nodes: Nodes
    private let id: ViewControllerID
    private let frames: ViewFrames
    private let presentation: Presentation
    private let window: Window
    private var popover: Popover

    /// What the hierarchy does for the popover, in this order.
    enum Action {
        case emit(PopoverEvent)
        /// Ask the delegate.
        case ask(PopoverQuestion.Kind)
        case loadViews
        /// Show the controller as a popover, at first or after an adaptation.
        case show(at: Rect)
        /// Change to a sheet or full screen, possibly with another controller (`P63`, `P74`).
        case replace(by: ViewControllerID?, as: ModalPresentationStyle)
        /// Compute the placement.
        case place(at: Rect)
        /// End the presentation, because it has no anchor (`P14`, `P16`, `P17`).
        case fail
    }

    private init?(of id: ViewControllerID, in nodes: Nodes, _ frames: @escaping ViewFrames) {
        guard let popover = nodes[id]?.popover, let handler = nodes.presenter(ofPopover: id),
            let presentation = nodes[handler]?.presentation, let window = nodes.window(around: handler)
        else { return nil }
        (self.nodes, self.id, self.frames) = (nodes, id, frames)
        (self.popover, self.presentation, self.window) = (popover, presentation, window)
    }

    /// Returns whether the next update cycle has work for a popover.
    static func isReady(_ id: ViewControllerID, in nodes: Nodes, _ frames: @escaping ViewFrames) -> Bool {
        guard let session = PopoverSession(of: id, in: nodes, frames) else { return false }
        return session.popover.question == nil && session.nextStep != nil
    }

    /// Returns whether the end of the wait for an anchor must be requested, for a popover that can't begin yet.
    static func needsTimeout(_ id: ViewControllerID, presentedBy handler: ViewControllerID, in nodes: Nodes) -> Bool {
        guard let popover = nodes[id]?.popover, let presentation = nodes.presentation(by: handler) else { return false }
        return popover.classes.isEmpty && !presentation.isTimed
            && (!popover.configuration.hasAnchor || presentation.awaitsReader)
    }

    /// Returns the popover after its next step, and what the step requires; nil without a step, or while a question to
    /// the delegate is open.
    static func advance(
        _ id: ViewControllerID, in nodes: Nodes, _ frames: @escaping ViewFrames
    ) -> (popover: Popover, actions: [Action])? {
        guard var session = PopoverSession(of: id, in: nodes, frames), session.popover.question == nil,
            let step = session.nextStep
        else { return nil }
        session.popover.step = nil
        let actions = session.run(step)
        return (session.popover, actions)
    }

    /// The next step of a popover: the pending one, else the step that changed surroundings require; nil for none.
    private var nextStep: Popover.Step? {
        if let step = popover.step { return step }
        guard popover.isPresented else {
            let mayBegin = presentation.isDue || popover.configuration.hasAnchor && !presentation.awaitsReader
            return popover.classes.isEmpty && mayBegin ? .adapt : nil
        }
        if popover.classes != classes { return .adapt }
        guard popover.adaptiveStyle == .none else {
            // It is still adapted in a regular size class, because it lacked an anchor. It is shown as soon as it has
            // one.
            return !classes.contains(.compact) && anchor != nil ? .present(as: .none) : nil
        }
        if popover.containerSize != window.size { return .layOut(asking: true) }
        let surroundings = PopoverSurroundings(window, margins: popover.configuration.layoutMargins)
        if popover.needsLayout || popover.surroundings != surroundings
            || popover.wantedContentSize != Geometry(nodes).wantedContentSize(of: id)
        {
            return .layOut(asking: false)
        }
        guard popover.configuration.followsItsAnchor, let current = currentAnchor else { return nil }
        return current != popover.anchor ? .layOut(asking: false) : nil
    }

    private var classes: [SizeClass] { [window.horizontalSizeClass, window.verticalSizeClass] }

    /// The anchor; nil when it does not exist.
    private var currentAnchor: Rect? { Geometry(nodes).popoverAnchor(of: id, frames) }

    /// The anchor, or the one that it had when it was shown (`P80`).
    private var anchor: Rect? { currentAnchor ?? popover.anchor }

    // MARK: Steps

    private mutating func run(_ step: Popover.Step) -> [Action] {
        switch step {
        case .adapt: adapt()
        case .present(let style) where style == .none: presentAsPopover()
        case .present(let style): present(as: style)
        case .replace(let replacement, let style):
            [.emit(.willPresentWithAdaptiveStyle(style)), .replace(by: replacement, as: style)]
        case .show: anchor.map { [.show(at: $0)] } ?? (popover.isPresented ? [] : [.fail])
        case .layOut(let asking): layOut(asking: asking)
        }
    }

    /// Determines the style of the presentation. In regular size classes the delegate is asked at the beginning, but
    /// the popover stays a popover (`A13`).
    private mutating func adapt() -> [Action] {
        popover.classes = classes
        let isCompact = classes.contains(.compact)
        guard popover.has(.adaptiveStyle), nodes.alert(id) == nil, isCompact || !popover.isPresented else {
            popover.step = .present(as: isCompact ? .formSheet : .none)
            return []
        }
        return [.ask(.adaptiveStyle(horizontal: window.horizontalSizeClass, vertical: window.verticalSizeClass))]
    }

    private mutating func present(as style: ModalPresentationStyle) -> [Action] {
        guard popover.adaptiveStyle != style || !popover.isPresented else { return [] }
        guard popover.has(.adaptiveViewController), popover.replacement == nil, nodes.presentation(by: id) == nil,
            nodes.alert(id) == nil
        else {
            popover.step = .replace(by: popover.replacement, as: style)
            return []
        }
        return [.ask(.adaptiveViewController(style))]
    }

    private mutating func presentAsPopover() -> [Action] {
        let announcement = Action.emit(.willPresentWithAdaptiveStyle(.none))
        guard popover.isPresented else { return prepare() }
        guard popover.adaptiveStyle != .none else {
            popover.step = .layOut(asking: popover.containerSize != window.size)
            return [announcement]
        }
        // Without an anchor the style stays.
        guard anchor != nil else { return [] }
        guard popover.isPrepared else { return [announcement] + prepare() }
        popover.step = .show
        return [announcement]
    }

    /// Lets the delegate configure the popover, before anything is on the screen (`P60`).
    private mutating func prepare() -> [Action] {
        popover.isPrepared = true
        popover.step = .show
        let asks = popover.has(.prepareForPresentation)
        return [.loadViews, .emit(.prepareForPresentation)] + (asks ? [.ask(.prepareForPresentation)] : [])
    }

    private mutating func layOut(asking: Bool) -> [Action] {
        let configuration = popover.configuration
        popover.containerSize = window.size
        if asking, configuration.barButtonItem == nil, let view = configuration.sourceView {
            popover.step = .layOut(asking: false)
            let asks = popover.has(.willReposition)
            return [.emit(.willReposition(configuration.sourceRect, view))]
                + (asks ? [.ask(.willReposition(configuration.sourceRect, view))] : [])
        }
        popover.needsLayout = false
        return anchor.map { [.place(at: $0)] } ?? []
    }

    /// Describes what is missing to present a popover (`P14`, `P16`, `P17`).
    static func missingAnchor(of id: ViewControllerID, in nodes: Nodes) -> String {
        let configuration = nodes.popoverConfiguration(of: id) ?? PopoverConfiguration()
        if let item = configuration.barButtonItem {
            let known = nodes.navigationItem(of: item.viewController)
            guard known.barButtonItems.contains(where: { $0.id == item.item }) else {
                return "\(item.viewController.describe) has no bar button item \(item.item), at which the popover of "
                    + "\(id.describe) points; choose an existing item"
            }
            return "bar button item \(item.item) of \(item.viewController.describe), at which the popover of "
                + "\(id.describe) points, is not in a visible bar; choose a displayed item"
        }
        if let view = configuration.sourceView {
            let name = view.view == 0 ? "the tab bar" : "view \(view.view)"
            return "\(name) of \(view.viewController.describe), at which the popover of \(id.describe) points, is "
                + "not in a window; choose a displayed view"
        }
        return
            "the popover of \(id.describe) has nothing to point at: set BarButtonItem, or SourceView and SourceRect, "
            + "to a non-nil item or view"
    }
}
