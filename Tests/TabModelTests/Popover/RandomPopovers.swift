import TestSupport

/// Random operations on popovers, and their invariants.
enum RandomPopovers {
    /// The frames of generated views: each controller has views 1 (its root view) to 5.
    static func frames(_ model: Hierarchy) -> ViewFrames {
        { address, rect in
            let size = model.geometry.frame(of: address.viewController)
            guard address.view > 1 else { return rect ?? Rect(x: 0, y: 0, width: size.width, height: size.height) }
            guard address.view <= 5 else { return nil }
            let origin = Point(x: Double(address.view) * 120 - 200, y: Double(address.view) * 90)
            return (rect ?? Rect(x: 0, y: 0, width: 40, height: 30)).offset(by: origin)
        }
    }

    static func operate(_ model: inout Hierarchy, _ numbers: inout Numbers) throws(ModelError) -> String {
        let all = model.nodes.allIDs
        let any = all.randomElement(using: &numbers) ?? ViewControllerID(0)
        let other = all.randomElement(using: &numbers) ?? any
        let own = all.filter { model.nodes.hasPopover($0) }.randomElement(using: &numbers) ?? any
        let shown = all.filter { model.nodes.isPopoverPresented($0) }.randomElement(using: &numbers) ?? own
        let isTrue = Bool.random(using: &numbers)
        switch Int.random(in: 0..<16, using: &numbers) {
        case 0, 1:
            let styles: [ModalPresentationStyle] = [.popover, .popover, .popover, .pageSheet]
            try model.changeSettings(of: any) {
                $0.modalPresentationStyle = styles.randomElement(using: &numbers) ?? .popover
            }
            return " style of \(any.rawValue)"
        case 2, 3:
            let anchor = ViewAddress(viewController: other, view: UInt32.random(in: 1...6, using: &numbers))
            try model.configurePopover(of: own) { $0.sourceView = isTrue ? anchor : nil }
            return " source of \(own.rawValue)"
        case 4:
            let item = BarButtonItemAddress(viewController: other, item: UInt32.random(in: 1...2, using: &numbers))
            guard isTrue else {
                try model.setNavigationItem(of: other) {
                    $0.rightBarButtonItems = [BarButtonItem(id: 1, title: "", image: "", isEnabled: true)]
                }
                return " button of \(other.rawValue)"
            }
            try model.configurePopover(of: own) { $0.barButtonItem = $0.barButtonItem == nil ? item : nil }
            return " item of \(own.rawValue)"
        case 5:
            let bits = UInt64.random(in: 0...17, using: &numbers)
            try model.configurePopover(of: own) {
                $0.permittedArrowDirections = PopoverArrowDirection(rawValue: bits)
                $0.canOverlapSourceViewRect = isTrue
                $0.contentExtendsUnderArrow = isTrue
                $0.backgroundColor = "\(bits)"
            }
            return " background of \(own.rawValue)"
        case 6:
            let size = Size(width: Double.random(in: -9...900, using: &numbers), height: isTrue ? 0 : 200)
            try model.changeSettings(of: any) { $0.preferredContentSize = size }
            return " size of \(any.rawValue)"
        case 7:
            try model.setPopoverDelegate(
                has: Set(PopoverCallback.allCases.filter { _ in Bool.random(using: &numbers) }), of: own)
            return " delegate of \(own.rawValue)"
        case 8, 9:
            guard let asked = all.compactMap({ model.nodes.openPopoverQuestion(of: $0) }).randomElement(using: &numbers)
            else { return "" }
            let reply = answer(to: asked, &model, other, &numbers)
            model.answer(asked, with: reply)
            return " answer of \(asked)"
        case 10: return " attempt \(model.attemptToDismiss(popover: shown))"
        case 11:
            if isTrue {
                model.endWaitForAnchor(ofPopover: own)
            } else {
                model.endWaitForReader(ofPopover: own)
            }
            return " time of \(own.rawValue)"
        case 12:
            try model.changeSettings(of: any) { $0.isModalInPresentation = isTrue }
            return " modal \(any.rawValue)"
        case 13:
            let root = model.nodes.root(of: shown)
            let (x, y) = (Double.random(in: -10...900, using: &numbers), Double.random(in: -10...700, using: &numbers))
            return " hit test \(HitTest(model.nodes) { _, _ in [2, 1] }.result(atX: x, y: y, in: root))"
        case 14:
            try model.updateWindow(of: model.nodes.root(of: any)) {
                $0.keyboardHeight = isTrue ? 200 : 0
                $0.deviceOrientation = Orientation.allCases.randomElement(using: &numbers) ?? .portrait
            }
            return " keyboard"
        default:
            model.runUpdateCycle(frames(model))
            return " update cycle"
        }
    }

    private static func answer(
        to question: PopoverQuestion, _ model: inout Hierarchy, _ other: ViewControllerID, _ numbers: inout Numbers
    ) -> PopoverAnswer {
        guard Int.random(in: 0..<4, using: &numbers) > 0 else { return .none }
        switch question.kind {
        case .prepareForPresentation: return .none
        case .shouldDismiss: return .allowed(Bool.random(using: &numbers))
        case .willReposition(let rect, let view):
            return .place(rect, ViewAddress(viewController: other, view: view.view))
        case .adaptiveStyle:
            return .style(ModalPresentationStyle.allCases.randomElement(using: &numbers) ?? .none)
        case .adaptiveViewController:
            let wrapper = try? model.createNavigationController(root: question.viewController, byPopoverDelegate: true)
            return .viewController(wrapper ?? other)
        }
    }

    /// Checks the invariants of a controller's popover.
    static func check(_ id: ViewControllerID, _ model: Hierarchy, _ failures: Failures, _ note: String) {
        failures.expect(
            model.nodes.parent(of: id) == nil
                || model.nodes.presentation(by: model.nodes.owner(of: id) ?? id)?.presented != id,
            "\(note): \(id) has a parent and a presenter")
        guard model.nodes.hasPopover(id) else { return }
        let placement = model.nodes.popoverPlacement(of: id)
        let isPresented = model.nodes.isPopoverPresented(id)
        failures.expect(isPresented || placement == nil, "\(note): \(id) has a place and is not presented")
        failures.expect(
            isPresented || model.nodes.adaptivePresentationStyle(of: id) == .none, "\(note): \(id) is adapted")
        failures.expect(
            (placement == nil) == (model.nodes.popoverArrowDirection(of: id) == .unknown), "\(note): P21 of \(id)")
        guard let placement else { return }
        failures.expect(
            model.nodes.adaptivePresentationStyle(of: id) == .none, "\(note): \(id) is adapted and has a place")
        failures.expect(placement.frame.width >= placement.contentFrame.width, "\(note): I4 of \(id)")
        failures.expect(
            model.nodes.presentation(by: model.nodes.owner(of: id) ?? id)?.isPending == false, "\(note): \(id) waits")
    }
}
