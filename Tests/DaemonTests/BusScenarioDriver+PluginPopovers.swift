import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// Popovers of a plugin's controllers, with a delegate that is another one.
extension BusScenarioDriver {
    /// What the plugin's program does; nil for gestures and for what it does not hear of: the end of a presentation.
    func line(for action: PopoverAction, of presented: UInt64) async throws(DBusError) -> String? {
        switch action {
        case .style(let style): return "set \(presented) ModalPresentationStyle s \(style.rawValue)"
        case .preferred(let width, let height): return "set \(presented) PreferredContentSize size \(width) \(height)"
        case .modal(let isModal): return "set \(presented) ModalInPresentation b \(isModal ? 1 : 0)"
        case .set(let word): return "popover \(presented) \(try await text(word))"
        case .present(let presenter, let words, let animated):
            guard !scenario.awaitsPresentations, isOwn(presenter) else { return nil }
            var line = "present \(presented) \(try await number(presenter)) \(animated ? 1 : 0)"
            for word in words { line += " " + (try await text(word)) }
            return line
        case .dismiss(let animated): return "dismiss \(presented) \(animated ? 1 : 0)"
        case .timeout, .escape, .delegate, .answer: return nil
        }
    }

    func setPopoverRule(_ script: PopoverScript?, of name: String) async throws(DBusError) {
        scripts[name] = script
        let presented = try await number(name)
        guard let script else { return try await prompt("noPopoverRule \(presented)") }
        let wraps = script.replacement == "N"
        let replacement = script.replacement.isEmpty || wraps ? 0 : try await number(script.replacement)
        let (methods, held) = (PopoverCallback.bits(script.methods), PopoverCallback.bits(script.holds))
        var words: [String] = []
        for word in script.place { words.append(try await text(word)) }
        try await prompt(
            "popoverRule \(presented) \(methods) \(held) \(script.should ? 1 : 0) \(wraps ? 1 : 0) \(replacement) "
                + "\(script.style);place \(presented) \(words.joined(separator: " "))")
        guard !script.prepare.isEmpty else { return }
        var lines: [String] = []
        for word in script.prepare { lines.append("popover \(presented) \(try await text(word))") }
        try await prompt("prepare \(presented) \(lines.joined(separator: ";"))")
    }

    /// A property by its name, type and value.
    private func text(_ word: PopoverWord) async throws(DBusError) -> String {
        typealias Contract = PopoverPresentationControllerInterface
        let (name, value): (String, String) =
            switch word {
            case .view(let name, let view): (Contract.sourceView.name, "view \(try await number(name)) \(view)")
            case .tabBar: (Contract.sourceView.name, "view \(number(tabs)) 0")
            case .noView: (Contract.sourceView.name, "view 0 0")
            case .rect(let rect): (Contract.sourceRect.name, "rect " + (rect.map(text) ?? "inf inf 0 0"))
            case .item(let name, let item): (Contract.barButtonItem.name, "view \(try await number(name)) \(item)")
            case .permitted(let bits): (Contract.permittedArrowDirections.name, "t \(bits)")
            case .margins(let margins):
                (
                    Contract.popoverLayoutMargins.name,
                    "rect \(margins.top) \(margins.left) \(margins.bottom) \(margins.right)"
                )
            case .color(let colour): (Contract.backgroundColor.name, "s \(colour)")
            case .passthrough(let name, let view):
                (Contract.passthroughViews.name, "views \(try await number(name)) \(view)")
            case .overlap(let canOverlap): (Contract.canOverlapSourceViewRect.name, "b \(canOverlap ? 1 : 0)")
            case .underArrow(let isUnder): (Contract.contentExtendsUnderArrow.name, "b \(isUnder ? 1 : 0)")
            }
        return "\(name) \(value)"
    }

    private func text(_ rect: Rect) -> String { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}

extension Scenario {
    /// Whether it looks at what becomes of a presentation in the end, which is told to a client alone.
    fileprivate var awaitsPresentations: Bool {
        steps.contains { step in
            switch step {
            case .expect(.popover(_, .outcome), _), .run(.popover(_, .timeout)), .fails(.popover(_, .timeout), _),
                .fails(_, .missingAnchor):
                true
            default: false
            }
        }
    }
}
