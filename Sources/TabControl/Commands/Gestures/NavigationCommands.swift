internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct BackCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "back", abstract: "Tap the back button.",
        discussion: """
            For a tab bar controller, this is the back button of the navigation controller that it shows, which can be \
            More. For any other view controller, it is that of the navigation controller that contains it.
            """)

    @OptionGroup var target: ControllerOptions

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tree = try await service.objects(with: path)
        let navigation = service.navigationController(try Self.navigationController(of: path, in: tree))
        try await navigation.tapBack()
        guard format.json else { return }
        let top = try await navigation.topViewController
        format.print(["topViewController": .path(top)])
    }

    /// Returns the navigation controller if its bar has a back button.
    private static func navigationController(
        of path: ObjectPath, in tree: ManagedObjects
    ) throws(ControlError) -> ObjectPath {
        func refusal(_ reason: String) -> ControlError {
            ControlError(message: "no back button: \(reason)")
        }
        let displayed = Displayed(in: path, of: tree)
        guard let content = displayed.content else { throw refusal("nothing is displayed") }
        let name = tree.name(of: content)
        guard let navigation = displayed.navigation else { throw refusal("\(name) is not in a navigation controller") }
        let stack = tree.navigationController(navigation).viewControllers
        guard let stack, stack.count > 1, let top = stack.last else {
            throw refusal("\(name) is the root of \(tree.name(of: navigation))")
        }
        guard let bar = NavigationBar(of: navigation, in: tree) else {
            throw refusal("the bar of \(tree.name(of: navigation)) is hidden")
        }
        guard !bar.backTitle.isEmpty else {
            let topName = tree.name(of: top)
            throw refusal(
                bar.left.isEmpty ? "\(topName) hides it" : "\(topName) has left buttons instead")
        }
        return navigation
    }
}

struct ButtonCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "button", abstract: "Tap a button in a navigation bar or a toolbar.",
        discussion: """
            For a tab bar or navigation controller, the buttons are those of the view controller that it shows. \
            'tabctl show' prints the buttons. For example: 'tabctl button 3 Edit'. While a popover is presented, its \
            own buttons are searched first, then those behind it; tapping the button that opened it dismisses it.
            """)

    @OptionGroup var target: ControllerOptions

    @Argument(
        help: "The title of the button, the name of its image, or its id.", completion: .custom(Completions.buttons))
    var button: String

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tree = try await service.objects(with: path)
        let layers = Displayed.Layers(in: path, of: tree)
        // The bar behind a popover can accept taps: on the button that presented the popover, and on the buttons
        // beside it.
        let targets = (layers.popovers.reversed().map(\.displayed) + [layers.page]).compactMap(\.content)
        guard !targets.isEmpty else {
            throw ControlError(
                message: "\(tree.name(of: path)) does not show a view controller")
        }
        let (target, item) = try find(in: targets, tree)
        try await service.navigationItem(target).tapBarButtonItem(item.id)
        let root = tree.root(of: target)
        if tree.window(root).visible == false {
            // Its owner gets the error, which says the same.
            Output.note(
                "no front end shows \(tree.name(of: root)), so the button can't present anything: "
                    + "run 'tabctl attach \(PropertyText.object(root))', or set AlwaysVisible")
        }
        format.print(["viewController": .path(target), "id": .integer(item.id)])
    }

    /// Finds the button in the first view controller that has it: by title, else by image, else by id.
    private func find(
        in targets: [ObjectPath], _ tree: ManagedObjects
    ) throws(ControlError) -> (ObjectPath, BarButtonItemEntry) {
        for target in targets {
            let all = NavigationBar.items(of: target, in: tree)
            let found =
                [all.filter { $0.title == button }, all.filter { $0.image == button }].first { !$0.isEmpty }
                ?? all.filter { String($0.id) == button }
            guard found.count < 2 else {
                let ids = found.map { String($0.id) }.joined(separator: ", ")
                throw ControlError(
                    message: "there are \(found.count) buttons '\(button.prefix(80))'; name one by its id: \(ids)")
            }
            if let item = found.first, !button.isEmpty { return (target, item) }
        }
        let refusals = targets.map { target in
            let known = NavigationBar.items(of: target, in: tree).map {
                "\($0.id) \([$0.title, ImageName.short($0.image)].first { !$0.isEmpty } ?? "")"
            }
            return "\(tree.name(of: target)) has no button '\(button.prefix(80))'; "
                + (known.isEmpty ? "it has no buttons" : "it has \(known.joined(separator: ", "))")
        }
        throw ControlError(message: refusals.joined(separator: "; behind it "))
    }
}
