import DBusConnection
import TabInterface
import TabModel

/// One case of the specification, in words that model and bus both understand.
///
/// Controllers have names: one letter for a plain one, `N` for a navigation controller, `more`, `tabs`, `nil`.
struct Scenario: Sendable {
    let name: String
    var profile = Profile.phone
    var order = LifecycleOrder.modern
    let steps: [Step]

    init(
        _ name: String, profile: Profile = .phone, order: LifecycleOrder = .modern, _ steps: Step...
    ) {
        self.name = name
        self.profile = profile
        self.order = order
        self.steps = steps
    }

}

enum Step: Sendable {
    case run(Action)
    case fails(Action, Refusal)
    case expect(Look, String)

    static func list(_ letters: String, animated: Bool = false) -> Step { .run(.list(letters, animated: animated)) }
    static func write(_ letters: String) -> Step { .run(.write(letters)) }
    static func navigation(_ name: String, _ stack: String) -> Step { .run(.navigation(name, stack)) }
    static func stack(_ navigation: String, _ action: StackAction) -> Step { .run(.stack(navigation, action)) }
    static func tap(_ position: Int) -> Step { .run(.tap(position)) }
    static func select(_ name: String) -> Step { .run(.select(name)) }
    static func index(_ index: Int?) -> Step { .run(.index(index)) }
    static func title(_ name: String, _ text: String) -> Step { .run(.title(name, text)) }
    static func item(_ name: String, _ field: ItemField, _ text: String) -> Step { .run(.item(name, field, text)) }
    static func delegate(should: Question?, did: [Action] = []) -> Step { .run(.delegate(should: should, did: did)) }
    static let show = Step.run(.show(true))
    static func hidesBar(_ name: String, _ hides: Bool = true) -> Step { .run(.hidesBar(name, hides)) }
    /// Drops what was heard so far.
    static let forget = Step.run(.forget)

    static func selection(_ text: String) -> Step { .expect(.selection, text) }
    static func log(_ text: String) -> Step { .expect(.log, text) }
    static func stack(_ navigation: String, _ names: String) -> Step { .expect(.stack(navigation), names) }
    static func popped(_ names: String) -> Step { .expect(.popped, names) }
}

/// What a client or a user does.
enum Action: Sendable {
    case list(String, animated: Bool)
    /// The list, as the property.
    case write(String)
    case customizable(String)
    case navigation(String, String)
    case stack(String, StackAction)
    case show(Bool)
    case tap(Int)
    case select(String)
    case index(Int?)
    case title(String, String)
    case item(String, ItemField, String)
    case enable(String, Bool)
    case hideBar(Bool)
    /// `HidesBottomBarWhenPushed`.
    case hidesBar(String, Bool)
    case delegate(should: Question?, did: [Action])
    case forget
}

/// What is done with the stack of a navigation controller.
enum StackAction: Sendable {
    case push(String, animated: Bool)
    case pop
    case popTo(String)
    case popToRoot
    case set(String, animated: Bool)
    /// A user taps the way back.
    case back
    /// Hides the navigation bar.
    case hideBar(Bool)

    static func push(_ name: String) -> StackAction { .push(name, animated: false) }
    static func set(_ letters: String) -> StackAction { .set(letters, animated: false) }
}

/// How the delegate of a scenario deals with a question: it does something, then it answers.
struct Question: Sendable {
    var actions: [Action] = []
    let allows: Bool

    static let allow = Question(allows: true)
    static let deny = Question(allows: false)
}

enum ItemField: String, Sendable { case title, image, selectedImage, badge }

/// What can be read.
enum Look: Sendable {
    /// `B 1`, `nil NF`.
    case selection
    /// Everything heard since the last look, in the notation of `EventLog`.
    case log
    /// The selection while the last question was open.
    case selectionInQuestion
    /// Whether the last tap was accepted.
    case accepted
    case item(String, ItemField)
    case parent(String)
    case tabBarController(String)
    case isLoaded(String)
    case tabs
    case customizable
    case bar
    case highlighted
    case isBarHidden
    case stack(String)
    /// What the last action on a stack gave back.
    case popped
    /// What the way back from a controller is called.
    case backTitle(String)
    /// What bars cover at the top and at the bottom: `64.0 49.0`.
    case safeArea(String)
}

/// The kinds of errors, whatever carries them.
enum Refusal: String, Error { case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, other }

/// What runs scenarios.
@EventLoop
protocol ScenarioDriver {
    init(_ scenario: Scenario, _ stage: BusStage?) async throws
    /// Throws a `Refusal` when the action is refused.
    func perform(_ action: Action) async throws
    func look(_ look: Look) async throws -> String
}

extension ScenarioDriver {
    /// Runs a scenario; returns what differs, nil when nothing does.
    static func difference(in scenario: Scenario, _ stage: BusStage?) async -> String? {
        do {
            let driver = try await Self(scenario, stage)
            for (number, step) in scenario.steps.enumerated() {
                if let difference = try await driver.difference(at: step) {
                    return "step \(number + 1): \(difference)"
                }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func difference(at step: Step) async throws -> String? {
        switch step {
        case .run(let action):
            do {
                try await perform(action)
                return nil
            } catch let error as Refusal {
                return "\(action) was refused: \(error)"
            }
        case .fails(let action, let expected):
            do {
                try await perform(action)
                return "\(action) succeeded, expected \(expected)"
            } catch let error as Refusal {
                return error == expected ? nil : "\(action) was refused with \(error), expected \(expected)"
            }
        case .expect(let look, let expected):
            let found = try await self.look(look)
            return found == expected ? nil : "\(look) is '\(found)', expected '\(expected)'"
        }
    }
}
