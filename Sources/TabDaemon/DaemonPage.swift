import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The daemon as the owner of a view controller: its views follow from the model, and their actions are the user's
/// gestures.
@EventLoop
protocol DaemonPage: ContentOwner {
    var id: ViewControllerID { get }
    var daemon: Daemon { get }
    /// Updates the views to the state of the model.
    func updateViews(of record: ControllerRecord)
    /// Performs the gesture that an action of a view is.
    func perform(_ action: String, view: UInt32, value: Variant) throws(DBusError)
}

extension DaemonPage {
    /// Changes views of the page. Their texts have limits of their own.
    func update(_ record: ControllerRecord, _ views: [ViewEntry]) {
        do throws(DBusError) {
            try record.views.update(changed: views, removed: [], limits: ViewLimits(text: .max, content: .max))
        } catch {
            daemon.log.error("the view of \(id.path) can't follow the model: \(error.message)")
        }
        daemon.noteContent(of: record)
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        do throws(DBusError) {
            try perform(name, view: view, value: value)
            completion(nil)
        } catch {
            completion(error)
        }
    }
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
