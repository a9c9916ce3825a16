import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface

/// The daemon as the owner of a view controller: its views follow from the model, and their actions are the user's
/// gestures.
@EventLoop
protocol DaemonPage: ContentOwner {
    /// Updates the views to the state of the model.
    func updateViews(of record: ControllerRecord)
}

/// Callbacks that a page ignores, because the model has the state already.
extension DaemonPage {
    func viewDidLoad() {}
    func viewWillAppear(animated: Bool) {}
    func viewIsAppearing(animated: Bool) {}
    func viewDidAppear(animated: Bool) {}
    func viewWillDisappear(animated: Bool) {}
    func viewDidDisappear(animated: Bool) {}
    func willMove(toParent: UInt64?) {}
    func didMove(toParent: UInt64?) {}
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {}
    func updateContent(completion: @escaping @EventLoop () -> Void) { completion() }
    func destroy() {}
}
