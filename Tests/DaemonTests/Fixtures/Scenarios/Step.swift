/// A line of a scenario.
enum Step: Sendable {
    case run(Action)
    case fails(Action, Refusal)
    case expect(Observation, String)

    static func list(_ letters: String, animated: Bool = false) -> Step { .run(.list(letters, animated: animated)) }
    static func write(_ letters: String) -> Step { .run(.write(letters)) }
    static func navigation(_ name: String, _ stack: String) -> Step { .run(.navigation(name, stack)) }
    static func stack(_ navigation: String, _ action: StackAction) -> Step { .run(.stack(navigation, action)) }
    static func tap(_ position: Int) -> Step { .run(.tap(position)) }
    static func select(_ name: String) -> Step { .run(.select(name)) }
    static func index(_ index: Int?) -> Step { .run(.index(index)) }
    static func tab(_ action: TabAction) -> Step { .run(.tab(action)) }
    static func title(_ name: String, _ text: String) -> Step { .run(.title(name, text)) }
    static func item(_ name: String, _ field: ItemField, _ text: String) -> Step { .run(.item(name, field, text)) }
    static func delegate(should: Question?, did: [Action] = [], animator: Animator? = nil) -> Step {
        .run(.delegate(should: should, did: did, animator: animator))
    }
    static let show = Step.run(.show(true))
    static func hidesBar(_ name: String, _ hides: Bool = true) -> Step { .run(.hidesBar(name, hides)) }
    /// Clears the log.
    static let clearLog = Step.run(.clearLog)

    static func row(_ row: Int) -> Step { .run(.more(.row(row))) }
    static let edit = Step.run(.more(.edit))
    static func drag(_ name: String, to slot: Int) -> Step { .run(.more(.drag(name, slot))) }
    static let done = Step.run(.more(.done))
    static func selectRow(_ row: Int) -> Step { .run(.more(.select(row))) }
    static func moveRow(_ row: Int, to other: Int) -> Step { .run(.more(.move(row, to: other))) }
    static func button(_ name: String, _ item: UInt32) -> Step { .run(.tapBarButton(name, item)) }
    static func page(_ text: String) -> Step { .expect(.page, text) }
    static func size(_ width: Double, _ height: Double) -> Step { .run(.window(.size(width, height))) }
    static func transition(_ action: TransitionAction) -> Step { .run(.transition(action)) }
    static func press(_ button: RemoteButton) -> Step { .run(.remote(.press(button))) }
    static func rotate(_ steps: Int32) -> Step { .run(.remote(.rotate(steps))) }
    /// A program switches the focus on.
    static let focusOn = Step.run(.remote(.enable(true)))
    static let focusOff = Step.run(.remote(.enable(false)))
    /// The delay is over, and the focused item is selected.
    static let delay = Step.run(.remote(.delay))
    static func views(_ name: String, _ frames: [UInt32: Rect], preferred: UInt32 = 0) -> Step {
        .run(.views(name, frames, preferred: preferred))
    }

    static func popover(_ name: String, _ action: PopoverAction) -> Step { .run(.popover(name, action)) }
    /// Touches a point of the window.
    static func touch(_ x: Double, _ y: Double) -> Step { .run(.touch(x, y)) }
    static func buttons(_ name: String, left: [UInt32] = [], right: [UInt32] = []) -> Step {
        .run(.barButtons(name, left: left, right: right))
    }
    static func toolbar(_ name: String, _ buttons: UInt32...) -> Step { .run(.toolbar(name, buttons)) }
    static func place(_ name: String, _ text: String) -> Step { .expect(.popover(name, .place), text) }
    static func outcome(_ name: String, _ text: String) -> Step { .expect(.popover(name, .outcome), text) }
    static func handledBy(_ name: String) -> Step { .expect(.accepted, name) }

    static func selection(_ text: String) -> Step { .expect(.selection, text) }
    static func log(_ text: String) -> Step { .expect(.log(.clients), text) }
    static func notifications(_ text: String) -> Step { .expect(.log(.notifications), text) }
    static func appearances(_ text: String) -> Step { .expect(.log(.appearances), text) }
    static func moves(_ text: String) -> Step { .expect(.log(.moves), text) }
    static func stack(_ navigation: String, _ names: String) -> Step { .expect(.stack(navigation), names) }
    static func popped(_ names: String) -> Step { .expect(.popped, names) }
    static func bar(_ names: String) -> Step { .expect(.bar, names) }
    static func tabs(_ names: String) -> Step { .expect(.tabs, names) }
    static func highlighted(_ name: String) -> Step { .expect(.highlighted, name) }
    static func parent(_ child: String, _ name: String) -> Step { .expect(.parent(child), name) }
    static func accepted(_ isAccepted: Bool) -> Step { .expect(.accepted, "\(isAccepted)") }
    static func focus(_ text: String) -> Step { .expect(.focus, text) }
}
