internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct BackCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "back", abstract: "Tap the way back in a navigation bar, as a user does.",
        discussion: """
            A tab bar controller stands for the navigation controller that it shows, More included, any other view \
            controller for the one that it is in.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    func run(_ service: Service) async throws {
        let tree = try await service.objects(with: controller.path)
        let path = try navigationController(in: tree)
        let navigation = service.navigationController(path)
        try await navigation.call(\.tapBack, Options())
        guard format.json else { return }
        let top = try await navigation.topViewController
        format.print(["topViewController": .path(top)])
    }

    /// The navigation controller, when its bar has a way back.
    private func navigationController(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        func refusal(_ reason: String) -> ControlError {
            ControlError(message: "there is no way back: \(reason)")
        }
        let displayed = Displayed(in: controller.path, of: tree)
        guard let content = displayed.content else { throw refusal("nothing is displayed") }
        let name = TreeText.name(content, in: tree)
        guard let navigation = displayed.navigation else { throw refusal("\(name) is in no navigation controller") }
        let stack = tree.navigationController(navigation).viewControllers
        guard let stack, stack.count > 1, let top = stack.last else {
            throw refusal("\(name) is the root of \(TreeText.name(navigation, in: tree))")
        }
        guard let bar = NavigationBar(of: navigation, in: tree) else {
            throw refusal("the bar of \(TreeText.name(navigation, in: tree)) is hidden")
        }
        guard !bar.backTitle.isEmpty else {
            let topName = TreeText.name(top, in: tree)
            throw refusal(
                bar.left.isEmpty ? "\(topName) hides it" : "\(topName) has buttons at the left in its place")
        }
        return navigation
    }
}
