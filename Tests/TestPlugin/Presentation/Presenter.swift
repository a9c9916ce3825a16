import TabPlugin

/// A view controller whose buttons present popovers. It can be their delegate; other buttons then set its replies.
final class Presenter: Panel {
    let anchor = Button(title: "Anchor")
    let other = Label(text: "Other")
    private var scenes: [String: @PluginActor (Presenter) -> Void] = [:]
    /// The presenter that a `Console` controls.
    private(set) static weak var current: Presenter?
    /// The presented view controller. Some scenes retain it.
    private(set) weak var menu: Menu?
    private var kept: Menu?
    private weak var former: PopoverPresentationController?
    let answers = PopoverAnswers()
    private lazy var item = BarButtonItem(title: "Menu") { [weak self] _ in self?.note("tapped") }

    override func viewDidLoad() {
        super.viewDidLoad()
        Self.current = self
        anchor.frame = Rect(x: 300, y: 400, width: 80, height: 40)
        add(anchor, as: "Anchor")
        other.frame = Rect(x: 20, y: 800, width: 100, height: 50)
        add(other, as: "Other")
        navigationItem.rightBarButtonItems = [item, BarButtonItem(title: "Sibling")]
        answers.presenter = self
        addScenes()
        addQuestions()
    }

    private func addScenes() {
        add("After") { presenter in
            let menu = presenter.makeMenu()
            menu.modalPresentationStyle = .popover
            presenter.present(menu, animated: true)
            let popover = menu.popoverPresentationController
            popover?.permittedArrowDirections = [.left, .right]
            popover?.sourceView = presenter.anchor
            popover?.sourceRect = presenter.anchor.bounds
        }
        add("Before") { presenter in
            let menu = presenter.makeMenu()
            presenter.note(menu.popoverPresentationController == nil ? "none" : "one")
            menu.modalPresentationStyle = .popover
            let popover = menu.popoverPresentationController
            popover?.permittedArrowDirections = .down
            popover?.sourceView = presenter.anchor
            popover?.delegate = presenter.answers
            presenter.note(popover === menu.popoverPresentationController ? "the same" : "another")
            presenter.present(menu, animated: true)
        }
        add("LaterTurn") { presenter in
            let menu = presenter.presentPopover { _ in }
            Task { @PluginActor in
                await Task.yield()
                menu.popoverPresentationController?.sourceView = presenter.anchor
            }
        }
        add("Fresh") { presenter in
            let fresh = View(frame: Rect(x: 600, y: 100, width: 10, height: 10))
            presenter.presentPopover { $0.sourceView = fresh }
            presenter.view.addSubview(fresh)
        }
        add("Nowhere") { $0.presentPopover { _ in } }
        add("Item") { presenter in presenter.presentPopover { $0.barButtonItem = presenter.item } }
        add("Bar") { presenter in presenter.presentPopover { $0.sourceView = presenter.tabBarController?.tabBar } }
        add("Chrome") { presenter in
            presenter.presentPopover { popover in
                popover.sourceView = presenter.anchor
                popover.popoverLayoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
                popover.backgroundColor = "systemRed"
                popover.canOverlapSourceViewRect = true
                popover.contentExtendsUnderArrow = true
                popover.adaptiveSheetPresentationController.detents = [.medium, .large]
                popover.adaptiveSheetPresentationController.selectedDetentIdentifier = .medium
                popover.adaptiveSheetPresentationController.prefersGrabberVisible = true
                popover.passthroughViews = [presenter.other, presenter.anchor]
            }
        }
        add("Bubble") { presenter in
            presenter.presentPopover { popover in
                popover.sourceView = presenter.anchor
                popover.popoverBackgroundViewClass = "gallery.Bubble"
            }
        }
        add("Measure") { presenter in
            guard let popover = presenter.menu?.popoverPresentationController else { return }
            let insets = popover.contentViewInsets
            presenter.note("\(popover.arrowHeight) \(popover.arrowBase) \(insets.top) \(insets.left)")
        }
        add("Wrong") { presenter in
            presenter.presentPopover { popover in
                popover.sourceView = presenter.anchor
                popover.permittedArrowDirections = .unknown
                popover.backgroundColor = "no colour"
            }
        }
        add("Stack") { presenter in
            let menu = presenter.makeMenu()
            let stack = NavigationController(rootViewController: menu)
            stack.modalPresentationStyle = .popover
            stack.popoverPresentationController?.sourceView = presenter.anchor
            presenter.note(
                menu.popoverPresentationController === stack.popoverPresentationController ? "the same" : "another")
            presenter.present(stack, animated: false)
        }
        add("Again") { presenter in
            let menu = presenter.kept ?? presenter.makeMenu()
            presenter.kept = menu
            menu.modalPresentationStyle = .popover
            let popover = menu.popoverPresentationController
            presenter.note("\(popover?.permittedArrowDirections.rawValue ?? 0) \(presenter.former === popover)")
            presenter.former = popover
            popover?.permittedArrowDirections = .left
            popover?.sourceView = presenter.anchor
            presenter.present(menu, animated: false)
        }
        add("Modal") { $0.menu?.isModalInPresentation = true }
        add("Move") { $0.anchor.frame.y += 100 }
        add("Take") { $0.anchor.removeFromSuperview() }
        add("Turn") { $0.menu?.popoverPresentationController?.permittedArrowDirections = .up }
        add("Grow") { $0.menu?.preferredContentSize = Size(width: 200, height: 300) }
        add("Dismiss") { $0.dismiss(animated: true) }
        add("Read") { $0.read() }
        add("Around") { presenter in
            // A client presents the container of this view controller.
            let popover = presenter.popoverPresentationController
            popover?.permittedArrowDirections = .right
            popover?.delegate = presenter.answers
            presenter.note("\(popover?.presentedViewController.number ?? 0)")
        }
        add("Clear") { $0.clearNotes() }
    }

    private func addQuestions() {
        for decision in ["Allow", "Deny", "AllowLater", "DenyLater", "Never"] {
            add(decision) { $0.answers.decision = decision }
        }
        add("Answer") { $0.answers.answerOpenQuestions() }
        add("Prepare") { $0.answers.preparation = .now }
        add("PrepareLater") { $0.answers.preparation = .later }
        add("Reposition") { $0.answers.isMoving = true }
        add("Stay") { $0.answers.style = ViewController.ModalPresentationStyle.none }
        add("Cover") { $0.answers.style = .fullScreen }
        add("Wrap") { $0.answers.replacement = .navigationController }
        add("Replace") { $0.answers.replacement = .another }
        add("Resign") { $0.menu?.popoverPresentationController?.delegate = nil }
        add("Watch") { $0.menu?.popoverPresentationController?.delegate = $0.answers }
        add("Forget") { presenter in
            // The delegate is not retained.
            let answers = PopoverAnswers()
            presenter.menu?.popoverPresentationController?.delegate = answers
        }
    }

    private func makeMenu() -> Menu {
        let menu = Menu()
        menu.preferredContentSize = Size(width: 320, height: 200)
        menu.onEvent = { [weak self] in self?.note($0) }
        self.menu = menu
        return menu
    }

    @discardableResult
    private func presentPopover(_ configure: (PopoverPresentationController) -> Void) -> Menu {
        let menu = makeMenu()
        menu.modalPresentationStyle = .popover
        if let popover = menu.popoverPresentationController {
            popover.delegate = answers
            configure(popover)
        }
        present(menu, animated: false)
        return menu
    }

    private func read() {
        guard let popover = menu?.popoverPresentationController else { return note("none") }
        let rect = popover.sourceRect
        note(
            "\(popover.arrowDirection.rawValue) \(popover.frameOfPresentedViewInContainerView.width)"
                + " \(popover.adaptivePresentationStyle.rawValue) \(rect.isNull ? "null" : "\(rect.x)")"
                + " \(popover.sourceView?.identifier ?? "-") \(popover.delegate != nil)"
                + " \(popover.presentingViewController?.number ?? 0)")
    }

    private func add(_ name: String, _ action: @escaping @PluginActor (Presenter) -> Void) {
        scenes[name] = action
        add(name) { [unowned self] in press(name) }
    }

    func press(_ name: String) { scenes[name]?(self) }
}

/// The view controller that `Presenter` presents.
final class Menu: ViewController {
    var onEvent: (@PluginActor (String) -> Void)?

    override func viewDidLoad() {
        super.viewDidLoad()
        let button = Button(title: "Choose") { [weak self] in self?.dismiss(animated: true) }
        button.frame = Rect(x: 10, y: 10, width: 100, height: 40)
        add(button, as: "Choose")
    }

    isolated deinit { onEvent?("ended") }
}

/// A view controller in another window that presses the buttons of the `Presenter`, where no popover blocks actions.
final class Console: ViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let field = TextField()
        field.addAction(for: .editingDidEnd) { [weak field] in Presenter.current?.press(field?.text ?? "") }
        add(field, as: "Run")
    }
}
