import TabPlugin

/// A delegate of popovers. `Presenter` sets its replies and shows its calls.
final class PopoverAnswers: PopoverPresentationControllerDelegate {
    enum Preparation { case none, now, later }
    enum Replacement { case none, navigationController, another }

    weak var presenter: Presenter?
    var decision = "Allow"
    var preparation = Preparation.none
    var isMoving = false
    var style = ViewController.ModalPresentationStyle.automatic
    var replacement = Replacement.none
    private var open: [CheckedContinuation<Bool, Never>] = []

    private func note(_ text: String) { presenter?.note(text) }

    func answerOpenQuestions() {
        for question in open { question.resume(returning: false) }
        open = []
    }

    func prepareForPopoverPresentation(_ popoverPresentationController: PopoverPresentationController) async {
        note("prepare \(popoverPresentationController.presentedViewController === presenter?.menu)")
        guard preparation != .none else { return }
        if preparation == .later { for _ in 0..<5 { await Task.yield() } }
        popoverPresentationController.permittedArrowDirections = .right
        popoverPresentationController.sourceView = presenter?.anchor
    }

    func popoverPresentationController(
        _ popoverPresentationController: PopoverPresentationController, willRepositionPopoverTo rect: inout Rect,
        in view: inout View
    ) {
        note("reposition \(rect.isNull ? "null" : "\(rect.x)") \(view === presenter?.anchor ? "anchor" : "other")")
        guard isMoving, let other = presenter?.other else { return }
        rect = Rect(x: 5, y: 5, width: 20, height: 20)
        view = other
    }

    func adaptivePresentationStyle(
        for controller: PresentationController, traitCollection: TraitCollection
    ) async -> ViewController.ModalPresentationStyle {
        note("style \(traitCollection.horizontalSizeClass) \(traitCollection.verticalSizeClass)")
        return style
    }

    func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) -> ViewController? {
        note("instead \(style.rawValue)")
        switch replacement {
        case .none: return nil
        case .navigationController:
            let stack = StopStack(rootViewController: controller.presentedViewController)
            stack.onEvent = { [weak self] in self?.note("stack \($0)") }
            return stack
        case .another:
            let menu = Menu()
            menu.onEvent = { [weak self] in self?.note("other \($0)") }
            return menu
        }
    }

    func presentationController(
        _ presentationController: PresentationController,
        willPresentWithAdaptiveStyle style: ViewController.ModalPresentationStyle
    ) {
        note("adapts \(style.rawValue)")
    }

    func presentationControllerShouldDismiss(_ presentationController: PresentationController) async -> Bool {
        note("should")
        if decision == "Never" { return await withCheckedContinuation { open.append($0) } }
        if decision.hasSuffix("Later") { for _ in 0..<5 { await Task.yield() } }
        return decision.hasPrefix("Allow")
    }

    func presentationControllerWillDismiss(_ presentationController: PresentationController) { note("will") }

    func presentationControllerDidDismiss(_ presentationController: PresentationController) {
        note("did \(presentationController.presentedViewController === presenter?.menu)")
    }

    func presentationControllerDidAttemptToDismiss(_ presentationController: PresentationController) {
        note("attempted")
    }

    isolated deinit { answerOpenQuestions() }
}
