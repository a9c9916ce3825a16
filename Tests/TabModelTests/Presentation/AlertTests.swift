import Testing

/// Alerts and action sheets: their frames, gestures and results.
@Suite struct AlertTests {
    private static let actions = [
        Alert.Action(title: "Save"), Alert.Action(title: "Cancel", style: .cancel),
        Alert.Action(title: "Delete", style: .destructive, isEnabled: false),
    ]
    private static var noViews: ViewFrames { { _, rect in rect ?? Rect(x: 100, y: 100, width: 40, height: 40) } }

    private static func shown(
        _ alert: Alert, title: String = "Title", profile: Profile = .phone, anchored: Bool = false
    ) throws -> (Stage, ViewControllerID) {
        var stage = try Stage("AB", profile: profile, shown: true)
        var popover: PopoverConfiguration?
        if anchored {
            popover = PopoverConfiguration()
            popover?.sourceView = ViewAddress(viewController: stage.tabs, view: 0)
        }
        let id = try stage.model.present(
            alert, title: title, from: stage.id("A"), animated: true, popover: popover)
        stage.model.runUpdateCycle(noViews)
        return (stage, id)
    }

    /// Returns the name of the error's case; nil for no error.
    private static func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)".prefix { $0 != "(" }.description
        }
    }

    // MARK: Frames

    @Test func `an alert is centered in the window and does not cover its presenter`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, message: "One line.", actions: Self.actions))
        // Title 22, distance 2, message 18, margins 16, three actions of 44.
        let frame = Rect(x: 52.5, y: 240.5, width: 270, height: 206)
        #expect(stage.model.geometry.frame(of: id) == frame)
        #expect(stage.model.nodes.appearanceState(of: stage.id("A")) == .appeared)
        #expect(stage.model.nodes.appearanceState(of: id) == .appeared)
        try stage.model.updateWindow(of: stage.tabs) { $0.keyboardHeight = 200 }
        #expect(stage.model.geometry.frame(of: id) == Rect(x: 52.5, y: 140.5, width: 270, height: 206))
        #expect(!stage.log().contains("A."))
    }

    @Test func `two actions with short titles are side by side, the cancel action on the left`() throws {
        let alert = Alert(style: .alert, actions: Array(Self.actions.prefix(2)))
        let layout = AlertLayout(alert, title: "", width: 270, isPopover: false)
        #expect(
            layout.actions == [
                Rect(x: 135, y: 0, width: 135, height: 44), Rect(x: 0, y: 0, width: 135, height: 44),
            ])
        let long = Alert(
            style: .alert, actions: [Alert.Action(title: "Save without a name"), Alert.Action(title: "No")])
        #expect(AlertLayout(long, title: "", width: 270, isPopover: false).actions.compactMap { $0?.y } == [0, 44])
    }

    @Test func `texts break between words, and fields are below them`() {
        let alert = Alert(
            style: .alert, message: "Twelve words that do not fit into a line of twenty-nine characters",
            textFields: [Alert.TextField(placeholder: "Name"), Alert.TextField(placeholder: "Word", isSecure: true)])
        let layout = AlertLayout(alert, title: "", width: 270, isPopover: false)
        #expect(layout.messageLines == 3 && layout.message == Rect(x: 16, y: 16, width: 238, height: 54))
        #expect(layout.textFields.map(\.y) == [86, 122] && layout.size.height == 170)
    }

    @Test func `an action sheet is at the bottom in compact width, its cancel action last`() throws {
        var (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: Self.actions), title: "")
        #expect(stage.model.geometry.frame(of: id) == Rect(x: 8, y: 519, width: 359, height: 140))
        #expect(stage.model.geometry.alertLayout(of: id)?.actions.map { $0?.y } == [0, 96, 44])
        try stage.model.updateWindow(of: stage.tabs) { $0.bottomSafeAreaInset = 34 }
        #expect(stage.model.geometry.frame(of: id) == Rect(x: 8, y: 493, width: 359, height: 140))
    }

    @Test func `an action sheet is a popover in regular width, without its cancel action`() throws {
        let (stage, id) = try Self.shown(
            Alert(style: .actionSheet, actions: Self.actions), title: "", profile: .pad, anchored: true)
        let placement = try #require(stage.model.nodes.popoverPlacement(of: id))
        #expect(placement.contentFrame.width == 270 && placement.contentFrame.height == 88)
        #expect(placement.arrowDirection == .down)
        #expect(stage.model.geometry.alertLayout(of: id)?.actions.map { $0?.y } == [0, nil, 44])
    }

    @Test func `a change of the width adapts an action sheet both ways`() throws {
        var (stage, id) = try Self.shown(
            Alert(style: .actionSheet, actions: Self.actions), title: "", profile: .pad, anchored: true)
        try stage.resize(400, 1000)
        stage.model.runUpdateCycle(Self.noViews)
        #expect(stage.model.geometry.frame(of: id) == Rect(x: 8, y: 852, width: 384, height: 140))
        try stage.resize(1024, 768)
        stage.model.runUpdateCycle(Self.noViews)
        #expect(stage.model.nodes.popoverPlacement(of: id) != nil)
        #expect(stage.model.nodes.appearanceState(of: stage.id("A")) == .appeared)
    }

    @Test func `an action sheet without an anchor fails in regular width and is removed`() throws {
        let (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: Self.actions), profile: .pad)
        #expect(!stage.model.nodes.contains(id))
        #expect(stage.model.nodes.presentedViewController(of: stage.tabs) == nil)
    }

    // MARK: Results

    @Test func `the result is announced after the dismissal, with the texts of the fields`() throws {
        let fields = [Alert.TextField(placeholder: "a", text: "one"), Alert.TextField(placeholder: "b")]
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions, textFields: fields))
        try stage.model.setText("two", inField: 1, ofAlert: id)
        _ = stage.model.drainEvents()
        try stage.model.tapAction(0, ofAlert: id)
        let events = stage.model.drainEvents().filter { if case .changed = $0 { false } else { true } }
        #expect(
            events == [
                .viewWillDisappear(id, animated: true), .viewDidDisappear(id, animated: true), .didDismiss(id),
                .alertAnswered(id, try #require(stage.model.nodes.alert(id)?.answer)),
            ])
        #expect(
            stage.model.nodes.alert(id)?.answer?.action == 0
                && stage.model.nodes.alert(id)?.answer?.texts == ["one", "two"])
        #expect(Self.refusal { try stage.model.tapAction(0, ofAlert: id) } == "internalInconsistency")
        #expect(
            Self.refusal { try stage.model.setText("", inField: 0, ofAlert: id) }
                == "internalInconsistency")
    }

    @Test func `gestures outside of the content are refused`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        #expect(Self.refusal { try stage.model.tapAction(3, ofAlert: id) } == "outOfRange")
        #expect(Self.refusal { try stage.model.tapAction(2, ofAlert: id) } == "invalidArgument")
        #expect(Self.refusal { try stage.model.setText("", inField: 0, ofAlert: id) } == "outOfRange")
        #expect(Self.refusal { try stage.model.setActionEnabled(9, true, ofAlert: id) } == "outOfRange")
        try stage.model.setActionEnabled(2, true, ofAlert: id)
        try stage.model.tapAction(2, ofAlert: id)
        #expect(stage.model.nodes.alert(id)?.answer?.action == 2)
    }

    @Test func `a dismissal by a program has no result and destroys the alert`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        try stage.model.dismiss(from: stage.id("A"), animated: false)
        #expect(!stage.model.nodes.contains(id))
        #expect(!stage.model.drainEvents().contains { if case .alertAnswered = $0 { true } else { false } })
    }

    @Test func `a tap outside cancels an action sheet but not an alert`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        #expect(HitTest(stage.model.nodes).result(atX: 5, y: 5, in: stage.tabs) == .outside(id))
        #expect(stage.model.attemptToDismiss(popover: id) == .refused)
        (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: Self.actions))
        #expect(HitTest(stage.model.nodes).result(atX: 5, y: 5, in: stage.tabs) == .outside(id))
        #expect(stage.model.attemptToDismiss(popover: id) == .dismissed)
        #expect(stage.model.nodes.alert(id)?.answer?.action == 1)
        let plain = [Alert.Action(title: "Save")]
        (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: plain))
        #expect(stage.model.attemptToDismiss(popover: id) == .refused)
        (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: plain), profile: .pad, anchored: true)
        #expect(stage.model.attemptToDismiss(popover: id) == .dismissed)
        #expect(!stage.model.nodes.contains(id))
        (stage, id) = try Self.shown(Alert(style: .actionSheet, actions: Self.actions), profile: .pad, anchored: true)
        #expect(stage.model.attemptToDismiss(popover: id) == .dismissed)
        #expect(stage.model.nodes.alert(id)?.answer?.action == 1)
    }

    // MARK: Refusals and lifetimes

    @Test func `invalid alerts are refused as in UIKit`() throws {
        var stage = try Stage("AB", shown: true)
        let before = stage.model
        func refusal(_ alert: Alert, from name: String = "A") -> String? {
            stage.model = before
            let receiver = stage.id(name)
            return Self.refusal {
                _ = try stage.model.present(alert, title: "", from: receiver, animated: false)
            }
        }
        let cancel = Alert.Action(title: "", style: .cancel)
        #expect(refusal(Alert(style: .alert, actions: [cancel, cancel])) == "invalidArgument")
        #expect(
            refusal(Alert(style: .actionSheet, textFields: [Alert.TextField(placeholder: "")])) == "invalidArgument")
        #expect(refusal(Alert(style: .alert, preferredAction: 0)) == "invalidArgument")
        #expect(refusal(Alert(style: .alert), from: "X") == "internalInconsistency")
        #expect(refusal(Alert(style: .alert)) == nil)
        var tv = try Stage("AB", profile: .tv, shown: true)
        let receiver = tv.id("A")
        #expect(
            Self.refusal {
                _ = try tv.model.present(Alert(style: .alert), title: "", from: receiver, animated: false)
            } == "notSupported")
    }

    @Test func `an alert can't join a container, and can't present`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        let other = stage.id("V")
        #expect(
            Self.refusal { try stage.model.present(other, from: id, animated: false) } == "internalInconsistency")
        try stage.model.tapAction(0, ofAlert: id)
        let receiver = stage.id("A")
        #expect(Self.refusal { try stage.model.present(id, from: receiver, animated: false) } == "invalidArgument")
        #expect(
            Self.refusal { try stage.model.setViewControllers([id], of: stage.tabs, animated: false) }
                == "invalidArgument")
        #expect(Self.refusal { _ = try stage.model.createNavigationController(root: id) } == "invalidArgument")
        #expect(
            Self.refusal { try stage.model.changeSettings(of: id) { $0.modalPresentationStyle = .none } }
                == "invalidArgument")
    }

    @Test func `finished alerts are removed with their presenter, and the oldest beyond 20`() throws {
        var stage = try Stage("AB", shown: true)
        var alerts: [ViewControllerID] = []
        for _ in 0...Alert.maximumAnswered {
            let alert = try stage.model.present(
                Alert(style: .alert, actions: Self.actions), title: "", from: stage.id("A"), animated: false)
            stage.model.runUpdateCycle(Self.noViews)
            try stage.model.tapAction(0, ofAlert: alert)
            alerts.append(alert)
        }
        #expect(alerts.map { stage.model.nodes.contains($0) } == [false] + Array(repeating: true, count: 20))
        try stage.model.destroy(alerts[1])
        #expect(!stage.model.nodes.contains(alerts[1]))
        try stage.model.destroy(stage.id("A"))
        #expect(!alerts.contains { stage.model.nodes.contains($0) })
    }

    @Test func `a presented alert is destroyed once, and with its window`() throws {
        var (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        _ = stage.model.drainEvents()
        var other = stage
        try stage.model.destroy(id)
        #expect(stage.model.drainEvents().filter { $0 == .destroyed(id) }.count == 1)
        try other.model.destroy(other.tabs)
        #expect(!other.model.nodes.contains(id))
    }

    @Test func `alerts are not archived`() throws {
        let (stage, id) = try Self.shown(Alert(style: .alert, actions: Self.actions))
        #expect(ControllerArchive(of: id, in: stage.model.nodes) == nil)
        #expect(ControllerArchive(of: stage.tabs, in: stage.model.nodes)?.presented == nil)
    }
}
